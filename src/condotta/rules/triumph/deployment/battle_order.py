"""A sensible order of battle: foot in the centre, lighter foot beside it, horse on the wings.

Advice for bots and for people who ask for a proposal; legality is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.deployment.centre import own_stands
from condotta.rules.triumph.ground.battlefield import (
    Home,
    Patch,
    centre_zone,
    deployment_zone,
    frontage,
    home,
)
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.stands.field import Field, field, troop_of
from condotta.rules.triumph.tables import terrain
from condotta.table import Area, Pose, Rectangle, base, distance_before, extent, meets

MU = 10_000
DEEP = ("PIK", "WRR")  # types that a second rank of their own helps [TC-2.19, TC-2.20]
FRONTS = (0, MU, 2 * MU)  # how far the line may stand back from the front of the zone
SHIFTS = tuple(side * step * MU for step in range(7) for side in ((1, -1) if step else (1,)))
MOST_FILES = 18
BETWEEN = 4 * MU  # from the front of a line to that of the line behind it
CROWDED = 3  # how much worse than behind the first line it is to have no ground
AHEAD = 6 * MU  # difficult ground so near before a stand keeps it from going on
MISFIT = MU  # what it costs that a file is not in the first line

File: TypeAlias = tuple[Piece, ...]
Laid: TypeAlias = list[tuple[Piece, Pose]]
Across: TypeAlias = Callable[[int], tuple[int, int]]
"""Between where along the base edge a line may stand whose front is so far forward."""


class Ground(NamedTuple):
    """What an order of battle looks at: areas of difficult going, from where, and the centre."""

    difficult: tuple[Area, ...]
    own: Home
    third: Patch

    def hems(self, piece: Piece, pose: Pose) -> bool:
        """Whether a stand there would lie in difficult going, or have it straight before it."""
        assert piece.shape is not None
        at = base(pose, piece.shape)
        heading = at.fx, at.fy
        return any(distance_before(at, heading, AHEAD, one) < AHEAD for one in self.difficult)

    def keeps(self, piece: Piece, pose: Pose) -> bool:
        """Whether a stand may be there as far as the centre goes: the battle line stays in it."""
        assert piece.shape is not None
        core = names.BATTLE_LINE in piece.traits
        return not core or self.own.between(base(pose, piece.shape), self.third)


class Row:
    """Files side by side, from left to right, and who waits behind the middle."""

    __slots__ = ("behind", "files", "first", "last")

    def __init__(
        self, files: tuple[File, ...], line: tuple[int, int], behind: tuple[Piece, ...]
    ) -> None:
        """`line` says which files are the battle line that stands in the middle."""
        self.files = files
        self.first, self.last = line
        self.behind = behind


def wishes(
    book: Book, position: Position, seat: Seat, *, mirrored: bool = False
) -> dict[str, Pose]:
    """Where every stand of a seat would like to stand, those already set out included.

    It depends on the army and the ground only, so that two steps of one deployment agree.
    """
    stands = tuple(piece for piece in own_stands(position, seat) if piece.place != "reserve")
    row = ranged(book, stands, mirrored=mirrored)
    here = field(book, position)
    own, zone = home(book, position, seat), deployment_zone(book, position, seat)
    third = centre_zone(book, position, seat)
    rough = rough_ground(here, own, zone)
    across = partial(frontage, book, position, seat)
    kinds = {piece.id: troop_of(book, piece) for piece in stands}
    best: tuple[int, Laid] | None = None
    for off, shift, back in offs(row, zone, across):
        if best is not None and best[0] <= off:
            break
        laid, misfits = in_lines(row, own, zone, across, (shift, back))
        cost = off + MISFIT * misfits + MU * hindered(kinds, laid, rough, own, third)
        if best is None or cost < best[0]:
            best = cost, laid
    assert best is not None
    return eased(row, best[1], kinds, Ground(here.ground.difficult, own, third))


def eased(row: Row, laid: Laid, kinds: Mapping[str, TroopType], ground: Ground) -> dict[str, Pose]:
    """An order in which open-order foot has changed places with whoever the ground hems in."""
    poses = {piece.id: pose for piece, pose in laid}
    light = [file for file in row.files if all(kinds[one.id].is_open_foot for one in file)]
    for file in row.files:
        if file in light or not ground.hems(file[0], poses[file[0].id]):
            continue
        there = poses[file[0].id]
        for other in sorted(light, key=lambda one: away(poses[one[0].id], there)):
            here = poses[other[0].id]
            if (
                width_of(file[0]) == width_of(other[0])
                and not ground.hems(file[0], here)
                and all(ground.keeps(one, here) for one in file)
                and all(ground.keeps(one, there) for one in other)
            ):
                poses |= drawn_up(file, here, ground.own) | drawn_up(other, there, ground.own)
                light.remove(other)
                break
    return poses


def away(one: Pose, other: Pose) -> int:
    """How far two places are from each other."""
    return abs(one.x - other.x) + abs(one.y - other.y)


def drawn_up(file: File, front: Pose, own: Home) -> dict[str, Pose]:
    """A file whose first stand is there."""
    along, inward = own.own(front.x, front.y)
    found: dict[str, Pose] = {}
    for piece in file:
        found[piece.id] = own.pose(along, inward)
        inward -= depth_of(piece)
    return found


def offs(row: Row, zone: Patch, across: Across) -> list[tuple[int, int, int]]:
    """How far the line may be from the middle of the zone's front: in all, aside and back.

    Where the ground narrows to its front the line may stand back to wherever it has room.
    """
    backs: Iterable[int] = FRONTS
    if across(zone.far) != (zone.left, zone.right):
        every = range(0, zone.far - zone.near, MU)
        backs = [back for back in every if parted(row, room(across, zone.far - back))[0].files]
    return sorted((abs(shift) + back, shift, back) for shift in SHIFTS for back in backs or FRONTS)


def room(across: Across, front: int) -> int:
    """How wide a line may be whose front is so far forward."""
    left, right = across(front)
    return right - left


def ranged(book: Book, stands: tuple[Piece, ...], *, mirrored: bool) -> Row:
    """The army in files: battle line in the middle, light foot beside it, horse outside."""
    kinds = {piece.id: troop_of(book, piece) for piece in stands}
    line = [piece for piece in stands if in_line(piece, kinds[piece.id])]
    light = [piece for piece in stands if piece not in line and kinds[piece.id].is_foot]
    horse = [piece for piece in stands if piece not in line and piece not in light]
    behind: list[Piece] = []
    for piece in tuple(horse):
        if names.GENERAL in piece.traits and len(line) > 3:
            horse.remove(piece)
            behind.append(piece)
    horse.sort(key=lambda piece: kinds[piece.id].move)
    centre = middle_out(files_of(sorted(line, key=lambda piece: steadiness(piece, kinds)), book))
    left, right = split(files_of(light))
    far_left, far_right = split(files_of(horse))
    files = [*reversed(far_left), *reversed(left), *centre, *right, *far_right]
    first = len(far_left) + len(left)
    while len(files) > MOST_FILES:
        behind.extend(files.pop())
    if mirrored:
        files.reverse()
        first = len(files) - first - len(centre)
    return Row(tuple(files), (first, first + len(centre)), tuple(behind))


def in_line(piece: Piece, kind: TroopType) -> bool:
    """Whether a stand belongs in the middle: the list's battle line, and close order foot."""
    return names.BATTLE_LINE in piece.traits or kind.is_close_foot


def steadiness(piece: Piece, kinds: dict[str, TroopType]) -> tuple[bool, bool, str, int]:
    """Who stands nearest the middle: battle line, then the steadiest, kinds together."""
    kind = kinds[piece.id]
    shooters = kind.shooting is not None
    core = names.BATTLE_LINE in piece.traits
    return not core, shooters, kind.code, -(kind.vs_foot + kind.vs_mounted)


def files_of(stands: list[Piece], book: Book | None = None) -> list[File]:
    """Files of one stand; of two where a second rank of the same type helps. [TC-2.30]

    Which types those are a layer may add to.
    """
    files: list[File] = []
    waiting: dict[str, Piece] = {}
    helped = {piece.type for piece in stands if book and book.sole(seams.DEEP, book, piece)}
    deep = {code for code in {*DEEP, *helped} if sum(piece.type == code for piece in stands) >= 4}
    for piece in stands:
        if piece.type not in deep:
            files.append((piece,))
        elif piece.type in waiting:
            files.append((waiting.pop(piece.type), piece))
        else:
            waiting[piece.type] = piece
    return files + [(piece,) for piece in waiting.values()]


def middle_out(files: list[File]) -> list[File]:
    """The first files in the middle, the following ones on both sides in turn."""
    left, right = files[1::2], files[::2]
    return [*reversed(left), *right]


def split(files: list[File]) -> tuple[list[File], list[File]]:
    """Half of the files for each wing, the nearest to the middle first."""
    return files[1::2], files[::2]


def in_lines(
    row: Row, own: Home, zone: Patch, across: Across, aside: tuple[int, int]
) -> tuple[Laid, int]:
    """The row in straight lines, one behind another, and how badly they fit, in files.

    Straight, so that each moves as one body. Whom a line has no room for, the outermost files of
    both wings, stands in the next with those who wait behind the middle. A file badly placed is one
    that is not in the first line, or stands so far back that the camp or the edge is in its way.
    """
    laid: Laid = []
    misfits = 0
    shift, back = aside
    while True:
        front = zone.far - back
        left, right = across(front)
        fits, rest = parted(row, right - left)
        if not fits.files:
            fits, rest = row, None
        if laid and front < zone.near + BETWEEN:
            misfits += CROWDED * len(fits.files)
        laid += laid_out(fits, own, replace(zone, left=left, right=right), shift, back)
        if rest is None:
            return laid, misfits
        misfits += len(rest.files)
        row, back = rest, back + BETWEEN


def parted(row: Row, room: int) -> tuple[Row, Row | None]:
    """As much of a row's middle as has room, and the rest of it as a row of its own, if any."""
    low, high = 0, len(row.files)
    widths = [width_of(file[0]) for file in row.files]
    while low < high and sum(widths[low:high]) > room:
        if row.first - low > high - row.last:
            low += 1
        else:
            high -= 1
    if low == 0 and high == len(row.files):
        return row, None
    waiting = tuple((piece,) for piece in row.behind)
    rest = (*row.files[:low], *waiting, *row.files[high:])
    line = max(0, row.first - low), min(high, row.last) - low
    return Row(row.files[low:high], line, ()), Row(rest, (low, low + len(waiting)), ())


def laid_out(row: Row, own: Home, zone: Patch, shift: int, back: int) -> Laid:
    """The row with the middle of its line before the middle of the edge, but for the shift."""
    widths = [width_of(file[0]) for file in row.files]
    line = sum(widths[row.first : row.last])
    left = middle_of(zone) - line // 2 - sum(widths[: row.first]) + shift
    left = max(zone.left, min(left, zone.right - sum(widths)))
    front = zone.far - back
    laid: Laid = []
    for file, width in zip(row.files, widths, strict=True):
        inward = front
        for piece in file:
            laid.append((piece, own.pose(left + width // 2, inward)))
            inward -= depth_of(piece)
        left += width
    return laid + list(second_row(row, own, front, middle_of(zone) + shift))


def middle_of(zone: Patch) -> int:
    """The middle of the ground where troops deploy, along the base edge."""
    return (zone.left + zone.right) // 2


def second_row(row: Row, own: Home, front: int, middle: int) -> Iterator[tuple[Piece, Pose]]:
    """Those behind the middle of the line, side by side."""
    inward = front - 4 * MU
    wide = sum(width_of(piece) for piece in row.behind)
    left = middle - wide // 2
    for piece in row.behind:
        yield piece, own.pose(left + width_of(piece) // 2, inward)
        left += width_of(piece)


def rough_ground(here: Field, own: Home, zone: Patch) -> tuple[Area, ...]:
    """The areas before the base edge that are not open. [TC-7.20]"""
    corners = [own.point(zone.left, zone.near), own.point(zone.right, zone.far)]
    (low_x, high_x), (low_y, high_y) = (sorted(axis) for axis in zip(*corners, strict=True))
    return tuple(
        area
        for area in here.areas
        if terrain(area.kind).going != "open"
        for west, south, east, north in (extent(area),)
        if west < high_x and east > low_x and south < high_y and north > low_y
    )


def hindered(
    kinds: Mapping[str, TroopType], laid: Laid, rough: tuple[Area, ...], own: Home, third: Patch
) -> int:
    """How badly the ground suits an order: each stand in hard going, or core out of the centre."""
    total = 0
    for piece, pose in laid:
        assert piece.shape is not None
        kind, at = kinds[piece.id], base(pose, piece.shape)
        if not kind.is_open_foot and any(meets(at, area) for area in rough):
            total += 3 if kind.is_close_foot else 2
        if names.BATTLE_LINE in piece.traits and not own.between(at, third):
            total += 1
    return total


def width_of(piece: Piece) -> int:
    """The width of a stand's base."""
    return piece.shape.width if isinstance(piece.shape, Rectangle) else 2 * MU


def depth_of(piece: Piece) -> int:
    """The depth of a stand's base."""
    return piece.shape.depth if isinstance(piece.shape, Rectangle) else 2 * MU
