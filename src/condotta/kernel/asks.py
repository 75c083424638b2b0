"""Questions, answers, and the frames of procedures in progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from condotta.kernel.records import Record, Seat
from condotta.kernel.rulings import Modifier, Param


class Action(Record, frozen=True):
    """What a seat may say. Layers add their own; each is one JSON object."""


class Choose(Action, frozen=True):
    """One of the options that the question offers."""

    option: str


class Roll(Action, frozen=True):
    """Pips, in the order of the dice. `proof` lets anyone check a committed roll."""

    pips: tuple[int, ...]
    proof: str = ""


class Draw(Action, frozen=True):
    """What came off a pile, in order. No order existed before it was asked for."""

    drawn: tuple[str, ...]
    proof: str = ""


class Speak(Action, frozen=True):
    """Words to an audience: seats, sides, or all when empty. They bind nobody."""

    text: str
    to: tuple[str, ...] = ()


if TYPE_CHECKING:
    OpenAction: TypeAlias = Action
else:
    OpenAction = Any  # layers add actions: decoded as plain data, revived by the book's types


class Needed(Record, frozen=True):
    """What a roll is for and what it must show, told to everybody before it is made.

    `key` with `params` says what it is for. Each die, or all of them `together`, must come to
    `least` or more, or to `most` or less; 0 is no such number. `parts` say why it is not another.
    Where a die counts as another number than it shows, `counts` has that of each face in order.
    """

    key: str
    params: Mapping[str, Param] = {}
    least: int = 0
    most: int = 0
    together: bool = False
    parts: tuple[Modifier, ...] = ()
    counts: tuple[int, ...] = ()


class Ask(Record, frozen=True):
    """One open question to one seat.

    A closed question lists `options`, answered by `Choose`. An open one lists in `says` the
    names of the actions that answer it, each judged by the book. Chance is asked for `dice` of
    so many `sides`, or to `draw` from a pile of names.

    A procedure that reads each of its dice alike, and only counts how many show certain faces or
    more, may say those faces in `counted_from`; one that only asks whether their sum is as high as
    certain numbers says these in `sums_from`. Exact chances look at no more than that. What the
    dice are for and must show may be told in `needed`, which everybody reads and nothing hangs on.
    """

    seat: Seat
    window: str
    clause: str
    options: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    dice: int = 0
    sides: int = 6
    counted_from: tuple[int, ...] = ()
    sums_from: tuple[int, ...] = ()
    draw: tuple[str, ...] = ()
    count: int = 1
    secret: bool = False
    salt: tuple[str, ...] = ()
    needed: Needed | None = None
    id: int = 0
    depth: int = 0


class Answer(Record, frozen=True):
    """Who said what in which window; `said` is None where a viewer may not know."""

    seat: Seat
    window: str
    said: OpenAction | None


class Frame(Record, frozen=True, kw_only=True):
    """A procedure in progress: its progress is the answers so far, it has no other flags."""

    answers: tuple[Answer, ...] = ()


class Script(Frame, frozen=True, kw_only=True):
    """A bounded procedure. It keeps its answers and matches on them."""

    def gist(self, _: Ask) -> Script:
        """Itself, as far as what comes depends on it while that question of its own is open.

        Exact chances take procedures of one gist for one. Numbers in rulings may depend on more.
        """
        return self

    def heard(self, window: str, seat: Seat = "") -> Any:
        """The action said in that window (by that seat), or None while nothing is."""
        for answer in self.answers:
            if answer.window == window and seat in ("", answer.seat):
                return answer.said
        return None


class Loop(Frame, frozen=True, kw_only=True):
    """An unbounded procedure. It reads the state, pushes one item at a time, keeps no answers.

    It may ask several seats at once; entered again, it asks those who have no question open.
    """


if TYPE_CHECKING:
    OpenFrame: TypeAlias = Frame
else:
    OpenFrame = Any  # layers add frames: decoded as plain data, revived by the book's types
