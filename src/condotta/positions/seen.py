"""A moment of a battle as some seats see it, as a position file: to ask about, not to play on from.

Nothing is in it but what the fold of their events holds. What is in progress only the truth knows,
so that the file begins its phase anew.
"""

from __future__ import annotations

from typing import Any

import msgspec

from condotta.kernel.battle import Battle
from condotta.kernel.records import SPECTATORS
from condotta.kernel.views import fold_view
from condotta.positions.games import game
from condotta.positions.moving import written
from condotta.positions.taking import beside, chosen, people, piece
from condotta.rules.treachery.players import enemy_player


def seen(battle: Battle, seats: tuple[str, ...], title: str) -> str:
    """The text of a file with what those seats see now; of no seat, what the spectators do."""
    known = game(battle.book.system)
    eyes = seats or (SPECTATORS,)
    now = fold_view(eyes[0], battle.stream(*eyes)).position
    plain: dict[str, Any] = {
        "system": battle.book.system,
        "title": title,
        "settings": chosen(battle.book),
        "board": [now.board.width / known.quanta, now.board.depth / known.quanta],
        "seats": people(now),
        "turn": now.turn,
        "phase": now.phase if now.phase in known.phases else "",
        "active": list(now.active),
        "enemy": enemy_player(now) if "enemy" in known.fields else "",
        "pieces": [piece(one, known) for one in now.pieces.values()],
        "counters": {holder: dict(row) for holder, row in now.counters.items()},
        "events": [msgspec.to_builtins(event) for event in beside(now)],
        "questions": [{"asked": "all"}, {"score": "all"}],
    }
    return written({key: value for key, value in plain.items() if value not in ([], {}, "")})
