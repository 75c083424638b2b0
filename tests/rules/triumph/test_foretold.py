"""The odds tell the whole of a result: what is added, who is lost, who pursues and why."""

import pytest

from condotta.rules.triumph.combat.odds import odds
from tests.rules.triumph.cards.card_table import carded
from tests.rules.triumph.table_setting import setting

FAR = "; R9* LFT 28 3 0; B9* LFT 2 30 180"


def row(table, one, other, degree, kind="close"):
    """What a degree would mean for the first of two."""
    return odds(table.book, table.position, one, other, kind).meanings[degree]


@pytest.mark.parametrize(
    ("kinds", "degree", "why"),
    [
        ("KNT SPR", "beats", ("TC-3.70",)),
        ("HFT SPR", "doubles", ("TC-3.72",)),
        ("EFT SPR", "doubles", ("TC-3.70",)),
    ],
)
def test_tc_3_70_tc_3_72_the_odds_and_the_log_say_why_the_winner_pursues(kinds, degree, why):
    one, other = kinds.split()
    table = setting(f"R1 {one} 20 14 0; B1 {other} 20 14 180{FAR}", phase="close")
    found = row(table, "R1", "B1", degree)
    assert (found.pursues, found.pursuit) == (True, why)
    table.roll(*((5, 3) if degree == "beats" else (6, 1)))
    cited = [one.clause for one in table.rulings() if one.key.endswith(".pursues")]
    assert cited == list(why)


@pytest.mark.parametrize(
    ("pieces", "degree", "clause"),
    [
        ("R1 HFT 20 14 0; B1 SPR 20 14 180", "beats", "TC-3.72"),
        ("R1 ART 20 14 0; B1 SKM 20 14 180", "doubles", "TC-3.73"),
        ("R1 KNT 20 14 0; B1 SPR 21 13 270", "beats", "TC-3.76"),
        ("R1 KNT 20 14 0; B1 SPR 20 14 180; B2 SPR 21 13 270", "beats", "TC-3.77"),
        ("R1 KNT 20 14 0; B1 CAMP 20 14 180", "beats", "TC-3.98"),
    ],
)
def test_tc_3_73_tc_3_76_tc_3_77_tc_3_98_the_odds_say_why_it_stays(pieces, degree, clause):
    table = setting(pieces + FAR, phase="close")
    found = row(table, "R1", "B1", degree)
    assert (found.pursues, found.pursuit) == (False, (clause,))


@pytest.mark.parametrize(
    ("pieces", "clause"),
    [
        ("R1 ART 20 14 0; B1 SKM 20 14 180", "TC-3.73"),
        ("R1 EFT 20 14 0; B1 CAMP 20 14 180", "TC-3.98"),
    ],
)
def test_tc_3_73_tc_3_98_the_log_says_why_a_winner_with_cause_stays(pieces, clause):
    table = setting(pieces + FAR, phase="close")
    table.roll(6, 1)
    assert [one.clause for one in table.rulings() if one.key.endswith(".stays")] == [clause]
    assert table.at("R1") == (20, 14, 0)


def test_tc_3_42_the_odds_name_whom_a_fall_back_would_cost():
    held = setting(f"R1 HFT 20 14 0; B1 SPR 20 14 180; R2 SPR 19 15 90{FAR}", phase="close")
    found = row(held, "R1", "B1", "beats")
    assert (found.outcome, found.lost) == ("fall back", {"B1": "TC-3.42"})
    free = setting(f"R1 HFT 20 14 0; B1 SPR 20 14 180{FAR}", phase="close")
    assert row(free, "R1", "B1", "beats").lost == {}


def test_tc_9_34_a_garrison_is_lost_with_its_camp():
    table = setting(f"R1 EFT 20 14 0; B1 CAMP 20 14 180{FAR}", phase="close")
    assert row(table, "R1", "B1", "beats").lost == {"B1": "TC-9.34"}


def test_tc_3_4_a_score_of_nought_is_told_by_its_clause():
    pieces = "R1 KNT 20 14 0; B1 RBL 20 14 180; R2 KNT 21 15 270; R3 KNT 19 15 90"
    for die, cites in ((1, ("TC-3.4",)), (3, ())):
        table = setting(f"{pieces}{FAR}", phase="close", areas="rough box 20 14 8 8")
        table.roll(6, die)
        (found,) = [one for one in table.rulings() if one.key.startswith("combat.")]
        assert found.cites == cites


def test_bc_10_2_the_odds_say_that_a_card_may_stop_the_pursuit():
    stands = "R1 KNT 20 14 0 [HL] @main/t1; B1 SPR 20 14 180"
    table = carded(stands, cards="red HL main/t1", phase="close")
    assert row(table, "R1", "B1", "beats").unless == ("BC-10.2",)
    assert row(table, "R1", "B1", "doubled").unless == ()
    without = carded(stands, phase="close")
    assert row(without, "R1", "B1", "beats").unless == ()


def test_bc_30_27_a_rider_struck_in_flank_fights_to_that_flank_in_the_odds_too():
    table = carded("R1 HFT 20 14 0 [MI] {on transports}; B1 SPR 21 13 270")
    found = odds(table.book, table.position, "B1", "R1")
    keys = [part.key for part in found.scores[1].parts]
    assert "factor.fightingToFlankOrRear" in keys
    assert "factor.caught" in keys


def test_bc_8_7_minus_one_in_that_combat_only():
    table = carded("R1 HFT 20 14 0 [MI] {on transports}; B1 SPR 20 14 180", phase="close")
    assert table.piece("R1").marked("caught on transports")
    table.roll(3, 3)
    assert not table.piece("R1").marked("caught on transports")
