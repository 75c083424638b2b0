"""Logs of battles in their midst, for the screen in the hall: every game and number of players.

python -P tests/browser/halls.py FILE

A JSON file by system and seats, as `treachery+reported 4`; bots and dice follow from a seed.
"""

import sys
from pathlib import Path

import condotta
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE

HALLS = {
    "treachery+reported": (3, 4, 5),
    "carnage+reported": (3, 4),
    "grand+reported": (4, 6),
    "triumph+reported": (2,),
}
TURNS = {"grand+reported": 2, "triumph+reported": 2}
"""How many turns are over; one of each player where nothing is said."""
SEEDS = range(5, 40)


def log_of(system: str, seats: int) -> str:
    """The log up to a shooting of a later turn in which somebody is asked."""
    turns = TURNS.get(system, seats)
    for seed in SEEDS:
        play = condotta.begin(system, seats=seats, seed=seed)
        battle = play.engine
        while not play.over:
            position = battle.state.position
            late = position.turn > turns and position.phase in ("shooting", "ranged", "charge")
            late = late and (position.count("table", "enemy") > 0 or "treachery" not in system)
            if late and any(ask.seat != CHANCE for ask in battle.waiting()):
                return play.log().decode()
            question = play.question
            play.say(play.suggest(question), question)
    raise LookupError(f"{system} of {seats} is always over before that")


if __name__ == "__main__":
    logs = {f"{system} {n}": log_of(system, n) for system, many in HALLS.items() for n in many}
    Path(sys.argv[1]).write_bytes(encode(logs))
