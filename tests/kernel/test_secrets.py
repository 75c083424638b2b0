"""Secrets: nothing a seat may not know reaches it; the harness that says so catches leaks."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from condotta.kernel import battle as battle_module
from condotta.kernel import views
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.book import Layer
from condotta.kernel.chance import SeededCup
from condotta.kernel.choices import Choices
from condotta.kernel.errors import Illegal
from condotta.kernel.events import (
    Answered,
    Asked,
    Counted,
    Exchanged,
    Popped,
    Pushed,
    Ruled,
    Veiled,
)
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.kernel.rulings import Modifier, Tally
from tests.kernel import toy
from tests.kernel.harness import common_answers, everybody_but, leaks, outputs, walk
from tests.kernel.toy import Advance, Give, Hand


def probes(seat: Seat) -> Iterator[Action]:
    """What a seat may try in the toy game, the forbidden included."""
    yield Give("blue", 1)
    yield Give("red", 99)
    yield Hand("green", "card-1")
    yield Advance("R1", 5, 5)
    yield Advance("B1", 5, 5)


def worlds(one: str, two: str, *layers: Layer, **how: object) -> tuple[Battle, Battle]:
    """Two battles that differ only in whether blue's banner is true."""
    made = (
        Battle(toy.book(*layers), toy.opening({"blue": truth}, **how), SeededCup(3))
        for truth in (one, two)
    )
    return tuple(made)


def shows(_: Seat, action: Action) -> bool:
    """What would rightly show the banner, or end the walk."""
    return action in (Choose("B1"), Choose("ambush"), Choose("end"))


def search(one: Battle, two: Battle, steps: int = 40, seed: int = 1) -> list[str]:
    """The names of the outputs that leak, for all but blue."""
    watchers = everybody_but(one, "blue")
    found = walk(
        one,
        two,
        watchers=watchers,
        random=Random(seed),
        steps=steps,
        avoid=shows,
        probes=probes,
    )
    return sorted({leak.output.split(" ")[0] for leak in found})


@pytest.mark.parametrize("seed", range(6))
def test_a_false_banner_changes_no_byte_for_anybody_else(seed):
    one, two = worlds("false", "true", sides=toy.TWO_SIDES)
    assert search(one, two, seed=seed) == []
    assert sum(isinstance(event, Answered) for event in one.log) >= 40


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_changes_no_byte_for_anybody_else(seed):
    one, two = (
        Battle(toy.book(), toy.opening(cards={"blue": cards, "red": ("fog",)}), SeededCup(3))
        for cards in (("ambush", "feast"), ("feast", "fog"))
    )
    seen = {"card-1", "card-2", "draw", "B1", "end"}

    def avoid(seat, action):
        return isinstance(action, Choose) and action.option in seen

    found = walk(
        one,
        two,
        watchers=everybody_but(one, "blue"),
        random=Random(seed),
        steps=40,
        avoid=avoid,
        probes=probes,
    )
    assert found == []


def test_a_secret_answer_is_unknown_until_all_have_answered():
    one, two = worlds("true", "true")
    for world, said in ((one, "peace"), (two, "war")):
        toy.choose(world, "red", "parley")
        toy.choose(world, "blue", said)
        assert b"Answered" in outputs(world, "red")["stream"]
    assert leaks(one, two, everybody_but(one, "blue"), probes=probes) == []
    for world in (one, two):
        toy.choose(world, "green", "war")
        toy.choose(world, "red", "war")
    assert leaks(one, two, ("red",))


def test_the_owner_sees_the_difference_so_that_the_worlds_do_differ():
    one, two = worlds("false", "true")
    assert {leak.output for leak in leaks(one, two, ("blue",))} >= {"view", "stream", "export"}


def test_spectators_see_what_is_public_and_no_more():
    world = toy.battle(truths={"red": "false"}, cards={"red": ("ambush",)})
    seen = b"".join(outputs(world, SPECTATORS).values())
    assert b'false"' not in seen
    assert b"ambush" not in seen
    assert world.view(SPECTATORS).mine() == ()


# ── one leak planted for each law; the harness must catch every one ──────────
class Tattler(Battle):
    """A battle whose judges are given the truth in place of what the seat sees."""

    def judge(self, seat, said, ask=None):
        honest = self.view(seat)
        self._views[seat] = views.View(seat, self.state.position, honest.asks)
        try:
            return super().judge(seat, said, ask)
        finally:
            self._views[seat] = honest

    def say(self, seat, said, ask=None):
        verdict = self.judge(seat, said, ask)
        if not verdict.ok:
            raise Illegal(*verdict.refusals)
        return super().say(seat, said, ask)


def wary(_, seen, seat, __, said):
    """A judge to whom it matters whether blue's banner is false, as far as it sees."""
    return toy.no("banner") if seen.pieces["B1"].truth == "false" else toy.Verdict()


def test_law_1_a_judge_that_sees_the_truth_is_caught(monkeypatch):
    monkeypatch.setitem(toy.TOY.judges, Advance, wary)
    assert search(*worlds("false", "true"), steps=3) == []
    one, two = (
        Tattler(toy.book(), toy.opening({"blue": truth}), SeededCup(3))
        for truth in ("false", "true")
    )
    found = {leak.output.split(" ")[0] for leak in leaks_of(one, two)}
    assert found == {"refusal", "verdict"}


def leaks_of(one, two):
    return leaks(one, two, everybody_but(one, "blue"), probes=probes)


def planted(one_event):
    """A parley that tells something more, which depends on blue's banner."""

    def told(book, state, frame):
        if frame.answers:
            yield from one_event(state.position.pieces["B1"].truth == "false")
        yield from toy.parley(book, state, frame)

    return told


def parley_through(one: Battle, two: Battle) -> None:
    for world in (one, two):
        toy.choose(world, "red", "parley")
        for seat in toy.SEATS:
            toy.choose(world, seat, "peace")


def with_parley(one_event, monkeypatch) -> tuple[Battle, Battle]:
    monkeypatch.setitem(toy.TOY.procedures, toy.Parley, planted(one_event))
    one, two = worlds("false", "true")
    parley_through(one, two)
    return one, two


def test_law_2_a_private_modifier_told_to_all_is_caught(monkeypatch):
    def told(false):
        parts = (Modifier(-1, "factor.shame", "TOY-5"),) if false else ()
        yield Ruled("TOY-4", "toy.parley", {}, (Tally("blue", 3, parts),))

    one, two = with_parley(told, monkeypatch)
    assert "stream" in {leak.output for leak in leaks_of(one, two)}


def test_law_3_a_private_clause_cited_in_public_is_caught(monkeypatch):
    def told(false):
        yield Ruled("TOY-5" if false else "TOY-4", "toy.parley")

    one, two = with_parley(told, monkeypatch)
    assert "export" in {leak.output for leak in leaks_of(one, two)}


def test_law_4_options_shown_to_others_are_caught(monkeypatch):
    for module in (views, battle_module):
        monkeypatch.setattr(module, "shown", lambda *given: given[1])

    def world(card):
        made = toy.battle(cards={"blue": (card,)})
        toy.choose(made, "red", "march")
        return made

    found = leaks(world("ambush"), world("fog"), ("red", SPECTATORS))
    assert {leak.watcher for leak in found} == {"red", SPECTATORS}
    assert {"view", "stream", "late join"} <= {leak.output for leak in found}


def shown_but_for(kept):
    """A redaction of questions that leaves in what dice are read for."""

    def shown(who, ask):
        return replace(views_shown(who, ask), **{kept: getattr(ask, kept)})

    views_shown = views.shown
    return shown


@pytest.mark.parametrize("kept", ["counted_from", "sums_from"])
def test_law_4_what_dice_are_read_for_shown_to_others_is_caught(kept, monkeypatch):
    """How many must be beaten may tell a secret; the dice alone are public."""

    def asks(_, state, frame):
        false = state.position.pieces["B1"].truth == "false"
        if frame.heard("dice"):
            yield Popped()
        else:
            yield Asked(Ask(CHANCE, "dice", "TOY-2", dice=2, **{kept: (4 if false else 5,)}))

    def marched():
        made = worlds("false", "true")
        for world in made:
            world.say("red", Advance("R1", 1, 1), toy.ask_of(world, "red").id)
            assert any(isinstance(one, Asked) and getattr(one.ask, kept) for one in world.log)
        return made

    monkeypatch.setitem(toy.TOY.procedures, toy.Advancing, asks)
    assert leaks_of(*marched()) == []
    leaky = shown_but_for(kept)
    for module in (views, battle_module):
        monkeypatch.setattr(module, "shown", leaky)
    assert {"stream", "export"} <= {leak.output for leak in leaks_of(*marched())}


def test_what_dice_are_read_for_is_said_to_no_seat():
    ask = Ask(CHANCE, "w", "X-1", dice=2, counted_from=(4,), sums_from=(7,))
    assert views.shown(frozenset({"red"}), ask) == Ask(CHANCE, "w", "X-1", dice=2)


def test_law_5_asking_only_who_really_holds_the_card_is_caught():
    def holds(position, seat):
        cards = tuple(card.id for card in toy.hand(position, seat) if card.truth == "ambush")
        return cards or None

    def world(card):
        layer = Layer("banners", 0)
        layer.__dict__.update(toy.TOY.__dict__)
        hooks = [hook for hook in toy.TOY.hooks if hook[0] is not toy.AMBUSHES]
        layer.hooks = (*hooks, (toy.AMBUSHES, holds, "TOY-3"))
        book = toy.Book("toy", (layer,))
        made = Battle(book, toy.opening(cards={"blue": (card,)}), SeededCup(3))
        toy.choose(made, "red", "march")
        return made

    found = leaks(world("ambush"), world("fog"), ("red", SPECTATORS))
    assert "who is asked" in {leak.output for leak in found}


def test_law_6_a_number_taken_by_what_is_not_seen_is_caught(monkeypatch):
    def told(false):
        if false:
            yield Veiled(("blue",), Counted("blue", "shame", 1))

    one, two = with_parley(told, monkeypatch)
    assert leaks_of(one, two) == []
    real = views.seen_by

    def blank(who, event):
        seen = real(who, event)
        return Popped() if seen is None and isinstance(event, Veiled) else seen

    monkeypatch.setattr(views, "seen_by", blank)
    one, two = with_parley(told, monkeypatch)
    assert "numbering" in {leak.output for leak in leaks_of(one, two)}


def test_law_2_that_an_undo_is_refused_tells_nothing_of_what_happened_unseen(monkeypatch):
    def told(book, state, frame):
        false = state.position.pieces["B1"].truth == "false"
        if false:
            yield Veiled(("blue",), Counted("blue", "shame", 1))
        yield Popped()

    monkeypatch.setitem(toy.TOY.procedures, toy.Advancing, told)
    one, two = worlds("false", "true")
    for world in (one, two):
        world.say("red", Advance("R1", 1, 1), toy.ask_of(world, "red").id)
    assert leaks_of(one, two) == []
    assert one.may_undo("red")


def test_law_2_what_a_seat_learned_alone_lets_nobody_else_go_back_past_its_choice():
    world = toy.battle()
    position = world.state.position
    secret = Veiled(("green",), Counted("green", "shame", 1))
    for learned in ((), (secret,)):
        choices = Choices()
        choices.made(1, "red", world.state)
        choices.made(2, "green", world.state)
        choices.hear(learned, position)
        assert not choices.may("red")
        assert choices.why_not("red") == "kernel.undo-acted"
        assert choices.why_not("green") == ("kernel.undo-secret" if learned else "")


def test_law_2_an_act_in_private_seals_the_choices_of_those_who_saw_it():
    world = toy.battle()
    position = world.state.position
    act = (Pushed(toy.Giving(seat="blue", to="green")), Veiled(("blue", "green"),
           Counted("green", "shame", 1)), Popped())  # fmt: skip
    for seat, may in (("red", True), ("green", False), ("blue", False)):
        choices = Choices()
        choices.made(1, seat, world.state)
        choices.acted(act, position)
        assert choices.may(seat) is may
        assert choices.why_not(seat) == ("" if may else "kernel.undo-acted")


# ── who may know what ────────────────────────────────────────────────────────
def test_what_a_side_shares_its_seats_know_and_no_other_does():
    world = toy.battle(sides=toy.TWO_SIDES)
    toy.choose(world, "red", "plot")
    world.say("red", toy.Plot("the left flank", "pepper"), toy.ask_of(world, "red").id)
    known = {seat: world.view(seat).position.pieces["plot-red"].truth for seat in toy.SEATS}
    assert known == {"red": "the left flank", "green": "the left flank", "blue": ""}
    assert world.view(SPECTATORS).position.pieces["plot-red"].truth == ""


def test_allies_do_not_share_what_is_told_to_one_seat():
    world = toy.battle(sides=toy.TWO_SIDES, truths={"red": "false"})
    assert world.view("green").position.pieces["R1"].truth == ""
    assert world.view("red").position.pieces["R1"].truth == "false"


def test_a_person_with_two_seats_knows_what_either_knows():
    world = toy.battle(truths={"red": "false"}, cards={"blue": ("ambush",), "green": ("fog",)})
    seen = views.fold_view("red", world.stream("red", "blue")).position
    assert seen.pieces["R1"].truth == "false"
    assert seen.pieces["card-1"].truth == "ambush"
    assert seen.pieces["card-2"].truth == ""


def test_two_audiences_may_be_told_two_things_and_the_rest_nothing():
    secret = Veiled(
        ("red",),
        Counted("red", "shame", 2),
        Veiled(("blue",), Counted("red", "shame", 1)),
    )
    told = {seat: views.seen_by(frozenset((seat,)), secret) for seat in ("red", "blue", "green")}
    assert told == {
        "red": Counted("red", "shame", 2),
        "blue": Counted("red", "shame", 1),
        "green": None,
    }


def test_a_card_that_is_given_away_stays_known_to_who_gave_it():
    world = toy.battle(cards={"red": ("ambush",)})
    world.say("red", Hand("green", "card-1"))
    views_of = {seat: world.view(seat).position.pieces["card-1"] for seat in toy.SEATS}
    assert {seat: card.truth for seat, card in views_of.items()} == {
        "red": "ambush",
        "green": "ambush",
        "blue": "",
    }
    assert {card.controller for card in views_of.values()} == {"green"}


def test_what_was_secret_and_is_shown_again_lies_there_once():
    world = toy.battle(truths={"blue": "false"})
    toy.choose(world, "red", "challenge")
    toy.choose(world, "red", "B1")
    for seat in (*toy.SEATS, SPECTATORS):
        assert world.view(seat).position.pieces["B1"].truth == "false"
        assert any(isinstance(event, Exchanged) for event in world.stream(seat))


def test_common_answers_are_legal_in_both_worlds():
    one, two = worlds("false", "true", cards={"blue": ("ambush",)})
    for seat, said, ask in common_answers(one, two, Random(1)):
        assert one.judge(seat, said, ask).ok
        assert two.judge(seat, said, ask).ok


def test_a_correction_tells_nobody_what_it_hides_from_him():
    one, two = worlds("true", "true")
    for world, truth in ((one, "false"), (two, "true")):
        banner = replace(world.state.position.pieces["B1"], truth=truth)
        world.correct((Veiled(("blue",), Exchanged(banner)),), "a banner was mistaken")
    assert leaks(one, two, everybody_but(one, "blue"), probes=probes) == []
    assert leaks(one, two, ("blue",))
