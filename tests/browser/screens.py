"""Logs of a battle of every system: where red is first asked, well into the fighting, and over.

python -P tests/browser/screens.py FILE
"""

import sys
from pathlib import Path

from condotta import playing
from condotta.kernel.log import encode
from condotta.rules.systems import SYSTEMS

SEED = 7
FIGHTING = {"triumph+reported": 2}  # by then losses have been seen: of those by lot there are many
BY_THEN = 3  # by then arrows, dice and losses have been seen in every other game
SEATS = {
    "treachery": 3,
    "treachery+triumph": 3,
    "treachery+reported": 5,
    "carnage": 4,
    "carnage+ranked": 3,
    "carnage+reported": 4,
    "grand+reported": 4,
}


def moments(system: str) -> dict[str, str]:
    """Three logs of one battle that bots fight."""
    battle = playing.begin(system, seats=SEATS.get(system), seed=SEED)
    found: dict[str, str] = {}
    while not battle.over:
        if battle.question.seat == "red":
            turn = battle.view().position.turn
            found.setdefault("setting", battle.log().decode())
            if turn >= FIGHTING.get(system, BY_THEN):
                found.setdefault("fighting", battle.log().decode())
        battle.play(decisions=1)
    return found | {"over": battle.log().decode()}


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(encode({system: moments(system) for system in SYSTEMS}))
