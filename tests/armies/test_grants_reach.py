"""Every grant of a battle card in every list reaches somebody. [AL-6, AL-11.10, BC-0.6]"""

from collections.abc import Iterator

from condotta.armies import check
from condotta.armies.cards.cardforms import ARMY, OPTION, forms
from condotta.armies.cards.carrying import cards_of, stand_cards
from condotta.armies.cards.grant_notes import reading
from condotta.armies.importing.importing import Imported
from condotta.armies.lists.available import turning_years
from condotta.armies.lists.binding import Bound, bind
from condotta.armies.mustering.masking import swaps
from condotta.armies.random.random_armies import answers
from condotta.armies.records import (
    ArmyCard,
    ArmyList,
    CardEntry,
    DataSet,
    General,
    Option,
    OptionCard,
    Roster,
)
from condotta.armies.shelf import Library, library

SERVED = {"MD": "DD", "ET": "ES"}


def codes(code: str) -> set[str]:
    """Codes under which a stand may carry what a list offers so."""
    return {code, SERVED.get(code, code)}


def years(army: ArmyList, entry: CardEntry) -> list[int]:
    """Years at which the list, or the grant, changes."""
    spans = [span.start_date for span in reading(entry).date_ranges]
    return [*(year for year in spans if army.years.hold(year)), *turning_years(army)]


def opens(army: ArmyList, option: Option) -> bool:
    """Whether an option is there in any year of its list; one of one list never is."""
    spans = option.date_ranges
    return not spans or any(span.hold(year) for span in spans for year in turning_years(army))


def armies(army: ArmyList, entry: CardEntry, place: str) -> Iterator[Roster]:
    """Rosters of a list full of everything, with a card for an option or for the army."""
    options = [one for one in army.troop_options if place in ("", f"main/{one.key}")]
    kinds = {f"main/{one.key}": dict.fromkeys(one.types, 2) for one in options}
    leads = [(key, kind) for key, types in kinds.items() for kind in types]
    held = sorted(codes(entry.battle_card_code) & set(forms()))
    bought = tuple(ArmyCard(one) for one in held if forms()[one].scope == ARMY)
    for year in years(army, entry):
        for variant in answers(army):
            for key, kind in leads:
                yield Roster(
                    list_key=army.key,
                    year=year,
                    variant=variant,
                    stands=kinds,
                    general=General(key, kind),
                    army_cards=bought,
                    troop_cards=tuple(
                        OptionCard(one, where, 2 * len(kinds[where]))
                        for one in held
                        if forms()[one].scope != ARMY or forms()[one].swaps
                        for where in kinds
                    ),
                )


def reached(bound: Bound, code: str, place: str) -> bool:
    """Whether somebody has the card, or the army has it."""
    form = forms()[code]
    if form.swaps:
        return any(True for _ in swaps(bound))
    if form.scope == ARMY and not place:
        return any(card.code == code for card in cards_of(bound))
    if form.scope == OPTION and not any(card.code == code for card in cards_of(bound)):
        return False
    return any(
        trait.partition(":")[0] in codes(code)
        for fill in bound.fielded
        for number in range(fill.stands)
        for trait in stand_cards(bound, fill, number)
    )


def unreached(data: DataSet) -> list[str]:
    """The grants of a set of lists that reach nobody in any year, under any answer."""
    found = []
    for army in data.lists:
        rows: list[tuple[str, CardEntry]] = [("", one) for one in army.battle_card_entries]
        rows += [
            (f"main/{one.key}", entry)
            for one in army.troop_options
            if opens(army, one)
            for entry in one.battle_card_entries
        ]
        for place, entry in rows:
            code = entry.battle_card_code
            tried = (bind(one, data, army) for one in armies(army, entry, place))
            if not any(reached(bound, code, place) for bound in tried):
                found.append(f"{army.name} {place} {code} {entry.note}")
    return found


def test_al_11_10_every_grant_of_the_shipped_lists_reaches_somebody():
    assert [one for data in library().sets for one in unreached(data)] == []


def test_al_11_10_every_grant_of_the_full_lists_reaches_somebody(everything: Imported):
    assert unreached(everything.data) == []


def test_al_6_4_a_grant_for_any_infantry_of_the_army_is_limited_over_the_army(everything: Imported):
    """0-3 stands in all, whatever the options; and they may all be of one. [AL-11.11]"""
    (army,) = (one for one in everything.data.lists if one.name == "Feudal Spanish")
    shelf = Library((everything.data,))

    def wrong(**cards: int) -> list[str]:
        rows = tuple(OptionCard("MI", f"main/{key}", count) for key, count in cards.items())
        stands = {"main/t8": {"HFT": 6}, "main/t10": {"SPR": 2}}
        roster = Roster(list_key=army.key, year=1210, stands=stands, troop_cards=rows)
        return [one.code for one in check(roster, shelf) if one.code.startswith("battleCard")]

    assert wrong(t8=3) == wrong(t8=2, t10=1) == []
    assert wrong(t8=4) == wrong(t8=2, t10=2) == ["battleCardLimitPerArmy"]
