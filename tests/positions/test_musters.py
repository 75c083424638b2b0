"""How a battle begins, as position files ask of it: players, armies, companies, the coffers."""

import pytest

from condotta.errors import PlainError
from condotta.positions.triumph_armies import listed, roster_of
from tests.positions.test_every_system import answered, ruled

LIST = {
    "listId": 999, "sublistId": "a", "name": "Invented",
    "dateRanges": [{"startDate": -100, "endDate": 100}],
    "troopOptions": [{"min": 1, "max": 20, "troopEntries": [{"troopTypeCode": "KNT"}]}],
    "troopEntriesForGeneral": [{"troopEntries": [{"troopTypeCode": "KNT"}]}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("system", "count", "may"),
    [("triumph", 2, True), ("triumph", 3, False), ("treachery", 2, False), ("treachery", 5, True),
     ("carnage+ranked", 4, True), ("carnage+ranked", 5, False)],
)  # fmt: skip
def test_tt_1_1_cm_62_how_many_may_play(system, count, may):
    found = answered({"players": count}, system=system)
    assert found["accepted"] is may
    assert bool(found["says"]) is not may


def test_tt_1_2_two_coppers_come_as_the_set_up_ends_and_not_before():
    """[TT-1.2, TT-1.4] A file that begins in the set-up brings neither icons nor tokens."""
    file = {"system": "treachery", "phase": "deployment", "pieces": [
        "R1 archers 5 20 10 0", "B1 archers 5 20 40 180", "G1 archers 5 50 40 180",
    ]}  # fmt: skip
    (run,) = ruled(**file).runs
    assert run.state["tokens"] == {"red": 0, "blue": 0, "green": 0}
    assert [one["window"] for one in run.state["waiting"]] == ["icons"]
    (run,) = ruled(draws=["axe", "hammer", "shield"], **file).runs
    assert run.state["tokens"] == {"red": 100, "blue": 100, "green": 100}
    assert "TT-1.2" in run.at_once["cites"]
    assert not [one for one in run.at_once["rulings"] if one["key"].endswith("begins")]


def test_sk_124_an_army_that_is_not_battle_forged_plays_skirmish_battles_but_not_carnage():
    """[SK-124, SK-129, CM-62]"""
    for system, may in (("skirmish", True), ("carnage", False)):
        found = answered({"army": {"faction": "BETA"}}, system=system)
        assert (found["battle_forged"], found["accepted"]) == (False, may)
        assert found["refusals"][0]["clause"] == "SK-124"


@pytest.mark.parametrize("asked", [{"roster": "betta"}, {"detachments": [
    {"pattern": "patrol", "units": [{"unit": "militai", "models": 10}]}]}])  # fmt: skip
def test_an_army_or_a_unit_that_nobody_knows_is_told_with_the_nearest(asked):
    assert "Did you mean" in answered({"army": asked}, system="skirmish")["unanswered"]


@pytest.mark.parametrize("roster", [
    {"armyListName": "Invented", "troopCards": [{"code": "SS", "option": "main/t1", "tsands": 4}]},
    {"armyListName": "Invented", "gmaeSize": "grand"},
    {"armyListName": "Invented", "commands": [{"number": 1, "stnads": {}}]},
])  # fmt: skip
def test_al_10_2_a_misspelt_field_of_a_roster_is_told(roster):
    with pytest.raises(PlainError, match=r"A roster has no field '(tsands|gmaeSize|stnads)'"):
        roster_of(roster)


def test_al_12_4_a_misspelt_field_of_an_army_list_is_told():
    assert listed((LIST,)).lists
    with pytest.raises(PlainError, match="An army list has no field 'battelCardEntries'"):
        listed((LIST | {"battelCardEntries": []},))


def test_al_12_5_whatever_an_import_warns_of_is_told():
    body = {"name": "Friends", "troopOptions": []}
    allies = [{"note": "", "allyEntries": [{"name": "Friends", "allyArmyList": body}]}]
    with pytest.raises(PlainError, match="the body of Friends is missing"):
        listed((LIST | {"allyOptions": allies},))
