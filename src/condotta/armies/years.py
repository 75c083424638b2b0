"""Years, and the years that a note names. BC is negative and there is no year 0. [AL-2.4]"""

import re

from condotta.armies.records import Years
from condotta.errors import PlainError
from condotta.words import say

FIRST, LAST = -9999, 9999

_ERA = r"(?:\s*(BC|AD)\b)?"
_RANGE = re.compile(rf"(\d{{1,4}}){_ERA}\s*(?:-|–|\bto\b)\s*(\d{{1,4}}){_ERA}")
_FROM = re.compile(r"(?:\b(after)\s+)?(\d{1,4})\s*(BC|AD)(\s+and later)?", re.IGNORECASE)
_UNTIL = re.compile(r"\b(up until|before|until)\s+(\d{1,4})\s*(BC|AD)", re.IGNORECASE)
_TYPED = re.compile(r"([+-]?)\s*(\d{1,4})\s*(BC|BCE|AD|CE|)", re.IGNORECASE)
_JOINING = re.compile(r"\b(and|or|only|in|years?)\b|[\W_]+", re.IGNORECASE)


def year_name(year: int) -> str:
    """A year as people write it.

    >>> year_name(-58), year_name(1415)
    ('58 BC', '1415 AD')
    """
    return f"{-year} BC" if year < 0 else f"{year} AD"


def span_name(years: Years) -> str:
    """A range as people write it, with one era where both ends share it.

    >>> span_name(Years(-105, -25)), span_name(Years(-150, 240)), span_name(Years(5, 5))
    ('105-25 BC', '150 BC-240 AD', '5 AD')
    """
    first, last = years.start_date, years.end_date
    if first == last:
        return year_name(first)
    if first < 0 < last:
        return f"{year_name(first)}-{year_name(last)}"
    return f"{abs(first)}-{year_name(last)}"


def typed_year(text: str) -> int:
    """The year a person typed: -58, 58 BC, 1415, 1415 AD.

    >>> typed_year("58 bc"), typed_year("-58"), typed_year("1415 AD")
    (-58, -58, 1415)
    """
    found = _TYPED.fullmatch(text.strip())
    year = int(found.group(2)) if found else 0
    if found is None or year == 0:
        raise PlainError(say("army.badYear", {"text": text}))
    return -year if found.group(1) == "-" or found.group(3).upper().startswith("BC") else year


def years_of(note: str) -> tuple[tuple[Years, ...], str]:
    """The years that a note names, and what it says besides. [AL-2.5, AL-6.4]

    >>> years_of("1429 AD and later")
    ((Years(start_date=1429, end_date=9999),), '')
    >>> years_of("Under Alexander 335-328 BC")
    ((Years(start_date=-335, end_date=-328),), 'Under Alexander')
    """
    found: list[Years] = []
    rest = _RANGE.sub(lambda match: _keep(found, _ranged(match, note)), note)
    rest = _UNTIL.sub(lambda match: _keep(found, _until(match)), rest)
    rest = _FROM.sub(lambda match: _keep(found, _since(match)), rest)
    words = " ".join(_JOINING.sub(" ", rest).split())
    return tuple(found), " ".join(rest.split()) if words else ""


def _keep(found: list[Years], years: Years) -> str:
    found.append(years)
    return ""


def _ranged(match: re.Match[str], note: str) -> Years:
    """A range; an era that is left out is that of the end, or of the end of the note."""
    first, first_era, last, last_era = match.groups()
    following = re.search(r"\b(BC|AD)\b", note[match.end() :])
    era = last_era or (following.group(1) if following else "AD")
    return Years(_signed(first, first_era or era), _signed(last, era))


def _until(match: re.Match[str]) -> Years:
    year = _signed(match.group(2), match.group(3))
    return Years(FIRST, year - 1 if match.group(1).casefold() == "before" else year)


def _since(match: re.Match[str]) -> Years:
    after, digits, era, later = match.groups()
    year = _signed(digits, era)
    return Years(year + (1 if after else 0), LAST if after or later else year)


def _signed(digits: str, era: str) -> int:
    return -int(digits) if era.upper() == "BC" else int(digits)
