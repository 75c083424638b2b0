"""What is told of moves, combats and shots over TRIUMPH!: who may be destroyed, and what it gains.

Points are those of the armies' lists, a general counted dearer, as the bots reckon them.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.bots.marching import nearest
from condotta.bots.outlook import Outlook
from condotta.bots.prospects import prospect
from condotta.bots.reasons import Reason, per_cent, tenths
from condotta.kernel.rulings import Param
from condotta.rules.triumph.combat.duel import Kind
from condotta.rules.triumph.combat.engaging import engaged
from condotta.rules.triumph.combat.odds import DEGREES, odds_between
from condotta.rules.triumph.combat.pairing import Pair, contests, pairs
from condotta.rules.triumph.stands.field import Field

ROLLS = 36
TOLD = 3  # combats that are told of one move: those that matter most
NOTED = 500  # quanta by which a move must bring somebody nearer to be told so


def of_fight(here: Field, one: str, two: str, kind: Kind = "close") -> Reason:
    """How likely the second is destroyed, and the first, and what both are worth together."""
    _, first, second = engaged(here, one, two, kind)
    found = odds_between(first, second)
    wins, loses = (
        sum(
            found.of(degree)
            for degree in DEGREES
            if degree in found.meanings and name in found.meanings[degree].lost
        )
        for name in (two, one)
    )
    told: dict[str, Param] = {
        "attacker": one,
        "defender": two,
        "wins": per_cent(wins / ROLLS),
        "gain": points(prospect(first, second).gain),
    }
    if kind == "ranged":
        return Reason("why.shot", told)
    return Reason("why.fight", {**told, "loses": per_cent(loses / ROLLS)})


def points(halves: float) -> int:
    """Half points as a message is given them: in tenths of a point."""
    return tenths(halves / 2)


def of_move(
    here: Field, there: Field, outlook: Outlook, moved: tuple[str, ...]
) -> Iterator[Reason]:
    """What a move does: the combats that it makes, or by how much it brings nearer to the enemy."""
    known = {frozenset((one.attacker, one.defender)) for one in fights(here)}
    told: list[tuple[float, str, str]] = []
    for one in fights(there):
        both = frozenset((one.attacker, one.defender))
        if both & set(moved) and both not in known:
            ours = there.relation(outlook.seat, there.stand(one.attacker).seat) == "friend"
            pair = (one.attacker, one.defender) if ours else (one.defender, one.attacker)
            told.append((-abs(outlook.gain(there, one)), *pair))
    for _, attacker, defender in sorted(told)[:TOLD]:
        yield of_fight(there, attacker, defender)
    if not told:
        yield approach(here, there, outlook, moved)


def fights(here: Field) -> Iterator[Pair]:
    """The combats at hand, alternatives among them."""
    for group in contests(pairs(here)):
        yield from group


def approach(here: Field, there: Field, outlook: Outlook, moved: tuple[str, ...]) -> Reason:
    """By how much the first of a body comes nearer to the nearest enemy."""
    now, then = (nearest(outlook, one.stand(moved[0]).base) for one in (here, there))
    if not outlook.foes or abs(now - then) < NOTED:
        return Reason("why.place", {"pieces": moved})
    key = "why.nearer" if now > then else "why.farther"
    return Reason(key, {"pieces": moved, "far": round(abs(now - then))})
