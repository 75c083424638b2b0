"""Treachery at a real table. RB-3, RB-7, RB-20 to RB-22, TT-3, TT-7, TT-9, TT-10, TT-11, TT-12"""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Event, Mustered, Paid, Removed, Ruled, Veiled
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import SPECTATORS, Chair, Piece
from condotta.rules.conceding import Concede
from condotta.rules.library import book
from condotta.rules.ranked.losses.wounds import losses
from condotta.rules.reported.amending import Amend
from condotta.rules.reported.lots import by_lot, likely
from condotta.rules.reported.over_ranked.playing_now import PlayNow
from condotta.rules.reported.over_ranked.ploys import AT_THE_TABLE, INSIDE
from condotta.rules.reported.reports import Fight, Loss, Report
from condotta.rules.systems import SYSTEMS
from condotta.rules.treachery.deals import Give
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.host import host_of
from condotta.rules.treachery.players import enemy_player, role
from condotta.rules.treachery.playing import PASS, PlayCard
from tests.rules.reported.coffers import SYSTEM, accounted, fought

PHASES = ("movement", "magic", "shooting", "close combat")
WINDOW = {"close combat": "combat"}
CARDS = "treachery "
IDLE = (PASS, "ready", "keep", "agree", "nothing")


class Evening:
    """A battle of three at a table: whoever is not spoken for says as little as may be."""

    def __init__(
        self, seed: int = 1, cards: Mapping[str, str] = {}, seats: int = 3, **settings: Any
    ):
        """Beside the hands that are dealt, `cards` are held by seats from the start."""
        rules = book(SYSTEM, settings)
        how = SYSTEMS[SYSTEM]
        chairs = how.seated(seats)
        assert how.armies_of_its_own is not None
        opening = how.opening(rules, chairs, how.armies_of_its_own("", seats, seed))
        dealt = (held(seat, card) for seat, card in cards.items())
        self.battle = Battle(rules, (*opening[:-1], *dealt, opening[-1]), SeededCup(seed))
        self.events: list[Event] = []

    @property
    def now(self) -> Position:
        return self.battle.state.position

    @property
    def active(self) -> str:
        return self.now.active[0]

    @property
    def others(self) -> list[str]:
        """The other two, the enemy first."""
        enemy = enemy_player(self.now)
        seats = [one for one in self.now.seats() if one != self.active]
        return sorted(seats, key=lambda one: one != enemy)

    def asks(self, window: str = "") -> list[Ask]:
        return [one for one in self.battle.waiting() if one.window == window or not window]

    def say(self, seat: str, said: Action, window: str = "") -> list[Event]:
        """An answer to a window, or an act that needs none."""
        ask = next(one for one in self.asks(window) if one.seat == seat).id if window else None
        events = list(self.battle.say(seat, said, ask))
        self.events += events
        return events

    def until(self, window: str, phase: str = "", enemy: str = "") -> Ask:
        """On to a question, in that phase; the enemy is named where one may be."""
        for _ in range(2000):
            for ask in self.asks():
                if ask.window == window and phase in ("", self.now.phase):
                    return ask
            ask = self.asks()[0]
            option = next((one for one in IDLE if one in ask.options), "")
            option = option or (enemy if enemy in ask.options else next(iter(ask.options), ""))
            said = Choose(option) if option else Report()
            self.say(ask.seat, said, ask.window)
        raise AssertionError(f"nobody is asked {window}")

    def report(self, *losses: Loss, fights: tuple[tuple[str, str], ...] = ()) -> None:
        """What is reported now, which everybody agrees to."""
        said = Report(losses, tuple(Fight(*pair) for pair in fights))
        self.say(self.active, said, "report")
        for ask in self.asks("confirm"):
            self.say(ask.seat, Choose("agree"), "confirm")

    def units(self, seat: str) -> list[str]:
        return list(host_of(self.battle.book).units(self.now, seat))

    def regiments(self, seat: str, *, standard: bool = False) -> list[str]:
        """The regiments of a seat with a standard, or those without one; no characters."""
        pieces = [self.now.pieces[one] for one in self.units(seat)]
        ranks = [one for one in pieces if "character" not in one.traits]
        return [one.id for one in ranks if one.marked("standard") == standard]

    def tokens(self, seat: str) -> int:
        return self.now.count(seat, "tokens")

    def told(self, key: str) -> list[Ruled]:
        return [one for one in self.events if isinstance(one, Ruled) and one.key == key]

    def refused(self, seat: str, said: Action) -> list[str]:
        return [one.key for one in self.battle.judge(seat, said).refusals]


def held(seat: str, design: str) -> Event:
    """A card in a hand, which its holder alone knows."""
    traits = ("treachery card",)
    card = Piece(f"own-{seat}", "treachery", seat, seat, place="hand", traits=traits, truth=design)
    back = Piece(f"own-{seat}", "treachery", seat, seat, place="hand", traits=traits)
    return Veiled((seat,), Mustered(card), Mustered(back))


def meeting(evening: Evening, enemy: str = "") -> tuple[str, str, str]:
    """A unit of the active player is reported to fight one of each other; the three of them."""
    evening.until("report", "movement")
    own, two = evening.regiments(evening.active)[:2]
    one, other = (evening.regiments(seat)[0] for seat in evening.others)
    evening.report(fights=((own, one), (two, other)))
    return own, one, other


# ── who fights whom ──────────────────────────────────────────────────────────
def test_tt_7_1_whoever_fights_one_opponent_alone_must_name_him():
    """What the movement report told decides it. [RB-7]"""
    evening = Evening()
    evening.until("report", "movement")
    foe = evening.others[1]
    evening.report(fights=((evening.units(evening.active)[0], evening.units(foe)[0]),))
    evening.until("report", "close combat")
    assert enemy_player(evening.now) == foe
    assert [one.params["enemy"] for one in evening.told("tt.3-1.forced")] == [foe]


def test_rb_20_people_part_a_neutral_unit_and_it_fights_no_more():
    """Of two opponents fought one is named; with the other there is a truce. [TT-7.2, TT-7.4]

    [RB-20]
    """
    evening = Evening()
    own, one, other = meeting(evening)
    foe, neutral = (evening.now.pieces[name].controller for name in (one, other))
    ask = evening.until("designation", "close combat")
    assert (set(ask.options), ask.clause) == ({foe, neutral}, "TT-7.2")
    evening.until("report", "close combat", enemy=foe)
    told = evening.told("rb.20.parted")
    assert [(said.params["unit"], said.params["seat"]) for said in told] == [
        (other, evening.active)
    ]
    engaged = host_of(evening.battle.book).engaged
    fighting = engaged(evening.battle.book, evening.now, evening.active)
    assert fighting == ((own, one),)
    assert engaged(evening.battle.book, evening.now, neutral) == ()


def test_rb_3_a_neutral_unit_suffers_nothing_in_a_phase():
    """[TT-3.4]"""
    evening = Evening()
    ask = evening.until("report", "shooting")
    foe, neutral = evening.others
    said = Report((Loss(evening.units(neutral)[0], 1, evening.active),))
    found = evening.battle.judge(evening.active, said, ask.id).refusals
    assert [(one.clause, one.key) for one in found] == [("RB-3", "rb.3.neutral")]
    hit = Report((Loss(evening.units(foe)[0], 1, evening.active),))
    assert evening.battle.judge(evening.active, hit, ask.id).ok


@pytest.mark.parametrize(("seats", "leave"), [(3, 1), (4, 1), (4, 2), (5, 2)])
def test_rb_9_a_bot_that_reports_for_another_tells_nothing_of_who_stands_aside(seats, leave):
    """[RB-3, RB-33]"""
    evening, told = Evening(seats=seats), 0
    evening.until("report", "shooting")
    gone, *others = evening.active, *evening.others
    for one in (gone, *others[: leave - 1]):
        evening.say(one, Concede())
    ask = evening.until("report", "shooting")
    assert (ask.seat != gone, evening.active) == (True, gone)
    now, rules = evening.now, evening.battle.book
    drawn = [by_lot(rules, now, ask, Random(at)) for at in range(60)]
    for said in (*drawn, *likely(rules, now, ask)):
        assert evening.battle.judge(ask.seat, said, ask.id).ok, said
        told += isinstance(said, Report) and bool(said.losses)
    assert bool(told) == (leave == 1)


# ── points and tokens ────────────────────────────────────────────────────────
def test_tt_10_4_what_a_report_destroys_is_paid_when_the_phase_ends():
    """Points of FB-14.3 in slices of 50, and a copper for the most."""
    evening = Evening()
    evening.until("report", "shooting")
    foe, by = evening.others[0], evening.active
    unit = next(one for one in evening.regiments(foe) if evening.now.count(one, "points") > 60)
    points, before = evening.now.count(unit, "points"), evening.tokens(by)
    evening.report(Loss(unit, 0, by))
    assert evening.now.pieces[unit].place == "lost"
    assert evening.now.count(by, "victory points") == points
    assert evening.tokens(by) == before + points // 50 * 50 + 50


def test_fb_14_3_a_general_who_is_reported_lost_is_worth_100_more():
    evening = Evening()
    evening.until("report", "magic")
    foe = evening.others[0]
    general = next(one for one in evening.units(foe)
                   if "general" in evening.now.pieces[one].traits)  # fmt: skip
    evening.report(Loss(general, 0, evening.active))
    worth = evening.now.count(general, "points") + 100
    assert evening.now.count(evening.active, "victory points") == worth


def test_tt_9_3_a_mishap_of_the_active_player_is_his_enemys_gain():
    evening = Evening()
    evening.until("report", "movement")
    unit, foe = evening.regiments(evening.active)[0], evening.others[0]
    evening.report(Loss(unit))
    assert evening.now.count(foe, "victory points") == evening.now.count(unit, "points") > 0


def test_rb_3_some_models_of_a_regiment_are_gone_and_score_nothing():
    """[RB-3]"""
    evening = Evening()
    evening.until("report", "shooting")
    unit = evening.regiments(evening.others[0])[0]
    models = evening.now.count(unit, "models")
    evening.report(Loss(unit, 2, evening.active))
    assert evening.now.count(unit, "models") == models - 2
    assert evening.now.count(evening.active, "victory points") == 0


def test_rb_6_an_amendment_gives_a_lost_regiment_its_models_back():
    """[RB-6]"""
    evening = Evening()
    evening.until("report", "shooting")
    unit, by = evening.regiments(evening.others[0])[0], evening.active
    evening.report(Loss(unit, 0, by))
    tokens = evening.tokens(by)
    evening.say(by, Amend(unit, 3))
    for ask in evening.asks("amendment"):
        evening.say(ask.seat, Choose("agree"), "amendment")
    assert (evening.now.pieces[unit].place, evening.now.count(unit, "models")) == ("table", 3)
    assert evening.tokens(by) == tokens


@pytest.mark.parametrize("slain", [4, 10])
def test_fb_8_5_characters_of_a_regiment_without_a_place_are_left_over(slain: int):
    """They stay in it while anybody is left; then each is a unit, without a place as it was."""
    own = {"shape": None, "place": "table", "owner": "red", "controller": "red"}
    ranks = Piece("R1", "infantry", command="R1", **own)
    hero = Piece("R2", "infantry", command="R1", traits=("character",), **own)
    counters = {"R1": {"models": 10, "points": 80}, "R2": {"models": 1, "points": 50}}
    pieces = {"R1": ranks, "R2": hero}
    chairs = (Chair("red", "red"), Chair("blue", "blue"))
    position = Position(chairs=chairs, pieces=pieces, counters=counters)
    rules = book("ranked+reported")
    found = list(losses(rules, position, "R1", slain, by="blue", clause="RB-3"))
    gone = [one.piece for one in found if isinstance(one, Removed)]
    alone = [one.piece.command for one in found if type(one).__name__ == "Exchanged"
             and one.piece.id == "R2"]  # fmt: skip
    assert (gone, alone) == ((["R1"], ["R2"]) if slain == 10 else ([], []))
    assert not [one for one in found if type(one).__name__ == "Placed"]


# ── standards and rallies ────────────────────────────────────────────────────
def broken(evening: Evening) -> str:
    """The active player's unit fights one with a standard, which breaks; its name."""
    evening.until("report", "movement")
    foe = evening.others[0]
    unit = evening.regiments(foe, standard=True)[0]
    evening.report(fights=((evening.regiments(evening.active)[0], unit),))
    ask = evening.until("broke", "close combat")
    assert (ask.seat, ask.options) == (foe, ("nothing", unit))
    evening.say(foe, Choose(unit), "broke")
    return unit


def test_rb_22_the_standard_of_who_broke_is_taken_and_scores():
    """Its own player says so; 25 points are no slice, and the most of the phase. [FB-14.3]

    [RB-22]
    """
    evening = Evening()
    unit = broken(evening)
    assert not evening.now.pieces[unit].marked("standard")
    assert evening.now.count(evening.active, "victory points") == 25
    before = evening.tokens(evening.active)
    evening.until("report", "close combat")
    evening.report()
    assert evening.tokens(evening.active) == before + 50


def test_rb_22_a_standard_that_was_taken_does_not_score_again():
    """[RB-22]"""
    evening = Evening()
    unit = broken(evening)
    evening.until("report", "close combat")
    evening.report(Loss(unit, 0, evening.active))
    worth = evening.now.count(unit, "points")
    assert evening.now.count(evening.active, "victory points") == worth + 25


def test_rb_22_a_gift_meanwhile_takes_the_question_from_nobody():
    """Both who fight with a standard are asked; one has answered as a card changes hands.

    [RB-22]
    """
    evening = Evening()
    evening.until("report", "movement")
    own, foe = evening.active, evening.others[0]
    units = [evening.regiments(seat, standard=True)[0] for seat in (own, foe)]
    evening.report(fights=((units[0], units[1]),))
    evening.until("broke", "close combat", enemy=foe)
    assert {ask.seat for ask in evening.asks("broke")} == {own, foe}
    evening.say(own, Choose("nothing"), "broke")
    cards = [one.id for one in evening.now.at("hand") if "treachery card" in one.traits]
    card = next(one for one in cards if evening.now.pieces[one].controller == own)
    evening.say(own, Give(evening.others[1], 0, (card,)))
    while evening.asks("discard"):
        evening.say(evening.others[1], Choose(evening.asks("discard")[0].options[0]), "discard")
    assert [ask.seat for ask in evening.asks("broke")] == [foe]
    evening.say(foe, Choose(units[1]), "broke")
    assert evening.now.count(own, "victory points") == 25


def test_rb_22_mercenaries_that_rallied_may_change_sides():
    """[TT-12.6] Whose turn it is says so, and is asked about mercenaries alone. [RB-22]"""
    evening = Evening(mercenaries=True)
    ask = evening.until("rallied", "movement")
    units = ask.options[1:]
    assert ask.seat == evening.active
    assert all("mercenary" in evening.now.pieces[one].traits for one in units)
    evening.say(ask.seat, Choose(units[0]), "rallied")
    found = [one for key in ("loyal", "kept", "taken") for one in evening.told(f"tt.12-6.{key}")]
    assert [one.params["unit"] for one in found] == [units[0]]
    assert units[0] not in evening.until("rallied", "movement").options


# ── cards ────────────────────────────────────────────────────────────────────
def test_rb_21_every_card_of_the_deck_has_its_use():
    """[RB-21]"""
    assert set(AT_THE_TABLE) == set(designs())


def with_card(design: str, phase: str, seat_of: str, window: str = "report") -> Evening:
    """A battle at a phase, its units in combat, in which a player of that role holds a card."""
    for seed in range(1, 40):
        for seat in ("red", "blue", "amber"):
            evening = Evening(seed, {seat: design})
            evening.until("report", "movement")
            if phase == "close combat":
                meeting(evening)
            ask = evening.until(window, phase, enemy=evening.others[0])
            rich = evening.tokens(seat) >= designs()[design].cost
            if role(evening.now, seat) == seat_of and rich and ask:
                return evening
    raise AssertionError(f"nobody holds {design}")


AIMS = [
    ("T01", "magic", "neutral"),
    ("T02", "movement", "enemy"),
    ("T03", "shooting", "neutral"),
    ("T04", "movement", "active"),
    ("T05", "close combat", "neutral"),
    ("T11", "shooting", "enemy"),
    ("T15", "close combat", "active"),
    ("T16", "close combat", "enemy"),
]


@pytest.mark.parametrize(("design", "phase", "seat_of"), AIMS)
def test_rb_21_a_card_is_played_while_hands_play_and_done_by_them(
    design: str, phase: str, seat_of: str
):
    """Revealed, paid, aimed at a unit by whose it is; the report's question stands. [TT-11.8]

    [RB-21]
    """
    evening = with_card(design, phase, seat_of)
    card = next(one for one in evening.now.at("hand") if one.id.startswith("own-"))
    seat, before = card.controller, evening.tokens(card.controller)
    aims = AT_THE_TABLE[design].targets(evening.battle.book, evening.now, seat, ())
    assert aims
    question = evening.asks("report")
    aim = aims[0]
    events = evening.say(seat, PlayNow(card.id, aim))
    while evening.asks("treachery card played"):
        ask = evening.asks("treachery card played")[0]
        events += evening.say(ask.seat, Choose(PASS), ask.window)
    told = [one.params for one in events if isinstance(one, Ruled) and one.key == "rb.21.by-hand"]
    assert told == [{"card": f"treachery.{design}", "how": f"treachery.how.{design}"}]
    assert evening.tokens(seat) == before - designs()[design].cost
    for unit in aim.split(">"):
        assert evening.now.pieces[unit].marked(design)
    assert evening.asks("report") == question
    assert evening.now.pieces[card.id].place == "gone"


def test_rb_21_those_of_the_moments_inside_are_all_tried():
    """[RB-21]"""
    assert sorted(design for design, _, _ in AIMS) == sorted(INSIDE)


def test_rb_21_no_card_is_played_now_between_phases_or_of_another_moment():
    """[RB-21]"""
    evening = Evening(cards={"red": "T11", "blue": "T14"})
    evening.until("designation", "shooting")
    assert evening.refused("red", PlayNow("own-red")) == ["rb.21.no-phase"]
    evening.until("report", "shooting")
    assert evening.refused("blue", PlayNow("own-blue")) == ["rb.21.opens"]
    assert evening.refused("blue", PlayNow("own-red")) == ["tt.11-8.not-yours"]
    evening.report()
    assert evening.refused("red", PlayNow("own-red")) == ["rb.21.no-phase"]
    with pytest.raises(Illegal):
        evening.say("red", PlayNow("own-red"))


def test_rb_21_a_card_played_meanwhile_takes_no_question_back():
    """Two cards lie on the table, one over the other: each is paid once, and both are done.

    [RB-21]
    """
    evening = Evening(cards={"red": "T01", "blue": "T01", "amber": "T01"})
    evening.until("report", "magic")
    one, other = evening.others
    aims = AT_THE_TABLE["T01"].targets(evening.battle.book, evening.now, one, ())
    assert aims is not None
    first, second = aims[:2]
    before = {seat: evening.tokens(seat) for seat in (one, other)}
    evening.say(one, PlayNow(f"own-{one}", first))
    waiting = [ask.id for ask in evening.asks("treachery card played")]
    evening.say(other, PlayNow(f"own-{other}", second))
    assert {*waiting} <= {ask.id for ask in evening.asks()}
    while evening.asks("treachery card played"):
        ask = evening.asks("treachery card played")[-1]
        evening.say(ask.seat, Choose(PASS), ask.window)
    assert len(evening.told("rb.21.by-hand")) == 2
    assert [evening.now.pieces[unit].marked("T01") for unit in (first, second)] == [True, True]
    assert {seat: evening.tokens(seat) + 50 for seat in before} == before
    assert [ask.window for ask in evening.asks()] == ["report"]


@pytest.mark.parametrize("design", ["T02", "T07", "T18"])
def test_rb_21_a_card_is_played_as_its_phase_opens_too(design: str):
    """At the window that everybody is asked who holds any card. [TT-3.7] [RB-21]"""
    evening = with_card(design, "movement", "enemy", f"{CARDS}phase opens")
    seat = next(one.controller for one in evening.now.at("hand") if one.id.startswith("own-"))
    aims = AT_THE_TABLE[design].targets(evening.battle.book, evening.now, seat, ("movement",))
    evening.say(seat, PlayCard(f"own-{seat}", aims[0]), f"{CARDS}phase opens")
    evening.until("report", "movement")
    key = "tt.11-8.befriended" if design == "T18" else "rb.21.by-hand"
    assert len(evening.told(key)) == 1
    paid = [(one.taker, one.amount) for one in evening.events
            if isinstance(one, Paid) and one.giver == seat]  # fmt: skip
    due = {"T02": [], "T07": [("", 50)], "T18": [(evening.active, 100)]}
    assert paid == due[design]


def test_tt_11_9_no_card_on_the_field_is_aimed_at_a_neutral_unit():
    """Of all that a card may be aimed at in a phase nobody is neutral, but whose own says so."""
    tried = 0
    for phase in PHASES:
        evening = Evening()
        meeting(evening)
        evening.until("report", phase) if phase != "movement" else None
        neutral = evening.others[1]
        for design, ploy in AT_THE_TABLE.items():
            if design in ("T08", "T09", "T10", "T12") or ploy.targets is None:
                continue
            about = (WINDOW.get(phase, phase),)
            seat = evening.others[0]
            for aim in ploy.targets(evening.battle.book, evening.now, seat, about):
                tried += 1
                unit = evening.now.pieces[aim.rpartition(">")[2]]
                assert unit.controller != neutral
    assert tried > 50


def test_rb_21_nobody_is_told_who_could_play_a_card():
    """One who holds a card of the phase, and one who holds another, are the same to all others.

    [RB-21]
    """
    worlds = [Evening(cards={"blue": design}) for design in ("T11", "T09")]
    for evening in worlds:
        evening.until("report", "shooting")
    assert len({evening.active for evening in worlds}) == 1
    for audience in ("red", "amber", SPECTATORS):
        one, other = (evening.battle.view(audience) for evening in worlds)
        assert encode(one) == encode(other)
    own = [evening.battle.view("blue") for evening in worlds]
    assert encode(own[0]) != encode(own[1])


# ── whole battles ────────────────────────────────────────────────────────────
def test_tt_10_every_coffer_of_a_battle_is_what_its_causes_make_it():
    """Slices of 50, the copper for the most, cards, bribes, gifts; every card was played."""
    played, ends = set[str](), set[str]()
    for number in (*range(12), 23):  # in 23 one alone is left
        battle, account = fought(number)
        now = battle.state.position
        assert now.ended is not None
        assert now.ended.clause in ("TT-13.7", "TT-13.12")
        for seat in now.seats():
            assert now.count(seat, "tokens") == account.due[seat]
        assert account.compared["phase"] > 0
        played |= set(account.compared) & set(designs())
        told = (one.key for one in battle.log if isinstance(one, Ruled))
        ends |= {key for key in told if key.startswith("tt.13-6.")}
    assert played == set(designs())
    assert "tt.13-6.over" in ends
    assert len(ends) > 1


def test_tt_10_a_copper_more_than_its_cause_is_found_out():
    """Whichever payment is another than it must be, the account says so."""
    battle, _ = fought(2)
    log = battle.log
    payments = [at for at, one in enumerate(log) if isinstance(one, Paid) and one.name == "tokens"]
    assert len(payments) > 10
    for at in payments[::5]:
        paid = log[at]
        assert isinstance(paid, Paid)
        more = replace(paid, amount=paid.amount + 50)
        with pytest.raises(AssertionError):
            accounted((*log[:at], more, *log[at + 1 :]))


def test_tt_13_5_scenarios_of_places_are_not_played():
    with pytest.raises(PlainError, match="scenario"):
        book(SYSTEM, {"scenario": "hill"})
