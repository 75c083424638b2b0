"""The characteristics in players' rosters: which rows are fighters, mounts, crews. [FB-2.1]

Editions write them in their own ways: "Mv" or "M", a dash where the rider's or the mount's number
holds, "+1" where a mount adds to its rider's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from condotta.armies.rosters.roster_files import Profile, Selection
from condotta.rules.ranked import names

CALLED = {
    "m": "M", "mv": "M", "move": "M", "movement": "M", "ws": "WS", "weaponskill": "WS",
    "bs": "BS", "ballisticskill": "BS", "s": "S", "str": "S", "strength": "S",
    "t": "T", "toughness": "T", "w": "W", "wounds": "W", "i": "I", "in": "I", "initiative": "I",
    "a": "A", "att": "A", "attacks": "A", "ld": "LD", "leadership": "LD",
}  # fmt: skip
FOREIGN = frozenset({"oc", "cl", "wp", "hp", "inv", "sav", "sv", "save", "bp", "fate", "will"})
"""Characteristics that models of other games have beside those."""
NOTHING = re.compile(r"[-–—]?|[^\W\d_][^\d]*")
"""No number: a dash, nothing, or a word."""
WHOLE = re.compile(r"(\d{1,2})(?:\s*\"|\s*\(\d{1,2}\))?\*?")
MORE = re.compile(r"\(?\+(\d{1,2})\)?")
DICE = re.compile(r"(\d{0,2})D([36])(?:\+(\d{1,2}))?", re.IGNORECASE)
MOST = 10  # of a characteristic [FB-2.1]
M, WS, BS, S, T, W, INI, A, LD = range(len(names.PROFILE))


class Row(NamedTuple):
    """One row: whose it is, its numbers (None where there is a dash), what a mount adds.

    `apart` is whether it is that of a model which no other model carries or contains.
    """

    who: Selection
    profile: Profile
    numbers: tuple[int | None, ...]
    more: tuple[int, ...]
    apart: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it has a Toughness and Wounds of its own."""
        return self.numbers[T] is not None and self.numbers[W] is not None

    @property
    def is_machine(self) -> bool:
        """Whether it is something that cannot fight: a war machine or the body of a chariot."""
        lacks = all(self.numbers[at] is None for at in (WS, BS, LD))
        return self.is_whole and lacks and not any(self.more)

    @property
    def shoots(self) -> bool:
        """Whether it has a Ballistic Skill."""
        return bool(self.numbers[BS])


def rows_in(unit: Selection) -> tuple[Row, ...]:
    """Every row of characteristics in a unit, outermost first."""
    return tuple(_rows(unit))


def _rows(one: Selection, *, inside: bool = False) -> Iterator[Row]:
    own = [(profile, found) for profile in one.profiles if (found := numbers_of(profile))]
    apart = one.type == "model" and not inside and len(own) == 1
    for profile, found in own:
        yield Row(one, profile, *found, apart=apart)
    for each in one.selections:
        yield from _rows(each, inside=inside or one.type == "model")


def numbers_of(profile: Profile) -> tuple[tuple[int | None, ...], tuple[int, ...]] | None:
    """The nine numbers of a profile and what they add; None if it has others. [FB-2.1]

    >>> called = ("Mv", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
    >>> said = dict(zip(called, "8 3 - 3 - - 3 1 -".split(), strict=True))
    >>> numbers_of(Profile("Horse", "Model", said))[0]
    (8, 3, None, 3, None, None, 3, 1, None)
    """
    said: dict[str, str] = {}
    for name, value in profile.values.items():
        bare = re.sub(r"[^a-z]", "", name.casefold())
        if bare in FOREIGN:
            return None
        if bare in CALLED:
            said.setdefault(CALLED[bare], value.strip())
    numbers: list[int | None] = []
    more: list[int] = []
    for name in names.PROFILE:
        text = said.get(name.upper())
        read = one_number(text.rstrip("+") if text and name == names.A else text)
        if read is None:
            return None
        numbers.append(read[0])
        more.append(read[1])
    if all(number is None for number in numbers):
        return None
    return tuple(numbers), tuple(more)


def one_number(text: str | None) -> tuple[int | None, int] | None:
    """A number and what is added; a dash is no number; None if it is of another game.

    >>> [one_number(text) for text in ("4", "-", "(+1)", "3+", "Special", "2D6*", None)]
    [(4, 0), (None, 0), (None, 1), None, (None, 0), (7, 0), None]
    """
    if text is None:
        return None
    text = text.strip().rstrip("*")
    if NOTHING.fullmatch(text):
        return None, 0
    if found := MORE.fullmatch(text):
        return None, min(MOST, int(found[1]))
    if found := DICE.fullmatch(text):
        number, sides, plus = int(found[1] or 1), int(found[2]), int(found[3] or 0)
        return min(MOST, number * (sides + 1) // 2 + plus), 0
    whole = WHOLE.fullmatch(text)
    return (min(MOST, int(whole[1])), 0) if whole else None


# ── who is who ───────────────────────────────────────────────────────────────
def fighters(rows: Sequence[Row]) -> list[Row]:
    """The rows of those who fight on foot or in the saddle: neither mounts nor machines.

    RULING FB-17.1: beside somebody who can shoot, whoever cannot is a mount, unless it is a model
    apart.
    """
    whole = [row for row in rows if row.is_whole and not row.is_machine]
    if any(row.shoots for row in whole):
        return [row for row in whole if row.shoots or row.apart]
    return whole


def mounts(rows: Sequence[Row]) -> list[Row]:
    """The rows of mounts and beasts of draught, where somebody rides or drives them."""
    machines = [row for row in rows if row.is_machine]
    main = machines or fighters(rows)
    return [row for row in rows if row not in main and not row.is_machine
            and not row.shoots and row.numbers[M] is not None] if main else []  # fmt: skip


def crews(rows: Sequence[Row]) -> list[Row]:
    """The rows of those who serve a machine: who can shoot, else who leads."""
    served = [row for row in rows if row.shoots and not row.is_machine]
    leads = [row for row in rows if row.numbers[LD] is not None and not row.is_machine]
    return served or sorted(leads, key=lambda row: -(row.numbers[LD] or 0))[:1]
