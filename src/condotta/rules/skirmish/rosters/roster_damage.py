"""What changes with the wounds that are left, as players' rosters tell it. [SK-21]

Either a table of its own, with named or unnamed columns, or the characteristics told anew for each
span of wounds: "Walker [2] (4-6 wounds remaining)".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from condotta.armies.rosters.roster_files import Profile as Row
from condotta.rules.skirmish.reading.datasheets import Damaged, Profile
from condotta.rules.skirmish.rosters.roster_words import (
    CHANGES,
    COLUMNS,
    STARRED,
    expressed,
    moved,
    nine_of,
    numbered,
)

SPAN = re.compile(
    r"^(.*?)\s*(?:\[?\d\]?\s*)?\((\d{1,3})(?:\s*-\s*(\d{1,3}))?\+?\s*wounds?[^)]*\)\s*$",
    re.IGNORECASE,
)


def damage_of(rows: list[Row], profile: Profile) -> tuple[Damaged, ...]:
    """The damage table of a unit: what changes with the wounds that are left. [SK-21]"""
    heads = next((headed(row) for row in rows if not remaining(row)), {})
    found: dict[tuple[int, int], Damaged] = {}
    for row in rows:
        span = remaining(row)
        if span is not None and span not in found:
            found[span] = damaged(span, row, heads or starred(row, profile))
    return tuple(sorted(found.values(), key=lambda one: -one.min_w))


def remaining(row: Row) -> tuple[int, int] | None:
    """From and to how many wounds a row holds."""
    text = next(iter(row.values.values()), "")
    numbers = [int(one) for one in re.findall(r"(?<!\d)\d{1,3}(?!\d)", text)]
    return (min(numbers), max(numbers)) if numbers else None


def headed(row: Row) -> dict[str, str]:
    """What the columns of a table are, where a row of it says so."""
    return {
        column: COLUMNS[text.strip().casefold()]
        for column, text in row.values.items()
        if text.strip().casefold() in COLUMNS
    }


def starred(row: Row, profile: Profile) -> dict[str, str]:
    """What the columns are: by their names, or the starred characteristics in order."""
    named = {
        column: COLUMNS[column.casefold()] for column in row.values if column.casefold() in COLUMNS
    }
    if named:
        return named
    stars = [name for name in CHANGES if getattr(profile, name) in ("*", STARRED)]
    return dict(zip(list(row.values)[1:], stars, strict=False))


def damaged(span: tuple[int, int], row: Row, columns: Mapping[str, str]) -> Damaged:
    """A row of a damage table; what cannot be read keeps the value of the profile."""
    values: dict[str, Any] = {}
    for column, name in columns.items():
        text = row.values.get(column, "").strip()
        said = moved(text) if name == "M" else expressed(text) if name == "A" else numbered(text)
        if said is not None:
            values[name] = said
    return Damaged(min_w=span[0], max_w=span[1], **values)


# ── told anew for each span ──────────────────────────────────────────────────
def spans(row: Row, rows: Sequence[Row]) -> list[tuple[int, int, Row]]:
    """The rows that tell of the same model as one does, from the most wounds to the fewest."""
    own = SPAN.match(row.name)
    if own is None:
        return []
    found: dict[int, tuple[int, int, Row]] = {}
    for each in rows:
        match = SPAN.match(each.name)
        if match and match[1].casefold() == own[1].casefold():
            least = int(match[2])
            found.setdefault(least, (least, int(match[3] or 0), each))
    return [found[least] for least in sorted(found, reverse=True)]


def whole_row(row: Row, rows: Sequence[Row]) -> Row:
    """A model's characteristics; those that change with its wounds are starred. [SK-21]"""
    told = spans(row, rows)
    if not told:
        return row
    best = told[0][2]
    changing = changed(told)
    values = {name: "*" if name in changing else text for name, text in nine_of(best).items()}
    name = SPAN.sub(r"\1", best.name)
    return msgspec.structs.replace(best, name=name, values=values)


def without_stars(row: Row) -> Row:
    """The row with what no table tells: starred Attacks are a D3. [SK-140]"""
    if nine_of(row).get("A") != "*":
        return row
    return msgspec.structs.replace(row, values={**nine_of(row), "A": "D3"})


def changed(told: Sequence[tuple[int, int, Row]]) -> set[str]:
    """The characteristics that are not the same in every row."""
    every = [nine_of(row) for _, _, row in told]
    return {name for name in CHANGES if len({each.get(name, "") for each in every}) > 1}


def bracketed(row: Row, rows: Sequence[Row]) -> tuple[Damaged, ...]:
    """The damage table of a model whose characteristics are told anew; none where they are not."""
    told = spans(row, rows)
    changing = changed(told)
    found, above = [], 0
    for least, most, each in told:
        said = nine_of(each)
        wounds = numbered(said["W"]) or 0
        columns = {name: name for name in CHANGES if name in changing}
        bare = msgspec.structs.replace(each, values=said)
        top = above - 1 if above else max(most, wounds)
        found.append(damaged((least, top), bare, columns))
        above = least
    return tuple(found)
