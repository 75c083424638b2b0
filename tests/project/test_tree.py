"""What must not be in the tree, and what every module keeps."""

import re
from importlib import import_module

import pytest

from tests.project.tree import texts

CARDS = "condotta.rules.triumph.cards"

# Each pattern is written so that this file does not match it.
NOWHERE = {
    "a path of one machine": r"(?<![\w.])/(wor[k]|roo[t]|far[m]|home/[a-z]+)/",
    "a package registry's host": r"pyp[i]\.org|pythonhoste[d]|npmj[s]\.|deb\.debia[n]",
    "work left for later": r"\b(TOD[O]|FIXM[E])\b|#.*\bXX[X]\b|raise NotImplementedErro[r]",
    "a test that never runs": r"mark\.ski[p]|mark\.xfai[l]|pytest\.xfai[l]",
}


@pytest.mark.parametrize("what", NOWHERE)
def test_nowhere_in_the_tree_is(what):
    pattern = re.compile(NOWHERE[what])
    found = [f"{name}: {hit.group()}" for name, text in texts() if (hit := pattern.search(text))]
    assert not found


def test_prose_speaks_of_the_program_only():
    pattern = re.compile(r"\b(sessio[n]s?|helpe[r] agents?|LL[M])\b", re.IGNORECASE)
    assert not [name for name, text in texts(".md") if pattern.search(text)]


def test_every_silenced_check_has_its_reason():
    bare = re.compile(r"#\s*(noqa(: [A-Z]+\d+(, ?[A-Z]+\d+)*)?|type: ?ignor[e](\[[\w, -]+\])?)\s*$")
    found = [
        f"{name}: {line.strip()}"
        for name, text in texts(".py")
        for line in text.splitlines()
        if bare.search(line)
    ]
    assert not found


def test_a_module_needs_no_table_of_contents():
    lengths = {name: text.count("\n") for name, text in texts(".py") if name.startswith("src/")}
    assert not {name: lines for name, lines in lengths.items() if lines > 400}


def test_a_card_is_one_module_of_less_than_120_lines():
    """Each by the name of its layer; what several share, or one needs besides, is as short."""
    folder = f"{CARDS.replace('.', '/')}/"
    cards = {name: text for name, text in texts(".py") if f"src/{folder}" in name}
    declared = [
        name for name, text in cards.items() if re.search(r"^CARD = Layer\(", text, re.MULTILINE)
    ]
    assert len(declared) == len(import_module(CARDS).CARDS)
    lengths = {name: len(text.splitlines()) for name, text in cards.items()}
    assert not {name: lines for name, lines in lengths.items() if lines >= 120}


def test_every_folder_with_modules_is_a_package():
    names = [name for name, _ in texts(".py") if name.startswith("src/")]
    folders = {name.rpartition("/")[0] for name in names}
    assert not sorted(folder for folder in folders if f"{folder}/__init__.py" not in names)
