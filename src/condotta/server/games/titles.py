"""Names that people type: kept as they are meant, without what would spoil a line or a page."""

from __future__ import annotations

import unicodedata

NAME = 40
TITLE = 80
SPEECH = 500
JOINER = "\u200d"


def tidy(text: str, most: int = NAME) -> str:
    """A name on one line: composed, without control or direction marks, not too long.

    >>> tidy("  Zo\u0065\u0301 \u202e\\n the  Bold ")
    'Zoé the Bold'
    """
    known = unicodedata.normalize("NFC", text)
    kept = "".join(" " if letter.isspace() else letter for letter in known if printable(letter))
    return " ".join(kept.split())[:most].strip()


def printable(letter: str) -> bool:
    """Whether a letter may stand in a name. A joiner holds an emoji together and may."""
    if letter == JOINER or letter.isspace():
        return True
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn")
