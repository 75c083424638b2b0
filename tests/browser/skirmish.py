"""Moments of skirmish battles, laid out and not played to, as logs in a JSON file.

python -P tests/browser/skirmish.py FILE

Whoever plays on from one of them types the dice, so that nothing hangs on luck.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from condotta.bots.chancer import Chancer
from condotta.bots.runner import answer_next
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.kernel.log import dump
from condotta.report.logbook import header_of
from condotta.rules.skirmish import names
from condotta.rules.skirmish.layer import SKIRMISH
from condotta.rules.skirmish.muster import opening
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from condotta.rules.skirmish.rosters.armies import Army, Detachment, Host, squad
from tests.rules.skirmish.skirmish_setting import SEATS, Table, setting

FOE = "B1 militia 10 36 44 180; B2 scouts 5 60 40 180"


def riding() -> Table:
    """A unit is inside a transport, another stands beside it; both may get in or out."""
    units = "R1 carrier 1 30 14; R2 line_infantry 4 30 5; R3 scouts 5 aboard R1; R4 medic 1 33 11"
    return setting(f"{units}; R5 heavy_brawlers 3 44 12; {FOE}", areas="ruins box 33 18 6 4")


def barred() -> Table:
    """A block and friends are in the way of a unit, with room to go round."""
    units = "R1 line_infantry 3 30 14 gap=20; R2 militia 2 36 16.5"
    return setting(f"{units}; {FOE}", areas="block box 30 16.5 2 1")


def boarding() -> Table:
    """A transport is to be set out, with who may be inside it and who may wait; a bot of a seed."""
    sheets = shipped_sheets()
    kinds = (("carrier", 1), ("line_infantry", 5), ("assault_elite", 5))
    riders = tuple(squad(sheets[kind], count) for kind, count in kinds)
    foes = (squad(sheets["militia"], 10), squad(sheets["scouts"], 5))
    armies = tuple(
        Army(seat, seat, seat[0].upper(), Host(seat, seat, (Detachment("patrol", squads),)))
        for seat, squads in (("red", riders), ("blue", foes))
    )
    rules = Book("skirmish", (SKIRMISH,), {})
    battle = Battle(rules, opening(rules, armies), SeededCup("boarding"))
    bots = {seat: Chancer(rules, Random(1)) for seat in SEATS}
    while not any((ask.seat, ask.window) == ("red", "deployment") for ask in battle.waiting()):
        answer_next(battle, bots)
    return Table(battle)


def wrecked() -> Table:
    """A transport with its last wound stands before an enemy psyker, with passengers inside."""
    units = "R1 psyker 1 30 14; B1 carrier 1 30 24 180 wounds=9; B2 militia 10 aboard B1"
    return setting(f"{units}; B3 militia 10 30 34 180", phase=names.PSYCHIC)


def frail() -> Table:
    """A psyker with its last wound, a friend and an enemy near it."""
    units = "R1 psyker 1 30 14 wounds=3; R2 scouts 5 30 10; B1 militia 5 30 18 180"
    return setting(f"{units}; B2 medic 1 60 40", phase=names.PSYCHIC)


def arriving() -> Table:
    """Two units wait in reserve, everybody else has moved."""
    units = "R1 line_infantry 5 30 10 made_its_move; R2 assault_elite 5 reserve"
    return setting(
        f"{units}; R3 jump_assault 5 reserve; {FOE}", areas="ruins box 20 22 6 4", turn=2
    )


def casting() -> Table:
    """A psyker with friends on foot and mounted near, two enemies equally near, and a psyker."""
    units = "R1 psyker 1 30 14; R2 line_infantry 5 24 12; R3 bikers 3 36 12; R4 scouts 5 30 8"
    foes = "B1 militia 5 24 26 180; B2 militia 5 36 26 180; B3 psyker 1 30 34 180"
    return setting(f"{units}; {foes}", phase=names.PSYCHIC)


def shooting() -> Table:
    """Ten of the line before two enemy units, with points to roll a die again on both sides."""
    units = "R1 line_infantry 10 30 14 line_trooper=flame_projector; B1 militia 10 24 24 180"
    points = {"red": {names.CP: 3}, "blue": {names.CP: 1}}
    return setting(f"{units}; B2 scouts 5 38 24 180", phase=names.SHOOTING, counters=points)


MOMENTS: Mapping[str, Callable[[], Table]] = {
    one.__name__: one
    for one in (riding, boarding, barred, wrecked, arriving, casting, frail, shooting)
}


def log_of(name: str) -> str:
    """The log of a moment, its dice to be typed."""
    battle = MOMENTS[name]().battle
    return dump(header_of(battle.book, {"name": name}, "typed"), battle.log).decode()


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps({name: log_of(name) for name in MOMENTS}))
