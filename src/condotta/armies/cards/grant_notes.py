"""What a list's note about a card means, by a closed grammar. [AL-6.3, AL-6.4, AL-6.5]

A note is years, then words: a foot type, types that alone may have the card, whom it passes
through, a limit, or only a description. Notes whose words alone do not say enough are read in
`data/notes.toml`. What neither explains is a condition for the players to keep.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from condotta.armies.cards.cardforms import DESCRIPTION, forms
from condotta.armies.records import CardEntry, Parsed, Swap, Years
from condotta.armies.shelf import shipped
from condotta.armies.text import plain, singular
from condotta.armies.years import years_of
from condotta.data import toml

_YEAR = r"(?:\d{1,4}(?:\s*(?:BC|AD))?)"
_SPAN = rf"(?:{_YEAR}(?:\s*(?:-|–|to)\s*{_YEAR})?|(?:after|before|until|up until)\s+{_YEAR})"
_ONLY_YEARS = re.compile(rf"(?:only\s+)?({_SPAN})", re.IGNORECASE)
_YEARS_FIRST = re.compile(rf"(?:only\s+)?({_SPAN})\s*[:,]\s*(.+)", re.IGNORECASE)
_YEARS_LAST = re.compile(rf"(.+?),\s*(?:only\s+)?({_SPAN})", re.IGNORECASE)
_WHO_THEN_YEARS = re.compile(
    rf"(?:only\s+)?([^\d:,]+)[:,]\s*({_SPAN})(?:\s*:\s*(.+))?", re.IGNORECASE
)
_YEARS_WHO = re.compile(rf"({_SPAN})\s+under\s+([^:]+?)(?:\s+only)?\s*:\s*(.+)", re.IGNORECASE)
_WHO_IN_BRACKETS = re.compile(r"\((?:only\s+)?([^()]+)\)\s*(.*)", re.IGNORECASE)
_WHO_FIRST = re.compile(r"(?:only\s+([^:]+)|([^:]+?)\s+only)\s*:\s*(.+)", re.IGNORECASE)
_ONLY_WHO = re.compile(r"(?:only\s+(?:if|on|under)?\s*(.+)|(?:on|by)\s+(.+)\s+only)", re.IGNORECASE)
_AS = re.compile(r"(?:(.+?)\s+)?as\s+(.+)", re.IGNORECASE)
_GENERAL = re.compile(r"general\s+only\s*[;:,]\s*(.+)", re.IGNORECASE)
_MOST = re.compile(r"no more than (\d{1,2}) stands .*\btotal in the whole army", re.IGNORECASE)
_HOW = re.compile(r"(?:on|riding)\s+.+|.+-mounted", re.IGNORECASE)


class _Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note read by hand. [AL-8.2]"""

    code: str
    text: str
    condition: str = ""
    swap: Swap | None = None
    only_category: str = ""
    not_types: tuple[str, ...] = ()
    most_in_army: int | None = None


def reading(entry: CardEntry) -> Parsed:
    """What the note of an offered card settles: read by hand, as the file states it, or parsed."""
    by_hand = _by_hand().get((entry.battle_card_code, plain(entry.note)))
    return by_hand or entry.parsed or read(entry.battle_card_code, entry.note)


@cache
def read(code: str, note: str) -> Parsed:
    """The grammar alone: what a note says of a card. [AL-6.3]"""
    text = " ".join(note.split()).rstrip(".")
    if not text:
        return Parsed()
    years, who, rest = _framed(text)
    spans = years_of(_with_era(years))[0] if years else ()
    said = _words(code, rest) if rest else Parsed()
    condition = "; ".join(part for part in (who, said.condition) if part)
    return msgspec.structs.replace(said, date_ranges=spans, condition=condition)


def _framed(text: str) -> tuple[str, str, str]:
    """The years, who it is for, and the rest of a note."""
    if found := _ONLY_YEARS.fullmatch(text):
        return found[1], "", ""
    if found := _YEARS_FIRST.fullmatch(text):
        return found[1], "", found[2]
    if found := _YEARS_WHO.fullmatch(text):
        return found[1], found[2], found[3]
    if found := _WHO_THEN_YEARS.fullmatch(text):
        who = found[1].strip()
        if _HOW.fullmatch(who) or _is_a_thing(who):
            return found[2], "", who
        return found[2], who, found[3] or ""
    if found := _YEARS_LAST.fullmatch(text):
        return found[2], "", found[1]
    if found := _WHO_IN_BRACKETS.fullmatch(text):
        return "", found[1], found[2]
    return "", "", text


def _is_a_thing(who: str) -> bool:
    """Words that describe rather than name: they begin in lower case or speak of a laager."""
    return who[:1].islower() or who.casefold().endswith(("laager", "palisade", "stockade"))


def _with_era(years: str) -> str:
    """A year without an era is AD, as lists write it after 1000."""
    return years if re.search(r"BC|AD", years, re.IGNORECASE) else f"{years} AD"


def _words(code: str, text: str) -> Parsed:
    """What is left of a note once years and names in front are off."""
    if found := _MOST.fullmatch(text):
        return Parsed(most_in_army=int(found[1]))
    if found := _WHO_FIRST.fullmatch(text):
        return Parsed(condition=(found[1] or found[2]).strip())
    if found := _GENERAL.fullmatch(text):
        return msgspec.structs.replace(_dismounts(found[1]), only_general=True)
    if (dismount := _dismounts(text)) != Parsed():
        return dismount
    if found := _ONLY_WHO.fullmatch(text):
        who = (found[1] or found[2]).strip()
        kind = _type(who)
        return Parsed(only_troop_types=(kind,)) if kind else Parsed(condition=who)
    if kind := _type(text):
        return Parsed(may_pass_through=(kind,))
    form = forms().get(code)
    described = form is None or form.notes == DESCRIPTION or _HOW.fullmatch(text)
    return Parsed() if described else Parsed(condition=text)


def _dismounts(text: str) -> Parsed:
    """`as Elite Foot`, or each mounted type with its own foot; else nothing."""
    parts = [_AS.fullmatch(part.strip()) for part in text.split(";")]
    found = [(part[1], _type(part[2])) for part in parts if part]
    if len(found) != len(parts) or not all(foot for _, foot in found):
        return Parsed()
    if len(found) == 1 and not found[0][0]:
        return Parsed(dismount_as=found[0][1])
    mounted = {_last_type(who or ""): foot for who, foot in found}
    known = {kind: foot for kind, foot in mounted.items() if kind and foot}
    return Parsed(dismount_by_type=known) if len(known) == len(found) else Parsed()


def _last_type(who: str) -> str:
    """The type that the last words name: German Knights are Knights."""
    words = who.split()
    return next((kind for cut in range(len(words)) if (kind := _type(" ".join(words[cut:])))), "")


def _type(name: str) -> str:
    """The code of a troop type named in either of its names, singular or plural. [AL-1.3]"""
    return _types().get(singular(name), "")


@cache
def _types() -> Mapping[str, str]:
    return dict(_named())


def _named() -> Iterator[tuple[str, str]]:
    for troop in shipped().sets[0].troops:
        yield singular(troop.display_name), troop.permanent_code
        yield singular(troop.import_name), troop.permanent_code


@cache
def _by_hand() -> Mapping[tuple[str, str], Parsed]:
    rows = toml("condotta.armies.data", "notes.toml")["note"]
    return {
        (row.code, plain(row.text)): Parsed(
            condition=row.condition,
            swap=row.swap,
            only_category=row.only_category,
            not_types=row.not_types,
            most_in_army=row.most_in_army,
        )
        for row in msgspec.convert(rows, tuple[_Overlay, ...])
    }


def in_years(parsed: Parsed, year: int) -> bool:
    """Whether a card of that reading may be had in the year. [AL-6.4]"""
    ranges: tuple[Years, ...] = parsed.date_ranges
    return not ranges or any(span.hold(year) for span in ranges)


def dismounted(parsed: Parsed, code: str) -> str:
    """The foot type that a mounted type becomes, or nothing. [BC-1.1]"""
    return parsed.dismount_by_type.get(code) or parsed.dismount_as or ""
