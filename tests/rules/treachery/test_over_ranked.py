"""Neutrals in ranked battles: movement, magic, shooting, combat, panic. TT-3 to TT-9"""

import pytest

from condotta.kernel.events import Counted, Pushed
from condotta.rules.ranked import names as ranked
from condotta.rules.ranked import seams
from condotta.rules.ranked.charges.declaring import Declarations
from condotta.rules.ranked.charges.possible_charges import choices
from condotta.rules.ranked.losses.scoring import score_loss
from condotta.rules.ranked.losses.wounds import destroyed
from condotta.rules.ranked.magic.winds import dispelling_seats, ended
from condotta.rules.ranked.magic.wizards import targets
from condotta.rules.ranked.movement import panic
from condotta.rules.ranked.movement.flight import Flight, course, facing_away
from condotta.rules.ranked.movement.moves import Manoeuvre, enemy_near
from condotta.rules.ranked.movement.panic import Panics
from condotta.rules.ranked.movement.reinforcements import Arrive
from condotta.rules.ranked.reading.leadership import leadership
from condotta.rules.ranked.reading.regiment import Field, field
from condotta.rules.ranked.reading.sight import sees
from condotta.rules.ranked.shooting import shooting_phase, templates
from condotta.rules.ranked.shooting.machines import struck
from condotta.rules.treachery import names
from condotta.table import Advance, Pose
from tests.rules.treachery.treachery_setting import Plot, over_ranked

INCH = ranked.INCH
ENEMY = {names.TABLE: {names.ENEMY: 2}}
"""Blue is the enemy of the phase; red is active, green neutral."""
FAR = "; G9 line-infantry 10x5 66 44 180; B9 line-infantry 10x5 6 44 180"


def moment(pieces: str, **more) -> Plot:
    """A moment of a phase of game turn 2 in which blue is designated."""
    table = {names.TABLE: ENEMY[names.TABLE] | {names.GAME_TURN: 2}}
    return over_ranked(pieces + FAR, counters=table | {"red": {names.ANCHOR: 1}}, **more)


def here(plot: Plot) -> Field:
    return field(plot.battle.book, plot.position)


# ── movement ─────────────────────────────────────────────────────────────────
def test_charges_go_at_the_enemy_alone():
    """[TT-4.1, TT-3.2, TT-3.4, TT-1.3] The neutral is nearer and is not charged."""
    plot = moment(
        "R1 line-infantry 10x5 30 10 0; B1 line-infantry 10x5 28 18 180; "
        "G1 line-infantry 10x5 34 16 180"
    )
    assert choices(here(plot), "red") == ("R1>B1",)


def test_only_the_enemy_reacts_and_a_charge_is_redirected_at_him():
    """[TT-4.2, TT-4.3, TT-8.4] Blue flees from red; red goes on at blue's other unit only."""
    pieces = (
        "R1 line-infantry 10x5 30 10 0; B1 line-infantry 10x5 27.5 20 180; "
        "B2 line-infantry 10x5 32.5 20 180; G1 line-infantry 10x5 37.5 20 180"
    )
    plot = moment(pieces, then=(Declarations(),))
    plot.choose("red", "R1>B1")
    assert {ask.seat for ask in plot.asks()} == {"blue"}
    plot.choose("blue", "flee")
    plot.roll(6, 6)
    assert plot.piece("B1").marked(ranked.FLED_FROM + "red")
    options = {one for ask in plot.asks("red") for one in ask.options}
    assert any("B2" in one for one in options)
    assert not any("G1" in one for one in options)


def test_a_neutral_in_the_way_bars_a_charge():
    """[TT-4.12, TT-3.10] and the case TT-08: impassable, with its inch."""
    way = "R1 line-infantry 10x5 30 10 0; B1 line-infantry 10x5 30 22 180"
    assert choices(here(moment(way)), "red") == ("R1>B1",)
    between = moment(way + "; G1 line-infantry 10x10 30 16 180")
    assert choices(here(between), "red") == ()


@pytest.mark.parametrize(
    ("aside", "inch", "legal"),
    [(5.0, True, True), (4.4, True, False), (4.4, False, True)],
)
def test_a_charge_keeps_an_inch_from_neutrals_or_may_brush_them(
    aside: float, inch: bool, legal: bool
):
    """[TT-4.12, FB-4.1] By setting. All are five files wide."""
    plot = moment(
        "R1 line-infantry 10x5 30 10 0; B1 line-infantry 10x5 30 18 180; "
        f"G1 line-infantry 10x5 {30 + aside} 14 180",
        settings={"inchFromNeutrals": inch},
        areas="impassable box 22 14 10 8",
    )
    assert (choices(here(plot), "red") == ("R1>B1",)) == legal


@pytest.mark.parametrize(("far", "legal"), [(3.9, False), (2.9, True)])
def test_a_neutral_is_kept_an_inch_off(far: float, legal: bool):
    """[TT-4.4, TT-3.3]"""
    plot = moment("R1 line-infantry 10x5 30 10 0; G1 line-infantry 10x5 30 14 180")
    plot.proceed("remaining moves", enemy="blue")
    said = Manoeuvre("R1", (Advance(round(far * INCH)),))
    assert plot.judge("red", said).ok == legal


def test_an_enemy_locked_with_a_neutral_may_be_charged():
    """[TT-4.5, TT-3.8] At a free facing; being locked outlives the phase."""
    plot = moment(
        "R1 line-infantry 10x5 30 10 0; B1 line-infantry 10x5 30 20 180; "
        "G1 line-infantry 10x5 30 21.5748 180"
    )
    field_ = here(plot)
    assert field_.engaged(field_.regiment("B1"))
    assert choices(field_, "red") == ("R1>B1",)


def test_neutrals_stop_no_march():
    """[TT-4.6] Only units of the enemy player within 8 inches matter."""
    near = moment("R1 line-infantry 10x5 30 10 0; B1 line-infantry 10x5 30 17 180")
    assert enemy_near(here(near), here(near).regiment("R1"))
    apart = moment("R1 line-infantry 10x5 30 10 0; G1 line-infantry 10x5 30 17 180")
    assert not enemy_near(here(apart), here(apart).regiment("R1"))


def test_the_frenzied_charge_the_enemy_alone():
    """[TT-4.7] A neutral in reach compels nobody."""
    pieces = "R1 line-infantry 10x5 30 10 0 frenzy; {} line-infantry 10x5 30 16 180"
    for name, compelled in (("B1", True), ("G1", False)):
        plot = moment(pieces.format(name), then=(Declarations(),))
        if compelled:
            plot.choose("red", "end")
        assert (plot.asks()[0].window == "frenzy test") == compelled


def test_a_unit_that_flees_passes_a_neutral_as_impassable():
    """[TT-4.8, TT-4.13, TT-8.1] Dangerous; who is met is no friend; it halts beyond."""
    plot = moment(
        "R1 line-infantry 10x5 30 20 0; B1 line-infantry 10x5 30 22 180; "
        "G1 line-infantry 10x5 30 15 0"
    )
    field_ = here(plot)
    one, foe = field_.regiment("R1"), field_.regiment("B1")
    way = course(field_, one, facing_away(one, foe.base), 3 * INCH)
    assert way.friends == ()
    assert len(way.hazards) == 1
    assert way.end.y < plot.pose("G1").y - INCH


def test_who_is_engaged_with_a_neutral_stays():
    """[TT-4.9, TT-3.8]"""
    plot = moment("R1 line-infantry 10x5 30 10 0; G1 line-infantry 10x5 30 10 180")
    plot.proceed("remaining moves", enemy="blue")
    assert here(plot).engaged(here(plot).regiment("R1"))
    assert not plot.judge("red", Manoeuvre("R1", (Advance(-INCH),))).ok


def test_neutrals_do_nothing():
    """[TT-3.5, TT-5.8, TT-8.2] Whatever a unit might do, a neutral one does not."""
    plot = moment(
        "R1 line-infantry 10x5 30 10 0; B1 archers 10x5 30 20 180; G1 archers 10x5 40 20 180"
    )
    book = plot.battle.book
    clauses = [
        {one.clause for one in book.refusals(seams.MAY_ACT, plot.position, plot.piece(name))}
        for name in ("R1", "B1", "G1")
    ]
    assert clauses == [set(), set(), {"TT-3.5"}]


def test_the_active_player_rallies_whoever_is_designated():
    """[TT-4.10] Fleeing units of his may act; those of a neutral may not."""
    plot = moment("R1 line-infantry 10x5 30 10 0 fleeing; G1 line-infantry 10x5 40 20 180 fleeing")
    book = plot.battle.book
    assert not book.refusals(seams.MAY_ACT, plot.position, plot.piece("R1"))
    assert book.refusals(seams.MAY_ACT, plot.position, plot.piece("G1"))


@pytest.mark.parametrize(("x", "free"), [(36, False), (43, True)])
def test_reserves_come_on_beside_a_neutral(x: int, free: bool):
    """[TT-4.11, TT-13.3] Where one stands nobody enters; a free place of the edge will do."""
    plot = moment(
        "R1 line-infantry 10x5 30 20 0; R2 line-infantry 10x5 reserve; "
        "B1 line-infantry 10x5 60 30 180; G1 line-infantry 10x5 36 4 0"
    )
    plot.proceed("remaining moves", enemy="blue")
    deep = round(2 * 20 / 25.4 * INCH)
    verdict = plot.judge("red", Arrive("R2", Pose(x * INCH, deep, 0, 1_000_000)))
    assert verdict.ok == free


def test_a_spell_lasts_to_its_casters_next_magic_phase():
    """[TT-5.7, TT-5.6] Whoever is neutral meanwhile, however turn cards fall."""
    spell = {"B1": "spell sapping-mist R1"}
    plot = moment(MAGES, marks=spell)
    assert [one.name for one in ended(plot.position)] == ["spell sapping-mist R1"]
    later = over_ranked(MAGES + FAR, marks=spell, active="green")
    assert list(ended(later.position)) == []


# ── magic ────────────────────────────────────────────────────────────────────
MAGES = (
    "R1 adept 1x1 30 10 0; B1 line-infantry 10x5 30 24 180; G1 line-infantry 10x5 36 24 180; "
    "R2 line-infantry 10x5 20 10 0; B2 adept 1x1 40 40 180; G2 adept 1x1 50 40 180"
)


def test_only_the_enemy_dispels():
    """[TT-5.1, TT-5.5, TT-5.8] and the case TT-11."""
    assert dispelling_seats(here(moment(MAGES))) == ("blue",)


def test_spells_aim_at_the_enemy_or_at_ones_own():
    """[TT-5.2, TT-3.4]"""
    plot = moment(MAGES)
    wizard = plot.piece("R1")
    at = {one.id for one in targets(here(plot), wizard, "bolt-of-force")}
    assert "B1" in at
    assert not any(name.startswith(("G", "R")) for name in at)
    own = {one.id for one in targets(here(plot), wizard, "steel-skin")}
    assert "R2" in own
    assert not any(name.startswith(("G", "B")) for name in own)


def test_templates_pass_over_neutrals():
    """[TT-3.4, TT-5.3, TT-5.4, TT-5.6, TT-6.3, TT-6.5] and the case TT-09."""
    plot = moment(
        "R1 line-infantry 10x5 30 20 0; B1 line-infantry 10x5 30 22 180; "
        "G1 line-infantry 10x5 33 21 0"
    )
    points = ((31.5 * INCH, 21.0 * INCH),)
    met = {one.regiment for one in templates.found(here(plot), points, 3 * INCH)}
    assert met == {"R1", "B1"}


def test_a_ball_passes_through_neutrals():
    """[TT-6.6] As if they were not there."""
    plot = moment(
        "R1 ballista 1x1 30 10 0; G1 line-infantry 10x5 30 20 180; B1 line-infantry 10x5 30 26 180"
    )
    line = ((30.0 * INCH, 10.0 * INCH), (30.0 * INCH, 40.0 * INCH))
    hits = struck(here(plot), here(plot).regiment("R1"), line)
    assert [one.target for one in hits] == ["B1"]


# ── shooting ─────────────────────────────────────────────────────────────────
def test_shots_go_at_the_enemy_alone():
    """[TT-6.1, TT-3.4] and the case TT-07: blue in one phase, green in the next."""
    pieces = (
        "R1 archers 10x10 30 10 0; B1 line-infantry 10x5 24 24 180; G1 line-infantry 10x5 36 24 180"
    )
    assert shooting_phase.shots(here(moment(pieces)), "red") == {"R1": ("B1",)}
    later = over_ranked(pieces, counters={names.TABLE: {names.ENEMY: 3}})
    assert shooting_phase.shots(here(later), "red") == {"R1": ("G1",)}


@pytest.mark.parametrize(("x", "legal"), [(33.0, False), (38.0, True)])
def test_a_stone_is_not_aimed_over_neutrals(x: float, legal: bool):
    """[TT-6.4] The template on the middle of its target may touch none."""
    plot = moment(
        "R1 ballista 1x1 30 4 0; B1 line-infantry 10x5 30 30 180; "
        f"G1 line-infantry 10x5 {x} 30 180",
        traits={"R1": "stone-thrower"},
    )
    book, one, target = plot.battle.book, plot.piece("R1"), plot.piece("B1")
    found = {each.clause for each in book.refusals(seams.MAY_SHOOT, plot.position, one, target)}
    assert found == (set() if legal else {"TT-6.4"})


def test_neutrals_block_sight():
    """[TT-6.2]"""
    open_ = "R1 archers 5x5 30 10 0; B1 line-infantry 5x5 30 26 180"
    plot = moment(open_)
    assert sees(here(plot), here(plot).regiment("R1"), here(plot).regiment("B1"))
    plot = moment(open_ + "; G1 line-infantry 20x20 30 18 180")
    assert not sees(here(plot), here(plot).regiment("R1"), here(plot).regiment("B1"))


# ── combat, panic, points ────────────────────────────────────────────────────
def test_a_fight_counts_the_two_alone():
    """[TT-7.8, TT-7.9] Whom the enemy touches besides does not fight."""
    plot = moment(
        "R1 line-infantry 10x5 30 20 0; B1 line-infantry 10x5 30 20 180; "
        "G1 line-infantry 10x5 30 21.5748 180"
    )
    field_ = here(plot)
    assert [one.id for one in field_.touching(field_.regiment("B1"))] == ["R1"]
    assert [one.id for one in field_.touching(field_.regiment("G1"))] == []


def test_only_the_own_see_a_friend_die():
    """[TT-8.1, TT-8.2, TT-3.9] A neutral near by takes no test."""
    plot = moment(
        "R1 line-infantry 10x5 30 20 0; R2 line-infantry 10x5 36 20 0; "
        "G1 line-infantry 10x5 24 20 0"
    )
    (frame,) = panic.at_loss(plot.position, plot.piece("R1"), "blue")
    field_ = here(plot)
    testing = [
        name
        for name in frame.regiments
        if field_.relation(frame.seat, plot.piece(name).controller) == "friend"
    ]
    assert testing == ["R2"]


@pytest.mark.parametrize("cause", ["destroyed", "broken", "fled-through"])
def test_who_panics_at_a_friend_flees_from_whoever_made_the_friend_flee(cause: str):
    """[TT-8.4, TT-9.3] Amber, neutral now, once put R1 to flight; blue is nearer to R2."""
    lying = (
        "R1 line-infantry 10x5 30 24 0; R2 line-infantry 10x5 36 24 0; B1 archers 10x10 36 38 180"
    )
    panicked = Panics(regiments=("R2",), cause=cause, seat="red", by="amber")
    plot = moment(lying, players=4, then=(panicked,))
    plot.roll(6, 6)
    plot.roll(2, 1)
    assert plot.piece("R2").marked(ranked.FLED_FROM + "amber")
    assert plot.at("R2")[1] < 24


def test_a_runaway_hands_its_cause_to_those_it_runs_through():
    """[TT-8.4, FB-4.12] R1 flees on from green, who is neutral now, through R2."""
    lying = (
        "R1 line-infantry 10x5 30 24 180; R2 line-infantry 10x5 30 21 0; B1 archers 10x10 60 38 180"
    )
    marks = {"R1": "fleeing,fled from:green"}
    plot = moment(lying, marks=marks, then=(Flight(regiment="R1"),))
    plot.roll(4, 3)
    assert plot.at("R1")[1] < 20
    plot.roll(6, 6)
    plot.roll(1, 1)
    assert plot.piece("R2").marked(ranked.FLED_FROM + "green")


def test_a_kill_is_the_cause_of_the_panic_at_it():
    """[TT-8.4, FB-8.1] Whoever destroyed the friend has made those flee who panic."""
    plot = moment("R1 captain 1x1 30 20 0; R2 line-infantry 10x5 34 20 0; B1 captain 1x1 50 30 180")
    events = list(destroyed(plot.battle.book, plot.position, "R1", by="green", clause="FB-2.3"))
    (frame,) = [one.frame for one in events if isinstance(one, Pushed)]
    assert isinstance(frame, Panics)
    assert (frame.cause, frame.by, "R2" in frame.regiments) == ("destroyed", "green", True)


def test_nobodys_general_helps_another_player():
    """[TT-3.9, TT-3.2]"""
    plot = moment(
        "R1 line-infantry 10x5 30 20 0; B1 captain 1x1 30 23 180 general; "
        "G1 captain 1x1 33 20 0 general"
    )
    field_ = here(plot)
    assert leadership(field_, field_.regiment("R1")) == plot.count("R1", ranked.LD)


def test_flight_is_from_the_other_party():
    """[TT-8.3] The nearest enemy of the phase, though a neutral is nearer."""
    plot = moment(
        "R1 line-infantry 10x5 30 20 0; B1 line-infantry 10x5 30 30 180; "
        "G1 line-infantry 10x5 30 16 0"
    )
    field_ = here(plot)
    found = panic.runs_from(field_, field_.regiment("R1"), "destroyed")
    assert found is not None
    assert found.id == "B1"
    back = panic.runs_from(field_, field_.regiment("B1"), "destroyed")
    assert back is not None
    assert back.id == "R1"
    alone = over_ranked(
        "R1 line-infantry 10x5 30 20 0; G1 line-infantry 10x5 30 16 0; A1 line-infantry 10x5 9 9 0",
        players=4,
        counters=ENEMY,
    )
    other = panic.runs_from(here(alone), here(alone).regiment("R1"), "destroyed")
    assert other is not None
    assert other.id == "G1"


def test_what_a_unit_is_worth():
    """[TT-9.1, TT-9.2, TT-9.5] Its points and 100 for the General; a captain for hire is none."""
    plot = moment(
        "R1 line-infantry 10x5 30 10 0; B1 captain 1x1 40 20 180 general; B2 captain 1x1 44 20 180",
        traits={"B2": "mercenary,captain,company blue"},
    )
    book, points = plot.battle.book, plot.count("B1", ranked.POINTS)
    for name, worth in (("B1", points + 100), ("B2", points)):
        lost = score_loss(book, plot.position, plot.piece(name), "green")
        counted = [one for one in lost if isinstance(one, Counted)]
        assert {one.holder for one in counted} == {"green"}
        assert max(one.value for one in counted) == worth
