"""How agents play: offers, any other action, refusals, rewards, and how they leave."""

import numpy as np
import pytest
from msgspec.structs import replace

from condotta import Choose, PlainError
from condotta.envs import aec, parallel, solo, vector
from condotta.envs.rewards import COINS, SCORE, STANDING, VICTORY, standing, victory
from condotta.kernel.decide import judge
from condotta.kernel.events import Ended
from condotta.kernel.position import Position
from condotta.kernel.records import Chair
from condotta.rules.carnage.names import OUT
from condotta.rules.conceding import Concede
from condotta.rules.scores import out


def played_out(env, choose=lambda listed: listed[0]) -> dict[str, float]:
    """An environment played to its end; what each agent got."""
    got = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        shown, reward, over, broken, _ = env.last()
        got[agent] += reward
        listed = np.flatnonzero(shown["action_mask"])
        env.step(None if over or broken else int(choose(listed)))
    return got


# ── offers ───────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("what", ["duel", "regiments", "patrol", "brawl"])
def test_every_offer_that_was_judged_is_legal(what):
    env = aec(what, offers=8)
    env.reset(seed=4)
    for _ in range(6):
        seat = env.agent_selection
        menu, book = env.played.menu(seat), env.played.battle.book
        seen = env.played.seen(seat)
        for idea in menu.listed:
            assert judge(book, seen, seat, menu.ask, idea.said).ok, idea
        env.step(len(menu.listed) - 1)
        if env.played.over:
            break


def test_unjudged_moves_are_kept_while_what_they_move_stands_as_it_stood():
    """Whoever may still move and can be paid keeps its offers, and they end where they said."""
    env = aec("triumph", judged=False, offers=16)
    env.reset(seed=2)
    draw, before, kept, ended = np.random.default_rng(3), {}, 0, 0
    for _ in range(70):
        seat = env.agent_selection
        menu, book = env.played.menu(seat), env.played.battle.book
        seen = env.played.seen(seat)
        moves = {idea.said: idea for idea in menu.listed if idea.ends}
        earlier, was = before.get(seat, ({}, {}))
        for said, idea in moves.items():
            if earlier.get(said) is not idea:
                continue
            kept += 1
            assert all(seen.pieces[name] is was[name] for name, _ in idea.ends)
            verdict = judge(book, seen, seat, menu.ask, said)
            assert not {one.clause for one in verdict.refusals} & {"TC-4.3", "TC-4.13", "TC-5.10"}
            if verdict.ok:
                ended += 1
                assert dict(verdict.poses) == dict(idea.ends)
        before[seat] = moves, seen.pieces
        env.step(int(draw.choice(np.flatnonzero(env.observe(seat)["action_mask"]))))
        if env.played.over:
            break
    assert kept > 40
    assert ended > 8


def test_a_refused_offer_is_offered_no_more_and_nothing_has_changed():
    env = aec("duel", judged=False)
    env.reset(seed=1)
    seat, log = env.agent_selection, env.played.battle.log()
    menu, book = env.played.menu(seat), env.played.battle.book
    seen = env.played.seen(seat)
    wrong = next(
        number
        for number, idea in enumerate(menu.listed)
        if not judge(book, seen, seat, menu.ask, idea.said).ok
    )
    env.step(wrong)
    assert env.played.battle.log() == log
    assert env.agent_selection == seat
    assert env.infos[seat] == {"refused": (menu.ask.clause,)}
    assert env.observe(seat)["action_mask"][wrong] == 0


def test_what_is_not_on_offer_is_refused():
    env = aec("regiments", offers=40)
    env.reset(seed=1)
    seat = env.agent_selection
    assert env.observe(seat)["action_mask"][39] == 0
    env.step(39)
    assert env.infos[seat]["refused"] == ("kernel",)
    assert env.agent_selection == seat


def test_any_legal_action_may_be_said_beside_the_offers():
    env = aec("duel")
    env.reset(seed=1)
    seat, battle = env.agent_selection, env.played.battle
    said = next(one for one in battle.answers() if not isinstance(one, Choose))
    env.say(said)
    assert not env.infos[seat]
    env.say(Choose("swamp"))
    assert env.infos[env.agent_selection]["refused"] == ("kernel",)


def test_an_agent_reads_what_it_sees_and_is_offered():
    env = aec("duel", render_mode="ansi")
    env.reset(seed=1)
    text = env.text()
    assert "You are red. The table is 32 x 24." in text
    assert "R1 red HFT general at 15.0 8.0 facing 0" in text
    assert "0: end" in text
    assert env.render() == text


# ── rewards ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("what", ["duel", "brawl", "regiments"])
def test_all_rewards_of_a_victory_add_up_to_nothing(what):
    env = aec(what, judged=False)
    for seed in range(3):
        env.reset(seed=seed)
        draw = np.random.default_rng(seed)
        got = played_out(env, draw.choice)
        assert sum(got.values()) == pytest.approx(0)
        winners = env.played.battle.winners
        assert all((got[seat] > 0) == (seat in winners) for seat in got)


def test_rewards_by_standing_go_from_one_to_minus_one():
    env = aec("brawl", reward=STANDING, judged=False)
    env.reset(seed=1)
    draw = np.random.default_rng(1)
    got = played_out(env, draw.choice)
    assert sum(got.values()) == pytest.approx(0)
    battle = env.played.battle
    assert got == standing(battle.book, battle.engine.state.position)


def test_coins_are_what_a_coffer_grew_by():
    env = aec("brawl", reward=COINS, judged=False)
    env.reset(seed=2)
    before = {seat: env.played.seen(seat).count(seat, "tokens") for seat in env.agents}
    draw = np.random.default_rng(2)
    got = played_out(env, draw.choice)
    after = env.played.battle.engine.state.position
    for seat, had in before.items():
        assert got[seat] == pytest.approx((after.count(seat, "tokens") - had) / 100)


def test_a_lead_is_paid_as_it_grows():
    env = aec("duel", reward=SCORE, judged=False)
    env.reset(seed=5)
    draw = np.random.default_rng(5)
    got = played_out(env, draw.choice)
    scores = env.played.battle.scores
    assert got["red"] == pytest.approx((scores["blue"] - scores["red"]) / 100)


def test_a_shared_victory_is_shared_and_a_draw_is_worth_nothing():
    chairs = tuple(Chair(seat, seat) for seat in ("red", "blue", "green"))

    def at(*winners):
        return victory(Position(chairs=chairs, ended=Ended(winners, "TT-13.7", "")))

    assert at("red") == {"red": 1.0, "blue": -0.5, "green": -0.5}
    assert at("red", "blue") == {"red": 0.25, "blue": 0.25, "green": -0.5}
    assert at() == {"red": 0.0, "blue": 0.0, "green": 0.0}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"what": "duell"}, "There is no game called duell. Did you mean duel?"),
        ({"reward": "coin"}, "There is no reward called coin. Did you mean coins?"),
        ({"reward": "coins"}, "There are no coins in triumph: choose another reward."),
        ({"seats": 2}, "A scenario has its own armies and seats: leave out both."),
    ],
)
def test_what_there_is_not_is_said(words, says):
    with pytest.raises(PlainError, match=says):
        aec(**words)


# ── how agents leave ─────────────────────────────────────────────────────────
def test_whoever_gives_up_is_terminated_steps_once_more_and_the_battle_goes_on():
    env = aec("ranked", seats=3, settings={"battleTurns": 1}, judged=False, offers=4)
    env.reset(seed=1)
    seat = env.agent_selection
    env.say(Concede())
    assert env.terminations[seat]
    assert env.agent_selection == seat
    assert env.last()[1] == -0.5
    env.step(None)
    assert seat not in env.agents
    got = played_out(env, np.random.default_rng(1).choice)
    assert seat not in got
    assert len(got) == 2


def test_where_the_eliminated_may_still_win_they_stay_to_the_end():
    for still in (True, False):
        env = aec("carnage", settings={"eliminatedCanWin": still})
        env.reset(seed=1)
        position = env.played.battle.engine.state.position
        counters = {**position.counters, "red": {**position.counters["red"], OUT: 1}}
        gone = replace(position, counters=counters)
        assert out(env.played.battle.book, gone, "red") is not still
        assert not out(env.played.battle.book, gone, "blue")


def test_a_battle_that_lasts_too_long_is_truncated():
    env = aec("duel", decisions=5)
    env.reset(seed=1)
    played_out(env)
    assert env.played.decisions == 5
    assert not env.played.over


# ── at once, and against bots ────────────────────────────────────────────────
def test_all_who_are_asked_at_once_answer_in_one_step():
    env = parallel("treachery", seats=3, offers=6, settings={"gameTurns": 1})
    shown, infos = env.reset(seed=1)
    most = 0
    for _ in range(60):
        asked = [seat for seat in env.agents if infos[seat]["asked"]]
        most = max(most, len(asked))
        before = env.played.decisions
        said = {seat: int(np.flatnonzero(shown[seat]["action_mask"])[-1]) for seat in env.agents}
        shown, _, over, _, infos = env.step(said)
        assert 1 <= env.played.decisions - before <= len(asked)
        if all(over.values()):
            break
    assert most > 1


def test_a_learner_sits_at_each_place_in_turn():
    env = solo("duel", bots="random", judged=False)
    seats = []
    for seed in (4, 5):
        shown, info = env.reset(seed=seed)
        seats.append(info["seat"])
        over = broken = False
        while not (over or broken):
            number = int(np.flatnonzero(shown["action_mask"])[0])
            shown, got, over, broken, _ = env.step(number)
        assert got in (-1.0, 0.0, 1.0)
    assert seats == ["red", "blue"]
    assert VICTORY in env.played.reward


def test_battles_go_on_in_processes_of_their_own_as_they_would_here():
    made = vector(2, "duel", judged=False, offers=8)
    here = solo("duel", judged=False, offers=8)
    try:
        shown, _ = made.reset(seed=3)
        alone, _ = here.reset(seed=4)
        assert all(np.array_equal(shown[key][1], alone[key]) for key in alone)
        shown, *_ = made.step(np.array([0, 0]))
        alone, *_ = here.step(0)
        assert all(np.array_equal(shown[key][1], alone[key]) for key in alone)
    finally:
        made.close()
