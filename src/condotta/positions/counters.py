"""What is counted beside seats, units and the table, as far as position files need to say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

GOES_ON = (" ", ":")
"""How a word ends that goes on, such as `order ` of a counter or `declared ` of a mark."""


class Told(NamedTuple):
    """A counter that a file may give: beside whom it stands, its name, what it says."""

    beside: str
    name: str
    says: str
    least: int = 0


SET_UP = Told("the table", "set up", "the step that a phase of the set-up begins with, see above")
STANDS = (Told("a stand", "worth", "half points; `worth` of a piece says it in points"),)
COMMANDS = (
    Told(
        "a side (`south`)",
        "total",
        "half points that the army brought; without it those of its "
        "commands, once all three are there [GT-9.1]",
    ),
    Told(
        "a command (`R.1`)",
        "total",
        "half points of the command when it was made; without it "
        "what lies there and what is lost, added up [GT-10.8]",
    ),
    Told("a command (`R.1`)", "entry", "edge of its march: 1 left, 2 right, 3 and 4 base [GT-5.5]"),
    Told("a command (`R.1`)", "command dice", "1 or -1 on its command die [GT-7.2]", -1),
)
REGIMENTS = (
    Told("a seat", "victory points", "earned in the whole battle [FB-14.3]"),
    Told("a seat", "victory points 1 shooting", "earned in that turn and phase"),
    Told("a wizard", "knows bolt-of-force", "a spell of the lore that it knows [FB-5.1]"),
    Told("the table", "game turn", "the number of the game turn"),
)
UNITS = (
    Told("a unit", "slain", "models lost in this player turn, for morale [SK-112]"),
    Told("a seat", "command points", "those that are left [SK-129]"),
)
COFFERS = (
    Told("a seat", "tokens", "the coffer; 100 if left out [TT-1.2]"),
    Told("a seat", "points earned", "half points of the whole battle [TT-13.12]"),
    Told("the table", "round", "the number of the game turn; 1 if left out [TT-2.1]"),
)
EARNED = (Told("a seat", "points this phase", "half points earned in this phase [TT-9.1]"),)
ROUNDS = (
    Told("a seat", "points for the objective", "victory points [CM-88]"),
    Told("a seat", "rank", "1 for the most power [CM-80]"),
    Told("a seat", "had a turn", "the number of the last round in which it had one [CM-15]"),
    Told("a seat", "had the last turn", "the number of the round whose last turn it had [CM-21]"),
    Told("the table", "battle round", "the number of the round [CM-15]"),
)
COUNTERS: Mapping[str, tuple[Told, ...]] = {
    "triumph": (*STANDS, SET_UP),
    "grand": (*COMMANDS, *STANDS, SET_UP),
    "treachery+triumph": (*COFFERS, *EARNED, *STANDS, SET_UP),
    "ranked": (*REGIMENTS, SET_UP),
    "treachery": (*COFFERS, *REGIMENTS, SET_UP),
    "skirmish": (*UNITS, SET_UP),
    "carnage": (*ROUNDS, *UNITS, SET_UP),
    "carnage+ranked": (*ROUNDS, *REGIMENTS, SET_UP),
}
"""Those of each system; a wrong name of any other is told with the nearest one."""


SEAT, PIECE, COMMAND, SIDE, THE_TABLE = "a seat", "a piece", "a command", "a side", "the table"
BESIDE: Mapping[str, tuple[str, ...]] = {
    THE_TABLE: (
        "battle round", "clear of the centre", "dice are not settled", "disputes", "enemy",
        "game turn", "played by hands", "players", "round", "set up",
    ),
    SIDE: (
        "shown", "total",
    ),
    COMMAND: (
        "came by", "command dice", "entry", "set out", "total",
    ),
    SEAT: (
        "advantage", "anchor", "characters out", "charges declared",
        "chooses for the active player", "chose a quarter", "chose a turn", "conceded",
        "dispel dice", "done",
        "drops", "eliminated", "finished deploying first", "first turn", "flank march",
        "had a turn", "had the last turn", "home ", "invasion", "manoeuvre", "near marker",
        "order ", "picked ",
        "place in the order", "points earned", "points for the objective", "points this phase",
        "power dice", "power level", "quarter", "rank", "tokens", "used ", "vanguard done",
        "victory points", "victory points ", "won the roll-off",
    ),
    PIECE: (
        "A", "attacks rolled", "back x", "back y", "base depth mm", "base width mm", "BS",
        "cannot fire", "dying", "files", "has learnt", "I", "knows ", "Ld", "level", "M",
        "models", "models at phase start", "mustered", "overkill", "points", "power", "price",
        "pursued off", "real price", "real worth", "S", "save", "slain", "slew ", "T", "W",
        "ward", "wizard", "worth", "wounds", "wounds taken", "WS",
    ),
}  # fmt: skip
"""What each counter stands beside, of every game; some end in a word, such as `order fights`."""


def is_among(name: str, words: Iterable[str]) -> bool:
    """Whether a name is one of some words; one that goes on only begins it.

    >>> [is_among(name, ("tokens", "order ")) for name in ("tokens", "order fights", "order ")]
    [True, True, False]
    """
    return any(
        name.startswith(one) and name != one if one.endswith(GOES_ON) else name == one
        for one in words
    )


COMMAND_POINTS = "command points"
"""Those of a command where armies are divided into commands, else of a seat."""


def beside(name: str, *, commands: bool = False) -> tuple[str, ...]:
    """What a counter stands beside; nothing where nobody counts such a thing.

    `commands` says whether it is a game of commands.

    >>> beside("tokens"), beside("order fights"), beside("total"), beside("order ")
    (('a seat',), ('a seat',), ('a side', 'a command'), ())
    """
    if name == COMMAND_POINTS:
        return (COMMAND,) if commands else (SEAT,)
    return tuple(kind for kind, names in BESIDE.items() if is_among(name, names))


def table(told: Iterable[Told]) -> str:
    """The counters as a table of a page."""
    rows = (f"| {one.beside} | `{one.name}` | {one.says} |" for one in told)
    return "\n".join(("| beside | counter | what it says |", "| --- | --- | --- |", *rows))
