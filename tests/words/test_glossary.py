"""The glossary: the terms that the texts of both languages do use, and the names as they are."""

import re
from pathlib import Path

import pytest

from condotta.rules.clauses import clause, clauses, in_language
from condotta.rules.triumph.cards import CARDS
from condotta.words.catalogue import catalogue

ROWS = re.compile(r"^\| (.+?) \| (.+?)(?: \| (TC-[\d.]+))? \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def parts(root: Path) -> dict[str, list[tuple[str, str, str]]]:
    """The rows of each section, without the heads of the tables."""
    sections = (root / "docs/glossary.md").read_text().split("\n## ")[1:]
    return {
        section.split("\n", 1)[0]: [
            row for row in ROWS.findall(section) if row[0] not in {"English", "---"}
        ]
        for section in sections
    }


def spoken(lang: str) -> str:
    """Everything that is said in a language, in small letters."""
    book = " ".join(in_language(each, lang).says for each in clauses())
    return f"{' '.join(catalogue(lang).values())} {book}".lower()


def test_the_terms_are_those_of_the_texts(parts):
    for column, lang in ((0, "en"), (1, "fr")):
        said = spoken(lang)
        terms = [
            term.strip().lower()
            for rows in parts.values()
            for row in rows
            if row[2]
            for term in re.sub(r"\(.*?\)", "", row[column]).split(",")
        ]
        assert len(terms) >= 60
        assert [term for term in terms if term not in said] == []


def test_every_term_names_a_clause_that_is_there(parts):
    named = [row[2] for rows in parts.values() for row in rows if row[2]]
    assert len(named) >= 40
    assert all(clause(name) for name in named)


@pytest.mark.parametrize(
    ("title", "group"),
    [("Troop types", "troop"), ("Kinds of terrain", "terrain"), ("Topographies", "topography")],
)
def test_the_names_are_those_of_the_catalogues(parts, title: str, group: str):
    english, french = catalogue("en"), catalogue("fr")
    of_cards = {f"terrain.{ground.terrain}" for card in CARDS for ground in card.grounds}
    names = {key: (english[key], french[key]) for key in english if key.startswith(f"{group}.")}
    rows = [row[:2] for row in parts[title]]
    assert len(rows) == len(set(rows))
    assert {name for key, name in names.items() if key not in of_cards} <= set(rows)
    assert set(rows) <= set(names.values())
