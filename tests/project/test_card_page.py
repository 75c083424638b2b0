"""The page about cards holds: its card, written into a copy of the tree, is whole and green.

It names clauses, tests none.
"""

import re
import shutil
from pathlib import Path

import pytest

from condotta.kernel.book import Book
from condotta.rules.library import GAMES
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.card import Card
from tests.project.test_pages import BLOCK, ran
from tests.project.tree import ROOT
from tests.rules.test_seams import given
from tests.rules.triumph.test_seams import SEAMS

PAGE = (ROOT / "docs/writing-a-card.md").read_text("utf-8")
FILE = re.compile(
    r"^(At the end of )?`((?:src|tests)/[\w./-]+)`[^\n]*(?:\n[^\n]+)*\n\n```\w+\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
FILES = {name: (bool(more), text) for more, name, text in FILE.findall(PAGE)}
ROW = re.compile(r"^\| [^|]+ \| (`[^|]+`) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
MOMENT = {"before": "Before", "after": "After", "as tried": "As tried", "any time": "Any time"}
MOST = 12
"""Files that a card needs, those of ground of its own and the changelog with it."""


def written(place: Path) -> None:
    """Write the files of the page into a copy of the tree."""
    for name, (more, text) in FILES.items():
        path = place / name
        path.parent.mkdir(exist_ok=True)
        there = path.read_text("utf-8") if more else ""
        path.write_text(there + text, "utf-8")


@pytest.fixture(scope="module")
def with_card(tmp_path_factory):
    """A copy of the tree with the card of the page."""
    place = tmp_path_factory.mktemp("card")
    ignored = shutil.ignore_patterns("__pycache__", "page", "node_modules", "server", "golden")
    for folder in ("src", "tests", "docs", "web/src/board", "tools"):
        shutil.copytree(ROOT / folder, place / folder, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, place)
    written(place)
    return place


def test_a_card_is_eight_files_and_twelve_at_the_most():
    ground = re.findall(r"`((?:src|web)/[\w./-]+(?:terrain\.toml|ground\.\w+))`", PAGE)
    assert len(FILES) == 8
    assert len(FILES) + len(set(ground)) + len(["CHANGELOG.md"]) <= MOST


def test_the_card_of_the_page_is_whole_and_its_tests_are_green(with_card):
    own = (
        "src/condotta/rules/triumph/cards/war_cry",
        "tests/rules/triumph/cards/test_war_cry.py",
    )
    ran(with_card, with_card, "-m", "ruff", "check", "--quiet", *own)
    ran(with_card, with_card, "-m", "ruff", "format", "--check", "--quiet", *own)
    chosen = "war_cry or (says_all and cry) or belongs or is_a_token or bc-50 or spaces"
    told = ran(
        with_card, with_card, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
        "tests/rules/triumph/cards/test_war_cry.py",
        "tests/rules/triumph/cards/test_whole_cards.py",
        "tests/positions/test_rulings.py",
        "tests/words/test_french.py",
        "-k", chosen,
    )  # fmt: skip
    assert re.search(r"\d+ passed", told)
    assert "BC-50.2" in ran(with_card, with_card, "-m", "condotta", "clause", "BC-50.2")


TEMPLATES = [text for text in BLOCK.findall(PAGE) if "CARD = Card(" in text]


@pytest.mark.parametrize("text", TEMPLATES, ids=lambda text: text.partition(":")[0].strip('"'))
def test_a_template_is_a_card_that_lies_in_a_book(text):
    spoken: dict[str, object] = {"__name__": "card"}
    exec(compile(text, "docs/writing-a-card.md", "exec"), spoken)  # noqa: S102 - our own page
    card = spoken["CARD"]
    assert isinstance(card, Card)
    assert card.uses
    game = GAMES["triumph"]
    book = Book("triumph", (*game.layers, card), {})
    assert all(book.speaks(seam) for seam, _, _ in card.hooks)
    assert all(use.lasting for use in card.uses.values()) or card.advice != Card("", uses=()).advice


def test_the_three_kinds_are_there():
    kinds = {
        kind
        for text in TEMPLATES
        for kind in ("lasting", "set_out", "played")
        if f"({kind}(" in text
    }
    assert kinds == {"lasting", "set_out", "played"}


def test_the_table_of_seams_says_what_the_seams_say():
    rows = ROW.findall(PAGE)
    assert rows
    for names, told, moment in rows:
        for name in re.findall(r"`([A-Z_]+)`", names):
            assert hasattr(seams, name)
            said = SEAMS[name][1]
            assert said.startswith(MOMENT[moment]), (name, said)
            few = told.replace("both fighters, the one it is about first", "a, b")
            few = few.replace("both fighters", "a, b").replace(
                "the field with the stand in its place", "a"
            )
            assert few.count(",") + 1 == len(given(SEAMS[name][0])), (name, told)
