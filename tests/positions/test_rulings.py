"""Every ruling of the casebook is a position file, and the program rules as it says."""

from pathlib import Path

import pytest

from condotta.positions import checking

RULINGS = Path(__file__).parents[1] / "rulings"
FILES = sorted(RULINGS.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_ruling_holds(path: Path):
    found = checking.run(path)
    assert found.expects
    assert not [one for run in found.runs for one in run.all_differences]


def test_every_case_on_movement_contact_and_combat_is_there():
    assert [path.stem for path in FILES if path.stem.startswith("tri-")] == [
        f"tri-{number:02}" for number in range(1, 19)
    ]
