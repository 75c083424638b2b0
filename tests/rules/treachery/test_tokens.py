"""Coffers, gifts, deals, the hand limit, the deck. TT-10, TT-11.4 to TT-11.7, TT-14"""

import pytest

from condotta.kernel.asks import Choose
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Paid, Ruled
from condotta.kernel.records import CHANCE, SPECTATORS
from condotta.report.story import story
from condotta.rules.ranked import names as ranked
from condotta.rules.treachery import names
from condotta.rules.treachery.coffers import Score, coins, credited, gains
from condotta.rules.treachery.deals import Accept, Give, Offer, Refuse, Terms
from condotta.rules.treachery.deck import DealCard, designs, in_play, left
from condotta.rules.treachery.disputes import Dispute
from condotta.rules.treachery.players import hand
from tests.rules.treachery.treachery_setting import (
    HOSTS,
    OVER_RANKED,
    OVER_TRIUMPH,
    SEATS,
    Plot,
    over_triumph,
    setting,
)

VECTORS = [
    ((165, 0, 0), (200, 0, 0)),
    ((120, 120, 0), (150, 150, 0)),
    ((49, 0, 0), (50, 0, 0)),
    ((310, 260, 50), (350, 250, 50)),
    ((0, 0, 0), (0, 0, 0)),
    # the cases TT-01, TT-02 and TT-03 of the rulings
    ((50, 0, 0), (100, 0, 0)),
    ((149, 0, 0), (150, 0, 0)),
    ((120, 120, 40), (150, 150, 0)),
    ((0, 60, 0), (0, 100, 0)),
]


def of_the_phase(system: str, points: int) -> dict[str, int]:
    """The counter in which a host keeps what a phase earned."""
    if system == OVER_TRIUMPH:
        return {names.VP: 2 * points}
    return {f"{ranked.VP} 1 {ranked.START}": points}


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize(("points", "tokens"), VECTORS)
def test_points_become_tokens(system: str, points: tuple[int, ...], tokens: tuple[int, ...]):
    """[TT-9.1, TT-10.4, TT-10.5, TT-10.6, TT-10.9, TO-9] For every player, active or not."""
    rows = {seat: of_the_phase(system, each) for seat, each in zip(SEATS, points, strict=False)}
    plot = setting(system, tokens=100, active="green", counters=rows, then=(Score(),))
    assert [plot.tokens(seat) - 100 for seat in SEATS[:3]] == list(tokens)
    assert [plot.count(seat, names.EARNED) for seat in SEATS[:3]] == [2 * one for one in points]
    assert [plot.count(seat, names.VP) for seat in SEATS[:3]] == [0, 0, 0]


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize(("paid", "tokens"), [(False, 100), (True, 150)])
def test_a_phase_without_points_pays_nobody_unless_it_is_chosen(
    system: str, paid: bool, tokens: int
):
    """[TT-10.6]"""
    plot = setting(system, tokens=100, then=(Score(),), settings={"copperForNothing": paid})
    assert [plot.tokens(seat) for seat in SEATS[:3]] == [tokens] * 3


def test_the_copper_goes_by_points_not_by_tokens():
    """[TT-10.5] 149 is more than 101 though both are two slices."""
    assert gains({"red": 2 * 149, "blue": 2 * 101}) == {"red": 150, "blue": 100}


def test_denominations():
    """[TT-10.1, TT-10.3, TT-10.10] and the case TT-14: only the value counts."""
    assert coins(1500 + 250 + 150 + 50) == (("ingot", 1), ("gold", 1), ("silver", 1), ("copper", 1))
    assert coins(3 * 50) == coins(150) == (("silver", 1),)
    assert coins(600) == (("gold", 2), ("copper", 2))
    assert sum(dict(names.COINS)[name] * many for name, many in coins(2350)) == 2350


# ── who scores ───────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("owner", "by", "scores"), [
    ("blue", "red", "red"),
    ("blue", "green", "green"),
    ("red", "red", "blue"),
    ("red", "", "blue"),
    ("blue", "blue", "red"),
    ("blue", "", "red"),
    ("green", "green", ""),
    ("green", "red", "red"),
])  # fmt: skip
@pytest.mark.parametrize("system", HOSTS)
def test_whose_points_a_loss_is(system: str, owner: str, by: str, scores: str):
    """[TT-9.3, TT-9.5] Red is active, blue the enemy, green neutral."""
    plot = setting(system, players=3)
    plot.choose("red", "blue")
    piece = plot.piece(f"{owner[0].upper()}1")
    paid = [one for one in credited(plot.position, piece, by, 50) if isinstance(one, Paid)]
    assert [one.taker for one in paid] == [scores] * bool(scores)
    if system == OVER_RANKED:
        from condotta.rules.treachery.over_ranked.neutrality import credit

        assert credit(plot.position, owner, by) == scores


# ── gifts ────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("system", HOSTS)
def test_tokens_may_be_given_at_any_time(system: str):
    """[TT-10.2, TT-10.3, TT-10.7, TT-14.2] By a neutral player too, in another's turn."""
    plot = setting(system, tokens=150)
    plot.choose("red", "blue")
    plot.proceed("movement")
    for giver, taker, tokens in (("green", "blue", 50), ("blue", "red", 150), ("red", "green", 50)):
        plot.say(giver, Give(taker, tokens))
    assert [plot.tokens(seat) for seat in SEATS[:3]] == [250, 50, 150]
    for seat in (*SEATS[:3], SPECTATORS):
        assert plot.battle.view(seat).position.count("blue", names.TOKENS) == 50


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize(("said", "clause"), [
    (Give("blue", 150), "TT-10.8"),
    (Give("blue", 25), "TT-10.1"),
    (Give("blue", -50), "TT-10.1"),
    (Give("red", 50), "TT-10.7"),
    (Give("nobody", 50), "TT-10.7"),
    (Give("blue", 0), "TT-10.7"),
    (Give("blue", 0, ("card-9",)), "TT-11.4"),
    (Offer("blue", Terms(tokens=150)), "TT-10.8"),
    (Offer("blue", Terms(wants=20)), "TT-10.1"),
    (Offer("blue", Terms(wanted=("card-9",))), "TT-11.4"),
    (Offer("blue", Terms()), "TT-10.7"),
    (Offer("blue", Terms(words="x" * 401)), "TT-14.1"),
    (Accept("deal-blue-1"), "TT-14.1"),
    (Refuse("deal-blue-1"), "TT-14.1"),
])  # fmt: skip
def test_only_what_is_there_changes_hands(system: str, said, clause: str):
    """[TT-10.8, TT-14.1] No credit, no halves of a copper, nobody else's cards."""
    plot = setting(system, hands={"blue": "T06"})
    assert clause in {one.clause for one in plot.refused("red", said)}


@pytest.mark.parametrize("system", HOSTS)
def test_a_card_may_be_given_and_only_the_taker_sees_it(system: str):
    """[TT-11.4, TT-11.13, TT-14.4]"""
    plot = setting(system, hands={"red": "T08 T10", "blue": "T09"})
    plot.say("red", Give("blue", 0, (plot.card("red", "T10"),)))
    assert (plot.holds("red"), plot.holds("blue")) == (["T08"], ["T09", "T10"])
    seen = {
        seat: [one.truth for one in hand(plot.battle.view(seat).position, "blue")]
        for seat in ("blue", "green", SPECTATORS)
    }
    assert sorted(seen["blue"]) == ["T09", "T10"]
    assert seen["green"] == seen[SPECTATORS] == ["", ""]


# ── the hand limit ───────────────────────────────────────────────────────────
FIVE = "T06 T06 T08 T08 T09"


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize("taker", ["blue", "green"])
def test_a_sixth_card_must_be_discarded_at_once(system: str, taker: str):
    """[TT-11.6, TT-11.7, TT-11.15] and the case TT-06: out of turn, after a gift."""
    plot = setting(system, hands={"red": "T10", taker: FIVE})
    plot.say("red", Give(taker, 0, (plot.card("red", "T10"),)))
    assert [(ask.seat, ask.window) for ask in plot.asks()] == [(taker, "discard")]
    plot.refused("red", Choose("blue"))  # the designation waits
    gone = plot.card(taker, "T09")
    plot.choose(taker, gone)
    assert len(plot.holds(taker)) == 5
    assert plot.piece(gone).place == "gone"
    assert plot.battle.view("red").position.pieces[gone].type == "T09"
    assert plot.window("red") == "designation"


@pytest.mark.parametrize("system", HOSTS)
def test_nothing_changes_hands_while_a_hand_is_over_the_limit(system: str):
    """[TT-11.6] The excess is discarded, not given away."""
    plot = setting(system, hands={"red": "T10", "blue": FIVE}, tokens=100)
    plot.say("red", Give("blue", 0, (plot.card("red", "T10"),)))
    given = Give("green", 0, (plot.card("blue", "T10"),))
    assert {one.clause for one in plot.refused("blue", given)} == {"TT-11.6"}
    assert {one.clause for one in plot.refused("red", Give("green", 50))} == {"TT-11.6"}


@pytest.mark.parametrize("system", HOSTS)
def test_the_deal_of_a_game_turn_keeps_to_the_limit(system: str):
    """[TT-11.6, TT-11.2]"""
    deal = DealCard(seat="green", number=3, clause="TT-11.2")
    plot = setting(system, hands={"green": "T06 T08 T09"}, then=(deal,))
    plot.draw("T12")
    plot.draw("T12")
    plot.draw("T18")
    ask = plot.asks()[0]
    assert (ask.seat, ask.window, len(ask.options)) == ("green", "discard", 6)


# ── the deck ─────────────────────────────────────────────────────────────────
def test_the_deck_is_thirty_six_cards():
    """[TT-11.1, TT-11.10]"""
    assert sum(one.copies for one in designs().values()) == 36
    assert len(designs()) == 18
    plot = setting(OVER_RANKED)
    assert len(left(plot.battle.book, plot.position)) == 36


def test_cards_without_a_meaning_are_set_aside():
    """[TO-4]"""
    plot = over_triumph(hands={"red": "T06"})
    aside = {"T01", "T02", "T04", "T05", "T07", "T15", "T17"}
    kept = {one.id for one in in_play(plot.battle.book)}
    assert {one.id for one in designs().values()} - kept == aside
    assert len(left(plot.battle.book, plot.position)) == 36 - 2 * len(aside) - 1


@pytest.mark.parametrize("system", HOSTS)
def test_the_discards_become_the_deck_when_it_is_empty(system: str):
    """[TT-11.7]"""
    plot = setting(system)
    every = left(plot.battle.book, plot.position)
    shared = every[2:]
    hands = {seat: " ".join(shared[number::3]) for number, seat in enumerate(SEATS[:3])}
    deal = DealCard(seat="red", number=3, clause="TT-11.2")
    plot = setting(system, hands=hands, then=(deal,))
    assert plot.asks()[0].draw == every[:2]
    plot.draw(every[0])
    plot.draw(every[1])
    assert plot.window("red") == "discard"  # both are empty: no third card
    assert "tt.11-7.none" in plot.ruled
    assert left(plot.battle.book, plot.position) == ()


@pytest.mark.parametrize("system", HOSTS)
def test_discards_are_shuffled_into_a_new_deck(system: str):
    """[TT-11.7]"""
    from condotta.rules.treachery.deck import Limit

    every = left(setting(system).battle.book, setting(system).position)
    plot = setting(
        system,
        hands={"red": " ".join(every)},
        then=(Limit(seat="red"), DealCard(seat="blue", number=1, clause="TT-11.2")),
    )
    gone = []
    while plot.window("red") == "discard":
        card = plot.asks("red")[0].options[0]
        gone.append(plot.piece(card).truth)
        plot.choose("red", card)
    assert "tt.11-7.reshuffled" in plot.ruled
    assert sorted(plot.asks(CHANCE)[0].draw) == sorted(gone)
    plot.draw(gone[0])
    assert plot.holds("blue") == [gone[0]]


# ── deals ────────────────────────────────────────────────────────────────────
def offered(system: str, *, private: bool = False, **moment) -> Plot:
    """Red offers a card and a copper for two coppers of green's."""
    plot = setting(system, hands={"red": "T08"}, **moment)
    terms = Terms(tokens=50, cards=(plot.card("red", "T08"),), wants=100, words="and peace")
    plot.say("red", Offer("green", terms, private))
    return plot


@pytest.mark.parametrize("system", HOSTS)
def test_an_offer_is_told_with_what_it_would_move(system: str):
    """[TT-14.1] To whoever sees it; of words alone and of nothing more is told that it was made."""
    plot = offered(system)
    said = "Red offers Green 50 in tokens and 1 card for 100 in tokens."
    assert said in [one.text for one in story(plot.battle.log)]
    asked = "Rouge propose à Vert\u00a0: 50 en jetons et 1 carte contre 100 en jetons."
    assert asked in [one.text for one in story(plot.battle.log, lang="fr")]
    plot.say("red", Offer("blue", Terms(wants=50)))
    plot.say("red", Offer("blue", Terms(words="peace")))
    told = [one.text for one in story(plot.battle.log) if one.clause == "TT-14.1"]
    assert told[1:] == [
        "Red offers Blue nothing for 50 in tokens.",
        "Red makes Blue an offer.",
    ]
    secret = offered(system, private=True)
    for seat, hears in (("green", True), ("blue", False), (SPECTATORS, False)):
        texts = [one.text for one in story(secret.battle.stream(seat))]
        assert (seat, said in texts) == (seat, hears)


@pytest.mark.parametrize("system", HOSTS)
def test_a_deal_moves_everything_at_one_instant(system: str):
    """[TT-14.1, TT-10.7, TT-11.4] It holds nobody up; nobody else may take it."""
    plot = offered(system)
    assert plot.window("red") == "designation"
    plot.refused("blue", Accept("deal-red-1"))
    plot.refused("red", Accept("deal-red-1"))
    plot.say("green", Accept("deal-red-1"))
    assert [plot.tokens(seat) for seat in ("red", "green")] == [150, 50]
    assert plot.holds("green") == ["T08"]
    plot.refused("green", Accept("deal-red-1"))


@pytest.mark.parametrize("system", HOSTS)
def test_what_was_offered_must_still_be_there(system: str):
    """[TT-14.3, TT-10.8]"""
    plot = offered(system, tokens={"red": 50, "green": 100})
    plot.say("red", Give("blue", 50))
    assert {one.clause for one in plot.refused("green", Accept("deal-red-1"))} == {"TT-10.8"}
    plot.say("green", Refuse("deal-red-1"))
    assert plot.tokens("green") == 100


@pytest.mark.parametrize("system", HOSTS)
def test_a_private_deal_is_seen_by_the_two_alone(system: str):
    """[TT-14.2]"""
    plot = offered(system, private=True)
    seen = {
        seat: "deal-red-green-1" in plot.battle.view(seat).position.pieces
        for seat in (*SEATS[:3], SPECTATORS)
    }
    assert seen == {"red": True, "green": True, "blue": False, SPECTATORS: False}
    plot.say("red", Refuse("deal-red-green-1"))
    assert plot.battle.view("green").position.pieces["deal-red-green-1"].place == "gone"
    told = {
        seat: [one.key for one in plot.battle.stream(seat) if isinstance(one, Ruled)][-2:]
        for seat in (*SEATS[:3], SPECTATORS)
    }
    both = ["tt.14-1.offered", "tt.14-1.withdrawn"]
    assert (told["red"], told["green"]) == (both, both)
    assert not {*told["blue"], *told[SPECTATORS]} & {*both}


@pytest.mark.parametrize("system", HOSTS)
def test_private_offers_number_and_seal_nothing_for_others(system: str):
    """[TT-14.1, TT-14.4] Not the next open offer, not a private one to somebody else, no undo."""
    plot, other = offered(system, private=True), offered(system, private=True)
    other.say("red", Offer("green", Terms(words="and more"), True))
    for one in (plot, other):
        one.say("red", Offer("blue", Terms(words="peace"), True))
        one.say("red", Offer("blue", Terms(words="peace")))
    assert plot.battle.stream("blue") == other.battle.stream("blue")
    for seat in ("blue", SPECTATORS):
        assert plot.battle.may_undo(seat) == other.battle.may_undo(seat)
    assert {"deal-red-blue-1", "deal-red-1"} <= plot.battle.view("blue").position.pieces.keys()


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize(
    ("seat", "answer", "ended"),
    [("green", Accept, "taken"), ("green", Refuse, "refused"), ("red", Refuse, "withdrawn")],
)
def test_how_an_offer_ended_is_told(system: str, seat: str, answer, ended: str):
    """[TT-14.1] Whoever made it hears whether it was taken up or refused, were it words alone."""
    plot = setting(system)
    plot.say("red", Offer("green", Terms(words="I leave you alone")))
    assert plot.ruled[-1] == "tt.14-1.offered"
    plot.say(seat, answer("deal-red-1"))
    told = plot.rulings("TT-14.1")[-1]
    assert told.key == f"tt.14-1.{ended}"
    assert (told.params["seat"], told.params["from"], told.params["to"]) == (seat, "red", "green")


@pytest.mark.parametrize("system", HOSTS)
def test_promises_bind_nobody(system: str):
    """[TT-10.7, TT-14.1] Green pays not to be named, and is named."""
    plot = setting(system)
    plot.say("red", Offer("green", Terms(wants=100, words="I leave you alone")))
    plot.say("green", Accept("deal-red-1"))
    plot.choose("red", "green")
    assert (plot.enemy, plot.tokens("red")) == ("green", 200)


@pytest.mark.parametrize("system", HOSTS)
def test_a_player_without_units_may_trade(system: str):
    """[TT-13.8, TT-14.1]"""
    alone = {
        OVER_TRIUMPH: "R1 HFT 20 8 0; G1 HFT 20 38 180",
        OVER_RANKED: "R1 line-infantry 10x5 20 8 0; G1 line-infantry 10x5 20 38 180",
    }
    plot = setting(system, alone[system], hands={"blue": "T08"})
    plot.say("blue", Give("red", 50, (plot.card("blue", "T08"),)))
    assert (plot.tokens("blue"), plot.holds("red")) == (50, ["T08"])


@pytest.mark.parametrize("system", HOSTS)
def test_a_dispute_is_settled_by_a_roll_off(system: str):
    """[FB-1.5] and the case TT-16: two readings, one roll-off, an entry, and the game goes on."""
    plot = setting(system)
    plot.say("red", Dispute("green", "it is in sight", "it is not"))
    plot.roll(3, 3)
    plot.roll(2, 5)
    assert plot.rulings("FB-1.5")[-1].params["seat"] == "green"
    assert plot.window("red") == "designation"
    with pytest.raises(Illegal):
        plot.say("red", Dispute("red", "a", "b"))
