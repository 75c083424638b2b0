"""Plays the examples of chances by lot and compares how often each thing comes with its chance.

python -m tests.positions.by_lot [PLAYS]
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random

from condotta.kernel.asks import Choose, Roll
from condotta.kernel.events import Ruled
from condotta.kernel.records import CHANCE
from condotta.positions import building
from condotta.positions.reading import load
from condotta.positions.running import report

FILES = Path(__file__).parent / "chances"
SIGMAS = 4.5
"""How far a count may lie from what is foretold: one in 150,000 lies farther by chance."""
ANSWERS = ("restrain", "keep", "none", "end", "hold")


def volley(battle, events):
    """What the volley has come to, read off the table."""
    now = battle.state.position
    yield f"left {now.count('B1', 'models')}"
    if any(one.key == "fb.8-1.losses" and one.params["regiment"] == "B1" for one in events):
        yield "it tests"
    if now.pieces["B1"].marked("fleeing"):
        yield "it flees"


def combats(battle, events):
    """Who is lost after both combats, and whether the knights were beaten."""
    lost = [one for one in ("B1", "B2", "R2") if battle.state.position.pieces[one].place == "lost"]
    yield from (f"{one} lost" for one in lost)
    if {"B1", "B2"} <= {*lost}:
        yield "both lost"
    if any(one.clause == "TC-3.5" and one.params.get("loser") == "R1" for one in events):
        yield "R1 is beaten"


def charge(battle, events):
    """What the log says of the charge, its fight and the break test."""
    keys = [(one.clause, one.key, *one.params.values()) for one in events]
    told = {
        "the charge fails": lambda one: one[0] == "FB-4.8",
        "a draw": lambda one: one[1] == "fb.7-13.draw",
        "B1 loses": lambda one: one[1] == "fb.7-13.result" and ("B1",) in one,
        "B1 breaks": lambda one: one[1] == "fb.7-14.breaks" and "B1" in one,
        "R1 breaks": lambda one: one[1] == "fb.7-14.breaks" and "R1" in one,
        "B1 falls to the last": lambda one: (
            one[:2] == ("FB-7.8", "fb.2-3.destroyed") and one[2] == "B1"
        ),
    }
    yield from (name for name, holds in told.items() if any(map(holds, keys)))
    yield f"left {battle.state.position.count('R1', 'models')}"


READ = {"ranked-volley": volley, "triumph-two-combats": combats, "ranked-charge": charge}
LAST = {
    "ranked-volley": "shooting",
    "triumph-two-combats": "close",
    "ranked-charge": "close combat",
}


def by_lot(name, plays, seed):
    """How often each outcome of an example came in so many plays."""
    counted = Counter()
    draw = Random(seed)
    start = building.battle(building.set_up(load(FILES / f"{name}.json")))
    for _ in range(plays):
        counted.update(play(name, start.fork(None), draw))
    return counted


def play(name, battle, draw):
    """One play: what is said first, then every die, until the last phase is over."""
    told, last = [], LAST[name]
    reached = False
    first = next(ask for ask in battle.waiting())
    events = battle.say("red", Choose("R1>B1"), first.id)
    while True:
        told += [one for one in events if isinstance(one, Ruled)]
        now = battle.state.position
        reached = reached or now.phase == last
        if now.ended is not None or (reached and now.phase != last):
            break
        ask = battle.waiting()[0]
        if ask.seat == CHANCE:
            pips = tuple(draw.randint(1, ask.sides) for _ in range(ask.dice))
            events = battle.say(CHANCE, Roll(pips), ask.id)
        else:
            option = next((one for one in ANSWERS if one in ask.options), ask.options[0])
            events = battle.say(ask.seat, Choose(option), ask.id)
    return [*READ[name](battle, told)]


def within(name, counted, plays):
    """Compare, and say how many outcomes were looked at; one that lies too far off is an error."""
    (run,) = report(load(FILES / f"{name}.json"), name).runs
    rows = run.answers[-1].answer["outcomes"]
    for what, row in rows.items():
        chance = row["chance"]
        spread = (plays * chance * (1 - chance)) ** 0.5
        off = abs(counted[what] - plays * chance)
        assert off <= SIGMAS * spread + 1, (what, counted[what] / plays, chance)
    return sum(1 for row in rows.values() if plays * row["chance"] > 5)


def main(plays):
    """Play every example that can be read off a table so often."""
    for name in READ:
        counted = by_lot(name, plays, seed=1)
        print(f"{name}: {within(name, counted, plays)} outcomes of {plays} plays are within bounds")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
