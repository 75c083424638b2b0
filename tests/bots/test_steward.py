"""What a steward makes of small positions, and that it never knows more than its view."""

from msgspec.structs import replace

from condotta.bots.lots import lots
from condotta.bots.matchups import matchups
from condotta.bots.outlook import Outlook
from condotta.bots.prospects import GENERAL, PUSHED, close_prospect
from condotta.bots.steward import Steward
from condotta.kernel.asks import Ask, Choose
from condotta.rules.library import book
from condotta.rules.triumph.combat.odds import odds
from condotta.rules.triumph.movement.moves import Move
from tests.rules.triumph.table_setting import Table, setting


def answer(table: Table, seat: str = "red"):
    """What a steward says to the seat's open question."""
    bot = Steward(table.battle.book, lots("test"))
    return bot.answer(table.battle.view(seat), table.asks(seat)[0])


def outlook(table: Table, seat: str = "red") -> Outlook:
    return Outlook(table.field, seat, matchups(table.battle.book))


def test_it_strikes_a_lone_enemy_it_is_good_against():
    table = setting("R1* KNT 20 10 0; R2 KNT 22 10 0; B1* WBD 20 14 180", cp=2)
    said = answer(table)
    assert isinstance(said, Move)
    table.say("red", said)
    assert table.field.fighting


def test_it_does_not_throw_warband_at_knights():
    table = setting("R1* WBD 20 10 0; B1* KNT 20 13 180; B2 KNT 22 13 180", cp=2)
    said = answer(table)
    if isinstance(said, Move):
        table.say("red", said)
    assert not table.field.fighting


def test_far_from_the_enemy_it_advances_its_whole_line():
    line = "; ".join(f"R{number} HFT {14 + 2 * number} 6 0" for number in range(1, 6))
    table = setting(f"R9* HFT 14 6 0; {line}; B1* HFT 20 26 180; B2 HFT 22 26 180", cp=1)
    said = answer(table)
    assert isinstance(said, Move)
    assert len(said.pieces) == 6
    table.say("red", said)
    assert table.at("R1")[1] == 9


def test_every_answer_is_legal_and_it_ends_the_phase_when_nothing_is_worth_it():
    table = setting("R1* HFT 20 10 0; R2 ECV 26 12 0; B1* PIK 22 18 180; B2 BLV 30 20 180", cp=4)
    for _ in range(9):
        asked = table.asks("red")
        if not asked or asked[0].window != "movement":
            break
        table.say("red", answer(table))
    else:
        raise AssertionError("the phase never ends")


def test_it_shoots_where_it_expects_most():
    table = setting(
        "R1* ARC 20 10 0; B1 HFT 19 12.5 180; B2* KNT 21 12.5 180; B3 WWG 40 30 180",
        phase="ranged",
    )
    ask = table.asks("red")[0]
    said = answer(table)
    bot = Steward(table.battle.book, lots("test"))
    worth = {option: bot.promise(table.position, option) for option in ask.options}
    assert said == Choose(max(worth, key=worth.__getitem__))
    assert said != Choose("hold")


def test_of_equal_targets_the_nearest_is_shot_at_whoever_is_listed_first():
    for near, far in (("B1", "B2"), ("B2", "B1")):
        at = {near: "19 12.3 180", far: "21 12.7 180"}
        foes = "; ".join(f"{name} HFT {at[name]}" for name in ("B1", "B2"))
        table = setting(f"R1* ARC 20 10 0; {foes}; B3* WWG 40 30 180", phase="ranged")
        assert answer(table) == Choose(f"R1>{near}")


def test_it_fights_its_best_combat_first():
    table = setting(
        "R1* KNT 20 10 0; B1 WBD 20 10 180; R2 SKM 30 10 0; B2* HFT 30 10 180", phase="close"
    )
    ask = table.asks("red")[0]
    assert set(ask.options) == {"R1>B1", "R2>B2"}
    assert answer(table) == Choose("R1>B1")


def test_a_prospect_weighs_the_exact_odds_by_what_each_result_costs():
    table = setting("R1* KNT 20 10 0; B1* SPR 20 10 180; B2 SPR 40 30 180", phase="close")
    exact = odds(table.battle.book, table.position, "R1", "B1")
    found = close_prospect(table.field, "R1", "B1")
    spear, knight = 8 + GENERAL, 8 + GENERAL
    assert exact.meanings["beats"].outcome == "shattered"
    assert found.theirs == (exact.doubles + exact.beats) * spear / 36
    assert found.ours == (exact.doubled * knight + exact.beaten * PUSHED) / 36


def test_a_flank_in_contact_raises_what_is_expected():
    alone = setting("R1* HFT 20 10 0; B1* HFT 20 10 180", phase="close")
    held = setting("R1* HFT 20 10 0; R2 HFT 21 11 270; B1* HFT 20 10 180", phase="close")
    before = close_prospect(alone.field, "R1", "B1").gain
    assert close_prospect(held.field, "R1", "B1").gain > before + 1


def test_an_open_flank_in_reach_is_a_danger_and_a_friend_beside_it_is_a_guard():
    open_flank = setting("R1 HFT 20 10 0; R2* HFT 40 2 0; B1* ECV 24 11 270")
    guarded = setting("R1 HFT 20 10 0; R2* HFT 22 10 0; B1* ECV 26 11 270")
    one, two = open_flank.field.stand("R1"), guarded.field.stand("R1")
    assert outlook(open_flank).danger(open_flank.field, one, ()) > 0
    assert outlook(guarded).danger(guarded.field, two, ("right",)) < outlook(open_flank).danger(
        open_flank.field, one, ()
    )


def test_matchups_mirror_each_other():
    table = matchups(book("triumph"))
    one, two = table.of("KNT", "SPR"), table.of("SPR", "KNT")
    assert (one.theirs, one.ours) == (two.ours, two.theirs)
    assert table.of("WBD", "KNT").gain < 0 < table.of("KNT", "WBD").gain


def test_it_sees_its_view_and_nothing_else():
    table = setting("R1* KNT 20 10 0; B1* WBD 20 14 180", cp=2)
    view = table.battle.view("red")
    hidden = replace(view, position=replace(view.position, turn=1))
    ask: Ask = table.asks("red")[0]
    bot = Steward(table.battle.book, lots("test"))
    assert bot.answer(hidden, ask) == bot.answer(view, ask)
