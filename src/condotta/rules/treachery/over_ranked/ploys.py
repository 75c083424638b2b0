"""What treachery cards do in ranked battles. [TT-11.10]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Modifier
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.ranked import names as words
from condotta.rules.ranked import seams
from condotta.rules.ranked.charges.charge_moves import ChargeRoll
from condotta.rules.ranked.combat.arms import mounted
from condotta.rules.ranked.losses.wounds import joined
from condotta.rules.ranked.magic.wizards import targets as castable
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.leadership import leadership
from condotta.rules.ranked.reading.regiment import Regiment, field
from condotta.rules.ranked.records import Charge, Spell, Struck
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Ploy
from condotta.rules.treachery.over_ranked import shots, stabbing
from condotta.rules.treachery.over_ranked.neutrality import ORDERS
from condotta.rules.treachery.players import role
from condotta.rules.treachery.playing import OPENS, Resolve, Window, in_phase, nothing
from condotta.rules.treachery.ploys import FRIENDSHIP, GIFT, PLOYS, friendship

BENT = "bent to "  # and a regiment: whom a spell strikes instead
BOOSTED = "boosted"  # a spell cast with more, in what its moment is about
WIND = "T04"
FIRST = "always-strikes-first"
ORDER_DICE = "orders test"


class Orders(Script, frozen=True, kw_only=True):
    """A regiment tests whether it believes forged orders. [T07]"""

    unit: str


def mine(position: Position, one: Regiment, *roles: str) -> bool:
    """Whether a regiment's player has one of those roles."""
    return role(position, one.seat) in roles


def about_first(_: Book, __: Position, ___: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """What the moment is about."""
    return about[:1]


# ── any phase ────────────────────────────────────────────────────────────────
def others(book: Book, position: Position, seat: Seat, _: tuple[str, ...]) -> tuple[str, ...]:
    """Units of another player that are not neutral. [T06]"""
    here = field(book, position)
    return tuple(
        one.id
        for one in here.regiments
        if one.seat != seat and mine(position, one, names.ACTIVE, names.ENEMY_PLAYER)
    )


def unsettled(book: Book, position: Position, unit: str, phase: str) -> tuple[str, ...]:
    """A unit that may have to test whether it breaks. [T06, FB-7.14]"""
    here = field(book, position)
    one = here.find(unit)
    return (unit,) if phase == names.COMBAT and one is not None and here.engaged(one) else ()


def whispers(position: Position, piece: Piece) -> Modifier | None:
    """Two Leadership less, two at least. [T06]"""
    if not piece.marked("T06"):
        return None
    less = min(2, max(0, position.count(piece.id, words.LD) - 2))
    return Modifier(-less, "cost.whispers", "TT-11.8")


# ── movement ─────────────────────────────────────────────────────────────────
def of_the_active(
    book: Book, position: Position, _: Seat, about: tuple[str, ...]
) -> tuple[str, ...]:
    """The active player's units but for his General's. [T07]"""
    if not in_phase(about, names.MOVEMENT):
        return ()
    return tuple(
        one.id
        for one in field(book, position).own(position.active[0])
        if not any(words.GENERAL in piece.traits for piece in one.pieces) and not one.fleeing
    )


def forged(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """The unit must test. [T07]"""
    yield Pushed(Orders(unit=frame.target))


def orders(book: Book, state: State, frame: Orders) -> Iterator[Event]:
    """On its own Leadership; failed, it neither charges nor marches in this phase. [T07]"""
    here = field(book, state.position)
    one = yield from there(here.find(frame.unit))
    needed = min(leadership(here, one), one.best(words.LD))
    passed = yield from leadership_tests.taken(
        here, frame, leadership_tests.Test(one, ORDER_DICE, "TT-11.8", needed)
    )
    if not passed:
        yield Marked(one.id, Mark(ORDERS, names.PHASE))
        yield Ruled("TT-11.8", "tt.11-8.orders", {"stand": one.id})
    yield Popped()


def own_units(
    book: Book, position: Position, seat: Seat, about: tuple[str, ...]
) -> tuple[str, ...]:
    """One's own units, before charges. [T18]"""
    if not in_phase(about, names.MOVEMENT) or position.count(seat, names.TOKENS) < GIFT:
        return ()
    return tuple(one.id for one in field(book, position).own(seat))


def declared(position: Position, charge: Charge) -> tuple[Frame, ...]:
    """A mounted charge may meet hidden pits. [T02]"""
    if not mounted(position.pieces[charge.charger]):
        return ()
    return (Window(moment="charge or march", about=(charge.charger,)),)


def marching(_: Position, piece: Piece) -> tuple[Frame, ...]:
    """So may a mounted march. [T02]"""
    return (Window(moment="charge or march", about=(piece.id,)),) if mounted(piece) else ()


def pits(_: Position, piece: Piece, usual: int) -> tuple[int, int] | None:
    """The lowest of the usual dice counts, of two or of three. [T02]"""
    return (usual, -1) if piece.marked("T02") else None


def rolled(_: Position, charge: Charge, pips: tuple[int, ...]) -> tuple[Frame, ...]:
    """Between a charge roll and the move; the moment tells what lies on the table. [T04]"""
    return (Window(moment="charge rolled", about=(charge.charger, *map(str, sorted(pips)))),)


def charge_dice(_: Book, position: Position, __: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """The dice that may be rolled again, any of them: their pips, as `2` or `2+5`. [T04]"""
    if position.pieces[about[0]].marked(WIND):
        return ()
    some = (dice for many in range(1, len(about)) for dice in combinations(about[1:], many))
    return tuple(dict.fromkeys("+".join(dice) for dice in some))


def fair_wind(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """Dice of the charge are rolled again; the charge is made with what lies then. [T04]"""
    kept = list(frame.about[1:])
    for pip in frame.target.split("+"):
        kept.remove(pip)
    yield Marked(frame.about[0], Mark(WIND, names.PHASE))
    yield Pushed(ChargeRoll(charger=frame.about[0], kept=tuple(map(int, kept))))


# ── magic ────────────────────────────────────────────────────────────────────
def spelled(_: Position, spell: Spell) -> tuple[Frame, ...]:
    """A spell that was not dispelled may be bent, unless it was irresistible. [T01]"""
    if spell.irresistible or not spell.target:
        return ()
    boosted = (BOOSTED,) if spell.boosted else ()
    about = (spell.wizard, spell.target, spell.spell, *boosted)
    return (Window(moment="spell cast", about=about),)


def bendable(book: Book, position: Position, _: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """Other units of the same owner that the spell may strike, within its range. [T01]"""
    here = field(book, position)
    wizard, target, spell = here.find(about[0]), here.find(about[1]), about[2]
    if wizard is None or target is None:
        return ()
    legal = castable(here, position.pieces[about[0]], spell, boosted=BOOSTED in about[3:])
    return tuple(one.id for one in legal if one.seat == target.seat and one is not target)


def bend(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """The spell strikes another unit of the same owner. [T01]"""
    yield Marked(frame.about[0], Mark(f"{BENT}{frame.target}:{frame.about[2]}", names.PHASE))


def bent(position: Position, spell: Spell) -> str | None:
    """Whom a bent spell strikes. [T01]"""
    for said in position.pieces[spell.wizard].tails(BENT):
        target, _, name = said.partition(":")
        if name == spell.spell:
            return target
    return None


# ── close combat ─────────────────────────────────────────────────────────────
def tainted(position: Position, piece: Piece, way: str) -> Modifier | None:
    """One Strength less, one at least. [T13]"""
    host = position.pieces.get(piece.command, piece)
    weak = way == "combat" and host.marked("T13") and position.count(piece.id, words.S) > 1
    return Modifier(-1, "factor.rations", "TT-11.8") if weak else None


def chosen(_: Position, ids: tuple[str, ...]) -> tuple[Frame, ...]:
    """When a combat is chosen, before any blow. [T05]"""
    return (Window(moment="combat chosen", about=ids),)


def in_combat(_: Book, position: Position, __: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """The units of that combat. [T05]"""
    return tuple(name for name in about if name in position.pieces)


def blades(_: Book, state: State, frame: Resolve) -> Iterator[Event]:
    """It strikes first in this round, with all who are in it. [T05]"""
    for name in (frame.target, *(one.id for one in joined(state.position, frame.target))):
        yield Marked(name, Mark(FIRST, names.PHASE))


def broken(_: Position, struck: Struck) -> tuple[Frame, ...]:
    """A unit has won and its enemy is broken. [T16]"""
    return tuple(Window(moment="broken", about=(name,)) for name in struck.winners)


def failed(_: Position, piece: Piece, window: str) -> tuple[Frame, ...]:
    """A Break or Rally test was failed. [T15]"""
    if not piece.marked("T15") and ("break" in window or "rally" in window):
        return (Window(moment="test failed", about=(piece.id,)),)
    return ()


def own_of_moment(
    _: Book, position: Position, seat: Seat, about: tuple[str, ...]
) -> tuple[str, ...]:
    """The unit that failed, for its own player. [T15]"""
    return tuple(name for name in about if position.pieces[name].controller == seat)


def oath(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """The test is taken again. [T15]"""
    yield Marked(frame.target, Mark(words.AGAIN))


OVER_RANKED = {
    **PLOYS,
    **shots.PLOYS,
    "T01": Ploy("spell cast", bendable, bend),
    "T02": Ploy("charge or march", about_first, nothing),
    WIND: Ploy("charge rolled", charge_dice, fair_wind),
    "T05": Ploy("combat chosen", in_combat, blades),
    "T06": Ploy(OPENS, others, nothing),
    "T07": Ploy(OPENS, of_the_active, forged),
    "T13": Ploy(OPENS, stabbing.engaged, nothing),
    "T15": Ploy("test failed", own_of_moment, oath),
    "T16": Ploy("broken", about_first, nothing),
    **stabbing.PLOYS,
    FRIENDSHIP: Ploy(OPENS, own_units, friendship),
}
PROCEDURES: dict[type[Frame], Procedure] = {
    **shots.PROCEDURES,
    Orders: orders,
    **stabbing.PROCEDURES,
}
HOOKS = (
    *shots.HOOKS,
    *stabbing.HOOKS,
    (seams.LEADERSHIP, whispers, "TT-11.8"),
    (seams.CHARGE_DECLARED, declared, "TT-11.8"),
    (seams.MARCH_STARTED, marching, "TT-11.8"),
    (seams.CHARGE_DICE, pits, "TT-11.8"),
    (seams.CHARGE_ROLLED, rolled, "TT-11.8"),
    (seams.SPELL_CAST, spelled, "TT-11.8"),
    (seams.SPELL_AIMED, bent, "TT-11.8"),
    (seams.STRENGTH, tainted, "TT-11.8"),
    (seams.COMBAT_CHOSEN, chosen, "TT-11.8"),
    (seams.BROKEN, broken, "TT-11.8"),
    (seams.TEST_FAILED, failed, "TT-11.8"),
)
