"""Refusals: those of the rules as they reach a page, and those that the server itself has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from condotta.errors import PlainError
from condotta.kernel.errors import Illegal
from condotta.kernel.rulings import Param, Refusal
from condotta.server.forms import Problem
from condotta.server.protocol import Reason, Reply
from condotta.words import say

SERVER = "server"
T = TypeVar("T")


class Refused(Exception):
    """The server will not do that. `key` and `params` say why; `status` is for HTTP."""

    def __init__(self, key: str, status: int = 400, /, **params: Param) -> None:
        super().__init__(key)
        self.key = f"{SERVER}.{key}"
        self.status = status
        self.params = params

    def reason(self) -> Reason:
        """The refusal as a reply carries it."""
        return Reason(clause=SERVER, key=self.key, params=self.params)

    def problem(self) -> Problem:
        """The refusal as an answer over HTTP carries it."""
        return Problem(key=self.key, params=self.params, text=say(self.key, self.params))


def piece_found(what: T | None, name: str) -> T:
    """What was found by the name of a piece; it is refused if there is none."""
    if what is None:
        raise Refused("no-piece", piece=name[:40])
    return what


def plain(error: PlainError) -> Refused:
    """A sentence of the program as a refusal."""
    return Refused("plain", 400, sentence=str(error))


def reasons(refusals: Iterable[Refusal]) -> tuple[Reason, ...]:
    """What the rules have against it."""
    return tuple(
        Reason(clause=one.clause, key=one.key, params=dict(one.params), sketches=one.sketches)
        for one in refusals
    )


def refusal(number: str, why: Refused | Illegal) -> Reply:
    """The reply to a message that was refused."""
    found = (why.reason(),) if isinstance(why, Refused) else reasons(why.refusals)
    return Reply(id=number, ok=False, refusals=found)
