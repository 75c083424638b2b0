"""Marks that say something: a word that the rules know, and behind it what the mark says."""

from __future__ import annotations

from condotta.kernel.records import Piece


def tails(piece: Piece, head: str) -> tuple[str, ...]:
    """What the marks of a piece say that begin with this word, in the order in which they lie.

    >>> from condotta.kernel.records import Mark
    >>> marks = (Mark("tried smite"), Mark("moved"))
    >>> tails(Piece("R1", "unit", "red", "red", marks=marks), "tried ")
    ('smite',)
    """
    return tuple(mark.name.removeprefix(head) for mark in piece.marks if mark.name.startswith(head))


def tail(piece: Piece, head: str) -> str:
    """What the first such mark says; nothing where there is none."""
    return next(iter(tails(piece, head)), "")
