"""The bots to measure others by: idle does nothing, frugal spends nothing."""

import pytest

import condotta
from condotta.kernel.events import Answered, Moved, Paid, Veiled
from condotta.rules.library import GAMES
from condotta.rules.treachery.playing import PlayCard

SHORT = {
    "triumph": {"turnLimit": 3},
    "grand": {"turnLimit": 2},
    "treachery+triumph": {"gameTurns": 2},
    "ranked": {"battleTurns": 2},
    "treachery": {"gameTurns": 1},
    "skirmish": {"battleRounds": 2},
    "carnage": {"rounds": 1},
    "carnage+ranked": {"rounds": 1},
}


def told(battle):
    """Every event, those under a veil too."""
    for event in battle.engine.log:
        yield event.inside if isinstance(event, Veiled) else event


@pytest.mark.parametrize("system", [name for name, game in GAMES.items() if not game.like])
def test_idle_plays_every_game_to_its_end_and_moves_nobody(system):
    battle = condotta.begin(system, seed=3, settings=SHORT[system])
    battle.play("idle")
    assert battle.over
    begun = False
    for event in told(battle):
        begun = begun or (isinstance(event, Answered) and event.window in ("movement", "move unit"))
        assert not (begun and isinstance(event, Moved)), event


def test_idle_keeps_its_coffer_and_shares_the_victory_with_its_like():
    battle = condotta.begin("treachery+triumph", seed=3, settings={"gameTurns": 2})
    battle.play("idle")
    assert battle.scores == {"red": 100, "blue": 100, "amber": 100}
    assert battle.winners == ("red", "blue", "amber")


@pytest.mark.parametrize("system", ["treachery+triumph", "treachery"])
def test_frugal_fights_and_spends_nothing(system):
    battle = condotta.begin(system, seed=3, settings={"gameTurns": 2})
    battle.play("frugal")
    moved = 0
    for event in told(battle):
        moved += isinstance(event, Moved)
        assert not (isinstance(event, Answered) and isinstance(event.said, PlayCard))
        assert not (isinstance(event, Paid) and event.name == "tokens" and event.giver)
    assert moved
    assert battle.over
