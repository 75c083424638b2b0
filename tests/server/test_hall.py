"""What the screen in the hall is told: everybody's knowledge, in words that anybody understands."""

import re
from functools import cache

import pytest

import condotta
from condotta.kernel.records import SPECTATORS
from condotta.report.story import STORY
from condotta.report.turns_counted import counted
from condotta.server.games import contests
from condotta.server.games.games import game
from condotta.server.protocol import Aids
from condotta.server.rooms.feed import Feed
from condotta.words import has, keys, languages, say

REPORTED = {
    "treachery+reported": 4, "grand+reported": 4, "carnage+reported": 4, "triumph+reported": 2,
}  # fmt: skip
BOARDS = {"treachery": 3, "triumph": 2}
OTHERS = {"ranked": 2, "skirmish": 2, "treachery+triumph": 3}
NAMES = {"red": "Aude", "blue": "Bren", "amber": "Cleo", "green": "Dov"}
LETTERS = {"R": "red", "B": "blue", "A": "amber", "G": "green"}
YOU = re.compile(r"\b(you|yours?|vous|votre|vos|tu|ton|ta|tes)\b", re.IGNORECASE)
UNIT = re.compile(r"\b([RBAG])\d+\b")


@cache
def fought(system, answers=180):
    """A battle of bots in its midst."""
    play = condotta.begin(system, seats=(REPORTED | BOARDS | OTHERS)[system], seed=5)
    for _ in range(answers):
        if play.over:
            break
        question = play.question
        play.say(play.suggest(question), question)
    return play.engine


def told(system, lang="en", seats=()):
    """The story of a battle as an audience is told it, by the names of its players."""
    feed = Feed(fought(system), seats, lambda: NAMES)
    return [line for line in feed.lines(lang, 0, feed.count) if line.level == STORY]


def seen(system):
    """The game of a battle, its book, and the table as whoever sits at no seat sees it."""
    battle = fought(system)
    return game(system), battle.book, battle.view(SPECTATORS).position


@pytest.mark.parametrize("system", REPORTED | BOARDS)
@pytest.mark.parametrize("lang", languages())
def test_nobody_in_the_room_is_spoken_to(system, lang):
    assert [line.text for line in told(system, lang) if YOU.search(line.text)] == []


@pytest.mark.parametrize("lang", languages())
def test_what_a_treachery_card_does_says_for_whom(lang):
    does = {key: say(key, {}, lang) for key in keys() if key.startswith("treachery.how.")}
    assert len(does) == 18
    assert {key: text for key, text in does.items() if YOU.search(text)} == {}


@pytest.mark.parametrize("system", REPORTED | BOARDS)
def test_every_unit_is_told_with_who_leads_it(system):
    position = seen(system)[2]

    def people(letter):
        side = position.side(LETTERS[letter])
        return [NAMES[chair.seat] for chair in position.chairs if chair.side == side]

    named = [(line.text, UNIT.findall(line.text)) for line in told(system)]
    assert any(letters for _, letters in named)
    strange = [
        text
        for text, letters in named
        if any(not any(name in text for name in people(letter)) for letter in letters)
    ]
    assert strange == []


def test_those_who_sit_at_the_table_know_their_letters():
    owned = re.compile(r"R\d+ \(Aude\)")
    assert any(owned.search(line.text) for line in told("treachery+reported"))
    sitting = told("treachery+reported", seats=("red",))
    assert not any(owned.search(line.text) for line in sitting)


def test_a_command_is_called_by_who_leads_it_not_by_who_brought_it():
    position = seen("grand+reported")[2]
    leads = {piece.command: NAMES[piece.controller] for piece in position.at("table")
             if piece.command and "marker" not in piece.traits}  # fmt: skip
    assert leads["R.2"] == "Cleo"
    purses = [line.text for line in told("grand+reported") if line.kind == "purse"]
    assert {text.split()[0] for text in purses if text.split()[1] == "2"} == {"Cleo", "Dov"}


@pytest.mark.parametrize("system", ["grand+reported", "triumph+reported"])
def test_what_there_is_to_spend_and_is_spent_is_a_kind_of_its_own(system):
    spent = [line for line in told(system) if line.clause in ("RB-10", "TC-4.3")]
    assert spent
    assert {line.kind for line in spent} == {"purse"}


def test_a_loss_is_his_who_led_the_unit_for_its_side():
    lost = [line for line in told("grand+reported") if line.kind == "loss"]
    position = seen("grand+reported")[2]
    assert lost
    for line in lost:
        unit = UNIT.search(line.text)
        assert position.pieces[unit[0]].controller == line.seat
        assert line.text.startswith(NAMES[line.seat])


def test_gt_9_1_a_side_is_told_with_its_leader_its_losses_and_what_decides():
    kind, rules, position = seen("grand+reported")
    _, stands = kind.aids(rules, position, Aids(id=""))
    sides = {one.seat: (one.side, one.leader, one.decides) for one in stands}
    assert sides == {
        "red": ("south", "red", 144), "amber": ("south", "red", 144),
        "blue": ("north", "blue", 144), "green": ("north", "blue", 144),
    }  # fmt: skip
    lost = {one.side: one.lost for one in stands}
    commands = kind.strengths(rules, position)
    for side, whole in lost.items():
        own = [one for one in commands if one.side == side]
        assert sum(one.lost for one in own) <= whole
        assert [one.breaks for one in own] == [-(-one.total // 3) for one in own]
    for key in {one.says for one in (*stands, *commands)}:
        assert has(key), key
    assert all(has(f"{one.says}.now") for one in commands)


def test_where_each_sits_alone_each_leads_himself():
    kind, rules, position = seen("triumph+reported")
    _, stands = kind.aids(rules, position, Aids(id=""))
    assert [(one.seat, one.leader, one.decides) for one in stands] == [
        ("red", "red", 32), ("blue", "blue", 32),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("system", "key", "last", "says", "clause"),
    [
        ("treachery+reported", "length.game-turn", 6, "length.wins.tokens", "TT-13.7"),
        ("treachery", "length.game-turn", 6, "length.wins.tokens", "TT-13.7"),
        ("carnage+reported", "length.round", 5, "length.wins.victory-points", "CM-98"),
        ("triumph+reported", "length.turn", 0, "", ""),
        ("grand+reported", "length.turn", 0, "", ""),
    ],
)
def test_the_last_turn_and_who_wins_after_it_are_told(system, key, last, says, clause):
    kind, rules, position = seen(system)
    found = contests.length(rules, position, kind.contest(rules, position))
    assert (found.key, found.last) == (key, last)
    assert found.turn > 0
    assert has(key)
    assert has(f"{key}.of") or not last
    assert (found.says, found.clause) == (says, clause)
    assert has(says) or not last


@pytest.mark.parametrize("system", REPORTED | BOARDS | OTHERS)
@pytest.mark.parametrize("lang", languages())
def test_the_log_counts_turns_as_the_bar_does_and_calls_them_so(system, lang):
    """Nothing but the position is asked for either."""
    kind, rules, position = seen(system)
    bar = contests.length(rules, position, kind.contest(rules, position))
    assert counted(position) == (bar.key, bar.turn)
    heads = [line.text for line in told(system, lang) if line.kind == "turn"]
    assert heads[-1].startswith(say(bar.key, {"turn": bar.turn}, lang))
    contest = kind.contest(rules, position)
    assert contest is None or (contest.key, contest.round) == (bar.key, bar.turn)
    for key in (f"{bar.key}{how}" for how in ("", ".of", ".in", ".after")):
        assert say(key, {"turn": 2, "last": 6}, lang) != key


def test_before_the_first_turn_no_turn_is_told():
    play = condotta.begin("grand+reported", seats=4, seed=5).engine
    position = play.view(SPECTATORS).position
    assert contests.length(play.book, position, None) is None
