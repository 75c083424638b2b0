"""Command dice, demoralised commands, routs, and who has won. [GT-7, GT-8, GT-9, GT-10]"""

from typing import Any

import pytest

from condotta.kernel.battle import Battle
from condotta.kernel.chance import ScriptedCup
from condotta.kernel.events import Began, Counted, Entered, Mustered, Pushed, Removed
from condotta.kernel.records import Board, Chair, Piece
from condotta.positions.building import battle, set_up
from condotta.positions.records import Document, PieceSaid
from condotta.rules.grand import names
from condotta.rules.grand.morale import HoldInPlace
from condotta.rules.grand.sides import demoralised
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.odds import odds
from condotta.rules.triumph.movement.command import CommandRoll
from condotta.rules.triumph.shooting.gunnery import refusals
from condotta.rules.triumph.victory import swept_away
from condotta.table import overlaps
from tests.rules.grand.large_table import BOOK
from tests.rules.short_text import parted
from tests.rules.triumph.table_setting import Table

GENERALS = "R1* HFT 40 10 0; B1* SPR 80 30 180"


def shaken(pieces: str, *, lost: float = 5, total: float = 10, **more: Any) -> Table:
    """Red's first command has lost that many of that many points."""
    document = Document(
        system="grand",
        pieces=(
            *parted(pieces),
            PieceSaid(id="R9", type="HFT", seat="red", place="lost", worth=lost),
        ),
        phase=more.pop("phase", "movement"),
        active=more.pop("active", "red"),
        points=more.pop("points", 6),
        counters={"R.1": {names.TOTAL: round(2 * total)}, **more.pop("counters", {})},
        dice=tuple(more.pop("dice", ())),
        **more,
    )
    return Table(battle(set_up(document)))


# ── command dice ─────────────────────────────────────────────────────────────
def rolled(modifiers: dict[str, int], dice: tuple[int, ...]) -> dict[str, int]:
    """The points of red's three commands after those dice, on a table without poses."""
    chairs = (Chair("red", "south"), Chair("blue", "north"))
    events: list[Any] = [Began(Board(900_000, 360_000), chairs)]
    for number in (1, 2, 3):
        piece = Piece(f"R{number}", "HFT", "red", "red", "R", f"R.{number}")
        events += [Mustered(piece), Counted(piece.id, core.WORTH, 6)]
    events += [Counted(name, names.MODIFIER, value) for name, value in modifiers.items()]
    events += [Entered(1, core.COMMAND, ("red",)), Pushed(CommandRoll())]
    made = Battle(BOOK, tuple(events), ScriptedCup(dice))
    position = made.state.position
    return {f"R.{number}": position.count(f"R.{number}", core.CP) for number in (1, 2, 3)}


def test_gt_7_1_each_command_rolls_its_own_die_each_turn_also_without_poses():
    assert rolled({}, (1, 4, 6)) == {"R.1": 1, "R.2": 4, "R.3": 6}


def test_gt_7_2_what_is_rolled_stays_between_1_and_6():
    assert rolled({"R.1": 1, "R.2": -1}, (6, 1, 3)) == {"R.1": 6, "R.2": 1, "R.3": 3}
    assert rolled({"R.1": 1, "R.2": -1}, (3, 4, 3)) == {"R.1": 4, "R.2": 3, "R.3": 3}


def test_gt_7_3_a_command_without_a_modifier_rolls_as_it_falls():
    assert rolled({"R.1": 1, "R.2": -1}, (1, 2, 6))["R.3"] == 6


# ── demoralised ──────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("total", "lost", "yes"),
    [(31, 10, False), (31, 11, True), (30, 10, True), (33.5, 11, False), (33.5, 11.5, True)],
)
def test_gt_8_1_at_a_third_exactly_also_from_reported_losses(total, lost, yes):
    """Halves take part exactly. [GT-10.3]"""
    chairs = (Chair("red", "south"), Chair("blue", "north"))
    events: list[Any] = [Began(Board(900_000, 360_000), chairs)]
    events += [Mustered(Piece("R1", "HFT", "red", "red", "R", "R.1"))]
    events += [
        Counted("R1", core.WORTH, round(2 * lost)),
        Counted("R.1", names.TOTAL, round(2 * total)),
    ]
    events += [Removed("R1", "lost")]
    position = Battle(BOOK, tuple(events)).state.position
    assert demoralised(position, "R.1") is yes


def test_gt_8_1_two_that_are_lost_together_may_demoralise_their_command():
    """Everybody is told, as by one loss: 8 of 24 points, of which 6 fall at once. [TC-3.45]"""
    pieces = (
        "R1* HFT 20 2 0; R2 SPR 44 14 0; R3 HFT 44 13.25 90; B1* SPR 80 30 180; B2 SPR 44 14 180"
    )
    table = shaken(pieces, lost=2, total=24, phase="close", active="blue", dice=(4, 3))
    assert {"R2", "R3"} <= set(table.lost())
    told = [one for one in table.rulings("GT-8.1") if one.key == "gt.8-1.demoralised"]
    assert [one.params for one in told] == [{"command": "R.1"}]


def test_gt_8_2_minus_one_in_close_and_ranged_combat_on_both_sides_of_a_shot():
    table = shaken(
        f"{GENERALS}; R2 SPR 44 14 0; B2 SPR 44 14 180; R3 ARC 60 10 0; B3 ARC 60 12 180"
    )
    found = table.battle.book

    def keys(one: str, two: str, kind: str) -> dict[str, list[str]]:
        scores = odds(found, table.position, one, two, kind).scores  # type: ignore[arg-type]  # one of two words
        return {score.who: [part.key for part in score.parts] for score in scores}

    assert "grand.demoralised" in keys("R2", "B2", "close")["R2"]
    assert "grand.demoralised" not in keys("R2", "B2", "close")["B2"]
    assert "grand.demoralised" in keys("R3", "B3", "ranged")["R3"]
    assert "grand.demoralised" in keys("B3", "R3", "ranged")["R3"]
    steady = shaken(f"{GENERALS}; R2 SPR 44 14 0; B2 SPR 44 14 180", lost=3)
    scores = odds(found, steady.position, "R2", "B2").scores
    assert all(part.key != "grand.demoralised" for score in scores for part in score.parts)


def test_gt_8_3_whoever_beats_it_follows_up():
    pieces = "R1* HFT 20 2 0; R2 SPR 44 14 0; B1* SPR 80 30 180; B2 HFT 44 14 180"
    table = shaken(pieces, phase="close", active="blue", dice=(2, 1))
    assert table.at("B2") == (44, 13.25, 180)
    steady = shaken(pieces, lost=3, phase="close", active="blue", dice=(3, 1))
    assert steady.at("B2") == (44, 14, 180)


# ── routs and holding ────────────────────────────────────────────────────────
def test_gt_8_4_the_idle_one_routs_those_moved_held_or_fighting_do_not():
    table = shaken("R1* HFT 40 10 0; R2 HFT 43 10 0 moved; R3 HFT 46 10 0; R4 HFT 36 10 0; "
                   "B1* SPR 40 10 180", points=2, dice=(3, 3))  # fmt: skip
    table.say("red", HoldInPlace(("R3",)))
    table.choose("red", "end")
    assert table.at("R2") == (43, 10, 0)
    assert table.at("R3") == (46, 10, 0)
    assert table.at("R4") == (36, 6.25, 180)


def test_gt_8_9_holding_costs_one_point_for_a_group_without_surcharges():
    table = shaken("R1* HFT 10 30 0; R2 ART 60 6 0; R3 ART 62 6 0; R4 HFT 70 6 0; "
                   "B1* SPR 80 30 180", points=3)  # fmt: skip
    verdict = table.judge("red", HoldInPlace(("R2", "R3")))
    assert verdict.ok
    assert verdict.cost == 1
    apart = table.judge("red", HoldInPlace(("R2", "R4")))
    assert [one.clause for one in apart.refusals] == ["TC-0.12"]
    table.say("red", HoldInPlace(("R2", "R3")))
    assert table.count("R.1", core.CP) == 2
    assert table.piece("R3").marked(names.HELD)


def test_gt_8_4_only_the_demoralised_are_held_and_only_for_points():
    steady = shaken(f"{GENERALS}; R2 HFT 44 6 0", lost=3)
    assert "HoldInPlace" not in steady.asks("red")[0].says
    table = shaken(f"{GENERALS}; R2 HFT 44 6 0", points=2)
    table.say("red", HoldInPlace(("R2",)))
    assert table.piece("R2").marked(names.HELD)
    again = table.judge("red", HoldInPlace(("R2",)))
    assert [one.key for one in again.refusals] == ["gt.8-4.steady"]
    others = table.judge("red", HoldInPlace(("B1",)))
    assert [one.clause for one in others.refusals] == ["TC-4.4"]


def test_gt_8_4_the_mark_is_gone_in_the_next_turn():
    table = shaken(f"{GENERALS}; R2 HFT 44 6 0", points=1, dice=(3, 3, 3))
    table.say("red", HoldInPlace(("R2",)))
    while table.position.turn == 1:
        table.choose(table.asks()[0].seat, table.asks()[0].options[-1])
    assert not table.piece("R2").marked(names.HELD)


def test_gt_8_5_out_of_command_range_it_is_lost_at_once():
    table = shaken("R1* HFT 20 10 0; R4 HFT 60 10 0; B1* SPR 80 30 180", points=1)
    table.say("red", HoldInPlace(("R1",)))
    assert "R4" in table.lost()
    assert [one.clause for one in table.rulings("GT-8.5")] == ["GT-8.5"]


def test_gt_10_2_a_command_without_its_general_is_out_of_his_range():
    table = shaken("R4 HFT 60 10 0; B1* SPR 80 30 180", points=0)
    assert "R4" in table.lost()


def test_gt_8_6_it_flees_to_its_base_edge_and_off_the_board_it_is_lost():
    table = shaken("R1* HFT 40 10 0; R4 KNT 44 10 0; B1* SPR 80 30 180", points=0)
    assert table.at("R4") == (44, 3.5, 180)
    near = shaken("R1* HFT 40 10 0; R4 KNT 44 4 0; B1* SPR 80 30 180", points=0)
    assert "R4" in near.lost()
    assert near.rulings("GT-8.6")


def test_gt_10_2_a_general_who_routs_off_the_board_leaves_no_successor():
    """Nearest to the edge he goes first; one by one, whoever routs after him is out of his range.

    [GT-8.5, GT-8.10, TC-3.86, TC-12.59]
    """
    table = shaken("R1* HFT 40 2 0; R4 HFT 44 10 0; B1* SPR 80 30 180", points=0,
                   settings={"gtRoutRangeOneByOne": True})  # fmt: skip
    assert {"R1", "R4"} <= set(table.lost())
    assert [one.params["command"] for one in table.rulings("TC-3.86")] == ["R.1"]
    assert [one.params["stand"] for one in table.rulings("GT-8.5")] == ["R4"]


@pytest.mark.parametrize(("one_by_one", "lost"), [(False, set()), (True, {"R2"})])
def test_gt_8_10_a_general_who_runs_first_takes_nobodys_range_away(one_by_one, lost):
    """R2 is 13.5 MU from him as the phase ends, 16.5 when he has run."""
    table = shaken("R1* HFT 40 6 0; R2 HFT 40 20.25 0; B1* SPR 80 30 180", points=0,
                   settings={"gtRoutRangeOneByOne": one_by_one})  # fmt: skip
    assert set(table.lost()) - {"R9"} == lost


def test_gt_8_10_whoever_is_out_of_range_is_lost_before_anybody_runs():
    """R4 is far off; the general, nearer to the edge, runs after it is gone. [GT-8.5]"""
    table = shaken("R1* HFT 40 6 0; R4 HFT 60 20 0; B1* SPR 80 30 180", points=0)
    told = [one.params["stand"] for one in table.rulings() if one.clause in ("GT-8.5", "GT-8.6")]
    assert told == ["R4", "R1"]


def test_gt_8_6_friends_in_the_way_stop_it():
    table = shaken("R1* HFT 40 8.5 0 moved; R4 HFT 40 10 0; B1* SPR 80 30 180", points=0)
    _, y, degrees = table.at("R4")
    assert degrees == 180
    assert y == pytest.approx(8.5, abs=0.02)


def test_gt_8_11_without_room_to_turn_squarely_it_turns_about_or_stays():
    table = shaken("R1* HFT 41.8794 10.684 340 moved; R4 HFT 40 10 340; "
                   "R5 HFT 38.1206 9.316 340 moved; B1* SPR 80 30 180", points=0)  # fmt: skip
    assert table.rulings("GT-8.6")
    others = [stand for stand in table.field.stands if stand.id != "R4"]
    assert table.at("R4")[2] == pytest.approx(160, abs=0.1)
    assert not any(overlaps(table.field.stand("R4").base, one.base) for one in others)


def test_gt_8_7_whoever_routed_does_not_shoot_and_may_be_shot():
    table = shaken("R1* HFT 40 12 0; R4 ARC 44 20 0; B1* SPR 80 30 180; B2 ARC 44 18 0", points=0)
    assert table.piece("R4").marked(names.ROUTED)
    here = table.field
    mine = refusals(here, here.stand("R4"), here.stand("B2"))
    assert "GT-8.7" in {one.clause for one in mine}
    theirs = refusals(here, here.stand("B2"), here.stand("R4"))
    assert "GT-8.7" not in {one.clause for one in theirs}


def test_gt_8_8_a_move_that_leaves_it_in_place_was_paid_for():
    table = shaken(f"{GENERALS}; R2 HFT 44 6 0", points=1)
    table.go("R2", {"advance": 0})
    assert table.at("R2") == (44, 6, 0)


# ── victory ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("red", "blue", "total", "winners"),
    [(72, 72, 144, None), (73, 72, 144, ("blue",)), (71.5, 0, 144, None),
     (71.5, 0, 143, ("blue",)), (0, 80, 144, ("red",))],
)  # fmt: skip
def test_gt_9_1_half_the_army_and_more_than_the_enemy_also_from_reported_losses(
    red, blue, total, winners
):
    document = Document(
        system="grand",
        pieces=parted(GENERALS),
        phase="close",
        losses={"red": red, "blue": blue},
        counters={side: {names.TOTAL: round(2 * total)} for side in ("south", "north")},
    )
    made = battle(set_up(document), still=True)
    found = BOOK.stack(seams.VICTORY, BOOK, made.state.position)
    assert (found[0] if found else None) == winners
    assert not found or found[1] == "GT-9.1"


# ── reported from a real table ───────────────────────────────────────────────
def reported() -> Battle:
    """Three commands of 24 points a side, in stands of 6 that lie on a table nobody measured."""
    chairs = (Chair("red", "south"), Chair("blue", "north"))
    events: list[Any] = [Began(Board(900_000, 360_000), chairs)]
    for letter, seat, side in (("R", "red", "south"), ("B", "blue", "north")):
        for number in range(12):
            command = f"{letter}.{1 + number // 4}"
            name = f"{letter}{1 + number}"
            traits = ("general",) if number % 4 == 0 else ()
            piece = Piece(name, "HFT", seat, seat, letter, command, place="table", traits=traits)
            events += [Mustered(piece), Counted(name, core.WORTH, 12)]
        events += [Counted(f"{letter}.{number}", names.TOTAL, 48) for number in (1, 2, 3)]
        events += [Counted(side, names.TOTAL, 144)]
    events += [Counted("R.1", names.MODIFIER, 1), Counted("R.2", names.MODIFIER, -1)]
    events += [Entered(1, core.COMMAND, ("red",)), Pushed(CommandRoll())]
    return Battle(BOOK, tuple(events), ScriptedCup((6, 1, 4)))


def test_gt_9_1_a_battle_reported_without_any_pose_is_refereed_from_its_losses():
    """Command dice, who is demoralised, who has won: nothing of it needs a place. [GT-7, GT-8.1]"""
    made = reported()
    assert all(piece.pose is None for piece in made.state.position.pieces.values())
    dice = [made.state.position.count(f"R.{number}", core.CP) for number in (1, 2, 3)]
    assert dice == [6, 1, 4]

    def told(*gone: str) -> tuple[list[bool], object]:
        made.correct(tuple(Removed(name, "lost") for name in gone), "as people report it")
        position = made.view("red").position
        shaken_ones = [demoralised(position, f"R.{number}") for number in (1, 2, 3)]
        found = BOOK.stack(seams.VICTORY, BOOK, position)
        return shaken_ones, found and (found[0], found[1])

    assert told("R2") == ([False, False, False], None)  # 6 of 24 points
    assert told("R3") == ([True, False, False], None)
    assert told("R6", "R7", "R10") == ([True, True, False], None)  # 30 of 72
    assert told("B2", "B3", "B6", "B7", "B10", "B11") == ([True, True, False], (("red",), "GT-9.1"))
    assert told("R11") == ([True, True, True], None)  # 36 each: it goes on
    assert told("R8") == ([True, True, True], (("blue",), "GT-9.1"))


@pytest.mark.parametrize(("coming", "ends"), [(True, False), (False, True)])
def test_gt_9_2_nobody_on_the_table_is_no_defeat_while_a_march_may_come_in(coming, ends):
    """24 of 144 points are not half, in the middle of a phase or at the end of a turn. [GT-4.3]"""
    where = "reserve" if coming else "undeployed"
    document = Document(
        system="grand",
        pieces=(
            *parted(f"R1* HFT 40 10 0; B1* SPR {where}; B2 SPR {where}"),
            PieceSaid(id="B9", type="HFT", seat="blue", place="lost", worth=24),
        ),
        counters={side: {names.TOTAL: 288} for side in ("south", "north")},
    )
    position = battle(set_up(document), still=True).state.position
    found = BOOK.stack(seams.VICTORY, BOOK, position)
    assert (found is not None and found[:2] == (("red",), "TC-10.4")) is ends
    assert bool(swept_away(BOOK, position)) is ends


def test_gt_9_1_the_last_stand_gone_ends_it_as_in_the_small_game():
    document = Document(
        system="grand",
        pieces=parted("R1* HFT 40 10 0"),
        counters={side: {names.TOTAL: 288} for side in ("south", "north")},
    )
    made = battle(set_up(document), still=True)
    assert BOOK.stack(seams.VICTORY, BOOK, made.state.position)[1] == "TC-10.4"
