"""A table mirrored, turned or shifted gives the same verdicts, readings, dice and story."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.kernel.asks import Action, Ask, Choose, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.records import CHANCE, Board, Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.combat.pairing import lined_up
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.movement.legal_moves import judge_move
from condotta.rules.triumph.movement.movement_menu import salient, sample
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.tables import troop
from condotta.table import (
    Advance,
    Oblique,
    Pose,
    Rectangle,
    Shift,
    Slide,
    Wheel,
    from_degrees,
    pose_at,
)
from tests.properties.effort import looking
from tests.properties.readings import movement_ask, outcomes, readings, shooting
from tests.properties.scenes import BOARD, MU, Region, Scene, made, scenes, the_book
from tests.properties.symmetry import Symmetry, nothing

WIDE = Board(160 * MU, 120 * MU)
MIDDLE = Region(60 * MU, 45 * MU, 100 * MU, 75 * MU)
CHANGES = {
    "mirrored": Symmetry(WIDE, mirrored=True),
    "turned right": Symmetry(WIDE, quarters=1),
    "turned about": Symmetry(WIDE, quarters=2),
    "turned left and mirrored": Symmetry(WIDE, quarters=3, mirrored=True),
    "shifted": Symmetry(WIDE, shift=(20_001, -14_995)),
}
MIRROR = Symmetry(BOARD, mirrored=True)
LOTS = st.integers(0, 2**32).map(Random)
NAMES = st.sampled_from(sorted(CHANGES))


def changed(scene: Scene, change: Symmetry) -> Scene:
    """The scene on the changed table."""
    return Scene(change(scene.board), change(scene.areas), change(scene.pieces), *scene[3:])


def moves(scene: Scene, random: Random, count: int = 8) -> list[Move]:
    """Moves worth thinking about, moves that may be legal, and moves that are mostly not."""
    rules, position = the_book(), scene.position()
    ask = movement_ask(scene.active)
    offered = [one for one in salient(rules, position, ask) if isinstance(one, Move)]
    found = random.sample(offered, min(len(offered), count))
    tried = (sample(rules, position, ask, random) for _ in range(2))
    found += [one for one in tried if isinstance(one, Move)]
    own = [piece for piece in scene.pieces if piece.pose is not None]
    for _ in range(count if own else 0):
        found.append(wild(random, own))
    return found


def wild(random: Random, pieces: list[Any]) -> Move:
    """Any stands by any legs."""
    body = random.sample(pieces, random.randint(1, min(3, len(pieces))))
    start = body[0].pose
    here = Pose(
        start.x + random.randint(-60_000, 60_000),
        start.y + random.randint(-60_000, 60_000),
        *from_degrees(random.randrange(360)),
    )
    side = random.choice(("left", "right"))
    legs = [
        Advance(random.randint(-20_000, 80_000)),
        Slide(random.randint(-20_000, 20_000)),
        Oblique(random.randint(0, 30_000), 0),
        Wheel(side, *from_degrees(random.randrange(360))),
        Shift(here),
    ]
    chosen = random.sample(legs, random.randint(1, 2))
    return Move(tuple(piece.id for piece in body), tuple(chosen), random.random() < 0.2)


def same_verdicts(
    scene: Scene, change: Symmetry, random: Random, rules: Book | None = None
) -> None:
    """Every move tried has the same verdict on both tables."""
    rules, same = rules or the_book(), nothing(scene.board)
    one, two = scene.position(), changed(scene, change).position()
    for move in moves(scene, random):
        verdict = judge_move(rules, one, scene.active, None, move)
        other = judge_move(rules, two, scene.active, None, change(move))
        assert change(verdict) == same(other), move


def same_readings(scene: Scene, change: Symmetry, rules: Book | None = None) -> None:
    """Everything that rules read off the table is the same on both."""
    rules, same = rules or the_book(), nothing(scene.board)
    one, two = scene.position(), changed(scene, change).position()
    for read in (readings, outcomes, shooting):
        first, second = read(rules, one), read(rules, two)
        if read is outcomes:
            first = {handed(change, name): value for name, value in first.items()}
        for name in first.keys() | second.keys():
            assert change(first.get(name)) == same(second.get(name)), name


def handed(change: Symmetry, name: str) -> str:
    """The name of an outcome to a side, its hand changed as the table is."""
    *who, side = name.split(" ")
    return " ".join((*who, change.word(side)))


def same_story(scene: Scene, change: Symmetry, random: Random, steps: int) -> None:
    """Play on, say the same on both tables, roll the same dice: the same events follow."""
    one, two = scene.battle(), changed(scene, change).battle()
    assert change(one.state.position) == two.state.position
    for _ in range(steps):
        said = something(one, random)
        if said is None:
            return
        ask, action = said
        first = one.say(ask.seat, action, ask.id)
        second = two.say(ask.seat, change(action), ask.id)
        assert change(first) == nothing(scene.board)(second)
        assert change(one.state.position) == two.state.position


def something(battle: Battle, random: Random) -> tuple[Ask, Action] | None:
    """The oldest question and an answer to it: dice, an option, a move."""
    for ask in battle.waiting():
        if ask.seat == CHANCE:
            return ask, Roll(tuple(random.randint(1, 6) for _ in range(ask.dice)))
        menu = battle.book.menus.get(ask.window)
        if menu is not None:
            found = menu.sample(battle.book, battle.view(ask.seat).position, ask, random)
            if found is not None:
                return ask, found
        return ask, Choose(random.choice(ask.options))
    return None


@looking(30)
@given(scenes(), LOTS)
def test_tc_0_4_a_mirrored_table_is_judged_alike(scene: Scene, random: Random) -> None:
    same_verdicts(scene, MIRROR, random)


@looking(30)
@given(scenes())
def test_tc_0_4_a_mirrored_table_is_read_alike(scene: Scene) -> None:
    same_readings(scene, MIRROR)


@looking(30)
@given(scenes(), LOTS)
def test_tc_0_4_a_mirrored_table_tells_the_same_story(scene: Scene, random: Random) -> None:
    same_story(scene, MIRROR, random, 12)


@looking(30)
@given(scenes(board=WIDE, region=MIDDLE), NAMES, LOTS)
def test_tc_0_4_a_turned_or_shifted_table_is_judged_alike(
    scene: Scene, name: str, random: Random
) -> None:
    same_verdicts(scene, CHANGES[name], random)


@looking(30)
@given(scenes(board=WIDE, region=MIDDLE), NAMES)
def test_tc_0_4_a_turned_or_shifted_table_is_read_alike(scene: Scene, name: str) -> None:
    same_readings(scene, CHANGES[name])


@looking(30)
@given(scenes(board=WIDE, region=MIDDLE), NAMES, LOTS)
def test_tc_0_4_a_turned_or_shifted_table_tells_the_same_story(
    scene: Scene, name: str, random: Random
) -> None:
    same_story(scene, CHANGES[name], random, 12)


def test_tc_3_78_of_two_enemies_equally_near_the_first_mustered_is_lined_up_with() -> None:
    foe = Pose(229_748, 159_956, 173_648, -984_808)
    pieces: list[Piece] = []
    for seat, code, pose in (
        ("red", "KNT", pose_at(240_000, 160_000, 0)),
        ("blue", "SPR", foe),
        ("blue", "SPR", MIRROR(foe)),
    ):
        kind = troop(code)
        shape = Rectangle(kind.width, kind.depth)
        pieces.append(made(seat, code, shape, pose, (), tuple(pieces)))
    scene = Scene(BOARD, (), tuple(pieces), names.CLOSE, "red", 6)
    same_readings(scene, MIRROR)
    here = field(the_book(), scene.position())
    step = lined_up(here, here.stand("R1"))
    assert step is not None
    assert step.pose == Pose(foe.x, foe.y, -foe.ux, -foe.uy)


def test_a_card_that_knows_left_from_right_is_caught() -> None:
    def dear_in_the_west(_: Field, stands: tuple[Stand, ...]) -> Modifier | None:
        west = stands[0].base.x < BOARD.width // 2
        return Modifier(1, "cost.move", "TC-4.5") if west else None

    crooked = Layer("crooked", 2, hooks=((seams.COST, dear_in_the_west, "TC-4.5"),))
    rules = Book("triumph", (TRIUMPH, crooked))
    stand = made("red", "SPR", Rectangle(20_000, 10_000), pose_at(100_000, 90_000, 0), (), ())
    scene = Scene(BOARD, (), (stand,), names.MOVEMENT, "red", 6)
    same_readings(scene, MIRROR)
    with pytest.raises(AssertionError):
        same_readings(scene, MIRROR, rules)
    with pytest.raises(AssertionError):
        same_verdicts(scene, MIRROR, Random(1), rules)


def test_tc_5_6_half_a_wheel_to_either_side_brings_the_outer_end_forward() -> None:
    wheeler = made("red", "SPR", Rectangle(20_000, 10_000), pose_at(200_000, 160_000, 0), (), ())
    other = made(
        "red", "SPR", Rectangle(20_000, 10_000), pose_at(200_000, 175_000, 0), (), (wheeler,)
    )
    scene = Scene(BOARD, (), (wheeler, other), names.MOVEMENT, "red", 6)
    move = Move(("R1",), (Wheel("right", 0, -1_000_000),))
    for change in (nothing(BOARD), MIRROR):
        position = changed(scene, change).position()
        verdict = judge_move(the_book(), position, "red", None, change(move))
        assert "TC-5.41" in [refusal.clause for refusal in verdict.refusals]
