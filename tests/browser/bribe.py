"""The log of a battle that stops where red may outbid whoever bribes mercenaries of his.

python -P tests/browser/bribe.py FILE
"""

import sys
from pathlib import Path
from random import Random

from condotta.bots.runner import answer_next
from condotta.bots.seat import make
from condotta.kernel.asks import Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.log import dump
from condotta.report.logbook import header_of
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery.names import TOKENS

SYSTEM = "treachery"
SEATS = 3
SEED = 43
BID = 50
DECISIONS = 600


def opened() -> Battle:
    """Three ranked armies with a company of mercenaries each."""
    how, rules = SYSTEMS[SYSTEM], book(SYSTEM, {"mercenaries": True})
    seats = how.seated(SEATS)
    assert how.armies_of_its_own is not None
    armies = how.armies_of_its_own("", SEATS, SEED)
    opening = how.opening(rules, seats, armies, Levy(lot=Random(SEED)))
    return Battle(rules, opening, SeededCup(str(SEED)))


def said(battle: Battle, ask: Ask) -> Choose | None:
    """Blue bribes a unit of red's when red can just outbid him; nobody else bribes anybody."""
    position = battle.state.position
    mine = [one for one in ask.options if one in position.pieces]
    match ask.seat, ask.window:
        case "blue", "bribe" if position.count("red", TOKENS) == 2 * BID:
            found = [one for one in mine if position.pieces[one].controller == "red"]
            return Choose(found[0] if found else "pass")
        case "blue", "bid":
            return Choose(str(BID))
        case _, "bribe" | "bid" | "counter-bid":
            return Choose("pass")
    return None


def reached() -> Battle:
    """The battle at that moment; a lookup error where no such moment comes."""
    battle = opened()
    bots = {seat: make("steward", battle.book, seat) for seat in battle.state.position.seats()}
    for _ in range(DECISIONS):
        (ask, *_others) = battle.waiting()
        if (ask.seat, ask.window) == ("red", "counter-bid"):
            return battle
        answer = said(battle, ask)
        if answer is None:
            answer_next(battle, bots)
        else:
            battle.say(ask.seat, answer, ask.id)
    raise LookupError(f"red may outbid nobody in {DECISIONS} decisions")


if __name__ == "__main__":
    found = reached()
    Path(sys.argv[1]).write_bytes(dump(header_of(found.book, {"name": "A bribe"}), found.log))
