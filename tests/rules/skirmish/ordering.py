"""A layer for tests that chooses orders: what larger games do at the seams of skirmish battles."""

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Asked, Counted, Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal
from condotta.kernel.state import State
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.field import Unit, field, in_game, near

NEXT = "who is next"
VOLUNTEER = "volunteer"
WHICH = "which volunteer"


class Ordering(Script, frozen=True, kw_only=True):
    """Whoever chooses names one seat after another."""

    purpose: str
    seats: tuple[Seat, ...]


class Picking(Script, frozen=True, kw_only=True):
    """All say in secret whether they wish to act; of several one is picked."""

    purpose: str
    seats: tuple[Seat, ...]
    about: str


def ordering(book: Book, state: State, frame: Ordering) -> Iterator[Event]:
    """Ask as often as there is a choice; hold each seat's place."""
    named = [one.said.option for one in frame.answers]
    left = tuple(seat for seat in frame.seats if seat not in named)
    if len(left) > 1:
        who = book.stack(seams.CHOOSER, state.position)
        yield Asked(Ask(who, NEXT, "CM-45", options=left, about=(frame.purpose, *named)))
        return
    for place, seat in enumerate((*named, *left), start=1):
        yield Counted(seat, names.ORDER + frame.purpose, place)
    yield Popped()


def picking(book: Book, state: State, frame: Picking) -> Iterator[Event]:
    """Everybody at once, then whoever chooses."""
    unheard = [seat for seat in frame.seats if frame.heard(VOLUNTEER, seat) is None]
    if unheard:
        for seat in unheard:
            yield Asked(Ask(seat, VOLUNTEER, "CM-31", ("no", "yes"), secret=len(unheard) > 1))
        return
    willing = tuple(one for one in frame.seats if frame.heard(VOLUNTEER, one) == Choose("yes"))
    picked = frame.heard(WHICH)
    if len(willing) > 1 and picked is None:
        who = book.stack(seams.CHOOSER, state.position)
        yield Asked(Ask(who, WHICH, "CM-26", options=willing))
        return
    seat = picked.option if isinstance(picked, Choose) else next(iter(willing), "")
    if seat:
        yield Counted(seat, names.PICKED + frame.purpose, 1)
    yield Popped()


def chosen(_: Position, purpose: str, seats: tuple[Seat, ...]) -> tuple[Frame, ...]:
    """The order of several seats is chosen."""
    return (Ordering(purpose=purpose, seats=seats),)


def volunteers(_: Any, __: Position, purpose: str, seats: tuple[Seat, ...], about: str) -> Frame:
    """Those who wish to act volunteer."""
    return Picking(purpose=purpose, seats=seats, about=about)


def deputy(below: Any, position: Position) -> Seat:
    """Without a model left the active seat leaves its choices to the last one in table order."""
    active = below(position)
    if in_game(position, active):
        return str(active)
    return next(seat for seat in reversed(position.seats()) if in_game(position, seat))


def near_the_active(position: Position, unit: Unit) -> Refusal | None:
    """Only models of the seat whose turn it is open an intervention."""
    foes = (one for seat in position.active for one in field(position).of(seat))
    models = [model for foe in foes for model in foe.models]
    if any(near(one, two, 3 * names.INCH) for one in unit.models for two in models):
        return None
    return Refusal("CM-35", "cm.35.far", {"piece": unit.id})


MANY = Layer(
    "many",
    1,
    procedures={Ordering: ordering, Picking: picking},
    hooks=(
        (seams.ORDERED, chosen, "CM-45"),
        (seams.ONE_OF, volunteers, "CM-26"),
        (seams.CHOOSER, deputy, "CM-105"),
        (seams.MAY_INTERVENE, near_the_active, "CM-35"),
    ),
)
