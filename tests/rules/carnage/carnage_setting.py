"""The multiplayer layer over a toy game: models as dots, a turn that is one question.

    fray = Fray(3, powers=(3, 3, 2), dice=(5, 5, 2, 6, 1))
    fray.says("red", "south-east")

Seats are red, blue, amber and green. `dice` are those of the roll-offs in their order; when they
run out the battle waits for `roll`. The toy's turn asks the active seat; besides "end" it may do
whatever a test needs: remove models, choose an order, ask who wishes to act.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import ScriptedCup
from condotta.kernel.errors import Illegal
from condotta.kernel.events import (
    Began,
    Counted,
    Ended,
    Entered,
    Event,
    Mustered,
    Pushed,
    Removed,
    Ruled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Board, Chair, Piece, Seat
from condotta.kernel.seams import Stack
from condotta.kernel.state import State
from condotta.rules import conceding
from condotta.rules.asking import asked_once
from condotta.rules.carnage import names
from condotta.rules.carnage.eliminations import Eliminations
from condotta.rules.carnage.host import Host
from condotta.rules.carnage.layer import EVERYWHERE, WITH_COMMAND_POINTS, over
from condotta.rules.carnage.orders import ChooseOrder
from condotta.rules.carnage.quarters import Quarters
from condotta.rules.carnage.ranking import Weighing
from condotta.rules.carnage.turns import following
from condotta.rules.carnage.volunteers import Volunteers
from condotta.rules.conceding import GIVES_UP, TERMS, Terms, given_up

SEATS = ("red", "blue", "amber", "green")
INCH = 10_000
SIDE = 48 * INCH
CALLED: Stack[[Position], Frame] = Stack("a toy's turn")


class Conduct(Loop, frozen=True, kw_only=True):
    """The toy: quarters, ranks, then turns of one question each."""


def conduct(book: Book, state: State, frame: Conduct) -> Iterator[Event]:
    position = state.position
    done = position.count(names.TABLE, "toy steps")
    if done < 2:
        yield Counted(names.TABLE, "toy steps", done + 1)
        yield Pushed((Quarters(), Weighing())[done])
        return
    said = frame.answers[0].said.option if frame.answers else ""
    if position.phase != "turn" or said == "end":
        if position.phase == "turn":
            yield Entered(position.turn, "between", position.active)
        yield Pushed(following(position))
    elif said.startswith("remove "):
        for name in said.split()[1:]:
            yield Removed(name, "lost")
        yield Pushed(Eliminations())
    elif said.startswith("order "):
        purpose, *seats = said.split()[1:]
        holds = f"order {purpose}"
        yield Pushed(ChooseOrder(purpose=purpose, seats=tuple(seats), clause="CM-45", holds=holds))
    elif said.startswith("wish "):
        seats = tuple(said.split()[1:])
        yield Pushed(Volunteers(purpose="denial", seats=seats, clause="CM-25", holds="picked"))
    elif position.active[0] in seats_left(position) or said == "":
        who = position.active[0] if position.active[0] in seats_left(position) else CHANCE
        if who == CHANCE:  # nobody is there to say anything: the turn ends
            yield Entered(position.turn, "between", position.active)
            yield Pushed(following(position))
            return
        yield from asked_once(state.asks, Ask(who, "act", "CM-15", options=options(position)))


def options(position: Position) -> tuple[str, ...]:
    """Whatever a test may want to happen."""
    here = [piece.id for piece in position.at("table")]
    seats = seats_left(position)
    whole = (f"remove {' '.join(p for p in here if p.startswith(seat))}" for seat in seats)
    pairs = tuple(f"remove {' '.join(p for p in here if not p.startswith(s))}" for s in seats)
    orders = (f"order fights {' '.join(seats)}", f"order morale {' '.join(seats[1:])}")
    wishes = (f"wish {' '.join(seats[1:])}", f"wish {seats[-1]}")
    singles = tuple(f"remove {name}" for name in here)
    every = ("end", *whole, *pairs, *singles, *orders, *wishes, f"remove {' '.join(here)}")
    return tuple(dict.fromkeys(every))


def seats_left(position: Position) -> tuple[Seat, ...]:
    return tuple(seat for seat in position.seats() if in_game(position, seat))


def in_game(position: Position, seat: Seat) -> bool:
    return any(piece.controller == seat for piece in position.at("table"))


def near_centre(_: Book, position: Position, reach: int) -> Mapping[Seat, int]:
    """The toy's models all count that are not marked as far."""
    found: dict[Seat, int] = {}
    for piece in position.at("table"):
        if piece.type == "near":
            found[piece.controller] = found.get(piece.controller, 0) + 1
    return found


def power(_: Book, position: Position, seat: Seat) -> int:
    return position.count(seat, "toy power")


def begin(position: Position, seat: Seat) -> tuple[Event, ...]:
    return (Entered(position.turn + 1, "turn", (seat,)),)


def left(position: Position, seat: Seat) -> Iterator[Piece]:
    return (one for one in position.at("table") if one.controller == seat)


def terms(_: object) -> Terms:
    return Terms("CM-109", "cm.109", left)


def may_reroll(_: Book, position: Position, seat: Seat, __: bool) -> bool:
    return position.count(seat, names.CP) > 0


def pay_reroll(position: Position, seat: Seat, _: bool) -> tuple[Event, ...]:
    return (Counted(seat, names.CP, position.count(seat, names.CP) - 1),)


HOST = Host(
    "toy", 3 * INCH, in_game, near_centre, power, begin,
    may_reroll=may_reroll, pay_reroll=pay_reroll,
)  # fmt: skip
TOY = Layer(
    "toy",
    0,
    procedures={Conduct: conduct, **conceding.PROCEDURES},
    judges=conceding.JUDGES,
    anytime=conceding.ANYTIME,
    hooks=((TERMS, terms, "CM-109"), (GIVES_UP, given_up, "CM-109")),
)
LAYER = over(HOST, (), (*EVERYWHERE, *WITH_COMMAND_POINTS))


class Fray:
    """A battle of the toy, and short ways to speak and to look."""

    def __init__(
        self,
        seats: int,
        powers: Sequence[int] = (4, 3, 2, 1),
        dice: Sequence[int] = (),
        near: Sequence[int] = (1, 1, 1, 1),
        points: Sequence[int] = (0, 0, 0, 0),
        **settings: Any,
    ) -> None:
        """Sit down, muster: so many models near the marker, and one far from it, each."""
        taken = SEATS[:seats]
        self.book = Book("toy", (TOY, LAYER), settings)
        events: list[Event] = [
            Began(Board(SIDE, SIDE), tuple(Chair(seat, seat) for seat in taken)),
        ]
        for seat, worth, many, cp in zip(taken, powers, near, points, strict=False):
            for number in range(many + 1):
                kind = "far" if number == 0 else "near"
                piece = Piece(f"{seat}.{number}", kind, seat, seat, place="table")
                events.append(Mustered(piece))
            events.append(Counted(seat, "toy power", worth))
            if cp:
                events.append(Counted(seat, names.CP, cp))
        self.battle = Battle(self.book, (*events, Pushed(Conduct())), ScriptedCup(dice))

    @property
    def position(self) -> Position:
        return self.battle.state.position

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.battle.state.asks

    def asked(self) -> list[tuple[str, str]]:
        """Who is asked what now."""
        return [(ask.seat, ask.window) for ask in self.asks]

    def options(self, seat: str) -> tuple[str, ...]:
        return next(ask.options for ask in self.asks if ask.seat == seat)

    def says(self, seat: str, option: str) -> list[Event]:
        """A seat answers its question."""
        ask = next(ask for ask in self.asks if ask.seat == seat)
        return self.battle.say(seat, Choose(option), ask.id)

    def roll(self, *pips: int) -> list[Event]:
        """Type in what chance is asked for."""
        ask = next(ask for ask in self.asks if ask.seat == CHANCE)
        assert ask.dice == len(pips), (ask.window, ask.dice)
        return self.battle.say(CHANCE, Roll(pips), ask.id)

    def does(self, seat: str, said: Action) -> list[Event]:
        """A seat says what needs no question."""
        return self.battle.say(seat, said)

    def refused(self, seat: str, said: Action) -> list[str]:
        """The clauses by which it is refused."""
        try:
            self.does(seat, said)
        except Illegal as why:
            return [refusal.clause for refusal in why.refusals]
        return []

    def set_up(self) -> None:
        """Everybody takes the first free quarter; ties are none."""
        for _ in range(40):
            if self.position.phase == "turn" or self.asked()[0][1] == "whose turn":
                return
            seat, window = self.asked()[0]
            if seat == CHANCE:
                ask = self.asks[0]
                self.roll(*range(ask.dice, 0, -1))
            elif window == "roll again":
                self.says(seat, "keep die")
            else:
                self.says(seat, self.options(seat)[0])
        raise AssertionError(self.asked())

    def end(self, *pips: int, names_: str = "") -> None:
        """The active seat ends its turn; the next is found by these dice and this choice."""
        self.says(self.position.active[0], "end")
        for _ in range(10):
            if self.position.ended or self.asked()[0][1] == "act":
                return
            seat, window = self.asked()[0]
            if window == "roll-off" and pips:
                ask = self.asks[0]
                self.roll(*pips[: ask.dice])
                pips = pips[ask.dice :]
            elif window == "whose turn" and names_:
                self.says(seat, names_)
            elif window == "whose turn":
                self.says(seat, self.options(seat)[0])
            else:
                return

    def count(self, seat: str, name: str) -> int:
        return self.position.count(seat, name)

    def rules(self, key: str) -> list[Ruled]:
        """What has been ruled under a key."""
        return [one for one in self.battle.log if isinstance(one, Ruled) and one.key == key]

    @property
    def ended(self) -> Ended | None:
        return self.position.ended


Check = Callable[[Fray], None]


def fought(seats: int = 3, **given: Any) -> Fray:
    """A battle that is set up; whoever has the lowest rank is asked whose turn it is."""
    fray = Fray(seats, **given)
    fray.set_up()
    return fray


def named(fray: Fray, seat: str) -> Fray:
    """The first turn is that seat's."""
    fray.says(fray.asked()[0][0], seat)
    return fray
