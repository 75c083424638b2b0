"""Turns out of a log: positions around them, ways of pieces, fates, fights."""

from itertools import pairwise

from condotta.kernel.events import Entered, Moved, Mustered, Removed, Step, Undone
from condotta.kernel.log import replay
from condotta.report.history import effective, turns_of
from condotta.rules.triumph import names
from condotta.table import pose_at
from tests.report.fought import MU, log, stand


def test_the_last_turn_ends_in_the_state_of_the_log():
    turns = turns_of(log().events)
    assert turns[-1].after == replay(log().events).position
    assert [turn.number for turn in turns] == list(range(len(turns)))
    assert all(one.after == two.before for one, two in pairwise(turns))


def test_what_was_taken_back_is_no_part_of_a_turn():
    one, two = Entered(1, names.START, ("red",)), Entered(1, names.MOVEMENT, ("red",))
    assert effective([one, two, Undone(1, "red"), two]) == [one, two]


def test_a_piece_that_moved_twice_has_a_way_of_three_places():
    begun = [Mustered(stand("R1", "SPR", 20, 10)), Entered(1, names.START, ("red",))]
    steps = [Moved((Step("R1", pose_at(20 * MU, y * MU, 0)),)) for y in (12, 11)]
    turn = turns_of([*begun, *steps])[1]
    assert [pose.y // MU for pose in turn.tracks[0].poses] == [10, 12, 11]


def test_a_piece_that_was_lost_leaves_a_fate_where_it_stood():
    begun = [Mustered(stand("R1", "SPR", 20, 10)), Entered(1, names.START, ("red",))]
    moved = Moved((Step("R1", pose_at(20 * MU, 12 * MU, 0)),))
    turn = turns_of([*begun, moved, Removed("R1", "lost", "blue", "TC-3.6")])[1]
    assert (turn.fates[0].pose.y, turn.fates[0].says) == (12 * MU, "Spear R1 lost")
    assert turn.tracks == ()
