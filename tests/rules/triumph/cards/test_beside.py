"""What lies beside the board: when a card is of use, what it allows, why not. [BC-0.2, 0.3]"""

from condotta.rules.triumph.cards.charge_through.charging import ChargeThrough
from condotta.rules.triumph.cards.common.bows import Support
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.cards.prepared_defenses import PlaceObstacle
from condotta.rules.triumph.deployment.forms import TakeForm
from condotta.rules.triumph.looking.beside import (
    LATE,
    LATER,
    NOW,
    SETTLED,
    USED,
    WORKS,
    Lying,
    Note,
    Offered,
    beside,
)
from condotta.table import Rectangle
from tests.rules.triumph.cards.card_table import carded
from tests.rules.triumph.cards.test_bows_and_horse import BLUE, red_to_set_out
from tests.rules.triumph.cards.test_deceptive_deployment import WORLDS
from tests.rules.triumph.cards.test_deceptive_deployment import table as masked
from tests.rules.triumph.cards.test_ground import WOODS, step


def lying(table, seat: str = "red", *, asked: bool = True) -> dict[tuple[str, str], Lying]:
    return {(one.seat, one.type): one for one in looked(table, seat, asked=asked)[0]}


def offered(table, seat: str = "red") -> list[Offered]:
    return list(looked(table, seat)[1])


def notes(table, seat: str, piece: str) -> list[Note]:
    return [one for one in looked(table, seat)[2] if one.piece == piece]


def looked(table, seat: str, *, asked: bool = True):
    view = table.battle.view(seat)
    mine = view.mine() if asked else ()
    return beside(table.battle.book, view.position, mine[0] if mine else None)


def test_bc_2_2_an_act_of_a_stand_is_offered_and_its_card_is_of_use():
    table = carded("R1 KNT 20 10 0 [MD:EFT]; B1 SPR 20 28 180", cards="red MD")
    (act,) = (one for one in offered(table) if isinstance(one.action, Dismount))
    assert (act.action, act.refusals, act.clause) == (Dismount("R1"), (), "BC-2.2")
    card = lying(table)["red", "MD"]
    assert (card.state, card.left, card.stands) == (NOW, 1, ("R1",))
    assert lying(table, "blue")["red", "MD"].state == LATER


def test_bc_2_3_an_act_that_is_not_legal_is_shown_with_why():
    table = carded("R1 KNT 20 10 0 [MD:EFT]; B1 SPR 20 10 180", cards="red MD")
    (act,) = (one for one in offered(table) if isinstance(one.action, Dismount))
    assert "bc.2-3.touch" in {one.key for one in act.refusals}
    card = lying(table)["red", "MD"]
    assert (card.state, card.key, card.why) == (LATER, act.refusals[0].key, act.refusals[0].clause)


def test_bc_12_3_an_expended_card_is_used():
    table = carded("R1 KNT 20 10 0 [CT:HFT] @main/t1; B1 SPR 20 28 180", cards="red CT main/t1")
    (act,) = (one for one in offered(table) if isinstance(one.action, ChargeThrough))
    table.say("red", act.action)
    card = lying(table)["red", "CT"]
    assert (card.state, card.left, card.key) == (LATER, 1, "bc.12-2.already")
    assert [one.key for one in notes(table, "blue", "R1")] == [
        "note.charges-through",
        "card.CT.name",
    ]
    table.go("R1", {"advance": 1})
    card = lying(table)["red", "CT"]
    assert (card.state, card.left, card.key) == (USED, 0, "card.CT.when")


def test_bc_21_1_a_lasting_card_works_whoever_is_asked():
    table = carded("R1 ARC 20 10 0 [SS]; B1 SPR 20 28 180", cards="red SS")
    assert {lying(table, seat)["red", "SS"].state for seat in ("red", "blue")} == {WORKS}


def test_bc_1_3_forms_are_offered_with_what_they_count_when_lost():
    table = red_to_set_out(f"R1 KNT undeployed [DD:EFT]; R2 KNT undeployed; {BLUE}")
    (act,) = (one for one in offered(table) if isinstance(one.action, TakeForm))
    assert act.action == TakeForm("R1", "form.dismounted")
    assert act.params["worth"] == table.position.count("R1", "worth")
    table.say("red", act.action)
    assert notes(table, "blue", "R1")[0].params == {"type": "troop.KNT"}


def test_bc_7_1_who_may_be_set_aside_and_for_whom_is_told():
    stands = "R1 ARC undeployed [SB]; R2 SPR undeployed [SP]; R3 SPR undeployed [SP]"
    table = red_to_set_out(f"{stands}; {BLUE}")
    (act,) = (one for one in offered(table) if isinstance(one.action, Support))
    assert act.choices == {"bows": ("R1",), "stands": ("R2", "R3")}


def test_bc_14_2_of_many_places_one_is_offered_with_the_base_that_is_put_there():
    table = step(f"R1 SPR undeployed; {BLUE}", cards="red PD")
    (act,) = (one for one in offered(table) if isinstance(one.action, PlaceObstacle))
    assert (act.refusals, act.shape) == ((), Rectangle(20_000, 10_000))
    assert lying(table)["red", "PD"].state == NOW
    table.say("red", act.action)
    assert not [one for one in offered(table) if isinstance(one.action, PlaceObstacle)]
    assert lying(table)["red", "PD"].state == USED


def test_bc_14_2_once_the_battle_has_begun_it_is_too_late_to_lay_one():
    table = carded("R1 SPR 20 10 0; B1 SPR 20 28 180", cards="red PD; red AM; red PL")
    assert {lying(table)["red", code].state for code in ("PD", "AM")} == {LATE}
    assert lying(table)["red", "PL"].state == SETTLED


def test_bc_13_1_a_card_with_ground_to_set_out_on_is_of_use():
    table = step(f"R1 SKM undeployed; {BLUE}", cards="red AM", areas=WOODS)
    assert lying(table)["red", "AM"].state == NOW
    assert lying(table, asked=False)["red", "AM"].state == LATER


def test_bc_24_1_what_is_behind_a_masquerade_is_told_to_its_side_alone():
    false, honest, placed = next(iter(WORLDS.values()))
    made = [masked(stands, f"{placed}; B2 20 30 180") for stands in (false, honest)]
    secrets = [
        [one.piece for one in looked(table, "red")[2] if "secret" in words_of(one)]
        for table in made
    ]
    assert secrets[0]
    assert not secrets[1]
    for seat in ("blue", "spectators"):
        assert looked(made[0], seat) == looked(made[1], seat)


def words_of(note: Note) -> str:
    return "secret" if note.key in {"note.nothing", "note.really", "note.second"} else ""
