"""Large battles at the step where commands are split, in a few words.

    table = large()                      # both sides are asked for their commands
    split(table); place(table)           # commands as mustered, markers in the middle

An army is its three commands with slashes between: `R KNT* HFT+x7 / HFT* HFTx7 / ...`.
"""

from collections.abc import Iterable
from typing import Any

from condotta.kernel.battle import Battle
from condotta.kernel.chance import Cup, ScriptedCup, SeededCup
from condotta.kernel.events import Counted, Entered, Pushed
from condotta.rules import setting_up
from condotta.rules.grand import names
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.grand.muster import Command, GrandArmy, opening, points_of
from condotta.rules.grand.split import CommandSaid, Split, listed
from condotta.rules.library import book
from condotta.rules.setting_up import Opening
from condotta.rules.triumph import names as core
from tests.rules.triumph.set_up_table import stands_of
from tests.rules.triumph.table_setting import Table

MU = 10_000
BOOK = book("grand")
RED = "R KNT* HFT+x8 / KNT* HFT+x7 / KNT* HFT+x7"
BLUE = "B SPR* SPR+x7 / SPR* SPR+x6 / SPR* SPR+x6"
SEATS = {"R": ("red", "amber", "rose"), "B": ("blue", "green", "slate")}
SIDE = {"R": "south", "B": "north"}


def army(text: str, seats: int = 1, **more: Any) -> GrandArmy:
    """The commands of an army; those with `~` stands are allies."""
    letter, rest = text.split(maxsplit=1)
    commands = []
    for part in rest.split("/"):
        specs = tuple(spec for stand in part.split() for spec in stands_of(stand))
        commands.append(Command(specs, ally=all(spec.ally for spec in specs)))
    generals = {spec for command in commands for spec in command.stands if spec.general}
    return GrandArmy(
        SEATS[letter][:seats],
        SIDE[letter],
        f"the {SEATS[letter][0]} army",
        letter,
        tuple(commands),
        sum(points_of(command) for command in commands),
        **{
            "leaders": tuple(sorted({one.code for one in generals if not one.ally})),
            "ally_leaders": tuple(sorted({one.code for one in generals if one.ally})),
            **more,
        },
    )


def large(
    red: str | GrandArmy = RED,
    blue: str | GrandArmy = BLUE,
    *,
    seats: int = 1,
    first: str = "red",
    dice: Iterable[int] | None = None,
    cup: Cup | None = None,
) -> Table:
    """A battle whose terrain is settled; `first` has the tactical advantage.

    Dice are those given, or a cup's, or a seed's.
    """
    armies = tuple(army(one, seats) if isinstance(one, str) else one for one in (red, blue))
    events = [event for event in opening(BOOK, armies) if not isinstance(event, Pushed)]
    begun = opening(BOOK, armies)[-1]
    if cup is None:
        cup = SeededCup(7) if dice is None else ScriptedCup(tuple(dice))
    events += [Counted(first, core.ADVANTAGE, 1), Entered(0, core.TERRAIN, ())]
    events += [Counted(core.TABLE, setting_up.SET_UP, 1), begun, Pushed(Opening())]
    return Table(Battle(BOOK, tuple(events), cup))


def as_listed(table: Table, seat: str, **entries: str) -> Split:
    """The commands as mustered; `c2="left"` sends the second on a flank march."""
    said = list(listed(table.battle.view(seat).position, seat))
    for name, entry in entries.items():
        number = int(name[1:]) - 1
        one = said[number]
        said[number] = CommandSaid(one.stands, one.general, one.modifier, entry)
    return Split(tuple(said))


def split(table: Table, red: Split | None = None, blue: Split | None = None) -> None:
    """Both sides split their armies."""
    table.say("red", red or as_listed(table, "red"))
    table.say("blue", blue or as_listed(table, "blue"))


def answer(table: Table, seat: str) -> None:
    """What the seat's menu knows best."""
    ask = table.asks(seat)[0]
    seen = table.battle.view(seat).position
    said = next(table.battle.book.menus[ask.window].salient(table.battle.book, seen, ask))
    table.battle.say(seat, said, ask.id)


def camps(table: Table) -> None:
    """Camps as near the middle as can be."""
    while any(ask.window == "camp" for ask in table.asks()):
        answer(table, table.asks()[0].seat)


def place(table: Table, *points: float) -> None:
    """Camps, then the markers of both sides, in MU from the left end of each own edge."""
    camps(table)
    mus = points or (45, 25, 65)
    for _ in range(2):
        seat = table.asks()[0].seat
        assert table.asks()[0].window == names.MARKERS
        table.say(seat, PlaceMarkers(tuple(round(point * MU) for point in mus)))


def until(table: Table, window: str) -> None:
    """Answer as the menus know best until such a question is open."""
    for _ in range(200):
        asks = table.asks()
        if not asks or asks[0].window == window:
            return
        if asks[0].window == names.FIRST:
            table.choose(asks[0].seat, asks[0].options[0])
        else:
            answer(table, asks[0].seat)
    raise AssertionError(f"no question {window} came")
