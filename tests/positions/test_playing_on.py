"""A position is played on from: the battle begins there, and its log is a log like any other."""

from __future__ import annotations

import json

import msgspec
import pytest

from condotta.bots.runner import conduct, seated
from condotta.bots.seat import usual
from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Answered, Asked, Sealed
from condotta.kernel.log import dump, encode
from condotta.playing import begin
from condotta.positions.manual import example
from condotta.positions.playing_on import beginning
from condotta.positions.reading import parse
from condotta.positions.taking import seen, taken
from condotta.report.logbook import header_of, read, verified
from condotta.rules.library import SYSTEMS, kind

DECISIONS = 12


def started(file, **settings):
    """What the battle of a file begins with."""
    data = file.encode() if isinstance(file, str) else msgspec.json.encode(file)
    return beginning(parse(data, "the file"), "the file", settings)


def played(file, decisions=DECISIONS, seed=5):
    """A battle that bots play on from a file."""
    found = started(file)
    battle = Battle(found.book, found.opening, SeededCup(seed))
    bots = {chair.seat: usual(found.book) for chair in found.chairs}
    conduct(battle, seated(bots, found.book, seed), limit=decisions)
    return battle, dump(header_of(found.book, {}, given=len(found.opening)), battle.log)


PLAYED = [*(one for one in SYSTEMS if kind(one) == one), "treachery+reported"]
"""Every system, and of the variants one."""


@pytest.fixture(scope="module", params=PLAYED)
def moment(request):
    """A battle of each system after some decisions."""
    battle = begin(request.param, seed=3)
    battle.play(decisions=60)
    return battle


# ── in every system ──────────────────────────────────────────────────────────
def test_the_same_file_and_seed_give_the_same_log_and_it_verifies(moment):
    file = example(moment.book.system)
    (one, log), (other, again) = played(file), played(file)
    assert log == again
    assert encode(one.state) == encode(other.state)
    assert any(isinstance(event, Answered) for event in one.log)
    back = read(log, "the log")
    assert back.header.given == len(started(file).opening)
    assert verified(back) is None


def test_a_moment_of_a_battle_goes_on_as_it_would_have(moment):
    battle, log = played(taken(moment.engine))
    assert verified(read(log, "the log")) is None
    begun = started(taken(moment.engine)).opening
    assert encode(Battle(battle.book, begun).state.position) == encode(moment.engine.state.position)


def test_what_somebody_saw_is_played_on_with_what_that_says(moment):
    file = json.loads(seen(moment.book, moment.heard(moment.seats[0]), "now"))
    _, log = played(file)
    assert verified(read(log, "the log")) is None
    found = started(file)
    begun = Battle(found.book, found.opening).state.position
    known = moment.view(moment.seats[0]).position
    assert {name: piece.truth for name, piece in begun.pieces.items()} == {
        name: piece.truth for name, piece in known.pieces.items()
    }


def test_nothing_is_taken_back_beyond_the_beginning(moment):
    found = started(example(moment.book.system))
    battle = Battle(found.book, found.opening, SeededCup(5))
    before, log = encode(battle.state), list(battle.log)
    assert len(found.chairs) > 1
    for chair in found.chairs:
        with pytest.raises(Illegal):
            battle.undo(chair.seat)
        assert (encode(battle.state), battle.log) == (before, log)


# ── one at a time ────────────────────────────────────────────────────────────
def test_a_choice_is_taken_back_to_the_beginning_and_no_farther():
    red = ["R1* HFT 20 10 0", "R2 HFT 30 10 0"]
    found = started({"system": "triumph", "pieces": [*red, "B1* HFT 20 20 180"]})
    battle = Battle(found.book, found.opening)
    (ask,) = battle.waiting()
    before = battle.state
    battle.say("red", parse_move(battle), ask.id)
    assert battle.state.position.pieces["R1"] != before.position.pieces["R1"]
    battle.undo("red")
    assert battle.state.position == before.position
    with pytest.raises(Illegal):
        battle.undo("red")


def parse_move(battle):
    """A move ahead of R1."""
    return battle.book.revive(
        {"kind": "Move", "pieces": ["R1"], "legs": [{"kind": "advance", "distance": 10_000}]}
    )


def test_a_log_cannot_say_that_an_answer_was_given():
    file = example("triumph")
    battle, log = played(file)
    forged = header_of(battle.book, {}, given=len(battle.log))
    found = verified(read(dump(forged, battle.log), "the log"))
    assert found is not None
    assert found.gives == "no answer in what was given"
    assert verified(read(log, "the log")) is None


def test_open_questions_of_a_moment_are_among_what_is_given():
    moment = begin("triumph", seed=3)
    moment.play(decisions=40)
    opening = started(taken(moment.engine)).opening
    assert any(isinstance(event, Asked) for event in opening)


def test_the_dice_of_another_table_bind_nobody():
    file = taken(begin("triumph", seed=3).engine)
    file["events"] = [*file.get("events", []), {"kind": "Sealed", "seal": "dice", "digest": "ab"}]
    assert not [event for event in started(file).opening if isinstance(event, Sealed)]


def test_settings_go_over_those_of_the_file():
    file = {"system": "triumph", "settings": {"moveMeasure": "all"}, "pieces": ["R1* HFT 9 9 0"]}
    assert started(file).book.settings["moveMeasure"] == "all"
    assert started(file, moveMeasure="front").book.settings["moveMeasure"] == "front"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"cases": [{"name": "one"}]}, "describes several positions"),
        ({"under": [{}, {"moveMeasure": "all"}]}, "describes several positions"),
        ({"pieces": ["R1* HFT 9 9 0", "R2 HFT 9 9 0"]}, "R1 and R2 lie on one another"),
        ({"events": [{"kind": "Ended", "winners": ["south"], "clause": "TC-10.1", "key": "x"}],
          "pieces": ["R1* HFT 9 9 0"]}, "the battle is over there"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_in_one_sentence(change, why):
    with pytest.raises(PlainError, match=why):
        started({"system": "triumph", "pieces": ["R1* HFT 9 9 0"], **change})


def test_gt_4_2_what_was_sealed_and_is_not_said_is_not_played_on_from():
    moment = begin("grand", seed=3)
    moment.play(decisions=12)
    assert moment.engine.state.position.seals
    with pytest.raises(PlainError, match="does not say what was sealed"):
        started(json.loads(seen(moment.book, moment.heard(), "now")))
    assert started(taken(moment.engine)).opening
