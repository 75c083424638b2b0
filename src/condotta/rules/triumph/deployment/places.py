"""Finding a legal place for a stand in deployment: near a wish, or anywhere. [TC-8.9]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from condotta.kernel.records import Piece
from condotta.rules.triumph import seams
from condotta.rules.triumph.ground.battlefield import Home, Patch, deployment_zone, home
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Pose, Rectangle, base

STEP = 5_000  # half a MU: how finely a zone is searched


def may_stand(here: Field, piece: Piece, pose: Pose) -> bool:
    """Whether a stand may be set out at that pose, all layers heard. [TC-8.7]"""
    stand = Stand(here.book, replace(piece, place="table", pose=pose))
    return not here.book.refusals(seams.MAY_DEPLOY, here, stand)


def room(here: Field, piece: Piece, within: Patch | None) -> Pose | None:
    """The first legal place for a stand facing the enemy; None means that it has no room.

    # RULING TC-8.26: a stand has room if one of the places half a MU apart, facing the enemy,
    # is legal; only those are searched.
    """
    own = home(here.book, here.position, piece.controller)
    zone = deployment_zone(here.book, here.position, piece.controller)
    poses = likely(here, piece, grid(own, piece, zone))
    return first_legal(here, piece, poses, within)


def likely(here: Field, piece: Piece, poses: Iterable[Pose]) -> Iterable[Pose]:
    """Those poses that some layer does not rule out without looking at them one by one."""
    patch = here.book.sole(seams.MAY_LIE, here, piece)
    if patch is None:
        return poses
    if patch.left >= patch.right:
        return ()
    own, shape = home(here.book, here.position, piece.controller), piece.shape
    assert shape is not None
    return (pose for pose in poses if own.holds(base(pose, shape), patch))


def grid(own: Home, piece: Piece, zone: Patch) -> Iterator[Pose]:
    """Poses all over a zone, from its front to the base edge, from the middle outwards."""
    assert isinstance(piece.shape, Rectangle)
    half, deep = piece.shape.width // 2, piece.shape.depth
    middle = (zone.left + zone.right) // 2
    reach = (zone.right - zone.left) // 2 - half
    for inward in range(zone.far, zone.near + deep - 1, -STEP):
        for step in range(reach // STEP + 1):
            yield own.pose(middle + step * STEP, inward)
            if step:
                yield own.pose(middle - step * STEP, inward)


def first_legal(
    here: Field, piece: Piece, poses: Iterable[Pose], within: Patch | None
) -> Pose | None:
    """The first legal one of some poses and of its own, wholly within a patch if one is given."""
    own = home(here.book, here.position, piece.controller)
    assert piece.shape is not None
    for pose in chain(poses, here.book.union(seams.POSES, here.book, here.position, piece)):
        if within is not None and not own.holds(base(pose, piece.shape), within):
            continue
        if may_stand(here, piece, pose):
            return pose
    return None


def nearest_legal(here: Field, piece: Piece, wish: Pose, within: Patch | None) -> Pose | None:
    """The wish itself, or the legal place of the grid that is nearest to it."""
    own = home(here.book, here.position, piece.controller)
    zone = deployment_zone(here.book, here.position, piece.controller)

    def away(pose: Pose) -> int:
        return (pose.x - wish.x) ** 2 + (pose.y - wish.y) ** 2

    granted = first_legal(here, piece, (wish,), within)
    if granted is not None:
        return granted
    poses = likely(here, piece, sorted(grid(own, piece, zone), key=away))
    return first_legal(here, piece, poses, within)
