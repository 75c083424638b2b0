"""A module's clauses belong to its folder's chapter. This file names clauses, tests none.

The rulebooks of the base games are folders, a chapter each, whose `__init__` says in brackets which
clauses live there. A clause lives where a function, a ruling or a hook keeps it. What a module says
of other chapters' clauses in its messages is free, and it may keep such a clause as well, if that
one has a home: a chapter that says so and keeps it too.
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest

import condotta
from condotta.rules.clauses import register
from condotta.rules.lookup.kept import Kept, cites, kept

RULES = Path(condotta.__file__).parent / "rules"
BOOKS = {"ranked": ("FB-",), "skirmish": ("SK-",), "triumph": ("TC-", "BC-0.", "AL-")}
"""Whose clauses each base game keeps; TRIUMPH! knows cards and lists as such, but no card."""
NO_CHAPTERS = {"data", "cards"}
SECTION = re.compile(r"(?<![A-Z0-9-])[A-Z]{2}-\d+(?![\d.])")
STATED = re.compile(r"\[([A-Z]{2}-\d[^\]]*)\]")


def chapters(game: str) -> dict[str, set[str]]:
    """Each chapter with the clauses that its `__init__` says live there."""
    folders = sorted(path.parent for path in (RULES / game).glob("*/__init__.py"))
    return {
        folder.name: stated((folder / "__init__.py").read_text(encoding="utf-8"))
        for folder in folders
        if folder.name not in NO_CHAPTERS
    }


def stated(text: str) -> set[str]:
    """The clauses that stand in brackets: single ones, spans, whole sections."""
    told = " ".join(STATED.findall(text))
    named = {name for name, _ in cites(told)}
    sections = tuple(f"{one}." for one in SECTION.findall(told))
    return named | {name for name in register() if sections and name.startswith(sections)}


@pytest.fixture(scope="module")
def lines() -> dict[tuple[str, str], dict[str, list[Kept]]]:
    """By game and chapter the clauses of its modules with their lines; `` is beside chapters."""
    found: dict[tuple[str, str], dict[str, list[Kept]]] = defaultdict(lambda: defaultdict(list))
    for name, there in kept(register()).items():
        for one in there:
            _, package, game, *inner = one.file.split("/")
            if package == "rules" and one.file.endswith(".py") and one.how != "module":
                chapter = inner[0] if len(inner) > 1 else ""
                found[game, chapter][name].append(one)
    return found


def keeps(lines: list[Kept]) -> list[str]:
    """The functions, rulings and hooks among lines; the others only speak of a clause."""
    return [str(one) for one in lines if one.how in {"function", "ruling"} or one.name == "HOOKS"]


@pytest.mark.parametrize("game", BOOKS)
def test_what_a_module_keeps_lives_in_its_chapter_or_has_a_home_in_another(game, lines):
    told = chapters(game)
    homes = set(lines[game, ""]).union(*(told[name] & set(lines[game, name]) for name in told))
    homeless = {
        clause: keeps(there)
        for name, clauses in told.items()
        for clause, there in lines[game, name].items()
        if clause.startswith(BOOKS[game][0]) and register()[clause].acts
        if clause not in clauses | homes and keeps(there)
    }
    assert homeless == {}


@pytest.mark.parametrize("game", BOOKS)
def test_what_a_chapter_says_lives_there_is_there(game, lines):
    missing = {
        (name, clause)
        for name, clauses in chapters(game).items()
        for clause in clauses - set(lines[game, name])
        if register()[clause].acts and not register()[clause].follows
    }
    assert missing == set()


@pytest.mark.parametrize("game", BOOKS)
def test_a_base_game_keeps_no_clause_of_what_lies_over_it(game, lines):
    strange = {
        clause: keeps(there)
        for name in chapters(game)
        for clause, there in lines[game, name].items()
        if not clause.startswith(BOOKS[game]) and keeps(there)
    }
    assert strange == {}


def test_a_statement_is_read_as_people_write_it():
    assert stated("Winds. [TC-5.3, TC-10, FB-7.1 to 7.2]") == {
        "TC-5.3", *(f"TC-10.{number}" for number in range(1, 7)), "FB-7.1", "FB-7.2",
    }  # fmt: skip
    assert stated("Of TC-5.3, in no brackets.") == set()
