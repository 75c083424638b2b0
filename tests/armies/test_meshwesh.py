"""AL-13: the facts of the full folder of lists, where it is given."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from condotta.armies import (
    Finding,
    Library,
    Plan,
    Roster,
    check,
    cost,
    fill,
    legal,
    library,
    muster,
    random_roster,
)
from condotta.armies.files import export
from condotta.armies.importing.importing import Imported, import_armies
from condotta.armies.importing.sources import Limits
from condotta.armies.lists.available import turning_years
from condotta.armies.paper.reports import read_data
from condotta.armies.random.random_armies import answers, open_contingents
from condotta.armies.records import AllyBody, AllyEntry, ArmyList, CardEntry, Option
from condotta.errors import PlainError


def options(everything: Imported) -> Iterator[tuple[ArmyList, Option]]:
    return ((army, option) for army in everything.data.lists for option in army.troop_options)


def entries(everything: Imported) -> Iterator[AllyEntry]:
    for army in everything.data.lists:
        for chosen in army.ally_options:
            yield from chosen.ally_entries


def bodies(everything: Imported) -> dict[str, AllyBody]:
    return {entry.body.id: entry.body for entry in entries(everything) if entry.body}


def cards(everything: Imported) -> Iterator[tuple[str, CardEntry]]:
    for army in everything.data.lists:
        for card in army.battle_card_entries:
            yield "army", card
        for option in army.troop_options:
            for card in option.battle_card_entries:
                yield "option", card


def counted(everything: Imported, code: str) -> int:
    return sum(one.code == code for one in everything.findings)


def test_al_13_1_lists_options_contingents_and_themes(everything):
    data = everything.data
    assert (everything.read, everything.refused) == (655, 0)
    assert min(army.years.start_date for army in data.lists) == -3000
    assert max(army.years.end_date for army in data.lists) == 1880
    sizes = Counter(len(option.types) for _, option in options(everything))
    assert sizes == {1: 4087, 2: 418, 3: 12}
    assert sum(len(army.ally_options) for army in data.lists) == 1199
    assert len(bodies(everything)) == 438
    assert sum(body.internal_contingent for body in bodies(everything).values()) == 43
    assert len(data.themes) == 40
    assert not everything.unknown_fields


def test_al_13_2_dated_options_noted_options_and_cards(everything):
    dated = {army.key for army, option in options(everything) if option.date_ranges}
    noted = {army.key for army, option in options(everything) if option.note}
    carded = {
        army.key
        for army in everything.data.lists
        if army.battle_card_entries
        or any(option.battle_card_entries for option in army.troop_options)
    }
    assert (len(dated), len(noted), len(carded)) == (267, 76, 551)
    texts = {option.note for _, option in options(everything)} - {""}
    assert len(texts) == 123


def test_al_13_3_battle_line_and_groups_of_generals(everything):
    cores = Counter(option.core for _, option in options(everything))
    assert cores == {"all": 1971, "": 2545, "half": 1}
    groups = Counter(len(army.troop_entries_for_general) for army in everything.data.lists)
    assert groups == {1: 578, 2: 66, 3: 10, 4: 1}


def test_al_13_4_ratings(everything):
    lists = everything.data.lists
    invasion = Counter(one.value for army in lists for one in army.invasion_ratings)
    manoeuvre = Counter(one.value for army in lists for one in army.maneuver_ratings)
    assert invasion == dict(enumerate((102, 226, 145, 163, 45)))
    assert manoeuvre == dict(enumerate((51, 222, 236, 185, 33)))


def test_al_13_5_marked_all_empty_ranges_and_sane_counts(everything):
    marked = [army.key for army, option in options(everything) if option.one_type_only]
    assert (len(marked), len(set(marked))) == (12, 12)
    assert everything.empty_ranges == {"option": 94, "allyOption": 37}
    assert not counted(everything, "rangeWrong")
    assert all(option.min <= option.max for _, option in options(everything))
    assert max(option.max for _, option in options(everything)) == 24


def test_al_13_6_five_options_never_open(everything):
    never = [one.where for one in everything.findings if one.code == "optionNeverOpens"]
    assert Counter(where.split()[0] for where in never) == {"55a": 4, "166c": 1}


def test_al_13_7_supporters_screens_and_elephants(everything):
    one_half, screened = set(), set()
    for army in everything.data.lists:
        offered = {
            card.battle_card_code
            for option in army.troop_options
            for card in option.battle_card_entries
        }
        if len(offered & {"SB", "SP"}) == 1:
            one_half.add(army.name)
        generals = {code for group in army.troop_entries_for_general for code in group.types}
        if "ES" in offered and generals == {"ELE"}:
            screened.add(army.name)
    assert one_half == {"Iqshidid Egyptian", "Early Hamdanids of Aleppo", "Hamdanid Dynasties"}
    assert len(screened) == 10


def test_al_13_8_limits_of_cards(everything):
    defences = {
        card.max
        for where, card in cards(everything)
        if where == "army" and card.battle_card_code == "PD"
    }
    assert None not in defences
    assert (min(defences), max(defences)) == (1, 14)
    mobile = {card.max for _, card in cards(everything) if card.battle_card_code == "MI"} - {None}
    assert (min(mobile), max(mobile)) == (1, 6)


OFFERED = {
    "DD": 100,
    "MD": 21,
    "SV": 1,
    "LC": 32,
    "AC": 3,
    "CC": 3,
    "CF": 2,
    "SB": 101,
    "SP": 100,
    "PL": 7,
    "HL": 64,
    "HD": 35,
    "CT": 4,
    "ES": 34,
    "ET": 34,
    "SS": 32,
    "CH": 1,
    "SF": 15,
    "AM": 34,
    "PD": 85,
    "SC": 16,
    "NC": 6,
    "FC": 226,
    "PT": 347,
    "SW": 24,
    "DC": 3,
}


def test_al_1_6_cards_are_offered_by_as_many_lists_as_counted(everything):
    lists: Counter[str] = Counter()
    for army in everything.data.lists:
        inside = [card for option in army.troop_options for card in option.battle_card_entries]
        for code in {card.battle_card_code for card in (*army.battle_card_entries, *inside)}:
            lists[code] += 1
    assert {code: lists[code] for code in OFFERED} == OFFERED


def test_al_2_2_list_numbers_are_not_always_whole(everything):
    assert sum(isinstance(army.list_id, float) for army in everything.data.lists) == 6
    keys = [army.key for army in everything.data.lists]
    assert len(keys) == len(set(keys))


def test_al_4_5_lists_without_a_possible_general_name_the_years(everything):
    shelf = Library((everything.data,))
    found: dict[str, str] = {}
    for army in everything.data.lists:
        for year in turning_years(army):
            for variant in answers(army):
                one = Roster(list_key=army.key, year=year, variant=variant)
                for finding in check(one, shelf):
                    if finding.code == "generalImpossible":
                        found[army.key] = finding.message
    assert sorted(found) == LEADERLESS
    assert all(" BC" in text or " AD" in text for text in found.values())


LEADERLESS = ["181a", "69b", "93b", "954a"]
"""Lists with years in which nothing they offer could be the general."""


def test_al_5_4_ally_options_of_two_and_mixed_ones(everything):
    pairs = [
        chosen
        for army in everything.data.lists
        for chosen in army.ally_options
        if len(chosen.ally_entries) == 2
    ]
    assert len(pairs) == 64
    mixed = [
        chosen
        for chosen in pairs
        if len({entry.body.internal_contingent for entry in chosen.ally_entries if entry.body}) == 2
    ]
    assert len(mixed) == 3


def test_al_5_7_conditions_before_names(everything):
    conditions = [entry for entry in entries(everything) if entry.condition]
    assert len(conditions) == 317
    assert len({(entry.condition, entry.name) for entry in conditions}) == 265


def test_al_8_3_lists_that_cannot_be_built_from_required_troops_alone(everything):
    told = {
        one.code: {
            (str(other.params["list"]), int(str(other.params["points"])) // 2)
            for other in everything.findings
            if other.code == one.code
        }
        for one in everything.findings
        if one.code in {"minimumsOverCap", "maximumsUnderCap"}
    }
    assert told["minimumsOverCap"] == {
        ("Sedentary Gallic", 54),
        ("Third Dynasty of Ur", 51),
        ("Later Hebrew", 51),
    }
    assert sorted(points for _, points in told["maximumsUnderCap"]) == [40, 40, 40, 43]


def test_al_12_6_importing_the_folder_again_changes_nothing(everything, meshwesh):
    again = import_armies(meshwesh, "2031-01-01", known=everything.data)
    assert again.data == everything.data
    assert (again.new, again.changed, again.unchanged) == (0, 0, 655)


def test_al_12_6_what_is_exported_is_imported_equal(everything, tmp_path):
    path = tmp_path / "all.json"
    path.write_bytes(export(everything.data))
    assert read_data(path, "2031-01-01") == everything.data


def test_al_12_3_embedded_answers_agree_with_the_collection(everything, meshwesh):
    answer = json.loads((meshwesh / "allyOptions.sample.json").read_text(encoding="utf-8"))
    inside = [entry["allyArmyList"] for option in answer for entry in option["allyEntries"]]
    assert len(inside) == 5
    known = bodies(everything)
    for raw in inside:
        assert known[raw["_id"]].name == raw["name"].strip()
    assert not counted(everything, "bodyDiffers")


def test_al_12_7_the_order_of_files_does_not_matter(everything, meshwesh, tmp_path):
    lists: list[Any] = json.loads((meshwesh / "armyLists.json").read_text(encoding="utf-8"))
    for path in meshwesh.glob("*.json"):
        if path.name != "armyLists.json":
            (tmp_path / f"z{path.name}").write_bytes(path.read_bytes())
    for part in (0, 1):
        (tmp_path / f"{1 - part}").write_text(json.dumps(lists[part::2]), encoding="utf-8")
    assert import_armies(tmp_path, "2024-05-01").data.version == everything.data.version


def test_al_18_1_what_ships_is_what_the_folder_says(everything):
    theirs = {army.key: army for army in everything.data.lists}
    for ours in library().lists:
        other = theirs[ours.key]
        assert other.troop_options == tuple(unparsed(option) for option in ours.troop_options)
        assert other.troop_entries_for_general == ours.troop_entries_for_general
        assert other.years == ours.years
        assert other.invasion_ratings == ours.invasion_ratings


def unparsed(option: Option) -> Option:
    """The option without our reading of its card notes."""
    told = [msgspec.structs.replace(card, parsed=None) for card in option.battle_card_entries]
    return msgspec.structs.replace(option, battle_card_entries=tuple(told))


def test_al_12_9_the_folder_stays_far_inside_the_limits(meshwesh: Path):
    sizes = [path.stat().st_size for path in meshwesh.rglob("*") if path.is_file()]
    assert max(sizes) * 4 < Limits().file_bytes


def reachable(army: ArmyList, prices: dict[str, int], year: int, variant: str | None) -> set[int]:
    """Every total in half points that open required troops can make, found the plain way."""
    totals = {0}
    rules = army.variants.rules if army.variants else {}
    for option in army.troop_options:
        spans = option.date_ranges
        rule = rules.get(option.note)
        barred = rule and ((rule.only and variant not in rule.only) or variant in rule.excluded)
        if barred or (spans and not any(s.start_date <= year <= s.end_date for s in spans)):
            continue
        ways = {0} if option.min == 0 else set()
        made = {0}
        for count in range(1, option.max + 1):
            each = {prices[code] for code in option.types}
            if option.one_type_only:
                made = {count * price for price in each}
            else:
                made = {total + price for total in made for price in each}
            ways |= made if count >= option.min else set()
        totals = {total + way for total in totals for way in ways if total + way <= 96}
    return totals


EXCEPTIONS = [
    *("69b", "93b", "144a", "176a", "181a", "187a", "258a", "273a", "289a", "290a", "292a"),
    *("342b", "351b", "352a", "352b", "354a", "954a"),
]
"""Lists that in some year cannot field exactly 48 points without cards, allies or not."""


@pytest.mark.slow
def test_al_15_3_the_filler_fills_every_list_year_and_answer(everything):
    data = everything.data
    shelf = Library((data,))
    prices = {troop.permanent_code: troop.half_points for troop in data.troops}
    failed = set()
    for army in data.lists:
        for year in turning_years(army):
            for variant in answers(army):
                plan = Plan(army, data, year, variant)
                found = fill(plan)
                can = 96 in reachable(army, prices, year, variant)
                if isinstance(found, Finding):
                    assert found.code == "fillNoGeneral" or not can, (army.key, year)
                    found = with_a_contingent(plan)
                if isinstance(found, Finding):
                    failed.add(army.key)
                else:
                    assert legal(check(found, shelf)), (army.key, year, variant)
                    assert sum(stand.half_points for stand in muster(found, shelf).stands) == 96
    assert sorted(failed) == sorted(EXCEPTIONS)


def with_a_contingent(plan: Plan) -> Roster | Finding:
    """The first roster that one open contingent makes possible, else the reason."""
    reason: Roster | Finding = fill(plan)
    for chosen in open_contingents(plan):
        found = fill(msgspec.structs.replace(plan, contingents=(chosen.key,)))
        if isinstance(found, Roster):
            return found
    return reason


SHORT = {"176a": 94, "187a": 92, "351b": 94, "352a": 94}
"""Lists whose stands never add up to 48 points, and the half points that they then get."""


@pytest.mark.parametrize("appetite", ["none", "many"])
def test_al_15_2_every_list_has_a_random_legal_roster_or_says_why_not(everything, appetite):
    shelf = library(everything.data)
    without: list[str] = []
    short: dict[str, int] = {}
    for army in everything.data.lists:
        try:
            roster = random_roster(army, 1, shelf=shelf, cards=appetite)
        except PlainError as why:
            without.append(str(why))
            continue
        assert legal(check(roster, shelf)), army.key
        total = cost(roster, shelf).total
        if total != 96:
            short[army.key] = total
    assert short.items() <= SHORT.items()
    assert appetite == "many" or short == SHORT
    assert without == [
        "Quechua or Aymara offers no stand that could be the general; so it is in 1200-1540 AD."
    ]
