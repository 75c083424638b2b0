"""How a body moved, in words: by which legs, how far, and whom its front came to touch."""

from __future__ import annotations

from condotta.kernel.events import Answered, Moved
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.report.naming import owned_name, seat_name
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.tables import CAMP
from condotta.table import (
    TOUCH,
    Advance,
    Leg,
    Oblique,
    Pose,
    Slide,
    Wheel,
    base,
    displacement,
    edge,
    front_on,
    segment_to_base,
)
from condotta.words import has, placeholders, say

TOLD = {
    "move", "march", "forced march", "charge", "pile in", "consolidate",
    "flee", "pursue", "overrun",
}  # fmt: skip
"""The ways of moving that the story tells; the others are of the rules."""

RULED = {"drift", "close up"}
"""The ways that the ruling before them has told whole."""

PURSUITS = ("tc.3-74.moves", "tc.3-75.moves", "tc.3-96.moves")
"""Rulings that tell of a whole pursuit but for whom it comes to."""

COURSES = (
    "fb.4-8.", "fb.4-9.strikes", "fb.4-10.caught", "fb.4-11.", "fb.4-12.", "fb.4-13.staggers",
    "fb.7-23.", "fb.7-24.new-enemy", "fb.7-26.", "fb.7-29.",
    *PURSUITS,
)  # fmt: skip
"""How the keys of rulings begin that tell of a whole move by its clause, wheels and all."""


def moved_line(position: Position, event: Moved, said: Answered | None, lang: str) -> str:
    """The sentence of a move; `position` is the one before it."""
    pieces = [position.pieces[step.piece] for step in event.steps]
    ends = {step.piece: step.pose for step in event.steps}
    seat, way = pieces[0].controller, f"story.way.{event.way.replace(' ', '-')}"
    key = way if has(way) else "story.way.other"
    params: dict[str, object] = {
        "seat": seat_name(seat, lang),
        "body": owned_name(pieces, lang, (seat,) if "seat" in placeholders(key) else ()),
        "far": farthest(pieces, ends),
        "verb": verb(event, said, lang),
        "way": event.way,
    }
    met = met_line(position, event, lang)
    return f"{say(key, params, lang)} {met}" if met else say(key, params, lang)


def met_line(position: Position, event: Moved, lang: str) -> str:
    """The sentence of whom a move comes to; empty where it comes to nobody."""
    pieces = [position.pieces[step.piece] for step in event.steps]
    ends = {step.piece: step.pose for step in event.steps}
    met = () if event.way in {"deploy", "turn"} else touched(position, pieces, ends)
    stands = tuple(owned_name([one], lang) for one in met)
    return say("story.contact", {"stands": stands}, lang) if stands else ""


def farthest(pieces: list[Piece], ends: dict[str, Pose]) -> int:
    """The longest way of a front corner, in quanta. [TC-5.5]"""
    ways = [
        displacement(piece.shape, piece.pose, ends[piece.id])
        for piece in pieces
        if piece.shape is not None and piece.pose is not None
    ]
    return round(max(ways, default=0))


def verb(event: Moved, said: Answered | None, lang: str) -> str:
    """What the body does, leg by leg."""
    number = "story.leg.one" if len(event.steps) == 1 else "story.leg.many"
    if event.way != "move" or said is None or not isinstance(said.said, Move):
        return say(f"{number}.moves", {}, lang)
    legs = [f"{number}.{leg_word(leg)}" for leg in said.said.legs]
    if said.said.forming:
        legs.insert(0, f"{number}.forms")
    words = tuple(say(key, {}, lang) for key in dict.fromkeys(legs))
    return say("story.legs", {"legs": words}, lang)


def leg_word(leg: Leg) -> str:
    """The word for one leg.

    >>> leg_word(Advance(30000)), leg_word(Advance(-20000)), leg_word(Wheel("left", 0, 1))
    ('advances', 'backs', 'wheels-left')
    """
    match leg:
        case Advance(distance):
            return "advances" if distance >= 0 else "backs"
        case Slide():
            return "slides"
        case Oblique():
            return "oblique"
        case Wheel(side):
            return f"wheels-{side}"
        case _:
            return "moves"


def touched(position: Position, pieces: list[Piece], ends: dict[str, Pose]) -> list[Piece]:
    """The pieces of other sides that a front edge lies on where the body ends."""
    own = position.side(pieces[0].controller)
    others = [
        piece
        for piece in position.at("table")
        if piece.pose and piece.shape and position.side(piece.controller) != own
    ]
    met = []
    for other in others:
        assert other.pose is not None
        assert other.shape is not None
        there = base(other.pose, other.shape)
        for piece in pieces:
            if piece.shape is None or piece.type == CAMP:
                continue
            here = base(ends[piece.id], piece.shape)
            lies = front_on(here, there) is not None
            if other.type == CAMP:
                lies = segment_to_base(edge(here, "front"), there) <= TOUCH
            if lies:
                met.append(other)
                break
    return met
