"""The cases of the casebook once more, through the rules and not through position files.

All are position files as well: see tests/rulings/casebook.toml.
"""

import pytest
from msgspec.structs import replace

from condotta.armies import library
from condotta.armies.checking.army_commands import multiplied
from condotta.kernel.events import Counted
from condotta.kernel.log import encode
from condotta.kernel.records import SPECTATORS
from condotta.positions.building import battle, set_up
from condotta.positions.records import Document
from condotta.report.logbook import data_digest, header_of
from condotta.rules.grand import names
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.grand.sides import lost
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.flank_march import edges_open, marches
from condotta.rules.triumph.stands.field import field
from condotta.words import say
from tests.rules.grand.large_table import BOOK, MU, as_listed, camps, large, place, split, until
from tests.rules.grand.test_secrets import DIGEST
from tests.rules.short_text import parted


@pytest.mark.parametrize(
    ("red", "blue", "total", "clause"),
    [(72, 72, 144, ""), (73, 72, 144, "GT-9.1"), (71.5, 0, 144, ""), (71.5, 0, 143, "GT-9.1")],
)
def test_case_gt_05_half_the_army_and_more_than_the_enemy_at_the_end_of_a_turn(
    red, blue, total, clause
):
    """Not before the turn is over. [GT-9.1]"""
    document = Document(
        system="grand",
        pieces=parted("R1* HFT 40 10 0; B1* SPR 80 30 180"),
        phase="movement",
        losses={"red": red, "blue": blue},
        counters={side: {names.TOTAL: round(2 * total)} for side in ("south", "north")},
        points=1,
        dice=(1, 1, 1),
    )
    made = battle(set_up(document))
    assert made.state.position.ended is None
    found = BOOK.stack(seams.VICTORY, BOOK, made.state.position)
    assert (found[1] if found else "") == clause
    made.say("red", next(one for one in made.book.menus["movement"].salient(
        made.book, made.view("red").position, made.waiting()[0]) if hasattr(one, "option")),
        made.waiting()[0].id)  # fmt: skip
    ended = made.state.position.ended
    assert (ended.clause if ended else "") == clause


def test_case_gt_07_whoever_has_no_legal_place_stays_out_and_is_not_lost():
    """A marker at the corner leaves the battle line no place in its reach. [GT-5.3, TC-8.9]"""
    table = large("R KNT* KNTx6 HFT+x2 / KNT* HFTx7 / KNT* HFTx7", first="blue")
    split(table)
    place(table, 0, 30, 60)
    until(table, "movement")
    out = [piece for piece in table.position.at("undeployed") if piece.owner == "red"]
    assert {piece.type for piece in out if piece.command == "R.1"} == {"HFT"}
    assert sum(piece.command == "R.1" for piece in out) == 2
    assert table.rulings("TC-8.9")
    assert lost(table.position, "R.1") == 0
    assert table.count("R.1", names.TOTAL) == 2 * (7 * 4 + 2 * 3)


def test_case_gt_08_the_second_march_on_an_edge_uses_the_base_zones_near_it():
    """Left is right for the other side; what red is told follows from what it sees. [GT-6.3]"""
    riders = "KNT* KNTx9 / KNT* KNTx5 / KNT* KNTx5"
    table = large(f"R {riders}", f"B {riders}", first="blue")
    split(table, as_listed(table, "red", c2="left"), as_listed(table, "blue", c2="right"))
    place(table)
    until(table, "movement")
    assert edges_open(field(BOOK, table.position), "red", "R.2") == ("left",)
    table.battle.correct((Counted("B.2", core.CP, 6),), "points enough")
    table.say("blue", next(iter(marches(BOOK, table.battle.view("blue").position, "blue"))))
    assert edges_open(field(BOOK, table.position), "red", "R.2") == ("left base",)
    seen = table.battle.view("red").position
    assert edges_open(field(BOOK, seen), "red", "R.2") == ("left base",)


@pytest.mark.parametrize(
    ("army", "legal"),
    [
        ("HFT* HFTx19 / HFT* HFTx9 / HFT* HFTx17", True),  # 60, 30, 54
        ("HFT* HFTx31 / HFT* HFTx7 / HFT* HFTx7", True),  # 96, 24, 24
        ("KNT* HFTx31 / HFT* HFTx7 / KNT* KNT HFTx5", False),  # 97, 24, 23
    ],
)
def test_case_gt_09_three_commands_of_24_points_or_more(army, legal):
    """[GT-2.3]"""
    table = large(f"R {army}")
    assert table.judge("red", as_listed(table, "red")).ok is legal


def test_case_gt_10_limits_are_multiplied_by_the_commands_that_are_no_allies():
    """An entry of 2 to 4 is 6 to 12, with one ally 4 to 8. [GT-2.1, AL-16.4]"""
    listed = library().lists[0]
    entry = replace(listed.troop_options[0], min=2, max=4)
    one = replace(listed, troop_options=(entry,))
    found = [multiplied(one, times).troop_options[0] for times in (3, 2)]
    assert [(option.min, option.max) for option in found] == [(6, 12), (4, 8)]


@pytest.mark.parametrize("watcher", ["blue", SPECTATORS])
def test_case_gt_11_three_points_and_no_command_until_they_are_shown(watcher):
    """The same bytes whichever marker is whose, the seals' digests apart. [GT-4.2, GT-4.3]"""
    seen = []
    for order in ((45, 30, 60), (30, 45, 60)):
        table = large()
        split(table)
        camps(table)
        table.say("blue", PlaceMarkers((45 * MU, 30 * MU, 60 * MU)))
        table.say("red", PlaceMarkers(tuple(point * MU for point in order)))
        view = table.battle.view(watcher)
        markers = [one for one in view.position.pieces.values()
                   if one.type == names.MARKER and one.owner == "red"]  # fmt: skip
        assert len(markers) == 3
        assert {one.command for one in markers} == {""}
        seen.append(DIGEST.sub(b"", encode(view)))
    assert seen[0] == seen[1]


def test_case_gt_12_a_saved_battle_names_the_game_it_is_played_by():
    """The June 2017 text: its numbers are part of what a log names for good. [GT-1.2]"""
    header = header_of(BOOK, {})
    assert header.system == "grand"
    assert header.data == data_digest("grand") != data_digest("triumph")
    board = large().position.board
    assert (board.width, board.depth) == (90 * MU, 36 * MU)


def test_case_gt_13_three_flank_marches_are_refused_in_plain_words():
    """[GT-10.6]"""
    table = large()
    three = as_listed(table, "red", c1="left", c2="right", c3="left base")
    (refusal,) = table.judge("red", three).refusals
    assert refusal.clause == "GT-10.6"
    assert "At least one command must deploy" in say(refusal.key, refusal.params)
