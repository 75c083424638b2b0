"""Where an ambush may lie: as menus offer the places and as the page draws them. [BC-13.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.events import Step
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph.cards.common.carrying import in_hand
from condotta.rules.triumph.deployment.deploying import Deploy, judge_deploy
from condotta.rules.triumph.ground.battlefield import Patch, deployment_zone, home
from condotta.rules.triumph.looking.aids import Aid, shared
from condotta.rules.triumph.speaking.acts import setting_out
from condotta.rules.triumph.stands.field import Field, troop_of
from condotta.rules.triumph.tables import terrain
from condotta.table import Box, Ellipse

CODE, FROM_EDGE = "AM", 80_000


def places(here: Field, piece: Piece) -> Iterator[Step]:
    """The middle of each piece of rough ground, facing the enemy."""
    own = home(here.book, here.position, piece.controller)
    for area in here.areas:
        if terrain(area.kind).going == "difficult" and isinstance(area.outline, Box | Ellipse):
            along, inward = own.own(area.outline.x, area.outline.y)
            yield Step(piece.id, own.pose(along, inward))


def grounds(here: Field, seat: Seat, window: str) -> tuple[Aid, ...]:
    """The rough ground beyond the zone and far enough from the enemy's edge. [BC-13.1]"""
    if not setting_out(window) or not in_hand(here.position, seat, CODE):
        return ()
    own = home(here.book, here.position, seat)
    zone = deployment_zone(here.book, here.position, seat)
    patch = Patch(0, zone.far, own.length, own.reach - FROM_EDGE)
    return tuple(
        Aid("deploy", seat, "", "aid.ambush", {}, "BC-13.1", points)
        for area in here.areas
        if terrain(area.kind).going == "difficult"
        for points in shared(area, own, patch)
    )


def acts(book: Book, position: Position, ask: Ask) -> tuple[Deploy, ...]:
    """Stands of the step that could lie in wait, each in the middle of a piece of ground."""
    if not setting_out(ask.window) or not in_hand(position, ask.seat, CODE):
        return ()
    here = Field(book, position)
    light = (
        position.pieces[name]
        for name in ask.about
        if position.pieces[name].place == "undeployed"
        and troop_of(book, position.pieces[name]).is_open_foot
    )
    said = (Deploy((step,)) for piece in light for step in places(here, piece))
    return tuple(one for one in said if judge_deploy(book, position, ask.seat, ask, one).ok)
