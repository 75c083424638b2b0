"""Cards 4, 5 and 6: camels. [BC-4, BC-5, BC-6, BC-30]"""

import pytest

from condotta.rules.library import book
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common.exchanging import SQUARE
from condotta.rules.triumph.muster import Army, StandSpec, muster
from tests.rules.triumph.cards.card_table import carded, meaning, parts

DUNES = "dunes box 20 12 12 6"


def mustered(code: str, *traits: str):
    """One stand as it is mustered, with what it counts when it is lost."""
    army = Army("red", "south", "a", "R", (StandSpec(code=code, half_points=8, traits=traits),))
    events = list(muster(book("triumph"), army))
    piece = next(one.piece for one in events if hasattr(one, "piece") and one.piece != "R1")
    worth = next(one.value for one in events if getattr(one, "name", "") == names.WORTH)
    return piece, worth


@pytest.mark.parametrize(
    ("code", "card"), [("BAD", "LC"), ("KNT", "CC"), ("CAT", "AC"), ("SPR", "CF")]
)
def test_bc_0_8_a_square_base_shows_the_card(code, card):
    """[BC-4.1, BC-5.1, BC-6.1]"""
    assert mustered(code, card)[0].shape == SQUARE
    assert mustered("SPR")[0].shape != SQUARE


def test_bc_4_1_light_camelry_moves_and_fights_as_bad_horse():
    table = carded("R1 BAD 20 14 0 [LC]; B1 SPR 20 14 180")
    assert table.field.stand("R1").troop.code == "BAD"
    assert parts(table, "R1", "B1") == {"factor.foot": 2}


@pytest.mark.parametrize("kind", ["dunes", "oasis"])
def test_bc_4_2_a_single_camelry_stand_finds_dunes_and_oasis_open(kind):
    """Charging Camelry too. [BC-5.2]"""
    areas = f"{kind} box 20 12 12 6"
    assert not carded("R1 BAD 20 9 0 [LC]", areas=areas).why_not("R1", {"advance": 6})
    assert not carded("R1 KNT 20 9 0 [CC]", areas=areas).why_not("R1", {"advance": 5})
    assert carded("R1 BAD 20 9 0", areas=areas).why_not("R1", {"advance": 6})
    assert carded("R1 BAD 20 9 0 [LC]", areas="woods box 20 12 12 6").why_not("R1", {"advance": 6})


def test_bc_4_3_a_group_needs_camelry_only_of_any_mix():
    mixed = carded("R1 BAD 20 9 0 [LC]; R2 KNT 22 9 0 [CC]; R3 CAT 24 9 0 [AC]", areas=DUNES)
    assert not mixed.why_not("R1 R2 R3", {"advance": 4})
    other = carded("R1 BAD 20 9 0 [LC]; R2 BAD 22 9 0", areas=DUNES)
    assert "TC-4.12" in other.why_not("R1 R2", {"advance": 4})


def test_bc_4_4_plus_one_against_horse_and_elephants_on_any_edge():
    for foe, more in (("KNT", 1), ("ELE", 1), ("CAT", 1), ("ECV", 0), ("SPR", 0)):
        table = carded(f"R1 BAD 20 14 0 [LC]; B1 {foe} 20 14 180")
        assert parts(table, "R1", "B1").get("factor.light-camelry", 0) == more, foe
    flank = carded("R1 BAD 20 14 0 [LC]; B1 KNT 21 13 270")
    assert parts(flank, "R1", "B1")["factor.light-camelry"] == 1


def test_bc_4_4_not_against_charging_or_armored_camelry():
    table = carded("R1 BAD 20 14 0 [LC]; B1 KNT 20 14 180 [CC]")
    assert "factor.light-camelry" not in parts(table, "R1", "B1")


def test_bc_4_5_bc_4_6_a_column_counts_as_a_group_and_combat_is_not_eased():
    """Dunes and Oasis stay difficult in combat. [BC-30.43]"""
    column = carded("R1 BAD 20 9 0 [LC]; R2 BAD 20 7 0 [LC]", areas=DUNES)
    assert not column.why_not("R1 R2", {"advance": 5})
    fight = carded("R1 BAD 20 12 0 [LC]; B1 SPR 20 12 180", areas=DUNES)
    assert parts(fight, "R1", "B1")["factor.mountedDifficult"] < 0


def test_bc_5_1_they_are_knights_and_cataphracts():
    table = carded("R1 KNT 20 14 0 [CC]; B1 SPR 20 14 180; R2 CAT 30 14 0 [AC]; B2 SPR 30 14 180")
    assert parts(table, "R1", "B1")["factor.foot"] == 3
    assert parts(table, "R2", "B2")["factor.foot"] == 4


def test_bc_5_3_minus_one_in_close_combat():
    table = carded("R1 KNT 20 14 0 [CC]; B1 SPR 20 14 180")
    assert parts(table, "R1", "B1")["factor.camelry"] == -1


def test_bc_5_4_beaten_by_elephants_it_falls_back_doubled_it_is_lost():
    camels = carded("R1 KNT 20 14 0 [CC]; B1 ELE 20 14 180")
    assert meaning(camels, "R1", "B1", "beaten") == ("fall back", "BC-5.4")
    assert meaning(camels, "R1", "B1", "doubled")[0] == "destroyed"
    plain = carded("R1 KNT 20 14 0; B1 ELE 20 14 180")
    assert meaning(plain, "R1", "B1", "beaten")[0] == "shattered"


def test_bc_5_5_it_counts_3_points():
    assert mustered("KNT", "CC")[1] == 6
    assert mustered("CAT", "AC")[1] == 6
    assert mustered("KNT")[1] == 8


def test_bc_6_1_camel_protected_infantry_has_plus_one_against_horse():
    for foe, more in (("KNT", 1), ("ELE", 1), ("CAT", 1), ("JCV", 0), ("SPR", 0)):
        table = carded(f"R1 SPR 20 14 0 [CF]; B1 {foe} 20 14 180")
        assert parts(table, "R1", "B1").get("factor.camel-protected", 0) == more, foe
    camels = carded("R1 SPR 20 14 0 [CF]; B1 CAT 20 14 180 [AC]")
    assert "factor.camel-protected" not in parts(camels, "R1", "B1")


def test_bc_30_40_sword_fighting_horse_is_bad_horse_to_camels():
    table = carded(
        "R1 BAD 20 14 0 [LC]; B1 KNT 20 14 180 [SF]; R2 SPR 30 14 0 [CF]; B2 KNT 30 14 180 [SF]"
    )
    assert "factor.light-camelry" not in parts(table, "R1", "B1")
    assert "factor.camel-protected" not in parts(table, "R2", "B2")


def test_bc_30_41_light_camelry_with_swords_has_both():
    table = carded("R1 BAD 20 14 0 [LC] [SF]; B1 KNT 20 14 180", areas="dunes box 20 20 6 2")
    assert parts(table, "R1", "B1") == {"factor.mounted": 3, "factor.light-camelry": 1}


def test_bc_30_42_light_camelry_and_protected_foot_gain_nothing_of_each_other():
    table = carded("R1 BAD 20 14 0 [LC]; B1 SPR 20 14 180 [CF]")
    assert parts(table, "R1", "B1") == {"factor.foot": 2}
    assert parts(table, "B1", "R1") == {"factor.mounted": 4}


def test_bc_30_44_camelry_that_showers_counts_4():
    assert mustered("KNT", "CC", "SS")[1] == 8


def test_bc_30_39_a_screen_is_no_elephant_to_camels():
    table = carded("R1 BAD 20 14 0 [LC]; B1 SPR 20 14 180 {screened}")
    assert "factor.light-camelry" not in parts(table, "R1", "B1")


def test_bc_0_10_factors_of_several_cards_add_up():
    table = carded("R1 SPR 20 14 0 [CF] {supported} {screened}; B1 KNT 20 14 180")
    found = parts(table, "R1", "B1")
    more = ("factor.camel-protected", "factor.supported", "factor.screened")
    assert [found[key] for key in more] == [1, 1, 1]


def test_bc_5_2_the_seam_says_the_same_for_both_cards():
    table = carded("R1 KNT 20 9 0 [CC]; R2 BAD 30 9 0 [LC]")
    here = table.field
    for name in ("R1", "R2"):
        said = table.book.sole(seams.MOVE_GOING, table.book, (here.stand(name),), "dunes")
        assert said == "open"
