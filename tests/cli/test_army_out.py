"""`condotta army share`, `print` and `compare`."""

import csv
import json
from pathlib import Path

import pytest

from condotta.armies.files import read_own_rosters
from condotta.armies.records import OptionCard
from condotta.cli import app

GRAND = json.loads((Path(__file__).parents[1] / "armies" / "grand.json").read_text("utf-8"))


@pytest.fixture
def run(capsys):
    def call(*words: str) -> tuple[int, str, str]:
        status = app.main(["army", *words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def test_al_15_6_a_roster_goes_out_as_a_code_and_comes_back(run):
    status, code, _ = run("share", "pyrrhic-286-bc")
    assert (status, code[:4]) == (0, "CA1.")
    assert "8 Pikes" in run("share", code.strip())[1]


def test_al_15_5_a_roster_is_printed_to_a_file(run, tmp_path):
    path = tmp_path / "r.html"
    assert run("print", "pyrrhic-286-bc", "--paper", "letter", "--out", str(path))[0] == 0
    assert "size: letter" in path.read_text(encoding="utf-8")
    assert "Piquiers" in run("print", "pyrrhic-286-bc", "--lang", "fr")[1]


def test_al_15_5_a_file_or_a_code_is_shown_as_text(run, tmp_path):
    path = tmp_path / "one.json"
    run("build", "pyrrhic-286-bc", "--out", str(path))
    told = run("show", str(path))[1]
    assert told == run("show", "pyrrhic-286-bc")[1]
    assert told == run("show", run("share", "pyrrhic-286-bc")[1].strip())[1]


def test_al_16_8_a_large_roster_is_shown_with_its_commands(run, tmp_path):
    path = tmp_path / "grand.json"
    path.write_text(json.dumps(GRAND["builtArmies"][1]), encoding="utf-8")
    told = run("show", str(path))[1]
    assert "Command 3: Early Burgundian: 45;" in told
    assert "144 points: 141 in 39 stands, 3 in cards" in told
    assert " all  3/main/t6" in told


def test_al_15_4_two_rosters_are_compared(run, tmp_path):
    path = tmp_path / "other.json"
    run("build", "pyrrhic-286-bc", "--stands", "t4=7", "--card", "PT", "--out", str(path))
    status, told, _ = run("compare", "pyrrhic-286-bc", str(path))
    assert (status, told.split("\n")) == (
        0,
        ["  8   7  PIK  main/t4", "  0   1  PT   army", ""],
    )
    rows = json.loads(run("compare", "pyrrhic-286-bc", str(path), "--json")[1])
    assert rows[1] == {"kind": "card", "code": "PT", "where": "army", "first": 0, "second": 1}
    assert run("compare", str(path), str(path))[1] == "They hold the same.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("share", "CA1.zzzz"), "share code"),
        (("share", "pyric-286-bc"), "pyrrhic-286-bc"),
        (("print", "pyrrhic-286-bc", "--paper", "a5"), "a4"),
        (("print", "pyrrhic-286-bc", "--lang", "de"), "en"),
        (("print", "nowhere.json"), "nowhere.json"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(run, words, said):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_al_15_5_a_roster_goes_out_as_text_a_table_or_for_a_forum(run, tmp_path):
    path = tmp_path / "r.csv"
    assert run("print", "pyrrhic-286-bc", "--form", "csv", "--out", str(path))[0] == 0
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert {"main/t4"} == {row["where"] for row in rows if row["code"] == "PIK"}
    assert sum(float(row["points"]) for row in rows if row["kind"] != "roster") == 48
    assert "**Stands**" in run("print", "pyrrhic-286-bc", "--form", "markdown")[1]
    assert "8 Pikes" in run("print", "pyrrhic-286-bc", "--form", "text")[1]
    status, _, said = run("print", "pyrrhic-286-bc", "--form", "pdf")
    assert (status, said.count("\n")) == (2, 1)


def test_al_10_3_which_stands_have_a_card_is_said_wherever_a_roster_is_written(run, tmp_path):
    """And it is read from a text again. [AL-10.3, AL-15.5]"""
    path, back = tmp_path / "r.json", tmp_path / "back.json"
    said = ("build", "178d", "--year", "1415", "--stands", "t3=8", "--general", "t1")
    assert run(*said, "--card", "MI@t3=ARC:2,7", "--out", str(path))[0] in (0, 1)
    where = "main/t3 · stands ARC 2, 7"
    shown, text = run("show", str(path))[1], run("print", str(path), "--form", "text")[1]
    assert where in shown
    assert where in text
    forum = run("print", str(path), "--form", "markdown")[1]
    assert where in forum
    for each in (text, forum):
        (tmp_path / "r.txt").write_text(each, encoding="utf-8")
        assert run("import", str(tmp_path / "r.txt"), "--out", str(back))[0] == 0
        (roster,) = read_own_rosters(back.read_bytes())
        assert roster.troop_cards == (OptionCard("MI", "main/t3", 2, {"ARC": (2, 7)}),)


@pytest.mark.parametrize("grand", [False, True])
def test_al_9_10_a_table_is_read_again_as_the_army_it_was(run, tmp_path, grand):
    """[AL-9.10, AL-15.5] Whatever a spreadsheet parts its cells with, cards and commands too."""
    name = "pyrrhic-286-bc"
    if grand:
        name = str(tmp_path / "grand.json")
        words = ("build", "71e", "--points", "144", "--random", "--seed", "7", "--out", name)
        assert run(*words)[0] == 0
    path, back = tmp_path / "r.csv", tmp_path / "back.json"
    assert run("print", name, "--form", "csv", "--out", str(path))[0] == 0
    code = run("share", name)[1]
    status, said, _ = run("import", str(path), "--out", str(back))
    assert status == 0
    assert str(back) in said
    assert run("share", str(back))[1] == code
    table = list(csv.reader(path.read_text("utf-8").splitlines()))
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=";").writerows(
            [[cell.replace(".5", ",5") if 4 < place < 7 else cell for place, cell in enumerate(row)]
             for row in table]
        )  # fmt: skip
    assert run("import", str(path), "--out", str(back))[0] == 0
    assert run("share", str(back))[1] == code


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace(",PIK,", ",SPR,", 1), "is not what the army’s code"),
        (lambda text: text.rsplit("roster,", 1)[0], "has no line of the roster’s code"),
        (lambda _: "troops,count\nPikes,8\n", "This is no table of ours"),
        (lambda text: text.replace("CA1.", "CA9."), "newer version of Condotta"),
        (lambda _: "", "This is no table of ours"),
    ],
)
def test_al_9_10_a_table_that_was_changed_is_refused_in_a_sentence(run, tmp_path, change, said):
    path, back = tmp_path / "r.csv", tmp_path / "back.json"
    run("print", "pyrrhic-286-bc", "--form", "csv", "--out", str(path))
    path.write_text(change(path.read_text("utf-8")), encoding="utf-8")
    status, out, err = run("import", str(path), "--out", str(back))
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert not back.exists()
