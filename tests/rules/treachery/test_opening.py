"""How a phase opens: the enemy, the neutrals' dice, bribes, cards, truces. TT-3, TT-7, TT-11.3"""

import pytest

from condotta.kernel.asks import Choose
from condotta.kernel.records import CHANCE
from condotta.rules.ranked.reading.regiment import Field, field, in_contact
from condotta.rules.ranked.records import Declare
from condotta.rules.treachery import names
from condotta.rules.treachery.over_ranked import parting
from condotta.rules.treachery.players import relation, role, round_the_table
from tests.rules.treachery.treachery_setting import HOSTS, OVER_RANKED, SEATS, Plot, setting

PHASES = {
    HOSTS[0]: (names.MOVEMENT, names.SHOOTING, names.COMBAT),
    HOSTS[1]: (names.MOVEMENT, names.MAGIC, names.SHOOTING, names.COMBAT),
}
EVERY = [(system, phase) for system in HOSTS for phase in PHASES[system]]
SIDES = [(players, active) for players in (3, 4, 5) for active in SEATS[1:players]]

FOUGHT = {
    # the active player in contact with blue before it and with green at its flank
    HOSTS[0]: "R1 HFT 30 20 0; B1 HFT 30 20 180; G1 HFT 31 19 270; A1 HFT 10 40 180",
    HOSTS[1]: (
        "R1 line-infantry 20x5 30 20 0; B1 line-infantry 20x5 30 20 180; "
        "G1 line-infantry 20x5 31.9685 18.425 270; A1 line-infantry 10x5 10 40 180"
    ),
}


def ranked_field(plot: Plot) -> Field:
    return field(plot.battle.book, plot.position)


def never(_: object, __: str, ___: str) -> str:
    raise AssertionError("the designation says who is who")


@pytest.mark.parametrize(("system", "phase"), EVERY)
def test_one_enemy_is_named_for_each_phase(system: str, phase: str):
    """[TT-3.1, TT-3.2, TT-7.3, TO-4] Every other player is neutral."""
    plot = setting(system, players=4, opens=phase)
    asked = plot.asks()
    assert [(ask.seat, ask.window, ask.options) for ask in asked] == [
        ("red", "designation", ("blue", "green", "amber"))
    ]
    plot.refused("red", Choose("red"))
    plot.refused("red", Choose("pass"))
    plot.choose("red", "green")
    assert plot.enemy == "green"
    roles = [role(plot.position, seat) for seat in SEATS[:4]]
    assert roles == ["active", "neutral", "enemy", "neutral"]
    between = {
        ("red", "green"): "enemy", ("green", "red"): "enemy", ("red", "blue"): "neutral",
        ("green", "blue"): "neutral", ("blue", "amber"): "neutral",
    }  # fmt: skip
    for couple, said in between.items():
        assert relation(never, plot.position, *couple) == said


@pytest.mark.parametrize("system", HOSTS)
def test_the_enemy_may_be_another_in_each_phase(system: str):
    """[TT-3.1, TT-3.8] and the case TT-07: between phases nobody is designated."""
    plot = setting(system, opens=names.SHOOTING)
    plot.choose("red", "blue")
    ask = plot.proceed("designation")
    while ask is not None and ask.window != "designation":
        plot.choose(ask.seat, "done" if "done" in ask.options else ask.options[0])
        ask = plot.proceed("designation")
    assert plot.enemy == ""
    plot.choose("red", "green")
    assert plot.enemy == "green"


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize(("players", "active"), SIDES)
def test_neutrals_roll_by_seat_from_the_active_player(system: str, players: int, active: str):
    """[TT-11.3, TT-11.8, TT-3.7] Three, four and five players, whoever is active."""
    plot = setting(system, players=players, active=active, tokens=0)
    seats = SEATS[:players]
    place = seats.index(active)
    others = (*seats[place + 1 :], *seats[:place])
    plot.choose(active, others[-1])
    assert round_the_table(plot.position) == (active, others[-1], *others[:-1])
    assert plot.asks()[0].window == "neutral dice"
    assert plot.asks()[0].about == others[:-1]


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize(("players", "die", "cards"), [
    (3, 4, 0), (3, 5, 1), (3, 6, 1), (4, 5, 0), (4, 6, 1), (5, 5, 0), (5, 6, 1),
])  # fmt: skip
def test_a_neutral_gains_a_card_on_five_or_six(system: str, players: int, die: int, cards: int):
    """[TT-11.3] and the case TT-05 of the rulings: the named enemy never rolls."""
    plot = setting(system, players=players, tokens=0)
    plot.choose("red", "green")
    ask = plot.asks(CHANCE)[0]
    assert "green" not in ask.about
    assert "red" not in ask.about
    plot.roll(die, *[1] * (ask.dice - 1))
    plot.proceed()
    assert len(plot.holds("blue")) == cards
    told = [one for one in plot.rulings("TT-11.3") if one.params["seat"] == "blue"]
    assert [one.key for one in told] == ["tt.11-2.dealt" if cards else "tt.11-3.none"]
    assert not plot.holds("green")


@pytest.mark.parametrize("system", HOSTS)
def test_a_battle_of_four_stays_one_of_four(system: str):
    """[TT-11.12, TT-13.8] Amber is eliminated: it does not roll, and a 5 is still too little."""
    four = setting(system, THREE[system], players=4, tokens=0)
    four.choose("red", "blue")
    assert four.asks(CHANCE)[0].about == ("green",)
    four.roll(5)
    four.proceed()
    assert not four.holds("green")


THREE = {
    HOSTS[0]: "R1 HFT 20 8 0; B1 HFT 40 8 0; G1 HFT 20 38 180",
    HOSTS[1]: (
        "R1 line-infantry 10x5 20 8 0; B1 line-infantry 10x5 40 8 0; "
        "G1 line-infantry 10x5 20 38 180"
    ),
}


@pytest.mark.parametrize("system", HOSTS)
def test_the_order_in_which_a_phase_opens(system: str):
    """[TT-3.7, TT-12.8, TT-11.8] Enemy, T12, dice, bribes, cards, truces."""
    plot = setting(
        system,
        FOUGHT[system],
        players=4,
        opens=names.COMBAT,
        tokens=200,
        hands={"blue": "T12", "amber": "T06 T12"},
        traits={"B1": "mercenary"},
    )
    seen: list[str] = []
    while True:
        ask = next(iter(plot.asks()), None)
        if ask is None or "truce" in str(plot.ruled) or len(seen) > 12:
            break
        if ask.window not in seen:
            seen.append(ask.window)
        if ask.seat == CHANCE:
            plot.roll(*[1] * ask.dice)
        else:
            option = "pass" if "pass" in ask.options else "blue"
            plot.battle.say(ask.seat, Choose(option), ask.id)
    assert seen == [
        "designation", "treachery designated", "neutral dice", "bribe", "treachery phase opens",
    ]  # fmt: skip
    assert "tt.7-4.truce" in plot.ruled


# ── close combat ─────────────────────────────────────────────────────────────
def only(system: str, *ids: str) -> str:
    """Those of the units in the fight of three."""
    return ";".join(one for one in FOUGHT[system].split(";") if one.split()[0] in ids)


@pytest.mark.parametrize("system", HOSTS)
def test_whom_one_fights_must_be_the_enemy(system: str):
    """[TT-7.1, TT-3.6, TO-7] One opponent in combat is named without a question."""
    plot = setting(system, only(system, "R1", "B1", "A1"), players=4, opens=names.COMBAT)
    assert plot.enemy == "blue"
    assert plot.rulings("TT-7.1")[0].key == "tt.3-1.forced"


@pytest.mark.parametrize("system", HOSTS)
def test_one_of_those_one_fights_must_be_the_enemy(system: str):
    """[TT-7.2, TO-7]"""
    plot = setting(system, FOUGHT[system], players=4, opens=names.COMBAT)
    ask = plot.asks("red")[0]
    assert (ask.clause, ask.options) == ("TT-7.2", ("blue", "green"))
    plot.refused("red", Choose("amber"))


@pytest.mark.parametrize("system", HOSTS)
def test_a_truce_parts_neutrals_by_an_inch(system: str):
    """And the case TT-10.

    [TT-7.4, TT-7.5, TT-7.6, TT-7.8, TT-7.9, TT-7.11, TT-7.12, TT-7.13, TT-3.3, TO-7]
    """
    plot = setting(system, FOUGHT[system], players=4, opens=names.COMBAT, tokens=0)
    before = plot.at("G1")
    plot.choose("red", "blue")
    plot.proceed("nothing like that")
    x, y, facing = plot.at("G1")
    assert facing == before[2]
    assert (x, y) != before[:2]
    assert round(x - before[0], 3) == 1.0
    assert y == before[1]
    rulings = plot.rulings("TT-7.4")
    assert [one.params["unit"] for one in rulings] == ["G1"]


def test_a_truce_keeps_the_contact_with_the_enemy():
    """[TT-7.7] Green lies at the side of red and of blue: it slides along blue, not away."""
    pieces = (
        "R1 line-infantry 20x5 30 20 0; B1 line-infantry 20x5 30 20 180; "
        "G1 line-infantry 20x5 31.9685 21 270"
    )
    plot = setting(OVER_RANKED, pieces, opens=names.COMBAT, tokens=0)
    before = plot.at("G1")
    plot.choose("red", "blue")
    plot.proceed("nothing like that")
    x, y, _ = plot.at("G1")
    assert (x, y > before[1] + 1.9) == (before[0], True)
    assert [one.id for one in ranked_field(plot).held[0]] == ["R1", "B1"]
    assert len(ranked_field(plot).held) == 2


def test_a_truce_without_room_leaves_the_unit_disengaged():
    """[TT-7.5] Shut in on all sides it stays, and nobody fights it."""
    plot = setting(OVER_RANKED, FOUGHT[OVER_RANKED], players=4, opens=names.COMBAT, tokens=0,
                   areas="impassable box 40 24 12 40")  # fmt: skip
    before = plot.at("G1")
    plot.choose("red", "blue")
    plot.proceed("nothing like that")
    assert plot.at("G1") == before
    assert "tt.7-5.no-room" in plot.ruled


def test_a_unit_left_in_contact_by_a_truce_counts_as_disengaged():
    """[TT-7.5, TT-7.6] In later phases too; to fight again somebody must charge."""
    plot = setting(OVER_RANKED, FOUGHT[OVER_RANKED], players=4, opens=names.COMBAT, tokens=0,
                   areas="impassable box 40 24 12 40")  # fmt: skip
    plot.choose("red", "blue")
    plot.proceed("nothing like that")
    here = ranked_field(plot)
    green = here.regiment("G1")
    assert in_contact(green.base, here.regiment("R1").base)
    assert not here.engaged(green)
    assert not here.touching(green)


def test_a_charge_ends_the_truce_of_those_who_are_in_contact_still():
    """[TT-7.5, TT-7.6] So does moving apart, when the phase is over."""
    pieces = (
        "R1 line-infantry 20x5 30 20 0; B1 line-infantry 20x5 60 40 180; "
        "G1 line-infantry 20x5 31.9685 18.425 270"
    )
    marks = {"G1": parting.TRUCE + "R1"}
    green = {names.TABLE: {names.ENEMY: 3}}
    plot = setting(OVER_RANKED, pieces, marks=marks, counters=green,
                   then=(Declare(charger="G1", target="R1"),))  # fmt: skip
    assert not plot.piece("G1").marked(parting.TRUCE + "R1")
    here = ranked_field(plot)
    assert here.engaged(here.regiment("G1"))
    apart = setting(OVER_RANKED, pieces.replace("31.9685", "34"), marks=marks)
    assert parting.moved_apart(apart.position, "") == (parting.TruceOver(pairs=(("G1", "R1"),)),)
