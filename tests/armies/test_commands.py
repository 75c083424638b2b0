"""AL-16: armies in commands, their list multiplied and allies by their own."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from condotta.armies import Library, Roster, cost
from condotta.armies.building.building import view
from condotta.armies.checking.army_commands import bill_of, command_points, parts
from condotta.armies.paper.comparing import Difference, compare, missing
from condotta.armies.paper.printing import page
from condotta.armies.paper.reports import checked
from condotta.armies.rosters.rosters import read_roster
from condotta.armies.rosters.sharing import from_code, share_code
from tests.armies.conftest import option, shelf_of, tiny

GRAND: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "grand.json").read_text(encoding="utf-8")
)["builtArmies"]
CRUSADERS, ENGLISH = GRAND


def wrong(raw: dict[str, Any]) -> set[str]:
    return {one.code for one in checked(raw).findings if one.severity == "error"}


@pytest.fixture
def raw() -> dict[str, Any]:
    return copy.deepcopy(CRUSADERS)


@pytest.mark.parametrize("raw", GRAND, ids=lambda one: str(one["label"]))
def test_al_16_4_al_16_6_al_18_2_the_two_large_rosters_are_legal_to_the_half_point(raw):
    one = checked(raw).as_json()
    expected = raw["expect"]
    assert not wrong(raw)
    told = [one[key] for key in ("standPoints", "cardPoints", "total", "stands")]
    assert told == [expected[key] for key in ("standPoints", "cardPoints", "total", "stands")]


def test_al_16_8_three_commands_and_no_fewer(raw):
    raw["commands"].pop()
    assert "commandCount" in wrong(raw)


def test_al_16_8_a_command_has_24_points(raw):
    raw["commands"][1]["stands"] = {"main/t6": {"ARC": 2}}
    assert "commandTooSmall" in wrong(raw)


def test_al_16_8_every_command_has_a_general_among_its_stands(raw):
    raw["commands"][1]["general"] = None
    assert wrong(raw) == {"commandGeneralMissing"}
    raw["commands"][1]["general"] = {"option": "main/t1", "troopTypeCode": "ART"}
    assert wrong(raw) == {"commandGeneralMissing"}


def test_gt_2_4_skirmishers_lead_a_command_only_where_nobody_else_could():
    options = [option(1, 20, "KNT"), option(0, 9, "SKM")]
    shelf = shelf_of(tiny(troopOptions=options))

    def found(**others: int) -> set[str]:
        lead = {"option": "main/t1", "troopTypeCode": "KNT", "overallCommander": True}
        light = {"option": "main/t2", "troopTypeCode": "SKM"}
        split = [
            {"number": 1, "stands": {"main/t1": {"KNT": 9}}, "general": lead},
            {"number": 2, "stands": {"main/t1": others, "main/t2": {"SKM": 9}}, "general": light},
            {"number": 3, "stands": {"main/t1": {"KNT": 6}}, "general": lead},
        ]
        split[2]["general"] = {**lead, "overallCommander": False}
        raw = {"armyListName": "Tiny", "year": 50, "gameSize": "grand", "commands": split}
        told = checked(raw, shelf).findings
        return {one.code for one in told if one.severity == "error"}

    assert found() == set()
    assert found(KNT=1) == {"commandGeneralTypeNotAllowed"}


def test_al_16_8_the_overall_commander_leads_the_largest_command(raw):
    first, _, third = raw["commands"]
    first["general"]["overallCommander"] = False
    third["general"]["overallCommander"] = True
    assert wrong(raw) == {"overallCommanderNotInLargest"}
    third["general"]["overallCommander"] = False
    assert "overallCommanderNotInLargest" in wrong(raw)


@pytest.mark.parametrize("shifts", [(1, 0, 0), (2, -2, 0), (1, 1, -1)])
def test_al_16_8_shifts_of_command_dice_balance(raw, shifts):
    for command, shift in zip(raw["commands"], shifts, strict=True):
        command["commandPointModifier"] = shift
    assert wrong(raw) == {"commandPointModifiersUnbalanced"}


def test_al_16_8_an_ally_command_holds_only_its_ally_and_rolls_as_it_is():
    raw = copy.deepcopy(ENGLISH)
    raw["commands"][2]["stands"]["main/t99"] = {"KNT": 1}
    assert "commandMixesAlly" in wrong(raw)
    raw = copy.deepcopy(ENGLISH)
    raw["commands"][0]["commandPointModifier"] = -1
    raw["commands"][2]["commandPointModifier"] = 1
    assert wrong(raw) == {"commandPointModifiersUnbalanced"}


def test_al_16_5_al_16_6_an_ally_brings_cards_of_its_camp_and_its_dismounting_and_pays_for_them():
    raw = copy.deepcopy(ENGLISH)
    ally = raw["commands"][2]
    paid = checked(raw).as_json()["cardPoints"]
    ally["armyCards"] = [{"code": "FC", "count": 1}]
    assert wrong(raw) == {"overPointsCap"}
    assert checked(raw).as_json()["cardPoints"] == paid + 1
    ally["armyCards"] = [{"code": "AM", "count": 1}]
    assert "battleCardUnavailable" in wrong(raw)
    ally["armyCards"] = []
    raw["commands"][0]["armyCards"] = [{"code": "FC", "count": 1}]
    assert [one.clause for one in checked(raw).findings if one.severity == "error"] == ["AL-16.6"]


def shower(code: str, *cards: str) -> tuple[Roster, Library]:
    """Three commands of a list whose one option may have cards for its stands."""
    entries = [{"battleCardCode": card, "min": None, "max": None, "note": ""} for card in cards]
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, code, battleCardEntries=entries)]))
    general = {"option": "main/t1", "troopTypeCode": code}
    split = [
        {"number": number, "stands": {"main/t1": {code: stands}}, "general": general}
        for number, stands in ((1, 2), (2, 3), (3, 5))
    ]
    held = [{"code": card, "option": "main/t1", "stands": 4} for card in cards]
    raw = {"armyListName": "Tiny", "year": 50, "gameSize": "grand", "commands": split}
    return read_roster(raw | {"troopCards": held}).roster, shelf


@pytest.mark.parametrize(
    ("code", "cards", "points"),
    [
        ("ECV", (), [16, 24, 40]),
        ("ECV", ("SS",), [20, 30, 50]),
        ("ECV", ("SF",), [14, 21, 35]),
        ("CAT", ("AC",), [12, 18, 30]),
        ("SPR", ("PL",), [18, 28, 42]),
        ("KNT", ("HL", "LC"), [16, 24, 40]),
    ],
)
def test_gt_2_6_al_16_7_what_cards_add_to_stands_counts_in_their_command(code, cards, points):
    roster, shelf = shower(code, *cards)
    data = shelf.sets[0]
    (part,) = parts(roster, data, data.lists[0], shelf)
    assert [command_points(part, one) for one in part.commands] == points
    lines = [line.half_points or 0 for line in bill_of((part,)).cards]
    assert sum(points) == bill_of((part,)).stand_points + sum(lines)


def test_al_16_4_minimums_are_multiplied(raw):
    raw["commands"][0]["stands"]["main/t3"]["HFT"] = 1
    assert "troopOptionBelowMin" in wrong(raw)


def test_al_11_1_the_cap_of_a_large_game_is_144(raw):
    raw["commands"][2]["stands"]["main/t3"]["HFT"] += 1
    assert "overPointsCap" in wrong(raw)


def test_a_size_nobody_knows_is_said(raw):
    assert wrong({**raw, "gameSize": "colossal"}) == {"gameSizeNotCovered"}


@pytest.mark.parametrize("raw", GRAND, ids=lambda one: str(one["label"]))
def test_al_15_6_a_large_roster_is_shared_and_shown_whole(raw):
    roster = read_roster(raw).roster
    assert from_code(share_code(roster)).commands == roster.commands
    assert cost(roster).total == cost(from_code(share_code(roster))).total == 288
    shown = view(roster)
    assert (shown.total, shown.cap, shown.legal) == (288, 288, True)
    assert shown.stand_count == raw["expect"]["stands"]


def test_al_15_5_a_large_roster_is_printed_command_by_command():
    raw = copy.deepcopy(ENGLISH)
    raw["commands"][2]["armyCards"] = [{"code": "FC", "count": 1}]
    text = page(read_roster(raw).roster)
    told = [line for line in text.split("\n") if "Command " in line]
    assert [(">51<" in one, ">45<" in one) for one in told] == [
        (True, False),
        (False, True),
        (False, True),
    ]
    assert "Command 3: Early Burgundian" in told[2]
    assert text.count("overall commander") == 1
    assert text.count("(general)") == 2
    assert text.count("(ally)") == len(raw["commands"][2]["stands"])
    assert "<td>Pikes</td>" in text[text.index("Quick reference") :]
    assert "Fortified Camp (FC, BC-17)" in text
    assert "144½" not in text
    assert "145 / 144" in text


def test_al_15_4_al_17_7_large_rosters_are_compared_with_their_allies_apart():
    raw = copy.deepcopy(ENGLISH)
    raw["commands"][2]["stands"]["main/t6"] = {"BLV": 3}
    one, other = read_roster(ENGLISH).roster, read_roster(raw).roster
    assert compare(one, other) == (Difference("stands", "BLV", "3/main/t6", 4, 3),)
    assert missing(other, {"BLV": 1})["BLV"] == 2
