"""Answers to what a page says at a table: commands, and questions about what it can see."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import SPECTATORS, Seat
from condotta.kernel.views import View, fold_view
from condotta.rules.clauses import clause, in_language, mark_words
from condotta.rules.lookup.mentions import named_in, worded
from condotta.server.games import contests, intrigue, musters
from condotta.server.games.actions import action_of, check
from condotta.server.games.games import chances, game, known, measured
from condotta.server.limits import Bucket, Limits
from condotta.server.messages import Bind, Explain, Hint, Message, Word
from condotta.server.parts import Explained
from condotta.server.protocol import (
    Aids,
    Cards,
    Command,
    Facts,
    Judge,
    Measure,
    Menu,
    Odds,
    Plan,
    Reply,
    Undo,
)
from condotta.server.reasons import Refused, refusal
from condotta.server.rooms import hinting
from condotta.server.rooms.feed import wire
from condotta.server.rooms.room import BOTS, Room
from condotta.server.rooms.sitting import Sitting
from condotta.server.workers.thinker import Suggest
from condotta.server.workers.thinkers import Thinkers, Thoughtless
from condotta.words import languages
from condotta.words.catalogue import FIRST

MOST = 200
LONGEST_ID = 100
"""So many printable characters has the id of a command: every store keeps it as it was said."""

log = logging.getLogger("condotta.room")

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Answering:
    """Does what the pages at one table say."""

    def __init__(self, room: Room, thinkers: Thinkers, limits: Limits, spawn: Spawn) -> None:
        self.room = room
        self.thinkers = thinkers
        self.limits = limits
        self.spawn = spawn
        self._verdicts: dict[Seat, Bucket] = {}
        self._asked: dict[Seat, tuple[Sitting, Judge]] = {}
        self._judging: set[Seat] = set()

    async def take(self, sitting: Sitting, said: Message) -> None:
        """Do it, and tell the page. Slow things are begun, and told when they are done."""
        match said:
            case Command() | Undo():
                if not sitting.commands.take():
                    sitting.tell(wire(refusal(said.id, Refused("too-fast", 429))))
                elif len(said.id) > LONGEST_ID or not said.id.isprintable():
                    wrong = Refused("unreadable", 400, why="id")
                    sitting.tell(wire(refusal(said.id, wrong)))
                elif said.id.startswith(BOTS):
                    sitting.tell(wire(refusal(said.id, Refused("id-reused"))))
                else:
                    sitting.tell(wire(await self.room.say(sitting, said)))
            case Bind() | Word():
                try:
                    await self.room.mix(sitting, said)
                except Refused as why:
                    sitting.complain(why)
            case Judge():
                self.judge(sitting, said)
            case Menu() | Hint():
                self.suggest(sitting, said, sitting.menus)
            case Plan():
                self.suggest(sitting, said, sitting.questions)
            case Odds() | Measure() | Explain() | Aids() | Cards() | Facts():
                sitting.tell(wire(await self.answer(sitting, said)))

    # ── verdicts: the newest wins ────────────────────────────────────────────
    def judge(self, sitting: Sitting, said: Judge) -> None:
        """Answer as soon as the seat may ask again; what was asked before is told it is old."""
        if said.seat not in sitting.seats:
            sitting.tell(wire(refusal(said.id, Refused("not-your-seat", 403, seat=said.seat[:40]))))
            return
        old = self._asked.get(said.seat)
        if old is not None:
            old[0].tell(wire(refusal(old[1].id, Refused("superseded", 429))))
        self._asked[said.seat] = (sitting, said)
        if said.seat not in self._judging:
            self._judging.add(said.seat)
            self.spawn(self.judging(said.seat))

    async def judging(self, seat: Seat) -> None:
        """Answer what a seat asks, the newest each time, until it asks no more."""
        bucket = self._verdicts.setdefault(seat, Bucket(self.limits.verdicts))
        try:
            while seat in self._asked:
                while not bucket.take():
                    await asyncio.sleep(bucket.wait())
                async with self.room.lock:
                    sitting, said = self._asked.pop(seat)
                    sitting.tell(wire(self.verdict(said)))
        finally:
            self._judging.discard(seat)

    def verdict(self, said: Judge) -> Reply:
        """What the rules say to it, or what the server does."""
        try:
            found = self.room.judged(said.seat, said.ask, said.action)
            links, assaults = self.room.weighed(said.seat, said.ask, said.action, legal=found.ok)
        except Refused as why:
            return refusal(said.id, why)
        except Exception:
            log.exception("the rules failed on %s in battle %s", said, self.room.row.battle)
            return refusal(said.id, Refused("fault", 500))
        return Reply(id=said.id, ok=True, verdict=found, links=links, assaults=assaults)

    # ── menus: made elsewhere ────────────────────────────────────────────────
    def suggest(self, sitting: Sitting, said: Menu | Plan | Hint, pace: Bucket) -> None:
        """Begin to look for answers worth thinking about, ways towards a point, or a hint."""
        if not pace.take():
            sitting.tell(wire(refusal(said.id, Refused("too-fast", 429))))
        elif said.seat not in sitting.seats:
            sitting.tell(wire(refusal(said.id, Refused("not-your-seat", 403, seat=said.seat[:40]))))
        else:
            self.spawn(self.suggested(sitting, said))

    async def suggested(self, sitting: Sitting, said: Menu | Plan | Hint) -> None:
        """Tell what was found."""
        share, most = self.room.row.host.hex(), self.limits.menu_seconds + 5
        try:
            if isinstance(said, Hint):
                async with self.room.lock:
                    hint = hinting.hinted(self.room, said)
                result = await self.thinkers.do(hint, most, share=share)
                sitting.tell(wire(hinting.told(said, hint, result)))
                return
            async with self.room.lock:
                job = self.suggestion(said)
            result = await self.thinkers.do(job, most, share=share)
            found = result.suggested
            if found is None:
                raise Refused("fault", 500)
        except Refused as why:
            sitting.tell(wire(refusal(said.id, why)))
        except Thoughtless:
            sitting.tell(wire(refusal(said.id, Refused("busy", 503))))
        else:
            menu = tuple(msgspec.json.decode(one) for one in found.menu)
            reply = Reply(id=said.id, ok=True, menu=menu, complete=found.complete)
            sitting.tell(wire(reply))

    def suggestion(self, said: Menu | Plan) -> Suggest:
        """The job for a worker: nothing but what the seat sees."""
        view = self.room.battle.view(said.seat)
        if all(ask.id != said.ask for ask in view.mine()):
            raise Refused("no-question", 409, ask=said.ask)
        job = Suggest(
            system=self.room.header.system,
            settings=self.room.header.settings,
            view=msgspec.Raw(encode(view)),
            ask=said.ask,
            most=1,
            seconds=self.limits.menu_seconds,
        )
        if isinstance(said, Plan):
            check(said.toward, 0)
            action_of(self.room.book, view.position, said.action)
            return replace(job, action=said.action, toward=said.toward)
        return replace(job, most=max(1, min(MOST, said.most)), pieces=said.pieces[:MOST])

    # ── odds, lengths, clauses ───────────────────────────────────────────────
    async def answer(
        self, sitting: Sitting, said: Odds | Measure | Explain | Aids | Cards | Facts
    ) -> Reply:
        """The answer to a question about what the page can see."""
        if not sitting.questions.take():
            return refusal(said.id, Refused("too-fast", 429))
        try:
            match said:
                case Explain():
                    return Reply(id=said.id, ok=True, explain=explained(said.clause, said.lang))
                case Odds():
                    position = await self.seen(sitting, said.seat)
                    odds = chances(self.room.header.system, self.room.book, position, said)
                    return Reply(id=said.id, ok=True, odds=odds)
                case Measure():
                    position = await self.seen(sitting, said.seat, said.at)
                    found = measured(position, said.start, said.end)
                    if said.sight and isinstance(said.start, str) and isinstance(said.end, str):
                        kind = game(self.room.header.system)
                        seen = kind.sight(self.room.book, position, said.start, said.end)
                        found = replace(found, sight=seen)
                    return Reply(id=said.id, ok=True, measure=found)
                case Aids():
                    position = await self.seen(sitting, said.seat, said.at)
                    kind = game(self.room.header.system)
                    shapes, sums = kind.aids(self.room.book, position, said)
                    parts = kind.strengths(self.room.book, position)
                    rounds = kind.contest(self.room.book, position)
                    return Reply(
                        id=said.id,
                        ok=True,
                        aids=shapes,
                        standing=sums,
                        commands=parts,
                        contest=rounds,
                        length=contests.length(self.room.book, position, rounds),
                        muster=musters.muster(self.room.book, position),
                        stages=kind.stages(self.room.book, position),
                    )
                case Cards():
                    view = await self.view(sitting, said.seat)
                    ask = next((one for one in view.mine() if one.id == said.ask), None)
                    kind = game(self.room.header.system)
                    book, position = self.room.book, view.position
                    shown = kind.cards(book, position, ask)
                    shown = intrigue.beside(book, position, said.seat, ask, shown)
                    acts = musters.unasked(book, position, said.seat)
                    shown = replace(shown, unasked=acts)
                    return Reply(id=said.id, ok=True, cards=shown)
                case Facts():
                    view = await self.view(sitting, said.seat)
                    ask = next((one for one in view.mine() if one.id == said.ask), None)
                    piece = known(view.position, said.piece)
                    kind = game(self.room.header.system)
                    told = kind.about(self.room.book, view.position, ask, piece)
                    return Reply(id=said.id, ok=True, facts=told)
        except Refused as why:
            return refusal(said.id, why)
        except Exception:
            log.exception("no answer to %s in battle %s", said, self.room.row.battle)
            return refusal(said.id, Refused("no-answer", 500))

    async def seen(self, sitting: Sitting, seat: Seat, at: int | None = None) -> Position:
        """The table as that seat sees it, or as the page does where it names none.

        With `at` as the page saw it after so many of its own events.
        """
        view = await self.view(sitting, seat)
        if at is None:
            return view.position
        audience = sitting.seats or (SPECTATORS,)
        async with self.room.lock:
            told = self.room.battle.stream(*audience)
        return fold_view(audience[0], told[: max(0, at)]).position

    async def view(self, sitting: Sitting, seat: Seat) -> View:
        """What that seat sees, or the page where it names none: the table and the questions."""
        if seat and seat not in sitting.seats:
            raise Refused("not-your-seat", 403, seat=seat[:40])
        eyes = seat or (sitting.seats[0] if sitting.seats else SPECTATORS)
        async with self.room.lock:
            return self.room.battle.view(eyes)


def explained(name: str, lang: str = "") -> Explained:
    """What a clause says, in that language if there is one."""
    lang = lang if lang in languages() else FIRST
    try:
        found = in_language(clause(name[:40]), lang)
    except PlainError as why:
        raise Refused("no-clause", 404, clause=name[:40]) from why
    return Explained(
        clause=found.id,
        book=found.book,
        says=found.says,
        mark=mark_words(found.mark, lang),
        source=found.source,
        decides=found.decides,
        parts=worded(found.says),
        follows=found.follows,
        named_in=named_in(found.id),
    )
