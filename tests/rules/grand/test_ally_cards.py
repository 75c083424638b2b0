"""An ally's own battle cards: about its own camp and its own stands. [AL-16.6, BC-16 to BC-19]"""

import copy
import json
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from condotta.armies.mustering.mustering_commands import divided
from condotta.armies.rosters.rosters import read_roster
from condotta.kernel.events import Asked, Ruled
from condotta.rules.grand.muster import in_commands, opening
from condotta.rules.triumph import names as core
from condotta.rules.triumph.cards.hold_the_line import cards_for
from condotta.rules.triumph.cards.pack_trains import UseHerds
from condotta.rules.triumph.cards.standard_wagon import UseWagon
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.looking import beside
from condotta.rules.triumph.muster import CardSpec
from tests.rules.any_table import clauses
from tests.rules.grand.large_table import BLUE, BOOK, answer, army, large, place, split, until
from tests.rules.triumph.cards.card_table import carded, parts
from tests.rules.triumph.set_up_table import pose
from tests.rules.triumph.table_setting import Table

ALLIED = "R KNT* HFT+x8 / KNT* HFT+x7 / LSP~* LSP~x7"
LISTED = Path(__file__).parents[2] / "armies" / "grand.json"


def allied(*codes: str, main: tuple[str, ...] = (), first: str = "blue") -> Table:
    """A large battle at its camps; red's third command is an ally with cards of its own."""
    red = army(ALLIED, cards=tuple(CardSpec(code) for code in main))
    own = tuple(CardSpec(code, entry="3") for code in codes)
    commands = (*red.commands[:2], replace(red.commands[2], cards=own))
    table = large(replace(red, commands=commands), first=first)
    split(table)
    return table


def to_red(table: Table, window: str = "camp") -> None:
    """Answer as the menus know best until red is asked there."""
    for _ in range(60):
        ask = table.asks()[0]
        if (ask.seat, ask.window) == ("red", window):
            return
        if ask.window == "markers":
            place(table)
        elif ask.window == "first commands":
            table.choose(ask.seat, ask.options[0])
        else:
            answer(table, ask.seat)
    raise AssertionError(f"red is never asked {window}")


def asked_about(table: Table, window: str) -> list[tuple[str, ...]]:
    """What red was asked about in a window, in turn."""
    asks = (one.ask for one in table.battle.log if isinstance(one, Asked))
    return [ask.about for ask in asks if ask.seat == "red" and ask.window == window]


def held(table: Table) -> dict[str, str]:
    """What red's cards in hand were bought for, by code."""
    hand = table.position.at("hand")
    return {one.type: one.unit for one in hand if one.army == "R" and core.CARD in one.traits}


# ── No Camp ──────────────────────────────────────────────────────────────────
def test_al_16_6_bc_16_1_an_ally_with_no_camp_brings_none_and_the_army_its_own():
    table = allied("NC")
    assert "R0" in table.position.pieces
    assert "R00" not in table.position.pieces
    told = [one for one in table.battle.log if isinstance(one, Ruled) and one.clause == "BC-16.1"]
    assert [one.key for one in told] == ["gt.4-1.no-camp"]
    until(table, "movement")
    assert asked_about(table, "camp") == [("R0",)]


def test_al_16_6_bc_16_1_an_army_with_no_camp_leaves_its_ally_its_own():
    table = allied(main=("NC",))
    assert "R0" not in table.position.pieces
    assert core.ALLY in table.piece("R00").traits
    until(table, "movement")
    assert asked_about(table, "camp") == [("R00",)]


def test_bc_30_50_an_ally_without_a_camp_lets_its_other_cards_lie_idle():
    table = allied("NC", "PT", "SW", "FC")
    to_red(table)
    assert table.asks("red")[0].about == ("R0",)
    assert not {"UseWagon", "UseHerds"} & set(table.asks("red")[0].says)
    until(table, "movement")
    assert [one.id for one in table.position.at("table") if one.type == "CAMP"] == ["R0", "B0"]


# ── Fortified Camp ───────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("cards", "own", "allys"),
    [("red FC", 2, None), ("red FC R00", None, 2), ("red FC; red FC R00", 2, 2)],
)
def test_al_16_6_bc_17_1_a_bank_is_around_the_camp_that_it_was_bought_for(cards, own, allys):
    table = carded(
        "R0 CAMP 20 10 0; R00 CAMP 40 10 0 [ally]; B1 SPR 20 10 180; B2 SPR 40 10 180",
        cards=cards, system="grand",
    )  # fmt: skip
    assert parts(table, "R0", "B1").get("factor.fortified") == own
    assert parts(table, "R00", "B2").get("factor.fortified") == allys


def test_al_16_6_an_allys_card_lies_there_for_its_camp_and_everybody_sees_it():
    """[BC-0.2]"""
    table = allied("FC", main=("FC",))
    cards = [one for one in table.position.at("hand") if one.type == "FC"]
    assert [one.unit for one in cards] == ["", "R00"]
    for seat in ("red", "blue"):
        seen = table.battle.view(seat).position
        assert all(one.id in seen.pieces for one in cards)
        lying = [one for one in beside.lying(BOOK, seen, None, ()) if one.type == "FC"]
        assert [one.stands for one in lying] == [(), ("R00",)]


def test_bc_17_2_an_allys_fortified_camp_counts_8_when_it_is_sacked():
    table = carded(
        "R00 CAMP 24 10 0 [ally]; B1 SPR 24 10 180", cards="red FC R00", phase="close",
        system="grand", active="blue", dice=(6, 1),
    )  # fmt: skip
    assert "R00" in table.lost()
    assert table.count("R00", "worth") == 16


# ── Pack Trains and Herds ────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("first", "window"), [("blue", "rest of the troops"), ("red", "all troops")]
)
def test_al_16_6_bc_18_an_allys_herds_come_last_and_stand_anywhere_on_the_edge(first, window):
    """The army's own camp stands in the Centre zone as ever. [BC-18.1, BC-18.2, GT-10.5]"""
    table = allied("PT", first=first)
    to_red(table)
    assert table.asks("red")[0].about == ("R0",)
    assert "TC-9.31" in clauses(table.judge("red", PlaceCamp(pose(6, 2))))
    answer(table, "red")
    to_red(table, window)
    assert table.piece("R00").place == "undeployed"
    assert table.judge("red", PlaceCamp(pose(6, 2))).ok
    table.say("red", PlaceCamp(pose(84, 2)))
    assert table.at("R00")[:2] == (84, 2)
    until(table, "movement")


def test_bc_17_3_bc_18_3_the_ally_says_which_of_its_two_cards_it_uses():
    """[BC-30.47] The army's herds, of which nothing is to be said, are not meant."""
    table = allied("FC", "PT", main=("PT",))
    to_red(table)
    assert table.asks("red")[0].about == ("R00",)
    assert "UseHerds" in table.asks("red")[0].says
    table.say("red", UseHerds())
    assert table.piece("R00").marked("pack train")
    assert not table.piece("R0").marked("pack train")
    to_red(table, "rest of the troops")
    table.say("red", PlaceCamp(pose(6, 2)))
    table.say("red", PlaceCamp(pose(84, 2)))
    assert [table.at(name)[:2] for name in ("R0", "R00")] == [(6, 2), (84, 2)]
    until(table, "movement")


def test_bc_17_3_an_army_that_says_nothing_keeps_its_bank_and_so_does_its_ally():
    table = allied("FC", "PT", main=("FC", "PT"))
    to_red(table)
    table.say("red", UseHerds())
    assert table.piece("R0").marked("pack train")
    to_red(table)
    assert table.asks("red")[0].about == ("R00",)
    answer(table, "red")
    assert table.piece("R00").place == "table"
    assert not table.piece("R00").marked("pack train")
    assert not table.judge("red", UseHerds()).ok


# ── Standard Wagon ───────────────────────────────────────────────────────────
@pytest.mark.parametrize(("first", "window"), [("blue", "centre troops"), ("red", "all troops")])
def test_al_16_6_bc_19_an_allys_wagon_stands_instead_of_its_camp(first, window):
    """In the Centre zone, as every wagon. [BC-19.1, BC-19.2, GT-10.4]"""
    table = allied("SW", first=first)
    to_red(table)
    assert "UseWagon" in table.asks("red")[0].says
    assert table.asks("red")[0].about == ("R0",)
    answer(table, "red")
    to_red(table)
    assert table.asks("red")[0].about == ("R00",)
    table.say("red", UseWagon(40_000))
    assert table.piece("R00").marked("standard wagon")
    assert not table.piece("R0").marked("standard wagon")
    to_red(table, window)
    assert "TC-9.31" in clauses(table.judge("red", PlaceCamp(pose(37, 7))))
    table.say("red", PlaceCamp(pose(50, 7)))
    until(table, "movement")


def test_bc_19_3_foot_behind_whom_an_allys_wagon_stands_has_its_help():
    """Its own troops and the army's: both are friends of it."""
    table = carded(
        "R00 CAMP 20 8 0 [ally] {standard wagon}; R1 HFT 20 8.75 0; B1 SPR 20 8.75 180",
        cards="red SW R00", system="grand",
    )  # fmt: skip
    assert parts(table, "R1", "B1")["factor.wagon"] == 1


# ── the others ───────────────────────────────────────────────────────────────
def burgundians(**ally):
    """Two English commands and a Burgundian one, whose cards are those given."""
    raw = copy.deepcopy(json.loads(LISTED.read_text(encoding="utf-8"))["builtArmies"][1])
    raw["armyCards"] = [{"code": "DD", "count": 1}]
    raw["troopCards"] = [{"code": "HL", "option": "main/t5", "stands": 3}]
    raw["commands"][2] |= ally
    found = divided(read_roster(raw).roster, lot=Random(4))
    red = in_commands(found, ("red",), "south", "R")
    return red, large(red, BLUE)


def test_al_16_6_an_allys_cards_are_of_its_own_list_and_not_of_one_with_the_same_number():
    """English foot may hold the line; Burgundian pikes have the same place in their list."""
    _, table = burgundians(armyCards=[{"code": "DD", "count": 1}])
    stands = [one for one in table.position.pieces.values() if one.army == "R"]
    pikes = next(one for one in stands if one.type == "PIK")
    foot = next(one for one in stands if one.type == "EFT")
    assert (pikes.unit, foot.unit) == ("3/main/t5", "main/t5")
    assert [one.type for one in cards_for(table.position, foot)] == ["HL"]
    assert cards_for(table.position, pikes) == ()


def test_al_16_6_bc_1_1_an_ally_dismounts_by_its_own_card_only():
    _, without = burgundians()
    own = {one.id for one in without.position.pieces.values() if core.ALLY in one.traits}
    may = {
        one.id
        for one in without.position.pieces.values()
        if any(trait.startswith("DD") for trait in one.traits)
    }
    assert may
    assert not may & own
    _, table = burgundians(armyCards=[{"code": "DD", "count": 1}])
    stands = table.position.pieces.values()
    able = {
        one.id
        for one in stands
        if core.ALLY in one.traits and any(trait.startswith("DD") for trait in one.traits)
    }
    assert able
    card = next(one for one in table.position.at("hand") if one.id.startswith("R00-DD"))
    assert card.unit == "3"
    assert set(beside.served(table.position, card)) == able


def test_al_16_6_a_card_of_an_allys_option_is_carried_by_its_stands_alone():
    """[BC-8.1] Burgundian bowmen ride; the English ones, who might, have not bought it."""
    _, table = burgundians(troopCards=[{"code": "MI", "option": "main/t2", "stands": 1}])
    riders = [
        one for one in table.position.pieces.values() if "MI" in one.traits and one.place != "hand"
    ]
    assert [(one.type, one.unit) for one in riders] == [("ARC", "3/main/t2")]
    card = next(one for one in table.position.at("hand") if one.type == "MI")
    assert card.unit == "3/main/t2"
    assert beside.served(table.position, card) == (riders[0].id,)


def test_al_16_6_camp_cards_of_a_roster_reach_its_allys_camp():
    red, table = burgundians(armyCards=[{"code": "FC", "count": 1}])
    assert [one.cards for one in red.commands] == [(), (), (CardSpec("FC", entry="3"),)]
    assert held(table) == {"DD": "", "HL": "main/t5", "FC": "R00"}
    (card,) = (one for one in table.position.at("hand") if one.type == "FC")
    assert card.id == "R00-FC-1"


def test_gt_4_1_the_points_of_an_allys_cards_are_the_armys():
    """[AL-16.7, GT-10.8] Army-wide cards belong to no command."""
    plain, _ = burgundians()
    red, _ = burgundians(armyCards=[{"code": "FC", "count": 1}])
    assert red.half_points == plain.half_points + 2
    events = opening(BOOK, (red, army(BLUE)))
    totals = [one.value for one in events if getattr(one, "name", "") == "total"]
    assert red.half_points in totals


def test_gt_7_1_an_allys_camp_is_in_no_command_and_rolls_no_die():
    table = allied(first="red")
    until(table, "movement")
    assert table.piece("R00").command == ""
    told = (one for one in table.battle.log if isinstance(one, Ruled) and one.clause == "TC-4.3")
    assert [one.params["command"] for one in told] == ["R.1", "R.2", "R.3"]
