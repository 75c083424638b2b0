"""Slips of the pen in a position file: what no table counts, and words that go on wrongly.

Each is one sentence with its place and the nearest word, so that none becomes an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from condotta.errors import nearest
from condotta.kernel.records import Piece
from condotta.positions import shorthand
from condotta.positions.counters import (
    COMMAND,
    PIECE,
    SEAT,
    SIDE,
    THE_TABLE,
    beside,
    is_among,
)
from condotta.positions.faults import Faults
from condotta.positions.games import ANY_PIECE, ANY_SEAT, TURN_AND_PHASE, Game, seated
from condotta.positions.records import Document
from condotta.rules.setting_up import SET_UP, TABLE

GENERAL = "general"


class Here(NamedTuple):
    """What a word may be about: pieces as a file names them, who sits, what is counted beside."""

    document: Document
    game: Game
    written: tuple[str, ...]
    seats: tuple[str, ...]
    holders: Mapping[str, set[str]]


def look(
    document: Document, pieces: tuple[Piece, ...], known: Game, where: str, faults: Faults
) -> None:
    """Note every slip of a file that people wrote."""
    seats, sides = zip(*seated(document, known), strict=True)
    written = tuple(shorthand.named(one) for one in document.pieces)
    here = Here(document, known, written, seats, holders_of(pieces, written, seats, sides))
    counted(here, where, faults)
    numbers(document, where, faults)
    for one in pieces:
        for mark in one.marks:
            goes_on(f"{where}pieces: {one.id}", "mark", mark.name, here, faults)
    generals(pieces, known, where, faults)
    set_up(document, known, where, faults)


# ── numbers ──────────────────────────────────────────────────────────────────
def numbers(document: Document, where: str, faults: Faults) -> None:
    """Note each number that is less than nothing, and a tolerance that tells nothing apart."""
    if document.turn < 0:
        faults.add(f"{where}turn", f"there is no turn {document.turn}: the first is 1")
    if not 0 <= document.tolerance < 1:
        told = f"{document.tolerance:g} is no tolerance: write less than 1, or 2 would pass for 1"
        faults.add(f"{where}tolerance", told)
    points = document.points
    for holder, value in (points if isinstance(points, dict) else {"": points or 0}).items():
        if value < 0:
            place = f"{where}points.{holder}".rstrip(".")
            faults.add(place, f"nobody has {value} points: write 0 or more")
    for holder, lost in document.losses.items():
        if lost < 0 or lost % 0.5:
            faults.add(f"{where}losses.{holder}", f"nobody loses {lost:g} points: write halves")


# ── counters, and marks that go on ───────────────────────────────────────────
def holders_of(
    pieces: tuple[Piece, ...], written: Iterable[str], seats: Iterable[str], sides: Iterable[str]
) -> dict[str, set[str]]:
    """Everything that counters stand beside, and what it is."""
    ids = (*written, *(one.id for one in pieces))
    commands = [name for one in pieces for name in (one.command, one.army) if name]
    found: dict[str, set[str]] = {TABLE: {THE_TABLE}}
    for kind, names in ((SEAT, seats), (SIDE, sides), (PIECE, ids), (COMMAND, commands)):
        for name in names:
            found.setdefault(name, set()).add(kind)
    return found


def counted(here: Here, where: str, faults: Faults) -> None:
    """Note each counter that stands beside nothing, or that nobody counts so."""
    rows = [(f"counters.{holder}", holder, row) for holder, row in here.document.counters.items()]
    rows += [
        (f"pieces[{number}].counters", one.id, one.counters)
        for number, one in enumerate(here.document.pieces)
        if not isinstance(one, str)
    ]
    for place, holder, row in rows:
        if holder not in here.holders:
            faults.unknown(f"{where}counters", "seat or piece", holder, here.holders)
            continue
        for name, value in row.items():
            one_counter(where + place, (holder, name, value), here, faults)


def one_counter(place: str, counter: tuple[str, str, int], here: Here, faults: Faults) -> None:
    """Note a counter that nobody knows, or not beside that, or less than it can be."""
    holder, name, value = counter
    known = here.game
    stands = beside(name, commands="points" in known.fields)
    if not is_among(name, known.counters) or not stands:
        words = [one for one in known.counters if beside(one)]
        hint = nearest(name, words) or f" docs/positions tells those of {known.name}."
        faults.add(place, f"there is no counter {name!r}.{hint}")
        return
    if not here.holders[holder] & set(stands):
        told = f"{name!r} is counted beside {' or '.join(stands)}, not beside {holder}"
        faults.add(place, told)
        return
    if value < next((one.least for one in known.told if one.name == name), 0):
        faults.add(place, f"{name!r} is never {value}: write 0 or more")
    goes_on(place, "counter", name, here, faults)


def goes_on(place: str, what: str, name: str, here: Here, faults: Faults) -> None:
    """Note a word that goes on with what nobody has or is, such as `declared B7` without B7."""
    start = next((one for one in here.game.open_words if name.startswith(one)), "")
    if not start:
        return
    word, words = name.removeprefix(start), here.game.open_words[start]
    turns = range(1, here.document.turn + 1)
    allowed: Mapping[tuple[str, ...], tuple[str, ...]] = {
        ANY_PIECE: here.written,
        ANY_SEAT: here.seats,
        TURN_AND_PHASE: tuple(f"{turn} {phase}" for turn in turns for phase in here.game.phases),
    }
    if word not in (known := allowed.get(words, words)):
        faults.unknown(place, f"{what} {start.rstrip()!r} with", word, known)


# ── the whole ────────────────────────────────────────────────────────────────
def generals(pieces: Iterable[Piece], known: Game, where: str, faults: Faults) -> None:
    """Note a command, or an army of regiments, that two lead."""
    leading = [one for one in pieces if GENERAL in one.traits]
    led = Counter(one.army if known.counted else one.command for one in leading)
    for name, many in led.items():
        if name and many > 1:
            own = [one.id for one in leading if name in (one.army, one.command)]
            faults.add(
                f"{where}pieces", f"{' and '.join(own)} cannot both be the general of {name}"
            )


def set_up(document: Document, known: Game, where: str, faults: Faults) -> None:
    """Note a step of the set-up that is none of the phase that begins."""
    given = document.counters.get(TABLE, {}).get(SET_UP)
    own = [number for number, step in enumerate(known.set_up) if step[0] == document.phase]
    if given is None or given in own:
        return
    steps = ", ".join(f"{one} ({known.set_up[one][1]})" for one in own)
    told = f"{document.phase} begins with one of {steps}" if own else "leave it out of a turn"
    faults.add(f"{where}counters.{TABLE}", f"`{SET_UP}` is never {given} here: {told}")
