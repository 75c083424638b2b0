"""What is asked of several stands together holds when a step of setting out is done. [TC-8.10]"""

from itertools import islice

from condotta.kernel.events import Step
from condotta.rules.triumph.cards.prepared_defenses import PlaceObstacle
from condotta.rules.triumph.cards.standard_wagon import UseWagon
from condotta.rules.triumph.deployment.camps import PlaceCamp, possible_guards
from condotta.rules.triumph.deployment.deploying import Finish
from condotta.rules.triumph.deployment.forms import TakeForm
from condotta.rules.triumph.movement.flank_march import March, marches
from tests.rules.triumph.cards.card_table import carded
from tests.rules.triumph.set_up_table import deploy, pose
from tests.rules.triumph.table_setting import Table

CAMPS = "R0 CAMP 24 2 0; B0 CAMP 24 30 180"
CENTRE = "; ".join(f"R{n} SPR undeployed" for n in range(3, 9))
STANDING = "R3 17.1 8 0; R4 19.2 8 0; R5 21.3 8 0; R6 26.6 8 0; R7 28.7 8 0; R8 30.8 8 0"


def first_step(pieces: str, cards: str, **more) -> Table:
    """Red sets out its centre; blue, who has the advantage, comes next."""
    said = f"{pieces}; {more.pop('camps', CAMPS)}; B1 SPR undeployed"
    return carded(said, cards=cards, **{"phase": "deployment", "active": "blue", **more})


def not_done(table: Table, seat: str = "red") -> set[str]:
    """The clauses that say why a step is not done."""
    return {one.clause for one in table.judge(seat, Finish()).refusals}


def to_last_step(table: Table) -> None:
    """Red is done with its centre, blue with all."""
    table.say("red", Finish())
    table.say("blue", deploy("B1 24 28 180; B9 20 28 180"))
    table.say("blue", Finish())
    assert table.windows() == [("red", "rest of the troops")]


def test_tc_8_10_a_later_step_may_not_undo_an_earlier_one():
    """A stand put before one with a marker, in the same step and in the next. [BC-20.2]"""
    table = first_step(f"R1 PIK undeployed [ES]; R2 PIK undeployed; {CENTRE}", "red ES")
    table.say("red", TakeForm("R1", "form.screened"))
    table.say("red", deploy(f"R1 24 6 0; {STANDING}"))
    to_last_step(table)
    table.say("red", deploy("R2 24 6.75 0"))
    assert not_done(table) == {"BC-20.2"}
    table.say("red", deploy("R2 26 6 0"))
    assert not_done(table) == set()


def test_tc_8_10_an_enemy_who_has_come_near_since_undoes_nothing():
    """[BC-13.1]"""
    table = first_step(
        f"R1 LFT undeployed; R2 LFT undeployed; {CENTRE}", "red AM", areas="woods box 24 20.5 8 6"
    )
    table.say("red", deploy(f"R1 24 22.9 0; {STANDING}"))
    table.say("red", Finish())
    table.say("blue", deploy("B1 24 24.1 180; B9 20 28 180"))
    table.say("blue", Finish())
    table.say("red", deploy("R2 40 6 0"))
    assert not_done(table) == set()


def test_tc_8_10_an_obstacle_laid_under_three_who_lie_in_wait():
    """Two at most in a piece, an obstacle among pieces. [BC-13.2, BC-30.60]"""
    woods = "woods box 21.9 11.5 2 1; woods box 26.1 11.5 2 1; woods box 24 13.1 2 2"
    table = first_step(
        "R1 LFT undeployed; R2 LFT undeployed; R3 LFT undeployed", "red AM; red PD", areas=woods
    )
    table.say("red", deploy("R1 22.05 11.8 0; R2 25.95 11.8 0; R3 24 12.85 0"))
    table.say("red", PlaceObstacle(pose(24, 12)))
    assert not_done(table) == {"BC-13.2", "TC-8.2"}
    table.say("red", deploy("R3 24 13.5 0"))
    assert not_done(table) == set()


PAIR = [("R1", "PIK", ("HRD",), ""), ("R2", "PIK", None, "R1")]


def paired(more: str = "", cards: str = "red DC", **said) -> Table:
    """A stand of Horde that is shown as two of Pikes."""
    from tests.rules.triumph.cards import card_table

    plain = card_table.piece

    def piece(text: str):
        from msgspec.structs import replace

        found = plain(text)
        row = next((one for one in PAIR if one[0] == found.id), None)
        return found if row is None else replace(found, real=row[2], behind=row[3])

    card_table.piece = piece
    try:
        place = said.pop("places", "undeployed")
        pieces = f"R1 PIK {place}; R2 PIK {place}; {more or CENTRE}"
        return first_step(pieces, cards, **said)
    finally:
        card_table.piece = plain


def marching() -> Table:
    """The pair and a stand of Spears wait for their flank march."""
    return paired(more="R3 SPR 28 6 0", camps="R4 SPR 30 6 0", phase="movement", turn=5,
                  places="reserve", active="red")  # fmt: skip


def steps_of(stands: dict[str, list[float]]) -> tuple[Step, ...]:
    return tuple(Step(name, pose(*where)) for name, where in stands.items())


def test_bc_24_5_neither_is_left_for_another_step():
    table = paired()
    table.say("red", deploy(f"R1 24 6 0; {STANDING}"))
    assert not_done(table) == {"BC-24.5"}
    table.say("red", deploy("R2 24 5.25 0"))
    assert not_done(table) == set()
    table.say("red", Finish())


def test_bc_24_5_the_front_one_needs_a_legal_place_behind_it():
    """Not over the edge, not in the enemy's reach: every rule of setting out is heard."""
    table = paired()
    assert not table.judge("red", deploy("R1 24 0.75 0")).ok
    assert not table.judge("red", deploy("R1 24 7.5 180")).ok
    assert table.judge("red", deploy("R1 24 7 0")).ok


def test_bc_24_5_no_camp_takes_the_place_that_waits_for_the_rear_one():
    table = paired(
        cards="red DC; red SW", camps="R0 CAMP undeployed; B0 CAMP 24 30 180", phase="camps"
    )
    table.say("red", UseWagon(40_000))
    table.say("red", deploy(f"R1 24 6 0; {STANDING}"))
    kept = table.judge("red", PlaceCamp(pose(24, 5.25)))
    assert {one.key for one in kept.refusals} == {"bc.24-5.kept"}
    assert table.judge("red", PlaceCamp(pose(24, 4.5))).ok


def test_bc_24_5_menus_set_both_out_and_come_to_an_end():
    for seed in range(3):
        table = paired(more="R5 SPR undeployed")
        for _ in range(12):
            if table.windows() != [("red", "centre troops")]:
                break
            sensible = next(iter(islice(table.offers("red", draws=seed), 1)))
            table.say("red", sensible)
        assert table.windows() != [("red", "centre troops")]
        assert {table.piece(name).place for name in ("R1", "R2")} == {"table"}


def test_bc_24_5_they_march_on_a_flank_as_they_are_set_out():
    """One directly behind the other; menus know how. [TC-8.23]"""
    both = {"R1": [2, 12, 90], "R2": [1.25, 12, 90]}
    table = marching()
    for stands, legal in (
        (both, True),
        ({"R1": [2, 12, 90], "R2": [2, 14, 90]}, False),
        ({"R2": [2, 12, 90], "R1": [1.25, 12, 90]}, False),
    ):
        found = table.judge("red", March("left", steps_of(stands)))
        assert found.ok is legal, stands
        assert legal or {one.clause for one in found.refusals} == {"BC-24.5"}
    assert any(True for _ in marches(table.book, table.position, "red"))


def test_bc_24_5_neither_guards_a_camp_without_the_other():
    table = paired(camps="R0 CAMP undeployed; B0 CAMP 24 30 180", phase="camps")
    for name in ("R1", "R2"):
        found = table.judge("red", PlaceCamp(pose(24, 2), name))
        assert {one.clause for one in found.refusals} == {"BC-24.5"}
    assert table.judge("red", PlaceCamp(pose(24, 2), "R3")).ok
    assert not {"R1", "R2"} & {one.id for one in possible_guards(table.book, table.position, "red")}
