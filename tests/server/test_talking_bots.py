"""A bot at the live table also acts between two answers: it takes up offers and refuses them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import msgspec
import pytest

from condotta.kernel.asks import Choose, Roll
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE
from condotta.rules.treachery.deals import Offer, Terms
from condotta.server.dice.cups import DiceKept, new_dice
from condotta.server.rooms.botwork import BotWork
from condotta.server.workers.thinker import Result, Think, think
from tests.rules.treachery.treachery_setting import over_triumph

if TYPE_CHECKING:
    from condotta.server.rooms.botwork import Spawn
    from condotta.server.rooms.room import Room
    from condotta.server.workers.thinkers import Thinkers


def thought(terms: Terms, *, talks: bool) -> Result:
    """What the schemer does when it is to name an enemy and an offer to it lies there."""
    battle = over_triumph(active="blue").battle
    battle.say("red", Offer("blue", terms))
    view = battle.view("blue")
    ask = next(iter(view.mine()))
    job = Think(
        system="treachery+triumph",
        settings={},
        view=msgspec.Raw(encode(view)),
        ask=ask.id,
        bot="schemer",
        seed="1",
        talk="1",
        talks=talks,
    )
    return think(job)


@pytest.mark.parametrize(
    ("terms", "kind"), [(Terms(tokens=50), "Accept"), (Terms(wants=50), "Refuse")]
)
def test_it_answers_an_offer_before_the_question_it_is_asked(terms, kind):
    """[TT-14.1]"""
    result = thought(terms, talks=True)
    assert result.unasked
    assert msgspec.json.decode(result.said) == {"kind": kind, "deal": "deal-red-1"}


def test_it_answers_the_question_once_it_has_talked():
    """[TT-3.1]"""
    result = thought(Terms(tokens=50), talks=False)
    assert not result.unasked
    said = msgspec.json.decode(result.said)
    assert said["kind"] == "Choose"
    assert said["option"] in {"red", "green"}


# ── lots ─────────────────────────────────────────────────────────────────────
def jobs_of(dice: DiceKept, *, secret: bool) -> Think:
    """What a bot is given at a table with such dice, for a question of one kind."""
    battle = over_triumph(hands={"blue": "T06"}).battle
    if secret:
        battle.say("red", Choose("green"), next(iter(battle.view("red").mine())).id)
        battle.say(CHANCE, Roll((1,)), next(iter(battle.waiting())).id)
    ask = next(ask for ask in battle.waiting() if ask.secret == secret)
    header = SimpleNamespace(system="treachery+triumph", settings={})
    row = SimpleNamespace(battle="a-table")
    room = SimpleNamespace(dice=dice, battle=battle, header=header, row=row, after=None)
    work = BotWork(cast("Room", room), cast("Thinkers", None), 1.0, cast("Spawn", None))
    return work.job(ask, "random", 0)


@pytest.mark.parametrize("mode", ["seeded", "typed", "committed"])
def test_no_seed_that_is_known_gives_a_secret_answer_away(mode):
    """[TT-14.2, GT-4.2] Two tables with the same seed and the same name."""
    one, other = new_dice(mode, "7"), new_dice(mode, "7")
    first, second = jobs_of(one, secret=True), jobs_of(other, secret=True)
    assert first.ask == second.ask
    assert first.seed != second.seed
    assert first.talk != second.talk
    again = msgspec.json.decode(msgspec.json.encode(one), type=DiceKept)
    assert jobs_of(again, secret=True) == first


def test_open_answers_follow_the_seed_of_a_table_for_practice():
    """[TC-4.1] Whoever practises may have the same battle again."""
    one, other = (jobs_of(new_dice("seeded", "7"), secret=False) for _ in range(2))
    assert one.seed == other.seed
    assert one.talk != other.talk
