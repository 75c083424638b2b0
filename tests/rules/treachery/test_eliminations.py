"""Every seat eliminated in each kind of moment, and play goes on. TT-13.8, TO-11, TT-13.6"""

import pytest

from condotta.kernel.events import Event, Removed
from condotta.rules.treachery import names
from condotta.rules.treachery.coffers import cards_due
from condotta.rules.treachery.players import hand, present, role
from tests.rules.treachery.treachery_setting import HOSTS, OVER_TRIUMPH, SEATS, Plot, host, setting

KINDS = {
    HOSTS[0]: (names.MOVEMENT, names.SHOOTING, names.COMBAT),
    HOSTS[1]: (names.MOVEMENT, names.MAGIC, names.SHOOTING, names.COMBAT),
}
PARTS = (names.ACTIVE, names.ENEMY_PLAYER, names.NEUTRAL)
MOMENTS = [(system, kind) for system, kinds in KINDS.items() for kind in kinds]
STILL = ("done", "end", "pass", "hold", "keep")


def within(kind: str, system: str, victim: int, part: str) -> Plot:
    """A phase of five players in which that seat has that part, before the neutrals' dice."""
    seat = SEATS[victim]
    active = seat if part == names.ACTIVE else SEATS[(victim + 2) % 5]
    enemy = seat if part == names.ENEMY_PLAYER else SEATS[(victim + 1) % 5]
    plot = setting(system, players=5, opens=kind, active=active)
    plot.choose(active, enemy)
    assert role(plot.position, seat) == part
    assert plot.asks()[0].window == "neutral dice"
    return plot


def eliminated(plot: Plot, seat: str) -> None:
    """All its units are gone."""
    gone: tuple[Event, ...] = tuple(
        Removed(name, "lost") for name in host(plot).units(plot.position, seat)
    )
    assert gone
    plot.battle.correct(gone, "they are gone")
    assert not present(host(plot), plot.position, seat)


def to_the_next_game_turn(plot: Plot) -> set[tuple[str, str]]:
    """Everybody does nothing until cards are dealt again; who was asked what."""
    asked = set()
    for _ in range(600):
        ask = plot.asks()[0]
        asked |= {(one.seat, one.window) for one in plot.asks()}
        if ask.window == "treachery cards" and "TT-11.2" in ask.clause:
            return asked
        if plot.proceed("treachery cards") is None:
            return asked
        ask = plot.asks()[0]
        if ask.window != "treachery cards":
            plot.choose(ask.seat, next(one for one in ask.options if one in STILL))
        elif ask.clause != "TT-11.2":
            plot.draw(ask.draw[0])
    raise AssertionError("no end of the game turn")


@pytest.mark.parametrize("victim", range(5))
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("system", "kind"), MOMENTS)
def test_a_seat_is_eliminated_and_play_goes_on(system: str, kind: str, part: str, victim: int):
    """[TT-13.8, TT-2.5, TO-11] Its turn card is skipped; it keeps coffer and hand, and is dealt."""
    plot, seat = within(kind, system, victim, part), SEATS[victim]
    eliminated(plot, seat)
    asked = to_the_next_game_turn(plot)
    turned = [one.params["seat"] for one in plot.rulings("TT-2.3")]
    skipped = [one.params["seat"] for one in plot.rulings("TT-13.8")]
    if part == names.ACTIVE:
        assert sorted(turned) == sorted(set(SEATS) - {seat})
        assert skipped == []
    else:
        assert skipped == [seat]
        assert seat not in turned
    assert not plot.position.ended
    assert plot.count(names.TABLE, names.GAME_TURN) == 2
    assert plot.tokens(seat) >= 0
    others = {window for who, window in asked if who == seat and who not in plot.position.active}
    assert others <= {"designation", "treachery phase opens", "treachery phase closes",
                      "treachery designated", "movement", "remaining moves"}  # fmt: skip
    due = cards_due({one: plot.tokens(one) for one in SEATS})[seat]
    had = len(hand(plot.position, seat))
    plot.proceed("turn card")
    assert len(hand(plot.position, seat)) == min(names.HAND, had + due)


@pytest.mark.parametrize("victim", range(5))
@pytest.mark.parametrize("system", HOSTS)
def test_the_last_but_one_is_eliminated_and_the_richest_wins(system: str, victim: int):
    """[TT-13.6, TT-13.7] At the end of the game turn; a seat without units may be the richest."""
    seat = SEATS[victim]
    plot = within(names.SHOOTING, system, victim, names.NEUTRAL)
    for other in SEATS:
        if other != plot.position.active[0]:
            eliminated(plot, other)
    rich = plot.tokens(seat)
    assert rich == 100
    to_the_end(plot)
    assert plot.position.ended
    assert plot.position.ended.clause == "TT-13.12", "all coffers are equal"
    assert plot.rulings("TT-13.6")[-1].key == "tt.13-6.alone"
    assert sorted(one.params["seat"] for one in plot.rulings("TT-13.8")) == sorted(
        set(SEATS) - {*plot.position.active}
    )


def to_the_end(plot: Plot) -> None:
    """Everybody does nothing until the battle is over."""
    for _ in range(600):
        if plot.position.ended or plot.proceed() is None:
            return
        ask = plot.asks()[0]
        plot.choose(ask.seat, next(one for one in ask.options if one in STILL))
    raise AssertionError("no end of the battle")


def test_over_triumph_a_camp_alone_is_nobody():
    """[TO-11, TT-13.8] A player whose camp alone is left is out."""
    plot = setting(OVER_TRIUMPH, "R1 HFT 20 8 0; B0 CAMP 40 2 0; G1 HFT 40 40 180")
    assert not present(host(plot), plot.position, "blue")
