"""From hits to models removed and points scored."""

from typing import Any

import pytest

from condotta.kernel.rulings import Modifier
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.inflicting import TO_WOUND, WARD, Wounding
from condotta.rules.ranked.losses.scoring import earned
from condotta.rules.ranked.losses.wounds import SLEW, TAKEN
from condotta.rules.ranked.records import Hit
from tests.rules.ranked.range_setting import Range, regiment


def hit(target: str = "B1", **what: Any) -> Wounding:
    what = {"hits": 3, "strength": 3, "by": "red", "source": "R1", "way": "shooting", **what}
    return Wounding(hit=Hit(target=target, **what))


def two(**blue: Any) -> Range:
    return Range(regiment("R1"), regiment("B1", y=30, face=180, **blue))


def test_fb_6_8_hits_wound_and_models_leave_the_rear_rank():
    table = two().begin(hit(hits=4))
    before = table.piece("B1")
    table.roll(3, 4, 5, 1)
    assert table.count("B1", names.MODELS) == 18
    assert table.count("B1", TAKEN) == 2
    assert table.piece("B1").pose == before.pose
    assert table.piece("B1").shape == before.shape  # 18 in 5 files are 4 ranks still


def test_fb_2_3_the_rear_rank_goes_and_the_front_edge_stays():
    table = two(models=16).begin(hit(hits=1))
    pose, deep = table.piece("B1").pose, table.piece("B1").shape.depth
    table.roll(6)
    assert table.piece("B1").pose == pose
    assert table.piece("B1").shape.depth == deep * 3 // 4


def test_fb_2_3_one_rank_loses_from_both_ends():
    table = two(models=5).begin(hit(hits=2))
    pose, wide = table.piece("B1").pose, table.piece("B1").shape.width
    table.roll(6, 6)
    assert table.piece("B1").pose == pose
    assert table.piece("B1").shape.width == wide * 3 // 5
    assert table.count("B1", names.FILES) == 3


def test_fb_6_9_and_6_10_armour_before_the_ward():
    table = two(save=4, ward=5).begin(hit(hits=4, strength=4))
    table.roll(3, 3, 6, 6)
    table.roll(4, 5, 1, 1)  # 4+ against S4 is 5+
    assert table.window() == WARD
    table.roll(4, 5, 1)
    assert table.count("B1", names.MODELS) == 18


def test_fb_6_9_piercing_and_hits_that_allow_no_save():
    table = two(save=6).begin(hit(hits=1, piercing=1))
    table.roll(6)
    assert table.count("B1", names.MODELS) == 19  # no dice were asked for
    table = two(save=2).begin(hit(hits=1, no_armour=True))
    table.roll(6)
    assert table.count("B1", names.MODELS) == 19


def test_fb_6_10_flames_take_regeneration_away():
    burnt = two(ward=4, traits="regeneration").begin(hit(hits=1, flaming=True))
    burnt.roll(6)
    assert burnt.count("B1", names.MODELS) == 19
    plain = two(ward=4, traits="regeneration").begin(hit(hits=1))
    plain.roll(6)
    assert plain.window() == WARD


def test_fb_9_7_magic_resistance_improves_the_ward_against_spells_only():
    spelled = two(traits="magic-resistance-2").begin(hit(hits=1, way="magic"))
    spelled.roll(6)
    spelled.roll(5)
    assert spelled.count("B1", names.MODELS) == 20
    shot = two(traits="magic-resistance-2").begin(hit(hits=1))
    shot.roll(6)
    assert shot.count("B1", names.MODELS) == 19


def test_fb_6_11_multiple_wounds_are_rolled_each_and_never_spill_over():
    table = two(models=4, files=4, W=3).begin(hit(hits=2, strength=10, wounds=6))
    table.roll(2, 2)
    table.roll(6, 2)
    assert table.count("B1", names.MODELS) == 3
    assert table.count("B1", names.WOUNDS) == 2
    assert table.count("B1", TAKEN) == 5


def test_fb_6_11_a_d3_is_half_a_die():
    table = two(models=1, files=1, W=5).begin(hit(hits=1, strength=6, wounds=3))
    table.roll(6)
    (die,) = table.asks
    assert die.needed is not None
    assert (die.needed.key, die.needed.counts) == ("fb.6-11.needs", (1, 1, 2, 2, 3, 3))
    table.roll(5)
    assert table.count("B1", names.WOUNDS) == 3


def test_fb_6_12_wounds_are_one_pool():
    table = two(models=6, files=3, W=3).begin(hit(hits=4))
    table.roll(6, 6, 6, 6)
    assert (table.count("B1", names.MODELS), table.count("B1", names.WOUNDS)) == (5, 1)


def test_fb_9_7_poison_wounds_of_itself_and_a_killing_blow_slays():
    poisoned = two(T=10).begin(hit(hits=3, poison=2))
    poisoned.roll(5)
    assert poisoned.count("B1", names.MODELS) == 18
    slain = two(W=2, save=2).begin(hit(hits=2, strength=3, killing=True))
    slain.roll(6, 4)
    slain.roll(2)  # one armour save: the killing blow allows none
    assert slain.count("B1", names.MODELS) == 19
    assert slain.count("B1", names.WOUNDS) == 0


def test_fb_9_7_no_killing_blow_against_large_things():
    table = two(models=1, files=1, W=4, kind="monster").begin(hit(hits=1, killing=True))
    table.roll(6)
    assert table.count("B1", names.WOUNDS) == 1


def test_fb_8_4_who_slew_how_many_is_counted():
    table = two().begin(hit(hits=2))
    table.roll(6, 6)
    assert table.count("R1", SLEW + "B1") == 2


def test_fb_14_3_the_last_model_takes_the_regiment_and_scores_it():
    table = two(models=2, files=2, points=140).begin(hit(hits=4))
    table.roll(6, 6, 6, 1)
    gone = table.piece("B1")
    assert (gone.place, gone.pose) == ("lost", None)
    assert table.count("red", names.VP) == 140
    assert table.count("red", earned(table.position)) == 140
    (told,) = table.rulings("fb.14-3.destroyed")
    assert told.params == {"seat": "red", "piece": "B1", "points": 140}
    assert table.count("B1", TAKEN) == 2


def test_fb_14_3_a_general_is_worth_a_hundred_more():
    table = two(models=1, files=1, W=2, traits="general character", points=95).begin(hit(hits=2))
    table.roll(6, 6)
    assert table.count("red", names.VP) == 195


def test_fb_14_3_ones_own_mishap_scores_for_the_other_side_of_two():
    table = two(models=1, files=1).begin(hit(hits=1, by="", source=""))
    table.roll(6)
    assert table.count("red", names.VP) == 100
    three = Range(regiment("B1", models=1, files=1), seats=("red", "blue", "green"))
    three.begin(hit(hits=1, by="", source=""))
    three.roll(6)
    assert three.count("red", names.VP) == three.count("green", names.VP) == 0


@pytest.mark.parametrize("seat", ["red", "green"])
def test_fb_14_3_of_several_enemies_the_one_that_did_it_scores(seat: str):
    three = Range(
        regiment("R1"), regiment("G1", x=40), regiment("B1", models=1, files=1, y=30),
        seats=("red", "blue", "green"),
    ).begin(hit(hits=1, by=seat, source=f"{seat[0].upper()}1"))  # fmt: skip
    three.roll(6)
    assert three.count(seat, names.VP) == 100


def test_fb_8_5_characters_left_over_stand_where_the_front_was():
    table = Range(
        regiment("R1"),
        regiment("B1", y=30, face=180, models=2, files=4, marks="fleeing standard"),
        regiment("B2", inside="B1", traits="character", models=1, files=1, W=2),
        regiment("B3", inside="B1", traits="character", models=1, files=1, W=2),
    ).begin(hit(hits=2))
    table.roll(6, 6)
    left, right = table.piece("B2"), table.piece("B3")
    assert left.pose
    assert right.pose
    assert (left.command, right.command) == ("B2", "B3")
    assert left.pose.y == right.pose.y == 300_000
    assert abs(left.pose.x - right.pose.x) == left.shape.width
    assert left.marked("fleeing")
    assert not left.marked("standard")
    assert table.count("red", names.VP) == 100


def test_fb_6_8_layers_change_the_roll_to_wound_and_the_toughness():
    def softer(position: Any, piece: Any) -> Modifier:
        return Modifier(-1, "fb.5-15.years", "FB-5.15")

    table = Range(
        regiment("R1"), regiment("B1", y=30), hooks=((seams.TOUGHNESS, softer, "FB-5.15"),)
    ).begin(hit(hits=1))
    assert table.window() == TO_WOUND
    table.roll(3)  # S3 against T2
    assert table.count("B1", names.MODELS) == 19


def test_fb_1_1_two_hundred_dice_are_the_most_of_one_roll():
    table = two(models=300, files=20).begin(hit(hits=250))
    assert table.asks[0].dice == 200
