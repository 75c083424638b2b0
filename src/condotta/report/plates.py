"""The plate of a seat beside the map: who it is, what it has lost, what is not on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.report.forces import is_troop
from condotta.report.ink import el, number, path
from condotta.report.naming import seat_name
from condotta.report.reckoning import army_letter, army_name, lost_half_points, lost_said
from condotta.report.stands import badge, chip
from condotta.rules.skirmish.names import UNIT
from condotta.words import say

PLATE = 58.0
CHIP = 39.0
ROOM = 20


def aside(position: Position, seat: Seat) -> list[Piece]:
    """A seat's pieces that are not on the table, those still to come before those lost.

    Of an army of units with models its units alone.
    """
    mine = [piece for piece in position.pieces.values() if piece.controller == seat]
    units = [piece for piece in mine if piece.type == UNIT]
    troops = units or [piece for piece in mine if is_troop(piece)]
    off = [piece for piece in troops if piece.place not in {"table", "gone"}]
    return sorted(off, key=lambda piece: piece.place == "lost")


def of_units(position: Position) -> bool:
    """Whether a battle is one of units with models, which is told in victory points."""
    return any(piece.type == UNIT for piece in position.pieces.values())


class Against(Protocol):
    """What a plate says beside its seat: the half points that decide, scores in words."""

    @property
    def defeat(self) -> int:
        """Half points at whose loss a side may have lost; 0 where losses do not decide."""

    @property
    def scores(self) -> Mapping[Seat, str]:
        """What each seat has, in words; nothing where its losses say it."""


def plate(position: Position, seat: Seat, style: int, width: float, against: Against) -> str:
    """One line for who and how, one for what is not on the table."""
    mark = badge(style, army_letter(position, seat), 12, 14)
    name = el("text", text=cut(army_name(position, seat), 52), x="32", y="19", class_="who")
    parts = [mark, name, gauge(position, seat, style, width, against)]
    off = aside(position, seat)
    shown = off[:ROOM]
    for index, piece in enumerate(shown):
        place = 32 + index * CHIP
        parts.append(chip(piece, style, place, 30, seat_name(seat), lost=piece.place == "lost"))
    if len(off) > ROOM:
        more = say("map.more", {"count": len(off) - ROOM})
        parts.append(el("text", text=more, x=32 + ROOM * CHIP, y="43", class_="note"))
    return "".join(parts)


def gauge(position: Position, seat: Seat, style: int, width: float, against: Against) -> str:
    """What is lost against what decides the battle, as a bar and in figures; else the score."""
    lost, defeat = lost_half_points(position, seat), against.defeat
    said = say("map.lostOf", {"lost": lost, "defeat": defeat}) if defeat else ""
    said = said or against.scores.get(seat) or lost_said(position, seat)
    words = el("text", text=said, x=width, y="19", class_="who", text_anchor="end")
    if not defeat:
        return words
    room, height = 150.0, 11.0
    share = min(1.0, lost / defeat) * room
    left = width - max(122.0, 8.4 * len(said) + 12) - room
    edge = {"rx": "5.5", "fill": "var(--surface)", "stroke": "var(--ink3)"}
    back = el("rect", x=left, y=9.0, width=room, height=height, **edge)
    full = el(
        "rect", x=left, y=9.0, width=max(share, height), height=height, rx="5.5", fill="var(--fill)"
    )
    tick = path(f"M{number(left + room)} 6V23", stroke="var(--ink)", stroke_width="2")
    return el("g", back, full if lost else "", tick, words, class_=f"s{style}")


def cut(text: str, most: int) -> str:
    """A text that fits, with an ellipsis where it was cut.

    >>> cut("Early Galatian", 20), cut("Early Galatian", 8)
    ('Early Galatian', 'Early G…')
    """
    return text if len(text) <= most else text[: most - 1] + "…"
