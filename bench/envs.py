"""Steps a second of environments with 24 to 200 stands, beside PettingZoo's chess, in one run.

python bench/envs.py
python bench/envs.py --steps 300 --seconds 20

All say any legal thing by lot, drawn by the mask. A step is one observation of whoever is asked and
one action. Of ours it is measured with all offers judged, and with what is picked judged alone; the
rest are refused picks, which are steps too: `refused` says how many there were. Seconds are
the processor's, of the fastest of the rounds, since others may be at work on the machine. Chess
needs `pip install chess pygame-ce`; it is left out where they are not.
"""

import argparse
import os
import platform
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from bench.collisions import processor  # noqa: E402 - found by the lines above
from condotta.envs import aec  # noqa: E402 - the same
from condotta.lab.offers import crowded  # noqa: E402 - the same

STANDS = (24, 48, 100, 200)
MU = 10_000


def melee(stands: int) -> dict[str, object]:
    """A position of so many stands in all, thrown on a board with some woods."""
    wide = 40 + stands
    _, made = crowded(stands // 2, 1, (wide, 36))
    pieces = []
    for piece in made.pieces.values():
        pose = piece.pose
        degrees = round(np.degrees(np.arctan2(pose.ux, pose.uy))) % 360
        general = "*" if piece.traits else ""
        pieces.append(f"{piece.id}{general} {piece.type} {pose.x / MU} {pose.y / MU} {degrees}")
    return {
        "system": "triumph", "phase": "command", "active": "red", "board": [wide, 36],
        "settings": {"lossThreshold": 144}, "pieces": pieces,
    }  # fmt: skip


def stepped(env: object, steps: int, seconds: float) -> dict[str, float]:
    """So many steps of an environment, or what it makes in so many seconds."""
    draw = np.random.default_rng(1)
    env.reset(seed=1)
    made = refused = battles = 0
    started = time.process_time()
    while made < steps and time.process_time() - started < seconds:
        if not env.agents:
            battles += 1
            env.reset(seed=1 + battles)
        shown, _, over, broken, info = env.last()
        refused += "refused" in info
        mask = shown["action_mask"]
        env.step(None if over or broken else int(draw.choice(np.flatnonzero(mask))))
        made += 1
    return {"rate": made / (time.process_time() - started), "refused": refused / max(1, made)}


def rated(make, asked: argparse.Namespace) -> dict[str, float]:
    """The fastest of the rounds."""
    rounds = [stepped(make(), asked.steps, asked.seconds) for _ in range(asked.rounds)]
    return max(rounds, key=lambda one: one["rate"])


def told(name: str, found: dict[str, float]) -> None:
    """A row."""
    print(f"{name:44} {found['rate']:8.0f} {100 * found['refused']:7.0f} %", flush=True)


def chess() -> None:
    """Chess, as PettingZoo has it."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo.classic import chess_v6  # noqa: PLC0415 - it need not be here

    return chess_v6.env()


def ours(words: dict[str, object], judged: bool, offers: int, folder: Path):
    """What makes an environment of ours from a position."""
    import msgspec  # noqa: PLC0415 - a moment's use

    where = folder / "melee.json"
    where.write_bytes(msgspec.json.encode(words))
    return lambda: aec(str(where), offers=offers, pieces=200, judged=judged)


def main() -> int:
    """Measure and print."""
    import tempfile  # noqa: PLC0415 - the same

    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("--steps", type=int, default=400)
    ask.add_argument("--seconds", type=float, default=12.0, help="at most, of each row and round")
    ask.add_argument("--rounds", type=int, default=2)
    ask.add_argument("--offers", type=int, default=16)
    asked = ask.parse_args()
    print(f"{processor()}, Python {platform.python_version()}; {asked.offers} offers")
    print(f"{'environment':44} {'steps/s':>8} {'refused':>9}")
    try:
        told("chess (PettingZoo)", rated(chess, asked))
    except ImportError as why:
        print(f"chess (PettingZoo)                           left out: {why}")
    with tempfile.TemporaryDirectory() as folder:
        for stands in STANDS:
            for judged in (True, False):
                how = "all judged" if judged else "judged when picked"
                make = ours(melee(stands), judged, asked.offers, Path(folder))
                told(f"TRIUMPH! melee, {stands} stands, {how}", rated(make, asked))
        for what in ("duel", "brawl", "regiments", "patrol", "triumph", "grand", "skirmish"):
            make = partial(aec, what, offers=asked.offers, judged=False)
            told(f"{what}, judged when picked", rated(make, asked))
    return 0


if __name__ == "__main__":
    sys.exit(main())
