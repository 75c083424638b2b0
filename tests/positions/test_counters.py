"""The counters that position files may give: each beside whatever the rules count it beside."""

import ast
import inspect
from importlib import import_module
from pkgutil import walk_packages

import pytest

import condotta.rules
from condotta.positions.counters import BESIDE, COUNTERS, beside
from tests.positions.test_every_system import refused, ruled

PLACES = {"Counted": 1, "count": 1, "Paid": 2}
"""Where the name of a counter stands in whatever counts."""
STANDS = ["R1* KNT 20 10 0", "B1* SPR 20 30 180"]


def word(node, module):
    """The text that an expression begins with, as far as constants say it."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.Name(id=name) if name.isupper():
            return getattr(module, name, None)
        case ast.Attribute(value=ast.Name(id=home), attr=name) if name.isupper():
            return getattr(getattr(module, home, None), name, None)
        case ast.BinOp(left=left):
            return word(left, module)
        case ast.JoinedStr(values=[ast.FormattedValue(value=first), *_]):
            return word(first, module)
    return None


def counted():
    """Every counter that a module of the rules names where it counts."""
    for one in walk_packages(condotta.rules.__path__, "condotta.rules."):
        module = import_module(one.name)
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                place = PLACES.get(name, len(node.args))
                found = word(node.args[place], module) if place < len(node.args) else None
                if isinstance(found, str) and found:
                    yield found


def test_every_counter_of_the_rules_stands_beside_something():
    found = set(counted())
    assert len(found) > 80
    assert not sorted(name for name in found if not (beside(name) or beside(f"{name}x")))
    assert {name for names in BESIDE.values() for name in names} >= {"tokens", "slew ", "total"}


def test_the_counters_of_a_page_are_among_them():
    named = {one.name for rows in COUNTERS.values() for one in rows}
    assert named
    assert not [name for name in named if not beside(name)]


@pytest.mark.parametrize(
    ("holder", "name", "told"),
    [
        ("red", "worth", "'worth' is counted beside a piece, not beside red"),
        ("R1", "advantage", "'advantage' is counted beside a seat, not beside R1"),
        ("table", "invasion", "'invasion' is counted beside a seat, not beside table"),
        ("red", "set up", "'set up' is counted beside the table, not beside red"),
        ("red", "command points", "'command points' is counted beside a command, not beside red"),
        ("red", "movement", "there is no counter 'movement'"),
    ],
)
def test_a_counter_of_another_holder_is_told(holder, name, told):
    counters = {holder: {name: 1}}
    assert told in refused(system="triumph", pieces=STANDS, counters=counters)


def test_a_counter_of_a_piece_is_looked_at_where_the_piece_is():
    stand = {"id": "R1", "type": "KNT", "at": [20, 10, 0], "general": True}
    pieces = [stand | {"counters": {"tokens": 2}}, STANDS[1]]
    assert "pieces[0].counters: " in refused(system="treachery+triumph", pieces=pieces)
    pieces[0] = stand | {"counters": {"worth": 9}}
    assert ruled(system="triumph", pieces=pieces).runs
