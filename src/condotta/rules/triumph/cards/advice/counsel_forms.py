"""Advice on setting out: forms that help against the army over there, and a wagon's place."""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.rules.triumph.cards.advice.lookout import (
    LIKELY,
    Advice,
    enemy_types,
    margin,
    mounted_share,
)
from condotta.rules.triumph.cards.common.camp_cards import WAGON, chosen
from condotta.rules.triumph.cards.common.dismounting import DISMOUNTED
from condotta.rules.triumph.cards.mobile_infantry import FAST
from condotta.rules.triumph.deployment.camps import PlaceCamp, camp_due, judge_camp
from condotta.rules.triumph.deployment.deploying import Deploy
from condotta.rules.triumph.deployment.forms import Form, form_tries, unlike
from condotta.rules.triumph.ground.battlefield import home
from condotta.rules.triumph.stands.field import Field, troop_of
from condotta.table import offset

FEW = 0.25
"""The share of riders below which an army is one of foot."""


def forms(book: Book, here: Field, ask: Ask) -> Iterator[Advice]:
    """A form that helps against the army that stands over there.

    [BC-1.3, BC-3.2, BC-8.1, BC-9.1]
    """
    for said, form, verdict in unlike(here.position, form_tries(book, here.position, ask)):
        gain = worth(book, here, ask, form) if verdict.ok else 0.0
        if gain > 0:
            yield gain, said


def worth(book: Book, here: Field, ask: Ask, form: Form) -> float:
    """What a form may be expected to gain; nothing for the way back to the plain one."""
    riding, piece = mounted_share(book, here, ask.seat), form.pieces[0]
    match form.key:
        case key if key == DISMOUNTED:
            return LIKELY if riding < FEW else 0.0
        case "form.riding":  # slow foot rides to the fight where few could catch it on the way
            slow = troop_of(book, here.position.pieces[piece.id]).move < FAST
            return LIKELY if slow and riding < FEW else 0.0
        case "form.with-carts":
            return LIKELY * 2 * riding
        case "form.screened":
            return LIKELY if piece.place == "table" else 0.0
        case "form.split":
            return LIKELY if better_matched(book, here, ask, form) else 0.0
        case _:
            return 0.0


def better_matched(book: Book, here: Field, ask: Ask, form: Form) -> bool:
    """Whether the types of a form come off better against the types over there. [BC-3.2]"""
    foes = enemy_types(book, here, ask.seat)
    gain = sum(
        margin(book, after.type, foe) - margin(book, here.position.pieces[after.id].type, foe)
        for after in form.pieces
        for foe in foes
    )
    return gain > 0


def wagon(book: Book, here: Field, ask: Ask) -> Iterator[Advice]:
    """Right behind foot that stands in the middle of the line; so the troops come first. [BC-19.3]

    On the base edge it would hearten nobody.
    """
    camp = camp_due(book, here.position, ask.seat, ask.window)
    if camp is None or chosen(camp) != WAGON:
        return
    foot = [one for one in here.friends(ask.seat) if not one.is_camp and one.troop.is_foot]
    own = home(book, here.position, ask.seat)
    foot.sort(key=lambda one: abs(2 * own.own(one.base.pose.x, one.base.pose.y)[0] - own.length))
    for one in foot:
        said = PlaceCamp(offset(one.base.pose, -2 * one.base.hd))
        if judge_camp(book, here.position, ask.seat, ask, said).ok:
            yield LIKELY, said
            return
    troops = () if foot else book.menus[ask.window].salient(book, here.position, ask)
    yield from ((LIKELY, said) for said in troops if isinstance(said, Deploy))
