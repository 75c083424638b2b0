"""The tables of TRIUMPH! as printed, and that their rows fit together."""

import re
from decimal import Decimal
from importlib.resources import files

import pytest

from condotta.data import MU, half_points, quanta, toml
from condotta.rules.clauses import clause
from condotta.rules.triumph.settings import DEFAULTS, settings
from condotta.rules.triumph.tables import (
    DATA,
    TABLES,
    TROOPS,
    close_factor,
    factor,
    factor_value,
    piece_count,
    shattered,
    sizes,
    spared,
    terrain,
    topography,
    troop,
)
from condotta.words import has

CODES = {kind.code for kind in TROOPS}
FOOT = tuple(kind.code for kind in TROOPS if kind.is_foot)
MOUNTED = tuple(kind.code for kind in TROOPS if kind.is_mounted)

# code, points, class, order, move, depth in hundredths, vs foot, vs mounted, shot at
PRINTED = """
ARC 4 foot open 3 100 2 4 3 | BLV 2 foot open 2 150 2 3 3 | LFT 3 foot open 5 100 3 2 3
LSP 3 foot open 4 100 3 3 3 | RBL 2 foot open 3 150 2 1 2 | RDR 4 foot open 4 100 4 2 3
SKM 3 foot open 5 100 2 1 3 | WBD 3 foot open 4 100 3 2 3 | ART 3 foot close 2 200 2 2 3
EFT 4 foot close 3 75 5 3 3 | HFT 3 foot close 3 75 4 3 3 | HRD 2 foot close 2 200 3 2 2
PAV 4 foot close 3 200 3 4 3 | PIK 3 foot close 3 75 3 4 3 | SPR 4 foot close 3 75 4 4 3
WWG 3 foot close 2 200 3 4 4 | WRR 3 foot close 3 75 3 2 3 | BAD 3 mounted open 6 150 2 2 2
BTX 3 mounted open 6 200 2 2 2 | CHT 4 mounted open 6 200 2 3 3 | ECV 4 mounted open 6 150 3 3 3
HBW 4 mounted open 8 150 2 3 2 | JCV 4 mounted open 8 150 3 2 2 | KNT 4 mounted open 5 150 3 4 2
CAT 4 mounted close 4 200 4 4 3 | ELE 4 mounted close 4 200 5 4 3
"""
ROWS = [row.split() for row in PRINTED.replace("|", "\n").strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_tc_1_1_troop_types_are_as_printed(row: list[str]):
    """Factors with them: TC-2.1, TC-2.2."""
    code, points, kind, order, move, depth, foot, mounted, shot = row
    found = troop(code)
    assert (found.half_points, found.kind, found.order) == (2 * int(points), kind, order)
    assert (found.move, found.depth) == (int(move) * MU, int(depth) * MU // 100)
    assert (found.vs_foot, found.vs_mounted, found.shot_at) == (int(foot), int(mounted), int(shot))


def test_tc_1_1_there_are_26_troop_types():
    assert len(ROWS) == len(TROOPS) == len(CODES) == 26


def test_tc_0_4_every_stand_is_2_mu_wide():
    assert {kind.width for kind in TROOPS} == {2 * MU}


def test_tc_1_2_and_1_3_the_class_of_wagons_guns_and_elephants():
    assert troop("WWG").is_close_foot
    assert troop("ART").is_close_foot
    assert troop("ELE").is_mounted  # TC-1.3


def test_tc_2_3_the_opponents_class_chooses_the_factor():
    assert close_factor("SPR", "KNT", DEFAULTS) == 4
    assert close_factor("KNT", "SPR", DEFAULTS) == 3
    assert close_factor("KNT", "CAMP", DEFAULTS) == 3
    assert close_factor("KNT", "CAMP", settings({"campCountsAs": "mounted"})) == 4


def test_tc_6_2_and_6_3_who_shoots_how_well_and_how_far():
    shooters = {k.code: (k.shooting, k.range, k.arc) for k in TROOPS if k.shoots}
    assert shooters == {  # TC-6.3
        "ARC": (3, 3 * MU, "front"),
        "PAV": (3, 3 * MU, "front"),
        "WWG": (3, 3 * MU, "all"),
        "ART": (4, 8 * MU, "front"),
    }


def test_tc_4_6_elephants_artillery_and_war_wagons_cost_more():
    assert {k.code for k in TROOPS if k.surcharge} == {"ELE", "ART", "WWG"}


def test_tc_3_73_artillery_war_wagons_and_camps_never_pursue():
    assert {k.code for k in TABLES.troops if not k.pursues} == {"ART", "WWG", "CAMP"}


def test_tc_3_71_five_types_always_pursue():
    assert DEFAULTS.words("alwaysPursue") == ("EFT", "ELE", "KNT", "WBD", "WRR")


# who is shattered by whom: loser, in the open, in difficult terrain
OPEN_ONLY, NOBODY = "KNT CHT", ""
SHATTERED = {
    "TC-3.10": ("LFT LSP RBL RDR WBD WRR", OPEN_ONLY, NOBODY),
    "TC-3.11": ("EFT HFT HRD PAV PIK SPR", "KNT CHT WRR WBD", "WRR WBD"),
    "TC-3.12": ("ARC BLV", " ".join(MOUNTED), " ".join(MOUNTED)),
    "TC-3.13": ("WWG", "ELE", "ELE"),
    "TC-3.14": ("ELE", "SKM LFT LSP JCV", "SKM LFT LSP JCV"),
    "TC-3.15": ("KNT", "ELE HBW JCV", "ELE HBW JCV"),
    "TC-3.16": ("CAT", "ELE", "ELE"),
    "TC-3.17": ("SKM", "BAD BTX CHT ECV HBW JCV KNT CAT", NOBODY),
    "TC-3.18": ("ART", " ".join(sorted(CODES)), " ".join(sorted(CODES))),
    "TC-3.19": ("CAMP", " ".join(sorted(CODES)), " ".join(sorted(CODES))),
    "TC-3.20": ("BAD BTX CHT ECV HBW JCV", NOBODY, NOBODY),
}


ALSO = {"TC-3.14": ("TC-3.87",), "TC-3.15": ("TC-3.88",)}
"""Rows that we have made longer, with the clause that says so."""


@pytest.mark.parametrize("row", SHATTERED)
def test_shattered_in_close_combat(row: str):
    losers, in_open, in_difficult = SHATTERED[row]
    for loser in losers.split():
        for difficult, winners in ((False, in_open), (True, in_difficult)):
            found = {
                winner: shattered(loser, winner, "close", DEFAULTS, difficult=difficult)
                for winner in CODES
            }
            assert {w for w, by in found.items() if by} == set(winners.split()), (loser, difficult)
            told = {by.clause for by in found.values() if by}
            assert told <= {row, *ALSO.get(row, ())}


def test_every_type_stands_in_one_row_of_the_shattered_table():
    losers = [loser for row in SHATTERED.values() for loser in row[0].split()]
    assert sorted(losers) == sorted({*CODES, "CAMP"})


def test_tc_3_13_and_tc_3_87_artillery_fire_shatters_wagons_and_elephants():
    hit = {
        loser
        for loser in CODES
        for shooter in ("ARC", "PAV", "WWG", "ART")
        if shattered(loser, shooter, "ranged", DEFAULTS, difficult=False)
    }
    assert hit == {"WWG", "ELE"}
    assert not shattered("WWG", "ARC", "ranged", DEFAULTS, difficult=False)


@pytest.mark.parametrize(
    ("name", "loser", "winner", "difficult"),
    [
        ("archersShatteredInDifficult", "ARC", "KNT", True),
        ("elephantsShatteredAlso", "ELE", "LSP", False),
        ("knightsShatteredAlso", "KNT", "HBW", False),
        ("skirmishersShattered", "SKM", "KNT", False),
        ("artilleryShattered", "ART", "HFT", False),
        ("campSackedWhenBeaten", "CAMP", "HFT", False),
    ],
)
def test_a_shattering_we_decided_is_a_setting(name: str, loser: str, winner: str, difficult: bool):
    assert shattered(loser, winner, "close", DEFAULTS, difficult=difficult)
    off = settings({name: False})
    assert shattered(loser, winner, "close", off, difficult=difficult) is None


def outcomes(loser: str, combat: str = "close") -> tuple[set[str], set[str]]:
    """Who makes a doubled loser evade or panic: in the open, in difficult terrain."""
    in_open, in_difficult = (
        {w for w in CODES if spared(loser, w, combat, DEFAULTS, difficult=difficult)}
        for difficult in (False, True)
    )
    return in_open, in_difficult


def test_tc_3_30_and_3_31_rabble_panics():
    steady = {"ART", "EFT", "HFT", "HRD", "PAV", "PIK", "SPR", "WWG"}  # TC-3.31
    assert outcomes("RBL") == (steady, steady | set(MOUNTED))
    assert outcomes("RBL", "ranged") == (set(), set())
    found = spared("RBL", "KNT", "close", DEFAULTS, difficult=True)
    assert found is not None
    assert (found.result, found.clause) == ("panic", "TC-3.30")


def test_tc_3_32_skirmishers_evade():
    foot = {"ART", "EFT", "HFT", "HRD", "PAV", "PIK", "SPR", "WWG", "WRR", "WBD"}
    assert outcomes("SKM") == (foot, foot | set(MOUNTED))
    assert outcomes("SKM", "ranged") == ({"ART", "WWG"}, {"ART", "WWG"})
    found = spared("SKM", "WBD", "close", DEFAULTS, difficult=False)
    assert found is not None
    assert found.result == "evade"


@pytest.mark.parametrize("loser", ["HBW", "JCV"])
def test_tc_3_33_light_horse_panics_from_foot_in_the_open(loser: str):
    assert outcomes(loser) == (set(FOOT) - {"ARC", "BLV", "PAV", "SKM"}, set())
    assert outcomes(loser, "ranged") == (set(), set())


@pytest.mark.parametrize("loser", ["ECV", "CHT", "BAD", "BTX"])
def test_tc_3_34_cavalry_panics_from_spear_walls_in_the_open(loser: str):
    assert outcomes(loser) == ({"PIK", "SPR", "HRD"}, set())


def test_tc_3_35_all_others_are_spared_by_nobody():
    for loser in CODES - {"RBL", "SKM", "HBW", "JCV", "ECV", "CHT", "BAD", "BTX"}:
        assert outcomes(loser) == outcomes(loser, "ranged") == (set(), set()), loser


def test_factors_have_the_values_of_their_rows():
    assert {row.id: factor_value(row.id, DEFAULTS) for row in TABLES.close + TABLES.ranged} == {
        "general": 1,  # TC-2.10
        "uphill": 1,
        "overlap": -1,
        "flankContact": -1,
        "rearContact": -1,
        "fightingToFlankOrRear": -1,
        "mountedDifficult": -1,
        "closeFootDifficultVsFoot": -2,
        "otherDifficult": 0,
        "rearSupportPikes": 3,
        "rearSupportWarriors": 1,
        "campAttackedBySeveral": -1,
        "shotFromRear": -1,
        "targetIsGeneral": -1,
    }
    assert factor_value("rearSupportPikes", settings({"pikeRearSupport": 2})) == 2


def test_every_factor_has_a_name_for_people():
    assert all(has(row.key) for row in TABLES.close + TABLES.ranged)
    assert factor("overlap").key == "factor.overlap"


def test_tc_7_13_pieces_by_terrain_score():
    assert [piece_count("dry", score) for score in (2, 4, 5, 12)] == [1, 1, 2, 5]
    assert [piece_count("delta", score) for score in (2, 3, 11, 12)] == [1, 2, 6, 6]
    assert [piece_count("forest", score) for score in (2, 9, 12)] == [2, 6, 6]
    assert TABLES.setup.coast_scores == (4, 7, 10)


def test_tc_7_14_the_rows_differ_by_the_topographys_shift():
    middle = {score: piece_count("arable", score) for score in range(2, 13)}
    for row in TABLES.pieces:
        assert len(row.counts) == 11
        for score in range(2, 13):
            if 2 <= score + row.modifier <= 12:
                assert piece_count(row.topographies[0], score) == middle[score + row.modifier]


def test_tc_7_20_tc_7_37_what_terrain_does():
    going = {kind.key: kind.going for kind in TABLES.terrain}
    assert {key for key, word in going.items() if word == "open"} == {"gentle-hills"}
    assert {key for key, word in going.items() if word == "impassable"} == {"coast"}
    assert {k.key for k in TABLES.terrain if k.sight == "area"} == {
        "wooded-hills",
        "woods",
        "oasis",
        "village",
    }
    assert {k.key for k in TABLES.terrain if k.hill} == {
        "gentle-hills",
        "steep-hills",
        "wooded-hills",
    }


def test_every_topography_lists_known_terrain():
    assert len(TABLES.topographies) == 7
    for row in TABLES.topographies:
        for key in (row.compulsory, *row.optional, *row.most):
            assert terrain(key)
        assert set(row.most) <= set(row.optional)
        assert piece_count(row.key, 7) > 0
    assert topography("steppe").most == {"woods": 1}


def test_tc_7_31_large_pieces_are_larger_than_small_ones():
    for kind in ("ordinary", "edge"):
        area = {size: max(x * y for x, y in sizes(f"{kind}-{size}")) for size in ("large", "small")}
        assert area["large"] > area["small"]


def test_single_numbers_are_in_the_engines_units():
    assert (TABLES.board.width, TABLES.board.depth) == (480_000, 320_000)  # TC-0.2
    assert TABLES.board.touch == 100  # TC-0.5
    assert TABLES.camp.sacked == 16
    assert TABLES.army.army == 96
    assert (TABLES.command.with_sight, TABLES.command.without_sight) == (160_000, 80_000)


def every_cell():
    for entry in sorted(files(DATA).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            for name, value in toml(DATA, entry.name).items():
                for row in value if isinstance(value, list) else [value]:
                    yield f"{entry.name}: {name}", row


def test_every_row_names_a_clause_that_exists_and_its_mark():
    for where, row in every_cell():
        assert clause(row["clause"]), where
        if not where.startswith("settings"):
            assert re.fullmatch("[VIMD](/[VIMD])*", row["mark"]), where


def test_rows_name_known_types_and_settings():
    for row in TABLES.shatter + TABLES.doubled:
        assert set(row.losers) <= CODES | {"CAMP"}
        assert set(row.by) <= CODES | {"any"}
        assert row.setting is None or row.setting in DEFAULTS
    for tactical in TABLES.close + TABLES.ranged:
        assert (tactical.value is None) != (tactical.setting is None)


def test_a_length_off_the_grid_is_refused():
    with pytest.raises(ValueError, match="not a whole number of quanta"):
        quanta(Decimal("0.00001"))
    with pytest.raises(ValueError, match="not a whole number of halves"):
        half_points(Decimal("3.3"))
