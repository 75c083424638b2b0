"""What a steward makes of the large game: its marches, its generals, battles that drag on."""

import pytest

from condotta.bots.marching import NEARER, PATIENT, WORTHWHILE, after, haste, nearer
from condotta.bots.matchups import matchups
from condotta.bots.outlook import STRAYED, Outlook
from condotta.bots.seat import make
from condotta.kernel.events import Counted
from condotta.positions.building import battle, set_up
from condotta.positions.records import Document, PieceSaid
from condotta.rules.triumph import names as core
from condotta.rules.triumph.movement.flank_march import March
from condotta.rules.triumph.stands.field import field
from tests.rules.grand.large_table import BOOK
from tests.rules.grand.test_marches import marching
from tests.rules.triumph.table_setting import Table, parted


def said(table: Table, seat: str):
    """What a steward says to the seat's open question."""
    return make("steward", BOOK, "1").answer(table.battle.view(seat), table.asks(seat)[0])


def standing(pieces: str, *others: PieceSaid) -> Table:
    document = Document(system="grand", pieces=(*parted(pieces), *others), active="red", points=6)
    return Table(battle(set_up(document)))


@pytest.mark.parametrize("entry", ["left", "right base"])
def test_gt_6_1_a_steward_brings_a_flank_march_in(entry):
    """Whoever left the seat may have sent it."""
    table = marching(entry)
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    answer = said(table, "red")
    assert isinstance(answer, March)
    assert answer.edge == entry
    table.say("red", answer)
    assert not list(table.position.at("reserve"))


def test_gt_7_1_a_steward_looks_for_each_stand_at_its_own_general():
    """A stand is astray that is far from its own; that others are far from it is no matter."""

    def worth(command: str) -> float:
        troops = PieceSaid(id="R3", type="HFT", seat="red", at=(82, 10, 0), command=command)
        leads = PieceSaid(
            id="R2", type="HFT", seat="red", at=(80, 10, 0), command="R.2", traits=("general",)
        )
        table = standing("R1* HFT 10 10 0; B1* HFT 45 34 180", leads, troops)
        return Outlook(table.field, "red", matchups(BOOK)).value(table.field)

    assert worth("R.2") - worth("R.1") == pytest.approx(STRAYED)


def test_gt_9_1_late_in_a_battle_it_is_worth_something_to_come_nearer():
    """Two stewards do not watch each other from afar until the turns run out."""
    table = standing("R1* KNT 40 10 0; B1* PIK 40 26 180; B2 PIK 80 12 180")
    outlook = Outlook(table.field, "red", matchups(BOOK))
    ahead, back = table.move("R1", {"advance": 3}), table.move("R1", {"back": 2})
    for move, gained in ((ahead, 3), (back, -2)):
        verdict = table.judge("red", move)
        then = field(BOOK, after(table.position, verdict.poses))
        assert nearer(outlook, then, move) == pytest.approx(gained)
    assert NEARER * 3 * haste(1) == 0
    assert NEARER * 3 * haste(PATIENT + 10) > WORTHWHILE
