"""The close combat phase: who must fight, in what order, who has the choice. [TC-9.1 to TC-9.9]"""

import pytest
from msgspec.structs import replace

from condotta.kernel.events import Moved, Pushed
from condotta.kernel.evolving import evolve_position, with_piece
from condotta.rules.triumph import names
from condotta.rules.triumph.combat.aftermath import removed
from condotta.rules.triumph.combat.close_combat import Melee
from condotta.rules.triumph.combat.pairing import contests, lined_up, pairs, phasing_seat
from condotta.rules.triumph.stands.field import field
from condotta.rules.triumph.victory import losses
from tests.rules.triumph.table_setting import Table, setting

FAR = "; R8 HFT 2 2 0; B8 HFT 2 30 180"  # so that no side is left without a stand
THREE = {"red": "south", "blue": "north", "green": "west"}


def phase(pieces: str, **more: object) -> Table:
    return setting(pieces + FAR, phase="close", **more)  # type: ignore[arg-type]  # keywords


def paired(pieces: str, **more: object) -> list[str]:
    """The combats there are, in a position where nothing has begun."""
    table = setting(pieces, phase="command", **more)  # type: ignore[arg-type]  # keywords of setting
    return [pair.option for pair in pairs(table.field)]


def melees(table: Table) -> list[str]:
    """The combats that were begun, in order."""
    begun = (event.frame for event in table.battle.log if isinstance(event, Pushed))
    return [f"{one.attacker}>{one.defender}" for one in begun if isinstance(one, Melee)]


# ── who must fight ───────────────────────────────────────────────────────────
def test_tc_9_1_tc_9_3_every_contact_is_a_combat_the_active_sides_stand_first():
    pieces = "B1 HFT 24 16 180; R1 HFT 24 16 0; R2 LFT 30 16 0; B2 LFT 31 15 270"
    assert paired(pieces) == ["R1>B1", "B2>R2"]


def test_tri_18_tc_0_11_a_corner_alone_is_no_combat():
    assert paired("R1 HFT 24 16 0; B1 HFT 26 16 180") == []


def test_tc_9_3_with_an_enemy_on_its_front_those_on_flank_and_rear_do_not_roll():
    pieces = "R1 HRD 24 16 0; B1 HFT 24 16 180; B2 LFT 25 15 270; B3 LFT 24 14 0"
    assert paired(pieces) == ["R1>B1"]


def test_tc_9_3_one_whose_front_is_on_a_flank_has_an_enemy_on_its_front():
    # B1 strikes R1 in the flank while R2 strikes B1 in its own
    pieces = "R1 HFT 24 16 0; B1 LFT 25 15 270; R2 LFT 25 16 180"
    assert paired(pieces) == ["B1>R1"]


def test_tc_9_9_a_stand_rolls_once_a_phase():
    assert paired("R1 HFT 24 16 0 fought; B1 HFT 24 16 180") == []
    table = phase("R1 HFT 24 16 0; B1 HFT 24 16 180")
    table.roll(3, 3)
    assert melees(table) == ["R1>B1"]
    assert table.position.phase != names.CLOSE
    assert not table.piece("R1").marked(names.FOUGHT)


def test_tc_5_38_a_front_on_two_flanks_is_fought_with_the_one_its_owner_picks():
    pieces = "R1 HFT 24 16 0; B1 LFT 25 17 90; B2 LFT 23 17 270"
    assert paired(pieces) == ["R1>B1", "R1>B2"]
    assert phase(pieces, active="blue").asks()[0].seat == "red"


def test_tc_5_38_stands_come_before_camps():
    pieces = "R1 HFT 24 16 0; B1 LFT 25 17 90; B9 CAMP 22 16 180"
    assert paired(pieces) == ["R1>B1"]


def test_tc_5_37_tc_9_20_a_camp_is_fought_along_any_edge():
    assert paired("R1 HFT 24.7 16 0; B9 CAMP 24 16 180") == ["R1>B9"]
    assert paired("R1 HFT 24.7 18 180; B9 CAMP 24 16 180") == ["R1>B9"]


def test_tc_0_11_a_corner_or_a_side_against_a_camp_is_no_combat():
    assert paired("R1 HFT 21 16 0; B9 CAMP 24 16 180") == []
    assert paired("R1 HFT 21 17 0; B9 CAMP 24 16 180") == []
    assert paired("R1 HFT 24 15.293 45; B9 CAMP 24 16 180") == ["R1>B9"]


def test_tc_3_78_contact_by_pursuit_waits_and_does_not_stop_another_fight():
    pieces = "R1 LFT 25 15 270; B1 HFT 24 16 0; R2 KNT 24 16 180"
    assert paired(pieces) == ["R2>B1"]
    assert paired(f"{pieces} fresh-contact fought") == ["R1>B1"]


def test_tc_9_1_contact_between_sides_that_have_no_turn_is_fought_too():
    pieces = "R1 HFT 2 16 0; B1 HFT 24 16 180; G1 HFT 24 16 0"
    assert paired(pieces, seats=THREE) == ["B1>G1"]


# ── order ────────────────────────────────────────────────────────────────────
TWO = "R1 HFT 20 16 0; B1 HFT 20 16 180; R2 HFT 28 16 0; B2 HFT 28 16 180"


def test_tc_9_2_the_phasing_side_picks_and_the_last_is_fought_unasked():
    table = phase(TWO)
    (ask,) = table.asks()
    assert (ask.seat, ask.window, ask.options) == ("red", "combat", ("R1>B1", "R2>B2"))
    table.choose("red", "R2>B2")
    table.roll(3, 3)
    (dice,) = table.asks()
    assert (dice.seat, dice.about) == ("chance", ("R1", "B1"))
    assert melees(table) == ["R2>B2", "R1>B1"]


def test_tc_9_2_in_blues_turn_blue_picks():
    table = phase(TWO, active="blue")
    (ask,) = table.asks()
    assert (ask.seat, ask.options) == ("blue", ("B1>R1", "B2>R2"))


def test_tc_9_2_with_nothing_to_fight_nobody_is_asked():
    table = phase("R1 HFT 24 16 0; B1 HFT 26 16 180")
    assert table.position.phase != names.CLOSE
    assert melees(table) == []


def test_tc_9_2_each_combat_is_finished_before_the_next_and_one_whose_contact_has_gone_is_skipped():
    # Knights destroy B1 and pursue; B2, that stood on their flank, is left behind with nobody
    pieces = "R1 HFT 24 16 0; B1 SKM 24 16 180; B2 LFT 24 17 180; R2 LFT 25 18 270"
    table = phase(pieces)
    options = table.asks()[0].options
    assert set(options) == {"R1>B1", "R2>B2"}
    table.choose("red", "R1>B1")
    table.roll(4, 4)  # B1 falls back into B2, pushing it out of R2's contact
    assert table.at("B2") == (24, 18, 180)
    assert table.position.phase != names.CLOSE
    assert melees(table) == ["R1>B1"]


def test_tc_9_36_of_several_seats_with_the_turn_the_first_in_table_order_picks():
    seats = {"red": "south", "green": "south", "blue": "north"}
    table = phase(TWO, seats=seats, active=("red", "green"))
    assert phasing_seat(table.position) == "red"
    assert table.asks()[0].seat == "red"


# ── alternatives ─────────────────────────────────────────────────────────────
BOTH_FLANKS = "R1 HRD 24 16 0; B1 LFT 23 15 90; B2 LFT 25 15 270"


def test_tc_9_8_struck_on_both_flanks_the_attackers_owner_picks():
    table = phase(BOTH_FLANKS)
    (ask,) = table.asks()
    assert (ask.seat, ask.window, ask.options) == ("blue", "opponent", ("B1>R1", "B2>R1"))
    table.choose("blue", "B2>R1")
    (dice,) = table.asks()
    assert dice.about == ("B2", "R1")


def test_tc_9_8_an_attacker_whose_turn_it_is_picks_in_one_question():
    table = phase(BOTH_FLANKS, active="blue")
    (ask,) = table.asks()
    assert (ask.seat, ask.window, ask.options) == ("blue", "combat", ("B1>R1", "B2>R1"))


def test_tc_9_8_the_phasing_side_orders_combats_of_which_another_picks_the_opponent():
    table = phase(f"{BOTH_FLANKS}; R2 HFT 34 16 0; B3 HFT 34 16 180")
    assert table.asks()[0].options == ("R1", "R2>B3")
    table.choose("red", "R1")
    (ask,) = table.asks()
    assert (ask.seat, ask.options) == ("blue", ("B1>R1", "B2>R1"))
    table.choose("blue", "B1>R1")
    table.roll(3, 2)
    assert melees(table)[0] == "B1>R1"


def test_tc_9_8_with_attackers_of_two_seats_the_first_in_table_order_picks():
    table = phase("R1 HRD 24 16 0; G1 LFT 23 15 90; B2 LFT 25 15 270", seats=THREE)
    assert table.asks()[0].seat == "blue"
    turn = phase("R1 HRD 24 16 0; G1 LFT 23 15 90; B2 LFT 25 15 270", seats=THREE, active="green")
    assert turn.asks()[0].seat == "green"


def test_tc_9_1_tc_9_35_in_a_ring_of_flanks_nobody_waits_for_the_others():
    ring = "R1 LFT 21 20 180; B1 LFT 20 19 270; R2 LFT 19 20 0; B2 LFT 20 21 90"
    assert sorted(paired(ring)) == ["B1>R2", "B2>R1", "R1>B1", "R2>B2"]
    table = phase(ring, dice=(3, 4))
    table.choose("red", "R1>B1")
    assert melees(table) == ["R1>B1", "R2>B2"]
    broken = ring.replace("; B2 LFT 20 21 90", "")
    assert paired(broken) == ["B1>R2"]


def test_tc_9_21_where_another_seat_picks_who_strikes_a_camp_the_camps_clause_asks():
    table = phase("R0 CAMP 20 2 0; B2 LFT 19 2 180; B3 LFT 21 2 180")
    (ask,) = table.asks("blue")
    assert (ask.window, ask.clause) == ("opponent", "TC-9.21")


def test_tc_9_21_of_several_attackers_of_a_camp_one_rolls():
    table = phase("B9 CAMP 24 16 180; R1 HFT 23 16 0; R2 HFT 25 16 0")
    assert table.asks()[0].options == ("R1>B9", "R2>B9")
    table.choose("red", "R1>B9")
    (camp,) = (score for score in scores(table, 1, 1) if score.who == "B9")
    assert [part.key for part in camp.parts] == ["factor.camp", "factor.campAttackedBySeveral"]
    assert table.position.phase != names.CLOSE


def scores(table: Table, *dice: int):
    table.roll(*dice)
    return next(event.tallies for event in table.rulings() if event.tallies)


def test_tc_9_7_both_roll_and_every_number_is_told():
    table = phase("R1* HFT 24 16 0; B1 HFT 24 16 180; B2 LFT 26 16 180")
    red, blue = scores(table, 5, 2)
    assert (red.die, red.total, blue.die, blue.total) == (5, 9, 2, 6)
    assert [part.clause for part in red.parts] == ["TC-2.1", "TC-2.10", "TC-2.12"]


def test_contests_join_what_shares_a_stand():
    table = setting(BOTH_FLANKS + "; R2 HFT 34 16 0; B3 HFT 34 16 180", phase="command")
    found = contests(pairs(table.field))
    assert [[pair.option for pair in group] for group in found] == [
        ["B1>R1", "B2>R1"],
        ["R2>B3"],
    ]


# ── lining up ────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("pursuer", "enemy", "end"),
    [
        ("24 16 0", "B1 HFT 24.6 16 180", (24.6, 16, 0)),
        ("24 16 0", "B1 HFT 25.5 17 90", (24.5, 16, 0)),
        ("24 16 0", "B1 HFT 24.6 16.75 0", (24.6, 16, 0)),
    ],
    ids=["front", "flank", "rear"],
)
def test_tc_9_1_tc_3_78_a_pursuer_that_struck_askew_lines_up_first(pursuer: str, enemy: str, end):
    table = phase(f"R1 KNT {pursuer} fresh-contact; {enemy}")
    moves = [event for event in table.battle.log if isinstance(event, Moved)]
    assert [(event.way, event.steps[0].piece) for event in moves] == [("line up", "R1")]
    assert table.at("R1") == end
    assert melees(table) == ["R1>B1"]
    assert not table.piece("R1").marked(names.FRESH)


def test_tc_3_78_without_room_it_does_not_line_up_and_nothing_is_fought():
    pieces = "R1 KNT 24 16 0 fresh-contact; B1 HFT 24.6 16 180; R2 SPR 26 16 0"
    table = phase(pieces)
    assert table.at("R1") == (24, 16, 0)
    assert melees(table) == []
    assert not table.piece("R1").marked(names.FRESH)


def test_tc_3_78_one_that_moved_away_since_stays_where_it_went():
    table = phase("R1 KNT 24 16 0 fresh-contact moved; B1 HFT 24.6 16 180")
    assert table.at("R1") == (24, 16, 0)


def test_tc_3_78_contact_that_is_lined_up_already_is_simply_fought():
    table = setting("R1 KNT 24 16 0; B1 HFT 24 16 180", phase="end")
    assert lined_up(table.field, table.field.stand("R1")) is None


# ── a camp and what is in it ─────────────────────────────────────────────────
def test_t_17_tri_14_tc_9_22_tc_9_24_sacking_costs_8_and_the_garrison():
    table = setting("R1 KNT 24 16 0; B9 CAMP 24 16 180; B7 HFT garrison aside" + FAR, phase="end")
    position = with_piece(table.position, replace(table.piece("B7"), unit="B9"))
    here = field(table.battle.book, position)
    events = list(removed(here, here.stand("B9"), "TC-9.22", "red"))
    assert [event.piece for event in events] == ["B9", "B7"]
    for event in events:
        position = evolve_position(position, event)
    assert losses(position) == {"south": 0, "north": 2 * 11}


def test_tc_10_4_when_the_last_stand_goes_the_battle_ends_at_once():
    table = setting("R1 KNT 24 16 0; B1 SPR 24 16 180; R2 HFT 2 16 0", phase="close")
    table.roll(6, 1)
    ended = table.position.ended
    assert ended is not None
    assert (ended.winners, ended.clause) == (("red",), "TC-10.4")
    assert table.position.phase == names.CLOSE
