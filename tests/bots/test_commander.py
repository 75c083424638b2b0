"""The bot that plans skirmish battles: posts, fire where it counts, ground that is kept."""

import pytest

import condotta
from condotta.bots.commander import Commander
from condotta.bots.lots import lots
from condotta.bots.posting import holds, on_ground
from condotta.bots.runner import answer_next
from condotta.bots.seat import make
from condotta.kernel.asks import Ask, Choose
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.allocation import FALLING, Allocate
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.setting_out import missions
from tests.bots.test_general import Anew
from tests.rules.skirmish.skirmish_setting import ALONE, setting


def begun(seed=1, decisions=0):
    """A battle with its markers, some way on."""
    battle = condotta.begin("skirmish", "beta,beta", seed=seed)
    bots = {seat: make("planner", battle.book, seat) for seat in battle.seats}
    while battle.engine.state.position.phase != names.MOVEMENT:
        answer_next(battle.engine, bots)
    for _ in range(decisions):
        answer_next(battle.engine, bots)
    return battle


def test_more_models_hold_a_marker_more_likely():
    assert holds(0, 0) == 0 < holds(3, 5) < holds(5, 5) < holds(9, 5) < 1


def test_units_are_shared_out_over_all_markers():
    battle = begun()
    position = battle.engine.state.position
    bot = Commander(battle.book, lots(1))
    seat = position.active[0]
    orders = bot.orders(field(position), seat)
    spots = {one.pose.point for one in missions.markers(position) if one.pose is not None}
    assert spots <= set(orders.values())
    assert orders.keys() == {unit.id for unit in field(position).of(seat)}


def test_those_fall_that_hold_no_ground():
    battle = begun(decisions=16)
    position = battle.engine.state.position
    spots = [one.pose.point for one in missions.markers(position) if one.pose is not None]
    unit = max(
        field(position).units.values(),
        key=lambda one: min(
            sum(on_ground(model.base.centre, spots) == held for model in one.models)
            for held in (True, False)
        ),
    )
    off = [model.id for model in unit.models if not on_ground(model.base.centre, spots)]
    ask = Ask(unit.seat, FALLING, "SK-60", says=("Allocate",), about=(unit.id, str(len(off))))
    said = Commander(battle.book, lots(1)).spared(position, ask)
    kinds = {position.pieces[name].type for name in off}
    assert len(said) == len(off)
    if len(kinds) == 1 and len({model.piece.type for model in unit.models}) == 1:
        assert set(said) == set(off)
    assert Allocate(said)


@pytest.mark.parametrize(("screened", "way"), [(False, True), (True, False)])
def test_sk_93_whether_others_bar_a_charge_is_seen_before_it_is_declared(screened, way):
    screen = "; ".join(f"B{2 + n} medic 1 {11 + 3 * n} 13" for n in range(7)) if screened else ""
    units = f"R1 claw_stalkers 1 20 10; B1 medic 1 20 16; {screen}".rstrip("; ")
    table = setting(units, phase=names.CHARGE, seats=ALONE)
    here = field(table.battle.state.position)
    bot, said = Commander(table.battle.book, lots(1)), DeclareCharge("R1", ("B1",))
    assert bot.has_way(here, said) is way


def test_a_die_that_cannot_matter_is_kept():
    battle = begun()
    bot = Commander(battle.book, lots(1))
    ask = Ask("red", "command re-roll", "SK-131", options=("keep", "die:1"), about=("R1",))
    assert bot.die_again(battle.engine.state.position, ask) == Choose("keep")


def test_made_anew_for_every_question_it_plays_the_same_battle():
    logs = []
    for maker in (make, Anew):
        battle = condotta.begin("skirmish", "delta,alpha", seed=4, settings={"battleRounds": 1})
        battle.play({seat: maker("planner", battle.book, seat) for seat in battle.seats})
        logs.append(battle.engine.log)
    assert logs[0] == logs[1]


def test_whatever_it_says_is_legal_for_one_marker_too():
    battle = condotta.begin("carnage", seed=1)
    bots = {seat: make("planner", battle.book, seat) for seat in battle.seats}
    for _ in range(70):
        answer_next(battle.engine, bots)
