"""The ranged combat phase: whose choice it is, and what a shot does. [TC-6.14 to TC-6.21]"""

import pytest

from condotta.kernel.events import Marked, Moved, Pushed
from condotta.rules.triumph import names
from condotta.rules.triumph.shooting.ranged_combat import Shot
from tests.rules.triumph.table_setting import Table, setting

FAR = "; R8 HFT 2 2 0; B8 HFT 2 30 180"


def phase(pieces: str, **more: object) -> Table:
    return setting(pieces + FAR, phase="ranged", **more)  # type: ignore[arg-type]  # keywords


def fired(table: Table) -> list[str]:
    begun = (event.frame for event in table.battle.log if isinstance(event, Pushed))
    return [f"{one.shooter}>{one.target}" for one in begun if isinstance(one, Shot)]


def question(table: Table) -> tuple[str, str, tuple[str, ...]]:
    (ask,) = table.asks()
    return ask.seat, ask.window, ask.options


# ── whose choice ─────────────────────────────────────────────────────────────
def test_tc_6_14_where_nothing_can_shoot_nobody_is_asked():
    table = phase("R1 ARC 24 10 0; B1 ARC 24 20 180")
    assert table.position.phase != names.RANGED


def test_tc_6_14_tc_6_16_the_phasing_owner_is_asked_one_question():
    table = phase("R1 ARC 24 16 0; B1 HFT 23 18.5 180; B2 HFT 25 18.5 180")
    assert question(table) == ("red", "shooting", ("R1>B1", "R1>B2", "hold"))


def test_tc_6_16_holding_fire_ends_it_for_this_phase():
    table = phase("R1 ARC 23 16 0; R2 ARC 25 16 0; B1 HFT 24 18.5 180")
    events = table.choose("red", "hold")
    held = [event for event in events if isinstance(event, Marked)]
    assert [(event.piece, event.mark.until) for event in held] == [
        ("R1", names.RANGED),
        ("R2", names.RANGED),
    ]
    assert table.position.phase != names.RANGED
    assert fired(table) == []
    assert not table.piece("R1").marked(names.HELD)


def test_tc_6_1_tc_6_14_the_enemys_only_shooter_is_asked_at_once():
    table = phase("R1 HFT 24 16 0; B1 ARC 24 18.5 180")
    assert question(table) == ("blue", "target", ("R1", "hold"))
    table.choose("blue", "hold")
    assert table.position.phase != names.RANGED


def test_tc_6_14_the_phasing_side_orders_all_shots_and_the_owner_picks_the_target():
    table = phase("R1 ARC 24 16 0; B1 ARC 23 18.5 180; B2 ARC 25 18.5 180")
    assert question(table) == ("red", "shooting", ("R1>B1", "R1>B2", "B1", "B2", "hold"))
    table.choose("red", "B2")
    assert question(table) == ("blue", "target", ("R1", "hold"))
    table.choose("blue", "R1")
    table.roll(3, 3)
    assert fired(table) == ["B2>R1"]
    assert question(table) == ("red", "shooting", ("R1>B1", "R1>B2", "B1", "hold"))
    table.choose("red", "hold")
    assert question(table) == ("blue", "target", ("R1", "hold"))


def test_tc_6_14_of_two_enemy_shooters_the_phasing_side_names_the_first():
    table = phase("R1 HFT 24 16 0; B1 ARC 23 18.5 180; B2 ARC 25 18.5 180")
    assert question(table) == ("red", "shooting", ("B1", "B2"))


def test_tc_6_14_with_three_seats_each_owner_picks_for_its_own():
    seats = {"red": "south", "blue": "north", "green": "west"}
    table = phase("R1 HFT 24 16 0; B1 ARC 23 18.5 180; G1 ARC 25 18.5 180", seats=seats)
    assert question(table) == ("red", "shooting", ("B1", "G1"))
    table.choose("red", "G1")
    assert question(table)[0] == "green"


def test_tc_6_16_shooting_can_be_made_compulsory():
    said = {"shootingCompulsory": True}
    table = phase("R1 ARC 23 16 0; R2 ARC 25 16 0; B1 HFT 24 18.5 180", settings=said)
    assert question(table) == ("red", "shooting", ("R1>B1", "R2>B1"))
    table.choose("red", "R1>B1")
    table.roll(3, 3)
    assert fired(table) == ["R1>B1", "R2>B1"]
    enemy = phase("R1 HFT 24 16 0; B1 ARC 24 18.5 180", settings=said)
    assert fired(enemy) == ["B1>R1"]


# ── the shot ─────────────────────────────────────────────────────────────────
SHOT = "R1 ARC 24 16 0; B1 HFT 24 18 180"


def shot(pieces: str, *dice: int, **more: object) -> Table:
    table = phase(pieces, **more)
    table.choose("red", "R1>B1")
    table.roll(*dice)
    return table


def test_t_1_tc_6_21_doubled_it_is_destroyed():
    table = shot(SHOT, 5, 1)
    assert table.lost() == ["B1"]


def test_t_2_tri_13_tc_3_40_beaten_it_falls_back_0_75_mu():
    table = shot(SHOT, 6, 2)
    assert table.at("B1") == (24, 18.75, 180)
    assert table.at("R1") == (24, 16, 0)


@pytest.mark.parametrize("dice", [(3, 3), (1, 6)])
def test_t_3_tri_13_a_tie_or_a_lower_score_has_no_effect(dice: tuple[int, int]):
    table = shot(SHOT, *dice)
    assert (table.at("B1"), table.at("R1")) == ((24, 18, 180), (24, 16, 0))
    assert table.lost() == []


def test_tri_13_tc_2_40_from_the_rear_equal_dice_beat_it():
    table = shot("R1 ARC 24 14 0; B1 HFT 24 17 0", 4, 4)
    assert table.rulings("TC-3.5")


def test_t_27_tc_2_41_the_general_is_harder_to_hit():
    table = shot("R1 ARC 24 16 0; B1* HFT 24 18 180", 4, 4)
    (ruled,) = (event for event in table.rulings() if event.tallies)
    assert [(score.who, score.total) for score in ruled.tallies] == [("R1", 6), ("B1", 7)]


def test_tc_3_79_nobody_pursues_after_a_shot():
    table = shot(SHOT, 5, 1)
    assert not [event for event in table.battle.log if isinstance(event, Moved)]


def test_tc_6_15_the_target_does_not_shoot_back_and_every_stand_shoots_alone():
    table = phase("R1 ARC 23 16 0; R2 ARC 25 16 0; B1 ARC 24 18.5 180")
    table.choose("red", "R1>B1")
    table.roll(1, 6)
    assert table.lost() == []
    assert question(table)[2] == ("R2>B1", "B1", "hold")


def test_tc_6_14_one_beaten_earlier_shoots_if_it_still_can():
    table = phase("R1 ARC 24 16 0; B1 ARC 24 17 180")
    table.choose("red", "R1>B1")
    table.roll(5, 4)
    assert table.at("B1") == (24, 18, 180)
    assert question(table) == ("blue", "target", ("R1", "hold"))


def test_tc_6_14_outcome_moves_are_made_before_the_next_shot():
    table = phase("R1 ARC 24 16 0; R2 ARC 26 16 0; B1 HFT 24 18.5 180; B2 HFT 26 18.5 180")
    table.choose("red", "R1>B1")
    table.roll(6, 2)
    assert table.at("B1") == (24, 19.25, 180)
    assert "R2>B1" not in question(table)[2]


def test_tc_3_32_tc_3_55_skirmishers_evade_a_heavy_shot():
    table = shot("R1 ART 24 16 0; B1 SKM 24 18 180", 6, 1)
    assert table.at("B1") == (24, 23, 180)


def test_tc_6_1_a_stand_shoots_once_a_phase_and_again_in_the_next_turn():
    table = shot(SHOT, 3, 3)
    assert table.position.phase != names.RANGED
    assert not table.piece("R1").marked(names.SHOT)
    assert fired(table) == ["R1>B1"]
