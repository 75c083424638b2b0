"""Laws that every battle of every book keeps, as functions that take a battle.

battle = Battle(watched(book), opening, cup)
play(battle, Random(1), steps=200, each=keeps_every_law)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from condotta.kernel.asks import Action, Choose, Frame, Script
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, until_it_rests
from condotta.kernel.errors import Corrupt, Illegal
from condotta.kernel.events import Asked, Event, Undone
from condotta.kernel.folding import evolve
from condotta.kernel.log import FORMAT, Header, dump, encode, load, replay
from condotta.kernel.records import CHANCE, SPECTATORS, Record, Seat
from condotta.kernel.state import State
from condotta.kernel.views import fold_view, redacted
from condotta.words import has
from tests.kernel.harness import answers

DEEP, LONG, HEAVY = 12, 16, 4096


class Unheard(Action, frozen=True):
    """An action that no book knows."""


def audiences(battle: Battle) -> tuple[Seat, ...]:
    """Every seat, and the spectators."""
    return (*battle.state.position.seats(), SPECTATORS)


def written(battle: Battle) -> bytes:
    """The battle's log as a file."""
    return dump(Header(FORMAT, "0", battle.book.system), battle.log)


# ── held after every step ────────────────────────────────────────────────────
def keeps_every_law(battle: Battle) -> None:
    """All laws that need nothing but the battle as it stands."""
    the_log_replays_without_rules(battle)
    views_are_folds_of_streams(battle)
    the_agenda_is_small(battle)
    questions_are_numbered_once(battle)
    wrong_commands_change_nothing(battle)


def the_log_replays_without_rules(battle: Battle) -> None:
    """Every event has one JSON form and comes back from it; folding them gives the live state."""
    data = written(battle)
    events = load(battle.book, data, "log")
    assert events == battle.log
    assert dump(Header(FORMAT, "0", battle.book.system), events) == data
    assert encode(replay(events)) == encode(battle.state)
    assert replay(events) == battle.state


def views_are_folds_of_streams(battle: Battle) -> None:
    """What a seat is shown is the fold of its redacted events, whoever shares what by identity."""
    for seat in audiences(battle):
        stream = battle.stream(seat)
        assert stream == redacted(battle.audience(seat), battle.log)
        assert encode(fold_view(seat, stream)) == encode(battle.view(seat))
        assert all(ask.depth == 0 for ask in battle.view(seat).asks)
        middle = len(stream) // 2
        assert stream[middle:] == battle.stream(seat, since=middle)
        assert battle.number(seat, length=len(battle.log)) == len(stream)


def the_agenda_is_small(battle: Battle) -> None:
    """However long the battle, what is in progress stays small."""
    agenda = battle.state.agenda
    assert len(agenda) <= DEEP
    assert len(encode(agenda)) < HEAVY
    assert all(len(f.answers) <= LONG for f in agenda if isinstance(f, Script))


def questions_are_numbered_once(battle: Battle) -> None:
    """Numbers of questions rise, undone ones included: none is ever taken for another."""
    numbers = [event.ask.id for event in battle.log if isinstance(event, Asked)]
    assert numbers == sorted(set(numbers))
    assert all(number > 0 for number in numbers)


def wrong_commands_change_nothing(battle: Battle) -> None:
    """Wrong seat, stale, repeated, unasked, unknown: a refusal with a text, and nothing else."""
    seats = battle.state.position.seats()
    for ask in battle.waiting():
        other = next(seat for seat in seats if seat != ask.seat)
        is_refused(battle, other, Choose("pass"), ask.id, "kernel.seat", "kernel.ended")
        if ask.seat != CHANCE:
            is_refused(battle, ask.seat, Unheard(), ask.id, "kernel.window")
            is_refused(battle, ask.seat, Choose("no such thing"), ask.id, "kernel.")
    is_refused(battle, seats[0], Choose("pass"), battle.state.asked + 1, "kernel.stale")
    is_refused(battle, seats[0], Choose("pass"), 0, "kernel.stale")
    is_refused(battle, seats[0], Unheard(), None, "kernel.")
    is_refused(battle, "nobody at all", Unheard(), None, "kernel.")


def is_refused(battle: Battle, seat: Seat, said: Action, ask: int | None, *keys: str) -> None:
    """The command is refused with one of the keys (or key beginnings), and nothing has changed."""
    state, length, views = battle.state, len(battle.log), shown(battle)
    with pytest.raises(Illegal) as why:
        battle.say(seat, said, ask)
    assert battle.state is state
    assert len(battle.log) == length
    assert shown(battle) == views
    for refusal in why.value.refusals:
        assert refusal.key.startswith(keys), refusal.key
        assert has(refusal.key), refusal.key


def shown(battle: Battle) -> list[bytes]:
    """Every audience's view, as bytes."""
    return [encode(battle.view(seat)) for seat in audiences(battle)]


# ── held by one command ──────────────────────────────────────────────────────
def a_repeated_command_is_stale(battle: Battle, seat: Seat, said: Action, ask: int) -> None:
    """A command sent twice has one effect."""
    battle.say(seat, said, ask)
    is_refused(battle, seat, said, ask, "kernel.stale")


def an_act_at_any_time_leaves_the_frames_below(battle: Battle, seat: Seat, said: Action) -> None:
    """Frames in progress and open questions are byte-equal before and after."""
    before = encode((battle.state.agenda, battle.state.asks))
    battle.say(seat, said)
    assert encode((battle.state.agenda, battle.state.asks)) == before


def an_undo_restores_all_but_the_numbers(
    battle: Battle, seat: Seat, said: Action, ask: int
) -> None:
    """Said and taken back: the truth and every view are what they were; no number comes again."""
    before, views = battle.state, shown(battle)
    battle.say(seat, said, ask)
    highest = battle.state.asked
    assert battle.may_undo(seat)
    battle.undo(seat)
    assert encode(battle.state.position) == encode(before.position)
    assert encode((battle.state.agenda, battle.state.asks)) == encode((before.agenda, before.asks))
    assert battle.state.asked == highest
    assert shown(battle) == views
    assert isinstance(battle.log[-1], Undone)
    the_log_replays_without_rules(battle)
    views_are_folds_of_streams(battle)


def damage_is_refused_with_its_line(battle: Battle) -> None:
    """One bad line refuses the whole log and says which."""
    lines = written(battle).split(b"\n")
    wrong = {
        "no JSON": lambda line: line[: len(line) // 2],
        "no such event": lambda line: line.replace(b'{"kind":"', b'{"kind":"Non', 1),
        "a field too many": lambda line: line[:-1] + b',"extra":1}',
        "a list": lambda _: b"[]",
        "deep nesting": lambda _: b"[" * 100_000,
        "a frame of no book": lambda _: b'{"kind":"Pushed","frame":{"kind":"Nowhere"}}',
        "an action for a frame": lambda _: b'{"kind":"Pushed","frame":{"kind":"Speak","text":"a"}}',
        "no frame": lambda _: b'{"kind":"Pushed","frame":null}',
    }
    for what, spoil in wrong.items():
        for number in (2, len(lines) - 2):
            damaged = [*lines]
            damaged[number] = spoil(lines[number])
            with pytest.raises(Corrupt) as why:
                load(battle.book, b"\n".join(damaged), "battle.log")
            assert f"line {number + 1} " in str(why.value), what


# ── held at every entry ──────────────────────────────────────────────────────
def watched(book: Book) -> Book:
    """The same book, each of whose procedures is entered twice every time, and must agree.

    The events are also folded onto the state: a procedure that yields what cannot be fails here.
    """
    for kind, procedure in list(book.procedures.items()):
        book.procedures[kind] = twice(procedure)
    return book


def twice(procedure: Callable[..., Iterator[Event]]) -> Callable[..., Iterator[Event]]:
    """Enter on the same state and frame; the answers must be equal, byte for byte."""

    def entered(book: Book, state: State, frame: Frame) -> Iterator[Event]:
        before = encode((state, frame))
        first, again = (list(until_it_rests(procedure(book, state, frame))) for _ in range(2))
        assert encode(first) == encode(again)
        assert encode((state, frame)) == before
        assert all(isinstance(event, Record) for event in first)
        yield from first

    return entered


# ── a way through any battle ─────────────────────────────────────────────────
def play(
    battle: Battle,
    random: Random,
    steps: int,
    each: Callable[[Battle], None] = lambda _: None,
) -> int:
    """Say something legal at random, again and again; how many answers were given."""
    each(battle)
    for said in range(steps):
        if not say_something(battle, random):
            return said
        each(battle)
    return steps


def say_something(battle: Battle, random: Random) -> bool:
    """One legal answer to one open question; False once nobody is asked anything."""
    asks = [ask for ask in battle.waiting() if ask.seat != CHANCE]
    random.shuffle(asks)
    for ask in asks:
        mine = next(own for own in battle.view(ask.seat).asks if own.id == ask.id)
        offered = list(answers(battle, ask.seat, mine, random))
        random.shuffle(offered)
        for action in offered:
            if battle.judge(ask.seat, action, ask.id).ok:
                battle.say(ask.seat, action, ask.id)
                return True
    assert battle.state.position.ended is not None, "somebody is asked, and nothing is legal"
    return False


def every_step(battle: Battle) -> Iterator[State]:
    """The truth after every event of a battle that was never undone."""
    state = State()
    for event in battle.log:
        state = evolve(state, event)
        yield state
