"""Secrets of people and seats: made unguessable, kept as digests, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What short codes are made of: nothing that is misread on a screen across a hall."""

CODE = 6
BATTLE = 9
SECRET = 32


def new_secret() -> str:
    """A secret of 256 bits for a seat, a person or the owner of the table."""
    return secrets.token_urlsafe(SECRET)


def new_battle() -> str:
    """An id that nobody finds by trying: 72 bits. Whoever has it may watch."""
    return secrets.token_urlsafe(BATTLE)


def new_code() -> str:
    """A short code to be read aloud; how often one may try is limited."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def plain_code(typed: str) -> str:
    """A code as a person types it: small letters, blanks and dashes do not matter.

    >>> plain_code(" kx3-7pq ")
    'KX37PQ'
    """
    return "".join(letter for letter in typed.upper() if letter.isalnum())


def digest(secret: str) -> bytes:
    """What is kept of a secret. Secrets are long and random, so a plain hash is enough."""
    return hashlib.blake2b(secret.encode("utf-8", "replace"), digest_size=32).digest()


def fits(secret: str, kept: bytes) -> bool:
    """Whether that is the secret, found in a time that does not depend on the answer."""
    return bool(secret) and hmac.compare_digest(digest(secret), kept)
