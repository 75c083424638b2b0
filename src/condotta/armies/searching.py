"""Finding lists by name, year, place, card or troop type. [AL-2.3, AL-15.7]"""

import msgspec

from condotta.armies.available import in_years
from condotta.armies.records import ArmyList, Option
from condotta.armies.shelf import Library, shipped
from condotta.armies.text import plain
from condotta.armies.views import ListRow


class Search(msgspec.Struct, frozen=True, rename="camel"):
    """What is looked for; what is left empty does not matter."""

    text: str = ""
    year: int | None = None
    home: str = ""
    card: str = ""
    troop: str = ""
    theme: str = ""


def search(wanted: Search, shelf: Library | None = None) -> tuple[ListRow, ...]:
    """The lists that fit, in the order of the lists."""
    found = shelf or shipped()
    return tuple(row(army, found) for army in found.lists if fits(army, wanted))


def fits(army: ArmyList, wanted: Search) -> bool:
    """Whether a list has all that is looked for; troops and cards in the year, if one is said."""
    said = plain(" ".join((army.name, *army.keywords)))
    homes = {plain(value) for home in army.home_topographies for value in home.values}
    themes = [plain(theme) for theme in army.thematic_categories]
    return (
        plain(wanted.text) in said
        and (wanted.year is None or army.years.hold(wanted.year))
        and (not wanted.home or plain(wanted.home) in homes)
        and (not wanted.theme or any(plain(wanted.theme) in theme for theme in themes))
        and (not wanted.troop or wanted.troop in types(army, wanted.year))
        and (not wanted.card or wanted.card in cards(army, wanted.year))
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


def related(army: ArmyList, shelf: Library) -> tuple[str, ...]:
    """Keys of the other lists with the same number. [AL-2.2]"""
    return tuple(
        other.key
        for other in shelf.lists
        if army.list_id is not None and other.list_id == army.list_id and other.key != army.key
    )


def row(army: ArmyList, shelf: Library) -> ListRow:
    """A list as a search shows it."""
    return ListRow(
        key=army.key,
        name=army.name,
        years=army.years,
        homes=tuple(dict.fromkeys(v for home in army.home_topographies for v in home.values)),
        keywords=army.keywords,
        themes=army.thematic_categories,
        types=types(army),
        cards=cards(army),
        related=related(army, shelf),
        source=army.source,
    )


def _options(army: ArmyList, year: int | None) -> tuple[Option, ...]:
    options = army.troop_options
    return tuple(one for one in options if year is None or in_years(one, year))
