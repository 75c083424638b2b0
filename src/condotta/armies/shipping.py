"""Makes the data inside the package from a sample file: `python -m condotta.armies.shipping FILE`.

Only lists that come from a public repository are taken. Every list gets rosters of exactly the
cap without cards: the ready-made ones of the file, one from its own troops in the middle of its
years, one for each answer to its question, and where it can one with contingents.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from condotta.armies.checking.checking import check, legal
from condotta.armies.files import export, save_rosters
from condotta.armies.importing.importing import import_sources
from condotta.armies.importing.nodes import Log
from condotta.armies.importing.sources import Source, decoded
from condotta.armies.lists.available import turning_years
from condotta.armies.lists.digest import version
from condotta.armies.random.filling import Plan, fill
from condotta.armies.random.random_armies import answers, open_contingents
from condotta.armies.records import ArmyList, DataSet, Roster, Rule, Variant
from condotta.armies.rosters.rosters import pinned, read_roster
from condotta.armies.shelf import RULES_VERSION, Library, list_of
from condotta.armies.text import kebab
from condotta.armies.years import year_name

DATE = "2023-10-03"
"""The day on which the service was downloaded by the source of these lists."""

CONDITIONS: Mapping[str, Mapping[str, Rule]] = {
    "104a": {"Maurya Empire only": Rule(only=("maurya",))},
    "238a": {
        "in Anatolia": Rule(only=("anatolia",)),
        "in Thrace": Rule(excluded=("anatolia",)),
    },
    "264c": {
        "Sultanate of Merv": Rule(only=("merv",)),
        "Sultanate of Hamadan": Rule(only=("hamadan",)),
    },
}
"""Our reading of the conditions before ally names of shipped lists, by list key. [AL-5.7]"""


def shipped_lists(sample: Mapping[str, object]) -> DataSet:
    """The historical lists of a sample file, their bodies, prices and questions."""
    armies = [row for row in _rows(sample, "armyLists") if str(row["source"]).startswith("[repo]")]
    kept = {name: sample[name] for name in ("troopTypes", "allyArmyLists")} | {"armyLists": armies}
    imported = import_sources(
        [Source("sample", kept)], DATE, Log(), known=_empty(sample), overlay={}
    )
    lists = tuple(_explained(army) for army in imported.data.lists)
    themes = tuple(sorted({theme for army in lists for theme in army.thematic_categories}))
    troops = imported.data.troops
    name = version(DATE, lists, troops)
    return DataSet(name, RULES_VERSION, troops, lists, themes, str(sample["rights"]))


def shipped_rosters(data: DataSet, sample: Mapping[str, object]) -> tuple[Roster, ...]:
    """Legal rosters for every list, without cards, each with its own id."""
    found: dict[str, Roster] = {}
    for roster in (
        *_ready(data, sample),
        *(one for army in data.lists for one in _built(army, data)),
    ):
        found.setdefault(roster.id, roster)
    order = [army.key for army in data.lists]
    return tuple(
        sorted(
            found.values(),
            key=lambda one: (order.index(one.list_key), one.contingents, one.year, one.id),
        )
    )


def _empty(sample: Mapping[str, object]) -> DataSet:
    return DataSet("", RULES_VERSION, (), (), (), str(sample["rights"]))


def _rows(sample: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    rows = sample[name]
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []


def _explained(army: ArmyList) -> ArmyList:
    """The list with rules for the conditions of its allies."""
    if army.variants is None or army.key not in CONDITIONS:
        return army
    rules = {**army.variants.rules, **CONDITIONS[army.key]}
    question = Variant(army.variants.label, army.variants.variants, rules)
    return msgspec.structs.replace(army, variants=question)


def _ready(data: DataSet, sample: Mapping[str, object]) -> Iterator[Roster]:
    """The file's own rosters of standard size that use no cards."""
    shelf = Library((data,))
    for row in _rows(sample, "builtArmies"):
        roster = read_roster(row).roster
        army = list_of(roster, data)
        plain = not roster.army_cards and not roster.troop_cards
        if army and plain and roster.game_size == "standard" and legal(check(roster, shelf)):
            label = _label(army, roster.year, roster.variant, ", a classic")
            bare = msgspec.structs.replace(roster, id="", label=label)
            yield pinned(bare, data, army)


def _built(army: ArmyList, data: DataSet) -> Iterator[Roster]:
    """One roster of the list's own troops for each answer, and one with contingents."""
    for variant in answers(army):
        for year in _middle_first(army):
            found = fill(Plan(army, data, year, variant))
            if isinstance(found, Roster):
                yield _named(found, army)
                break
    for internal in (True, False):
        yield from _with_contingent(army, data, internal=internal)


def _with_contingent(army: ArmyList, data: DataSet, *, internal: bool) -> Iterator[Roster]:
    """A roster with the first contingent of the kind that can be taken at all."""
    for year in turning_years(army):
        for variant in answers(army):
            plan = Plan(army, data, year, variant)
            for chosen in open_contingents(plan):
                if chosen.internal is internal:
                    found = fill(msgspec.structs.replace(plan, contingents=(chosen.key,)))
                    if isinstance(found, Roster) and _there(found, chosen.key):
                        names = " and ".join(entry.name for entry in chosen.ally_entries)
                        yield _named(found, army, f", with {names}")
                        return


def _there(roster: Roster, contingent: str) -> bool:
    return any(key.startswith(f"{contingent}.") for key in roster.stands)


def _middle_first(army: ArmyList) -> list[int]:
    """Years at which something changes, those nearest the middle of the list's range first."""
    years = turning_years(army)
    middle = (army.years.start_date + army.years.end_date) // 2
    return sorted((middle or 1, *years), key=lambda year: (abs(year - middle), year))


def _named(roster: Roster, army: ArmyList, more: str = "") -> Roster:
    label = _label(army, roster.year, roster.variant, more)
    return msgspec.structs.replace(roster, id=kebab(label), label=label)


def _label(army: ArmyList, year: int, variant: str | None, more: str) -> str:
    answer = army.variants.answer(variant) if army.variants else None
    asked = f", {answer.name}" if answer else ""
    return f"{army.name}, {year_name(year)}{asked}{more}"


def main(arguments: list[str]) -> None:
    """Writes both data files beside this module."""
    source = decoded("sample", Path(arguments[0]).read_bytes())
    if not isinstance(source, Source) or not isinstance(source.value, Mapping):
        raise SystemExit(str(source))
    data = shipped_lists(source.value)
    folder = Path(__file__).parent / "data"
    (folder / "historical.json").write_bytes(export(data))
    rosters = shipped_rosters(data, source.value)
    (folder / "rosters.json").write_bytes(save_rosters(rosters, data.rights))


if __name__ == "__main__":
    main(sys.argv[1:])
