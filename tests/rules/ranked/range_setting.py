"""Regiments on a bare table, one procedure begun, dice typed in: for shooting and magic.

    table = Range(regiment("R1", x=24, y=10), regiment("B1", x=24, y=30, face=180))
    table.begin(Wounding(hit=Hit(target="B1", hits=3, strength=4, by="red", source="R1")))
    table.roll(4, 5, 6)

Seats are red and blue (and green); an id's first letter is its seat. Places in inches: the middle
of the front edge, and degrees clockwise from up the table.
"""

from collections.abc import Iterable
from typing import Any

from condotta.kernel.asks import Action, Ask, Choose, Frame, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Began, Counted, Entered, Event, Laid, Mustered, Pushed, Ruled
from condotta.kernel.records import CHANCE, Board, Chair, Mark, Piece
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses import inflicting
from condotta.rules.ranked.magic import casting, lore, miscasts, spell_effects, storms, winds
from condotta.rules.ranked.reading.formation import quanta_of, shape_of
from condotta.rules.ranked.shooting import (
    machines,
    marksmen,
    mishaps,
    random_hits,
    shooting_phase,
    templates,
    volleys,
)
from condotta.rules.sitting import friend_or_enemy
from condotta.table import Area, Box, pose_at

SEATS = {"R": "red", "B": "blue", "G": "green"}
MODULES: tuple[Any, ...] = (
    inflicting, volleys, marksmen, random_hits, shooting_phase, templates, machines, mishaps,
    lore, winds, casting, spell_effects, storms, miscasts,
)  # fmt: skip
PLAIN = {"M": 4, "WS": 3, "BS": 3, "S": 3, "T": 3, "W": 1, "I": 3, "A": 1, "Ld": 7}


def regiment(
    name: str,
    *,
    x: float = 24,
    y: float = 10,
    face: float = 0,
    models: int = 20,
    files: int = 5,
    kind: str = "infantry",
    base: tuple[int, int] = (20, 20),
    traits: str = "",
    marks: str = "",
    inside: str = "",
    points: int = 100,
    **numbers: int,
) -> list[Event]:
    """The events that muster one regiment; a character `inside` another has no place of its own."""
    seat = SEATS[name[0]]
    piece = Piece(
        name,
        kind,
        seat,
        seat,
        army=seat,
        command=inside or name,
        unit=name,
        shape=shape_of(models, files, quanta_of(base[0]), quanta_of(base[1])),
        place="table",
        pose=None if inside else pose_at(round(x * 10_000), round(y * 10_000), face),
        traits=tuple(traits.split()),
        marks=tuple(Mark(one.replace("_", " ")) for one in marks.split()),
    )
    counters = {
        **PLAIN,
        names.MODELS: models,
        names.MUSTERED: models,
        names.FILES: min(files, models),
        names.POINTS: points,
        names.BASE_WIDTH: base[0],
        names.BASE_DEPTH: base[1],
        names.SAVE: 7,
        **numbers,
    }
    return [Mustered(piece), *(Counted(name, key, value) for key, value in counters.items())]


def ground(kind: str, *box: float) -> Laid:
    """A box of ground: the middle, half the length across and half the depth, in inches."""
    x, y, half, deep = (round(side * 10_000) for side in box)
    return Laid(Area(kind, kind, Box(x, y, half, deep, 1_000_000, 0)))


class Range:
    """A battle at a moment, and short ways to speak and to look."""

    def __init__(
        self,
        *regiments: list[Event],
        phase: str = names.SHOOTING,
        seats: Iterable[str] = ("red", "blue"),
        hooks: tuple[Any, ...] = (),
        areas: Iterable[Event] = (),
        counters: Iterable[Event] = (),
    ) -> None:
        gathered: dict[str, dict[Any, Any]] = {"PROCEDURES": {}, "JUDGES": {}, "MENUS": {}}
        for part, found in gathered.items():
            for module in MODULES:
                found.update(getattr(module, part, {}))
        own = tuple(one for module in MODULES for one in getattr(module, "HOOKS", ()))
        layer = Layer(
            "ranked",
            0,
            procedures=gathered["PROCEDURES"],
            judges=gathered["JUDGES"],
            menus=gathered["MENUS"],
            hooks=((seams.RELATION, friend_or_enemy, "FB-1.2"), *own),
        )
        table = Layer("test", 1, hooks=hooks)
        self.book = Book("ranked", (layer, table))
        chairs = tuple(Chair(seat, seat) for seat in seats)
        self.opening: list[Event] = [
            Began(Board(720_000, 480_000), chairs),
            *areas,
            *(event for one in regiments for event in one),
            *counters,
            Entered(1, phase, ("red",)),
        ]

    def begin(self, frame: Frame) -> "Range":
        """Begin a procedure."""
        self.battle = Battle(self.book, [*self.opening, Pushed(frame)])
        return self

    @property
    def position(self):
        return self.battle.state.position

    def piece(self, name: str) -> Piece:
        return self.position.pieces[name]

    def count(self, holder: str, name: str) -> int:
        return self.position.count(holder, name)

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.battle.state.asks

    def window(self) -> str:
        """The window of the only open question, or nothing."""
        return self.asks[0].window if self.asks else ""

    def roll(self, *pips: int) -> list[Event]:
        """Type in the dice that chance is asked for."""
        (ask,) = self.asks
        assert ask.dice == len(pips), f"{ask.window} takes {ask.dice} dice"
        return self.battle.say(CHANCE, Roll(pips), ask.id)

    def say(self, seat: str, said: Action) -> list[Event]:
        ask = next(one for one in self.asks if one.seat == seat)
        return self.battle.say(seat, said, ask.id)

    def choose(self, seat: str, option: str) -> list[Event]:
        return self.say(seat, Choose(option))

    def rulings(self, key: str) -> list[Ruled]:
        """What was ruled under a key."""
        return [one for one in self.battle.log if isinstance(one, Ruled) and one.key == key]
