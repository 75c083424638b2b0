"""What the charged do, whom blows go at, and what a command is worth. [FB-4.3, FB-7.6, FB-11.5]"""

import pytest

from condotta.rules.ranked import names, seams
from condotta.rules.ranked.charges.declaring import Declarations
from condotta.rules.ranked.charges.reacting import reactions
from condotta.rules.ranked.combat.blows import blows_of
from condotta.rules.ranked.combat.close_combat_phase import ClosePhase
from condotta.rules.ranked.combat.fronts import attacks_at, fighters
from tests.rules.ranked.fray_setting import Fray
from tests.rules.ranked.range_setting import regiment


def options(fray: Fray) -> tuple[str, ...]:
    here = fray.begin(Declarations()).field
    return reactions(here, here.regiment("R1"), here.regiment("B1"))


def charged(distance: float, **more) -> Fray:
    return Fray(regiment("R1", x=24, y=10), regiment("B1", x=24, y=10 + distance, face=180, **more))


def test_hold_stand_and_shoot_or_flee():
    """[FB-4.3]"""
    assert options(charged(10)) == ("hold", "flee")
    assert options(charged(10, traits="bow")) == ("hold", "stand-and-shoot", "flee")


def test_the_engaged_only_hold():
    """[FB-4.3]"""
    fray = Fray(
        regiment("R1", x=20, y=10),
        regiment("R2", x=26, y=18),
        regiment("B1", x=24, y=18, face=180, traits="bow"),
    )
    assert options(fray) == ("hold",)


def test_the_fleeing_must_flee():
    """No question: it runs again, and the charger may go elsewhere. [FB-4.3] [FB-4.6]"""
    fray = Fray(
        regiment("R1", x=24, y=10), regiment("B1", x=24, y=18, marks="fleeing fled_from:red")
    ).begin(Declarations())
    fray.choose("red", "R1>B1")
    assert fray.window() == "flight dice"


@pytest.mark.parametrize(
    ("distance", "traits", "stands"),
    [(4, "bow", False), (4.1, "bow", True), (3, "javelin", True)],
)
def test_standing_and_shooting_needs_room(distance, traits, stands):
    """The charger is farther off than its Move, unless the weapon is quick. [FB-4.4]"""
    found = options(charged(distance, traits=traits))
    assert ("stand-and-shoot" in found) is stands


def test_once_a_turn_and_only_ahead():
    """[FB-4.4]"""
    assert "stand-and-shoot" not in options(charged(10, traits="bow", marks="stood_and_shot"))
    behind = Fray(regiment("R1", x=24, y=10), regiment("B1", x=24, y=23, traits="bow"))
    assert "stand-and-shoot" not in options(behind)


def test_a_charger_shot_to_pieces_tests_before_it_moves():
    """A quarter lost to Stand and Shoot. [FB-8.3] [FB-4.4] [FB-8.4]"""
    fray = charged(10, traits="bow", BS=6).begin(Declarations())
    fray.choose("red", "R1>B1")
    fray.choose("blue", "stand-and-shoot")
    while fray.window() != "panic test":
        fray.roll(*[6] * fray.asks[0].dice)
    assert fray.asks[0].about == ("R1",)
    fray.roll(6, 6)
    fray.roll(1, 1)
    pose = fray.piece("R1").pose
    assert pose is not None
    assert pose.uy < 0
    assert fray.asks == ()
    assert not fray.marked("R1", names.FAILED_CHARGE)


def test_the_second_target_fled_too():
    """A redirected charger may take either of the two. [FB-4.6]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("B1", x=21, y=20, face=180),
        regiment("B2", x=27, y=20, face=180),
    ).begin(Declarations())
    fray.choose("red", "R1>B1")
    fray.choose("blue", "flee")
    fray.roll(1, 1)
    fray.choose("red", "B2")
    fray.roll(3, 3)
    fray.choose("blue", "flee")
    fray.roll(6, 6)
    while fray.window() in {"panic test", "dangerous terrain"}:
        fray.roll(*[3] * fray.asks[0].dice)
    fray.choose("red", "B1")
    fray.roll(6, 6)
    assert fray.piece("B1").place == "lost"


def test_flight_from_most_losses():
    """Away from whoever slew most, though another is nearer. [FB-8.4]"""
    nearer = regiment("B2", x=16, y=12, face=90)
    fray = Fray(
        regiment("R1", x=24, y=10), regiment("B1", x=24, y=20, face=180, traits="bow", BS=6), nearer
    ).begin(Declarations())
    fray.choose("red", "R1>B1")
    fray.choose("blue", "stand-and-shoot")
    while fray.window() != "panic test":
        fray.roll(*[6] * fray.asks[0].dice)
    fray.roll(6, 6)
    fray.roll(2, 2)
    pose = fray.piece("R1").pose
    assert pose is not None
    assert (pose.ux, pose.uy) == (0, -1_000_000)


def test_shared_files_strike_where_their_owner_says():
    """A file that touches two enemies. [FB-7.32, FB-7.6]"""
    fray = Fray(
        regiment("R1", x=24, y=10, models=10, I=5),
        regiment("B1", x=24 - 2.5 * 20 / 25.4, y=10, face=180),
        regiment("B2", x=24 + 2.5 * 20 / 25.4, y=10, face=180),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    here = fray.field
    one = here.regiment("R1")
    assert fray.window() == "attacks at"
    (fighter,) = fighters(one)
    asked = blows_of(here, [], fighter)
    assert not isinstance(asked, list)
    assert asked.options == ("B1", "B2")
    fray.choose("red", "B2")
    assert fray.asks[0].about == ("R1", "B2")
    assert fray.asks[0].dice == 6


def test_a_character_can_be_struck_at():
    """By the models of two files. [FB-7.6]"""
    fray = Fray(
        regiment("R1", x=24, y=10, I=5),
        regiment("B1", x=24, y=10, face=180),
        regiment("B9", models=1, files=1, inside="B1", traits="character", W=3),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    fray.choose("red", "B9")
    assert fray.asks[0].about == ("R1", "B9")
    assert fray.asks[0].dice == 2


def test_parry():
    """Hand weapon and shield, on foot, from the front: a 6 wards. [FB-7.9]"""
    fray = Fray(
        regiment("R1", x=24, y=10, I=5),
        regiment("B1", x=24, y=10, face=180, traits="shield"),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    fray.roll(*[6] * 10)
    fray.roll(*[6] * 10)
    assert fray.window() == "ward saves"
    fray.roll(*[6] * 4, *[5] * 6)
    assert fray.count("B1", names.MODELS) == 14


def test_a_champion_strikes_once_more():
    """[FB-11.5]"""
    plain = Fray(regiment("R1", x=24, y=10), regiment("B1", x=24, y=10, face=180))
    led = Fray(regiment("R1", x=24, y=10, marks="champion"), regiment("B1", x=24, y=10, face=180))
    found = []
    for fray in (plain, led):
        here = fray.begin(Declarations()).field
        red, blue = here.regiment("R1"), here.regiment("B1")
        found.append(attacks_at(here, red, blue, frozenset()))
    assert found == [10, 11]


@pytest.mark.parametrize(
    ("kind", "attacks"),
    [("infantry", 10), ("monstrous-infantry", 3 * 3 + 3 * 3), ("monster", 3)],
)
def test_supporting_attacks_by_type(kind, attacks):
    """Infantry one each, monstrous ranks up to three, monsters none. [FB-10.1] [FB-7.4]"""
    models, files = (1, 1) if kind == "monster" else (6, 3) if kind != "infantry" else (10, 5)
    each = 1 if kind == "infantry" else 3
    fray = Fray(
        regiment("R1", x=24, y=10, kind=kind, models=models, files=files, base=(40, 40), A=each),
        regiment("B1", x=24, y=10, face=180, models=40, files=10),
    )
    here = fray.begin(Declarations()).field
    red, blue = here.regiment("R1"), here.regiment("B1")
    assert attacks_at(here, red, blue, frozenset()) == attacks


def neutral_green(below, position, one, other):
    return "neutral" if "green" in {one, other} and one != other else below(position, one, other)


def test_neutrals_are_in_a_charger_s_way_as_rocks_are():
    """An inch is kept from them; whoever fights the target is not touched. [FB-4.1] [FB-4.9]"""
    seats = ("red", "blue", "green")
    hooks = ((seams.RELATION, neutral_green, "FB-1.2"),)
    row = regiment("G1", x=24, y=14, models=30, files=30)
    blocked = Fray(*charge_of_two(), row, seats=seats, hooks=hooks).begin(Declarations())
    assert blocked.asks == ()
    open_way = Fray(*charge_of_two(), row, seats=seats).begin(Declarations())
    assert open_way.asks
    beside = regiment("G1", x=24, y=20 + 4 * 20 / 25.4, face=180)
    held = Fray(*charge_of_two(), beside, seats=seats, hooks=hooks).begin(Declarations())
    held.choose("red", "R1>B1")
    held.roll(6, 6)
    assert held.touching("R1") == ["B1"]


def charge_of_two():
    return regiment("R1", x=24, y=10), regiment("B1", x=24, y=20, face=180)


def test_the_active_player_orders_charges():
    """[FB-1.6] [FB-4.7]"""
    pairs = [
        *(regiment(f"R{one}", x=x, y=10) for one, x in ((1, 15), (2, 30))),
        *(regiment(f"B{one}", x=x, y=18, face=180) for one, x in ((1, 15), (2, 30))),
    ]
    fray = Fray(*pairs).begin(Declarations())
    for charge in ("R1>B1", "R2>B2"):
        fray.choose("red", charge)
        fray.choose("blue", "hold")
    assert fray.window() == "next charge"
    assert (fray.asks[0].seat, fray.asks[0].options) == ("red", ("R1", "R2"))
    fray.choose("red", "R2")
    fray.roll(3, 3)
    fray.roll(3, 3)
    assert fray.touching("R1") == ["B1"]
    assert fray.touching("R2") == ["B2"]


def test_the_active_player_orders_combats():
    """[FB-1.6] [FB-7.1]"""
    pairs = [
        *(regiment(f"R{one}", x=x, y=10) for one, x in ((1, 15), (2, 30))),
        *(regiment(f"B{one}", x=x, y=10, face=180) for one, x in ((1, 15), (2, 30))),
    ]
    fray = Fray(*pairs, phase=names.CLOSE).begin(ClosePhase())
    assert (fray.asks[0].seat, fray.asks[0].options) == ("red", ("R1+B1", "R2+B2"))
    fray.choose("red", "R2+B2")
    assert fray.asks[0].about == ("R2", "B2")


def test_a_miss_is_rolled_again_once():
    """The second result stands. [FB-1.4] [FB-9.5]"""
    fray = Fray(
        regiment("R1", x=24, y=10, traits="hatred", I=5),
        regiment("B1", x=24, y=10, face=180),
        phase=names.CLOSE,
    ).begin(ClosePhase())
    fray.roll(*[1] * 10)
    assert fray.window() == "to hit again"
    fray.roll(*[1] * 10)
    assert fray.asks[0].about == ("B1", "R1")
