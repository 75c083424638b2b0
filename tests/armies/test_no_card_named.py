"""BC-0.4: no module of the armies names a card; the data does."""

import re
from pathlib import Path

import condotta.armies
from condotta.armies.cardforms import card_name, forms


def test_bc_0_4_no_module_names_a_card():
    folder = Path(condotta.armies.__file__).parent
    codes = re.compile("[\"'](" + "|".join(forms()) + ")[\"']")
    names = [card_name(code).casefold() for code in forms()]
    named = [
        (path.name, found)
        for path in sorted(folder.glob("*.py"))
        for text in (path.read_text(encoding="utf-8"),)
        for found in [*codes.findall(text), *(name for name in names if name in text.casefold())]
    ]
    assert named == []
