"""The eighteen cards: played, answered, refused, and what they do. TT-11.5, TT-11.8, TT-11.9"""

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from condotta.kernel.asks import Roll
from condotta.kernel.events import Marked
from condotta.kernel.evolving import evolve_position
from condotta.kernel.records import CHANCE, Mark
from condotta.rules.ranked import names as ranked
from condotta.rules.ranked import seams
from condotta.rules.ranked.charges.charge_moves import ChargeRoll
from condotta.rules.ranked.charges.possible_charges import charge_dice
from condotta.rules.ranked.combat.breaking import BreakTest
from condotta.rules.ranked.reading.dice import HOUR
from condotta.rules.ranked.reading.leadership import leadership
from condotta.rules.ranked.reading.regiment import field, piece_has
from condotta.rules.ranked.records import Shot, Spell
from condotta.rules.ranked.shooting.machines import DRIFT, Stone
from condotta.rules.treachery import names
from condotta.rules.treachery.deals import Give
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.over_ranked.ploys import blades
from condotta.rules.treachery.over_ranked.stabbing import STABBED
from condotta.rules.treachery.over_triumph.ploys import whispers
from condotta.rules.treachery.players import hand
from condotta.rules.treachery.playing import (
    CLOSES,
    DESIGNATED,
    MOMENTS,
    OPENS,
    PlayCard,
    Resolve,
    Window,
    plays,
    targets,
    why_not,
)
from condotta.rules.triumph.movement.command import out_of_command
from tests.rules.treachery.treachery_setting import (
    OVER_RANKED,
    OVER_TRIUMPH,
    Plot,
    setting,
)

TABLE = {
    OVER_RANKED: (
        "R1 line-infantry 20x5 30 20 0; R2 light-riders 5x5 10 8 0; R3 archers 10x10 50 20 0; "
        "R4 adept 1x1 40 20 0; R5 line-infantry 10x5 20 4 0 general; "
        "B1 line-infantry 20x5 30 20 180; B2 captain 1x1 in B1; B3 line-infantry 10x5 44 34 180; "
        "B4 line-infantry 10x5 38 34 180; G1 archers 10x10 56 28 315"
    ),
    OVER_TRIUMPH: (
        "R1 HFT 20 20 0; R2 HFT 30 20 0; R3 ARC 40 20 0; B1 HFT 20 20 180; "
        "B3 HFT 40 23 180; G1 ARC 44 23 270; G2 HFT 10 40 180"
    ),
}


class Case(NamedTuple):
    """A card at its moment; red is active, blue the enemy, green neutral."""

    system: str
    design: str
    moment: str
    about: tuple[str, ...]
    seat: str
    target: str = ""
    wrong_seat: str = ""
    wrong_target: str = "R9"


def both(*rest: str | tuple[str, ...], **more: str) -> list[Case]:
    """The same over either host."""
    return [Case(system, *rest, **more) for system in (OVER_RANKED, OVER_TRIUMPH)]


CASES = [
    Case(
        OVER_RANKED, "T01", "spell cast", ("R4", "B3", "bolt-of-force"), "green", "B4", "red", "B1"
    ),
    Case(OVER_RANKED, "T02", "charge or march", ("R2",), "green", "R2", "red", "R1"),
    Case(OVER_RANKED, "T03", "last shot", ("shooting",), "green", "G1>B3", "blue", "G1>B1"),
    Case(OVER_TRIUMPH, "T03", "last shot", ("shooting",), "green", "G1>B3", "blue", "G1>R1"),
    Case(OVER_RANKED, "T04", "charge rolled", ("R2", "2", "5"), "red", "2", "blue", "R2"),
    Case(OVER_RANKED, "T05", "combat chosen", ("R1", "B1"), "green", "B1", "blue", "B3"),
    Case(OVER_RANKED, "T06", OPENS, ("magic",), "blue", "R1", "", "G1"),
    Case(OVER_TRIUMPH, "T06", OPENS, ("movement",), "green", "R1", "", "G1"),
    Case(OVER_RANKED, "T07", OPENS, ("movement",), "green", "R1", "red", "R5"),
    *both("T08", OPENS, ("shooting",), "green", "red", "", "green"),
    *both("T09", CLOSES, ("combat",), "green", "", "", "R1"),
    Case(OVER_RANKED, "T11", "shot", ("R3",), "green", "R3", "red", "R1"),
    Case(OVER_TRIUMPH, "T11", OPENS, ("shooting",), "green", "R3", "red", "B1"),
    *both("T12", DESIGNATED, ("movement",), "blue", "turn-axe", "red", "R1"),
    *both("T13", OPENS, ("combat",), "red", "B1", "", "R2"),
    *both("T14", OPENS, ("shooting",), "blue", "turn-axe", "red", "R1"),
    Case(OVER_RANKED, "T15", "test failed", ("R1",), "red", "R1", "green", "B1"),
    *both("T16", "broken", ("R1",), "green", "R1", "red", "B1"),
    Case(OVER_RANKED, "T17", OPENS, ("combat",), "green", "R1>B2", "", "R2>B2"),
    *both("T18", OPENS, ("movement",), "blue", "B1", "red", "R1"),
]
each = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.design}-{case.system}")


def at(case: Case, *, tokens: int = 300, foil: str = "", marks: Mapping[str, str] = {}) -> Plot:
    """The moment of a card, with it in the hand of whoever plays it, and a victim for T08."""
    hands = {"red": "T09", case.seat: f"{case.design} T09"}
    if foil:
        hands[foil] = (hands.get(foil, "") + " T10").strip()
    purse = dict.fromkeys(("red", "blue", "green"), 300) | {case.seat: tokens}
    return setting(
        case.system,
        TABLE[case.system],
        opens="shooting",
        hands=hands,
        tokens=purse,
        counters={names.TABLE: {names.ENEMY: 2}},
        marks=marks,
        then=(Window(moment=case.moment, about=case.about),),
    )


def against(
    plot: Plot, case: Case, *, target: str = "", seat: str = "", moment: str = ""
) -> set[str]:
    """The keys of what is against playing the card, as its holder sees it."""
    who = seat or case.seat
    seen = plot.battle.view(who).position
    said = PlayCard(plot.card(who, case.design), target or case.target)
    when = (moment or case.moment, case.about)
    return {one.key for one in why_not(plot.battle.book, seen, who, when, said)}


def played(case: Case, **moment) -> Plot:
    """The card played at its target, and nobody answers."""
    plot = at(case, **moment)
    plot.play(case.seat, case.design, case.target)
    plot.unanswered()
    return plot


@each
def test_a_card_is_revealed_paid_for_and_discarded(case: Case):
    """[TT-11.5, TT-11.7, TT-11.8, TT-11.10]"""
    plot = at(case)
    card = plot.card(case.seat, case.design)
    assert against(plot, case) == set()
    plot.play(case.seat, case.design, case.target)
    plot.unanswered()
    assert plot.piece(card).place == "gone"
    assert plot.battle.view("red").position.pieces[card].type == case.design
    cost = designs()[case.design].cost
    assert plot.tokens(case.seat) == 300 - cost
    got = 100 if case.design == "T18" else 0
    assert plot.tokens("red") == 300 + got - cost * (case.seat == "red")


@each
def test_a_foiled_card_does_nothing_and_is_paid_for(case: Case):
    """[TT-11.8, TT-11.14] T10 answers it; the cost is not returned."""
    foil = next(seat for seat in ("red", "blue", "green") if seat != case.seat)
    plot = at(case, foil=foil)
    card = plot.card(case.seat, case.design)
    plot.play(case.seat, case.design, case.target)
    assert plot.window(foil) == "treachery card played"
    plot.play(foil, "T10", card)
    plot.unanswered()
    assert "tt.11-8.foiled" in plot.ruled
    target = plot.position.pieces.get(case.target)
    assert target is None or not target.marked(case.design)
    assert plot.tokens(foil) == 250
    cost = 0 if case.design == "T18" else designs()[case.design].cost
    assert plot.tokens(case.seat) == 300 - cost


def over_the_limit(plot: Plot, giver: str, taker: str) -> None:
    """A gift of a card that fills a hand over its limit: everything waits for the discard."""
    plot.say(giver, Give(taker, 0, (plot.card(giver, "T09"),)))
    assert [(ask.seat, ask.window) for ask in plot.asks()] == [(taker, "discard")]
    plot.choose(taker, plot.card(taker, "T08"))


def with_full_hand(system: str, red: str) -> Plot:
    """A window of cards as shooting opens; blue holds five of them, green the fog."""
    return setting(
        system,
        TABLE[system],
        opens="shooting",
        hands={"red": red, "green": "T14", "blue": "T08 T08 T08 T08 T10"},
        tokens=dict.fromkeys(("red", "blue", "green"), 300),
        counters={names.TABLE: {names.ENEMY: 2}},
        then=(Window(moment=OPENS, about=("shooting",)),),
    )


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
def test_a_card_that_waits_for_answers_outlives_a_gift(system: str):
    """[TT-11.8, TT-11.6] It is revealed and paid for once; who was asked is asked again."""
    plot = with_full_hand(system, red="T09 T10")
    card = plot.card("green", "T14")
    plot.play("green", "T14", "turn-axe")
    assert {ask.seat for ask in plot.asks()} == {"red", "blue"}
    plot.choose("red", "pass")
    over_the_limit(plot, "red", "blue")
    assert {ask.seat for ask in plot.asks()} == {"blue"}
    assert plot.tokens("green") == 300 - designs()["T14"].cost
    plot.unanswered()
    assert plot.piece(card).place == "gone"
    assert plot.ruled.count("tt.11-8.aimed") == 1


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
def test_who_had_not_spoken_in_a_window_is_asked_again_after_a_gift(system: str):
    """[TT-11.8, TT-11.6] What others have said already stands."""
    plot = with_full_hand(system, red="T09 T14")
    card = plot.card("green", "T14")
    plot.say("green", PlayCard(card, "turn-axe"))
    assert {ask.seat for ask in plot.asks()} == {"red", "blue"}
    over_the_limit(plot, "red", "blue")
    assert {(ask.seat, ask.window) for ask in plot.asks()} == {
        ("red", f"treachery {OPENS}"), ("blue", f"treachery {OPENS}"),
    }  # fmt: skip
    plot.choose("red", "pass")
    plot.choose("blue", "pass")
    plot.unanswered()
    assert plot.piece(card).place == "gone"


@each
def test_a_card_is_not_played_by_the_wrong_role(case: Case):
    """[TT-11.8]"""
    roles = {"red": "active", "blue": "enemy", "green": "neutral"}
    barred = [seat for seat, own in roles.items() if own not in designs()[case.design].roles]
    assert (case.wrong_seat in barred) == bool(barred)
    for seat in barred:
        plot = at(case._replace(seat=seat), tokens=300)
        assert "tt.11-8.not-your-role" in against(plot, case, seat=seat)


@each
def test_a_card_is_not_played_at_another_moment(case: Case):
    """[TT-11.8]"""
    plot = at(case)
    for moment in MOMENTS:
        if moment != case.moment:
            assert against(plot, case, moment=moment) == {"tt.11-8.not-now"}


@each
def test_a_card_is_not_played_by_who_cannot_pay(case: Case):
    """[TT-11.5, TT-10.8]"""
    cost = designs()[case.design].cost
    if not cost:
        assert against(at(case, tokens=0), case) == set()
        return
    assert against(at(case, tokens=cost), case) == set()
    assert "tt.10-8.too-dear" in against(at(case, tokens=cost - 50), case)


@each
def test_a_card_is_not_aimed_at_what_it_does_not_name(case: Case):
    """[TT-11.9]"""
    found = against(at(case), case, target=case.wrong_target)
    assert found == {"tt.11-8.no-target" if case.design == "T09" else "tt.11-9.target"}


ON_UNITS = [case for case in CASES if case.target[:1] in ("R", "B", "G") and ">" not in case.target]


@pytest.mark.parametrize("case", ON_UNITS, ids=lambda case: f"{case.design}-{case.system}")
def test_a_unit_suffers_a_card_of_a_name_once_a_phase(case: Case):
    """[TT-11.8]"""
    plot = at(case, marks={case.target: case.design})
    assert "tt.11-8.once" in against(plot, case)


# ── what they do ─────────────────────────────────────────────────────────────
def case_of(design: str, system: str = OVER_RANKED) -> Case:
    """The case of a card over a host."""
    return next(one for one in CASES if one.design == design and one.system == system)


def test_t01_bends_a_spell_to_another_unit_in_range():
    """[TT-11.10, TT-5.2] Its target becomes B4; B3 is out of it."""
    plot = played(case_of("T01"))
    spell = Spell("R4", "bolt-of-force", "B3", strength=9)
    assert plot.battle.book.sole(seams.SPELL_AIMED, plot.position, spell) == "B4"
    # a unit beyond the spell's 24 inches is no legal target, unless it was cast with more
    table = TABLE[OVER_RANKED].replace(
        "B4 line-infantry 10x5 38 34 180", "B4 archers 10x10 38 46 180"
    )
    near = ("R4", "B3", "bolt-of-force")
    for about, legal in ((near, False), ((*near, "boosted"), True)):
        far = setting(
            OVER_RANKED,
            table,
            hands={"green": "T01"},
            opens="magic",
            counters={names.TABLE: {names.ENEMY: 2}},
            then=(Window(moment="spell cast", about=about),),
        )
        assert (targets(far.battle.book, far.position, "green", "T01", about) == ("B4",)) == legal


def test_t01_is_not_played_against_irresistible_force():
    """[TT-11.10] Nor against a spell without a target."""
    plot = at(case_of("T01"))
    before = plot.battle.book.union
    sure = Spell("R4", "bolt-of-force", "B3", irresistible=True)
    assert before(seams.SPELL_CAST, plot.position, sure) == ()
    assert before(seams.SPELL_CAST, plot.position, Spell("R4", "standing-storm")) == ()
    assert len(before(seams.SPELL_CAST, plot.position, Spell("R4", "bolt-of-force", "B3"))) == 1


def test_t02_slows_a_mounted_unit():
    """[TT-11.10] The lowest die of a charge, no march; only mounted units meet pits."""
    plot = played(case_of("T02"))
    book, piece = plot.battle.book, plot.piece("R2")
    assert book.sole(seams.CHARGE_DICE, plot.position, piece, 2) == (2, -1)
    assert book.refusals(seams.MAY_MARCH, plot.position, piece)[0].key == "tt.11-8.pits"
    assert book.union(seams.MARCH_STARTED, plot.position, piece)
    assert not book.union(seams.MARCH_STARTED, plot.position, plot.piece("R1"))


@pytest.mark.parametrize(
    ("unit", "more", "count"),
    [
        ("lancers 5x5", "", 3), ("lancers 5x5", "random-movement", 2), ("brutes 3x3", "", 2),
        ("line-infantry 10x5", "swiftstride", 3), ("line-infantry 10x5", "fly", 3),
    ],
)  # fmt: skip
def test_t02_takes_the_lowest_of_the_dice_a_charge_has(unit: str, more: str, count: int):
    """[TT-11.10, FB-4.7, FB-10.3] Swiftstride is bought, or comes with the troop type."""
    plot = setting(
        OVER_RANKED,
        f"R1 {unit} 30 10 0; B1 line-infantry 10x5 30 24 180; G1 line-infantry 10x5 60 40 180",
        traits={"R1": more},
        marks={"R1": "T02"},
    )
    here = field(plot.battle.book, plot.position)
    assert charge_dice(here, here.regiment("R1")) == (count, -1)


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
def test_t03_shoots_out_of_turn(system: str):
    """[TT-11.10, TT-3.5, TT-6.1] A neutral unit shoots at one of the two."""
    plot = played(case_of("T03", system))
    ask = plot.asks(CHANCE)[0]
    assert {"G1", "B3"} <= set(ask.about)


def test_t03_shoots_as_if_it_had_moved():
    """[TT-11.10, FB-6.5] One less to hit; nobody shoots who must stand still for it."""
    plot = played(case_of("T03", OVER_RANKED))
    told = plot.rulings("FB-6.4")[-1]
    assert "fb.6-5.moved" in {one.key for one in told.tallies[0].parts}
    assert plot.piece("G1").marked(ranked.MOVED)
    slow = setting(
        OVER_RANKED,
        TABLE[OVER_RANKED],
        opens="shooting",
        hands={"green": "T03"},
        counters={names.TABLE: {names.ENEMY: 2}},
        traits={"G1": "crossbow"},
        then=(Window(moment="last shot", about=("shooting",)),),
    )
    assert targets(slow.battle.book, slow.position, "green", "T03", ("shooting",)) == ()


def blown(kept: str, then: tuple[int, ...]) -> Plot:
    """A charge of lancers over 16 inches that fell short with 1, 2 and 5; its wind is fair."""
    pieces = (
        "R2 lancers 5x5 20 10 0; B3 line-infantry 10x5 20 26 180; G1 line-infantry 10x5 60 40 180"
    )
    plot = setting(OVER_RANKED, pieces, hands={"red": "T04 T04"}, opens="movement",
                   counters={names.TABLE: {names.ENEMY: 2}}, marks={"R2": "charging:B3:front"},
                   then=(ChargeRoll(charger="R2"),))  # fmt: skip
    plot.roll(5, 1, 2)
    assert plot.asks("red")[0].about == ("R2", "1", "2", "5")
    if kept:
        plot.play("red", "T04", kept)
        plot.unanswered()
        assert plot.asks(CHANCE)[0].dice == len(then)
        plot.roll(*then)
    return plot


def test_t04_rolls_any_dice_of_the_charge_again():
    """[TT-11.10] The new result stands, whatever it is: 8 and the best two dice, 16 to go."""
    for target, fresh, home in (
        ("", (), False),
        ("1", (2,), False),
        ("1+2", (1, 2), False),
        ("1+2", (3, 1), True),
        ("2+5", (6, 1), False),
        ("1+2+5", (6, 6, 1), True),
    ):
        plot = blown(target, fresh)
        plot.proceed("designation")
        assert (plot.at("R2")[1] == 26) == home, target


def test_t04_is_aimed_at_dice_that_lie_there_once():
    """[TT-11.10, TT-11.8]"""
    case = case_of("T04")
    plot = at(case)
    assert [against(plot, case, target=one) for one in ("5", "2+5")] == [set(), set()]
    assert against(plot, case, target="3") == {"tt.11-9.target"}
    assert against(plot, case, target="2+2") == {"tt.11-9.target"}
    again = blown("1", (2,))
    ask = again.asks("red")[0]
    assert ask.about == ("R2", "2", "2", "5")
    assert not list(plays(again.battle.book, again.position, ask))


def test_t05_strikes_first():
    """[TT-11.10]"""
    plot = played(case_of("T05"))
    assert piece_has(plot.piece("B1"), "always-strikes-first")


def test_t05_counts_for_all_who_are_in_the_unit():
    """[TT-11.10, FB-7.7]"""
    plot = setting(
        OVER_RANKED,
        "R1 line-infantry 10x5 30 20 0; R9 captain 1x1 in R1; B1 line-infantry 10x5 30 20 180; "
        "G1 line-infantry 10x5 60 40 180",
    )
    said = Resolve(seat="green", card="card-1", target="R1", about=("R1", "B1"))
    marked = [event.piece for event in blades(plot.battle.book, plot.battle.state, said)]
    assert marked == ["R1", "R9"]


def test_t06_takes_two_leadership():
    """[TT-11.10] Two at least."""
    plot, plain = played(case_of("T06")), at(case_of("T06"))
    assert ld(plot, "R1") == ld(plain, "R1") - 2
    for own, left in ((3, 2), (2, 2), (9, 7)):
        low = setting(
            OVER_RANKED,
            TABLE[OVER_RANKED].replace(" general", ""),
            opens="shooting",
            counters={"R1": {ranked.LD: own}},
            marks={"R1": "T06"},
        )
        assert ld(low, "R1") == left


def test_t06_over_triumph_makes_a_stand_dearer_to_lead():
    """[TT-11.10, TO-4]"""
    plot = played(case_of("T06", OVER_TRIUMPH))
    here = plot.field
    found = whispers(here, (here.stand("R1"),))
    apart = whispers(here, (here.stand("R2"),))
    assert (found is None) == (out_of_command(here, (here.stand("R1"),)) is not None)
    assert apart is None


@pytest.mark.parametrize(("dice", "believed"), [((6, 6), True), ((1, 1), False)])
def test_t07_tests_leadership(dice: tuple[int, int], believed: bool):
    """[TT-11.10] Failed, it neither charges nor marches."""
    plot = played(case_of("T07"))
    plot.roll(*dice)
    book, one, other = plot.battle.book, plot.piece("R1"), plot.piece("B3")
    keys = {each.key for each in book.refusals(seams.MAY_CHARGE, plot.position, one, other)}
    assert ("tt.11-8.orders" in keys) == believed
    assert bool(book.refusals(seams.MAY_MARCH, plot.position, one)) == believed


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
def test_t08_sees_a_hand_and_takes_a_card(system: str):
    """[TT-11.10, TT-11.6, TT-14.2] Only who played it sees."""
    plot = played(case_of("T08", system))
    pile = plot.asks(CHANCE)[0].draw
    assert set(pile) == {one.id for one in hand(plot.position, "red")}
    seen = hand(plot.battle.view("green").position, "red")
    assert [one.truth for one in seen] == ["T09"]
    assert [one.truth for one in hand(plot.battle.view("blue").position, "red")] == [""]
    plot.draw(pile[0])
    assert plot.holds("green") == ["T09", "T09"]
    assert plot.holds("red") == []


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
@pytest.mark.parametrize(("purses", "taken"), [
    ((300, 100, 100), "red"), ((100, 300, 100), "blue"), ((300, 300, 100), ""),
    ((100, 100, 300), ""), ((0, 0, 0), ""),
])  # fmt: skip
def test_t09_cuts_the_largest_purse(system: str, purses: tuple[int, ...], taken: str):
    """[TT-11.10, TT-10.8] Not one's own, and none where the largest is tied."""
    seats = ("red", "blue", "green")
    plot = setting(
        system,
        TABLE[system],
        hands={"green": "T09"},
        opens="shooting",
        tokens=dict(zip(seats, purses, strict=True)),
        counters={names.TABLE: {names.ENEMY: 2}},
        then=(Window(moment=CLOSES, about=("combat",)),),
    )
    plot.play("green", "T09")
    change = [plot.tokens(seat) - was for seat, was in zip(seats, purses, strict=True)]
    assert change == [-50 * (taken == "red"), -50 * (taken == "blue"), 50 * bool(taken)]


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
def test_t10_is_answered_by_another_copy(system: str):
    """[TT-11.8] The last played is done first: foiled, the first Foiled! lets the card through."""
    case = case_of("T08", system)
    plot = setting(
        system,
        TABLE[system],
        opens="shooting",
        tokens=300,
        hands={"red": "T09", "green": "T08 T10", "blue": "T10"},
        counters={names.TABLE: {names.ENEMY: 2}},
        then=(Window(moment=case.moment, about=case.about),),
    )
    card, first = plot.card("green", "T08"), plot.card("blue", "T10")
    plot.play("green", "T08", "red")
    plot.play("blue", "T10", card)
    plot.play("green", "T10", first)
    plot.unanswered()
    assert plot.asks(CHANCE)[0].window == "informer"
    assert (plot.tokens("green"), plot.tokens("blue")) == (200, 250)


def test_t11_makes_shots_harder():
    """[TT-11.10]"""
    plot = played(case_of("T11"))
    assert to_hit(plot, "R3", "B3") - to_hit(at(case_of("T11")), "R3", "B3") == -1
    plot = played(case_of("T11", OVER_TRIUMPH))
    assert plot.piece("R3").marked("T11")


@pytest.mark.parametrize(("pip", "wet"), [(3, True), (4, False)])
def test_t11_may_keep_a_war_machine_from_firing(pip: int, wet: bool):
    """On 1 to 3 it does not fire; on more it fires as well as ever. [TT-11.10]"""
    case = case_of("T11")
    plot = setting(
        OVER_RANKED,
        "R3 ballista 1x1 20 8 0; B3 line-infantry 10x5 20 24 180; G1 archers 10x5 40 20 180",
        opens="shooting",
        hands={"green": "T11"},
        counters={names.TABLE: {names.ENEMY: 2}},
        then=(Window(moment=case.moment, about=("R3",)),),
    )
    plot.play("green", "T11", "R3")
    plot.unanswered()
    plot.roll(pip)
    here = field(plot.battle.book, plot.position)
    refused = plot.battle.book.refusals(
        seams.MAY_SHOOT, plot.position, plot.piece("R3"), plot.piece("B3")
    )
    assert [one.key for one in refused] == (["tt.11-8.soaked"] if wet else [])
    assert here.regiment("R3").is_machine


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
def test_t12_forces_another_designation(system: str):
    """[TT-11.10, TT-3.1, TT-3.7] Once a phase; the dice follow the one that stands."""
    plot = setting(system, players=4, hands={"blue": "T12", "green": "T12"}, tokens=150)
    plot.choose("red", "blue")
    plot.play("blue", "T12", "turn-axe")
    plot.unanswered()
    assert plot.asks("red")[0].options == ("green", "amber")
    plot.choose("red", "green")
    assert not plot.asks("green") or plot.window("green") != "neutral dice"
    plot.proceed("neutral dice")
    assert plot.enemy == "green"
    assert plot.asks(CHANCE)[0].about == ("blue", "amber")


def test_t12_is_not_played_where_no_other_is_legal():
    """[TT-11.10, TT-7.1]"""
    plot = at(case_of("T12")._replace(about=("combat",)))
    assert against(plot, case_of("T12")._replace(about=("combat",))) == {"tt.11-9.target"}


def test_t13_weakens_a_unit():
    """[TT-11.10] One Strength less, one at least."""
    plot = played(case_of("T13"))
    (found,) = plot.battle.book.sum(seams.STRENGTH, plot.position, plot.piece("B1"), "combat")
    assert found.value == -1
    low = setting(
        OVER_RANKED,
        TABLE[OVER_RANKED],
        counters={"B1": {ranked.S: 1}},
        marks={"B1": "T13"},
        opens="shooting",
    )
    assert not low.battle.book.sum(seams.STRENGTH, low.position, low.piece("B1"), "combat")


def test_t14_hides_what_is_far():
    """[TT-11.10] Only beyond 12 inches."""
    plot, plain = played(case_of("T14")), at(case_of("T14"))
    assert to_hit(plot, "R3", "B3") - to_hit(plain, "R3", "B3") == -1
    assert to_hit(plot, "G1", "R3") == to_hit(plain, "G1", "R3")


@pytest.mark.parametrize("fog", [True, False])
def test_t14_lets_a_template_drift_that_is_on_target(fog: bool):
    """[TT-11.10] By the small arrow and a D6 of inches, whatever the artillery die showed."""
    plot = setting(
        OVER_RANKED,
        "R1 ballista 1x1 20 10 0; B1 line-infantry 20x5 20 30 180; G1 line-infantry 10x5 60 40 180",
        opens="shooting",
        counters={names.TABLE: {names.ENEMY: 2}},
        traits={"R1": "stone-thrower"},
        then=(Stone(shot=Shot("R1", "B1")),),
    )
    if fog:
        plot.battle.correct((Marked("turn-axe", Mark("T14", names.PHASE)),), "fog")
    plot.roll(2)
    plot.roll(5)
    windows = [ask.window for ask in plot.asks(CHANCE)]
    if not fog:
        assert windows == ["to wound"]
        return
    assert windows == [HOUR]
    plot.say(CHANCE, Roll((12,)))
    (ask,) = plot.asks(CHANCE)
    assert (ask.window, ask.dice, ask.sides) == (DRIFT, 1, 6)
    plot.roll(6)
    assert not [one for one in plot.rulings() if one.key == "fb.1-11.template"]
    assert plot.count("B1", ranked.MODELS) == 20


def test_a_card_affects_both_of_a_pair_once_a_phase():
    """[TT-11.8] A second card of the name is not aimed at either of the two."""
    case = case_of("T17")
    plot = at(case, marks={"B2": "T17"})
    assert against(plot, case) == {"tt.11-8.once"}
    plot = played(case)
    assert plot.piece("R1").marked("T17")
    assert plot.piece("B2").marked("T17")


def test_t15_takes_the_test_again():
    """[TT-11.10]"""
    plot = played(case_of("T15"))
    assert plot.piece("R1").marked(ranked.AGAIN)
    assert not plot.battle.book.union(seams.TEST_FAILED, plot.position, plot.piece("R1"), "break")
    other = plot.battle.book.union(seams.TEST_FAILED, plot.position, plot.piece("B1"), "break")
    assert len(other) == 1


def test_t16_holds_the_winner():
    """[TT-11.10]"""
    plot = played(case_of("T16"))
    kept = plot.battle.book.refusals(seams.MAY_PURSUE, plot.position, plot.piece("R1"))
    assert [one.key for one in kept] == ["tt.11-8.restrained"]


def test_t16_over_triumph_holds_the_pursuer():
    """[TT-11.10, TO-4]"""
    plot = setting(
        OVER_TRIUMPH,
        "R1 HFT 20 20 0; B1 RBL 20 20 180; G1 HFT 40 38 180",
        opens="combat",
        hands={"green": "T16"},
    )
    plot.proceed("melee dice")
    plot.roll(6, 1)
    assert plot.window("green") == "treachery broken"
    plot.play("green", "T16", "R1")
    assert plot.at("R1") == (20, 20, 0)


def test_t17_hits_a_hero():
    """[TT-11.10, TT-9.3] D3 hits of Strength 3; points go to the chosen unit's player."""
    plot = played(case_of("T17"))
    (knives,) = plot.asks(CHANCE)
    assert knives.needed is not None
    assert knives.needed.counts == (1, 1, 2, 2, 3, 3)
    plot.roll(5)
    ask = plot.asks(CHANCE)[0]
    assert ask.dice == 3
    assert "B2" in ask.about


def stabbed(*wounds: tuple[int, ...], target: str, **marks: str) -> Plot:
    """Knives for R1, whose dice to wound and to save are these, in their order."""
    plot = at(case_of("T17"), marks=marks)
    plot.play("green", "T17", target)
    plot.unanswered()
    plot.roll(5)
    for pips in wounds:
        plot.roll(*pips)
    return plot


def test_t17_counts_in_the_combat_result():
    """[TT-11.10, FB-7.11] Wounds on a hero, though the counts begin anew with the combat."""
    plot = stabbed((6, 1, 1), (1,), target="R1>B2")
    book, position = plot.battle.book, plot.position
    parts = book.sum(seams.COMBAT_RESULT, position, ("R1",), ("B1", "B2"))
    assert [(one.value, one.key) for one in parts] == [(1, "tt.11-8.knives")]
    assert not book.sum(seams.COMBAT_RESULT, position, ("B1", "B2"), ("R1",))
    (mark,) = (one for one in plot.piece("R1").marks if one.name.startswith(STABBED))
    heirs = evolve_position(position, Marked("R3", mark))  # as left over of R1, FB-8.5
    assert book.sum(seams.COMBAT_RESULT, heirs, ("R1", "R3"), ("B1", "B2")) == parts
    missed = stabbed((1, 1, 1), target="R1>B2")
    assert not book.sum(seams.COMBAT_RESULT, missed.position, ("R1",), ("B1", "B2"))


def test_t17_hits_a_champion_alone():
    """[TT-11.10] A champion is no piece of its own: it falls, and one model with it."""
    plot = stabbed((6, 6, 6), target="R1>B1:champion", B1="champion")
    while plot.asks(CHANCE) and plot.asks()[0].window in ("armour saves", "ward saves"):
        plot.roll(*[1] * plot.asks()[0].dice)
    assert not plot.piece("B1").marked("champion")
    assert plot.count("B1", ranked.MODELS) == 19
    assert plot.piece("B1").marked("T17")
    plain = at(case_of("T17"))
    assert against(plain, case_of("T17"), target="R1>B1:champion") == {"tt.11-9.target"}


def test_t15_is_not_for_a_test_taken_twice():
    """[TT-11.10, FB-1.4] Near a battle standard the test has been rolled again already."""
    for standard in (False, True):
        trait = " battle-standard" if standard else ""
        plot = setting(
            OVER_RANKED,
            "R1 line-infantry 20x5 30 20 0; B1 line-infantry 20x5 30 30 180; "
            f"R2 captain 1x1 33 20 0{trait}; G1 archers 10x10 56 28 315",
            opens="shooting",
            hands={"red": "T15"},
            counters={names.TABLE: {names.ENEMY: 2}},
            then=(BreakTest(regiment="R1", lost_by=5),),
        )
        plot.roll(6, 6)
        if standard:
            plot.roll(6, 6)
        asked = [ask.window for ask in plot.asks("red")]
        assert ("treachery test failed" in asked) != standard


@pytest.mark.parametrize("system", [OVER_RANKED, OVER_TRIUMPH])
def test_t18_pays_the_active_player(system: str):
    """[TT-11.10, TT-10.7, TT-10.8, TT-14.1] He is not asked, and may not charge the unit."""
    plot = played(case_of("T18", system))
    assert (plot.tokens("blue"), plot.tokens("red")) == (200, 400)
    assert plot.piece("B1").marked("T18")
    if system == OVER_RANKED:
        kept = plot.battle.book.refusals(
            seams.MAY_CHARGE, plot.position, plot.piece("R1"), plot.piece("B1")
        )
        assert "tt.11-8.friendship" in {one.key for one in kept}


def ld(plot: Plot, name: str) -> int:
    here = field(plot.battle.book, plot.position)
    return leadership(here, here.regiment(name))


def to_hit(plot: Plot, one: str, other: str) -> int:
    book = plot.battle.book
    found = book.sum(seams.TO_HIT, plot.position, plot.piece(one), plot.piece(other), "shooting")
    return sum(one.value for one in found)
