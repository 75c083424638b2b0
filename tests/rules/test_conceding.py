"""Giving up, in every game: whenever it is said, whoever says it, and what becomes of the rest.

[TC-10.6, FB-14.9, SK-165, TT-13.13, CM-109]
"""

from itertools import count
from random import Random

import msgspec
import pytest

import condotta
from condotta.bots.runner import answer_next
from condotta.bots.seat import make, usual
from condotta.kernel.asks import Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Answered, Asked, Ended, Entered, Removed, Ruled
from condotta.kernel.log import encode, replay
from condotta.positions import reading, running
from condotta.positions.manual import example
from condotta.report.logbook import read, verified
from condotta.rules.conceding import TERMS, Concede, out
from condotta.rules.library import book, kind
from condotta.rules.treachery.deals import Offer, Terms

CLAUSES = {
    "triumph": "TC-10.6",
    "grand": "TC-10.6",
    "ranked": "FB-14.9",
    "skirmish": "SK-165",
    "treachery": "TT-13.13",
    "treachery+triumph": "TT-13.13",
}
GIVE_UP = Concede()


class Play:
    """A battle between random bots in which anybody may give up."""

    def __init__(self, system, seats, seed=1, bot="random"):
        self.play = condotta.begin(system, seats=seats, seed=seed)
        self.battle = self.play.engine
        self.bots = {one: make(bot, self.battle.book, one) for one in self.play.seats}

    def on(self, decisions):
        """So many decisions further."""
        for _ in range(decisions):
            if not self.play.over:
                answer_next(self.battle, self.bots)

    def until(self, phase):
        """Into the next phase of that name."""
        while self.position.phase != phase:
            answer_next(self.battle, self.bots)

    @property
    def position(self):
        return self.battle.state.position

    def left(self, seat):
        return tuple(self.battle.book.stack(TERMS).left(self.position, seat))

    def told(self):
        """The ends of the keys of what was ruled about giving up."""
        clause = CLAUSES[kind(self.battle.book.system)]
        ruled = [one for one in self.battle.log if isinstance(one, Ruled)]
        return [one.key.rpartition(".")[2] for one in ruled if one.clause == clause]

    def same_again(self):
        """Decided again from its answers, and folded again, it is the same."""
        assert verified(read(self.play.log(), "the log")) is None
        assert encode(replay(self.battle.log)) == encode(self.battle.state)


@pytest.mark.parametrize("decisions", [0, 9, 60])
@pytest.mark.parametrize("system", ["triumph", "grand", "ranked", "skirmish"])
def test_of_two_whoever_gives_up_has_lost_at_once(system, decisions):
    """[TC-10.6, FB-14.9, SK-165] At any time, in anybody's turn."""
    play = Play(system, 2)
    play.on(decisions)
    assert not play.play.over
    loser = ("red", "blue")[decisions % 2]
    play.battle.say(loser, GIVE_UP)
    ended = play.battle.log[-1]
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.clause) == (
        tuple(one for one in ("red", "blue") if one != loser), CLAUSES[system],
    )  # fmt: skip
    assert play.told() == ["concedes", "over"]
    assert not [
        one
        for one in play.battle.log
        if isinstance(one, Removed) and one.clause in CLAUSES.values()
    ]
    play.same_again()


@pytest.mark.parametrize("system", ["ranked", "skirmish", "treachery", "treachery+triumph"])
@pytest.mark.parametrize("phase", ["movement", "shooting"])
def test_of_more_the_battle_goes_on_without_its_army(system, phase):
    """[FB-14.9, SK-165, TT-13.13] It leaves when the phase is over, by nobody's doing."""
    play = Play(system, 3, seed=3)
    play.until({"treachery+triumphshooting": "ranged"}.get(system + phase, phase))
    before = play.left("blue")
    assert before
    play.battle.say("blue", GIVE_UP)
    assert play.left("blue") == before
    assert tuple(out(play.position)) == ("blue",)
    now = play.position.phase
    while play.position.phase == now:
        answer_next(play.battle, play.bots)
    assert play.left("blue") == ()
    gone = [one for one in play.battle.log if isinstance(one, Removed)]
    left = [one.piece for one in gone if (one.by, one.clause) == ("", CLAUSES[system])]
    assert set(left) <= {one.id for one in before}
    assert left
    assert [one.key[-5:] for one in play.battle.judge("blue", GIVE_UP).refusals] == ["again"]
    play.battle.say("red", GIVE_UP)
    assert play.play.winners == ("amber",)
    assert play.told() == ["concedes", "concedes", "over"]
    play.same_again()


SETTING_UP = [
    *((system, "deployment", "blue") for system in ("ranked", "skirmish")),
    *(("treachery", phase, "blue") for phase in ("positions", "deployment")),
    *(
        ("treachery+triumph", phase, "blue")
        for phase in ("terrain", "positions", "camps", "deployment")
    ),
    ("ranked", "deployment", "red"),  # who has wizards [FB-5.1]
]


@pytest.mark.parametrize(("system", "phase", "seat"), SETTING_UP)
def test_of_more_whoever_gives_up_in_the_set_up_sets_out_no_more(system, phase, seat):
    """[FB-14.9, SK-165, TT-13.13] Its army is gone before the next phase begins."""
    play = Play(system, 3, seed=3)
    play.until(phase)
    before = {one.id for one in play.left(seat)}
    assert before
    play.battle.say(seat, GIVE_UP)
    since = len(play.battle.log)
    while not play.position.turn:
        answer_next(play.battle, play.bots)
    told = play.battle.log[since:]
    begun = next(at for at, one in enumerate(told) if isinstance(one, Entered))
    gone = {one.piece for one in told[:begun] if isinstance(one, Removed)}
    assert gone
    assert gone <= before
    assert play.left(seat) == ()
    asked = [one.ask for one in told[begun:] if isinstance(one, Asked) and one.ask.seat == seat]
    assert not [one for one in asked if gone & set(one.about)]
    assert not [one for one in asked if {"Deploy", "PlaceCamp", "Outride"} & set(one.says)]
    play.same_again()


def test_tc_10_6_a_side_has_given_up_when_each_of_its_seats_has():
    """Until then its commands fight on, those of whoever gave up too."""
    play = Play("grand", 3)
    play.until("movement")
    before = play.left("red")
    play.battle.say("amber", GIVE_UP)
    assert out(play.position) == {}
    play.on(40)
    assert not play.play.over
    assert len(play.left("red")) > len(before) / 2
    play.battle.say("red", GIVE_UP)
    assert play.play.winners == ("blue",)
    play.same_again()


def test_tt_13_13_whoever_gave_up_keeps_coffer_and_hand_and_the_rest_play_for_theirs():
    """Its turn card is skipped, as that of a player without units. [TT-13.8]"""
    play = Play("treachery", 3, seed=2)
    play.until("movement")
    play.battle.say("blue", GIVE_UP)
    purse, hand = play.position.count("blue", "tokens"), play.position.at("hand")
    while play.left("blue") or play.position.phase == "movement":
        answer_next(play.battle, play.bots)
    assert play.position.count("blue", "tokens") == play.play.scores["blue"] >= purse
    cards = {one.id for one in hand if one.owner == "blue"}
    assert cards <= {one.id for one in play.position.at("hand")}
    while not [one for one in play.battle.log if isinstance(one, Ruled) and "skipped" in one.key]:
        answer_next(play.battle, play.bots)
    skipped = [one.params["seat"] for one in play.battle.log if isinstance(one, Ruled)
               and one.key == "tt.13-8.skipped"]  # fmt: skip
    assert skipped == ["blue"]


@pytest.mark.parametrize("system", ["treachery", "treachery+triumph"])
def test_tt_13_13_whoever_has_no_units_left_has_not_given_up(system):
    """He still has his coffer, and may win. [TT-13.8]"""
    play = Play(system, 3, seed=2)
    play.until("movement")
    play.battle.correct(tuple(Removed(one.id, "lost") for one in play.left("blue")), "agreed")
    assert play.left("blue") == ()
    play.battle.say("red", GIVE_UP)
    assert not play.play.over
    play.battle.say("amber", GIVE_UP)
    assert play.play.winners == ("blue",)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("system", ["ranked", "skirmish", "treachery", "treachery+triumph"])
def test_battles_in_which_many_give_up_come_to_an_end(system, seed):
    """[FB-14.9, SK-165, TT-13.13] At whatever moment: nobody is asked what cannot be answered."""
    play, draw = Play(system, 3, seed), Random(f"{system} {seed}")
    said = 0
    for _ in range(160):
        if play.play.over:
            break
        answer_next(play.battle, play.bots)
        seat = draw.choice(play.play.seats)
        if not play.play.over and draw.random() < 0.02 and play.battle.judge(seat, GIVE_UP).ok:
            play.battle.say(seat, GIVE_UP)
            said += 1
    assert play.told().count("concedes") == said
    assert said
    play.same_again()


SHORT = {
    "ranked": (3, {"battleTurns": 2}),
    "skirmish": (3, {"battleRounds": 1}),
    "grand": (3, {"turnLimit": 1}),
    "treachery": (3, {"gameTurns": 1}),
    "treachery+triumph": (3, {"gameTurns": 1}),
    "carnage": (3, {"rounds": 2}),
    "carnage+ranked": (3, {"rounds": 2}),
    "ranked+reported": (3, {}),
    "grand+reported": (4, {}),
    "treachery+reported": (3, {"gameTurns": 2}),
    "carnage+reported": (3, {}),
}
"""Seats of a battle that goes on when one has given up, and what makes it short."""
SOON = 30
"""After how many decisions of a slow battle another seat gives up."""


def rests(battle, gone):
    """Nobody who gave up is waited for."""
    assert not [ask for ask in battle.state.asks if ask.seat in gone and ask.seat != "chance"]


def played_out(battle, gone, soon):
    """The battle to its end without those seats; after so many decisions another gives up."""
    bots = {one: make("random", battle.book, one) for one in battle.state.position.seats()}
    for number in count(1):
        rests(battle, gone)
        if battle.state.position.ended:
            return
        answer_next(battle, bots)
        more = [one for one in bots if one not in gone and battle.judge(one, GIVE_UP).ok]
        if number % soon == 0 and more and not battle.state.position.ended:
            battle.say(more[0], GIVE_UP)
            gone = (*gone, more[0])


@pytest.mark.parametrize("system", SHORT)
def test_whoever_gave_up_is_waited_for_in_no_window(system):
    """[TC-10.6, FB-14.9, SK-165, TT-13.13, CM-109, RB-33] Whatever is open as it is said."""
    seats, settings = SHORT[system]
    play = condotta.begin(system, seats=seats, seed=3, settings=settings)
    battle, met = play.engine, set()
    bots = {one: make("random", battle.book, one) for one in play.seats}
    while not play.over:
        for ask in battle.state.asks:
            if ask.window in met or not battle.judge(ask.seat, GIVE_UP).ok:
                continue
            met.add(ask.window)
            without = battle.fork(SeededCup(len(met)))
            without.say(ask.seat, GIVE_UP)
            soon = SOON if kind(system) == system else 10_000
            played_out(without, (ask.seat,), soon)
            assert encode(replay(without.log)) == encode(without.state)
            again = Battle(without.book, without.log)
            assert not again.may_undo(ask.seat)
        answer_next(battle, bots)
    assert len(met) > 1


def test_what_stands_in_for_a_seat_is_nobodys_choice():
    """It follows from the act, and is decided again as any consequence. [TT-13.13]"""
    play = Play("treachery", 3, seed=3)
    while [one.window for one in play.battle.state.asks] != ["treachery phase opens"] * 3:
        answer_next(play.battle, play.bots)
    since = len(play.battle.log)
    play.battle.say("red", GIVE_UP)
    passed = [one for one in play.battle.log[since:] if isinstance(one, Answered)]
    assert [(one.seat, one.said, one.stood_in) for one in passed] == [("red", Choose("pass"), True)]
    assert not play.battle.may_undo("red")
    assert {one.seat for one in play.battle.state.asks} == {"blue", "amber"}
    play.on(20)
    assert play.battle.log[-1] != passed[-1]
    play.same_again()


@pytest.mark.parametrize("system", ["carnage", "carnage+ranked"])
def test_cm_109_only_in_ones_own_turn(system):
    play = Play(system, 3)
    play.on(5)
    assert [one.clause for one in play.battle.judge("red", GIVE_UP).refusals] == ["CM-109"]
    while not play.position.active or not play.position.turn:
        answer_next(play.battle, play.bots)
    own = play.position.active[0]
    play.battle.say(own, GIVE_UP)
    assert play.left(own) == ()
    play.same_again()


def conceded(play):
    return [one for one in play.battle.log if isinstance(one, Ruled) and "concedes" in one.key]


@pytest.mark.parametrize("system", [*CLAUSES, "carnage", "carnage+ranked"])
def test_bots_do_not_give_up(system):
    """[TC-10.6, FB-14.9, SK-165, TT-13.13, CM-109] What is said unasked no menu lists."""
    assert Concede in book(system).anytime
    play = Play(
        system, 3 if system in ("treachery", "treachery+triumph") or "carnage" in system else 2
    )
    play.on(120)
    assert not conceded(play)


@pytest.mark.parametrize("system", ["treachery", "treachery+triumph", "carnage"])
def test_bots_that_talk_unasked_do_not_give_up(system):
    """[TT-13.13, CM-109] They answer what they are offered, or bribe, and that is all."""
    rules = book(system)
    play = Play(system, 3, bot=usual(rules))
    if Offer in rules.anytime:
        play.on(60)
        play.battle.say("red", Offer("blue", Terms(tokens=50)))
    said = {type(answer_next(play.battle, play.bots)[1]) for _ in range(120)}
    assert said & rules.anytime.keys()
    assert Concede not in said
    assert not conceded(play)


@pytest.mark.parametrize("system", ["triumph", "ranked", "skirmish", "treachery"])
def test_position_files_say_it_by_true(system):
    """It needs no question there either."""
    plain = msgspec.json.decode(example(system)) | {"says": [{"seat": "red", "concede": True}]}
    plain["questions"] = []
    run = running.report(reading.parse(msgspec.json.encode(plain), system), system).runs[0]
    (said,) = run.said
    assert said.answer["accepted"]
    assert CLAUSES[system] in said.answer["cites"]
