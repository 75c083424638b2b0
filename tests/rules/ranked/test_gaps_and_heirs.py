"""What removed models leave behind: gaps that are closed first, heroes who fight on. FB-2.5, 8.5"""

import pytest

from condotta.kernel.events import Moved
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_moves import ResolveCharges
from condotta.rules.ranked.charges.possible_charges import declared
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.losses.wounds import SLEW
from condotta.rules.ranked.movement.panic import runs_from
from condotta.rules.ranked.records import Declare, Hit
from tests.rules.ranked.ranked_setting import Table, setting

BRUTES = 4 * 40 / 25.4 / 2  # half the front of four brutes, in inches
FLANKED = f"R1 heavy-infantry 20x5 {30 - BRUTES} 20.787 90 charged; B1 brutes 4x4 30 20 180"
MET = "R1 line-infantry 20x5 24 10 0; B1 line-infantry {} 24 10 180; B9 captain 1x1 in B1"


def fought(table: Table, **pips: int) -> list[tuple[str, ...]]:
    """Every roll says 6 but saves and what `pips` says; what the Break test finds is left."""
    rolled = []
    while (ask := table.asks()[0]).window != "break test":
        word = ask.window.partition(" ")[0]
        table.roll(*[pips.get(word, 1 if "saves" in ask.window else 6)] * ask.dice)
        rolled.append((ask.window, *ask.about))
    return rolled


def test_fb_8_2_who_loses_a_quarter_in_combat_tests_for_no_panic_but_breaks():
    """Two of four brutes fall, so that the rest stand apart from who holds their flank."""
    table = setting(FLANKED, phase=names.CLOSE)
    rolled = fought(table, fear=3)
    assert table.models("B1") == 2
    assert not [one for one in rolled if "panic" in one[0]]
    assert [one.id for one in table.field.touching(table.regiment("B1"))] == ["R1"]
    assert table.marked("R1", names.CHARGED)


def test_fb_8_7_blows_that_fall_together_shake_nobody():
    """B1 is wiped out; what it struck at the same Initiative costs R1 a third: no test."""
    table = setting(
        "R1 line-infantry 9x5 24 10 0; B1 line-infantry 3x3 24 10 180; "
        "B2 line-infantry 20x5 60 40 180",
        phase=names.CLOSE,
    )
    rolled = []
    while (ask := table.asks()[0]).dice and ask.window != "winds of magic":
        rolled.append((ask.window, *ask.about))
        table.roll(*[1 if "saves" in ask.window else 6] * ask.dice)
    assert table.piece("B1").place == "lost"
    assert table.models("R1") == 6
    assert not [one for one in rolled if one[0] == "panic test" and one[1] == "R1"]
    assert not table.marked("R1", names.FIGHTING)


def test_fb_2_5_a_gap_is_closed_before_anything_is_judged():
    """The step follows the loss at once: no ruling and no dice come between."""
    table = setting(FLANKED, phase=names.CLOSE)
    fought(table, fear=3)
    log = list(table.battle.log)
    loss = next(
        place
        for place, event in enumerate(log)
        if getattr(event, "name", "") == names.MODELS and event.holder == "B1" and event.value == 2
    )
    step = next(place for place, one in enumerate(log) if isinstance(one, Moved) and place > loss)
    assert log[step].way == "close up"
    between = {type(one).__name__ for one in log[loss + 1 : step]}
    assert between <= {"Exchanged", "Counted", "Pushed", "Popped", "Ruled"}
    told = [one.key for one in log[loss + 1 : step] if type(one).__name__ == "Ruled"]
    assert told == ["fb.2-5.close-up"]


def test_fb_8_1_losses_in_a_combat_that_is_over_call_for_no_later_test():
    """R1 lost half of its models in its combat; another fight's losses do not remind it."""
    table = setting(
        "R1 line-infantry 10x5 24 10 0; R2 line-infantry 20x5 50 10 0; "
        "B2 line-infantry 20x5 50 30 180",
        phase=names.CLOSE,
        counters={"R1": {names.AT_PHASE_START: 20}},
        then=(Wounding(hit=Hit("R2", 1, 4, by="blue")),),
    )
    table.roll(6)
    table.roll(1)
    assert table.models("R2") == 19
    assert not [ask for ask in table.asks() if ask.window == "panic test"]


@pytest.mark.parametrize(("models", "slain"), [(6, 3), (4, 4)])
def test_fb_7_7_only_the_slain_do_not_strike(models: int, slain: int):
    """The captain strikes at Initiative 1 whether or not his regiment lives to see it."""
    table = setting(
        MET.format(f"{models}x{min(models, 5)}"),
        phase=names.CLOSE,
        counters={"B9": {"I": 1}, "B1": {"I": 2}},
    )
    struck = []
    while (ask := table.asks()[0]).window != "break test":
        if ask.window == "to hit in combat":
            struck.append(ask.about[0])
        if ask.seat != "chance":
            table.choose(ask.seat, ask.options[0])
        elif ask.about == ("R1", "B1") and ask.window == "to hit in combat":
            table.roll(*[6] * slain, *[1] * (ask.dice - slain))
        else:
            table.roll(*[6 if ask.window == "to wound" else 1] * ask.dice)
    assert struck[0] == "R1"
    assert struck[-1] == "B9"
    assert table.piece("B1").place == ("table" if slain < models else "lost")


def test_fb_2_5_a_hero_left_over_steps_up_to_whoever_held_the_flank():
    """His regiment's front was broad; he stands in its middle, and must be in contact again."""
    table = setting(
        "R1 line-infantry 20x5 28.03 20.3 90 charged; "
        "B1 line-infantry 2x2 28.817 20 180; B9 captain 1x1 in B1",
        phase=names.CLOSE,
        counters={"B9": {"I": 1}},
    )
    assert [one.id for one in table.field.touching(table.regiment("B1"))] == ["R1"]
    table.choose("red", "B1")
    struck = []
    while (ask := table.asks()[0]).dice and ask.window != "break test":
        if ask.window == "to hit in combat":
            struck.append(ask.about)
        table.roll(*[1 if ask.about[0] == "B1" or "saves" in ask.window else 6] * ask.dice)
    assert table.piece("B1").place == "lost"
    assert [one.id for one in table.field.touching(table.regiment("R1"))] == ["B9"]
    assert struck[-1] == ("B9", "R1")


def test_fb_7_26_a_hero_who_ends_what_his_regiment_charged_may_overrun():
    """The regiment that charged is gone; the captain charged with it."""
    table = setting(
        "R1 line-infantry 4x4 24 10 0 charged; R9 captain 1x1 in R1; "
        "B1 line-infantry 5x5 24 10 180; B2 line-infantry 20x5 60 40 180",
        phase=names.CLOSE,
        counters={"R9": {"I": 1, "A": 5}, "B1": {"I": 5}},
    )
    while (ask := table.asks()[0]).window != "overrun":
        if ask.seat != "chance":
            table.choose(ask.seat, ask.options[0])
            continue
        saves = 6 if ask.about[0] == "R9" else 1
        table.roll(*[saves if "saves" in ask.window else 6] * ask.dice)
    assert ask.about == ("R9",)


def test_fb_4_7_a_charge_at_a_regiment_that_is_wiped_out_is_one_at_who_is_left_of_it():
    """The target falls while it waits; its captain is charged on the same facing."""
    table = setting(
        "R1 line-infantry 20x5 24 10 0; B1 line-infantry 1x1 24 16 180; B9 captain 1x1 in B1",
        phase=names.CHARGES,
        then=(
            Declare(charger="R1", target="B1"),
            Wounding(hit=Hit("B1", 1, 4, by="red", sure=True, no_armour=True)),
            ResolveCharges(),
        ),
    )
    table.choose("blue", "hold")
    table.roll(1, 1)  # the captain has seen a friend fall
    assert table.piece("B1").place == "lost"
    assert [(one.charger, one.target) for one in declared(table.field)] == [("R1", "B9")]
    table.roll(3, 3)
    (told,) = table.rulings("FB-4.9")
    assert told.params["target"] == "B9"
    assert [one.id for one in table.field.touching(table.regiment("R1"))] == ["B9"]


def test_fb_8_4_what_its_heroes_slay_counts_for_a_regiment():
    """R1's captain has slain more than R2: B1 runs from R1."""
    table = setting(
        "R1 line-infantry 20x5 24 10 0; R9 captain 1x1 in R1; R2 archers 10x10 40 10 0; "
        "B1 line-infantry 20x5 40 24 180",
        counters={"R9": {SLEW + "B1": 4}, "R2": {SLEW + "B1": 3}},
    )
    fled = runs_from(table.field, table.regiment("B1"), "losses")
    assert fled is not None
    assert fled.id == "R1"
