"""Exact odds, from the resolver that settles real dice. [TC-3.1]"""

from itertools import product

import pytest

from condotta.kernel.events import Ruled
from condotta.rules.library import book
from condotta.rules.triumph.combat.odds import DEGREES, Odds, chances, odds, odds_of_types
from condotta.rules.triumph.settings import settings
from condotta.rules.triumph.tables import TROOPS
from tests.rules.triumph.table_setting import setting

BOOK = book("triumph", {})


def five(found: Odds) -> list[int]:
    return [found.of(degree) for degree in DEGREES]


def test_tc_3_3_four_against_two_as_known_from_dba():
    assert five(chances(4, 2)) == [0, 6, 4, 17, 9]
    assert five(chances(2, 4)) == [9, 17, 4, 6, 0]


@pytest.mark.parametrize(("mine", "yours"), list(product(range(-2, 8), repeat=2)))
def test_tc_3_3_the_chances_are_all_36_and_mirror(mine: int, yours: int):
    found = five(chances(mine, yours))
    assert sum(found) == 36
    assert found == five(chances(yours, mine))[::-1]


def test_tc_3_4_the_setting_counts_in_the_odds():
    plain = five(chances(-2, 3))
    mild = five(chances(-2, 3, settings({"zeroIsDoubled": False})))
    assert plain != mild
    assert sum(mild) == 36


def test_odds_say_what_each_degree_means_here():
    found = odds_of_types(BOOK, "KNT", "SPR")
    assert five(found) == [4, 17, 5, 10, 0]
    said = {degree: (one.outcome, one.clause) for degree, one in found.meanings.items()}
    assert said == {
        "doubled": ("destroyed", "TC-3.6"),
        "beaten": ("fall back", "TC-3.5"),
        "tie": ("none", "TC-3.2"),
        "beats": ("shattered", "TC-3.11"),
    }
    assert [score.total for score in found.scores] == [3, 4]


def test_odds_know_edges_ground_and_generals():
    flank = odds_of_types(BOOK, "KNT", "SPR", edge="left")
    assert [score.total for score in flank.scores] == [3, 3]
    woods = odds_of_types(BOOK, "KNT", "SPR", difficult=True, generals=("defender",))
    assert [score.total for score in woods.scores] == [2, 5]
    assert woods.meanings["beats"].outcome == "fall back"


def test_tc_6_21_a_shooter_loses_nothing():
    found = odds_of_types(BOOK, "ARC", "HFT", kind="ranged")
    assert five(found) == [2, 13, 6, 13, 2]
    assert found.meanings["doubled"].outcome == found.meanings["beaten"].outcome == "none"
    rear = odds_of_types(BOOK, "ARC", "HFT", kind="ranged", edge="rear")
    assert [score.total for score in rear.scores] == [3, 2]


def test_tc_9_22_a_camp_can_be_asked_about_too():
    found = odds_of_types(BOOK, "HFT", "CAMP")
    assert found.meanings["beats"].outcome == "sacked"


@pytest.mark.parametrize("kind", TROOPS, ids=lambda kind: kind.code)
def test_odds_agree_with_what_the_dice_do(kind):
    pieces = f"R1 {kind.code} 24 16 0; B1 SKM 24 16 180; R2 HFT 2 2 0; B2 HFT 2 30 180"
    plain = setting(pieces, phase="close")
    asked = odds(plain.battle.book, plain.position, "R1", "B1")
    found: dict[str, int] = {}
    for dice in product(range(1, 7), repeat=2):
        table = setting(pieces, phase="close")
        table.roll(*dice)
        ruled = next(one for one in table.battle.log if isinstance(one, Ruled) and one.tallies)
        outcome = f"{ruled.params['loser']} {ruled.key.rpartition('.')[2]}".strip()
        found[outcome] = found.get(outcome, 0) + 1
    losers = {"doubled": "R1", "beaten": "R1", "tie": "", "beats": "B1", "doubles": "B1"}
    said: dict[str, int] = {}
    for degree in DEGREES:
        if asked.of(degree):
            what = asked.meanings[degree].outcome.replace(" ", "-")
            outcome = f"{losers[degree]} {what}".strip()
            said[outcome] = said.get(outcome, 0) + asked.of(degree)
    assert found == said
