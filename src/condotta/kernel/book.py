"""A base game and its layers, assembled once and checked before anyone sits down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar

import msgspec

from condotta.kernel.asks import Action, Ask, Choose, Draw, Frame, Roll, Speak
from condotta.kernel.errors import Clash, Corrupt
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Record, Seat
from condotta.kernel.rulings import Refusal, Verdict, Waiver
from condotta.kernel.seams import Hook, Refuse, Seam, Sole, Stack, Sum, Union
from condotta.kernel.state import State
from condotta.table import Pose
from condotta.table.once import Newest

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

Procedure: TypeAlias = Callable[["Book", State, Any], Iterator[Event]]
"""What happens next in a frame: events up to the next question, the next frame, or its end."""


class Rests(Exception):
    """Raised in a procedure that has said all that it can: it waits for an answer, or is over."""


def until_it_rests(events: Iterator[Event]) -> Iterator[Event]:
    """What a procedure says, down to where it rests."""
    with suppress(Rests):
        yield from events


Judge: TypeAlias = Callable[["Book", Position, Seat, Ask | None, Any], Verdict]
"""Whether a seat may say that, from what it can see. Never given the truth."""

Setting: TypeAlias = str | int | bool | tuple[str, ...] | None


class Idea(NamedTuple):
    """Something that might be said, and where its pieces would come to stand, as far as is known.

    Nobody has judged it: it may be refused.
    """

    said: Action
    ends: tuple[tuple[str, Pose], ...] = ()


class Menu:
    """Answers to one window for whoever must choose: finite where the game is continuous.

    `sample` gives one answer picked with `random`, or None where it found none; `salient` gives
    the answers worth thinking about, best known first. `about` gives those that speak of some
    pieces, of exactly these before others, where that is quicker than to pick them out of all.
    All answer only what `judge` accepts. In a window of which nobody can think, as what it asks is
    not in the position, bots answer by `lot`: they sample.

    Where to judge takes long, `ideas` gives unjudged ones, drawn over all that might be moved:
    whoever needs many and says one of them has that one judged. `legal` says of one whether the
    judge accepts it, where that is sooner told than why not. `apt` gives those of some ideas that
    might be drawn anew, if none of the pieces they move has changed since they were drawn.
    """

    def __init__(
        self,
        sample: Callable[[Book, Position, Ask, Random], Action | None],
        salient: Callable[[Book, Position, Ask], Iterator[Action]],
        about: Callable[[Book, Position, Ask, tuple[str, ...]], Iterator[Action]] | None = None,
        *,
        lot: bool = False,
        ideas: Callable[[Book, Position, Ask, Random], Iterator[Idea]] | None = None,
        legal: Callable[[Book, Position, Ask, Action], bool] | None = None,
        apt: Callable[[Book, Position, Ask, Iterable[Idea]], Iterator[Idea]] | None = None,
    ) -> None:
        self.sample = sample
        self.salient = salient
        self.about = about
        self.lot = lot
        self.ideas = ideas
        self.legal = legal
        self.apt = apt


class Layer:
    """A base game, a variant, a card or a ruling: a value that says all about itself.

    `tier` orders layers: 0 base game, 1 variant, 2 card, 3 ruling. `anytime` lists the actions
    that need no question, each with the frame it pushes; `menus` are by window. `reasons` say why
    an action is refused by a question that does not list it, or where nobody was asked: the
    question is None then. `bars` names the layers that may not lie beside it. `wakes` says whether
    it may yet say anything at its seams in a battle that has come so far; always, unless given.
    """

    def __init__(
        self,
        name: str,
        tier: int,
        *,
        procedures: Mapping[type[Frame], Procedure] | None = None,
        judges: Mapping[type[Action], Judge] | None = None,
        anytime: Mapping[type[Action], Callable[[Seat, Any], Frame]] | None = None,
        menus: Mapping[str, Menu] | None = None,
        reasons: Mapping[type[Action], Judge] | None = None,
        hooks: tuple[tuple[Seam[Any, Any], Callable[..., Any], str], ...] = (),
        settings: Mapping[str, Setting] | None = None,
        bars: tuple[str, ...] = (),
        wakes: Callable[[Book, Position], bool] | None = None,
    ) -> None:
        self.name = name
        self.tier = tier
        self.procedures = dict(procedures or {})
        self.judges = dict(judges or {})
        self.anytime = dict(anytime or {})
        self.menus = dict(menus or {})
        self.reasons = dict(reasons or {})
        self.hooks = hooks
        self.settings = dict(settings or {})
        self.bars = bars
        self.wakes = wakes


KEPT = 64  # things remembered at a time, of each kind
KERNEL_ACTIONS: tuple[type[Action], ...] = (Choose, Roll, Draw, Speak)


class Book:
    """The sum of a base game and its layers. Laws are checked when it is put together.

    `known` says whether a clause is in the register; given, a hook that cites another is refused.
    """

    def __init__(
        self,
        system: str,
        layers: tuple[Layer, ...],
        settings: Mapping[str, Setting] = {},
        known: Callable[[str], bool] | None = None,
    ):
        self.system = system
        self.layers = tuple(sorted(layers, key=lambda layer: (layer.tier, layer.name)))
        self.procedures: dict[type[Frame], Procedure] = {}
        self.judges: dict[type[Action], Judge] = {}
        self.anytime: dict[type[Action], Callable[[Seat, Any], Frame]] = {}
        self.menus: dict[str, Menu] = {}
        self.reasons: dict[type[Action], Judge] = {}
        self.settings: dict[str, Setting] = {}
        for layer in self.layers:
            _merge(self.procedures, layer.procedures, layer.name)
            _merge(self.judges, layer.judges, layer.name)
            _merge(self.anytime, layer.anytime, layer.name)
            self.menus.update(layer.menus)
            _merge(self.reasons, layer.reasons, layer.name)
            self.settings.update(layer.settings)
        check_layers(self.layers)
        self._listen(frozenset())
        check_hooks(self._hooks, known)
        self._set(settings)
        self.types = self._types()

    def _listen(self, asleep: frozenset[Layer]) -> None:
        """Take down what is said at each seam by the layers that are awake."""
        self.asleep = asleep
        self.memo: dict[Any, Any] = {}  # what is derived from its settings, kept once
        hooks: dict[Seam[Any, Any], list[Hook]] = {}
        for layer in self.layers:
            for seam, says, clause in layer.hooks if layer not in asleep else ():
                hooks.setdefault(seam, []).append(Hook(says, layer.tier, clause))
        self._hooks = {seam: tuple(_sorted(said)) for seam, said in hooks.items()}
        self._stacks: dict[Seam[Any, Any], Callable[..., Any]] = {
            seam: seam.piled(said) for seam, said in self._hooks.items() if isinstance(seam, Stack)
        }

    def _silent(self, position: Position) -> frozenset[Layer]:
        """The layers that can say nothing at any seam in a battle that has come so far."""
        return frozenset(one for one in self.layers if one.wakes and not one.wakes(self, position))

    def attending(self, position: Position) -> Book:
        """This book for a battle that has come so far: it says the same, and asks fewer layers."""
        silent = self._silent(position)
        if silent == self.asleep:
            return self
        book = self.copied()
        book._listen(silent)  # noqa: SLF001 - it is a book of this very class
        return book

    def attended(self, position: Position) -> Book:
        """The same, one for all battles in which the same layers are silent: nobody may wake it."""
        silent = self._silent(position)
        known: dict[frozenset[Layer], Book] = self.memo.setdefault("attended", {})
        if silent not in known:
            known[silent] = self.attending(position)
        return known[silent]

    def copied(self) -> Book:
        """The same book, for whoever changes something of it; until then both share all."""
        book = Book(self.system, ())
        book.layers, book.types, book.settings = self.layers, self.types, self.settings
        book.procedures, book.judges, book.anytime = self.procedures, self.judges, self.anytime
        book.menus, book.reasons, book.memo = self.menus, self.reasons, self.memo
        book.asleep, book._hooks, book._stacks = self.asleep, self._hooks, self._stacks
        return book

    def wake(self, position: Position) -> None:
        """Ask those too who can speak now, since hands have changed what lies on the table."""
        silent = self.asleep & self._silent(position)
        if silent != self.asleep:
            self._listen(silent)

    def _set(self, settings: Mapping[str, Setting]) -> None:
        for name in sorted(settings):
            if name not in self.settings:
                raise Corrupt(f"setting {name}", f"the system {self.system} has no such setting")
            self.settings[name] = settings[name]

    def _types(self) -> dict[str, type[Record]]:
        named: dict[str, type[Record]] = {}
        known = (*KERNEL_ACTIONS, *self.judges, *self.anytime, *self.procedures)
        for one in dict.fromkeys(known):
            if one.__name__ in named:
                raise Corrupt(f"type {one.__name__}", "two layers use the name for two things")
            named[one.__name__] = one
        return named

    def revive(self, data: Any) -> Any:
        """An action or frame from its plain JSON form; records pass through unchanged."""
        if data is None or isinstance(data, Record):
            return data
        try:
            kind = self.types[data["kind"]]
            record = msgspec.convert(data, type=kind)
        except (KeyError, TypeError, msgspec.ValidationError) as why:
            raise Corrupt("record", f"{data!r:.80} is nothing that {self.system} knows") from why
        if isinstance(record, Frame):
            answers = tuple(
                msgspec.structs.replace(answer, said=self.revive(answer.said))
                for answer in record.answers
            )
            record = msgspec.structs.replace(record, answers=answers)
        return record

    def sum(self, seam: Sum[P], *args: P.args, **kwargs: P.kwargs) -> Any:
        """What layers add to a total: modifiers, sorted."""
        hooks = self._hooks.get(seam)
        return seam.combine(hooks, *args, **kwargs) if hooks else ()

    def sole(self, seam: Sole[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """The one claim layers make, or None."""
        hooks = self._hooks.get(seam)
        return seam.combine(hooks, *args, **kwargs) if hooks else None

    def claim(self, seam: Sole[P, R], *args: P.args, **kwargs: P.kwargs) -> tuple[R, str] | None:
        """The one claim layers make with the clause it is made by, or None."""
        hooks = self._hooks.get(seam)
        return seam.claim(hooks, *args, **kwargs) if hooks else None

    def waivers(self, seam: Refuse[P], *args: P.args, **kwargs: P.kwargs) -> tuple[Waiver, ...]:
        """What makes legal there what would not be."""
        hooks = self._hooks.get(seam)
        return seam.waivers(hooks, *args, **kwargs) if hooks else ()

    def refusals(self, seam: Refuse[P], *args: P.args, **kwargs: P.kwargs) -> tuple[Refusal, ...]:
        """Why not, after waivers."""
        hooks = self._hooks.get(seam)
        return seam.combine(hooks, *args, **kwargs) if hooks else ()

    def union(self, seam: Union[P, R], *args: P.args, **kwargs: P.kwargs) -> tuple[R, ...]:
        """Everything that layers say there."""
        hooks = self._hooks.get(seam)
        return seam.combine(hooks, *args, **kwargs) if hooks else ()

    def stack(self, seam: Stack[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What the top layer says there; the base game always speaks at a stack."""
        said: R = (self._stacks.get(seam) or seam.piled(()))(*args, **kwargs)
        return said

    def newest(self, work: Callable[[Book, T], R], thing: T, most: int = KEPT) -> R:
        """What a game makes of a thing: the same object for the very same thing while remembered.

        So many of the newest are; a look-ahead visits a few positions at once.
        """
        kept = self.memo.get(work)
        if kept is None:
            kept = self.memo[work] = Newest(partial(work, self), most)
        made: R = kept(thing)
        return made

    def speaks(self, seam: Seam[Any, Any]) -> bool:
        """Whether any layer has something to say at a seam."""
        return seam in self._hooks


def _merge(into: dict[Any, Any], more: Mapping[Any, Any], layer: str) -> None:
    for key, value in more.items():
        if key in into:
            raise Corrupt(f"layer {layer}", f"{key.__name__} is already spoken for")
        into[key] = value


def check_layers(layers: tuple[Layer, ...]) -> None:
    """No layer twice, none beside a layer that it bars."""
    names = [layer.name for layer in layers]
    for layer in layers:
        if names.count(layer.name) > 1:
            raise Corrupt(f"layer {layer.name}", "it is in the book twice")
        barred = sorted(set(layer.bars) & set(names))
        if barred:
            raise Corrupt(f"layer {layer.name}", f"it may not lie beside {' or '.join(barred)}")


def check_hooks(
    hooks: Mapping[Seam[Any, Any], tuple[Hook, ...]], known: Callable[[str], bool] | None
) -> None:
    """Every clause cited is known, and at a stack each tier has one voice."""
    for seam, said in hooks.items():
        for hook in said:
            if known is not None and not known(hook.clause):
                raise Corrupt(f"clause {hook.clause}", f"cited at {seam.name}, and nowhere known")
        tiers = [hook.tier for hook in said]
        if isinstance(seam, Stack) and len(tiers) > len(set(tiers)):
            raise Clash(seam.name, tuple(hook.clause for hook in said))


def _sorted(hooks: list[Hook]) -> list[Hook]:
    return sorted(hooks, key=lambda hook: (hook.tier, hook.clause))
