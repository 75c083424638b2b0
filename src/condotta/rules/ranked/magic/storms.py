"""The standing storm: a template that moves and remains in play. [FB-5.8, FB-5.10, FB-5.15]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import (
    Asked,
    Counted,
    Event,
    Marked,
    Moved,
    Mustered,
    Popped,
    Pushed,
    Removed,
    Ruled,
    Step,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.magic.lore import lore
from condotta.rules.ranked.magic.winds import (
    ARMY,
    DISPELS_NOT,
    PASS,
    attempt_of,
    beats,
    dispels,
    power_of,
    roller,
)
from condotta.rules.ranked.magic.wizards import where
from condotta.rules.ranked.reading.charts import artillery
from condotta.rules.ranked.reading.dice import dice, hour, rolled, thrown
from condotta.rules.ranked.reading.regiment import Field, field
from condotta.rules.ranked.records import Hit, Spell
from condotta.rules.ranked.shooting.templates import SMALL, Blast, scattered
from condotta.table import Disc, Point, Pose, along, distance, whole

STORM = "standing-storm"
FAR, LITTLE = "artillery die", "scatter distance"
UNRAVEL, UNRAVELLING, LET_GO = "dispel lasting spell", "dispel dice", "end it"
STRIDE = names.INCH // 4


class Storm(Script, frozen=True, kw_only=True):
    """The storm rises at its caster and moves towards a regiment. [FB-5.8]"""

    spell: Spell


class Drift(Script, frozen=True, kw_only=True):
    """In later Magic phases the storm moves at random. [FB-5.8]"""

    storm: str


class Unravel(Script, frozen=True, kw_only=True):
    """A seat may end a storm, or dispel it against its basic casting value. [FB-5.10]"""

    storm: str
    seat: Seat


class Tending(Script, frozen=True, kw_only=True):
    """What happens to storms once the winds have blown. [FB-5.10]

    RULING FB-5.19: each seat with dice may try once, after the winds and before the storm moves.
    """


class Calming(Script, frozen=True, kw_only=True):
    """A storm ends with its caster. [FB-5.10]"""

    wizard: str


def storms(position: Position) -> tuple[Piece, ...]:
    """The storms on the table; `command` names the wizard that cast each."""
    return tuple(piece for piece in position.at("table") if piece.type == STORM)


def storm(book: Book, state: State, frame: Storm) -> Iterator[Event]:
    """An artillery die times two inches; misfire: on the caster, and a die's inches at random."""
    here, spell = field(book, state.position), frame.spell
    at = yield from there(here.find(spell.wizard))
    target = yield from there(here.find(spell.target))
    about = (spell.wizard, spell.target)
    what: dict[str, Param] = {"piece": spell.wizard, "target": spell.target}
    needed = Needed("fb.5-8.rising", what)
    far = yield from thrown(frame, FAR, "FB-5.8", 1, about, needed=needed)
    middle = where(here, spell.wizard)
    inches = artillery(far[0]) * lore()[STORM].factor
    if not inches:
        way = yield from hour(frame, about, needed)
        little = yield from thrown(frame, LITTLE, "FB-5.8", 1, about, needed=needed)
        start = whole(middle)
        end = scattered(*start, way, little[0])
        yield Ruled("FB-5.8", "fb.5-8.misfires", {"piece": spell.wizard, "inches": little[0]})
    else:
        yield Ruled("FB-5.8", "fb.5-8.rises", {**what, "inches": inches})
        start, end = towards(middle, target.base.centre, at.base.reach + SMALL, inches)
    yield from raised(here, spell, start, end)


def towards(middle: Point, aim: Point, off: float, inches: int) -> tuple[tuple[int, int], ...]:
    """Where a template beside a caster begins, and where it ends on its way to a point."""
    length = max(1.0, distance(middle, aim))
    first = along(middle, aim, off / length)
    return whole(first), whole(along(middle, aim, (off + inches * names.INCH) / length))


def raised(
    here: Field, spell: Spell, start: tuple[int, int], end: tuple[int, int]
) -> Iterator[Event]:
    """The storm on the table and hits on everything it has touched. [FB-5.15]"""
    position = here.position
    seat = position.pieces[spell.wizard].controller
    name = f"{STORM} {spell.wizard} {position.turn}"
    yield Mustered(
        Piece(
            name,
            STORM,
            seat,
            seat,
            command=spell.wizard,
            unit=spell.wizard,
            shape=Disc(SMALL),
            place="table",
            pose=Pose(*end, 0, 1_000_000),
        )
    )
    yield Popped()
    if not on_table(here, end):
        yield from calmed(name, "fb.5-10.off-table")
    yield Pushed(passing(seat, spell.wizard, start, end))


def passing(seat: Seat, wizard: str, start: tuple[int, int], end: tuple[int, int]) -> Blast:
    """The template on its way. [FB-1.11]"""
    steps = int(distance(start, end) // STRIDE)
    path = tuple(whole(along(start, end, step / max(1, steps))) for step in range(steps))
    hit = Hit(
        "",
        1,
        lore()[STORM].strength,
        by=seat,
        source=wizard,
        way="magic",
        clause="FB-5.12",
    )
    return Blast(x=end[0], y=end[1], radius=SMALL, hit=hit, path=path)


def on_table(here: Field, point: tuple[int, int]) -> bool:
    """Whether a point is on the table."""
    board = here.position.board
    return 0 <= point[0] <= board.width and 0 <= point[1] <= board.depth


def calmed(name: str, key: str) -> Iterator[Event]:
    """A storm is over."""
    yield Ruled("FB-5.10", key, {"piece": name})
    yield Removed(name, "gone", "", "FB-5.10")


def tending(_: Book, state: State, __: Tending) -> Iterator[Event]:
    """For each storm: whoever may end it, then its way."""
    yield Popped()
    for one in reversed(storms(state.position)):
        yield Pushed(Drift(storm=one.id))
        for seat in reversed((*state.position.active, *_against(state))):
            yield Pushed(Unravel(storm=one.id, seat=seat))


def _against(state: State) -> tuple[Seat, ...]:
    """Seats that hold dispel dice now."""
    position = state.position
    return tuple(seat for seat in position.seats() if position.count(seat, names.DISPEL))


def unravel(book: Book, state: State, frame: Unravel) -> Iterator[Event]:
    """Let it go, or roll against its casting value. [FB-5.10]"""
    position = state.position
    here, one = field(book, position), position.pieces[frame.storm]
    pool = names.POWER if frame.seat in position.active else names.DISPEL
    holder = power_of(position) if pool == names.POWER else frame.seat
    answer = frame.heard(UNRAVEL)
    if one.place != "table":
        yield Popped()
        return
    if not isinstance(answer, Choose):
        own = (LET_GO,) if one.controller == frame.seat in position.active else ()
        most = dispels(here, frame.seat, pool) if holder == frame.seat else (PASS,)
        options = (*most, *own)
        if len(options) == 1:
            yield Popped()
        else:
            yield Asked(asked_to_unravel(one, frame.seat, options))
        return
    who, number, bonus = attempt_of(here, answer.option)
    pips = rolled(frame, UNRAVELLING)
    if not number:
        yield Popped()
        if who == LET_GO:
            yield from calmed(one.id, "fb.5-10.ended")
    elif pips is None:
        yield Counted(holder, pool, position.count(holder, pool) - number)
        about = roller(frame.seat, who, one.id)
        least = lore()[STORM].value - bonus
        needed = Needed(
            "fb.5-10.against", {"piece": one.unit, "seat": frame.seat}, least, together=True
        )
        yield dice(UNRAVELLING, "FB-5.10", number, about, needed=needed)
    else:
        yield Popped()
        if beats(pips, bonus, lore()[STORM].value):
            yield from calmed(one.id, "fb.5-10.dispelled")
            return
        yield Ruled("FB-5.10", "fb.5-10.stays", {"seat": frame.seat, "piece": one.unit})
        if who != ARMY:
            yield Marked(who, Mark(DISPELS_NOT, names.PHASE))


def asked_to_unravel(one: Piece, seat: Seat, options: tuple[str, ...]) -> Ask:
    """The question about a storm, which says what dice must reach. [FB-5.10]"""
    needed = Needed("fb.5-10.needs", {"piece": one.unit}, lore()[STORM].value, together=True)
    return Ask(seat, UNRAVEL, "FB-5.10", options=options, about=(one.id,), needed=needed)


def drift(book: Book, state: State, frame: Drift) -> Iterator[Event]:
    """An artillery die times two inches in a random direction.

    RULING FB-5.19: a misfire ends a storm that drifts.
    """
    here, one = field(book, state.position), state.position.pieces[frame.storm]
    pose = yield from there(one.pose)
    needed = Needed("fb.5-8.drifts", {"piece": one.unit})
    far = yield from thrown(frame, FAR, "FB-5.8", 1, (one.id,), needed=needed)
    if not artillery(far[0]):
        yield Popped()
        yield from calmed(one.id, "fb.5-10.spent")
        return
    start = (pose.x, pose.y)
    way = yield from hour(frame, (one.id,), needed)
    inches = artillery(far[0]) * lore()[STORM].factor
    end = scattered(*start, way, inches)
    yield Ruled("FB-5.8", "fb.5-8.drifted", {"piece": one.unit, "inches": inches})
    yield Moved((Step(one.id, Pose(*end, 0, 1_000_000)),), "drift")
    yield Popped()
    if not on_table(here, end):
        yield from calmed(one.id, "fb.5-10.off-table")
    yield Pushed(passing(one.controller, one.command, start, end))


def calming(_: Book, state: State, frame: Calming) -> Iterator[Event]:
    """Its caster is gone. [FB-5.10]"""
    for one in storms(state.position):
        if one.command == frame.wizard:
            yield from calmed(one.id, "fb.5-10.caster-gone")
    yield Popped()


def caster_gone(position: Position, piece: Piece, _: Seat) -> tuple[Frame, ...]:
    """Whether a storm ends with that piece."""
    ends = any(one.command == piece.id for one in storms(position))
    return (Calming(wizard=piece.id),) if ends else ()


HOOKS = ((seams.DESTROYED, caster_gone, "FB-5.10"),)
PROCEDURES: dict[type[Frame], Procedure] = {
    Storm: storm,
    Drift: drift,
    Unravel: unravel,
    Tending: tending,
    Calming: calming,
}
