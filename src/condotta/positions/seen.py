"""A moment of a battle as some seats see it, as a position file: to ask about, not to play on from.

Nothing is in it but what the fold of their events holds. What is in progress only the truth knows,
so that the file begins its phase anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.records import SPECTATORS
from condotta.kernel.views import fold_view
from condotta.positions.games import game
from condotta.positions.moving import written
from condotta.positions.taking import beside, chosen, people, piece


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
