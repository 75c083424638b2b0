"""Playing treachery cards: windows in which they may be played, and answers to them. [TT-11.8]

Everybody who could hold an answer is asked at once and in secret, whether he does or not: that
follows from sizes of hands, coffers and roles, which everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Event, Marked, Paid, Popped, Pushed, Removed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import or_else
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import Design, designs, shown
from condotta.rules.treachery.host import Host, host_of
from condotta.rules.treachery.players import hand, role, round_the_table

PASS = "pass"  # noqa: S105 - an option, not a secret
DESIGNATED = "designated"
OPENS = "phase opens"
CLOSES = "phase closes"
ANSWER = "card played"
MOMENTS = (
    DESIGNATED, OPENS, CLOSES, ANSWER, "spell cast", "charge or march", "charge rolled",
    "combat chosen", "shot", "last shot", "test failed", "broken",
)  # fmt: skip
"""The moments at which cards are played; each is a window of its own."""


class PlayCard(Action, frozen=True):
    """A card from the hand, with what it is aimed at: a unit, a player, or nothing."""

    card: str
    target: str = ""


class Window(Script, frozen=True, kw_only=True):
    """A moment at which cards may be played; `about` is what it is about. [TT-11.8]"""

    moment: str
    about: tuple[str, ...] = ()


class Play(Script, frozen=True, kw_only=True):
    """A card is revealed and paid for; others may answer it. [TT-11.8]"""

    seat: Seat
    card: str
    target: str
    moment: str
    about: tuple[str, ...]


class Resolve(Script, frozen=True, kw_only=True):
    """What a card does, unless it was foiled. [TT-11.8]"""

    seat: Seat
    card: str
    target: str
    about: tuple[str, ...]


def window_of(moment: str) -> str:
    """The name of the window of a moment."""
    return f"treachery {moment}"


def moment_of(window: str) -> str:
    """The moment of a window."""
    return window.removeprefix("treachery ")


def playable_at(host: Host, moment: str) -> tuple[Design, ...]:
    """The designs that a host lets be played at a moment."""
    return tuple(designs()[name] for name, ploy in host.ploys.items() if ploy.moment == moment)


def could_play(host: Host, position: Position, seat: Seat, moment: str) -> bool:
    """Whether, for all that the table knows, a seat may hold a card for this moment."""
    own, coffer = role(position, seat), position.count(seat, names.TOKENS)
    return bool(hand(position, seat)) and any(
        own in design.roles and design.cost <= coffer for design in playable_at(host, moment)
    )


def window(book: Book, state: State, frame: Window) -> Iterator[Event]:
    """Ask all at once; then what was played is done by role and seat; then ask again. [TT-11.8]

    Whose question was taken back, as a hand had to be cut down to the limit, is asked anew.
    """
    position, host = state.position, host_of(book)
    asked = unheard(host, position, frame, frame.moment)
    if asked:
        yield from asking(asked, frame.moment, frame.about)
        return
    plays = said_in(frame, position)
    yield Popped()
    if plays:
        yield Pushed(Window(moment=frame.moment, about=frame.about))
    for seat, said in reversed(plays):
        yield Pushed(
            Play(
                seat=seat, card=said.card, target=said.target, moment=frame.moment,
                about=frame.about,
            )
        )  # fmt: skip


def unheard(host: Host, position: Position, frame: Script, moment: str) -> list[Seat]:
    """Those who could play a card at a moment and have not said anything yet. [TT-11.8]"""
    return [
        seat
        for seat in round_the_table(position)
        if could_play(host, position, seat, moment) and frame.heard(window_of(moment), seat) is None
    ]


def asking(seats: list[Seat], moment: str, about: tuple[str, ...]) -> Iterator[Event]:
    """The same question to each of those seats."""
    for seat in seats:
        yield Asked(
            Ask(
                seat, window_of(moment), "TT-11.8", options=(PASS,), says=("PlayCard",),
                about=about, secret=True,
            )
        )  # fmt: skip


def said_in(frame: Script, position: Position) -> list[tuple[Seat, PlayCard]]:
    """What was played, in the order in which it is done: active, enemy, neutrals. [TT-11.8]"""
    order = round_the_table(position)
    found = [(one.seat, one.said) for one in frame.answers if isinstance(one.said, PlayCard)]
    return sorted(found, key=lambda one: order.index(one[0]))


def play(book: Book, state: State, frame: Play) -> Iterator[Event]:
    """Reveal, pay the bank, let others answer; what was said meanwhile may come late. [TT-11.14]

    # RULING TT-11.8: a card that is no longer legal when its turn comes stays in the hand, unseen.
    """
    position, host = state.position, host_of(book)
    piece = position.pieces[frame.card]
    if piece.truth:
        said = PlayCard(frame.card, frame.target)
        if next(why_not(book, position, frame.seat, (frame.moment, frame.about), said), None):
            yield Popped()
            return
        yield from revealed(frame, piece)
    about = (frame.card, *affected(position, frame.target))
    others = [one for one in unheard(host, position, frame, ANSWER) if one != frame.seat]
    if others:
        yield from asking(others, ANSWER, about)
        return
    yield Popped()
    yield Pushed(Resolve(seat=frame.seat, card=frame.card, target=frame.target, about=frame.about))
    for seat, said in reversed(said_in(frame, position)):
        yield Pushed(
            Play(seat=seat, card=said.card, target=said.target, moment=ANSWER, about=about)
        )


def revealed(frame: Play, piece: Piece) -> Iterator[Event]:
    """Everybody sees the card, and the bank is paid. [TT-11.8, TT-11.14]"""
    design = designs()[piece.truth]
    yield shown(piece)
    params = {"seat": frame.seat, "card": f"treachery.{design.id}", "target": frame.target}
    key = "tt.11-8.aimed" if frame.target else "tt.11-8.played"
    yield Ruled("TT-11.8", key, params, cites=design.clauses)
    if design.cost and design.id != "T18":
        yield Paid(frame.seat, "", names.TOKENS, design.cost)


def resolve(book: Book, state: State, frame: Resolve) -> Iterator[Event]:
    """Carry the card out and discard it; a foiled one does nothing. [TT-11.7, TT-11.8]"""
    piece = state.position.pieces[frame.card]
    yield Removed(frame.card, "gone")
    yield Popped()
    if piece.marked(names.FOILED):
        yield Ruled("TT-11.8", "tt.11-8.foiled", {"card": f"treachery.{piece.type}"})
        return
    does = {"card": f"treachery.{piece.type}", "does": f"treachery.how.{piece.type}"}
    yield Ruled("TT-11.8", "tt.11-8.holds", does)
    for unit in affected(state.position, frame.target):
        yield Marked(unit, Mark(piece.type, names.PHASE))
    yield from host_of(book).ploys[piece.type].effect(book, state, frame)


def affected(position: Position, target: str) -> tuple[str, ...]:
    """The pieces that a card is aimed at: one, or the two of a pair; before a colon. [TT-11.8]"""
    parts = (part.partition(":")[0] for part in target.split(">"))
    return tuple(name for name in parts if name in position.pieces)


def in_phase(about: tuple[str, ...], kind: str) -> bool:
    """Whether the window belongs to such a phase."""
    return bool(about) and about[0] == kind


def nothing(_: Book, __: State, ___: Resolve) -> Iterator[Event]:
    """The mark of the card on its target is all: hooks read it."""
    yield from ()


# ── whether ──────────────────────────────────────────────────────────────────
def judge_play(
    book: Book, position: Position, seat: Seat, ask: Ask | None, action: PlayCard
) -> Verdict:
    """Whether a card may be played now and at that, all reasons at once. [TT-11.8, TT-11.9]"""
    assert ask is not None
    when = moment_of(ask.window), ask.about
    return Verdict(tuple(why_not(book, position, seat, when, action)))


def why_not(
    book: Book, position: Position, seat: Seat, when: tuple[str, tuple[str, ...]], said: PlayCard
) -> Iterator[Refusal]:
    """Everything against playing a card at a moment, given with what it is about."""
    moment, about = when
    piece = position.pieces.get(said.card)
    if piece is None or piece not in hand(position, seat) or piece.truth not in designs():
        yield Refusal("TT-11.8", "tt.11-8.not-yours", {"card": said.card})
        return
    design, host = designs()[piece.truth], host_of(book)
    params = {"card": f"treachery.{design.id}"}
    ploy = host.ploys.get(design.id)
    if ploy is None or ploy.moment != moment:
        yield Refusal("TT-11.8", "tt.11-8.not-now", params)
        return
    yield from not_your_role(position, seat, design)
    yield from too_dear(position, seat, design)
    yield from target_refused(book, position, seat, about, said)


def not_your_role(position: Position, seat: Seat, design: Design) -> Iterator[Refusal]:
    """Whether a card is for other roles than a seat has in this phase. [TT-11.8]"""
    own = role(position, seat)
    if own not in design.roles:
        params = {"card": f"treachery.{design.id}", "role": f"role.{own}"}
        yield Refusal("TT-11.8", "tt.11-8.not-your-role", params)


def too_dear(position: Position, seat: Seat, design: Design) -> Iterator[Refusal]:
    """Whether a card costs more than a seat has in its coffer. [TT-10.8]"""
    coffer = position.count(seat, names.TOKENS)
    if design.cost > coffer:
        card = f"treachery.{design.id}"
        params: dict[str, Param] = {"card": card, "cost": design.cost, "tokens": coffer}
        yield Refusal("TT-10.8", "tt.10-8.too-dear", params)


def target_refused(
    book: Book, position: Position, seat: Seat, about: tuple[str, ...], said: PlayCard
) -> Iterator[Refusal]:
    """Whether a card may be aimed at that: once a phase for a unit and a name. [TT-11.8, 11.9]"""
    design = designs()[position.pieces[said.card].truth]
    params = {"card": f"treachery.{design.id}", "target": said.target}
    legal = targets(book, position, seat, design.id, about)
    if legal is None:
        if said.target:
            yield Refusal("TT-11.8", "tt.11-8.no-target", params)
    elif said.target not in legal:
        yield Refusal("TT-11.9", "tt.11-9.target", params)
    elif any(position.pieces[unit].marked(design.id) for unit in affected(position, said.target)):
        yield Refusal("TT-11.8", "tt.11-8.once", params)


def targets(
    book: Book, position: Position, seat: Seat, design: str, about: tuple[str, ...]
) -> tuple[str, ...] | None:
    """What a card may be aimed at; None where it is aimed at nothing."""
    aimed = host_of(book).ploys[design].targets
    return None if aimed is None else aimed(book, position, seat, about)


# ── for whoever must choose ──────────────────────────────────────────────────
def plays(book: Book, position: Position, ask: Ask) -> Iterator[PlayCard]:
    """Every legal play in a window, card by card."""
    host, moment = host_of(book), moment_of(ask.window)
    for piece in hand(position, ask.seat):
        ploy = host.ploys.get(piece.truth)
        if ploy is None or ploy.moment != moment:
            continue
        aims = targets(book, position, ask.seat, piece.truth, ask.about)
        for target in ("",) if aims is None else aims:
            said = PlayCard(piece.id, target)
            if judge_play(book, position, ask.seat, ask, said).ok:
                yield said


PROCEDURES = {Window: window, Play: play, Resolve: resolve}
JUDGES = {PlayCard: judge_play}
MENUS = {window_of(moment): or_else(plays, PASS, 0.5) for moment in MOMENTS}
