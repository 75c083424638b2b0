"""Mercenaries: hire, captain, bribes, loyalty. TT-12, TO-10"""

import re
from random import Random

import pytest

from condotta.errors import PlainError
from condotta.kernel.asks import Choose
from condotta.kernel.events import Controlled, Counted, Mustered
from condotta.kernel.records import CHANCE
from condotta.lab.matches import rosters
from condotta.rules.library import book
from condotta.rules.ranked import names as ranked
from condotta.rules.ranked.reading.leadership import leadership
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery import names
from condotta.rules.treachery.bribery import LOYAL, Loyalty
from condotta.rules.treachery.deals import Give
from condotta.rules.treachery.over_ranked.mercenaries import (
    captain_of,
    hired,
    mercenary_points,
    not_together,
    unspent,
)
from condotta.rules.treachery.over_triumph.hiring import unspent as left_over
from condotta.rules.treachery.over_triumph.mercenaries import distrust
from condotta.rules.treachery.over_triumph.neutrality import bribed_holds_fire
from condotta.rules.triumph.muster import enlisted
from tests.rules.treachery.treachery_setting import (
    HOSTS,
    OVER_RANKED,
    OVER_TRIUMPH,
    Plot,
    over_ranked,
    over_triumph,
    setting,
)

HIRED = "mercenary,company blue"


def hired_unit(system: str, **moment) -> Plot:
    """B1 is a mercenary of blue; red is active."""
    return setting(system, traits={"B1": HIRED}, **moment)


def test_points_to_hire_with():
    """[TT-12.1] and the case TT-13 of the rulings."""
    assert [mercenary_points(one) for one in (499, 1500, 1999, 2000, 2400)] == [
        0,
        300,
        300,
        400,
        400,
    ]


def test_what_is_not_spent_becomes_tokens():
    """[TT-12.4, TT-1.2, TO-10] In full coppers."""
    assert [unspent(one) for one in (130, 49, 50, 0)] == [100, 0, 50, 0]
    plain = book(OVER_TRIUMPH)
    assert [left_over(plain, one) for one in (16, 4, 3, 0)] == [200, 50, 0, 0]


def test_a_company_has_a_captain():
    """[TT-12.2, TT-12.4, TT-12.14]"""
    entries, left = hired(400, "red", 0)
    assert [names.CAPTAIN in one.traits for one in entries] == [True] + [False] * (len(entries) - 1)
    assert all(names.MERCENARY in one.traits for one in entries)
    assert 0 <= left < 400


# ── leadership ───────────────────────────────────────────────────────────────
def ld(plot: Plot, name: str) -> int:
    here = field(plot.battle.book, plot.position)
    one = here.find(name)
    assert one is not None
    return leadership(here, one)


COMPANY = "R1 line-infantry 10x5 20 8 0; R2 line-infantry 10x5 {x} 8 0; R3 captain 1x1 20 14 0; "


def test_every_mercenary_has_one_leadership_less():
    """[TT-12.5]"""
    plain = over_ranked()
    plot = hired_unit(OVER_RANKED)
    assert ld(plot, "B1") == ld(plain, "B1") - 1


def test_the_captains_leadership_within_six_inches():
    """[TT-12.3, TT-12.11, TT-12.12] Lent with one reduction; nothing from one who flees."""
    rest = "B1 line-infantry 10x5 40 38 180; G1 line-infantry 10x5 60 38 180"
    traits = {
        "R1": "mercenary,company red",
        "R2": "mercenary,company red",
        "R3": "mercenary,company red,captain",
    }
    plot = over_ranked(COMPANY.format(x=50) + rest, traits=traits)
    own = plot.count("R1", ranked.LD)
    captain = plot.count("R3", ranked.LD)
    assert captain > own
    assert ld(plot, "R1") == captain - 1
    assert ld(plot, "R2") == own - 1
    fleeing = COMPANY.replace("14 0;", "14 0 fleeing;")
    assert ld(over_ranked(fleeing.format(x=50) + rest, traits=traits), "R1") == own - 1


def test_a_captain_in_a_regiment_is_reduced_once():
    """[TT-12.5, FB-1.8] His value is the regiment's own; nothing is lent besides."""
    plot = over_ranked(
        "R1 line-infantry 10x5 20 8 0; R3 captain 1x1 in R1; "
        "B1 line-infantry 10x5 40 38 180; G1 line-infantry 10x5 60 38 180",
        traits={"R1": "mercenary,company red", "R3": "mercenary,company red,captain"},
    )
    assert ld(plot, "R1") == plot.count("R3", ranked.LD) - 1


def test_a_regiment_takes_its_captain_along():
    """[TT-12.7] Whoever has the regiment has all who are in it."""
    plot = over_ranked(
        "R1 line-infantry 10x5 20 8 0; R3 captain 1x1 in R1; "
        "B1 line-infantry 10x5 40 38 180; G1 line-infantry 10x5 60 38 180",
        traits={"R1": "mercenary,company red", "R3": "mercenary,company red,captain"},
        then=(Loyalty(unit="R1"),),
    )
    plot.roll(1)
    plot.roll(2, 6, 3)
    assert [plot.piece(name).controller for name in ("R1", "R3")] == ["blue", "blue"]


def test_mercenaries_have_nothing_of_the_employers_general():
    """[TT-12.11]"""
    rest = "B1 line-infantry 10x5 40 38 180; G1 line-infantry 10x5 60 38 180"
    plot = over_ranked(
        "R1 line-infantry 10x5 20 8 0; R3 captain 1x1 20 14 0 general; " + rest,
        traits={"R1": "mercenary,company red"},
    )
    assert ld(plot, "R1") == plot.count("R1", ranked.LD) - 1
    plain = over_ranked("R1 line-infantry 10x5 20 8 0; R3 captain 1x1 20 14 0 general; " + rest)
    assert ld(plain, "R1") == plain.count("R3", ranked.LD)


@pytest.mark.parametrize(("far", "surcharge"), [(7.9, False), (8.2, True)])
def test_a_mercenary_stand_far_from_its_captain_costs_more(far: float, surcharge: bool):
    """[TO-10, TO-12] Even where the general commands."""
    pieces = (
        f"R1 HFT 20 8 0; R2 HFT {22 + far} 8 0; R3* HFT 26 5 0; B1 HFT 40 38 180; G1 HFT 10 38 180"
    )
    traits = {"R1": "mercenary,company red", "R2": "mercenary,company red,captain"}
    plot = over_triumph(pieces, traits=traits)
    here = plot.field
    found = distrust(here, (here.stand("R1"),))
    assert (found is not None) == surcharge
    if found is not None:
        assert (found.clause, found.value) == ("TO-10", 1)


# ── bribes ───────────────────────────────────────────────────────────────────
def to_the_bid(system: str, seat: str = "red", **moment) -> Plot:
    """One seat wants to bribe B1, nobody else does."""
    plot = hired_unit(system, **moment)
    plot.choose("red", "green")
    plot.proceed("bribe")
    for ask in plot.asks():
        plot.battle.say(ask.seat, Choose("B1" if ask.seat == seat else "pass"), ask.id)
    return plot


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize("phase", [names.MOVEMENT, names.SHOOTING, names.COMBAT])
@pytest.mark.parametrize(("answer", "bribed"), [("pass", True), ("200", False)])
def test_a_bribe_and_its_answer(system: str, phase: str, answer: str, bribed: bool):
    """[TT-12.8, TT-12.9] and the case TT-12: all tokens placed are discarded."""
    plot = to_the_bid(system, opens=phase, tokens=300)
    assert plot.window("red") == "bid"
    plot.choose("red", "150")
    ask = plot.asks("blue")[0]
    assert (ask.window, ask.options) == ("counter-bid", ("pass", "200", "250", "300"))
    # the bid lies open, told to everybody
    assert plot.ruled[-1] == "tt.12-8.bid"
    plot.refused("blue", Choose("150"))
    plot.choose("blue", answer)
    assert ("tt.12-8.bribed" in plot.ruled) == bribed
    assert ("tt.12-8.outbid" in plot.ruled) != bribed
    assert plot.tokens("red") == 150
    assert plot.tokens("blue") == (300 if bribed else 100)


@pytest.mark.parametrize("system", HOSTS)
def test_any_player_may_bribe_and_nobody_his_own(system: str):
    """[TT-12.8, TT-12.9] Neutrals too; who has no copper is not asked."""
    plot = hired_unit(system, players=4, tokens={"red": 100, "green": 50, "blue": 100})
    plot.choose("red", "green")
    plot.proceed("bribe")
    assert [ask.seat for ask in plot.asks()] == ["red", "green"]
    assert all(ask.options == ("pass", "B1") for ask in plot.asks())


@pytest.mark.parametrize("system", HOSTS)
def test_an_owner_who_cannot_answer_is_not_asked(system: str):
    """[TT-12.8, TT-10.8]"""
    plot = to_the_bid(system, tokens={"red": 200, "blue": 100})
    plot.choose("red", "100")
    assert plot.piece("B1").marked(names.BRIBED)


@pytest.mark.parametrize("system", HOSTS)
def test_dice_decide_the_order_of_attempts(system: str):
    """[TT-12.8, TT-12.9] High first, ties again; the rest lapse unpaid."""
    plot = hired_unit(system, players=4, tokens=200)
    plot.choose("red", "green")
    plot.proceed("bribe")
    for ask in plot.asks():
        plot.battle.say(ask.seat, Choose("B1"), ask.id)
    assert plot.asks(CHANCE)[0].about == ("red", "green", "amber")
    plot.roll(2, 5, 5)
    plot.roll(1, 6)
    assert plot.window("amber") == "bid"
    plot.choose("amber", "50")
    plot.choose("blue", "pass")
    assert plot.ruled.count("tt.12-9.lapsed") == 2
    assert [plot.tokens(seat) for seat in ("red", "green", "amber")] == [200, 200, 150]


@pytest.mark.parametrize("system", HOSTS)
def test_one_may_try_one_unit_after_another_and_each_once(system: str):
    """[TT-12.9] Red bribes B1, then is asked about B2 alone, then about nobody."""
    unit = "HFT" if system == OVER_TRIUMPH else "line-infantry 10x5"
    lying = "; ".join(
        f"{name} {unit} {place}"
        for name, place in (
            ("R1", "20 8 0"), ("B1", "40 8 0"), ("B2", "50 8 0"), ("G1", "20 38 180"),
        )
    )  # fmt: skip
    plot = setting(system, lying, traits={"B1": HIRED, "B2": HIRED}, tokens={"red": 300, "blue": 0})
    plot.choose("red", "green")
    plot.proceed("bribe")
    assert plot.asks("red")[0].options == ("pass", "B1", "B2")
    for unit_, left in (("B1", ("pass", "B2")), ("B2", ())):
        plot.choose("red", unit_)
        plot.choose("red", "50")
        assert plot.piece(unit_).marked(names.BRIBED)
        asks = [one for one in plot.asks("red") if one.window == "bribe"]
        assert (asks[0].options if asks else ()) == left
    assert plot.tokens("red") == 200


@pytest.mark.parametrize("system", HOSTS)
def test_tokens_given_away_cannot_be_bid(system: str):
    """[TT-10.8, TT-12.8] A bid is of what is there when it is placed, and it lies there then."""
    plot = to_the_bid(system, tokens=200)
    plot.say("red", Give("green", 150))
    plot.choose("red", "200")  # an old option: it is asked again
    assert plot.asks("red")[0].options == ("pass", "50")
    plot.choose("red", "50")
    assert plot.tokens("red") == 0
    plot.say("blue", Give("green", 200))
    plot.choose("blue", "100")
    assert plot.piece("B1").marked(names.BRIBED)
    assert plot.tokens("blue") == 0


@pytest.mark.parametrize("system", HOSTS)
def test_a_bribe_lasts_for_the_phase(system: str):
    """[TT-12.8, TT-3.8]"""
    plot = to_the_bid(system, tokens=300, opens=names.SHOOTING)
    plot.choose("red", "150")
    plot.choose("blue", "pass")
    for _ in range(6):
        ask = plot.proceed("designation")
        if ask is not None and ask.window == "designation":
            break
        assert ask is not None
        plot.choose(ask.seat, "done" if "done" in ask.options else ask.options[0])
    assert not plot.piece("B1").marked(names.BRIBED)


def test_a_bribed_stand_does_nothing():
    """[TT-12.10, TO-10] It neither moves nor shoots, and its victories do no harm."""
    pieces = "R1 ARC 20 8 0; B1 HFT 20 11 180; G1 HFT 40 38 180"
    plot = over_triumph(pieces, traits={"R1": "mercenary"}, marks={"R1": names.BRIBED})
    plot.proceed("movement", enemy="blue")
    assert "TT-12.10" in plot.why_not("R1", {"advance": 1})
    here = plot.field
    assert bribed_holds_fire(here, here.stand("R1")) is not None
    assert bribed_holds_fire(here, here.stand("B1")) is None
    assert after_combat("") != (20, 20, 180)
    assert after_combat(names.BRIBED) == (20, 20, 180)


def after_combat(mark: str) -> tuple[float, float, float]:
    """Red, so marked, beats blue by far; where blue is then."""
    pieces = "R1 HFT 20 20 0; R2 HFT 21 20.375 270; B1 RBL 20 20 180; G1 HFT 40 38 180"
    plot = over_triumph(pieces, opens=names.COMBAT, marks={"R1": mark, "R2": mark} if mark else {})
    plot.proceed("melee dice")
    plot.roll(6, 1)
    return plot.at("B1")


def test_a_bribed_regiment_does_nothing():
    """[TT-12.10]"""
    from condotta.rules.treachery.over_ranked.neutrality import bribed_holds, bribed_rests

    plot = over_ranked(marks={"R1": names.BRIBED})
    piece, other = plot.piece("R1"), plot.piece("B1")
    assert bribed_rests(plot.position, piece) is not None
    assert bribed_holds(plot.position, piece, other, "hold") is None
    assert bribed_holds(plot.position, piece, other, "flee") is not None


# ── loyalty ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize("die", [5, 6])
def test_on_five_or_six_it_stays_true(system: str, die: int):
    """[TT-12.6]"""
    plot = hired_unit(system, then=(Loyalty(unit="B1"),))
    (asked,) = plot.battle.state.asks
    assert asked.needed.least == LOYAL == 5
    assert asked.needed.params == {"unit": "B1", "seats": plot.position.seats()}
    plot.roll(die)
    assert plot.piece("B1").controller == "blue"
    assert "tt.12-6.loyal" in plot.ruled


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_on_less_the_highest_of_all_has_it(system: str, players: int):
    """[TT-12.13, TT-12.7, TO-10] Its present player rolls too; ties roll among themselves."""
    plot = hired_unit(system, players=players, active="green", then=(Loyalty(unit="B1"),))
    before = plot.at("B1")
    plot.roll(4)
    assert plot.asks(CHANCE)[0].about == ("red", "blue", "green", "amber", "violet")[:players]
    plot.roll(5, 1, 5, *[2] * (players - 3))
    assert plot.asks(CHANCE)[0].about == ("red", "green")
    events = plot.roll(3, 4)
    assert plot.piece("B1").controller == "green"
    assert (plot.at("B1"), plot.piece("B1").owner) == (before, "blue")
    assert [one for one in events if isinstance(one, Controlled)]


@pytest.mark.parametrize("system", HOSTS)
def test_who_has_nobody_left_does_not_roll_for_it(system: str):
    """[TT-12.6, TT-13.8]"""
    two = {
        OVER_TRIUMPH: "R1 HFT 20 8 0; B1 HFT 20 38 180",
        OVER_RANKED: "R1 line-infantry 10x5 20 8 0; B1 line-infantry 10x5 20 38 180",
    }
    plot = setting(system, two[system], traits={"B1": HIRED}, then=(Loyalty(unit="B1"),))
    plot.roll(1)
    assert plot.asks(CHANCE)[0].about == ("red", "blue")
    plot.roll(1, 6)
    assert "tt.12-6.kept" in plot.ruled


# ── companies that are chosen ────────────────────────────────────────────────
RANKED_ARMIES = "river-guard,hill-levy,free-lances"


def opened(system: str, *companies: str):
    """The events of an opening with such companies, one for each of three seats."""
    known = SYSTEMS[system]
    rules = book(system, {"mercenaries": True})
    if known.armies_of_its_own is not None:
        armies = known.armies_of_its_own(RANKED_ARMIES, 3, 0)
    else:
        armies = [one for one in rosters() if known.takes(one)][:3]
    return known.opening(rules, known.seated(3), armies, Levy(lot=Random(3), companies=companies))


def company_of(events, seat: str) -> list[tuple[str, bool, str]]:
    """The hired units of a seat: what each is, whether it leads, and its company."""
    pieces = [one.piece for one in events if isinstance(one, Mustered)]
    return [
        (piece.unit if piece.unit in KNOWN else piece.type, names.CAPTAIN in piece.traits, name)
        for piece in pieces
        if piece.owner == seat and names.MERCENARY in piece.traits
        for name in piece.traits
        if name.startswith(names.COMPANY)
    ]


KNOWN = ("Captain", "Archers", "Adept")


def test_a_company_is_chosen_for_a_ranked_army():
    """[TT-12.2, TT-12.4] 200 points for 1,190 to 1,200; what is left begins the coffer."""
    events = opened(OVER_RANKED, "captain+archers*10", "", "captain/ adept")
    assert company_of(events, "red") == [
        ("Captain", True, "company red"),
        ("Archers", False, "company red"),
    ]
    assert company_of(events, "amber") == [
        ("Captain", True, "company amber"),
        ("Adept", True, "company amber 2"),
    ]
    assert company_of(events, "blue")[0] == ("Captain", True, "company blue")
    coffers = {one.holder: one.value for one in events
               if isinstance(one, Counted) and one.name == names.TOKENS}  # fmt: skip
    assert (coffers["red"], coffers["amber"]) == (50, 0)
    models = {one.value for one in events if isinstance(one, Counted) and one.name == ranked.MODELS}
    assert 10 in models


def test_a_company_is_chosen_from_a_roster():
    """[TO-10, TT-12.2, TO-13] Its first stand is the captain."""
    roster = next(one for one in rosters() if SYSTEMS[OVER_TRIUMPH].takes(one))
    army = enlisted(book(OVER_TRIUMPH), roster, "red", "red", "M", lot=Random(1))
    cheap = [one for one in army.stands if one.half_points <= 8 and not one.general]
    first, second = cheap[0], cheap[1]
    text = f"{roster.id}:{first.code}+{second.code}"
    events = opened(OVER_TRIUMPH, "", text, "")
    assert company_of(events, "blue") == [
        (first.code, True, "company blue"),
        (second.code, False, "company blue"),
    ]
    (coffer,) = [one.value for one in events if isinstance(one, Counted)
                 and (one.holder, one.name) == ("blue", names.TOKENS)]  # fmt: skip
    assert coffer == left_over(book(OVER_TRIUMPH), 16 - first.half_points - second.half_points)


@pytest.mark.parametrize(
    ("system", "text", "why"),
    [
        (OVER_RANKED, "archers*10", "nobody to lead it"),
        (OVER_RANKED, "captain+archers*40", "cost 340: at most 200"),
        (OVER_RANKED, "captain+archer*10", "called archer for a company. Did you mean archers"),
        (OVER_RANKED, "captain+archers*ten", "as a number after a star"),
        (OVER_TRIUMPH, "nobody-at-all:KNT", "nobody-at-all"),
        (OVER_TRIUMPH, "ROSTER:XYZ", "has no XYZ"),
        (OVER_TRIUMPH, "ROSTER", "nobody to lead it"),
    ],
)  # fmt: skip
def test_what_is_no_company_is_refused(system: str, text: str, why: str):
    """[TT-12.1, TT-12.2, TO-10]"""
    text = text.replace("ROSTER", rosters()[0].id)
    with pytest.raises(PlainError, match=re.escape(why)):
        opened(system, "", text, "")
    with pytest.raises(PlainError, match="for each of the 3 seats"):
        opened(system, "captain")


def test_two_companies_of_one_player_have_a_captain_each():
    """[TT-12.2, TT-12.3] The second captain does not lead the first company's units."""
    plot = over_ranked(
        "R1 line-infantry 10x5 20 8 0; R2 captain 1x1 24 8 0; B1 line-infantry 10x5 40 30 180; "
        "G1 line-infantry 10x5 20 38 180",
        traits={"R1": "mercenary,company red", "R2": "mercenary,company red 2,captain"},
    )
    assert captain_of(plot.position, plot.piece("R1")) is None
    assert not_together(plot.position, plot.piece("R2"), plot.piece("R1"))
