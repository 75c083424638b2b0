"""What no table looks like: pieces upon one another or off the board.

Also expectations that cannot fail. A slip of the pen must not become an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import combinations
from pkgutil import walk_packages
from typing import Any, get_args

from condotta.errors import nearest
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Piece
from condotta.positions import slips
from condotta.positions.faults import Faults
from condotta.positions.games import Game
from condotta.positions.matching import nothings
from condotta.positions.records import Document
from condotta.rules.clauses import register
from condotta.table import TOUCH, Area, Base, Rectangle, base, meets, overlaps, pose_at
from condotta.words import has
from condotta.words.catalogue import keys

MARKER = "marker"


def look(
    document: Document, pieces: tuple[Piece, ...], known: Game, where: str, faults: Faults
) -> None:
    """Note everything of a position that cannot be so. Exact pieces are taken as they are."""
    for name in document.clauses:
        if name not in register():
            faults.unknown(f"{where}clauses", "clause", name, register())
    for said in document.pieces:
        if isinstance(said, str):
            continue
        if not plain_name(said.id, blanks=said.exact):
            faults.add(f"{where}pieces", f"{said.id!r} is no name: write letters and numbers")
    exact = {one.id for one in document.pieces if not isinstance(one, str) and one.exact}
    plain = tuple(one for one in pieces if one.id not in exact)
    width, depth = document.board or known.board
    board = Board(round(width * known.quanta), round(depth * known.quanta))
    lying(plain, board, where, faults, document.counters)
    if not document.progress and len(exact) < len(pieces):
        slips.look(document, pieces, known, where, faults)
        known.look(document, pieces, where, faults)
    expected(document, pieces, where, faults)


def plain_name(name: str, *, blanks: bool = False) -> bool:
    """Whether a piece can be called so: something that can be read; the program's have blanks too.

    >>> [plain_name(name) for name in ("R1", "B-marker-1", "red losses", "R1*", "")]
    [True, True, False, False, False]
    """
    written = name.replace(" ", "") if blanks else name
    return written.isprintable() and bool(written) and not set(written) & set(" *")


# ── pieces ───────────────────────────────────────────────────────────────────
def lying(
    pieces: Iterable[Piece],
    board: Board,
    where: str,
    faults: Faults,
    counters: Mapping[str, Mapping[str, int]],
) -> None:
    """Note pieces that lie on one another, or beyond the edge of the board."""
    bases = {
        one.id: base(one.pose, one.shape)
        for one in pieces
        if one.place == "table" and one.pose and one.shape and MARKER not in one.traits
    }
    for name, own in bases.items():
        if beyond(own, board):
            faults.add(f"{where}pieces", f"{name} lies beyond the edge of the board: move it")
    for (one, here), (two, there) in combinations(bases.items(), 2):
        if level(counters, one) == level(counters, two) and overlaps(here, there):
            faults.add(f"{where}pieces", f"{one} and {two} lie on one another: move one of them")


def grounds(
    document: Document, areas: tuple[Area, ...], known: Game, where: str, faults: Faults
) -> None:
    """Note ground of which no part is on the board."""
    width, depth = (round(side * known.quanta) for side in document.board or known.board)
    table = base(pose_at(width // 2, depth, 0), Rectangle(width, depth))
    for area in areas:
        if not meets(table, area):
            faults.add(f"{where}terrain", f"{area.id} lies beyond the edge of the board: move it")


def level(counters: Mapping[str, Mapping[str, int]], name: str) -> int:
    """How high a model stands, where single models stand on floors."""
    return counters.get(name, {}).get("level", 0)


def beyond(of: Base, board: Board) -> bool:
    """Whether any corner of a base, or the rim of a round one, is off the board."""
    points = of.corners if not of.radius else (
        (of.cx - of.radius, of.cy - of.radius), (of.cx + of.radius, of.cy + of.radius)
    )  # fmt: skip
    return any(
        not (-TOUCH <= x <= board.width + TOUCH and -TOUCH <= y <= board.depth + TOUCH)
        for x, y in points
    )


# ── words ────────────────────────────────────────────────────────────────────
@cache
def words_under(*names: str) -> tuple[str, ...]:
    """The words that modules have for counters, marks and moments: the constants of a package."""
    found: dict[str, None] = {}
    for name in names:
        package = import_module(name)
        inside = walk_packages(getattr(package, "__path__", ()), f"{name}.")
        for module in (package, *(import_module(one.name) for one in inside)):
            constants = (value for key, value in sorted(vars(module).items()) if key.isupper())
            found |= dict.fromkeys(one for one in constants if isinstance(one, str) and one)
    return tuple(sorted(found))


# ── expectations ─────────────────────────────────────────────────────────────
def expected(document: Document, pieces: tuple[Piece, ...], where: str, faults: Faults) -> None:
    """Note each expectation that holds whatever comes."""
    for place, pattern in patterns(document):
        here = f"{where}{place}"
        each = pattern if isinstance(pattern, list | tuple) else (pattern,)
        if all(one in ({}, []) for one in each):
            faults.add(here, EMPTY)
        for one in each:
            if not isinstance(one, dict):
                faults.add(here, "an object is expected here: the fields of the answer that matter")
            for inner in one.items() if isinstance(one, dict) else ():
                empty(*inner, here, faults)
            lacking(one, known_words(pieces), here, faults)


EMPTY = "an empty expectation holds always: say what is expected, or `null` for nothing"


def patterns(document: Document) -> Iterator[tuple[str, Any]]:
    """Everything that is expected of what is said and asked, and of the position."""
    for name, given in (("at_once", document.at_once), ("expect", document.expect)):
        if given is not None:
            yield name, given
    for name, listed in (("says", document.says), ("questions", document.questions)):
        for number, entry in enumerate(listed):
            if "expect" in entry:
                yield f"{name}[{number}].expect", entry["expect"]


def empty(key: str, pattern: Any, where: str, faults: Faults) -> None:
    """Note where nothing at all is asked of a field, or a list is to have or to lack nothing."""
    here = f"{where}.{key}"
    if pattern == {} or (pattern == [] and key in ("has", "lacks")):
        faults.add(here, EMPTY)
    for name, inner in pattern.items() if isinstance(pattern, dict) else ():
        empty(name, inner, here, faults)
    for number, inner in enumerate(pattern if isinstance(pattern, list) else ()):
        empty(f"[{number}]", inner, here, faults)


ARMY = "army."
"""What begins the key of what is said of a roster: the code of a finding goes on from there."""


def known_words(pieces: tuple[Piece, ...]) -> Mapping[str, tuple[str, ...]]:
    """The words that may stand in a list of an answer, by its field."""
    names = tuple(one.id for one in pieces)
    clauses = tuple(register())
    kinds = tuple(one.__name__ for one in get_args(Event))
    return {
        "clauses": clauses, "cites": clauses, "kinds": kinds,
        "findings": tuple(key[len(ARMY) :] for key in keys() if key.startswith(ARMY)),
        **dict.fromkeys(("lost", "fighting", "holds", "held_by", "targets", "generals"), names),
    }  # fmt: skip


OF_OBJECTS = ("waiting", "asked", "rulings", "tallies", "refusals", "combats", "offers", "events")
"""The lists of answers that hold objects."""


def lacking(
    pattern: Any, words: Mapping[str, tuple[str, ...]], where: str, faults: Faults, field: str = ""
) -> None:
    """Note each word that a list is to lack and that it could never have."""
    if not isinstance(pattern, dict):
        return
    for key, one in pattern.items():
        if key != "lacks":
            lacking(one, words, f"{where}.{key}", faults, key)
            continue
        for word in one if isinstance(one, list) else [one]:
            if field in OF_OBJECTS and not isinstance(word, dict):
                faults.add(f"{where}.lacks", f"{field} holds objects, never {word!r}")
            cited = word.get("clause") if isinstance(word, dict) else None
            if cited is not None and cited not in words["clauses"]:
                hint = nearest(str(cited), words["clauses"])
                faults.add(f"{where}.lacks", f"there is no clause {cited!r}.{hint}")
            if field in words and word not in words[field]:
                hint = nearest(word, words[field]) if isinstance(word, str) else ""
                faults.add(f"{where}.lacks", f"{field} could never hold {word!r}.{hint}")


def named(moment: Position) -> set[str]:
    """Every piece, seat, side and command of a position."""
    pieces = {name for one in moment.pieces.values() for name in (one.id, one.command)}
    return {*pieces, *moment.counters, *moment.seats(), *(chair.side for chair in moment.chairs)}


def nobody(expectations: Iterable[Any], known: set[str]) -> Iterator[str]:
    """Each name for which nothing is expected and that is no piece, seat or reason at all."""
    for pattern in expectations:
        for where, name in nothings(pattern):
            if name not in known and not has(name) and "weapons" not in where:
                hint = nearest(name, sorted(known))
                yield f"{where}: there is no {name!r}, so nothing is always found.{hint}"
