"""What may be asked of a position of any game, each answered by the rules that play it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, Literal

from condotta.errors import PlainError
from condotta.kernel.asks import Choose
from condotta.kernel.battle import Battle
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import SPECTATORS, Piece
from condotta.positions import answers, chances, plain_actions
from condotta.positions.games import Form, game
from condotta.positions.musters import PLAYERS
from condotta.positions.offered import known_answers
from condotta.positions.records import ChancesAsked, Part
from condotta.rules.scores import first, order, score_of
from condotta.table import Base, at_most, base, gap

LIVE = ("asked", "offers", "may", "chances")
"""Questions about what is in progress: before anything is said they see the first question."""
GENERAL = "general"
MOST = 32


class KnowsAsked(Part, frozen=True, kw_only=True):
    """What a seat, or the `spectators`, know; whether words are in anything they were told."""

    seat: str
    words: tuple[str, ...] = ()


def knows(battle: Battle, asked: KnowsAsked) -> dict[str, Any]:
    """What each piece is to a seat, what it knows to be behind it, and the words it was told.

    The words are sought in every event of its stream as a log writes it.
    """
    at_table(battle, asked.seat, SPECTATORS)
    pieces = battle.view(asked.seat).position.pieces.values()
    return {
        "pieces": {one.id: seen(one) for one in pieces},
        "types": {one.id: one.type for one in pieces if one.shape},
        "behind": {one.id: one.truth for one in pieces if one.truth and not one.shape},
        "words": told_words(battle, asked),
    }


def seen(piece: Piece) -> dict[str, Any]:
    """What somebody sees of a piece: what and whose it is, where, whether it leads."""
    return {
        "type": piece.type,
        "place": piece.place,
        "seat": piece.controller,
        "army": piece.army,
        "command": piece.command,
        "general": GENERAL in piece.traits,
        "marks": [mark.name for mark in piece.marks],
    }


def told_words(battle: Battle, asked: KnowsAsked) -> list[str]:
    """Those of the words that are anywhere in what a seat was told."""
    told = b"".join(encode(event) for event in battle.stream(asked.seat)).decode()
    return [word for word in asked.words if word in told]


def at_table(battle: Battle, seat: str, *more: str) -> None:
    """A seat that is asked about must sit at the table."""
    known = (*battle.state.position.seats(), *more)
    if seat not in known:
        raise PlainError(f"Nobody sits at {seat!r}: there are {', '.join(known)}.")


def asked(battle: Battle, _: Literal["all"]) -> dict[str, Any]:
    """Who is asked what now, the oldest question first, and whose turn it is."""
    listed = answers.waiting(battle.waiting())
    return {
        "asked": listed,
        "next": listed[0]["seat"] if listed else None,
        "window": listed[0]["window"] if listed else None,
        "order": list(dict.fromkeys(one["seat"] for one in listed)),
    }


class OffersAsked(Part, frozen=True, kw_only=True):
    """What a seat may answer now; at most so many."""

    seat: str
    most: int = MOST


def offers(battle: Battle, said: OffersAsked) -> dict[str, Any]:
    """Legal answers to the open questions of a seat, the best known first, as a file says them.

    Where to move is a choice without end, so these are never all; `may` judges any other.
    """
    at_table(battle, said.seat)
    found: list[dict[str, Any]] = []
    known = game(battle.book.system)
    seen = battle.view(said.seat).position
    asks = [one for one in battle.waiting() if one.seat == said.seat]
    for ask in asks:
        for action in islice(known_answers(battle, ask), max(0, said.most - len(found))):
            told = (
                {"choose": plain_actions.called(action.option, seen)}
                if isinstance(action, Choose)
                else plain_actions.plain(action, known.quanta, seen)
            )
            found.append({"window": ask.window, **told})
    return {"offers": found, "windows": list(dict.fromkeys(one.window for one in asks))}


class TwoAsked(Part, frozen=True, kw_only=True):
    """Two units, whoever acts first."""

    between: tuple[str, str]


class PairAsked(Part, frozen=True, kw_only=True):
    """Two pieces or units, and a limit in the game's units if that is asked."""

    between: tuple[str, str]
    limit: float | None = None


def distance(battle: Battle, said: PairAsked) -> dict[str, Any]:
    """How far two pieces, or the nearest models of two units, are apart; whether within a limit."""
    known = game(battle.book.system)
    one, other = (measured(battle.state.position, name) for name in said.between)
    away = min(gap(a, b) for a in one for b in other)
    plain: dict[str, Any] = {"distance": round(away / known.quanta, 4)}
    if said.limit is not None:
        plain["within"] = at_most(away, round(said.limit * known.quanta))
    return plain


def measured(position: Position, name: str) -> list[Base]:
    """The bases that a length goes to; a KeyError where no such piece is on the table."""
    found = bases(position, name) if name in position.pieces else []
    if not found:
        raise KeyError(name)
    return found


def bases(position: Position, name: str) -> list[Base]:
    """The bases of a piece, or of the models of a unit; none of what is not on the table."""
    pieces = position.pieces
    own = [pieces[name]] if name in pieces else []
    models = [one for one in pieces.values() if one.command == name != one.id]
    for listed in (own, models):
        if found := [base(one.pose, one.shape) for one in listed if one.pose and one.shape]:
            return found
    return []


def score(battle: Battle, _: Literal["all"]) -> dict[str, Any]:
    """What is counted, what each side has of it, and who is ahead."""
    now = battle.state.position
    counts = score_of(battle.book)
    places = order(battle.book, now)
    ahead = first(battle.book, now)
    each = 2 if counts.halves else 1
    return {
        "score": counts.name,
        "clause": counts.clause,
        "order": [list(place.seats) for place in places],
        "counts": {seat: place.number / each for place in places for seat in place.seats},
        "ahead": list(ahead.seats),
    }


def may(_: Battle, __: Any) -> dict[str, Any]:
    """Answered where things said are: `running` judges it as it would what is said."""
    raise AssertionError


QUESTIONS: Mapping[str, Form] = {
    "may": Form(dict[str, Any], may, "Would this be accepted if a seat said it now, and why not?"),
    "chances": Form(
        ChancesAsked, chances.told, "How likely is each thing that may come of what seats say?"
    ),
    "asked": Form(Literal["all"], asked, "Who is asked what now, and in which order? (`all`)"),
    "offers": Form(OffersAsked, offers, "What may a seat answer now?"),
    "knows": Form(KnowsAsked, knows, "What does a seat know, and was it told certain words?"),
    "distance": Form(PairAsked, distance, "How far apart are two pieces or units?"),
    "score": Form(Literal["all"], score, "How does everybody stand? (`all`)"),
    "players": PLAYERS,
}
