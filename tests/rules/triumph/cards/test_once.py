"""Cards 10, 12 and 15: played once, then expended. [BC-0.3, BC-10, BC-12, BC-15, BC-30]"""

import pytest

from condotta.rules.triumph.cards.charge_through import moved
from condotta.rules.triumph.cards.charge_through.charging import ChargeThrough
from tests.rules.triumph.cards.card_table import carded, expended, meaning, parts

BLUE = "B1 SPR 20 28 180"

# ── 10 Hold the Line ─────────────────────────────────────────────────────────
DOUBLES = {"phase": "close", "dice": (6, 1)}
FIGHT = "R1 KNT 20 14 0 @t1; B1 ARC 20 14 180"


def test_bc_10_1_bought_for_an_entry_it_serves_no_other():
    other = carded(FIGHT, cards="red HL t2", **DOUBLES)
    assert other.at("R1") == (20, 15.5, 0)
    assert not any(ask.window == "hold the line" for ask in other.asks())


def test_bc_10_2_played_at_once_it_cancels_the_pursuit():
    table = carded(FIGHT, cards="red HL t1", **DOUBLES)
    assert table.asks()[0].window == "hold the line"
    table.choose("red", "hold")
    assert table.at("R1") == (20, 14, 0)
    kept = carded(FIGHT, cards="red HL t1", **DOUBLES)
    kept.choose("red", "pursue")
    assert kept.at("R1") == (20, 15.5, 0)
    assert expended(kept) == []


def test_bc_10_3_it_is_expended_and_serves_no_enemy():
    """Expended for everybody to see. [BC-0.3]"""
    table = carded(FIGHT, cards="red HL t1", **DOUBLES)
    table.choose("red", "hold")
    assert expended(table) == ["HL"]
    assert table.rulings("BC-0.3")
    enemy = carded(FIGHT, cards="blue HL t1", **DOUBLES)
    assert enemy.at("R1") == (20, 15.5, 0)


def test_bc_10_4_every_pursuit_in_either_turn_and_none_where_none_is_due():
    """Types that always pursue too. [BC-30.32]"""
    theirs = carded(FIGHT, cards="red HL t1", active="blue", phase="close", dice=(1, 6))
    assert theirs.asks()[0].window == "hold the line"
    warband = carded("R1 WBD 20 14 0 @t1; B1 HFT 20 14 180", cards="red HL t1",
                     phase="close", dice=(5, 3))  # fmt: skip
    assert warband.asks()[0].window == "hold the line"
    beaten = carded("R1 SPR 20 14 0 @t1; B1 HFT 20 14 180", cards="red HL t1",
                    phase="close", dice=(4, 3))  # fmt: skip
    assert not any(ask.window == "hold the line" for ask in beaten.asks())


def test_bc_10_4_not_asked_where_the_pursuit_leads_nowhere():
    """Another enemy on its flank, or no way ahead. [TC-3.77, TC-3.75]"""
    fight = "R1 EFT 20 14 0 @t1; B1 HFT 20 14 180"
    for more, rough, asked in (
        ("B2 LFT 40 13 90", "", True),
        ("B2 LFT 19 13 90", "", False),
        ("B2 LFT 40 13 90", "woods box 20 16 8 4", False),
    ):
        table = carded(
            f"{fight}; {more}", cards="red HL t1", areas=rough,
            settings={"pursueIntoDifficult": False}, **DOUBLES,
        )  # fmt: skip
        assert [ask.window == "hold the line" for ask in table.asks()] == [asked], more
        assert table.at("R1")[:2] in {(20, 14), (19, 13)}
        assert expended(table) == []


def test_bc_10_1_the_list_may_give_it_to_some_types_of_an_entry():
    """[BC-0.6] Where nobody of the entry is named all of it has the card."""
    own = carded(f"{FIGHT}; R2 PAV 40 4 0 [HL] @t1", cards="red HL t1", **DOUBLES)
    assert own.at("R1") == (20, 15.5, 0)
    granted = carded(FIGHT.replace("@t1", "[HL] @t1"), cards="red HL t1", **DOUBLES)
    assert granted.asks()[0].window == "hold the line"


def test_bc_10_4_it_outranks_the_follow_up_of_the_large_game():
    table = carded(
        "R1 HFT 20 14 0 @t1; B1 SPR 20 14 180; B8 HFT lost", cards="red HL t1", system="grand",
        phase="close", dice=(3, 2), counters={"B.1": {"total": 12}},
    )  # fmt: skip
    assert table.asks()[0].window == "hold the line"
    table.choose("red", "hold")
    assert table.at("R1") == (20, 14, 0)


# ── 12 Charge Through ────────────────────────────────────────────────────────
RIDE = "R1 KNT 20 6 0 [CT:SPR] @t1; R2 KNT 22 6 0 [CT:SPR] @t1; R3 SPR 20 8.5 0; R4 SPR 22 8.5 0"


def play(table, card="R-CT-1"):
    table.say("red", ChargeThrough(card))


def test_bc_12_1_the_entry_and_the_foot_that_the_list_names():
    table = carded(RIDE, cards="red CT t1")
    assert "TC-5.41" in table.why_not("R1 R2", {"advance": 4.5})
    play(table)
    assert not table.why_not("R1 R2", {"advance": 4.5})
    other = carded(RIDE.replace("R3 SPR", "R3 HFT"), cards="red CT t1")
    play(other)
    assert "TC-5.41" in other.why_not("R1", {"advance": 4.5})


def test_bc_12_2_one_tactical_move_all_other_rules_of_passing_hold():
    """It must come wholly clear. [BC-30.37]"""
    table = carded(RIDE, cards="red CT t1")
    play(table)
    assert "TC-5.43" in table.why_not("R1 R2", {"advance": 3})
    fighting = carded(f"{RIDE}; B1 HFT 20 8.5 180", cards="red CT t1")
    play(fighting)
    assert {"TC-5.42", "TC-5.12"} & fighting.why_not("R1", {"advance": 4.5})


def test_bc_12_3_it_ends_with_the_move_and_is_expended():
    table = carded(RIDE, cards="red CT t1; red CT t1")
    play(table)
    assert expended(table) == []
    table.go("R1", {"advance": 4.5})
    assert expended(table) == ["CT"]
    assert "TC-5.41" in table.why_not("R2", {"advance": 4.5})
    play(table, "R-CT-2")
    assert not table.why_not("R2", {"advance": 4.5})
    assert not table.judge("red", ChargeThrough("R-CT-1")).ok


def test_bc_12_4_others_of_the_body_do_not_pass():
    table = carded(RIDE.replace("R2 KNT 22 6 0 [CT:SPR] @t1", "R2 KNT 22 6 0"), cards="red CT t1")
    play(table)
    assert "TC-5.41" in table.why_not("R1 R2", {"advance": 4.5})


def test_bc_12_4_whose_own_way_crosses_nobody_is_not_asked():
    """Two MU aside, or behind the head of a column that stops short. [BC-12.5]"""
    aside = "R1 KNT 20 9 0 [CT:SPR] @t1; R2 KNT 22 9 0; R3 SPR 20 10 0"
    table = carded(aside, cards="red CT t1")
    play(table)
    assert not table.why_not("R1 R2", {"advance": 3})
    crossing = carded(aside.replace("R3 SPR 20", "R3 SPR 21"), cards="red CT t1")
    play(crossing)
    assert "TC-5.41" in crossing.why_not("R1 R2", {"advance": 3})
    wheel = carded(f"{aside}; R4 SPR 24 11 0", cards="red CT t1")
    play(wheel)
    assert "TC-5.41" in wheel.why_not("R1 R2", {"wheel": {"side": "left", "by": 60}})
    assert expended(table) == expended(crossing) == []


def test_bc_12_3_a_body_of_two_entries_spends_a_card_of_each():
    both = RIDE.replace("R2 KNT 22 6 0 [CT:SPR] @t1", "R2 KNT 22 6 0 [CT:SPR] @t2")
    table = carded(both, cards="red CT t1; red CT t2")
    play(table)
    assert "TC-5.41" in table.why_not("R1 R2", {"advance": 4.5})
    play(table, "R-CT-2")
    table.go("R1 R2", {"advance": 4.5})
    assert expended(table) == ["CT", "CT"]
    assert not table.marked("R1", "charges through")


def test_bc_12_5_a_card_that_nobody_used_stays_in_hand():
    table = carded(RIDE, cards="red CT t1")
    play(table)
    table.choose("red", "end")
    assert expended(table) == []
    assert not table.marked("R1", "charges through")
    spent = carded(RIDE.replace("@t1", "@t1 {moved}"), cards="red CT t1")
    assert not any("ChargeThrough" in ask.says for ask in spent.asks("red"))


def test_bc_12_6_who_comes_in_by_a_flank_march_passes_nobody_and_spends_no_card():
    """It is placed, so that there is no way on which to ride through anybody. [TC-8.23]"""
    away = carded("R5 KNT reserve [CT:SPR] @t1; R3 SPR 20 8.5 0", cards="red CT t1")
    assert not away.judge("red", ChargeThrough("R-CT-1")).ok
    assert "ChargeThrough" not in away.asks("red")[0].says
    table = carded(f"{RIDE}; R5 KNT reserve [CT:SPR] @t1", cards="red CT t1")
    play(table)
    assert moved(table.battle.book, table.position, ("R5",), "march") == ()
    assert moved(table.battle.book, table.position, ("R1",), "move") != ()
    assert not table.why_not("R1 R2", {"advance": 4.5})


def test_bc_30_36_zones_bind_as_ever():
    table = carded(f"{RIDE}; B1 SPR 20.6 12 190", cards="red CT t1")
    play(table)
    assert "TC-5.22" in table.why_not("R1 R2", {"advance": 4.5})


def test_bc_30_38_carts_need_the_card_and_transports_do_not():
    carts = carded("R1 KNT 20 6 0 [CT:LFT] @t1; R3 LFT 20 9 0 {plaustrella}", cards="red CT t1")
    assert "TC-5.41" in carts.why_not("R1", {"advance": 5})
    play(carts)
    assert not carts.why_not("R1", {"advance": 5})
    riding = carded("R1 KNT 20 6 0; R3 SPR 20 9 0 {on transports}")
    assert not riding.why_not("R1", {"advance": 5})


# ── 15 Scythed Chariots and Stampedes ────────────────────────────────────────
FOES = "R1 KNT 30 6 0; B1 HFT 20 20 180; B2 HFT 22 20 180; B3 HFT 20 20.75 180; B4 LFT 40 20 180"


def begun(pieces=FOES, **more):
    """Red's turn begins, its card in hand."""
    return carded(pieces, cards="red SC", phase="end", active="blue", turn=1, **more)


def test_bc_15_1_the_first_act_of_the_turn_before_the_command_dice():
    table = begun(dice=(3,))
    ask = table.asks()[0]
    assert (ask.seat, ask.window) == ("red", "stampede")
    assert "command points" not in str(table.position.counters.get("R", {}))
    table.choose("red", "keep")
    assert table.count("R", "command points") == 3
    assert expended(table) == []


def test_bc_15_1_one_stand_or_two_edge_to_edge_and_corner_to_corner():
    options = begun(dice=(3,)).asks()[0].options
    assert {"B1", "B4", "B1+B2", "B1+B3"} <= set(options)
    assert "B2+B3" not in options
    assert "B3+B2" not in options


def test_bc_15_1_whichever_way_the_two_face():
    backs = begun("R1 KNT 30 6 0; B1 SPR 20 20 180; B2 SPR 20 21.5 0; B3 SPR 22 20.75 0", dice=(3,))
    options = set(backs.asks()[0].options)
    assert {"B1+B2", "B1+B3"} <= options
    assert "B2+B3" not in options  # a corner alone
    askew = begun("R1 KNT 30 6 0; B1 SPR 20 20 180; B2 SPR 21 21.5 0", dice=(3,))
    assert "B1+B2" not in askew.asks()[0].options


def test_bc_15_2_minus_one_against_riders_and_destroyed_by_light_horse():
    for foe, bites in (("HBW", True), ("KNT", True), ("CAT", True), ("ELE", False)):
        table = carded(f"R1 HFT 20 14 0 {{stampeded}}; B1 {foe} 20 14 180")
        assert ("factor.stampeded" in parts(table, "R1", "B1")) is bites, foe
    for foe, lost in (("JCV", True), ("ECV", True), ("HBW", False)):
        table = carded(f"R1 SPR 20 14 0 {{stampeded}}; B1 {foe} 20 14 180")
        assert (meaning(table, "R1", "B1", "beaten")[0] == "destroyed") is lost, foe


@pytest.mark.parametrize("mark", ["supported", "screened"])
def test_bc_15_3_bc_15_6_not_while_supported_or_screened_nor_on_other_troops(mark):
    """Whatever edge it fights on. [BC-30.1, BC-30.2]"""
    safe = carded(f"R1 HFT 20 14 0 {{stampeded}} {{{mark}}}; B1 KNT 20 14 180")
    assert "factor.stampeded" not in parts(safe, "R1", "B1")
    light = carded("R1 LFT 20 14 0 {stampeded}; B1 KNT 20 14 180")
    assert "factor.stampeded" not in parts(light, "R1", "B1")


def test_bc_15_4_it_ends_with_the_close_combat_phase_and_is_expended():
    table = begun(dice=(1, 1))
    table.choose("red", "B1+B2")
    assert expended(table) == ["SC"]
    assert table.piece("B2").marked("stampeded")
    while table.position.active == ("red",):
        table.choose(table.asks()[0].seat, "end")
    assert not table.piece("B2").marked("stampeded")


def test_bc_30_3_camelry_are_knights_and_cataphracts_and_light_camelry_is_not():
    for foe, bites in (
        ("KNT 20 14 180 [CC]", True),
        ("CAT 20 14 180 [AC]", True),
        ("BAD 20 14 180 [LC]", False),
    ):
        table = carded(f"R1 HFT 20 14 0 {{stampeded}}; B1 {foe}")
        assert ("factor.stampeded" in parts(table, "R1", "B1")) is bites


def test_bc_30_4_sword_fighting_horse_is_bad_horse():
    table = carded("R1 HFT 20 14 0 {stampeded}; B1 ECV 20 14 180 [SF]")
    assert meaning(table, "R1", "B1", "beaten")[0] != "destroyed"
    knights = carded("R1 HFT 20 14 0 {stampeded}; B1 KNT 20 14 180 [SF]")
    assert "factor.stampeded" not in parts(knights, "R1", "B1")


def test_bc_30_5_carts_are_close_order_foot():
    table = carded("R1 LFT 20 14 0 [PL] {plaustrella} {stampeded}; B1 KNT 20 14 180")
    assert parts(table, "R1", "B1")["factor.stampeded"] == -1


def test_bc_30_6_marked_on_transports_it_suffers_once_it_is_on_foot():
    table = carded(
        "R1 HFT 10 10 0 [MI] {on transports} {stampeded}; B1 KNT 10 10 180",
        phase="close", dice=(3, 3),
    )  # fmt: skip
    fought = next(one for one in table.rulings() if one.tallies)
    mine = next(tally for tally in fought.tallies if tally.who == "R1")
    assert {part.key: part.value for part in mine.parts}["factor.stampeded"] == -1


def test_bc_30_8_close_order_that_is_no_foot_feels_nothing():
    table = carded(
        "R1 CAT 20 14 0 {stampeded}; B1 KNT 20 14 180; "
        "R2 BAD 30 14 0 {chained} {stampeded}; B2 KNT 30 14 180"
    )
    assert "factor.stampeded" not in parts(table, "R1", "B1")
    assert "factor.stampeded" not in parts(table, "R2", "B2")


def test_bc_12_3_a_card_that_is_spent_says_so_by_its_own_clause():
    """Nobody is asked for it any more; who says it all the same is told why. [BC-0.3]"""
    table = carded(f"R1 KNT 20 10 0 [CT:HFT] @t1; R2 SPR 30 10 0; {BLUE}", cards="red CT t1")
    table.say("red", ChargeThrough("R-CT-1"))
    table.go("R1", {"advance": 1})
    (ask,) = table.asks("red")
    assert "ChargeThrough" not in ask.says
    assert [one.clause for one in table.refused("red", ChargeThrough("R-CT-1"))] == ["BC-12.3"]


def test_bc_12_2_in_another_window_it_is_refused_as_anything_else_is():
    table = carded("R1 ARC 20 10 0; B1 SPR 20 12 180", cards="red CT t1", phase="ranged")
    (ask,) = table.asks("red")
    assert ask.window == "shooting"
    assert [one.clause for one in table.refused("red", ChargeThrough("R-CT-1"))] == ["kernel"]
