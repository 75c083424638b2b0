"""Logs of battles in their midst, for the screen in the hall: every game and number of players.

python -P tests/browser/halls.py FILE

A JSON file by system and seats, as `treachery+reported 4`, and by the moment where it is another,
`begins` or `over`; bots and dice follow from a seed.
"""

import sys
from pathlib import Path

import condotta
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE

HALLS = {
    "treachery+reported": (3, 4, 5),
    "carnage+reported": (3, 4),
    "grand+reported": (2, 4, 6),
    "triumph+reported": (2,),
    "grand": (6,),
    "triumph": (2,),
    "treachery": (4,),
    "carnage": (4,),
}
TURNS = {
    "grand+reported": 2,
    "triumph+reported": 2,
    "grand": 4,
    "triumph": 2,
    "treachery": 2,
    "carnage": 2,
}
"""How many turns are over; one of each player where nothing is said."""
OTHERS = (
    ("grand+reported", 4, "begins"),
    ("grand+reported", 4, "over"),
    ("carnage+reported", 3, "over"),
)
"""Moments before the first turn and after the last."""
FEW = 6
"""How many answers there were when a battle begins."""
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


def log_at(system: str, seats: int, moment: str) -> str:
    """The log of a battle that has just begun, or is over."""
    play = condotta.begin(system, seats=seats, seed=SEEDS[0])
    for number in range(10_000):
        if play.over or (number == FEW and moment == "begins"):
            break
        question = play.question
        play.say(play.suggest(question), question)
    return play.log().decode()


if __name__ == "__main__":
    logs = {f"{system} {n}": log_of(system, n) for system, many in HALLS.items() for n in many}
    logs |= {f"{system} {n} {moment}": log_at(system, n, moment) for system, n, moment in OTHERS}
    Path(sys.argv[1]).write_bytes(encode(logs))
