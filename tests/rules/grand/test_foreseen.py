"""What a page tells of demoralised commands while it can still be changed. [GT-8.4 to 8.7]"""

from condotta.rules.grand.morale import HoldInPlace
from condotta.rules.triumph.looking.beside import Beside, beside
from condotta.words import has
from tests.rules.grand.test_morale import GENERALS, shaken
from tests.rules.triumph.table_setting import Table


def looked(table: Table, seat: str = "red") -> Beside:
    view = table.battle.view(seat)
    return beside(table.battle.book, view.position, view.mine()[0] if view.mine() else None)


def told(table: Table, seat: str = "red") -> dict[str, tuple[str, bool]]:
    """The newest note on each piece: its key, and whether it can still be changed."""
    return {note.piece: (note.key, note.soon) for note in looked(table, seat)[2]}


def test_gt_8_4_the_idle_one_is_told_of_its_rout_those_moved_or_held_are_not():
    table = shaken("R1* HFT 40 10 0 moved; R2 HFT 43 10 0 moved; R3 HFT 46 10 0; R4 HFT 36 10 0; "
                   "B1* SPR 80 30 180", points=2)  # fmt: skip
    assert {one: told(table)[one] for one in ("R3", "R4")} == {
        "R3": ("gt.8-4.coming", True),
        "R4": ("gt.8-4.coming", True),
    }
    assert "R2" not in told(table)
    table.say("red", HoldInPlace(("R3",)))
    assert told(table)["R3"] == ("note.held-in-place", False)
    assert told(table)["R4"] == ("gt.8-4.coming", True)


def test_gt_8_5_whoever_would_be_lost_is_told_so():
    table = shaken("R1* HFT 20 10 0; R4 HFT 60 10 0; B1* SPR 80 30 180", points=1)
    assert told(table)["R1"] == ("gt.8-4.coming", True)
    assert told(table)["R4"] == ("gt.8-5.coming", True)


def test_gt_8_4_every_body_that_a_point_would_hold_is_offered_and_can_be_held():
    table = shaken(f"{GENERALS}; R2 HFT 44 6 0; R3 HFT 46 6 0; R4 HFT 60 6 0", points=2)
    acts = [one for one in looked(table)[1] if isinstance(one.action, HoldInPlace)]
    assert {one.clause for one in acts} == {"GT-8.4"}
    bodies = {one.action.pieces for one in acts if isinstance(one.action, HoldInPlace)}
    assert {("R2", "R3"), ("R4",)} <= bodies
    assert all(table.judge("red", one.action).ok for one in acts)


def test_gt_8_4_nothing_is_told_of_a_command_that_stands_nor_to_who_is_not_asked():
    assert looked(shaken(f"{GENERALS}; R2 HFT 44 6 0", lost=3))[1:] == ((), ())
    table = shaken(f"{GENERALS}; R2 HFT 44 6 0", points=2)
    assert looked(table, "blue")[1:] == ((), ())


def test_gt_8_7_whoever_routed_is_told_not_to_shoot():
    table = shaken("R1* HFT 40 12 0; R4 ARC 44 20 0; B1* SPR 80 30 180; B2 ARC 44 18 0", points=0)
    assert told(table, "blue")["R4"] == ("note.routed", False)


def test_every_note_has_its_words():
    assert all(
        has(key) for key in ("gt.8-4.coming", "note.held-in-place", "gt.8-5.coming", "note.routed")
    )
