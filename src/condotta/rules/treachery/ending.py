"""How long the battle lasts and who has won: tokens, not points. [TT-13.6, TT-13.7]"""

from __future__ import annotations

from collections.abc import Sequence

from condotta.kernel.events import Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.rules.scores import First, Score, Tie, counted
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Host


def why_now(here: Sequence[Seat], *, last: bool) -> Ruled:
    """Why the battle ends now. [TT-13.6]"""
    if last:
        return Ruled("TT-13.6", "tt.13-6.over", {})
    return Ruled("TT-13.6", "tt.13-6.alone" if here else "tt.13-6.nobody", {"seats": tuple(here)})


def decided(found: First) -> Ruled:
    """Who wins: the richest, or whoever a tie-break puts before others as rich. [TT-13.12]"""
    if not found.tied:
        return Ruled("TT-13.7", "tt.13-7.tokens", {"winners": found.seats})
    params: dict[str, Param] = {"winners": found.seats, "tied": found.tied}
    return Ruled("TT-13.12", f"tt.13-12.{found.by}" if found.by else "tt.13-12.shared", params)


def score(host: Host) -> Score:
    """Tokens; of equals who earned more points in the battle, then who has more left. [TT-13.12]"""

    def left(position: Position, seat: Seat) -> int:
        own = (position.pieces[name] for name in host.units(position, seat))
        return sum(host.worth(position, piece) for piece in own if piece.owner == seat)

    ties = (Tie("earned", counted(names.EARNED)), Tie("left", left))
    return Score("tokens", "TT-13.7", counted(names.TOKENS), ties=ties)
