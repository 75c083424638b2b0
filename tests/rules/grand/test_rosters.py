"""Rosters in commands take the field as their players divided them. [GT-2, AL-16]"""

import json
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from condotta.armies import library
from condotta.armies.mustering.mustering import Unfit
from condotta.armies.records import CommandGeneral
from condotta.armies.rosters.rosters import read_roster
from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.rules.grand import names
from condotta.rules.grand.muster import Command, hidden, in_list_order, opening, points_of, raised
from condotta.rules.grand.split import Split, judge_split, listed
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.triumph import names as core
from condotta.rules.triumph.tables import CAMP
from tests.rules.grand.large_table import BOOK, army

ARMIES = Path(__file__).parents[2] / "armies" / "grand.json"
GRAND = json.loads(ARMIES.read_text(encoding="utf-8"))["builtArmies"]
CRUSADERS, ENGLISH = (read_roster(one).roster for one in GRAND)


def mustered(roster, seed=1):
    return raised(BOOK, roster, ("red",), side="south", letter="R", lot=Random(seed))


def begun(*rosters):
    system = SYSTEMS["grand"]
    opening = system.opening(BOOK, system.seated(2), rosters, Levy(lot=Random(1)))
    return Battle(BOOK, opening, SeededCup(1))


def test_gt_2_1_a_roster_in_commands_musters_as_its_player_divided_it():
    made = mustered(CRUSADERS)
    assert [points_of(one) for one in made.commands] == [102, 92, 92]
    assert [one.modifier for one in made.commands] == [0, 1, -1]
    assert [len(one.stands) for one in made.commands] == [16, 13, 13]
    assert made.half_points + made.secret == 288
    generals = [[spec.code for spec in one.stands if spec.general] for one in made.commands]
    assert generals == [["KNT"], ["ARC"], ["KNT"]]
    assert made.leaders == ("KNT",)


def test_gt_2_4_the_overall_commanders_command_comes_first_whichever_the_roster_names():
    turned = tuple(replace(one, number=4 - one.number) for one in reversed(CRUSADERS.split))
    made = mustered(replace(CRUSADERS, commands=turned))
    assert [points_of(one) for one in made.commands] == [102, 92, 92]


def test_gt_2_2_an_ally_command_has_its_own_full_list_its_generals_and_its_camp():
    made = mustered(ENGLISH)
    assert [one.ally for one in made.commands] == [False, False, True]
    ally = made.commands[2]
    assert all(spec.ally for spec in ally.stands)
    assert sum(spec.general for spec in ally.stands) == 1
    assert "KNT" in made.ally_leaders
    position = begun(CRUSADERS, ENGLISH).state.position
    camps = [one for one in position.pieces.values() if one.type == CAMP and one.owner == "blue"]
    assert [core.ALLY in one.traits for one in camps] == [False, True]
    assert [one for one in position.pieces.values() if names.MAY_LEAD in one.traits]


@pytest.mark.parametrize("roster", [CRUSADERS, ENGLISH], ids=["Crusaders", "English"])
def test_gt_2_5_what_a_legal_roster_holds_may_be_said_as_it_is(roster):
    position = begun(roster, roster).state.position
    said = Split(listed(position, "red"))
    assert judge_split(BOOK, position, "red", None, said).ok


def test_al_16_8_an_unfit_roster_is_refused_with_its_reason():
    first, *others = CRUSADERS.split
    general = CommandGeneral("main/t1", "KNT", overall_commander=False)
    with pytest.raises(Unfit):
        mustered(replace(CRUSADERS, commands=(replace(first, general=general), *others)))


def test_gt_10_8_the_armys_total_is_all_points_army_wide_cards_included():
    position = begun(CRUSADERS, ENGLISH).state.position
    assert position.count("south", names.TOTAL) == 288
    assert position.count("north", names.TOTAL) == 288
    assert sum(points_of(one) for one in mustered(ENGLISH).commands) == 282


def test_gt_4_2_stands_that_look_alike_are_numbered_by_lot():
    orders = {
        tuple(number for _, number in in_list_order(mustered(CRUSADERS, seed))) for seed in range(4)
    }
    assert len(orders) > 1
    looks = {
        tuple(spec.code for spec, _ in in_list_order(mustered(CRUSADERS, seed)))
        for seed in range(4)
    }
    assert len(looks) == 1


def test_gt_4_2_what_is_behind_stands_is_counted_for_the_own_side_only():
    plain = army("R KNT* HFTx9 / KNT* HFTx8 / KNT* HFTx8")
    first = plain.commands[0]
    last = first.stands[-1]
    masked = Command((*first.stands[:-1], replace(last, real=())))
    made = replace(plain, commands=(masked, *plain.commands[1:]), secret=-last.half_points)

    assert hidden(masked.stands[-1]) == -last.half_points
    blue = army("B KNT* HFTx9 / KNT* HFTx8 / KNT* HFTx8")
    battle = Battle(BOOK, opening(BOOK, (made, blue)), SeededCup(1))
    total = made.half_points
    assert battle.view("red").position.count("south", names.TOTAL) == total - last.half_points
    assert battle.view("blue").position.count("south", names.TOTAL) == total


def test_gt_1_1_a_roster_in_commands_is_none_of_the_small_game():
    system = SYSTEMS["triumph"]
    assert not system.takes(CRUSADERS)
    assert SYSTEMS["grand"].takes(ENGLISH)
    with pytest.raises(PlainError, match="commands"):
        system.opening(BOOK, system.seated(2), (CRUSADERS, CRUSADERS))


def test_gt_2_1_a_48_point_roster_still_stands_for_three_of_its_kind():
    roster = next(one for one in library().rosters if not one.contingents)
    made = mustered(roster)
    assert len({tuple(sorted(map(str, one.stands))) for one in made.commands}) == 1
    assert made.half_points == 288
