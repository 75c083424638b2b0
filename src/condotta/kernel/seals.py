"""Seals: a seat is bound to a secret now and shows it later; anyone can check."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from condotta.kernel.events import Event, Opened, Sealed

DICE = "dice"
"""The seal of the secret that a table's dice come from."""


def is_dice(seal: str) -> bool:
    """Whether a seal holds the secret of dice; a battle that was moved has several."""
    return seal == DICE or seal.startswith(f"{DICE} ")


def digest_of(content: str, salt: str) -> str:
    """What is published when a secret is sealed; the salt keeps short secrets from being guessed.

    >>> digest_of("left flank", "a7") == digest_of("left flank", "a8")
    False
    """
    return hashlib.blake2b(f"{salt}\n{content}".encode(), digest_size=32).hexdigest()


def broken(events: Iterable[Event]) -> tuple[str, ...]:
    """The seals that were opened on something else than was sealed, or never sealed at all."""
    sealed: dict[str, str] = {}
    wrong: list[str] = []
    for event in events:
        match event:
            case Sealed(seal, digest):
                sealed.setdefault(seal, digest)
            case Opened(seal, content, salt):
                if sealed.get(seal) != digest_of(content, salt):
                    wrong.append(seal)
            case _:
                pass
    return tuple(wrong)
