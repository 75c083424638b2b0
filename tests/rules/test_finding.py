"""Finding clauses by words, and where they are kept. This file names clauses, tests none."""

from pathlib import Path

import pytest

from condotta.data import toml
from condotta.errors import PlainError
from condotta.rules.clauses import clauses, prefixes, register
from condotta.rules.finding import find, ideas_in, meanings, stemmed
from condotta.rules.kept import Kept, cites, kept
from condotta.rules.library import SYSTEMS, books

FIRST_THREE = {
    "closing the door": "TC-3.42",
    "looted camp": "TC-3.19",
    "push back": "TC-3.44",
    "fresh enemy": "FB-7.24",
    "look out sir": "FB-6.12",
    "feigned flight": "FB-4.3",
    "fire into combat": "FB-6.2",
    "out of ammo": "FB-12.5",
    "double cross": "CM-118",
    "bribe": "CM-58",
    "trample a friend": "TC-3.45",
    "move through friends": "TC-5.40",
    "redirect a charge": "FB-4.6",
    "overwatch several targets": "CM-39",
    "smite range": "SK-54",
    "when is a command demoralised": "GT-8.1",
    "mercenary leadership": "TT-12.5",
    "general killed": "TC-3.86",
    "steadfast": "FB-7.15",
    "camp pillé": "TC-3.19",
    "tirer dans la mêlée": "FB-6.2",
    "coup de poignard": "CM-118",
    "rediriger une charge": "FB-4.6",
    "fuite simulée": "FB-4.3",
}
"""What players ask in their own words, and the clause that they mean."""


@pytest.mark.parametrize("words", FIRST_THREE)
def test_a_rule_is_found_by_the_words_of_a_player(words: str):
    assert FIRST_THREE[words] in [one.id for one in find(words)[:3]]


def test_whatever_has_all_the_words_comes_before_what_has_some():
    found = [one.id for one in find("sacked garrison")]
    both = [one.id for one in clauses() if "sacked" in one.says and "garrison" in one.says]
    assert len(found) > len(both) > 2
    assert set(both) <= set(found[: len(both) + 3])


def test_a_misspelt_word_and_one_without_accents_are_found_too():
    assert find("steadfst")[0] == find("steadfast")[0]
    assert find("melee mêlée")[:3] == find("mêlée")[:3]


def test_endings_do_not_matter():
    assert stemmed("wheels wheeling wheeled") == stemmed("wheel wheel wheel")
    assert stemmed("pursues, poursuivent l’ennemi") == ("pursu", "poursuiv", "ennemi")


def test_a_phrase_is_one_idea():
    assert [idea.said for idea in ideas_in("looted zone of control")] == [
        ("loot",),
        ("zon", "control"),
    ]


def test_only_the_clauses_given_are_found():
    assert {one.id.split("-")[0] for one in find("bribe", {"TT-12.8", "CM-58"})} == {"TT", "CM"}
    assert find("xylophone") == ()


def test_every_word_for_another_has_one_that_a_clause_says_or_a_player_does():
    for row in toml("condotta.rules", "finding.toml")["same"]:
        assert len(row["words"]) > 1
        assert any(find(one) for one in row["words"]), row
        assert all(stemmed(one) in meanings() for one in row["words"])


def test_every_book_belongs_to_a_system():
    assert {book for system in SYSTEMS for book in books(system)} == set(prefixes())


# ── kept in ──────────────────────────────────────────────────────────────────
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


def test_an_unknown_system_is_one_sentence():
    from condotta.cli.clause_find import among_those

    assert among_those((), "") is None
    assert among_those(("TC-3",), "ranked") == frozenset()
    with pytest.raises(PlainError, match=r"^There is no system called rankd\. Did you mean ranked"):
        among_those((), "rankd")
