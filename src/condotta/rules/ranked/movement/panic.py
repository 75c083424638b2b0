"""Panic: who must test, which way those who fail run. [FB-8.1]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.wounds import SLEW, joined
from condotta.rules.ranked.movement.flight import Flight
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.special_rules import fearless
from condotta.table import HALF, Rectangle, base, gap

CLAUSE = "FB-8.1"
WINDOW = "panic test"
NEAR = 6 * names.INCH


class Panics(Script, frozen=True, kw_only=True):
    """Regiments that have reason to panic test one after another. [FB-1.6, FB-8.1]

    `cause` is losses, destroyed, broken, fled-through or terror. With a `seat` only its friends
    test. `by` is whose doing the cause is, if anybody's: he has made those flee who do.
    RULING FB-1.14: in order of mustering, whoever owns them.
    """

    regiments: tuple[str, ...]
    cause: str
    seat: Seat = ""
    by: Seat = ""


class Losses(Script, frozen=True, kw_only=True):
    """Models were removed: whoever so lost a quarter since the phase began tests. [FB-8.1]

    RULING FB-8.7: what was lost while it was engaged calls for no test later, once it is free.
    """

    regiment: str


class Panic(Script, frozen=True, kw_only=True):
    """One Panic test, and immediate flight if it fails. [FB-8.1, FB-8.4]"""

    regiment: str
    cause: str
    by: Seat = ""


def must_test(here: Field, one: Regiment) -> bool:
    """Not the engaged, the fleeing, nor whoever tested in this phase or stands by. [FB-8.2]

    RULING FB-8.7: whoever is in a round of combat is engaged until its result is counted, though
    the last enemy has fallen: blows of one step fall together.
    """
    if one.fleeing or one.marked(names.TESTED_PANIC) or one.marked(names.FIGHTING):
        return False
    return not (here.engaged(one) or here.stands_by(one))


def at_losses(_: Position, regiment: str) -> tuple[Frame, ...]:
    """Losses are looked at when they have been taken off. [FB-8.1, FB-8.3]"""
    return (Losses(regiment=regiment),)


def at_flight(_: Position, fled: Piece, friends: tuple[str, ...], by: Seat) -> tuple[Frame, ...]:
    """Friends that somebody fled through have reason to panic. [FB-4.12, FB-8.1]"""
    return (Panics(regiments=friends, cause="fled-through", seat=fled.controller, by=by),)


def losses(book: Book, state: State, frame: Losses) -> Iterator[Event]:
    """The Panic test that losses since the start of the phase call for now. [FB-8.1]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    yield Popped()
    if one is None or one.id != frame.regiment or not must_test(here, one):
        return
    if heavy_losses(one.value(names.AT_PHASE_START), one.models):
        yield Pushed(Panics(regiments=(one.id,), cause="losses", by=slayer(here, one)))


def around(position: Position, piece: Piece) -> tuple[str, ...]:
    """The other regiments within 6 inches of a piece that stands on the table. [FB-8.1]"""
    assert piece.pose is not None, piece
    assert piece.shape is not None, piece
    here = base(piece.pose, piece.shape)
    return tuple(
        other.id
        for other in position.at("table")
        if other.id != piece.id
        and other.pose is not None
        and isinstance(other.shape, Rectangle)
        and gap(here, base(other.pose, other.shape)) <= NEAR + HALF
    )


def at_loss(position: Position, piece: Piece, by: Seat) -> tuple[Frame, ...]:
    """Friends within 6 inches of a regiment that is destroyed, or leaves fleeing, test. [FB-8.1]

    So do the characters that are left over of it. [FB-8.5]
    """
    if piece.pose is None or piece.shape is None:
        return ()
    left_over = tuple(one.id for one in joined(position, piece.id))
    witnesses = (*around(position, piece), *left_over)
    if not witnesses:
        return ()
    return (Panics(regiments=witnesses, cause="destroyed", seat=piece.controller, by=by),)


def panics(book: Book, state: State, frame: Panics) -> Iterator[Event]:
    """The next of those that must still test. [FB-8.2]"""
    here = field(book, state.position)
    due = [
        name
        for name in dict.fromkeys(frame.regiments)
        if (one := here.find(name)) is not None
        and must_test(here, one)
        and (not frame.seat or here.relation(frame.seat, one.seat) == "friend")
    ]
    yield Popped()
    if len(due) > 1:
        yield Pushed(replace(frame, regiments=tuple(due[1:])))
    if due:
        yield Pushed(Panic(regiment=due[0], cause=frame.cause, by=frame.by))


def panic(book: Book, state: State, frame: Panic) -> Iterator[Event]:
    """A Leadership test; failed, the regiment runs. [FB-8.1, FB-8.4]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or not must_test(here, one):
        yield Popped()
        return
    params = {"regiment": one.id, "cause": frame.cause}
    if fearless(one):
        yield Ruled("FB-9.3", "fb.9-3.no-panic", params)
        yield Marked(one.id, Mark(names.TESTED_PANIC, names.PHASE))
        yield Popped()
        return
    test = leadership_tests.plain(here, one, WINDOW, CLAUSE)
    if frame.heard(WINDOW) is None:
        yield Ruled(CLAUSE, f"fb.8-1.{frame.cause}", {"regiment": one.id})
    passed = yield from leadership_tests.taken(here, frame, test)
    yield Marked(one.id, Mark(names.TESTED_PANIC, names.PHASE))
    yield Popped()
    if passed:
        return
    foe = runs_from(here, one, frame.cause)
    by = foe.seat if foe is not None and here.hostile(one, foe) else ""
    if frame.by and here.relation(one.seat, frame.by) != "friend":
        by = frame.by
    yield Pushed(Flight(regiment=one.id, away=foe.id if foe else "", by=by, clause="FB-8.4"))
    if leadership_tests.rerolled(frame, WINDOW):
        return
    for then in book.union(seams.TEST_FAILED, state.position, one.piece, WINDOW):
        yield Pushed(then)


def slayer(here: Field, one: Regiment) -> Seat:
    """The seat that has slain most of a regiment in this phase, if any has. [FB-8.4]"""
    slain: dict[Seat, int] = {}
    for piece in here.position.pieces.values():
        if here.relation(one.seat, piece.controller) != "friend":
            count = here.position.count(piece.id, SLEW + one.id)
            slain[piece.controller] = slain.get(piece.controller, 0) + count
    most = max(slain, key=lambda seat: slain[seat], default="")
    return most if slain.get(most) else ""


def slain_by(foe: Regiment, one: Regiment) -> int:
    """How many of a regiment another has slain in this phase, its characters counted. [FB-8.4]"""
    return sum(foe.position.count(piece.id, SLEW + one.id) for piece in foe.pieces)


def runs_from(here: Field, one: Regiment, cause: str) -> Regiment | None:
    """The enemy it runs from: whoever slew most of it this phase, or the nearest. [FB-8.4]

    With no enemy on the table, the nearest of those who are no friends.
    """
    if cause == "losses":
        foes = here.enemies(one.seat)
        worst = max(foes, key=lambda foe: slain_by(foe, one), default=None)
        if worst is not None and slain_by(worst, one):
            return worst
    others = (foe for foe in here.regiments if here.relation(one.seat, foe.seat) != "friend")
    return here.nearest_enemy(one) or min(others, key=lambda foe: here.gap(one, foe), default=None)


def heavy_losses(start: int, left: int) -> bool:
    """Whether a quarter or more of the models at the start of a phase is lost. [FB-8.1]

    >>> heavy_losses(21, 17), heavy_losses(21, 15), heavy_losses(20, 15)
    (False, True, True)
    """
    return left < start and 4 * (start - left) >= start


HOOKS = (
    (seams.DESTROYED, at_loss, CLAUSE),
    (seams.LOSSES, at_losses, CLAUSE),
    (seams.FLED_THROUGH, at_flight, CLAUSE),
)

PROCEDURES: dict[type[Frame], Procedure] = {Panics: panics, Losses: losses, Panic: panic}
