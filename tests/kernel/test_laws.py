"""The laws of `laws.py`, held by the toy book on random ways through it."""

import errno
import os
import stat
from random import Random

import pytest

from condotta.kernel.asks import Action, Ask, Choose, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.chance import ScriptedCup, SeededCup
from condotta.kernel.choices import recalled
from condotta.kernel.errors import Corrupt, Illegal
from condotta.kernel.events import (
    Answered,
    Asked,
    Counted,
    Ended,
    Marked,
    Popped,
    Pushed,
    Told,
    Withdrawn,
)
from condotta.kernel.log import (
    FORMAT,
    Header,
    canonical,
    dump,
    encode,
    load,
    read_header,
    replay,
    save,
)
from condotta.kernel.records import Mark
from tests.kernel import laws, toy
from tests.kernel.toy import Advance, Give, ask_of, choose


def random_battle(seed: int, **how) -> Battle:
    sides = toy.TWO_SIDES if seed % 2 else toy.THREE_SIDES
    opening = toy.opening({"red": "false"}, {"blue": ("ambush",)}, sides, **how)
    return Battle(laws.watched(toy.book()), opening, SeededCup(seed))


@pytest.mark.parametrize("seed", range(4))
def test_every_law_holds_after_every_answer(seed):
    battle = random_battle(seed)
    given = laws.play(battle, Random(seed), steps=60, each=laws.keeps_every_law)
    assert given == 60 or battle.state.position.ended


def test_a_battle_of_thirty_steps_ends_and_asks_nobody_any_more():
    battle = random_battle(3, steps=30)
    laws.play(battle, Random(8), steps=2000)
    assert battle.state.position.ended
    assert battle.waiting() == ()
    assert all(battle.view(seat).asks == () for seat in laws.audiences(battle))
    laws.keeps_every_law(battle)
    laws.damage_is_refused_with_its_line(battle)


def test_after_the_end_only_words_are_heard():
    battle = random_battle(3, steps=0)
    assert isinstance(battle.log[-1], Ended)
    laws.is_refused(battle, "red", Give("blue", 1), None, "kernel.ended")
    battle.say("red", Speak("well fought"))
    assert battle.log[-1] == Told("red", "well fought")


def test_what_is_said_has_one_form_however_it_was_made():
    class Turn(Action, frozen=True):
        degrees: float

    assert encode(canonical(Turn(45))) == encode(canonical(Turn(45.0))) == encode(Turn(45.0))
    battle = toy.battle()
    with pytest.raises(Corrupt, match="Advance"):
        battle.say("red", Advance("R1", "far", 1), ask_of(battle, "red").id)
    laws.keeps_every_law(battle)


def test_a_repeated_command_is_stale():
    battle = toy.battle()
    laws.a_repeated_command_is_stale(battle, "red", Choose("rest"), ask_of(battle, "red").id)


@pytest.mark.parametrize("window", ["season", "parley", "stake"])
def test_a_gift_at_any_time_leaves_the_frames_below(window):
    battle = toy.battle(cards={"blue": ("ambush",)})
    if window == "parley":
        choose(battle, "red", "parley")
        choose(battle, "blue", "war")
    if window == "stake":
        choose(battle, "red", "march")
        choose(battle, "blue", "card-1")
    assert ask_of(battle, "red" if window != "stake" else "blue", window)
    laws.an_act_at_any_time_leaves_the_frames_below(battle, "green", Give("blue", 2))
    assert battle.state.position.count("blue", "tokens") == 5


def test_an_undo_restores_all_but_the_numbers():
    battle = toy.battle()
    for seat, said in (("red", Choose("rest")), ("green", Advance("G1", 7, 7))):
        laws.an_undo_restores_all_but_the_numbers(battle, seat, said, ask_of(battle, seat).id)
    assert laws.play(battle, Random(2), 5, laws.keeps_every_law)


def test_choices_are_taken_back_one_after_another():
    battle = toy.battle()
    start = encode(battle.state.position)
    battle.say("red", Advance("R1", 1, 1), ask_of(battle, "red").id)
    battle.say("blue", Advance("B1", 2, 2), ask_of(battle, "blue").id)
    with pytest.raises(Illegal, match=r"kernel\.undo"):
        battle.undo("red")
    battle.undo("blue")
    battle.undo("red")
    assert encode(battle.state.position) == start
    laws.keeps_every_law(battle)


SEALS = {
    "dice": "dice",
    "secret": "dice",
    "reveal": "secret",
    "parley": "secret",
    "gift": "acted",
    "other seat": "acted",
}


@pytest.mark.parametrize("learned", SEALS)
def test_an_undo_is_refused_across_what_cannot_be_unlearned_and_says_why(learned):
    battle = toy.battle(cards={"red": ("feast",)})
    deeds = {"dice": "march", "secret": "draw", "parley": "parley"}
    choose(battle, "red", deeds.get(learned, "challenge"))
    if learned == "parley":
        for seat in ("green", "blue", "red"):
            choose(battle, seat, "war")
    if learned == "reveal":
        choose(battle, "red", "B1")
    if learned == "gift":
        battle.say("blue", Give("green", 1))
    if learned == "other seat":
        choose(battle, "red", "none")
        battle.say("green", Advance("G1", 1, 1), ask_of(battle, "green").id)
    assert not battle.may_undo("red")
    assert battle.why_no_undo("red") == f"kernel.undo-{SEALS[learned]}"
    with pytest.raises(Illegal, match=rf"kernel\.undo-{SEALS[learned]}"):
        battle.undo("red")


def test_nothing_is_said_of_an_undo_to_a_seat_that_chose_nothing():
    battle = toy.battle()
    assert battle.why_no_undo("red") == ""
    with pytest.raises(Illegal, match=r"kernel\.undo$"):
        battle.undo("red")


@pytest.mark.parametrize("seed", range(6))
def test_a_log_tells_which_choices_can_still_be_taken_back(seed):
    battle, random = random_battle(seed), Random(seed)
    able = 0
    for _ in range(60):
        laws.play(battle, random, 1)
        state, choices = recalled(battle.log)
        assert state == battle.state
        for seat in ("red", "green", "blue"):
            over = state.position.ended is not None
            assert (choices.may(seat) and not over) == battle.may_undo(seat)
            assert over or choices.why_not(seat) == battle.why_no_undo(seat)
        for seat in filter(battle.may_undo, ("red", "green", "blue")):
            able += 1
            again = Battle(battle.book, battle.log)
            again.undo(seat)
            if not random.randrange(3):
                battle.undo(seat)
                assert again.state == battle.state
                assert again.log == battle.log
                break
    assert able > 2


def test_a_secret_answer_may_be_taken_back_while_others_are_awaited():
    battle = toy.battle()
    choose(battle, "red", "parley")
    asked = ask_of(battle, "red").id
    laws.an_undo_restores_all_but_the_numbers(battle, "red", Choose("war"), asked)


def test_words_do_not_stand_in_the_way_of_an_undo():
    battle = toy.battle()
    choose(battle, "red", "challenge")
    battle.say("blue", Speak("think again"))
    battle.undo("red")
    laws.keeps_every_law(battle)


def test_a_saved_battle_goes_on_as_if_it_had_never_stopped(tmp_path):
    whole, first = random_battle(5), random_battle(5)
    laws.play(whole, Random(5), 40)
    laws.play(first, Random(5), 20)
    path = tmp_path / "battle.log"
    save(path, laws.written(first))
    again = Battle(first.book, load(first.book, path.read_bytes(), path.name), SeededCup(5))
    random = Random(5)
    laws.play(random_battle(5), random, 20)
    laws.play(again, random, 20)
    assert again.log == whole.log
    assert again.state == whole.state


def test_a_battle_saved_after_an_undo_goes_on_from_there():
    battle = toy.battle()
    choose(battle, "red", "challenge")
    battle.undo("red")
    again = Battle(battle.book, battle.log, SeededCup(7))
    assert again.state == battle.state
    choose(again, "red", "rest")
    laws.keeps_every_law(again)


def test_a_battle_saved_between_a_request_and_its_dice_rolls_when_it_goes_on():
    waiting = Battle(toy.book(), toy.opening(), ScriptedCup(()))
    choose(waiting, "red", "march")
    assert waiting.waiting()[-1].window == "march dice"
    again = Battle(toy.book(), waiting.log, ScriptedCup((6, 6)))
    assert again.state.position.count("red", "miles") == 13


def test_a_log_that_tells_of_what_is_not_there_is_refused():
    battle = toy.battle()
    with pytest.raises(Corrupt, match="event 2: Marked"):
        replay([battle.log[0], Marked("nothing", Mark("moved"))])
    with pytest.raises(Corrupt, match="Answered"):
        replay([*battle.log, Answered(99, "red", "season", None)])


def test_a_file_that_is_no_log_says_so():
    with pytest.raises(Corrupt, match="no battle log"):
        read_header(b"hello\n", "notes.txt")
    newer = dump(Header(FORMAT + 1, "9.9", "toy"), ())
    with pytest.raises(Corrupt, match=r"Condotta 9\.9, which is newer"):
        read_header(newer, "battle.log")
    header = Header(FORMAT, "1", "toy", {"days": ("one", "two"), "fog": None}, seat="red")
    assert read_header(dump(header, ()), "battle.log") == header


# ── frames ───────────────────────────────────────────────────────────────────
def test_frames_are_as_small_at_step_1000_as_at_step_10():
    battle = toy.battle(cup=SeededCup(1))
    sizes = {}
    for number in range(1000):
        seat = toy.turn_of(None, battle.state.position)
        choose(battle, seat, ("march", "rest")[number % 2])
        laws.the_agenda_is_small(battle)
        if number in (9, 999 - 990 % 30):
            sizes[number] = len(encode(battle.state.agenda))
    assert toy.step(battle.state.position) == 1000
    assert battle.state.position.ended
    assert len(set(sizes.values())) == 1


def test_interrupts_are_offered_in_table_order_and_nested():
    battle = toy.battle(cards={"green": ("ambush",), "blue": ("fog",)}, cup=ScriptedCup((5, 1, 1)))
    choose(battle, "red", "march")
    asked = [(ask.seat, ask.options) for ask in battle.waiting()]
    assert asked == [("blue", ("pass",))]
    choose(battle, "blue", "pass")
    choose(battle, "green", "card-1")
    depth = len(battle.state.agenda)
    assert [type(frame).__name__ for frame in battle.state.agenda] == [
        "Season",
        "Deed",
        "March",
        "Ambush",
    ]
    assert depth == 4
    choose(battle, "green", "1")
    assert battle.state.position.count("red", "miles") == 0
    laws.keeps_every_law(battle)


def test_dice_are_asked_for_after_the_choice_they_decide():
    battle = Battle(toy.book(), toy.opening())
    assert all(ask.seat != "chance" for ask in battle.state.asks)
    choose(battle, "red", "march")
    windows = [event.ask.window for event in battle.log if isinstance(event, Asked)]
    assert windows[-1] == "march dice"
    laws.is_refused(battle, "blue", Give("red", 1), None, "kernel.dice-first")


def test_a_loop_takes_its_other_questions_back_while_it_deals_with_one():
    battle = toy.battle()
    old = ask_of(battle, "blue").id
    choose(battle, "red", "challenge")
    assert sum(isinstance(event, Withdrawn) for event in battle.log) == 2
    assert [ask.window for ask in battle.waiting()] == ["challenge"]
    laws.is_refused(battle, "blue", Advance("B1", 1, 1), old, "kernel.stale")
    choose(battle, "red", "none")
    assert ask_of(battle, "blue").id > old


def test_a_procedure_that_remembers_is_caught_when_it_is_entered_twice(monkeypatch):
    entries = []

    def forgetful(book, state, frame):
        entries.append(frame)
        yield Counted("table", "entered", len(entries))
        yield Popped()

    monkeypatch.setitem(toy.TOY.procedures, toy.Parley, forgetful)
    with pytest.raises(AssertionError):
        choose(Battle(laws.watched(toy.book()), toy.opening()), "red", "parley")


def test_a_procedure_that_asks_nothing_and_does_not_end_is_a_bug_that_is_named(monkeypatch):
    monkeypatch.setitem(toy.TOY.procedures, toy.Parley, lambda *_: iter(()))
    battle = toy.battle()
    with pytest.raises(RuntimeError, match="Parley has nothing to do"):
        choose(battle, "red", "parley")
    assert ask_of(battle, "red")


def test_a_procedure_that_runs_in_a_circle_is_stopped(monkeypatch):
    def for_ever(book, state, frame):
        while True:
            yield Counted("table", "dizzy", 1)

    def deeper(book, state, frame):
        yield Pushed(toy.Parley())

    for procedure, why in ((for_ever, "goes on and on"), (deeper, "deep")):
        monkeypatch.setitem(toy.TOY.procedures, toy.Parley, procedure)
        with pytest.raises(RuntimeError, match=why):
            choose(toy.battle(), "red", "parley")


def test_a_question_that_nothing_answers_is_a_bug_that_is_named(monkeypatch):
    def mute(book, state, frame):
        yield Asked(Ask("red", "silence", "TOY-0"))

    def late(book, state, frame):
        yield Popped()
        yield Asked(Ask("red", "too late", "TOY-0", options=("a",)))

    for procedure, why in ((mute, "silence"), (late, "too late")):
        monkeypatch.setitem(toy.TOY.procedures, toy.Parley, procedure)
        with pytest.raises(RuntimeError, match=why):
            choose(toy.battle(), "red", "parley")


def test_a_log_that_cannot_be_written_leaves_the_one_before(tmp_path, monkeypatch):
    path, first = tmp_path / "battle.log", laws.written(toy.battle())
    save(path, first)

    def full(_):
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr("condotta.kernel.log.os.fsync", full)
    with pytest.raises(OSError, match="no room") as why:
        save(path, first[: len(first) // 2])
    assert why.value.filename == str(path)
    assert path.read_bytes() == first
    assert [one.name for one in tmp_path.iterdir()] == ["battle.log"]


def test_a_log_reaches_the_disk_with_its_name(tmp_path, monkeypatch):
    folders = []
    monkeypatch.setattr(
        "condotta.kernel.log.os.fsync",
        lambda held: folders.append(stat.S_ISDIR(os.fstat(held).st_mode)),
    )
    save(tmp_path / "battle.log", b"first")
    assert folders == [False, True]


def test_what_a_link_names_is_written_and_the_link_stays(tmp_path):
    path, link = tmp_path / "battle.log", tmp_path / "newest"
    save(path, b"first")
    link.symlink_to(path)
    save(link, b"second")
    assert link.is_symlink()
    assert path.read_bytes() == b"second"
