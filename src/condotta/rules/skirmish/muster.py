"""Mustering: armies become datasheets, units and models beside an empty table. [SK-15]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Mustered, Pushed
from condotta.kernel.records import Chair, Piece
from condotta.rules.setting_up import began
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import Datasheet, as_piece
from condotta.rules.skirmish.rosters.armies import Army, Squad
from condotta.rules.skirmish.rosters.detachments import command_points
from condotta.rules.skirmish.settings import settings_of
from condotta.rules.steps import Conduct
from condotta.table import Disc, Rectangle

TWO = 2


def opening(book: Book, armies: tuple[Army, ...]) -> tuple[Event, ...]:
    """Everything that is known before the first die: the table, the seats, all the models."""
    chairs = (Chair(army.seat, army.side, army.host.label) for army in armies)
    mustered = (event for army in armies for event in muster(army))
    return (began(settings_of(book), chairs), *mustered, Pushed(Conduct()))


def muster(army: Army) -> Iterator[Event]:
    """The pieces of one army: datasheets aside, then each unit and its models. [SK-129]"""
    sheets = {squad.sheet.id: squad.sheet for squad in army.host.squads}
    for sheet in sheets.values():
        yield Mustered(as_piece(sheet, army.seat, army.letter))
    for number, squad in enumerate(army.host.squads, start=1):
        yield from raised(army.seat, army.letter, squad, f"{army.letter}{number}")
    points = command_points(army.host)
    if points:
        yield Counted(army.seat, names.CP, points)


def raised(seat: str, letter: str, squad: Squad, name: str) -> Iterator[Event]:
    """One unit with its numbers, and its models in order. [SK-15, SK-122]"""
    sheet = squad.sheet
    yield Mustered(Piece(name, names.UNIT, seat, seat, letter, command=name, unit=sheet.id))
    yield Counted(name, names.MUSTERED, squad.models)
    yield Counted(name, names.POWER, squad.rating)
    ranks = [figure for figure in squad.figures for _ in range(figure.count)]
    for number, figure in enumerate(ranks, start=1):
        yield Mustered(
            Piece(
                id=f"{name}.{number}",
                type=figure.profile,
                owner=seat,
                controller=seat,
                army=letter,
                command=name,
                unit=sheet.id,
                shape=shape_of(sheet),
                traits=figure.weapons,
            )
        )


def shape_of(sheet: Datasheet) -> Disc | Rectangle:
    """The base of a unit's models: round, or the hull's width and length. [SK-13]

    >>> from condotta.rules.skirmish.reading.datasheets import shipped_sheets
    >>> shape_of(shipped_sheets()["militia"])
    Disc(radius=4921)
    """
    if len(sheet.base) == 1:
        return Disc(round(sheet.base[0] * names.QUANTA_A_MM / TWO))
    width, length = (round(side * names.QUANTA_A_MM) for side in sheet.base)
    return Rectangle(width, length)
