"""The ranged combat phase: shot after shot, of all sides. [TC-6.1, TC-6.14]

The phasing side picks the order, and each owner whether to shoot and at whom. [TC-6.16] Whoever
has both choices is asked one question; whoever has none is asked nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Loop, Roll, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Marked, Popped, Pushed
from condotta.kernel.records import CHANCE, Mark
from condotta.kernel.state import State
from condotta.rules.asking import asked_once
from condotta.rules.triumph import names
from condotta.rules.triumph.combat.aftermath import settle
from condotta.rules.triumph.combat.engaging import engaged
from condotta.rules.triumph.combat.pairing import phasing_seat
from condotta.rules.triumph.combat.results import resolve
from condotta.rules.triumph.shooting.gunnery import shots
from condotta.rules.triumph.stands.field import Field, field
from condotta.rules.triumph.victory import swept_away

WINDOW = "shooting"
TARGET = "target"
HOLD = "hold"


class RangedPhase(Loop, frozen=True, kw_only=True):
    """Asks for the next shot until nobody can or will shoot. [TC-6.14]"""


class Target(Script, frozen=True, kw_only=True):
    """Its owner says at whom a stand shoots, if at all. [TC-6.16]"""

    shooter: str


class HoldFire(Script, frozen=True, kw_only=True):
    """These stands do not shoot in this phase. [TC-6.16]"""

    stands: tuple[str, ...]


class Shot(Script, frozen=True, kw_only=True):
    """One shot: dice, result, outcome moves. [TC-6.15, TC-6.21]"""

    shooter: str
    target: str


def ranged_phase(book: Book, state: State, frame: RangedPhase) -> Iterator[Event]:
    """Ask for the next shot, or begin the one that was said. [TC-6.14]"""
    here = field(book, state.position)
    if frame.answers:
        answer = frame.answers[-1].said
        assert isinstance(answer, Choose), answer
        yield from begin(here, answer.option)
        return
    over = swept_away(book, state.position)
    if over:
        yield from over
        return
    phasing = phasing_seat(state.position)
    possible = next_shots(here, phasing)
    options = [one for name in possible for one in offered(here, name, possible[name], phasing)]
    if not possible:
        yield Popped()
    elif len(possible) == 1 and here.stand(options[0].partition(">")[0]).seat != phasing:
        yield Pushed(Target(shooter=options[0]))
    else:
        own = any(here.stand(name).seat == phasing for name in possible)
        if own and not here.settings.flag("shootingCompulsory"):
            options.append(HOLD)
        yield from ask(state.asks, phasing, options)


def next_shots(here: Field, phasing: str) -> dict[str, tuple[str, ...]]:
    """The shots among which the next is: of all sides, or its own side's first. [TC-6.14]"""
    found = shots(here)
    if not here.settings.flag("ownShotsFirst"):
        return found
    own = {
        name: at
        for name, at in found.items()
        if here.relation(phasing, here.stand(name).seat) == "friend"
    }
    return own or found


def offered(here: Field, name: str, at: tuple[str, ...], phasing: str) -> tuple[str, ...]:
    """A shooter as options: with each target for its owner, alone for whoever sets the order."""
    if here.stand(name).seat == phasing:
        return tuple(f"{name}>{target}" for target in at)
    return (name,)


def ask(asks: tuple[Ask, ...], seat: str, options: list[str]) -> Iterator[Event]:
    """The question, or the only answer there is."""
    if len(options) == 1:
        yield from begun(options[0])
    else:
        yield from asked_once(asks, Ask(seat, WINDOW, "TC-6.14", options=tuple(options)))


def begun(option: str) -> Iterator[Event]:
    """The frame of a shot or of the question for its target."""
    shooter, found, target = option.partition(">")
    yield Pushed(Shot(shooter=shooter, target=target) if found else Target(shooter=shooter))


def begin(here: Field, option: str) -> Iterator[Event]:
    """What was said: a shot, another seat's stand that is next, or no more shots of one's own."""
    if option != HOLD:
        yield from begun(option)
        return
    phasing = phasing_seat(here.position)
    own = tuple(name for name in shots(here) if here.stand(name).seat == phasing)
    yield Pushed(HoldFire(stands=own))


def target(book: Book, state: State, frame: Target) -> Iterator[Event]:
    """Ask the owner at whom to shoot. [TC-6.16]"""
    here = field(book, state.position)
    at = shots(here).get(frame.shooter, ())
    answer = frame.heard(TARGET)
    compulsory = here.settings.flag("shootingCompulsory")
    if not at:
        yield Popped()
    elif compulsory and len(at) == 1:
        yield Popped()
        yield Pushed(Shot(shooter=frame.shooter, target=at[0]))
    elif not isinstance(answer, Choose):
        options = at if compulsory else (*at, HOLD)
        seat = here.stand(frame.shooter).seat
        yield Asked(Ask(seat, TARGET, "TC-6.16", options=options, about=(frame.shooter,)))
    elif answer.option == HOLD:
        yield Popped()
        yield Pushed(HoldFire(stands=(frame.shooter,)))
    else:
        yield Popped()
        yield Pushed(Shot(shooter=frame.shooter, target=answer.option))


def hold_fire(_: Book, __: State, frame: HoldFire) -> Iterator[Event]:
    """Shooting is not compulsory. [TC-6.16]"""
    for name in frame.stands:
        yield Marked(name, Mark(names.HELD, names.RANGED))
    yield Popped()


def shot(book: Book, state: State, frame: Shot) -> Iterator[Event]:
    """Roll for both, and settle what the scores say for the target. [TC-6.21]"""
    here = field(book, state.position)
    if here.find(frame.shooter) is None or here.find(frame.target) is None:
        yield Popped()
        return
    events, us, foe = engaged(here, frame.shooter, frame.target, "ranged")
    answer = frame.heard("shot dice")
    if not isinstance(answer, Roll):
        yield from events
        about = (frame.shooter, frame.target)
        yield Asked(Ask(CHANCE, "shot dice", "TC-6.21", dice=2, about=about))
        return
    yield from settle(us, foe, resolve(us, foe, answer.pips))


PROCEDURES: dict[type[Frame], Procedure] = {
    RangedPhase: ranged_phase,
    Target: target,
    HoldFire: hold_fire,
    Shot: shot,
}
