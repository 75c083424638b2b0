"""No base game names a card: what a card changes it says itself, at a seam.

What cards are as such, how they lie on display and how stands are exchanged, is BC-0, and may be
cited. (names clauses, tests none)
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from condotta.rules import grand, triumph
from condotta.rules.triumph.cards import CARDS, USES

CLAUSE = re.compile(r"\bBC-(?!0\.)\d+(?:\.\d+)?")
PLAIN = {"ambush", "no camp"}
"""Names of cards that are everyday words as well."""
TRIUMPH, GRAND = (Path(game.__path__[0]) for game in (triumph, grand))
BESIDE = TRIUMPH / "cards"


def modules() -> Iterator[Path]:
    """The modules of the two base games, the cards' own left out."""
    for folder in (TRIUMPH, GRAND):
        yield from sorted(one for one in folder.rglob("*.py") if BESIDE not in one.parents)


@pytest.mark.parametrize(
    "module", [*modules()], ids=lambda one: str(one.relative_to(TRIUMPH.parent))
)
def test_a_base_game_names_no_card(module: Path):
    text = module.read_text(encoding="utf-8")
    assert CLAUSE.findall(text) == [], "the card says it, at a seam"
    names = {card.name for card in CARDS} - PLAIN
    assert [name for name in sorted(names) if name in text.lower()] == []
    assert [code for code in USES if f'"{code}"' in text] == []


def test_the_cards_are_known_by_name_and_code():
    assert {card.name for card in CARDS} > PLAIN
    assert "DC" in USES
