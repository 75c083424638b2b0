"""`condotta test`: the checks in order, and what a machine could not run."""

import re
import sys
from pathlib import Path

import pytest

import condotta
from condotta.cli import app, extras
from condotta.cli import test as test_command


def check(name: str, status: int) -> test_command.Check:
    body = f"print('{name} speaks'); raise SystemExit({status})"
    return test_command.Check(name, (sys.executable, "-c", body))


@pytest.fixture
def run(monkeypatch, capfd, root):
    """The whole check over stand-ins that end with the given statuses."""

    def whole(quick: int, tests: int) -> tuple[int, str]:
        monkeypatch.setattr(test_command, "STATIC", (check("quick", quick),))
        monkeypatch.setattr(test_command, "TESTS", check("tests", tests))
        status = test_command.whole(root)
        return status, capfd.readouterr().out

    return whole


def test_all_is_well_when_every_check_holds(run):
    status, told = run(0, 0)
    assert status == 0
    assert "quick speaks" not in told
    assert "tests speaks" in told
    assert "Failed" not in told


def test_a_failed_check_speaks_and_keeps_the_tests_from_running(run):
    status, told = run(1, 0)
    assert status == 1
    assert "quick speaks" in told
    assert "tests speaks" not in told
    assert told.endswith("Failed: quick.\n")


def test_failed_tests_fail_the_whole(run):
    status, told = run(0, 1)
    assert status == 1
    assert told.endswith("Failed: tests.\n")


def test_what_did_not_run_is_named_with_the_way_to_get_it(run, monkeypatch):
    monkeypatch.delenv(extras.MESHWESH.variable, raising=False)
    monkeypatch.setenv(extras.OTHER_PYTHON.variable, "3.13")
    monkeypatch.setenv(extras.CHROMIUM.variable, "chromium")
    monkeypatch.setenv(extras.POSTGRES.variable, "bin")
    last = run(0, 0)[1].splitlines()[-1]
    assert last.startswith("Not run here: the tests over the full folder of army lists;")
    assert "CONDOTTA_MESHWESH" in last


def test_outside_a_checkout_it_says_where_it_works(monkeypatch, tmp_path: Path, capsys):
    monkeypatch.setattr(condotta, "__file__", str(tmp_path / "lib/site/condotta/__init__.py"))
    assert app.main(["test"]) == 2
    assert capsys.readouterr().err == test_command.NEEDS_CHECKOUT + "\n"


def test_arguments_go_to_pytest_alone(monkeypatch, root):
    asked = []
    monkeypatch.setattr(test_command, "part", lambda words, _root: asked.append(words) or 5)
    assert app.main(["test", "tests/table", "-k", "contact", "--lf"]) == 5
    assert asked == [("tests/table", "-k", "contact", "--lf")]


@pytest.mark.parametrize("status", [0, 1])
def test_quick_checks_without_a_test(monkeypatch, capfd, status):
    checks = (check("style", 0), check("types", status))
    monkeypatch.setattr(test_command, "STATIC", checks)
    monkeypatch.setattr(test_command, "TESTS", check("tests", 0))
    assert app.main(["test", "--quick"]) == status
    told = capfd.readouterr().out
    assert re.findall(r"^(\w+) +(ok|FAILED)", told, re.MULTILINE) == [
        ("style", "ok"),
        ("types", "FAILED" if status else "ok"),
    ]
    assert "tests speaks" not in told
    assert ("Failed: types." in told) == bool(status)


def test_quick_with_arguments_for_pytest_is_refused(capsys):
    assert app.main(["test", "--quick", "tests/table"]) == 2
    assert capsys.readouterr().err.startswith("--quick runs no tests: leave out either")
