"""What people call the places of a roster, for what is found about it. [AL-11.16]"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from condotta.armies.findings import Finding
from condotta.armies.lists.available import contingents
from condotta.armies.lists.binding import Bound
from condotta.armies.records import DataSet
from condotta.words import has

SAID = ("where", "option", "keys")
"""Values of findings that are keys of options or of contingents."""
TYPES = ("code", "codes", "types")
"""Values of findings that are codes of troop types."""
Name = str | tuple[str, ...]


def named(bound: Bound, found: Iterable[Finding]) -> Iterator[Finding]:
    """Findings that say names where they have said keys; where each is stays a key."""
    names = _names(bound)
    for one in found:
        said = {key: _said(names, one.params[key]) for key in SAID if key in one.params}
        told = {key: _troops(bound.data, one.params[key]) for key in TYPES if key in one.params}
        yield replace(one, params={**one.params, **said, **told})


def _said(names: Mapping[str, Name], value: object) -> object:
    if isinstance(value, tuple):
        return tuple(", ".join(_each(names.get(key, key))) for key in value)
    return names.get(value, value) if isinstance(value, str) else value


def _troops(data: DataSet, value: object) -> object:
    """The key of a type's name, or the name that its data has, or the code of one without."""
    if isinstance(value, tuple):
        return tuple(_troops(data, code) for code in value)
    troop = data.troop(value) if isinstance(value, str) else None
    if troop is None:
        return value
    return f"troop.{value}" if has(f"troop.{value}") else troop.display_name


def _each(name: Name) -> tuple[str, ...]:
    return (name,) if isinstance(name, str) else name


def _names(bound: Bound) -> Mapping[str, Name]:
    """Options by their descriptions, with the key where two have one; contingents by theirs."""
    bodies = {
        key: entry.name for chosen in bound.army.ally_options for key, entry in contingents(chosen)
    }
    allies: dict[str, Name] = {
        chosen.key: tuple(entry.name for entry in chosen.ally_entries)
        for chosen in bound.army.ally_options
    }
    many = Counter((offer.contingent, offer.option.description) for offer in bound.offers)
    found = {}
    for offer in bound.offers:
        body = bodies.get(offer.contingent, "")
        about = offer.option.description or body
        shared = many[offer.contingent, offer.option.description] > 1
        beside = (body if about != body else "", offer.key if shared else "")
        more = ", ".join(filter(None, beside))
        found[offer.key] = (f"{about} ({more})" if more else about) or offer.key
    return {**bodies, **allies, **found}
