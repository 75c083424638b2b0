"""Dice rolled and piles drawn at home, in whole battles of every system: nothing waits for ever."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from condotta.bots.runner import seated
from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.events import Answered
from condotta.kernel.log import dump, load
from condotta.kernel.records import CHANCE, SPECTATORS
from condotta.report.logbook import header_of
from condotta.rules.library import SYSTEMS
from condotta.server.dice.cups import new_dice, put_cup
from condotta.server.forms import NewBattle, SeatAsked
from condotta.server.games.actions import action_of
from condotta.server.games.games import game
from condotta.server.rooms.founding import armies_start, begun

LIMIT = 30_000


class Hands:
    """People who roll and draw what the page asks of them, by lots that are none of the table's."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(seed)
        self.typed: Counter[str] = Counter()

    def said(self, ask: Ask) -> dict[str, Any]:
        """What a page sends for an open request of chance."""
        assert not ask.secret, ask.window
        if ask.dice:
            self.typed["dice"] += 1
            return {
                "kind": "Roll",
                "pips": [self.lot.randint(1, ask.sides) for _ in range(ask.dice)],
            }
        assert ask.draw, ask.window
        self.typed[ask.window] += 1
        return {"kind": "Draw", "drawn": self.lot.sample(ask.draw, ask.count)}


def typed_battle(system: str) -> Battle:
    """A battle of the fewest seats, whose dice are rolled and whose piles are drawn at home."""
    least = len(game(system).shown().seats[0])
    people = tuple(SeatAsked(held_by="you") for _ in range(least))
    wanted = NewBattle(system=system, seats=people, dice="typed")
    return begun(armies_start(wanted), new_dice("typed"))


def everybody_knows(battle: Battle, ask: Ask) -> bool:
    """Whether onlookers are shown the whole request, and nothing in the pile hides anything."""
    seen = battle.view(SPECTATORS)
    shown = next(one for one in seen.asks if one.id == ask.id)
    pieces, known = battle.state.position.pieces, seen.position.pieces
    hidden = [one for one in ask.draw if pieces.get(one) != known.get(one)]
    return (shown.dice, shown.draw, shown.count) == (ask.dice, ask.draw, ask.count) and not hidden


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_battle_is_fought_with_dice_and_piles_at_home(system):
    battle = typed_battle(system)
    bots = seated(dict.fromkeys(battle.state.position.seats(), "random"), battle.book, 7)
    hands = Hands(7)
    for _ in range(LIMIT):
        if battle.state.position.ended is not None:
            break
        ask = next(iter(battle.waiting()))
        if ask.seat == CHANCE:
            assert everybody_knows(battle, ask)
            said = action_of(battle.book, battle.state.position, hands.said(ask))
        else:
            said = bots[ask.seat].answer(battle.view(ask.seat), ask)
        battle.say(ask.seat, said, ask.id)
    assert battle.state.position.ended is not None
    assert hands.typed["dice"] > (5 if system.endswith("+reported") else 10)
    assert len(hands.typed) > 1, "nothing came off a pile"
    rolled = [one for one in battle.log if isinstance(one, Answered) and one.seat == CHANCE]
    assert sum(hands.typed.values()) == sum(not one.secret for one in rolled)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_table_opened_again_asks_for_the_same_dice_again(system):
    """What people must roll is asked again, not drawn behind their backs."""
    battle = typed_battle(system)
    data = dump(header_of(battle.book, {}, "typed"), battle.log)
    again = Battle(battle.book, load(battle.book, data, "the log"))
    put_cup(again, new_dice("typed"))
    assert again.state == battle.state
