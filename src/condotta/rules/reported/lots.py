"""What a bot reports: by lot, what a real table might have seen. [RB-9]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Menu
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.reported import names
from condotta.rules.reported.ground import (
    aside,
    enemies,
    ground_of,
    reporter,
    standing,
    taking_part,
)
from condotta.rules.reported.reports import Fight, Loss, Report, left_after

DEADLY_PHASES = 2
"""In how many phases of a turn bots report losses, on average. [RB-9]"""


def by_lot(book: Book, position: Position, ask: Ask, random: Random) -> Action:
    """What a real table might have seen: mostly a little, now and then much. [RB-9]"""
    asks = ask.about[1:]
    losses = lost_by_lot(book, position, random) if names.LOSSES in asks else ()
    fights = fights_by_lot(book, position, random) if names.FIGHTS in asks else ()
    near = near_by_lot(book, position, random, losses) if names.NEAR in asks else {}
    report = Report(losses, fights, near)
    return Choose(names.NOTHING) if report == Report() and ask.options else report


def lost_by_lot(book: Book, position: Position, random: Random) -> tuple[Loss, ...]:
    """Some units of whoever reports and of its enemies lose models, or are gone. [RB-9]

    About as many in a turn, in however many of its phases they are asked for. Whoever reports for
    another may stand aside in that one's turn, and so may its enemies.
    """
    seat, here = reporter(book, position), taking_part(book, position)
    foes = tuple(one for one in enemies(book, position, seat) if one in here)
    ground = ground_of(book)
    units = standing(book, position, suffering(book, position, (seat, *foes)))
    phases = sum(names.LOSSES in asks for asks in ground.asks.values())
    many = random.choice((0, 1, 1, 2, 3)) if random.random() * phases < DEADLY_PHASES else 0
    found = []
    for unit in random.sample(units, min(len(units), many)):
        holder = position.pieces[unit].controller
        by = random.choice(foes or ("",)) if holder == seat else seat
        left = ground.models(position, unit)
        whole = left < 2 or random.random() < 0.1
        models = 0 if whole else random.randint(1, (left + 1) // 2)
        found.append(Loss(unit, models, by))
    return tuple(found)


def suffering(book: Book, position: Position, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those of some seats who may have lost something. [RB-3]"""
    return tuple(one for one in seats if not aside(book, position, one))


def fights_by_lot(book: Book, position: Position, random: Random) -> tuple[Fight, ...]:
    """Some of the active units are in combat with units of anybody else. [RB-9]"""
    seat = reporter(book, position)
    own = list(standing(book, position, (seat,)))
    others = [one for one in position.seats() if position.side(one) != position.side(seat)]
    foes = list(standing(book, position, others))
    random.shuffle(own)
    random.shuffle(foes)
    pairs = list(zip(own, foes, strict=False))
    return tuple(Fight(*pair) for pair in pairs[: random.randint(0, 3)])


def near_by_lot(
    book: Book, position: Position, random: Random, losses: tuple[Loss, ...]
) -> dict[Seat, int]:
    """A few models of some seats, of those that are left. [RB-8, RB-9]"""
    most = left_after(book, position, losses)
    found = {seat: random.randint(0, min(6, many)) for seat, many in most.items()}
    return {seat: number for seat, number in found.items() if number}


def likely(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Nothing; or one unit of an enemy lost, each of them once."""
    if ask.options:
        yield Choose(names.NOTHING)
    else:
        yield Report()
    seat = reporter(book, position)
    if names.LOSSES in ask.about:
        foes = suffering(book, position, enemies(book, position, seat))
        for unit in standing(book, position, foes):
            yield Report((Loss(unit, 0, seat),))


MENUS = {window: Menu(by_lot, likely, lot=True) for window in (names.REPORT, names.READING)}
