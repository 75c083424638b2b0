"""What a page says, made into an action of the game, or refused before any rule sees it."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec

from condotta.kernel.asks import Action, Speak
from condotta.kernel.book import Book
from condotta.kernel.errors import Corrupt
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.server.games.titles import SPEECH
from condotta.server.reasons import Refused

FAR = 10_000_000
"""No number on a table is larger: a thousand MU."""

DEEP = 12
LONG = 96


def action_of(book: Book, position: Position, said: dict[str, Any]) -> Action:
    """The action that a page means."""
    check(said, 0)
    try:
        action = book.revive(said)
    except (Corrupt, ValueError, TypeError, RecursionError) as why:
        kind = said.get("kind")
        named = kind if isinstance(kind, str) else ""
        raise Refused("no-action", 400, action=named[:40]) from why
    if not isinstance(action, Action):
        raise Refused("no-action", 400, action=type(action).__name__)
    check_facings(action)
    if isinstance(action, Speak):
        check_speech(action, position)
    return action


def check(value: Any, depth: int) -> None:
    """Numbers are on some table, nothing is too long or too deep."""
    if depth > DEEP:
        raise Refused("too-deep")
    match value:
        case bool() | None:
            return
        case int() | float() if not -FAR <= value <= FAR:
            raise Refused("too-far")
        case str() if len(value) > SPEECH * 4:
            raise Refused("too-long")
        case list() | tuple() | dict() if len(value) > LONG:
            raise Refused("too-long")
        case list() | tuple():
            for one in value:
                check(one, depth + 1)
        case dict():
            for one in value.values():
                check(one, depth + 1)
        case _:
            return


def check_facings(value: Any) -> None:
    """Whatever must face somewhere does, however a page wrote it."""
    match value:
        case msgspec.Struct():
            named = faces(type(value))
            if named and not (getattr(value, "ux", 0) or getattr(value, "uy", 0)):
                raise Refused("no-facing")
            for name in value.__struct_fields__:
                check_facings(getattr(value, name))
        case tuple() | list():
            for one in value:
                check_facings(one)
        case dict():
            for one in value.values():
                check_facings(one)
        case _:
            return


@cache
def faces(kind: type[msgspec.Struct]) -> bool:
    """Whether records of that kind have a facing that none may leave out."""
    return any(one.name == "ux" and one.required for one in msgspec.structs.fields(kind))


def check_speech(said: Speak, position: Position) -> None:
    """Words are not too many, and go to people who sit there."""
    if not said.text.strip() or len(said.text) > SPEECH:
        raise Refused("speech", 400, most=SPEECH)
    known = {*position.seats(), *(f"side:{chair.side}" for chair in position.chairs)}
    if not known.issuperset(said.to):
        raise Refused("no-audience")


def digest_of(ask: int | None, action: Any) -> bytes:
    """What tells one command from another of the same id."""
    return hashlib.blake2b(encode([ask, action]), digest_size=16).digest()
