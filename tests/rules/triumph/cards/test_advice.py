"""What a steward does with cards when it sets out. [BC-3.2, BC-8.1, BC-19.3]"""

import pytest

from condotta.bots.lots import lots
from condotta.bots.steward import Steward
from condotta.kernel.records import CHANCE
from condotta.rules.triumph.cards.standard_wagon import UseWagon, behind
from condotta.rules.triumph.combat.duel import duel
from condotta.table import EDGES, edges_touch
from tests.rules.triumph.cards.card_table import carded
from tests.rules.triumph.cards.test_ground import step

MU = 10_000
CAMPS = "R0 CAMP 24 2 0; B0 CAMP 24 30 180"
LEADERS = "R9* LFT undeployed; B9* LFT undeployed"


def red_sets_out(table):
    """A steward answers for red until it has set out its army; menus answer for blue."""
    bot = Steward(table.battle.book, lots("test"))
    for _ in range(80):
        asked = table.asks()
        if not asked or asked[0].seat == CHANCE:
            return
        ask = asked[0]
        seen = table.battle.view(ask.seat)
        if ask.seat == "red":
            table.battle.say("red", bot.answer(seen, ask), ask.id)
        else:
            menu = table.battle.book.menus[ask.window]
            said = next(menu.salient(table.battle.book, seen.position, ask))
            table.battle.say(ask.seat, said, ask.id)
    raise AssertionError("red never ends")


@pytest.mark.parametrize(
    ("enemy", "rides"), [("SPR", True), ("HFT", True), ("KNT", False), ("HBW", False)]
)
def test_bc_8_1_slow_foot_rides_where_few_could_catch_it(enemy, rides):
    red = "; ".join(f"R{n} HFT undeployed [MI] @main/t1" for n in range(1, 5))
    blue = "; ".join(f"B{n} {enemy} undeployed" for n in range(1, 5))
    table = carded(f"{CAMPS}; {LEADERS}; {red}; {blue}", phase="deployment", active="blue")
    red_sets_out(table)
    assert {table.piece(f"R{n}").marked("on transports") for n in range(1, 5)} == {rides}
    assert all(table.piece(f"R{n}").place == "table" for n in range(1, 5))


@pytest.mark.parametrize(("enemy", "split"), [("SPR", ["EFT", "JCV"]), ("KNT", ["KNT", "KNT"])])
def test_bc_3_2_a_pair_is_split_where_its_halves_are_better_matched(enemy, split):
    blue = "; ".join(f"B{n} {enemy} undeployed" for n in range(1, 5))
    table = carded(
        f"{CAMPS}; {LEADERS}; R1 KNT undeployed [SV] @main/t1; R2 KNT undeployed [SV] @main/t1;"
        f" {blue}",
        phase="deployment",
        active="blue",
    )
    red_sets_out(table)
    assert [table.piece(name).type for name in ("R1", "R2")] == split


def test_bc_19_3_a_wagon_comes_right_behind_the_foot_it_is_to_hearten():
    red = "; ".join(f"R{n} HFT undeployed" for n in range(1, 6))
    blue = "; ".join(f"B{n} SPR undeployed" for n in range(1, 6))
    table = step(
        f"R0 CAMP undeployed; B0 CAMP undeployed; {LEADERS}; {red}; {blue}",
        "PlaceCamp",
        phase="camps",
        cards="red SW",
    )
    table.say("red", UseWagon(6 * MU))
    red_sets_out(table)
    cart = table.field.stand("R0")
    near = [
        one.id
        for one in table.field.friends("red")
        if any(edges_touch(one.base, "rear", cart.base, edge) for edge in EDGES)
    ]
    assert near
    assert behind(duel(table.field, near[0], "B1")[0]) == cart


def test_bc_13_1_foot_that_the_line_can_spare_lies_in_wait():
    """On the own half, two at most; the battle line and the general stay."""
    woods = "woods box 20 12 5 4; woods box 30 12 5 4; woods box 10 12 5 4; woods box 24 22 5 4"
    red = "; ".join(f"R{n} LFT undeployed" for n in range(1, 6))
    blue = "; ".join(f"B{n} KNT undeployed" for n in range(1, 5))
    table = carded(
        f"{CAMPS}; {LEADERS}; {red}; {blue}",
        cards="red AM",
        areas=woods,
        phase="deployment",
        active="red",
    )
    red_sets_out(table)
    ahead = [name for name in table.position.pieces if name[0] == "R" and beyond(table, name)]
    assert len(ahead) == 2
    assert "R9" not in ahead


def beyond(table, name: str) -> bool:
    """Whether a stand is set out before its zone, and on its own half."""
    pose = table.piece(name).pose
    return pose is not None and 8.5 * MU < pose.y < 18 * MU


def test_bc_18_1_pack_trains_stand_far_from_the_enemy():
    """Whatever the Standard Wagon, which is about camps too, advises on its own."""
    blue = "; ".join(f"B{n} KNT {4 + 2 * n} 26 180" for n in range(1, 5))
    table = carded(
        f"R0 CAMP undeployed; B0 CAMP 24 30 180; {LEADERS}; R1 SPR undeployed; {blue}",
        cards="red PT",
        phase="deployment",
        active="red",
    )
    red_sets_out(table)
    camp = table.piece("R0").pose
    assert camp is not None
    assert camp.x > 34 * MU


@pytest.mark.parametrize(("enemy", "chained"), [("KNT", True), ("SKM", False), ("RBL", False)])
def test_bc_22_4_horsemen_are_chained_against_lancers(enemy, chained):
    red = "; ".join(f"R{n} BAD undeployed [CH] @main/t3" for n in range(1, 3))
    blue = "; ".join(f"B{n} {enemy} undeployed" for n in range(1, 5))
    table = carded(f"{CAMPS}; {LEADERS}; {red}; {blue}", phase="deployment", active="blue")
    red_sets_out(table)
    assert {table.piece(f"R{n}").marked("chained") for n in range(1, 3)} == {chained}
