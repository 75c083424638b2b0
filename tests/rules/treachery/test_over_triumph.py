"""TRIUMPH! as a host: boards, zones, neutrals, scale. TO-1 to TO-12"""

from random import Random

import pytest

from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Counted, Paid
from condotta.lab.matches import rosters
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery import names
from condotta.rules.treachery.anchors import Anchors, anchors
from condotta.rules.treachery.deck import in_play
from condotta.rules.treachery.over_triumph import settings
from condotta.rules.treachery.over_triumph.hiring import sworn, to_hire_with
from condotta.rules.treachery.over_triumph.host import TRIUMPH_HOST
from condotta.rules.treachery.over_triumph.mercenaries import led
from condotta.rules.treachery.over_triumph.positions import edge_of, near_its_anchor, no_march, zone
from condotta.rules.treachery.over_triumph.scale import MU, board, pieces
from condotta.rules.triumph import names as triumph
from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.outcome_moves import APART, run
from condotta.rules.triumph.muster import StandSpec
from condotta.rules.triumph.shooting.gunnery import in_reach, sees, targets
from condotta.rules.triumph.stands.field import field
from condotta.table import TOUCH, gap
from tests.rules.treachery.treachery_setting import HOSTS, SEATS, Plot, host, over_triumph, setting

ENEMY = {names.TABLE: {names.ENEMY: 2}}


def moment(text: str, **more) -> Plot:
    """A moment of a phase in which blue is designated."""
    return over_triumph(text, counters=ENEMY, **more)


# ── the board ────────────────────────────────────────────────────────────────
def test_a_truce_moves_no_camp():
    """[TO-5, TO-7] It is neither moved nor fought."""
    plot = over_triumph(
        "R1 HFT 30 20 0; B1 HFT 30 19.25 0; G9 CAMP 30 20 180; G1 HFT 40 38 180",
        opens=names.COMBAT, tokens=0,
    )  # fmt: skip
    before = plot.at("G9")
    contacts = TRIUMPH_HOST.engaged(plot.battle.book, plot.position, "red")
    assert set(contacts) == {("R1", "B1"), ("R1", "G9")}
    plot.choose("red", "blue")
    plot.proceed("nothing like that")
    assert plot.at("G9") == before
    assert not plot.rulings("TT-7.4")
    assert plot.piece("G9").place == "table"


@pytest.mark.parametrize(("players", "width", "depth"), [(3, 64, 48), (4, 64, 48), (5, 72, 60)])
def test_the_board(players: int, width: int, depth: int):
    """[TO-1, TO-3] Boxes cover it."""
    plot = over_triumph(players=players)
    found = board(plot.book, plot.position)
    assert (found.width, found.depth) == (width * MU, depth * MU)
    assert found.width // found.columns * found.columns == found.width


def test_more_players_more_pieces_of_terrain():
    """[TO-3] The middle row, one more for four and two for five; no Coast by it."""
    found = {}
    for players in (3, 4, 5):
        plot = over_triumph(players=players)
        number, coast = pieces(plot.book, plot.position, "arable", 0)
        found[players] = number
        assert not coast
    assert found[4] == found[3] + 1
    assert found[5] == found[3] + 2


@pytest.mark.parametrize(("players", "found"), [
    (3, ((36, 0), (72, 44), (0, 44))),
    (4, ((36, 0), (72, 24), (36, 48), (0, 24))),
    (5, ((36, 0), (72, 12), (60, 48), (12, 48), (0, 12))),
])  # fmt: skip
def test_anchors_lie_evenly_round_the_edge(players: int, found: tuple[tuple[int, int], ...]):
    """[TT-13.2, TT-13.9]"""
    assert anchors(72, 48, players) == found


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_start_positions_are_chosen_by_roll_off(system: str, players: int):
    """[TT-13.10, TT-1.5, TO-2] High first; ties roll again among themselves."""
    plot = setting(system, players=players, active="green", then=(Anchors(),))
    plot.roll(2, 6, 6, *[1, 4][: players - 3])
    plot.roll(1, 3)
    order = ["green", "blue", *(["violet"] if players == 5 else []), "red", *(
        ["amber"] if players > 3 else [])]  # fmt: skip
    if players == 3:
        order = ["green", "blue", "red"]
    for place, seat in enumerate(order[:-1]):
        ask = plot.asks()[0]
        assert (ask.seat, len(ask.options)) == (seat, players - place)
        plot.choose(seat, ask.options[-1])
    assert [plot.count(seat, names.PLACE) for seat in order] == list(range(1, players + 1))
    assert sorted(plot.count(seat, names.ANCHOR) for seat in SEATS[:players]) == list(
        range(1, players + 1)
    )


def test_armies_deploy_within_14_of_their_anchor():
    """[TO-2] No flank marches; the own edge is the one nearest the anchor."""
    rows = {seat: {names.ANCHOR: number} for number, seat in enumerate(SEATS[:3], start=1)}
    plot = over_triumph(
        "R1 HFT 32 12 0; R2 HFT 32 15 0; B1 HFT 60 38 270; G1 HFT 4 38 90", counters=rows
    )
    assert [edge_of(plot.book, plot.position, seat).edge for seat in SEATS[:3]] == [
        "south",
        "east",
        "west",
    ]
    assert zone(plot.book, plot.position, "red") is not None
    here = plot.field
    assert near_its_anchor(here, here.stand("R1")) is None
    why = near_its_anchor(here, here.stand("R2"))
    assert why is not None
    assert why.clause == "TO-2"
    march = no_march(here, (plot.piece("R1"),))
    assert march is not None
    assert march.clause == "TO-2"


# ── neutrals ─────────────────────────────────────────────────────────────────
def test_no_move_ends_in_contact_with_a_neutral():
    """[TO-5, TT-4.1, TT-3.3, TT-4.4] Nor passes through one."""
    text = "R1* HFT 20 20 0; B1 HFT 30 24 180; G1 HFT 20 23 180"
    plot = moment(text)
    plot.proceed("movement", enemy="blue")
    assert plot.why_not("R1", {"advance": 1}) == set()
    assert plot.why_not("R1", {"advance": 3})
    assert plot.why_not("R1", {"advance": 4})
    free = moment(text.replace("G1 HFT 20 23", "B2 HFT 20 23") + "; G1 HFT 40 40 180")
    free.proceed("movement", enemy="blue")
    assert free.why_not("R1", {"advance": 3}) == set()


def test_zones_of_control_are_those_of_the_enemy():
    """[TO-5] A neutral's zone holds nobody."""
    for letter, held in (("B1", True), ("G1", False)):
        plot = moment(f"R1 HFT 20 20 0; {letter} HFT 20 22 180; B9 HFT 50 40 180")
        here = plot.field
        enemies = [one.id for one in here.enemies("red")]
        assert (letter in enemies) == held


def test_shots_go_at_the_enemy_alone():
    """[TO-6] Neutral stands are no targets and block sight."""
    plot = moment("R1 ARC 20 20 0; B1 HFT 19 23 180; G1 HFT 21 22 180")
    here = plot.field
    assert [one.id for one in targets(here, here.stand("R1"))] == ["B1"]
    plot = moment("R1 ARC 20 20 0; B1 HFT 20 23 180; G1 HFT 20 21.5 180")
    here = plot.field
    one, other = here.stand("R1"), here.stand("B1")
    assert in_reach(here, one, other)
    assert not sees(here, one, other)


def test_a_neutral_is_to_falling_back_as_impassable_ground():
    """[TO-8, TT-7.10] The same defeat, with a neutral close behind and without."""
    ends = []
    for behind in ("G1 HFT 20 21.2 0", "G1 HFT 40 40 0"):
        plot = over_triumph(f"R1 HFT 20 20 0; B1 HFT 20 20 180; {behind}", opens=names.COMBAT)
        plot.proceed("melee dice", enemy="blue")
        before = plot.at("G1")
        plot.roll(6, 4)
        assert plot.at("G1") == before
        ends.append(plot.piece("B1").place == "table" and plot.at("B1"))
    assert ends[1] == (20, 20.75, 180)
    assert ends[0] != ends[1]


def test_a_run_is_stopped_by_neutrals_on_its_way_alone():
    """[TO-8, TC-3.60, TC-3.75] Far ones neither are met nor shorten it."""
    far = moment("R1 KNT 20 20 0; B1 HFT 50 20 0; G1 HFT 20 40 180; G2 HFT 40 20 0; G3 HFT 5 5 0")
    one = far.field.stand("R1")
    plain = run(far.field, one, one.base.pose, 4 * MU)
    assert (plain.length, plain.met) == (4 * MU, "")
    near = moment("R1 KNT 20 20 0; B1 HFT 50 20 0; G1 HFT 20 22 180")
    one = near.field.stand("R1")
    halted = run(near.field, one, one.base.pose, 4 * MU)
    assert halted.met == "G1"
    assert 2 * MU - APART - 1 <= halted.length < 2 * MU - TOUCH
    just = moment("R1 KNT 20 20 0; B1 HFT 50 20 0; G1 HFT 20 24 180")
    one = just.field.stand("R1")
    ends = run(just.field, one, one.base.pose, 4 * MU)
    assert (ends.met, ends.length < 4 * MU - TOUCH) == ("G1", True)


def test_nobody_is_pushed_into_a_neutral():
    """[TO-8, TC-3.44] A friend that would be pushed into one stays; who falls back is lost."""
    ends = []
    for behind in ("G1 HFT 20 22.7 0", "G1 HFT 40 40 0"):
        lying = f"R1 HFT 20 20 0; B1 HFT 20 20 180; B2 HFT 20 20.75 180; {behind}"
        plot = over_triumph(lying, opens=names.COMBAT)
        plot.proceed("melee dice", enemy="blue")
        before = plot.at("B2")
        plot.roll(6, 4)
        assert plot.at("B2") == before or behind.endswith("40 40 0")
        ends.append(plot.piece("B1").place)
    assert ends == ["lost", "table"]


# ── scale ────────────────────────────────────────────────────────────────────
def test_what_stands_are_worth():
    """[TO-9, TT-9.2] 12½ for a half point, 100 more for a general; in halves."""
    plot = moment("R1 HFT 20 20 0; R2* KNT 30 20 0; R3 CAMP 40 2 0; B1 HFT 20 40 180")
    value = {
        name: host(plot).worth(plot.position, plot.piece(name)) / 2 for name in ("R1", "R2", "R3")
    }
    half_points = {name: plot.count(name, triumph.WORTH) for name in value}
    assert value["R1"] == 12.5 * half_points["R1"]
    assert value["R2"] == 12.5 * half_points["R2"] + 100
    assert value["R3"] == 200


def test_points_go_to_whoever_destroyed_it():
    """[TO-9, TT-9.1, TT-9.3, TT-9.4] A stand is credited when it goes, and then it is gone."""
    plot = moment("R1 HFT 20 20 0; B1 HFT 20 20 180; G1 HFT 40 40 180")
    lost = plot.book.union(seams.LOST, plot.book, plot.position, plot.piece("B1"), "red")
    (paid,) = [one for one in lost if isinstance(one, Paid)]
    assert (paid.taker, paid.name) == ("red", names.VP)
    assert paid.amount == host(plot).worth(plot.position, plot.piece("B1"))


def test_losses_end_no_battle():
    """[TO-11] Only game turns do."""
    plot = moment("R1 HFT 20 20 0; B1 HFT 20 40 180; G1 HFT 40 40 180")
    assert plot.battle.book.stack(seams.VICTORY, plot.battle.book, plot.position) is None


def test_everybody_rolls_for_command_in_his_own_turn():
    """[TO-12, TO-4] In the movement phase, after it has opened."""
    plot = over_triumph()
    plot.choose("red", "blue")
    plot.roll(1)
    ask = plot.asks()[0]
    assert (ask.seat, ask.dice) == ("chance", 1)
    plot.roll(5)
    assert plot.position.phase == triumph.MOVEMENT


# ── settings ─────────────────────────────────────────────────────────────────
def told(**chosen) -> dict[str, dict[str, int]]:
    """The numbers beside the table that a battle with such settings begins with."""
    events = settings.told(book("treachery+triumph", chosen))
    return {names.TABLE: {one.name: one.value for one in events if isinstance(one, Counted)}}


def chosen_moment(lying: str, *, opens: str = names.MOVEMENT, enemy: bool = True, **chosen) -> Plot:
    """A moment of a battle with such settings; blue is designated."""
    beside = told(**chosen)
    beside[names.TABLE] |= ENEMY[names.TABLE] if enemy else {}
    return over_triumph(lying, opens=opens, counters=beside, settings=chosen)


LYING = "R1 HFT 20 20 0; R2* KNT 30 20 0; B1 HFT 20 40 180; G1 HFT 40 40 180"


def test_what_is_as_usual_is_not_told():
    """[TO-1, TO-2, TO-3, TO-9]"""
    assert told() == {names.TABLE: {}}
    assert told(generalWorth=0) == {names.TABLE: {"generalWorth": 1}}


def test_a_table_of_another_size():
    """[TO-1, TO-3] As a battle begins, with boxes of about 16 MU."""
    system = SYSTEMS["treachery+triumph"]
    rules = book("treachery+triumph", {"tableWidth": 80, "tableDepth": 60})
    armies = [one for one in rosters() if system.takes(one)][:3]
    opening = system.opening(rules, system.seated(3), armies, Levy(lot=Random(1)))
    battle = Battle(rules, opening, SeededCup(1))
    lies = battle.state.position.board
    assert (lies.width, lies.depth) == (80 * MU, 60 * MU)
    found = board(rules, battle.state.position)
    assert (found.width, found.depth, found.columns, found.rows) == (80 * MU, 60 * MU, 5, 4)


def test_another_zone():
    """[TO-2] Also for camps."""
    plot = over_triumph(
        "R1 HFT 32 20 0; R3 CAMP 32 2 0; B1 HFT 20 40 180",
        counters={**told(anchorZone=24), "red": {names.ANCHOR: 1}},
    )
    near = field(plot.battle.book, plot.position)
    assert near_its_anchor(near, near.stand("R1")) is None
    usual = over_triumph("R1 HFT 32 20 0; B1 HFT 20 40 180", counters={"red": {names.ANCHOR: 1}})
    far = field(usual.battle.book, usual.position)
    refused = near_its_anchor(far, far.stand("R1"))
    assert refused is not None
    assert refused.params["most"] == 14 * MU


def test_no_more_pieces_for_more_players():
    """[TO-3]"""
    for players in (3, 4, 5):
        usual = over_triumph(players=players)
        plain = over_triumph(players=players, counters=told(morePieces=False))
        both = (pieces(one.book, one.position, "arable", 7)[0] for one in (usual, plain))
        more = next(both) - next(both)
        assert more == players - 3


def test_more_cards_are_set_aside():
    """[TO-4]"""
    rules = book("treachery+triumph", {"cardsSetAside": ["T06", "T13"]})
    usual = {one.id for one in in_play(book("treachery+triumph"))}
    assert usual - {one.id for one in in_play(rules)} == {"T06", "T13"}


@pytest.mark.parametrize("both", [True, False])
def test_only_the_active_player_shoots_where_that_is_set(both: bool):
    """[TO-6]"""
    plot = chosen_moment(
        "R1 ARC 20 20 0; B1 ARC 20 23 180; G1 HFT 40 40 180", enemyShoots=both,
        opens=names.SHOOTING,
    )  # fmt: skip
    here = field(plot.battle.book, plot.position)
    assert [one.id for one in targets(here, here.stand("R1"))] == ["B1"]
    assert bool(targets(here, here.stand("B1"))) == both


@pytest.mark.parametrize("apart", [1, 2])
def test_a_truce_leaves_the_gap_that_is_set(apart: int):
    """[TO-7]"""
    plot = chosen_moment(
        "R1 HFT 30 20 0; B1 HFT 30 20 180; G1 HFT 31 19 270",
        truceGap=apart, opens=names.COMBAT, enemy=False,
    )  # fmt: skip
    plot.proceed("melee dice", enemy="blue")
    here = field(plot.battle.book, plot.position)
    away = gap(here.stand("R1").base, here.stand("G1").base)
    assert apart * MU - 1 <= away < (apart + 0.2) * MU
    assert "tt.7-4.truce" in plot.ruled


@pytest.mark.parametrize("stops", [True, False])
def test_who_falls_back_to_a_neutral_stops_where_that_is_set(stops: bool):
    """[TO-8] Or is lost, as at impassable ground."""
    plot = chosen_moment(
        "R1 HFT 20 20 0; B1 HFT 20 20 180; G1 HFT 20 21.8 0", opens=names.COMBAT, enemy=False,
        fallBackOntoNeutral="stops" if stops else "impassable",
    )  # fmt: skip
    plot.proceed("melee dice", enemy="blue")
    plot.roll(6, 4)
    assert plot.piece("B1").place == ("table" if stops else "lost")


def test_other_worths():
    """[TO-9] In halves of a victory point."""
    plot = chosen_moment(LYING, fourPointsWorth=50, generalWorth=0)
    one, other = (
        (host(plot).worth(plot.position, plot.piece(name)), plot.count(name, triumph.WORTH))
        for name in ("R1", "R2")
    )
    assert one == (one[1] * 100 // 8, one[1])
    assert other == (other[1] * 100 // 8, other[1])


def test_more_for_mercenaries_and_a_longer_reach_of_captains():
    """[TO-10] A captain 12 MU away."""
    rules = book("treachery+triumph", {"mercenaryPoints": 12})
    assert (to_hire_with(rules), to_hire_with(book("treachery+triumph"))) == (24, 16)
    for reach in (8, 14):
        plot = over_triumph(
            "R1 HFT 20 20 0; R2 HFT 34 20 0; B1 HFT 20 40 180; G1 HFT 40 40 180",
            traits={"R1": "mercenary,company red,captain", "R2": "mercenary,company red"},
            settings={"captainReach": reach},
        )
        here = field(plot.battle.book, plot.position)
        assert led(here, here.stand("R2")) == (reach == 14)


def test_to_10_a_hired_stand_costs_its_type_for_no_card_comes_with_it():
    """A sword-fighting one of 3½ points fights as what it is, for 4. [BC-23.2]"""
    listed = StandSpec("ECV", 7, traits=("SF",), entry="main/t1", cost=7)
    hired = sworn(listed, "red", 0, captain=True)
    assert (hired.half_points, hired.price) == (8, 8)
    assert "SF" not in hired.traits
