"""Reforms: facing and files about the middle; swift ones; reinforcements; characters."""

import pytest

from condotta.rules.ranked import names
from condotta.rules.ranked.movement.moves import Manoeuvre
from condotta.rules.ranked.movement.reforming import Reform
from condotta.rules.ranked.movement.regrouping import Regroup
from condotta.rules.ranked.movement.reinforcements import Arrive, Join, Leave
from condotta.table import Advance, Rectangle, from_degrees, pose_at
from tests.rules.ranked.ranked_setting import INCH, setting

FAR = "; B1 line-infantry 20x5 60 44 180"
SIDE = 7874  # 20 mm in quanta


def reform(name, degrees, files=0, *, swift=False):
    return Reform(name, *from_degrees(degrees), files, swift)


def test_a_reform_keeps_the_middle():
    """[FB-4.17]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR)
    middle = table.regiment("R1").base.centre
    table.say("red", reform("R1", 90, 10))
    assert table.piece("R1").shape == Rectangle(10 * SIDE, 2 * SIDE)
    assert table.count("R1", names.FILES) == 10
    assert table.regiment("R1").base.centre == pytest.approx(middle, abs=2)
    assert table.marked("R1", names.REFORMED)
    assert table.position.phase == names.MAGIC


def test_no_model_goes_farther_than_twice_its_move():
    """[FB-4.17]"""
    table = setting("R1 line-infantry 60x6 20 20 0" + FAR)
    assert table.why_not("red", reform("R1", 0, 60)) == {"FB-4.17"}
    assert not table.why_not("red", reform("R1", 0, 10))


def test_a_reform_keeps_the_inch():
    """[FB-4.17, FB-4.1]"""
    table = setting("R1 line-infantry 20x5 20 20 0; R2 archers 10x5 25.5 20 0" + FAR)
    assert table.why_not("red", reform("R1", 0, 10)) == {"FB-4.1"}


def test_a_swift_reform_needs_a_musician_and_leaves_a_move():
    """[FB-4.17, FB-11.5]"""
    pieces = "R1 line-infantry 20x5 20 20 0 musician; R2 archers 10x5 40 20 0" + FAR
    table = setting(pieces)
    assert table.why_not("red", reform("R2", 90, swift=True)) == {"FB-4.17"}
    table.say("red", reform("R1", 90, swift=True))
    table.roll(3, 4)
    assert not table.why_not("red", Manoeuvre("R1", (Advance(4 * INCH),)))
    assert table.why_not("red", Manoeuvre("R1", (Advance(8 * INCH),), march=True)) == {"FB-4.16"}
    assert table.why_not("red", reform("R1", 0)) == {"FB-4.17"}


def test_a_swift_reform_that_fails_is_an_ordinary_one():
    """[FB-4.24, FB-4.17]"""
    table = setting("R1 line-infantry 20x5 20 20 0 musician; R2 archers 10x5 40 20 0" + FAR)
    table.say("red", reform("R1", 90, swift=True))
    table.roll(5, 4)
    assert table.at("R1")[2] == 90
    assert table.why_not("red", Manoeuvre("R1", (Advance(INCH),))) == {"FB-4.14"}


def test_an_engine_pivots_freely_and_has_not_moved():
    """[FB-12.1]"""
    table = setting("R1 ballista 1 20 20 0; R2 archers 10x5 40 20 0" + FAR)
    table.say("red", reform("R1", 120))
    assert table.at("R1")[2] == 120
    assert not table.marked("R1", names.MOVED)


def test_reinforcements_come_on_by_their_edge_and_may_move():
    """[FB-4.18]"""
    table = setting("R1 line-infantry 20x5 20 20 0; R2 archers 10x5 reserve" + FAR)
    deep = 2 * SIDE
    assert table.why_not("red", Arrive("R2", pose_at(300_000, deep + 9_000, 0))) == {"FB-4.18"}
    table.say("red", Arrive("R2", pose_at(400_000, deep, 0)))
    assert table.marked("R2", "arrived")
    assert table.why_not("red", Manoeuvre("R2", (Advance(8 * INCH),), march=True)) == {"FB-4.16"}
    table.say("red", Manoeuvre("R2", (Advance(4 * INCH),)))
    assert table.at("R2")[1] == pytest.approx(deep / INCH + 4, abs=0.001)


def test_a_pursuer_comes_back_where_it_left():
    """[FB-7.35, FB-7.25, FB-4.18]"""
    left = {"R2": {names.PURSUED_OFF: 1, names.BACK_X: 720_000, names.BACK_Y: 300_000}}
    table = setting("R1 line-infantry 20x5 20 20 0; R2 archers 10x5 reserve" + FAR, counters=left)
    deep = 2 * SIDE
    assert table.why_not("red", Arrive("R2", pose_at(300_000, deep, 0))) == {"FB-4.18"}
    table.say("red", Arrive("R2", pose_at(720_000 - deep, 320_000, 270)))
    assert table.count("R2", names.PURSUED_OFF) == 0


def test_a_character_joins_within_his_move_and_goes_with_his_regiment():
    """[FB-11.1, FB-2.4]"""
    pieces = "R1 line-infantry 19x5 20 20 0; R2 captain 1 25 20 0; R3 captain 1 40 20 0" + FAR
    table = setting(pieces)
    assert table.why_not("red", Join("R3", "R1")) == {"FB-11.1"}
    table.say("red", Join("R2", "R1"))
    host = table.regiment("R1")
    assert [one.id for one in host.joined] == ["R2"]
    assert (host.total, host.models, host.ranks) == (20, 19, 4)
    assert table.regiment("R2").id == "R1"
    table.say("red", Manoeuvre("R1", (Advance(4 * INCH),)))
    assert table.at("R1") == (20, 24, 0)


def test_a_character_leaves_and_the_regiment_closes_up():
    """[FB-11.1]"""
    table = setting("R1 line-infantry 20x5 20 20 0; R2 captain 1 in R1" + FAR)
    assert table.why_not("red", Leave("R2", pose_at(300_000, 200_000, 0))) == {"FB-11.1"}
    table.say("red", Leave("R2", pose_at(240_000, 200_000, 0)))
    assert table.at("R2") == (24, 20, 0)
    assert table.piece("R1").shape == Rectangle(5 * SIDE, 4 * SIDE)
    assert table.regiment("R2").total == 1


def test_only_characters_join_and_only_those_of_their_size():
    """[FB-11.7, FB-11.1]"""
    table = setting("R1 lancers 5x5 20 20 0; R2 captain 1 25 20 0; R3 archers 5x5 15 20 0" + FAR)
    assert table.why_not("red", Join("R2", "R1")) == {"FB-11.1"}
    assert table.why_not("red", Join("R3", "R1"))


# ── after a rally, a restraint, a caught runaway ─────────────────────────────
def regrouping(piece: str, *more: str, **moment):
    """A regiment that may reform now."""
    lying = "; ".join((piece, *more)) if more else piece + FAR
    return setting(lying, then=(Regroup(regiment="R1", clause="FB-4.11"),), **moment)


def test_who_rallies_reforms_in_other_files():
    """[FB-4.11, FB-4.17] To the quarters, to the enemy, broader or deeper, about its middle.

    [FB-4.23]
    """
    table = regrouping("R1 line-infantry 20x5 36 20 0")
    (ask,) = table.asks()
    assert ask.options[0] == "keep"
    assert {"left", "right", "about", "enemy", "files:8", "files:2", "left-files:4"} <= {
        *ask.options
    }
    assert not {"files:5", "files:9", "files:1", "-files:4"} & {*ask.options}
    before = table.regiment("R1").base.centre
    table.choose("red", "left-files:4")
    one = table.regiment("R1")
    assert (one.files, one.ranks) == (4, 5)
    assert table.at("R1")[2] == 270
    assert all(abs(a - b) < 10 for a, b in zip(before, one.base.centre, strict=True))


def test_no_model_goes_farther_than_twice_its_move_when_it_rallies():
    """[FB-4.17] The slow keep nearer to what they have."""
    slow = regrouping("R1 line-infantry 40x5 36 20 0", counters={"R1": {names.M: 1}})
    quick = regrouping("R1 line-infantry 40x5 36 20 0")
    few, many = ({*table.asks()[0].options} for table in (slow, quick))
    assert few < many
    assert "about" in few


def test_there_must_be_room_to_reform():
    """[FB-4.1, FB-4.17] A wall of friends beside it."""
    table = regrouping(
        "R1 line-infantry 20x5 36 20 0", "R2 line-infantry 20x5 41 20 0", "B1 archers 5x5 36 44 180"
    )
    options = table.asks()[0].options
    assert "files:8" not in options
    assert "files:4" in options
