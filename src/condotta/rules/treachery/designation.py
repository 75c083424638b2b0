"""Whose turn it is names one enemy for the phase; who then is neutral may gain a card.

[TT-3.1 to TT-3.7, TT-7.1 to TT-7.3, TT-11.3]
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Roll, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.state import State
from condotta.rules.steps import giving_way
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import DealCard
from condotta.rules.treachery.host import Host, host_of
from condotta.rules.treachery.players import neutrals, number_of, on_the_table, present

WINDOW = "designation"
SMALL = 3  # a battle of three, in which a card comes on 5 or 6 [TT-11.3]


class Designate(Script, frozen=True, kw_only=True):
    """The active player names the enemy of the phase; never those in `without`. [TT-3.1]"""

    phase: str
    without: tuple[Seat, ...] = ()


class NeutralDice(Script, frozen=True, kw_only=True):
    """Every neutral player rolls for a card. [TT-11.3]"""


def may_be_named(
    book: Book, host: Host, position: Position, kind: str
) -> tuple[tuple[Seat, ...], str]:
    """The opponents who may be designated, and the clause that says so. [TT-3.6, TT-7.1 to 7.3]

    In close combat those with whom the active player's units fight; otherwise anybody who has
    units on the table, or anybody at all when nobody has.
    """
    active = position.active[0]
    side = position.side(active)
    others = tuple(seat for seat in position.seats() if position.side(seat) != side)
    if kind == names.COMBAT:
        fought = {
            position.pieces[foe].controller for _, foe in host.engaged(book, position, active)
        }
        if fought:
            clause = "TT-7.1" if len(fought) == 1 else "TT-7.2"
            return tuple(seat for seat in others if seat in fought), clause
    there = tuple(seat for seat in others if on_the_table(host, position, seat))
    return there or others, "TT-7.3" if kind == names.COMBAT else "TT-3.1"


def designate(book: Book, state: State, frame: Designate) -> Iterator[Event]:
    """Ask, where there is a choice; then everybody knows. [TT-3.1]"""
    position, host = state.position, host_of(book)
    options, clause = may_be_named(book, host, position, frame.phase)
    options = tuple(seat for seat in options if seat not in frame.without) or options
    said = frame.heard(WINDOW)
    if said is None and len(options) > 1:
        yield Asked(Ask(position.active[0], WINDOW, clause, options=options))
        return
    enemy = said.option if isinstance(said, Choose) else options[0]
    yield Counted(names.TABLE, names.ENEMY, number_of(position, enemy))
    key = "tt.3-1.forced" if said is None and clause == "TT-7.1" else "tt.3-1.enemy"
    yield Ruled(clause, key, {"seat": position.active[0], "enemy": enemy})
    yield Popped()


def neutral_dice(book: Book, state: State, frame: NeutralDice) -> Iterator[Event]:
    """A die for each neutral player who is still there: 5 or 6 of three players, else 6."""
    position, host = state.position, host_of(book)
    rolling = tuple(seat for seat in neutrals(position) if present(host, position, seat))
    roll = frame.heard("neutral dice")
    if roll is None and rolling:
        dice = len(rolling)
        yield Asked(Ask(CHANCE, "neutral dice", "TT-11.3", dice=dice, about=rolling))
        return
    pips = roll.pips if isinstance(roll, Roll) else ()
    least = 5 if position.count(names.TABLE, names.PLAYERS) == SMALL else 6
    # a hand may have cleared somebody's units off the table since the dice were asked for
    thrown = tuple(zip(rolling, pips, strict=False))
    for seat, pip in thrown:
        if pip < least:
            yield Ruled("TT-11.3", "tt.11-3.none", {"seat": seat, "pip": pip, "least": least})
    lucky = [seat for seat, pip in thrown if pip >= least]
    yield from giving_way(DealCard(seat=seat, number=1, clause="TT-11.3") for seat in lucky)


PROCEDURES = {Designate: designate, NeutralDice: neutral_dice}
