"""A worker outside the server: bots think here, menus and reports are made here.

python -m condotta.server.workers.thinker   reads one JSON job a line, writes one JSON result a line

It is given what a seat sees, never the truth; only logs that are read whole already are reported.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from math import inf
from typing import Any, Literal, assert_never

import msgspec

from condotta.bots.reasons import Reason, reasons
from condotta.bots.seat import make, unasked
from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book
from condotta.kernel.log import encode
from condotta.kernel.views import View
from condotta.rules import library as systems
from condotta.server.games.actions import action_of
from condotta.server.games.games import book_of, game
from condotta.server.workers.tidying import Tidying
from condotta.words import speaking

NICENESS = 5
NOTHING = msgspec.Raw(b"null")
VIEW: msgspec.json.Decoder[View] = msgspec.json.Decoder(View)


class Think(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What would that bot answer? One that `talks` may first act unasked, by lots of its own.

    With `why` it gives its reasons as well.
    """

    system: str
    settings: dict[str, Any]
    view: msgspec.Raw
    ask: int
    bot: str
    seed: str
    talk: str = ""
    talks: bool = False
    why: bool = False


class Suggest(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Which answers are worth thinking about? At most so many, found in so many seconds.

    With an action and a point: the same answer with ways that lead towards it.
    """

    system: str
    settings: dict[str, Any]
    view: msgspec.Raw
    ask: int
    most: int
    seconds: float
    pieces: tuple[str, ...] = ()
    action: dict[str, Any] | None = None
    toward: tuple[int, int] | None = None


class Verify(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Do the rules give that log? The answer is the first difference."""

    log: str


class Lengthen(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Work out the whole of a brief log. The answer is its text, or why these rules cannot."""

    log: str


class Report(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The page of a log, in a language."""

    log: str
    lang: str = ""


class Print(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What a log of one audience ends with, on paper; of a seat with its hand."""

    log: str
    paper: Literal["a4", "letter"]
    seat: str = ""
    players: dict[str, str] = {}
    lang: str = ""


class Rule(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What do the rules say of a position file? The answer is a `RefereeSaid` as JSON.

    With a piece and a place the file is changed before.
    """

    file: str
    move: str = ""
    at: tuple[float, float, float] = (0, 0, 0)
    tidy: bool = False
    lang: str = ""


Job = Think | Suggest | Verify | Lengthen | Report | Print | Rule


class Suggested(msgspec.Struct, frozen=True):
    """Answers worth thinking about, and whether these are all there are."""

    menu: tuple[msgspec.Raw, ...]
    complete: bool


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a job, or why nothing did. `damaged` is what is wrong with the log it is of."""

    said: msgspec.Raw = NOTHING
    unasked: bool = False
    reasons: tuple[Reason, ...] = ()
    suggested: Suggested | None = None
    text: str | None = None
    damaged: str | None = None
    fault: str | None = None


def seen(job: Think | Suggest) -> tuple[Book, View, Ask]:
    """The rules, what the seat sees, and the question."""
    view = VIEW.decode(job.view)
    ask = next(ask for ask in view.asks if ask.id == job.ask)
    return book_of(job.system, job.settings).attended(view.position), view, ask


def think(job: Think) -> Result:
    """The bot's answer."""
    book, view, ask = seen(job)
    if job.talks:
        act = unasked(make(job.bot, book, job.talk), view)
        if act is not None:
            return Result(said=msgspec.Raw(encode(act)), unasked=True)
    bot = make(job.bot, book, job.seed)
    said = msgspec.Raw(encode(bot.answer(view, ask)))
    return Result(said=said, reasons=reasons(bot) if job.why else ())


def suggest(job: Suggest, clock: Callable[[], float] = time.monotonic) -> Result:
    """The menu of a question, until there are enough or the time is up."""
    book, view, ask = seen(job)
    found: list[msgspec.Raw] = []
    if job.action is not None and job.toward is not None:
        like = action_of(book, view.position, job.action)
        one = game(job.system).toward(book, view.position, ask, like, job.toward)
        led = () if one is None else (msgspec.Raw(encode(one)),)
        return Result(suggested=Suggested(led, complete=True))
    menu = book.menus.get(ask.window) if ask.says else None
    end = clock() + job.seconds
    if menu is not None:
        near = menu.about if job.pieces else None
        all_of_them = menu.salient(book, view.position, ask)
        for action in near(book, view.position, ask, job.pieces) if near else all_of_them:
            if speaks_of(action, job.pieces):
                found.append(msgspec.Raw(encode(action)))
            if len(found) >= job.most or clock() > end:
                return Result(suggested=Suggested(tuple(found), complete=False))
    return Result(suggested=Suggested(tuple(found), complete=True))


def speaks_of(action: Action, pieces: tuple[str, ...]) -> bool:
    """Whether an action names one of the pieces; without any, every action does."""
    if not pieces:
        return True
    steps = (step.piece for step in getattr(action, "steps", ()))
    named = {getattr(action, "piece", ""), *getattr(action, "pieces", ()), *steps}
    named |= {getattr(action, "unit", ""), *(way.model for way in getattr(action, "trails", ()))}
    return not named.isdisjoint(pieces)


def verify(job: Verify) -> Result:
    """The first difference between a log and the rules, in words; empty where there is none.

    Of one by other rules that still goes on none is looked for: it cannot go on here.
    """
    from condotta.kernel.errors import Corrupt  # noqa: PLC0415 - loaded when it is asked for
    from condotta.report.logbook import data_digest, folded, verified  # noqa: PLC0415 - the same

    try:
        log = log_of(job.log)
        ended = folded(log.events, log.where).position.ended
    except Corrupt as why:
        return Result(damaged=why.why)
    if ended is None and log.header.data != data_digest(log.header.system):
        return Result(text="")
    found = verified(log)
    return Result(text="" if found is None else f"line {found.line}: {found.has} / {found.gives}")


def lengthen(job: Lengthen) -> Result:
    """A brief log with everything that happened in it."""
    from condotta.kernel.errors import Corrupt  # noqa: PLC0415 - loaded when it is asked for
    from condotta.report.logbook import in_full, read  # noqa: PLC0415 - the same

    try:
        return Result(text=in_full(read(job.log.encode(), "the file")).decode())
    except Corrupt as why:
        return Result(damaged=why.why)


def report(job: Report) -> Result:
    """The page of a log."""
    from condotta.report.page import page  # noqa: PLC0415 - loaded when it is asked for

    with speaking(job.lang):
        return Result(text=page(log_of(job.log)))


def printed(job: Print) -> Result:
    """A moment on paper, from what its audience was shown and nothing else."""
    from condotta.report.history import stood  # noqa: PLC0415 - the same
    from condotta.report.naming import called  # noqa: PLC0415 - loaded when it is asked for
    from condotta.report.paper import paper  # noqa: PLC0415 - the same

    log = log_of(job.log)
    with speaking(job.lang), called(job.players):
        return Result(text=paper(log, stood(log.events), on=job.paper, seat=job.seat))


def log_of(text: str) -> Any:
    """A log from its text."""
    from condotta.kernel.log import load  # noqa: PLC0415 - loaded when it is asked for
    from condotta.report.logbook import Log  # noqa: PLC0415 - the same

    data = text.encode()
    header = systems.header_in(data, "the log")
    book = book_of(header.system, header.settings)
    return Log("the log", header, book, tuple(load(book, data, "the log")))


def rule(job: Rule) -> Result:
    """What the rules say of a position file, in a language."""
    from condotta.server.games.referee import ruled  # noqa: PLC0415 - loaded when it is asked

    with speaking(job.lang):
        said = ruled(job.file, job.move, job.at, tidy=job.tidy)
    return Result(text=msgspec.json.encode(said).decode())


def done(line: bytes) -> Result:
    """Do one job; whatever goes wrong is told and the worker lives on."""
    try:
        job = msgspec.json.decode(line, type=Job)
        match job:
            case Think():
                return think(job)
            case Suggest():
                return suggest(job)
            case Verify():
                return verify(job)
            case Lengthen():
                return lengthen(job)
            case Report():
                return report(job)
            case Print():
                return printed(job)
            case Rule():
                return rule(job)
            case _:
                assert_never(job)
    except Exception as why:  # noqa: BLE001 - the server decides what to do about it
        return Result(fault=f"{type(why).__name__}: {why}"[:400])


def main() -> int:
    """Work until nobody sends anything any more; tidy up when an answer is out, not before."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    out = sys.stdout.buffer
    sys.stdout = sys.stderr
    tidying = Tidying()
    tidying.start()
    for line in sys.stdin.buffer:
        result = msgspec.json.encode(done(line)) + b"\n"
        try:
            out.write(result)
            out.flush()
        except BrokenPipeError:  # the table is gone; nobody waits for this any more
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
            return 0
        tidying.tidy(spoken=-inf)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(0)
