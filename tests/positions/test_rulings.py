"""Every ruling of the casebook is a position file, and the program rules as it says."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from condotta.positions import checking, reading
from condotta.rules.clauses import register
from tests.positions.spoiling import spoilings

ROOT = Path(__file__).parents[2]
RULINGS = ROOT / "tests" / "rulings"
FILES = sorted(RULINGS.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_ruling_holds_and_would_not_if_it_said_anything_else(path: Path):
    found = checking.run(path)
    assert found.expects
    assert not [one for run in found.runs for one in run.all_differences]
    each = list(spoilings(reading.load(path), found))
    assert each
    assert not [(where, other) for where, other, told in each if not told]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_ruling_is_about_clauses_that_there_are(path: Path):
    about = msgspec.json.decode(path.read_bytes())["clauses"]
    assert about
    assert set(about) <= set(register())


# ── the casebook ─────────────────────────────────────────────────────────────
CASEBOOK = tomllib.loads((RULINGS / "casebook.toml").read_text("utf-8"))
BOOKS = {"TRI": 18, "BC": 27, "GT": 13, "TT": 16, "W": 18}
"""How many disputes each rulebook has."""


def holders():
    """Everything that holds a dispute or a case."""
    return [one for part in CASEBOOK.values() for held in part.values() for one in held]


def exists(holder: str) -> bool:
    """Whether there is such a position file, or such a test in such a file."""
    path, _, name = holder.partition("::")
    if not name:
        return (RULINGS / f"{path}.json").exists()
    begun = rf"def {name}\(" if path.endswith(".py") else re.escape(f"it('{name}'")
    return bool(re.search(begun, (ROOT / path).read_text("utf-8")))


def test_every_dispute_is_a_position_file_of_its_own():
    asked = [f"{book}-{number:02}" for book, most in BOOKS.items() for number in range(1, most + 1)]
    assert list(CASEBOOK["disputes"]) == asked
    for name, held in CASEBOOK["disputes"].items():
        file = msgspec.json.decode((RULINGS / f"{held[0]}.json").read_bytes())
        assert file["title"].startswith(name)


def test_what_holds_a_dispute_or_a_case_is_there():
    assert [one for one in holders() if not exists(one)] == []
    assert not exists("tri-99")
    assert not exists("tests/positions/test_rulings.py::test_that_nobody_wrote")


def test_every_file_has_a_dispute_or_a_case():
    assert {path.stem for path in FILES} <= set(holders())
