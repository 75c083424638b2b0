"""Dice that take everybody's words: what a host gains, and what silence, leaving, undo do."""

from collections import Counter
from itertools import pairwise

import pytest

from condotta.cli import dice_check
from condotta.kernel.asks import Choose, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.decide import chance_ask
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Answered, Asked, Opened, Sealed
from condotta.kernel.records import CHANCE
from condotta.kernel.shared_dice import (
    Transcript,
    chain,
    digest_of_word,
    is_word,
    spoken,
    words_in,
)
from condotta.report.logbook import opened, verified
from condotta.rules.library import SYSTEMS
from condotta.rules.triumph.movement.moves import Advance, Move
from condotta.server.dice.cups import open_dice, proved, put_cup
from condotta.server.dice.mixing import AWAY, BINDINGS, SILENT, transcript_of
from condotta.server.games.games import game
from condotta.server.reasons import Refused
from condotta.server.store.store import SeatRow
from tests.server.dice_table import AWAKE, GONE, LATE, SECRETS, DiceTable
from tests.server.dice_table import SILENT as MUTE


def rolls(battle):
    """What every roll showed, in order."""
    return [
        one.said.pips
        for one in battle.log
        if isinstance(one, Answered) and one.seat == CHANCE and isinstance(one.said, Roll)
    ]


def words(battle):
    """The words that were put into the log together, but for those that opened the dice."""
    opened_ = [one for one in battle.log if isinstance(one, Opened) and one.seal == "dice words"]
    return [words_in(one.content) for one in opened_ if one.content]


# ── words ────────────────────────────────────────────────────────────────────
def test_each_word_of_a_chain_is_bound_by_the_one_before():
    own = chain("seed", 20)
    assert all(digest_of_word(after) == before for before, after in pairwise(own))
    assert all(map(is_word, own))
    assert len(set(own)) == 21
    assert words_in(spoken({"red": own[1], "blue": ""}).content) == {"blue": "", "red": own[1]}


def test_every_roll_after_a_choice_has_a_new_word_of_every_seat():
    table = DiceTable({"red": "person", "blue": "bot"})
    table.play()
    assert dice_check.check(table.log()).wrong == []
    said = words(table.battle)
    assert all(sorted(one) == ["blue", "red"] and all(one.values()) for one in said)
    assert len({word for one in said for word in one.values()}) == 2 * len(said)
    assert len(rolls(table.battle)) > 10
    acted, lacking = True, 0
    for event in table.battle.log:
        match event:
            case Opened("dice words", content) if content:
                acted = False
            case Answered(seat=seat) if seat != CHANCE:
                acted = True
            case Answered():
                lacking += acted
    assert lacking == 0


SHORT = {
    "triumph": {"turnLimit": 3}, "grand": {"turnLimit": 1}, "treachery+triumph": {"gameTurns": 1},
    "ranked": {"battleTurns": 2}, "treachery": {"gameTurns": 1}, "skirmish": {"battleRounds": 1},
    "carnage": {"rounds": 1}, "carnage+ranked": {"rounds": 1},
}  # fmt: skip


def of_system(system):
    """A short battle of persons in a system, of the fewest seats."""
    places = game(system).places(len(game(system).shown().seats[0]))
    held = {place.seat: "person" for place in places}
    return DiceTable(held, scenario="", system=system, settings=SHORT.get(system, {}))


@pytest.mark.parametrize("system", SYSTEMS)
def test_whole_battles_of_every_system_verify_with_a_seat_that_leaves(system, tmp_path):
    table = of_system(system)
    *_, last = held = table.battle.state.position.seats()
    table.play(40)
    table.go(last, GONE)
    table.now += 2 * AWAY
    table.play(40)
    table.go(last, AWAKE)
    table.bind(last, "another device")
    table.play()
    data = table.log()
    found = dice_check.check(data)
    assert found.wrong == []
    assert sum(one.seat == CHANCE for one in table.battle.log if isinstance(one, Answered)) > 5
    path = tmp_path / "battle.jsonl"
    path.write_bytes(data)
    log = opened(path)
    proof = proved(log.events)
    assert (proof.rolls, proof.wrong) == (found.rolls, ())
    assert verified(log) is None
    for seat in (*held, None):
        copy = table.copy(*([seat] if seat else []))
        assert dice_check.compare(data, copy)[1] == "", seat


# ── a host who tries ─────────────────────────────────────────────────────────
def leads_to_dice(table):
    """Whether ending what is open leads to dice."""
    fork = table.battle.fork(None)
    ask = fork.waiting()[0]
    fork.say(ask.seat, table.answer(), ask.id)
    return chance_ask(fork.state.asks) is not None


def varied(table, number):
    """The battle in which its host moved a stand by so many quanta; then dice wait."""
    battle = table.battle.fork(None)
    battle.say("red", Move(("R1",), (Advance(100 + number),)), battle.waiting()[0].id)
    while chance_ask(battle.state.asks) is None:
        battle.say("red", Choose("end"), battle.waiting()[0].id)
    return battle


def falls(battle, words_said):
    """What the dice that wait would show with these words."""
    transcript = Transcript()
    transcript.catch_up(battle.log)
    transcript.take(spoken(words_said))
    return transcript.answer(SECRETS.secret, chance_ask(battle.state.asks)).pips


def test_a_host_who_tries_a_thousand_variants_of_a_move_gains_nothing():
    """He knows the table's secret and his own words; what he guesses of the guest's is nothing."""
    table = DiceTable()
    table.settle()
    mine, guests = table.word("red"), table.word("blue")
    known = transcript_of(table.battle).chains["blue"]
    right, sixes, alone = 0, Counter(), Counter()
    for number in range(1000):
        battle = varied(table, number)
        (guessed,) = falls(battle, {"red": mine, "blue": known})
        (fell,) = falls(battle, {"red": mine, "blue": guests})
        right += guessed == fell
        if guessed == 6:  # the variant that he would choose
            sixes[fell] += 1
        alone[falls(battle, {"red": mine, "blue": ""})] += 1
    tries = sixes.total()
    assert abs(right - 1000 / 6) < 4 * (1000 * 5 / 36) ** 0.5
    assert tries > 100
    assert abs(sixes[6] - tries / 6) < 4 * (tries * 5 / 36) ** 0.5
    assert len(alone) == 6, "were the guest asleep, he could have chosen what falls"


def test_what_falls_for_one_variant_hangs_on_the_word_of_the_guest_alone():
    table = DiceTable()
    table.settle()
    battle, mine = varied(table, 0), table.word("red")
    fell = Counter(
        falls(battle, {"red": mine, "blue": chain(f"guest {number}", 1)[1]})[0]
        for number in range(1200)
    )
    squares = sum((fell[pip] - 200) ** 2 / 200 for pip in range(1, 7))
    assert squares < 20.5, "even, as honest dice are in 999 of 1,000 cases"


def test_a_host_alone_with_seats_asleep_is_seen_to_be_alone():
    """Where nobody else says a word he foretells everything, and the log says so at each roll."""
    table = DiceTable()
    table.play(3)
    table.go("blue", GONE)
    table.now += 2 * AWAY
    table.play()
    found = dice_check.check(table.log())
    assert found.wrong == []
    assert len(found.lacked["blue"]) == 1
    assert all(list(one) == ["red"] for one in words(table.battle)[-3:])


# ── before the first dice ────────────────────────────────────────────────────
def test_no_dice_fall_before_everybody_is_there():
    table = DiceTable({"red": "person", "blue": "open"})
    table.now += 1000
    assert table.stir() is None
    assert not rolls(table.battle)
    assert table.mixing.told(table.battle).waits == ("blue",)
    table.rows["blue"] = SeatRow(seat="blue", side="", held="person")
    table.pages["blue"], table.chains["blue"] = AWAKE, chain("late guest", 300)
    table.mixing.came["blue"] = table.now
    table.stir()
    assert not rolls(table.battle)
    table.bind("blue")
    table.settle()
    assert rolls(table.battle)
    kinds = [one.seal for one in table.battle.log if isinstance(one, Sealed | Opened)]
    assert kinds == [
        "dice with words",
        "dice word of red",
        "dice word of blue",
        *["dice words"] * 2,
    ]


def test_who_comes_and_binds_himself_to_no_words_holds_nobody_up():
    table = DiceTable({"red": "person", "blue": "open"})
    table.rows["blue"] = SeatRow(seat="blue", side="", held="person")
    table.pages["blue"], table.chains["blue"] = MUTE, chain("never said", 300)
    table.mixing.came["blue"] = table.now
    wait = table.stir()
    assert wait == pytest.approx(SILENT)
    table.now += SILENT
    table.play()
    found = dice_check.check(table.log())
    assert found.wrong == []
    assert found.said["blue"] == 0
    assert found.said["red"] > 10


def test_bots_alone_wait_for_nobody():
    table = DiceTable({"red": "bot", "blue": "bot"})
    table.stir()
    assert rolls(table.battle)


# ── late, silent, gone ───────────────────────────────────────────────────────
@pytest.mark.parametrize("how", [AWAKE, LATE, MUTE, GONE])
@pytest.mark.parametrize("seats", [("blue",), ("red",), ("red", "blue")])
def test_a_whole_battle_verifies_however_seats_behave(how, seats, tmp_path):
    table = DiceTable(seeds=how)
    table.play(6)
    for seat in seats:
        table.go(seat, how)
    table.play(30)
    for seat in seats:
        table.go(seat, AWAKE)
        table.bind(seat, f"again {seat}")
    table.play()
    found = dice_check.check(table.log())
    assert found.wrong == []
    slept = how in (MUTE, GONE)
    assert {seat: len(found.lacked[seat]) for seat in ("red", "blue")} == {
        seat: int(slept and seat in seats) for seat in ("red", "blue")
    }
    path = tmp_path / "battle.jsonl"
    path.write_bytes(table.log())
    assert verified(opened(path)) is None


def waiting_for_words(table):
    """A table where a choice has led to dice, and nobody has said a word."""
    table.settle()
    while not leads_to_dice(table):
        table.say(table.ask(), table.answer())
    ask = table.ask()
    table.battle.say(ask.seat, table.answer(), ask.id)
    assert table.stir()
    return table


def test_a_seat_at_the_table_is_waited_for_so_long_and_one_that_is_gone_so_long():
    table = waiting_for_words(DiceTable())
    table.mixing.hear(transcript_of(table.battle), "red", table.word("red"))
    assert table.stir() == pytest.approx(SILENT)
    table.go("blue", GONE)
    assert table.stir() == pytest.approx(AWAY)
    table.now += AWAY
    assert table.stir() is None
    assert chance_ask(table.battle.state.asks) is None
    assert words(table.battle)[-1]["blue"] == ""


def test_nobody_stalls_by_coming_and_going():
    table = waiting_for_words(DiceTable())
    begun = table.now
    for number in range(100):
        table.go("blue", MUTE if number % 2 else GONE)
        table.mixing.came["blue"] = table.now
        if not table.stir():
            break
        table.now += 1.0
    assert words(table.battle)[-1]["blue"] == ""
    assert table.now - begun <= AWAY + SILENT


def test_nobody_waits_twice_for_a_seat_that_is_asleep():
    table = DiceTable()
    table.play(4)
    table.go("blue", MUTE)
    before = table.now
    table.play()
    assert table.now - before < SILENT + 2


def test_a_word_too_late_is_never_used():
    """Whoever runs the table knows it: it would be a word that he could foresee."""
    table = waiting_for_words(DiceTable())
    late = table.word("blue")
    table.go("blue", MUTE)
    table.settle()
    table.go("blue", AWAKE)
    waiting_for_words(table)
    table.mixing.hear(transcript_of(table.battle), "blue", late)
    table.settle()
    assert all(late not in one.values() for one in words(table.battle))


def test_only_the_next_word_of_a_chain_is_taken():
    table = waiting_for_words(DiceTable())
    transcript = transcript_of(table.battle)
    later = table.chains["blue"][table.chains["blue"].index(transcript.chains["blue"]) + 2]
    for wrong in (later, "00" * 32, "x", "", table.word("blue").upper()):
        with pytest.raises(Refused):
            table.mixing.hear(transcript, "blue", wrong)


def test_a_seat_binds_itself_at_rest_only_and_not_for_ever():
    table = waiting_for_words(DiceTable())
    before = len(table.battle.log)
    table.bind("blue", "in the middle of it")
    assert len(table.battle.log) == before
    table.chains["blue"] = chain("seed blue", 300)
    table.settle()
    seals = [one for one in table.battle.log[before:] if isinstance(one, Sealed)]
    assert [one.digest for one in seals] == [chain("in the middle of it", 300)[0]]
    for number in range(BINDINGS):
        table.bind("blue", f"{number}")
    with pytest.raises(Refused):
        table.bind("blue", "once too often")
    with pytest.raises(Refused):
        table.mixing.bind("red", "no digest")


def test_a_seat_that_changes_hands_is_bound_anew():
    table = DiceTable()
    table.play(5)
    row = table.rows["blue"]
    table.rows["blue"] = SeatRow(seat="blue", side="", held="bot")
    table.pages.pop("blue")
    table.play(10)
    table.rows["blue"] = SeatRow(seat="blue", side="", held="open")
    table.play(3)
    assert "blue" not in transcript_of(table.battle).chains
    table.rows["blue"] = row
    table.pages["blue"] = AWAKE
    table.bind("blue", "whoever came")
    table.play()
    found = dice_check.check(table.log())
    assert found.wrong == []
    assert found.lacked == {"red": [], "blue": []}


# ── undo, restart ────────────────────────────────────────────────────────────
@pytest.mark.parametrize("system", SYSTEMS)
def test_an_undo_throws_nothing_again(system):
    """What was taken back leaves no trace in the dice: the same acts have the same dice."""
    straight, there_and_back = (of_system(system) for _ in range(2))
    there_and_back.battle = Battle(straight.battle.book, straight.battle.log)  # armies are drawn
    put_cup(there_and_back.battle, SECRETS)
    for table in (straight, there_and_back):
        table.settle()
    undone = 0
    for _ in range(80):
        if straight.battle.state.position.ended is not None:
            break
        ask, said = straight.ask(), straight.answer()
        straight.say(ask, said)
        twin = there_and_back.ask()
        assert (twin.seat, twin.window) == (ask.seat, ask.window)
        there_and_back.say(twin, said)
        if there_and_back.battle.may_undo(twin.seat):
            there_and_back.battle.undo(twin.seat)
            undone += 1
            there_and_back.say(there_and_back.ask(), said)
    assert undone > 5
    assert rolls(straight.battle)
    assert rolls(there_and_back.battle) == rolls(straight.battle)


def test_nothing_is_taken_back_while_dice_are_awaited():
    table = waiting_for_words(DiceTable())
    seat = next(one.seat for one in reversed(table.battle.log) if isinstance(one, Answered))
    assert not table.battle.may_undo(seat)
    assert table.battle.why_no_undo(seat) == "kernel.undo-dice"
    with pytest.raises(Illegal):
        table.battle.undo(seat)


def test_a_table_opened_again_between_choice_and_dice_waits_for_the_words_again():
    table = waiting_for_words(DiceTable())
    twin = DiceTable()
    twin.battle = Battle(table.battle.book, table.battle.log)
    put_cup(twin.battle, table.dice)
    twin.bots = table.bots
    assert chance_ask(twin.battle.state.asks) is not None
    for one in (table, twin):
        one.settle()
    assert rolls(twin.battle) == rolls(table.battle)
    assert twin.battle.log == table.battle.log


def test_dice_with_words_seal_a_choice_as_dice_do():
    table = waiting_for_words(DiceTable())
    seat = next(one.seat for one in reversed(table.battle.log) if isinstance(one, Answered))
    table.settle()
    assert table.battle.why_no_undo(seat) == "kernel.undo-dice"


class UnreadLog(list):
    """A log that nobody may go through."""

    def __iter__(self):
        raise AssertionError("the whole log was read")

    __reversed__ = __iter__


def test_dice_are_opened_once_and_no_log_is_read_for_it_while_a_battle_goes_on():
    table = DiceTable()
    table.play(3)
    log = table.battle.log
    table.battle.log = UnreadLog(log)
    open_dice(table.battle, table.dice)
    table.battle.log = log
    table.concede("blue")
    before = len(table.battle.log)
    open_dice(table.battle, table.dice)
    assert len(table.battle.log) == before
    assert table.battle.log[-1].seal == table.dice.seal


def test_the_end_is_not_taken_back():
    table = DiceTable()
    table.play()
    for seat in ("red", "blue"):
        assert not table.battle.may_undo(seat)
    assert isinstance(table.battle.log[-1], Opened)
    assert any(isinstance(one, Asked) for one in table.battle.log)
