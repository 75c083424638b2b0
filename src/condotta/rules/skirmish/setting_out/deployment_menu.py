"""Answers to the deployment window for whoever must choose. [SK-15]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Menu
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.setting_up import somewhere
from condotta.rules.skirmish import seams
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.transport_holds import why_not_aboard
from condotta.rules.skirmish.setting_out.deployment import (
    LOST,
    RESERVE_ABILITY,
    WINDOW,
    Deploy,
    judge_deploy,
    undeployed,
)
from condotta.rules.skirmish.setting_out.places_to_set_out import block, blocks

TRIES = 8
EACH = 6  # places shown for each unit
SELDOM = 0.3


def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """A unit somewhere at random in its zone; the lattice where a few tries fail."""
    left = undeployed(position, ask.seat)
    for _ in range(TRIES if left else 0):
        unit = random.choice(left)
        if may_wait(position, unit) and random.random() < SELDOM:
            held = Deploy(unit.id, reserve=True)
            if judge_deploy(book, position, ask.seat, ask, held).ok:
                return held
        inside = loaded(position, unit, random) if random.random() < 1 - SELDOM else ()
        zones = book.stack(seams.DEPLOY_ZONE, position, unit.controller)
        at = somewhere(random.choice(zones), random)
        said = Deploy(unit.id, block(book, position, unit, at), aboard=inside)
        if judge_deploy(book, position, ask.seat, ask, said).ok:
            return said
    return next(salient(book, position, ask), None)


def may_wait(position: Position, unit: Piece) -> bool:
    """Whether a unit has the ability to start off the table. [SK-44]"""
    return sheet_of(position, unit).ability(RESERVE_ABILITY) is not None


def loaded(position: Position, transport: Piece, random: Random) -> tuple[str, ...]:
    """Units that can go inside, at random, as many as fit. [SK-41]"""
    if sheet_of(position, transport).ability("transport") is None:
        return ()
    inside: tuple[str, ...] = ()
    others = [one for one in undeployed(position, transport.controller) if one != transport]
    random.shuffle(others)
    for one in others:
        more = (*inside, one.id)
        if not why_not_aboard(position, transport.controller, transport, more):
            inside = more
    return inside


def riders(position: Position, transport: Piece) -> Iterator[str]:
    """The units that may be set out inside a transport, each alone. [SK-41]"""
    if sheet_of(position, transport).ability("transport") is None:
        return
    for one in undeployed(position, transport.controller):
        alone = (one.id,)
        if one != transport and not why_not_aboard(
            position, transport.controller, transport, alone
        ):
            yield one.id


def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Each unit at its first free places; a transport with each unit that it may carry."""
    for unit in undeployed(position, ask.seat):
        found = (Deploy(unit.id, ways) for ways in islice(blocks(book, position, unit), EACH))
        legal = [one for one in found if judge_deploy(book, position, ask.seat, ask, one).ok]
        yield from legal
        if legal:
            yield from (replace(legal[0], aboard=(one,)) for one in riders(position, unit))
        if may_wait(position, unit):
            held = Deploy(unit.id, reserve=True)
            if judge_deploy(book, position, ask.seat, ask, held).ok:
                yield held
    if LOST in ask.options:
        yield Choose(LOST)


MENUS = {WINDOW: Menu(sample, salient)}
