"""The ten steps of deployment and where troops may stand. [GT-1.2, GT-3, GT-4, GT-5, GT-10]"""

from random import Random

import pytest

from condotta.kernel.events import Counted, Opened, Sealed
from condotta.kernel.seals import broken
from condotta.rules.grand import names
from condotta.rules.grand.deploying import steps
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.grand.scale import SCALE, middle_zones, pieces
from condotta.rules.grand.sides import is_troop
from condotta.rules.triumph import names as core
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.deployment.deploying import Finish
from condotta.rules.triumph.deployment.places import grid, likely, may_stand
from condotta.rules.triumph.ground.battlefield import battlefield, deployment_zone, home
from condotta.rules.triumph.muster import CardSpec
from condotta.rules.triumph.stands.field import Field
from condotta.table import Pose
from tests.rules.grand.large_table import (
    BLUE,
    BOOK,
    MU,
    RED,
    answer,
    army,
    as_listed,
    camps,
    large,
    place,
    split,
    until,
)
from tests.rules.triumph.set_up_table import deploy

PRINTED = {2: (2, False), 3: (3, True), 4: (4, False), 5: (5, True), 6: (6, False), 7: (6, True),
           8: (7, True), 9: (7, False), 10: (8, True), 11: (9, False), 12: (10, True)}  # fmt: skip


def deployed(*, first="red", red=RED, blue=BLUE, **entries):
    """A table at the first step that sets troops out."""
    table = large(red, blue, first=first)
    split(table, as_listed(table, "red", **entries))
    place(table)
    return table


def refused(table, seat, text):
    return {(one.clause, one.key) for one in table.judge(seat, deploy(text)).refusals}


def test_gt_1_2_ten_squares_of_18_and_five_zones():
    table = large()
    measures = battlefield(BOOK, table.position)
    assert (measures.width, measures.depth) == (90 * MU, 36 * MU)
    assert len(measures.boxes) == 10
    assert {(x2 - x1, y2 - y1) for x1, y1, x2, y2 in measures.boxes} == {(18 * MU, 18 * MU)}
    own = home(BOOK, table.position, "red")
    zones = middle_zones(own)
    assert (zones.left, zones.right) == (18 * MU, 72 * MU)
    assert table.position.board.width == SCALE.width


@pytest.mark.parametrize("score", range(2, 13))
def test_gt_3_1_pieces_and_coast_by_the_modified_score(score):
    assert pieces("arable", score) == PRINTED[score]


def test_gt_3_1_the_score_is_modified_by_the_topography():
    assert pieces("dry", 9) == PRINTED[7]
    assert pieces("forest", 9) == PRINTED[11]
    assert pieces("steppe", 3) == PRINTED[2]


def test_gt_4_1_the_steps_come_in_order_and_the_advantaged_side_begins():
    table = deployed()
    order = [phase for phase, _ in steps(lambda *_: ((names.SPLIT, None),), BOOK, table.position)]
    assert order.count(names.MARKERS_PHASE) == 2
    seen = [ask.seat for ask in table.asks()]
    assert seen == ["blue"]
    assert table.asks()[0].window == names.FIRST
    assert len(table.asks()[0].options) == 3
    table.choose("blue", table.asks()[0].options[0])
    until(table, "movement")
    assert table.position.active == ("red",)
    windows = [event.ask.window for event in table.battle.log if hasattr(event, "ask")
               and hasattr(event.ask, "window")]  # fmt: skip
    assert windows.index(names.SPLIT) < windows.index("camp") < windows.index(names.MARKERS)
    assert windows.index(names.MARKERS) < windows.index(names.TROOPS)


def test_gt_4_1_both_split_at_once_and_neither_waits_for_the_other():
    table = large()
    assert {ask.seat for ask in table.asks()} == {"red", "blue"}
    table.say("blue", as_listed(table, "blue"))
    assert {ask.seat for ask in table.asks()} == {"red"}


def test_gt_4_1_the_disadvantaged_side_sets_out_two_commands_then_the_last():
    table = deployed()
    table.choose("blue", "B.1+B.3")
    first = table.asks("blue")[0].about
    assert {table.piece(name).command for name in first} == {"B.1"}
    order = []
    for _ in range(30):
        asks = [ask for ask in table.asks() if ask.window in (names.TROOPS, names.LAST_TROOPS)]
        if not asks:
            break
        command = table.piece(asks[0].about[0]).command
        if not order or order[-1] != command:
            order.append(command)
        answer(table, asks[0].seat)
    assert order == ["B.1", "B.3", "R.1", "R.2", "R.3", "B.2"]


def test_gt_4_1_camps_stand_in_the_centre_zone_and_an_allys_in_the_middle_three():
    table = large("R KNT* HFT+x8 / KNT* HFT+x7 / LSP~* LSP~x7")
    split(table)
    assert table.asks()[0].seat == "blue"

    def camp(x):
        return table.judge(
            table.asks()[0].seat, PlaceCamp(Pose(round(x * MU), 2 * MU, 0, 1_000_000))
        )

    while table.asks()[0].seat == "blue":
        answer(table, "blue")
    assert camp(45).ok
    assert camp(38).ok
    assert not camp(30).ok
    answer(table, "red")
    assert table.asks()[0].about == ("R00",)
    assert camp(25).ok
    assert camp(64).ok
    assert not camp(12).ok


def test_gt_4_2_gt_4_5_the_split_is_sealed_and_opened_in_steps_7_and_8():
    table = deployed()
    sealed = [event.seal for event in table.battle.log if isinstance(event, Sealed)]
    assert {"south commands", "north commands", "south markers", "north markers"} <= set(sealed)
    opened = [event.seal for event in table.battle.log if isinstance(event, Opened)]
    assert opened == ["north commands", "north markers"]
    assert table.battle.view("red").position.pieces["B1"].command.startswith("B.")
    assert table.battle.view("blue").position.pieces["R1"].command == ""
    until(table, "movement")
    assert table.battle.view("blue").position.pieces["R1"].command.startswith("R.")
    assert broken(table.battle.log) == ()


def test_gt_4_3_gt_4_6_every_command_has_a_marker_and_a_march_is_seen_when_it_is_not_placed():
    table = deployed(c2="left")
    shown = [piece for piece in table.battle.view("blue").position.pieces.values()
             if piece.type == names.MARKER and piece.owner == "red"]  # fmt: skip
    assert len(shown) == 3
    assert {piece.command for piece in shown} == {""}
    until(table, "movement")
    waiting = [piece for piece in table.position.at("reserve") if piece.owner == "red"]
    assert {piece.command for piece in waiting} == {"R.2"}
    assert table.battle.view("blue").position.count("R.2", names.ENTRY) == 0
    assert table.battle.view("red").position.count("R.2", names.ENTRY) == 1


def test_gt_4_3_each_command_needs_a_marker():
    table = large()
    split(table)
    camps(table)
    found = table.judge("blue", PlaceMarkers((MU, 2 * MU)))
    assert [one.clause for one in found.refusals] == ["GT-4.3"]


def test_gt_4_4_with_fewer_than_two_commands_those_that_there_are_go_first():
    table = large(first="blue")
    split(table, as_listed(table, "red", c2="left", c3="right"))
    place(table)
    assert table.asks()[0].options == ("R.1",)
    table.choose("red", "R.1")
    assert table.asks()[0].window == names.TROOPS
    assert {table.piece(name).command for name in table.asks()[0].about} == {"R.1"}


def test_gt_5_1_within_8_mu_and_the_battle_line_in_the_middle_zones():
    table = deployed(first="blue")
    table.choose("red", "R.1+R.2")
    general = next(n for n in table.asks("red")[0].about if "general" in table.piece(n).traits)
    foot = next(n for n in table.asks("red")[0].about if n != general)
    assert table.judge("red", deploy(f"{general} 45 8 0")).ok
    assert ("TC-8.2", "tc.8-2.zone") in refused(table, "red", f"{general} 45 8.5 0")
    table2 = large(first="blue")
    split(table2)
    place(table2, 20, 45, 65)
    table2.choose("red", "R.1+R.2")
    assert not refused(table2, "red", f"{general} 20 8 0")
    assert ("GT-5.1", "gt.5-1.battle-line") in refused(
        table2, "red", f"{general} 20 8 0; {foot} 18 8 0"
    )
    assert not refused(table2, "red", f"{general} 20 8 0; {foot} 22 8 0")


def test_gt_5_2_within_command_range_and_within_16_mu_of_the_marker():
    table = deployed(first="blue")
    table.choose("red", "R.1+R.2")
    general = next(n for n in table.asks("red")[0].about if "general" in table.piece(n).traits)
    foot = next(n for n in table.asks("red")[0].about if n != general)
    assert ("GT-5.2", "gt.5-2.no-general") in refused(table, "red", f"{foot} 45 8 0")
    assert not refused(table, "red", f"{general} 45 8 0; {foot} 60 8 0")
    assert not refused(table, "red", f"{general} 60 8 0")
    assert ("GT-5.2", "gt.5-2.marker") in refused(table, "red", f"{general} 60.1 8 0")
    far = refused(table, "red", f"{general} 30 8 0; {foot} 59 8 0")
    assert ("GT-5.2", "gt.5-2.general") in far


def test_gt_5_2_a_general_is_not_moved_away_from_those_that_stand():
    """With them it is: all within its range, or none of them moves."""
    table = deployed(first="blue")
    table.choose("red", "R.1+R.2")
    about = table.asks("red")[0].about
    general = next(n for n in about if "general" in table.piece(n).traits)
    foot = next(n for n in about if n != general)
    table.say("red", deploy(f"{general} 58 6 0; {foot} 60 6 0"))
    assert not refused(table, "red", f"{general} 45 6 0")
    assert refused(table, "red", f"{general} 30 6 0") == {("GT-5.2", "gt.5-2.left")}
    left = table.judge("red", deploy(f"{general} 30 6 0")).refusals
    assert left[0].params == {"stand": general, "others": (foot,)}
    assert not refused(table, "red", f"{general} 30 6 0; {foot} 32 6 0")


def test_gt_5_9_no_general_guards_a_camp_nor_anybody_of_a_flank_march():
    """None of his troops could be set out; a march is all of its command. [GT-6.1]"""
    table = large(first="blue")
    split(table, as_listed(table, "red", c3="left"))
    pieces = table.battle.view("red").position.pieces.values()

    def guarded(command, *, leads):
        name = next(
            piece.id
            for piece in pieces
            if piece.command == command and ("general" in piece.traits) is leads
        )
        found = table.judge("red", PlaceCamp(Pose(45 * MU, 2 * MU, 0, 1_000_000), name))
        return {one.clause for one in found.refusals}

    assert guarded("R.2", leads=True) == {"GT-5.9"}
    assert guarded("R.3", leads=False) == {"GT-6.1"}
    assert guarded("R.2", leads=False) == set()
    menu = BOOK.menus["camp"]
    ask, seen = table.asks("red")[0], table.battle.view("red").position
    guards = {menu.sample(BOOK, seen, ask, Random(seed)).garrison for seed in range(90)} - {""}
    assert guards
    assert {seen.pieces[name].command for name in guards} == {"R.1", "R.2"}
    assert not any("general" in seen.pieces[name].traits for name in guards)


def test_gt_6_1_nobody_of_a_march_is_called_back_while_a_camp_is_placed():
    """Herds go down with the last commands, and march nowhere. [GT-10.5]"""
    red = army(RED, cards=(CardSpec("PT"),))
    table = large(red, first="red")
    table.battle.correct((Counted("red", core.MAY_MARCH, 1),), "a 1 was rolled")
    split(table, as_listed(table, "red", c3="left"))
    place(table)
    until(table, "all troops")
    ask = table.asks("red")[0]
    assert "PlaceCamp" in ask.says
    assert "Hold" not in ask.says
    marching = table.position.at("reserve")
    assert {piece.command for piece in marching} == {"R.3"}


def test_gt_4_1_a_command_without_room_is_not_set_out_a_second_time():
    """It had its turn in step 7; its seal is opened once. [GT-5.3]"""
    table = large("R KNT*+ HFT+x9 / KNT*+ HFT+x8 / KNT*+ HFT+x8", first="blue")
    split(table)
    place(table, 45, 0, 90)  # the battle line stands in the middle zones, out of reach of two
    until(table, names.LAST_TROOPS)
    assert {table.piece(name).command for name in table.asks("red")[0].about} == {"R.3"}
    until(table, "movement")
    opened = [event.seal for event in table.battle.log if isinstance(event, Opened)]
    assert len(opened) == len(set(opened))
    out = [piece for piece in table.position.at("undeployed") if piece.army == "R"]
    assert {piece.command for piece in out} == {"R.2", "R.3"}
    assert not table.lost()


def test_gt_5_2_nobody_is_missed_before_his_general_stands():
    table = deployed(first="blue")
    table.choose("red", "R.1+R.2")
    about = table.asks("red")[0].about
    generals = tuple(n for n in about if "general" in table.piece(n).traits)
    missed = table.judge("red", Finish()).refusals
    assert [(one.clause, one.key) for one in missed] == [("TC-8.1", "tc.8-1.left")]
    assert missed[0].params["stands"] == generals


@pytest.mark.parametrize("at", ["45 8 0", "58 3 0", "31 8 0"])
def test_gt_5_2_the_search_for_room_leaves_out_no_legal_place(at):
    table = deployed(first="blue")
    table.choose("red", "R.1+R.2")
    about = table.asks("red")[0].about
    general = next(n for n in about if "general" in table.piece(n).traits)
    table.say("red", deploy(f"{general} {at}"))
    here = Field(BOOK, table.position)
    own, zone = home(BOOK, table.position, "red"), deployment_zone(BOOK, table.position, "red")
    foot = next(
        table.piece(n)
        for n in about
        if n != general and table.piece(n).command == table.piece(general).command
    )
    poses = tuple(grid(own, foot, zone))
    kept = set(likely(here, foot, poses))
    assert 0 < len(kept) < len(poses)
    legal = {pose for pose in poses[::7] if may_stand(here, foot, pose)}
    assert legal
    assert legal <= kept


def test_gt_5_3_gt_5_6_whoever_has_no_room_stays_out_is_not_lost_and_counts():
    table = deployed(first="blue")
    until(table, "movement")
    out = table.position.at("undeployed")
    assert not list(table.position.at("lost"))
    for piece in out:
        assert table.count(piece.command, names.TOTAL) >= table.count(piece.id, "worth")


@pytest.mark.parametrize(("points", "key"), [((0, 45, 90), ""), ((-1, 45, 60), "gt.5-7.edge"),
                                            ((10, 45, 91), "gt.5-7.edge"),
                                            ((45, 45, 60), "gt.5-4.apart")])  # fmt: skip
def test_gt_5_7_a_marker_is_a_point_on_the_own_edge(points, key):
    table = large()
    split(table)
    camps(table)
    found = table.judge("blue", PlaceMarkers(tuple(point * MU for point in points)))
    assert {one.key for one in found.refusals} == ({key} if key else set())


def test_gt_10_1_each_command_may_have_its_own_seat():
    table = large(seats=3, first="blue")
    split(table)
    place(table)
    assert table.asks()[0].seat == "red"
    table.choose("red", "R.2+R.3")
    assert table.asks()[0].seat == "amber"
    assert {table.piece(name).command for name in table.asks()[0].about} == {"R.2"}
    until(table, "movement")
    holders = {piece.command: piece.controller for piece in table.position.at("table")
               if piece.command and is_troop(piece)}  # fmt: skip
    assert holders == {"R.1": "red", "R.2": "amber", "R.3": "rose", "B.1": "blue",
                       "B.2": "green", "B.3": "slate"}  # fmt: skip


def test_gt_5_1_nothing_is_asked_of_the_centre():
    table = deployed(first="blue")
    assert not [one for one in table.judge("red", Finish()).refusals if one.clause == "TC-8.4"]
