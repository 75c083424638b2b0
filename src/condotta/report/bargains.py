"""An offer as it is told: what one gives another, and for what."""

from __future__ import annotations

from collections.abc import Mapping

from condotta.kernel.events import Ruled
from condotta.kernel.position import Position
from condotta.rules.treachery import names
from condotta.rules.treachery.deals import terms_of
from condotta.words import say

OFFERED = "tt.14-1.offered"


def offered(event: Ruled, who: Mapping[str, object], position: Position, lang: str) -> str:
    """What the newest open offer of one seat to another would move; nothing of other rulings.

    [TT-14.1] A promise in words is told by itself.
    """
    if event.key != OFFERED:
        return ""
    both = event.params["seat"], event.params["to"]
    lie = [
        one
        for one in position.pieces.values()
        if names.DEAL in one.traits and one.place == "hand" and (one.owner, one.controller) == both
    ]
    if not lie:
        return ""
    terms = terms_of(lie[-1])
    if not (terms.tokens or terms.cards or terms.wants or terms.wanted):
        return ""
    gives, wants = (
        worth(terms.tokens, len(terms.cards), lang),
        worth(terms.wants, len(terms.wanted), lang),
    )
    return say("tt.14-1.offers", {**who, "gives": gives, "wants": wants}, lang)


def rolled_again(event: Ruled, who: Mapping[str, object], position: Position, lang: str) -> str:
    """Which dice a card that is aimed at dice has rolled again; nothing of other rulings. [TT-11.8]

    Such a card names pips, as `2+5`; all others name a piece or a seat.
    """
    dice = str(event.params.get("target", "")).split("+")
    if event.key != "tt.11-8.aimed" or not all(map(str.isdecimal, dice)):
        return ""
    if event.params["target"] in position.pieces:
        return ""
    return say("tt.11-8.rolls-again", {**who, "dice": tuple(dice)}, lang)


def worth(tokens: int, cards: int, lang: str) -> tuple[str, ...]:
    """What one side of a bargain gives: tokens, cards, both or nothing."""
    said = []
    if tokens:
        said.append(say("tt.14-1.tokens", {"tokens": tokens}, lang))
    if cards:
        said.append(say("tt.14-1.cards", {"count": cards}, lang))
    return tuple(said) or (say("tt.14-1.nothing", {}, lang),)
