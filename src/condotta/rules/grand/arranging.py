"""Answers for whoever sets out a command: at random, and in a sensible order. [GT-5]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book, Menu
from condotta.kernel.evolving import with_piece
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.grand import names
from condotta.rules.grand.deploying import near_its_general
from condotta.rules.grand.markers import marker_of
from condotta.rules.grand.scale import SCALE
from condotta.rules.triumph import names as core
from condotta.rules.triumph.deployment.arranging import (
    Finder,
    acts_of,
    arranged,
    deployed,
    near_wish,
    random_place,
    settled,
)
from condotta.rules.triumph.deployment.battle_order import laid_out, ranged
from condotta.rules.triumph.deployment.camps import any_camp, sensible_camp
from condotta.rules.triumph.deployment.deploying import Deploy, Finish
from condotta.rules.triumph.deployment.finishing import judge_finish, without
from condotta.rules.triumph.deployment.places import first_legal, grid, likely, room
from condotta.rules.triumph.ground.battlefield import Home, Patch, deployment_zone, home
from condotta.rules.triumph.stands.field import Field
from condotta.table import Pose


def strip(book: Book, position: Position, piece: Piece) -> Patch:
    """The part of the deployment zone that a stand's marker lets it stand in. [GT-5.2]"""
    own = home(book, position, piece.controller)
    zone = deployment_zone(book, position, piece.controller)
    marker = marker_of(position, piece.command)
    if marker is None or marker.pose is None:
        return zone
    along = own.own(marker.pose.x, marker.pose.y)[0]
    left, right = along - SCALE.from_marker, along + SCALE.from_marker
    return Patch(max(zone.left, left), zone.near, min(zone.right, right), zone.far)


def waiting(position: Position, ask: Ask) -> list[str]:
    """The stands of a step that are not set out yet, the general first. [GT-5.2]"""
    left = [name for name in ask.about if position.pieces[name].place == "undeployed"]
    return sorted(left, key=lambda name: core.GENERAL not in position.pieces[name].traits)


def any_troops(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """The whole command somewhere legal, then done."""
    if "PlaceCamp" in ask.says and (camp := any_camp(book, position, ask, random)) is not None:
        return camp
    acts = tuple(acts_of(book, position, ask))
    if acts and random.random() < 0.5:
        return random.choice(acts)
    find = in_sight(random_place(random, strip, room))
    steps = arranged(book, position, ask, waiting(position, ask), find)
    return settled(book, position, ask, steps) or once_more(book, position, ask)


def in_sight(find: Finder) -> Finder:
    """That finder's place, or the first from where all others are still led. [GT-5.2]"""

    def found(here: Field, piece: Piece, within: Patch | None) -> Pose | None:
        pose = find(here, piece, within)
        if pose is None or leaves_them_led(here, piece, pose):
            return pose
        own = home(here.book, here.position, piece.controller)
        poses = likely(here, piece, grid(own, piece, strip(here.book, here.position, piece)))
        free = (one for one in poses if leaves_them_led(here, piece, one))
        return first_legal(here, piece, free, within)

    return found


def leaves_them_led(here: Field, piece: Piece, pose: Pose) -> bool:
    """Whether a stand there hides its general from nobody of his command. [GT-5.2]"""
    then = with_piece(here.position, replace(piece, place="table", pose=pose))
    after = Field(here.book, then)
    others = (one for one in after.friends(piece.controller) if one.command == piece.command)
    return all(near_its_general(after, one) is None for one in others if one.id != piece.id)


def once_more(book: Book, position: Position, ask: Ask) -> Deploy | None:
    """The whole command set out again in line, its general first. [GT-5.2]"""
    bare = without(position, ask.about)
    order = waiting(bare, ask)
    steps = arranged(book, bare, ask, order, in_sight(near_wish(wishes(book, bare, ask))))
    return deployed(book, position, ask, steps)


def wishes(book: Book, position: Position, ask: Ask) -> dict[str, Pose]:
    """Where the stands of a command would like to stand: in line before its marker."""
    pieces = tuple(position.pieces[name] for name in ask.about)
    own: Home = home(book, position, ask.seat)
    zone = deployment_zone(book, position, ask.seat)
    patch = strip(book, position, pieces[0])
    middle = (patch.left + patch.right) // 2
    row = ranged(book, pieces, mirrored=False)
    laid = laid_out(row, own, zone, middle - own.length // 2, 0)
    return {piece.id: pose for piece, pose in laid}


def sensible_troops(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """The camp if one is due here, the command in line before its marker, then done."""
    if "PlaceCamp" in ask.says:
        yield from sensible_camp(book, position, ask)
    left = waiting(position, ask)
    if left:
        wanted = wishes(book, position, ask)
        steps = arranged(book, position, ask, left, in_sight(near_wish(wanted)))
        if (deploy := deployed(book, position, ask, steps)) is not None:
            yield deploy
            return  # whoever has room must be set out first [TC-8.1]
    if judge_finish(book, position, ask.seat, ask, Finish()).ok:
        yield Finish()


MENUS = {window: Menu(any_troops, sensible_troops) for window in (names.TROOPS, names.LAST_TROOPS)}
