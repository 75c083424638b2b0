"""Cards 13, 14 and 16 to 19: ambush, obstacles, camps. [BC-13, 14, 16, 17, 18, 19, BC-30]"""

import pytest

from condotta.kernel.events import Placed
from condotta.rules.library import book
from condotta.rules.triumph.cards.common.camp_cards import first_troops, last_troops
from condotta.rules.triumph.cards.pack_trains import UseHerds
from condotta.rules.triumph.cards.prepared_defenses import PlaceObstacle
from condotta.rules.triumph.cards.standard_wagon import UseWagon
from condotta.rules.triumph.deployment.camps import PlaceCamp, legal_places
from condotta.rules.triumph.deployment.deploying import Finish
from condotta.rules.triumph.looking.aids import aids
from condotta.rules.triumph.muster import Army, CardSpec, StandSpec, muster
from condotta.rules.triumph.tables import terrain
from condotta.table import Pose, Rectangle
from tests.rules.any_table import clauses
from tests.rules.triumph.cards.card_table import carded, parts
from tests.rules.triumph.set_up_table import deploy

MU = 10_000
BLUE = "B1 SPR undeployed; B2 SPR undeployed"


def step(pieces: str, wanted: str = "Deploy", seat: str = "red", phase: str = "deployment", **more):
    """A battle at the first question in which a seat may say that."""
    table = carded(pieces, phase=phase, **more)
    for _ in range(16):
        ask = table.asks()[0]
        if ask.seat == seat and wanted in ask.says:
            return table
        menu = table.battle.book.menus[ask.window]
        seen = table.battle.view(ask.seat).position
        table.battle.say(ask.seat, next(menu.salient(table.battle.book, seen, ask)), ask.id)
    raise AssertionError(f"{seat} is never asked for {wanted}")


def keys(verdict) -> set[str]:
    return {one.key for one in verdict.refusals}


def pose(x: float, y: float, ux: int = 0, uy: int = 1_000_000) -> Pose:
    return Pose(round(x * MU), round(y * MU), ux, uy)


# ── 13 Ambush ────────────────────────────────────────────────────────────────
WOODS = "woods box 24 15 6 4"
LIGHT = "R1 LFT undeployed; R2 LFT undeployed; R3 LFT undeployed; R4 HFT undeployed"


def waiting(places: str, areas: str = WOODS, cards: str = "red AM", enemy: Placed | None = None):
    table = step(f"{LIGHT}; {BLUE}", areas=areas, cards=cards)
    if enemy is not None:
        table.battle.correct((enemy,), "the enemy is there")
    return table.judge("red", deploy(places))


def test_bc_13_1_open_order_foot_partly_in_difficult_terrain_far_from_the_enemy():
    assert waiting("R1 24 15 0").ok
    assert waiting("R1 24 17.9 0").ok
    assert keys(waiting("R1 24 15 0", cards="")) == {"tc.8-2.zone"}
    assert "bc.13-1.type" in keys(waiting("R4 24 15 0"))
    assert "bc.13-1.ground" in keys(waiting("R1 34 15 0"))
    far = waiting("R1 24 24.5 0", areas="woods box 24 24 6 4")
    assert "bc.13-1.edge" in keys(far)
    near = waiting("R1 24 15 0", enemy=Placed("B1", "table", pose(24, 17, 0, -1_000_000)))
    assert "bc.13-1.enemy" in keys(near)


def test_bc_13_2_bc_13_4_two_stands_in_one_piece_and_one_in_two_counts_in_both():
    assert waiting("R1 23 15 0; R2 25 15 0").ok
    third = waiting("R1 22 15 0; R2 24 15 0; R3 26 15 0")
    assert "bc.13-2.crowded" in keys(third)
    both = "woods box 23 15 4 4; rough box 27 15 4 4"
    assert waiting("R1 22 15 0; R2 25 15 0; R3 27.5 15 0", areas=both).ok
    fourth = waiting("R1 22 15 0; R2 25 15 0; R3 22 13.9 0", areas=both)
    assert "bc.13-2.crowded" in keys(fourth)


def test_bc_13_3_other_rules_still_hold():
    table = step(f"{LIGHT}; {BLUE}", areas=WOODS, cards="red AM")
    over = table.judge("red", deploy("R1 24 15 0; R2 24.5 15 0"))
    assert "TC-8.7" in clauses(over)


def test_bc_30_19_judged_by_the_form_that_is_deployed():
    light = step(f"R1 KNT undeployed [DD:LFT]; {BLUE}", areas=WOODS, cards="red AM")
    from condotta.rules.triumph.deployment.forms import TakeForm

    assert "bc.13-1.type" in keys(light.judge("red", deploy("R1 24 15 0")))
    light.say("red", TakeForm("R1", "form.dismounted"))
    assert light.judge("red", deploy("R1 24 15 0")).ok
    carts = step(f"R1 LFT undeployed [PL] {{plaustrella}}; {BLUE}", areas=WOODS, cards="red AM")
    assert "bc.13-1.type" in keys(carts.judge("red", deploy("R1 24 15 0")))


def test_bc_30_19_close_order_foot_may_ambush_on_transports():
    riding = step(f"R1 HFT undeployed [MI] {{on transports}}; {BLUE}", areas=WOODS, cards="red AM")
    assert riding.judge("red", deploy("R1 24 15 0")).ok
    on_foot = step(f"R1 HFT undeployed [MI]; {BLUE}", areas=WOODS, cards="red AM")
    assert "bc.13-1.type" in keys(on_foot.judge("red", deploy("R1 24 15 0")))


def test_bc_30_59_measured_against_enemies_on_the_board_only():
    assert waiting("R1 24 15 0", enemy=Placed("B1", "reserve")).ok


def test_bc_30_60_an_obstacle_is_a_piece_of_difficult_terrain():
    assert waiting("R1 24 11.5 0", areas="obstacle box 24 11 2 1").ok


# ── 14 Prepared Defenses ─────────────────────────────────────────────────────
def defended(areas: str = "", pieces: str = LIGHT, copies: int = 3):
    cards = "; ".join(["red PD"] * copies)
    return step(f"{pieces}; {BLUE}", "PlaceObstacle", areas=areas, cards=cards)


def test_bc_14_1_one_obstacle_a_card_difficult_and_no_screen():
    table = defended(copies=1)
    table.say("red", PlaceObstacle(pose(24, 12)))
    area = table.position.areas[0]
    assert area.kind == "obstacle"
    assert (area.outline.half_length, area.outline.half_width) == (MU, MU // 2)
    assert "PlaceObstacle" not in table.asks("red")[0].says
    shot = carded("R1 ARC 24 10 0; B1 SPR 24 12.5 180", areas="obstacle box 24 11.3 2 1")
    from condotta.rules.triumph.shooting.gunnery import sees

    assert sees(shot.field, shot.field.stand("R1"), shot.field.stand("B1"))
    assert terrain(shot.field.areas[0].kind).going == "difficult"


def test_bc_14_2_open_terrain_centre_third_12_mu_from_the_own_edge():
    table = defended(areas="woods box 26 10 4 4")
    assert table.judge("red", PlaceObstacle(pose(20, 12))).ok
    assert "bc.14-2.far" in keys(table.judge("red", PlaceObstacle(pose(20, 12.1))))
    assert "bc.14-2.centre" in keys(table.judge("red", PlaceObstacle(pose(16.5, 12))))
    assert "bc.14-2.open" in keys(table.judge("red", PlaceObstacle(pose(26, 11))))


@pytest.mark.parametrize(("gap", "legal"), [(0, True), (3.99, False), (4, True)])
def test_bc_14_3_they_touch_or_are_4_mu_apart(gap, legal):
    table = defended()
    table.say("red", PlaceObstacle(pose(20, 12)))
    found = table.judge("red", PlaceObstacle(pose(22 + gap, 12)))
    assert found.ok is legal
    assert legal or keys(found) == {"bc.14-3.gap"}


def test_bc_14_4_a_row_of_any_length_is_one_work():
    table = defended(copies=5)
    for x in (20, 22, 24, 26):
        table.say("red", PlaceObstacle(pose(x, 12)))
    assert table.judge("red", PlaceObstacle(pose(28, 12))).ok
    assert table.judge("red", PlaceObstacle(pose(22, 11))).ok
    assert "bc.14-3.gap" in keys(table.judge("red", PlaceObstacle(pose(29, 12))))
    assert "bc.14-3.gap" in keys(table.judge("red", PlaceObstacle(pose(24, 8.5))))


def test_bc_14_2_placed_with_the_centre_troops_and_never_once_they_are_spent():
    table = defended(copies=1)
    table.say("red", PlaceObstacle(pose(24, 12)))
    assert not table.judge("red", PlaceObstacle(pose(20, 12))).ok


def test_bc_30_62_no_camp_stands_on_it_nor_it_under_a_camp():
    camp = step(f"R0 CAMP undeployed; {LIGHT}; {BLUE}", "PlaceCamp", phase="camps",
                areas="obstacle box 24 1.5 2 1")  # fmt: skip
    assert "TC-9.31" in clauses(camp.judge("red", PlaceCamp(pose(24, 2))))
    under = defended(pieces=f"R0 CAMP 24 2 0; {LIGHT}")
    assert "BC-30.62" in clauses(under.judge("red", PlaceObstacle(pose(24, 2))))


def test_bc_30_63_outcome_moves_go_through_it():
    table = carded(
        "R1 HFT 24 14 0; B1 SPR 24 14 180", areas="obstacle box 24 12.5 2 1", phase="close",
        dice=(1, 3),
    )  # fmt: skip
    assert table.at("R1")[1] < 13.5


# ── 16 to 19, camps ──────────────────────────────────────────────────────────
def pieces_of(*codes: str):
    """The camps that an army with those cards musters."""
    cards = tuple(CardSpec(code) for code in codes)
    army = Army("red", "south", "a", "R", (StandSpec(code="SPR", half_points=8),), cards=cards)
    found = [one.piece for one in muster(book("triumph"), army) if hasattr(one, "piece")]
    return [one for one in found if getattr(one, "type", "") == "CAMP"]


def test_bc_16_1_an_army_without_a_camp_musters_none():
    """The other cards of camps lie idle. [BC-30.50]"""
    assert len(pieces_of()) == 1
    assert pieces_of("NC") == []
    assert pieces_of("NC", "FC", "PT", "SW") == []


def test_bc_17_1_a_fortified_camp_has_two_more():
    """With a garrison too. [BC-30.51]"""
    table = carded("R0 CAMP 24 2 0; B1 SPR 24 2 180", cards="red FC")
    assert parts(table, "R0", "B1")["factor.fortified"] == 2
    bare = carded("R0 CAMP 24 2 0; B1 SPR 24 2 180")
    assert "factor.fortified" not in parts(bare, "R0", "B1")


def test_bc_17_2_sacked_it_counts_8_and_nothing_for_the_card():
    table = carded("R0 CAMP 24 2 0; B1 SPR 24 2 180", cards="red FC", phase="close",
                   active="blue", dice=(6, 1))  # fmt: skip
    assert "R0" in table.lost()
    assert table.count("R0", "worth") == 16


BOTH = f"R0 CAMP undeployed; B0 CAMP undeployed; {LIGHT}; {BLUE}"


def test_bc_17_3_bc_17_4_of_two_cards_one_is_used_and_said_openly():
    """Whichever is used, the other is as if not bought. [BC-18.3, BC-30.47]"""
    table = step(BOTH, "PlaceCamp", phase="camps", cards="red FC; red PT")
    assert "UseHerds" in table.asks("red")[0].says
    table.say("red", UseHerds())
    assert table.rulings("BC-18.3")
    assert table.piece("R0").place == "undeployed"
    assert table.piece("R0").marked("pack train")
    used = carded("R0 CAMP 24 2 0 {pack train}; B1 SPR 24 2 180", cards="red FC; red PT")
    assert "factor.fortified" not in parts(used, "R0", "B1")
    placed = step(BOTH, "PlaceCamp", phase="camps", cards="red FC; red PT")
    placed.say("red", PlaceCamp(pose(24, 2)))
    assert not placed.judge("red", UseHerds()).ok


def last_step(cards: str = "red PT"):
    """Red's step in which its herds are placed."""
    return step(BOTH, "PlaceCamp", phase="camps", cards=cards)


def test_bc_18_1_the_herds_stand_anywhere_along_the_own_edge_in_open_terrain():
    table = last_step()
    assert table.asks("red")[0].window != "camp"
    assert table.judge("red", PlaceCamp(pose(4, 2))).ok
    assert table.judge("red", PlaceCamp(pose(44, 2))).ok
    assert "TC-9.31" in clauses(table.judge("red", PlaceCamp(pose(4, 3))))


def test_bc_18_2_they_come_with_the_last_troops():
    table = last_step()
    assert "Deploy" in table.asks("red")[0].says
    assert "TC-9.31" in clauses(table.judge("red", Finish()))


def wagon(width: float = 6):
    """Red brings the wagon, and is asked for its place."""
    table = step(BOTH, "PlaceCamp", phase="camps", cards="red SW")
    table.say("red", UseWagon(round(width * MU)))
    for _ in range(12):
        ask = table.asks()[0]
        if ask.seat == "red" and "PlaceCamp" in ask.says:
            return table
        menu = table.battle.book.menus[ask.window]
        seen = table.battle.view(ask.seat).position
        table.battle.say(ask.seat, next(menu.salient(table.battle.book, seen, ask)), ask.id)
    raise AssertionError("red is never asked for its wagon")


def test_bc_19_1_a_wagon_instead_of_a_camp_2_mu_deep_4_to_6_wide():
    table = wagon(5)
    assert table.piece("R0").shape == Rectangle(5 * MU, 2 * MU)
    other = step(BOTH, "PlaceCamp", phase="camps", cards="red SW")
    assert not other.judge("red", UseWagon(7 * MU)).ok
    none = step(BOTH, "PlaceCamp", phase="camps")
    assert "UseWagon" not in none.asks("red")[0].says


def test_bc_19_2_with_the_centre_troops_centre_third_8_mu_parallel():
    table = wagon()
    assert table.asks("red")[0].window != "camp"
    assert table.judge("red", PlaceCamp(pose(24, 8))).ok
    assert "TC-8.2" in clauses(table.judge("red", PlaceCamp(pose(24, 8.5))))
    assert "TC-9.31" in clauses(table.judge("red", PlaceCamp(pose(18, 8))))
    askew = table.judge("red", PlaceCamp(pose(24, 6, 600_000, 800_000)))
    assert "TC-9.31" in clauses(askew)


@pytest.mark.parametrize(
    ("advantage", "centre", "last"),
    [("red", "all troops", "all troops"), ("blue", "centre troops", "rest of the troops")],
)
def test_tc_8_1_first_and_last_troops_are_all_at_once_for_who_has_the_advantage(
    advantage, centre, last
):
    """[BC-18.2, BC-19.2]"""
    position = carded("R1 HFT 20 14 0", counters={advantage: {"advantage": 1}}).position
    assert (first_troops(position, "red"), last_troops(position, "red")) == (centre, last)


def test_bc_19_4_the_wagon_stands_instead_of_the_camp_and_everybody_hears_it():
    """It was the camp: its id, what it counts, its place; the choice is made once."""
    table = step(BOTH, "PlaceCamp", phase="camps", cards="red SW")
    camp = table.piece("R0")
    table.say("red", UseWagon(4 * MU))
    now = table.piece("R0")
    assert (now.type, now.place, now.shape) == (camp.type, camp.place, Rectangle(4 * MU, 2 * MU))
    assert now.marked("standard wagon")
    assert table.count("R0", "worth") == 16
    assert [one.key for one in table.rulings("BC-19.1")] == ["bc.19-1.wagon"]
    assert not table.judge("red", UseWagon(6 * MU)).ok


WAGON = "R0 CAMP 20 8 0 {standard wagon}"


def test_bc_19_3_foot_whose_rear_edge_touches_it_has_one_more_and_shots_one_less():
    """On any edge. [BC-30.52]"""
    table = carded(f"{WAGON}; R1 HFT 20 8.75 0; B1 SPR 20 8.75 180; B2 ARC 22 11 180")
    assert parts(table, "R1", "B1")["factor.wagon"] == 1
    shot = carded(f"{WAGON}; R1 HFT 20 8.75 0; B2 ARC 20 11 180")
    assert parts(shot, "B2", "R1", "ranged")["factor.wagon-cover"] == -1
    corner = carded(f"{WAGON}; R1 HFT 23 8.75 0; B1 SPR 23 8.75 180")
    assert "factor.wagon" not in parts(corner, "R1", "B1")
    horse = carded(f"{WAGON}; R1 KNT 20 9.5 0; B1 SPR 20 9.5 180")
    assert "factor.wagon" not in parts(horse, "R1", "B1")
    flank = carded(f"{WAGON}; R1 HFT 20 8.75 0; B1 SPR 21 9 270")
    assert parts(flank, "R1", "B1").get("factor.wagon", 1) == 1


def test_bc_19_4_it_is_a_camp_in_all_else():
    table = carded(f"{WAGON}; B1 ARC 20 10 180; B2 SPR 20 8 180")
    from condotta.rules.triumph.shooting.gunnery import may_be_shot

    assert not may_be_shot(table.field, table.field.stand("R0"))
    assert parts(table, "R0", "B2")["factor.camp"] == 2
    assert table.count("R0", "worth") == 16


def test_bc_30_48_a_wagon_is_not_fortified():
    table = carded(f"{WAGON}; B2 SPR 20 8 180", cards="red FC; red SW")
    assert "factor.fortified" not in parts(table, "R0", "B2")


def test_bc_30_49_the_wagon_keeps_its_own_place_and_moment():
    table = step(BOTH, "PlaceCamp", phase="camps", cards="red PT; red SW")
    assert {"UseWagon", "UseHerds"} <= set(table.asks("red")[0].says)
    table.say("red", UseWagon(6 * MU))
    from condotta.rules.triumph.deployment.camps import camp_ground

    ground = camp_ground(table.battle.book, table.position, table.piece("R0"))
    assert ground.parallel
    assert ground.centre


# ── shown on the page ────────────────────────────────────────────────────────
def grounds(table, key: str, window: str = ""):
    """The shapes of that key for red's question: least and greatest x and y of each, in MU."""
    asked = window or table.asks("red")[0].window
    found = aids(table.battle.book, table.position, "red", (), asked)
    return [
        tuple(round(at / MU, 3) for at in (min(xs), min(ys), max(xs), max(ys)))
        for xs, ys in (zip(*one.points, strict=True) for one in found if one.key == key)
    ]


def test_bc_13_1_rough_ground_in_which_to_wait_is_shown_between_the_limits():
    areas = (
        "woods box 24 9 6 4; rough ellipse 34 20 4 4; woods box 10 23.5 4 4;"
        " gentle-hills box 40 16 4 4"
    )
    table = step(f"{LIGHT}; {BLUE}", areas=areas, cards="red AM")
    assert grounds(table, "aid.ambush") == [(21, 8, 27, 11), (32, 18, 36, 22), (8, 21.5, 12, 24)]
    assert not grounds(table, "aid.ambush", "movement")
    assert not grounds(step(f"{LIGHT}; {BLUE}", areas=areas), "aid.ambush")


def test_bc_14_2_ground_for_obstacles_is_shown_while_one_is_left():
    table = defended(copies=1)
    assert grounds(table, "aid.obstacle") == [(16, 0, 32, 12)]
    table.say("red", PlaceObstacle(pose(24, 12)))
    assert not grounds(table, "aid.obstacle")


@pytest.mark.parametrize(("cards", "shown"), [("", (16, 0, 32, 2)), ("red PT", (0, 0, 48, 2))])
def test_bc_18_1_ground_for_the_camp_is_shown_in_the_step_that_places_it(cards, shown):
    table = step(BOTH, "PlaceCamp", phase="camps", cards=cards)
    assert grounds(table, "aid.camp") == [shown]


def test_bc_19_2_ground_for_the_wagon_is_8_mu_deep():
    assert grounds(wagon(), "aid.camp") == [(16, 0, 32, 8)]


def test_bc_30_62_an_obstacle_may_touch_a_camp():
    table = defended(pieces=f"R0 CAMP 24 2 0; {LIGHT}")
    assert table.judge("red", PlaceObstacle(pose(24, 3))).ok


def test_bc_19_2_menus_put_the_wagon_forward_too():
    table = wagon()
    here = table.field
    found = [one.y // MU for one in legal_places(here, here.position.pieces["R0"])]
    assert set(found) == set(range(2, 9))
