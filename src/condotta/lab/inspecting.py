"""What must hold after every event of a battle, whoever plays it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from condotta.armies import Library
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.events import (
    Answered,
    Asked,
    Cleared,
    Counted,
    Entered,
    Event,
    Exchanged,
    Expired,
    Marked,
    Moved,
    Opened,
    Placed,
    Popped,
    Pushed,
    Ruled,
    Sealed,
    Seated,
    Told,
    Veiled,
    Withdrawn,
)
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Place, Seat
from condotta.kernel.state import State
from condotta.rules.triumph.names import DEPLOYMENT, REAL, WORTH
from condotta.rules.triumph.stands.field import is_stand
from condotta.rules.triumph.stands.seeming import seems
from condotta.rules.triumph.tables import CAMP
from condotta.table import HALF, Base, base, overlaps

PLACES: tuple[Place, ...] = (
    "table",
    "reserve",
    "hand",
    "aside",
    "undeployed",
    "gone",
    "lost",
)


EVERY = 20  # decisions between two looks at what is offered
OFFERS = 6  # answers tried then, the most salient first


WEIGHTLESS = (
    Answered, Asked, Cleared, Entered, Expired, Marked, Opened, Popped, Pushed, Ruled, Sealed,
    Seated, Told, Withdrawn,
)  # fmt: skip
"""Events that leave every piece where it is and every number as it was."""


class Broken(AssertionError):
    """Something that must hold after every event does not."""


class Inspector:
    """Follows a battle event by event. Its position must stay equal to the engine's own.

    Now and then it tries what the menus offer: all of it must be accepted.
    """

    def __init__(self, battle: Battle) -> None:
        """Begin where a battle is; what each seat has mustered by then is what it must keep."""
        self.battle = battle
        self.position = battle.state.position
        self.events = 0
        self.decisions = 0
        self.tried = 0
        self.begin()

    def begin(self) -> None:
        """Take down what must stay as it is; and what stands there already stands free."""
        self.mustered = {seat: worth(self.position, seat) for seat in self.position.seats()}
        for piece in self.position.pieces.values():
            stands_free(self.position, piece)

    def brought(self, rosters: Sequence[Any], shelf: Library | None) -> None:
        """The armies as whoever drew them knows them: nothing here."""

    def watch(self, state: State, events: tuple[Event, ...]) -> None:
        """Fold the events one by one and look at the position after each."""
        whole = not any(comes_to_light(self.position, event) for event in events)
        for event in events:
            self.position = evolve_position(self.position, event)
            self.events += 1
            self.look(event)
            if whole and not isinstance(event, WEIGHTLESS):
                self.weigh()
        self.weigh()
        if self.position != state.position:
            raise Broken("the fold of the events is not the position that the engine holds")
        self.settled()
        self.decisions += 1
        if self.decisions % EVERY == 0:
            for ask in state.asks:
                self.try_offers(ask)

    def settled(self) -> None:
        """What must hold besides when everybody waits for an answer: nothing here."""

    def try_offers(self, ask: Ask) -> None:
        """Judge the first answers that the menu of an open question offers, and its options."""
        menu = self.battle.book.menus.get(ask.window)
        offers: list[Action] = [Choose(option) for option in ask.options]
        if menu is not None:
            seen = self.battle.view(ask.seat).position
            offers.extend(islice(menu.salient(self.battle.book, seen, ask), OFFERS))
        for said in offers:
            self.tried += 1
            verdict = self.battle.judge(ask.seat, said, ask.id)
            if not verdict.ok:
                raise Broken(f"{said!r} was offered to {ask.seat}: {verdict.refusals}")

    def look(self, event: Event) -> None:
        """Nothing overlaps, nothing is off the board, nothing is lost but what is counted."""
        match event:
            case Moved(steps):
                for step in steps:
                    stands_free(self.position, self.position.pieces[step.piece])
            case Placed(name) | Exchanged(Piece(id=name)):
                stands_free(self.position, self.position.pieces[name])
            case Veiled(_, inside):
                self.look(inside)
            case Counted(name, what, _) if what == WORTH and self.position.phase == DEPLOYMENT:
                # A stand that is set out in another form may count otherwise when lost.
                owner = self.position.pieces[name].owner
                self.mustered[owner] = worth(self.position, owner)
            case _:
                pass

    def weigh(self) -> None:
        """All that a seat mustered is still somewhere, what is behind a stand included."""
        found = Counter(dict.fromkeys(self.mustered, 0))
        for piece, counted in stands(self.position):
            found[piece.owner] += counted
        for seat, total in self.mustered.items():
            if found[seat] != total:
                raise Broken(f"{seat} mustered {total} and has {found[seat]}")


def comes_to_light(position: Position, event: Event) -> bool:
    """Whether an event shows what is behind a stand: its points change hands step by step then."""
    if not isinstance(event, Exchanged) or seems(event.piece):
        return False
    before = position.pieces.get(event.piece.id)
    return before is not None and seems(before)


class ArmyInspector(Inspector):
    """Follows a battle of whole armies: no piece that was mustered ever vanishes."""

    def begin(self) -> None:
        """The pieces that are mustered by then are all there ever are."""
        self.pieces = frozenset(self.position.pieces)

    def weigh(self) -> None:
        """Nothing vanishes but what is not of an army."""
        missing = self.pieces - set(self.position.pieces)
        if missing:
            raise Broken(f"{sorted(missing)} are nowhere")

    def settled(self) -> None:
        """At rest every piece is in one of the places that there are."""
        for piece in self.position.pieces.values():
            if piece.place not in PLACES:
                raise Broken(f"{piece.id} is in place {piece.place}")


def worth(position: Position, seat: Seat) -> int:
    """Half points of the stands that a seat brought, wherever they are; camps stand apart."""
    return sum(places(position, seat).values())


def places(position: Position, seat: Seat) -> Counter[str]:
    """Half points of a seat's stands, by place."""
    found: Counter[str] = Counter()
    for piece, counted in stands(position):
        if piece.owner == seat:
            found[piece.place] += counted
    return found


def stands(position: Position) -> Iterator[tuple[Piece, int]]:
    """Every stand and its half points; a place that is none breaks the battle."""
    for piece in position.pieces.values():
        if piece.place not in PLACES or (piece.place == "table") != (piece.pose is not None):
            raise Broken(f"{piece.id} is in place {piece.place} with pose {piece.pose}")
        if piece.type != CAMP:
            yield piece, position.count(piece.id, REAL if seems(piece) else WORTH)


def stands_free(position: Position, piece: Piece) -> None:
    """A stand or camp on the table lies on the board and over no other."""
    lies_free(position, piece, base_of, HALF)


def lies_free(
    position: Position,
    piece: Piece,
    lies: Callable[[Piece], Base | None],
    slack: float,
    way: str = "",
) -> None:
    """What lies somewhere lies on the board, but for some slack in quanta, and over no other."""
    where, how = lies(piece), f" ({way})" if way else ""
    if where is None:
        return
    board = position.board
    for x, y in where.corners:
        if not (-slack <= x <= board.width + slack and -slack <= y <= board.depth + slack):
            raise Broken(f"{piece.id} is off the board at {piece.pose}{how}")
    for other in position.pieces.values():
        there = lies(other)
        if there is not None and other.id != piece.id and overlaps(where, there):
            raise Broken(f"{piece.id} at {piece.pose} overlaps {other.id} at {other.pose}{how}")


def base_of(piece: Piece) -> Base | None:
    """The base of a stand or camp that is on the table."""
    if piece.place != "table" or piece.pose is None or piece.shape is None or not is_stand(piece):
        return None
    return base(piece.pose, piece.shape)
