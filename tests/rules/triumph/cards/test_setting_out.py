"""Cards 1, 2, 3, 8 and 9: forms in setting out and exchanges in play. [BC-1, 2, 3, 8, 9, BC-30]"""

import pytest

from condotta.kernel.events import Counted, Step
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.bows import Support
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.cards.mobile_infantry.discarding import Discard
from condotta.rules.triumph.combat.aftermath import removed
from condotta.rules.triumph.deployment.deploying import Hold, judge_hold
from condotta.rules.triumph.deployment.forms import TakeForm
from condotta.rules.triumph.movement.flank_march import March
from condotta.rules.triumph.shooting.gunnery import refusals
from condotta.table import Rectangle, pose_at
from tests.rules.triumph.cards.card_table import carded, meaning, parts
from tests.rules.triumph.cards.test_bows_and_horse import BLUE, red_to_set_out
from tests.rules.triumph.set_up_table import deploy


def keys(verdict) -> set[str]:
    return {one.key for one in verdict.refusals}


def forms(table, name: str) -> set[str]:
    """The forms that a stand is offered."""
    from condotta.rules.triumph.deployment.forms import forms_of

    return {one.key for one in forms_of(table.battle.book, table.position, table.piece(name))}


# ── 1 and 2, dismounting ─────────────────────────────────────────────────────
@pytest.mark.parametrize("card", ["DD", "MD"])
def test_bc_1_1_the_list_says_who_and_as_what(card):
    """Both cards at deployment. [BC-2.1]"""
    table = red_to_set_out(f"R1 KNT undeployed [{card}:EFT]; R2 KNT undeployed; {BLUE}")
    assert forms(table, "R1") == {"form.dismounted"}
    assert forms(table, "R2") == set()
    table.say("red", TakeForm("R1", "form.dismounted"))
    assert table.piece("R1").type == "EFT"


def test_bc_1_3_stand_by_stand_until_the_step_is_done():
    table = red_to_set_out(f"R1 KNT undeployed [DD:EFT]; R2 KNT undeployed [DD:EFT]; {BLUE}")
    table.say("red", TakeForm("R1", "form.dismounted"))
    assert table.piece("R2").type == "KNT"
    table.say("red", TakeForm("R1", "form.mounted"))
    assert table.piece("R1").type == "KNT"
    assert table.piece("R1").traits == ("DD:EFT",)


def test_bc_1_4_in_play_nobody_changes_form():
    table = carded("R1 KNT 28 6 0 [DD:EFT]")
    assert "Dismount" not in table.asks("red")[0].says
    assert not table.judge("red", Dismount("R1")).ok


def test_bc_1_5_the_generals_stand_stays_the_general():
    table = red_to_set_out(f"R1* KNT undeployed [DD:EFT]; {BLUE}")
    table.say("red", TakeForm("R1", "form.dismounted"))
    assert "general" in table.piece("R1").traits


def test_bc_1_6_bc_1_7_the_base_of_the_type_and_the_value_of_the_dearer():
    table = red_to_set_out(f"R1 BAD undeployed [DD:EFT]; {BLUE}")
    before = table.count("R1", "worth")
    table.say("red", TakeForm("R1", "form.dismounted"))
    assert table.piece("R1").shape == Rectangle(20_000, 7_500)
    assert table.count("R1", "worth") == before


@pytest.mark.parametrize(("by_form", "kind", "lost"), [
    (False, "BAD", 8), (False, "EFT", 8), (True, "BAD", 6), (True, "EFT", 8),
])  # fmt: skip
def test_bc_1_7_a_lost_stand_counts_its_dearer_type_or_its_form(by_form, kind, lost):
    """A Bad Horse of 3 points that may get off as Elite Foot of 4."""
    table = carded(f"R1 {kind} 20 14 0 [DD:EFT]; B1 SPR 28 20 180",
                   settings={"dismountedCountsAsForm": by_form})  # fmt: skip
    table.battle.correct((Counted("R1", "worth", 8),), "as the army was built")
    here = table.field
    table.battle.correct(tuple(removed(here, here.stand("R1"), "TC-3.1", "blue")), "it falls")
    assert table.count("R1", "worth") == lost


def test_bc_1_2_a_stand_costs_the_dearer_of_its_types():
    """The army counts it so, and so does what is lost. [BC-2.6]"""
    from pathlib import Path

    from condotta.armies import muster
    from condotta.armies.importing.importing import import_armies
    from condotta.armies.paper.reports import check_file
    from condotta.armies.shelf import library

    sample = Path(__file__).parents[5] / "shared/data/sample-armies.json"
    if not sample.exists():
        pytest.skip("the sample lists are not given")
    shelf = library(import_armies(sample, "2026-11-28").data)
    rosters = [one.roster for one in check_file(sample).rosters]
    irish = next(one for one in rosters if one.label.startswith("Anglo-Irish, 1350"))
    stands = muster(irish, shelf, house_rules=True).stands
    light = [one for one in stands if one.code == "BAD" and any("DD" in c for c in one.cards)]
    assert light
    assert {one.half_points for one in light} == {6}


def test_bc_0_7_an_exchange_keeps_the_front_edge_and_moves_nobody():
    table = carded("R1 KNT 28 6 0 [MD:EFT]; R2 SPR 28 4.5 0; R3 KNT 30 6 0")
    table.say("red", Dismount("R1"))
    assert table.at("R1") == (28, 6, 0)
    assert table.at("R2") == (28, 4.5, 0)
    assert table.at("R3") == (30, 6, 0)
    assert table.piece("R1").shape.depth == 7_500


def test_bc_2_2_it_is_a_single_stand_move_that_pays_and_goes_nowhere():
    """Also out of command and in any ground. [BC-30.16]"""
    table = carded("R1 KNT 28 6 0 [MD:EFT]")
    assert table.judge("red", Dismount("R1")).cost == 1
    table.say("red", Dismount("R1"))
    assert table.count("R", "command points") == 5
    assert table.piece("R1").marked("moved")
    far = carded("R1 KNT 4 20 0 [MD:EFT]", areas="woods box 6 20 4 4; woods box 20 14 3 8")
    assert far.judge("red", Dismount("R1")).cost == 2
    moved = carded("R1 KNT 28 6 0 [MD:EFT] {moved}")
    assert all("Dismount" not in ask.says for ask in moved.asks("red"))
    poor = carded("R1 KNT 28 6 0 [MD:EFT]", cp=0)
    assert not poor.judge("red", Dismount("R1")).ok


def test_bc_2_3_bc_2_7_not_while_touching_an_enemy_stand_even_by_a_corner():
    corner = carded("R1 KNT 20 14 0 [MD:EFT]; B1 SPR 22 14 180")
    assert keys(corner.judge("red", Dismount("R1"))) == {"bc.2-3.touch"}
    camp = carded("R1 KNT 20 14 0 [MD:EFT]; B0 CAMP 20 14 180")
    assert camp.judge("red", Dismount("R1")).ok


def test_bc_2_4_never_back():
    table = carded("R1 KNT 28 6 0 [MD:EFT]")
    table.say("red", Dismount("R1"))
    assert all("Dismount" not in ask.says for ask in table.asks("red"))
    assert "form.mounted" not in {one.key for one in table.rulings()}
    two = carded("R1 KNT 28 6 0 [MD:EFT]; R2 KNT 30 6 0 [MD:EFT]; R3 KNT 24 6 0")
    two.say("red", Dismount("R1"))
    assert "bc.2-2.cannot" in keys(two.judge("red", Dismount("R1")))
    assert "bc.2-2.cannot" in keys(two.judge("red", Dismount("R3")))


def test_bc_2_5_who_got_off_this_turn_does_not_shoot():
    table = carded("R1 KNT 28 6 0 [MD:ARC]; B1 SPR 28 8.5 180")
    here = table.field
    table.say("red", Dismount("R1"))
    here = table.field
    why = refusals(here, here.stand("R1"), here.stand("B1"))
    assert "BC-2.5" in {one.clause for one in why}
    later = carded("R1 ARC 28 6 0 [MD:ARC]; B1 SPR 28 8.5 180")
    here = later.field
    assert "BC-2.5" not in {o.clause for o in refusals(here, here.stand("R1"), here.stand("B1"))}


def test_bc_2_6_what_it_counts_when_lost_does_not_change():
    table = carded("R1 KNT 28 6 0 [MD:EFT]")
    before = table.count("R1", "worth")
    table.say("red", Dismount("R1"))
    assert table.count("R1", "worth") == before


def test_bc_30_15_the_general_on_foot_is_the_general():
    table = carded("R1* KNT 28 6 0 [MD:EFT]; R2 SPR 20 6 0")
    table.say("red", Dismount("R1"))
    assert table.field.general("R") is table.field.stand("R1")


def test_bc_30_18_a_shorter_base_loses_what_touched_its_rear():
    table = carded("R0 CAMP 20 6 0 {standard wagon}; R1 KNT 20 7.5 0 [MD:EFT]; B9* LFT 2 30 180")
    table.say("red", Dismount("R1"))
    from condotta.rules.triumph.cards.standard_wagon import behind
    from condotta.rules.triumph.combat.duel import close_fighter

    here = table.field
    assert behind(close_fighter(here, here.stand("R1"), here.stand("B9"))) is None


# ── 3 Separated Valets ───────────────────────────────────────────────────────
PAIRS = "R1 ECV undeployed [SV] @t1; R2 ECV undeployed [SV] @t1; R3 ECV undeployed [SV] @t1"


def test_bc_3_1_it_takes_two():
    table = red_to_set_out(f"{PAIRS}; {BLUE}")
    assert forms(table, "R1") == forms(table, "R2") == forms(table, "R3") == {"form.split"}
    table.say("red", TakeForm("R1", "form.split"))
    assert forms(table, "R1") == forms(table, "R2") == {"form.whole"}
    assert forms(table, "R3") == set()


def test_bc_3_1_any_two_of_the_entry_are_a_pair_the_general_last():
    table = red_to_set_out(f"{PAIRS.replace('R1 ', 'R1* ')}; {BLUE}")
    table.say("red", TakeForm("R3", "form.split"))
    assert [table.piece(name).type for name in ("R1", "R2", "R3")] == ["ECV", "EFT", "JCV"]
    table.say("red", TakeForm("R2", "form.whole"))
    assert table.piece("R2") == red_to_set_out(f"{PAIRS}; {BLUE}").piece("R2")
    table.say("red", TakeForm("R3", "form.split", ("R1",)))
    assert [table.piece(name).type for name in ("R1", "R2", "R3")] == ["EFT", "ECV", "JCV"]
    assert "general" in table.piece("R1").traits
    strange = table.judge("red", TakeForm("R2", "form.split", ("R1",)))
    assert {one.key for one in strange.refusals} == {"tc.8-1.no-form"}


def test_bc_3_1_pairs_are_of_one_entry_and_of_one_command():
    other = PAIRS.replace("R2 ECV undeployed [SV] @t1", "R2 ECV undeployed [SV] @t2")
    table = red_to_set_out(f"{other}; {BLUE}")
    assert forms(table, "R2") == set()
    wrong = table.judge("red", TakeForm("R1", "form.split", ("R2",)))
    assert not wrong.ok
    assert table.judge("red", TakeForm("R1", "form.split", ("R3",))).ok


def test_bc_3_1_whom_to_pair_is_offered_to_look_at():
    from condotta.rules.triumph.looking.beside import beside

    table = red_to_set_out(f"{PAIRS}; {BLUE}")
    _, offered, _ = beside(table.book, table.position, table.asks("red")[0])
    split = [one for one in offered if one.action == TakeForm("R1", "form.split", ("R2",))]
    assert [one.choices for one in split] == [{"others": ("R2", "R3")}]


def test_bc_3_2_a_pair_goes_down_as_it_is_or_as_foot_and_horse():
    table = red_to_set_out(f"{PAIRS}; {BLUE}")
    table.say("red", TakeForm("R2", "form.split"))
    assert (table.piece("R1").type, table.piece("R2").type) == ("EFT", "JCV")
    table.say("red", TakeForm("R1", "form.whole"))
    assert (table.piece("R1").type, table.piece("R2").type) == ("ECV", "ECV")


@pytest.mark.parametrize("leader", ["R1", "R2"])
def test_bc_3_3_the_elite_foot_is_the_general(leader):
    text = PAIRS.replace(f"{leader} ", f"{leader}* ")
    table = red_to_set_out(f"{text}; {BLUE}")
    table.say("red", TakeForm("R1", "form.split", ("R2",)))
    assert "general" in table.piece("R1").traits
    assert "general" not in table.piece("R2").traits
    table.say("red", TakeForm("R1", "form.whole"))
    assert "general" in table.piece(leader).traits


def test_bc_3_4_both_at_the_same_moment_each_worth_its_new_type():
    table = red_to_set_out(f"{PAIRS}; {BLUE}")
    table.say("red", TakeForm("R1", "form.split"))
    assert (table.count("R1", "worth"), table.count("R2", "worth")) == (8, 8)
    half = red_to_set_out(f"{PAIRS}; {BLUE}")
    half.say("red", deploy("R1 24 8 0"))
    assert not half.judge("red", TakeForm("R2", "form.split", ("R1",))).ok
    assert half.judge("red", TakeForm("R2", "form.split", ("R3",))).ok


def test_bc_3_5_both_halves_march_on_a_flank_or_neither():
    table = red_to_set_out(f"{PAIRS}; R4* SPR undeployed; {BLUE}")

    def against(*names: str) -> set[str]:
        held, ask = Hold(names), table.asks("red")[0]
        verdict = judge_hold(table.battle.book, table.position, "red", ask, held)
        return {one.clause for one in verdict.refusals}

    assert "BC-3.5" not in against("R1")
    table.say("red", TakeForm("R1", "form.split"))
    assert "BC-3.5" in against("R1") & against("R2")
    assert "BC-3.5" not in against("R1", "R2")


def test_bc_3_5_a_half_is_not_set_out_while_the_other_is_held_back():
    pair = "R1 EFT undeployed [SV] [came:KNT] @t1; R2 JCV {} [SV] [came:KNT] @t1"
    for place, refused in (("reserve", True), ("undeployed", False)):
        table = red_to_set_out(f"{pair.format(place)}; {BLUE}")
        found = {one.clause for one in table.judge("red", deploy("R1 24 8 0")).refusals}
        assert ("BC-3.5" in found) is refused


def test_bc_30_22_a_dismounted_stand_is_not_split_as_well():
    pair = "R1 ECV undeployed [SV] [DD:EFT] @t1; R2 ECV undeployed [SV] [DD:EFT] @t1"
    table = red_to_set_out(f"{pair}; {BLUE}")
    table.say("red", TakeForm("R1", "form.dismounted"))
    assert "form.split" not in forms(table, "R1")
    assert "form.split" not in forms(table, "R2")


def test_bc_30_23_the_battle_line_goes_with_the_stand():
    table = red_to_set_out(f"R1 KNT undeployed [DD:EFT] [battle line]; {BLUE}")
    table.say("red", TakeForm("R1", "form.dismounted"))
    assert "battle line" in table.piece("R1").traits


# ── 8 Mobile Infantry ────────────────────────────────────────────────────────
RIDER = "R1 HFT 28 6 0 [MI] {on transports}"


def test_bc_8_1_on_transports_or_on_foot_stand_by_stand():
    """A square base shows it. [BC-0.8]"""
    table = red_to_set_out(f"R1 HFT undeployed [MI]; R2 HFT undeployed [MI]; {BLUE}")
    table.say("red", TakeForm("R1", "form.riding"))
    assert table.piece("R1").marked("on transports")
    assert table.piece("R1").shape == Rectangle(20_000, 20_000)
    assert not table.piece("R2").marked("on transports")
    table.say("red", TakeForm("R1", "form.on-foot"))
    assert table.piece("R1").shape == Rectangle(20_000, 7_500)


def test_bc_8_2_open_order_6_mu_and_3_in_difficult_terrain():
    table = carded(RIDER)
    assert not table.why_not("R1", {"advance": 6})
    assert "TC-1.6" in table.why_not("R1", {"advance": 6.1})
    rough = carded(RIDER, areas="woods box 28 9 6 2")
    assert not rough.why_not("R1", {"advance": 3})
    assert "TC-5.11" in rough.why_not("R1", {"advance": 3.1})
    assert table.field.stand("R1").troop.order == "open"


def test_bc_8_3_no_move_comes_within_4_mu_of_an_enemy_stand_or_camp():
    stand = carded(f"{RIDER}; B1 SPR 28 15.9 180")
    assert "BC-8.3" in stand.why_not("R1", {"advance": 6})
    assert not stand.why_not("R1", {"advance": 5.8})
    camp = carded(f"{RIDER}; B0 CAMP 28 15.9 180")
    assert "BC-8.3" in camp.why_not("R1", {"advance": 6})


def test_bc_8_3_within_4_mu_it_may_only_leave_them_on_the_spot():
    """Near a camp too. [BC-8.10]"""
    for enemy in ("B1 SPR 28 8 180", "B0 CAMP 28 8 180"):
        table = carded(f"{RIDER}; {enemy}")
        assert "BC-8.3" in table.why_not("R1", {"back": 1})
        table.say("red", Discard("R1"))
        assert not table.piece("R1").marked("on transports")
        assert table.piece("R1").marked("moved")


def test_bc_8_4_after_any_move_it_may_leave_them_free_and_never_has_them_again():
    table = carded(f"{RIDER}; R2 HFT 30 6 0 [MI] {{on transports}}")
    table.go("R1 R2", {"advance": 2})
    assert table.judge("red", Discard("R1")).cost == 0
    table.say("red", Discard("R1"))
    assert table.at("R1") == (28, 8, 0)
    assert table.at("R2") == (30, 8, 0)
    assert keys(table.judge("red", Discard("R1"))) == {"bc.8-4.on-foot"}


BESIDE = "R3 KNT 10 6 0; R4 HFT 34 6 0 [MI] {on transports}"


@pytest.mark.parametrize("between", ["move", "on the spot", "dismount", "foot"])
def test_bc_8_4_it_leaves_them_only_as_its_own_move_ends(between):
    """Whatever is said meanwhile, the move is past. [BC-8.11]"""
    table = carded(f"{RIDER}; {BESIDE}; R5 KNT 14 6 0 [MD:EFT]; B1 SPR 20 30 180")
    table.go("R1", {"advance": 2})
    assert table.judge("red", Discard("R1")).ok
    match between:
        case "move":
            table.go("R3", {"advance": 1})
        case "on the spot":
            table.say("red", Discard("R4"))
        case "dismount":
            table.say("red", Dismount("R5"))
        case _:
            table.go("R4", {"advance": 1})
    assert keys(table.judge("red", Discard("R1"))) == {"bc.8-4.late"}
    offered = book_acts(table)
    assert Discard("R1") not in offered
    assert (Discard("R4") in offered) is (between != "on the spot")


def book_acts(table):
    """The acts of layers in red's menu."""
    (ask,) = [one for one in table.battle.waiting() if one.seat == "red"]
    return table.book.union(seams.ACTS, table.book, table.position, ask)


def test_bc_8_11_all_that_ended_one_move_may_leave_them_one_after_the_other():
    table = carded(f"{RIDER}; R2 HFT 30 6 0 [MI] {{on transports}}; {BESIDE}; B1 SPR 20 30 180")
    table.go("R1 R2", {"advance": 2})
    table.say("red", Discard("R1"))
    table.say("red", Discard("R2"))
    assert not table.piece("R2").marked("on transports")
    assert not any(table.piece(name).marked("ends its move") for name in ("R1", "R2"))
    table.go("R3", {"advance": 1})
    table.choose("red", "end")


def test_bc_30_25_a_flank_march_ends_as_any_move_does():
    """Offered as it has come in, and no more once another has moved."""
    march = "R1 HFT reserve [MI] {on transports}; R3 KNT 20 6 0; B1 SPR 20 30 180"
    come = March("left", (Step("R1", pose_at(20_000, 120_000, 90)),))
    table = carded(march, counters={"red": {"flank march": 1}})
    table.say("red", come)
    assert table.judge("red", Discard("R1")).ok
    table.go("R3", {"advance": 1})
    assert keys(table.judge("red", Discard("R1"))) == {"bc.8-4.late"}


def test_bc_8_5_riding_it_does_not_shoot_and_is_shot_at_with_minus_one():
    table = carded("R1 ARC 28 6 0 [MI] {on transports}; B1 ARC 28 8.5 180")
    here = table.field
    why = refusals(here, here.stand("R1"), here.stand("B1"))
    assert "BC-8.5" in {one.clause for one in why}
    found = parts(table, "R1", "B1", "ranged")
    del found
    from condotta.rules.triumph.combat.odds import odds

    scores = odds(table.battle.book, table.position, "B1", "R1", "ranged").scores
    mine = next(score for score in scores if score.who == "R1")
    assert {part.key: part.value for part in mine.parts}["factor.riding"] == -1


def test_bc_8_5_beaten_by_shooting_it_moves_and_gets_off():
    """By its depth on transports; a tie keeps them. [BC-30.26]"""
    pieces = "R1 HFT 28 12 0 [MI] {on transports}; B1 ARC 28 14.5 180"
    beaten = carded(pieces, phase="ranged", active="blue", dice=(4, 3))
    if any(ask.seat == "blue" for ask in beaten.asks()):
        beaten.choose("blue", "B1>R1")
    assert not beaten.piece("R1").marked("on transports")
    assert beaten.at("R1") == (28, 10, 0)
    tie = carded(pieces, phase="ranged", active="blue", dice=(3, 4))
    if any("B1>R1" in ask.options for ask in tie.asks()):
        tie.choose("blue", "B1>R1")
    assert tie.piece("R1").marked("on transports")


def test_bc_8_6_shot_off_it_shoots_no_more_in_that_phase_discarded_it_may():
    table = carded("R1 ARC 28 6 0 [MI] {shot off transports}; B1 SPR 28 8.5 180")
    here = table.field
    why = {one.clause for one in refusals(here, here.stand("R1"), here.stand("B1"))}
    assert "BC-8.6" in why
    plain = carded("R1 ARC 28 6 0 [MI]; B1 SPR 28 8.5 180")
    here = plain.field
    assert not {o.clause for o in refusals(here, here.stand("R1"), here.stand("B1"))}


def test_bc_8_7_attacked_it_becomes_foot_with_minus_one_in_that_combat():
    """Gaps stay, the stand behind does not move. [BC-0.11]"""
    table = carded(
        "R1 HFT 10 10 0 [MI] {on transports}; R2 HFT 10 8 0; B1 KNT 10 10 180",
        phase="close", dice=(3, 3),
    )  # fmt: skip
    fought = next(one for one in table.rulings() if one.tallies)
    mine = next(tally for tally in fought.tallies if tally.who == "R1")
    assert {part.key: part.value for part in mine.parts} == {
        "factor.mounted": 3, "factor.caught": -1,
    }  # fmt: skip
    assert table.rulings("BC-8.7")
    assert not table.piece("R1").marked("on transports")
    assert table.at("R2") == (10, 8, 0)


def test_bc_8_9_on_transports_it_is_foot_of_its_type():
    table = carded(f"{RIDER}; B1 KNT 40 20 180")
    assert table.field.stand("R1").troop.code == "HFT"
    assert table.field.stand("R1").troop.is_foot


def test_bc_30_25_it_marches_in_no_nearer_than_4_mu():
    from condotta.rules.triumph import seams

    table = carded("R1 HFT 2 10 90 [MI] {on transports}; B1 SPR 6 10 180")
    here = table.field
    found = table.battle.book.refusals(seams.MAY_MARCH, here, (here.stand("R1"),), "left")
    assert "BC-8.3" in {one.clause for one in found}


def test_bc_30_27_struck_in_the_flank_the_combat_goes_on_there():
    table = carded(
        "R1 HFT 10 10 0 [MI] {on transports}; B1 SPR 11 9 270", phase="close", dice=(3, 3),
    )  # fmt: skip
    assert table.rulings("BC-8.7")
    assert any(one.tallies for one in table.rulings())


def test_bc_30_29_marker_and_support_stay_on_the_exchange():
    table = carded(
        "R1 HFT 10 10 0 [MI] {on transports} {screened} {supported}; B1 KNT 10 10 180",
        phase="close", dice=(3, 3),
    )  # fmt: skip
    fought = next(one for one in table.rulings() if one.tallies)
    mine = next(tally for tally in fought.tallies if tally.who == "R1")
    found = {part.key: part.value for part in mine.parts}
    assert (found["factor.screened"], found["factor.supported"], found["factor.caught"]) == (
        1,
        1,
        -1,
    )


def test_bc_30_30_set_aside_only_before_it_is_placed():
    """By its type's points, on transports or not. [BC-7.1, BC-7.3]"""
    stands = "; ".join(f"R{n} HFT undeployed [SP] @foot" for n in range(1, 6))
    table = red_to_set_out(f"{stands}; R6 ARC undeployed [SB] [MI] @bows; {BLUE}")
    table.say("red", TakeForm("R6", "form.riding"))
    four = ("R1", "R2", "R3", "R4")
    assert table.judge("red", Support(("R6",), four)).ok
    assert not table.judge("red", Support(("R6",), (*four, "R5"))).ok
    table.say("red", deploy("R6 24 8 0"))
    assert "Support" not in table.asks("red")[0].says


def test_bc_30_31_transports_may_be_passed_through():
    table = carded("R1 KNT 28 3 0; R2 HFT 28 6 0 [MI] {on transports}; R9* LFT 20 3 0")
    assert not table.why_not("R1", {"advance": 5})
    foot = carded("R1 KNT 28 3 0; R2 HFT 28 6 0 [MI]; R9* LFT 20 3 0")
    assert "TC-5.41" in foot.why_not("R1", {"advance": 5})


def test_bc_30_28_caught_it_has_no_wagon_behind_it():
    table = carded(
        "R0 CAMP 10 8 0 {standard wagon}; R1 HFT 10 10 0 [MI] {on transports}; B1 KNT 10 10 180",
        phase="close", dice=(3, 3),
    )  # fmt: skip
    fought = next(one for one in table.rulings() if one.tallies)
    mine = next(tally for tally in fought.tallies if tally.who == "R1")
    assert "factor.wagon" not in {part.key for part in mine.parts}


# ── 9 Plaustrella ────────────────────────────────────────────────────────────
CART = "R1 LFT 28 6 0 [PL] {plaustrella}"


def test_bc_9_7_nobody_pushes_carts_from_transports():
    table = red_to_set_out(f"R1 LFT undeployed [PL] [MI]; {BLUE}")
    assert "form.with-carts" in forms(table, "R1")
    table.say("red", TakeForm("R1", "form.riding"))
    assert "form.with-carts" not in forms(table, "R1")


def test_bc_9_1_stand_by_stand_when_set_out():
    table = red_to_set_out(f"R1 LFT undeployed [PL]; {BLUE}")
    table.say("red", TakeForm("R1", "form.with-carts"))
    assert table.piece("R1").shape == Rectangle(20_000, 20_000)
    table.say("red", TakeForm("R1", "form.without-carts"))
    assert not table.piece("R1").marked("plaustrella")


def test_bc_9_2_2_mu_in_all_terrain_and_close_order_foot():
    open_ground, woods = carded(CART), carded(CART, areas="woods box 28 7 6 6")
    for table in (open_ground, woods):
        assert not table.why_not("R1", {"advance": 2})
        assert "TC-1.6" in table.why_not("R1", {"advance": 2.1}) or table is woods
    assert woods.why_not("R1", {"advance": 2.1})
    assert open_ground.field.stand("R1").troop.is_close_foot


def test_bc_9_3_shot_at_3_and_one_more_unless_from_the_rear():
    """From the rear 3 and -1: 2 in all. [BC-30.13]"""
    from condotta.rules.triumph.combat.odds import odds

    front = carded(f"{CART}; B1 ARC 28 8.5 180")
    scores = odds(front.battle.book, front.position, "B1", "R1", "ranged").scores
    mine = next(score for score in scores if score.who == "R1")
    assert sum(part.value for part in mine.parts) == 4
    rear = carded(f"{CART}; B1 ARC 28 2 0")
    scores = odds(rear.battle.book, rear.position, "B1", "R1", "ranged").scores
    mine = next(score for score in scores if score.who == "R1")
    assert sum(part.value for part in mine.parts) == 2


def test_bc_9_4_as_heavy_foot_plus_two_against_mounted_to_the_front():
    table = carded("R1 LFT 20 14 0 [PL] {plaustrella}; B1 KNT 20 14 180")
    assert parts(table, "R1", "B1") == {"factor.mounted": 3, "factor.plaustrella": 2}
    flank = carded("R1 LFT 20 14 0 [PL] {plaustrella}; B1 KNT 21 13 270")
    assert "factor.plaustrella" not in parts(flank, "R1", "B1")
    foot = carded("R1 LFT 20 14 0 [PL] {plaustrella}; B1 SPR 20 14 180")
    assert "factor.plaustrella" not in parts(foot, "R1", "B1")


def test_bc_9_4_elephants_shatter_it_in_any_terrain():
    for areas in ("", "woods box 20 14 8 8"):
        table = carded("R1 LFT 20 14 0 [PL] {plaustrella}; B1 ELE 20 14 180", areas=areas)
        assert meaning(table, "R1", "B1", "beaten") == ("shattered", "BC-9.4")


def test_bc_9_5_equipped_it_counts_4_points():
    table = red_to_set_out(f"R1 LFT undeployed [PL]; {BLUE}")
    assert table.count("R1", "worth") == 6
    table.say("red", TakeForm("R1", "form.with-carts"))
    assert table.count("R1", "worth") == 8
    table.say("red", TakeForm("R1", "form.without-carts"))
    assert table.count("R1", "worth") == 6


def test_bc_9_6_what_shatters_heavy_foot_shatters_it():
    """Knights in the open, for all its +2. [BC-30.12]"""
    table = carded("R1 LFT 20 14 0 [PL] {plaustrella}; B1 KNT 20 14 180")
    assert meaning(table, "R1", "B1", "beaten")[0] == "shattered"


def test_bc_30_14_no_rear_support_unless_another_card_gives_it():
    pieces = "R1 PIK 20 14 0 [PL] {plaustrella}; R2 PIK 20 12 0; B1 SPR 20 14 180"
    assert "factor.rearSupportPikes" not in parts(carded(pieces), "R1", "B1")
