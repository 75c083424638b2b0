"""Finding lists by name, year, place, theme, card or troop type. [AL-2.3, AL-15.7]"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from condotta.armies.building.views import ListFound, ListsFound
from condotta.armies.lists.available import contingents, in_years
from condotta.armies.records import ArmyList, Option
from condotta.armies.shelf import Library, shipped
from condotta.armies.text import plain
from condotta.words import has, languages, say

YEAR = re.compile(r"(\d{1,4}) ?(bc|bce|ad|ce|av|ap)?\b")
BEFORE = frozenset({"bc", "bce", "av"})
MOST_WORDS = 12


class Search(msgspec.Struct, frozen=True, rename="camel"):
    """What is looked for; what is left empty does not matter. `text` may hold years too."""

    text: str = ""
    year: int | None = None
    home: str = ""
    card: str = ""
    troop: str = ""
    theme: str = ""


class Indexed(msgspec.Struct, frozen=True):
    """A list with its row, and what it is found by: the words of its name, and all of them."""

    army: ArmyList
    row: ListFound
    name: str
    text: str


def search(wanted: Search, shelf: Library | None = None) -> tuple[ListFound, ...]:
    """The lists that fit, those whose name holds the words first, else in their order."""
    words, years = asked(wanted.text)
    known = indexed(shelf) if shelf else _shipped()
    fitting = [one for one in known if fits(one, wanted, words, years)]
    fitting.sort(key=lambda one: not all(word in one.name for word in words))
    return tuple(one.row for one in fitting)


def choice(wanted: Search) -> ListsFound:
    """The shipped lists that fit, and everything there is to search them by."""
    known = every()
    return ListsFound(
        lists=search(wanted),
        homes=_each(one.homes for one in known),
        themes=_each(one.themes for one in known),
        troops=_each(one.troops for one in known),
        cards=_each(one.cards for one in known),
        first=min((one.start for one in known), default=0),
        last=max((one.end for one in known), default=0),
    )


def _each(many: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Everything that any list has, in alphabetical order."""
    return tuple(sorted({name for one in many for name in one}))


def named(text: str, shelf: Library | None = None) -> tuple[ListFound, ...]:
    """The lists whose name or keywords hold the text as it is written. [AL-2.3]"""
    asked_for = plain(text)
    return tuple(
        one.row
        for one in (indexed(shelf) if shelf else _shipped())
        if asked_for in plain(" ".join((one.army.name, *one.army.keywords)))
    )


def every(shelf: Library | None = None) -> tuple[ListFound, ...]:
    """Every list of a shelf as a search shows it."""
    return tuple(one.row for one in (indexed(shelf) if shelf else _shipped()))


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


def fits(one: Indexed, wanted: Search, words: tuple[str, ...], years: tuple[int, ...]) -> bool:
    """Whether a list has all that is looked for; troops and cards in the year, if one is said."""
    army, row = one.army, one.row
    wished = years if wanted.year is None else (*years, wanted.year)
    year = wished[0] if wished else None
    homes = {plain(home) for home in row.homes}
    themes = {plain(theme) for theme in row.themes}
    return (
        all(word in one.text for word in words)
        and all(army.years.hold(each) for each in wished)
        and (not wanted.home or plain(wanted.home) in homes)
        and (not wanted.theme or plain(wanted.theme) in themes)
        and (not wanted.troop or wanted.troop in types(army, year))
        and (not wanted.card or wanted.card in cards(army, year))
    )


def types(army: ArmyList, year: int | None = None) -> tuple[str, ...]:
    """Codes of the types that the list's own options may have, in the order of the list."""
    found = (code for option in _options(army, year) for code in option.types)
    return tuple(dict.fromkeys(found))


def cards(army: ArmyList, year: int | None = None) -> tuple[str, ...]:
    """Codes of the cards that the list grants anywhere, in alphabetical order."""
    own = {entry.battle_card_code for entry in army.battle_card_entries}
    for option in _options(army, year):
        own |= {entry.battle_card_code for entry in option.battle_card_entries}
    return tuple(sorted(own))


def row(army: ArmyList, rosters: int) -> ListFound:
    """A list as a search shows it; so many rosters of it are at hand."""
    homes = (value for home in army.home_topographies for value in home.values)
    return ListFound(
        key=army.key,
        id=army.id,
        name=army.name,
        start=army.years.start_date,
        end=army.years.end_date,
        rosters=rosters,
        homes=tuple(dict.fromkeys(homes)),
        themes=army.thematic_categories,
        troops=types(army),
        cards=cards(army),
    )


@lru_cache(maxsize=1)
def _shipped() -> tuple[Indexed, ...]:
    """The shipped lists, indexed once."""
    return indexed(shipped())


def indexed(shelf: Library) -> tuple[Indexed, ...]:
    """Every list of a shelf with what it can be found by."""
    counts = Counter(roster.list_key for roster in shelf.rosters)
    return tuple(
        Indexed(army, found, plain(army.name), plain(" ".join(_words(army, found))))
        for army in shelf.lists
        for found in (row(army, counts[army.key]),)
    )


def _words(army: ArmyList, found: ListFound) -> Iterator[str]:
    """Everything that a list may be called by, in every language."""
    yield from (army.name, army.key, *army.keywords, *found.homes, *found.themes)
    yield from (option.description for option in army.troop_options)
    for chosen in army.ally_options:
        for _, entry in contingents(chosen):
            yield entry.name
            yield from (one.description for one in (entry.body.troop_options if entry.body else ()))
    keys = [f"troop.{code}" for code in found.troops]
    keys += [f"card.{code}.name" for code in found.cards]
    yield from (say(key, lang=lang) for key in keys if has(key) for lang in languages())


def _options(army: ArmyList, year: int | None) -> tuple[Option, ...]:
    options = army.troop_options
    return tuple(one for one in options if year is None or in_years(one, year))
