"""The close combat phase: line up, then one combat after another. [TC-9.1, TC-9.2]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Cleared, Event, Moved, Popped, Pushed, Ruled
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, thrown
from condotta.rules.triumph import names
from condotta.rules.triumph.combat import aftermath
from condotta.rules.triumph.combat.engaging import engaged, rolling
from condotta.rules.triumph.combat.pairing import (
    Pair,
    chooser,
    contests,
    lined_up,
    pairs,
    phasing_seat,
)
from condotta.rules.triumph.combat.results import resolve
from condotta.rules.triumph.stands.field import Field, field
from condotta.rules.triumph.victory import swept_away
from condotta.table import Edge

ORDER = "combat"
OPPONENT = "opponent"


class ClosePhase(Script, frozen=True, kw_only=True):
    """The start of the phase: contact that pursuit made askew is lined up. [TC-9.1]"""


class Fights(Loop, frozen=True, kw_only=True):
    """Combat after combat, in the order that the phasing side picks. [TC-9.2]"""


class Assault(Script, frozen=True, kw_only=True):
    """A combat with alternatives: an attacker's owner picks one. [TC-9.8, TC-9.21]"""

    seat: Seat
    options: tuple[str, ...]


class Melee(Script, frozen=True, kw_only=True):
    """One combat: dice, result, outcome moves. [TC-9.7]"""

    attacker: str
    defender: str
    attacker_edge: Edge
    defender_edge: Edge


def close_phase(book: Book, state: State, _: ClosePhase) -> Iterator[Event]:
    """Line up one pursuer of an earlier phase after the other; then fight. [TC-3.78, TC-9.1]"""
    here = field(book, state.position)
    for stand in here.stands:
        if stand.piece.marked(names.FRESH):
            yield Cleared(stand.id, names.FRESH)
            step = lined_up(here, stand)
            if step is not None:
                yield Ruled("TC-3.78", "tc.3-78.lines-up", {"stand": stand.id})
                yield Moved((step,), "line up")
            return
    yield Popped()
    yield Pushed(Fights())


def fights(book: Book, state: State, frame: Fights) -> Iterator[Event]:
    """Ask which combat is next, if there is a choice, and begin it. [TC-9.2]"""
    here = field(book, state.position)
    if frame.answers:
        yield from begin(here, said(frame.answers[-1].said))
        return
    over = swept_away(book, state.position)
    if over:
        yield from over
        return
    groups = contests(pairs(here))
    if not groups:
        yield Popped()
        return
    phasing = phasing_seat(state.position)
    options = tuple(name for group in groups for name in offered(here, group, phasing))
    if len(options) == 1:
        yield from begin(here, options[0])
    else:
        yield from asked_once(state.asks, Ask(phasing, ORDER, "TC-9.2", options=options))


def offered(here: Field, group: tuple[Pair, ...], phasing: Seat) -> tuple[str, ...]:
    """A combat as options: every alternative, or its first defender where another seat picks."""
    if len(group) == 1 or chooser(here, group, phasing) == phasing:
        return tuple(pair.option for pair in group)
    return (group[0].defender,)


def said(answer: Action | None) -> str:
    """The option that was chosen."""
    assert isinstance(answer, Choose), answer
    return answer.option


def begin(here: Field, option: str) -> Iterator[Event]:
    """Start the combat that an option names, or ask whoever picks among its alternatives."""
    attacker, found, defender = option.partition(">")
    if found:
        yield from roll(here, Pair(attacker, defender))
        return
    phasing = phasing_seat(here.position)
    for group in contests(pairs(here)):
        if len(group) > 1 and group[0].defender == option:
            seat = chooser(here, group, phasing)
            yield Pushed(Assault(seat=seat, options=tuple(pair.option for pair in group)))


def assault(book: Book, state: State, frame: Assault) -> Iterator[Event]:
    """Ask for the attacker that rolls. [TC-9.8, TC-9.21]"""
    here, answer = field(book, state.position), frame.heard(OPPONENT)
    if answer is None:
        camp = here.stand(frame.options[0].partition(">")[2]).is_camp
        clause = "TC-9.21" if camp else "TC-9.8"
        yield Asked(Ask(frame.seat, OPPONENT, clause, options=frame.options))
        return
    attacker, _, defender = said(answer).partition(">")
    yield Popped()
    yield from roll(here, Pair(attacker, defender))


def roll(here: Field, pair: Pair) -> Iterator[Event]:
    """Begin a combat; what happens as its dice are taken up comes first."""
    events, one, two = engaged(here, pair.attacker, pair.defender)
    yield from events
    yield Pushed(
        Melee(
            attacker=pair.attacker,
            defender=pair.defender,
            attacker_edge=one.edge,
            defender_edge=two.edge,
        )
    )


def melee(book: Book, state: State, frame: Melee) -> Iterator[Event]:
    """Roll for both, and settle what the scores say. [TC-9.7]"""
    here = field(book, state.position)
    if here.find(frame.attacker) is None or here.find(frame.defender) is None:
        yield Popped()
        return
    about = (frame.attacker, frame.defender)
    pips = yield from thrown(frame, "melee dice", "TC-9.7", 2, about)
    edges = frame.attacker_edge, frame.defender_edge
    us, foe = rolling(here, frame.attacker, frame.defender, edges)
    yield from aftermath.settle(us, foe, resolve(us, foe, pips))


PROCEDURES: dict[type[Frame], Procedure] = {
    ClosePhase: close_phase,
    Fights: fights,
    Assault: assault,
    Melee: melee,
    **aftermath.PROCEDURES,
}
