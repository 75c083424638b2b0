"""Logs of moments that are answered by two presses: a shot, a charge, a spell, a charge of models.

python -P tests/browser/answers.py FILE
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from condotta.kernel.battle import Battle
from condotta.kernel.log import dump, encode
from condotta.report.logbook import header_of
from condotta.rules.ranked import names
from condotta.rules.ranked.magic.casting import MagicPhase
from condotta.rules.ranked.magic.lore import KNOWS, LEARNT
from tests.rules.ranked.ranked_setting import setting as ranked
from tests.rules.skirmish.skirmish_setting import setting as skirmish
from tests.rules.triumph.table_setting import setting as triumph

RANKS = "R1 line-infantry 20x5 20 14 0 standard musician; R2 archers 20x10 40 12 0; "
FOES = "B1 levy-spears 24x6 20 23 180; B2 heavy-infantry 20x5 40 34 180"


def shot() -> Battle:
    """Two stands of archers with enemies in reach."""
    return triumph(
        "R1* ARC 20 10 0; R2 ARC 24 10 0; R3 KNT 30 6 0; B1* SPR 20 12.5 180; B2 WBD 24 12.5 180",
        phase="ranged",
    ).battle


def charge() -> Battle:
    """Infantry with a captain in it before an enemy; archers whose enemy is far away."""
    return ranked(f"{RANKS} R3 captain 1x1 in R1; {FOES}", phase=names.CHARGES).battle


def spell() -> Battle:
    """An adept of two spells with power dice, and dice against him."""
    adept = {LEARNT: 1, KNOWS + "bolt-of-force": 1, KNOWS + "steel-skin": 1}
    counters = {"red": {names.POWER: 6}, "blue": {names.DISPEL: 3}, "R3": adept}
    pieces = f"{RANKS} R3 adept 1x1 30 12 0; {FOES}"
    return ranked(pieces, phase=names.MAGIC, counters=counters, then=(MagicPhase(),)).battle


def models() -> Battle:
    """Troopers eight inches from militia."""
    units = "R1 line_infantry 5 30 20; B1 militia 10 30 28 180; B2 scouts 5 60 40 180"
    return skirmish(units, phase="charge").battle


def log_of(battle: Battle, name: str) -> str:
    """The log of a moment, its dice to be typed."""
    return dump(header_of(battle.book, {"name": name}, "typed"), battle.log).decode()


if __name__ == "__main__":
    moments = (shot, charge, spell, models)
    logs = {one.__name__: log_of(one(), one.__name__) for one in moments}
    Path(sys.argv[1]).write_bytes(encode(logs))
