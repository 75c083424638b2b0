"""Battle cards in every command of the large game. [GT-10, BC-30]"""

import pytest
from msgspec.structs import replace

from condotta.kernel.events import Asked, Exchanged, Laid, Ruled, Veiled
from condotta.positions.building import battle, set_up
from condotta.positions.records import CardSaid, Document, PieceSaid, SeatSaid
from condotta.rules.grand import names
from condotta.rules.grand.deploying import of_one_command
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.bows import Support
from condotta.rules.triumph.cards.common.carrying import in_hand
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.cards.mobile_infantry.discarding import Discard
from condotta.rules.triumph.cards.prepared_defenses import PlaceObstacle
from condotta.rules.triumph.cards.standard_wagon import UseWagon
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.muster import CardSpec
from condotta.table import Area, Box
from tests.rules.any_table import clauses
from tests.rules.grand.large_table import (
    BOOK,
    MU,
    RED,
    answer,
    army,
    large,
    place,
    split,
    until,
)
from tests.rules.triumph.cards.card_table import carded, parts
from tests.rules.triumph.set_up_table import deploy, pose
from tests.rules.triumph.table_setting import Table


def shaken(pieces: str, **more) -> Table:
    """A table of the large game on which red's first command is demoralised."""
    return carded(
        f"{pieces}; R8 HFT lost", system="grand", counters={"R.1": {names.TOTAL: 12}}, **more
    )


def wealthy(*codes: str, first: str = "blue", red: str = RED, seats: int = 1) -> Table:
    """A large battle at its camps, where red's army has cards."""
    cards = tuple(CardSpec(code, code.count("PD") + 1) for code in codes)
    table = large(army(red, seats, cards=cards), seats=seats, first=first)
    split(table)
    return table


def advance(table: Table, window: str) -> None:
    """Answer as the menus know best until such a question is open."""
    for _ in range(120):
        ask = table.asks()[0]
        if ask.window == window:
            return
        if ask.window == names.FIRST:
            table.choose(ask.seat, ask.options[0])
        elif ask.window == names.MARKERS:
            place(table)
        else:
            answer(table, ask.seat)
    raise AssertionError(f"no question {window} came")


# ── routs ────────────────────────────────────────────────────────────────────
GENERALS = "R1* HFT 40 10 0 moved; B1* SPR 80 30 180"


def test_bc_30_17_whoever_dismounted_or_left_its_transports_does_not_rout():
    table = shaken(
        "R1* HFT 40 10 0 {moved}; R2 KNT 44 10 0 [MD:EFT]; R3 HFT 47 10 0 [MI] {on transports};"
        " R4 HFT 36 10 0; B1* SPR 80 30 180", cp=6,
    )  # fmt: skip
    table.say("red", Dismount("R2"))
    table.say("red", Discard("R3"))
    table.choose("red", "end")
    assert table.at("R2") == (44, 10, 0)
    assert table.at("R3") == (47, 10, 0)
    assert table.at("R4")[2] == 180


@pytest.mark.parametrize(("areas", "far"), [("", 6), ("rough box 44 6 8 12", 3)])
def test_bc_30_24_foot_on_transports_routs_six_mu_or_three_and_keeps_them(areas, far):
    """The 4 MU rule does not bind it: an enemy stands nearer. [BC-8.3]"""
    table = shaken(
        "R1* HFT 40 16 0 {moved}; R4 HFT 44 16 0 [MI] {on transports}; B1* SPR 80 30 180;"
        " B2 SPR 40 8 180", cp=0, areas=areas,
    )  # fmt: skip
    depth = table.piece("R4").shape.depth / MU
    assert table.at("R4") == pytest.approx((44, 16 - depth - far, 180))
    assert table.piece("R4").marked("on transports")


def test_bc_24_8_a_masquerade_routs_no_farther_than_it_may_move():
    table = shaken("R1* HFT 40 16 0; R4 LFT 44 16 0; B1* SPR 80 30 180", cp=6)
    hidden = replace(table.piece("R4"), truth="HRD||")
    table.battle.correct((Exchanged(hidden),), "it is not what it seems")
    depth = hidden.shape.depth / MU
    table.choose("red", "end")
    assert table.at("R4") == pytest.approx((44, 16 - depth - 2, 180))


def test_bc_30_57_masquerades_are_revealed_before_anybody_routs():
    table = shaken("R1* HFT 40 16 0; R4 LFT 44 16 0; B1* SPR 80 30 180; B2 SPR 44 23 180", cp=6)
    hidden = replace(table.piece("R4"), truth="HRD||")
    table.battle.correct((Exchanged(hidden),), "it is not what it seems")
    table.choose("red", "end")
    shown = [one.inside if isinstance(one, Veiled) else one for one in table.battle.log]
    told = [one.clause for one in shown if isinstance(one, Ruled)]
    assert told.index("BC-24.6") < told.index("GT-8.6")
    assert table.piece("R4").type == "HRD"
    assert table.at("R4") == (44, 12, 180)


def test_bc_30_33_the_card_outranks_the_follow_up_of_a_demoralised_enemy():
    table = carded(
        "R1 HFT 20 14 0 @t1; B1 SPR 20 14 180; B8 HFT lost", cards="red HL t1", system="grand",
        phase="close", dice=(3, 2), counters={"B.1": {names.TOTAL: 12}},
    )  # fmt: skip
    table.choose("red", "hold")
    assert table.at("R1") == (20, 14, 0)
    without = carded(
        "R1 HFT 20 14 0 @t1; B1 SPR 20 14 180; B8 HFT lost", system="grand",
        phase="close", dice=(3, 2), counters={"B.1": {names.TOTAL: 12}},
    )  # fmt: skip
    assert without.at("R1") == (20, 14.75, 0)


# ── who plays them ───────────────────────────────────────────────────────────
def test_bc_30_9_bc_30_66_scythed_chariots_before_the_first_die_by_the_overall_commander():
    table = wealthy("SC", first="red", seats=3)
    advance(table, "stampede")
    assert [ask.seat for ask in table.asks()] == ["red"]
    asked = [one.ask.window for one in table.battle.log if isinstance(one, Asked)]
    assert "command dice" not in asked
    table.choose("red", "keep")
    asked = [one.ask.window for one in table.battle.log if isinstance(one, Asked)]
    assert asked.count("command dice") == 3


def test_bc_30_66_the_seat_of_the_command_holds_the_line():
    document = Document(
        system="grand",
        seats=(
            SeatSaid(seat="red", side="south"), SeatSaid(seat="blue", side="north"),
            SeatSaid(seat="amber", side="south"),
        ),
        pieces=(
            PieceSaid(id="R9", type="LFT", seat="red", at=(28, 3, 0), general=True),
            PieceSaid(id="R1", type="KNT", seat="amber", at=(20, 14, 0), unit="t1", army="R",
                      command="R.2"),
            PieceSaid(id="B1", type="ARC", seat="blue", at=(20, 14, 180), general=True),
        ),
        cards=(CardSaid(code="HL", seat="red", unit="t1"),),
        phase="close", active=("red", "amber"), dice=(6, 1),
    )  # fmt: skip
    table = Table(battle(set_up(document)))
    assert [(ask.seat, ask.window) for ask in table.asks()] == [("amber", "hold the line")]


# ── setting out ──────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("x", "legal"), [(31, True), (59, True), (30.9, False), (59.1, False)])
def test_gt_10_4_obstacles_lie_in_the_middle_30_mu_with_the_first_commands(x, legal):
    """And no later. [GT-10.5, BC-14.2]"""
    table = wealthy("PD")
    advance(table, names.TROOPS)
    assert table.asks()[0].seat == "red"
    assert clauses(table.judge("red", PlaceObstacle(pose(x, 11, 0)))) == (
        set() if legal else {"BC-14.2"}
    )
    advance(table, names.LAST_TROOPS)
    assert "PlaceObstacle" not in table.asks()[0].says


def test_bc_14_2_an_old_captain_counts_no_markers_among_the_riders():
    table = wealthy("PD")
    advance(table, names.TROOPS)
    ask = table.asks()[0]
    seen = table.battle.view("red").position
    advised = table.battle.book.union(seams.COUNSEL, table.battle.book, seen, ask)
    assert any(isinstance(said, PlaceObstacle) for _, said in advised)


@pytest.mark.parametrize(("first", "window"), [("blue", "centre troops"), ("red", "all troops")])
def test_gt_10_5_a_wagon_goes_down_with_the_first_commands_in_the_centre_zone(first, window):
    """The Centre zone, as for any main camp. [GT-10.4, GT-5.1]"""
    table = wealthy("SW", first=first)
    while "UseWagon" not in table.asks()[0].says:
        answer(table, table.asks()[0].seat)
    table.say("red", UseWagon(40_000))
    advance(table, window)
    asked = [one.ask for one in table.battle.log if isinstance(one, Asked)]
    assert not [ask for ask in asked if ask.window == names.TROOPS and ask.seat == "red"]
    assert "TC-9.31" in clauses(table.judge("red", PlaceCamp(pose(37, 7))))
    assert "TC-8.2" in clauses(table.judge("red", PlaceCamp(pose(45, 8.5))))
    table.say("red", PlaceCamp(pose(38, 7)))
    assert table.asks("red")[0].window == names.TROOPS
    until(table, "movement")


@pytest.mark.parametrize(
    ("first", "window"), [("blue", "rest of the troops"), ("red", "all troops")]
)
def test_gt_10_5_herds_go_down_with_the_last_commands_anywhere_on_the_edge(first, window):
    table = wealthy("PT", first=first)
    advance(table, window)
    assert table.asks()[0].seat == "red"
    if first == "blue":
        assert len([one for one in table.position.at("table") if one.army == "R"]) > 10
    assert table.judge("red", PlaceCamp(pose(6, 2))).ok
    table.say("red", PlaceCamp(pose(84, 2)))
    until(table, "movement")


def test_gt_10_5_an_allys_camp_is_none_of_the_armys_herds():
    table = wealthy("PT", red="R KNT* HFT+x8 / KNT* HFT+x7 / LSP~* LSP~x7")
    while table.asks()[0].seat != "red":
        answer(table, table.asks()[0].seat)
    assert table.asks()[0].window == "camp"
    assert table.asks()[0].about == ("R00",)


def test_gt_10_7_bow_stands_support_their_own_command_only():
    """Set aside they stay in their command's total, and are never lost. [BC-7.4]"""
    spears = army("R KNT* SPRx8 ARCx2 / KNT* SPRx8 / KNT* SPRx8")

    def listed(command):
        given = {"ARC": ("SB",), "SPR": ("SP",)}
        stands = tuple(
            replace(one, traits=given.get(one.code, ()), entry=one.code) for one in command.stands
        )
        return replace(command, stands=stands)

    red = replace(spears, commands=tuple(map(listed, spears.commands)), cards=(CardSpec("SB"),))
    table = large(red, first="red")
    split(table)
    total = table.count("R.1", names.TOTAL)
    advance(table, names.TROOPS)
    while table.asks()[0].seat != "red":
        answer(table, table.asks()[0].seat)
    stands = [table.piece(name) for name in table.asks()[0].about]
    assert {one.command for one in stands} == {"R.1"}
    bows = [one.id for one in stands if one.type == "ARC"]
    own = [one.id for one in stands if one.type == "SPR"]
    others = [one.id for one in table.position.pieces.values() if one.command == "R.2"]

    strangers = tuple(table.piece(name) for name in others[-1:])
    refusal = of_one_command(table.book, table.position, (table.piece(bows[0]),), strangers)
    assert refusal is not None
    assert refusal.clause == "GT-10.7"
    table.say("red", Support((bows[0],), (own[0],)))
    assert table.piece(bows[0]).place == "aside"
    assert table.count("R.1", names.TOTAL) == total
    assert bows[0] not in table.lost()


def test_gt_5_9_no_general_is_set_aside_to_support_others():
    """His command is set out around him. [BC-7.4]"""
    plain = army("R ARC* SPRx8 ARCx2 / KNT* SPRx8 / KNT* SPRx8", cards=(CardSpec("SB"),))
    given = {"ARC": ("SB",), "SPR": ("SP",)}
    commands = tuple(
        replace(
            one,
            stands=tuple(
                replace(spec, traits=given.get(spec.code, ()), entry=spec.code)
                for spec in one.stands
            ),
        )
        for one in plain.commands
    )
    table = large(replace(plain, commands=commands), first="red")
    split(table)
    advance(table, names.TROOPS)
    while table.asks()[0].seat != "red":
        answer(table, table.asks()[0].seat)
    stands = [table.piece(name) for name in table.asks()[0].about]
    bows = sorted(
        (one for one in stands if one.type == "ARC"), key=lambda one: "general" not in one.traits
    )
    spear = next(one.id for one in stands if one.type == "SPR")
    assert clauses(table.judge("red", Support((bows[0].id,), (spear,)))) == {"GT-5.9"}
    assert table.judge("red", Support((bows[1].id,), (spear,))).ok
    offered = BOOK.union(seams.ACTS, BOOK, table.battle.view("red").position, table.asks("red")[0])
    aside = {name for one in offered if isinstance(one, Support) for name in one.bows}
    assert bows[1].id in aside
    assert bows[0].id not in aside


WOODS = Area("T1", "woods", Box(30 * MU, 13 * MU, 3 * MU, 2 * MU, 1_000_000, 0))


def test_bc_30_61_an_ambush_lifts_the_8_mu_limit_and_nothing_else():
    """Command range, 16 MU from the marker and the middle zones hold. [GT-5.1, GT-5.2]"""
    table = wealthy("AM", red="R KNT* LFT+x9 / KNT* LFTx9 / KNT* LFTx9")
    table.battle.correct((Laid(WOODS),), "woods")
    advance(table, names.TROOPS)
    stands = [table.piece(name) for name in table.asks()[0].about]
    general = next(one.id for one in stands if core.GENERAL in one.traits)
    light = next(one.id for one in stands if one.type == "LFT")
    near = f"{general} 38 8 0; {light} 30 13 0"
    assert table.judge("red", deploy(near)).ok
    assert clauses(table.judge("red", deploy(f"{general} 60 8 0; {light} 30 13 0"))) == {"GT-5.2"}
    marker = next(one for one in table.position.pieces.values()
                  if one.type == names.MARKER and one.command == stands[0].command)  # fmt: skip
    table.battle.correct((Exchanged(replace(marker, pose=pose(50, 0))),), "another marker")
    assert clauses(table.judge("red", deploy(f"{general} 40 8 0; {light} 30 13 0"))) == {"GT-5.2"}


# ── whose they are ───────────────────────────────────────────────────────────
def test_bc_30_66_an_armys_cards_serve_every_seat_of_its_side_and_no_other():
    """[BC-0.2, BC-0.3] They lie before the overall commander and are seen by everybody."""
    table = wealthy("AM", seats=3)
    (card,) = (one for one in table.position.at("hand") if one.type == "AM")
    assert card.owner == "red"
    for seat in ("red", "amber", "rose"):
        assert in_hand(table.position, seat, "AM") == (card,)
    for seat in ("blue", "green", "slate"):
        assert in_hand(table.position, seat, "AM") == ()
        assert card.id in table.battle.view(seat).position.pieces


@pytest.mark.parametrize(("camp", "fortified"), [("", 2), ("[ally]", None)])
def test_bc_17_1_the_armys_fortified_camp_is_its_own_and_not_an_allys(camp, fortified):
    """[AL-16.6] An ally has a camp of its own, and cards for it of its own list."""
    table = carded(f"R0 CAMP 20 10 0 {camp}; B1 SPR 20 10 180", cards="red FC", system="grand")
    assert parts(table, "R0", "B1").get("factor.fortified") == fortified
