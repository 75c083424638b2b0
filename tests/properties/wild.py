"""Anything that a seat might say, sensible or not: others' stands, places off the board, noise."""

from __future__ import annotations

from random import Random

from condotta.kernel.asks import Action, Ask, Choose, Draw, Roll
from condotta.kernel.events import Step
from condotta.kernel.position import Position
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.deployment.deploying import Deploy, Finish, Hold
from condotta.rules.triumph.movement.flank_march import EDGES, March
from condotta.rules.triumph.movement.moves import Move
from condotta.table import Advance, Leg, Oblique, Pose, Shift, Slide, Wheel, from_degrees

FAR = (0, 1, -1, 10**9, -(10**9), 2**40, 10**400)
ODD_FACINGS = ((0, 0), (1, 1), (2_000_000, 0), (0, -1), (707_107, 707_106), (0, 10**400))
NOISE = ("", "R1", "nobody", "end", "hold", "R1>B1", "\N{GREEK SMALL LETTER PI}", "x" * 200)


def wild_answer(random: Random, position: Position, ask: Ask) -> Action:
    """One answer of a kind that the question hears, or of any other kind."""
    kinds = ask.says if ask.says and random.random() < 0.85 else ("Choose", "Move", "Roll")
    match random.choice(kinds):
        case "Move":
            return wild_move(random, position)
        case "March":
            return March(random.choice(EDGES), wild_steps(random, position))
        case "Deploy":
            return Deploy(wild_steps(random, position))
        case "Hold":
            return Hold(wild_names(random, position))
        case "PlaceCamp":
            garrison = random.choice(("", *wild_names(random, position)))
            return PlaceCamp(wild_pose(random, position), garrison)
        case "Finish":
            return Finish()
        case "Roll":
            pips = tuple(random.randint(-1, 7) for _ in range(random.randint(0, 3)))
            return random.choice((Roll(pips), Draw(wild_names(random, position))))
        case _:
            return Choose(random.choice((*NOISE, *ask.options)))


def wild_names(random: Random, position: Position) -> tuple[str, ...]:
    """A few ids, mostly of pieces that there are, now and then one twice."""
    known = [*position.pieces, *position.pieces, *NOISE[:3]]
    return tuple(random.choice(known) for _ in range(random.choice((0, 1, 1, 1, 2, 3, 6))))


def wild_pose(random: Random, position: Position) -> Pose:
    """A place near a piece, on the board, or anywhere; most facings are such as exist."""
    poses = [piece.pose for piece in position.pieces.values() if piece.pose is not None]
    if poses and random.random() < 0.6:
        start = random.choice(poses)
        x, y = (
            start.x + random.randint(-50_000, 50_000),
            start.y + random.randint(-50_000, 50_000),
        )
        facing = random.choice((start.facing, from_degrees(random.randrange(360))))
    else:
        x = random.randint(0, position.board.width)
        y = random.randint(0, position.board.depth)
        facing = from_degrees(random.choice((0, 90, 180, 270, random.randrange(360))))
    if random.random() < 0.08:
        x = random.choice(FAR)
    if random.random() < 0.08:
        facing = random.choice(ODD_FACINGS)
    return Pose(x, y, *facing)


def wild_steps(random: Random, position: Position) -> tuple[Step, ...]:
    """Places for a few pieces."""
    return tuple(Step(name, wild_pose(random, position)) for name in wild_names(random, position))


def wild_move(random: Random, position: Position) -> Move:
    """A body by up to three legs."""
    legs = tuple(wild_leg(random, position) for _ in range(random.choice((0, 1, 1, 1, 2, 3))))
    return Move(wild_names(random, position), legs, random.random() < 0.15)


def wild_leg(random: Random, position: Position) -> Leg:
    """Any leg; lengths are mostly those of moves."""
    length = random.choice((random.randint(-20_000, 90_000), random.uniform(0, 40_000)))
    if random.random() < 0.06:
        length = random.choice((*FAR[:-1], 1e300, 0.25))
    facing = from_degrees(random.randrange(360))
    if random.random() < 0.08:
        facing = random.choice(ODD_FACINGS)
    match random.randrange(5):
        case 0:
            return Advance(length)
        case 1:
            return Slide(length)
        case 2:
            return Oblique(length, random.randint(-10_000, 10_000))
        case 3:
            return Wheel(random.choice(("left", "right")), *facing)
        case _:
            return Shift(wild_pose(random, position))
