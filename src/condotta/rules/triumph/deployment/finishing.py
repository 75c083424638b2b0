"""Whether a step of setting out is done: camp, centre, nobody left, nothing undone. [TC-8.10]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.evolving import with_piece
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.rules.triumph import seams
from condotta.rules.triumph.deployment.camps import camp_due
from condotta.rules.triumph.deployment.centre import CLASSES, lacks
from condotta.rules.triumph.deployment.deploying import Finish
from condotta.rules.triumph.deployment.places import room
from condotta.rules.triumph.deployment.setting_out import CENTRE, REST, why_not_there
from condotta.rules.triumph.ground.battlefield import centre_third, home
from condotta.rules.triumph.stands.field import Field


def judge_finish(book: Book, position: Position, seat: Seat, ask: Ask | None, _: Finish) -> Verdict:
    """Whether a step is complete: centre, camp, and nobody left who has room. [TC-8.1, TC-8.4]

    Never a dead end: what has no legal place is not asked for. [TC-8.9]
    """
    assert ask is not None
    found = []
    camp = camp_due(book, position, seat, ask.window)
    if camp is not None:
        found.append(Refusal("TC-9.31", "tc.9-31.first", {"stand": camp.id}))
    if ask.window != REST:
        found.extend(centre_lacks(book, position, seat, ask))
    if ask.window != CENTRE:
        found.extend(some_left(book, position, ask))
    found.extend(undone(book, position, ask))
    found.extend(book.refusals(seams.MAY_FINISH, Field(book, position), ask.about))
    return Verdict(tuple(found))


def undone(book: Book, position: Position, ask: Ask) -> Iterator[Refusal]:
    """What was legal when it was set out, and what was set out since has undone. [TC-8.10]

    Of those of the army that were set out in earlier steps, whoever led them, only what this step
    has done to them counts: an enemy who has come near since changes nothing.
    """
    here = Field(book, position)
    armies = {position.pieces[name].army for name in ask.about}
    earlier = [
        one
        for one in here.stands
        if one.piece.army in armies and not one.is_camp and one.id not in ask.about
    ]
    for name in ask.about:
        stand = here.find(name)
        if stand is not None:
            yield from why_not_there(here, stand, ask.window)
    before = Field(book, without(position, ask.about)) if earlier else here
    for stand in earlier:
        was = book.refusals(seams.MAY_DEPLOY, before, before.stand(stand.id))
        is_now = book.refusals(seams.MAY_DEPLOY, here, stand)
        yield from (one for one in is_now if one not in was)


def centre_lacks(book: Book, position: Position, seat: Seat, ask: Ask) -> Iterator[Refusal]:
    """The minimum is not in the centre, and somebody who counts has room there. [TC-8.4, 8.9]"""
    lack = lacks(book, position, seat)
    if lack is None:
        return
    movable = set(ask.about) - set(lack.stands)
    cleared = without(position, tuple(name for name in ask.about if name in movable))
    here = Field(book, cleared)
    third = centre_third(book, position, seat)
    fit = tuple(
        name
        for name in lack.stands
        if name in ask.about and room(here, position.pieces[name], third) is not None
    )
    if fit:
        params: dict[str, Param] = {
            "missing": lack.missing,
            "class": CLASSES[lack.priority],
            "stands": fit,
        }
        own = home(book, position, seat)
        sketch = (own.sketch("centre third", third),)
        yield Refusal("TC-8.4", "tc.8-4.centre", params, sketch)


def without(position: Position, pieces: tuple[str, ...]) -> Position:
    """The position with those stands taken up again."""
    for name in pieces:
        piece = position.pieces[name]
        if piece.place == "table":
            position = with_piece(position, replace(piece, place="undeployed", pose=None))
    return position


def some_left(book: Book, position: Position, ask: Ask) -> Iterator[Refusal]:
    """Stands that are not set out though there is room for them. [TC-8.1, TC-8.9]"""
    here = Field(book, position)
    left = tuple(
        name
        for name in ask.about
        if position.pieces[name].place == "undeployed"
        and room(here, position.pieces[name], None) is not None
    )
    if left:
        yield Refusal("TC-8.1", "tc.8-1.left", {"stands": left})


JUDGES = {Finish: judge_finish}
