"""Clause coverage. This file names clauses, tests none."""

from pathlib import Path

import pytest

from condotta.errors import PlainError
from condotta.rules import coverage as module
from condotta.rules.coverage import checkout, complaints, coverage, tell


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for folder in ("src", "tests/rulings"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def cited(tree: Path, name: str) -> tuple[str, ...]:
    return next(row.tests for row in coverage(tree).clauses if row.id == name)


def write(tree: Path, name: str, text: str) -> None:
    (tree / name).write_text(text, encoding="utf-8")


def test_a_test_name_cites(tree: Path):
    write(tree, "tests/test_a.py", "def test_tc_5_3_x():\n    pass\n")
    assert cited(tree, "TC-5.3") == ("tests/test_a.py::test_tc_5_3_x",)
    assert cited(tree, "TC-5.30") == ()


def test_a_longer_number_is_another_clause(tree: Path):
    write(tree, "tests/test_a.py", 'def test_x():\n    assert "TC-5.30"  # TC-5.20.\n')
    assert cited(tree, "TC-5.3") == cited(tree, "TC-5.2") == ()
    assert cited(tree, "TC-5.30") == cited(tree, "TC-5.20") == ("tests/test_a.py::test_x",)


def test_a_position_file_cites_whole(tree: Path):
    write(tree, "tests/rulings/tri-04.json", '{"refused": "TC-5.3"}')
    assert cited(tree, "TC-5.3") == ("tests/rulings/tri-04.json",)


def test_a_table_of_cases_cites_but_the_heading_of_a_file_does_not(tree: Path):
    write(tree, "tests/test_a.py", '"""About TC-5.3."""\n\nCASES = ["TC-5.4"]\n')
    assert cited(tree, "TC-5.3") == ()
    assert cited(tree, "TC-5.4") == ("tests/test_a.py",)


def test_decorators_and_methods_cite(tree: Path):
    text = (
        '@mark("TC-5.4")\ndef test_x():\n    pass\n\n\n'
        "class TestY:\n    def test_tc_5_6_y(self):\n        pass\n"
    )
    write(tree, "tests/test_a.py", text)
    assert cited(tree, "TC-5.4") == ("tests/test_a.py::test_x",)
    assert cited(tree, "TC-5.6") == ("tests/test_a.py::test_tc_5_6_y",)


def test_a_file_that_only_talks_about_ids_tests_none(tree: Path):
    write(
        tree,
        "tests/test_a.py",
        '"""Names: names clauses, tests none."""\n\nX = "TC-5.3 TC-5.999"\n',
    )
    found = coverage(tree)
    assert "TC-5.3" in found.untested
    assert found.unknown == ()


def test_an_acting_clause_needs_a_line_that_keeps_it_or_clauses_that_it_follows_from(tree: Path):
    (tree / "src/condotta").mkdir()
    write(tree, "src/condotta/a.py", 'def right_away() -> None:\n    """Now. [FB-6.4, FB-6.5]"""\n')
    found = coverage(tree)
    assert {"TC-5.3", "FB-16.3"} <= set(found.unkept)
    assert not {"FB-6.4", "TC-0.1"} & set(found.unkept)
    assert any(
        one.startswith("TC-5.3 acts in play and no line keeps it") for one in complaints(found)
    )


def test_a_clause_follows_from_all_that_it_names(tree: Path):
    (tree / "src/condotta").mkdir()
    write(tree, "src/condotta/a.py", "# [FB-6.4 to FB-6.6]\n")
    assert "FB-16.3" not in coverage(tree).unkept


def test_an_id_that_no_rulebook_has_is_a_complaint(tree: Path):
    write(tree, "src/a.py", "# [TC-5.99]\n")
    write(tree, "tests/test_a.py", "def test_tc_4_99_x():\n    pass\n")
    write(tree, "tests/test_b.py", "def test_zz_1_1_x():\n    assert 'ZZ-1.1'\n")
    found = coverage(tree)
    assert [(stray.id, stray.place) for stray in found.unknown] == [
        ("TC-4.99", "tests/test_a.py::test_tc_4_99_x"),
        ("TC-5.99", "src/a.py"),
    ]
    assert "src/a.py cites TC-5.99, which no rulebook has." in complaints(found)
    assert not found.whole


def test_an_idle_clause_needs_no_test(tree: Path):
    found = coverage(tree)
    assert "TC-0.1" not in found.untested
    assert "TC-5.3" in found.untested
    assert not found.whole


def test_a_setting_that_nothing_reads_is_a_complaint(tree: Path):
    assert "moveMeasure" in coverage(tree).unread_settings
    write(tree, "src/a.py", 'settings.word("moveMeasure")\n')
    assert "moveMeasure" not in coverage(tree).unread_settings


def test_coverage_is_told_clause_by_clause(tree: Path):
    write(tree, "tests/test_a.py", "def test_tc_5_3_x():\n    pass\n")
    told = tell(coverage(tree)).splitlines()
    assert "TC-5.3  tested by tests/test_a.py::test_tc_5_3_x" in told
    assert "TC-5.4  NO TEST" in told
    assert "TC-12.1  cannot act: belongs to GRAND TRIUMPH!" in told
    assert "1 of them has a test" in told[-1]


def test_every_clause_of_this_checkout_is_tested_and_kept():
    assert complaints(coverage(checkout())) == ()


def test_no_checkout_is_one_clear_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert (checkout() / "tests" / "rules" / "test_coverage.py").is_file()
    monkeypatch.setattr(module, "__file__", str(tmp_path / "a" / "b" / "c" / "d.py"))
    with pytest.raises(PlainError, match="run it in a checkout"):
        checkout()
