"""`condotta army import FILE`: what a file is, its content says; what fails leaves no trace."""

import json
from pathlib import Path
from typing import Any

import pytest

from condotta.armies import library
from condotta.armies.paper.plain_texts import read
from condotta.armies.paper.reports import read_data
from condotta.cli import app

OPTION = {"core": "", "note": "", "dateRanges": [], "battleCardEntries": []}


def option(least: int, most: int, codes: str, says: str, **more: Any) -> dict[str, Any]:
    """An option of a list."""
    entries = [{"troopTypeCode": code, "note": ""} for code in codes.split()]
    return {
        **OPTION,
        "min": least,
        "max": most,
        "troopEntries": entries,
        "description": says,
        **more,
    }


def a_list(key: str = "hill", name: str = "Hill Kingdom", first: str = "KNT") -> dict[str, Any]:
    """A list of 48 points that is nobody's."""
    return {
        "key": key, "id": f"{key}-own", "name": name,
        "dateRanges": [{"startDate": -3000, "endDate": -2800}],
        "troopOptions": [
            option(1, 4, first, "Nobles on horses", core="all"),
            option(2, 8, "HFT", "Hill spearmen", core="all"),
            option(0, 6, "SKM LFT", "Slingers of the marsh"),
        ],
        "troopEntriesForGeneral": [{"troopEntries": [{"troopTypeCode": first, "note": ""}]}],
        "allyOptions": [{"note": "", "allyEntries": [{"name": "Plain Militia", "allyArmyList": {
            "id": f"{key}-militia", "name": "Plain Militia", "internalContingent": True,
            "troopOptions": [option(0, 4, "HRD", "")],
        }}]}],
        "invasionRatings": [{"value": 1, "note": ""}],
        "maneuverRatings": [{"value": 1, "note": ""}],
        "homeTopographies": [{"values": ["arable"], "note": ""}],
        "battleCardEntries": [{"battleCardCode": "FC", "min": None, "max": 1, "note": ""}],
    }  # fmt: skip


def a_roster(label: str = "At dawn", first: str = "KNT", year: int = -2850) -> dict[str, Any]:
    """A roster of that list."""
    return {
        "label": label, "armyListName": "Hill Kingdom", "year": year,
        "stands": {"main/t1": {first: 3}, "main/t2": {"HFT": 8}, "main/t3": {"LFT": 4}},
        "general": {"option": "main/t1", "troopTypeCode": first},
    }  # fmt: skip


def lists_in(tmp_path: Path, *many: dict[str, Any], name: str = "lists.json") -> Path:
    """A file of lists."""
    path = tmp_path / name
    path.write_text(json.dumps(list(many)), encoding="utf-8")
    return path


TEXT = """At dawn
Hill Kingdom · List 1b · 3000–2800 BC
40½ points · 12 stands · 2850 BC

General: Nobles on horses (Nobles on horses)
Camp: Fortified camp
Invasion rating: 1

MAIN CONTINGENT — 10 stands, 37 points
Nobles on horses [battle line]
  3 × Knights (general) — 12 points · 5 MU
Hill spearmen [battle line]
  4 × Heavy Foot — 12 points · 3 MU
Slingers of the marsh
  2 × Light Foot — 6 points · 4 MU
  1 × Skirmishers — 3 points · 5 MU

PLAIN MILITIA CONTINGENT (OPTIONAL CONTINGENT) — 2 stands, 4 points
2 × Horde — 4 points · 3 MU

BATTLE CARDS
Fortified Camp — 1 point

Built with some army builder
"""


# ── nothing is written on failure ────────────────────────────────────────────
def failures() -> dict[str, bytes]:
    """Files from which nothing can be read, and why."""
    wrong = a_list()
    wrong["troopOptions"][1]["min"] = -2
    return {
        "minimum and maximum": json.dumps([wrong]).encode(),
        "it is not JSON": b'{"armyLists": [',
        "names no army list": b"Dear diary,\nwe marched all day.\n",
        "holds no army list": b"[]",
        "is no text": bytes(range(1, 256)) * 4,
        "no whole XML": b"<roster><forces>",
        "no table of ours": b"kind,where,code\nnothing\n",
    }


@pytest.mark.parametrize("why", list(failures()))
def test_al_12_5_the_first_real_reason_is_told_and_nothing_written(
    why: str, tmp_path: Path, capsys
):
    """Neither a new file nor one that holds lists already is touched."""
    source, out = tmp_path / "brought", tmp_path / "kept.json"
    source.write_bytes(failures()[why])
    assert app.main(["army", "import", str(source), "--out", str(out)]) == 2
    assert why in capsys.readouterr().err
    assert not out.exists()
    assert app.main(["army", "import", str(lists_in(tmp_path, a_list())), "--out", str(out)]) == 0
    before = out.read_bytes()
    assert app.main(["army", "import", str(source), "--out", str(out)]) == 2
    assert out.read_bytes() == before
    again = lists_in(tmp_path, a_list("vale", "Vale Kingdom"))
    assert app.main(["army", "import", str(again), "--out", str(out)]) == 0
    assert {one.name for one in read_data(out, "2000-01-01").lists} == {
        "Hill Kingdom",
        "Vale Kingdom",
    }


@pytest.mark.parametrize("name", ["lists.json", "lists", "lists.txt"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_al_12_1_lists_are_known_by_their_content(
    name: str, encoding: str, end: str, tmp_path: Path
):
    """Without a suffix, with a mark at their head, in letters of two bytes."""
    path, out = tmp_path / name, tmp_path / "out.json"
    path.write_bytes(end.join(json.dumps([a_list()], indent=1).split("\n")).encode(encoding))
    assert app.main(["army", "import", str(path), "--out", str(out)]) == 0
    assert [one.name for one in read_data(out, "2000-01-01").lists] == ["Hill Kingdom"]


# ── plain text ───────────────────────────────────────────────────────────────
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_al_15_6_a_text_with_headings_is_a_roster(encoding: str, tmp_path: Path, capsys):
    """Stands under their option's heading, a contingent under its own, cards by their price."""
    lists, path, out = lists_in(tmp_path, a_list()), tmp_path / "text", tmp_path / "out.json"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode(encoding))
    told = ["army", "import", str(path), "--data", str(lists), "--out", str(out)]
    assert app.main(told) == 0
    assert "At dawn" in capsys.readouterr().out
    found = read(TEXT, library(read_data(lists, "2000-01-01")))
    assert found is not None
    roster, missed = found
    assert (roster.label, roster.year, missed) == ("At dawn", -2850, ())
    assert roster.stands == {
        "main/t1": {"KNT": 3},
        "main/t2": {"HFT": 4},
        "main/t3": {"LFT": 2, "SKM": 1},
        "c1.1/a1": {"HRD": 2},
    }
    assert roster.contingents == ("c1",)
    assert roster.general is not None
    assert roster.general.option == "main/t1"
    assert [(card.code, card.count) for card in roster.army_cards] == [("FC", 1)]
    assert app.main(["army", "check", str(out)]) in (0, 1)
    assert "Hill Kingdom" not in capsys.readouterr().err


# ── lists that come with rosters ─────────────────────────────────────────────
def together(tmp_path: Path, name: str, first: str, *labels: str) -> Path:
    """A file of rosters with their list in it."""
    path = tmp_path / name
    whole = {"armyLists": [a_list(first=first)],
             "rosters": [a_roster(label, first) for label in labels]}  # fmt: skip
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def test_al_10_5_a_battle_reads_the_lists_of_the_files_that_it_is_given(tmp_path: Path, capsys):
    """Each roster by the list of its own file, though both lists have one name."""
    one = together(tmp_path, "one.json", "KNT", "At dawn", "At noon")
    other = together(tmp_path, "other.json", "CAT", "At dusk")
    armies = f"{one}#At noon,{other}#At dusk"
    fought = ["battle", "--armies", armies, "--seed", "3", "--bots", "random", "--json"]
    assert app.main(fought) == 0
    assert json.loads(capsys.readouterr().out)["armies"] == {"red": "At noon", "blue": "At dusk"}


def test_al_10_5_a_roster_is_built_upon_by_the_lists_of_its_own_file(tmp_path: Path, capsys):
    """Named in the file as FILE#NAME; what is saved carries its list."""
    one, out = together(tmp_path, "one.json", "KNT", "At dawn", "At noon"), tmp_path / "out.json"
    assert app.main(["army", "build", f"{one}#At noon", "--stands", "main/t3:LFT=3"]) == 0
    assert "Hill Kingdom (hill)" in capsys.readouterr().out
    assert app.main(["army", "build", f"{one}#At noon", "--out", str(out)]) == 0
    assert app.main(["army", "check", str(out)]) == 0
    assert app.main(["army", "show", f"{one}#At dawn"]) == 0
    assert app.main(["army", "compare", f"{one}#At dawn", f"{one}#At noon"]) == 0
    assert "They hold the same." in capsys.readouterr().out
    assert app.main(["army", "build", f"{one}#Nobody"]) == 2
    assert "has no roster Nobody" in capsys.readouterr().err
    assert app.main(["army", "build", str(one)]) == 2
    assert "holds 2 rosters: name one as" in capsys.readouterr().err


# ── numbers that nobody has ──────────────────────────────────────────────────
HUGE = 10**300


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        (("troopOptions", 0, "max"), HUGE), (("troopOptions", 0, "max"), 50_000),
        (("troopOptions", 0, "min"), -1), (("invasionRatings", 0, "value"), 10**8),
        (("dateRanges", 0, "startDate"), -(10**8)), (("battleCardEntries", 0, "max"), 10**8),
        (("listId",), HUGE), (("troopOptions", 0, "max"), "nan"),
    ],
)  # fmt: skip
def test_al_11_16_a_list_with_numbers_that_nobody_has_is_refused(
    where: tuple, wrong: Any, tmp_path: Path, capsys
):
    one: Any = (whole := a_list())
    for step in where[:-1]:
        one = one[step]
    one[where[-1]] = wrong
    path, out = lists_in(tmp_path, whole), tmp_path / "out.json"
    assert app.main(["army", "import", str(path), "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert "was refused" in said
    assert len(said) < 400
    assert not out.exists()


@pytest.mark.parametrize("wrong", [HUGE, 10**18, -1, 1_000])
def test_al_16_8_commands_with_numbers_that_nobody_has_are_left_out(
    wrong: int, tmp_path: Path, capsys
):
    """In a roster of one's own, on the command line as on the page."""
    command = {"number": 1, "stands": {"main/t1": {"JCV": wrong}}}
    roster = {"listKey": "62a", "year": -300, "label": "x", "commands": [command]}
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"rosters": [roster]}), encoding="utf-8")
    assert app.main(["army", "check", str(path)]) == 1
    said = capsys.readouterr().out
    assert "is not written as a roster needs it" in said
    assert str(wrong) not in said or wrong == -1
