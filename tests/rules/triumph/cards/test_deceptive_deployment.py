"""Card 24, Deceptive Deployment: what is seen, what is revealed, and what nobody learns. [BC-24]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from condotta.kernel.asks import Action, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Marked, Moved, Ruled, Veiled
from condotta.kernel.records import SPECTATORS, Mark, Seat
from condotta.rules.library import book as book_of
from condotta.rules.steps import Conduct
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.deceptive_deployment.revealing import Reveal
from condotta.rules.triumph.combat.aftermath import removed
from condotta.rules.triumph.deployment.camps import PlaceCamp, placed_camp
from condotta.rules.triumph.deployment.forms import forms_of
from condotta.rules.triumph.movement.movement_phase import MovementPhase
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.movement.outcome_moves import plan_panic
from condotta.rules.triumph.muster import Army, CardSpec, StandSpec, opening
from condotta.rules.triumph.tables import troop
from condotta.rules.triumph.victory import losses
from condotta.table import Advance
from tests.kernel.harness import common_answers, everybody_but, leaks, walk
from tests.rules.triumph.cards.card_table import parts
from tests.rules.triumph.set_up_table import SEATS, at_step, pose
from tests.rules.triumph.table_setting import Table


def spec(
    code: str, *, real: str | None = None, behind: int = 0, general: bool = False
) -> StandSpec:
    """A stand; `real` are the types behind it, apart by spaces, `behind` its leader's number."""
    kind = troop(code)
    inside = None if real is None else tuple(spec(one) for one in real.split())
    return StandSpec(kind.code, kind.half_points, general=general, real=inside, behind=behind)


def army(letter: str, *stands: StandSpec) -> Army:
    """An army with the card; its first stand is a general of Spears."""
    seat, side = SEATS[letter]
    both = (spec("SPR", general=True), *stands)
    return Army(seat, side, f"the {seat} army", letter, both, cards=(CardSpec("DC"),))


def table(
    red: Iterable[StandSpec],
    placed: str,
    *,
    blue: Iterable[StandSpec] = (),
    active: str = "red",
    points: int = 6,
    over: bool = False,
) -> Table:
    """A movement phase, or the end of one; the generals are far away."""
    both = (army("R", *red), army("B", *(tuple(blue) or (spec("HFT"),))))
    return at_step(
        Conduct() if over else MovementPhase(),
        both,
        f"R1 4 3 0; B1 44 45 180; {placed}",
        phase=(3, names.MOVEMENT, (active,)),
        seed=5 if over else None,
        counters={"R": {names.CP: points}, "B": {names.CP: points}},
    )


HORDE = spec("HRD", real="")
SAXONS = spec("HRD", real="WRR WRR")
PAIR = (spec("PIK", real="HRD"), spec("PIK", behind=2))
RIDERS = spec("HBW", real="HRD")


def test_what_is_behind_is_known_to_its_own_side_alone() -> None:
    """[BC-24.1, BC-0.2]"""
    made = table((SAXONS,), "R2 20 10 0")
    assert made.piece("R2").truth
    assert made.battle.view("red").position.pieces["R2"].truth
    for seat in ("blue", SPECTATORS):
        seen = made.battle.view(seat).position
        assert (seen.pieces["R2"].type, seen.pieces["R2"].truth) == ("HRD", "")
        assert seen.count("R2", names.WORTH) == troop("HRD").half_points
        assert seen.count("R2", names.REAL) == 0
        assert [one.type for one in seen.at("hand")] == ["DC", "DC"]


def test_it_moves_no_farther_than_two_or_four() -> None:
    """[BC-24.2, BC-19]"""
    made = table((spec("PIK", real="HRD"), RIDERS), "R2 20 10 0; R3 28 10 0")
    assert made.why_not("R2", {"advance": 2.1}) == {"TC-1.6"}
    assert not made.why_not("R2", {"advance": 2})
    assert made.why_not("R3", {"advance": 4.1}) == {"TC-1.6"}
    assert not made.why_not("R3", {"advance": 4})


def test_a_group_goes_at_its_pace_and_others_see_a_slow_move_only() -> None:
    """[BC-30.58, TC-5.4]"""
    made = table((spec("PIK", real="HRD"), spec("PIK")), "R2 20 10 0; R3 22 10 0")
    assert made.why_not("R2 R3", {"advance": 2.1}) == {"TC-5.4"}
    said = made.go("R2 R3", {"advance": 2})
    told = [event for event in said if isinstance(event, Ruled | Veiled)]
    assert [event for event in said if isinstance(event, Moved)]
    assert not told
    assert made.battle.view("blue").position.pieces["R2"].truth == ""


def test_a_wagon_heartens_what_is_shown_and_then_the_new_rear_edge_decides() -> None:
    """A Horde is 2 MU deep, the Warriors behind it three quarters of one each. [BC-30.53]"""
    made = table((SAXONS,), "R0 20 8 0; R2 20 10 0; B2 20 18.1 180", blue=(spec("HFT"),))
    made.battle.correct((Marked("R0", Mark("standard wagon")),), "a wagon instead of the camp")
    assert parts(made, "R2", "B2")["factor.wagon"] == 1
    made.say("red", Reveal("R2"))
    assert made.at("R3") == (20, 9.25, 0)
    for name in ("R2", "R3"):
        assert "factor.wagon" not in parts(made, name, "B2")


def test_non_combatants_vanish_and_gaps_stay() -> None:
    """[BC-24.3, BC-24.6, BC-0.11]"""
    made = table((HORDE, spec("HRD")), "R2 20 10 0; R3 22 10 0", points=0)
    before = made.pose("R3")
    made.say("red", Reveal("R2"))
    assert made.piece("R2").place == "gone"
    assert made.pose("R3") == before
    assert losses(made.position) == {"south": 0, "north": 0}
    assert made.count("R2", names.WORTH) == 0


def test_two_warriors_come_from_one_horde() -> None:
    """No point is spent and nobody moves. [BC-24.3, BC-24.6]"""
    made = table((SAXONS,), "R2 20 10 0")
    said = made.say("red", Reveal("R2"))
    assert (made.piece("R2").type, made.piece("R3").type) == ("WRR", "WRR")
    assert made.at("R2") == (20, 10, 0)
    assert made.at("R3") == (20, 9.25, 0)
    assert made.count("R3", names.WORTH) == troop("WRR").half_points
    assert made.count("R", names.CP) == 6
    assert not any(isinstance(event, Moved) for event in said)
    for seat in ("red", "blue", SPECTATORS):
        assert made.battle.view(seat).position == made.position


def test_one_horde_comes_from_two_pikes() -> None:
    """By the front edge of the front one, whichever is named. [BC-24.6]"""
    made = table(PAIR, "R2 20 10 0; R3 20 9.25 0")
    made.say("red", Reveal("R3"))
    assert (made.piece("R2").type, made.piece("R3").place) == ("HRD", "gone")
    assert made.at("R2") == (20, 10, 0)
    assert made.count("R2", names.WORTH) == troop("HRD").half_points


def test_friends_behind_make_room_for_a_deeper_stand() -> None:
    """[BC-24.9]"""
    made = table((*PAIR, spec("PIK")), "R2 20 10 0; R3 20 9.25 0; R4 20 8.5 0")
    made.say("red", Reveal("R2"))
    assert made.at("R2") == (20, 10, 0)
    assert made.at("R4") == (20, 8, 0)


def test_it_is_set_forward_where_nobody_behind_can_make_room() -> None:
    """[BC-24.9]"""
    made = table((*PAIR, spec("PIK")), "R2 20 10 0; R3 20 9.25 0; R4 21 8.5 0")
    made.say("red", Reveal("R2"))
    assert made.at("R2") == (20, 10.5, 0)
    assert made.at("R4") == (21, 8.5, 0)


def test_the_two_move_together() -> None:
    """[BC-24.5]"""
    made = table(PAIR, "R2 20 10 0; R3 20 9.25 0")
    assert made.why_not("R2", {"advance": 1}) == {"BC-24.5"}
    made.go("R2 R3", {"advance": 2})
    assert made.at("R3") == (20, 11.25, 0)


@pytest.mark.parametrize(("far", "place"), [(8.0, "gone"), (8.1, "table")])
@pytest.mark.parametrize("active", ["red", "blue"])
def test_an_enemy_within_eight_reveals_it_in_either_turn(
    active: str, far: float, place: str
) -> None:
    """[BC-24.4, BC-19]"""
    made = table((HORDE,), f"R2 20 10 0; B2 20 {10 + far} 180", active=active)
    made.choose(active, "end")
    assert made.piece("R2").place == place


@pytest.mark.parametrize(("behind", "place"), [(7.9, "gone"), (8.1, "table")])
def test_either_of_two_that_are_one_reveals_both(behind: float, place: str) -> None:
    """Its rear edge is at 8.5. [BC-24.11]"""
    made = table(PAIR, f"R2 20 10 0; R3 20 9.25 0; B2 20 {8.5 - behind} 0")
    made.choose("red", "end")
    assert made.piece("R3").place == place


def test_a_camp_reveals_nothing() -> None:
    """[BC-24.4]"""
    made = table((HORDE,), "R2 20 35 0; B0 20 40 180; B2 2 40 180")
    made.choose("red", "end")
    assert made.piece("R2").place == "table"


def test_two_masquerades_reveal_each_other_the_phasing_side_first() -> None:
    """[BC-24.12, BC-30.55]"""
    made = table((HORDE,), "R2 20 10 0; B2 20 16 180", blue=(HORDE,), active="blue")
    made.choose("blue", "end")
    told = [
        event.inside.params["stand"]
        for event in made.battle.log
        if isinstance(event, Veiled) and isinstance(event.inside, Ruled)
    ]
    assert told == ["B2", "R2"]


def test_only_a_masquerade_is_revealed_and_nothing_is_taken_back() -> None:
    """[BC-24.3]"""
    made = table((HORDE, spec("HRD")), "R2 20 10 0; R3 24 10 0")
    (why,) = made.refused("red", Reveal("R3"))
    assert why.clause == "BC-24.3"
    made.say("red", Reveal("R2"))
    assert not made.battle.may_undo("red")


def test_whoever_has_the_card_is_asked_whatever_is_behind() -> None:
    """With no point left, too. [BC-24.3, BC-0.2]"""
    for stand in (HORDE, spec("HRD")):
        made = table((stand,), "R2 20 10 0", points=0)
        assert [ask.window for ask in made.asks("red")] == ["movement"]


@pytest.mark.parametrize(
    ("stands", "placed", "falls", "lost"),
    [
        ((HORDE,), "R2 20 10 0", "R2", 0),
        ((spec("PIK", real="HRD"),), "R2 20 10 0", "R2", 4),
        ((SAXONS,), "R2 20 10 0", "R2", 12),
        (PAIR, "R2 20 10 0; R3 20 9.25 0", "R2", 4),
        (PAIR, "R2 20 10 0; R3 20 9.25 0", "R3", 4),
    ],
)
def test_one_destroyed_before_it_is_revealed_counts_what_it_was(
    stands: tuple[StandSpec, ...], placed: str, falls: str, lost: int
) -> None:
    """In half points; everybody learns it. [BC-24.7]"""
    made = table(stands, placed)
    here = made.field
    fell = tuple(removed(here, here.stand(falls), "TC-3.1", "blue"))
    told = [one for one in fell if isinstance(one, Veiled) and isinstance(one.inside, Ruled)]
    assert [one.inside == one.outside for one in told] == [True]
    made.battle.correct(tuple(one for one in fell if one not in told), "it falls")
    assert losses(made.position)["south"] == lost
    assert not any(piece.truth for piece in made.position.pieces.values())
    for seat in ("blue", SPECTATORS):
        assert losses(made.battle.view(seat).position)["south"] == lost


def test_until_it_is_revealed_it_counts_as_what_it_is_shown_as() -> None:
    """In half points, in the centre third too. [BC-30.56, TC-8.7]"""
    made = table((spec("PIK", real="HRD"),), "R2 20 10 0")
    for position in (made.position, made.battle.view("blue").position):
        assert position.count("R2", names.WORTH) == troop("PIK").half_points


def test_marks_pass_to_the_stand_on_the_same_front_edge() -> None:
    """[BC-30.7]"""
    made = table((SAXONS,), "R2 20 10 0")
    made.battle.correct((Marked("R2", Mark("stampeded", names.TURN)),), "it is marked")
    made.say("red", Reveal("R2"))
    assert made.piece("R2").marked("stampeded")


def test_it_gets_no_other_form_and_no_outcome_takes_it_farther() -> None:
    """[BC-24.8, BC-30.67]"""
    made = table((spec("RBL", real="HRD"), spec("RBL")), "R2 20 20 0; R3 26 20 0")
    here = made.field
    false, honest = (plan_panic(here, here.stand(name)) for name in ("R2", "R3"))
    assert (false.moved[-1], honest.moved[-1]) == (20_000, 30_000)
    assert forms_of(made.battle.book, made.position, made.piece("R2")) == ()


# ── two worlds that differ in what is behind a stand only ────────────────────
WORLDS: dict[str, tuple[tuple[StandSpec, ...], tuple[StandSpec, ...], str]] = {
    "nothing": ((HORDE,), (spec("HRD"),), "R2 20 10 0"),
    "one": ((spec("PIK", real="HRD"),), (spec("PIK"),), "R2 20 10 0"),
    "two as one": ((SAXONS,), (spec("HRD"),), "R2 20 10 0"),
    "one as two": (PAIR, (spec("PIK"), spec("PIK")), "R2 20 10 0; R3 20 9.25 0"),
}


def probes(_: Seat) -> Iterator[Action]:
    """What anybody may try."""
    yield Reveal("R2")
    yield Move(("R2",), (Advance(25_000),))
    yield Move(("B2",), (Advance(25_000),))


def shows(_: Seat, said: Action) -> bool:
    """What rightly shows the secret."""
    return isinstance(said, Reveal)


@pytest.mark.parametrize("kind", WORLDS)
@pytest.mark.parametrize("active", ["red", "blue"])
def test_no_byte_tells_others_what_is_behind(kind: str, active: str) -> None:
    """Moves, refusals, questions and their timing, exports, late joiners. [BC-24.1, BC-19]"""
    false, honest, placed = WORLDS[kind]
    one, two = (
        table(stands, f"{placed}; B2 20 40 180", active=active).battle for stands in (false, honest)
    )
    watching = everybody_but(one, "red")
    found = walk(one, two, watchers=watching, random=Random(3), steps=5, avoid=shows, probes=probes)
    assert found == []
    assert leaks(one, two, ("red",))


@pytest.mark.parametrize("kind", WORLDS)
def test_no_byte_tells_it_while_the_armies_are_set_out(kind: str) -> None:
    """[BC-24.1]"""
    false, honest, _ = WORLDS[kind]
    rules = book_of("triumph")
    blue = army("B", spec("HFT"), spec("HFT"))
    one, two = (
        Battle(rules, opening(rules, (army("R", *stands), blue)), SeededCup(4))
        for stands in (false, honest)
    )
    watching = everybody_but(one, "red")
    found = walk(one, two, watchers=watching, random=Random(2), steps=16, avoid=shows)
    assert found == []
    assert len(one.log) > 20


@pytest.mark.parametrize("kind", ["one", "two as one", "one as two"])
def test_no_byte_tells_it_in_a_whole_battle_until_it_is_revealed(kind: str) -> None:
    """Setting out, moving, shooting, fighting; then everybody knows all. [BC-24.1, BC-24.4]"""
    false, honest, _ = WORLDS[kind]
    rules, random = book_of("triumph"), Random(2)
    blue = army("B", spec("LFT"), spec("KNT"))
    one, two = (
        Battle(rules, opening(rules, (army("R", *stands, spec("ART")), blue)), SeededCup(4))
        for stands in (false, honest)
    )
    watching = everybody_but(one, "red")
    for step in range(90):
        answers = common_answers(one, two, random)
        said = next((answer for answer in answers if not shows(*answer[:2])), None)
        if said is None:
            break
        for world in (one, two):
            world.say(*said)
        if any(isinstance(event, Veiled) and isinstance(event.inside, Ruled) for event in one.log):
            assert one.view("blue").position == one.state.position
            return
        if step % 8 == 0:
            assert leaks(one, two, watching, step) == []
    assert one.state.position.turn > 3


@pytest.mark.parametrize("kind", WORLDS)
def test_no_byte_tells_it_while_others_shoot_and_it_fights_for_a_camp(kind: str) -> None:
    """Enemies near enough to be shot at reveal it; a camp does not. [BC-24.1, BC-24.4, BC-30.54]"""
    false, honest, placed = WORLDS[kind]
    at_camp = placed.replace(" 10 0", " 40 0").replace(" 9.25 0", " 39.25 0")
    bow = 2 + len(false)
    field = f"{at_camp}; R{bow} 42 20 0; R{bow + 1} 32 20 0; B0 20 40 180"
    one, two = (
        table(
            (*stands, spec("ARC"), spec("SPR")),
            f"{field}; B2 42 22.5 180; B3 32 20 180",
            blue=(spec("HFT"), spec("HFT")),
            over=True,
        ).battle
        for stands in (false, honest)
    )
    watching = everybody_but(one, "red")
    random, told = Random(1), len(one.log)
    while one.state.position.turn == 3:
        assert leaks(one, two, watching) == []
        chosen = [said for said in common_answers(one, two, random) if isinstance(said[1], Choose)]
        said = next(said for said in chosen if said[1] != Choose("hold"))
        for world in (one, two):
            world.say(*said)
    assert leaks(one, two, watching) == []
    rolled = {tally.who for event in one.log[told:] if isinstance(event, Ruled)
              for tally in event.tallies}  # fmt: skip
    assert {f"R{bow}", f"R{bow + 1}", "R2", "B0"} <= rolled
    assert one.state.position.pieces["R2"].truth
    assert leaks(one, two, ("red",))


def test_inside_a_camp_it_is_as_secret_as_before() -> None:
    """[BC-24.1, TC-9.24]"""
    made = table((spec("LFT", real="HRD"),), "")
    camp = made.piece("R0")
    said = PlaceCamp(pose(20, 2), "R2")
    made.battle.correct(
        tuple(placed_camp(made.battle.book, made.position, camp, said))[:2], "it goes in"
    )
    assert (made.piece("R2").place, bool(made.piece("R2").truth)) == ("aside", True)
    for seat in ("blue", SPECTATORS):
        assert made.battle.view(seat).position.pieces["R2"].truth == ""
