"""The seams of TRIUMPH!: the Book is at hand at them, and what they show is true by then."""

from pathlib import Path

import pytest

from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Ruled
from condotta.rules.library import GAMES
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.movement.legs import Wheel
from tests.rules.test_seams import given, said_below
from tests.rules.triumph.cards.card_table import carded
from tests.rules.triumph.table_setting import setting

WITHOUT = {"RELATION", "USE"}
"""Who is whose friend is asked below the Book's own reading; a code is only a word."""


SEAMS = said_below(Path(seams.__file__).read_text("utf-8"))
"""Each seam by its name: its type, and what is said of it below."""


@pytest.mark.parametrize("name", sorted(set(SEAMS) - WITHOUT))
def test_the_book_is_at_hand_at_a_seam(name):
    assert set(given(SEAMS[name][0])) & {"Book", "Field", "Fighter"}


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
