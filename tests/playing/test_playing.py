"""Condotta as a library: what a program gets when it opens a battle and plays it."""

import json
import subprocess
import sys

import pytest

import condotta
from condotta.kernel.events import Answered, Popped, Pushed, Veiled
from condotta.kernel.records import CHANCE
from condotta.positions.manual import example
from condotta.report.logbook import read, verified
from condotta.rules.library import SYSTEMS


def played(battle, decisions):
    """The battle, played on by the first answers to the oldest questions."""
    for number in range(decisions):
        if battle.over:
            break
        found = battle.answers(most=3)
        battle.say(found[number % len(found)])
    return battle


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_answer_that_is_listed_is_legal_in_every_system(system):
    battle = condotta.begin(system, seed=5)
    for number in range(60):
        if battle.over:
            break
        question = battle.question
        found = battle.answers(question, most=3)
        assert found
        assert [battle.why_not(one, question) for one in found] == [()] * len(found)
        battle.say(found[number % len(found)], question)


def test_the_same_seed_and_answers_give_the_same_bytes():
    one, two = (played(condotta.begin("ranked", seed=3), 40) for _ in range(2))
    assert one.log() == two.log()
    other = played(condotta.begin("ranked", seed=4), 40)
    assert other.log() != one.log()


def test_a_refused_answer_changes_nothing_and_says_why():
    battle = condotta.begin(seed=7)
    before = battle.log()
    with pytest.raises(condotta.Illegal) as refused:
        battle.say("swamp")
    assert battle.log() == before
    told = battle.reasons(refused.value, battle.question.seat)
    assert told == battle.why_not("swamp")
    assert told[0].endswith("[kernel]")


@pytest.mark.parametrize("system", ["triumph", "treachery+triumph"])
def test_a_fork_goes_its_own_way(system):
    """Also where seats have secrets: what each knows of the one is not known of the other."""
    battle = played(condotta.begin(system, seed=7), 5)
    before, views = battle.log(), {seat: battle.view(seat) for seat in battle.seats}
    other = battle.fork(seed=99)
    played(other, 30)
    assert battle.log() == before
    assert {seat: battle.view(seat) for seat in battle.seats} == views
    assert len(other.log()) > len(before)


def test_a_fork_rolls_the_same_dice_to_come_unless_it_is_given_a_seed():
    battle = played(condotta.begin("skirmish", seed=7), 5)
    same, other = battle.fork(), battle.fork(seed=99)
    for one in (battle, same, other):
        played(one, 40)
    assert same.engine.log == battle.engine.log
    assert other.engine.log != battle.engine.log


def test_a_fork_takes_back_what_the_battle_could_and_the_battle_still_can():
    battle = condotta.begin("triumph", seed=7)
    while not battle.engine.may_undo(battle.question.seat):
        battle.say(battle.answers()[0])
    seat, before = battle.question.seat, battle.log()
    battle.fork().undo(seat)
    assert battle.log() == before
    assert battle.engine.may_undo(seat)


def test_a_log_goes_on_as_the_battle_would_have(tmp_path):
    battle = played(condotta.begin("treachery+triumph", seed=6), 60)
    battle.save(tmp_path / "battle.log")
    again = condotta.resume(tmp_path / "battle.log")
    assert condotta.resume(battle.log()).log() == again.log() == battle.log()
    assert played(again, 20).log() == played(battle, 20).log()


def test_what_a_seat_saw_is_no_battle_to_go_on_with():
    battle = played(condotta.begin("treachery", seed=6), 10)
    with pytest.raises(condotta.PlainError, match="holds what red saw: take the whole log"):
        condotta.resume(battle.log("red"))


def test_a_seat_is_shown_what_it_may_know_and_no_procedure():
    battle = played(condotta.begin("treachery", seed=6), 80)
    veiled = [event for event in battle.engine.log if isinstance(event, Veiled)]
    assert veiled
    for seats in (("red",), ("blue",), ()):
        heard = battle.heard(*seats)
        assert not [event for event in heard if isinstance(event, Veiled | Pushed | Popped)]
    truth = battle.engine.state.position
    assert battle.view("red").position != battle.view("blue").position
    assert battle.view("red").position != truth != battle.view().position
    assert battle.view("red").seat == "red"
    assert battle.log("red") != battle.log("blue")


def test_the_log_of_a_seat_names_no_seed():
    """With it every die and every hidden draw to come could be told."""
    battle = condotta.begin("treachery", seed=60_606)
    assert b"60606" in battle.log()
    assert b"60606" not in battle.log("red")


def test_bots_play_to_the_end_and_a_program_may_be_one():
    class First:
        """The first answer that there is, from what its seat may know."""

        def __init__(self, battle):
            self.battle = battle
            self.seen = set()

        def answer(self, view, ask):
            self.seen.add(view.seat)
            return self.battle.answers(ask)[0]

    battle = condotta.begin("ranked", seed=2, settings={"battleTurns": 2})
    own = First(battle)
    result = battle.play({"red": own, "blue": "random"})
    assert battle.over
    assert not battle.questions
    assert own.seen == {"red"}
    assert result.winners == battle.winners
    assert set(battle.winners) <= {"red", "blue"}
    assert set(battle.scores) == {"red", "blue"}
    assert battle.story()[-1].endswith("]")
    with pytest.raises(condotta.PlainError, match="the battle is over"):
        battle.say("yes")


def test_what_is_told_cites_its_clauses():
    battle = played(condotta.begin(seed=7), 25)
    story, rules = battle.story(), battle.story(level="rules")
    assert len(rules) > len(story) > 10
    assert [line for line in rules if "[TC-" in line]


def test_a_position_opens_at_its_moment(tmp_path):
    moment = {
        "system": "triumph",
        "pieces": ["R1* KNT 20 10 0", "B1* SPR 20 12 180"],
        "phase": "movement",
        "points": 4,
    }
    battle = condotta.position(moment, settings={"moveMeasure": "all"})
    assert battle.question.seat == "red"
    assert battle.book.settings["moveMeasure"] == "all"
    assert battle.view("blue").position.pieces["B1"].pose is not None
    file = tmp_path / "moment.json"
    file.write_bytes(b'{"system": "triumph", "pieces": ["R1* KNT 20 10 0"]}')
    assert list(condotta.position(file).view().position.pieces) == ["R1"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_log_of_a_position_verifies_and_goes_on_from_what_was_given(system):
    one, other = (condotta.position(json.loads(example(system)), seed=5) for _ in range(2))
    for battle in (one, other):
        played(battle, 10)
    assert one.log() == other.log() == condotta.resume(one.log()).log() == one.fork().log()
    back = read(one.log(), "the log")
    assert 0 < back.header.given < len(back.events)
    assert verified(back) is None
    seat = read(one.log(one.seats[0]), "the log").header.given
    assert 0 < seat < back.header.given


def test_the_dice_of_a_file_are_for_rulings():
    """The battle is that of its seed, whatever dice the file lays out for what it says."""
    file = json.loads(example("triumph"))
    plain, laid = (condotta.position({**file, "dice": dice}) for dice in ([], [1] * 40))
    assert played(laid, 30).log() == played(plain, 30).log()
    rolled = [event for event in plain.engine.log if isinstance(event, Answered)]
    assert any(event.seat == CHANCE for event in rolled)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: condotta.begin("triumphs"), "Did you mean triumph"),
        (lambda: condotta.begin("treachery", seats=9), "9"),
        (lambda: condotta.begin(armies="nobody,no one"), "nobody"),
        (lambda: condotta.begin(settings={"moveMeasured": "all"}), "Did you mean moveMeasure"),
        (lambda: condotta.position({"system": "triumph", "piece": []}), "Did you mean pieces"),
        (lambda: condotta.position({"system": "triumph", "cases": [{"name": "one"}]}), "several"),
        (lambda: condotta.begin(seed=7).suggest(bot="stewart"), "Did you mean steward"),
    ],
)
def test_what_is_wrong_is_a_sentence(wrong, sentence):
    with pytest.raises(condotta.PlainError, match=sentence):
        wrong()


def test_importing_condotta_loads_no_rule():
    code = (
        "import sys, condotta; assert condotta.__version__; "
        "print([name for name in sys.modules if name.startswith('condotta.')])"
    )
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_that_is_promised_can_be_imported():
    assert [name for name in condotta.__all__ if getattr(condotta, name) is None] == []
    assert set(condotta.__all__) <= set(dir(condotta))
    with pytest.raises(AttributeError, match="no attribute 'Battel'"):
        _ = condotta.Battel


@pytest.mark.parametrize(
    "asked",
    [
        lambda battle: battle.view("grene"),
        lambda battle: battle.heard("red", "grene"),
        lambda battle: battle.story("grene"),
        lambda battle: battle.log("grene"),
    ],
)
def test_a_seat_that_nobody_has_is_named_and_those_there_are(asked):
    with pytest.raises(condotta.PlainError, match="Nobody sits at grene: there are red, blue"):
        asked(condotta.begin(seed=7))


def test_a_level_that_no_story_has_is_named_and_those_there_are():
    with pytest.raises(condotta.PlainError, match="no level loud: there are story, rules, raw"):
        condotta.begin(seed=7).story(level="loud")
