"""The charts of ranked battles as printed, and the worked vectors that need nothing else."""

import pytest

from condotta.rules.ranked.magic.storms import FAR
from condotta.rules.ranked.reading.charts import (
    ALWAYS,
    ARTILLERY,
    NEVER,
    Score,
    artillery,
    characteristic_test,
    combat_score,
    d3,
    gear_save,
    miscast_row,
    misfire_row,
    on_target,
    passed,
    save_score,
    shooting_score,
    wound_score,
)
from condotta.rules.ranked.shooting.machines import FIRST, SCATTER, SECOND
from condotta.words import say

TEN = range(1, 11)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_fb_1_15_the_sides_of_special_dice_are_shown_as_they_count(lang):
    for window in (FIRST, SECOND, FAR):
        sides = say(f"face.{window.replace(' ', '-')}", {}, lang).split()
        assert [int(one) if one.isdigit() else 0 for one in sides] == list(ARTILLERY)
    sides = say(f"face.{SCATTER.replace(' ', '-')}", {}, lang).split()
    assert [one == sides[-1] for one in sides] == [on_target(pip) for pip in range(1, 7)]


def test_fb_6_4_seven_minus_the_skill_and_never_better_than_two():
    assert [shooting_score(bs).first for bs in TEN] == [6, 5, 4, 3, 2, 2, 2, 2, 2, 2]
    assert shooting_score(0) == Score(NEVER)


def test_fb_6_4_a_high_skill_absorbs_modifiers():
    assert shooting_score(8, -3) == Score(2)
    assert shooting_score(8, -4) == Score(3)


def test_fb_16_3_a_bow_at_long_range_that_moved_against_soft_cover():
    assert shooting_score(3, -3) == Score(6, 4)


def test_fb_6_6_seven_eight_nine_follow_a_six_and_ten_is_impossible():
    assert [shooting_score(2, -minus) for minus in (2, 3, 4, 5)] == [
        Score(6, 4),
        Score(6, 5),
        Score(6, 6),
        Score(NEVER),
    ]
    assert not shooting_score(2, -5).possible


@pytest.mark.parametrize("ours", TEN)
@pytest.mark.parametrize("theirs", TEN)
def test_fb_7_8_the_chart_is_what_its_sentence_says(ours: int, theirs: int):
    need = 3 if ours > theirs else 5 if theirs > 2 * ours else 4
    assert combat_score(ours, theirs) == need


def test_fb_7_8_a_six_always_hits_and_a_one_always_misses():
    assert combat_score(1, 10, -3) == 6
    assert combat_score(10, 1, +3) == 2
    assert passed((1,), combat_score(10, 1, +3)) == 0


def test_fb_2_1_zero_weapon_skill_is_hit_automatically():
    assert combat_score(3, 0) == ALWAYS


@pytest.mark.parametrize("strength", TEN)
@pytest.mark.parametrize("toughness", TEN)
def test_fb_6_8_four_and_one_more_or_less_each_point(strength: int, toughness: int):
    assert wound_score(strength, toughness) == min(6, max(2, 4 + toughness - strength))


def test_fb_6_8_a_natural_one_fails():
    assert passed((1, 2), wound_score(10, 1)) == 1


PRINTED = {
    1: (2, 2, 3, 4, 5, 6, 7, 7),
    2: (2, 3, 4, 5, 6, 7, 7, 7),
    3: (3, 4, 5, 6, 7, 7, 7, 7),
    4: (4, 5, 6, 7, 7, 7, 7, 7),
    5: (5, 6, 7, 7, 7, 7, 7, 7),
    6: (6, 7, 7, 7, 7, 7, 7, 7),
}


@pytest.mark.parametrize("save", PRINTED)
def test_fb_6_9_saves_against_strength_three_to_ten_are_as_printed(save: int):
    assert tuple(save_score(save, strength) for strength in range(3, 11)) == PRINTED[save]


def test_fb_16_4_a_strength_five_hit_against_three_plus_and_six_plus():
    assert save_score(3, 5) == 5
    assert save_score(6, 5) == NEVER


def test_fb_6_9_piercing_takes_one_more_and_a_spell_gives_one():
    assert save_score(4, 4, -1) == 6
    assert save_score(5, 3, +1) == 4
    assert save_score(0, 3, +1) == 6
    assert save_score(0, 3) == save_score(7, 3) == NEVER
    assert save_score(1, 4, +1) == 2


def test_fb_6_9_equipment_adds_up():
    assert gear_save(("heavy-armour", "shield", "barding"), mounted=True) == 2
    assert gear_save(("light-armour", "shield"), mounted=False) == 5
    assert gear_save(("bow",), mounted=False) == 7


def test_fb_1_1_special_dice_and_half_dice():
    """[FB-1.15]"""
    assert [d3(pip) for pip in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [artillery(pip) for pip in range(1, 7)] == [2, 4, 6, 8, 10, 0]
    assert [on_target(pip) for pip in range(1, 7)] == [False] * 4 + [True] * 2


def test_fb_1_7_one_always_passes_and_six_always_fails():
    assert [characteristic_test(10, pip) for pip in (1, 5, 6)] == [True, True, False]
    assert characteristic_test(0, 1)


def test_fb_5_13_every_total_has_its_row():
    assert [miscast_row(total) for total in range(2, 13)] == (
        ["rift"] * 3 + ["great-blast"] * 2 + ["blast"] + ["backlash"] * 2 + ["drain"] * 3
    )


def test_fb_12_5_misfires_of_both_kinds():
    stones = [misfire_row(pip, powder=False) for pip in range(1, 7)]
    assert stones == ["destroyed", "damaged", "damaged", "delayed", "delayed", "delayed"]
    powder = [misfire_row(pip, powder=True) for pip in range(1, 7)]
    assert powder == ["destroyed", "destroyed", "jammed", "jammed", "delayed", "delayed"]
