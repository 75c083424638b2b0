"""Battle rounds, turns, phases, what scores and who wins. [SK-27, SK-28, SK-121]"""

import pytest

from condotta.kernel.book import Layer
from condotta.kernel.events import Counted, Ended, Entered, Mustered
from condotta.kernel.records import Piece
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.mortal_wounds import Inflict
from condotta.rules.skirmish.records import Mortal
from condotta.rules.skirmish.setting_out.missions import controller, missions
from condotta.rules.skirmish.turn.turns import NextTurn, waiting
from condotta.table import Pose
from tests.rules.skirmish.skirmish_setting import ALONE, INCH, Table, setting

MEDICS = "R1 medic 1 10 10; B1 medic 1 60 40"


def entered(table: Table) -> list[tuple[int, str, str]]:
    """The phases so far: turn, phase, whose."""
    return [
        (one.turn, one.phase, one.active[0])
        for one in table.battle.log
        if isinstance(one, Entered) and one.active
    ]


def passed(table: Table) -> None:
    """Nobody does anything more: what is asked is declined until the battle ends."""
    for _ in range(200):
        asks = table.asks()
        if not asks or table.position.ended:
            return
        ask = asks[0]
        said = next(iter(table.book.menus[ask.window].salient(table.book, table.position, ask)))
        table.say(ask.seat, said)


def over(table: Table) -> Ended:
    """How it ended."""
    assert table.position.ended is not None
    return table.position.ended


# ── rounds and turns ─────────────────────────────────────────────────────────
def test_seats_play_in_table_order_from_the_first():
    """The same first player every round; those who have played wait. [SK-27]"""
    table = setting(
        "R1 medic 1 10 10; B1 medic 1 60 40; A1 medic 1 60 10; G1 medic 1 10 40",
        seats=ALONE,
        active="amber",
        counters={"amber": {names.FIRST_SEAT: 1}},
    )
    assert waiting(table.position) == ("green", "red", "blue")


def test_a_seat_without_models_has_no_turn():
    """Whoever has nobody left is left out. [SK-27, SK-115]"""
    table = setting(
        "R1 medic 1 10 10; B1 medic 1 60 40; A1 medic 1 lost",
        seats={seat: seat for seat in ("red", "blue", "amber")},
    )
    assert waiting(table.position) == ("blue",)


def test_after_the_last_turn_the_round_ends_and_the_first_seat_begins_again():
    """Round two begins with the same seat. [SK-27]"""
    table = setting(
        MEDICS,
        phase=names.MORALE,
        active="blue",
        counters={"red": {names.FIRST_SEAT: 1, names.HAD_TURN: 1}},
        then=(NextTurn(),),
    )
    assert table.count(names.TABLE, names.ROUND) == 2
    assert entered(table)[1] == (2, names.TURN, "red")


def test_the_six_phases_follow_one_another():
    """Movement, Psychic, Shooting, Charge, Fight, Morale; none is skipped. [SK-28, SK-29]"""
    table = setting(
        MEDICS,
        phase=names.MORALE,
        active="blue",
        counters={"red": {names.HAD_TURN: 1}},
        settings={"battleRounds": 2},
    )
    passed(table)
    red = [phase for turn, phase, seat in entered(table) if turn == 2]
    assert red == [names.TURN, *names.PHASES]
    assert over(table).clause == "SK-27"


def test_marks_and_losses_of_a_turn_are_forgotten_for_all_seats():
    """What holds for a turn expires at its end, the models slain in it as well. [SK-112]"""
    table = setting(
        "R1 medic 1 10 10 charged; B1 medic 1 60 40 advanced",
        phase=names.MORALE,
        active="blue",
        counters={"red": {names.HAD_TURN: 1}, "R1": {names.SLAIN: 2}},
    )
    passed_phase = table.position.phase
    assert passed_phase != names.MORALE
    assert not table.marked("R1", names.CHARGED)
    assert not table.marked("B1", names.ADVANCED)
    assert table.count("R1", names.SLAIN) == 0


def test_units_near_an_enemy_as_the_phase_begins_are_marked():
    """Exactly an inch is within an inch. [SK-9, SK-37]"""
    radius = 2 * 6299 / INCH
    for gap, marked in ((1.0, True), (1.01, False)):
        table = setting(
            f"R1 medic 1 20 20; B1 medic 1 {20 + radius + gap} 20",
            phase=names.MORALE,
            active="blue",
            counters={"red": {names.HAD_TURN: 1}},
        )
        assert table.position.phase == names.MOVEMENT
        found = {name for name in ("R1", "B1") if table.marked(name, names.ENGAGED)}
        assert found == ({"R1", "B1"} if marked else set())


# ── objectives ───────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("near", "holds"),
    [
        ((4, 3, 2), ""),
        ((6, 3, 2), "red"),
        ((5, 5, 0), ""),
        ((0, 0, 0), ""),
        ((0, 0, 1), "amber"),
    ],
)
def test_more_models_than_all_enemies_together_hold_an_objective(
    near: tuple[int, ...], holds: str
) -> None:
    """Models within 3 inches of its middle count. [SK-121]"""
    at = {
        f"{letter}1.{number + 1}": (
            36 + (2.2 if number < count else 20) + 0.0 * number,
            24 + (number - 3) * 0.6,
        )
        for letter, count in zip("RBA", near, strict=True)
        for number in range(6)
    }
    table = setting(
        "R1 militia 6 1 1; B1 militia 6 1 1; A1 militia 6 1 1",
        seats={seat: seat for seat in ("red", "blue", "amber")},
        at=at,
    )
    assert controller(table.position, (36.0 * INCH, 24.0 * INCH)) == holds


@pytest.mark.parametrize(("x", "holds"), [(3.492, "red"), (3.495, "")])
def test_three_inches_are_measured_to_the_nearest_part_of_the_base(x: float, holds: str) -> None:
    """A base of 25 mm whose edge is 3 inches away counts. [SK-9, SK-121]"""
    table = setting("R1 militia 1 1 1; B1 medic 1 60 40", at={"R1.1": (36 + x, 24)})
    assert controller(table.position, (36.0 * INCH, 24.0 * INCH)) == holds


def test_height_counts_to_an_objective():
    """On a floor three inches up the base is farther than 3 inches. [SK-12, SK-121]"""
    table = setting(
        "R1 militia 1 1 1 level=30; B1 medic 1 60 40",
        at={"R1.1": (37, 24)},
        areas="ruins box 36 24 6 6",
    )
    assert controller(table.position, (36.0 * INCH, 24.0 * INCH)) == ""


def markers(*places: tuple[int, int]) -> tuple[Mustered, ...]:
    """Objective markers on the table."""
    return tuple(
        Mustered(
            Piece(
                f"objective-{number}",
                names.OBJECTIVE,
                "",
                "",
                place="table",
                pose=Pose(x * INCH, y * INCH, 0, 1_000_000),
            )
        )
        for number, (x, y) in enumerate(places, start=1)
    )


def test_objectives_score_as_a_round_ends_and_most_points_win():
    """A point for each that is held; the lead wins after the last round. [SK-141, SK-27, SK-121]"""
    table = setting(
        "R1 militia 10 36 24; B1 medic 1 60 40",
        phase=names.MORALE,
        active="blue",
        counters={"red": {names.HAD_TURN: 1, names.FIRST_SEAT: 1}, "blue": {names.HAD_TURN: 1}},
        settings={"battleRounds": 1},
        extra=markers((36, 24), (60, 40), (10, 10)),
    )
    assert (table.count("red", names.VP), table.count("blue", names.VP)) == (1, 1)
    assert over(table).winners == ()


def test_every_mission_can_be_chosen():
    """The missions of the file are those of the setting. [SK-27]"""
    from condotta.rules.skirmish.settings import CHOICES

    assert set(CHOICES.declarations()["battleMission"].allowed) == set(missions())
    assert {one.scores for one in missions().values()} == {"objectives", "units"}


# ── what is destroyed ────────────────────────────────────────────────────────
@pytest.mark.parametrize(("mission", "points"), [("attrition", 1), ("ground", 0)])
def test_who_destroys_a_unit_scores_in_attrition(mission: str, points: int) -> None:
    """The enemy whose doing the last wound was. [SK-27]"""
    table = setting(
        "R1 medic 1 10 10; B1 medic 1 60 40; B2 medic 1 64 40",
        settings={"battleMission": mission},
        then=(Inflict(mortal=Mortal("B1", 4, by="red")),),
        dice=(6,) * 40,
    )
    assert table.piece("B1").place == "lost"
    assert table.count("red", names.VP) == points


def test_the_last_army_wins_at_once():
    """Nobody else has a model left. [SK-115]"""
    table = setting(
        "R1 medic 1 10 10; B1 medic 1 60 40",
        then=(Inflict(mortal=Mortal("B1", 4, by="red")),),
        dice=(6,) * 40,
    )
    assert (over(table).winners, over(table).clause) == (("red",), "SK-115")


def test_a_layer_says_who_has_won():
    """A larger game replaces the victory. [SK-27]"""

    def never(_, __, ___, ____):
        return None

    layer = Layer("endless", 1, hooks=((seams.VICTORY, never, "CM-95"),))
    table = setting(
        "R1 medic 1 10 10; B1 medic 1 60 40",
        then=(Inflict(mortal=Mortal("B1", 4, by="red")),),
        dice=(6,) * 40,
        layers=(layer,),
    )
    assert table.position.ended is None
    assert Counted("B1.1", names.WOUNDS, 4) in table.battle.log
