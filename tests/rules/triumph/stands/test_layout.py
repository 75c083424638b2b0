"""What a layout takes over from the one before it is what would be worked out anew."""

from condotta.kernel.events import Moved, Step
from condotta.kernel.evolving import evolve_position
from condotta.rules.triumph.stands.layout import Layout, layout, told
from condotta.table import offset
from tests.rules.triumph.table_setting import setting

LINE = "R1 HFT 10 10 0; R2 HFT 12 10 0; R3 HFT 14 10 0; B1 KNT 12 20 180; B2 KNT 30 20 180"


def test_what_is_taken_over_is_what_would_be_worked_out():
    """[TC-0.12] Whom a stand has left and whom it has come beside, move by move."""
    table = setting(LINE)
    position, seen = table.battle.state.position, set()
    for stand, far in (("R2", 10_000), ("R1", 10_000), ("B1", 90_000), ("R3", 5_000)):
        pose = position.pieces[stand].pose
        position = evolve_position(position, Moved((Step(stand, offset(pose, far)),)))
        kept, anew = layout(table.book, position.pieces), Layout(table.book, position.pieces, None)
        assert told(kept) == told(anew)
        seen.add(str(told(anew)[1]))
    assert len(seen) == 4
