"""The combat result of a round, read off the table and the wounds that were counted. [FB-7.11]"""

from __future__ import annotations

from typing import NamedTuple

from condotta.kernel.records import Seat
from condotta.kernel.rulings import Modifier
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.charges.charge_moves import DOWNHILL
from condotta.rules.ranked.combat.challenges import OVERKILL
from condotta.rules.ranked.combat.fronts import lies_on
from condotta.rules.ranked.losses.wounds import TAKEN
from condotta.rules.ranked.reading.combat_results import Party, margin, side_total
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.terrain import without_ranks

BREAKING = 2  # ranks with which a regiment disrupts [FB-7.12]
MUSIC = Modifier(1, "fb.7-13.musician", "FB-7.13")
"""What a side that wins a draw has more: the only musician."""


class SideResult(NamedTuple):
    """A side's total with its reasons, and by how much it won; below 0 it lost."""

    regiments: tuple[str, ...]
    parts: tuple[Modifier, ...]
    margin: int

    @property
    def total(self) -> int:
        """What the parts come to."""
        return sum(part.value for part in self.parts)


def sides(here: Field, ids: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The pieces of a combat by side: those whose seats are friends. [FB-7.28]"""
    found: list[list[str]] = []
    for name in ids:
        seat = here.position.pieces[name].controller
        for row in found:
            if here.relation(here.position.pieces[row[0]].controller, seat) == "friend":
                row.append(name)
                break
        else:
            found.append([name])
    return tuple(tuple(row) for row in found)


def seat_of(here: Field, name: str) -> Seat:
    """Who commands a piece, on the table or not."""
    return here.position.pieces[name].controller


def hostile(here: Field, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two sides are enemies."""
    return here.relation(seat_of(here, one[0]), seat_of(here, other[0])) == "enemy"


def party(here: Field, name: str, side: tuple[str, ...]) -> Party:
    """A piece of a combat as its result counts it; off the table only what it did counts."""
    overkill = here.position.count(name, OVERKILL)
    one = here.find(name)
    if one is None or one.id != name or one.fleeing:
        return Party(name, overkill=overkill)
    foes = here.touching(one)
    struck = tuple(
        lies_on(one, foe)
        for foe in foes
        if foe.id not in side and lies_on(one, foe) != "front" and lies_on(foe, one) == "front"
    )
    return Party(
        name,
        ranks=ranks(one),
        overkill=overkill,
        charged=one.marked(names.CHARGED),
        downhill=one.marked(DOWNHILL),
        standard=one.marked(names.STANDARD),
        battle_standard=any(names.BATTLE_STANDARD in piece.traits for piece in one.pieces),
        musician=one.marked(names.MUSICIAN),
        struck=struck,
        disrupted=disrupted(here, one) or without_ranks(here, one),
    )


def ranks(one: Regiment) -> int:
    """The ranks that count; skirmishers have none in combat. [FB-7.11, FB-9.7]"""
    return 0 if one.has("skirmishers") else one.counting_ranks


def disrupted(here: Field, one: Regiment) -> bool:
    """Whether an enemy with two ranks holds its flank or rear. [FB-7.12]"""
    return any(
        lies_on(one, foe) != "front" and ranks(foe) >= BREAKING for foe in here.touching(one)
    )


def results(here: Field, ids: tuple[str, ...]) -> tuple[SideResult, ...]:
    """Every side's total and by how much it won or lost. [FB-7.11, FB-7.13, FB-7.28]

    RULING FB-7.34: of more than two sides each is compared with the best of its enemies.
    """
    rows = sides(here, ids)
    parties = [tuple(party(here, name, row) for name in row) for row in rows]
    totals = []
    for place, row in enumerate(rows):
        foes = [other for other in range(len(rows)) if hostile(here, row, rows[other])]
        dealt = sum(here.position.count(name, TAKEN) for other in foes for name in rows[other])
        wounds = (Modifier(dealt, "fb.7-11.wounds", "FB-7.11"),) if dealt else ()
        against = tuple(one for other in foes for one in parties[other])
        more = here.book.sum(
            seams.COMBAT_RESULT,
            here.position,
            row,
            tuple(name for foe in foes for name in rows[foe]),
        )
        totals.append(((*wounds, *side_total(parties[place], against), *more), foes))
    sums = [sum(part.value for part in parts) for parts, _ in totals]
    music = [any(one.musician for one in row) for row in parties]
    found = []
    for place, (parts, foes) in enumerate(totals):
        gaps = [margin(sums[place], sums[foe], music[place], music[foe]) for foe in foes]
        drawn = any(sums[place] == sums[foe] for foe in foes)
        alone = (MUSIC,) if drawn and min(gaps) > 0 else ()
        found.append(SideResult(rows[place], (*parts, *alone), min(gaps, default=0)))
    return tuple(found)
