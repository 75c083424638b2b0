"""Where the units of a seat would stand that nobody knows the places of: in rows before its edge.

Zones, places and what is against them are those of the game's own set-out. Each function is given
units that are not set out, and tells what sets them out; one without room is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby, product
from math import dist

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Placed
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.grand import arranging as in_commands
from condotta.rules.ranked import names as regiments
from condotta.rules.ranked import seams as ranked_seams
from condotta.rules.ranked.reading.places_to_stand import why_not_here
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.ranked.setting_out import places_to_set_out as ranked_places
from condotta.rules.setting_up import facing_over, middle
from condotta.rules.skirmish.setting_out import deployment as skirmish_deployment
from condotta.rules.skirmish.setting_out import places_to_set_out as skirmish_places
from condotta.rules.triumph import names as stands
from condotta.rules.triumph.deployment.arranging import Finder, arranged
from condotta.rules.triumph.deployment.battle_order import wishes
from condotta.rules.triumph.deployment.camps import legal_places
from condotta.rules.triumph.deployment.deploying import (
    on_nobody,
    on_passable_ground,
    on_the_board,
)
from condotta.rules.triumph.deployment.places import grid, nearest_legal
from condotta.rules.triumph.deployment.setting_out import REST
from condotta.rules.triumph.ground.battlefield import Patch, deployment_zone, home
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import CAMP
from condotta.table import Polygon, Pose, base

STEP = regiments.INCH  # between the places that are tried outside a zone
ANYWHERE = (on_the_board, on_nobody, on_passable_ground)
"""What is against a place of a stand at any time; the rest holds only while troops deploy."""


# ── stands ───────────────────────────────────────────────────────────────────
def army_in_rows(
    book: Book, position: Position, seat: Seat, units: tuple[str, ...]
) -> Iterator[Event]:
    """Stands in a sensible order of battle, after their camps. [TC-8.1, TC-9.31]"""
    laid = tuple(camps_laid(book, position, units))
    yield from laid
    troops = troops_of(position, units)
    if troops:
        ask = Ask(seat, REST, "TC-8.1", about=troops)
        now = after(position, laid)
        yield from ordered(book, now, ask, wishes(book, now, seat))


def commands_in_rows(
    book: Book, position: Position, seat: Seat, units: tuple[str, ...]
) -> Iterator[Event]:
    """The same, command by command before its marker, the general first. [GT-5.2]"""
    laid = [*camps_laid(book, position, units)]
    yield from laid
    troops = troops_of(position, units)
    for command in dict.fromkeys(position.pieces[one].command for one in troops):
        own = [one for one in troops if position.pieces[one].command == command]
        own.sort(key=lambda one: stands.GENERAL not in position.pieces[one].traits)
        ask = Ask(seat, REST, "GT-5.2", about=tuple(own))
        now = after(position, laid)
        steps = [*ordered(book, now, ask, in_commands.wishes(book, now, ask))]
        yield from steps
        laid += steps


def troops_of(position: Position, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the units that are no camps."""
    return tuple(one for one in units if position.pieces[one].type != CAMP)


def camps_laid(book: Book, position: Position, units: tuple[str, ...]) -> Iterator[Event]:
    """Each camp where it may be placed, else wherever it has room. [TC-9.31]"""
    for name in units:
        camp = position.pieces[name]
        if camp.type == CAMP:
            here = Field(book, position)
            poses = chain(legal_places(here, camp), free(here, camp))
            event = Placed(name, "table", next(poses, None))
            if event.pose is not None:
                position = after(position, (event,))
                yield event


def ordered(book: Book, position: Position, ask: Ask, wanted: dict[str, Pose]) -> Iterator[Event]:
    """Each stand where it would like to stand, or at the place nearest to that."""
    for step in arranged(book, position, ask, ask.about, near(wanted)):
        yield Placed(step.piece, "table", step.pose)


def near(wanted: dict[str, Pose]) -> Finder:
    """A finder of the place nearest to the wish that is legal to deploy in, else of a free one."""

    def find(here: Field, piece: Piece, within: Patch | None) -> Pose | None:
        wish = wanted[piece.id]
        return nearest_legal(here, piece, wish, within) or next(free(here, piece, wish), None)

    return find


def free(here: Field, piece: Piece, wish: Pose | None = None) -> Iterator[Pose]:
    """Places where a stand lies on nobody, in its zone and then on all of the board.

    Those nearest to the wish are first.
    """
    own = home(here.book, here.position, piece.controller)
    zone = deployment_zone(here.book, here.position, piece.controller)
    for patch in (zone, Patch(0, 0, own.length, own.reach)):
        poses = [*grid(own, piece, patch)]
        if wish is not None:
            x, y = wish.x, wish.y
            poses.sort(key=lambda pose: (pose.x - x) ** 2 + (pose.y - y) ** 2)
        for pose in poses:
            there = Stand(here.book, replace(piece, place="table", pose=pose))
            if not any(why(here, there) for why in ANYWHERE):
                yield pose


# ── regiments ────────────────────────────────────────────────────────────────
def regiments_in_rows(
    book: Book, position: Position, _: Seat, units: tuple[str, ...]
) -> Iterator[Event]:
    """Regiments in rows from the front of their zone backwards, then characters. [FB-14.1]"""
    pieces = (position.pieces[one] for one in units)
    for piece in sorted(pieces, key=lambda one: regiments.CHARACTER in one.traits):
        row = front_row(book, position, piece)
        pose = row[0] if row else next(beside(book, position, piece), None)
        if pose is not None:
            event = Placed(piece.id, "table", pose)
            position = after(position, (event,))
            yield event


def front_row(book: Book, position: Position, piece: Piece) -> list[Pose]:
    """The places of the foremost row that has any, those nearest to the zone's middle first."""
    places = ranked_places.places(book, position, piece)
    row = next(groupby(places, lambda pose: pose.x * pose.ux + pose.y * pose.uy), None)
    if row is None:
        return []
    zones = [middle(zone) for zone in zones_of(book, position, piece)]
    return sorted(row[1], key=lambda pose: min(dist((pose.x, pose.y), one) for one in zones))


def zones_of(book: Book, position: Position, piece: Piece) -> tuple[Polygon, ...]:
    """Where a regiment is set out. [FB-14.1]"""
    return book.stack(ranked_seams.DEPLOY_ZONE, position, piece.controller)


def beside(book: Book, position: Position, piece: Piece) -> Iterator[Pose]:
    """Where a regiment may stand outside its zone, the nearest to it first. [FB-4.1]"""
    zone, *_ = zones_of(book, position, piece)
    (x, y), facing = middle(zone), facing_over(position.board, zone)
    _, shape = ranked_places.formed(position, piece, 0)
    here = field(book, position)
    lattice = product(range(0, position.board.width, STEP), range(0, position.board.depth, STEP))
    for at in sorted(lattice, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2):
        pose = Pose(*at, *facing)
        if not why_not_here(here, piece.id, base(pose, shape)):
            yield pose


# ── units of single models ───────────────────────────────────────────────────
def models_in_rows(
    book: Book, position: Position, _: Seat, units: tuple[str, ...]
) -> Iterator[Event]:
    """Units as blocks, those first that are nearest to the middle of the table. [SK-15]"""
    for name in units:
        trails = next(skirmish_places.blocks(book, position, position.pieces[name]), ())
        if trails:
            models = (skirmish_deployment.on_table(position, trail) for trail in trails)
            laid = (Placed(name, "table"), *chain.from_iterable(models))
            position = after(position, laid)
            yield from laid
