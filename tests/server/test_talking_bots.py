"""A bot at the live table also acts between two answers: it takes up offers and refuses them."""

from __future__ import annotations

import msgspec
import pytest

from condotta.kernel.log import encode
from condotta.rules.treachery.deals import Offer, Terms
from condotta.server.thinker import Result, Think, think
from tests.rules.treachery.treachery_setting import over_triumph


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
