"""What an agent is shown and offered is the same, whatever is hidden from its seat."""

import os

import numpy as np
import pytest

from condotta.envs.played import Frame, Played
from condotta.envs.rewards import SCORE
from condotta.playing import Battle
from tests.noninterference import twins as secrets
from tests.noninterference.twins import CASES, Case, Twins

ALL = os.environ.get("CONDOTTA_ENVS") == "all"
MOMENTS = 200 if ALL else 8
LONGEST = 400
STEPS = 3
"""Decisions between two moments that are looked at."""
FRAME = Frame(offers=8, pieces=200, judged=False, reward=SCORE)


def shown(battle, seat: str) -> tuple[dict, str, tuple]:
    """Everything that an agent gets of a battle."""
    played = Played(Battle(battle), FRAME, 7)
    menu = played.menu(seat)
    listed = () if menu is None else (menu.ask, menu.listed)
    return played.observation(seat), played.text(seat), (listed, played.measure(seat))


def differing(case: Case, twins: Twins, number: int) -> Twins | None:
    """The twins of this moment, if they differ in something."""
    match case.secret:
        case secrets.SEALED | secrets.WISH:
            made = secrets.sealed_now(twins)
            return made if made is not None and made.differing() else None
        case secrets.DICE:
            return secrets.unrolled(twins)
        case secrets.DEAL | secrets.WORDS if number >= case.after:
            secrets.private_act(twins, case, number)
    return twins if twins.differing() else None


@pytest.mark.parametrize("name", CASES)
def test_hidden_facts_change_nothing_that_an_agent_is_shown(name: str) -> None:
    case = CASES[name]
    twins, looked = case.begin(seed=1), 0
    for number in range(LONGEST):
        made = differing(case, twins, number) if number % STEPS == 0 else None
        if made is not None:
            looked += 1
            for seat in made.watchers:
                one, two = shown(made.one, seat), shown(made.two, seat)
                for key, array in one[0].items():
                    assert np.array_equal(array, two[0][key]), (seat, key)
                assert one[1:] == two[1:], seat
        said = twins.next()
        if said is None or looked == MOMENTS:
            break
        twins.take(said)
    assert looked, "the twins never differed: nothing was tried"


@pytest.mark.parametrize("name", ["treachery, hand", "grand, masks"])
def test_the_owner_of_a_secret_is_shown_it(name: str) -> None:
    twins = CASES[name].begin(seed=1)
    for _ in range(LONGEST):
        if twins.differing():
            break
        twins.take(twins.next())
    one, two = shown(twins.one, twins.owner), shown(twins.two, twins.owner)
    assert not np.array_equal(one[0]["pieces"], two[0]["pieces"])
    assert one[1] != two[1]
