"""What a seat may not know changes no byte of what it is given. TT-14.4"""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from condotta.kernel.asks import Action, Ask, Draw
from condotta.kernel.chance import SeededCup
from condotta.kernel.records import SPECTATORS
from condotta.rules.treachery import names
from condotta.rules.treachery.deals import Accept, Give, Offer, Terms
from condotta.rules.treachery.playing import PlayCard
from condotta.rules.treachery.turns import GameTurn, NextCard
from tests.kernel.harness import everybody_but, leaks, walk
from tests.rules.treachery.test_opening import FOUGHT
from tests.rules.treachery.treachery_setting import HOSTS, OVER_TRIUMPH, SEATS, Plot, setting

PUBLIC = ("T09", "T14", "T16", "T12")
"""What everybody but blue is dealt: in no hand of the two worlds."""


class Dealer:
    """Equal dice in both worlds; blue is dealt what its world says, others what is public."""

    def __init__(self, seed: int, secret: str = "") -> None:
        self.seeded = SeededCup(seed)
        self.secret = secret.split()

    def answer(self, ask: Ask) -> Action:
        """The next dice or card."""
        if ask.window != "treachery cards":
            return self.seeded.answer(ask)
        if "blue" in ask.about and self.secret:
            return Draw((self.secret.pop(0),))
        return Draw((next(one for one in PUBLIC if one in ask.draw),))


def probes(_: str) -> Iterator[Action]:
    """Gifts, offers, cards in this hand and in others, deals that are there and that are not."""
    yield Give("green", 50)
    yield Give("green", 0, ("card-1",))
    yield Offer("red", Terms(wants=50, wanted=("card-2",)))
    yield Accept("deal-blue-1")
    for card in ("card-1", "card-3", "card-9"):
        yield PlayCard(card)
        yield PlayCard(card, "R1")


def shows(seat: str, said: Action) -> bool:
    """What rightly makes a secret known: blue plays, discards or gives a card."""
    return seat == "blue" and "card-" in str(said)


def worlds(system: str, one: Mapping[str, str], two: Mapping[str, str], seed: int, **moment):
    """Two battles that differ only in hands."""
    return tuple(
        setting(system, hands=hands, cup=Dealer(seed), **moment).battle for hands in (one, two)
    )


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize("phase", [names.MOVEMENT, names.SHOOTING, names.COMBAT])
def test_a_hand_is_seen_by_nobody_else(system: str, phase: str):
    """[TT-11.11, TT-11.8, TT-14.4] Refusals, menus and windows included."""
    one = {"blue": "T06 T10 T13", "green": "T12 T16"}
    two = {"blue": "T08 T18 T11", "green": "T12 T16"}
    pair = worlds(system, one, two, 3, opens=phase, players=4, pieces=FOUGHT[system], tokens=250)
    found = walk(
        *pair, watchers=everybody_but(pair[0], "blue"), random=Random(7), steps=24, avoid=shows,
        probes=probes,
    )  # fmt: skip
    assert found == []


@pytest.mark.parametrize("system", HOSTS)
def test_what_is_dealt_is_seen_by_nobody_else(system: str):
    """[TT-2.2, TT-11.2, TT-14.4] What is left in the deck tells nobody."""
    pair = tuple(
        setting(system, tokens=0, then=(GameTurn(),), cup=Dealer(5, secret)).battle
        for secret in ("T06 T08 T13", "T18 T03 T11")
    )
    found = walk(
        *pair, watchers=everybody_but(pair[0], "blue"), random=Random(5), steps=10, avoid=shows,
        probes=probes,
    )  # fmt: skip
    assert found == []


@pytest.mark.parametrize("system", HOSTS)
def test_a_private_deal_is_seen_by_nobody_else(system: str):
    """[TT-14.1, TT-14.4] Neither its terms nor that it is there."""
    plots = [setting(system, hands={"blue": "T06"}) for _ in range(2)]
    for plot, tokens in zip(plots, (50, 100), strict=True):
        plot.say("blue", Offer("green", Terms(tokens=tokens, words="peace"), True))
    one, two = (plot.battle for plot in plots)
    assert leaks(one, two, ("red", SPECTATORS), probes=probes) == []


@pytest.mark.parametrize("system", HOSTS)
def test_turn_cards_not_yet_turned_are_seen_by_nobody(system: str):
    """[TT-2.4, TT-14.4] Two orders of players: the same bytes for all until the card is turned."""
    plots = [setting(system, players=4, opens=names.COMBAT, tokens=0) for _ in range(2)]
    one, two = (plot.battle for plot in plots)
    everybody = (*SEATS[:4], SPECTATORS)
    assert walk(one, two, watchers=everybody, random=Random(1), steps=3, probes=probes) == []
    for plot in plots:
        to_the_turn_card(plot)
    assert leaks(one, two, everybody, probes=probes) == []
    for plot, card in zip(plots, ("turn-hammer", "turn-staff"), strict=True):
        plot.draw(card)
    assert [plot.position.active for plot in plots] == [("blue",), ("amber",)]


def to_the_turn_card(plot: Plot) -> None:
    """Do nothing for the rest of a turn."""
    ask = plot.proceed("turn card")
    while ask is not None and ask.window != "turn card":
        plot.choose(ask.seat, "done" if "done" in ask.options else ask.options[0])
        ask = plot.proceed("turn card")


def test_the_frames_in_progress_tell_no_order():
    """[TT-2.4] Asked for the next card, the truth itself holds the pile and nothing else."""
    plot = setting(OVER_TRIUMPH, players=5, tokens=0, then=(NextCard(),))
    assert plot.asks()[0].draw == ("turn-hammer", "turn-shield", "turn-staff", "turn-sword")
    cards = [one for one in plot.position.pieces.values() if names.TURN_CARD in one.traits]
    assert all(not one.truth for one in cards)
