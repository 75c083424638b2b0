"""Card 13, Ambush: light troops that wait forward in rough ground. [BC-13]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Step
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal, Waiver
from condotta.rules.triumph import seams
from condotta.rules.triumph.aids import Aid, shared
from condotta.rules.triumph.battlefield import Patch, deployment_zone, home
from condotta.rules.triumph.cards.acting import setting_out
from condotta.rules.triumph.cards.carrying import in_hand
from condotta.rules.triumph.deployment import Deploy, judge_deploy
from condotta.rules.triumph.field import Field, Stand, troop_of
from condotta.rules.triumph.tables import terrain
from condotta.table import HALF, Area, Box, Ellipse, gap, meets

CODE = "AM"
FROM_EDGE, FROM_ENEMY, IN_ONE_PIECE = 80_000, 20_000, 2
LIFTED = "TC-8.2"


def beyond(here: Field, stand: Stand) -> bool:
    """Whether a stand is set out beyond its deployment zone."""
    own = home(here.book, here.position, stand.seat)
    zone = deployment_zone(here.book, here.position, stand.seat)
    return own.bounds(stand.base)[3] > zone.far + HALF


def rough(here: Field, stand: Stand) -> tuple[Area, ...]:
    """The pieces of difficult terrain that a stand is at least partly in. [BC-13.1, BC-13.2]"""
    return tuple(
        area
        for area in here.areas
        if terrain(area.kind).going == "difficult" and meets(stand.base, area)
    )


def lies_in_wait(here: Field, stand: Stand) -> Refusal | Waiver | None:
    """Beyond the zone if all conditions hold; the first that does not is the reason. [BC-13.1]"""
    if stand.is_camp or not in_hand(here.position, stand.seat, CODE) or not beyond(here, stand):
        return None
    why = wrong(here, stand)
    if why:
        return Refusal("BC-13.1", f"bc.13-1.{why}", {"stand": stand.id})
    if crowded(here, stand):
        return Refusal("BC-13.2", "bc.13-2.crowded", {"stand": stand.id, "most": IN_ONE_PIECE})
    return Waiver(LIFTED, "BC-13.1")


def wrong(here: Field, stand: Stand) -> str:
    """What forbids an ambush there, in a word; empty if nothing does. [BC-13.1]"""
    own = home(here.book, here.position, stand.seat)
    if not stand.troop.is_open_foot:
        return "type"
    if not rough(here, stand):
        return "ground"
    if own.reach - own.bounds(stand.base)[3] < FROM_EDGE - HALF:
        return "edge"
    enemies = (one for one in here.enemies(stand.seat) if not one.is_camp)
    if any(gap(stand.base, one.base) <= FROM_ENEMY + HALF for one in enemies):
        return "enemy"
    return ""


def crowded(here: Field, stand: Stand) -> bool:
    """Two at most in one piece; one that is in two counts in both. [BC-13.2]"""
    others = [
        one
        for one in here.stands
        if one.seat == stand.seat and one is not stand and not one.is_camp and beyond(here, one)
    ]
    return any(
        sum(meets(one.base, area) for one in others) >= IN_ONE_PIECE for area in rough(here, stand)
    )


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


CARD = Layer(
    "ambush",
    2,
    hooks=(
        (seams.MAY_DEPLOY, lies_in_wait, "BC-13.1"),
        (seams.ACTS, acts, "BC-13.1"),
        (seams.GROUNDS, grounds, "BC-13.1"),
    ),
)
