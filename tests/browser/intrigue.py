"""The log of a battle that stops where red alone is asked and may play a card at several stands.

python -P tests/browser/intrigue.py FILE

Dice, decks and bots follow from one seed, so that it is the same battle every time.
"""

import sys
from pathlib import Path

from condotta.armies import find_roster
from condotta.bots.runner import answer_next, seated
from condotta.kernel.battle import Battle
from condotta.kernel.log import dump
from condotta.lab.matches import Field, match
from condotta.report.logbook import header_of
from condotta.rules.library import book
from condotta.rules.treachery.playing import PlayCard

FIELD = Field(system="treachery+triumph", seats=3)
ROSTERS = (
    "syracusan-310-bc-any-other",
    "midianites-and-early-arabs-906-bc",
    "later-sargonid-assyrian-645-bc",
)
BOTS = {"red": "steward", "blue": "miser", "amber": "schemer"}
SEED = "intrigue53"
DECISIONS = 400


def plays(battle: Battle) -> bool:
    """Whether nobody but red has to answer a window, and a card of his has a choice of stands."""
    match battle.waiting():
        case (ask,) if ask.seat == "red" and "PlayCard" in ask.says:
            seen = battle.view("red").position
            menu = battle.book.menus[ask.window].salient(battle.book, seen, ask)
            aims = [one.target for one in menu if isinstance(one, PlayCard)]
            return sum(aim in seen.pieces and seen.pieces[aim].pose is not None for aim in aims) > 1
    return False


def reached(seed: str = SEED) -> Battle:
    """The battle at that moment; a lookup error where no such moment comes."""
    rules = book(FIELD.system)
    fought = match(rules, tuple(find_roster(name) for name in ROSTERS), seed, FIELD)
    bots = seated(BOTS, rules, seed)
    for _ in range(DECISIONS):
        if plays(fought):
            return fought
        answer_next(fought, bots)
    raise LookupError(f"red may never play a card in {DECISIONS} decisions of seed {seed}")


if __name__ == "__main__":
    found = reached()
    header = header_of(found.book, {"name": "Intrigue"})
    Path(sys.argv[1]).write_bytes(dump(header, found.log))
