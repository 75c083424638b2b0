"""Every system holds what PettingZoo and Gymnasium ask of an environment.

CONDOTTA_ENVS=all plays every system to its end, by every number of seats; else a few hundred steps.
"""

import os
import warnings
from functools import partial

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from condotta.envs import aec, parallel, solo
from condotta.envs.opening import SCENARIOS
from condotta.rules.library import kind
from condotta.rules.systems import SYSTEMS
from tests.envs.short import EVERY, SHORT

ALL = os.environ.get("CONDOTTA_ENVS") == "all"
CYCLES = 2_000 if ALL else 12
TOLD = (
    "Observation space for each agent probably should be",
    "We recommend agents to be named in the format",
    "Observation is not a NumPy array",
    "The observation contains negative numbers",
)
"""What the interface warns of and we mean: observations are dictionaries, agents are seats."""


def quick(what: str, **more: object) -> partial:
    """How an environment is made that is soon over."""
    settings = SHORT.get(kind(what), {}) if what in SYSTEMS else {}
    return partial(aec, what, offers=6, judged=False, settings=settings, **more)


@pytest.fixture(autouse=True)
def said_on_purpose():
    with warnings.catch_warnings():
        for words in TOLD:
            warnings.filterwarnings("ignore", message=words)
        yield


@pytest.mark.parametrize("what", EVERY)
def test_an_environment_is_one_of_pettingzoo(what: str, capsys) -> None:
    api_test(quick(what)(), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("what", EVERY)
def test_the_same_seed_gives_the_same_battle(what: str) -> None:
    seed_test(quick(what), num_cycles=CYCLES)


SEATS = [
    (what, seats)
    for what in SYSTEMS
    for seats in (SYSTEMS[what].sizes if ALL else SYSTEMS[what].sizes[-1:])
]


@pytest.mark.parametrize(("what", "seats"), SEATS)
def test_as_many_agents_as_a_system_has_seats(what: str, seats: int) -> None:
    env = quick(what, seats=seats)()
    env.reset(seed=2)
    assert len(env.agents) == seats
    for agent in env.agent_iter(2_000 if ALL else 3):
        shown, _, over, broken, _ = env.last()
        mask = shown["action_mask"]
        assert env.observation_space(agent).contains(shown)
        assert over or broken or mask.any()
        env.step(None if over or broken else int(np.flatnonzero(mask)[-1]))


@pytest.mark.parametrize("what", ["duel", "brawl", "carnage"])
def test_a_parallel_environment_is_one_of_pettingzoo(what: str, capsys) -> None:
    settings = SHORT.get(what, {})
    made = partial(parallel, what, offers=6, judged=False, settings=settings)
    parallel_api_test(made(), num_cycles=CYCLES)
    parallel_seed_test(made, num_cycles=CYCLES)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("what", SCENARIOS[:2])
def test_a_solo_environment_is_one_of_gymnasium(what: str) -> None:
    env = solo(what, offers=6, render_mode="ansi")
    check_env(env, skip_render_check=True)
