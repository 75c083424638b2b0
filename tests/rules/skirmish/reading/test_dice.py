"""Dice, re-rolls and the Command Re-roll. [SK-1 to SK-6, SK-130, SK-131, SK-135]"""

from collections.abc import Iterator
from typing import Any

import pytest

from condotta.kernel.asks import Choose, Needed, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Answered, Event, Popped, Ruled
from condotta.kernel.rulings import Modifier
from condotta.kernel.state import State
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.attacks import (
    Guard,
    Line,
    hit_need,
    hits,
    save_need,
    wound_need,
)
from condotta.rules.skirmish.reading.dice import AGAIN, Throw, expression, shown_of, thrown
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL
from tests.rules.skirmish.skirmish_setting import Table, setting

RIFLES = "R1 line_infantry 5 20 20; B1 line_infantry 5 20 40 180"


class Trial(Script, frozen=True, kw_only=True):
    """A roll of its own, to see what comes of it."""

    dice: int
    again: frozenset[int] = frozenset()
    total: int = 0


def trial(book: Book, state: State, frame: Trial) -> Iterator[Event]:
    throw = Throw("trial", "SK-2", "red", frame.dice, ("R1",), again=frame.again)
    if frame.total:
        needed = Needed("trial", {}, frame.total, together=True)
        throw = throw._replace(outcome=lambda pips: sum(pips) >= frame.total, needed=needed)
    pips = yield from thrown(book, state.position, frame, throw)
    if pips is not None:
        yield Ruled("SK-2", "trial", {"pips": ",".join(map(str, pips))})
        yield Popped()


TRIALS = Layer("trials", 1, procedures={Trial: trial})


def rolled(table: Table) -> str:
    """What the trial came to."""
    return next(str(one.params["pips"]) for one in table.rulings("SK-2") if one.key == "trial")


def a_trial(cp: int, frame: Trial, **more: Any) -> Table:
    counters = {"red": {names.CP: cp}, "blue": {names.CP: 5}}
    return setting(RIFLES, layers=(TRIALS,), then=(frame,), counters=counters, **more)


@pytest.mark.parametrize(
    ("text", "pips", "number"),
    [("D6", [5], 5), ("D3", [1], 1), ("D3", [4], 2), ("2D6", [3, 4], 7), ("2D3", [6, 1], 4)],
)
def test_a_number_before_the_d_multiplies_dice(text: str, pips: list[int], number: int):
    """A number before the d multiplies dice. [SK-1]"""
    said = expression(text)
    assert said.dice == len(pips)
    assert said.read(pips) == number


def test_a_plain_number_takes_no_dice():
    """A plain number takes no dice. [SK-1]"""
    assert expression("3").dice == 0
    assert expression("3").read([]) == 3


def test_a_rule_has_some_dice_rolled_again_and_none_twice():
    """A rule has some dice rolled again and none twice. [SK-2]"""
    table = a_trial(0, Trial(dice=3, again=frozenset({1})))
    table.roll(1, 5, 1)
    assert [(ask.window, ask.dice) for ask in table.asks("chance")] == [("trial" + AGAIN, 2)]
    table.roll(1, 4)
    assert rolled(table) == "1,5,4"


def test_a_die_just_rolled_may_be_rolled_again_for_a_point():
    """A die just rolled may be rolled again for a point. [SK-131]"""
    table = a_trial(2, Trial(dice=2))
    table.roll(2, 6)
    (ask,) = table.asks("red")
    assert (ask.window, ask.options) == (COMMAND_REROLL, ("keep", "die:2"))
    table.choose("red", "die:2")
    assert table.count("red", names.CP) == 1
    table.roll(5)
    assert rolled(table) == "5,6"


def test_keeping_the_roll_costs_nothing():
    """Keeping the roll costs nothing. [SK-131]"""
    table = a_trial(1, Trial(dice=2))
    table.roll(2, 3)
    table.choose("red", "keep")
    assert rolled(table) == "2,3"
    assert table.count("red", names.CP) == 1


def test_a_die_that_was_rolled_again_is_not_rolled_a_third_time():
    """A die that was rolled again is not rolled a third time. [SK-131]"""
    table = a_trial(1, Trial(dice=2, again=frozenset({1})))
    table.roll(1, 3)
    table.roll(2)
    (ask,) = table.asks("red")
    assert ask.options == ("keep", "die:3")  # not the 2: it has been rolled twice


def test_nobody_is_asked_without_points_or_about_a_roll_that_cannot_be_better():
    """Nobody is asked without points or about a roll that cannot be better. [SK-131]"""
    poor = a_trial(0, Trial(dice=1))
    poor.roll(1)
    assert rolled(poor) == "1"
    lucky = a_trial(3, Trial(dice=2))
    lucky.roll(6, 6)
    assert rolled(lucky) == "6,6"


def test_a_question_about_a_die_says_of_which_roll_and_what_it_shows():
    """Whose it is, what for, which dice may not be rolled a third time. [SK-131, SK-135]"""
    table = a_trial(1, Trial(dice=2, again=frozenset({1})))
    table.roll(1, 3)
    table.roll(2)
    (ask,) = table.asks("red")
    assert ask.about == ("R1", "roll:trial", "shows:2! 3")
    assert shown_of(ask) == (2, 3)


@pytest.mark.parametrize(
    ("pips", "options"),
    [
        ((1, 2), ()),  # not with a six: 8 at most
        ((1, 3), ("keep", "die:1")),  # a six makes nine; in place of the three, seven
        ((4, 5), ()),  # it is nine already
        ((3, 4), ("keep", "die:3", "die:4")),
    ],
)
def test_nobody_is_asked_about_a_die_that_could_not_help(
    pips: tuple[int, int], options: tuple[str, ...]
):
    """Nine are needed of two dice. [SK-131]"""
    table = a_trial(1, Trial(dice=2, total=9))
    table.roll(*pips)
    asked = [ask.options for ask in table.asks("red") if ask.window == COMMAND_REROLL]
    assert asked == ([options] if options else [])


def test_what_a_roll_must_show_is_told_with_the_request():
    """Before the dice, and with the question about one of them. [SK-135]"""
    table = a_trial(1, Trial(dice=2, total=9))
    (rolls,) = table.asks("chance")
    assert rolls.needed == Needed("trial", {}, 9, together=True)
    for seat in ("red", "blue"):  # everybody reads it
        assert [ask.needed for ask in table.battle.view(seat).asks] == [rolls.needed]
    table.roll(3, 4)
    assert table.asks("red")[0].needed == rolls.needed


def test_the_same_stratagem_once_in_a_phase():
    """The same stratagem once in a phase. [SK-130]"""
    used = {"red": {names.CP: 3, names.USED + COMMAND_REROLL: 1}}
    table = setting(RIFLES, layers=(TRIALS,), then=(Trial(dice=1),), counters=used)
    table.roll(1)
    assert rolled(table) == "1"
    free = setting(
        RIFLES,
        layers=(TRIALS,),
        then=(Trial(dice=1),),
        counters=used,
        settings={"stratagemLimit": False},
    )
    free.roll(1)
    assert [ask.window for ask in free.asks("red")] == [COMMAND_REROLL]


def test_is_of_ones_own_dice_only():
    """B-25: blue has points, but the roll is red's. [SK-131]"""
    table = a_trial(0, Trial(dice=1))
    table.roll(2)
    assert rolled(table) == "2"
    assert not [ask for ask in table.asks("blue") if ask.window == COMMAND_REROLL]


def test_the_base_game_has_no_bribe():
    """Part A brings it. [SK-134]"""
    table = a_trial(3, Trial(dice=1))
    assert not [name for name in table.book.types if "ribe" in name]


def test_every_roll_is_in_the_log_with_what_it_is_for():
    """Every roll is in the log with what it is for. [SK-135]"""
    table = a_trial(1, Trial(dice=2))
    table.roll(2, 3)
    table.choose("red", "die:3")
    table.roll(6)
    answers = [event for event in table.battle.log if isinstance(event, Answered)]
    assert [(one.seat, one.window) for one in answers] == [
        ("chance", "trial"), ("red", COMMAND_REROLL), ("chance", "trial" + AGAIN),
    ]  # fmt: skip
    assert answers[1].said == Choose("die:3")


# ── modifiers ────────────────────────────────────────────────────────────────
def parts(*values: int) -> tuple[Modifier, ...]:
    return tuple(Modifier(value, f"m{index}", "SK-4") for index, value in enumerate(values))


def test_a_die_that_only_a_modifier_fails_is_not_rolled_again():
    """Skill 3+ at -1: a natural 3 misses, and "re-roll ones" looks at the die, not at 2. [SK-3]"""
    line = Line(3, 4, 4, to_hit=parts(-1), again=frozenset({1}))
    assert not hits(line, 3)
    assert 3 not in line.again


def test_modifiers_add_up_without_a_cap():
    """Modifiers add up without a cap. [SK-4]"""
    assert hit_need(Line(3, 4, 4, to_hit=parts(-1, -1, -1))) == 6
    assert hit_need(Line(4, 4, 4, to_hit=parts(-1, -1, -1))) == 7
    assert hit_need(Line(5, 4, 4, to_hit=parts(2, 2))) == 2


def test_a_natural_one_always_fails():
    """A natural one always fails. [SK-5]"""
    line = Line(2, 9, 4, to_hit=parts(3), to_wound=parts(3))
    assert not hits(line, 1)
    assert wound_need(line) == 2
    assert save_need(Guard(2, 2, 0, parts(3)), 0) == 2


def test_a_six_does_not_always_succeed():
    """A six does not always succeed. [SK-5]"""
    assert not hits(Line(6, 4, 4, to_hit=parts(-1)), 6)
    assert wound_need(Line(3, 1, 8, to_wound=parts(-1))) == 7
