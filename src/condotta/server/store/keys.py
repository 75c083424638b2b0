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
DIGEST = 32
MOST = 8
"""So many secrets open one seat: a person may have it in several places."""


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
    return hashlib.blake2b(secret.encode("utf-8", "replace"), digest_size=DIGEST).digest()


def one_more(secret: str, kept: bytes) -> bytes:
    """What is kept of a secret and of the last of those that open the same."""
    return (digest(secret) + kept)[: MOST * DIGEST]


def fits(secret: str, kept: bytes) -> bool:
    """Whether that is such a secret, found in a time that does not depend on the answer."""
    shown = digest(secret)
    whole = [kept[at : at + DIGEST] for at in range(0, len(kept), DIGEST)]
    return bool(secret) and sum(hmac.compare_digest(shown, one) for one in whole) > 0
