"""A seat gives up in the midst of shots, powers and deaths: all others go on. [CM-105]"""

from random import Random

import pytest

from condotta.kernel.asks import Frame
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.allocation import ALLOCATE, FALLING
from condotta.rules.skirmish.attacks.mortal_wounds import Harming, Inflict
from condotta.rules.skirmish.attacks.volleys import Hitting
from condotta.rules.skirmish.psychic.psychic_phase import Manifesting
from condotta.rules.skirmish.records import Mortal, Volley
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting
from tests.rules.skirmish.test_giving_up import LEAVING, GiveUp

UNITS = (
    "R1 brute_mob 10 20 10; R2 line_infantry 5 40 10; R3 psyker 1 30 10; R4 heavy_walker 1 50 10;"
    " R5 scouts 5 50 13; B1 psyker 1 30 24; B2 militia 10 40 30 180; A1 militia 10 60 40"
)
SHOTS = Volley("R2", "B2", "assault_rifle", ("R2.1", "R2.2"), names.SHOOTING)


def begun(frame: Frame, *pips: int) -> Table:
    """A table whose red seat gives up after those dice."""
    table = setting(
        UNITS,
        phase=names.PSYCHIC,
        seats=ALONE,
        then=(frame,),
        layers=(LEAVING,),
        counters={"red": {names.CP: 3}},
    )
    if pips:
        table.roll(*pips)
    return table


@pytest.mark.parametrize(
    ("frame", "pips", "window"),
    [
        (Inflict(mortal=Mortal("R1", 3, "blue")), (), ALLOCATE),
        (Inflict(mortal=Mortal("R2", 3, "blue")), (), FALLING),
        (Harming(unit="R2", amount="D3", by="red"), (6,), "command re-roll"),
        (Hitting(volley=SHOTS, counts=(1, 1)), (1, 5), "command re-roll"),
        (Inflict(mortal=Mortal("R4", 8, "blue")), (5,), "command re-roll"),
        (Manifesting(psyker="R3", power="mind_ward"), (), "target of a power"),
        (Manifesting(psyker="R3", power="smite"), (2, 3), "command re-roll"),
    ],
)
def test_a_question_of_who_is_gone_has_answers(frame: Frame, pips: tuple[int, ...], window: str):
    """[CM-105] What is asked can still be answered, and others play on."""
    table = begun(frame, *pips)
    assert [(ask.seat, ask.window) for ask in table.asks()] == [("red", window)]
    table.battle.say("red", GiveUp(), None)
    (ask,) = table.asks("red")
    menu = table.book.menus.get(window)
    if menu is not None:
        said = menu.sample(table.book, table.position, ask, Random(1))
        assert said is not None
        assert said == next(menu.salient(table.book, table.position, ask))
        table.say("red", said)
    else:
        table.choose("red", ask.options[0])
    while table.asks("chance"):
        table.roll(*(1,) * table.asks("chance")[0].dice)
    assert "red" not in {one.seat for one in table.asks()}
    assert table.position.ended is None


def test_a_power_of_who_gave_up_while_others_were_asked_comes_to_nothing():
    """[CM-105] Blue is asked whether it wishes to deny."""
    table = begun(Manifesting(psyker="R3", power="smite"), 2, 3)
    table.choose("red", "keep")
    assert [(ask.seat, ask.window) for ask in table.asks()] == [("blue", "wish")]
    table.battle.say("red", GiveUp(), None)
    table.choose("blue", "yes")
    assert not [ask for ask in table.asks("chance") if ask.window == "deny roll"]
    assert table.count("B1.1", names.WOUNDS) == 0
