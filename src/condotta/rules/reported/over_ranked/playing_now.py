"""Cards whose moment lies inside a phase that hands play. [RB-21]

Nobody is asked for them: a player who holds one plays it as the phase opens, or says so while the
phase is played. Who has none, or too few tokens, is never told apart from who keeps his.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.reported.hands import playing
from condotta.rules.reported.over_ranked.ploys import INSIDE
from condotta.rules.treachery.players import hand
from condotta.rules.treachery.playing import OPENS, Play, PlayCard, why_not


class PlayNow(Action, frozen=True):
    """A card is played while hands play the phase: at what unit, or shot, or at nothing. [RB-21]"""

    card: str
    target: str = ""


class Interrupting(Script, frozen=True, kw_only=True):
    """A card is played in the midst of a phase; what is asked there goes on being asked. [RB-21]

    It lies under the play until the card is gone, so that no question below is taken back.
    """

    seat: Seat
    said: PlayNow


def within(book: Book, position: Position, design: str) -> bool:
    """Whether hands play a phase, and a card of that design is for its midst. [RB-21]"""
    return PlayNow in book.anytime and playing(position) and design in INSIDE


def judge_play_now(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: PlayNow
) -> Verdict:
    """Whether hands play a phase, and that card may be played in it. [RB-21, TT-11.8]"""
    if not playing(position):
        return Verdict((Refusal("RB-21", "rb.21.no-phase", {}),))
    design = {piece.id: piece.truth for piece in hand(position, seat)}.get(said.card)
    if design is not None and design not in INSIDE:
        return Verdict((Refusal("RB-21", "rb.21.opens", {"card": f"treachery.{design}"}),))
    return Verdict(
        tuple(why_not(book, position, seat, (OPENS, ()), PlayCard(said.card, said.target)))
    )


def interrupting(_: Book, state: State, frame: Interrupting) -> Iterator[Event]:
    """It is revealed and paid for at once, and may be answered. [TT-11.8]"""
    said = frame.said
    if state.position.pieces[said.card].place == "hand":
        play = Play(seat=frame.seat, card=said.card, target=said.target, moment=OPENS, about=())
        yield Pushed(play)
    else:
        yield Popped()


PROCEDURES = {Interrupting: interrupting}
JUDGES = {PlayNow: judge_play_now}
ANYTIME = {PlayNow: lambda seat, said: Interrupting(seat=seat, said=said)}
