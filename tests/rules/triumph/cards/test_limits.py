"""What cards leave alone, and where they stop. [BC-0, BC-7, BC-15, BC-20 to BC-24, BC-30]"""

from condotta.rules.triumph.cards.common.bows import Support
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.deployment.deploying import Hold, SetOut
from condotta.rules.triumph.deployment.forms import TakeForm, form_acts, forms_of
from condotta.rules.triumph.deployment.setting_out import ALL, REST
from condotta.rules.triumph.muster import Army, StandSpec
from condotta.rules.triumph.shooting.gunnery import range_of, shoots
from condotta.rules.triumph.tables import troop
from tests.rules.any_table import clauses
from tests.rules.triumph.cards.card_table import carded, parts
from tests.rules.triumph.cards.common.test_camels import mustered
from tests.rules.triumph.cards.test_bows_and_horse import BLUE, red_to_set_out, shot
from tests.rules.triumph.cards.test_deceptive_deployment import PAIR, army, spec
from tests.rules.triumph.set_up_table import at_step, deploy


# ── acts of single stands ────────────────────────────────────────────────────
def test_tc_4_4_nobody_dismounts_the_enemys_riders():
    table = carded("R1 KNT 28 6 0 [MD:EFT]; B1 KNT 20 20 180 [MD:EFT]")
    assert clauses(table.judge("red", Dismount("B1"))) == {"TC-4.4"}
    assert clauses(table.judge("red", Dismount("nobody"))) == {"TC-4.4"}


def test_tc_4_3_dismounting_has_to_be_paid():
    table = carded("R1 KNT 4 20 0 [MD:EFT]; R2 KNT 28 6 0 [MD:EFT]", cp=1,
                   areas="woods box 6 20 4 4; woods box 20 14 3 8")  # fmt: skip
    assert table.judge("red", Dismount("R2")).ok
    assert clauses(table.judge("red", Dismount("R1"))) == {"TC-4.3"}


def test_tc_4_13_who_has_moved_does_not_dismount_as_well():
    table = carded("R1 KNT 28 6 0 [MD:EFT] {moved}; R2 KNT 30 6 0 [MD:EFT]")
    assert clauses(table.judge("red", Dismount("R1"))) == {"TC-4.13"}
    assert table.judge("red", Dismount("R2")).ok


def test_bc_0_12_a_deeper_base_needs_room_of_its_own():
    close = carded("R1 KNT 28 6 0 [MD:HRD]; R2 SPR 28 4.5 0")
    assert troop("HRD").depth > troop("KNT").depth
    assert clauses(close.judge("red", Dismount("R1"))) == {"BC-0.12"}
    free = carded("R1 KNT 28 6 0 [MD:HRD]; R2 SPR 28 4 0")
    assert free.judge("red", Dismount("R1")).ok


def test_bc_0_7_a_form_is_another_base_in_the_same_place():
    """What the list settles is the type. [BC-0.6]"""
    table = red_to_set_out(f"R1 KNT undeployed [DD:PIK]; {BLUE}")
    table.say("red", TakeForm("R1", "form.dismounted"))
    piece = table.piece("R1")
    assert (piece.type, piece.shape.depth) == ("PIK", troop("PIK").depth)
    assert (piece.place, piece.pose) == ("undeployed", None)


# ── 7 Supporting Bowmen ──────────────────────────────────────────────────────
def test_bc_7_3_whose_comrades_came_in_an_earlier_step_is_not_supported():
    foot = StandSpec("HFT", 6, traits=("SP",), entry="foot")
    bows = StandSpec("SKM", 4, traits=("SB",), entry="bows")
    red = Army("red", "south", "the red army", "R", (foot, foot, bows))
    both = (red, army("B", spec("HFT")))
    early = at_step(SetOut(seat="red", window=REST), both)
    assert early.judge("red", Support(("R3",), ("R2",))).ok
    late = at_step(SetOut(seat="red", window=REST, fixed=("R1",)), both, "R1 24 8 0")
    refused = late.judge("red", Support(("R3",), ("R2",)))
    assert [one.key for one in refused.refusals] == ["bc.7-3.late"]


# ── 9 Plaustrella ────────────────────────────────────────────────────────────
def test_bc_9_2_no_ground_slows_carts_where_close_order_foot_is_slowed():
    slowed = {"closeOrderFootDifficultMove": 1}
    ground = "woods box 28 7 6 6"
    cart = carded("R1 LFT 28 6 0 [PL] {plaustrella}", areas=ground, settings=slowed)
    assert not cart.why_not("R1", {"advance": 2})
    foot = carded("R1 HFT 28 6 0", areas=ground, settings=slowed)
    assert foot.why_not("R1", {"advance": 2})


def test_bc_9_8_carts_are_pushed_on_foot_whatever_type_pushes_them():
    plain = carded("R1 BAD 20 14 0 [SF] [PL]; B1 HFT 20 14 180")
    assert parts(plain, "R1", "B1")["factor.foot"] == 3
    carts = carded("R1 BAD 20 14 0 [SF] [PL] {plaustrella}; B1 HFT 20 14 180")
    assert parts(carts, "R1", "B1")["factor.foot"] == 4


# ── 15 Scythed Chariots, 20 Elephant Screen ──────────────────────────────────
def test_bc_15_3_close_order_foot_alone_suffers():
    table = carded("R1 HFT 20 14 0 {stampeded}; B1 KNT 20 14 180")
    assert parts(table, "R1", "B1")["factor.stampeded"] == -1


def test_tc_0_12_bc_20_2_markers_are_in_one_group_through_stands_without():
    """From neighbour to neighbour. [TC-0.12]"""
    pieces = "; ".join(f"R{n} HFT undeployed [ES]" for n in (1, 2, 3))
    table = red_to_set_out(f"{pieces}; {BLUE}")
    for name in ("R1", "R3"):
        table.say("red", TakeForm(name, "form.screened"))
    assert table.judge("red", deploy("R1 22 8 0; R2 24 8 0; R3 26 8 0")).ok
    apart = table.judge("red", deploy("R1 22 8 0; R2 18 8 0; R3 26 8 0"))
    assert clauses(apart) == {"BC-20.2"}


def test_bc_20_4_a_fight_with_close_order_costs_the_marker():
    table = carded("R1 HFT 20 14 0 {screened}; B1 SPR 20 14 180", phase="close", dice=(3, 4))
    assert table.rulings("BC-20.4")
    assert not table.piece("R1").marked("screened")


# ── 21 Shower Shooting, 22 Chained Together, 23 Sword-Fighting Cavalry ───────
def test_bc_22_3_chains_alone_are_enough_to_shower():
    table = carded("R1 BAD 20 14 0 [CH] {chained}; R2 BAD 30 14 0 [CH]; B1 HFT 20 16 180")
    here = table.field
    assert shoots(here, here.stand("R1"))
    assert not shoots(here, here.stand("R2"))
    assert range_of(here, here.stand("R1")) == 30_000
    assert parts(table, "R1", "B1", "ranged")["factor.shooting"] == 2


def test_bc_22_5_a_chained_type_changes_in_four_things_only():
    kind = carded("R1 BAD 20 14 0 [CH] {chained}").field.stand("R1").troop
    plain = troop("BAD")
    assert (kind.order, kind.move, kind.surcharge) == ("close", 50_000, 1)
    assert (kind.code, kind.kind, kind.shot_at) == (plain.code, plain.kind, plain.shot_at)


def test_bc_30_46_whoever_moved_in_a_group_does_not_shower():
    table = carded("R1 ECV 28 6 0 [SS]; R2 ECV 30 6 0 [SS]; B1 HFT 28 11 180")
    assert "BC-21.1" not in shot(table, "R1", "B1")
    table.go("R1 R2", {"advance": 3})
    assert "BC-21.1" in shot(table, "R1", "B1")


def test_bc_23_1_it_stands_on_the_base_of_bad_horse():
    assert mustered("CAT", "SF")[0].shape.depth == troop("BAD").depth != troop("CAT").depth


def test_bc_30_21_bc_9_4_mounted_it_is_bad_horse_and_behind_carts_it_is_foot():
    """Only a rider fights 3 and 3. [BC-9.4]"""
    rider = carded("R1 KNT 20 14 0 [SF]; B1 SPR 20 14 180")
    assert rider.field.stand("R1").troop.code == "BAD"
    carts = carded("R1 KNT 20 14 0 [SF] [PL] {plaustrella}; B1 SPR 20 14 180")
    assert carts.field.stand("R1").troop.code == "HFT"


# ── 24 Deceptive Deployment ──────────────────────────────────────────────────
def masquerade(placed: str = "", **more):
    """Red sets out two Pikes that are one Horde, and a plain stand."""
    red = army("R", *PAIR, spec("PIK"))
    return at_step(SetOut(seat="red", window=ALL), (red, army("B", spec("HFT"))), placed, **more)


def test_bc_24_5_the_rear_one_is_set_out_directly_behind_the_front_one():
    table = masquerade()
    assert table.judge("red", deploy("R2 24 8 0; R3 24 7.25 0")).ok
    beside = table.judge("red", deploy("R2 24 8 0; R3 26 8 0"))
    assert clauses(beside) == {"BC-24.5"}


def test_bc_24_13_the_place_behind_is_kept_for_the_rear_one():
    table = masquerade("R2 24 8 0")
    taken = table.judge("red", deploy("R4 24 7.25 0"))
    assert [one.key for one in taken.refusals] == ["bc.24-5.kept"]
    assert table.judge("red", deploy("R3 24 7.25 0")).ok


def test_bc_24_5_the_menu_knows_the_one_place_of_the_rear_one():
    table = masquerade("R2 24.3 7.9 0")
    book, ask = table.battle.book, table.asks("red")[0]
    seen = table.battle.view("red").position
    said = next(book.menus[ask.window].salient(book, seen, ask))
    placed = {step.piece: step.pose for step in said.steps}
    assert (placed["R3"].x, placed["R3"].y) == (243_000, 71_500)


def test_bc_24_5_both_march_on_a_flank_or_neither():
    red = army("R", *PAIR, *(spec("PIK"),) * 9)
    both = (red, army("B", spec("HFT")))
    table = at_step(SetOut(seat="red", window=ALL), both, marching=("red",))
    assert "BC-24.5" in clauses(table.judge("red", Hold(("R2",))))
    assert "BC-24.5" in clauses(table.judge("red", Hold(("R3", "R4"))))
    assert "BC-24.5" not in clauses(table.judge("red", Hold(("R2", "R3"))))


def test_bc_30_67_what_is_not_what_it_seems_takes_no_form_and_others_do():
    red = army("R", spec("HRD", real="WRR WRR"))
    table = at_step(SetOut(seat="red", window=ALL), (red, army("B", spec("HFT"))))
    assert forms_of(table.battle.book, table.position, table.piece("R2")) == ()
    plain = red_to_set_out(f"R1 KNT undeployed [DD:EFT]; {BLUE}")
    assert len(forms_of(plain.battle.book, plain.position, plain.piece("R1"))) == 1


def test_bc_20_4_what_a_masquerade_seemed_to_be_decides_about_the_marker():
    """Until it is revealed it is treated as what it is shown as. [BC-24.2]"""
    from msgspec.structs import replace

    from tests.rules.triumph.cards import card_table

    plain = card_table.piece
    for seems, real, kept in (("LFT", "HRD", True), ("HRD", "LFT", False)):
        card_table.piece = lambda text, one=real: (
            replace(found, real=(one,)) if (found := plain(text)).id == "B1" else found
        )
        try:
            table = carded(
                f"R1 HFT 20 14 0 {{screened}}; B1 {seems} 20 14 180; B2 LFT 19 13 90",
                cards="blue DC", phase="close", dice=(6, 1),
            )  # fmt: skip
        finally:
            card_table.piece = plain
        assert table.piece("B1").type == real
        assert table.piece("B1").place == "lost"
        assert table.piece("R1").marked("screened") is kept, seems
        assert bool(table.rulings("BC-20.4")) is not kept


def test_bc_4_2_men_who_have_got_off_their_camels_know_no_open_sands():
    """[BC-4.3] Foot in a body is stopped by them like any foot. [TC-4.12]"""
    sands = "dunes box 20 12 12 6"
    riders = carded("R1 BAD 20 8 0 [LC]; R2 BAD 22 8 0 [LC]", areas=sands)
    assert not riders.why_not("R1 R2", {"advance": 4})
    afoot = carded("R1 LFT 20 8 0 [LC]; R2 LFT 22 8 0 [LC]", areas=sands)
    assert "TC-4.12" in afoot.why_not("R1 R2", {"advance": 2})


def test_bc_8_1_riders_of_a_mixed_entry_ride_on_nothing_else():
    """The card is one of infantry. [BC-8.1]"""
    table = red_to_set_out(f"R1 BAD undeployed [MI]; R2 EFT undeployed [MI]; {BLUE}")
    offered = {one.piece for one in form_acts(table.book, table.position, table.asks("red")[0])}
    assert offered == {"R2"}


def test_bc_20_2_nobody_before_it_is_not_yet_the_front_rank():
    """Beside the second rank of its group a stand is in the second rank. [TC-0.12]"""
    pieces = "R1 HFT undeployed; R2 HFT undeployed; R3 HFT undeployed [ES]"
    table = red_to_set_out(f"{pieces}; {BLUE}")
    table.say("red", TakeForm("R3", "form.screened"))
    second = table.judge("red", deploy("R1 22 8 0; R2 22 7.25 0; R3 24 7.25 0"))
    assert clauses(second) == {"BC-20.2"}
    assert table.judge("red", deploy("R1 22 8 0; R2 22 7.25 0; R3 24 8 0")).ok
    assert table.judge("red", deploy("R1 22 8 0; R2 22 7.25 0; R3 26 7.25 0")).ok
