"""Game turns, icons, the order of players, length and winner. TT-1, TT-2, TT-13"""

from collections import Counter
from itertools import permutations

import pytest

from condotta.kernel.asks import Ask, Draw
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Placed
from condotta.kernel.evolving import evolve_position
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE
from condotta.rules.scores import first
from condotta.rules.systems import SYSTEMS
from condotta.rules.treachery import names
from condotta.rules.treachery.coffers import cards_due
from condotta.rules.treachery.designation import Designate, may_be_named
from condotta.rules.treachery.players import present, turn_card
from condotta.rules.treachery.turns import Begin, GameTurn, GameTurnEnd, NextCard
from tests.rules.treachery.treachery_setting import (
    HOSTS,
    OVER_TRIUMPH,
    SEATS,
    Plot,
    host,
    setting,
)


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_icons_are_dealt_and_coffers_filled(system: str, players: int):
    """[TT-1.1, TT-1.2, TT-1.4, TT-1.6]"""
    plot = setting(system, players=players, tokens=0, icons=False, then=(Begin(),))
    drawn = names.ICONS[::-1][:players]
    plot.draw(*drawn)
    for seat, icon in zip(SEATS, drawn, strict=False):
        assert turn_card(plot.position, seat).type == icon
        assert plot.tokens(seat) == 100
    assert len(set(drawn)) == players
    assert "tt.1-4.icon" in plot.ruled


def test_three_to_five_may_sit_down():
    """[TT-1.1, TO-1]"""
    assert all(SYSTEMS[system].sizes == (3, 4, 5) for system in HOSTS)


@pytest.mark.parametrize("system", HOSTS)
def test_cards_are_dealt_before_the_first_turn_card(system: str):
    """[TT-2.1, TT-2.2, TT-2.5, TT-11.2]"""
    plot = setting(system, tokens={"red": 0, "blue": 50, "green": 50}, then=(GameTurn(),))
    windows = []
    while plot.asks(CHANCE) and plot.asks()[0].window != "turn card":
        ask = plot.asks()[0]
        windows.append((ask.window, *ask.about))
        plot.draw(ask.draw[0])
    assert windows == [
        *[("treachery cards", "red")] * 3,
        *[("treachery cards", "blue")] * 2,
        *[("treachery cards", "green")] * 2,
    ]
    assert plot.count(names.TABLE, names.GAME_TURN) == 2
    assert sorted(plot.asks()[0].draw) == ["turn-axe", "turn-hammer", "turn-shield"]


@pytest.mark.parametrize("system", HOSTS)
def test_turn_cards_are_turned_until_all_are_used(system: str):
    """[TT-2.3, TT-2.4] The last of a game turn may be the first of the next."""
    plot = setting(system, tokens=0, opens="turn", then=(NextCard(),), active="red")
    assert sorted(plot.asks()[0].draw) == ["turn-hammer", "turn-shield"]
    plot.draw("turn-shield")
    assert plot.position.active == ("green",)
    order = whole_turn(plot)
    assert order == ["turn-hammer"]
    plot.draw("turn-hammer")
    assert plot.position.active == ("blue",)
    assert len(whole_turn(plot)) == 3
    plot.draw("turn-hammer")
    assert plot.position.active == ("blue",)


def whole_turn(plot: Plot) -> list[str]:
    """Do nothing for a whole turn; what the next turn card is drawn from."""
    for _ in range(300):
        ask = plot.proceed("turn card")
        assert ask is not None
        if ask.window == "turn card":
            return sorted(ask.draw)
        done = next(one for one in (*ask.options, "done") if one in ("done", "pass", "end"))
        plot.choose(ask.seat, done)
    raise AssertionError("no end of the turn")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_order_of_players_is_uniform(players: int):
    """[TT-2.4] and the case TT-15: 10,000 game turns, each order as often as others.

    The numbers of requests run on as in one long battle; the icons are those of so many players.
    """
    cup, found, asked = SeededCup(2013), Counter[tuple[str, ...]](), 0
    icons = names.ICONS[:players]
    for _ in range(10_000):
        left, order = list(icons), []
        while left:
            asked += 1
            drawn = cup.answer(
                Ask(CHANCE, "turn card", "TT-2.3", draw=tuple(sorted(left)), id=asked)
            )
            assert isinstance(drawn, Draw)
            left.remove(drawn.drawn[0])
            order.append(drawn.drawn[0])
        found[tuple(order)] += 1
    every = list(permutations(icons))
    assert set(found) == set(every)
    fair = 10_000 / len(every)
    spread = (fair * (1 - 1 / len(every))) ** 0.5
    assert all(abs(found[order] - fair) < 4.5 * spread for order in every)
    off = sum((found[order] - fair) ** 2 / fair for order in every)
    free = len(every) - 1
    assert off < free + 4.5 * (2 * free) ** 0.5
    for place in range(players):
        each = Counter(order[place] for order in found.elements())
        share = 10_000 / players
        assert all(abs(each[icon] - share) < 4.5 * share**0.5 for icon in icons)


@pytest.mark.parametrize("system", HOSTS)
def test_nothing_tells_the_next_card_before_it_is_drawn(system: str):
    """[TT-2.4, TT-14.4] The same state goes before every order: it holds none."""
    plots = [setting(system, tokens=0, players=4, then=(NextCard(),)) for _ in range(2)]
    assert encode(plots[0].battle.state) == encode(plots[1].battle.state)
    for plot, card in zip(plots, ("turn-hammer", "turn-staff"), strict=True):
        assert tuple(plot.asks()[0].draw) == tuple(sorted(plot.asks()[0].draw))
        plot.draw(card)
    assert [plot.position.active for plot in plots] == [("blue",), ("amber",)]


def test_cards_due_by_coffer():
    """[TT-11.2, TT-13.8] and the case TT-04 of the rulings."""
    vectors = {
        (100, 100, 100): (2, 2, 2),
        (300, 100, 100): (1, 2, 2),
        (300, 300, 100): (2, 2, 3),
        (0, 50, 50): (3, 2, 2),
        (300, 200, 100, 50, 50): (1, 2, 2, 2, 2),
        (500, 300, 100): (1, 2, 3),
        (500, 500, 100): (2, 2, 3),
        (500, 300, 300): (1, 2, 2),
    }
    for coffers, due in vectors.items():
        assert tuple(cards_due(dict(zip(SEATS, coffers, strict=False))).values()) == due


@pytest.mark.parametrize("system", HOSTS)
def test_a_house_may_deal_the_richest_and_the_poorest_otherwise(system: str):
    """[TT-11.2] Red alone is richest, green alone poorest: they have what was chosen."""
    coffers = {"red": 300, "blue": 200, "amber": 200, "green": 50}
    for house, due in (({}, [1, 2, 2, 3]), ({"richestCards": 4, "poorestCards": 0}, [4, 2, 2, 0])):
        plot = setting(system, tokens=coffers, players=4, then=(GameTurn(),), settings=house)
        plot.proceed("turn card")
        assert [len(plot.holds(seat)) for seat in coffers] == due


# ── who is out ───────────────────────────────────────────────────────────────
GONE = {
    OVER_TRIUMPH: "R1 HFT 20 8 0; G1 HFT 20 38 180",
    "treachery": "R1 line-infantry 10x5 20 8 0; G1 line-infantry 10x5 20 38 180",
}


@pytest.mark.parametrize("system", HOSTS)
def test_a_player_without_units_is_skipped_and_dealt_cards(system: str):
    """[TT-13.8, TO-11] Blue has nobody left: its card passes, its hand grows."""
    plot = setting(system, GONE[system], tokens=0, then=(NextCard(),))
    plot.draw("turn-hammer")
    assert "tt.13-8.skipped" in plot.ruled
    assert plot.asks()[0].window == "turn card"
    assert plot.asks()[0].draw == ("turn-shield",)
    plot = setting(system, GONE[system], tokens=100, then=(GameTurn(),))
    plot.proceed("turn card")
    assert len(plot.holds("blue")) == 2


@pytest.mark.parametrize("system", HOSTS)
def test_a_player_without_units_rolls_no_neutral_die_and_may_win(system: str):
    """[TT-11.12, TT-13.7, TT-13.8, TT-3.6]"""
    plot = setting(system, GONE[system], tokens={"blue": 500, "red": 100})
    assert plot.enemy == "green"  # nobody else may be named
    assert not [ask for ask in plot.asks() if ask.window == "neutral dice"]
    assert first(plot.book, plot.position).seats == ("blue",)


@pytest.mark.parametrize("system", HOSTS)
def test_a_player_without_units_may_play_cards(system: str):
    """[TT-13.8, TT-11.8] As a neutral, whoever is designated."""
    plot = setting(system, GONE[system], hands={"blue": "T08", "red": "T09"})
    plot.proceed("treachery phase opens")
    plot.play("blue", "T08", "red")
    plot.unanswered()
    plot.draw(*plot.asks()[0].draw)
    assert plot.holds("blue") == ["T09"]


@pytest.mark.parametrize("system", HOSTS)
def test_nobody_has_units_left_but_the_active_player(system: str):
    """[TT-3.6] Then anybody may be named."""
    alone = GONE[system].split(";", maxsplit=1)[0]
    plot = setting(system, alone, players=4)
    assert plot.asks("red")[0].options == ("blue", "green", "amber")


@pytest.mark.parametrize("system", HOSTS)
def test_a_player_whose_units_all_wait_in_reserve_is_not_named(system: str):
    """[TT-3.6, TT-13.8] He is there, yet not on the table; he may be named if nobody is."""
    plot = setting(system, players=4, then=(Designate(phase=names.SHOOTING),))
    assert plot.asks("red")[0].options == ("blue", "green", "amber")
    waiting = Placed("B1", "reserve")
    position = evolve_position(plot.position, waiting)
    named = may_be_named(plot.battle.book, host(plot), position, names.SHOOTING)
    assert named == (("green", "amber"), "TT-3.1")
    assert present(host(plot), position, "blue")
    for other in ("G1", "A1"):
        position = evolve_position(position, Placed(other, "reserve"))
    named = may_be_named(plot.battle.book, host(plot), position, names.SHOOTING)
    assert named == (("blue", "green", "amber"), "TT-3.1")


# ── the end ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("system", "length"), [(HOSTS[0], 8), (HOSTS[1], 6)])
def test_the_battle_ends_after_its_last_game_turn(system: str, length: int):
    """[TT-13.6, TO-11] and the most tokens win [TT-13.7]."""
    plot = setting(
        system,
        tokens={"red": 100, "blue": 250, "green": 50},
        counters={names.TABLE: {names.GAME_TURN: length}},
        then=(GameTurnEnd(),),
    )
    assert plot.position.ended
    assert plot.rulings("TT-13.7")[-1].params["winners"] == ("blue",)
    going = setting(system, counters={names.TABLE: {names.GAME_TURN: length - 1}},
                    then=(GameTurnEnd(),))  # fmt: skip
    assert not going.position.ended


@pytest.mark.parametrize("system", HOSTS)
def test_the_battle_ends_when_one_player_is_left(system: str):
    """[TT-13.6]"""
    alone = GONE[system].split(";", maxsplit=1)[0]
    plot = setting(system, alone, tokens={"red": 50, "green": 100}, then=(GameTurnEnd(),))
    assert plot.position.ended
    assert plot.rulings("TT-13.7")[-1].params["winners"] == ("green",)


@pytest.mark.parametrize("system", HOSTS)
def test_ties_go_by_points_earned_then_by_what_is_left(system: str):
    """[TT-13.7, TT-13.12, TT-1.1]"""
    plot = setting(system, counters={"green": {names.EARNED: 30}})
    assert first(plot.book, plot.position).seats == ("green",)
    plot = setting(system, GONE[system])
    assert first(plot.book, plot.position).seats == ("red", "green")
    plot = setting(system, GONE[system].split(";", maxsplit=1)[0])
    assert first(plot.book, plot.position).seats == ("red",)


@pytest.mark.parametrize("system", HOSTS)
def test_a_shorter_battle_may_be_agreed(system: str):
    """[TT-13.6] A setting says how many game turns."""
    plot = setting(system, settings={"gameTurns": 1}, then=(GameTurnEnd(),))
    assert plot.position.ended
    assert not setting(system, then=(GameTurnEnd(),)).position.ended
