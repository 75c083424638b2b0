"""Mustering: armies become regiments and characters beside an empty board. [FB-2.1, FB-2.2]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Mustered, Pushed
from condotta.kernel.records import Chair, Mark, Piece
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.formation import quanta_of, shape_of
from condotta.rules.ranked.rosters.units import Army, Entry, armour_save, price
from condotta.rules.ranked.settings import settings_of
from condotta.rules.setting_up import began
from condotta.rules.steps import Conduct
from condotta.table import Rectangle


def opening(book: Book, armies: tuple[Army, ...]) -> tuple[Event, ...]:
    """Everything that is known before the first die: the board, the seats, all the troops."""
    chairs = (Chair(army.seat, army.side, army.name) for army in armies)
    mustered = (event for army in armies for event in muster(army))
    return (began(settings_of(book), chairs), *mustered, Pushed(Conduct()))


def muster(army: Army) -> Iterator[Event]:
    """The pieces of one army with their profiles."""
    for number, entry in enumerate(army.entries, start=1):
        yield from raised(entry, regiment(army, entry, f"{army.letter}{number}"))


def raised(entry: Entry, piece: Piece) -> Iterator[Event]:
    """One unit: its piece, and its numbers beside it. [FB-2.1]"""
    yield Mustered(piece)
    kind = entry.unit
    traits = (*kind.traits, *entry.traits)
    numbers = {
        **dict(zip(names.PROFILE, kind.profile, strict=True)),
        names.MODELS: entry.models,
        names.MUSTERED: entry.models,
        names.FILES: min(entry.files, entry.models),
        names.POINTS: entry.points or price(entry),
        names.BASE_WIDTH: kind.base[0],
        names.BASE_DEPTH: kind.base[1],
        names.SAVE: armour_save(kind, traits),
        names.WARD: kind.ward,
        names.WIZARD_LEVEL: kind.wizard,
    }
    for name, value in numbers.items():
        if value:
            yield Counted(piece.id, name, value)


def regiment(army: Army, entry: Entry, name: str) -> Piece:
    """The unit as a piece that is not deployed yet."""
    kind = entry.unit
    said = (
        (entry.general, names.GENERAL),
        (entry.battle_standard, names.BATTLE_STANDARD),
        (kind.is_character, names.CHARACTER),
        (kind.wizard > 0, names.WIZARD),
    )
    traits = (*kind.traits, *entry.traits, *(trait for holds, trait in said if holds))
    marks = (
        (entry.champion, names.CHAMPION),
        (entry.standard, names.STANDARD),
        (entry.musician, names.MUSICIAN),
    )
    return Piece(
        id=name,
        type=kind.type,
        owner=army.seat,
        controller=army.seat,
        army=army.letter,
        command=name,
        unit=entry.name or kind.name,
        shape=shape_with(entry),
        traits=tuple(dict.fromkeys(traits)),
        marks=tuple(Mark(mark) for holds, mark in marks if holds),
    )


def shape_with(entry: Entry, characters: int = 0) -> Rectangle:
    """The rectangle of a unit with so many characters in its ranks. [FB-2.2, FB-11.1]"""
    wide, deep = map(quanta_of, entry.unit.base)
    return shape_of(entry.models + characters, entry.files, wide, deep)
