"""What happens after the dice: moves, losses, pursuit, turning to face. [TC-3.70 to TC-3.86]"""

from condotta.kernel.asks import Script
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Moved, Popped, Pushed, Removed, Ruled
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.combat.close_combat import ClosePhase
from condotta.rules.triumph.layer import TRIUMPH
from condotta.words import has
from tests.rules.triumph.table_setting import Table, setting


def fight(pieces: str, *dice: int, **more: object) -> Table:
    """The table after the first close combat; red has the turn."""
    table = setting(pieces, phase="close", **more)  # type: ignore[arg-type]  # keywords of setting
    if not table.asks("chance"):
        table.choose("red", "R1>B1")
    table.roll(*dice)
    return table


def ways(table: Table) -> list[str]:
    return [event.way for event in table.battle.log if isinstance(event, Moved)]


def removals(table: Table) -> list[Removed]:
    return [event for event in table.battle.log if isinstance(event, Removed)]


FAR = "; R8 HFT 2 2 0; B8 HFT 2 30 180"  # so that no side is left without a stand


def test_t_4_tc_3_77_tc_3_78_tc_3_80_knights_pursue_1_5_mu_before_anything_else():
    table = fight("R1 KNT 24 16 0; B1 SPR 24 16 180" + FAR, 5, 3)
    assert table.lost() == ["B1"]
    assert table.at("R1") == (24, 17.5, 0)
    assert [event.clause for event in table.rulings()][:3] == ["TC-3.11", "TC-3.70", "TC-3.74"]
    assert not table.piece("R1").marked(names.FRESH)


def test_tc_3_5_tc_3_40_tc_3_70_the_loser_falls_back_and_foot_stays():
    table = fight("R1 HFT 24 16 0; B1 HFT 24 16 180" + FAR, 4, 3)
    assert (table.at("R1"), table.at("B1")) == ((24, 16, 0), (24, 16.75, 180))
    assert table.lost() == []


def test_tc_3_70_a_fall_back_is_pursued_into_contact_that_waits_for_the_next_phase_tc_3_78():
    table = fight("R1 EFT 24 16 0; B1 EFT 24 16 180" + FAR, 4, 3)
    assert (table.at("R1"), table.at("B1")) == ((24, 16.75, 0), (24, 16.75, 180))
    assert table.piece("R1").marked(names.FRESH)
    assert table.position.phase != names.CLOSE
    assert "R1" in table.field.fighting


def test_tc_3_72_doubling_makes_any_stand_pursue():
    table = fight("R1 HFT 24 16 0; B1 LFT 24 16 180" + FAR, 6, 1)
    assert table.lost() == ["B1"]
    assert table.at("R1") == (24, 16.75, 0)


def test_tc_3_76_only_the_stand_that_rolled_pursues_tri_10():
    # Knights on the flank of what Heavy Foot beats: only the Heavy Foot's rule is consulted
    table = fight("R1 HFT 24 16 0; R2 KNT 25 17 270; B1 LFT 24 16 180" + FAR, 4, 4)
    assert table.lost() == ["B1"]
    assert (table.at("R1"), table.at("R2")) == ((24, 16, 0), (25, 17, 270))


def test_tc_3_77_a_winner_held_by_another_enemy_does_not_pursue():
    table = fight("R1 HRD 24 16 0; B1 LFT 24 16 180; B2 LFT 25 15 270" + FAR, 6, 1)
    assert table.lost() == ["B1"]
    assert table.rulings("TC-3.77")
    assert "pursue" not in ways(table)


def test_tri_11_tc_3_78_a_pursuer_that_reaches_a_fresh_flank_fights_once_and_nobody_turns():
    table = fight("R1 KNT 24 16 0; B1 SPR 24 16 180; B2 LFT 25 18.5 90" + FAR, 6, 1)
    assert table.lost() == ["B1"]
    assert table.at("R1") == (24, 17.5, 0)
    assert [(touch.by.id, touch.on.id, touch.edge) for touch in table.field.touches] == [
        ("R1", "B2", "right")
    ]
    assert table.piece("R1").marked(names.FRESH)
    assert table.at("B2") == (25, 18.5, 90)
    assert table.position.phase != names.CLOSE
    assert not table.asks("chance") or table.asks("chance")[0].window != "melee dice"


def test_tc_3_85_a_destroyed_stand_is_removed_at_once_to_the_credit_of_the_winner():
    table = fight("R1 HFT 24 16 0; B1 LFT 24 16 180" + FAR, 6, 1)
    (event,) = removals(table)
    assert (event.piece, event.to, event.by, event.clause) == ("B1", "lost", "red", "TC-3.6")
    assert table.piece("B1").pose is None


def test_tc_3_86_a_lost_general_is_told():
    table = fight("R1 HFT 24 16 0; B1* LFT 24 16 180" + FAR, 6, 1)
    assert [event.params["command"] for event in table.rulings("TC-3.86")] == ["B"]


def test_tri_09_tc_3_46_a_collision_takes_the_first_enemy_with_it_to_its_owners_loss():
    pieces = "R1 HFT 24 16 0; B1 SKM 24 16 180; R2 JCV 24.2 18.4 320; B9* KNT 24 20 180"
    table = fight(pieces + FAR, 6, 4)
    assert table.lost() == ["B1", "R2"]
    assert [(event.piece, event.by) for event in removals(table)] == [("B1", "red"), ("R2", "blue")]
    assert table.piece("B9").place == "table"


def test_tc_3_44_a_push_is_one_event():
    pieces = "R1 HFT 24 16 0; B1 HFT 24 16 180; B2 HFT 24 16.75 180; B3 HFT 24 17.5 180"
    table = fight(pieces + FAR, 4, 3)
    moves = [event for event in table.battle.log if isinstance(event, Moved)]
    assert [step.piece for step in moves[0].steps] == ["B1", "B2", "B3"]


def test_tc_3_41_a_stand_beaten_on_its_flank_turns_and_falls_back():
    table = fight("R1 LFT 25 15 270; B1 HFT 24 16 0" + FAR, 4, 2)
    assert table.at("B1") == (24.25, 15, 90)


# ── turning to face ──────────────────────────────────────────────────────────
def test_tc_5_47_after_a_tie_a_stand_held_on_its_flank_turns_to_face():
    table = fight("R1 LFT 25 15 270; B1 HFT 24 16 0" + FAR, 3, 3)
    assert table.at("B1") == (25, 15, 90)
    assert table.rulings("TC-5.47")
    assert table.field.fights_to_front(table.field.stand("B1")) is table.field.stand("R1")


def test_tc_5_47_without_room_it_stays_as_it_is():
    table = fight("R1 LFT 25 15 270; B1 HFT 24 16 0; B2 HFT 24 15.25 0" + FAR, 3, 3)
    assert table.at("B1") == (24, 16, 0)


def test_tc_5_36_with_an_enemy_on_its_front_it_does_not_turn():
    table = fight("R1 HFT 24 16 0; R2 LFT 25 17 270; B1 HFT 24 16 180" + FAR, 3, 4)
    assert table.at("B1") == (24, 16, 180)


def test_tc_5_36_a_winner_that_lost_its_front_enemy_turns_to_the_one_on_its_flank():
    table = fight("R1 HRD 24 16 0; B1 LFT 24 16 180; B2 LFT 25 15 270" + FAR, 6, 1)
    assert table.at("R1") == (25, 15, 90)


# ── camps ────────────────────────────────────────────────────────────────────
def test_tri_14_tc_9_22_tc_9_24_a_sacked_camp_goes_with_its_garrison_and_is_not_pursued():
    table = fight("R1 KNT 24 16 0; B1 CAMP 24 16 180" + FAR, 6, 1)
    assert table.lost() == ["B1"]
    assert table.at("R1") == (24, 16, 0)
    assert table.rulings("TC-9.22")


def test_tc_9_23_beaten_by_a_camp_the_attacker_falls_back_and_the_camp_stays():
    table = fight("R1 SKM 24 16 0; B1 CAMP 24 16 180" + FAR, 3, 4)
    assert table.at("R1") == (24, 15, 0)
    assert table.at("B1") == (24, 16, 180)


# ── seams ────────────────────────────────────────────────────────────────────
class Aside(Script, frozen=True, kw_only=True):
    """A frame that a layer puts before what would happen."""

    said: str


def aside(_, __, frame: Aside):
    yield Ruled("X-1", "kernel.ended", {"said": frame.said})
    yield Popped()


def listening() -> Layer:
    before = Ruled("X-1", "kernel.ended", {"said": "before"})

    def on_result(winner, loser, due):
        return (Aside(said=f"result {winner.stand.id} {loser.stand.id} {due}"),)

    def done(_, __, combat):
        return (Aside(said=f"done {combat.loser}"),)

    return Layer(
        "listener",
        2,
        procedures={Aside: aside},
        hooks=(
            (seams.BEFORE_DICE, lambda *_: (before,), "X-1"),
            (seams.RESULT_KNOWN, on_result, "X-1"),
            (seams.OUTCOME_MOVED, lambda _, __, move: (Aside(said=move.way),), "X-1"),
            (seams.COMBAT_DONE, done, "X-1"),
        ),
    )


def test_tc_3_80_layers_speak_before_the_dice_after_the_result_after_moves_and_at_the_end():
    table = under(listening(), "R1 EFT 24 16 0; B1 EFT 24 16 180" + FAR)
    table.roll(4, 3)
    said = [event.params["said"] for event in table.rulings("X-1")]
    assert said == ["before", "result R1 B1 True", "fall back", "pursue", "done B1"]


def test_tc_3_80_a_layer_can_cancel_a_pursuit_or_order_one():
    never = Layer("never", 2, hooks=((seams.PURSUIT, lambda *_: False, "X-1"),))
    table = under(never, "R1 EFT 24 16 0; B1 EFT 24 16 180" + FAR)
    table.roll(4, 3)
    assert table.at("R1") == (24, 16, 0)
    always = Layer("always", 2, hooks=((seams.PURSUIT, lambda *_: True, "X-1"),))
    table = under(always, "R1 HFT 24 16 0; B1 HFT 24 16 180" + FAR)
    table.roll(4, 3)
    assert table.at("R1") == (24, 16.75, 0)


def test_tc_3_5_a_layer_can_change_what_a_result_becomes():
    spared = Layer("spared", 2, hooks=((seams.OUTCOME, lambda *_: ("fall back", "X-1"), "X-1"),))
    table = under(spared, "R1 KNT 24 16 0; B1 SPR 24 16 180" + FAR)
    table.roll(5, 3)
    assert table.at("B1") == (24, 16.75, 180)
    assert table.rulings("X-1")


def under(layer: Layer, pieces: str) -> Table:
    """The same close combat phase with a layer above the base game."""
    plain = setting(pieces, phase="close").battle.log
    number = next(
        number
        for number, event in enumerate(plain)
        if isinstance(event, Pushed) and isinstance(event.frame, ClosePhase)
    )
    return Table(Battle(Book("triumph", (TRIUMPH, layer)), plain[: number + 1]))


def test_every_result_and_outcome_move_can_be_told():
    close = ("none", "fall-back", "shattered", "destroyed", "evade", "panic", "sacked")
    told = [f"combat.close.{outcome}" for outcome in close]
    told += [f"combat.ranged.{outcome}" for outcome in close if outcome != "sacked"]
    told += [f"tc.3-{n}.lost" for n in (42, 44, 45, 46, 47, 91, 92, 93)]
    told += [f"tc.3-{n}.moves" for n in (40, 43, 44, 55, 60, 74, 75, 96)]
    told += ["tc.3-77.held", "tc.3-78.lines-up", "tc.3-86.general", "tc.5-47.turns"]
    assert [key for key in told if not has(key)] == []
