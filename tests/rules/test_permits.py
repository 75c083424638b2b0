"""Yes or no without the reasons is what the judge says with them."""

from itertools import islice
from random import Random

import pytest

from condotta.bots.runner import answer_next
from condotta.kernel.decide import judge, permits
from condotta.kernel.records import CHANCE
from condotta.lab.battles import Task, bots_of
from condotta.lab.matches import Field, drawn, match
from condotta.rules.library import book

DECISIONS = {"triumph": 60, "grand": 90, "ranked": 25, "skirmish": 25}
TRIED = 6  # ideas of each question


@pytest.mark.parametrize("system", DECISIONS)
def test_permits_says_what_the_judge_says(system):
    field = Field(system, 2)
    task = Task(0, 11, field=field)
    battle = match(book(system), drawn(field, 0), task.dice, field)
    players, lots, found = bots_of(task, battle.book), Random(1), []
    for _ in range(DECISIONS[system]):
        ask = next(one for one in battle.waiting() if one.seat != CHANCE)
        menu, seen = battle.book.menus.get(ask.window), battle.view(ask.seat).position
        if menu is not None and menu.ideas is not None:
            for idea in islice(menu.ideas(battle.book, seen, ask, lots), TRIED):
                verdict = judge(battle.book, seen, ask.seat, ask, idea.said)
                assert permits(battle.book, seen, ask, idea.said) == verdict.ok
                found.append(verdict.ok)
        answer_next(battle, players)
    assert any(found)
    assert not all(found)
