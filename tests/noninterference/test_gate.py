"""What a seat may not know changes no byte of what anybody else can get, in every system.

CONDOTTA_GATE=8 compares eight times as many moments, from other battles too.
"""

from __future__ import annotations

import asyncio
import os
from typing import get_args

import pytest

from condotta.rules.systems import SYSTEMS
from condotta.server.http.app import Table, routes
from condotta.server.http.pages import Page
from condotta.server.protocol import Said
from tests.noninterference import gate as gates
from tests.noninterference.gate import Effort, Gate
from tests.noninterference.twins import CASES

MANY = int(os.environ.get("CONDOTTA_GATE", "1"))
EFFORT = Effort(moments=Effort().moments * MANY, tries=Effort().tries * MANY)


@pytest.mark.parametrize("case", CASES)
def test_nobody_else_is_told_a_secret(case: str) -> None:
    gate = asyncio.run(Gate(CASES[case], EFFORT).run())
    assert gate.faults() == []


def test_every_system_has_a_case() -> None:
    assert {case.system for case in CASES.values()} == set(SYSTEMS)


# ── that the gate sees all there is ──────────────────────────────────────────
NOT_OF_A_BATTLE = frozenset(
    {
        "/api/about", "/api/systems/{system}", "/api/lists", "/api/rosters", "/api/words/{lang}",
        "/api/rosters/check", "/api/import", "/api/owner", "/open/{key}", "/", "/{path:path}",
        "/api/armoury/lists", "/api/clauses/{clause}", "/api/armoury/army", "/api/armoury/draw",
        "/api/armoury/sheet", "/api/armoury/sides", "/api/armoury/text", "/api/armoury/read",
        "/api/referee/{system}", "/api/referee", "/healthz", "/readyz", "/hands",
    }
)  # fmt: skip
"""Addresses that know no battle that is being played."""

LOOKED_AT = {
    "/api/battles": "HTTP list", "/api/rooms/{code}": "HTTP door",
    "/api/battles/{battle}": "HTTP room", "/api/battles/{battle}/log": "HTTP log",
    "/api/battles/{battle}/events": "HTTP events",
    "/api/battles/{battle}/report": "HTTP report before the end",
    "/api/battles/{battle}/paper": "HTTP paper", "/api/battles/{battle}/dice": "HTTP dice",
    "/api/battles/{battle}/position": "HTTP position",
    "/api/battles/{battle}/picture": "HTTP picture", "/api/claims": "HTTP claim",
    "/api/battles/{battle}/archive": "HTTP archive",
    "/api/battles/{battle}/seats/{seat}": "HTTP release of another's seat",
    "/api/battles/{battle}/seats/{seat}/consent": "HTTP consent",
    "/api/battles/{battle}/again": "HTTP again", "/api/battles/{battle}/clock": "HTTP clock",
    "/api/battles/{battle}/notices": "notices", "/metrics": "HTTP metrics",
    "/api/battles/{battle}/socket": "WS late",
}  # fmt: skip
"""Addresses of battles, and the surface under which the gate compares each."""

MESSAGES = {
    "Hello": "WS late", "Command": "live", "Judge": "verdict yes", "Menu": "WS menu",
    "Hint": "WS hint", "Plan": "WS plan", "Odds": "WS odds close", "Measure": "WS measure",
    "Aids": "WS aids", "Cards": "WS cards", "Facts": "WS facts", "Tell": "WS story",
    "Undo": "refusal, undo",
}  # fmt: skip
"""What a page says, and the surface under which the gate compares what comes of it."""

OF_NO_BATTLE = frozenset({"Explain", "Ping"})

NOT_COMPARED = frozenset({"Bind", "Word"})
"""Words for shared dice: the gate's battles have dice of another kind, which refuse them."""


class Quiet:
    """Limits and a house of which nothing is asked."""

    def __getattr__(self, _: str) -> Quiet:
        return self

    def __call__(self, *_: object) -> Quiet:
        return self


def test_every_address_is_compared_or_knows_no_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet: object = Quiet()
    monkeypatch.setattr("condotta.server.http.app.Visitors", quiet)
    monkeypatch.setattr("condotta.server.http.referee_http.Visitors", quiet)
    table = Table(quiet, tuple)  # type: ignore[arg-type]  # nothing is asked of it
    paths = {route.path for route in routes(table, Page())}
    assert paths == NOT_OF_A_BATTLE | LOOKED_AT.keys()
    assert set(LOOKED_AT.values()) - {"notices"} <= gates.SURFACES


def test_every_message_is_compared_or_knows_no_battle() -> None:
    said = {one.__name__ for one in get_args(Said)}
    assert said == MESSAGES.keys() | OF_NO_BATTLE | NOT_COMPARED


# ── that the gate says so when it is blind ───────────────────────────────────
def test_a_surface_that_mostly_refuses_is_a_fault() -> None:
    gate = Gate(CASES["triumph, masks"], Effort(moments=0))
    for ok in (b"200", b"403", b"403", b"403"):
        gate.count("HTTP log", "answered", ok)
    assert "triumph, masks: HTTP log was answered 1 of 4" in gate.faults()
    assert "triumph, masks: WS aids was never compared" in gate.faults()


def test_too_few_moments_are_a_fault() -> None:
    gate = Gate(CASES["triumph, masks"], Effort(moments=5))
    assert "triumph, masks: only 0 moments were compared" in gate.faults()


def test_worlds_that_do_not_differ_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.noninterference.twins.REALS", (("", ""),) * 4)
    gate = asyncio.run(Gate(CASES["triumph, masks"], Effort(moments=1, tries=1, longest=30)).run())
    assert gate.moments == 0
    assert gate.faults()
