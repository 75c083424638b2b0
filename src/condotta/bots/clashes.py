"""What may be expected of a clash of regiments, round by round: losses, who breaks, who is caught.

Sums on the charts of the rules, blow by blow in the order of Initiative; chance enters with how
far results spread, so that the same clash is always worth the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import ceil, erf, sqrt
from typing import NamedTuple

import msgspec

from condotta.bots.odds_of_ranks import share
from condotta.kernel.records import Mark, Piece
from condotta.rules.asking import chance_that
from condotta.rules.ranked import names
from condotta.rules.ranked.combat.arms import (
    FIRST_STEP,
    LOCKED,
    SPEAR,
    attacks_of,
    parries,
    shield_idle,
    step_of,
    strength_parts,
    support_ranks,
    supporters,
)
from condotta.rules.ranked.combat.blows import PARRY
from condotta.rules.ranked.combat.fear_impact_stomps import STOMPED
from condotta.rules.ranked.losses.scoring import (
    BATTLE_STANDARD_BONUS,
    GENERAL_BONUS,
    STANDARD_BONUS,
)
from condotta.rules.ranked.reading.charts import combat_score, save_score, wound_score
from condotta.rules.ranked.reading.combat_results import MOST_RANKS, stands
from condotta.rules.ranked.reading.leadership import leadership, rerolls
from condotta.rules.ranked.reading.regiment import Field, Regiment, piece_has
from condotta.rules.ranked.reading.special_rules import causes_fear, fearless, swift
from condotta.table import Edge

ROUNDS = 4  # rounds of a clash looked ahead
LATER = 0.85  # what a round later is worth of one now
CAUGHT = 0.58  # how often a pursuer catches whom it breaks, both on foot
FASTER = 0.2  # more or less often where one of them strides
ESCAPED = 0.45  # of its worth, what is lost with who flees and is not caught
WORN = 0.12  # of its worth, what is lost with all models of a regiment that stands
UNHURT = 1.5  # of the spread of a result that is there whatever the blows
MEAN = 3.5
EVEN = 0.5
CHARGE, FLANK, REAR = 1, 1, 2


class Side(NamedTuple):
    """A regiment in a clash: whether it charges into it, and on which of its edges it is held."""

    one: Regiment
    charges: bool = False
    held: Edge = "front"


class Blows(NamedTuple):
    """So many attacks at one step; how many wounds each brings, and how far that spreads."""

    step: int
    attacks: float
    each: float


class Clash(NamedTuple):
    """What a clash may be expected to cost each side, in points; and how likely the first wins."""

    ours: float
    theirs: float
    breaks: float
    broken: float

    @property
    def gain(self) -> float:
        """What the first side gains, less what it loses."""
        return self.theirs - self.ours


@cache
def passing(needed: int, twice: bool) -> float:
    """How likely 2D6 stand on a number, rolled again where a standard is near.

    >>> round(passing(7, False), 3), round(passing(7, True), 3), round(passing(0, False), 3)
    (0.583, 0.826, 0.028)
    """
    passes = float(chance_that(2, lambda pips: stands(pips, needed)))
    return 1 - (1 - passes) ** 2 if twice else passes


def price(one: Regiment) -> float:
    """The points that an enemy gains if a regiment is lost, with whoever is in it."""
    total = float(one.marked(names.STANDARD)) * STANDARD_BONUS
    for piece in one.pieces:
        total += one.position.count(piece.id, names.POINTS)
        total += GENERAL_BONUS * (names.GENERAL in piece.traits)
        total += BATTLE_STANDARD_BONUS * (names.BATTLE_STANDARD in piece.traits)
    return total


def vigour(one: Regiment) -> float:
    """The wounds that its rank and file, or the lone model, have left."""
    worn = one.position.count(one.id, names.WOUNDS)
    return max(1.0, one.models * max(1, one.value(names.W)) - worn)


class Fighting:
    """One regiment through the rounds of a clash; what does not change is found out once."""

    def __init__(self, here: Field, side: Side, foes: tuple[Side, ...], shared: int) -> None:
        """Against those foes; `shared` is how many stand on the same edge as its own foe."""
        self.here, self.side, self.one = here, side, side.one
        self.foes = foes
        self.shared = max(1, shared)
        self.left = self.full = vigour(side.one)
        self.price = price(side.one)
        self.ld = leadership(here, side.one)
        self.twice = rerolls(here, side.one)
        self.ranks = 0 if side.one.has("skirmishers") else side.one.counting_ranks
        self.known: dict[bool, tuple[tuple[int, Blows], ...]] = {}

    def blows(self, *, first: bool) -> tuple[tuple[int, Blows], ...]:
        """What it strikes with in its first round, or later, and at the how manieth of the foes.

        Where there are several it strikes at all alike.
        """
        found = self.known.get(first)
        if found is None:
            count = len(self.foes)
            found = self.known[first] = tuple(
                (place, Blows(blow.step, blow.attacks / count, blow.each))
                for place, foe in enumerate(self.foes)
                for blow in self._blows(foe, first=first)
            )
        return found

    def _blows(self, foe: Side, *, first: bool) -> Iterable[Blows]:
        one = self.one
        host = marked(one.piece, charged=first and self.side.charges, locked=not first)
        joined = one.joined if self.side.held == "front" else ()
        files = self.touching(foe.one)
        ordinary = max(0, files - len(joined))
        attacks = attacks_of(self.here, host, host)
        number = float(ordinary * attacks)
        if self.side.held == "front":
            number += (one.marked(names.CHAMPION) and ordinary > 0) + self.supports(files, attacks)
        if number:
            yield self.blow(host, host, foe, number)
        for piece in joined:
            strikes = attacks_of(self.here, piece, host)
            if strikes:
                yield self.blow(piece, host, foe, float(strikes))
        yield from self.more(foe, first=first)

    def touching(self, foe: Regiment) -> int:
        """How many of its files, or ranks on a flank, reach a foe; corners count."""
        one, base = self.one, self.one.base
        front = self.side.held in {"front", "rear"}
        count, length = (one.files, 2 * base.hw) if front else (one.ranks, 2 * base.hd)
        facing = next(each for each in self.foes if each.one is foe).held
        broad = 2 * (foe.base.hw if facing in {"front", "rear"} else foe.base.hd) / self.shared
        each = length / max(1, count)
        return max(1, min(count, one.total, ceil(broad / max(1.0, each)) + 1))

    def supports(self, files: int, attacks: int) -> float:
        """The attacks of those behind who touch."""
        one = self.one
        deep = support_ranks(
            one.files,
            one.kind.horde,
            piece_has(one.piece, SPEAR),
            self.side.charges,
            one.piece.type == names.INFANTRY,
        )
        return float(supporters(one.total, one.files, files, deep) * min(attacks, one.kind.support))

    def blow(self, piece: Piece, host: Piece, foe: Side, number: float) -> Blows:
        """The blows of some models at the rank and file of a foe."""
        here, other = self.here, foe.one
        strength = max(0, sum(part.value for part in strength_parts(here, piece, host)))
        skill = here.position.count(piece.id, names.WS)
        against = other.value(names.WS)
        hit = share(combat_score(skill, against)) if against else 1.0
        if self.afraid(other):
            fails = 1 - passing(self.ld, self.twice)
            hit += fails * (share(combat_score(1, against)) - hit)
        hurt = hit * unsaved(foe, strength, piece_has(piece, "armour-piercing"), front=True)
        return Blows(step_of(here, piece), number, hurt)

    def more(self, foe: Side, *, first: bool) -> Iterable[Blows]:
        """Impact hits of a charge and stomps: they hit of themselves."""
        one = self.one
        front, strength = max(1, min(one.models, one.files)), one.value(names.S)
        hurt = unsaved(foe, strength, False, front=False)
        if first and self.side.charges and (one.has("impact-hits") or one.has("scythes")):
            yield Blows(FIRST_STEP + 1, MEAN * front, hurt)
        if foe.one.piece.type in STOMPED:
            if one.has("thunderstomp"):
                yield Blows(-1, MEAN * front, hurt)
            elif one.has("stomp"):
                yield Blows(-1, float(front), hurt)

    def afraid(self, foe: Regiment) -> bool:
        """Whether it must test for fear of a foe."""
        if fearless(self.one) or self.one.any_has("terror"):
            return False
        return foe.any_has("terror") if causes_fear(self.one) else causes_fear(foe)

    @property
    def part(self) -> float:
        """The part of it that is left."""
        return max(0.0, self.left / self.full)

    @property
    def rows(self) -> int:
        """The ranks that count, as far as it has been worn down."""
        return max(1, ceil(self.ranks * self.part)) if self.ranks else 0


def marked(piece: Piece, *, charged: bool, locked: bool) -> Piece:
    """A piece as it stands in that round: charging, or no more in its first."""
    kept = [mark for mark in piece.marks if mark.name not in {names.CHARGED, LOCKED}]
    if charged:
        kept.append(Mark(names.CHARGED, names.TURN))
    if locked:
        kept.append(Mark(LOCKED))
    return msgspec.structs.replace(piece, marks=tuple(kept))


def unsaved(foe: Side, strength: int, piercing: bool, *, front: bool) -> float:
    """How likely a hit wounds a foe that cannot save it."""
    other = foe.one
    less = int(piercing) + shield_idle(other.piece)
    save = share(save_score(other.value(names.SAVE), strength, -less))
    ward = other.value(names.WARD)
    if front and foe.held == "front" and parries(other.piece):
        ward = min(ward or PARRY, PARRY)
    warded = share(ward) if ward else 0.0
    return share(wound_score(strength, max(1, other.value(names.T)))) * (1 - save) * (1 - warded)


class Tally:
    """What a round brings one side: wounds with their spread, and what counts without a blow."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.wounds = self.spread = 0.0


def clash(here: Field, ours: tuple[Side, ...], theirs: tuple[Side, ...], *, fresh: bool) -> Clash:
    """A clash, round after round; `fresh` where its first round is still to be fought.

    Where several are at one enemy they share its front between them, and it strikes at all.
    """
    own = [Fighting(here, side, theirs, crowd(ours, side)) for side in ours]
    other = [Fighting(here, side, ours, crowd(theirs, side)) for side in theirs]
    lost = won = breaks = broken = 0.0
    going = 1.0
    for number in range(ROUNDS):
        first = fresh and number == 0
        result, spread = fought(own, other, first=first)
        down, up = tested(own, other, result, spread), tested(other, own, -result, spread)
        weight = going * LATER**number
        lost += weight * fallen(own, other, down)
        won += weight * fallen(other, own, up)
        breaks += going * max(up, default=0.0)
        broken += going * max(down, default=0.0)
        going *= (1 - max(down, default=0.0)) * (1 - max(up, default=0.0))
        if going < 0.05 or spent(own) or spent(other):
            break
    lost += WORN * sum(one.price * (1 - one.part) for one in own)
    won += WORN * sum(one.price * (1 - one.part) for one in other)
    return Clash(lost, won, breaks, broken)


def crowd(sides: tuple[Side, ...], side: Side) -> int:
    """How many of a side are held on the same edge."""
    return sum(each.held == side.held for each in sides)


def spent(side: list[Fighting]) -> bool:
    """Whether nothing is left of a side."""
    return all(one.left <= 0 for one in side)


def fought(own: list[Fighting], other: list[Fighting], *, first: bool) -> tuple[float, float]:
    """The blows of a round, step by step; by how much we win it, and how far that spreads."""
    ours, theirs = Tally(), Tally()
    rows = [
        (blow.step, one, mine, place, blow)
        for mine, side in ((True, own), (False, other))
        for one in side
        for place, blow in one.blows(first=first)
    ]
    rows.sort(key=lambda row: -row[0])
    at = 0
    while at < len(rows):
        step = rows[at][0]
        struck: list[tuple[Fighting, float]] = []
        while at < len(rows) and rows[at][0] == step:
            _, one, mine, place, blow = rows[at]
            at += 1
            tally, foes = (ours, other) if mine else (theirs, own)
            aimed = foes[place]
            target = aimed if aimed.left > 0 else next((foe for foe in foes if foe.left > 0), None)
            if target is None or one.left <= 0:
                continue
            number = blow.attacks * strength_left(one)
            dealt = min(target.left, number * blow.each)
            tally.wounds += dealt
            tally.spread += number * blow.each * (1 - blow.each)
            struck.append((target, dealt))
        for target, dealt in struck:
            target.left -= dealt
    result = ours.wounds + solid(own, other, first=first)
    result -= theirs.wounds + solid(other, own, first=first)
    return result, sqrt(ours.spread + theirs.spread + UNHURT)


def strength_left(one: Fighting) -> float:
    """The part of its blows that it still strikes: the rear ranks fill up the front."""
    front = min(1.0, 2 * one.one.files / max(1, one.one.total))
    return min(1.0, one.part / front)


def solid(side: list[Fighting], foes: list[Fighting], *, first: bool) -> float:
    """What counts for a side without a blow: charge, ranks, standards, flanks."""
    standing = [one for one in side if one.left > 0]
    if not standing:
        return 0.0
    total = float(first and any(one.side.charges for one in standing)) * CHARGE
    total += max(0 if disrupted(one, foes) else min(MOST_RANKS, one.rows - 1) for one in standing)
    total += any(one.one.marked(names.STANDARD) for one in standing)
    total += any(
        names.BATTLE_STANDARD in piece.traits for one in standing for piece in one.one.pieces
    )
    for foe in foes:
        total += {"left": FLANK, "right": FLANK, "rear": REAR}.get(foe.side.held, 0)
    return total


def disrupted(one: Fighting, foes: list[Fighting]) -> bool:
    """Whether a foe with two ranks holds its flank or rear."""
    return one.side.held != "front" and any(foe.rows > 1 for foe in foes)


def tested(
    side: list[Fighting], foes: list[Fighting], result: float, spread: float
) -> tuple[float, ...]:
    """How likely each of a side breaks, by a result and how far it spreads."""
    chances = []
    most = max((foe.rows for foe in foes), default=0)
    for one in side:
        if one.left <= 0:
            chances.append(1.0)
            continue
        if one.one.has("unbreakable") or one.one.has("unstable"):
            chances.append(0.0)
            continue
        stubborn = one.one.has("stubborn") or one.rows > most
        total = 0.0
        for by in range(1, 16):
            likely = below(-by + EVEN, result, spread) - below(-by - EVEN, result, spread)
            if likely > 0.002:
                needed = one.ld if stubborn else max(0, one.ld - by)
                total += likely * (1 - passing(needed, one.twice))
        chances.append(total)
    return tuple(chances)


def below(limit: float, mean: float, spread: float) -> float:
    """The share of a bell curve that lies below a limit."""
    return 0.5 * (1 + erf((limit - mean) / (spread * sqrt(2))))


def fallen(side: list[Fighting], foes: list[Fighting], breaking: tuple[float, ...]) -> float:
    """The points that a round may be expected to cost a side."""
    fast = any(swift(foe.one) for foe in foes if foe.left > 0)
    able = any(foe.left > 0 and not foe.one.is_machine for foe in foes)
    total = 0.0
    for one, likely in zip(side, breaking, strict=True):
        if one.left <= 0:
            gone = 1.0
        else:
            caught = CAUGHT + FASTER * (fast - swift(one.one)) if able else 0.0
            gone = caught + (1 - caught) * ESCAPED
        total += likely * gone * one.price
    return total
