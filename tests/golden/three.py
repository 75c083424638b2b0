"""Three short battles on file as whole logs, with a digest of what each seat saw.

`python -m tests.golden.make` makes them anew together with the brief ones.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from condotta.bots.runner import conduct, seated
from condotta.kernel.battle import Battle
from condotta.kernel.log import dump, encode, save
from condotta.kernel.records import SPECTATORS, Seat
from condotta.lab.matches import SEATS, match, pairing
from condotta.report.logbook import header_of
from condotta.rules.library import book

HERE = Path(__file__).parent
DIGESTS = HERE / "digests.json"


class Golden(NamedTuple):
    """One battle: what it is called, who fights it, by which settings."""

    name: str
    pairing: int
    bots: str
    settings: Mapping[str, Any]


BATTLES = (
    Golden("flank-march", 8, "random", {"turnLimit": 8}),
    Golden("close-combat", 45, "steward", {"turnLimit": 5}),
    Golden("first-blood", 50, "steward", {"lossThreshold": 8, "turnLimit": 12}),
)


def fought(golden: Golden) -> Battle:
    """The battle, fought by its bots."""
    rules = book("triumph", golden.settings)
    seed = f"golden/{golden.pairing}"
    battle = match(rules, pairing(golden.pairing), seed)
    bots = dict.fromkeys((seat for seat, _ in SEATS), golden.bots)
    conduct(battle, seated(bots, rules, seed))
    return battle


def watchers(battle: Battle) -> tuple[Seat, ...]:
    """Everybody who looks on: every seat, and the spectators."""
    return (*battle.state.position.seats(), SPECTATORS)


def digests(battle: Battle) -> dict[str, str]:
    """What each watcher saw from first to last, and what it sees at the end, as one digest each."""
    return {
        seat: digest(encode(battle.stream(seat)), encode(battle.view(seat)))
        for seat in watchers(battle)
    }


def digest(*parts: bytes) -> str:
    """Thirty-two hex digits of some bytes."""
    found = hashlib.blake2b(digest_size=16)
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()


def make_three(battles: Iterable[Golden] = BATTLES) -> None:
    """Fight them all, and write down what happened."""
    seen = {}
    for golden in battles:
        battle = fought(golden)
        header = header_of(battle.book, {"name": golden.name})
        save(HERE / f"{golden.name}.jsonl", dump(header, battle.log))
        seen[golden.name] = digests(battle)
        ended = battle.state.position.ended
        print(f"{golden.name}: {len(battle.log)} events, ended by {ended and ended.clause}")
    save(DIGESTS, json.dumps(seen, indent=1).encode() + b"\n")
