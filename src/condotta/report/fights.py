"""A combat between two stands in its sentences: both sums, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping

from condotta.kernel.events import Ruled
from condotta.kernel.position import Position
from condotta.report.naming import owned_name, seat_name
from condotta.report.reckoning import summed
from condotta.words import say


def fought(event: Ruled, who: Mapping[str, object], position: Position, lang: str) -> str:
    """The result of a combat as it is told; `who` are those it names, as people call them."""
    one, two = event.tallies
    outcome = event.key.rsplit(".", 1)[-1]
    shot = event.key.startswith("combat.ranged")
    nothing = "story.noEffect" if shot else "story.nothing"
    came = nothing if outcome == "none" else "story.outcome"
    params = {
        **who,
        "outcome": f"outcome.{outcome}",
        "one": owner_and_name(one.who, position, lang),
        "two": owner_and_name(two.who, position, lang),
        "sum": summed(one),
        "other": summed(two),
        "total": str(one.total),
        "against": str(two.total),
    }
    key = "story.shot" if shot else "story.fight"
    return f"{say(key, params, lang)} {say(came, params, lang)}"


def owner_and_name(name: str, position: Position, lang: str) -> str:
    """A piece with whoever leads it; a seat by itself."""
    piece = position.pieces.get(name)
    return owned_name([piece], lang) if piece else seat_name(name, lang)
