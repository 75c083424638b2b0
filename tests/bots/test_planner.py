"""The planner plans whole turns: legal, followed, the same again, and from its view alone."""

import pytest

import condotta
from condotta.bots import planner
from condotta.bots.idle import least
from condotta.bots.lots import lots
from condotta.bots.matchups import matchups
from condotta.bots.planner import Planner
from condotta.bots.seat import make, usual
from condotta.bots.steward import Steward
from condotta.bots.supposing import Trials, fought, next_turn
from condotta.bots.turn_plans import Planning, Thought, foreseeable
from condotta.bots.weighing import Eye
from condotta.kernel.asks import Choose
from condotta.kernel.chance import SeededCup
from condotta.kernel.records import CHANCE
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import field
from condotta.table import Advance
from tests.rules.treachery.treachery_setting import OVER_TRIUMPH, Plot
from tests.rules.treachery.treachery_setting import setting as plotted
from tests.rules.triumph.table_setting import Table, setting

LITTLE = Thought(breadth=1, weighed=6, answered=1)
SHORT = {
    "triumph": {"turnLimit": 3},
    "grand": {"turnLimit": 1},
    "treachery+triumph": {"gameTurns": 1},
}
LINES = "R1* HFT 20 10 0; R2 HFT 22 10 0; R3 JCV 30 10 0; B1* HFT 20 13 180; B2 HFT 22 13 180"


@pytest.fixture
def little(monkeypatch):
    """Planners that hardly think."""
    monkeypatch.setattr(planner, "LEVELS", dict.fromkeys(planner.LEVELS, LITTLE))


def answer(table: Table, level: str = "planner"):
    """What it says to red's open question, as a bot made for that question alone."""
    bot = Planner(table.battle.book, lots("test"), level)
    return bot.answer(table.battle.view("red"), table.asks("red")[0])


def eye(table: Table, seat: str = "red") -> Eye:
    return Eye(table.field, seat, matchups(table.battle.book))


@pytest.mark.parametrize("system", SHORT)
def test_what_it_says_is_legal_and_the_same_seed_plays_the_same_battle(system, little):
    logs = []
    for _ in range(2):
        battle = condotta.begin(system, seed=5, settings=SHORT[system])
        battle.play("planner")
        assert battle.over
        logs.append([*battle.engine.log])
    assert logs[0] == logs[1]


def test_a_plan_is_followed_by_bots_that_are_made_anew(little):
    table = setting(LINES, cp=4)
    plan = Planning(eye(table), LITTLE).best().moves
    assert plan
    for move in plan:
        assert answer(table) == move
        table.say("red", move)


def test_it_plans_anew_where_the_position_is_not_the_one_foreseen(little):
    table = setting(LINES, cp=4)
    first = answer(table)
    aside = "R3" if "R3" not in first.pieces else "R1"
    table.say("red", Move((aside,), (Advance(-10_000),)))
    said = answer(table)
    table.say("red", said)


def test_a_tried_move_is_what_the_rules_make_of_it():
    table = setting(LINES, cp=4)
    move = Planning(eye(table), LITTLE).best().moves[0]
    then = Trials().moved(table.field, "red", move)
    table.say("red", move)
    assert {one.id: one.base.pose for one in then.stands} == {
        one.id: one.base.pose for one in table.field.stands
    }
    assert then.position.counters == table.position.counters


def test_what_comes_into_the_enemys_reach_is_worth_less():
    """Warriors that go ahead are charged by knights; those that stay are not."""
    table = setting("R1* WBD 20 10 0; R2 WBD 22 10 0; B1* KNT 20 17 180; B2 KNT 22 17 180", cp=3)
    planning = Planning(eye(table), LITTLE)
    (stay,) = planning.carried(())
    (ahead,) = planning.carried((Move(("R1", "R2"), (Advance(30_000),)),))
    lost = [planning.reckoned(plan) - plan.worth for plan in (stay, ahead)]
    assert lost[1] < lost[0] - 1


def test_a_combat_that_is_likely_to_destroy_somebody_is_over_by_the_enemys_turn():
    table = setting("R1* KNT 20 10 0; B1 WBD 20 10 180; B2* HFT 40 30 180", phase="close")
    assert fought(table.field).find("B1") is None
    even = setting("R1* HFT 20 10 0; B1* HFT 20 10 180", phase="close")
    assert len(fought(even.field).stands) == len(even.field.stands)


def test_the_next_turn_is_the_enemys_with_points_for_each_command():
    table = setting(LINES, cp=1)
    later = next_turn(table.field, 4)
    assert later.position.active == ("blue",)
    assert later.position.count(later.stand("B1").command, "command points") == 4


def test_among_many_stands_it_thinks_less():
    thought = Thought(breadth=3, weighed=60, answered=12)
    assert thought.among(26) == thought
    assert thought.among(60) == Thought(breadth=3, weighed=15, answered=3)
    assert thought.among(600).answered == 1


def test_where_there_is_treachery_nobody_knows_whose_turn_is_next():
    battle = condotta.begin("treachery+triumph", seed=5, settings=SHORT["treachery+triumph"])
    battle.play("steward", decisions=40)
    position = battle.view(battle.seats[0]).position
    here = field(battle.book, position)
    assert not foreseeable(Eye(here, battle.seats[0], matchups(battle.book)))


def moving(hand: str) -> Plot:
    """Red may move in a battle of three, where blue holds that card."""
    table = "R1 HFT 20 20 0; R2 HFT 22 20 0; B1 HFT 20 26 180; B2 HFT 22 26 180; G1 ARC 44 23 270"
    plot = plotted(OVER_TRIUMPH, table, hands={"blue": hand}, cup=SeededCup(1))
    for _ in range(9):
        ask = next(one for one in plot.battle.waiting() if one.seat != CHANCE)
        if ask.window == "movement":
            break
        plot.battle.say(ask.seat, Choose(least(ask) or ask.options[0]), ask.id)
    return plot


def test_its_answer_does_not_hang_on_what_it_does_not_see(little):
    """Whatever card blue holds, red's view is the same, and so is what red says."""
    one, other = moving("T09"), moving("T02")
    assert one.holds("blue") != other.holds("blue")
    assert one.battle.view("red").position == other.battle.view("red").position
    said = []
    for plot in (one, other):
        ask = next(ask for ask in plot.battle.waiting() if ask.seat == "red")
        assert ask.window == "movement"
        plot.battle.book.memo.pop("plans", None)
        bot = make("planner", plot.battle.book, 1)
        said.append(bot.answer(plot.battle.view("red"), ask))
    assert said[0] == said[1]
    assert isinstance(said[0], Move)


def test_level_is_apart_from_temper():
    plain = condotta.begin("triumph", seed=1).book
    plotting = condotta.begin("treachery+triumph", seed=1).book
    assert isinstance(make("planner", plain, 1), Planner)
    assert isinstance(make("condottiere", plotting, 1).base, Planner)
    assert type(make("steward", plain, 1)) is Steward
    assert usual(plain) in ("steward", "planner")
