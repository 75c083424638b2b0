"""Treachery as one value over any host: a layer that asks its host through `Host`. [TT-1.3]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from condotta.kernel.asks import Ask, Choose, Frame
from condotta.kernel.book import Book, Layer, Procedure
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.rules.conceding import TERMS, Terms
from condotta.rules.gathering import gathered, modules_of
from condotta.rules.scores import SCORE
from condotta.rules.treachery import names, phases, turns
from condotta.rules.treachery.host import HOST, Host
from condotta.rules.treachery.players import enemy_player, relation, role
from condotta.rules.treachery.settings import DEFAULTS


def asked_nothing(_: Book, now: Position, seat: Seat, __: Ask | None, ___: Choose) -> Verdict:
    """Why a neutral player is asked of cards alone: the enemy alone dispels. [TT-3.5, TT-5.1]"""
    enemy = enemy_player(now)
    if not enemy or role(now, seat) != names.NEUTRAL:
        return Verdict()
    if now.phase == names.MAGIC:
        return Verdict((Refusal("TT-5.1", "tt.5-1.neutral", {"seat": seat, "enemy": enemy}),))
    return Verdict((Refusal("TT-3.5", "tt.3-5.seat", {"seat": seat}),))


class WithCoffer(Terms):
    """Terms by which whoever has no units left still has a coffer, and may win. [TT-13.8]"""

    def goes_on(self, _: Position, __: Seat) -> bool:
        """Nobody is out of the battle but by giving up."""
        return True


def given_up(below: Callable[[], Terms]) -> Terms:
    """Who gives up has lost its army, as one without units; coffer and hand stay. [TT-13.13]"""
    return WithCoffer("TT-13.13", "tt.13-13", below().left)


def over(
    host: Host,
    hooks: tuple[Any, ...],
    procedures: Mapping[type[Frame], Procedure] = {},
    settings: Mapping[str, Any] = {},
) -> Layer:
    """The layer for one host; `hooks` are what it says at its own seams.

    `procedures` are those that its cards begin, `settings` the defaults of its own.
    """

    own = (
        (HOST, lambda: host, "TT-1.3"),
        (SCORE, lambda _, __: turns.score(host), "TT-13.7"),
        (TERMS, given_up, "TT-13.13"),
        (host.relation, relation, "TT-3.2"),
        (host.phase_opens, lambda *given: phases.opening(host, given[-1]), "TT-3.7"),
        (host.phase_closes, lambda *given: phases.closing(host, given[-1]), "TT-10.4"),
    )
    return gathered(
        "treachery",
        1,
        modules_of("condotta.rules.treachery"),
        settings={**DEFAULTS, **settings},
        reasons={Choose: asked_nothing},
        hooks=(*own, *hooks),
        procedures=procedures,
    )
