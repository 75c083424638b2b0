"""What a seat sees, in words: for agents that read, and for whoever looks over their shoulder."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from condotta.envs.features import ordered
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Idea
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.views import View
from condotta.positions.games import game
from condotta.rules.scores import score_of, scores
from condotta.table import Pose, facing_degrees


def told(
    book: Book, view: View, ask: Ask | None, listed: tuple[Idea, ...], open_to: tuple[bool, ...]
) -> str:
    """The table, the pieces, the question and each offer with its number."""
    unit = game(book.system).quanta
    lines = [*of_table(book, view.position, view.seat, unit)]
    if ask is not None:
        about = f" about {', '.join(ask.about)}" if ask.about else ""
        lines.append(f"You are asked: {ask.window}{about} [{ask.clause}]")
        for number, (idea, may) in enumerate(zip(listed, open_to, strict=True)):
            if may:
                lines.append(f"{number}: {of_offer(idea, unit)}")
    return "\n".join(lines)


def of_table(book: Book, seen: Position, seat: Seat, unit: int) -> Iterator[str]:
    """Whose turn it is, how it stands, and where everything is."""
    number = scores(book, seen)
    board = f"{seen.board.width / unit:g} x {seen.board.depth / unit:g}"
    active = ", ".join(seen.active) or "nobody"
    yield f"{book.system}, turn {seen.turn}, {seen.phase or 'setting out'}; active: {active}"
    yield f"You are {seat}. The table is {board}."
    best = score_of(book)
    standing = ", ".join(f"{other} {own}" for other, own in number.items())
    yield f"Score ({best.name}, the {best.best} best): {standing}"
    own = ", ".join(
        f"{name} {count}" for name, count in sorted(seen.counters.get(seat, {}).items())
    )
    if own:
        yield f"You have: {own}"
    for one in ordered(seen, seat):
        yield of_piece(one, unit)


def of_piece(one: Piece, unit: int) -> str:
    """A piece: whose it is, what, where, and what lies on it."""
    at = one.place if one.pose is None else at_pose(one.pose, unit)
    marks = "".join(f" ({mark.name})" for mark in one.marks)
    traits = f" {' '.join(one.traits)}" if one.traits else ""
    return f"{one.id} {one.controller} {one.truth or one.type}{traits} {at}{marks}"


def at_pose(pose: Pose, unit: int) -> str:
    """Where something stands, and which way it faces in degrees."""
    return f"at {pose.x / unit:.1f} {pose.y / unit:.1f} facing {facing_degrees(pose):.0f}"


def of_offer(idea: Idea, unit: int) -> str:
    """An offer: an option by its word, anything else as it is written, with where it ends."""
    ends = "; ".join(f"{name} {at_pose(pose, unit)}" for name, pose in idea.ends)
    return written(idea.said) + (f" -> {ends}" if ends else "")


def written(said: Action) -> str:
    """What is said, as it is written; an option by its word alone."""
    return said.option if isinstance(said, Choose) else msgspec.json.encode(said).decode()
