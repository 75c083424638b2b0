"""Points in exact halves: 7 is three and a half points. Never a float inside. [AL-9]"""

import re

from condotta.errors import PlainError
from condotta.words import say

HalfPoints = int
MOST_POINTS = 10**9
"""More than anything costs; a larger number in a file is a mistake."""

_WRITTEN = re.compile(r"([+-]?)(\d{1,9})?(?:[.,](\d{1,9})|\s?(½))?")


def number(halves: HalfPoints) -> int | float:
    """Points as a JSON number: whole where they are whole, else a half, which is exact.

    >>> number(7), number(96)
    (3.5, 48)
    """
    return halves // 2 if halves % 2 == 0 else halves / 2


def halves_of(value: object) -> HalfPoints | None:
    """Half points of a number or of what a person typed; None if it is not a whole half.

    >>> [halves_of(text) for text in ("3,5", "3.5", "3½", "½", " 48 ", "3.25", "x", 3.5, 4, True)]
    [7, 7, 7, 1, 96, None, None, 7, 8, None]
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return 2 * value if abs(value) < MOST_POINTS else None
    if isinstance(value, float):
        fits = abs(value) < MOST_POINTS and (2 * value).is_integer()
        return round(2 * value) if fits else None
    return _halves_of_text(value.strip()) if isinstance(value, str) else None


def _halves_of_text(text: str) -> HalfPoints | None:
    found = _WRITTEN.fullmatch(text)
    if found is None or not any(found.group(2, 3, 4)):
        return None
    sign, whole, decimals, half = found.groups()
    decimals = (decimals or "").rstrip("0")
    if decimals not in ("", "5") or (text.isascii() and not whole and not decimals):
        return None
    total = 2 * int(whole or 0) + (1 if decimals or half else 0)
    return -total if sign == "-" else total


def typed_points(text: str) -> HalfPoints:
    """Half points of what a person typed, or one sentence that says how to type them."""
    found = halves_of(text)
    if found is None:
        raise PlainError(say("army.badPoints", {"text": text}))
    return found
