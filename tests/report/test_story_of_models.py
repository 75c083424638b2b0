"""The story of battles of units of models: units are named, not every model."""

from condotta.kernel.events import Moved, Removed, Step
from condotta.report.forces import loss, mustered
from condotta.report.naming import named
from condotta.report.travels import moved_line
from condotta.rules.library import book
from condotta.rules.scores import told
from condotta.rules.skirmish import names
from condotta.table import pose_at
from condotta.words import say
from tests.rules.skirmish.skirmish_setting import Table, setting

UNITS = "R1 militia 3 10 10; R2 medic 1 30 10; B1 claw_stalkers 1 50 40"


def table() -> Table:
    """Two units of red and one of blue."""
    return setting(UNITS, counters={"red": {names.VP: 3}, "R1": {names.POWER: 3}})


def test_units_are_mustered_with_their_models_and_power():
    said = mustered(table().position, "red", "en")
    assert said == "Red musters 2 units of 4 models, Power Level 6: Medic R2 and Militia squad R1."


def test_a_move_names_the_unit_once():
    steps = tuple(Step(f"R1.{number}", pose_at(100_000, 120_000, 0)) for number in (1, 2, 3))
    said = moved_line(table().position, Moved(steps, "charge"), None, "en")
    assert said.startswith("Militia squad R1 charges ")


def test_a_model_is_lost_without_points_and_of_a_unit_another_line_tells():
    position = table().position
    assert loss(position, Removed("R1.2", by="blue"), "en") == "Red loses Militia trooper R1.2."
    assert loss(position, Removed("R1", by="blue"), "en") == ""


def test_the_end_tells_victory_points():
    """[SK-27]"""
    position = table().position
    said = [say(one.key, named(one.params, position)) for one in told(book("skirmish"), position)]
    assert said == ["Red has 3 victory points.", "Blue has 0 victory points."]


def test_one_model_flees_and_several_flee():
    """[SK-115]"""
    position = table().position
    for models, said in (
        (("R1.2",), "Militia trooper R1.2 of Militia squad R1 flees."),
        (("R1.1", "R1.2"), " of Militia squad R1 flee."),
    ):
        params = named({"unit": "R1", "models": models}, position, "en")
        assert say("sk.115.fled", params, "en").endswith(said)
