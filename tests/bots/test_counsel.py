"""What is advised on cards and shaken commands, and that the steward heeds it. [BC-0.1, GT-8.4]"""

from condotta.bots.seat import make
from condotta.kernel.asks import Choose
from condotta.rules.grand.morale import HoldInPlace
from condotta.rules.triumph.cards.charge_through.charging import ChargeThrough
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.cards.mobile_infantry.discarding import Discard
from tests.rules.grand.test_morale import shaken
from tests.rules.triumph.cards.card_table import carded


def said(table, seat: str = "red"):
    """What a steward says to the open question of a seat."""
    bot = make("steward", table.battle.book, "1")
    ask = table.asks(seat)[0]
    answer = bot.answer(table.battle.view(seat), ask)
    assert table.battle.judge(seat, answer, ask.id).ok
    return answer


FIGHT = "R1 KNT 20 14 0 @t1; B1 ARC 20 14 180"


def test_bc_10_2_it_holds_where_a_pursuit_would_lay_a_flank_open():
    danger = "B2 KNT 24.8 17.6 180; B3 KNT 15.2 17.6 180"
    table = carded(f"{FIGHT}; {danger}", cards="red HL t1", phase="close", dice=(6, 1))
    assert said(table) == Choose("hold")
    free = carded(FIGHT, cards="red HL t1", phase="close", dice=(6, 1))
    assert said(free) == Choose("pursue")


def test_bc_15_1_it_stampedes_the_foot_that_most_of_its_riders_can_reach():
    near = "R1 KNT 20 16 0; R2 KNT 22 16 0; B1 HFT 20 20 180; B2 HFT 22 20 180; B3 LFT 40 20 180"
    table = carded(near, cards="red SC", phase="end", active="blue", dice=(3,))
    assert said(table) == Choose("B1+B2")
    far = carded("R1 KNT 20 4 0; B1 HFT 20 28 180", cards="red SC", phase="end", active="blue")
    assert said(far) == Choose("keep")


def test_bc_8_4_it_leaves_its_transports_near_the_enemy():
    table = carded("R1 HFT 28 6 0 [MI] {on transports} {moved} {ends its move}; B1 SPR 28 12 180")
    assert said(table) == Discard("R1")


def test_bc_2_2_it_dismounts_where_it_fights_better_on_foot():
    table = carded("R1 KNT 28 6 0 [MD:EFT]; B1 PIK 28 10 180; B2 PIK 30 10 180")
    assert said(table) == Dismount("R1")
    alone = carded("R1 KNT 28 6 0 [MD:EFT]; B1 SKM 28 30 180")
    assert not isinstance(said(alone), Dismount)


def test_bc_12_2_it_charges_through_foot_that_bars_its_riders():
    ride = "R1 KNT 20 6 0 [CT:SPR] @t1; R3 SPR 20 7.5 0; B1 ARC 20 10.5 180"
    assert said(carded(ride, cards="red CT t1")) == ChargeThrough("R-CT-1")


def test_gt_8_4_it_holds_its_shaken_stands_in_place():
    table = shaken("R1* HFT 40 6 0; R2 HFT 42 6 0; B1* SPR 80 30 180", points=2)
    assert isinstance(said(table), HoldInPlace)


def test_gt_8_5_whoever_would_be_lost_at_once_is_held_before_those_who_would_run():
    """A point for one stand out of command range saves more than one for three in it."""
    table = shaken("R1* HFT 20 10 0; R2 HFT 24 10 0; R3 HFT 28 10 0; R4 HFT 70 10 0; "
                   "B1* SPR 80 30 180", points=1)  # fmt: skip
    assert said(table) == HoldInPlace(("R4",))
