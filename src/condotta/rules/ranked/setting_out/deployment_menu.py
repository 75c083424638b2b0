"""Answers to the deployment window for whoever must choose. [FB-14.1]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Menu
from condotta.kernel.position import Position
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.regiment import piece_has
from condotta.rules.ranked.setting_out.deployment import (
    HOLD_BACK,
    WINDOW,
    Deploy,
    judge_deploy,
    must_place,
)
from condotta.rules.ranked.setting_out.places_to_set_out import hosts, places
from condotta.rules.setting_up import facing_over, somewhere
from condotta.table import Pose

TRIES = 12


def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """A unit somewhere at random in its zone, in any depth; the lattice where a few tries fail."""
    left = must_place(book, position, ask.seat)
    for _ in range(TRIES if left else 0):
        piece = random.choice(left)
        if piece_has(piece, names.HIDDEN) and random.random() < 0.5:
            return Deploy(piece.id, ambush=True)
        into = list(hosts(book, position, piece)) if random.random() < 0.5 else []
        if into:
            return Deploy(piece.id, into=random.choice(into))
        zones = book.stack(seams.DEPLOY_ZONE, position, ask.seat)
        zone = random.choice(zones)
        x, y = somewhere(zone, random)
        pose = Pose(round(x), round(y), *facing_over(position.board, zone))
        said = Deploy(piece.id, pose)
        if judge_deploy(book, position, ask.seat, ask, said).ok:
            return said
    return next(salient(book, position, ask), None)


def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Each unit at its first free places, characters in regiments first."""
    for piece in must_place(book, position, ask.seat):
        for host in hosts(book, position, piece):
            yield Deploy(piece.id, into=host)
        for number, pose in enumerate(places(book, position, piece)):
            if number == TRIES:
                break
            yield Deploy(piece.id, pose)
    if HOLD_BACK in ask.options:
        yield Choose(HOLD_BACK)


MENUS = {WINDOW: Menu(sample, salient)}
