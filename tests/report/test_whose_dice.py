"""Every die is credited to whoever rolled it, in every system. FB-4.7, FB-5.9, FB-6.9, SK-62"""

import pytest

from condotta.kernel.asks import Ask, Choose, Roll
from condotta.kernel.events import Answered, Asked, Event
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.report.fortune import dice_of, owners
from condotta.rules.systems import SYSTEMS
from tests.properties.journeys import told
from tests.report.anywhere import fought
from tests.report.fought import position, stand

NOBODY = frozenset({"terrain turns", "edge dice"})
"""Dice that lay out the ground are no player's."""
EVERYBODY = frozenset(
    {
        *("invasion dice", "manoeuvre dice", "first turn", "roll-off", "second roll"),
        *("neutral dice", "position dice", "bribe dice", "loyalty dice", "dispute dice"),
    }
)
"""A die for each of the seats that are named."""
BOTH = frozenset({"melee dice", "shot dice", "channelling", "ambush"})
"""A die for each of the pieces that are named."""
SAVES = frozenset({"armour saves", "ward saves", "saving throws", "wounds ignored"})
"""Rolled by whoever was hit."""
CHOSEN = frozenset({"dispel dice"})
"""Rolled by whoever has just chosen to."""


class Umpire:
    """Says of each roll of a log who rolls it by the rulebook."""

    def __init__(self) -> None:
        self.position = Position()
        self.chose: Seat = ""
        self.struck: Seat = ""

    def hear(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Answered) and event.seat != CHANCE and isinstance(event.said, Choose):
            self.chose = event.seat
        self.position = evolve_position(self.position, event)

    def leads(self, name: str) -> Seat:
        """Whoever leads a piece, a unit or a command; a seat is itself."""
        pieces, name = self.position.pieces, name.removesuffix(":champion")
        if name in pieces:
            return pieces[name].controller
        if name in self.position.seats():
            return name
        under = [one for one in pieces.values() if one.command == name]
        led = {one.controller for one in under if "general" in one.traits or "." in one.id}
        assert len(led) == 1, name
        return led.pop()

    def rolling(self, ask: Ask) -> tuple[Seat, ...]:
        """A seat for each die."""
        window = ask.window.removesuffix(" again")
        seats = self.position.seats()
        if window in NOBODY:
            return ("",) * ask.dice
        if window == "terrain dice":  # each army's first seat has one, if there are two armies
            first: dict[str, Seat] = {}
            for seat in seats:
                first.setdefault(self.position.side(seat), seat)
            return tuple(first.values()) if len(first) == ask.dice else ("",) * ask.dice
        if window in EVERYBODY:
            return tuple(name for name in ask.about if name in seats)
        if window in BOTH:
            return tuple(map(self.leads, ask.about))
        if window == "winds of magic":
            return (self.position.active[0],) * ask.dice
        if window in CHOSEN:
            return (self.chose,) * ask.dice
        if window == "to wound":
            self.struck = self.leads(ask.about[0])
        if window in SAVES and window.endswith("saves"):
            assert self.leads(ask.about[1]) == self.struck, ask
        return (self.leads(ask.about[0]),) * ask.dice


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_die_belongs_to_who_rolled_it(system: str) -> None:
    """[TC-4.3, TC-7.12, TC-9.7, GT-7.1, TT-11.3, CM-20, SK-57, SK-62, SK-92, FB-4.7, FB-5.9]"""
    umpire, windows = Umpire(), set[str]()
    for event in fought(system):
        if isinstance(event, Asked) and event.ask.dice and event.ask.sides == 6:
            windows.add(event.ask.window)
            wanted = umpire.rolling(event.ask)
            assert owners(event.ask, umpire.position) == wanted, event.ask
        umpire.hear(event)
    if system.endswith("+reported"):  # most are rolled at the table; those of disputes are here
        assert "dispute dice" in windows
        assert len(windows) > 2, windows
    else:
        assert len(windows) > 4, windows


def rolled(window: str, about: tuple[str, ...], *pips: int) -> tuple[Event, Event]:
    """A request and its answer."""
    ask = Ask(CHANCE, window, "FB-1.1", about=about, dice=len(pips), id=1)
    return Asked(ask), Answered(1, CHANCE, window, Roll(pips))


@pytest.mark.parametrize(
    ("window", "about", "pips", "red", "blue"),
    [
        ("charge dice", ("R1", "B2"), (6, 1), (6, 1), ()),  # both are the charger's [FB-4.7]
        ("to hit", ("R1", "B2"), (6, 1), (6, 1), ()),  # as many shots as there are parties [FB-6.4]
        ("armour saves", ("B2", "R1"), (6, 1), (), (6, 1)),  # [FB-6.9]
        ("saving throws", ("B2", "R1"), (3,), (), (3,)),  # [SK-62]
        ("melee dice", ("R1", "B2"), (6, 1), (6,), (1,)),  # [TC-9.7]
        ("channelling", ("B2", "R1"), (6, 1), (1,), (6,)),  # [FB-5.3]
        ("roll-off", ("turn", "red", "blue"), (2, 5), (2,), (5,)),  # [CM-20]
        ("dispel dice", ("blue", "R1"), (2, 5), (), (2, 5)),  # [FB-5.9]
        ("command dice", ("R",), (4,), (4,), ()),  # [TC-4.3]
        ("edge dice", (), (4,), (), ()),
    ],
)
def test_whose_dice(window, about, pips, red, blue):
    table = position(stand("R1", "SPR", 20, 10), stand("B2", "KNT", 20, 13, 180))
    events = (*told(table), *rolled(window, about, *pips))
    for dice, wanted in zip(dice_of(events, ("red", "blue")), (red, blue), strict=True):
        assert dice.faces == tuple(wanted.count(face) for face in range(1, 7)), dice.seat
