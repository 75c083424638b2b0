"""Finding an army list: by words, a year, a country, a theme, a troop type or a card. [AL-2.3]"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from condotta.armies import ArmyList, Library, library
from condotta.armies.available import contingents
from condotta.armies.text import plain
from condotta.server.armoury_forms import ListFound, ListsFound
from condotta.words import has, languages, say

YEAR = re.compile(r"(\d{1,4}) ?(bc|bce|ad|ce|av|ap)?\b")
BEFORE = frozenset({"bc", "bce", "av"})
MOST_WORDS = 12


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody looks for; empty fields ask nothing."""

    words: str = ""
    year: int = 0
    home: str = ""
    theme: str = ""
    troop: str = ""
    card: str = ""


class Indexed(msgspec.Struct, frozen=True):
    """A list with the words it can be found by: those of its name, and all of them."""

    found: ListFound
    name: str
    text: str


def search(wish: Wish, shelf: Library | None = None) -> ListsFound:
    """The lists that fit, those whose name holds the words first, else in their order."""
    known = indexed(shelf) if shelf else shipped()
    words, years = asked(wish.words)
    fitting = [one for one in known if fits(one, wish, words, years)]
    fitting.sort(key=lambda one: not all(word in one.name for word in words))
    every = [one.found for one in known]
    return ListsFound(
        lists=tuple(one.found for one in fitting),
        homes=named(every, "homes"),
        themes=named(every, "themes"),
        troops=named(every, "troops"),
        cards=named(every, "cards"),
        first=min((one.start for one in every), default=0),
        last=max((one.end for one in every), default=0),
    )


def named(every: list[ListFound], field: str) -> tuple[str, ...]:
    """Everything that a field of the lists holds, in alphabetical order."""
    return tuple(sorted({name for one in every for name in getattr(one, field)}))


def asked(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a search and the years among them: 58 BC, 1415, 480 av. J.-C.

    >>> asked("roman 58 BC"), asked("71e greek")
    ((('roman',), (-58,)), (('71e', 'greek'), ()))
    """
    bare = plain(text[:120]).replace("j.-c.", "").replace(".", " ")
    years = []

    def year(match: re.Match[str]) -> str:
        number = int(match[1])
        years.append(-number if match[2] in BEFORE else number)
        return " "

    rest = YEAR.sub(year, bare)
    return tuple(rest.split()[:MOST_WORDS]), tuple(one for one in years if one)


def fits(one: Indexed, wish: Wish, words: tuple[str, ...], years: tuple[int, ...]) -> bool:
    """Whether a list answers everything that is asked."""
    found = one.found
    wanted = (*years, wish.year) if wish.year else years
    return (
        all(word in one.text for word in words)
        and all(found.start <= year <= found.end for year in wanted)
        and wish.home in ("", *found.homes)
        and wish.theme in ("", *found.themes)
        and wish.troop in ("", *found.troops)
        and wish.card in ("", *found.cards)
    )


@lru_cache(maxsize=1)
def shipped() -> tuple[Indexed, ...]:
    """The shipped lists, indexed once."""
    return indexed(library())


def indexed(shelf: Library) -> tuple[Indexed, ...]:
    """Every list of a shelf with what it can be found by."""
    counts = Counter(roster.list_key for roster in shelf.rosters)
    return tuple(_indexed(one, counts) for one in shelf.lists)


def _indexed(one: ArmyList, counts: Mapping[str, int]) -> Indexed:
    bodies = [(key, entry) for chosen in one.ally_options for key, entry in contingents(chosen)]
    options = [
        *one.troop_options,
        *(each for _, entry in bodies if entry.body for each in entry.body.troop_options),
    ]
    cards = [*one.battle_card_entries, *(c for each in options for c in each.battle_card_entries)]
    found = ListFound(
        key=one.key,
        id=one.id,
        name=one.name,
        start=one.years.start_date,
        end=one.years.end_date,
        rosters=counts.get(one.key, 0),
        homes=tuple(dict.fromkeys(v for home in one.home_topographies for v in home.values)),
        themes=one.thematic_categories,
        troops=tuple(sorted({code for each in one.troop_options for code in each.types})),
        cards=tuple(sorted({each.battle_card_code for each in cards})),
    )
    parts = [
        one.key,
        *one.keywords,
        *found.homes,
        *found.themes,
        *(each.description for each in options),
        *(entry.name for _, entry in bodies),
        *spoken("troop", found.troops),
        *spoken("card", found.cards),
    ]
    return Indexed(found, plain(one.name), plain(" ".join((one.name, *parts))))


def spoken(group: str, codes: tuple[str, ...]) -> list[str]:
    """The names of troops or cards in every language."""
    keys = [key for code in codes for key in (f"{group}.{code}", f"{group}.{code}.name")]
    return [say(key, lang=lang) for key in keys if has(key) for lang in languages()]
