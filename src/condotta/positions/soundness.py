"""What no table looks like: pieces upon one another or off the board, counters nobody counts.

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
from condotta.kernel.records import Board, Piece
from condotta.positions import slips
from condotta.positions.faults import Faults
from condotta.positions.games import Game, seated
from condotta.positions.records import Document
from condotta.rules.clauses import register
from condotta.table import TOUCH, Base, base, overlaps

MARKER = "marker"


def look(
    document: Document, pieces: tuple[Piece, ...], known: Game, where: str, faults: Faults
) -> None:
    """Note everything of a position that cannot be so. Exact pieces are taken as they are."""
    exact = {one.id for one in document.pieces if not isinstance(one, str) and one.exact}
    plain = tuple(one for one in pieces if one.id not in exact)
    width, depth = document.board or known.board
    board = Board(round(width * known.quanta), round(depth * known.quanta))
    lying(plain, board, where, faults, document.counters)
    if not document.progress and len(exact) < len(pieces):
        counted(document, pieces, known, where, faults)
        slips.look(document, pieces, known, where, faults)
        known.look(document, pieces, where, faults)
    slips.clauses(document, where, faults)
    expected(document, pieces, where, faults)


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


# ── counters ─────────────────────────────────────────────────────────────────
def counted(
    document: Document, pieces: tuple[Piece, ...], known: Game, where: str, faults: Faults
) -> None:
    """Note each counter whose name or holder nobody knows."""
    seats, sides = zip(*seated(document, known), strict=True)
    own = dict.fromkeys(name for one in pieces for name in (one.id, one.command, one.army) if name)
    holders = ("table", *seats, *sides, *own)
    for holder, row in document.counters.items():
        if holder not in holders:
            faults.unknown(f"{where}counters", "seat or piece", holder, holders)
        for name in row:
            if not is_known(name, known.counters):
                hint = (
                    nearest(name, known.counters) or f" docs/positions tells those of {known.name}."
                )
                faults.add(f"{where}counters.{holder}", f"there is no counter {name!r}.{hint}")


def is_known(name: str, known: tuple[str, ...]) -> bool:
    """Whether such a counter exists; some end in a word, such as `order fights`."""
    ends = tuple(one for one in known if one.endswith(" "))
    return name in known or (name.startswith(ends) and name not in ends)


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
            faults.add(here, "an empty expectation holds always: say what is expected")
        for one in each:
            if not isinstance(one, dict):
                faults.add(here, "an object is expected here: the fields of the answer that matter")
            empty_lists(one, here, faults)
            lacking(one, known_words(pieces), here, faults)


def patterns(document: Document) -> Iterator[tuple[str, Any]]:
    """Everything that is expected of what is said and asked, with its place."""
    for name, listed in (("says", document.says), ("questions", document.questions)):
        for number, entry in enumerate(listed):
            if "expect" in entry:
                yield f"{name}[{number}].expect", entry["expect"]


def empty_lists(pattern: Any, where: str, faults: Faults) -> None:
    """Note where a list is asked to have, or to lack, nothing at all."""
    if not isinstance(pattern, dict):
        return
    for key, one in pattern.items():
        if key in ("has", "lacks") and one == []:
            faults.add(f"{where}.{key}", "an empty list here holds always: say what is expected")
        else:
            empty_lists(one, f"{where}.{key}", faults)


def known_words(pieces: tuple[Piece, ...]) -> Mapping[str, tuple[str, ...]]:
    """The words that may stand in a list of an answer, by its field."""
    names = tuple(one.id for one in pieces)
    clauses = tuple(register())
    kinds = tuple(one.__name__ for one in get_args(Event))
    return {
        "clauses": clauses, "cites": clauses, "kinds": kinds,
        **dict.fromkeys(("lost", "fighting", "holds", "held_by", "targets", "generals"), names),
    }  # fmt: skip


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
            cited = word.get("clause") if isinstance(word, dict) else None
            if cited is not None and cited not in words["clauses"]:
                hint = nearest(str(cited), words["clauses"])
                faults.add(f"{where}.lacks", f"there is no clause {cited!r}.{hint}")
            if field in words and isinstance(word, str) and word not in words[field]:
                hint = nearest(word, words[field])
                faults.add(f"{where}.lacks", f"{field} could never hold {word!r}.{hint}")
