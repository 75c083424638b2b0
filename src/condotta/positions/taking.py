"""Any moment of any battle as a position file: what lies on the table, and what is in progress.

A file holds the truth. Its pieces are exact, so that it reads back as the same position; what a
seat sees otherwise than it is, stands beside each piece, and in events as a log tells secrets.

As some seats see it, a moment is to ask about, not to play on from: nothing is in the file but what
the fold of their events holds. What is in progress only the truth knows, so that it begins its
phase anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Laid, Sealed, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import SPECTATORS, Piece
from condotta.kernel.views import fold_view
from condotta.positions.games import Game, game
from condotta.positions.legs import degrees_of
from condotta.positions.moving import written
from condotta.rules.library import declarations
from condotta.table import from_degrees

T = TypeVar("T")


def taken(battle: Battle, title: str = "") -> dict[str, Any]:
    """A battle at its moment as the JSON of a position file."""
    known = game(battle.book.system)
    now = battle.state.position
    seen = {who: battle.view(who).position for who in (*now.seats(), SPECTATORS)}
    shared, hidden = counters(now, seen)
    plain: dict[str, Any] = {
        "system": battle.book.system,
        "title": title or "A moment of a battle",
        "settings": chosen(battle.book),
        "board": [now.board.width / known.quanta, now.board.depth / known.quanta],
        "seats": people(now),
        "pieces": [with_views(one, seen, known) for one in now.pieces.values()],
        "turn": now.turn,
        "phase": now.phase,
        "active": list(now.active),
        "counters": shared,
        "events": [msgspec.to_builtins(event) for event in (*beside(now), *hidden)],
        "progress": [msgspec.to_builtins(frame) for frame in battle.state.agenda],
        "asked": [msgspec.to_builtins(ask) for ask in battle.state.asks],
    }
    return {key: value for key, value in plain.items() if value not in ([], {}, "")}


def chosen(book: Book) -> dict[str, Any]:
    """The settings of a book that are not as they usually are."""
    usual = declarations(book.system)
    return {
        name: msgspec.to_builtins(value)
        for name, value in book.settings.items()
        if name in usual and value != usual[name].default
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
    known = game(book.system)
    now = fold_view(SPECTATORS, told).position
    plain: dict[str, Any] = {
        "system": book.system,
        "title": title,
        "settings": chosen(book),
        "board": [now.board.width / known.quanta, now.board.depth / known.quanta],
        "seats": people(now),
        "turn": now.turn,
        "phase": now.phase if now.phase in known.phases else "",
        "active": list(now.active),
        **known.moment(now),
        "pieces": [piece(one, known) for one in now.pieces.values()],
        "counters": {holder: dict(row) for holder, row in now.counters.items()},
        "events": [msgspec.to_builtins(event) for event in beside(now)],
        "questions": [{"asked": "all"}, {"score": "all"}],
    }
    return written({key: value for key, value in plain.items() if value not in ([], {}, "")})
