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


@pytest.mark.parametrize(("part", "cases"), [("tri", 18), ("bc", 27)])
def test_every_case_on_movement_combat_and_cards_is_there(part, cases):
    wanted = [f"{part}-{number:02}" for number in range(1, cases + 1)]
    assert [path.stem for path in FILES if path.stem in wanted] == wanted
