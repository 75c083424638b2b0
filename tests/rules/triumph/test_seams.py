"""The seams of TRIUMPH!: each says when it is asked and what it is given, and hooks take that."""

import ast
import inspect
import re
from itertools import pairwise
from pathlib import Path

import pytest

from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Ruled
from condotta.rules.library import GAMES
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.movement.legs import Wheel
from tests.rules.triumph.cards.card_table import carded
from tests.rules.triumph.table_setting import setting

SAYS = re.compile(r"^(Any time|As it is|As tried|Before|After)\b[^.]*\. Given [^.]+\.")
WITHOUT = {"RELATION", "USE"}
"""Who is whose friend is asked below the Book's own reading; a code is only a word."""


def declared() -> dict[str, tuple[str, str]]:
    """Each seam by its name: what it is given, and what is said of it below."""
    body = ast.parse(Path(seams.__file__).read_text("utf-8")).body
    found = {}
    for node, below in pairwise(body):
        if isinstance(node, ast.AnnAssign):
            told = below.value if isinstance(below, ast.Expr) else None
            text = told.value if isinstance(told, ast.Constant) else ""
            found[ast.unparse(node.target)] = (ast.unparse(node.annotation), str(text))
    return found


SEAMS = declared()


@pytest.mark.parametrize("name", SEAMS)
def test_a_seam_says_when_it_is_asked_and_what_it_is_given(name):
    assert SAYS.search(SEAMS[name][1]), SEAMS[name][1]


@pytest.mark.parametrize("name", sorted(set(SEAMS) - WITHOUT))
def test_the_book_is_at_hand_at_a_seam(name):
    given = SEAMS[name][0].partition("[[")[2]
    assert re.match(r"(Book|Field|Fighter)\b", given)


def given(name: str) -> int:
    """How many things a seam gives; a stack gives what lies below it as well."""
    wanted = ast.parse(SEAMS[name][0]).body[0].value  # type: ignore[attr-defined]  # a subscript
    args = wanted.slice if isinstance(wanted.slice, ast.List) else wanted.slice.elts[0]
    return len(args.elts) + SEAMS[name][0].startswith("Stack")


def test_every_hook_takes_what_its_seam_gives():
    names = {id(seam): name for name, seam in vars(seams).items() if name in SEAMS}
    hooks = {hook for game in GAMES.values() for layer in game.layers for hook in layer.hooks}
    for seam, says, clause in hooks:
        name = names.get(id(seam))
        if name is not None and (inspect.isfunction(says) or inspect.ismethod(says)):
            inspect.signature(says).bind(*range(given(name))), (clause, name)


def under(table, *hooks):
    """The table, with a layer that speaks so."""
    layer = Layer("listener", 2, hooks=hooks)
    table.battle.book = Book("triumph", (TRIUMPH, layer), TRIUMPH.settings)
    return table


def test_tc_5_4_a_layer_may_shorten_a_move_by_its_way():
    """Whoever turns goes no farther than 2 MU by this layer; the least limit holds."""

    def by_turning(_, path):
        turns = any(isinstance(leg, Wheel) for leg in path.legs)
        return ((25_000, "TC-5.5"), (20_000, "TC-5.6")) if turns else ()

    table = under(setting("R1 SPR 20 10 0"), (seams.PATH_REACH, by_turning, "TC-5.4"))
    assert not table.why_not("R1", {"advance": 3})
    assert not table.why_not("R1", {"wheel": {"side": "left", "by": 20}}, {"advance": 1})
    assert table.why_not("R1", {"wheel": {"side": "left", "by": 20}}, {"advance": 1.5}) == {
        "TC-5.6"
    }


def test_tc_5_5_a_layer_sees_the_way_of_a_move_and_then_where_it_has_led():
    seen = []

    def moving(here, path):
        seen.append((here.stand("R1").base.pose.y, path.ends[0].y))
        return (Ruled("TC-5.5", "kernel.ended"),)

    def moved(_, position, stands, how):
        seen.append((stands, how, position.pieces["R1"].pose.y))
        return ()

    hooks = ((seams.MOVING, moving, "TC-5.5"), (seams.MOVE_MADE, moved, "TC-5.5"))
    table = under(setting("R1 SPR 20 10 0"), *hooks)
    said = table.go("R1", {"advance": 2})
    assert seen == [(100_000, 120_000), (("R1",), "move", 120_000)]
    place = [type(event).__name__ for event in said]
    assert place.index("Moved") < place.index("Ruled")


def test_bc_2_2_after_an_act_on_the_spot_the_stand_is_as_the_act_left_it():
    seen = []
    table = carded("R1 KNT 20 10 0 [MD:EFT]; B1 SPR 20 28 180", cards="red MD")

    def moved(_, position, stands, how):
        seen.append((stands, how, position.pieces["R1"].type, position.pieces["R1"].marks[0].name))
        return ()

    layer = Layer("listener", 2, hooks=((seams.MOVE_MADE, moved, "BC-2.2"),))
    table.battle.book = Book("triumph", (*GAMES["triumph"].layers, layer), table.book.settings)
    table.say("red", Dismount("R1"))
    assert seen == [(("R1",), "on the spot", "EFT", "moved")]
