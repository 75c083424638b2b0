"""Who touches whom in a combat, model by model: how many strike, and at whom. [FB-7.3-7.6]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from condotta.kernel.records import Piece
from condotta.rules.ranked import names
from condotta.rules.ranked.combat.arms import (
    SPEAR,
    attacks_of,
    support_ranks,
    supporters,
    touching_files,
)
from condotta.rules.ranked.reading.arcs import edge_touched, stretch_touched
from condotta.rules.ranked.reading.regiment import Field, Regiment, piece_has
from condotta.rules.ranked.reading.special_rules import idle
from condotta.table import TOUCH, Edge

CHAMPION = ":champion"
"""Behind a regiment's id it names that regiment's champion as a fighter of its own."""

DUEL = "duel:"
"""The mark of who fights in a challenge, and the fighter that he fights. A champion's lies on its
regiment, as `champion duel:` and the fighter. [FB-11.4]"""

CHAMPION_DUEL = "champion " + DUEL
SILENCED = "silenced"
"""The mark of a character that refused a challenge: he neither strikes nor leads. [FB-11.4]"""


class Fighter(NamedTuple):
    """Models of one kind that strike together: rank and file, a champion, a character.

    `name` is what challenges call it; `piece` holds its profile; `host` is its regiment.
    """

    name: str
    piece: Piece
    host: Regiment


def lies_on(of: Regiment, other: Regiment) -> Edge:
    """The edge of a regiment that another touches."""
    return edge_touched(other.base, of.base)


def places(of: Regiment, other: Regiment) -> tuple[Edge, range]:
    """The edge of a regiment that another touches, and which of its files or ranks do. [FB-7.3]"""
    side = lies_on(of, other)
    ends = side in {"front", "rear"}
    count = of.files if ends else of.ranks
    length = 2 * (of.base.hw if ends else of.base.hd)
    stretch = stretch_touched(of.base, side, other.base)
    if stretch is None:
        return side, range(0)
    found = touching_files(length, *stretch, count, TOUCH)
    if side == "rear":
        found = found[: max(1, of.total - (of.ranks - 1) * of.files)]
    return side, found


def duelling(piece: Piece, *, champion: bool = False) -> str:
    """The fighter that a character, or a regiment's champion, fights in a challenge."""
    return piece.tail(CHAMPION_DUEL if champion else DUEL)


def fighters(one: Regiment) -> Iterator[Fighter]:
    """The kinds of models of a regiment that may strike. [FB-7.3]"""
    yield Fighter(one.id, one.piece, one)
    if one.marked(names.CHAMPION) and duelling(one.piece, champion=True):
        yield Fighter(one.id + CHAMPION, one.piece, one)
    for piece in one.joined:
        yield Fighter(piece.id, piece, one)


def may_strike(here: Field, fighter: Fighter) -> bool:
    """Whether it strikes at all this round."""
    return not (fighter.piece.marked(SILENCED) or idle(here, fighter.host))


def attacks_at(here: Field, one: Regiment, foe: Regiment, taken: frozenset[int]) -> int:
    """The attacks of rank and file at a foe; files in `taken` strike elsewhere. [FB-7.3-7.5]

    RULING FB-7.31: characters in a regiment are among those of its models that touch.
    """
    side, found = places(one, foe)
    files = [place for place in found if side != "front" or place not in taken]
    apart = len(one.joined) + int(bool(duelling(one.piece, champion=True)))
    touching = max(0, len(files) - (apart if side == "front" else 0))
    each = attacks_of(here, one.piece, one.piece)
    champion = one.marked(names.CHAMPION) and not duelling(one.piece, champion=True)
    total = touching * each + int(champion and side == "front" and touching > 0)
    if side == "front" and each:
        total += supports(one, len(files), each)
    return total


def supports(one: Regiment, touching: int, each: int) -> int:
    """The attacks of those behind: one each, of monstrous ranks up to three. [FB-7.4, FB-7.5]"""
    most = one.kind.support
    on_foot = one.piece.type == names.INFANTRY
    ranks = support_ranks(
        one.files, one.kind.horde, piece_has(one.piece, SPEAR), one.marked(names.CHARGED), on_foot
    )
    return supporters(one.total, one.files, touching, ranks) * min(each, most)


def shared_files(one: Regiment, foes: tuple[Regiment, ...]) -> frozenset[int]:
    """The front files that touch more than one foe: their owner says at whom they strike."""
    seen: set[int] = set()
    twice: set[int] = set()
    for foe in foes:
        side, found = places(one, foe)
        if side == "front":
            twice |= seen & set(found)
            seen |= set(found)
    return frozenset(twice)
