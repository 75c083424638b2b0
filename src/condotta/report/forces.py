"""What a story says of armies: what they muster, what they lose, how their battle ended."""

from __future__ import annotations

from collections.abc import Sequence

from condotta.kernel.events import Ended, Removed
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.report.naming import body_name, is_model, owned_name, seat_name, stand_name
from condotta.report.reckoning import cost_of, half_points, lost_half_points
from condotta.rules.ranked import names as ranked
from condotta.rules.skirmish import names as skirmish
from condotta.rules.treachery.names import DEAL, TREACHERY
from condotta.rules.triumph import names
from condotta.rules.triumph.tables import CAMP
from condotta.words import has, say


def mustered(position: Position, seat: Seat, lang: str) -> str:
    """What a seat musters: its units of models, or its stands with their points; or nothing."""
    mine = [piece for piece in position.pieces.values() if piece.owner == seat]
    units = [piece for piece in mine if piece.type == skirmish.UNIT]
    stands = units or [piece for piece in mine if piece.type != CAMP and is_troop(piece)]
    if not stands:
        return ""
    cost = sum(cost_of(position, piece.id) for piece in stands)
    params: dict[str, object] = {
        "seat": seat_name(seat, lang),
        "count": len(stands),
        "body": body_name(stands, lang, whole=True),
    }
    if units:
        params["models"] = sum(is_model(piece) for piece in mine)
        params["power"] = sum(position.count(piece.id, skirmish.POWER) for piece in units)
        return say("story.force", params, lang)
    regiments = any(position.count(piece.id, ranked.MODELS) for piece in stands)
    key = "story.regiments" if regiments else "story.army"
    return say(key, {**params, "points": cost}, lang)


def is_troop(piece: Piece) -> bool:
    """No card, nothing in a hand, and no marker: what an army is made of."""
    return piece.place != "hand" and not {names.CARD, "marker"} & set(piece.traits)


def is_card(piece: Piece) -> bool:
    """A battle card or a treachery card: rulings tell when it is laid aside or spent."""
    return bool({TREACHERY, names.CARD} & set(piece.traits))


def placing(pieces: Sequence[Piece], place: str, *, begun: bool) -> str:
    """The message for pieces that are put somewhere, before the battle or once it has begun.

    What waits beside the board waits for a flank march over TRIUMPH! alone. [TC-8.23, FB-4.18]
    """
    if place == "aside" and all(is_model(one) or one.type == skirmish.UNIT for one in pieces):
        return "story.placed.aboard"
    if place == "reserve":
        if all(has(f"troop.{piece.type}") for piece in pieces):
            return "story.placed.march"
        return "story.placed.away" if begun else "story.placed.reserve"
    return "story.placed.stands" if begun and place == "table" else f"story.placed.{place}"


def leads(position: Position, piece: Piece) -> Seat:
    """Whose loss a piece is: his who leads it for its side, else his who brought it."""
    own = position.side(piece.owner) == position.side(piece.controller)
    return piece.controller if own else piece.owner


def loss(position: Position, event: Removed, lang: str) -> str:
    """The sentence of a piece that is removed; `position` is the one before.

    Of a unit whose models are gone another line tells, and of a card or an offer that is spent.
    """
    piece = position.pieces[event.piece]
    if is_card(piece) or DEAL in piece.traits:
        return ""
    seat = leads(position, piece)
    params: dict[str, object] = {"stand": stand_name(piece, lang), "seat": seat_name(seat, lang)}
    if piece.type == skirmish.UNIT:
        return ""
    if is_model(piece):
        return say("story.lostModel", params, lang)
    points = half_points(position, piece.id)
    params["points"] = points
    if event.to != "lost":
        return say("story.gone", {"stand": owned_name([piece], lang)}, lang)
    params["lost"] = lost_half_points(position, seat) + points
    return say("story.lostCamp" if piece.type == CAMP else "story.lost", params, lang)


def end(event: Ended, lang: str) -> str:
    """Who has won; rulings before it have told how everybody stands."""
    winners = tuple(seat_name(seat, lang) for seat in event.winners)
    return say("story.won" if winners else "story.drawn-battle", {"winners": winners}, lang)
