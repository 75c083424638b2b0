"""Any moment of any battle as a position file: what lies on the table, and what is in progress.

A file holds the truth. Its pieces are exact, so that it reads back as the same position; what a
seat sees otherwise than it is, stands beside each piece, and in events as a log tells secrets.

A moment of a battle at a real table is taken as one of its base game where places are to
be asked about, with its units laid out in rows.

As some seats see it, a moment is to ask about, not to play on from: nothing is in the file but what
the fold of their events holds. What is in progress only the truth knows, so that it begins its
phase anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from condotta import settings
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Laid, Sealed, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import SPECTATORS, Piece
from condotta.kernel.views import fold_view
from condotta.positions.games import Game, game
from condotta.positions.legs import degrees_of
from condotta.positions.moving import written
from condotta.positions.real_table import is_reported, laid_out
from condotta.rules.library import declarations
from condotta.table import from_degrees

T = TypeVar("T")


def taken(battle: Battle, title: str = "") -> dict[str, Any]:
    """A battle at its moment as the JSON of a position file."""
    now = battle.state.position
    plain = {
        **truth(battle.book, now, views_of(battle), title),
        "phase": now.phase,
        "progress": [msgspec.to_builtins(frame) for frame in battle.state.agenda],
        "asked": [msgspec.to_builtins(ask) for ask in battle.state.asks],
    }
    return filled(plain)


def sandbox(battle: Battle, title: str = "") -> dict[str, Any]:
    """A battle at a real table at its moment as one of its base game, laid out in rows."""
    now = battle.state.position
    laid = laid_out(battle.book, now)
    seen = {who: laid.seen(view) for who, view in views_of(battle).items()}
    moment = laid.seen(now)
    return filled({**truth(laid.book, moment, seen, title), **asked(moment, laid.book, laid.note)})


def views_of(battle: Battle) -> dict[str, Position]:
    """What each seat and the spectators see."""
    seats = battle.state.position.seats()
    return {who: battle.view(who).position for who in (*seats, SPECTATORS)}


def truth(book: Book, now: Position, seen: Mapping[str, Position], title: str) -> dict[str, Any]:
    """What lies there in truth, and what each sees of it."""
    known = game(book.system)
    shared, hidden = counters(now, seen)
    return {
        **table(book, now, title or "A moment of a battle"),
        "pieces": [with_views(one, seen, known) for one in now.pieces.values()],
        "counters": shared,
        "events": [msgspec.to_builtins(event) for event in (*beside(now), *hidden)],
    }


def table(book: Book, now: Position, title: str) -> dict[str, Any]:
    """The game, the board, who sits there and whose turn it is."""
    known = game(book.system)
    return {
        "system": book.system,
        "title": title,
        "settings": chosen(book),
        "board": [now.board.width / known.quanta, now.board.depth / known.quanta],
        "seats": people(now),
        "turn": now.turn,
        "active": list(now.active),
    }


def filled(plain: dict[str, Any]) -> dict[str, Any]:
    """A file without the fields that say nothing."""
    return {key: value for key, value in plain.items() if value not in ([], {}, "")}


def asked(now: Position, book: Book, note: str = "") -> dict[str, Any]:
    """A moment whose phase begins anew, and what is asked of it first."""
    known = game(book.system)
    return {
        "note": note,
        "phase": now.phase if now.phase in known.phases else "",
        **known.moment(now),
        "questions": [{"asked": "all"}, {"score": "all"}],
    }


def chosen(book: Book) -> dict[str, Any]:
    """The settings of a book that are not as they usually are."""
    usual = dict(settings.chosen(declarations(book.system), {}))
    return {
        name: msgspec.to_builtins(value)
        for name, value in book.settings.items()
        if name in usual and value != usual[name]
    }


def people(now: Position) -> list[dict[str, str]]:
    """Who sits at the table."""
    return [
        {"seat": one.seat, "side": one.side, **({"name": one.name} if one.name else {})}
        for one in now.chairs
    ]


# ── pieces ───────────────────────────────────────────────────────────────────
def with_views(one: Piece, seen: Mapping[str, Position], known: Game) -> dict[str, Any]:
    """A piece, and what those see who do not see it as it is: null for nothing at all."""
    views = {who: view.pieces.get(one.id) for who, view in seen.items()}
    others = {
        who: None if other is None else piece(other, known)
        for who, other in views.items()
        if other != one
    }
    return piece(one, known) | ({"seen": others} if others else {})


def piece(one: Piece, known: Game) -> dict[str, Any]:
    """A piece that is taken as it is written."""
    plain: dict[str, Any] = {"id": one.id, "type": one.type, "seat": one.owner, "exact": True}
    if one.pose is not None:
        degrees = degrees_of(one.pose.facing)
        plain["at"] = [one.pose.x / known.quanta, one.pose.y / known.quanta, degrees]
        if from_degrees(degrees) != one.pose.facing:
            plain["facing"] = list(one.pose.facing)
    if one.place != ("table" if one.pose else "undeployed"):
        plain["place"] = one.place
    if one.controller != one.owner:
        plain["controller"] = one.controller
    marks = [
        {"name": mark.name, "until": mark.until} if mark.until else mark.name for mark in one.marks
    ]
    shape = None if one.shape is None else msgspec.to_builtins(one.shape)
    rest = {
        "army": one.army, "command": one.command, "unit": one.unit, "shape": shape,
        "traits": list(one.traits), "marks": marks, "truth": one.truth,
    }  # fmt: skip
    return plain | {name: value for name, value in rest.items() if value}


# ── everything else ──────────────────────────────────────────────────────────
def beside(now: Position) -> Iterator[Event]:
    """The ground, the seals, the end of a battle that is over."""
    yield from map(Laid, now.areas)
    for seal, digest in now.seals.items():
        yield Sealed(seal, digest)
    if now.ended is not None:
        yield now.ended


def counters(
    now: Position, seen: Mapping[str, Position]
) -> tuple[dict[str, dict[str, int]], list[Event]]:
    """The counters that everybody sees as they are, and the others as secrets."""
    shared: dict[str, dict[str, int]] = {}
    hidden: list[Event] = []
    every = (now, *seen.values())
    for holder in dict.fromkeys(holder for one in every for holder in one.counters):
        for name in dict.fromkeys(key for one in every for key in one.counters.get(holder, ())):
            value = now.count(holder, name)
            views = {who: view.count(holder, name) for who, view in seen.items()}
            if set(views.values()) == {value}:
                shared.setdefault(holder, {})[name] = value
            else:
                hidden += told(views, value, lambda it: Counted(holder, name, it))  # noqa: B023 - called at once
    return shared, hidden


def told(views: Mapping[str, T], true: T, event: Callable[[T], Event]) -> list[Event]:
    """To each what it sees, those who know the truth last, as all of it changes the truth."""
    wrong = dict.fromkeys(value for value in views.values() if value != true)
    knowing = tuple(who for who, value in views.items() if value == true)
    others = [
        Veiled(tuple(who for who, value in views.items() if value == one), event(one))
        for one in wrong
    ]
    return [*others, Veiled(knowing, event(true))]


def seen(book: Book, told: Iterable[Event], title: str) -> str:
    """The text of a file with what somebody sees who was told those events."""
    now, note = fold_view(SPECTATORS, told).position, ""
    if is_reported(book):
        laid = laid_out(book, now)
        book, now, note = laid.book, laid.seen(now), laid.note
    known = game(book.system)
    plain: dict[str, Any] = {
        **table(book, now, title),
        **asked(now, book, note),
        "pieces": [piece(one, known) for one in now.pieces.values()],
        "counters": {holder: dict(row) for holder, row in now.counters.items()},
        "events": [msgspec.to_builtins(event) for event in beside(now)],
    }
    return written(filled(plain))
