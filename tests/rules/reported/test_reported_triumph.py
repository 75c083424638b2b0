"""TRIUMPH! and GRAND TRIUMPH! at a real table: points, marches, losses, ends. [RB-10, RB-11]"""

from collections import Counter

import pytest

from condotta.kernel.events import Counted, Ended, Mustered, Opened, Removed, Veiled
from condotta.lab.battles import main as battles
from condotta.rules.grand.names import ENTRY
from condotta.rules.reported.over_grand.arriving import MarchIn
from condotta.rules.reported.over_triumph.paying import WINDOW, Pay
from condotta.rules.triumph import names as core
from condotta.rules.triumph.movement.flank_march import least_cost
from condotta.rules.triumph.stands.reserves import reserves
from tests.rules.reported.real_table import Evening, keys


def test_rb_10_a_move_is_paid_for_by_its_command_and_no_more_than_it_has():
    table = Evening("triumph+reported")
    ask = table.until(WINDOW)
    command = next(one.command for one in table.position.at("table") if one.controller == ask.seat)
    has = table.position.count(command, core.CP)
    assert ("RB-10", "rb.10.too-many") in table.refused(ask.seat, WINDOW, Pay(command, has + 1))
    assert ("RB-10", "rb.10.too-many") in table.refused(ask.seat, WINDOW, Pay(command, 0))
    assert ("RB-10", "rb.10.no-command") in table.refused(ask.seat, WINDOW, Pay("nobody", 1))
    assert keys(table.say(ask.seat, WINDOW, Pay(command, 1)))[0] == "rb.10.paid"
    assert table.position.count(command, core.CP) == has - 1


def test_rb_10_points_that_are_not_used_are_lost():
    """[RB-10]"""
    table = Evening("triumph+reported")
    ask = table.until(WINDOW)
    table.say(ask.seat, WINDOW, "end")
    held = {one.command for one in table.position.at("table") if one.controller == ask.seat}
    assert sum(table.position.count(command, core.CP) for command in held) == 0
    assert table.position.phase == core.RANGED


def marching():
    """GRAND TRIUMPH! at a real table with a flank march that may come in; who, and which."""
    for seed in range(40):
        table = Evening("grand+reported", seed=seed)
        for _ in range(400):
            if table.play.over:
                break
            for (seat, window), ask in table.asks.items():
                held = reserves(table.position, seat)
                if window == WINDOW and "MarchIn" in ask.says:
                    for command, pieces in held.items():
                        has = table.position.count(command, core.CP)
                        if has >= least_cost(table.play.book, pieces):
                            return table, seat, command
            question = table.play.question
            said = table.play.suggest(question, "random")
            table.play.say(said, question)
    raise AssertionError("nobody marched")


def test_rb_11_a_march_comes_in_by_its_sealed_edge_alone_and_pays():
    table, seat, command = marching()
    edges = ("left", "right", "left base", "right base")
    legal = [edge for edge in edges if not table.refused(seat, WINDOW, MarchIn(command, edge))]
    (edge,) = legal
    other = next(one for one in edges if one != edge)
    assert ("RB-11", "rb.11.edge") in table.refused(seat, WINDOW, MarchIn(command, other))
    assert ("RB-11", "rb.11.nobody") in table.refused(seat, WINDOW, MarchIn("nobody", edge))
    has, before = table.position.count(command, core.CP), len(table.play.engine.log)
    table.say(seat, WINDOW, MarchIn(command, edge))
    assert table.position.count(command, core.CP) < has
    assert {one.place for one in table.position.pieces.values() if one.command == command} <= {
        "table", "lost",
    }  # fmt: skip
    shown = [one for one in table.play.engine.log[before:] if isinstance(one, Opened)]
    assert [one.seal for one in shown] == [f"{command} march"]


def test_rb_11_by_which_edge_it_comes_the_other_side_does_not_see_before():
    """[RB-11]"""
    table, seat, command = marching()
    side = table.position.side(seat)
    foe = next(one for one in table.play.seats if table.position.side(one) != side)
    assert table.position.count(command, ENTRY) > 0
    assert table.play.view(seat).position.count(command, ENTRY) > 0
    assert table.play.view(foe).position.count(command, ENTRY) == 0
    assert f"seal {command} march" not in table.play.view(foe).position.pieces


# ── an oracle: losses and who won, from the log by nothing of ours but its events ──
def plain(events):
    """Every event, what is veiled among it."""
    for event in events:
        yield from plain([event.inside]) if isinstance(event, Veiled) else [event]


def reckoned(log):
    """Half points lost by owner, counted from what was mustered and removed."""
    owner, worth, lost = {}, {}, Counter()
    for event in plain(log):
        match event:
            case Mustered(piece):
                owner[piece.id] = piece.owner
            case Counted(name, "worth", value):
                worth[name] = value
            case Removed(name, "lost"):
                lost[owner[name]] += worth.get(name, 0)
    return lost


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("bot", ["steward", "random"])
def test_rb_3_losses_and_the_end_are_what_the_log_says(seed, bot):
    """[RB-3]"""
    table = Evening("triumph+reported", seed=seed)
    table.play.play(bot)
    log = table.play.engine.log
    lost, (ended,) = reckoned(log), [event for event in log if isinstance(event, Ended)]
    assert sum(lost.values()) > 0
    winner, loser = sorted(table.play.seats, key=lambda seat: lost[seat])
    if ended.clause == "TC-10.1":
        assert lost[loser] >= 32  # 16 points in halves
        assert ended.winners == (winner,)
    else:
        assert ended.clause == "TC-10.4"


@pytest.mark.parametrize("system", ["triumph+reported", "grand+reported"])
def test_rb_9_many_battles_hold_what_is_looked_at_after_every_decision(system, capsys):
    """Whole battles with cards, each number compared with the account that is kept beside it.

    [RB-9]
    """
    battles(["--battles", "12", "--system", system, "--cards", "some", "--seed", "2"])
    told = capsys.readouterr().out
    assert "faults 0" in told
