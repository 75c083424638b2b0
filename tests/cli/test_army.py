"""`condotta army`: lists and rosters found, shown, checked, costed, imported."""

import json

import msgspec
import pytest

from condotta.armies import find_roster, library
from condotta.armies.files import export
from condotta.cli import app


@pytest.fixture
def run(capsys):
    def call(*words: str) -> tuple[int, str, str]:
        status = app.main(["army", *words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def names(out: str) -> list[str]:
    return [row["name"] for row in json.loads(out)]


def rosters_file(path, *changed) -> str:
    """A file of rosters; each change is a dictionary of fields that differ."""
    base = msgspec.to_builtins(find_roster("pyrrhic-286-bc"))
    path.write_bytes(msgspec.json.encode({"rosters": [{**base, **change} for change in changed]}))
    return str(path)


def test_lists_are_found_by_name_year_and_troop(run):
    assert "Marian Roman" in run("list", "ROMAN")[1]
    assert names(run("list", "--year", "1415", "--json")[1]) == [
        army.name for army in library().lists if army.years.hold(1415)
    ]
    assert "Pyrrhic" in names(run("list", "--troop", "elephants", "--json")[1])
    assert "Tuareg" not in names(run("list", "--troop", "ELE", "--json")[1])
    assert len(names(run("list", "--json")[1])) == len(library().lists)


def test_rosters_are_listed_and_narrowed_like_lists(run):
    rows = json.loads(run("list", "--rosters", "pyrrhic", "--json")[1])
    assert {row["id"] for row in rows} >= {"pyrrhic-286-bc"}
    assert "pyrrhic-286-bc" in run("list", "--rosters", "--troop", "PIK")[1]
    assert "hussite" not in run("list", "--rosters", "--troop", "PIK")[1]


def test_nothing_found_is_said(run):
    assert run("list", "zzz") == (0, "No army list has “zzz” in its name or keywords.\n", "")
    assert run("list", "--year", "3000")[1] == "No army list fits 3000.\n"


def test_a_list_and_a_roster_are_shown(run):
    status, out, _ = run("show", "marian", "roman")
    assert status == 0
    assert out.startswith("Marian Roman (111a)")
    assert "Rosters: marian-roman-65-bc" in out
    out = run("show", "pyrrhic-286-bc")[1]
    assert "8 Pikes" in out
    assert "48 points" in out


def test_a_legal_roster_is_checked_with_status_0(run, tmp_path):
    status, out, _ = run("check", rosters_file(tmp_path / "r.json", {}))
    assert status == 0
    assert out.startswith("Pyrrhic, 286 BC: legal\n48 points")


def test_a_file_of_many_rosters_is_checked_one_by_one_and_ends_with_1(run, tmp_path):
    path = rosters_file(tmp_path / "r.json", {}, {"year": 1415, "general": None})
    status, out, _ = run("check", path, "--json")
    told = json.loads(out)
    assert status == 1
    assert [one["legal"] for one in told["rosters"]] == [True, False]
    assert [one["total"] for one in told["rosters"]] == [48, 48]
    assert {"AL-11.2", "AL-11.9"} <= {one["clause"] for one in told["rosters"][1]["findings"]}


def test_what_a_roster_costs_is_said_line_by_line(run, tmp_path):
    told = json.loads(run("cost", "pyrrhic-286-bc", "--json")[1])[0]
    assert told["total"] == sum(line["points"] for line in told["stands"]) == 48
    assert "8 Pikes" in run("cost", rosters_file(tmp_path / "r.json", {}))[1]


def test_lists_are_imported_reported_and_used(run, tmp_path):
    source, out = tmp_path / "lists.json", tmp_path / "mine.json"
    source.write_bytes(export(library().sets[0]))
    status, said, _ = run("import", str(source), "--out", str(out))
    assert status == 0
    assert f"{len(library().lists)} lists read" in said
    assert "Marian Roman" in run("list", "roman", "--data", str(out))[1]
    assert json.loads(run("import", str(source), "--json")[1])["read"] == len(library().lists)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show",), "Name a list or a roster"),
        (("show", "marian", "romn"), "Marian Roman"),
        (("show", "zzzzzz"), "`condotta army list`"),
        (("cost", "pyrhic-286-bc"), "pyrrhic-286-bc"),
        (("cost", "nowhere.json"), "nowhere.json"),
        (("check", "nowhere.json"), "nowhere.json"),
        (("import", "nowhere"), "nowhere"),
        (("list", "--troop", "Kniht"), "Knights"),
        (("list", "--troop", "zzzzz"), "KNT"),
        (("list", "--year", "0"), "no year 0"),
        (("list", "--data", "nowhere.json"), "nowhere.json"),
        (("lst",), "Did you mean list?"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(run, words, said):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"[1, 2]", b"{}", b'{"rosters": []}'])
def test_a_file_that_holds_nothing_of_use_is_refused_in_one_sentence(run, tmp_path, data):
    path = tmp_path / "x.json"
    path.write_bytes(data)
    for command in ("check", "import"):
        status, out, err = run(command, str(path))
        assert (status, out) == (2, ""), command
        assert err.count("\n") == 1
