"""How many pieces of terrain, and of which kinds."""

from random import Random

import pytest

from condotta.kernel.position import Position
from condotta.rules.library import book as book_of
from condotta.rules.triumph.ground import terrain_choice
from condotta.rules.triumph.ground.terrain_choice import (
    Count,
    TerrainChoice,
    coast_listed,
    counted,
    kinds_open,
)
from condotta.rules.triumph.ground.topography import TerrainScore
from condotta.rules.triumph.tables import TABLES, topography
from tests.rules.triumph.set_up_table import at_step

BOOK = book_of("triumph")
ALL = tuple(row.key for row in TABLES.topographies)


def chosen(key, score, *answers):
    """The table after the advantaged player has said that much."""
    table = at_step(TerrainChoice(topography=key, seat="red", score=score))
    for answer in answers:
        table.choose("red", answer)
    return table


def kinds(table):
    return table.battle.state.agenda[-1].kinds


def test_t_18_forest_at_2_has_two_pieces_and_no_coast():
    assert counted(BOOK, Position(), "forest", 2) == Count(2, 1, 1, "no")


@pytest.mark.parametrize(
    ("key", "counts"),
    [
        ("steppe", (1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)),
        ("dry", (1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)),
        ("arable", (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)),
        ("hilly", (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)),
        ("delta", (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)),
        ("forest", (2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6)),
        ("marsh", (2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6)),
    ],
)
def test_tc_7_13_pieces_by_topography_and_score(key, counts):
    assert tuple(counted(BOOK, Position(), key, score).pieces for score in range(2, 13)) == counts


def test_tc_7_13_and_7_16_a_coast_may_be_taken_at_4_7_and_10_where_it_is_listed():
    open_at = [
        score for score in range(2, 13) if counted(BOOK, Position(), "arable", score).coast != "no"
    ]
    assert open_at == [4, 7, 10]
    assert all(counted(BOOK, Position(), "hilly", score).coast == "no" for score in range(2, 13))


@pytest.mark.parametrize(
    ("clause", "key", "compulsory", "listed"),
    [
        ("TC-7.3", "arable", "village", True),
        ("TC-7.4", "forest", "woods", False),
        ("TC-7.5", "hilly", "steep-hills", False),
        ("TC-7.6", "steppe", "gentle-hills", False),
        ("TC-7.7", "dry", "rough", False),
        ("TC-7.8", "marsh", "marsh", True),
        ("TC-7.9", "delta", "coast", True),
    ],
)
def test_what_each_topography_prescribes(clause, key, compulsory, listed):
    assert topography(key).compulsory == compulsory
    assert coast_listed(key) is listed


@pytest.mark.parametrize(
    ("clause", "key", "offered"),
    [
        (
            "TC-7.3",
            "arable",
            "stream steep-hills gentle-hills woods wooded-hills rough ploughed-fields",
        ),
        ("TC-7.4", "forest", "stream marsh wooded-hills woods"),
        ("TC-7.5", "hilly", "stream woods wooded-hills steep-hills"),
        ("TC-7.6", "steppe", "stream rough woods gentle-hills"),
        ("TC-7.7", "dry", "dunes steep-hills oasis rough"),
        ("TC-7.8", "marsh", "woods stream marsh"),
    ],
)
def test_what_each_topography_offers_after_its_first_piece(clause, key, offered):
    first = topography(key).compulsory
    assert kinds_open(key, (first,)) == tuple(offered.split())
    table = chosen(key, 12)
    assert table.asks("red")[0].options == tuple(offered.split())
    table.choose("red", offered.split()[0])
    assert len(table.asks("red")) == 1


def test_tc_7_9_delta_has_its_coast_and_free_choices_only():
    table = chosen("delta", 2)
    assert table.asks("red")[0].options == ("marsh", "dunes", "village")
    table.choose("red", "dunes")
    assert kinds(table) == ("coast", "dunes")


def test_tc_7_3_arable_takes_one_gentle_hill_at_most():
    assert "gentle-hills" not in kinds_open("arable", ("village", "gentle-hills"))


def test_tc_7_6_steppe_takes_one_wood_at_most_and_hills_without_end():
    left = kinds_open("steppe", ("gentle-hills", "woods", "gentle-hills", "gentle-hills"))
    assert left == ("stream", "rough", "gentle-hills")


def test_tc_7_15_the_first_piece_is_compulsory_and_the_rest_are_chosen():
    table = chosen("hilly", 6, "woods", "steep-hills")
    assert kinds(table) == ("steep-hills", "woods", "steep-hills")
    assert table.rulings("TC-7.15")[0].params["pieces"] == ("Steep Hills", "Woods", "Steep Hills")


def test_tc_7_15_a_coast_is_none_of_the_pieces():
    table = chosen("marsh", 4, "coast", "woods", "marsh")
    assert kinds(table) == ("coast", "marsh", "woods", "marsh")
    without = chosen("marsh", 4, "none", "woods", "marsh")
    assert kinds(without) == ("marsh", "woods", "marsh")


def test_tc_7_16_the_coast_is_offered_only_where_it_may_be_taken():
    assert chosen("arable", 4).asks("red")[0].options == ("none", "coast")
    assert chosen("arable", 5).asks("red")[0].window == "piece"


def test_tc_7_16_tc_7_36_not_both_a_stream_and_a_coast_and_one_stream_at_most():
    assert "stream" not in kinds_open("marsh", ("coast", "marsh"))
    assert "stream" in kinds_open("marsh", ("marsh",))
    assert "stream" not in kinds_open("marsh", ("marsh", "stream"))
    table = chosen("marsh", 4, "coast")
    assert "stream" not in table.asks("red")[0].options


def test_tc_7_16_a_coast_is_never_a_piece():
    assert all("coast" not in kinds_open(key, ()) for key in ALL)


def test_tc_7_32_the_advantaged_player_chooses_all_the_pieces():
    table = chosen("forest", 12)
    seats = []
    while table.asks("red"):
        seats.append(table.asks()[0].seat)
        table.choose("red", table.asks("red")[0].options[0])
    assert seats == ["red"] * 5


def test_light_troops_ask_for_cover_and_a_line_for_open_ground():
    frame = TerrainChoice(topography="arable", seat="red", score=3)
    for armies, first in (
        ("R LFT* LFTx5; B HFT*", "stream"),
        ("R KNT* HFTx5; B LFT*", "gentle-hills"),
    ):
        table = at_step(frame, armies)
        menu, ask = terrain_choice.MENUS["piece"], table.asks("red")[0]
        said = next(iter(menu.salient(table.battle.book, table.position, ask)))
        assert said.option == first
        assert menu.sample(table.battle.book, table.position, ask, Random(1)).option in ask.options


def test_the_score_that_suits_an_army_comes_first():
    frame = TerrainScore(topography="forest", seat="red", advantage=2)
    for armies, first in (("R LFT* LFTx5; B HFT*", "9"), ("R KNT* HFTx5; B LFT*", "5")):
        table = at_step(frame, armies, dice=(3, 4))
        menu, ask = terrain_choice.MENUS["terrain score"], table.asks("red")[0]
        said = next(iter(menu.salient(table.battle.book, table.position, ask)))
        assert said.option == first
