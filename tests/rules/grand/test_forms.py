"""Forms of stands wherever they come on: command by command, on a flank march. [BC-30.70, 30.71]"""

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.events import Counted, Exchanged
from condotta.kernel.evolving import with_piece
from condotta.kernel.records import Mark
from condotta.rules.grand import names
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.bows import Support
from condotta.rules.triumph.deployment.finishing import undone
from condotta.rules.triumph.deployment.forms import TakeForm, form_acts
from condotta.rules.triumph.movement.flank_march import March, marches
from condotta.rules.triumph.muster import CardSpec
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.stands.seeming import exchanged
from condotta.table import Area, Box
from tests.rules.grand.large_table import (
    BOOK,
    MU,
    answer,
    army,
    as_listed,
    large,
    place,
    split,
    until,
)
from tests.rules.triumph.cards.card_table import carded
from tests.rules.triumph.set_up_table import pose


def carrying(text, *traits, code="KNT", seats=1, cards=()):
    """An army of which the stands of a type, generals apart, carry traits."""
    plain = army(text, seats, cards=tuple(CardSpec(one) for one in cards))
    commands = tuple(
        replace(
            one,
            stands=tuple(
                replace(spec, traits=traits, entry="t1")
                if spec.code == code and not spec.general
                else spec
                for spec in one.stands
            ),
        )
        for one in plain.commands
    )
    return replace(plain, commands=commands)


THREE = "R HFT* KNTx6 HFTx4 / HFT* KNTx6 / HFT* KNTx6"


def setting_out(made, **entries):
    """Red, without the advantage, is to set out the first of its commands."""
    table = large(made, first="blue")
    split(table, as_listed(table, "red", **entries))
    place(table)
    until(table, names.TROOPS)
    return table


def carriers(table, command=""):
    return [
        piece.id
        for piece in table.position.pieces.values()
        if any(trait in ("CH", "SV", "DD:EFT", "MI", "PL", "SP") for trait in piece.traits)
        if command in ("", piece.command)
    ]


def kinds(table):
    return {act.form for act in form_acts(BOOK, table.position, table.asks("red")[0])}


# ── commands come on one after another ───────────────────────────────────────
def test_bc_22_6_all_eligible_stands_of_the_army_take_the_chains_together():
    """Also those of other commands, and of one that will march on a flank."""
    table = setting_out(carrying(THREE, "CH"), c3="left")
    first = next(name for name in carriers(table) if name in table.asks("red")[0].about)
    table.say("red", TakeForm(first, "form.chained"))
    assert len(carriers(table)) == 18
    assert all(table.piece(name).marked("chained") for name in carriers(table))
    table.say("red", TakeForm(first, "form.unchained"))
    assert not any(table.piece(name).marked("chained") for name in carriers(table))
    table.say("red", TakeForm(first, "form.chained"))
    about = table.asks("red")[0].about
    until_done(table)
    assert table.asks("red")[0].about != about
    assert "form.unchained" not in kinds(table), "decided with the first that were placed"
    assert all(table.piece(name).marked("chained") for name in carriers(table))


def test_bc_22_6_unchained_they_stay_in_every_later_command():
    table = setting_out(carrying(THREE, "CH"))
    until_done(table)
    later = table.asks("red")[0].about
    stand = next(name for name in carriers(table) if name in later)
    assert not table.judge("red", TakeForm(stand, "form.chained")).ok


def test_bc_22_6_who_guards_the_camp_decides_nothing():
    table = setting_out(carrying(THREE, "CH"))
    guard, first = carriers(table, "R.3")[0], carriers(table, "R.1")[0]
    behind = replace(table.piece(guard), place="aside", traits=("CH", core.GARRISON))
    table.battle.correct((Exchanged(behind),), "he guards the camp")
    if first not in table.asks("red")[0].about:
        first = carriers(table, table.piece(table.asks("red")[0].about[0]).command)[0]
    table.say("red", TakeForm(first, "form.chained"))
    assert table.piece(first).marked("chained")
    assert not table.piece(guard).marked("chained")


def until_done(table):
    """The command of this step is set out as the menus know best."""
    about = table.asks("red")[0].about
    while table.asks("red") and table.asks("red")[0].about == about:
        answer(table, "red")


@pytest.mark.parametrize("lot", [(0, 1), (5, 2)])
def test_bc_3_1_any_two_of_a_command_are_a_pair_whatever_the_lots(lot):
    """Nobody of another command is."""
    table = setting_out(carrying(THREE, "SV"))
    about = table.asks("red")[0].about
    command = table.piece(about[0]).command
    own = carriers(table, command)
    one, other = own[lot[0]], own[lot[1]]
    table.say("red", TakeForm(one, "form.split", (other,)))
    assert {table.piece(one).type, table.piece(other).type} == {"EFT", "JCV"}
    stranger = next(name for name in carriers(table) if name not in own)
    assert not table.judge("red", TakeForm(own[3], "form.split", (stranger,))).ok


# ── a flank march ────────────────────────────────────────────────────────────
FORMS = {
    "DD:EFT": ("form.dismounted", "form.mounted"),
    "MI": ("form.riding", "form.on-foot"),
    "PL": ("form.with-carts", "form.without-carts"),
    "CH": ("form.chained", "form.unchained"),
    "SV": ("form.split", "form.whole"),
    "ES": ("form.screened", "form.unscreened"),
}


@pytest.mark.parametrize("trait", FORMS)
def test_bc_30_70_a_command_on_a_flank_march_chooses_as_it_comes_in(trait):
    """And chooses anew until it is in; then no more."""
    there, back = FORMS[trait]
    kind = "LFT" if trait == "MI" else "KNT"
    text = f"R HFT* HFTx16 / {kind}* {kind}x7 / HFT* HFTx8"
    table = large(carrying(text, trait, code=kind), first="red")
    split(table, as_listed(table, "red", c2="left"))
    place(table)
    until(table, "movement")
    until_next(table)
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    stand = next(one.id for one in table.position.at("reserve") if trait in one.traits)
    before = table.piece(stand)
    table.say("red", TakeForm(stand, there))
    assert table.piece(stand) != before
    table.say("red", TakeForm(stand, back))
    assert replace(table.piece(stand), traits=()) == replace(before, traits=())
    table.say("red", TakeForm(stand, there))
    seen = table.battle.view("red").position
    table.say("red", next(iter(marches(BOOK, seen, "red"))))
    assert table.piece(stand).place == "table"
    assert not table.judge("red", TakeForm(stand, back)).ok


def until_next(table):
    """Red's second turn, in which a march may come in. [TC-8.21]"""
    for _ in range(200):
        asks = table.asks()
        if asks[0].seat == "red" and asks[0].window == "movement" and table.position.turn > 2:
            return
        ask = asks[0]
        if ask.window == "movement":
            table.choose(ask.seat, "end")
        else:
            answer(table, ask.seat)
    raise AssertionError("the turn did not come")


SMALL = "R1 KNT reserve [{}] @t1; R2 KNT reserve [{}] @t1; R3 SPR 28 6 0; B1 SPR 28 30 180"


@pytest.mark.parametrize("trait", ["DD:EFT", "CH", "SV", "PL"])
def test_bc_30_70_so_does_a_reserve_of_the_small_game(trait):
    there, back = FORMS[trait]
    table = carded(SMALL.format(trait, trait), turn=3)
    assert "TakeForm" in table.asks("red")[0].says
    table.say("red", TakeForm("R1", there))
    table.say("red", TakeForm("R1", back))
    table.say("red", TakeForm("R1", there))
    come = next(iter(marches(table.battle.book, table.position, "red")))
    table.say("red", come)
    assert "TakeForm" not in table.asks("red")[0].says if table.asks("red") else True


def test_bc_30_70_nobody_chooses_who_may_not_come_in_now():
    """Not without a point, nor whoever is on the table. [TC-8.22]"""
    poor = carded(SMALL.format("MD:EFT", "DD:EFT"), turn=3)
    assert poor.judge("red", TakeForm("R2", "form.dismounted")).ok
    assert not poor.judge("red", TakeForm("R3", "form.dismounted")).ok
    poor.battle.correct((Counted("R", core.CP, 0),), "the points are spent")
    assert not poor.judge("red", TakeForm("R2", "form.dismounted")).ok


def test_bc_30_70_bows_support_those_who_march_on_with_them():
    """Decided as the first supported troops come on. [BC-7.3]"""
    text = (
        "R1 HFT reserve [SP] @t1; R2 HFT reserve [SP] @t1; R4 ARC reserve [SB] @t2;"
        " R3 SPR 28 6 0; B1 SPR 28 30 180"
    )
    table = carded(text, turn=3)
    assert "Support" in table.asks("red")[0].says
    table.say("red", Support(("R4",), ("R1", "R2")))
    assert table.piece("R4").place == "aside"
    assert table.piece("R1").marked("supported")
    come = next(iter(marches(table.battle.book, table.position, "red")))
    assert {step.piece for step in come.steps} == {"R1", "R2"}
    assert isinstance(come, March)


# ── counted over an army ─────────────────────────────────────────────────────
def test_tc_8_10_another_seat_of_the_army_may_not_undo_a_screen():
    """Nobody stands before it, whoever leads him. [BC-20.2]"""
    here, found = played_by_three((40, 6), (40, 7), marks=(Mark("screened"),))
    behind, before = sorted(found, key=lambda one: one.base.pose.y)
    assert behind.seat != before.seat
    plain = replace(before.piece, marks=())
    position = with_piece(here.position, plain)
    ask = Ask(before.seat, names.TROOPS, "TC-8.1", about=(before.id,))
    assert "BC-20.2" in {one.clause for one in undone(BOOK, position, ask)}


def played_by_three(*poses, marks=(), cards=()):
    """Red's light foot, each of another command and seat, standing there; the field."""
    text = "R HFT* LFTx9 / HFT* LFTx9 / HFT* LFTx9"
    made = army(text, 3, cards=tuple(CardSpec(one) for one in cards))
    table = large(made, seats=3, first="blue")
    split(table)
    place(table)
    until(table, names.TROOPS)
    position = table.position
    for number, where in enumerate(poses):
        own = [one for one in position.pieces.values() if one.command == f"R.{number % 3 + 1}"]
        piece = [one for one in own if one.type == "LFT"][number // 3]
        down = replace(piece, place="table", pose=pose(*where), marks=marks)
        position = with_piece(position, down)
    wood = Area("w", "woods", Box(45 * MU, 14 * MU, 8 * MU, 4 * MU, 1_000_000, 0))
    here = Field(BOOK, replace(position, areas=(wood,)))
    return here, [one for one in here.stands if one.piece.type == "LFT"]


@pytest.mark.parametrize(("many", "crowded"), [(2, False), (3, True)])
def test_bc_30_71_two_ambushers_of_an_army_in_one_wood_whoever_leads_them(many, crowded):
    """[BC-13.2]"""
    where = [(40 + 3 * number, 13) for number in range(many)]
    here, found = played_by_three(*where, cards=("AM",))
    assert len({one.seat for one in found}) == many
    why = here.book.refusals(seams.MAY_DEPLOY, here, found[-1])
    assert ("BC-13.2" in {one.clause for one in why}) is crowded


@pytest.mark.parametrize(("apart", "refused"), [(2, False), (9, True)])
def test_bc_30_71_the_screen_of_an_army_is_one_group_whoever_leads_it(apart, refused):
    """[BC-20.2]"""
    here, found = played_by_three((40, 6), (40 + apart, 6), marks=(Mark("screened"),))
    assert len({one.seat for one in found}) == 2
    why = here.book.refusals(seams.MAY_DEPLOY, here, found[0])
    assert ("BC-20.2" in {one.clause for one in why}) is refused


def test_bc_22_6_what_only_looks_like_one_of_them_is_chained_too_and_stays_secret():
    """Or everybody would know it by its being free. [BC-24.1, BC-30.67]"""
    table = setting_out(carrying(THREE, "CH"))
    about = table.asks("red")[0].about
    first, false = [name for name in carriers(table) if name in about][:2]
    hidden = replace(table.piece(false), truth="HRD||")
    table.battle.correct((exchanged(hidden, "south"),), "it is not what it seems")
    assert not table.judge("red", TakeForm(false, "form.chained")).ok
    table.say("red", TakeForm(first, "form.chained"))
    known, seen = (table.battle.view(seat).position.pieces[false] for seat in ("red", "blue"))
    assert (known.truth, seen.truth) == ("HRD||", "")
    assert known.marked("chained")
    assert replace(known, truth="") == seen
    like = table.battle.view("blue").position.pieces[first]
    assert replace(seen, id="", pose=None) == replace(like, id="", pose=None)
