"""Names as people write them: one form to keep, one form to compare. [AL-1.3, AL-12.2]"""

import codecs
import difflib
import re
import unicodedata
from collections.abc import Iterable

_NOT_KEY = re.compile(r"[^a-z0-9]+")
WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How files begin whose letters have two bytes."""


def decoded(data: bytes) -> str:
    """The text of a file by its byte order mark, as UTF-8 where it has none.

    >>> [decoded("dé".encode(one)) for one in ("utf-8", "utf-8-sig", "utf-16")]
    ['dé', 'dé', 'dé']
    """
    wide = data.startswith(WIDE)
    return data.decode("utf-16" if wide else "utf-8-sig", "replace")


def tidy(text: str) -> str:
    """The form that is kept: composed letters, no control characters, single inner blanks.

    >>> tidy("  Cafe\\u0301   de\\nGuise ")
    'Café de Guise'
    """
    composed = unicodedata.normalize("NFC", text)
    kept = (" " if unicodedata.category(mark) == "Cc" else mark for mark in composed)
    return " ".join("".join(kept).split())


def plain(text: str) -> str:
    """The form that is compared: no accents, no case, no stray blanks.

    >>> plain(" Élite  FOOT "), plain("Œuvre") == plain("œuvre")
    ('elite foot', True)
    """
    apart = unicodedata.normalize("NFKD", tidy(text)).casefold()
    return "".join(mark for mark in apart if not unicodedata.combining(mark))


def kebab(text: str) -> str:
    """A stable identifier of a name.

    >>> kebab("Later Hoplite Theban/Boiotian, 394 BC")
    'later-hoplite-theban-boiotian-394-bc'
    """
    return _NOT_KEY.sub("-", plain(text)).strip("-")


def singular(text: str) -> str:
    """The compared form without a final s, so that Pavise and Pavises are one. [AL-1.3]"""
    return plain(text).removesuffix("s")


def nearest(wanted: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Names that resemble the one asked for: those that contain it first, then the likest.

    >>> nearest("marian", ["Early Gallic", "Marian Roman", "Mariner"])
    ('Marian Roman', 'Mariner')
    """
    by_plain = {plain(name): name for name in sorted(names)}
    asked = plain(wanted)
    inside = [key for key in by_plain if asked and asked in key]
    alike = difflib.get_close_matches(asked, list(by_plain), n=most, cutoff=0.5)
    found = list(dict.fromkeys([*inside, *alike]))
    return tuple(by_plain[key] for key in found[:most])
