"""AL-16: armies in commands, their list multiplied and allies by their own."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from condotta.armies.reports import checked

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


def test_al_16_4_minimums_are_multiplied(raw):
    raw["commands"][0]["stands"]["main/t3"]["HFT"] = 1
    assert "troopOptionBelowMin" in wrong(raw)


def test_al_11_1_the_cap_of_a_large_game_is_144(raw):
    raw["commands"][2]["stands"]["main/t3"]["HFT"] += 1
    assert "overPointsCap" in wrong(raw)


def test_a_size_nobody_knows_is_said(raw):
    assert wrong({**raw, "gameSize": "colossal"}) == {"gameSizeNotCovered"}
