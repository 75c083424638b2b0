"""The forms a stand may be set out in: another type, another base, a marker. [TC-8.1, BC-0.4]

The base game knows no such form; layers give them at the seam FORMS.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Cleared, Counted, Event, Marked, Popped, Ruled
from condotta.kernel.evolving import with_piece
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Record, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.deployment.setting_out import about, strangers, why_not_there
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.stands.seeming import exchanged


class Form(Record, frozen=True):
    """One form: its key, the clause that allows it, and every piece as it would then be.

    Marks are part of a piece here. `worth` is what pieces would count when lost, in half points,
    for those whose count changes. `others` are with whom a stand takes it, where its owner may
    choose among several: of forms with one key the first is meant unless they are named. An
    `army_wide` form is decided once, for stands of other steps and seats too.
    """

    key: str
    clause: str
    pieces: tuple[Piece, ...]
    worth: tuple[tuple[str, int], ...] = ()
    others: tuple[str, ...] = ()
    army_wide: bool = False


class TakeForm(Action, frozen=True):
    """A stand comes on in that form, with those others; it may change until its step is done.

    Or, on a flank march, until it is in.
    """

    piece: str
    form: str
    others: tuple[str, ...] = ()


class Forming(Script, frozen=True, kw_only=True):
    """A stand that will march on taking a form."""

    said: TakeForm


def forms_of(book: Book, position: Position, piece: Piece) -> tuple[Form, ...]:
    """The forms that a stand may take now, its present one left out."""
    kept = book.refusals(seams.MAY_FORM, book, position, piece)
    return () if kept else book.union(seams.FORMS, book, position, piece)


def form_of(book: Book, position: Position, action: TakeForm) -> Form | None:
    """The form that is meant, if the stand may take it now."""
    for form in forms_of(book, position, position.pieces[action.piece]):
        if form.key == action.form and action.others in ((), form.others):
            return form
    return None


def taken(position: Position, form: Form) -> Position:
    """The position once a form is taken."""
    for piece in form.pieces:
        position = with_piece(position, piece)
    return position


def judge_form(
    book: Book, position: Position, seat: Seat, ask: Ask | None, action: TakeForm
) -> Verdict:
    """Whether a stand may take a form now; one that is set out already must fit where it is."""
    assert ask is not None
    found = list(strangers(position, seat, ask, (action.piece,)))
    if found:
        return Verdict(tuple(found))
    form = form_of(book, position, action)
    if form is None:
        params = {"stand": action.piece, "form": action.form}
        return Verdict((Refusal("TC-8.1", "tc.8-1.no-form", params),))
    if not form.army_wide:
        found.extend(strangers(position, seat, ask, tuple(piece.id for piece in form.pieces)))
    here = Field(book, taken(position, form))
    for piece in form.pieces:
        if piece.place == "table":
            found.extend(why_not_there(here, here.stand(piece.id), ask.window))
    return Verdict(tuple(found))


def forming(book: Book, state: State, frame: Forming) -> Iterator[Event]:
    """It has the form as it comes in, and may still take another until then."""
    yield from form_taken(book, state.position, frame.said)
    yield Popped()


def form_taken(book: Book, position: Position, action: TakeForm) -> Iterator[Event]:
    """The exchange by the front edge, with its marks and what it counts when lost. [BC-0.7]"""
    form = form_of(book, position, action)
    assert form is not None, action
    params: dict[str, Param] = {"stand": action.piece, "form": form.key}
    if form.others:
        params["others"] = form.others
    yield Ruled(form.clause, f"tc.8-1.form{'-with' * bool(form.others)}", params)
    for piece in form.pieces:
        before = position.pieces[piece.id]
        if replace(before, marks=()) != replace(piece, marks=()):
            yield exchanged(piece, position.side(piece.owner))
        for mark in before.marks:
            if mark not in piece.marks:
                yield Cleared(piece.id, mark.name)
        for mark in piece.marks:
            if mark not in before.marks:
                yield Marked(piece.id, mark)
    for name, half_points in form.worth:
        yield Counted(name, names.WORTH, half_points)


def form_tries(
    book: Book, position: Position, ask: Ask
) -> Iterator[tuple[TakeForm, Form, Verdict]]:
    """Every form of a stand of the step with what is said to taking it now."""
    for name in about(position, ask):
        for form in forms_of(book, position, position.pieces[name]):
            act = TakeForm(name, form.key, form.others)
            yield act, form, judge_form(book, position, ask.seat, ask, act)


def unlike(
    position: Position, tries: Iterable[tuple[TakeForm, Form, Verdict]]
) -> Iterator[tuple[TakeForm, Form, Verdict]]:
    """Of forms of pairs that look alike, one: it matters to nobody which stands they are."""
    seen = set()
    for act, form, verdict in tries:
        named = (act.piece, *act.others) if act.others else ()
        looks = tuple(look(position.pieces[name]) for name in named)
        if (form.key, looks) not in seen or not looks:
            seen.add((form.key, looks))
            yield act, form, verdict


def look(piece: Piece) -> tuple[object, ...]:
    """What tells a stand that is to be set out from others: its type, its traits, its place."""
    return piece.type, piece.traits, piece.place, piece.pose


def form_acts(book: Book, position: Position, ask: Ask) -> Iterator[TakeForm]:
    """Every form that a stand of the step may take now and that is legal."""
    for act, _, verdict in unlike(position, form_tries(book, position, ask)):
        if verdict.ok:
            yield act


PROCEDURES = {Forming: forming}
JUDGES = {TakeForm: judge_form}
