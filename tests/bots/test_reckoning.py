"""Treachery is paid for where it may bring more than it costs. TT-11.8, TT-12.8, TT-13.7"""

from collections import Counter

import pytest

import condotta
from condotta.bots.lots import lots
from condotta.bots.reckoning import Reckoning
from condotta.bots.schemer import Schemer
from condotta.bots.stakes import stake
from condotta.kernel.asks import Action, Choose
from condotta.rules.treachery import names
from condotta.rules.treachery.deals import Offer
from condotta.rules.treachery.playing import CLOSES, DESIGNATED, OPENS, PASS, PlayCard, Window
from tests.rules.treachery.test_cards import TABLE
from tests.rules.treachery.treachery_setting import OVER_RANKED, OVER_TRIUMPH, Plot, setting


def moment(
    hand: str,
    window: Window,
    *,
    seat: str = "blue",
    system: str = OVER_TRIUMPH,
    turn: int = 1,
    **tokens: int,
) -> Plot:
    """Red's turn with blue his enemy; one seat holds cards, coffers are as said, else 300."""
    coffers = {"red": 300, "blue": 300, "green": 300, **tokens}
    return setting(
        system,
        TABLE[system],
        opens="movement",
        hands={seat: hand},
        tokens=coffers,
        counters={names.TABLE: {names.ENEMY: 2, names.GAME_TURN: turn}},
        then=(window,),
    )  # fmt: skip


def says(plot: Plot, seat: str = "blue") -> Action:
    """What the schemer says to its open question."""
    ask = next(one for one in plot.battle.waiting() if one.seat == seat)
    return Schemer(plot.battle.book, lots(1)).answer(plot.battle.view(seat), ask)


CLOSING = Window(moment=CLOSES, about=("movement",))


@pytest.mark.parametrize(
    ("coffers", "turn", "robs"),
    [
        ({}, 1, False),  # all are equally rich: it would take from nobody
        ({"blue": 350}, 1, False),  # it is the richest itself
        ({"red": 500}, 1, True),
        ({"red": 350}, 1, False),  # it would be the richest by it, and be robbed next
        ({"red": 350}, 99, True),  # nobody comes after it
    ],
)
def test_a_purse_is_cut_when_that_lasts(coffers, turn, robs):
    """[T09, TT-10.8]"""
    plot = moment("T09", CLOSING, turn=turn, **coffers)
    wanted = PlayCard(plot.card("blue", "T09")) if robs else Choose(PASS)
    assert says(plot) == wanted


def test_a_full_hand_robs_at_once():
    """[TT-11.6] Else the card might have to go."""
    plot = moment("T09 T06 T14 T08 T03", CLOSING, red=350)
    assert says(plot) == PlayCard(plot.card("blue", "T09"))


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
@pytest.mark.parametrize(
    ("card", "window"),
    [
        ("T12", Window(moment=DESIGNATED, about=("movement",))),
        ("T18", Window(moment=OPENS, about=("movement",))),
        ("T08", Window(moment=OPENS, about=("movement",))),
    ],
)
def test_nothing_is_bought_that_cannot_pay(system, card, window):
    """[TT-11.5] Three coppers that another is attacked, two for a friend, one for any card."""
    assert says(moment(card, window, system=system)) == Choose(PASS)


def test_a_rivals_loss_is_worth_a_part_of_ones_own_gain():
    """[TT-13.7] The more rivals, the smaller; between two sides all of it."""
    plot = moment("T09", CLOSING)
    assert stake(plot.position, "blue") == 1 / (len(plot.position.seats()) - 1)
    two = condotta.begin("triumph", seed=1).engine.state.position
    assert stake(two, "red") == 1.0


def test_a_unit_is_worth_what_is_paid_for_it():
    """[TT-10.4, TT-10.5] A stand of three points 75: one full slice, and the copper for most."""
    plot = moment("T09", CLOSING)
    known = Reckoning(plot.battle.book, plot.battle.view("blue").position, "blue")
    assert known.pay(plot.position.pieces["R1"]) == 100
    assert known.loss(plot.position.pieces["R1"]) == 100
    assert known.loss(plot.position.pieces["B1"]) == -100 * known.part
    assert known.loss(plot.position.pieces["G1"]) == 0


@pytest.mark.parametrize("system", ["treachery", "treachery+triumph"])
def test_the_schemer_ends_richer_than_whoever_does_nothing(system):
    """[TT-13.7] Each sits once at each place, with the same armies and dice."""
    bots, coffers = ("schemer", "idle", "frugal"), Counter[str]()
    for first in range(len(bots)):
        battle = condotta.begin(system, seats=3, seed=5)
        seated = {
            seat: bots[(first + place) % len(bots)] for place, seat in enumerate(battle.seats)
        }
        battle.play(seated)
        for seat, bot in seated.items():
            coffers[bot] += battle.scores[seat]
    assert coffers["schemer"] >= coffers["idle"]


def phased(hand: str, phase: str, pieces: str, **more: str) -> Plot:
    """Red's turn with blue his enemy, as a phase opens; blue holds a card, on a table of stands."""
    window = Window(moment=OPENS, about=(phase,))
    return setting(
        OVER_TRIUMPH,
        pieces,
        opens=phase,
        hands={"blue": hand},
        tokens=300,
        counters={names.TABLE: {names.ENEMY: 2, names.GAME_TURN: 1}},
        then=(window,),
        **more,
    )


ARCHERS = "R1 ARC 20 10 0; R2 ARC 40 10 0; G1 HFT 8 40 180; "


@pytest.mark.parametrize("card", ["T11", "T14"])
@pytest.mark.parametrize(
    ("enemies", "aimed"),
    [
        ("B1 HFT 20 40 180", False),  # nobody is in reach
        (
            "B1 HFT 20 12.5 180; B2 HFT 40 11.2 180",
            True,
        ),  # B1 far, B2 near to whom fog is no matter
    ],
)
def test_shots_are_spoilt_where_somebody_may_shoot(card, enemies, aimed):
    """[TT-11.8] Damp powder and fog are kept while no archer has anybody in reach."""
    plot = phased(card, names.SHOOTING, ARCHERS + enemies)
    said = says(plot)
    assert isinstance(said, PlayCard) == aimed
    if aimed and card == "T11":
        assert said.target in {"R1", "R2"}


def test_fog_is_kept_where_all_may_shoot_at_somebody_near():
    """[TO-4] It hinders shots at more than half the range alone."""
    plot = phased("T14", names.SHOOTING, ARCHERS + "B1 HFT 20 11.2 180; B2 HFT 40 11.2 180")
    assert says(plot) == Choose(PASS)


def test_whoever_is_near_an_enemy_is_whispered_to_with_his_line():
    """[TO-10] R2 and R3 go as one, R1 has nobody near, R4 fights."""
    pieces = (
        "R0 HFT 22 18 0 general; R1 HFT 20 2 0; R2 HFT 24 16 0; R3 HFT 26 16 0; R4 HFT 34 20 0; "
        "B1 HFT 24 22 180; B2 HFT 34 20 180; G1 HFT 8 40 180"
    )
    plot = phased("T06", names.MOVEMENT, pieces)
    assert says(plot) == PlayCard(plot.card("blue", "T06"), "R3")
    far = phased("T06", names.MOVEMENT, "R1 HFT 20 2 0; B1 HFT 20 40 180; G1 HFT 8 40 180")
    assert says(far) == Choose(PASS)


def test_nothing_is_offered_that_nobody_would_take():
    """[TT-14.1] A card that is not seen is worth less than the smallest coin."""
    plot = moment("T09 T15 T06", CLOSING)
    for seed in range(300):
        bot = Schemer(plot.battle.book, lots(seed), talk=1.0)
        assert not isinstance(bot.volunteer(plot.battle.view("blue")), Offer)
