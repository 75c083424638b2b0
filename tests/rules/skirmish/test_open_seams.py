"""The seams of skirmish battles at which no layer of ours speaks: what one says there counts."""

from typing import Any

import pytest

from condotta.kernel.book import Layer
from condotta.kernel.rulings import Modifier, Refusal
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.attack_lines import guard, line
from condotta.rules.skirmish.charge.charge_moves import chance_to_reach
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge, why_not_target
from condotta.rules.skirmish.morale.leadership import leadership
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.records import Volley
from condotta.rules.skirmish.shooting.shooting_phase import WINDOW
from tests.rules.skirmish.skirmish_setting import Table, setting

UNITS = "R1 line_infantry 5 20 20; B1 militia 10 20 27 180"
SHOTS = Volley("R1", "B1", "assault_rifle", ("R1.1",), names.SHOOTING)


def told(seam: Any, said: Any, clause: str, phase: str, **keywords: Any) -> Table:
    """A table of a variant that always says the same at a seam."""
    layer = Layer("variant", 1, hooks=((seam, lambda *_: said, clause),))
    return setting(UNITS, phase=phase, layers=(layer,), **keywords)


def test_sk_73_nobody_shoots_whom_a_layer_protects():
    table = told(seams.MAY_SHOOT, Refusal("SK-73", "sk.73.unseen"), "SK-73", names.SHOOTING)
    assert WINDOW not in {ask.window for ask in table.asks("red")}


def test_sk_89_nobody_charges_whom_a_layer_protects():
    table = told(seams.MAY_CHARGE, Refusal("SK-89", "sk.89.far"), "SK-89", names.CHARGE)
    one, other = (table.unit(name) for name in ("R1", "B1"))
    assert [why.clause for why in why_not_target(table.book, table.position, one, other)] == [
        "SK-89"
    ]


@pytest.mark.parametrize(("seam", "name"), [(seams.TO_HIT, "to_hit"), (seams.TO_WOUND, "to_wound")])
def test_sk_6_a_layer_adds_to_a_roll_of_the_attacker(seam: Any, name: str):
    fog = Modifier(-1, "test.fog", "SK-6")
    table = told(seam, fog, "SK-6", names.SHOOTING)
    assert getattr(line(table.book, table.position, SHOTS), name) == (fog,)


def test_sk_6_a_layer_adds_to_a_saving_throw():
    shield = Modifier(1, "test.shield", "SK-6")
    table = told(seams.SAVE, shield, "SK-6", names.SHOOTING)
    assert guard(table.book, table.position, SHOTS, table.piece("B1.1")).to_save == (shield,)


def test_sk_92_a_layer_adds_to_a_charge_roll():
    table = told(seams.CHARGE_ROLL, Modifier(2, "test.drums", "SK-6"), "SK-6", names.CHARGE)
    table.say("red", DeclareCharge("R1", ("B1",)))
    while table.asks("blue"):
        table.choose("blue", table.asks("blue")[0].options[-1])
    table.roll(1, 1)
    assert table.rulings("SK-92")[0].params["inches"] == 4


@pytest.mark.parametrize(("more", "of_36"), [(0, 30), (2, 35), (-2, 21), (-20, 0)])
def test_sk_92_how_likely_a_charge_arrives_counts_what_a_layer_adds(more: int, of_36: int):
    """5 inches are enough to come within an inch of who is less than 6 away. [SK-93]"""
    drums = Modifier(more, "test.drums", "SK-6")
    table = told(seams.CHARGE_ROLL, drums, "SK-6", names.CHARGE)
    here = field(table.position)
    one, other = here.unit("R1"), here.unit("B1")
    away = (here.apart(one, other) - names.ENGAGEMENT) / names.INCH
    assert 4 < away <= 5
    assert round(36 * chance_to_reach(table.book, here, one, ("B1",))) == of_36


def test_sk_116_a_layer_adds_to_leadership():
    table = told(seams.LEADERSHIP, Modifier(2, "test.drums", "SK-6"), "SK-6", names.MORALE)
    assert leadership(table.book, table.position, table.unit("R1")) == 10


def test_sk_28_a_layer_speaks_before_a_phase():
    heard = []
    layer = Layer("variant", 1, hooks=((seams.PHASE_OPENS, noted(heard), "SK-28"),))
    setting(UNITS, phase=names.CHARGE, active="blue", layers=(layer,)).choose("blue", "end")
    assert heard[0] == names.FIGHT


def noted(heard: list[str]) -> Any:
    """What takes down each phase that opens, and adds nothing to it."""

    def opens(_: Any, phase: str) -> tuple[Any, ...]:
        heard.append(phase)
        return ()

    return opens
