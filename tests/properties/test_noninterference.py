"""What a seat may not know changes no byte of anything that it gets, in the real book.

TRIUMPH! without cards has few secrets: private words, and dice that have not been rolled. Cards
bring two more, which are laid into battles here by hand: what a stand really is, and answers that
are secret until all have answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Script, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import (
    Answered,
    Asked,
    Event,
    Exchanged,
    Mustered,
    Popped,
    Pushed,
    Ruled,
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import SPECTATORS, Seat
from condotta.kernel.rulings import Modifier, Refusal
from condotta.kernel.state import State
from condotta.lab.matches import armies, pairing
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.deployment.deploying import Finish, Hold
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.muster import opening
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import CAMP
from condotta.table import Advance, Pose
from tests.kernel.harness import everybody_but, leaks, outputs, walk
from tests.properties.effort import seeds
from tests.properties.journeys import battle, moments, told
from tests.properties.scenes import the_book

OTHERS = ("red", SPECTATORS)
TRUTHS = ("ELE||", "RBL||")
"""What a stand of others may really be, as those who may know it are told."""


def probes(seat: Seat) -> Iterator[Action]:
    """What a seat may try: its own and the other's stands, words, things that are not on offer."""
    yield Move(("R1",), (Advance(10_000),))
    yield Move(("B1", "B2"), (Advance(10_000),))
    yield PlaceCamp(Pose(240_000, 20_000, 0, 1_000_000))
    yield Hold(("B1",))
    yield Finish()
    yield Choose("end")


def veiled(truth: str) -> tuple[Event, ...]:
    """An opening in which one of blue's stands really is another, which only blue knows."""
    found: list[Event] = []
    for event in opening(the_book(), armies(pairing(5))):
        found.append(event)
        if isinstance(event, Mustered) and event.piece.id == "B2":
            secret = Exchanged(replace(event.piece, truth=truth))
            found.append(Veiled(("blue",), secret, None))
    return tuple(found)


def worlds(*layers: Layer, truths: tuple[str, str] = TRUTHS) -> tuple[Battle, Battle]:
    """Two battles that differ only in what B2 really is."""
    rules = Book("triumph", (TRIUMPH, *layers))
    one, two = (Battle(rules, veiled(truth), SeededCup(5)) for truth in truths)
    return one, two


def search(one: Battle, two: Battle, seed: int = 1, steps: int = 14) -> list[str]:
    """The names of the outputs that leak blue's secret to anybody else, in set-up and after."""
    walking = partial(walk, watchers=everybody_but(one, "blue"), probes=probes)
    found = walking(one, two, random=Random(seed), steps=steps)
    return sorted({leak.output.split(" ")[0] for leak in found})


def mid_battle(truth: str, rules: Book) -> Battle:
    """A battle in full swing, one of blue's stands on the table veiled."""
    state = next(moments(battle(0).log, lambda state: state.position.turn > 4)).state
    stands = (piece for piece in state.position.at("table") if piece.type != CAMP)
    piece = next(piece for piece in stands if piece.controller == "blue")
    secret = Veiled(("blue",), Exchanged(replace(piece, truth=truth)), None)
    frames = (Pushed(frame) for frame in state.agenda)
    return Battle(rules, [*told(state.position), secret, *frames], SeededCup(2))


@pytest.mark.parametrize("seed", seeds(2))
def test_what_a_stand_really_is_changes_no_byte_for_anybody_else(seed: int) -> None:
    one, two = worlds()
    assert search(one, two, seed) == []
    assert sum(isinstance(event, Answered) for event in one.log) > 14
    assert {leak.output for leak in leaks(one, two, ("blue",))} >= {"view", "stream", "export"}


@pytest.mark.parametrize("seed", seeds(2))
def test_it_changes_no_byte_in_the_midst_of_a_battle_either(seed: int) -> None:
    one, two = (mid_battle(truth, the_book()) for truth in TRUTHS)
    assert search(one, two, seed, steps=6) == []
    assert leaks(one, two, ("blue",))


def test_private_words_change_no_byte_for_anybody_else() -> None:
    one, two = worlds(truths=("", ""))
    for world, text in ((one, "hold the left"), (two, "all forward, at once, on the right!")):
        world.say("blue", Speak(text, ("blue",)))
        world.say("blue", Speak(text, ("side:blue",)))
        world.say("red", Speak("may the best side win"))
    assert leaks(one, two, OTHERS, probes=probes) == []
    assert leaks(one, two, ("blue",))
    assert search(one, two, steps=6) == []


@pytest.mark.parametrize("number", seeds(1))
def test_dice_that_are_still_to_roll_change_no_byte_for_anybody(number: int) -> None:
    fought = battle(number)
    found = list(moments(fought.log, lambda _: True))
    for moment in Random(number).sample(found, 12):
        one, two = (
            Battle(the_book(), fought.log[: moment.length], SeededCup(f"dice {which}"))
            for which in "ab"
        )
        if any(ask.seat == "chance" for ask in moment.state.asks):
            continue
        assert leaks(one, two, ("red", "blue", SPECTATORS), probes=probes) == []


# ── answers that are secret until all have answered ──────────────────────────
class Orders(Script, frozen=True, kw_only=True):
    """Both seats write sealed orders before the battle."""


def orders(_: Book, state: State, frame: Orders) -> Iterator[Event]:
    seats = state.position.seats()
    if len(frame.answers) < len(seats):
        for seat in seats:
            options = ("attack", "wait")
            yield Asked(Ask(seat, "orders", "TC-8.1", options=options, secret=True))
        return
    for seat in seats:
        yield Ruled(
            "TC-8.1", "tc.4-1.begins", {"seats": (seat, frame.heard("orders", seat).option)}
        )
    yield Popped()


def orders_first(below: object, book: Book, position: Position) -> object:
    steps = below(book, position)  # type: ignore[operator]  # what the base game says
    return ((names.TERRAIN, Orders()), *steps)


SEALED = Layer(
    "sealed orders",
    2,
    procedures={Orders: orders},
    hooks=((seams.SET_UP, orders_first, "TC-8.1"),),
)


def test_a_secret_answer_changes_no_byte_until_all_have_answered() -> None:
    one, two = worlds(SEALED, truths=("", ""))
    for world, said in ((one, "attack"), (two, "wait")):
        ask = next(ask for ask in world.waiting() if ask.seat == "blue")
        world.say("blue", Choose(said), ask.id)
    assert leaks(one, two, OTHERS, probes=probes) == []
    for world in (one, two):
        ask = next(ask for ask in world.waiting() if ask.seat == "red")
        world.say("red", Choose("wait"), ask.id)
    assert {leak.output for leak in leaks(one, two, ("red",))} >= {"stream", "export"}


# ── leaks planted in the real book: the harness must catch every one ─────────
def told_by_dice(_: Book, position: Position, __: str) -> Modifier | None:
    """A card that adds to a command roll by what a stand secretly is, and says so in public."""
    betrayed = any(piece.truth == TRUTHS[0] for piece in position.pieces.values())
    return Modifier(1, "cost.move", "TC-4.3") if betrayed else None


def asked_by_holding(below: object, book: Book, position: Position) -> object:
    """A card that asks only whoever secretly holds something."""
    steps = below(book, position)  # type: ignore[operator]  # what the base game says
    holds = any(piece.truth == TRUTHS[0] for piece in position.pieces.values())
    return ((names.TERRAIN, Orders()), *steps) if holds else steps


def test_a_ruling_that_counts_a_secret_is_caught() -> None:
    leaky = Book(
        "triumph",
        (TRIUMPH, Layer("leaky", 2, hooks=((seams.COMMAND_ROLL, told_by_dice, "TC-4.3"),))),
    )
    one, two = (mid_battle(truth, leaky) for truth in TRUTHS)
    for world in (one, two):
        turn = world.state.position.turn
        while world.state.position.turn < turn + 2 and not world.state.position.ended:
            ask = next(ask for ask in world.waiting() if ask.seat != "chance")
            out = "end" if "end" in ask.options else ask.options[-1]
            world.say(ask.seat, Choose(out), ask.id)
    found = {leak.output.split(" ")[0] for leak in leaks(one, two, ("red",))}
    assert found >= {"stream", "export"}


def test_a_question_that_only_a_holder_is_asked_is_caught() -> None:
    leaky = Layer(
        "leaky",
        2,
        procedures={Orders: orders},
        hooks=((seams.SET_UP, asked_by_holding, "TC-8.1"),),
    )
    one, two = worlds(leaky)
    assert "who" in search(one, two)


def test_a_refusal_that_knows_a_secret_is_caught() -> None:
    known: list[str] = []

    def looks_under_the_veil(_: Field, __: tuple[Stand, ...]) -> Refusal | None:
        return Refusal("TC-5.1", "tc.5-1.body") if known[-1] == TRUTHS[0] else None

    leaky = Layer("leaky", 2, hooks=((seams.MAY_MOVE, looks_under_the_veil, "TC-5.1"),))
    rules = Book("triumph", (TRIUMPH, leaky))
    one, two = (mid_battle(truth, rules) for truth in TRUTHS)
    seat = next(ask.seat for ask in one.waiting())
    seen = []
    for world, truth in ((one, TRUTHS[0]), (two, TRUTHS[1])):
        known.append(truth)
        seen.append(outputs(world, seat, probes))
    assert seen[0] != seen[1]
