"""Every ruling of the casebook is a position file, and the program rules as it says."""

from pathlib import Path

import msgspec
import pytest

from condotta.positions import checking, reading
from condotta.rules.clauses import register
from tests.positions.spoiling import spoilings

RULINGS = Path(__file__).parents[1] / "rulings"
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
