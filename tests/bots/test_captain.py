"""The sensible bot of skirmish battles, and the one that bribes."""

import pytest

from condotta.bots.broker import Broker
from condotta.bots.captain import Captain
from condotta.bots.commander import Commander
from condotta.bots.lots import lots
from condotta.bots.runner import conduct
from condotta.bots.seat import make
from condotta.kernel.asks import Choose
from condotta.kernel.battle import Battle
from condotta.kernel.book import Layer
from condotta.kernel.chance import SeededCup
from condotta.kernel.rulings import Modifier
from condotta.rules.carnage import names as many_names
from condotta.rules.carnage.bribes import Bribe
from condotta.rules.library import book
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge
from condotta.rules.skirmish.movement.walking import Walk
from condotta.rules.skirmish.shooting.shooting_phase import Shoot
from condotta.rules.systems import SYSTEMS
from tests.rules.carnage.test_over_skirmish import many
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting


def answer(table: Table, seat: str = "red") -> object:
    """What the captain says to the first question of a seat."""
    ask = table.asks(seat)[0]
    return Captain(table.book, lots("x")).answer(table.battle.view(seat), ask)


def test_it_goes_to_the_nearest_enemy_where_no_marker_lies():
    table = setting("R1 line_infantry 5 20 10; B1 militia 10 20 40 180; B2 militia 10 60 40 180")
    said = answer(table)
    assert isinstance(said, Walk)
    before = table.unit("R1").around[1]
    table.say("red", said)
    assert table.unit("R1").around[1] > before + 4 * names.INCH


def test_it_stays_in_a_fight():
    table = setting("R1 line_infantry 5 20 20; B1 militia 10 20 21.8 180")
    assert isinstance(answer(table), Choose)


def test_it_shoots_where_it_takes_most_of_what_is_left():
    table = setting(
        "R1 line_infantry 5 20 20; B1 militia 10 20 30 180; B2 militia 2 26 30 180",
        phase=names.SHOOTING,
    )
    said = answer(table)
    assert isinstance(said, Shoot)
    assert {share.target for share in said.shares} == {"B2"}


def test_it_charges_what_it_beats_and_leaves_alone_what_it_cannot_reach():
    units = "R1 brute_mob 10 20 20; B1 militia 10 20 {} 180"
    near = answer(setting(units.format(25), phase=names.CHARGE))
    assert near == DeclareCharge("R1", ("B1",))
    far = answer(setting(units.format(32.5), phase=names.CHARGE))
    assert far == Choose("end")


def test_what_a_layer_adds_to_a_charge_roll_makes_it_declare_one():
    units = "R1 brute_mob 10 20 20; B1 militia 10 20 32 180"
    drums = Layer("drums", 1, hooks=((seams.CHARGE_ROLL, six_more, "SK-92"),))
    assert answer(setting(units, phase=names.CHARGE)) == Choose("end")
    said = answer(setting(units, phase=names.CHARGE, layers=(drums,)))
    assert said == DeclareCharge("R1", ("B1",))


def six_more(*_: object) -> Modifier:
    """What such a layer adds."""
    return Modifier(6, "test.drums", "SK-92")


def broker(table: Table, seat: str) -> object:
    """What the broker does unasked."""
    return Broker(table.book, lots("x"), talk=1.0).volunteer(table.battle.view(seat))


THREE = "R1 militia 10 10 10; R2 militia 10 14 30; B1 militia 10 14 34 180; A1 militia 10 60 40"


def test_it_pays_the_active_player_while_a_third_is_ahead():
    ahead = {"amber": {many_names.VP: 2}, "blue": {many_names.CP: 3}}
    table = many(THREE, phase=names.SHOOTING, counters=ahead)
    assert broker(table, "blue") == Bribe("red", 1)
    assert broker(table, "red") is None


def test_it_pays_nobody_while_it_is_ahead_itself():
    ahead = {"blue": {many_names.VP: 2, many_names.CP: 3}}
    assert broker(many(THREE, phase=names.SHOOTING, counters=ahead), "blue") is None


def test_it_keeps_a_last_point():
    ahead = {"amber": {many_names.VP: 2}, "blue": {many_names.CP: 1}}
    assert broker(many(THREE, phase=names.SHOOTING, counters=ahead), "blue") is None


def test_it_plays_a_whole_battle_and_the_schemer_is_the_one_that_bribes():
    rules, system = book("carnage", {"rounds": 2}), SYSTEMS["carnage"]
    seats = system.seated(3)
    assert system.armies_of_its_own is not None
    opening = system.opening(rules, seats, system.armies_of_its_own("", 3, 1))
    battle = Battle(rules, opening, SeededCup("captain"))
    bots = {one.seat: make("schemer", rules, one.seat) for one in seats}
    assert all(isinstance(bot, Broker) for bot in bots.values())
    result = conduct(battle, bots, limit=5_000)
    assert result.ended is not None
    assert result.ended.clause in {"CM-94", "CM-98", "CM-99"}


def test_of_equal_targets_the_nearest_is_shot_at_whoever_is_listed_first():
    for near, far in (("B1", "B2"), ("B2", "B1")):
        at = {f"{near}.1": (16, 10), f"{far}.1": (25, 10)}
        table = setting(
            "R1 medic 1 20 10; B1 claw_stalkers 1 1 1; B2 claw_stalkers 1 2 2",
            phase=names.SHOOTING, seats=ALONE, at=at,
        )  # fmt: skip
        (ask,) = table.asks("red")
        said = Captain(table.battle.book, lots(1)).shoot(table.battle.state.position, ask)
        assert {share.target for share in said.shares} == {near}


def test_of_equal_targets_the_nearest_is_charged_whoever_is_listed_first():
    for near, far in (("B1", "B2"), ("B2", "B1")):
        at = {near: "16 24.2", far: "24 24.6"}
        foes = "; ".join(f"{name} militia 5 {at[name]} 180" for name in ("B1", "B2"))
        said = answer(setting(f"R1 brute_mob 5 20 20; {foes}", phase=names.CHARGE))
        assert said == DeclareCharge("R1", (near,))


@pytest.mark.parametrize("bot", [Captain, Commander])
def test_sk_93_where_others_bar_the_best_charge_it_declares_another_or_none(bot):
    prey = "R1 brute_mob 1 20 10; B1 claw_stalkers 1 20 16"
    screen = "; ".join(f"B{2 + n} medic 1 {11 + 3 * n} 13" for n in range(7))
    for units, wanted in ((prey, True), (f"{prey}; {screen}", False)):
        table = setting(units, phase=names.CHARGE, seats=ALONE)
        said = bot(table.book, lots("x")).answer(table.battle.view("red"), table.asks("red")[0])
        assert (said == DeclareCharge("R1", ("B1",))) is wanted
