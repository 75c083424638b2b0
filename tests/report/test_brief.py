"""Brief logs: what follows by the rules is left out, and worked out again when they are opened."""

import msgspec
import pytest

from condotta.bots.runner import answer_next, seated
from condotta.kernel.asks import Speak
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import Answered, Corrected, Counted, Told, Undone
from condotta.kernel.log import encode, load, read_header
from condotta.report.logbook import Log, in_brief, in_full, opened, read, verified
from condotta.rules import library
from tests.report.fought import log

BRIEF = in_brief(log())


def test_a_brief_log_opens_to_the_very_bytes_of_the_whole_one(tmp_path):
    path = tmp_path / "b.log"
    path.write_bytes(BRIEF)
    found = opened(path)
    assert in_full(found) == in_full(log())
    assert verified(found) is None
    assert in_brief(found) == BRIEF


def test_it_holds_how_the_battle_began_and_what_was_said_and_is_far_shorter():
    lines = load(library.book("triumph"), BRIEF, "brief")
    brief = read_header(BRIEF, "brief").brief
    assert brief is not None
    assert brief.events == len(log().events)
    assert all(isinstance(one, Answered) for one in lines[brief.opening :])
    assert len(lines) < brief.events / 4
    assert len(BRIEF) < len(in_full(log())) / 3


def test_words_undos_and_corrections_by_hand_are_kept():
    battle = Battle(log().book, log().events[:77], SeededCup(3))
    bots = seated(dict.fromkeys(("red", "blue"), "random"), log().book, 3)
    battle.say("red", Speak("Good luck."))
    for _ in range(100):
        seat, _ = answer_next(battle, bots)
        if battle.may_undo(seat):
            battle.undo(seat)
            break
    battle.correct((Counted("red", "glasses of wine", 2),), "We agreed.")
    answer_next(battle, bots)
    kept = Log("b", log().header, log().book, tuple(battle.log))
    found = read(in_brief(kept), "b")
    assert found.events == tuple(battle.log)
    kinds = {type(one) for one in found.events}
    assert {Told, Undone, Corrected} <= kinds


def test_one_made_by_other_rules_says_so_and_what_to_do():
    header = read_header(BRIEF, "b")
    assert header.brief is not None
    marks = "0000" + header.brief.marks[4:]
    other = msgspec.structs.replace(
        header, engine="0.0.9", brief=msgspec.structs.replace(header.brief, marks=marks)
    )
    data = encode(other) + BRIEF[BRIEF.index(b"\n") :]
    with pytest.raises(
        Corrupt, match=r"made by Condotta 0.0.9 with data .* differs among events 1 to"
    ):
        read(data, "b")


def test_an_answer_that_is_no_longer_possible_is_named():
    lines = BRIEF.split(b"\n")
    broken = b"\n".join((*lines[:-3], lines[-3].replace(b'"seat":"', b'"seat":"no'), b""))
    with pytest.raises(Corrupt, match="is no longer possible"):
        read(broken, "b")


def test_a_log_that_the_rules_do_not_give_is_not_made_brief():
    events = tuple(one for n, one in enumerate(log().events) if n != 100)
    with pytest.raises(Corrupt, match="keep the whole log"):
        in_brief(msgspec.structs.replace(log(), events=events))


def test_what_a_seat_saw_is_not_made_brief():
    header = msgspec.structs.replace(log().header, seat="red")
    with pytest.raises(Corrupt, match="take the whole log"):
        in_brief(msgspec.structs.replace(log(), header=header))
