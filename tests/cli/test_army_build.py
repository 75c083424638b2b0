"""`condotta army build`: rosters by lot, as they are said, and with changes."""

import json

import pytest

from condotta.armies import check, cost, legal
from condotta.armies.files import read_own_rosters
from condotta.cli import app


@pytest.fixture
def run(capsys):
    def call(*words: str) -> tuple[int, str, str]:
        status = app.main(["army", "build", *words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def test_al_15_2_a_roster_by_lot_is_legal_and_the_same_again(run, tmp_path):
    path = tmp_path / "r.json"
    words = ("pyrrhic", "--random", "--seed", "7", "--cards", "many")
    assert run(*words, "--out", str(path))[0] == 0
    (roster,) = read_own_rosters(path.read_bytes())
    assert legal(check(roster))
    assert cost(roster).total == 96
    assert json.loads(run(*words, "--json")[1])["stands"] == roster.stands


def test_al_9_1_other_caps_may_be_asked_for(run):
    status, out, _ = run("marian roman", "--random", "--points", "36", "--json")
    assert status == 0
    assert "36 points" in run("marian roman", "--random", "--points", "36")[1]
    assert json.loads(out)["listKey"] == "111a"


def test_al_10_2_a_roster_is_built_from_what_is_said_and_changed_again(run, tmp_path):
    path = tmp_path / "r.json"
    said = ("later hundred-years war english", "--year", "1415", "--stands", "t3=8")
    more = ("--general", "t1", "--card", "DD", "--card", "PD=4", "--card", "MI@main/t3=1")
    status, out, _ = run(*said, *more, "--stands", "main/t2:ART=1", "--out", str(path))
    assert status == 0
    assert str(path) in out
    (roster,) = read_own_rosters(path.read_bytes())
    assert (roster.year, roster.general.troop_type_code) == (1415, "KNT")
    assert cost(roster).card_points == 2 + 4 + 0
    status, out, _ = run(str(path), "--card", "PD=11", "--json")
    assert status == 1
    assert {"code": "PD", "count": 11} in json.loads(out)["armyCards"]
    status, out, _ = run(str(path), "--card", "MI@t3=ARC:2,7", "--json")
    assert status == 0
    assert [one["on"] for one in json.loads(out)["troopCards"]] == [{"ARC": [2, 7]}]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pyrric",), "Pyrrhic"),
        (("pyrric", "--random"), "Pyrrhic"),
        (("pyrrhic", "--cards", "lots", "--random"), "none, some or many"),
        (("pyrrhic", "--card", "XX"), "There is no card XX"),
        (("pyrrhic", "--card", "@t1=1"), "MI@main/t2=HFT:2,4, not"),
        (
            ("178d", "--card", "MI@t3=ARC:x"),
            "Write --card PD=3, HL@main/t2=1 or MI@main/t2=HFT:2,4",
        ),
        (("pyrrhic", "--stands", "t99=3"), "has no option t99"),
        (("pyrrhic", "--stands", "t4"), "main/t2=6"),
        (("pyrrhic", "--stands", "t4:KNT=1"), "PIK"),
        (("pyrrhic", "--take", "c99"), "There is no contingent c99"),
        (("pyrrhic", "--points", "many"), "points"),
        (("pyrrhic", "--random", "--points", "7"), "cannot field"),
        (("nowhere.json",), "nowhere.json"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(run, words, said):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_gt_1_1_by_lot_144_points_are_an_army_in_three_commands(run):
    status, told, _ = run("71e", "--points", "144", "--random", "--seed", "3")
    assert status == 0
    assert told.count("Command ") == 3
    assert "144 points" in told
    assert "error" not in told


def test_al_16_6_by_lot_an_army_in_commands_buys_cards(run):
    status, told, _ = run("71e", "--points", "144", "--random", "--cards", "many", "--json")
    assert status == 0
    roster = json.loads(told)
    assert len(roster["commands"]) == 3
    assert roster["armyCards"] or roster["troopCards"]


def test_al_9_1_what_no_army_can_be_is_one_sentence(run):
    status, told, said = run("71e", "--points", "0")
    assert (status, told, said.count("\n")) == (2, "", 1)


def test_al_11_1_another_number_of_points_is_the_cap_of_the_sheet(run):
    assert "error" not in run("71e", "--points", "60", "--random")[1]
