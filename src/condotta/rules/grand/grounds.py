"""What is drawn while a side is set out: zones, base edge, reach of marker and general. [GT-5]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.records import Piece, Seat
from condotta.rules.grand import names
from condotta.rules.grand.arranging import strip
from condotta.rules.grand.markers import SHAPE, marker_of
from condotta.rules.grand.scale import SCALE, ZONES, middle_zones
from condotta.rules.grand.sides import is_troop
from condotta.rules.triumph import seams
from condotta.rules.triumph.deployment.camps import WINDOW as CAMPS
from condotta.rules.triumph.ground.battlefield import Home, Patch, deployment_zone, home
from condotta.rules.triumph.looking.aids import Aid, Points, around, shape
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import TABLES

SETTING_OUT = (names.TROOPS, names.LAST_TROOPS)
ZONED = (CAMPS, names.SPLIT, names.MARKERS, *SETTING_OUT)


def grounds(here: Field, seat: Seat, window: str) -> Iterator[Aid]:
    """The five zones; then what the question of the window is about. [GT-1.2, GT-5]"""
    if window not in ZONED:
        return
    own = home(here.book, here.position, seat)
    far = deployment_zone(here.book, here.position, seat).far
    yield from zones(own, seat, far)
    if window == names.MARKERS:
        edge = Patch(0, 0, own.length, SHAPE.depth)
        yield Aid("deploy", seat, "", "aid.markers", {}, "GT-5.4", outline(own, edge))
    if window in SETTING_OUT:
        line = middle_zones(own)
        patch = Patch(line.left, 0, line.right, far)
        yield Aid("line", seat, "", "aid.line", {}, "GT-5.1", outline(own, patch))
        for first in commands(here, seat):
            yield from of_command(here, own, first)


def zones(own: Home, seat: Seat, far: int) -> Iterator[Aid]:
    """The friendly row's five zones, from the left. [GT-1.2]"""
    for number, name in enumerate(ZONES):
        left = number * SCALE.zone
        patch = Patch(left, 0, left + SCALE.zone, far)
        yield Aid("sector", seat, "", f"aid.zone.{name}", {}, "GT-1.2", outline(own, patch))


def commands(here: Field, seat: Seat) -> Iterator[Piece]:
    """One stand of each own command that is being set out, or waits for it."""
    seen: set[str] = set()
    for piece in here.position.pieces.values():
        waits = piece.place in ("undeployed", "table") and is_troop(piece)
        if waits and piece.controller == seat and piece.command and piece.command not in seen:
            seen.add(piece.command)
            yield piece


def of_command(here: Field, own: Home, first: Piece) -> Iterator[Aid]:
    """How far from its marker, sideways, and how far from its general. [GT-5.2]"""
    marker = marker_of(here.position, first.command)
    if marker is None:
        return
    seat, patch = first.controller, strip(here.book, here.position, first)
    yield Aid("deploy", seat, marker.id, "aid.deploy", {}, "GT-5.2", outline(own, patch))
    general = here.general(first.command)
    if general is not None:
        reach = TABLES.command.with_sight
        yield shape("command", general, {"far": reach}, "GT-5.2", around(general.base, reach))


def outline(own: Home, patch: Patch) -> Points:
    """A rectangle of a seat's own frame."""
    return own.sketch("", patch).points


HOOKS = ((seams.GROUNDS, grounds, "GT-5.1"),)
