"""`condotta army share`, `print` and `compare`."""

import csv
import json
from pathlib import Path

import pytest

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
    assert sum(float(row["points"]) for row in rows) == 48
    assert "**48**" in run("print", "pyrrhic-286-bc", "--form", "markdown")[1]
    assert "8 Pikes" in run("print", "pyrrhic-286-bc", "--form", "text")[1]
    status, _, said = run("print", "pyrrhic-286-bc", "--form", "pdf")
    assert (status, said.count("\n")) == (2, 1)
