"""Explosions, chains of them, what is left when a unit is gone. [SK-69, SK-70, SK-115]"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Ended, Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.deaths import WHO_FIRST
from condotta.rules.skirmish.attacks.mortal_wounds import Inflict
from condotta.rules.skirmish.reading.datasheets import Ability, shipped_sheets
from condotta.rules.skirmish.records import Mortal
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

FAR = "; B9 militia 10 60 40; R9 militia 10 60 6"


def begun(units: str, *frames: Frame, **keywords: Any) -> Table:
    """A table on which these frames begin, in the Shooting phase."""
    return setting(units + FAR, phase=names.SHOOTING, then=frames, **keywords)


def hit(unit: str, wounds: int, by: str = "blue") -> Inflict:
    return Inflict(mortal=Mortal(unit, wounds, by))


def test_a_vehicle_may_explode_before_it_is_removed():
    """A vehicle may explode before it is removed. [SK-69]"""
    table = begun("R1 heavy_walker 1 20 20; B1 commander 1 20 23", hit("R1", 8))
    (ask,) = table.asks("chance")
    assert ask.window == "explosion"
    assert table.models("R1") == 1
    table.roll(5)
    assert table.removed() == [("R1.1", "blue"), ("R1", "blue")]
    assert table.count("B1.1", names.WOUNDS) == 0


def test_friends_and_foes_and_third_parties_suffer_alike():
    """Friends and foes and third parties suffer alike. [SK-69]"""
    units = (
        "R1 heavy_walker 1 20 20; R2 commander 1 20 17; B1 commander 1 20 23; "
        "A1 commander 1 23 20; G1 commander 1 20 30"
    )
    table = setting(units, phase=names.SHOOTING, then=(hit("R1", 8, "amber"),), seats=ALONE)
    table.roll(6)
    lost = {one: table.count(f"{one}.1", names.WOUNDS) for one in ("R2", "B1", "A1", "G1")}
    assert lost == {"R2": 1, "B1": 1, "A1": 1, "G1": 0}
    assert table.removed()[0] == ("R1.1", "amber")


def test_random_mortal_wounds_are_rolled_for_each_unit():
    """Random mortal wounds are rolled for each unit. [SK-69]"""
    table = begun("R1 great_beast 1 20 20; B1 commander 1 20 23.5; B2 commander 1 23.5 20",
                  hit("R1", 8))  # fmt: skip
    table.roll(6)
    for pip in (1, 5):
        (ask,) = table.asks("chance")
        assert (ask.window, ask.dice) == ("mortal wounds", 1)
        table.roll(pip)
    assert [table.count(f"{one}.1", names.WOUNDS) for one in ("B1", "B2")] == [1, 3]


def test_chains_go_in_the_order_in_which_models_died():
    """Two weak walkers beside the first die of it at one moment; the next dies of them. [SK-70]"""
    weak = (
        "R1 heavy_walker 1 20 20; R2 heavy_walker 1 23 20 wounds=7; "
        "R3 heavy_walker 1 17 20 wounds=7; R4 heavy_walker 1 27 20 wounds=7"
    )
    table = begun(weak, hit("R1", 8))
    table.roll(6)
    assert table.removed() == [("R1.1", "blue"), ("R1", "blue")]
    (ask,) = table.asks("red")
    assert (ask.window, ask.options) == (WHO_FIRST, ("R2.1", "R3.1"))
    table.choose("red", "R2.1")
    table.roll(6)  # only the fourth, farther out, is within its reach
    assert table.count("R4.1", names.DYING) > table.count("R3.1", names.DYING) > 0
    for walker in ("R3", "R4"):
        (ask,) = table.asks("chance")
        assert (ask.window, ask.about) == ("explosion", (walker,))
        table.roll(1)
    gone = [piece for piece, _ in table.removed()]
    assert gone == ["R1.1", "R1", "R2.1", "R2", "R3.1", "R3", "R4.1", "R4"]
    assert table.removed()[2] == ("R2.1", "red")  # red's own walker did it


def test_whom_perils_slay_explode_when_all_have_suffered():
    """[SK-51, SK-70] Two walkers near a psyker die at one moment; red says which is the first."""
    units = (
        "R1 psyker 1 20 20 wounds=3; B1 heavy_walker 1 20 24 wounds=7; B2 heavy_walker 1 24 20"
        " wounds=7; R2 militia 10 60 40"
    )
    table = setting(units, phase=names.PSYCHIC)
    table.choose("red", "R1:smite")
    for pips in ((1, 1), (1,), (1,), (1,)):
        table.roll(*pips)
    (ask,) = table.asks("red")
    assert (ask.window, ask.options) == (WHO_FIRST, ("B1.1", "B2.1"))


def test_the_active_seat_orders_those_that_died_at_the_same_moment():
    """The active seat orders those that died at the same moment. [SK-70]"""
    sheet = shipped_sheets()["assault_elite"]
    bombs = replace(
        sheet, id="bombs", abilities=(Ability("explodes", min_roll=6, radius_in=3, mortal="1"),)
    )
    table = begun("R1 bombs 5 20 20", hit("R1", 10), sheets=(bombs,))
    assert table.removed() == []
    (ask,) = table.asks("red")
    assert ask.window == WHO_FIRST
    assert len(ask.options) == 5
    table.choose("red", "R1.4")
    table.roll(1)
    assert table.removed() == [("R1.4", "blue")]


def test_the_dying_model_is_not_hurt_by_what_it_sets_off():
    """The dying model is not hurt by what it sets off. [SK-70]"""
    units = "R1 heavy_walker 1 20 20; R2 heavy_walker 1 23 20 wounds=7"
    table = begun(units, hit("R1", 8))
    table.roll(6)
    table.roll(6)
    ruled = [one for one in table.rulings("SK-69") if one.key == "sk.69.explodes"]
    assert [one.params["units"] for one in ruled] == [("R2",), ()]


class Getting(Script, frozen=True, kw_only=True):
    """What a layer has done before a model is taken away."""

    model: str


def getting(_: Book, state: State, frame: Getting) -> Iterator[Event]:
    place = state.position.pieces[frame.model].place
    yield Ruled("SK-43", "out", {"place": place})
    yield Popped()


def gets_out(position: Position, model: str) -> tuple[Frame, ...]:
    return (Getting(model=model),) if model == "R1.1" else ()


def test_what_must_be_done_before_a_model_goes_is_done_after_the_explosion():
    """What must be done before a model goes is done after the explosion. [SK-43]"""
    layer = Layer(
        "getting", 1, procedures={Getting: getting}, hooks=((seams.DYING, gets_out, "SK-43"),)
    )
    table = begun("R1 carrier 1 20 20; B1 commander 1 20 24", hit("R1", 10), layers=(layer,))
    table.roll(6)
    table.roll(2)
    keys = [
        one.key for one in table.rulings() if one.key in ("sk.69.explodes", "sk.66.mortal", "out")
    ]
    assert keys == ["sk.66.mortal", "sk.69.explodes", "sk.66.mortal", "out"]
    assert next(one for one in table.rulings() if one.key == "out").params == {"place": "table"}


def test_the_last_army_with_models_has_won_at_once():
    table = setting("R1 commander 1 20 20; B1 commander 1 20 40", phase=names.SHOOTING,
                    then=(hit("B1", 5, "red"),))  # fmt: skip
    assert table.position.ended is not None
    assert table.position.ended.winners == ("red",)


def test_who_dies_of_one_explosion_dies_at_one_moment():
    """[SK-152, SK-69, CM-97] The last model of three armies, the one that explodes among them."""
    units = (
        "R1 heavy_walker 1 20 20; B1 medic 1 20 23 wounds=3; A1 medic 1 23 20 wounds=3;"
        " A2 medic 1 17 20 wounds=3"
    )
    table = setting(units, phase=names.SHOOTING, then=(hit("R1", 8),), seats=ALONE)
    table.roll(6)
    assert table.position.ended is not None
    assert table.position.ended.winners == ()
    standing = setting(
        f"{units}; A3 medic 1 60 40", phase=names.SHOOTING, then=(hit("R1", 8),), seats=ALONE
    )
    standing.roll(6)
    assert standing.position.ended is not None
    assert standing.position.ended.winners == ("amber",)
    assert len([one for one in standing.battle.log if isinstance(one, Ended)]) == 1
