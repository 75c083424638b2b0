"""What the table shows a seat of treachery: cards, bribes, whom to name. [TT-7, TT-11, TT-12]"""

import pytest

from condotta.kernel.asks import Ask, Choose
from condotta.rules.reported.over_ranked.playing_now import PlayNow
from condotta.rules.treachery import names
from condotta.rules.treachery.host import host_of
from condotta.rules.treachery.playing import PASS, PlayCard, judge_play
from condotta.server.games import intrigue
from condotta.server.parts import CardsShown, HeldShown
from tests.rules.reported.test_reported_treachery import Evening
from tests.rules.treachery.treachery_setting import (
    HOSTS,
    OVER_RANKED,
    OVER_TRIUMPH,
    Plot,
    over_ranked,
    setting,
)

SEATS = ("red", "blue", "green", "amber")


def shown(plot: Plot, seat: str, ask: Ask | None = None) -> CardsShown:
    """What the page of a seat is told, of its own view and of the question that it names."""
    view = plot.battle.view(seat)
    asked = ask or next(iter(view.mine()), None)
    return intrigue.beside(plot.battle.book, view.position, seat, asked, CardsShown())


def held(plot: Plot, seat: str) -> dict[str, HeldShown]:
    """The cards of a hand by their design."""
    pieces = plot.battle.view(seat).position.pieces
    return {pieces[one.piece].truth: one for one in shown(plot, seat).held}


def reasons(card: HeldShown) -> list[str]:
    return [one.key for one in card.refusals]


@pytest.mark.parametrize("system", HOSTS)
def test_a_card_is_playable_in_its_window_and_says_why_not_otherwise(system: str):
    """[TT-11.5, TT-11.8] Moment, role, coffer and targets are told, each by its clause."""
    plot = setting(system, hands={"blue": "T06 T08 T18 T12"}, tokens={"blue": 50})
    plot.proceed("treachery phase opens", enemy="green")
    cards = held(plot, "blue")
    assert (cards["T08"].playable, set(cards["T08"].targets)) == (False, set())  # nobody has cards
    assert reasons(cards["T08"]) == ["held.no-target"]
    assert cards["T06"].playable
    assert "B1" not in cards["T06"].targets
    assert reasons(cards["T18"]) == ["tt.11-8.not-your-role", "tt.10-8.too-dear"]
    assert reasons(cards["T12"]) == ["held.moment", "tt.10-8.too-dear"]
    for card in cards.values():
        assert card.playable == (not card.refusals)


def test_a_card_that_the_game_below_sets_aside_is_never_playable():
    """[TT-11.8] A file may lay it in a hand all the same: its moment does not come."""
    plot = setting(OVER_TRIUMPH, hands={"green": "T01 T08"}, tokens=500)
    assert "T01" not in host_of(plot.battle.book).ploys
    plot.proceed("treachery phase opens", enemy="green")
    aside = held(plot, "green")["T01"]
    assert (aside.playable, aside.targets, reasons(aside)) == (False, (), ["tt.11-8.not-now"])
    said = PlayCard(aside.piece)
    (ask,) = plot.battle.view("green").mine()
    position = plot.battle.view("green").position
    refusals = judge_play(plot.battle.book, position, "green", ask, said).refusals
    assert tuple(refusals) == tuple(aside.refusals)


@pytest.mark.parametrize("system", HOSTS)
def test_what_is_said_to_be_playable_is_what_the_rules_allow(system: str):
    """[TT-11.8] Every card and every target of it, in every window up to the end of a phase."""
    hands = {"red": "T06 T08 T09", "blue": "T10 T14 T11", "green": "T08 T09 T18"}
    plot = setting(system, hands=hands, opens=names.SHOOTING, tokens=200)
    seen = playable = 0
    for _ in range(40):
        asks = [ask for ask in plot.asks() if "PlayCard" in ask.says]
        for ask in asks:
            position = plot.battle.view(ask.seat).position
            legal = {
                (one.piece, aim) for one in shown(plot, ask.seat, ask).held for aim in one.targets
            }
            for piece, aim in legal:
                said = PlayCard(piece, aim)
                assert judge_play(plot.battle.book, position, ask.seat, ask, said).ok
            menu = plot.battle.book.menus[ask.window].salient(plot.battle.book, position, ask)
            plays = {(one.card, one.target) for one in menu if isinstance(one, PlayCard)}
            assert legal == plays
            seen, playable = seen + 1, playable + len(plays)
        waiting = next(iter(plot.asks()), None)
        if waiting is None or (waiting.window == "designation" and seen):
            break
        if "PlayCard" in waiting.says:
            plot.battle.say(waiting.seat, Choose(PASS), waiting.id)
        elif plot.proceed("treachery phase opens") is None:
            break
    assert seen >= 3
    assert playable >= 3


@pytest.mark.parametrize("system", HOSTS)
def test_nobody_is_told_of_the_hand_of_another(system: str):
    """[TT-14.4] Not by the cards, not by their number, and nothing to those who watch."""
    hands = {"red": "T09 T12 T18", "blue": "T06 T08", "green": "T10"}
    plot = setting(system, hands=hands)
    plot.proceed("treachery phase opens", enemy="green")
    told = {seat: {one.piece for one in shown(plot, seat).held} for seat in hands}
    assert {seat: len(pieces) for seat, pieces in told.items()} == {"red": 3, "blue": 2, "green": 1}
    assert len(set.union(*told.values())) == 6
    view = plot.battle.view("red")
    book = plot.battle.book
    assert intrigue.beside(book, view.position, "blue", None, CardsShown()).held == ()
    assert intrigue.beside(book, view.position, "", None, CardsShown()) == CardsShown()


@pytest.mark.parametrize("system", HOSTS)
def test_a_bribe_says_what_is_at_stake(system: str):
    """[TT-12.8, TT-12.10] Whose, its worth, the sums, and from what sum nobody outbids it."""
    traits = {"B1": "mercenary,company blue"}
    plot = setting(system, traits=traits, tokens={"red": 300, "blue": 150})
    plot.proceed("bribe", enemy="blue")
    (stake,) = shown(plot, "red").stakes
    assert (stake.unit, stake.owner, stake.least, stake.most) == ("B1", "blue", 0, 0)
    assert stake.worth > 0
    assert [one.key for one in stake.says] == ["stake.bribed"]
    plot.choose("red", "B1")
    plot.proceed("bid")
    (stake,) = shown(plot, "red").stakes
    assert (stake.least, stake.most, stake.sure) == (50, 300, 150)
    plot.choose("red", "100")
    (stake,) = shown(plot, "blue").stakes
    assert (stake.least, stake.most, stake.sure) == (150, 150, 0)


@pytest.mark.parametrize("system", HOSTS)
def test_whoever_stands_idle_anyway_is_told_last(system: str):
    """[TT-3.5, TT-12.8] A neutral unit does nothing in the phase: to bribe it is for nothing."""
    traits = {"B1": "mercenary,company blue", "G1": "mercenary,company green"}
    plot = setting(system, traits=traits, tokens={"red": 300, "blue": 150})
    plot.proceed("bribe", enemy="green")
    one, other = shown(plot, "red").stakes
    assert (one.unit, [line.key for line in one.says]) == ("G1", ["stake.bribed"])
    assert (other.unit, [line.key for line in other.says]) == ("B1", ["stake.neutral"])


def test_whom_one_fights_is_told_of_each_who_may_be_named():
    """[TT-7.2, TT-7.4] Named he is fought, not named there is a truce; far away anybody may be."""
    lying = (
        "R1 line-infantry 20x5 30 20 0; B1 line-infantry 20x5 30 20 180; "
        "G1 line-infantry 20x5 31.9685 18.425 270; A1 line-infantry 10x5 10 40 180"
    )
    plot = over_ranked(lying, players=4, opens=names.COMBAT)
    told = shown(plot, "red").meanings
    assert {seat: (one.key, one.params["count"]) for seat, one in told.items()} == {
        "blue": ("named.truce", 1),
        "green": ("named.truce", 1),
    }
    plot = setting(OVER_RANKED, players=4, opens=names.MOVEMENT)
    told = shown(plot, "red").meanings
    assert {one.key for one in told.values()} == {"named.free"}
    assert set(told) == set(SEATS) - {"red"}


def test_a_card_of_the_midst_of_a_phase_is_playable_unasked_while_hands_play_it():
    """[RB-21] Its holder alone is told, in the words by which it is judged."""
    evening = Evening(cards={"red": "T01", "blue": "T01", "amber": "T06"})
    evening.until("report", "magic")
    rules, position = evening.battle.book, evening.now
    for seat in position.seats():
        for card in intrigue.held(rules, evening.battle.view(seat).position, seat, None):
            aims = card.targets if card.unasked else ()
            asked = [PlayNow(card.piece, aim) for aim in (*aims, "")]
            assert [not evening.refused(seat, said) for said in asked] == [
                *(True for _ in aims),
                False,
            ]
    known = [
        (seat, position.pieces[card.piece].truth)
        for seat in position.seats()
        for card in intrigue.held(rules, evening.battle.view(seat).position, seat, None)
        if card.unasked
    ]
    assert {design for _, design in known} == {"T01"}
    evening.report()
    evening.until("treachery phase opens", "shooting")
    for seat in position.seats():
        cards = intrigue.held(rules, evening.battle.view(seat).position, seat, None)
        assert not any(card.unasked for card in cards)
