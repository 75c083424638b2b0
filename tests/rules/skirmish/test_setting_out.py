"""Setting up a skirmish battle: terrain, markers, deployment, who begins. [SK-15, SK-117]"""

from itertools import pairwise
from random import Random

from condotta.bots.chancer import Chancer
from condotta.kernel.asks import Roll
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Asked, Entered, Placed, Removed
from condotta.kernel.records import CHANCE
from condotta.kernel.rulings import Refusal
from condotta.rules.setting_up import Deployment
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.layer import SKIRMISH
from condotta.rules.skirmish.muster import opening
from condotta.rules.skirmish.records import Trail
from condotta.rules.skirmish.rosters.shelf import chosen, seated
from condotta.rules.skirmish.setting_out.deployment import Deploy
from condotta.rules.skirmish.setting_out.laying_terrain import Layout
from condotta.rules.skirmish.setting_out.missions import Objectives, deploy_zone
from condotta.rules.skirmish.setting_out.opening import FirstTurn
from condotta.rules.skirmish.setting_out.places_to_set_out import block, in_zone
from condotta.table import Disc, Pose, area_gap, base
from tests.rules.skirmish.skirmish_setting import ALONE, INCH, Table, setting

FORWARD = (0, 1_000_000)
MARINES = "R1 line_infantry 5 undeployed; B1 militia 10 undeployed"


def deploying(units: str, **more) -> Table:
    """A table at which armies are set out."""
    return setting(units, phase=names.DEPLOYMENT, then=(Deployment(),), **more)


def row(unit: str, count: int, x: float, y: float, step: float = 2.0) -> tuple[Trail, ...]:
    """Models side by side."""
    return tuple(
        Trail(
            f"{unit}.{number + 1}",
            ((round((x + number * step) * INCH), round(y * INCH)),),
            *FORWARD,
        )
        for number in range(count)
    )


def dropped(table: Table, seat: str, unit: str, x: float, y: float) -> None:
    """The unit is set out as a block round a place."""
    trails = block(table.book, table.position, table.piece(unit), (x * INCH, y * INCH))
    table.say(seat, Deploy(unit, trails))


# ── where and how ────────────────────────────────────────────────────────────
def test_a_unit_is_set_out_with_every_model():
    """All models stand where it was said, and the other seat is next. [SK-15]"""
    table = deploying(MARINES)
    table.say("red", Deploy("R1", row("R1", 5, 20, 5)))
    assert table.at("R1.1") == (20, 5)
    assert table.models("R1") == 5
    assert table.piece("R1").place == "table"
    assert [ask.seat for ask in table.asks()] == ["blue"]


def test_a_unit_is_set_out_in_coherency():
    """Two inches between bases and no more; one group. [SK-16, SK-17]"""
    table = deploying(MARINES)
    wide = 2 + 2 * 6299 / INCH  # from centre to centre
    assert table.why_not("red", Deploy("R1", row("R1", 5, 20, 5, wide))) == set()
    assert table.why_not("red", Deploy("R1", row("R1", 5, 20, 5, wide + 0.01))) == {"SK-16"}
    pairs = (*row("R1", 2, 20, 5), *row("R1", 5, 20, 5, 5.0)[2:])
    assert table.why_not("red", Deploy("R1", pairs)) == {"SK-16"}


def test_models_stand_on_the_table_in_their_zone_and_apart():
    """Off the table, over the border, in one place. [SK-13, SK-27]"""
    table = deploying(MARINES)
    radius = 6299 / INCH
    assert table.why_not("red", Deploy("R1", row("R1", 5, 20, radius))) == set()
    assert table.why_not("red", Deploy("R1", row("R1", 5, 20, radius - 0.1))) == {"SK-13"}
    assert table.why_not("red", Deploy("R1", row("R1", 5, 20, 12 - radius))) == set()
    assert table.why_not("red", Deploy("R1", row("R1", 5, 20, 12 - radius + 0.1))) == {"SK-27"}
    assert table.why_not("red", Deploy("R1", row("R1", 5, 20, 5, 1.0))) == {"SK-13"}


def test_models_stand_apart_from_other_units():
    """Nobody stands where somebody stands. [SK-13]"""
    table = deploying(
        "R1 line_infantry 5 undeployed; R2 commander 1 20 5; B1 militia 10 undeployed"
    )
    why = table.refused("red", Deploy("R1", row("R1", 5, 20.5, 5)))
    assert why == (Refusal("SK-13", "sk.13.overlap", {"model": "R1.1", "other": "R2.1"}),)


def test_each_model_of_the_unit_is_placed_once():
    """None left out, none twice, each with a facing. [SK-15]"""
    table = deploying(MARINES)
    assert table.why_not("red", Deploy("R1", row("R1", 4, 20, 5))) == {"SK-15"}
    twice = (*row("R1", 4, 20, 5), *row("R1", 1, 28, 5))
    assert table.why_not("red", Deploy("R1", twice)) == {"SK-15"}
    blind = tuple(Trail(one.model, one.points) for one in row("R1", 5, 20, 5))
    assert table.why_not("red", Deploy("R1", blind)) == {"SK-15"}
    assert table.why_not("red", Deploy("B1", row("B1", 10, 20, 5))) == {"SK-15"}


def test_a_larger_game_may_forbid_places():
    """What a layer says keeps a model from a place. [CM-74]"""

    def west(_, __, ___, model):
        return Refusal("CM-74", "cm.74.near") if model.base.cx > 30 * INCH else None

    layer = Layer("test", 1, hooks=((seams.DEPLOY_REFUSE, west, "CM-74"),))
    table = deploying(MARINES, layers=(layer,))
    assert table.why_not("red", Deploy("R1", row("R1", 5, 20, 5))) == set()
    assert table.why_not("red", Deploy("R1", row("R1", 5, 25, 5))) == {"CM-74"}


# ── in turn ──────────────────────────────────────────────────────────────────
def test_seats_set_out_one_unit_each_in_turn():
    """Who is done is left out, the others go on: with 1, 3 and 2 units A B C B C B. [SK-15]"""
    units = "; ".join(
        f"{letter}{number} medic 1 undeployed"
        for letter, many in (("R", 1), ("B", 3), ("A", 2))
        for number in range(1, many + 1)
    )
    table = deploying(units, seats={seat: seat for seat in ("red", "blue", "amber")})
    places = {"red": (10, 10), "blue": (55, 40), "amber": (55, 10)}
    asked = []
    while table.position.phase == names.DEPLOYMENT:
        (ask,) = table.asks()
        asked.append(ask.seat)
        unit = f"{ask.seat[0].upper()}{asked.count(ask.seat)}"
        x, y = places[ask.seat]
        dropped(table, ask.seat, unit, x + 3 * asked.count(ask.seat), y)
    assert asked == ["red", "blue", "amber", "blue", "amber", "blue"]
    assert table.count("blue", names.DROPS) == 0


def test_passengers_are_set_out_with_their_transport():
    """One drop for the transport and whom it carries; ten models' room. [SK-41]"""
    table = deploying(
        "R1 carrier 1 undeployed; R2 line_infantry 5 undeployed; R3 militia 10 undeployed;"
        "R4 jump_assault 5 undeployed; R5 assault_elite 5 undeployed; B1 medic 1 undeployed"
    )
    at = row("R1", 1, 30, 6)
    assert table.why_not("red", Deploy("R1", at, aboard=("R4",))) == {"SK-41"}  # JUMP
    assert table.why_not("red", Deploy("R1", at, aboard=("R2", "R3"))) == {"SK-41"}  # 15 models
    assert table.why_not("red", Deploy("R1", at, aboard=("R5",))) == set()  # five of two each
    assert table.why_not("red", Deploy("R1", at, aboard=("R5", "R2"))) == {"SK-41"}
    assert table.why_not("red", Deploy("R1", at, aboard=("B1",))) == {"SK-41"}
    assert table.why_not("red", Deploy("R2", row("R2", 5, 20, 5), aboard=("R3",))) == {"SK-41"}
    table.say("red", Deploy("R1", at, aboard=("R3",)))
    assert table.piece("R3").place == "aside"
    assert table.marked("R3", f"{names.ABOARD}R1")
    assert {table.piece(f"R3.{number}").place for number in range(1, 11)} == {"aside"}
    assert [ask.seat for ask in table.asks()] == ["blue"]


def test_each_unit_that_may_ride_is_offered_with_its_transport():
    """One by one, at the first place; who flies, and other transports, are not. [SK-41]"""
    units = "R1 carrier 1 undeployed; R2 line_infantry 5 undeployed; R3 carrier 1 undeployed"
    table = deploying(f"{units}; R4 jump_assault 5 undeployed; B1 medic 1 undeployed")
    (ask,) = table.asks("red")
    offered = [
        one
        for one in table.book.menus[ask.window].salient(table.book, table.position, ask)
        if isinstance(one, Deploy) and one.aboard
    ]
    assert {(one.unit, one.aboard) for one in offered} == {("R1", ("R2",)), ("R3", ("R2",))}
    assert all(table.judge("red", one).ok for one in offered)


def test_half_of_the_units_at_most_wait_in_reserve():
    """Those with the ability only, and half of the army on the table. [SK-44, SK-45]"""
    units = (
        "R1 jump_assault 5 undeployed; R2 assault_elite 5 undeployed; R3 medic 1 undeployed;"
        "B1 medic 1 undeployed"
    )
    table = deploying(units)
    assert table.why_not("red", Deploy("R3", reserve=True)) == {"SK-44"}
    table.say("red", Deploy("R1", reserve=True))
    assert table.piece("R1").place == table.piece("R1.1").place == "reserve"
    dropped(table, "blue", "B1", 20, 40)
    assert table.why_not("red", Deploy("R2", reserve=True)) == {"SK-45"}
    free = deploying(units, settings={"reserveLimit": False})
    free.say("red", Deploy("R1", reserve=True))
    dropped(free, "blue", "B1", 20, 40)
    assert free.why_not("red", Deploy("R2", reserve=True)) == set()


def test_what_finds_no_room_is_lost():
    """A zone that is too small for what is left; nobody's doing. [SK-153, SK-16]"""
    crowd = "; ".join(f"R{number} battle_tank 1 undeployed" for number in range(1, 15))
    table = deploying(f"{crowd}; B1 medic 1 undeployed", board=(24, 24))
    while table.position.phase == names.DEPLOYMENT:
        (ask,) = table.asks()
        if ask.options:
            table.choose(ask.seat, "lost")
        else:
            menu = table.book.menus[ask.window]
            table.say(ask.seat, next(menu.salient(table.book, table.position, ask)))
    lost = [event for event in table.battle.log if isinstance(event, Removed)]
    assert lost
    assert {event.by for event in lost} == {""}
    assert not list(table.position.at("undeployed"))


# ── zones, terrain, markers ──────────────────────────────────────────────────
def test_zones_lie_opposite_or_in_corners():
    """Strips for two, 24 inches apart; corners for three and four, 12 apart. [SK-27]"""
    two = setting("R1 medic 1 undeployed; B1 medic 1 undeployed").position
    south, north = (deploy_zone(None, two, seat)[0] for seat in ("red", "blue"))
    assert max(y for _, y in south) == 12 * INCH
    assert min(y for _, y in north) == 36 * INCH
    four = setting("R1 medic 1 undeployed", seats=ALONE, board=(48, 48)).position
    zones = [deploy_zone(None, four, seat)[0] for seat in ALONE]
    assert len({zone[0] for zone in zones}) == 4
    assert {max(x for x, _ in zone) - min(x for x, _ in zone) for zone in zones} == {18 * INCH}


def test_wholly_within_a_zone_is_every_part_of_a_base():
    """A disc touches the border and no more. [SK-11]"""
    zone = ((0, 0), (100, 0), (100, 100), (0, 100))
    assert in_zone(base(Pose(30, 30, *FORWARD), Disc(30)), zone)
    assert not in_zone(base(Pose(28, 30, *FORWARD), Disc(30)), zone)


def test_terrain_is_laid_apart_and_away_from_the_markers():
    """Eight pieces in boxes of their own, none within 3 inches of centre or markers. [SK-117]

    [SK-144]
    """
    for seed in range(5):
        book = Book("skirmish", (SKIRMISH,), {})
        armies = (seated(one, seat, seat, seat[0].upper())
                  for one, seat in zip(chosen("", 2, 0), ("red", "blue"), strict=True))  # fmt: skip
        battle = Battle(book, opening(book, tuple(armies)), SeededCup(str(seed)))
        areas = battle.state.position.areas
        assert len(areas) == 8
        markers = [one.pose for one in battle.state.position.at("table") if one.type == "objective"]
        assert len(markers) == 3
        for area in areas:
            for marker in markers:
                at = base(Pose(marker.x, marker.y, *FORWARD), Disc(1))
                assert area_gap(at, area) > 3 * INCH - 1


def test_no_terrain_and_no_markers_if_so_set():
    """An open field, and a mission without objectives. [SK-117, SK-121]"""
    table = setting(
        "R1 medic 1 20 5; B1 medic 1 20 40",
        phase=names.TERRAIN,
        then=(Layout(), Objectives(), FirstTurn()),
        settings={"terrainPieces": 0, "battleMission": "attrition"},
    )
    assert table.position.areas == ()
    assert [one.id for one in table.position.at("table") if one.type == names.OBJECTIVE] == []


# ── who begins ───────────────────────────────────────────────────────────────
def test_the_first_turn_is_rolled_for_and_ties_roll_again():
    """Those who tie for the highest roll again. [SK-7, SK-27]"""
    table = setting(
        "R1 medic 1 20 5; B1 medic 1 20 40; A1 medic 1 50 5",
        phase=names.DEPLOYMENT,
        then=(FirstTurn(),),
        seats={seat: seat for seat in ("red", "blue", "amber")},
    )
    table.roll(5, 5, 2)
    (again,) = table.asks(CHANCE)
    assert again.about == ("red", "blue")
    table.say(CHANCE, Roll((1, 6)))
    assert table.count("blue", names.FIRST_SEAT) == 1


def test_random_bots_set_out_every_shipped_army():
    """Whole set-ups of two, three and four seats end in a battle. [SK-15]"""
    for number, count in ((0, 2), (1, 3), (2, 4)):
        book = Book("skirmish", (SKIRMISH,), {})
        seats = tuple(ALONE)[:count]
        armies = tuple(
            seated(one, seat, seat, seat[0].upper())
            for one, seat in zip(chosen("", count, number), seats, strict=True)
        )
        battle = Battle(book, opening(book, armies), SeededCup(str(number)))
        bot = Chancer(book, Random(number))
        while battle.state.position.phase in (names.TERRAIN, names.DEPLOYMENT):
            (ask,) = battle.waiting()
            battle.say(ask.seat, bot.answer(battle.view(ask.seat), ask), ask.id)
        position = battle.state.position
        assert position.turn == 1
        assert not list(position.at("undeployed"))
        assert not [one for one in battle.log if isinstance(one, Removed)]
        windows = [one.ask.seat for one in battle.log
                   if isinstance(one, Asked) and one.ask.window == "deployment"]  # fmt: skip
        rounds = [windows[at : at + count] for at in range(0, count * 4, count)]
        assert all(one == other for one, other in pairwise(rounds))
        assert any(isinstance(one, Placed) for one in battle.log)
        assert [one for one in battle.log if isinstance(one, Entered)]
