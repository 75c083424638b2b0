"""Maps of skirmish battles: round bases, units on their plates, markers of nobody's. [SK-13]"""

from condotta.kernel.events import Mustered
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.report.ink import SCALE, number
from condotta.report.page import army
from condotta.report.reckoning import scores_said
from condotta.report.svg import Shown, battle_map
from condotta.rules.carnage import names as carnage
from condotta.rules.library import book
from condotta.rules.skirmish import names
from condotta.table import Pose
from tests.rules.skirmish.skirmish_setting import INCH, setting

MARKER = Piece(
    "objective-1", names.OBJECTIVE, "", "", place="table", pose=Pose(36 * INCH, 24 * INCH, 0, 10**6)
)
UNITS = "R1 militia 3 20 20; R2 battle_tank 1 30 20; R3 medic 1 reserve; B1 militia 1 40 40"


def drawn() -> str:
    """The map of a table with two units, one in reserve and a marker."""
    table = setting(UNITS, extra=(Mustered(MARKER),), counters={"red": {names.VP: 2}})
    return mapped(table.position)


def mapped(position: Position, system: str = "skirmish") -> str:
    """The map of a position, with the scores of a game."""
    return battle_map(position, shown_=Shown(scores=scores_said(book(system), position)))


def test_models_on_round_bases_are_circles_with_their_unit():
    """Four of 25 mm; the hull stays a rectangle. [SK-13]"""
    told = drawn()
    assert told.count(f'<circle r="{number(4921 / SCALE)}"') == 4
    assert told.count(">R1<") == 3
    assert told.count(">B1<") == 1


def test_units_that_wait_lie_on_the_plate_and_no_datasheets():
    """The unit in reserve, by its id. [SK-44]"""
    told = drawn()
    assert ">R3<" in told
    assert ">dat<" not in told
    assert "R:militia" not in told


def test_a_marker_is_of_nobodys_seat():
    """A ring with its name for who reads it. [SK-121]"""
    assert 'class="marker"' in drawn()
    assert "<title>objective 1</title>" in drawn()


def test_plates_and_description_tell_victory_points():
    """Not what is lost. [SK-27]"""
    told = drawn()
    assert "2 victory points" in told
    assert "Red: 4 models on the table. 2 victory points." in told
    assert "Lost" not in told


def test_points_for_the_one_objective_of_carnage_are_victory_points():
    """On the plate, in the description, on the card. [CM-88, CM-101]"""
    position = setting(UNITS, counters={"red": {carnage.VP: 4}}).position
    assert mapped(position, "carnage").count("4 victory points") == 2
    assert "4 victory points" in army(book("carnage"), position, position, "red", 0)
    assert "4 victory points" not in mapped(position)  # it is no mission of the base game's own


def test_the_card_of_an_army_counts_its_models_and_points():
    """Models by their unit, how many fell, victory points; no general. [SK-27]"""
    start = setting(UNITS).position
    fallen = "R1 militia 3 20 20; R2 battle_tank 1 lost; R3 medic 1 reserve; B1 militia 1 40 40"
    last = setting(fallen, counters={"red": {names.VP: 3}}).position
    told = army(book("skirmish"), start, last, "red", 0)
    assert "<dd>5 (3 Militia squad, 1 Battle tank, 1 Medic)</dd>" in told
    assert "<dd>1 model</dd>" in told
    assert "<dd>3 victory points</dd>" in told
    assert "General" not in told
