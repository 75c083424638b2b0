"""A battle as Markdown, for a club's blog: who, how it ended, turn by turn, coins, losses, dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from condotta.kernel.events import Event, Paid, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.report.fortune import dice_of
from condotta.report.history import Turn, turns_of
from condotta.report.logbook import Log
from condotta.report.motives import Reasons, recalled
from condotta.report.naming import seat_name
from condotta.report.page import outcome, turn_name
from condotta.report.reckoning import army_name, scores_said
from condotta.report.story import STORY, Narrator
from condotta.report.tale import HIDDEN, NONE, told
from condotta.rules.systems import SYSTEMS
from condotta.rules.treachery.names import TOKENS
from condotta.words import decimal, has, measured_in, say

MARKED = "\\`*_[]<>#|"
"""Signs that mean something in Markdown: before each comes a stroke."""


def markdown(log: Log, *, why: bool = False) -> str:
    """The whole of it, in the language that is spoken now and the unit of its game.

    With `why` it tells the reasons of its bots.
    """
    with measured_in(SYSTEMS[log.header.system].unit):
        return "\n".join(lines(log, recalled(log) if why else NONE)) + "\n"


def lines(log: Log, reasons: Reasons = NONE) -> Iterator[str]:
    """Its lines, one paragraph each."""
    turns = turns_of(log.events)
    last = turns[-1].after
    system = f"system.{log.header.system}"
    yield f"# {plain(log.name)}"
    yield ""
    yield plain(say(system) if has(system) else log.header.system) + "."
    yield plain(outcome(log, turns))
    yield ""
    said = scores_said(log.book, last)
    rows = [(seat_name(seat), army_name(last, seat), said[seat]) for seat in last.seats()]
    yield from table((say("page.armies"), "", say("page.result")), rows)
    narrator = Narrator()
    for turn in turns:
        shown = [
            one
            for one in told(turn, narrator, reasons)
            if one.level == STORY and one.kind not in HIDDEN
        ]
        if shown:
            yield f"## {plain(turn_name(turn))}"
            yield ""
            yield from (f"- {plain(one.text)}" for one in shown)
            yield ""
    yield from coins(turns, last.seats())
    yield from dice(log.events, last.seats())
    if disputed := disputes(log.events):
        yield say("page.disputed", {"count": disputed})


def coins(turns: Sequence[Turn], seats: Sequence[Seat]) -> Iterator[str]:
    """What everybody had in tokens at the end of each turn; nothing where none are."""
    if any(isinstance(one, Paid) and one.name == TOKENS for turn in turns for one in turn.events):
        rows = [(turn_name(one), *(held(one.after, seat) for seat in seats)) for one in turns]
        yield f"## {say('page.coffers')}"
        yield ""
        yield from table((say("page.turn"), *map(seat_name, seats)), rows)


def held(position: Position, seat: Seat) -> str:
    """The tokens of a seat."""
    return str(position.count(seat, TOKENS))


def dice(events: Sequence[Event], seats: Sequence[Seat]) -> Iterator[str]:
    """The six-sided dice of each: how many, their mean beside the 3.5 that they should have."""
    found = [one for one in dice_of(events, seats) if one.count]
    if not found:
        return
    yield f"## {say('page.dice')}"
    yield ""
    head = (say("page.dice"), say("page.many"), say("page.mean"), *map(str, range(1, 7)))
    rows = [
        (seat_name(one.seat), str(one.count), decimal(one.mean, 2), *map(str, one.faces))
        for one in found
    ]
    yield from table(head, rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table, its numbers to the right, and an empty line."""
    yield f"| {' | '.join(map(plain, head))} |"
    yield f"|{'|'.join(' --- ' for _ in head)}|"
    for row in rows:
        yield f"| {' | '.join(map(plain, row))} |"
    yield ""


def plain(text: str) -> str:
    """A text in which nothing means anything to Markdown.

    >>> plain("R1 [TC-3.2] *")
    'R1 \\\\[TC-3.2\\\\] \\\\*'
    """
    return "".join(f"\\{sign}" if sign in MARKED else sign for sign in text)


def disputes(events: Iterable[Event]) -> int:
    """How many rulings settled a dispute, to be read again later. [RB-5, FB-1.5]"""
    settled = ("rb.5.rolled", "dispute.settled")
    return sum(isinstance(event, Ruled) and event.key in settled for event in events)
