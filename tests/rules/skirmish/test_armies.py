"""Armies of skirmish battles: detachments, ratings, points, the shipped ones. [SK-122 to SK-129]"""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Mustered
from condotta.rules.skirmish import names
from condotta.rules.skirmish.layer import SKIRMISH
from condotta.rules.skirmish.muster import muster, opening, shape_of
from condotta.rules.skirmish.reading.datasheets import shipped_sheets, shipped_weapons
from condotta.rules.skirmish.rosters.armies import Detachment, Host, Squad, Swap, squad
from condotta.rules.skirmish.rosters.detachments import command_points, findings, patterns
from condotta.rules.skirmish.rosters.shelf import chosen, hosts, seated
from condotta.table import Disc, Rectangle

SHEETS = shipped_sheets()


def units(*wanted: str) -> tuple[Squad, ...]:
    """Units of the least size."""
    return tuple(squad(SHEETS[name], SHEETS[name].least) for name in wanted)


def army(pattern: str, *wanted: str) -> Host:
    """An army of one detachment."""
    return Host("test", "Test", (Detachment(pattern, units(*wanted)),), "TEST")


def against(host: Host) -> list[tuple[str, str]]:
    """The clauses and keys of what is against an army."""
    return [(one.clause, one.key) for one in findings(host)]


@pytest.mark.parametrize(
    ("name", "power", "points", "count", "models"),
    [("alpha", 26, 3, 5, 17), ("beta", 25, 6, 9, 40), ("gamma", 26, 6, 6, 33),
     ("delta", 26, 4, 6, 20)],
)  # fmt: skip
def test_shipped_armies_are_battle_forged(
    name: str, power: int, points: int, count: int, models: int
) -> None:
    """Power Level, command points, units and models of the sample armies. [SK-122, SK-124]"""
    host = hosts()[name]
    assert (host.power, command_points(host)) == (power, points)
    assert (len(host.squads), sum(one.models for one in host.squads)) == (count, models)
    assert against(host) == []


@pytest.mark.parametrize(
    ("pattern", "wanted", "expected"),
    [
        ("patrol", ("commander", "militia"), []),
        ("patrol", ("militia",), [("SK-126", "sk.126.role")]),
        ("patrol", ("commander",), [("SK-126", "sk.126.role")]),
        ("patrol", ("commander", "psyker", "medic", "militia"), []),
        ("patrol", ("commander", "psyker", "field_officer", "militia"),
         [("SK-126", "sk.126.role")]),
        ("battalion", ("commander", "psyker", "militia", "militia", "scouts"), []),
        ("battalion", ("commander", "psyker", "militia", "scouts"), [("SK-126", "sk.126.role")]),
        ("vanguard", ("commander", "medic", "medic", "heavy_walker"), []),
        ("spearhead", ("commander", "battle_tank", "great_beast", "weapons_team"), []),
        ("outrider", ("commander", "bikers", "bikers", "light_walker"), []),
        ("supreme_command", ("commander", "psyker", "field_officer"), []),
        ("supreme_command", ("commander", "psyker", "field_officer", "militia"),
         [("SK-126", "sk.126.role")]),
        ("air_wing", ("gunship", "gunship", "gunship"), []),
        ("auxiliary_support", ("battle_tank",), []),
        ("auxiliary_support", ("battle_tank", "medic"), [("SK-126", "sk.126.role")]),
        ("warband", ("commander",), [("SK-126", "sk.126.unknown")]),
    ],
)  # fmt: skip
def test_detachments_have_least_and_most_units(
    pattern: str, wanted: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    """So many units of each battlefield role. [SK-126]"""
    assert against(army(pattern, *wanted)) == expected


def test_detachments_give_command_points():
    """Three for a Battle-forged army and those of its detachments. [SK-126, SK-129]"""
    assert {name: one.points for name, one in patterns().items()} == {
        "patrol": 0, "battalion": 3, "brigade": 9, "vanguard": 1, "spearhead": 1,
        "outrider": 1, "supreme_command": 1, "air_wing": 1, "auxiliary_support": -1,
        "super_heavy": 3, "super_heavy_auxiliary": 0, "fortification_network": 0,
    }  # fmt: skip
    alone = Detachment("auxiliary_support", units("battle_tank"))
    many = Host("many", "Many", (alone,) * 5, "TEST")
    assert command_points(many) == 0  # 3 - 5 is never below 0
    assert command_points(army("patrol", "commander")) == 0  # not Battle-forged


def test_each_infantry_unit_of_a_detachment_allows_a_transport():
    """Dedicated Transports, one for each infantry unit. [SK-127]"""
    legal = army("patrol", "commander", "militia", "carrier", "carrier")
    assert against(legal) == []
    over = army("patrol", "commander", "militia", "carrier", "carrier", "carrier")
    assert against(over) == [("SK-127", "sk.127.transports")]


def test_units_of_several_factions_are_no_army():
    """One faction keyword for the whole army. [SK-147, SK-125]"""
    mixed = tuple(
        replace(one, sheet=replace(one.sheet, faction=faction))
        for one, faction in zip(units("commander", "militia"), ("NORTH", "SOUTH"), strict=True)
    )
    host = Host("mixed", "Mixed", (Detachment("patrol", mixed),))
    assert against(host) == [("SK-125", "sk.125.factions")]


@pytest.mark.parametrize(
    ("models", "power"), [(5, 4), (10, 4), (11, 8), (20, 8), (21, 12), (30, 12)]
)
def test_a_unit_is_rated_by_its_size(models: int, power: int) -> None:
    """Too small a unit costs the least, one between steps the next. [SK-122, SK-123, SK-146]"""
    assert squad(SHEETS["brute_mob"], models).rating == power


def test_a_unit_is_no_larger_than_its_sheet_allows():
    """Thirty brutes at most. [SK-123]"""
    crowd = Detachment("patrol", (*units("warlord_brute"), squad(SHEETS["brute_mob"], 31)))
    assert against(Host("crowd", "Crowd", (crowd,))) == [("SK-123", "sk.123.large")]


def test_replacements_arm_models():
    """One model for each weapon, or all of a kind. [SK-23]"""
    made = squad(SHEETS["brute_mob"], 10, (Swap("brute", ("carbine",), every=True),))
    assert [(one.profile, one.count, one.weapons) for one in made.figures] == [
        ("brute_boss", 1, ("heavy_pistol", "power_axe")),
        ("brute", 9, ("carbine",)),
    ]
    crews = squad(SHEETS["weapons_team"], 3, (Swap("weapons_crew", ("mortar", "mortar")),))
    assert [(one.count, one.weapons) for one in crews.figures] == [
        (1, ("mortar", "light_rifle")),
        (1, ("mortar", "light_rifle")),
        (1, ("squad_machine_gun", "light_rifle")),
    ]


def test_pieces_of_an_army():
    """A sheet aside, a unit without a pose, models of its command. [SK-15, SK-122, SK-129]"""
    events = list(muster(seated(hosts()["beta"], "blue", "blue", "B")))
    pieces = {one.piece.id: one.piece for one in events if isinstance(one, Mustered)}
    counts = {(one.holder, one.name): one.value for one in events if isinstance(one, Counted)}
    assert pieces["B:militia"].place == "aside"
    assert (pieces["B3"].type, pieces["B3"].pose, pieces["B3"].place) == (
        names.UNIT, None, "undeployed",
    )  # fmt: skip
    sergeant, gunner = pieces["B3.1"], pieces["B3.2"]
    assert (sergeant.command, sergeant.unit, sergeant.type) == ("B3", "militia", "militia_sergeant")
    assert gunner.traits == ("plasma_gun", "grenade_blast")
    assert counts["B3", names.MUSTERED] == 10
    assert counts["B3", names.POWER] == 3
    assert counts["blue", names.CP] == 6
    assert sum(one.command == "B3" for one in pieces.values()) == 11


def test_bases_are_round_or_hulls():
    """Millimetres become quanta, half of them a radius. [SK-13]"""
    assert shape_of(SHEETS["line_infantry"]) == Disc(6299)
    hull = shape_of(SHEETS["battle_tank"])
    assert isinstance(hull, Rectangle)
    assert (hull.width, hull.depth) == tuple(
        round(side * names.QUANTA_A_MM) for side in SHEETS["battle_tank"].base
    )


def test_an_opening_is_a_table_with_everybody_beside_it():
    """The table has the size of the settings. [SK-13]"""
    book = Book("skirmish", (SKIRMISH,), {"boardWidth": 60, "boardDepth": 44})
    made = opening(book, (seated(hosts()["alpha"], "red", "red", "R"),))
    assert (made[0].board.width, made[0].board.depth) == (60 * names.INCH, 44 * names.INCH)


def test_armies_are_named_or_drawn():
    """By id or label; as many as there are seats."""
    assert [one.id for one in chosen("", 3, 3)] == ["delta", "alpha", "beta"]
    assert [one.id for one in chosen("Gamma, alpha", 2, 0)] == ["gamma", "alpha"]
    with pytest.raises(PlainError, match="gama"):
        chosen("gama,alpha", 2, 0)
    with pytest.raises(PlainError, match="3 armies"):
        chosen("gamma,alpha", 3, 0)


def test_every_weapon_of_every_sheet_is_known():
    """Whoever carries a weapon finds its profile. [SK-20, SK-23]"""
    known = {*shipped_weapons()}
    launchers = {
        rule.launcher
        for weapon in shipped_weapons().values()
        if (rule := weapon.ability("profile_of"))
    }
    for sheet in SHEETS.values():
        carried = {name for model in sheet.models for name in model.weapons}
        offered = {name for option in sheet.options for name in option.with_one_of}
        assert (carried | offered) <= known | launchers, sheet.id


def test_shipped_data_is_what_the_packaged_file_says():
    """The file is whole JSON with weapons, powers and sheets. [SK-21]"""
    text = (
        Path(__file__).parents[3] / "src/condotta/rules/skirmish/data/datasheets.json"
    ).read_text()
    assert set(json.loads(text)) == {"weapons", "powers", "sheets"}
    assert SHEETS["battle_tank"].damage
