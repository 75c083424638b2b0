"""The battles that `bench/page.mjs` looks at, as logs in a JSON file: many stands, many models.

python -P bench/page_moments.py FILE
"""

import json
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from bench.skirmish_moves import GROUND  # noqa: E402 - the path comes first
from condotta import playing  # noqa: E402 - as above
from condotta.kernel.battle import Battle  # noqa: E402 - as above
from condotta.kernel.chance import SeededCup  # noqa: E402 - as above
from condotta.kernel.events import Moved  # noqa: E402 - as above
from tests.rules.skirmish.skirmish_setting import setting  # noqa: E402 - as above

MOST = 4_000
MODELS = 208
SEED = 7
MOVED = 7


def rows(side: str, first: int, units: int, south: float, facing: str) -> list[str]:
    """Units of ten militia, five in a row."""
    return [
        f"{side}{first + at} militia 10 {8 + 12 * (at % 5)} {south + 5 * (at // 5)} {facing}"
        for at in range(units)
    ]


def models() -> playing.Battle:
    """A mob of 30 between 178 others, who begin to fight."""
    pieces = ["R1 brute_mob 30 24 20", *rows("R", 2, 7, 6, "0"), "R20 scouts 5 60 20"]
    foes = [*rows("B", 1, 10, 30, "180"), "B20 scouts 3 60 44 180"]
    laid = setting("; ".join([*pieces, *foes]), areas=GROUND).battle
    found = [one for one in laid.state.position.pieces.values() if one.type != "unit" and one.pose]
    assert len(found) == MODELS, len(found)
    return playing.Battle(Battle(laid.book, laid.log, SeededCup(SEED)), SEED)


def fought(battle: playing.Battle, window: str) -> str:
    """The battle as it stops where red is asked that and bodies have moved so often."""
    for _ in range(MOST):
        ask = battle.question
        moved = sum(isinstance(event, Moved) for event in battle.engine.log)
        if moved >= MOVED and (ask.seat, ask.window) == ("red", window):
            return battle.log().decode()
        battle.play(decisions=1)
    raise LookupError(f"red is asked for no {window}")


if __name__ == "__main__":
    logs = {
        "stands": fought(playing.begin("grand", seed=SEED), "movement"),
        "models": fought(models(), "move unit"),
    }
    Path(sys.argv[1]).write_text(json.dumps(logs))
