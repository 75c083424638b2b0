"""AL-10.5 and AL-15.5: our own files, reports and sheets."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from condotta.armies import find_list, find_roster, library, pinned, read_roster
from condotta.armies.files import export, read_own_lists, read_own_rosters, save_rosters, write
from condotta.armies.paper.reports import check_file
from condotta.armies.paper.sheets import list_table, roster_table, sheet, show
from condotta.errors import PlainError
from tests.armies.conftest import KINGDOMS, ROSTERS


def test_al_10_5_saving_and_loading_rosters_gives_the_same_bytes():
    saved = save_rosters(library().rosters, "rights")
    assert read_own_rosters(saved) == library().rosters
    assert save_rosters(read_own_rosters(saved), "rights") == saved


@pytest.mark.parametrize(
    "raw", ROSTERS["builtArmies"] + ROSTERS["invalidArmies"], ids=lambda raw: raw["label"]
)
def test_al_10_5_a_roster_can_be_saved_legal_or_not(raw):
    one = read_roster(raw).roster
    assert read_own_rosters(save_rosters((one,))) == (one,)


def test_al_10_4_a_pinned_roster_names_its_versions_and_its_options():
    army = find_list("Marian Roman")
    data = library().sets[0]
    raw = next(raw for raw in ROSTERS["builtArmies"] if raw["armyListName"] == army.name)
    one = pinned(read_roster(raw).roster, data, army)
    assert (one.list_key, one.data_version, one.rules_version) == (
        army.key,
        data.version,
        data.rules_version,
    )
    assert sorted(one.fingerprints) == sorted(one.stands)
    assert one.id == "marian-roman-58-bc"


def test_al_12_6_the_shipped_file_is_what_export_writes():
    folder = files("condotta.armies") / "data"
    text = (folder / "historical.json").read_bytes()
    assert export(read_own_lists(text)) == text
    rosters = (folder / "rosters.json").read_bytes()
    assert save_rosters(library().rosters, library().sets[0].rights) == rosters


def saved(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["builtArmies", "invalidArmies", "rosters"])
def test_al_11_a_file_of_many_rosters_is_checked_one_by_one(name, tmp_path):
    rows = ROSTERS["invalidArmies"]
    report = check_file(saved(tmp_path / "r.json", {name: rows}))
    assert [one.roster.label for one in report.rosters] == [row["label"] for row in rows]
    told = report.as_json()
    assert told["legal"] is False
    assert json.loads(json.dumps(told)) == told
    text = report.text()
    assert all(row["label"] in text for row in rows)
    assert "[AL-11.1]" in text or "[AL-4.3]" in text


def test_al_11_one_roster_or_an_array_of_them_is_enough(tmp_path):
    row = ROSTERS["builtArmies"][0]
    assert len(check_file(saved(tmp_path / "one.json", row)).rosters) == 1
    assert len(check_file(saved(tmp_path / "two.json", [row, row])).rosters) == 2


def test_al_12_8_lists_inside_a_file_go_before_all_others(tmp_path):
    both = {"armyLists": KINGDOMS["armyLists"], "builtArmies": ROSTERS["builtArmies"]}
    report = check_file(saved(tmp_path / "both.json", both))
    codes = {found.code for one in report.rosters for found in one.findings}
    assert "listUnknown" not in codes


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "3", '{"armyLists": []}'])
def test_al_11_a_file_without_rosters_is_one_sentence(text, tmp_path):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(PlainError, match=r"x\.json"):
        check_file(tmp_path / "x.json")
    with pytest.raises(PlainError, match="nowhere"):
        check_file(tmp_path / "nowhere.json")


@pytest.mark.parametrize("army", library().lists, ids=lambda army: army.key)
def test_al_15_5_every_list_can_be_shown(army):
    text = show(army)
    assert army.name in text
    for option in army.troop_options:
        assert f"main/{option.key} " in text
        assert option.description in text
    for chosen in army.ally_options:
        for entry in chosen.ally_entries:
            assert entry.name in text


def test_al_15_5_a_sheet_names_line_general_allies_points_and_findings():
    text = sheet(find_roster("later-hundred-years-war-english-1420-ad-with-burgundian-allies"))
    assert "(general)" in text
    assert "(ally)" in text
    assert "48 points: 48 in 13 stands" in text
    golden = sheet(find_roster("Golden Horde and Successors"))
    assert " half main/t2" in golden
    assert " all  main/t1" in golden
    assert " –    main/t6" in golden


def test_al_2_3_lists_are_searched_by_name_and_keyword():
    assert "Marian Roman" in list_table("ROMAN")
    assert "Later Hundred-Years War English" in list_table("england")
    assert len(list_table().splitlines()) == 29
    assert "No army list" in list_table("atlantis")
    assert len(roster_table().splitlines()) == 65
    assert "No shipped roster" in roster_table("atlantis")


def test_al_10_5_a_roster_that_cannot_be_written_leaves_the_one_before(tmp_path, monkeypatch):
    path = tmp_path / "roster.json"
    write(path, b"first")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("condotta.kernel.log.os.fsync", full)
    with pytest.raises(PlainError, match="No space left"):
        write(path, b"second")
    assert path.read_bytes() == b"first"
    assert [one.name for one in tmp_path.iterdir()] == ["roster.json"]
