"""AL-9: the bill in exact halves."""

import tomllib
from importlib.resources import files

import pytest

from condotta.armies import cost, find_roster, library
from condotta.armies.checking.checking import check
from condotta.armies.halves import halves_of, number
from condotta.armies.text import singular
from condotta.words import points
from tests.armies.conftest import body, imported, option, roster, shelf_of, taking, tiny


def test_al_9_10_a_line_per_option_and_type_and_the_totals():
    allies = [taking(body("a", option(1, 2, "SPR", description="Spears")))]
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", "BAD")], allyOptions=allies))
    stands = {"main/t1": {"BAD": 2, "KNT": 9}, "c1.1/a1": {"SPR": 1}}
    bill = cost(roster(contingents=["c1"], stands=stands), shelf)
    told = [
        (line.option, line.name, line.stands, line.each, line.half_points) for line in bill.stands
    ]
    assert told == [
        ("main/t1", "Knights", 9, 8, 72),
        ("main/t1", "Bad Horse", 2, 6, 12),
        ("c1.1/a1", "Spear", 1, 8, 8),
    ]
    assert (bill.total, bill.stand_points, bill.card_points, bill.allied_points) == (92, 92, 0, 8)
    assert bill.stand_count == 12


def test_al_9_8_a_contingent_not_taken_costs_nothing():
    allies = [taking(body("a", option(1, 2, "SPR")))]
    shelf = shelf_of(tiny(allyOptions=allies))
    assert cost(roster(stands={"main/t1": {"KNT": 1}, "c1.1/a1": {"SPR": 2}}), shelf).total == 8


def test_al_9_3_halves_are_exact():
    kind = {"permanentCode": "KNT", "displayName": "Knights", "order": "Open", "cost": 3.5}
    data = imported({"troopTypes": [kind], "armyLists": [tiny()]}).data
    shelf = type(library())((data,))
    bill = cost(roster(stands={"main/t1": {"KNT": 13}}), shelf)
    assert bill.total == 91
    assert points(bill.total) == "45½"
    assert number(bill.total) == 45.5


def test_al_9_2_al_12_4_no_order_of_cards_matters_and_one_that_nobody_knows_is_free():
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", "BAD")]))
    cards = [{"code": "PD", "count": 3}, {"code": "XX", "count": 1}]
    one = roster(stands={"main/t1": {"KNT": 9, "BAD": 1}}, armyCards=cards)
    other = roster(stands={"main/t1": {"BAD": 1, "KNT": 9}}, armyCards=cards[::-1])
    assert cost(one, shelf) == cost(other, shelf)
    assert (cost(one, shelf).stand_points, cost(one, shelf).card_points) == (78, 3)
    assert [line.half_points for line in cost(one, shelf).cards] == [3, None]
    assert "battleCardUnknown" in {found.code for found in check(one, shelf)}


@pytest.mark.parametrize(
    ("text", "halves"),
    [("3,5", 7), ("3.5", 7), ("3½", 7), ("3 ½", 7), ("½", 1), ("48", 96), ("-0,5", -1)],
)
def test_al_9_1_points_are_read_as_people_of_any_country_write_them(text, halves):
    assert halves_of(text) == halves


@pytest.mark.parametrize("text", ["", " ", "3,25", "1e3", "3.5.5", "½½", "drei", "."])
def test_al_9_1_what_is_no_half_is_refused(text):
    assert halves_of(text) is None


def test_al_1_1_prices_and_names_agree_with_the_tables_of_the_referee():
    folder = files("condotta.rules.triumph") / "data"
    rows = tomllib.loads((folder / "troops.toml").read_text(encoding="utf-8"))["troop"]
    ours = {troop.permanent_code: troop for troop in library().sets[0].troops}
    theirs = {row["code"]: row for row in rows if row["code"] in ours}
    assert len(ours) == len(theirs) == 26
    for code, troop in ours.items():
        row = theirs[code]
        assert troop.half_points == 2 * row["points"], code
        assert troop.category == row["class"], code
        names = {singular(troop.display_name), singular(troop.import_name)}
        assert singular(row["name"]) in names, code


def test_al_9_3_prices_belong_to_the_data_and_not_to_the_code():
    assert {line.each for line in cost(find_roster("Hussite")).stands if line.code == "WWG"} == {6}
