"""Cover by terrain: who has it, against whom, and until when. [SK-85, SK-86, SK-118, SK-119]"""

import pytest

from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.cover import uncovered
from condotta.rules.skirmish.records import Volley
from tests.rules.skirmish.skirmish_setting import Table, setting


def open_ones(table: Table, target: str = "B1", way: str = names.SHOOTING) -> list[str]:
    """The models of a unit without cover against everybody of R1."""
    bearers = tuple(model.id for model in table.unit("R1").models)
    volley = Volley("R1", target, "assault_rifle", bearers, way)
    models = [model.piece for model in table.unit(target).models]
    return list(uncovered(table.position, volley, models))


@pytest.mark.parametrize(
    ("ground", "infantry", "others"),
    [
        ("area box 20 30 8 6", True, True),
        ("woods ellipse 20 30 8 8", True, False),
        ("ruins box 20 30 8 6", True, False),
        ("crater ellipse 20 30 8 8", True, False),
        ("hill box 20 30 8 6", False, False),
        ("", False, False),
    ],
)
def test_in_which_terrain_who_has_cover(ground: str, infantry: bool, others: bool):
    """[SK-85, SK-118, SK-119] Others in woods and ruins need to be half hidden as well."""
    foot = setting("R1 medic 1 20 10; B1 medic 1 20 30", areas=ground)
    assert open_ones(foot) == ([] if infantry else ["B1.1"])
    walker = setting("R1 medic 1 20 10; B1 light_walker 1 20 30", areas=ground)
    assert open_ones(walker) == ([] if others else ["B1.1"])


@pytest.mark.parametrize(("kind", "covered"), [("woods", True), ("ruins", True), ("crater", False)])
def test_others_half_hidden_have_it_where_the_kind_gives_it(kind: str, covered: bool):
    """[SK-118, SK-120] A tank in woods, its lower parts behind a hill; never in a crater."""
    units = "R1 heavy_walker 1 20 10; B1 battle_tank 1 20 32 180"
    table = setting(units, areas=f"{kind} box 20 33 8 6; hill box 20 25 30 6")
    assert open_ones(table) == ([] if covered else ["B1.1"])


def test_partly_in_is_in():
    """[SK-85] Touching the edge is not."""
    table = setting("R1 medic 1 20 10; B1 medic 1 20 30", areas="area box 20 33 8 5")
    assert open_ones(table) == []
    beside = setting("R1 medic 1 20 10; B1 medic 1 20 29.8", areas="area box 20 33 8 5")
    assert open_ones(beside) == ["B1.1"]


def test_every_model_must_be_in_cover_perhaps_in_different_pieces():
    """[SK-85] One in woods and one in a crater; a third in the open."""
    units = "R1 medic 1 20 10; B1 line_infantry 3 20 30"
    at = {"B1.1": (18, 30), "B1.2": (20.5, 30), "B1.3": (23, 30)}
    ground = "woods ellipse 18 30 3 3; crater ellipse 20.5 30 2 2"
    table = setting(units, at=at, areas=ground)
    assert open_ones(table) == ["B1.3"]


def test_behind_a_barricade_within_an_inch_of_it():
    """[SK-118] The obstacle between them and the firer."""
    ground = "barricade box 20 28 8 1"
    close = setting("R1 medic 1 20 10; B1 medic 1 20 29.6", areas=ground)
    assert open_ones(close) == []
    far = setting("R1 medic 1 20 10; B1 medic 1 20 31", areas=ground)
    assert open_ones(far) == ["B1.1"]
    wrong_side = setting("R1 medic 1 20 45; B1 medic 1 20 29.6", areas=ground)
    assert open_ones(wrong_side) == ["B1.1"]


def test_a_tank_behind_a_barricade_is_not_half_hidden():
    """[SK-118] An inch hides a third of it."""
    table = setting("R1 medic 1 20 10; B1 battle_tank 1 20 29 180", areas="barricade box 20 28 8 1")
    assert open_ones(table) == ["B1.1"]


def test_of_several_firers_the_nearest_one_is_looked_at():
    """[SK-118] Half of them may shoot round it."""
    units = "R1 line_infantry 2 20 20; B1 medic 1 20 29.6"
    at = {"R1.1": (20, 24), "R1.2": (36, 29.6)}
    table = setting(units, at=at, areas="barricade box 20 28 8 1")
    assert open_ones(table) == []


def test_no_cover_in_a_fight():
    """[SK-85] Shooting alone is meant; overwatch is shooting."""
    table = setting("R1 medic 1 20 10; B1 medic 1 20 30", areas="area box 20 30 8 6")
    assert open_ones(table, way=names.FIGHT) == ["B1.1"]
    assert open_ones(table, way=names.OVERWATCH) == []
