"""Who is neutral now may name us next: he is a threat, by as much as he is likely to. TT-3.2"""

import pytest

from condotta.bots.matchups import matchups
from condotta.bots.outlook import BEHIND, Outlook
from condotta.bots.prospects import worth
from condotta.bots.sight_of_ranks import Eye
from condotta.rules.treachery import names
from condotta.rules.triumph.stands.field import field
from tests.rules.treachery.treachery_setting import Plot, over_ranked, over_triumph

NAMED = {"counters": {names.TABLE: {names.ENEMY: 2, names.GAME_TURN: 1}}}
NEAR, FAR = "G1 KNT 20 16 0", "G1 KNT 60 40 0"
LINE = "R1 HFT 20 20 0; B1 HFT 20 44 180; "


def dangers(pieces: str) -> list[float]:
    """What red fears for his stands while blue is his enemy and green neutral."""
    plot = over_triumph(pieces, **NAMED)
    here = field(plot.battle.book, plot.position)
    outlook = Outlook(here, "red", matchups(plot.battle.book))
    assert [foe.seat for foe in outlook.foes] == ["blue"]
    return outlook.dangers(here)


def test_a_neutral_stand_behind_one_is_feared_half_as_much_between_three():
    (near,), (far,) = dangers(LINE + NEAR), dangers(LINE + FAR)
    plot = over_triumph(LINE + NEAR, **NAMED)
    here = field(plot.battle.book, plot.position)
    assert far == 0.0
    assert near == pytest.approx(BEHIND * worth(here, here.stand("R1")) / 2)


def test_a_neutral_regiment_that_could_charge_is_feared():
    def threat(riders: str) -> float:
        plot: Plot = over_ranked(
            "R1 archers 10x5 30 20 0; B1 line-infantry 20x5 66 44 180; " + riders, **NAMED
        )
        eye = Eye(plot.battle.book, plot.position, "red")
        return eye.threat(eye.here.regiment("R1"), eye.here.regiment("R1").pose)

    near, far = "G1 lancers 10x5 40 20 270", "G1 lancers 10x5 66 4 0"
    assert threat(near) > 0.0 == threat(far)
