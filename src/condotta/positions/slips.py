"""Slips of the pen in a position file: numbers that no table counts, words that go on wrongly.

Each is one sentence with its place and the nearest word, so that none becomes an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from condotta.kernel.records import Piece
from condotta.positions import shorthand
from condotta.positions.counters import COUNTERS
from condotta.positions.faults import Faults
from condotta.positions.games import ANY_PIECE, ANY_SEAT, TURN_AND_PHASE, Game, seated
from condotta.positions.records import Document
from condotta.rules.setting_up import SET_UP, TABLE

GENERAL = "general"


class Here(NamedTuple):
    """What a word may be about: pieces as a file names them, all there are, commands, who sits."""

    document: Document
    game: Game
    written: tuple[str, ...]
    pieces: tuple[str, ...]
    commands: tuple[str, ...]
    seats: tuple[str, ...]
    sides: tuple[str, ...]


def look(
    document: Document, pieces: tuple[Piece, ...], known: Game, where: str, faults: Faults
) -> None:
    """Note every slip of a file that people wrote."""
    seats, sides = zip(*seated(document, known), strict=True)
    commands = tuple(dict.fromkeys(one.command for one in pieces if one.command))
    written = (shorthand.named(one) for one in document.pieces)
    own = tuple(one.id for one in pieces)
    here = Here(document, known, tuple(written), own, commands, seats, sides)
    numbers(document, where, faults)
    for place, holder, name, value in counted(document):
        least(where + place, (holder, name, value), here, faults)
        goes_on(where + place, "counter", name, here, faults)
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
def counted(document: Document) -> Iterator[tuple[str, str, str, int]]:
    """Every counter of a file: its place, beside whom it stands, its name, its value."""
    for holder, row in document.counters.items():
        for name, value in row.items():
            yield f"counters.{holder}", holder, name, value
    for number, one in enumerate(document.pieces):
        if not isinstance(one, str):
            for name, value in one.counters.items():
                yield f"pieces[{number}].counters", one.id, name, value


def least(place: str, counter: tuple[str, str, int], here: Here, faults: Faults) -> None:
    """Note a counter that is less than it can be."""
    holder, name, value = counter
    if holder not in (TABLE, *here.seats, *here.sides, *here.commands, *here.pieces):
        return
    told = [one for one in COUNTERS.get(here.game.name, ()) if one.is_called(name)]
    if value < min((one.least for one in told), default=0):
        faults.add(place, f"{name!r} is never {value}: write 0 or more")


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
