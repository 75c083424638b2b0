"""What must not be in the tree, and what every module keeps."""

import ast
import re
from functools import cache

import pytest

from tests.project.tree import texts

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
    """Never over 400 lines, and no more than one in seven over 250."""
    lengths = {name: text.count("\n") for name, text in texts(".py") if name.startswith("src/")}
    assert not {name: lines for name, lines in lengths.items() if lines > 400}
    assert 7 * sum(lines > 250 for lines in lengths.values()) <= len(lengths)


KINDS = (
    ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.For | ast.comprehension
)


@cache
def definitions() -> tuple[tuple[str, ast.AST], ...]:
    """Every module, class, function and loop of the program, each with the place of it."""
    return tuple(
        (f"{name}:{getattr(node, 'lineno', 1)}", node)
        for name, text in texts(".py")
        if name.startswith("src/")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, KINDS)
    )


def test_functions_are_short():
    """No more than one in twenty over 25 lines; `ruff` keeps all under 40 statements."""
    functions = [
        node
        for _, node in definitions()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    lengths = [(node.end_lineno or 0) - node.lineno + 1 for node in functions]
    assert 20 * sum(lines > 25 for lines in lengths) <= len(lengths)


def test_loop_variables_are_words():
    """Letters are for coordinates, corners, counts and places in a row."""
    loops = ((place, node) for place, node in definitions() if hasattr(node, "target"))
    targets = (
        (place, name.id)
        for place, node in loops
        if isinstance(node, ast.For | ast.comprehension)
        for name in ast.walk(node.target)
        if isinstance(name, ast.Name)
    )
    assert not [
        found for found in targets if len(found[1]) == 1 and found[1] not in "abcdijnruvxy_"
    ]


def test_the_first_line_of_a_docstring_is_whole():
    """It ends a sentence, opens a list, or ends with the clause in brackets."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    told = (
        (place, (ast.get_docstring(node) or ".").splitlines()[0])
        for place, node in definitions()
        if isinstance(node, kinds)
    )
    assert not [found for found in told if not re.search(r"[.:?)\]]$", found[1])]


CHANGING = {"Draft", "Figures", "Report", "Speaker", "Standing"}
"""What is added up or filled in as something goes on, and is no record."""


def test_records_are_frozen():
    found = {
        node.name
        for _, node in definitions()
        if isinstance(node, ast.ClassDef)
        if {"msgspec.Struct", "Record", "Part"} & {ast.unparse(base) for base in node.bases}
        if "frozen" not in {word.arg for word in node.keywords}
    }
    assert found <= CHANGING


def test_every_folder_with_modules_is_a_package():
    names = [name for name, _ in texts(".py") if name.startswith("src/")]
    folders = {name.rpartition("/")[0] for name in names}
    assert not sorted(folder for folder in folders if f"{folder}/__init__.py" not in names)
