"""Logs and reports of a battle, as whoever asks may have them.

While a battle goes on everybody gets what their own seats saw; when it is over, the whole truth.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence

from condotta.kernel.events import Event
from condotta.kernel.log import dump
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.positions.taking import seen
from condotta.report import fortune
from condotta.report.history import effective
from condotta.report.logbook import header_seen
from condotta.report.miniature import miniature
from condotta.report.paper import Paper
from condotta.server.door_forms import DiceSeen, DiceShown
from condotta.server.limits import Limits
from condotta.server.protocol import Events
from condotta.server.reasons import Refused
from condotta.server.rooms.feed import PAGE, Feed
from condotta.server.rooms.room import Room
from condotta.server.workers.thinker import Print, Report
from condotta.server.workers.thinkers import Thinkers, Thoughtless
from condotta.words import spoken

MOST = 2_000


def sees(granted: Iterable[Seat], seat: str) -> tuple[Seat, ...]:
    """The eyes to look with: the seat that was named, the spectators', or all that are one's."""
    held = tuple(granted)
    match seat:
        case "":
            return held
        case "spectators":
            return ()
        case named if named in held:
            return (named,)
        case named:
            raise Refused("not-your-seat", 403, seat=named[:40])


async def log_of(room: Room, seats: tuple[Seat, ...], *, whole: bool) -> bytes:
    """The log as those seats may have it; whole only when the battle is over."""
    async with room.lock:
        if whole and room.battle.state.position.ended is None:
            raise Refused("not-over", 409)
        if whole:
            return dump(room.header, room.events(0))
        feed = room.feed(seats)
        header = header_seen(room.header, feed.name, feed.number(room.header.given))
        return dump(header, feed.events()[: feed.count])


async def page_of(
    room: Room, seats: tuple[Seat, ...], start: int, count: int, lang: str = ""
) -> Events:
    """Some of the events that those seats saw, told in a language if one is given."""
    async with room.lock:
        feed: Feed = room.feed(seats)
        first = max(1, start)
        many = max(1, min(count or PAGE, MOST))
        events: tuple[Event, ...] = feed.events(first - 1)[: feed.count - first + 1]
        part = events[:many]
        if lang:
            await feed.prepare(lang)
        lines = feed.lines(lang, first - 1, first - 1 + len(part)) if lang else ()
        room.spare()
        return Events(start=first, events=part, lines=lines)


async def position_of(room: Room, seats: tuple[Seat, ...]) -> str:
    """This moment as those seats see it, as a position file, made aside so that nobody waits."""
    async with room.lock:
        feed = room.feed(seats)
        told = feed.events()[: feed.count]
        room.spare()
    return await asyncio.to_thread(seen, room.battle.book, told, room.row.title)


async def picture_of(room: Room, seats: tuple[Seat, ...], *, dark: bool) -> tuple[int, str]:
    """The table as those seats see it now, as a small picture; after how many events that is."""
    async with room.lock:
        position = room.feed(seats).view().position
        room.spare()
        return room.kept, miniature(position, dark=dark)


async def report_of(room: Room, thinkers: Thinkers, limits: Limits) -> str:
    """The page of a battle that is over, made by a worker in the language of whoever asks."""
    text = (await log_of(room, (), whole=True)).decode()
    try:
        result = await thinkers.do(Report(log=text, lang=spoken()), limits.report_seconds)
    except Thoughtless as why:
        raise Refused("busy", 503) from why
    return result.text or ""


async def paper_of(room: Room, seat: Seat, paper: Paper, thinkers: Thinkers, limits: Limits) -> str:
    """This moment on paper as a seat sees it, with its hand, or as the spectators do."""
    text = (await log_of(room, (seat,) if seat else (), whole=False)).decode()
    job = Print(
        log=text, paper=paper, seat=seat, players=dict(room.seating.called()), lang=spoken()
    )
    try:
        result = await thinkers.do(job, limits.report_seconds)
    except Thoughtless as why:
        raise Refused("busy", 503) from why
    return result.text or ""


async def dice_of(room: Room, seats: tuple[Seat, ...]) -> DiceSeen:
    """The dice that those seats saw, each player's and each kind of his, but those taken back."""
    async with room.lock:
        feed = room.feed(seats)
        told = feed.events()[: feed.count]
        position = feed.view().position
        truth = tuple(room.battle.log[: room.kept])
        room.spare()
    return await asyncio.to_thread(dice_seen, told, position, truth)


def dice_seen(told: Sequence[Event], position: Position, truth: Sequence[Event]) -> DiceSeen:
    """The same, of what somebody was told and knows; of the truth only whose hand rolled is asked.

    A request for dice says to nobody what it is about, while at a table everybody sees who rolls.
    Whose dice fell for a piece that he does not know of, it does not tell either.
    """
    chairs = position.seats()
    whose = fortune.rolled_by(truth, position.pieces)
    kinds = fortune.dice_by_kind(effective(told), chairs, whose)
    found = []
    for seat in chairs:
        own = [one for one in kinds if one.seat == seat]
        found += [fortune.together(own, seat), *own] if own else []
    return DiceSeen(dice=tuple(map(dice_shown, found)))


def dice_shown(one: fortune.Dice) -> DiceShown:
    """Some dice with what honest ones would show."""
    return DiceShown(
        seat=one.seat,
        kind=one.kind,
        count=one.count,
        faces=one.faces,
        mean=round(one.mean, 2),
        spread=round(100 * one.spread) if one.count >= fortune.ENOUGH else None,
        due=one.due,
        hoped=round(one.hoped, 1),
        done=one.done,
    )


def file_name(title: str, end: str) -> str:
    """A name for a file that every system can keep.

    >>> file_name("Zoé – the Bold!", ".jsonl")
    'Zo-the-Bold.jsonl'
    """
    plain = re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-")[:60]
    return f"{plain or 'battle'}{end}"
