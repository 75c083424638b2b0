"""What treachery cards do over TRIUMPH!. Those it gives no meaning to are set aside. [TO-4]

# RULING TO-4: a card needs more than a phase: charge rolls, blows in order of initiative and
# tests of leadership have no counterpart here, so T01, T02, T04, T05, T07, T15 and T17 are set
# aside with those of the magic phase.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Marked, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Modifier
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.host import Aim, Ploy
from condotta.rules.treachery.players import hand, role, turn_card
from condotta.rules.treachery.playing import OPENS, Resolve, Window, in_phase, nothing
from condotta.rules.treachery.ploys import (
    FOG,
    FRIENDSHIP,
    GIFT,
    PLOYS,
    clear_still,
    friendship,
    of_the_two,
)
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.movement.command import out_of_command
from condotta.rules.triumph.shooting.gunnery import (
    in_reach,
    may_be_shot,
    range_of,
    sees,
    shoots,
    shots,
    why_not_shoot,
)
from condotta.rules.triumph.shooting.ranged_combat import Shot
from condotta.rules.triumph.stands.bodies import Ranks
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.table import HALF, gap

THICKET, WHISPERS, POWDER, RATIONS, BLACKMAIL = "T03", "T06", "T11", "T13", "T16"


OUT_OF_TURN = "TO-6"
"""The one thing that does not keep a stand from a shot out of turn. [T03]"""


def stands(book: Book, position: Position) -> tuple[Stand, ...]:
    """The stands on the table, camps apart."""
    return tuple(one for one in field(book, position).stands if not one.is_camp)


# ── movement ─────────────────────────────────────────────────────────────────
def followers(book: Book, position: Position, _: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """Stands of the active player that may be harder to lead. [T06]"""
    if not in_phase(about, names.MOVEMENT):
        return ()
    return tuple(one.id for one in stands(book, position) if one.seat in position.active)


def not_one_of_his(
    book: Book, position: Position, seat: Seat, about: tuple[str, ...]
) -> tuple[str, ...]:
    """The active player's stands, for another player: he does not whisper to his own. [T06]"""
    return () if seat in position.active else followers(book, position, seat, about)


def whispers(here: Field, body: tuple[Stand, ...]) -> Modifier | None:
    """A stand that is whispered to costs as one out of command. [T06, TO-10]"""
    if any(stand.piece.marked(WHISPERS) for stand in body) and out_of_command(here, body) is None:
        return Modifier(1, "cost.whispers", "TT-11.8", "distrust")
    return None


def unsettled(book: Book, position: Position, unit: str, _: str) -> tuple[str, ...]:
    """The body that pays more to move where a stand of it is whispered to. [T06, TO-10]"""
    here = field(book, position)
    stand = here.stand(unit)
    if stand.id in here.fighting or out_of_command(here, (stand,)) is not None:
        return ()
    fresh = [one for one in here.stands if one.seat == stand.seat and not one.is_camp]
    ranks = Ranks(here, tuple(one for one in fresh if one.id not in here.fighting))
    lines = (line for line in map(ranks.run, ranks.free) if stand in line)
    return tuple(one.id for one in max(lines, key=len))


def own_stands(
    book: Book, position: Position, seat: Seat, about: tuple[str, ...]
) -> tuple[str, ...]:
    """One's own stands, before the active player moves. [T18]"""
    if not in_phase(about, names.MOVEMENT) or position.count(seat, names.TOKENS) < GIFT:
        return ()
    return tuple(one.id for one in stands(book, position) if one.seat == seat)


# ── shooting ─────────────────────────────────────────────────────────────────
def shooters(book: Book, position: Position, _: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """Shooters of the two who are not neutral. [T11]"""
    if not in_phase(about, names.SHOOTING):
        return ()
    here = field(book, position)
    return tuple(
        one.id
        for one in stands(book, position)
        if shoots(here, one) and role(position, one.seat) == "active"
    )


def damp(us: Fighter, _: Fighter) -> Modifier | None:
    """Damp powder. [T11]"""
    return Modifier(-1, "factor.damp-powder", "TT-11.8") if us.piece.marked(POWDER) else None


def fog(_: Book, state: State, __: Resolve) -> Iterator[Event]:
    """The fog lies over the phase, and is told on the active player's turn card. [T14]"""
    position = state.position
    yield Marked(turn_card(position, position.active[0]).id, Mark(FOG, names.PHASE))


def foggy(us: Fighter, target: Fighter) -> Modifier | None:
    """Shots at more than half the shooter's range are harder in fog. [T14, TO-4]

    # RULING TO-4: half the range stands for the card's 12 inches.
    """
    position = us.position
    if not position.active or not turn_card(position, position.active[0]).marked(FOG):
        return None
    if not is_far(us.field, us.stand, target.stand):
        return None
    return Modifier(-1, "factor.fog", "TT-11.8")


def is_far(here: Field, shooter: Stand, target: Stand) -> bool:
    """Whether a target is so far away that fog hinders a shot at it. [T14, TO-4]"""
    return gap(shooter.base, target.base) > range_of(here, shooter) / 2 + HALF


def aims(book: Book, position: Position) -> Iterator[Aim]:
    """Every shot that may be made now. [T11, T14]"""
    here = field(book, position)
    for shooter, at in shots(here).items():
        for target in at:
            yield Aim(shooter, target, is_far(here, here.stand(shooter), here.stand(target)))


def thickets(book: Book, position: Position, seat: Seat, _: tuple[str, ...]) -> tuple[str, ...]:
    """The shots that a neutral player's stands have at either of the two. [T03]"""
    here = field(book, position)
    own = [one for one in stands(book, position) if one.seat == seat]
    others = [one for one in stands(book, position) if role(position, one.seat) != "neutral"]
    return tuple(
        f"{one.id}>{other.id}"
        for one in own
        if all(why.clause == OUT_OF_TURN for why in why_not_shoot(here, one))
        for other in others
        if may_be_shot(here, other) and in_reach(here, one, other) and sees(here, one, other)
    )


def thicket(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """One stand shoots out of turn. [T03]"""
    shooter, _sign, target = frame.target.partition(">")
    yield Pushed(Shot(shooter=shooter, target=target))


# ── close combat ─────────────────────────────────────────────────────────────
def engaged(book: Book, position: Position, _: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """Stands in close combat of the two. [T13]"""
    fighting = field(book, position).fighting
    units = (one for one in stands(book, position) if one.id in fighting)
    return of_the_two(position, about, names.COMBAT, units)


def tainted(us: Fighter, _: Fighter) -> Modifier | None:
    """Tainted rations. [T13]"""
    return Modifier(-1, "factor.rations", "TT-11.8") if us.piece.marked(RATIONS) else None


def victor(_: Book, __: Position, ___: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """The winner that is to pursue. [T16]"""
    return about


def known(winner: Fighter, _: Fighter, due: bool) -> tuple[Frame, ...]:
    """Before a pursuit the winner may be blackmailed. [T16]"""
    return (Window(moment="broken", about=(winner.stand.id,)),) if due else ()


def may_stay(winner: Fighter, _: Fighter) -> tuple[str, ...]:
    """Whoever may play that card and has any in hand may hold it, as far as all know. [T16]"""
    position, roles = winner.position, designs()[BLACKMAIL].roles
    held = any(role(position, seat) in roles and hand(position, seat) for seat in position.seats())
    return ("TT-11.8",) if held else ()


def restrained(winner: Fighter, _: Fighter, __: bool) -> bool | None:
    """A blackmailed winner stays. [T16]"""
    return False if winner.piece.marked(BLACKMAIL) else None


OVER_TRIUMPH = {
    **PLOYS,
    THICKET: Ploy("last shot", thickets, thicket),
    WHISPERS: Ploy(OPENS, not_one_of_his, nothing),
    POWDER: Ploy(OPENS, shooters, nothing),
    RATIONS: Ploy(OPENS, engaged, nothing),
    FOG: Ploy(OPENS, clear_still, fog),
    BLACKMAIL: Ploy("broken", victor, nothing),
    FRIENDSHIP: Ploy(OPENS, own_stands, friendship),
}
HOOKS = (
    (seams.COST, whispers, "TT-11.8"),
    (seams.SHOOTER, damp, "TT-11.8"),
    (seams.SHOOTER, foggy, "TO-4"),
    (seams.CLOSE_COMBAT, tainted, "TT-11.8"),
    (seams.RESULT_KNOWN, known, "TT-11.8"),
    (seams.STOPPED_BY, may_stay, "TT-11.8"),
    (seams.PURSUIT, restrained, "TT-11.8"),
)
