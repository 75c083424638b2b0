"""A regiment's volley: dice to hit, hits handed on, what follows them. [FB-6.3 to 6.6]"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark
from condotta.kernel.rulings import Modifier, Param, Tally
from condotta.kernel.state import State
from condotta.rules.asking import told_apart
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.wounds import SLEW
from condotta.rules.ranked.reading.charts import MOST_DICE, NEVER, SIX, Score, passed
from condotta.rules.ranked.reading.dice import dice, rolled, thrown
from condotta.rules.ranked.reading.regiment import Regiment, field
from condotta.rules.ranked.records import Hit, Shot
from condotta.rules.ranked.shooting.marksmen import Marksmen, heroes
from condotta.rules.ranked.shooting.missiles import Volley, hits_told, to_hit, volley
from condotta.rules.ranked.shooting.random_hits import landed
from condotta.rules.steps import giving_way

TO_HIT, AGAIN = "to hit", "to hit again"


class Volleying(Script, frozen=True, kw_only=True):
    """A regiment's shots at another, in its phase or as it is charged. [FB-6.2, FB-4.4]"""

    shot: Shot


class ShotsOver(Script, frozen=True, kw_only=True):
    """What layers put after a regiment's shots."""

    shot: Shot


class Forgetting(Script, frozen=True, kw_only=True):
    """Who slew whom is counted for a phase at a time. [FB-8.4]"""


def volleying(book: Book, state: State, frame: Volleying) -> Iterator[Event]:
    """Roll to hit, a second time where a 6 must be followed, and hand the hits on. [FB-6.4]"""
    here = field(book, state.position)
    shot = frame.shot
    one, target = here.find(shot.shooter), here.find(shot.target)
    if one is None or target is None or one.fleeing:
        yield Popped()
        return
    fired = volley(here, one, target, reaction=shot.reaction)
    poisoned = one.has("poison") and not fired.score.then
    pips = rolled(frame, TO_HIT)
    if pips is None and fired.score.possible:
        yield marked_shot(shot)
        yield told(one, target, fired)
        reads = told_apart(lambda pip: (passed((pip,), fired.score.first), poisoned and pip == SIX))
        yield dice(
            TO_HIT,
            "FB-6.4",
            fired.shots,
            (one.id, target.id),
            counted_from=reads,
            needed=to_hit(one.id, target.id, fired.score.first),
        )
        return
    hits = yield from hits_of(frame, fired.score, pips or (), (one.id, target.id))
    if pips:
        yield hits_told(one.id, target.id, len(pips), hits)
    hit = Hit(
        target.id,
        hits,
        fired.strength,
        by=one.seat,
        source=one.id,
        way="shooting",
        piercing=fired.piercing,
        poison=(pips or ()).count(SIX) if poisoned else 0,
    )
    yield Popped()
    yield Pushed(ShotsOver(shot=shot))
    shooting = heroes(state.position, one)
    if shooting:
        yield Pushed(Marksmen(shot=shot, heroes=shooting))
    if hits:
        yield Pushed(landed(here, hit))


def hits_of(
    frame: Script, score: Score, pips: tuple[int, ...], about: tuple[str, str]
) -> Generator[Event, None, int]:
    """The hits, of a second roll where a 6 must be followed. [FB-6.6]"""
    hits = passed(pips, score.first)
    if not hits or not score.then:
        return hits
    reads = told_apart(lambda pip: passed((pip,), score.then))
    needed = to_hit(*about, score.then)
    second = yield from thrown(
        frame, AGAIN, "FB-6.6", hits, about, counted_from=reads, needed=needed
    )
    return passed(second, score.then)


def told(one: Regiment, target: Regiment, fired: Volley) -> Ruled:
    """The shots, what they need and why. [FB-6.4, FB-6.5]"""
    score = Modifier(NEVER - one.value(names.BS), "fb.6-4.score", "FB-6.4")
    harder = tuple(replace(part, value=-part.value) for part in fired.parts)
    params: dict[str, Param] = {
        "piece": one.id,
        "target": target.id,
        "shots": min(MOST_DICE, fired.shots),
        "needs": fired.score.first,
        "then": fired.score.then,
    }
    key = "fb.6-6.volley" if fired.score.then else "fb.6-4.volley"
    return Ruled("FB-6.4", key, params, tallies=(Tally(one.id, 0, (score, *harder)),))


def marked_shot(shot: Shot) -> Marked:
    """The mark of a regiment that has shot, or has stood and shot. [FB-4.4, FB-6.1]"""
    name = names.STOOD_AND_SHOT if shot.reaction else names.SHOT
    return Marked(shot.shooter, Mark(name, names.TURN))


def shots_over(book: Book, state: State, frame: ShotsOver) -> Iterator[Event]:
    """What layers say."""
    yield from giving_way(book.union(seams.SHOTS_OVER, state.position, frame.shot))


def forgetting(_: Book, state: State, __: Forgetting) -> Iterator[Event]:
    """The counts of the slain go back to nothing. [FB-8.4]"""
    for piece, name in slayings(state.position):
        yield Counted(piece, name, 0)
    yield Popped()


def slayings(position: Position) -> list[tuple[str, str]]:
    """Every count of models slain that is kept now, by names: in whatever order it was counted."""
    return sorted(
        (piece, name)
        for piece, row in position.counters.items()
        for name in row
        if name.startswith(SLEW)
    )


def closes(position: Position, _: str) -> tuple[Frame, ...]:
    """As a phase ends nobody has slain anybody in it any more. [FB-8.4]"""
    return (Forgetting(),) if slayings(position) else ()


HOOKS: tuple[tuple[Any, Any, str], ...] = ((seams.PHASE_CLOSES, closes, "FB-8.4"),)

PROCEDURES: dict[type[Frame], Procedure] = {
    Volleying: volleying,
    ShotsOver: shots_over,
    Forgetting: forgetting,
}
