"""Chance: four ways to answer one request, and no result before it is asked for."""

from collections import Counter

import pytest

from condotta.kernel.asks import Ask, Draw, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.chance import (
    CommittedCup,
    ScriptedCup,
    SeededCup,
    TypedCup,
    fair,
    numbers,
    pick,
)
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Answered, Asked, Opened, Sealed, Veiled
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE
from condotta.kernel.seals import broken, digest_of
from tests.kernel import laws, toy
from tests.kernel.toy import PILE, Hand, ask_of, choose

TWO_DICE = Ask(CHANCE, "dice", "TOY-2", dice=2, id=3)
GOLDEN_DICE = [(5, 2, 6), (4, 1, 5), (1, 3, 6), (6, 2, 3)]
GOLDEN_DRAW = ("fog", "fog")
GOLDEN_COMMITTED = ((4, 6), "3/dice/e4a6a0577479b2b4")
ONE_CARD = Ask(CHANCE, "draw", "TOY-8", draw=PILE, count=2, id=4)


def test_a_seed_gives_the_same_dice_on_every_machine():
    cup = SeededCup(7)
    rolls = [cup.answer(Ask(CHANCE, "d", "T", dice=3, id=number)).pips for number in range(1, 5)]
    assert rolls == GOLDEN_DICE
    assert SeededCup(7).answer(ONE_CARD).drawn == GOLDEN_DRAW
    committed = CommittedCup(b"a secret of many bytes").answer(TWO_DICE)
    assert (committed.pips, committed.proof) == GOLDEN_COMMITTED


def test_what_a_request_gives_depends_on_its_number_and_on_nothing_else():
    cup = SeededCup(7)
    cup.answer(ONE_CARD)
    renamed = Ask(CHANCE, "other", "TOY-3", dice=2, id=3)
    assert cup.answer(TWO_DICE) == SeededCup(7).answer(renamed)
    assert cup.answer(TWO_DICE) != SeededCup(8).answer(TWO_DICE)


@pytest.mark.parametrize("size", [2, 6, 7, 10, 256, 300, 1000])
def test_every_number_is_as_likely_as_any_other(size):
    source = numbers(b"even", "request")
    rolled = Counter(pick(source, size) for _ in range(200 * size))
    assert set(rolled) == set(range(size))
    squares = sum((rolled[face] - 200) ** 2 / 200 for face in range(size))
    assert squares < size - 1 + 5 * (2 * (size - 1)) ** 0.5


def test_a_draw_takes_from_the_pile_and_puts_nothing_back():
    for seed in range(50):
        drawn = SeededCup(seed).answer(Ask(CHANCE, "d", "T", draw=PILE, count=6)).drawn
        assert Counter(drawn) == Counter(PILE)


def test_scripted_dice_come_in_order_and_then_another_cup_answers():
    cup = ScriptedCup((1, 2, 3), SeededCup(7), draws=("fog", "feast", "fog"))
    assert cup.answer(TWO_DICE) == Roll((1, 2))
    assert cup.answer(ONE_CARD) == Draw(("fog", "feast"))
    assert cup.answer(TWO_DICE) == SeededCup(7).answer(TWO_DICE)
    assert cup.answer(Ask(CHANCE, "die", "T", dice=1)) == Roll((3,))
    assert ScriptedCup(()).answer(TWO_DICE) is None


def test_typed_dice_that_cannot_be_leave_the_battle_waiting():
    typed = iter([(7,), (3, 4)])
    battle = toy.battle(cup=TypedCup(lambda _: next(typed)))
    choose(battle, "red", "march")
    waiting = ask_of(battle, CHANCE)
    assert waiting.dice == 2
    for wrong in (Roll((7, 1)), Roll((1,)), Roll((0, 1)), Draw(("fog",))):
        laws.is_refused(battle, CHANCE, wrong, waiting.id, "kernel.dice", "kernel.window")
    battle.say(CHANCE, Roll((6, 5)), waiting.id)
    assert battle.state.position.count("red", "miles") == 12


def test_nothing_is_taken_back_while_people_are_to_roll():
    """Who could would roll again where he does not like what lies on his table."""
    battle = Battle(toy.book(), toy.opening())
    choose(battle, "red", "march")
    assert not battle.may_undo("red")
    with pytest.raises(Illegal, match=r"kernel\.undo-dice$"):
        battle.undo("red")
    battle.undo("red", told=True)
    assert ask_of(battle, "red")


def test_everybody_sees_how_many_dice_somebody_must_roll():
    battle = Battle(toy.book(), toy.opening())
    choose(battle, "red", "march")
    for seat in laws.audiences(battle):
        (asked,) = (ask for ask in battle.view(seat).asks if ask.seat == CHANCE)
        assert (asked.dice, asked.sides) == (2, 6)


def test_typed_cards_are_drawn_from_the_pile_or_not_at_all():
    battle = toy.battle(cup=TypedCup(lambda _: (), lambda _: ("ace",)))
    choose(battle, "red", "draw")
    waiting = ask_of(battle, CHANCE)
    laws.is_refused(battle, CHANCE, Draw(("ace",)), waiting.id, "kernel.draw")
    laws.is_refused(battle, CHANCE, Draw(("fog", "fog")), waiting.id, "kernel.draw")
    battle.say(CHANCE, Draw(("fog",)), waiting.id)
    assert battle.view("red").position.pieces["card-1"].truth == "fog"
    assert battle.view("blue").position.pieces["card-1"].truth == ""


def test_committed_dice_can_be_checked_and_not_be_changed():
    secret = b"a secret of many bytes"
    cup = CommittedCup(secret)
    said = cup.answer(TWO_DICE)
    assert fair(secret, cup.digest, TWO_DICE, said)
    assert not fair(b"another", cup.digest, TWO_DICE, said)
    other = Roll(tuple(7 - pip for pip in said.pips), said.proof)
    assert not fair(secret, cup.digest, TWO_DICE, other)
    elsewhere = Ask(CHANCE, "dice", "TOY-2", dice=2, id=9)
    assert not fair(secret, cup.digest, elsewhere, said)


def test_a_word_of_a_seat_changes_what_the_holder_of_the_secret_could_foresee():
    rolls = set()
    for word in ("", "apple", "pear", "plum"):
        cup = CommittedCup(b"s" * 100)
        if word:
            cup.contribute("red", word)
        said = cup.answer(Ask(CHANCE, "dice", "T", dice=8, id=1, salt=("battle 5",)))
        assert fair(b"s" * 100, cup.digest, Ask(CHANCE, "dice", "T", dice=8, id=1), said)
        rolls.add(said.pips)
    assert len(rolls) == 4


def test_a_whole_battle_of_committed_dice_can_be_checked():
    cup = CommittedCup(b"the table's secret")
    battle = toy.battle(cup=cup)
    battle.announce(Sealed("dice", cup.digest))
    for seat in ("red", "blue", "green"):
        cup.contribute(seat, "a word")
        choose(battle, seat, "march")
    battle.announce(Opened("dice", "the table's secret", ""))
    laws.keeps_every_law(battle)
    asked = {event.ask.id: event.ask for event in battle.log if isinstance(event, Asked)}
    rolled = [event for event in battle.log if isinstance(event, Answered) if event.seat == CHANCE]
    assert len(rolled) == 3
    assert all(
        fair(b"the table's secret", cup.digest, asked[event.ask], event.said) for event in rolled
    )


def test_no_order_of_the_pile_exists_before_a_draw():
    battle = toy.battle(cards={"blue": ("fog",)})
    for seat in ("red", "blue", "green"):
        choose(battle, seat, "draw")
    piles = [event.ask.draw for event in battle.log if isinstance(event, Asked) if event.ask.draw]
    assert piles
    assert all(list(pile) == sorted(pile) for pile in piles)
    drawn = 0
    for number, event in enumerate(battle.log):
        if isinstance(event, Answered) and isinstance(event.said, Draw):
            drawn += 1
            before = encode(battle.log[:number])
            assert f"card-{1 + drawn}".encode() not in before
    assert drawn == 3


def test_a_pile_that_a_rule_lays_in_some_order_has_none_when_it_is_asked_for(monkeypatch):
    plain = toy.undealt
    monkeypatch.setattr(toy, "undealt", lambda position: tuple(reversed(plain(position))))
    battle = toy.battle()
    choose(battle, "red", "draw")
    (pile,) = [event.ask.draw for event in battle.log if isinstance(event, Asked) if event.ask.draw]
    assert len(set(pile)) > 1
    assert list(pile) == sorted(pile)


def test_a_pile_is_what_was_not_dealt():
    battle = toy.battle(cards={"blue": ("fog", "fog"), "red": ("ambush",)})
    assert toy.undealt(battle.state.position) == ("ambush", "feast", "feast")
    battle.say("red", Hand("blue", "card-3"))
    assert toy.undealt(battle.state.position) == ("ambush", "feast", "feast")


# ── seals ────────────────────────────────────────────────────────────────────
def test_a_seal_binds_and_its_opening_can_be_checked():
    for opened, wrong in (("by night", ()), ("by day", ("plot of red",))):
        battle = toy.battle()
        for content in ("by night", opened):
            choose(battle, "red", "plot")
            battle.say("red", toy.Plot(content, "pepper"), ask_of(battle, "red", "plot").id)
            for seat in ("blue", "green"):
                choose(battle, seat, "rest")
        assert broken(battle.stream("blue")) == wrong
        assert any(isinstance(event, Veiled) for event in battle.log)


def test_a_digest_tells_nothing_without_its_salt():
    assert digest_of("left", "a") != digest_of("left", "b") != digest_of("right", "b")
    assert broken([Opened("never sealed", "x", "y")]) == ("never sealed",)
