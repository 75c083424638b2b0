"""BC-0.4: no module but those of the cards names a card; the data does."""

import re
from pathlib import Path

import condotta
from condotta.armies.cards.cardforms import card_name, forms

SOURCE = Path(condotta.__file__).parent
CARDS = SOURCE / "rules" / "triumph" / "cards"


def modules(folder: Path) -> list[tuple[str, str]]:
    """Every module outside the cards, without the lines of its examples."""
    return [
        (
            str(path.relative_to(SOURCE)),
            re.sub(r"^ *(>>>|\.\.\.).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE),
        )
        for path in sorted(folder.rglob("*.py"))
        if CARDS not in path.parents
    ]


def test_bc_0_4_no_module_outside_the_cards_names_the_code_of_a_card():
    codes = re.compile("[\"'](" + "|".join(forms()) + ")[\"']")
    assert [(name, found) for name, text in modules(SOURCE) for found in codes.findall(text)] == []


def test_bc_0_4_no_module_of_the_armies_speaks_of_a_card_by_name():
    names = [card_name(code).casefold() for code in forms()]
    told = modules(SOURCE / "armies")
    assert len(told) > 40
    assert [(at, name) for at, text in told for name in names if name in text.casefold()] == []
