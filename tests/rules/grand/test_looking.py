"""What is drawn and counted of a large battle, and who may see it. [GT-4.2, GT-5, GT-8.1]"""

from condotta.kernel.events import Counted, Entered, Removed, Ruled
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.rules.grand.grounds import grounds
from condotta.rules.grand.muster import opening
from condotta.rules.grand.sides import breaking
from condotta.rules.library import book
from condotta.rules.triumph.deployment.stages import stages
from condotta.rules.triumph.looking.standings import standing, strengths
from condotta.rules.triumph.stands.field import field
from tests.rules.grand.large_table import (
    BLUE,
    BOOK,
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


def drawn(table, seat, window):
    """The shapes of a window as a seat sees them."""
    view = table.battle.view(seat).position
    return tuple(grounds(field(table.battle.book, view), seat, window))


def seen(table, seat):
    """The commands that a seat can count: side, number, half points lost, brought, breaking."""
    known = strengths(table.battle.book, table.battle.view(seat).position)
    return [(one.side, one.number, one.lost, one.total, one.breaks) for one in known]


def test_gt_1_2_five_zones_are_drawn_from_the_left_of_the_own_edge():
    table = large()
    found = [one for one in drawn(table, "blue", "commands") if one.name == "sector"]
    assert [one.key.split(".")[-1] for one in found] == [
        "left-wing", "left", "centre", "right", "right-wing",
    ]  # fmt: skip
    assert found[0].points[0] == (900_000, 360_000)  # blue sits in the north


def test_gt_5_1_the_battle_line_is_drawn_in_the_three_middle_zones():
    table = large()
    (line,) = (one for one in drawn(table, "red", "command troops") if one.name == "line")
    assert (line.points[0], line.points[2]) == ((180_000, 0), (720_000, 80_000))


def test_gt_5_2_each_command_has_sixteen_mu_to_both_sides_of_its_marker():
    table = large()
    split(table)
    camps(table)
    place(table)
    until(table, "command troops")
    strips = [one for one in drawn(table, "red", "command troops") if one.name == "deploy"]
    view = table.battle.view("red").position
    assert strips
    for one in strips:
        middle = view.pieces[one.piece].pose.x
        assert {x for x, _ in one.points} == {max(0, middle - 160_000), middle + 160_000}


def test_gt_4_2_nobody_counts_the_commands_of_the_enemy_before_they_are_shown():
    table = large()
    assert seen(table, "red") == []
    split(table)
    assert {side for side, *_ in seen(table, "red")} == {"south"}
    assert {side for side, *_ in seen(table, "blue")} == {"north"}
    camps(table)
    place(table)
    until(table, "command troops")
    assert {side for side, *_ in seen(table, "red")} >= {"north"} or {
        side for side, *_ in seen(table, "blue")
    } >= {"south"}


def test_gt_8_1_a_command_breaks_at_the_first_half_point_that_is_a_third():
    table = large()
    split(table)
    for _, _, lost, total, breaks in seen(table, "red"):
        assert lost == 0
        assert 3 * breaks >= total > 3 * (breaks - 1)


def test_gt_9_1_half_the_army_decides_and_not_the_number_of_the_small_game():
    table = large()
    first = standing(table.battle.book, table.battle.view("red").position)[0]
    total = table.battle.state.position.count("south", "total")
    assert (first.decides, first.clause) == (-(-total // 2), "GT-9.1")


def test_gt_8_1_it_is_said_once_that_a_command_is_demoralised():
    table = large()
    split(table, red=as_listed(table, "red"))
    position = table.battle.view("red").position
    said = []
    for piece in [one for one in position.pieces.values() if one.command == "R.2"]:
        said += breaking(table.book, position, position.pieces[piece.id])
        position = evolve_position(position, Removed(piece.id, "lost"))
    assert said == [Ruled("GT-8.1", "gt.8-1.demoralised", {"command": "R.2"})]


def counted(table, seat="red"):
    """The stages as a seat sees them: the last word of each name, whose it is, its state."""
    seen_by = table.battle.view(seat).position
    return [
        (one.key.rpartition(".")[2], one.seat, one.state)
        for one in stages(table.battle.book, seen_by)
    ]


def present(table):
    """The number of the present stage, from 1; everybody counts alike."""
    told = [[state for *_, state in counted(table, seat)] for seat in ("red", "blue")]
    assert told[0] == told[1]
    assert told[0].count("now") == 1
    number = told[0].index("now")
    assert told[0] == ["done"] * number + ["now"] + ["ahead"] * (9 - number)
    return number + 1


def test_gt_4_1_ten_steps_are_counted_and_the_present_one_is_known():
    """[GT-4.1] Blue is at a disadvantage: its camps, markers and commands come first."""
    table = large()
    assert [(name, seat) for name, seat, _ in counted(table)] == [
        ("terrain", ""), ("commands", ""), ("camps", "blue"), ("camps", "red"),
        ("markers", "blue"), ("markers", "red"), ("first", "blue"), ("all", "red"),
        ("last", "blue"), ("turn", "red"),
    ]  # fmt: skip
    assert present(table) == 2
    split(table)
    passed = []
    for _ in range(60):
        asks = table.asks()
        if table.position.turn:
            break
        passed.append((present(table), asks[0].seat))
        if asks[0].window == "first commands":
            table.choose(asks[0].seat, asks[0].options[0])
        else:
            answer(table, asks[0].seat)
    assert list(dict.fromkeys(passed)) == [
        (3, "blue"), (4, "red"), (5, "blue"), (6, "red"), (7, "blue"), (8, "red"), (9, "blue"),
    ]  # fmt: skip
    assert counted(table) == []


def test_gt_4_1_before_anybody_has_the_advantage_no_step_is_any_sides():
    armies = tuple(army(one) for one in (RED, BLUE))
    position = Position()
    for event in opening(BOOK, armies):
        position = evolve_position(position, event)
    found = stages(BOOK, position)
    assert [one.seat for one in found] == [""] * 10
    assert [one.state for one in found] == ["now", *["ahead"] * 9]


def test_gt_4_1_the_last_step_is_the_first_turn():
    table = large()
    table.battle.correct((Counted("table", "set up", 12), Entered(0, "ready", ("red",))), "ready")
    assert [state for *_, state in counted(table)] == ["done"] * 9 + ["now"]


def test_a_game_that_counts_no_steps_shows_none():
    """[TC-8.1]"""
    assert stages(book("triumph"), Position()) == ()
