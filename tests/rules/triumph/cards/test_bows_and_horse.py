"""Cards 7, 11, 20 to 23: support, screens, showers, chains, swords. [BC-7, 11, 20-23, BC-30]"""

import pytest

from condotta.rules.triumph.cards.common.bows import Support
from condotta.rules.triumph.combat.odds import odds
from condotta.rules.triumph.deployment.forms import TakeForm
from condotta.rules.triumph.shooting.gunnery import range_of, refusals, shoots
from tests.rules.triumph.cards.card_table import carded, parts
from tests.rules.triumph.cards.common.test_camels import mustered


def setting_out(pieces: str, **more):
    """Red sets out all its troops."""
    return carded(pieces, phase="deployment", **more)


def shot(table, one: str, other: str) -> set[str]:
    """The clauses that refuse a shot."""
    here = table.field
    return {why.clause for why in refusals(here, here.stand(one), here.stand(other))}


# ── 7 Supporting Bowmen ──────────────────────────────────────────────────────
SIX = "; ".join(f"R{n} HFT undeployed [SP] @foot" for n in range(1, 7))
BOWS = "R7 SKM undeployed [SB] @bows; R8 SKM undeployed [SB] @bows"


def support(table, bows: str, stands: str):
    return table.judge("red", Support(tuple(bows.split()), tuple(stands.split())))


def red_to_set_out(pieces: str):
    """A battle at red's step in which all its troops are set out."""
    table = setting_out(pieces)
    for _ in range(12):
        ask = table.asks()[0]
        if ask.seat == "red" and "Deploy" in ask.says:
            return table
        menu = table.battle.book.menus[ask.window]
        seen = table.battle.view(ask.seat).position
        table.battle.say(ask.seat, next(menu.salient(table.battle.book, seen, ask)), ask.id)
    raise AssertionError("red is never asked")


BLUE = "B1 SPR undeployed; B2 SPR undeployed"


def test_bc_7_1_a_bow_stand_supports_as_many_as_its_type_has_points():
    table = red_to_set_out(f"{SIX}; {BOWS}; {BLUE}")
    assert support(table, "R7 R8", "R1 R2 R3 R4 R5 R6").ok
    assert support(table, "R7", "R1 R2 R3").ok
    short = support(table, "R7", "R1 R2 R3 R4")
    assert [one.key for one in short.refusals] == ["bc.7-2.short"]


def test_bc_7_2_whole_entry_or_some_of_its_stands():
    table = red_to_set_out(f"{SIX}; {BOWS}; {BLUE}")
    table.say("red", Support(("R7", "R8"), tuple(f"R{n}" for n in range(1, 7))))
    assert table.rulings("BC-7.2")[-1].key == "bc.7-2.whole"
    some = red_to_set_out(f"{SIX}; {BOWS}; {BLUE}")
    some.say("red", Support(("R7",), ("R2", "R3")))
    assert some.rulings("BC-7.2")[-1].key == "bc.7-2.some"
    assert not some.piece("R1").marked("supported")
    assert some.piece("R2").marked("supported")


def test_bc_7_1_only_those_that_the_list_names():
    table = red_to_set_out(f"{SIX}; {BOWS}; {BLUE}")
    keys = {one.key for one in support(table, "R1", "R7").refusals}
    assert keys == {"bc.7-1.no-bow", "bc.7-1.not-supportable"}


def test_bc_7_3_a_bow_stand_that_is_placed_cannot_be_set_aside():
    table = red_to_set_out(f"{SIX}; {BOWS}; {BLUE}")
    from tests.rules.triumph.set_up_table import deploy

    table.say("red", deploy("R7 24 6 0"))
    assert [one.key for one in support(table, "R7", "R1").refusals] == ["bc.7-3.placed"]


def test_bc_7_4_they_are_out_of_the_game_and_not_lost():
    table = red_to_set_out(f"{SIX}; {BOWS}; {BLUE}")
    table.say("red", Support(("R7",), ("R1",)))
    assert table.piece("R7").place == "aside"
    assert table.lost() == []


@pytest.mark.parametrize(
    ("foe", "more"), [("WBD", 1), ("WRR", 1), ("KNT", 1), ("ELE", 1), ("HFT", 0)]
)
def test_bc_7_5_plus_one_to_the_front_against_warband_warriors_and_mounted(foe, more):
    table = carded(f"R1 HFT 20 14 0 {{supported}}; B1 {foe} 20 14 180")
    assert parts(table, "R1", "B1").get("factor.supported", 0) == more
    flank = carded(f"R1 HFT 20 14 0 {{supported}}; B1 {foe} 21 13 270")
    assert "factor.supported" not in parts(flank, "R1", "B1")


def test_bc_7_6_a_supported_stand_counts_its_normal_points():
    table = red_to_set_out(f"{SIX}; {BOWS}; {BLUE}")
    before = table.count("R1", "worth")
    table.say("red", Support(("R7",), ("R1",)))
    assert table.count("R1", "worth") == before == 6


def test_bc_7_7_support_lasts_all_game():
    table = red_to_set_out(f"{SIX}; {BOWS}; {BLUE}")
    table.say("red", Support(("R7",), ("R1",)))
    mark = next(mark for mark in table.piece("R1").marks if mark.name == "supported")
    assert mark.until == ""


def test_bc_30_10_support_and_spiked_carts_both_count():
    table = carded("R1 HFT 20 14 0 {plaustrella} {supported}; B1 KNT 20 14 180")
    found = parts(table, "R1", "B1")
    assert found["factor.plaustrella"] + found["factor.supported"] == 3
    foot = carded("R1 HFT 20 14 0 {plaustrella} {supported}; B1 WBD 20 14 180")
    assert parts(foot, "R1", "B1").get("factor.plaustrella", 0) == 0
    assert parts(foot, "R1", "B1")["factor.supported"] == 1


# ── 11 Hoplite Deep Formation ────────────────────────────────────────────────
def test_bc_11_1_a_second_stand_of_the_type_supports_card_or_none():
    """Same type without the card behind one that has it. [BC-30.65]"""
    foes = "B1 SPR 20 14 180"
    deep = carded(f"R1 HFT 20 14 0 [HD]; R2 HFT 20 13.25 0; {foes}")
    assert parts(deep, "R1", "B1")["factor.deep-formation"] == 1
    alone = carded(f"R1 HFT 20 14 0 [HD]; {foes}")
    assert "factor.deep-formation" not in parts(alone, "R1", "B1")
    other = carded(f"R1 HFT 20 14 0 [HD]; R2 EFT 20 13.25 0; {foes}")
    assert "factor.deep-formation" not in parts(other, "R1", "B1")
    bare = carded(f"R1 HFT 20 14 0; R2 HFT 20 13.25 0 [HD]; {foes}")
    assert "factor.deep-formation" not in parts(bare, "R1", "B1")


def test_bc_11_2_the_core_conditions_hold():
    pieces = "R1 HFT 20 14 0 [HD]; R2 HFT 20 13.25 0"
    shooters = carded(f"{pieces}; B1 ELE 20 14 180")
    rough = carded(f"{pieces}; B1 SPR 20 14 180", areas="woods box 20 13 6 4")
    assert "factor.deep-formation" not in parts(rough, "R1", "B1")
    against = shooters.battle.book.settings["rearSupportAgainst"]
    assert ("factor.deep-formation" in parts(shooters, "R1", "B1")) is ("ELE" in against)


# ── 20 Elephant Screen ───────────────────────────────────────────────────────
def test_bc_20_2_markers_in_the_front_rank_of_one_group():
    from tests.rules.triumph.set_up_table import deploy

    pieces = "; ".join(f"R{n} HFT undeployed [ES]" for n in range(1, 4))
    table = red_to_set_out(f"{pieces}; R4 HFT undeployed; {BLUE}")
    for name in ("R1", "R2"):
        table.say("red", TakeForm(name, "form.screened"))
    assert table.judge("red", deploy("R1 24 8 0; R2 26 8 0")).ok
    apart = table.judge("red", deploy("R1 24 8 0; R2 30 8 0"))
    assert {one.clause for one in apart.refusals} == {"BC-20.2"}
    behind = table.judge("red", deploy("R1 24 8 0; R4 26 8 0; R2 26 7.25 0"))
    assert {one.clause for one in behind.refusals} == {"BC-20.2"}
    no_card = table.judge("red", TakeForm("R4", "form.screened"))
    assert not no_card.ok


def test_bc_20_3_plus_one_to_the_front():
    table = carded("R1 HFT 20 14 0 {screened}; B1 SPR 20 14 180")
    assert parts(table, "R1", "B1")["factor.screened"] == 1
    flank = carded("R1 HFT 20 14 0 {screened}; B1 SPR 21 13 270")
    assert "factor.screened" not in parts(flank, "R1", "B1")


def test_bc_20_4_a_single_stand_move_costs_it_at_once_a_group_move_does_not():
    alone = carded("R1 HFT 20 10 0 {screened}")
    alone.go("R1", {"advance": 1})
    assert not alone.piece("R1").marked("screened")
    group = carded("R1 HFT 20 10 0 {screened}; R2 HFT 22 10 0 {screened}")
    group.go("R1 R2", {"advance": 1})
    assert group.piece("R1").marked("screened")


def test_bc_20_4_falling_back_and_pursuing_cost_it():
    back = carded("R1 HFT 20 14 0 {screened}; B1 LFT 20 14 180", phase="close", dice=(1, 5))
    assert not back.piece("R1").marked("screened")
    after = carded("R1 WBD 20 14 0 {screened}; B1 LFT 20 14 180", phase="close", dice=(5, 3))
    assert not after.piece("R1").marked("screened")


def test_bc_20_5_a_fight_to_the_front_with_close_order_costs_it_whatever_comes_of_it():
    """Cataphracts cost it, open order does not. [BC-30.39]"""
    tie = carded("R1 HFT 20 14 0 {screened}; B1 SPR 20 14 180", phase="close", dice=(3, 4))
    assert not tie.piece("R1").marked("screened")
    horse = carded("R1 HFT 20 14 0 {screened}; B1 CAT 20 14 180", phase="close", dice=(3, 3))
    assert not horse.piece("R1").marked("screened")
    light = carded("R1 HFT 20 14 0 {screened}; B1 LFT 20 14 180", phase="close", dice=(1, 3))
    assert light.piece("R1").marked("screened")


def test_bc_20_6_evading_and_panicking_begin_with_a_fall_back():
    table = carded("R1 LFT 20 14 0 {screened}; B1 LFT 20 14 180", phase="close", dice=(1, 6))
    assert not table.piece("R1").marked("screened") or "R1" in table.lost()


def test_bc_20_8_to_be_pushed_costs_no_marker():
    table = carded("R1 HFT 20 14 0; R2 HFT 20 13.25 0 {screened}; B1 SPR 20 14 180",
                   phase="close", dice=(1, 2))  # fmt: skip
    assert table.at("R2")[1] == 12.5
    assert table.piece("R2").marked("screened")


def test_bc_30_11_screen_and_carts_add_up_for_one_close_order_fight():
    table = carded("R1 HFT 20 14 0 {plaustrella} {screened}; B1 KNT 20 14 180")
    found = parts(table, "R1", "B1")
    assert found["factor.plaustrella"] + found["factor.screened"] == 3


def test_bc_30_34_holding_the_line_spares_the_pursuit_not_the_fight():
    open_order = carded(
        "R1 WBD 20 14 0 {screened} @t1; B1 LFT 20 14 180",
        cards="red HL t1", phase="close", dice=(5, 3),
    )  # fmt: skip
    open_order.choose("red", "hold")
    assert open_order.piece("R1").marked("screened")


# ── 21 Shower Shooting, 22 Chained Together ──────────────────────────────────
def test_bc_21_1_it_shoots_2_at_3_mu_unless_it_moved_in_its_own_turn():
    table = carded("R1 ECV 20 14 0 [SS]; B1 HFT 20 16 180")
    here = table.field
    assert shoots(here, here.stand("R1"))
    assert range_of(here, here.stand("R1")) == 30_000
    assert parts(table, "R1", "B1", "ranged")["factor.shooting"] == 2
    assert not shot(table, "R1", "B1")
    moved = carded("R1 ECV 20 14 0 [SS] {moved}; B1 HFT 20 16 180")
    assert "BC-21.1" in shot(moved, "R1", "B1")
    theirs = carded("R1 ECV 20 14 0 [SS] {moved}; B1 HFT 20 16 180", active="blue")
    assert "BC-21.1" not in shot(theirs, "R1", "B1")


@pytest.mark.parametrize("piece", ["ECV 20 14 0 [SS]", "BAD 20 14 0 [CH] {chained}"])
@pytest.mark.parametrize(("mu", "reached"), [(2, False), (4, True)])
def test_bc_21_4_showers_reach_as_far_as_it_is_chosen(piece, mu, reached):
    table = carded(f"R1 {piece}; B1 HFT 20 17.5 180", settings={"showersReach": mu})
    assert range_of(table.field, table.field.stand("R1")) == mu * 10_000
    assert ("TC-6.9" not in shot(table, "R1", "B1")) is reached


def test_bc_21_2_it_counts_one_point_more():
    assert mustered("ECV", "SS")[1] == 10
    assert mustered("ECV")[1] == 8


def test_bc_21_3_never_horse_bow():
    table = carded("R1 HBW 20 14 0 [SS]; R2 HBW 30 14 0")
    here = table.field
    assert shoots(here, here.stand("R1")) == shoots(here, here.stand("R2"))


def test_bc_30_20_a_dismounted_stand_does_not_shower():
    table = carded("R1 EFT 20 14 0 [SS] [DD:EFT]; B1 HFT 20 16 180")
    assert not shoots(table.field, table.field.stand("R1"))
    assert mustered("ECV", "SS", "DD:EFT")[1] == 10


def test_bc_22_1_all_eligible_stands_take_the_chains_when_the_first_is_set_out():
    pieces = "R1 BAD undeployed [CH]; R2 BAD undeployed [CH]; R3 ECV undeployed"
    table = red_to_set_out(f"{pieces}; {BLUE}")
    table.say("red", TakeForm("R1", "form.chained"))
    assert all(table.piece(name).marked("chained") for name in ("R1", "R2"))
    assert table.piece("R2").shape.depth == 20_000
    fighting = carded("R1 BAD 20 14 0 [CH] {chained}")
    kind = fighting.field.stand("R1").troop
    assert (kind.order, kind.move, kind.kind) == ("close", 50_000, "mounted")


def test_bc_22_1_not_once_one_of_them_is_placed():
    from tests.rules.triumph.set_up_table import deploy

    table = red_to_set_out(f"R1 BAD undeployed [CH]; R2 BAD undeployed [CH]; {BLUE}")
    table.say("red", deploy("R1 24 8 0"))
    assert not table.judge("red", TakeForm("R2", "form.chained")).ok


def test_bc_22_2_any_move_with_them_costs_a_point_more():
    table = carded("R1 BAD 28 6 0 [CH] {chained}; R2 ECV 30 6 0")
    assert table.would("R1 R2", {"advance": 3}).cost == 2
    assert table.would("R2", {"advance": 3}).cost == 1


def test_bc_22_3_they_shower_too_once():
    """One and the same shooting with card 21. [BC-30.45]"""
    table = carded("R1 BAD 20 14 0 [CH] {chained} [SS]; B1 HFT 20 16 180")
    assert parts(table, "R1", "B1", "ranged")["factor.shooting"] == 2
    moved = carded("R1 BAD 20 14 0 [CH] {chained} {moved}; B1 HFT 20 16 180")
    assert "BC-22.3" in shot(moved, "R1", "B1")


def test_bc_30_46_a_group_move_counts_as_moved_and_a_push_does_not():
    table = carded("R1 ECV 28 6 0 [SS]; R2 ECV 30 6 0 [SS]; B1 HFT 28 11 180")
    table.go("R1 R2", {"advance": 3})
    assert table.piece("R2").marked("moved")


@pytest.mark.parametrize(
    ("foe", "value"), [("KNT", 2), ("JCV", 1), ("RBL", -1), ("SKM", -1), ("SPR", 0)]
)
def test_bc_22_4_against_some_types_and_no_pursuit(foe, value):
    table = carded(f"R1 BAD 20 14 0 [CH] {{chained}}; B1 {foe} 20 14 180", phase="close")
    assert parts(table, "R1", "B1").get("factor.chained", 0) == value
    rows = odds(table.book, table.position, "R1", "B1").meanings
    assert not any(rows[name].pursues for name in ("beats", "doubles") if name in rows)
    assert "doubles" not in rows or rows["doubles"].pursuit == ("BC-22.4",)
    table.roll(6, 1)
    stays = [one.key for one in table.rulings("BC-22.4")]
    assert stays == (["bc.22-4.stays"] if "doubles" in rows else [])


def test_bc_22_5_it_stays_its_own_mounted_type():
    table = carded("R1 BAD 20 14 0 [CH] {chained}; B1 SPR 20 14 180")
    assert table.field.stand("R1").troop.code == "BAD"
    assert parts(table, "R1", "B1")["factor.foot"] == 2


# ── 23 Sword-Fighting Cavalry ────────────────────────────────────────────────
def test_bc_23_1_bad_horse_but_for_3_and_3():
    for foe, key in (("SPR", "factor.foot"), ("KNT", "factor.mounted")):
        table = carded(f"R1 KNT 20 14 0 [SF]; B1 {foe} 20 14 180")
        assert parts(table, "R1", "B1")[key] == 3
    kind = table.field.stand("R1").troop
    assert (kind.code, kind.move, kind.shot_at) == ("BAD", 60_000, 2)


def test_bc_23_2_and_23_3_a_stand_counts_what_it_costs():
    """[BC-23.3]"""
    from condotta.rules.library import book
    from condotta.rules.triumph.muster import Army, StandSpec, muster

    army = Army("red", "s", "a", "R", (StandSpec(code="ECV", half_points=7, traits=("SF",)),))
    worth = [
        one.value for one in muster(book("triumph"), army) if getattr(one, "name", "") == "worth"
    ]
    assert worth[0] == 7


def test_bc_30_21_on_foot_it_is_plainly_foot():
    table = carded("R1 EFT 20 14 0 [SF] [DD:EFT]; B1 SPR 20 14 180")
    assert table.field.stand("R1").troop.code == "EFT"
    assert parts(table, "R1", "B1")["factor.foot"] == 5


def test_bc_30_35_chained_stands_do_not_follow_a_demoralised_enemy():
    table = carded(
        "R1 BAD 20 14 0 [CH] {chained}; B1 SKM 20 14 180", phase="close", dice=(6, 1),
    )  # fmt: skip
    assert table.at("R1") == (20, 14, 0)
