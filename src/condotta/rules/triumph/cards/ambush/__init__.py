"""Card 13, Ambush: light troops that wait forward in rough ground. [BC-13]"""

from __future__ import annotations

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.rulings import Refusal, Waiver
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.ambush.hiding import CODE, FROM_EDGE, acts, grounds
from condotta.rules.triumph.cards.common.card import Advice, Card, set_out
from condotta.rules.triumph.cards.common.carrying import in_hand
from condotta.rules.triumph.cards.common.lookout import LIKELY
from condotta.rules.triumph.deployment.deploying import Deploy
from condotta.rules.triumph.deployment.setting_out import CENTRE
from condotta.rules.triumph.ground.battlefield import deployment_zone, home
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import terrain
from condotta.table import HALF, Area, gap, meets

FROM_ENEMY, IN_ONE_PIECE = 20_000, 2
ENOUGH = 2  # as many stands as lie in wait where an army is well led
LIFTED = "TC-8.2"


def beyond(here: Field, stand: Stand) -> bool:
    """Whether a stand is set out beyond its deployment zone."""
    own = home(here.book, here.position, stand.seat)
    zone = deployment_zone(here.book, here.position, stand.seat)
    return own.bounds(stand.base)[3] > zone.far + HALF


def rough(here: Field, stand: Stand) -> tuple[Area, ...]:
    """The pieces of difficult terrain that a stand is at least partly in. [BC-13.1, BC-13.4]"""
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
    """Two of an army at most in one piece; one that is in two counts in both.

    [BC-13.2, BC-13.4, BC-30.71]
    """
    others = [
        one
        for one in here.stands
        if one.piece.army == stand.piece.army and one is not stand and not one.is_camp
        if beyond(here, one)
    ]
    return any(
        sum(meets(one.base, area) for one in others) >= IN_ONE_PIECE for area in rough(here, stand)
    )


def where_it_flanks(book: Book, here: Field, ask: Ask, said: Deploy) -> float | None:
    """A stand or two that the line can spare, on the own half, not far from its middle. [BC-13.1]

    Who belongs in the centre stays in it, and so does whoever leads. [BC-13.3]
    """
    step = said.steps[0]
    piece = here.position.pieces[step.piece]
    own = home(book, here.position, ask.seat)
    along, inward = own.own(step.pose.x, step.pose.y)
    waiting = [one for one in here.stands if one.seat == ask.seat and not one.is_camp]
    enough = sum(beyond(here, one) for one in waiting) >= ENOUGH
    needed = {names.BATTLE_LINE, names.GENERAL} & set(piece.traits)
    if enough or needed or ask.window == CENTRE or 2 * inward > own.reach:
        return None
    return LIKELY * (1 - abs(2 * along - own.length) / (2 * own.length))


CARD = Card(
    "ambush",
    uses=(set_out(CODE, "BC-13.1", passes=True),),
    advice=Advice(acts={Deploy: where_it_flanks}),
    hooks=(
        (seams.MAY_DEPLOY, lies_in_wait, "BC-13.1"),
        (seams.ACTS, acts, "BC-13.1"),
        (seams.GROUNDS, grounds, "BC-13.1"),
    ),
)
