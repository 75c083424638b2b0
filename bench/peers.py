"""Ours beside other referees in one run: decisions a second, seconds a battle, ratios to ours.

python bench/peers.py
python bench/peers.py --peer botbowl=BOT/bin/python@BOTBOWL --peer catanatron=CAT/bin/python \
    --peer chess=CAT/bin/python --peer wargame=WAR/bin/python@WARGAME_RL --battles 5
python bench/peers.py --pieces --bots random,steward

Everybody plays by lot whatever is legal, a battle each in turns, each in a process of its own; the
first of each warms up and is not told. Peers are nothing that we need: each is named with the
interpreter that has it and, after an @, the folder of its sources.

* botbowl: `git clone https://github.com/njustesen/botbowl BOTBOWL`, then in an environment
  `pip install 'numpy<2' 'gym==0.26.2' untangle Flask Jinja2 docker python-interface stopit requests
  Cython setuptools matplotlib more_itertools pytest tabulate` and, in BOTBOWL, `python setup.py
  build`. It is played twice: with path-finding, which finds legal moves as we do, and without.
* catanatron and chess: `pip install catanatron pettingzoo chess pygame-ce`. Catanatron plays Catan
  with four seats, chess is PettingZoo's environment, which makes an observation at every step.
* wargame: `git clone https://github.com/sashman/wargame_rl WARGAME_RL`, and `pip install loguru
  gymnasium pygame numpy pydantic-yaml`. A step there orders all 25 models of a side at once,
  against a side that a script leads; each model that may do several things counts as a decision.

A decision is one answer by a player, chance apart. Seconds are the processor's. `--pieces` tells
instead what a decision costs in a melee of 24 to 200 stands.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
OURS = ("triumph", "grand", "ranked", "skirmish", "carnage", "carnage+ranked", "treachery",
        "treachery+triumph")  # fmt: skip
STANDS = (24, 48, 96, 200)
PLAIN = "botbowl, paths off"


class Played(NamedTuple):
    """One battle: what was decided, and the processor's seconds for it."""

    decisions: int
    seconds: float


Game = Callable[[int], Played]


# ── others ───────────────────────────────────────────────────────────────────
def botbowl(*, paths: bool) -> tuple[str, Game]:
    """A game between two who pick an action, a place and a player by lot."""
    import botbowl as peer  # noqa: PLC0415 - only its own interpreter has it
    import numpy as np  # noqa: PLC0415 - the same

    class Lots(peer.Agent):
        said = 0

        def new_game(self, game, team):  # noqa: ARG002 - as it is called
            self.draw = np.random.RandomState(int(game.game_id))

        def act(self, game):
            Lots.said += 1
            choices = game.state.available_actions
            listed = [one for one in choices if one.action_type != peer.ActionType.PLACE_PLAYER]
            one = self.draw.choice(listed)
            where = self.draw.choice(one.positions) if len(one.positions) else None
            who = self.draw.choice(one.players) if len(one.players) else None
            return peer.Action(one.action_type, position=where, player=who)

        def end_game(self, game):
            pass

    config = peer.load_config("bot-bowl")
    config.competition_mode = config.debug_mode = False
    config.fast_mode = True
    config.pathfinding_enabled = paths
    rules = peer.load_rule_set(config.ruleset)
    arena = peer.load_arena(config.arena)

    def play(number: int) -> Played:
        teams = [peer.load_team_by_filename("human", rules) for _ in range(2)]
        players = [Lots("home"), Lots("away")]
        game = peer.Game(number, *teams, *players, config, arena=arena, ruleset=rules, seed=number)
        before, started = Lots.said, time.process_time()
        game.init()
        return Played(Lots.said - before, time.process_time() - started)

    return "1.1.0", play


def catanatron() -> tuple[str, Game]:
    """A game of Catan between four who say anything by lot."""
    from importlib.metadata import version  # noqa: PLC0415 - the same

    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415 - the same

    def play(number: int) -> Played:
        game = Game([RandomPlayer(color) for color in Color], seed=number)
        said, started = 0, time.process_time()
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            said += 1
        return Played(said, time.process_time() - started)

    return version("catanatron"), play


def chess() -> tuple[str, Game]:
    """A game of chess as PettingZoo has it, by the mask."""
    from importlib.metadata import version  # noqa: PLC0415 - the same

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import numpy as np  # noqa: PLC0415 - the same
    from pettingzoo.classic import chess_v6  # noqa: PLC0415 - the same

    def play(number: int) -> Played:
        env, draw = chess_v6.env(), np.random.default_rng(number)
        env.reset(seed=number)
        said, started = 0, time.process_time()
        while env.agents:
            seen, _, over, broken, _ = env.last()
            live = not (over or broken)
            said += live
            env.step(int(draw.choice(np.flatnonzero(seen["action_mask"]))) if live else None)
        return Played(said, time.process_time() - started)

    return version("pettingzoo"), play


def wargame() -> tuple[str, Game]:
    """A battle of 25 models a side on its own tables, by the mask."""
    import numpy as np  # noqa: PLC0415 - the same
    from loguru import logger  # noqa: PLC0415 - the same
    from pydantic_yaml import parse_yaml_raw_as  # noqa: PLC0415 - the same
    from wargame_rl.wargame.envs.types import (  # noqa: PLC0415 - the same
        WargameEnvAction,
        WargameEnvConfig,
    )
    from wargame_rl.wargame.envs.wargame import WargameEnv  # noqa: PLC0415 - the same

    logger.remove()
    words = Path("configs/experiments/25v25_real_maps.yaml").read_text(encoding="utf-8")
    config = parse_yaml_raw_as(WargameEnvConfig, words)
    config.render_mode = None
    env = WargameEnv(config)

    def play(number: int) -> Played:
        draw = np.random.default_rng(number)
        seen, _ = env.reset(seed=number)
        said, over, started = 0, False, time.process_time()
        while not over:
            mask = np.asarray(seen.action_mask)
            open_to = [np.flatnonzero(row) for row in mask]
            said += sum(len(one) > 1 for one in open_to)
            picked = [int(draw.choice(one)) if len(one) else 0 for one in open_to]
            seen, _, ended, broken, _ = env.step(WargameEnvAction(actions=picked))
            over = ended or broken
        return Played(said, time.process_time() - started)

    return "0.0.1", play


def ours(system: str) -> tuple[str, Game]:
    """A battle of ours between random bots."""
    from bench.systems import fought  # noqa: PLC0415 - this interpreter has it
    from condotta import __version__  # noqa: PLC0415 - the same

    def play(number: int) -> Played:
        told = fought(system, "random", number)
        return Played(told["decisions"], told["seconds"])

    return __version__, play


PEERS: dict[str, Callable[[], tuple[str, Game]]] = {
    "botbowl": lambda: botbowl(paths=True),
    PLAIN: lambda: botbowl(paths=False),
    "catanatron": catanatron,
    "chess": chess,
    "wargame": wargame,
}


def work(name: str) -> None:
    """Play whatever is asked for, line by line."""
    out, sys.stdout = sys.stdout, sys.stderr
    version, play = PEERS[name]() if name in PEERS else ours(name)
    print(
        json.dumps({"version": version, "python": platform.python_version()}), file=out, flush=True
    )
    for line in sys.stdin:
        print(json.dumps(play(int(line))), file=out, flush=True)


# ── side by side ─────────────────────────────────────────────────────────────
class Contestant:
    """A process that plays one game."""

    def __init__(self, name: str, python: str, folder: str, mine: bool) -> None:
        self.name, self.mine, self.played = name, mine, list[Played]()
        paths = [str(ROOT / "src"), str(ROOT)] if mine else [folder] if folder else []
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONWARNINGS": "ignore",
        }
        self.process = subprocess.Popen(  # noqa: S603 - what whoever runs it has named
            (python, str(Path(__file__).resolve()), "--work", name),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if mine else subprocess.DEVNULL,
            env=environment,
            cwd=folder or None,
        )
        told = self.heard()
        self.version = f"{told['version']}, Python {told['python']}"

    def heard(self) -> object:
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.name} broke: run it by itself with --work '{self.name}'")
        return json.loads(line)

    def play(self, number: int) -> None:
        self.process.stdin.write(f"{number}\n".encode())
        self.process.stdin.flush()
        told = Played(*self.heard())
        if number:
            self.played.append(told)

    @property
    def rate(self) -> float:
        return sum(one.decisions for one in self.played) / self.seconds

    @property
    def seconds(self) -> float:
        return sum(one.seconds for one in self.played)

    def row(self, first: Contestant) -> str:
        """Decisions a second, seconds a battle, and both over the first's."""
        battle = self.seconds / len(self.played)
        over = self.rate / first.rate, battle / (first.seconds / len(first.played))
        decided = sum(one.decisions for one in self.played) / len(self.played)
        return (
            f"{self.name:20} {decided:9.0f} {self.rate:9.0f} {battle:9.3f} "
            f"{over[0]:8.2f} {over[1]:8.2f}   {self.version}"
        )


def contestants(asked: argparse.Namespace) -> Iterator[Contestant]:
    """Ours, then whoever was named."""
    for system in asked.systems.split(",") if asked.systems else OURS:
        yield Contestant(system, sys.executable, "", mine=True)
    for peer in asked.peer:
        name, _, where = peer.partition("=")
        python, _, folder = where.partition("@")
        for one in (name, PLAIN) if name == "botbowl" else (name,):
            yield Contestant(one, python, folder, mine=False)


def side_by_side(asked: argparse.Namespace) -> None:
    """Everybody a battle in turns, the other way round the next time."""
    playing = list(contestants(asked))
    for number in range(asked.battles + 1):
        for one in playing if number % 2 else playing[::-1]:
            one.play(number)
    print(f"{'':20} decisions  a second  s/battle  ratios to the first")
    for one in playing:
        print(one.row(playing[0]), flush=True)
        one.process.communicate()


# ── by pieces ────────────────────────────────────────────────────────────────
def by_pieces(asked: argparse.Namespace) -> None:
    """What a decision costs in a melee of so many stands; sizes in turns, half of the rounds."""
    sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
    from bench.envs import melee  # noqa: PLC0415 - a peer's interpreter has neither
    from condotta.playing import position  # noqa: PLC0415 - the same

    print(f"{'bot':10}" + "".join(f"{stands:>9}" for stands in STANDS) + "   ms a decision")
    words = {stands: melee(stands) for stands in STANDS}
    for bot in asked.bots.split(","):
        costs: dict[int, list[float]] = {stands: [] for stands in STANDS}
        for number in range(asked.battles + 1):
            for stands in Random(number).sample(STANDS, len(STANDS)):
                battle = position(words[stands], seed=number)
                started = time.process_time()
                done = battle.play(bot, asked.decisions)
                if number:
                    spent = time.process_time() - started
                    costs[stands].append(1000 * spent / max(1, done.decisions))
        print(f"{bot:10}" + "".join(f"{median(costs[one]):9.2f}" for one in STANDS), flush=True)


def main() -> int:
    """Measure and print."""
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("--work", default="", help=argparse.SUPPRESS)
    ask.add_argument("--peer", action="append", default=[], help="NAME=PYTHON[@FOLDER]")
    ask.add_argument("--systems", default="", help="some of ours, with commas between")
    ask.add_argument("--battles", type=int, default=4, help="of each")
    ask.add_argument("--pieces", action="store_true", help="cost against the number of stands")
    ask.add_argument("--bots", default="random", help="with --pieces: whose decisions")
    ask.add_argument("--decisions", type=int, default=60, help="with --pieces: of each battle")
    asked = ask.parse_args()
    if asked.work:
        work(asked.work)
        return 0
    sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
    from bench.collisions import processor  # noqa: PLC0415 - a peer's interpreter lacks it

    print(f"{processor()}, Python {platform.python_version()}")
    by_pieces(asked) if asked.pieces else side_by_side(asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
