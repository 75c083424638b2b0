"""Carnage for position files, over either host: three or four armies, one objective, roll-offs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from condotta.kernel.battle import Battle
from condotta.positions import ranked, skirmish
from condotta.positions.games import Form, Game
from condotta.positions.soundness import words_under
from condotta.rules.carnage import names
from condotta.rules.carnage.objective import controller, counts

SEATS = tuple((seat, seat) for seat in ("red", "blue", "amber"))


def objective(battle: Battle, _: Literal["all"]) -> dict[str, Any]:
    """How many models of each seat are near the marker, and who holds it. [CM-89 to CM-91]"""
    now = battle.state.position
    return {
        "near": dict(counts(battle.book, now)),
        "holder": controller(battle.book, now) or None,
        "points": {seat: now.count(seat, names.VP) for seat in now.seats()},
    }


def told(battle: Battle) -> dict[str, Any]:
    """The battle round, command points, ranks and quarters."""
    now = battle.state.position
    seats = now.seats()
    return {
        "round": now.count(names.TABLE, names.ROUND),
        "command_points": {seat: now.count(seat, names.CP) for seat in seats},
        "ranks": {seat: now.count(seat, names.RANK) for seat in seats},
        "eliminated": [seat for seat in seats if now.count(seat, names.OUT)],
    }


def over_skirmish(battle: Battle) -> dict[str, Any]:
    """What the host tells, and what the layer does."""
    return {**skirmish.state(battle), **told(battle)}


def over_ranked(battle: Battle) -> dict[str, Any]:
    """What the host tells, and what the layer does."""
    return {**ranked.state(battle), **told(battle)}


LAYER: Mapping[str, Form] = {
    "objective": Form(Literal["all"], objective, "Whose is the objective, and by how many? (`all`)")
}


def made(name: str, host: Any, state: Any) -> Game:
    """The game of a host with the layer over it."""
    words = host.words(SEATS)
    return Game(
        name,
        **{
            **words,
            "board": (48, 48),
            "phases": host.phases(name, SEATS),
            "set_up": host.steps(name, SEATS),
            "before": host.before,
            "begin": host.begin,
            "actions": host.actions(name),
            "questions": {**words["questions"], **LAYER},
            "state": state,
            "lengths": (*words.get("lengths", ()), names.CLEAR),
            "counters": (*words["counters"], *words_under("condotta.rules.carnage")),
        },
    )


OVER_SKIRMISH = made("carnage", skirmish, over_skirmish)
OVER_RANKED = made("carnage+ranked", ranked, over_ranked)
