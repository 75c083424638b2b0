"""What scores mean: who is shattered, who gets away, who pursues. [TC-3]"""

import pytest

from condotta.rules.triumph.combat.duel import duel, volley
from condotta.rules.triumph.combat.results import compare, outcome_of, pursuing, resolve
from condotta.rules.triumph.settings import DEFAULTS, settings
from condotta.rules.triumph.tables import TROOPS
from tests.rules.triumph.table_setting import setting

WOODS = "woods box 24 16 12 12"
MOUNTED = ("BAD", "BTX", "CHT", "ECV", "HBW", "JCV", "KNT", "CAT", "ELE")
FOOT = tuple(kind.code for kind in TROOPS if kind.is_foot)
CLOSE_FOOT = tuple(kind.code for kind in TROOPS if kind.is_close_foot)


def close(winner: str, loser: str, degree: str, *, woods: bool = False, **more: object):
    """What becomes of a loser, and the clause."""
    areas = WOODS if woods else ""
    pieces = f"R1 {winner} 24 16 0; B1 {loser} 24 16 180"
    table = setting(pieces, phase="close", areas=areas, **more)  # type: ignore[arg-type]  # keywords
    one, two = duel(table.field, "R1", "B1")
    return outcome_of(two, one, degree)


def shot(shooter: str, target: str, degree: str, *, woods: bool = False):
    pieces = f"R1 {shooter} 24 16 0; B1 {target} 24 18 180"
    table = setting(pieces, phase="close", areas=WOODS if woods else "")
    one, two = volley(table.field, "R1", "B1")
    return outcome_of(two, one, degree)


def rolled(pieces: str, *dice: int, areas: str = "", ranged: bool = False):
    table = setting(pieces, phase="end", areas=areas)
    one, two = (volley if ranged else duel)(table.field, "R1", "B1")
    return resolve(one, two, dice)


# ── comparing scores ─────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("one", "other", "degree"),
    [(5, 5, "none"), (6, 5, "beaten"), (9, 5, "beaten"), (10, 5, "doubled"), (8, 4, "doubled")],
)
def test_tc_3_2_tc_3_3_tie_beaten_doubled(one: int, other: int, degree: str):
    assert compare(one, other, DEFAULTS) == degree == compare(other, one, DEFAULTS)


def test_tc_3_4_a_losing_score_of_nought_or_less_is_doubled():
    assert compare(1, 0, DEFAULTS) == compare(0, -1, DEFAULTS) == "doubled"
    assert compare(0, 0, DEFAULTS) == "none"
    assert compare(1, 0, settings({"zeroIsDoubled": False})) == "beaten"


def test_tc_3_1_a_score_is_the_die_and_every_factor():
    result = rolled("R1* KNT 24 16 0; B1 SPR 24 16 180", 5, 2)
    assert [(score.die, score.total) for score in result.scores] == [(5, 9), (2, 6)]


# ── test vectors of section 14 ───────────────────────────────────────────────
ARCHERY = "R1 ARC 24 16 0; B1 HFT 24 18 180"


def test_t_1_archers_double_heavy_foot_tc_3_3_tc_6_21():
    result = rolled(ARCHERY, 5, 1, ranged=True)
    assert [score.total for score in result.scores] == [8, 4]
    assert (result.degree, result.outcome, result.clause) == ("doubled", "destroyed", "TC-3.6")


def test_t_2_archers_beat_heavy_foot_tc_3_5():
    result = rolled(ARCHERY, 6, 2, ranged=True)
    assert [score.total for score in result.scores] == [9, 5]
    assert (result.degree, result.outcome, result.clause) == ("beaten", "fall back", "TC-3.5")


def test_t_3_a_tie_has_no_effect_tc_3_2():
    result = rolled(ARCHERY, 3, 3, ranged=True)
    assert (result.outcome, result.clause, result.loser) == ("none", "TC-3.2", None)


def test_tc_6_21_a_shooter_that_scores_lower_suffers_nothing():
    result = rolled(ARCHERY, 1, 6, ranged=True)
    assert (result.outcome, result.clause, result.loser) == ("none", "TC-6.21", None)


def test_t_4_knights_beat_spear_in_the_open_tc_3_11_tc_3_70():
    result = rolled("R1 KNT 24 16 0; B1 SPR 24 16 180", 5, 3)
    assert [score.total for score in result.scores] == [8, 7]
    assert (result.outcome, result.clause) == ("shattered", "TC-3.11")


def test_t_5_spear_with_the_edge_in_difficult_terrain_falls_back_tc_2_16_tc_2_18_tc_3_11():
    result = rolled("R1 KNT 24 16 0; B1 SPR 24 16 180", 6, 3, areas="woods box 24 18 4 4.2")
    assert [score.total for score in result.scores] == [8, 7]
    assert (result.outcome, result.clause) == ("fall back", "TC-3.5")


def test_t_6_heavy_foot_in_woods_has_two_against_light_foot_tc_2_17():
    result = rolled("R1 HFT 24 16 0; B1 LFT 24 16 180", 1, 1, areas=WOODS)
    assert result.scores[0].total == 3


def test_t_7_horse_bow_shatters_bow_levy_and_does_not_pursue_tc_3_12_tc_3_7():
    result = rolled("R1 HBW 24 16 0; B1 BLV 24 16 180", 4, 2)
    assert (result.degree, result.outcome, result.clause) == ("beaten", "shattered", "TC-3.12")
    assert not follows("HBW", "BLV", "shattered", "beaten")


def test_t_8_warband_shatters_elite_foot_in_woods_and_pursues_tc_3_11():
    result = rolled("R1 WBD 24 16 0; B1 EFT 24 16 180", 3, 2, areas=WOODS)
    assert [score.total for score in result.scores] == [6, 5]
    assert (result.outcome, result.clause) == ("shattered", "TC-3.11")
    assert follows("WBD", "EFT", "shattered", "beaten")


def test_t_9_light_foot_shatters_elephants_tc_3_14():
    result = rolled("R1 LFT 24 16 0; B1 ELE 24 16 180", 6, 2)
    assert (result.degree, result.outcome, result.clause) == ("beaten", "shattered", "TC-3.14")


def test_t_10_elephants_shatter_war_wagons_tc_3_13():
    result = rolled("R1 ELE 24 16 0; B1 WWG 24 16 180", 4, 4)
    assert (result.degree, result.outcome, result.clause) == ("beaten", "shattered", "TC-3.13")


# ── the shattered table ──────────────────────────────────────────────────────
@pytest.mark.parametrize("loser", ["LFT", "LSP", "RBL", "RDR", "WBD", "WRR"])
@pytest.mark.parametrize("winner", ["KNT", "CHT"])
def test_tc_3_10_shock_horse_shatters_loose_foot_in_the_open(winner: str, loser: str):
    assert close(winner, loser, "beaten") == ("shattered", "TC-3.10")
    assert close(winner, loser, "beaten", woods=True) == ("fall back", "TC-3.5")


@pytest.mark.parametrize("loser", ["EFT", "HFT", "HRD", "PAV", "PIK", "SPR"])
def test_tc_3_11_close_foot_and_who_shatters_it(loser: str):
    assert (
        close("KNT", loser, "beaten") == close("CHT", loser, "beaten") == ("shattered", "TC-3.11")
    )
    assert close("KNT", loser, "beaten", woods=True) == ("fall back", "TC-3.5")
    for winner in ("WRR", "WBD"):
        assert close(winner, loser, "beaten", woods=True) == ("shattered", "TC-3.11")
    assert close("EFT", loser, "beaten") == ("fall back", "TC-3.5")


@pytest.mark.parametrize("winner", MOUNTED)
def test_tc_3_12_any_mounted_shatters_archers_and_bow_levy(winner: str):
    for loser in ("ARC", "BLV"):
        for woods in (False, True):
            assert close(winner, loser, "beaten", woods=woods) == ("shattered", "TC-3.12")
    said = {"archersShatteredInDifficult": False}
    held = close(winner, "ARC", "beaten", woods=True, settings=said)
    assert held == ("fall back", "TC-3.5")


def test_tc_3_13_artillery_fire_shatters_war_wagons():
    assert shot("ART", "WWG", "beaten") == ("shattered", "TC-3.13")
    assert shot("ARC", "WWG", "beaten") == ("fall back", "TC-3.5")


def test_tc_3_14_tc_3_87_who_shatters_elephants():
    for winner in ("SKM", "LFT", "LSP", "JCV"):
        clause = "TC-3.14" if winner in ("SKM", "LFT") else "TC-3.87"
        assert close(winner, "ELE", "beaten") == ("shattered", clause)
    assert shot("ART", "ELE", "beaten") == ("shattered", "TC-3.87")
    said = {"elephantsShatteredAlso": False}
    assert close("JCV", "ELE", "beaten", settings=said) == ("fall back", "TC-3.5")
    assert close("SKM", "ELE", "beaten", settings=said) == ("shattered", "TC-3.14")


def test_tc_3_15_tc_3_88_who_shatters_knights():
    for winner in ("ELE", "HBW", "JCV"):
        clause = "TC-3.15" if winner == "ELE" else "TC-3.88"
        assert close(winner, "KNT", "beaten") == ("shattered", clause)
    said = {"knightsShatteredAlso": False}
    assert close("HBW", "KNT", "beaten", settings=said) == ("fall back", "TC-3.5")


def test_tc_3_16_elephants_shatter_cataphracts_and_nobody_else_does():
    assert close("ELE", "CAT", "beaten") == ("shattered", "TC-3.16")
    assert close("HBW", "CAT", "beaten") == ("fall back", "TC-3.5")


@pytest.mark.parametrize("winner", MOUNTED)
def test_tc_3_17_mounted_but_elephants_shatter_skirmishers_in_the_open(winner: str):
    expected = ("fall back", "TC-3.5") if winner == "ELE" else ("shattered", "TC-3.17")
    assert close(winner, "SKM", "beaten") == expected
    assert close(winner, "SKM", "beaten", woods=True) == ("fall back", "TC-3.5")
    said = {"skirmishersShattered": False}
    assert close(winner, "SKM", "beaten", settings=said) == ("fall back", "TC-3.5")


def test_tc_3_18_tc_3_50_artillery_dies_hand_to_hand_and_falls_back_under_fire():
    assert close("SKM", "ART", "beaten") == ("shattered", "TC-3.18")
    assert shot("ART", "ART", "beaten") == ("fall back", "TC-3.5")
    assert close("HFT", "WWG", "beaten") == ("fall back", "TC-3.5")
    said = {"artilleryShattered": False}
    assert close("SKM", "ART", "beaten", settings=said) == ("fall back", "TC-3.5")


@pytest.mark.parametrize("loser", ["BAD", "BTX", "CHT", "ECV", "HBW", "JCV"])
def test_tc_3_20_other_horse_is_never_shattered(loser: str):
    for winner in ("ELE", "KNT", "SKM", "WBD"):
        assert close(winner, loser, "beaten") == ("fall back", "TC-3.5")


def test_tc_3_24_tc_3_89_the_losers_edge_decides_or_the_whole_target():
    winner_in_woods = "R1 KNT 24 16 0; B1 SPR 24 16 180"
    table = setting(winner_in_woods, phase="close", areas="woods box 24 14 4 4")
    one, two = duel(table.field, "R1", "B1")
    assert outcome_of(two, one, "beaten") == ("shattered", "TC-3.11")
    rear = setting("R1 ARC 24 16 0; B1 SKM 24 18 180", phase="close", areas="woods box 24 20 4 2.2")
    assert volley(rear.field, "R1", "B1")[1].difficult


def test_tc_3_26_a_winner_that_fights_to_its_flank_shatters_too():
    table = setting("R1 KNT 24 16 0; B1 SPR 25 15 270", phase="close")
    one, two = duel(table.field, "R1", "B1")
    assert one.edge == "right"
    assert outcome_of(two, one, "beaten") == ("shattered", "TC-3.11")


# ── doubled ──────────────────────────────────────────────────────────────────
def test_tc_3_6_tc_3_35_doubled_is_destroyed():
    for loser in ("HFT", "KNT", "ARC", "ELE", "WRR"):
        outcome, clause = close("HFT", loser, "doubled")
        assert outcome == "destroyed"
        assert clause in {"TC-3.6", "TC-3.8"}


def test_tc_3_8_one_in_the_shattered_table_does_not_get_away():
    assert close("KNT", "RBL", "doubled") == ("destroyed", "TC-3.8")
    assert close("KNT", "SKM", "doubled") == ("destroyed", "TC-3.8")


@pytest.mark.parametrize("winner", MOUNTED)
def test_tc_3_30_rabble_panics_before_mounted_in_difficult_terrain(winner: str):
    assert close(winner, "RBL", "doubled", woods=True) == ("panic", "TC-3.30")
    assert close(winner, "RBL", "doubled")[0] == "destroyed"


@pytest.mark.parametrize("winner", FOOT)
def test_tc_3_31_rabble_panics_before_close_order_foot_but_warriors(winner: str):
    wide = winner in CLOSE_FOOT and winner != "WRR"
    expected = ("panic", "TC-3.31") if wide else ("destroyed", "TC-3.6")
    assert close(winner, "RBL", "doubled") == expected
    said = {"rabblePanicsFromFoot": False}
    assert close(winner, "RBL", "doubled", settings=said) == ("destroyed", "TC-3.6")


@pytest.mark.parametrize("winner", FOOT)
def test_tc_3_32_skirmishers_evade_close_order_foot_and_warband(winner: str):
    slow = winner in CLOSE_FOOT or winner == "WBD"
    expected = ("evade", "TC-3.32") if slow else ("destroyed", "TC-3.6")
    assert close(winner, "SKM", "doubled") == expected


def test_tc_3_32_skirmishers_evade_mounted_in_difficult_terrain_and_heavy_shots():
    assert close("KNT", "SKM", "doubled", woods=True) == ("evade", "TC-3.32")
    assert shot("ART", "SKM", "doubled") == shot("WWG", "SKM", "doubled") == ("evade", "TC-3.32")
    assert shot("ARC", "SKM", "doubled") == ("destroyed", "TC-3.6")
    said = {"skirmishersEvade": False}
    assert close("HFT", "SKM", "doubled", settings=said) == ("destroyed", "TC-3.6")


@pytest.mark.parametrize("winner", FOOT)
@pytest.mark.parametrize("loser", ["HBW", "JCV"])
def test_tc_3_33_light_horse_panics_before_foot_in_the_open(winner: str, loser: str):
    slow = winner not in {"ARC", "BLV", "PAV", "SKM"}
    expected = ("panic", "TC-3.33") if slow else ("destroyed", "TC-3.6")
    assert close(winner, loser, "doubled") == expected
    assert close(winner, loser, "doubled", woods=True) == ("destroyed", "TC-3.6")


def test_tc_3_33_light_horse_that_is_shot_does_not_panic():
    assert shot("WWG", "HBW", "doubled") == ("destroyed", "TC-3.6")
    said = {"lightHorsePanics": False}
    assert close("HFT", "HBW", "doubled", settings=said) == ("destroyed", "TC-3.6")


@pytest.mark.parametrize("loser", ["ECV", "CHT", "BAD", "BTX"])
def test_tc_3_34_cavalry_panics_before_pikes_spear_and_horde(loser: str):
    for winner in ("PIK", "SPR", "HRD"):
        assert close(winner, loser, "doubled") == ("panic", "TC-3.34")
        assert close(winner, loser, "doubled", woods=True) == ("destroyed", "TC-3.6")
        said = {"cavalryPanics": False}
        assert close(winner, loser, "doubled", settings=said) == ("destroyed", "TC-3.6")
    assert close("HFT", loser, "doubled") == ("destroyed", "TC-3.6")


# ── camps ────────────────────────────────────────────────────────────────────
def test_tc_3_19_tc_9_22_tc_9_34_a_camp_that_scores_lower_is_sacked():
    assert close("SKM", "CAMP", "beaten") == ("sacked", "TC-9.34")
    assert close("SKM", "CAMP", "doubled") == ("sacked", "TC-9.22")
    said = {"campSackedWhenBeaten": False}
    assert close("SKM", "CAMP", "beaten", settings=said) == ("none", "TC-9.34")
    assert close("SKM", "CAMP", "doubled", settings=said) == ("sacked", "TC-9.22")


def test_tc_9_23_no_table_is_used_against_a_camp():
    assert close("CAMP", "ART", "beaten") == ("fall back", "TC-9.23")
    assert close("CAMP", "HBW", "doubled") == ("destroyed", "TC-9.23")


# ── pursuit ──────────────────────────────────────────────────────────────────
def follows(winner: str, loser: str, outcome: str, degree: str, **more: object) -> bool:
    pieces = f"R1 {winner} 24 16 0; B1 {loser} 24 16 180"
    table = setting(pieces, phase="close", **more)  # type: ignore[arg-type]  # keywords of setting
    one, two = duel(table.field, "R1", "B1")
    return pursuing(one, two, outcome, degree).due


@pytest.mark.parametrize("kind", TROOPS, ids=lambda kind: kind.code)
def test_tc_3_70_tc_3_71_tc_3_72_tc_3_73_who_pursues(kind):
    always = kind.code in {"KNT", "WRR", "WBD", "EFT", "ELE"}
    never = kind.code in {"ART", "WWG"}
    for outcome in ("fall back", "shattered", "evade", "panic", "destroyed"):
        assert follows(kind.code, "HFT", outcome, "beaten") is always
        assert follows(kind.code, "HFT", outcome, "doubled") is not never


def test_tc_3_71_the_list_is_a_setting():
    assert follows("HFT", "HFT", "fall back", "beaten", settings={"alwaysPursue": ("HFT",)})


def test_tc_3_73_a_camp_never_pursues():
    assert not follows("CAMP", "HFT", "destroyed", "doubled")


def test_tc_3_76_only_a_winner_that_fought_to_its_front_pursues():
    table = setting("R1 KNT 24 16 0; B1 SPR 25 15 270", phase="close")
    one, two = duel(table.field, "R1", "B1")
    assert not pursuing(one, two, "destroyed", "doubled").due
    assert pursuing(two, one, "destroyed", "doubled").due


def test_tc_3_79_tc_3_98_no_pursuit_after_a_sack_or_a_shot():
    assert not follows("KNT", "CAMP", "sacked", "doubled")
    assert follows("KNT", "CAMP", "sacked", "doubled", settings={"pursueAfterSack": True})
    table = setting("R1 ARC 24 16 0; B1 HFT 24 18 180", phase="close")
    one, two = volley(table.field, "R1", "B1")
    assert not pursuing(one, two, "destroyed", "doubled").due
