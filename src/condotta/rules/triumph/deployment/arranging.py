"""Answers for whoever must deploy: a legal order at random, and a sensible one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book, Menu
from condotta.kernel.events import Step
from condotta.kernel.evolving import with_piece
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph import seams
from condotta.rules.triumph.deployment.battle_order import wishes
from condotta.rules.triumph.deployment.camps import any_camp, sensible_camp
from condotta.rules.triumph.deployment.centre import lacks
from condotta.rules.triumph.deployment.deploying import (
    Deploy,
    Finish,
    Hold,
    judge_deploy,
    judge_hold,
)
from condotta.rules.triumph.deployment.finishing import judge_finish, without
from condotta.rules.triumph.deployment.forms import form_acts
from condotta.rules.triumph.deployment.places import first_legal, grid, may_stand, nearest_legal
from condotta.rules.triumph.deployment.setting_out import ALL, CENTRE, REST
from condotta.rules.triumph.ground.battlefield import Patch, centre_zone, deployment_zone, home
from condotta.rules.triumph.stands.field import Field
from condotta.table import Facing, Pose, from_degrees

ACTING = 0.5  # how often whoever may do something else does, before the army is set out
SENSIBLE = 0.3  # how often an army is set out at random in its sensible order
TRIES = 24  # random places tried for a stand before the zone is searched in order
Finder: TypeAlias = Callable[[Field, Piece, Patch | None], Pose | None]
Ground: TypeAlias = Callable[[Book, Position, Piece], Patch]


def arranged(
    book: Book, position: Position, ask: Ask, order: Iterable[str], find: Finder
) -> tuple[Step, ...]:
    """Places for the stands of a step: first what the centre lacks, then all others.

    In the first step nobody is set out beyond the minimum. [TC-8.1, TC-8.4]
    """
    waiting = list(order)
    table = Table(book, position, find, waiting)
    if ask.window != REST:
        table.fill_centre(ask.seat, waiting)
    if ask.window != CENTRE:
        for name in waiting:
            if name not in table.steps:
                table.put(name, None)
    return tuple(Step(name, pose) for name, pose in table.steps.items())


class Table:
    """A position on which stands are set out one by one, to see what is legal next."""

    def __init__(
        self, book: Book, position: Position, find: Finder, waiting: Iterable[str]
    ) -> None:
        """Begin with what stands there."""
        self.book = book
        self.waiting = tuple(waiting)
        self.position = position
        self.find = find
        self.steps: dict[str, Pose] = {}

    def put(self, name: str, within: Patch | None) -> bool:
        """Set a stand out where the finder says; whether it found a place."""
        piece = self.position.pieces[name]
        pose = self.find(Field(self.book, self.position), piece, within)
        if pose is None:
            return False
        self._down(piece, pose)
        for other in self.waiting:
            granted = None if other in self.steps else self._granted(self.position.pieces[other])
            if granted is not None:  # a place of its own now that this one stands: it goes there
                self._down(self.position.pieces[other], granted)
        return True

    def _down(self, piece: Piece, pose: Pose) -> None:
        self.steps[piece.id] = pose
        self.position = with_piece(self.position, replace(piece, place="table", pose=pose))

    def _granted(self, piece: Piece) -> Pose | None:
        """The place that some layer has for a stand, if it is legal now."""
        here = Field(self.book, self.position)
        poses = self.book.union(seams.POSES, self.book, self.position, piece)
        return next((pose for pose in poses if may_stand(here, piece, pose)), None)

    def fill_centre(self, seat: Seat, waiting: list[str]) -> None:
        """Set stands into the centre until the minimum is there or nobody has room. [TC-8.4]"""
        zone = centre_zone(self.book, self.position, seat)
        tried: set[str] = set()
        while lack := lacks(self.book, self.position, seat):
            able = [name for name in waiting if name in lack.stands and name not in tried]
            if not able:
                return
            tried.add(able[0])
            if self.put(able[0], zone):
                waiting.remove(able[0])


def to_set_out(position: Position, ask: Ask) -> list[str]:
    """The stands of a step that are not set out yet, in the order they were mustered."""
    return [name for name in ask.about if position.pieces[name].place == "undeployed"]


def random_place(random: Random, ground: Ground, otherwise: Finder) -> Finder:
    """A finder that tries random places and facings, most of them towards the enemy.

    The places are on a stand's ground; where a few find nothing another finder looks.
    """

    def find(here: Field, piece: Piece, within: Patch | None) -> Pose | None:
        own = home(here.book, here.position, piece.controller)
        patch = within or ground(here.book, here.position, piece)
        for _ in range(TRIES):
            along = random.randrange(patch.left, patch.right + 1)
            inward = random.randrange(patch.near, patch.far + 1)
            pose = own.pose(along, inward, random_facing(random))
            found = first_legal(here, piece, (pose,), within)
            if found is not None:
                return found
        return otherwise(here, piece, within)

    return find


def own_zone(book: Book, position: Position, piece: Piece) -> Patch:
    """The deployment zone of a stand's seat."""
    return deployment_zone(book, position, piece.controller)


def on_the_grid(here: Field, piece: Piece, within: Patch | None) -> Pose | None:
    """The first legal place of all in the deployment zone, searched in order."""
    own, zone = (
        home(here.book, here.position, piece.controller),
        own_zone(here.book, here.position, piece),
    )
    return first_legal(here, piece, grid(own, piece, zone), within)


def random_facing(random: Random) -> Facing:
    """Ahead mostly, sometimes any way in steps of 15 degrees."""
    return from_degrees(0 if random.random() < 0.8 else 15 * random.randrange(24))


def near_wish(wanted: dict[str, Pose]) -> Finder:
    """A finder that takes the wish, or the legal place nearest to it."""

    def find(here: Field, piece: Piece, within: Patch | None) -> Pose | None:
        return nearest_legal(here, piece, wanted[piece.id], within)

    return find


def any_deployment(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """Camp, reserve, the whole army at random, then done: a few answers for a whole step."""
    if "PlaceCamp" in ask.says and (camp := any_camp(book, position, ask, random)) is not None:
        return camp
    left = to_set_out(position, ask)
    if "Hold" in ask.says and left and random.random() < 0.3:
        held = any_reserve(book, position, ask, random)
        if held is not None:
            return held
    acts = tuple(acts_of(book, position, ask))
    if acts and random.random() < ACTING:
        return random.choice(acts)
    if left and random.random() < SENSIBLE:
        ordered = by_wishes(book, position, ask, left, mirrored=random.random() < 0.5)
        if ordered is not None:
            return ordered
    random.shuffle(left)
    steps = arranged(book, position, ask, left, random_place(random, own_zone, on_the_grid))
    return settled(book, position, ask, steps)


def acts_of(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """What else may be said in a step: forms of the stands, and what layers add."""
    if "TakeForm" in ask.says:
        yield from form_acts(book, position, ask)
    yield from book.union(seams.ACTS, book, position, ask)


def any_reserve(book: Book, position: Position, ask: Ask, random: Random) -> Hold | None:
    """A few stands at random for a flank march, unless some are held already. [TC-8.20]"""
    if any(position.pieces[name].place == "reserve" for name in ask.about):
        return None
    left = to_set_out(position, ask)
    held = Hold(tuple(sorted(random.sample(left, min(len(left), random.randint(1, 3))))))
    return held if judge_hold(book, position, ask.seat, ask, held).ok else None


def settled(book: Book, position: Position, ask: Ask, steps: tuple[Step, ...]) -> Action | None:
    """Those steps if there are any; else done; else the reserve back, or everybody anew."""
    if (deploy := deployed(book, position, ask, steps)) is not None:
        return deploy
    if judge_finish(book, position, ask.seat, ask, Finish()).ok:
        return Finish()
    return recall(position, ask) or anew(book, position, ask)


def deployed(book: Book, position: Position, ask: Ask, steps: tuple[Step, ...]) -> Deploy | None:
    """Stands set out in those steps, where there are any and that is legal."""
    deploy = Deploy(steps)
    return deploy if steps and judge_deploy(book, position, ask.seat, ask, deploy).ok else None


def recall(position: Position, ask: Ask) -> Hold | None:
    """Nobody held back any more: the centre may need those who were. [TC-8.4, TC-8.20]"""
    held = any(position.pieces[name].place == "reserve" for name in ask.about)
    return Hold(()) if held and "Hold" in ask.says else None


def anew(book: Book, position: Position, ask: Ask) -> Deploy | None:
    """All stands of a step set out again, where a first order left the centre without room."""
    bare = without(position, ask.about)
    wanted = wishes(book, bare, ask.seat)
    order = [name for name in ask.about if position.pieces[name].place != "reserve"]
    steps = arranged(book, bare, ask, order, near_wish(wanted))
    moved = {step.piece for step in steps}
    if any(position.pieces[name].place == "table" and name not in moved for name in order):
        return None
    return deployed(book, position, ask, steps)


def sensible_deployment(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """The camp, then the army in its sensible order or the mirror image of it, then done."""
    if "PlaceCamp" in ask.says:
        yield from sensible_camp(book, position, ask)
    left = to_set_out(position, ask)
    found = False
    if left and (ask.window != CENTRE or lacks(book, position, ask.seat) is not None):
        for mirrored in (False, True):
            deploy = by_wishes(book, position, ask, left, mirrored=mirrored)
            found = found or deploy is not None
            if deploy is not None:
                yield deploy
    if judge_finish(book, position, ask.seat, ask, Finish()).ok:
        yield Finish()
    elif not found and (again := recall(position, ask) or anew(book, position, ask)) is not None:
        yield again


def by_wishes(
    book: Book, position: Position, ask: Ask, left: list[str], *, mirrored: bool
) -> Deploy | None:
    """The stands left, in their sensible places, nearest the middle first."""
    wanted = wishes(book, position, ask.seat, mirrored=mirrored)
    middle = home(book, position, ask.seat).pose(home(book, position, ask.seat).length // 2, 0)

    def off(name: str) -> tuple[int, str]:
        pose = wanted[name]
        return abs(pose.x - middle.x) + abs(pose.y - middle.y), name

    steps = arranged(book, position, ask, sorted(left, key=off), near_wish(wanted))
    return deployed(book, position, ask, steps)


MENUS = {window: Menu(any_deployment, sensible_deployment) for window in (CENTRE, ALL, REST)}
