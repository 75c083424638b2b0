"""The schemer foils what harms it, at a price, from what it sees alone. TT-11.8"""

from __future__ import annotations

import pytest

from condotta.bots.lots import lots
from condotta.bots.schemer import Schemer
from condotta.kernel.asks import Action, Choose
from condotta.rules.treachery import names
from condotta.rules.treachery.playing import PASS, PlayCard, Window
from tests.rules.treachery.test_cards import TABLE
from tests.rules.treachery.treachery_setting import OVER_RANKED, Plot, setting


def oath(points: int, *, foil: str = "blue", tokens: int = 300, more: str = "") -> Plot:
    """Red rouses R1 to a test anew, with blue his enemy; somebody holds Foiled!"""
    hands = {"red": "T15 T09", "blue": "T09", "green": "T08"}
    hands[foil] += " T10"
    if more:
        hands["red"] = f"T15 {more}"
    plot = setting(
        OVER_RANKED,
        TABLE[OVER_RANKED],
        opens="shooting",
        hands=hands,
        tokens=dict.fromkeys(("red", "blue", "green"), tokens),
        counters={names.TABLE: {names.ENEMY: 2}, "R1": {"points": points}},
        then=(Window(moment="test failed", about=("R1",)),),
    )
    plot.play("red", "T15", "R1")
    return plot


def answer(plot: Plot, seat: str) -> Action:
    """What the schemer says to a card that was played."""
    ask = next(one for one in plot.battle.waiting() if one.seat == seat)
    assert ask.window == "treachery card played"
    bot = Schemer(plot.battle.book, lots("schemer"))
    return bot.answer(plot.battle.view(seat), ask)


def test_it_foils_an_oath_that_keeps_its_enemys_unit():
    """[TT-11.8] T15: half of 300 points is more than a copper."""
    plot = oath(300)
    said = answer(plot, "blue")
    oaths = [one.id for one in plot.position.pieces.values() if one.type == "T15"]
    assert said == PlayCard(plot.card("blue", "T10"), *oaths)


@pytest.mark.parametrize(
    ("how", "foil"),
    [
        ({"points": 80}, "blue"),  # a unit that is not worth the copper
        ({"points": 300, "tokens": 50}, "blue"),  # the coffer would be empty
        ({"points": 300, "foil": "green"}, "green"),  # a neutral player fights nobody
    ],
)
def test_it_lets_an_oath_pass_that_is_not_worth_the_price(how, foil):
    """[TT-11.8]"""
    assert answer(oath(**how), foil) == Choose(PASS)


@pytest.mark.parametrize("points", [80, 300])
def test_its_answer_does_not_hang_on_a_hand_it_does_not_see(points):
    """[TT-14.2] Whatever red has left in his hand."""
    one, other = oath(points, more="T10"), oath(points, more="T02")
    assert one.battle.view("blue").position == other.battle.view("blue").position
    said = [answer(plot, "blue") for plot in (one, other)]
    assert said[0] == said[1]
