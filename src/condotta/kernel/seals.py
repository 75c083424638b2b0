"""Seals: a seat is bound to a secret now and shows it later; anyone can check."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from condotta.kernel.events import Event, Opened, Sealed

DICE = "dice"
"""The seal of the secret that a table's dice come from."""

SHARED = "dice with words"
"""The same where seats mix in words of their own. [docs/dice.md]"""

WORDS = "dice words"
"""What is opened when seats have given their words after a choice."""

WORD_OF = "dice word of "
"""How the seal of a seat's words begins; the seat follows."""

LOG = "dice log"
"""The seal of a whole log at its end."""

SECRET = re.compile(f"({DICE}|{SHARED})( [0-9]+)?")


def is_dice(seal: str) -> bool:
    """Whether a seal belongs to dice and not to a game."""
    return seal == DICE or seal.startswith(f"{DICE} ")


def is_secret(seal: str) -> bool:
    """Whether a seal holds the secret of a table's dice; a battle that was moved has several.

    >>> is_secret("dice"), is_secret("dice with words 2"), is_secret("dice word of 2")
    (True, True, False)
    """
    return SECRET.fullmatch(seal) is not None


def is_shared(seal: str) -> bool:
    """Whether a seal holds the secret of dice that seats mix words into.

    >>> is_shared("dice with words"), is_shared("dice with words2"), is_shared("dice 2")
    (True, False, False)
    """
    return is_secret(seal) and seal.startswith(SHARED)


def speaker_of(seal: str) -> str:
    """The seat whose words a seal binds; nobody where it is another seal."""
    return seal.removeprefix(WORD_OF) if seal.startswith(WORD_OF) else ""


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
            case Opened(seal, content, salt) if seal != WORDS:
                if sealed.get(seal) != digest_of(content, salt):
                    wrong.append(seal)
            case _:
                pass
    return tuple(wrong)
