"""Which selections of a unit in a player's roster are models, how many, and of which kind. [SK-15]

Programs call models "model" or merely "upgrade", and hang characteristics on units, on models, or
on a weapon that changes its bearer. Names tell them apart: a model is called as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from condotta.armies.rosters.roster_files import Profile as Row
from condotta.armies.rosters.roster_files import Selection
from condotta.rules.skirmish.rosters.roster_words import is_model

MODEL, WEAPON = "model", "Weapon"
COUNT = re.compile(r"^\W*(\d{1,3})\s*(?:x|×)?\s+(?=\D)", re.IGNORECASE)
BRACKETS = re.compile(r"\(.*?\)|\[.*?\]")


class Rank(NamedTuple):
    """Models of one kind: their selection, their characteristics, how many they are."""

    who: Selection
    row: Row
    number: int


def ranks_of(unit: Selection) -> tuple[Rank, ...]:
    """The models of a unit; none where nothing in it has the nine characteristics. [SK-15]"""
    known = [row for one in unit.walk() for row in one.profiles if is_model(row)]
    if not known:
        return ()
    own = [row for row in unit.profiles if is_model(row)]
    found = [*_inside(unit, unit, own, known)]
    if own and not found:
        return (Rank(unit, _changed(unit, own[0]), max(1, unit.number)),)
    itself = _itself(unit, own, found)
    if itself is not None:
        return (Rank(unit, _changed(unit, itself), max(1, unit.number)), *found)
    return tuple(found) or tuple(_anybody(unit))


def _anybody(unit: Selection) -> Iterator[Rank]:
    """Whoever has characteristics in a unit in which nobody is called a model."""
    for one in unit.walk():
        rows = rows_of(one)
        if rows:
            yield Rank(one, _fitting(one, rows), number_of(one))


def rows_of(one: Selection) -> list[Row]:
    """The profiles of a selection that have the nine characteristics."""
    return [row for row in one.profiles if is_model(row)]


def _itself(unit: Selection, own: Sequence[Row], found: Sequence[Rank]) -> Row | None:
    """The row of a unit that is a model itself, beside those who accompany it; None if it is not.

    It is one if it is called so, or as a row of its own that none of the others has.
    """
    used = [rank.row.name for rank in found] + [rank.who.name for rank in found]
    left = [row for row in own if not any(like(row.name, name) for name in used)]
    if unit.type == MODEL and len(left) == len(own):
        return next(iter(own), None)
    return next((row for row in left if like(row.name, unit.name)), None)


def _inside(
    unit: Selection, host: Selection, own: Sequence[Row], known: Sequence[Row]
) -> Iterator[Rank]:
    """The models among what was chosen in a unit, or in one of its models."""
    for one in host.selections:
        rows = rows_of(one)
        in_model = host.type == MODEL
        if one.type == MODEL:
            row = _changed(one, _fitting(one, rows) if rows else _named(one, own or known))
            yield Rank(one, row, number_of(one))
            yield from _companions(unit, one, own, known)
        elif rows and _is_one(one, rows, host if in_model else unit):
            yield Rank(one, _fitting(one, rows), number_of(one))
            yield from _companions(unit, one, own, known)
        elif not rows and not in_model and own and _is_bare(one, own):
            yield Rank(one, _named(one, own), number_of(one))
        elif not rows:
            yield from (
                rank
                for rank in _inside(unit, one, own, known)
                if not in_model or rank.who.type == MODEL or not like(rank.row.name, host.name)
            )


def _companions(
    unit: Selection, model: Selection, own: Sequence[Row], known: Sequence[Row]
) -> Iterator[Rank]:
    """Models that were chosen in a model: called otherwise than it, with their own numbers."""
    for rank in _inside(unit, model, own, known):
        if rank.who.type == MODEL or not like(rank.row.name, model.name):
            yield rank


def _is_one(one: Selection, rows: Sequence[Row], host: Selection) -> bool:
    """Whether an upgrade with characteristics is a model: it is called as they are. [SK-15]

    RULING SK-140: an upgrade of a model that is called otherwise changes its bearer.
    """
    if not any(like(one.name, row.name) for row in rows):
        return False
    return host.type != MODEL or not any(like(row.name, host.name) for row in rows)


def _is_bare(one: Selection, own: Sequence[Row]) -> bool:
    """Whether an upgrade of a unit without characteristics is one of its models by its name."""
    if any(row.type == WEAPON and like(row.name, one.name) for row in one.profiles):
        return False
    return any(holds(one.name, row.name) for row in own)


def _fitting(one: Selection, rows: Sequence[Row]) -> Row:
    """The row that is called as a selection, else the first."""
    return next((row for row in rows if like(one.name, row.name)), rows[0])


def _named(one: Selection, rows: Sequence[Row]) -> Row:
    """The row whose name is longest of those in the name of a model; else the plainest of all.

    RULING SK-140: who is called as nobody is as those whose name has fewest words.
    """
    inside = [row for row in rows if holds(one.name, row.name)]
    if inside:
        return max(inside, key=lambda row: len(bare(row.name)))
    alike = [row for row in rows if like(one.name, row.name)]
    return min(alike or rows, key=lambda row: len(bare(row.name)))


def _changed(model: Selection, row: Row) -> Row:
    """The characteristics that something in a model gives it instead of its own. [SK-20]"""
    for one in model.selections:
        rows = rows_of(one)
        if one.type != MODEL and rows and not _is_one(one, rows, model):
            changed = next((each for each in rows if like(each.name, row.name)), None)
            if changed is not None:
                return changed
    return row


# ── names ────────────────────────────────────────────────────────────────────
def number_of(one: Selection) -> int:
    """How many models a selection is: its number, times the number that its name begins with.

    >>> number_of(Selection("2x Gun Drone", "upgrade", 1, {}, (), (), (), ()))
    2
    """
    named = COUNT.match(one.name)
    said = int(named[1]) if named else 1
    return max(1, one.number) * said if one.number != said else said


def bare(name: str) -> tuple[str, ...]:
    """The words of a name, without numbers, brackets, case and plurals.

    >>> bare("9x Guardsmen (Vectors)"), bare("Space Marine w/Special Weapon")
    (('guardsman',), ('space', 'marine', 'w', 'special', 'weapon'))
    """
    plain = BRACKETS.sub(" ", COUNT.sub("", name)).casefold().replace("’", "'")
    words = re.findall(r"[^\W\d_]+", plain.replace("'", ""))
    return tuple(_singular(word) for word in words)


def _singular(word: str) -> str:
    if word.endswith("men"):
        return word[:-2] + "an"
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def holds(name: str, part: str) -> bool:
    """Whether one name has all the words of another one after the other."""
    whole, some = bare(name), bare(part)
    places = range(len(whole) - len(some) + 1)
    return bool(some) and any(whole[at : at + len(some)] == some for at in places)


def like(one: str, other: str) -> bool:
    """Whether one of two names holds the other."""
    return holds(one, other) or holds(other, one)
