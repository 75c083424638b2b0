"""Deployment: one unit at a time in turn, then the roll for the first turn. [FB-14.1]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import (
    Counted,
    Event,
    Exchanged,
    Placed,
    Popped,
    Pushed,
    Ruled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules import setting_up
from condotta.rules.asking import asked_alone, thrown
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.movement.joining import joins, why_not_join
from condotta.rules.ranked.reading.regiment import is_regiment, piece_has
from condotta.rules.ranked.setting_out.places_to_set_out import (
    SCOUTS,
    formed,
    has_place,
    why_not_placed,
)
from condotta.rules.setting_up import Deployment, fewest_out
from condotta.table import Pose, base

CLAUSE = "FB-14.1"
WINDOW = "deployment"
ORDER, FIRST = "who deploys first", "first turn"
HOLD_BACK = "hold back"


class Deploy(Action, frozen=True):
    """A unit is set out: where, in how many files, or into which regiment a character goes.

    Ambushers may hide instead, to come on later. [FB-9.7]
    """

    piece: str
    pose: Pose | None = None
    files: int = 0
    into: str = ""
    ambush: bool = False


class SetOut(Script, frozen=True, kw_only=True):
    """One unit being set out; then the next seat may."""

    seat: Seat
    deploy: Deploy


class HeldBack(Script, frozen=True, kw_only=True):
    """A seat's units that find no place come on as reinforcements. [FB-4.18]"""

    seat: Seat


class FirstTurn(Script, frozen=True, kw_only=True):
    """The roll for the first turn, ties rolled again among those who tie. [FB-14.1, FB-1.5]"""

    seats: tuple[Seat, ...] = ()


def undeployed(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """What a seat has still to set out."""
    return setting_up.undeployed(position, seat, is_regiment)


def must_place(book: Book, position: Position, seat: Seat) -> tuple[Piece, ...]:
    """What a seat may set out now: once it has begun with its characters, only those. [FB-14.1]

    Where a layer says so they come after all units.

    RULING FB-9.8: scouts come last, anywhere more than 12 inches from every enemy.
    """
    left = undeployed(position, seat)
    left = tuple(one for one in left if not piece_has(one, SCOUTS)) or left
    characters = tuple(one for one in left if names.CHARACTER in one.traits)
    if position.count(seat, "characters out"):
        return characters
    units = tuple(one for one in left if one not in characters)
    last: bool | None = book.sole(seams.CHARACTERS_LAST, position)
    return units if units and last else left


def deployment(book: Book, state: State, frame: Deployment) -> Iterator[Event]:
    """Ask whose turn it is for a unit. RULING FB-14.6: seats set out in table order."""
    position = state.position
    if frame.answers:
        answer = frame.answers[0]
        if isinstance(answer.said, Deploy):
            yield Pushed(SetOut(seat=answer.seat, deploy=answer.said))
        else:
            yield Pushed(HeldBack(seat=answer.seat))
        return
    seat = next_to_place(book, position)
    yield from asked_alone(state.asks, WINDOW, question(book, position, seat) if seat else None)


def question(book: Book, position: Position, seat: Seat) -> Ask:
    """What a seat is asked when it is to set out."""
    left = must_place(book, position, seat)
    placed = any(has_place(book, position, piece) for piece in left)
    free = book.sole(seams.HOLDS_BACK, position, seat)
    options = () if placed and not free else (HOLD_BACK,)
    about = tuple(piece.id for piece in left)
    return Ask(seat, WINDOW, CLAUSE, options=options, says=("Deploy",), about=about)


def next_to_place(book: Book, position: Position) -> Seat:
    """The seat that sets out next: the one that has set out fewest, by table order."""
    order = book.sole(seams.DEPLOY_ORDER, position) or position.seats()
    waiting = [seat for seat in order if undeployed(position, seat)]
    return fewest_out(position, waiting, "drops")


def set_out(_: Book, state: State, frame: SetOut) -> Iterator[Event]:
    """Place it; whoever is done first is noted. All characters count as one unit. [FB-14.1]"""
    position, said = state.position, frame.deploy
    piece = position.pieces[said.piece]
    if said.ambush:
        yield Placed(piece.id, "reserve")
    elif said.into:
        yield from joins(position, piece, said.into)
    else:
        files, shape = formed(position, piece, said.files)
        if files != position.count(piece.id, names.FILES):
            yield Counted(piece.id, names.FILES, files)
        if shape != piece.shape:
            yield Exchanged(replace(piece, shape=shape))
        yield Placed(piece.id, "table", said.pose)
    yield from counted_drop(position, frame.seat, piece)
    yield Popped()


def counted_drop(position: Position, seat: Seat, piece: Piece) -> Iterator[Event]:
    """Whose turn it is next, and who has finished first."""
    left = [one for one in undeployed(position, seat) if one.id != piece.id]
    character = names.CHARACTER in piece.traits
    more = character and any(names.CHARACTER in one.traits for one in left)
    if more != bool(position.count(seat, "characters out")):
        yield Counted(seat, "characters out", int(more))
    if not more:
        yield Counted(seat, "drops", position.count(seat, "drops") + 1)
    if not left and not any(position.count(one, names.FIRST_DONE) for one in position.seats()):
        yield Counted(seat, names.FIRST_DONE, 1)
        yield Ruled(CLAUSE, "fb.14-1.finished", {"seat": seat})


def held_back(_: Book, state: State, frame: HeldBack) -> Iterator[Event]:
    """RULING FB-14.6: what finds no place is a reinforcement."""
    for piece in undeployed(state.position, frame.seat):
        yield Placed(piece.id, "reserve")
    yield Popped()


# ── judging ──────────────────────────────────────────────────────────────────
def judge_deploy(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: Deploy
) -> Verdict:
    """Whether a unit may be set out there. [FB-14.1, FB-4.1]"""
    piece = position.pieces.get(said.piece)
    if piece is None or piece not in must_place(book, position, seat):
        return Verdict((Refusal(CLAUSE, "fb.14-1.not-yours", {"piece": said.piece}),))
    if said.ambush:
        hides = piece_has(piece, names.HIDDEN)
        why = () if hides else (Refusal("FB-9.7", "fb.9-7.no-ambush", {"piece": piece.id}),)
        return Verdict(why)
    if said.into:
        return Verdict(why_not_join(book, position, piece, said.into))
    if said.pose is None or said.files < 0:
        return Verdict((Refusal(CLAUSE, "fb.14-1.nowhere", {"piece": piece.id}),))
    _files, shape = formed(position, piece, said.files)
    return Verdict(
        why_not_placed(book, position, piece, base(said.pose, shape)),
        poses=((piece.id, said.pose),),
    )


# ── the first turn ───────────────────────────────────────────────────────────
def first_turn(_: Book, state: State, frame: FirstTurn) -> Iterator[Event]:
    """A die each, one more for whoever finished first; the highest begins. [FB-14.1]"""
    position = state.position
    seats = frame.seats or position.seats()
    pips = yield from thrown(frame, FIRST, CLAUSE, len(seats), seats)
    scores = {
        seat: pip + position.count(seat, names.FIRST_DONE)
        for seat, pip in zip(seats, pips, strict=True)
    }
    best = max(scores.values())
    top = tuple(seat for seat in seats if scores[seat] == best)
    yield Popped()
    if len(top) > 1:
        yield Pushed(FirstTurn(seats=top))
        return
    yield Counted(top[0], names.FIRST_TURN, 1)


PROCEDURES: dict[type[Frame], Procedure] = {
    Deployment: deployment,
    SetOut: set_out,
    HeldBack: held_back,
    FirstTurn: first_turn,
}
JUDGES: dict[type[Action], Judge] = {Deploy: judge_deploy}
