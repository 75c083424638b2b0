"""Flank marches of the large game. [GT-6, GT-5.5]"""

from condotta.kernel.events import Counted
from condotta.rules.grand import names
from condotta.rules.triumph import names as core
from condotta.rules.triumph.ground.battlefield import home
from condotta.rules.triumph.movement.flank_march import EDGES, March, edges_open, entry, marches
from condotta.rules.triumph.stands.field import field
from tests.rules.any_table import clauses
from tests.rules.grand.large_table import BOOK, MU, as_listed, large, place, split, until
from tests.rules.triumph.set_up_table import steps

SMALL = "R KNT* KNTx9 / KNT* KNTx5 / KNT* KNTx5"


def marching(entry, *, first="red", blue_entry=""):
    """Red's second command on a flank march, at red's first movement phase."""
    table = large(SMALL, first=first)
    theirs = as_listed(table, "blue", **({"c2": blue_entry} if blue_entry else {}))
    split(table, as_listed(table, "red", c2=entry), theirs)
    place(table)
    until(table, "movement")
    return table


def block(edge):
    """Six Knights along the left edge, or on the base edge, in one line facing in."""
    if edge == "left":
        return "; ".join(f"{{}} 3 {8 + 2 * n} 90" for n in range(6))
    return "; ".join(f"{{}} {2 + 2 * n} 3 0" for n in range(6))


def come(table, edge, text):
    ids = [piece.id for piece in table.position.at("reserve")]
    return table.judge("red", March(edge, steps(text.format(*ids))))


def test_gt_6_1_a_march_is_all_of_one_command():
    table = marching("left")
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    assert come(table, "left", block("left")).ok
    short = [piece.id for piece in table.position.at("reserve")][:-1]
    text = "; ".join(f"{name} 3 {8 + 2 * n} 90" for n, name in enumerate(short))
    assert "TC-8.22" in clauses(table.judge("red", March("left", steps(text))))


def test_gt_6_2_it_comes_in_by_the_edge_that_was_fixed():
    table = marching("left")
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    right = "; ".join(f"{{}} 87 {8 + 2 * n} 270" for n in range(6))
    assert "GT-6.2" in clauses(come(table, "right", right))


def test_gt_6_3_where_the_enemy_came_in_it_names_that_clause_alone():
    table = marching("left", blue_entry="right")
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    used = entry(home(BOOK, table.position, "red"), "left")
    shown = (
        Counted("B.2", names.ENTRY, 1 + EDGES.index("right")),
        Counted("B.2", core.CAME_BY, used),
    )
    table.battle.correct(shown, "the enemy came in there")
    there = {one for one in clauses(come(table, "left", block("left"))) if one.startswith("GT")}
    base = "; ".join(f"{{}} {37 + 2 * n} 3 0" for n in range(6))
    wrong = clauses(come(table, "right base", base))
    assert "GT-6.3" in there
    assert "GT-6.3" in wrong
    assert "TC-8.24" not in wrong


def test_gt_6_2_where_no_edge_is_fixed_the_core_alone_says_why_not():
    table = marching("left")
    changes = (Counted("R.2", core.CP, 6), Counted("R.2", names.ENTRY, 0))
    table.battle.correct(changes, "no edge is fixed")
    base = "; ".join(f"{{}} {2 + 2 * n} 3 0" for n in range(6))
    said = clauses(come(table, "left base", base))
    assert "TC-8.24" in said
    assert not {one for one in said if one.startswith("GT-6")}


def test_gt_6_2_base_entries_use_the_two_zones_beside_the_centre():
    table = marching("left base")
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    assert edges_open(field(BOOK, table.position), "red", "R.2") == ("left base",)
    out = "; ".join(f"{{}} {37 + 2 * n} 3 0" for n in range(6))
    assert "TC-8.23" in clauses(come(table, "left base", out))
    legal = list(marches(BOOK, table.battle.view("red").position, "red"))
    assert legal
    assert all(step.pose.x <= 36 * MU for march in legal for step in march.steps)


def test_gt_6_3_whoever_comes_second_to_an_edge_uses_the_base_zones():
    """Whichever side and turn it is. [GT-6.6]"""
    table = marching("left", blue_entry="right")
    here = field(BOOK, table.position)
    assert edges_open(here, "red", "R.2") == ("left",)
    west = 3  # blue's right edge is red's left one
    table.battle.correct((Counted("B.2", core.CAME_BY, west),), "blue came in there")
    assert edges_open(field(BOOK, table.position), "red", "R.2") == ("left base",)


def test_gt_6_3_an_entry_by_the_base_edge_bars_no_side_edge():
    table = marching("left", blue_entry="right base")
    table.battle.correct((Counted("B.2", core.CAME_BY, 3),), "blue came in by its base edge")
    assert edges_open(field(BOOK, table.position), "red", "R.2") == ("left",)


def test_gt_6_3_a_march_that_had_to_use_the_base_bars_no_side_edge():
    """Blue's is marked for the edge that red has come in by, and comes in by its base. [GT-6.6]"""
    knights = "B KNT* KNTx9 / KNT* KNTx5 / KNT* KNTx5"
    table = large(SMALL, knights)
    ours = as_listed(table, "red", c2="right", c3="right")
    split(table, ours, as_listed(table, "blue", c2="left"))  # one edge: the board's east
    place(table)
    until(table, "movement")
    comes_in(table, "red", "R.2", "right")
    while table.asks()[0].seat == "red":
        table.choose("red", table.asks()[0].options[-1])
    until(table, "movement")
    comes_in(table, "blue", "B.2", "left base")
    for position in (table.position, table.battle.view("red").position):
        assert edges_open(field(BOOK, position), "red", "R.3") == ("right",)


def comes_in(table, seat, command, edge):
    """A march comes in by the only edge that is open to it."""
    table.battle.correct((Counted(command, core.CP, 6),), "points enough")
    position = table.battle.view(seat).position
    march = next(
        one
        for one in marches(BOOK, position, seat)
        if position.pieces[one.steps[0].piece].command == command
    )
    assert march.edge == edge
    table.say(seat, march)


def test_gt_6_4_the_battle_line_may_enter_outside_the_middle_zones():
    table = large("R KNT* KNTx9 / KNT* HFT+x7 / KNT* KNTx5")
    split(table, as_listed(table, "red", c2="left"))
    place(table)
    until(table, "movement")
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    assert any(marches(BOOK, table.battle.view("red").position, "red"))


def test_gt_6_5_the_general_comes_too_in_one_group_or_several_for_its_own_dice():
    table = marching("left")
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    assert any(core.GENERAL in piece.traits for piece in table.position.at("reserve"))
    apart = "; ".join(f"{{}} 3 {y} 90" for y in (8, 10, 12, 20, 22, 24))
    assert come(table, "left", apart).ok
    table.battle.correct((Counted("R.2", core.CP, 0), Counted("R.1", core.CP, 6)), "no points")
    assert all("March" not in ask.says for ask in table.asks("red"))


def test_gt_5_5_the_entry_is_fixed_before_any_marker_lies():
    table = marching("right")
    assert table.count("R.2", names.ENTRY) == 2
    sealed = [n for n, event in enumerate(table.battle.log)
              if getattr(event, "seal", "") == "R.2 march"]  # fmt: skip
    marker = [n for n, event in enumerate(table.battle.log)
              if "MARKER" in repr(event)]  # fmt: skip
    assert sealed[0] < marker[0]
