"""What the story tells of ranked battles: a move once and by its clause, sums part by part."""

import re

import pytest

from condotta.kernel.events import Moved, Ruled
from condotta.report.story import RAW, RULES, STORY, Line, Narrator, story
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_moves import ChargeMove
from condotta.rules.ranked.charges.declaring import Declarations
from condotta.rules.ranked.combat.breaking import BreakTest
from condotta.rules.ranked.combat.close_combat_phase import ClosePhase
from condotta.rules.ranked.combat.pursuit import Chase, Pursuit
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.movement.regrouping import Regroup
from condotta.rules.ranked.records import Hit
from condotta.rules.ranked.shooting.shooting_phase import ShootingPhase
from condotta.words import INCH, keys, measured_in, say, strictly
from tests.rules.ranked.fray_setting import Fray
from tests.rules.ranked.range_setting import regiment


def lines(fray: Fray, level: int = STORY, lang: str = "") -> list[Line]:
    """What is told since the battle was set out."""
    begun = len(fray.opening)
    with measured_in(INCH), strictly():
        return [one for one in story(fray.battle.log, level, lang) if one.event > begun]


def told(fray: Fray, lang: str = "") -> list[str]:
    """The story, regiments by their ids alone."""
    texts = (one.text for one in lines(fray, STORY, lang))
    return [re.sub(r"\b([RB]\d) \1\b", r"\1", text) for text in texts]


def moves(fray: Fray, way: str) -> int:
    return sum(isinstance(one, Moved) and one.way == way for one in fray.battle.log)


# ── moves ────────────────────────────────────────────────────────────────────
SHORT = {
    "en": "The charge of R1 falls short: 11″ do not reach over 17.0″ to B1. "
    "It goes 6.0″ straight on, wheels not counted.",
    "fr": "La charge de R1 est trop courte\u00a0: 11″ ne couvrent pas 17,0″ jusqu’à B1. "
    "Avance de 6,0″ tout droit, conversions non comptées.",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_fb_4_8_a_failed_charge_round_a_friend_is_told_once_and_why(lang):
    """[FB-4.22] Aside, on, back to its target and on: four moves of which wheels cost nothing."""
    fray = Fray(
        regiment("R1", x=24, y=8, models=5, files=1, marks="charging:B1:front"),
        regiment("B1", x=24, y=25, face=180),
        regiment("R2", x=24, y=11.4, models=3, files=3),
    ).begin(ChargeMove(charger="R1", pips=(6, 1)))
    assert moves(fray, "failed charge") > 2
    assert told(fray, lang) == [SHORT[lang]]
    # every event is still there for whoever reads the log
    raw = [one for one in lines(fray, RAW) if '"Moved"' in one.text]
    assert len(raw) == moves(fray, "failed charge")


def test_fb_4_9_a_charge_that_goes_home_is_told_once_with_its_move():
    fray = Fray(regiment("R1", x=22, y=10), regiment("B1", x=24, y=20, face=180))
    fray.begin(Declarations()).choose("red", "R1>B1")
    fray.choose("blue", "hold")
    fray.roll(6, 4)
    assert moves(fray, "charge") > 1
    assert [one for one in told(fray) if "R1" in one] == [
        "R1 declares a charge at B1, on its front.",
        "B1 holds against R1.",
        "R1 may charge 14″: 4″ of its own and 10″ by the dice.",
        "R1 charges home against B1: 10 models in contact.",
    ]


def test_fb_7_23_flight_and_pursuit_are_told_by_what_was_rolled():
    """[FB-7.21, FB-7.22] Each turns first: told are the inches of the dice, each once."""
    fray = Fray(
        regiment("B1", x=26, y=20, face=180),
        regiment("R1", x=24, y=20, marks="pursues:B1"),
        phase=names.CLOSE,
    ).begin(Chase(broken="B1"))
    fray.roll(5, 4)
    needed = fray.asks[0].needed
    assert needed is not None
    assert (needed.key, needed.least, needed.params["pursuer"]) == ("fb.7-21.needs", 9, "R1")
    fray.roll(3, 2)
    while fray.window() == "dangerous terrain":
        fray.roll(*[6] * fray.asks[0].dice)
    assert moves(fray, "flee") + moves(fray, "pursue") > 2
    assert [one for one in told(fray) if "flees" in one or "pursues" in one] == [
        "B1 flees 9″.",
        "R1 pursues 5″.",
    ]


def test_fb_7_23_a_pursuer_that_is_stopped_says_how_far_it_came():
    fray = Fray(
        regiment("R1", x=24, y=20),
        regiment("R2", x=24, y=26),
        phase=names.CLOSE,
    ).begin(Pursuit(regiment="R1", inches=9, after="B1", x=240_000, y=400_000))
    (text,) = told(fray)
    came = fray.at("R1")[1] - 20
    assert 0 < came < 6
    assert text == f"R1 pursues and is stopped by R2 after {came:.1f}″ of 9″."


# ── wounds and results ───────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("save", "pips", "end"),
    [
        (0, [(6, 6)], "2 hits: 2 wounds, no save."),
        (0, [(1, 1)], "2 hits: no wound."),
        (4, [(6, 6), (6, 1)], "2 hits: 2 wounds, 1 not saved."),
    ],
)
def test_fb_6_9_wounds_say_whether_they_could_be_saved(save, pips, end):
    """[FB-6.8] And every throw says what it needs."""
    fray = Fray(regiment("R1", y=10), regiment("B1", y=30, face=180, **{names.SAVE: save}))
    fray.begin(Wounding(hit=Hit(target="B1", hits=2, strength=3, by="red", source="R1")))
    needs = []
    for each in pips:
        needed = fray.asks[0].needed
        assert needed is not None
        needs.append((needed.key, needed.least))
        fray.roll(*each)
    assert needs == [("fb.6-8.needs", 4), ("fb.6-9.needs", 4)][: len(pips)]
    assert told(fray)[0].endswith(end)


def test_fb_7_11_the_story_adds_a_combat_up():
    """[FB-7.28] A side of two regiments is called by its seat; its parts come to its total."""
    fray = Fray(
        regiment("R1", x=22, y=10, models=10, marks="charged standard"),
        regiment("R2", x=26, y=10, models=10),
        regiment("B1", x=24, y=10, face=180, models=20, files=10),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    while not (results := [*fray.rulings("fb.7-13.result"), *fray.rulings("fb.7-13.draw")]):
        window, dice = fray.window(), fray.asks[0].dice
        assert dice, window
        low = window == "to hit in combat" and fray.asks[0].about[0] == "B1"
        fray.roll(*[1 if low else 6] * dice)
    (result,) = results
    assert result.params["losers"] == ("B1",)
    assert sorted(result.params["others"]) == ["R1", "R2"]
    sums = [text for text in told(fray) if "; total " in text]
    assert [text.partition(":")[0] for text in sums] == ["Red", "B1"]
    red = sums[0]
    assert red.startswith("Red: wounds +")
    assert "charged +1; " in red
    assert "standard +1" in red
    assert red.endswith(f"total {result.tallies[0].total}")
    assert "[" not in red


def test_fb_7_13_what_decides_a_draw_stands_in_the_sum():
    """A lone musician is one of the parts, so that no tie is told as a defeat."""
    fray = Fray(
        regiment("R1", y=10, models=5, marks="musician"),
        regiment("B1", y=10, face=180, models=5),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    while not (results := [*fray.rulings("fb.7-13.result"), *fray.rulings("fb.7-13.draw")]):
        fray.roll(*[1] * fray.asks[0].dice)
    (result,) = results
    assert result.params["losers"] == ("B1",)
    assert [tally.total for tally in result.tallies] == [1, 0]
    assert "R1: the only musician, in a draw +1; total 1" in told(fray)


def test_fb_7_14_a_test_is_told_against_what_its_dice_had_to_show():
    """[FB-7.16] Of what no roll but a double 1 passes, both say two."""
    fray = Fray(regiment("R1", y=10), regiment("B1", y=10, face=180), phase=names.CLOSE).begin(
        BreakTest(regiment="R1", lost_by=12)
    )
    needed = fray.asks[0].needed
    assert needed is not None
    fray.roll(1, 2)
    (failed,) = fray.rulings("fb.1-8.failed")
    assert (needed.most, failed.params["needed"]) == (2, 2)


# ── what earlier programs wrote ──────────────────────────────────────────────
BEFORE = (
    ("fb.4-3.hold", {"regiment": "B1", "charger": "R1"}),
    ("fb.4-7.range", {"charger": "R1", "inches": 9}),
    ("fb.4-8.failed", {"charger": "R1", "inches": 4}),
    ("fb.4-12.flees", {"regiment": "R1", "inches": 4}),
    ("fb.5-5.cast", {"piece": "R1", "spell": "steel-skin", "strength": 7, "value": 7}),
    ("fb.5-6.failed", {"piece": "R1", "spell": "steel-skin", "strength": 5, "value": 7}),
    ("fb.5-7.irresistible", {"piece": "R1", "spell": "steel-skin", "strength": 13, "value": 7}),
    ("fb.5-9.needs", {"piece": "R1", "spell": "steel-skin"}),
    ("fb.5-9.dispelled", {"seat": "red", "spell": "steel-skin", "strength": 7, "result": 8}),
    ("fb.5-9.undispelled", {"seat": "red", "spell": "steel-skin", "strength": 7, "result": 6}),
    ("fb.5-11.lasts", {"piece": "R1", "spell": "steel-skin"}),
    ("fb.6-8.wounds", {"piece": "R1", "hits": 1, "wounds": 0, "unsaved": 0}),
    ("fb.7-13.result", {"losers": ("R1",)}),
    ("fb.7-13.draw", {}),
    ("sk.93.failed", {"unit": "R1"}),
    ("sk.112.failed", {"unit": "R1", "models": 1, "needs": 7}),
    ("sk.112.passed", {"unit": "R1", "needs": 7}),
    ("fb.13-1.through", {"piece": "R1", "dice": 1, "wounds": 0, "crossed": 1}),
    ("fb.5-10.needs", {"piece": "R1"}),
)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("key", "params"), BEFORE)
def test_rulings_of_earlier_programs_are_still_told(key, params, lang):
    """With the parameters that they had, and no others."""
    assert key in keys()
    with strictly():
        assert "{" not in say(key, params, lang)


def test_a_pursuit_of_an_earlier_program_is_told_by_its_moves():
    """No ruling spoke of it then: each of its moves has its line."""
    fray = Fray(
        regiment("R1", x=24, y=20, face=20),
        phase=names.CLOSE,
    ).begin(Pursuit(regiment="R1", inches=3, after="B1", x=240_000, y=400_000))
    before = [
        one for one in fray.battle.log if not (isinstance(one, Ruled) and one.clause == "FB-7.23")
    ]
    assert len(before) == len(fray.battle.log) - 1
    begun = len(fray.opening)
    said = [one for one in story(before, RULES) if one.event > begun and one.kind == "move"]
    assert len(said) == moves(fray, "pursue") == 2


# ── what goes on ─────────────────────────────────────────────────────────────
def test_fb_4_11_a_reform_after_a_rally_is_told_once_by_its_clause():
    fray = Fray(regiment("R1", x=24, y=20), regiment("B1", x=24, y=40, face=180))
    fray.begin(Regroup(regiment="R1", clause="FB-4.11"))
    fray.choose("red", "left")
    assert [one for one in told(fray) if "reform" in one] == ["R1 reforms."]
    assert moves(fray, "reform") == 1


@pytest.mark.parametrize(
    ("lang", "on"),
    [
        ("en", "The bolt goes on into the next rank: "),
        ("fr", "Le trait continue jusqu’au rang suivant\u00a0: "),
    ],
)
def test_fb_12_2_a_bolt_is_told_to_go_on_through_ranks(lang: str, on: str):
    what = {"kind": "war-machine", "base": (50, 50), "models": 1, "T": 7, "W": 3}
    fray = Fray(regiment("R1", traits="bolt-thrower", **what), regiment("B1", y=30, save=2))
    fray.begin(ShootingPhase())
    fray.choose("red", "R1>B1")
    for pip in (4, 2, 1, 2, 1, 2):
        fray.roll(pip)
    hits = [one.text for one in lines(fray, STORY, lang) if one.clause == "FB-12.2"]
    assert [one.startswith(on) for one in hits] == [False, True, True]


def test_fb_12_2_what_a_bolt_brings_about_is_no_hit_and_the_next_bolt_begins_anew():
    narrator = Narrator("en")
    hit = Ruled("FB-12.2", "fb.6-8.none", {"piece": "B1", "hits": 1})
    lost = Ruled("FB-12.2", "fb.2-3.destroyed", {"piece": "B1"})
    shot = Ruled("FB-6.4", "fb.6-4.hits", {"piece": "R1", "target": "B1", "shots": 1, "hits": 1})
    begins = [
        line.text.startswith("The bolt goes on")
        for event in (shot, hit, lost, hit, shot, hit)
        for line in narrator.hear(event)
        if line.level == STORY
    ]
    assert begins == [False, False, False, True, False, False]
