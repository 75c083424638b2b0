"""Where clauses are kept. This file names clauses, tests none."""

from pathlib import Path

import pytest

from condotta.rules.clauses import register
from condotta.rules.lookup.kept import Kept, cites, kept, kept_or_led

CODE = '''"""Of marches. [TC-5.1]"""

LIMIT = 3
"""How many. [TC-5.2]"""


class Way:
    """A way."""

    def far(self) -> int:
        """How far. [TC-5.3 to 5.5]"""
        # RULING TC-5.33: nobody moves meanwhile.
        return 4


def near() -> str:
    """Near."""
    return "TC-5.3"
'''
ROWS = '[[card]]\nid = "T01"\nclauses = ["TC-5.4"]\n\n[board]\nwide = 1\n\n[deep]\nwhy = "TC-5.4"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "rules/a.py": CODE,
        "rules/b.toml": ROWS,
        "rules/c.py": '"""It names clauses,\nkeeps none: TC-5.3."""\n',
        "rules/clauses.toml": 'id = "TC-5.3"\n',
        "rules/words.en.toml": 'x = "TC-5.3"\n',
        "words/w.toml": 'x = "TC-5.3"\n',
    }.items():
        (tmp_path / "prog" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "prog" / name).write_text(text, encoding="utf-8")
    return tmp_path / "prog"


def test_a_clause_is_kept_where_a_function_a_ruling_or_a_row_names_it(folder: Path):
    found = kept(["TC-5.3", "TC-5.33", "TC-5.4", "TC-5.2", "TC-5.1", "TC-5.6"], folder)
    assert {name: [f"{one} {one.how}" for one in lines] for name, lines in found.items()} == {
        "TC-5.1": ["prog/rules/a.py:1 module"],
        "TC-5.2": ["prog/rules/a.py:3 LIMIT function"],
        "TC-5.3": ["prog/rules/a.py:10 Way.far function", "prog/rules/a.py:18 near code"],
        "TC-5.4": [
            "prog/rules/a.py:10 Way.far function",
            "prog/rules/b.toml:3 T01 data",
            "prog/rules/b.toml:9 deep data",
        ],
        "TC-5.6": [],
        "TC-5.33": ["prog/rules/a.py:12 Way.far ruling"],
    }


def test_a_clause_that_follows_from_others_is_kept_where_they_are(folder: Path):
    text = 'def hit() -> None:\n    """Hit. [FB-6.4]"""\n'
    (folder / "rules/d.py").write_text(text, encoding="utf-8")
    (line,) = kept(["FB-6.4"], folder)["FB-6.4"]
    assert kept(["FB-16.3"], folder)["FB-16.3"] == ()
    assert kept_or_led(["FB-16.3", "FB-6.4"], folder) == {"FB-6.4": (line,), "FB-16.3": (line,)}


def test_every_clause_that_acts_says_where_it_is_kept():
    acting = [name for name, one in register().items() if one.acts]
    assert [name for name, lines in kept_or_led(acting).items() if not lines] == []


def test_spans_of_clauses_are_read_as_people_write_them():
    for written in ("FB-7.3-7.5", "FB-7.3 to FB-7.5", "FB-7.3 to 7.5", "FB-7.3–7.5"):
        assert [name for name, _ in cites(f"[{written}]")] == ["FB-7.3", "FB-7.4", "FB-7.5"]
    assert [name for name, _ in cites("TC-5.3, TC-5.30 and TC-5.99")] == ["TC-5.3", "TC-5.30"]


def test_a_line_that_keeps_a_clause_is_there():
    import condotta

    root = Path(condotta.__file__).parent
    found = [one for lines in kept(register()).values() for one in lines]
    assert len(found) > 1500
    for one in found:
        lines = (root.parent / one.file).read_text(encoding="utf-8").splitlines()
        name = one.name.split(".")[-1]
        assert one.how != "function" or name in lines[one.line - 1], one


def test_a_line_is_told_as_an_editor_opens_it():
    assert str(Kept("a/b.py", 3, "far", "function")) == "a/b.py:3 far"
    assert str(Kept("a/b.py", 1, "", "module")) == "a/b.py:1"
