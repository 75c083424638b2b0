"""What the service checks of its lists, repeated on import. [AL-11.16, AL-12.4]"""

from condotta.armies.cards.cardforms import forms
from condotta.armies.findings import INFO, WARNING
from condotta.armies.importing.nodes import Log
from condotta.armies.records import STANDARD_CAP, ArmyList, DataSet, Option, TroopType

TOPOGRAPHIES = frozenset({"Arable", "Forest", "Hilly", "Steppe", "Dry", "Delta", "Marsh"})
"""Home topographies. [AL-1.7]"""


def list_checks(army: ArmyList, troops: tuple[TroopType, ...], log: Log) -> None:
    """Codes and topographies nobody knows, options that never open, sums that cannot be."""
    prices = {troop.permanent_code: troop.half_points for troop in troops}
    _codes(army, prices, log)
    for home in army.home_topographies:
        for value in home.values:
            if value not in TOPOGRAPHIES:
                log.say("topographyUnknown", WARNING, army.key, "AL-1.7", value=value)
    for option in army.troop_options:
        spans = option.date_ranges
        if spans and not any(span.meets(army.years) for span in spans):
            log.say("optionNeverOpens", WARNING, f"{army.key} {option.key}", "AL-13.6")
    _sums(army, prices, log)


def _codes(army: ArmyList, prices: dict[str, int], log: Log) -> None:
    """Unknown codes are kept and reported; the rest of the list works. [AL-12.4]"""
    bodies = [entry.body for chosen in army.ally_options for entry in chosen.ally_entries]
    inside = [option for body in bodies if body for option in body.troop_options]
    options = (*army.troop_options, *inside)
    types = {code for option in options for code in option.types}
    types |= {code for group in army.troop_entries_for_general for code in group.types}
    for code in sorted(types - prices.keys()):
        log.say("typeCodeUnknown", WARNING, army.key, "AL-12.4", code=code)
    entries = [*army.battle_card_entries]
    entries += [card for option in options for card in option.battle_card_entries]
    for code in sorted({card.battle_card_code for card in entries} - forms().keys()):
        log.say("cardCodeUnknown", WARNING, army.key, "AL-12.4", code=code)


def _sums(army: ArmyList, prices: dict[str, int], log: Log) -> None:
    """Minimums over 48 points, or maximums under. [AL-8.3, AL-11.16]"""
    least = sum(option.min * min(_prices(option, prices)) for option in army.troop_options)
    most = sum(option.max * max(_prices(option, prices)) for option in army.troop_options)
    if least > STANDARD_CAP:
        log.say("minimumsOverCap", INFO, army.key, "AL-11.16", list=army.name, points=least)
    if most < STANDARD_CAP:
        log.say("maximumsUnderCap", INFO, army.key, "AL-11.16", list=army.name, points=most)


def _prices(option: Option, prices: dict[str, int]) -> list[int]:
    return [prices[code] for code in option.types if code in prices] or [0]


def dataset_checks(data: DataSet, log: Log) -> None:
    """Enemies that never lived at the same time. [AL-11.16]"""
    by_name = {army.name: army for army in data.lists}
    for army in data.lists:
        for name in army.enemies:
            other = by_name.get(name)
            if other and army.name <= name and not other.years.meets(army.years):
                log.say("enemiesApart", WARNING, army.key, "AL-11.16", list=army.name, other=name)
