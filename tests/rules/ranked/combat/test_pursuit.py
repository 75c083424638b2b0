"""Pursuit, new enemies, off the table, spoils, gaps closed, reforms in combat. [FB-7.18-7.27]"""

from condotta.kernel.rulings import Refusal
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.charges.reacting import reactions
from condotta.rules.ranked.combat.after_combat import Decide, Spoils, Wake, decisions
from condotta.rules.ranked.combat.breaking import BROKEN
from condotta.rules.ranked.combat.challenges import candidates
from condotta.rules.ranked.combat.close_combat_phase import ClosePhase, combats
from condotta.rules.ranked.combat.combat_reform import CombatReform, forms
from condotta.rules.ranked.combat.pursuit import PURSUED_IN, PURSUES, Chase, Overrun, Pursuit
from condotta.rules.ranked.movement.panic import Losses
from tests.rules.ranked.fray_setting import Fray
from tests.rules.ranked.range_setting import ground, regiment

DEEP = 4 * 20 / 25.4
HALF_WIDE = 5 * 20 / 25.4 / 2


def chasing(*more, red: str = "", blue: str = "", **kind) -> Fray:
    """Red pursues blue, which has broken, both in the open and front to front."""
    return Fray(
        regiment("R1", x=24, y=10, traits=red, marks=f"{PURSUES}B1 fought"),
        regiment("B1", x=24, y=10, face=180, traits=blue, marks="broken fought", **kind),
        *more,
        phase=names.CLOSE,
    )


def test_a_pursuer_moves_its_roll_after_whom_it_did_not_catch():
    """[FB-7.21] [FB-7.22] [FB-7.23]"""
    fray = chasing().begin(Chase(broken="B1"))
    fray.roll(3, 6)
    fray.roll(2, 2)
    assert abs(fray.at("B1")[1] - (10 + DEEP + 9)) < 0.01
    assert fray.at("R1") == (24, 14)
    assert fray.marked("B1", names.FLED_FROM + "red")


def test_who_rolls_as_much_catches():
    """At least the flee roll is enough; the pursuer moves all the same. [FB-7.21] [FB-7.23]"""
    fray = chasing().begin(Chase(broken="B1"))
    fray.roll(2, 2)
    fray.roll(1, 3)
    assert fray.piece("B1").place == "lost"
    assert fray.at("R1") == (24, 14)


def test_the_swift_roll_three_dice_and_keep_two():
    """[FB-10.3]"""
    fray = chasing(blue="swiftstride").begin(Chase(broken="B1"))
    fray.roll(1, 2, 3)
    fray.roll(2, 2)
    assert fray.marked("B1", names.FLEEING)


def test_a_pursuit_stops_before_friends():
    """An inch from friends and barred ground. [FB-7.23]"""
    fray = chasing(regiment("R2", x=24, y=20)).begin(
        Pursuit(regiment="R1", inches=9, after="", x=240_000, y=300_000)
    )
    here = fray.field
    assert abs(here.gap(here.regiment("R1"), here.regiment("B1"))) < 150
    fray = Fray(
        regiment("R1", x=24, y=10), areas=[ground("impassable", 24, 20, 2, 1)], phase=names.CLOSE
    ).begin(Overrun(regiment="R1"))
    fray.roll(6, 6)
    assert 17 < fray.at("R1")[1] <= 18


def test_a_pursuit_into_a_new_enemy_is_a_charge():
    """It is fought in the next phase, as that enemy had no combat. [FB-7.24]"""
    fray = Fray(
        regiment("R1", x=24, y=10, marks="fought"),
        regiment("B2", x=24, y=16, face=180),
        phase=names.CLOSE,
    ).begin(Overrun(regiment="R1"))
    fray.roll(4, 4)
    assert fray.touching("R1") == ["B2"]
    assert fray.marked("R1", PURSUED_IN)
    assert combats(fray.field) == ()


def test_a_pursuit_into_a_combat_not_yet_fought_is_fought_now():
    """[FB-7.24] [FB-7.1]"""
    fray = Fray(
        regiment("R1", x=23, y=10, marks="fought"),
        regiment("R2", x=28, y=16),
        regiment("B2", x=25, y=16, face=180),
        phase=names.CLOSE,
    ).begin(Overrun(regiment="R1"))
    fray.roll(4, 4)
    assert sorted(fray.touching("B2")) == ["R1", "R2"]
    assert combats(fray.field) == (("R1", "R2", "B2"),)


def test_it_counts_as_charging_in_that_combat():
    """[FB-7.24] [FB-7.11]"""
    fray = Fray(
        regiment("R1", x=24, y=10, marks="pursued_into"),
        regiment("B1", x=24, y=10, face=180),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    assert fray.marked("R1", names.CHARGED)
    assert not fray.marked("R1", PURSUED_IN)


def test_a_pursuer_leaves_the_table_and_waits():
    """[FB-7.25]"""
    fray = Fray(regiment("R1", x=24, y=44), phase=names.CLOSE).begin(Overrun(regiment="R1"))
    fray.roll(4, 4)
    assert fray.piece("R1").place == "reserve"
    assert fray.count("R1", names.PURSUED_OFF) == 1
    assert (fray.count("R1", names.BACK_X), fray.count("R1", names.BACK_Y)) == (240_000, 480_000)


def test_a_battle_standard_that_flees_from_combat_dies():
    """[FB-7.19]"""
    fray = chasing(
        regiment("B9", models=1, files=1, inside="B1", traits="character battle-standard")
    ).begin(Spoils(broken="B1"))
    assert fray.piece("B9").place == "lost"
    assert fray.count("red", names.VP) == 100 + 100


def test_the_frenzied_must_pursue():
    """[FB-9.4]"""
    fray = Fray(
        regiment("R1", x=24, y=10, traits="frenzy"),
        regiment("B1", x=24, y=10, face=180, marks=BROKEN),
        phase=names.CLOSE,
    ).begin(Decide(regiment="R1", broken=("B1",)))
    assert fray.asks == ()
    assert fray.marked("R1", PURSUES + "B1")


def test_gaps_in_the_rear_are_closed():
    """Ranks are lost at the back; who holds the rear steps up. [FB-2.3]"""
    fray = Fray(
        regiment("R1", x=24, y=10, I=5),
        regiment("R2", x=24, y=10 + DEEP, face=180, I=1),
        regiment("B1", x=24, y=10, face=180),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    assert sorted(fray.touching("B1")) == ["R1", "R2"]
    while fray.window() in {"to hit in combat", "to wound"}:
        fray.roll(*[6 if fray.asks[0].about[0] == "R1" else 1] * fray.asks[0].dice)
    assert fray.count("B1", names.MODELS) == 10
    assert fray.rulings("fb.2-5.close-up")


def test_reforming_to_face_a_flank():
    """Held on one side only, a regiment turns to the enemy. [FB-7.36, FB-7.27]"""
    fray = Fray(
        regiment("R1", x=24 - HALF_WIDE, y=10 + DEEP / 2, face=90),
        regiment("B1", x=24, y=10, face=180),
        phase=names.CLOSE,
    ).begin(CombatReform(regiment="B1"))
    fray.choose("blue", "face")
    here = fray.field
    assert fray.touching("B1") == ["R1"]
    assert here.facing_of(here.regiment("B1"), here.regiment("R1")) == "front"


def test_reforming_broader():
    """More files, the front's middle where it was, no fewer in contact. [FB-7.27]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=24, y=10, face=180, models=40, files=8),
        phase=names.CLOSE,
    ).begin(CombatReform(regiment="R1"))
    fray.choose("red", "files:8")
    assert fray.count("R1", names.FILES) == 8
    assert fray.touching("R1") == ["B1"]
    here = fray.field
    assert "files:4" not in dict(forms(here, here.regiment("R1")))


def test_losers_test_before_they_reform():
    """At the modifier of the Break test. [FB-7.27]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=24, y=10, face=180, models=40, files=8),
        phase=names.CLOSE,
    ).begin(CombatReform(regiment="R1", lost_by=3))
    fray.choose("red", "files:6")
    assert fray.window() == "combat reform test"
    fray.roll(2, 3)
    assert fray.count("R1", names.FILES) == 5


def test_neutrals_do_not_fight():
    """Whoever is neither friend nor enemy is not touched by a combat. [FB-7.1]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=24, y=10, face=180),
        phase=names.CLOSE,
        hooks=((seams.RELATION, neutral, "FB-0.1"),),
    ).begin(ClosePhase())
    assert fray.asks == ()


def neutral(below, position, one, other):
    return "friend" if one == other else "neutral"


def test_who_may_do_nothing_does_not_strike():
    """It still suffers. [FB-7.3]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=24, y=10, face=180),
        phase=names.CLOSE,
        hooks=((seams.MAY_ACT, idle, "FB-7.3"),),
    ).begin(ClosePhase())
    assert fray.asks[0].about[0] == "R1"
    fray.roll(*[1] * 10)
    assert fray.window() != "to hit in combat"


def test_who_may_do_nothing_only_holds_and_stays():
    """No reaction, no challenge, no pursuit. [FB-4.3] [FB-7.20] [FB-11.4]"""
    hooks = ((seams.MAY_ACT, idle, "FB-7.3"),)
    fray = Fray(
        regiment("R1", x=24, y=10), regiment("B1", x=24, y=18, face=180, traits="bow"), hooks=hooks
    )
    here = fray.begin(Losses(regiment="R1")).field
    assert reactions(here, here.regiment("R1"), here.regiment("B1")) == ("hold",)
    fray = Fray(
        regiment("R1", x=24, y=10, marks=BROKEN),
        regiment("B1", x=24, y=10, face=180, marks="champion"),
        phase=names.CLOSE,
        hooks=hooks,
    )
    here = fray.begin(Losses(regiment="R1")).field
    wake = Wake(ids=("R1", "B1"), pairs=(("B1", "R1"),), losers=(("R1", 2),))
    assert list(decisions(here, wake, here.regiments)) == []
    assert candidates(here, here.regiment("B1")) == ()


def idle(position, piece):
    return Refusal("FB-7.3", "fb.7-3.idle") if piece.id == "B1" else None


def test_a_flank_that_shrinks_away_is_followed_before_the_next_blows():
    """One rank loses from both ends; who holds its flank steps up and strikes. [FB-2.3] [FB-7.7]"""
    wide = 25 / 25.4
    fray = Fray(
        regiment("R1", x=24, y=10, models=25, I=5),
        regiment("R2", x=24 + 2.5 * wide, y=10 + wide, face=270, base=(50, 50), models=1, files=1),
        regiment("B1", x=24, y=10, face=180, base=(25, 50), models=5),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    fray.roll(*[6] * 3, *[1] * (fray.asks[0].dice - 3))
    fray.roll(*[6] * 3)
    assert fray.count("B1", names.MODELS) == 2
    assert sorted(fray.touching("B1")) == ["R1", "R2"]
    assert fray.asks[0].about == ("R2", "B1")


def test_a_flank_whose_rank_is_gone_is_followed_aside():
    """Two ranks become one: who touched the rear one comes aside and ahead. [FB-2.3]"""
    wide = 25 / 25.4
    fray = Fray(
        regiment("R1", x=24, y=10, models=25, I=5),
        regiment("R2", x=24 + 2.5 * wide, y=10 + 3 * wide, face=270, base=(50, 50), models=1),
        regiment("B1", x=24, y=10, face=180, kind="cavalry", base=(25, 50), models=6),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    assert sorted(fray.touching("B1")) == ["R1", "R2"]
    fray.roll(*[6] * 3, *[1] * (fray.asks[0].dice - 3))
    fray.roll(*[6] * 3)
    assert fray.count("B1", names.MODELS) == 3
    assert sorted(fray.touching("B1")) == ["R1", "R2"]
    here = fray.field
    assert here.facing_of(here.regiment("B1"), here.regiment("R2")) == "left"
