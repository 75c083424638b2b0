"""The start and the end of every phase, in a fixed order. [TT-3.7, TT-10.4]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Expired, Popped
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.bribery import Bribery
from condotta.rules.treachery.coffers import Score
from condotta.rules.treachery.designation import Designate, NeutralDice
from condotta.rules.treachery.host import Host
from condotta.rules.treachery.playing import CLOSES, DESIGNATED, OPENS, Window
from condotta.rules.treachery.scenarios import RelicStep
from condotta.rules.treachery.truce import Truces


class PhaseDone(Script, frozen=True, kw_only=True):
    """What lasted for the phase is over; nobody is designated any more. [TT-3.8]"""


def opening(host: Host, phase: str) -> tuple[Frame, ...]:
    """Designation, dice of the neutrals, bribes, cards, truces, in this order. [TT-2.5, TT-3.7]"""
    kind = host.opens.get(phase)
    if kind is None:
        return ()
    return (
        Designate(phase=kind),
        Window(moment=DESIGNATED, about=(kind,)),
        NeutralDice(),
        Bribery(),
        Window(moment=OPENS, about=(kind,)),
        *((Truces(),) if kind == names.COMBAT else ()),
    )


def closing(host: Host, phase: str) -> tuple[Frame, ...]:
    """After the last shot cards; then scoring, then cards that follow it. [TT-10.4]"""
    kind = host.closes.get(phase)
    if kind is None:
        return ()
    last = (Window(moment="last shot", about=(kind,)),) if kind == names.SHOOTING else ()
    return (*last, Score(), Window(moment=CLOSES, about=(kind,)), RelicStep(), PhaseDone())


def phase_done(_: Book, state: State, __: PhaseDone) -> Iterator[Event]:
    """Marks of the phase go, and so does the designation. [TT-3.8]"""
    yield Expired(names.PHASE)
    if state.position.count(names.TABLE, names.ENEMY):
        yield Counted(names.TABLE, names.ENEMY, 0)
    yield Popped()


PROCEDURES = {PhaseDone: phase_done}
