"""Rounds of close combat, from fear to reforms. [FB-7]"""

from condotta.rules.ranked import names
from condotta.rules.ranked.combat.breaking import ignores
from condotta.rules.ranked.combat.close_combat_phase import ClosePhase
from condotta.rules.ranked.combat.tallying import results
from condotta.rules.ranked.losses.wounds import TAKEN
from condotta.rules.ranked.movement.panic import Losses
from tests.rules.ranked.fray_setting import Fray
from tests.rules.ranked.range_setting import regiment


def locked(red: str = "", blue: str = "", **more):
    """Two blocks of 20, front to front in contact; red's turn."""
    return Fray(
        regiment("R1", x=24, y=10, traits=red, marks=more.pop("marks", "")),
        regiment("B1", x=24, y=10, face=180, traits=blue, **more),
        phase=names.CLOSE,
    )


def fought(fray: Fray):
    return fray.begin(ClosePhase())


def test_ten_against_ten_strike_at_once():
    """Five who touch and five behind them, both at Initiative 3. [FB-7.3] [FB-7.4] [FB-7.7]"""
    fray = fought(locked())
    assert fray.window() == "to hit in combat"
    assert fray.asks[0].dice == 10
    fray.roll(*[1] * 10)
    assert fray.asks[0].dice == 10


def test_who_is_slain_at_the_same_step_has_struck():
    """Ties in Initiative are simultaneous. [FB-7.7]"""
    fray = fought(locked())
    fray.roll(*[6] * 10)
    fray.roll(*[6] * 10)
    assert fray.count("B1", names.MODELS) == 10
    assert fray.asks[0].dice == 10


def test_who_is_slain_before_does_not_strike():
    """Initiative 3 before 2: of 20 ten are left in five files. [FB-7.7]"""
    fray = fought(locked(I=2))
    fray.roll(*[6] * 10)
    fray.roll(*[6] * 10)
    assert fray.count("B1", names.MODELS) == 10
    assert fray.asks[0].dice == 10


def test_spears_and_hordes():
    """Spears of those who stand: one more rank. A horde: one more. [FB-7.5]"""
    fray = fought(locked(red="spear"))
    assert fray.asks[0].dice == 15
    horde = Fray(
        regiment("R1", x=24, y=10, models=40, files=10),
        regiment("B1", x=24, y=10, face=180, models=40, files=10),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    assert horde.asks[0].dice == 30


def test_great_weapons_strike_last_and_harder():
    """+2 Strength: S5 wounds T3 on 2+. [FB-7.33, FB-7.10] [FB-7.7]"""
    fray = fought(locked(red="great-weapon"))
    assert fray.asks[0].about[0] == "B1"
    fray.roll(*[1] * 10)
    assert fray.asks[0].about[0] == "R1"
    fray.roll(*[6] * 10)
    fray.roll(*[2] * 10)
    assert fray.count("B1", names.MODELS) == 10


def test_the_worked_result():
    """Three wounds to one, charge, ranks and standard: 7 to 4. [FB-16.1]"""
    fray = Fray(
        regiment("R1", x=24, y=10, models=19, marks="charged standard", **{TAKEN: 1}),
        regiment("B1", x=24, y=10, face=180, models=22, Ld=5, **{TAKEN: 3}),
        phase=names.CLOSE,
    )
    fray.begin(Losses(regiment="R1"))
    red, blue = results(fray.field, ("R1", "B1"))
    assert (red.total, blue.total) == (7, 4)
    assert (red.margin, blue.margin) == (3, -3)
    here = fray.field
    assert ignores(here, here.regiment("B1")) == "steadfast"


def test_the_worked_result_with_lancers_in_the_flank():
    """Five lancers in one rank: +1 for the flank, no disruption, still steadfast. [FB-16.2]"""
    fray = Fray(
        regiment("R1", x=24, y=10, models=19, marks="charged standard", **{TAKEN: 1}),
        regiment(
            "R2",
            x=24 - 5 * 10 / 25.4,
            y=11.9,
            face=90,
            models=5,
            kind="cavalry",
            base=(25, 50),
            marks="charged",
        ),
        regiment("B1", x=24, y=10, face=180, models=22, Ld=5, **{TAKEN: 3}),
        phase=names.CLOSE,
    )
    fray.begin(Losses(regiment="R1"))
    red, blue = results(fray.field, ("R1", "R2", "B1"))
    assert (red.total, blue.total) == (8, 4)
    here = fray.field
    assert ignores(here, here.regiment("B1")) == "steadfast"


def after_blows(fray: Fray, red_hits: int):
    """Both strike; red's first hits wound, blue's miss. The Break test is next."""
    fray.begin(ClosePhase())
    fray.roll(*[6] * red_hits, *[1] * (10 - red_hits))
    if red_hits:
        fray.roll(*[6] * red_hits)
    fray.roll(*[1] * 10)
    return fray


def test_a_loser_that_fails_breaks_and_is_caught():
    """Lost by 3; broken, pursued, destroyed. [FB-7.14] [FB-7.20] [FB-7.21]"""
    fray = after_blows(locked(), 2)
    assert fray.window() == "break test"
    fray.roll(3, 3)
    fray.choose("red", "B1")
    fray.roll(1, 2)
    fray.roll(4, 4)
    assert fray.piece("B1").place == "lost"
    assert fray.count("red", names.VP) == 100


def test_a_loser_that_gets_away_flees():
    """It runs its roll directly away, its standard is lost. [FB-7.19] [FB-7.22] [FB-7.23]"""
    fray = after_blows(with_standard(), 2)
    fray.roll(5, 5)
    fray.choose("red", "B1")
    fray.roll(6, 6)
    fray.roll(1, 2)
    assert fray.marked("B1", names.FLEEING)
    assert not fray.marked("B1", names.STANDARD)
    assert fray.count("B1", names.MODELS) == 20 - 2 - 1
    assert fray.count("red", names.VP) == 25
    assert fray.at("R1")[1] > 12.9


def with_standard() -> Fray:
    return Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=24, y=10, face=180, marks="standard"),
        phase=names.CLOSE,
    )


def test_steadfast_losers_ignore_the_difference():
    """More ranks than the enemy: Ld 7 whatever they lost by. [FB-7.15]"""
    fray = Fray(
        regiment("R1", x=24, y=10, models=10),
        regiment("B1", x=24, y=10, face=180, models=25),
        phase=names.CLOSE,
    )
    after_blows(fray, 6)
    assert fray.window() == "break test"
    fray.roll(3, 4)
    assert not fray.marked("B1", names.FLEEING)
    assert fray.rulings("fb.7-15.steadfast")


def test_restraint_is_a_test():
    """[FB-7.20]"""
    fray = after_blows(locked(), 2)
    fray.roll(5, 5)
    fray.choose("red", "restrain")
    assert fray.window() == "restraint test"
    fray.roll(1, 2)
    fray.roll(6, 6)
    assert fray.at("R1") == (24, 10)
    assert fray.window() == "reform facing"


def test_fear_takes_the_weapon_skill():
    """Failed: WS 1 against WS 3 needs 5+; a 4 misses. [FB-9.1] [FB-7.8]"""
    fray = fought(locked(red="fear"))
    assert fray.window() == "fear test"
    fray.roll(6, 6)
    fray.roll(*[2] * 10)
    fray.roll(*[4] * 10)
    assert fray.count("R1", names.MODELS) == 20


def test_hatred_rolls_misses_again():
    """[FB-9.5]"""
    fray = fought(locked(red="hatred"))
    fray.roll(*[1] * 4, *[6] * 6)
    assert fray.window() == "to hit again"
    assert fray.asks[0].dice == 4


def test_impact_hits_and_stomps():
    """A chariot's impact hits come before everything, monsters stomp last. [FB-9.7] [FB-7.2]

    [FB-9.8]
    """
    fray = Fray(
        regiment(
            "R1",
            x=24,
            y=10,
            kind="chariot",
            base=(50, 100),
            models=1,
            files=1,
            W=4,
            S=5,
            marks="charged",
        ),
        regiment("B1", x=24, y=10, face=180),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    assert fray.window() == "impact hits"
    fray.roll(3)
    assert fray.window() == "to wound"
    assert fray.asks[0].dice == 3
    beast = Fray(
        regiment("R1", x=24, y=10, kind="monster", base=(50, 50), models=1, files=1, W=5, S=5),
        regiment("B1", x=24, y=10, face=180, traits="immune-to-psychology"),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    while beast.window() != "stomps":
        beast.roll(*[1] * beast.asks[0].dice)
    assert beast.asks[0].dice == 1


def test_the_unstable_crumble():
    """A wound without save for each point instead of a test. [FB-7.17]"""
    fray = after_blows(locked(blue="unstable"), 2)
    assert fray.count("B1", names.MODELS) == 20 - 2 - 3


def test_unbreakable_and_stubborn():
    """[FB-7.17]"""
    assert after_blows(locked(blue="unbreakable"), 4).window() != "break test"
    fray = after_blows(locked(blue="stubborn"), 4)
    fray.roll(3, 4)
    assert not fray.marked("B1", names.FLEEING)


def test_a_challenge_is_fought_apart():
    """Champion against champion; excess wounds count. [FB-11.8, FB-11.4] [FB-7.11]"""
    fray = Fray(
        regiment("R1", x=24, y=10, marks="champion", A=1),
        regiment("B1", x=24, y=10, face=180, marks="champion"),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    assert fray.window() == "challenge"
    fray.choose("red", "R1:champion")
    fray.choose("blue", "B1:champion")
    assert sorted(ask.dice for ask in fray.asks) == [9]
    fray.roll(*[1] * 9)
    assert fray.asks[0].dice == 2
    fray.roll(6, 6)
    fray.roll(6, 6)
    assert not fray.marked("B1", names.CHAMPION)
    assert fray.count("B1", names.MODELS) == 19
    assert fray.count("R1", "overkill") == 1


def test_a_refused_challenge_silences():
    """The challenger's side names who stands back. [FB-11.4]"""
    fray = Fray(
        regiment("R1", x=24, y=10, marks="champion"),
        regiment("B1", x=24, y=10, face=180),
        regiment("B9", models=1, files=1, traits="character general", inside="B1", Ld=9, A=3),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    fray.choose("red", "R1:champion")
    fray.choose("blue", "refuse")
    assert fray.marked("B9", "silenced")


def test_an_overrun():
    """A charger that destroyed all it touched may go on. [FB-7.26]"""
    fray = Fray(
        regiment("R1", x=24, y=10, marks="charged"),
        regiment("B1", x=24, y=10, face=180, models=3, files=3),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    fray.roll(*[6] * fray.asks[0].dice)
    fray.roll(*[6] * fray.asks[0].dice)
    while fray.window() in {"to hit in combat", "to wound"}:
        fray.roll(*[1] * fray.asks[0].dice)
    fray.choose("red", "overrun")
    fray.roll(2, 3)
    assert fray.at("R1") == (24, 15)


def test_friends_panic_at_a_break():
    """Friends within 6 inches test before it moves. [FB-7.18] [FB-8.1]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=24, y=10, face=180),
        regiment("B2", x=30, y=12, face=180),
        phase=names.CLOSE,
    )
    after_blows(fray, 2)
    fray.roll(6, 6)
    assert fray.window() == "panic test"
    assert fray.asks[0].about == ("B2",)
    fray.roll(6, 6)
    fray.roll(3, 3)
    assert fray.marked("B2", names.FLEEING)


def test_ranks_disrupted_from_the_flank():
    """Two ranks in the flank take the rank bonus. [FB-7.12]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("R2", x=24 - 5 * 10 / 25.4, y=11.5, face=90),
        regiment("B1", x=24, y=10, face=180),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    assert sorted(fray.touching("B1")) == ["R1", "R2"]
    red, blue = results(fray.field, ("R1", "R2", "B1"))
    assert "fb.7-11.ranks" not in {part.key for part in blue.parts}
    assert "fb.7-11.flank" in {part.key for part in red.parts}
