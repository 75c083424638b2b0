"""Charges declared, answered, rolled for and made. [FB-4.2-4.10]"""

from condotta.kernel.events import Moved
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_moves import ChargeMove
from condotta.rules.ranked.charges.declaring import Declarations
from condotta.rules.ranked.movement.failed_charge import MOST, STEP, asides
from condotta.rules.ranked.reading.surroundings import board
from condotta.table import base, on_board
from tests.rules.ranked.fray_setting import Fray
from tests.rules.ranked.range_setting import regiment


def facing_off(distance: float = 10, **more):
    """Red infantry and blue infantry, front to front so many inches apart."""
    return Fray(
        regiment("R1", x=24, y=10), regiment("B1", x=24, y=10 + distance, face=180, **more)
    ).begin(Declarations())


def test_a_charge_in_range_goes_home():
    """M4 and 4+2 reach a target 10 inches away. [FB-4.20] [FB-4.7] [FB-4.9]"""
    fray = facing_off(10)
    fray.choose("red", "R1>B1")
    fray.choose("blue", "hold")
    fray.roll(4, 2)
    assert fray.touching("R1") == ["B1"]
    assert fray.at("R1") == (24, 20)
    assert fray.marked("R1", names.CHARGED)


def test_a_charge_out_of_range_fails():
    """A target 11 inches away: failed, 4 inches. [FB-4.20] [FB-4.8]"""
    fray = facing_off(11)
    fray.choose("red", "R1>B1")
    fray.choose("blue", "hold")
    fray.roll(4, 2)
    assert fray.at("R1") == (24, 14)
    assert fray.marked("R1", names.FAILED_CHARGE)
    assert not fray.marked("R1", names.CHARGED)


def test_fb_4_7_the_request_for_charge_dice_says_what_they_must_come_to():
    """M4 over 11 inches: the dice need 7, and it is told that 10 were short of it. [FB-4.8]"""
    fray = facing_off(11)
    fray.choose("red", "R1>B1")
    fray.choose("blue", "hold")
    needed = fray.asks[0].needed
    assert needed is not None
    assert (needed.key, needed.least, needed.together) == ("fb.4-7.needs", 7, True)
    fray.roll(4, 2)
    (told,) = fray.rulings("fb.4-8.short")
    assert told.params == {
        "charger": "R1",
        "target": "B1",
        "inches": 4,
        "reach": 10,
        "gap": 110_000,
        "far": 40_000,
    }


def test_fb_4_8_a_charge_in_reach_that_can_touch_nobody_says_so():
    """[FB-4.9, FB-4.22] A friend before it: in reach, no way; the distance is its whole move."""
    friend = regiment("R2", x=24, y=11.4, models=3, files=3)
    fray = Fray(
        regiment("R1", x=24, y=10, marks="charging:B1:front"),
        regiment("B1", x=24, y=20, face=180),
        friend,
    ).begin(ChargeMove(charger="R1", pips=(4, 2)))
    (told,) = fray.rulings("fb.4-8.no-way")
    assert (told.params["reach"], told.params["gap"]) == (10, 100_000)
    assert told.params["inches"] == 4
    assert told.params["far"] <= 40_000
    assert not fray.rulings("fb.4-8.short")


def test_a_failed_charge_moves_by_the_highest_die():
    """2 and 5 against 12 inches: 5 inches. [FB-4.20]"""
    fray = facing_off(12)
    fray.choose("red", "R1>B1")
    fray.choose("blue", "hold")
    fray.roll(2, 5)
    assert fray.at("R1") == (24, 15)


def test_beyond_reach_nothing_is_declared():
    """M4 and two sixes are 16 inches. [FB-4.2]"""
    fray = facing_off(16.5)
    assert fray.asks == ()


def test_swift_regiments_roll_three_dice():
    """M8, swift, dice 1, 5, 6: 19 inches. [FB-4.20] [FB-10.3]"""
    fray = Fray(
        regiment("R1", x=24, y=9, kind="cavalry", base=(25, 50), M=8),
        regiment("B1", x=24, y=28, face=180),
    ).begin(Declarations())
    fray.choose("red", "R1>B1")
    fray.choose("blue", "hold")
    fray.roll(1, 5, 6)
    assert fray.touching("R1") == ["B1"]


def test_fleeing_from_a_charge():
    """Away from the charger, by 2D6, at once; then the charger rolls. [FB-4.5]"""
    fray = facing_off(12)
    fray.choose("red", "R1>B1")
    fray.choose("blue", "flee")
    fray.roll(3, 4)
    assert fray.marked("B1", names.FLEEING)
    assert fray.marked("B1", names.FLED_FROM + "red")
    rear = 10 + 12 + 4 * 20 / 25.4
    assert abs(fray.at("B1")[1] - (rear + 7)) < 0.01
    fray.roll(1, 1)
    assert fray.at("R1") == (24, 11)


def test_a_fleeing_target_that_is_caught_is_destroyed():
    """[FB-4.10]"""
    fray = facing_off(3)
    fray.choose("red", "R1>B1")
    fray.choose("blue", "flee")
    fray.roll(1, 1)
    fray.roll(6, 6)
    assert fray.piece("B1").place == "lost"
    assert fray.count("red", names.VP) == 100


def test_a_redirected_charge():
    """After a flight a Leadership test lets it go for another. [FB-4.6]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=21, y=20, face=180),
        regiment("B2", x=27, y=20, face=180),
    ).begin(Declarations())
    fray.choose("red", "R1>B1")
    fray.choose("blue", "flee")
    fray.roll(3, 4)
    fray.choose("red", "B2")
    fray.roll(3, 3)
    fray.choose("blue", "hold")
    fray.roll(6, 5)
    assert fray.touching("R1") == ["B2"]


def test_a_flank_is_struck_from_the_flank():
    """Most of the front rank in the flank arc: the flank is struck. [FB-4.10] [FB-1.9]"""
    fray = Fray(regiment("R1", x=24, y=10), regiment("B1", x=22, y=18, face=90)).begin(
        Declarations()
    )
    fray.choose("red", "R1>B1")
    fray.choose("blue", "hold")
    fray.roll(6, 5)
    here = fray.field
    assert fray.touching("R1") == ["B1"]
    assert here.facing_of(here.regiment("B1"), here.regiment("R1")) == "right"


def test_terror_makes_them_run():
    """A target of a terror-causer tests first; failed, it flees. [FB-9.9, FB-9.2]"""
    fray = Fray(
        regiment("R1", x=24, y=10, kind="monster", base=(50, 50), models=1, files=1, M=6, W=5),
        regiment("B1", x=24, y=18, face=180),
    ).begin(Declarations())
    fray.choose("red", "R1>B1")
    fray.roll(6, 6)
    assert fray.window() == "flight dice"
    assert fray.marked("B1", names.TESTED_PANIC)


def test_the_fearless_may_not_flee():
    """[FB-9.3]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=24, y=18, face=180, traits="immune-to-psychology"),
    ).begin(Declarations())
    fray.choose("red", "R1>B1")
    assert fray.window() == "charge dice"


def test_the_frenzied_must_charge():
    """Unless a Leadership test holds them. [FB-9.4]"""
    fray = Fray(
        regiment("R1", x=24, y=10, traits="frenzy"), regiment("B1", x=24, y=18, face=180)
    ).begin(Declarations())
    fray.choose("red", "end")
    assert fray.window() == "frenzy test"
    fray.roll(6, 6)
    assert fray.window() == "charge reaction"
    assert fray.rulings("fb.1-8.failed")


def test_the_frenzied_may_be_held():
    """[FB-9.4]"""
    fray = Fray(
        regiment("R1", x=24, y=10, traits="frenzy"), regiment("B1", x=24, y=18, face=180)
    ).begin(Declarations())
    fray.choose("red", "end")
    fray.roll(1, 2)
    assert fray.asks == ()


# ── round obstacles ──────────────────────────────────────────────────────────
def failed_towards(*others, die: int = 6) -> Fray:
    """Narrow riders whose charge at a foe 17 inches ahead fails, with others on the way."""
    fray = Fray(
        regiment("R1", x=24, y=8, models=5, files=1, marks="charging:B1:front"),
        regiment("B1", x=24, y=25, face=180),
        *others,
    )
    fray.begin(ChargeMove(charger="R1", pips=(die, 1)))
    return fray


def test_a_failed_charge_wheels_round_what_is_in_its_way():
    """[FB-4.22, FB-4.8] A friend right before it: it goes round, nearer than straight ahead."""
    friend = regiment("R2", x=24, y=11.4, models=3, files=3)
    fray, blocked = failed_towards(friend), failed_towards()
    x, y = fray.at("R1")
    assert blocked.at("R1") == (24, 14)
    assert 11 < y < 14
    assert abs(x - 24) > 1
    here = fray.field
    assert here.gap(here.regiment("R1"), here.regiment("R2")) >= names.INCH - 2
    assert len([one for one in fray.battle.log if isinstance(one, Moved)]) > 2


def test_a_failed_charge_that_is_hemmed_in_goes_as_far_as_it_can():
    """[FB-4.8]"""
    walls = [
        regiment("R2", x=24, y=10.5, models=20, files=20),
        regiment("R3", x=20.5, y=8, models=5, files=1),
        regiment("R4", x=27.5, y=8, models=5, files=1),
    ]
    fray = failed_towards(*walls)
    assert fray.at("R1")[1] < 10
    assert fray.marked("R1", names.FAILED_CHARGE)


def test_a_failed_charge_wheels_round_nobody_off_the_table():
    """[FB-4.1, FB-4.22] At the left edge it may wheel left, and no corner leaves the table."""
    fray = Fray(regiment("R1", x=2, y=10), regiment("B1", x=24, y=30, face=180))
    fray.begin(Declarations())
    here = fray.field
    one = here.regiment("R1")
    wheels = [base(pose, one.base.shape) for pose in asides(here, one)]
    assert one.base.fl[0] < names.INCH
    assert len(wheels) > MOST // STEP
    assert all(on_board(lies, board(here.position)) for lies in wheels)
