"""How pieces came to where they are: arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

import msgspec

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.report.fates import Fate, middle
from condotta.report.ink import SCALE, Sheet, el, number, path
from condotta.table import Disc, Pose, Rectangle


class Track(msgspec.Struct, frozen=True):
    """The way of one piece: where it stood before each move, and where it stands."""

    piece: Piece
    seat: Seat
    poses: tuple[Pose, ...]


def since(earlier: Position, now: Position) -> tuple[tuple[Track, ...], tuple[Fate, ...]]:
    """What moved and what left the table between two positions, in order of mustering."""
    tracks, fates = [], []
    for piece in now.pieces.values():
        was = earlier.pieces.get(piece.id)
        if was is None or was.pose is None:
            continue
        if piece.pose is None:
            lost = piece.place == "lost"
            fates.append(Fate(piece, piece.controller, was.pose, lost=lost))
        elif piece.pose != was.pose:
            tracks.append(Track(piece, piece.controller, (was.pose, piece.pose)))
    return tuple(tracks), tuple(fates)


def shown(tracks: Iterable[Track]) -> Iterator[Track]:
    """The tracks worth an arrow: of stands behind one another that went alike, the last only."""
    listed = [track for track in tracks if far_enough(track)]
    for track in listed:
        if not any(hides(other, track) for other in listed if other is not track):
            yield track


def far_enough(track: Track) -> bool:
    """Whether the way is long enough to be seen: 0.4 MU."""
    first, last = track.poses[0], track.poses[-1]
    return hypot(last.x - first.x, last.y - first.y) > 4_000 or len(track.poses) > 2


def hides(other: Track, track: Track) -> bool:
    """Whether another went the same way right behind this one."""
    if other.seat != track.seat or len(other.poses) != 2 or len(track.poses) != 2:
        return False
    (a, b), (c, d) = track.poses, other.poses
    if abs((b.x - a.x) - (d.x - c.x)) > 500 or abs((b.y - a.y) - (d.y - c.y)) > 500:
        return False
    dx, dy = c.x - a.x, c.y - a.y
    behind = -(dx * a.ux + dy * a.uy) / 1e6
    aside = abs(dx * a.uy - dy * a.ux) / 1e6
    return 0 < behind < 25_000 and aside < 6_000


def arrow(sheet: Sheet, track: Track, style: int) -> str:
    """An arrow along a track, ending at the edge of the base that it came in by."""
    spots = [middle(sheet, track.piece, pose) for pose in track.poses]
    spots = [spot for index, spot in enumerate(spots) if not index or spot != spots[index - 1]]
    if len(spots) < 2:
        return ""
    (x1, y1), (x2, y2) = spots[-2:]
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    back = min(_half_size(track.piece, ux, uy) + 1.5, max(0.0, length - 5))
    tip_x, tip_y = x2 - ux * back, y2 - uy * back
    neck_x, neck_y = tip_x - ux * 6, tip_y - uy * 6
    line = [*spots[:-1], (neck_x, neck_y)]
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in line)
    wings = "".join(
        f"L{number(neck_x - ux * 3 + side * uy * 5.4)} {number(neck_y - uy * 3 - side * ux * 5.4)}"
        f"{f'L{number(neck_x)} {number(neck_y)}' if side > 0 else ''}"
        for side in (1, -1)
    )
    head = f"M{number(tip_x)} {number(tip_y)}{wings}z"
    halo = {"stroke": "var(--halo)", "stroke_width": "4.4", "fill": "none"}
    ink = {"stroke": "var(--deep)", "stroke_width": "2.1", "fill": "none"}
    rounded = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return el(
        "g",
        path(data, **halo, **rounded),
        path(data, **ink, **rounded),
        path(head, fill="var(--deep)", stroke="var(--halo)", stroke_width=".8"),
        class_=f"s{style}",
    )


def _half_size(piece: Piece, ux: float, uy: float) -> float:
    """How far a base reaches from its middle along a direction on the paper."""
    match piece.shape, piece.pose:
        case Rectangle(width, depth), Pose(_, _, fx, fy):
            ahead = abs(ux * fx - uy * fy) / 1e6
            aside = abs(ux * fy + uy * fx) / 1e6
            return min(depth / 2 / max(ahead, 1e-9), width / 2 / max(aside, 1e-9)) / SCALE
        case Disc(radius), _:
            return radius / SCALE
        case _:
            return 10.0
