"""An army ready for the table: stands, battle line, general, ratings, homes."""

from typing import Any

import pytest

from condotta.armies import Army, StandSpec, Unfit, find_list, find_roster, library, muster
from condotta.armies.lists.ratings import homes, rating
from condotta.armies.records import Home, Rating
from tests.armies.conftest import body, option, roster, shelf_of, taking, tiny


def in_line(army: Army) -> list[bool]:
    return [stand.battle_line for stand in army.stands]


def test_al_9_a_mustered_army_is_worth_what_its_roster_costs():
    for one in library().rosters:
        army = muster(one)
        assert sum(stand.half_points for stand in army.stands) == 96, one.id
        assert sum(stand.general for stand in army.stands) == 1, one.id
        general = next(stand for stand in army.stands if stand.general)
        assert not general.allied


@pytest.mark.parametrize(
    ("core", "stands", "line"),
    [("all", 3, 3), ("", 3, 0), ("half", 4, 2), ("half", 5, 3), ("half", 1, 1)],
)
def test_tc_8_6_the_battle_line_is_all_none_or_half_rounded_up(core, stands, line):
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", core=core)]))
    army = muster(roster(stands={"main/t1": {"KNT": stands}}), shelf)
    assert in_line(army) == [True] * line + [False] * (stands - line)


def test_al_16_2_half_is_counted_over_the_types_of_an_option_together():
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", "CAT", core="half")]))
    army = muster(roster(stands={"main/t1": {"KNT": 1, "CAT": 4}}), shelf)
    assert in_line(army) == [True, True, True, False, False]


def test_al_1_8_the_half_battle_line_of_the_golden_horde():
    army = muster(find_roster("Golden Horde and Successors"))
    light = [stand for stand in army.stands if stand.option == "main/t2"]
    assert sum(stand.battle_line for stand in light) == (len(light) + 1) // 2


def test_al_4_4_stands_tell_where_they_come_from_and_who_leads():
    allies = [taking(body("a", option(1, 2, "SPR", core="all", description="Spears")))]
    shelf = shelf_of(tiny(allyOptions=allies))
    stands = {"main/t1": {"KNT": 2}, "c1.1/a1": {"SPR": 1}}
    army = muster(roster(contingents=["c1"], stands=stands), shelf)
    assert army.stands == (
        StandSpec("KNT", "main/t1", "", False, False, "", True, 8, cost=8),
        StandSpec("KNT", "main/t1", "", False, False, "", False, 8, cost=8),
        StandSpec("SPR", "c1.1/a1", "Spears", True, True, "c1.1", False, 8, cost=8),
    )
    optional = [taking(body("a", option(1, 2, "SPR"), internal=True))]
    army = muster(roster(contingents=["c1"], stands=stands), shelf_of(tiny(allyOptions=optional)))
    assert [stand.allied for stand in army.stands] == [False, False, False]


def test_tc_11_1_a_roster_that_is_not_legal_takes_the_field_only_by_house_rules():
    wrong = roster(stands={"main/t1": {"KNT": 13}})
    with pytest.raises(Unfit, match="4 more than the 48") as refusal:
        muster(wrong, shelf_of(tiny()))
    assert [found.code for found in refusal.value.findings] == ["overPointsCap"]
    assert len(muster(wrong, shelf_of(tiny()), house_rules=True).stands) == 13


def rated(ratings: list[tuple[int, str]], year: int, *codes: str) -> int:
    told = tuple(Rating(*one) for one in ratings)
    return rating(told, year, None, None, frozenset(codes)).value


DATED = [(0, "1421 to 1428 AD"), (3, "1429 AD and later")]
CRUSADE = [(3, "2nd Crusade (1148 AD)"), (2, "1189 to 1250 AD"), (1, "Otherwise")]
CHARLES = [(1, "Normally"), (0, "Under Charles the Bold 1465-1471 AD")]


@pytest.mark.parametrize(
    ("ratings", "year", "value"),
    [
        ([(4, "")], 1, 4),
        (DATED, 1421, 0),
        (DATED, 1428, 0),
        (DATED, 1429, 3),
        (CRUSADE, 1148, 3),
        (CRUSADE, 1200, 2),
        (CRUSADE, 1260, 1),
        (CHARLES, 1470, 1),
        ([(2, "up until 1251 BC"), (3, "1250- 1214 BC")], -1251, 2),
        ([(2, "up until 1251 BC"), (3, "1250- 1214 BC")], -1250, 3),
        ([(1, "1 BC-200 AD"), (2, "Otherwise")], 200, 1),
        ([(1, "1 BC-200 AD"), (2, "Otherwise")], 201, 2),
        ([(1, "2112-2028 BC"), (2, "2027-2004 BC")], -2004, 2),
        ([], 1, 0),
    ],
)
def test_tc_11_8_al_2_11_the_rating_is_that_of_the_year(ratings, year, value):
    assert rated(ratings, year) == value


def test_al_2_5_notes_about_what_the_army_has_are_answered_by_its_stands():
    horse = [(3, "Normally"), (4, "If no foot stands")]
    assert rated(horse, 1300, "HBW", "mounted") == 4
    assert rated(horse, 1300, "HBW", "ARC", "mounted", "foot") == 3
    horde = [(2, "Without Horde"), (1, "if any Horde included")]
    assert (rated(horde, 1, "HRD"), rated(horde, 1, "SPR")) == (1, 2)


def test_al_2_5_a_note_that_names_the_answer_holds_for_that_answer_only():
    indians = find_list("Classical Indian")
    told = indians.maneuver_ratings
    question = indians.variants

    def manoeuvre(year: int, variant: str) -> int:
        return rating(told, year, question, variant, frozenset()).value

    assert manoeuvre(-200, "maurya") == 2
    assert manoeuvre(-200, "other") == 1
    assert manoeuvre(-100, "maurya") == 1


def test_al_2_6_home_groups_are_those_not_ruled_out():
    dated: Any = (Home(("Steppe",), "250-406 AD"), Home(("Forest",), "407-584 AD"))
    assert homes(dated, 406, None, None) == dated[:1]
    assert homes(dated, 407, None, None) == dated[1:]
    placed: Any = (Home(("Marsh",), "Venice"), Home(("Arable", "Hilly"), "Others"))
    assert homes(placed, 407, None, None) == placed
    army = muster(find_roster("Marian Roman"))
    assert army.topographies == ("Arable", "Hilly")


def test_tc_11_9_a_camp_costs_nothing_and_is_no_stand():
    assert not [stand for stand in muster(find_roster("Hussite")).stands if stand.code == "CAMP"]


def with_carts(stands: int, counts: dict[str, int], **on: list[int]) -> Army:
    """An army whose one option may have carts: which of its stands have them."""
    offered = [{"battleCardCode": "PL", "min": None, "max": None, "note": ""}]
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, *counts, battleCardEntries=offered)]))
    row: dict[str, Any] = {"code": "PL", "option": "main/t1", "stands": stands}
    chosen = roster(
        stands={"main/t1": counts},
        troopCards=[row | ({"on": on} if on else {})],
        general={"option": "main/t1", "troopTypeCode": next(iter(counts))},
    )
    return muster(chosen, shelf, house_rules=True)


def carrying(army: Army) -> list[int]:
    return [number for number, stand in enumerate(army.stands, 1) if "PL" in stand.cards]


def test_al_10_3_the_owner_says_which_stands_have_a_card():
    """Left open, the first that may, the general last. [BC-0.4]"""
    five = {"SPR": 5}
    assert carrying(with_carts(2, five)) == [2, 3]
    assert carrying(with_carts(5, five)) == [1, 2, 3, 4, 5]
    assert carrying(with_carts(2, five, SPR=[1, 4])) == [1, 4]
    assert carrying(with_carts(3, five, SPR=[5])) == [2, 3, 5]
    two = {"SPR": 2, "HFT": 3}
    assert carrying(with_carts(2, two, HFT=[1, 3])) == [3, 5]
    assert carrying(with_carts(2, two | {"SPR": 3}, HFT=[1, 3])) == [4, 6]
    assert carrying(with_carts(3, two)) == [2, 3, 4]
