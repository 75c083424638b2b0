"""Seals of the large game: what a side decides is bound at once and shown later. [GT-4.2]

The salt is drawn in secret by chance, so that nobody can try out what a seal may hold; every seal
has a salt of its own, so that opening one tells nothing about another. What a side will show is
kept in its own sight until then.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Roll
from condotta.kernel.events import Asked, Event, Mustered, Opened, Sealed, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Piece, Seat
from condotta.kernel.seals import digest_of
from condotta.rules.grand import names
from condotta.rules.triumph import names as core

SEAL = "seal"
"""The window in which chance is asked for salt."""
DICE, SIDES = 24, 1_000


def salting(clause: str) -> Asked:
    """The secret request for what is mixed into seals. Nobody sees the answer."""
    return Asked(Ask(CHANCE, SEAL, clause, dice=DICE, sides=SIDES, secret=True))


def sealed(side: str, seat: Seat, seal: str, content: str, salt: Roll) -> Iterator[Event]:
    """The digest for everybody; what it holds, and its salt, for the own side only."""
    own = digest_of(seal, "-".join(str(pip) for pip in salt.pips))
    yield Sealed(seal, digest_of(content, own))
    letter = Piece(
        id=f"seal {seal}", type=names.LETTER, owner=seat, controller=seat, place="hand",
        traits=(core.CARD, content, own),
    )  # fmt: skip
    yield Veiled((f"side:{side}",), Mustered(letter))


def march_seal(command: str) -> str:
    """The name of the seal of what a command was told about a flank march. [GT-5.5]"""
    return f"{command} march"


def march_sealed(position: Position, command: str) -> bool:
    """Whether what a command was told is kept for its side: not where a battle began later on."""
    return f"seal {march_seal(command)}" in position.pieces


def salt_of(position: Position, side: str) -> str:
    """The salt under which a side split its army, for those who know it; else nothing. [GT-4.2]"""
    letter = position.pieces.get(f"seal {split_seal(side)}")
    return letter.traits[-1] if letter is not None else ""


def split_seal(side: str) -> str:
    """The name of the seal of a side's split. [GT-4.2]"""
    return f"{side} commands"


def opened(position: Position, seal: str) -> Iterator[Event]:
    """What a seal held, for everybody to check; nothing where a battle began later on. [GT-4.1]"""
    letter = position.pieces.get(f"seal {seal}")
    if letter is not None:
        _, content, salt = letter.traits
        yield Opened(seal, content, salt)
