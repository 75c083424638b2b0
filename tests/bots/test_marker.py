"""Battles of many for one marker: bots go there, and know what a die is worth. CM-24, CM-88"""

import pytest

import condotta
from condotta.bots.marker import die_again, roll_again
from condotta.kernel.asks import Ask, Needed
from condotta.kernel.position import Position
from condotta.kernel.records import Chair
from condotta.rules.carnage import names
from condotta.rules.carnage.objective import objective
from condotta.rules.carnage.rolling import AGAIN, KEEP, WINDOW
from condotta.rules.library import book
from condotta.rules.ranked.names import CHARACTER
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL
from condotta.table import towards
from condotta.table.vector import UNIT

SEATS = ("red", "blue", "amber")


@pytest.mark.parametrize("system", ["carnage+ranked", "carnage"])
def test_somebody_scores_the_objective_in_most_battles(system):
    """[CM-88] Before regiments marched to it, nobody did in three of four ranked ones."""
    scored = 0
    for seed in range(3):
        battle = condotta.begin(system, seats=3, seed=seed)
        battle.play("schemer")
        scored += any(battle.scores.values())
    assert scored > 1


def test_regiments_are_set_out_with_the_marker_straight_before_them():
    """[CM-88] Else they stand across their quarter, an inch apart, and nobody can wheel to it."""
    battle = condotta.begin("carnage+ranked", seats=4, seed=3)
    while battle.questions and battle.questions[0].window != "whose turn":
        battle.play("schemer", decisions=1)
    seen = battle.view("red").position
    goal = objective(battle.book, seen)
    assert goal is not None
    ahead: dict[str, list[bool]] = {seat: [] for seat in seen.seats()}
    for piece in seen.at("table"):
        if piece.pose is not None and CHARACTER not in piece.traits:
            way = towards((piece.pose.x, piece.pose.y), goal)
            along = piece.pose.ux * way[0] + piece.pose.uy * way[1]
            ahead[piece.controller].append(along > 0.7 * UNIT**2)
    assert all(len(own) > 3 and sum(own) > 0.6 * len(own) for own in ahead.values()), ahead


@pytest.mark.parametrize("system", ["ranked", "treachery", "triumph"])
def test_where_no_marker_counts_there_is_none(system):
    assert objective(book(system), Position()) is None


def says(*dice: int, points: int = 3, battle_round: int = 1) -> str:
    """What red, whose die is the first, says to rolling it again."""
    counters = {names.TABLE: {names.ROUND: battle_round}, "red": {names.CP: points}}
    position = Position(chairs=tuple(Chair(seat, seat) for seat in SEATS), counters=counters)
    about = tuple(f"{seat}:{pip}" for seat, pip in zip(SEATS, dice, strict=False))
    ask = Ask("red", WINDOW, "CM-24", (KEEP, AGAIN), about=about)
    return roll_again(book("carnage"), position, ask).option


@pytest.mark.parametrize(
    ("said", "dice", "more"),
    [
        (AGAIN, (1, 3), {}),  # two roll: whoever wins settles who is last
        (KEEP, (4, 3), {}),  # it wins as it is
        (KEEP, (1, 6), {}),  # a point for one chance in twelve
        (KEEP, (1, 3), {"points": 1}),  # the last point is kept
        (KEEP, (1, 4, 2), {}),  # among three less is won
        (AGAIN, (1, 4, 2), {"battle_round": 5}),  # what is left in the end is worth little
        (KEEP, (1, 2), {"battle_round": 0}),  # a quarter or a rank is not worth a point
    ],
)
def test_a_die_is_rolled_again_where_that_may_bring_what_it_costs(said, dice, more):
    """[CM-24, CM-82]"""
    assert says(*dice, **more) == said


def die(needed: Needed | None, *, points: int, shows: str = "2 2") -> str:
    """What red says to one die of an attack or a charge again."""
    counters = {names.TABLE: {names.ROUND: 1}, "red": {names.CP: points}}
    position = Position(chairs=tuple(Chair(seat, seat) for seat in SEATS), counters=counters)
    options, about = ("keep", "die:2"), (f"shows:{shows}",)
    ask = Ask("red", COMMAND_REROLL, "SK-131", options, about=about, needed=needed)
    return die_again(book("carnage"), position, ask).option


@pytest.mark.parametrize(
    ("said", "needed", "points"),
    [
        ("die:2", Needed("charge", least=5, together=True), 3),  # two faces of three bring it there
        ("keep", Needed("charge", least=8, together=True), 3),  # a six alone
        ("keep", Needed("charge", least=4, together=True), 3),  # it arrives as it is
        ("keep", Needed("hit", least=2), 6),  # it hits as it is
        ("keep", Needed("hit", least=5), 3),  # one blow of many
        ("die:2", Needed("hit", least=3), 6),  # one of many points
        ("keep", Needed("charge", least=5, together=True), 1),  # the last
        ("keep", None, 6),
    ],
)
def test_a_blow_is_rolled_again_where_a_point_has_no_better_use(said, needed, points):
    """[SK-131]"""
    assert die(needed, points=points) == said
