"""What bots that think say to a question that they have no thought for."""

import pytest

from condotta.bots.captain import Captain
from condotta.bots.chancer import Speechless
from condotta.bots.lots import lots
from condotta.bots.marshal import Marshal
from condotta.bots.steward import Steward
from condotta.bots.thinker import Thinker
from condotta.kernel.asks import Ask, Choose
from condotta.kernel.position import Position
from condotta.kernel.views import View
from condotta.rules.library import book

PLAYERS = [(Steward, "triumph"), (Marshal, "ranked"), (Captain, "skirmish")]


def said(bot: type[Thinker], system: str, *options: str) -> object:
    """The answer to a closed question of a window that no bot knows."""
    ask = Ask("red", "a thing nobody thinks of", "X-1", options=options)
    return bot(book(system), lots("x")).answer(View("red", Position()), ask)


@pytest.mark.parametrize(
    ("bot", "system", "idle"),
    [
        (Marshal, "ranked", ("end", "stay", "keep", "pass", "no", "none", "hold", "refuse")),
        (Captain, "skirmish", ("end", "stay", "keep", "pass", "no", "none", "no more", "finish")),
    ],
)
def test_it_does_something_where_it_can(bot: type[Thinker], system: str, idle: tuple[str, ...]):
    assert said(bot, system, *idle, "advance", "wheel") == Choose("advance")
    assert said(bot, system, *idle) == Choose("end")


def test_the_captain_says_yes_before_all_else():
    assert said(Captain, "skirmish", "advance", "yes", "no") == Choose("yes")
    assert said(Marshal, "ranked", "advance", "yes", "no") == Choose("advance")


def test_the_steward_draws_lots():
    """The same lots each time: the bot's seed decides."""
    options = tuple("abcdefgh")
    drawn = Choose(lots("x").choice(options))
    assert said(Steward, "triumph", *options) == drawn


@pytest.mark.parametrize(("bot", "system"), PLAYERS)
def test_nothing_to_choose_from_is_a_fault(bot: type[Thinker], system: str):
    with pytest.raises(Speechless, match="a thing nobody thinks of"):
        said(bot, system)
