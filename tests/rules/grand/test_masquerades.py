"""Masquerades in the large game: what others count of a command once they are seen. [BC-24]"""

import pytest
from msgspec.structs import replace

from condotta.kernel.events import Counted, Ruled
from condotta.kernel.evolving import evolve_position
from condotta.kernel.records import SPECTATORS
from condotta.kernel.views import audience, seen_by
from condotta.rules.grand import names
from condotta.rules.grand.muster import GrandArmy, hidden
from condotta.rules.grand.sides import demoralised
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.deceptive_deployment.revealing import Reveal
from condotta.rules.triumph.muster import CardSpec, StandSpec
from tests.rules.grand.large_table import BOOK, army, large, place, split, until
from tests.rules.grand.test_secrets import differences
from tests.rules.triumph.table_setting import Table

PLAIN = "R KNT* HFT+x9 / KNT* HFT+x9 / KNT* HFT+x8"
HORDE, NOTHING = (StandSpec("HRD", 4),), ()
PRICE = 4
SEEN, WITH_HORDE = 2 * (4 + 27), 2 * (4 + 24 + 2)


def false(*behind: tuple[StandSpec, ...] | None) -> GrandArmy:
    """Red's army; the last stands of its second command have that behind them, or are honest."""
    plain = army(PLAIN, cards=(CardSpec("DC"),))
    first, second, third = plain.commands
    kept = second.stands[: -len(behind)]
    last = second.stands[-len(behind) :]
    masked = tuple(replace(one, real=real) for one, real in zip(last, behind, strict=True))
    secret = sum(hidden(one) for one in masked)
    commands = (first, replace(second, stands=(*kept, *masked)), third)
    paid = plain.half_points + PRICE
    return replace(plain, commands=commands, half_points=paid, secret=secret)


def at_first_move(made: GrandArmy) -> Table:
    table = large(made, first="red")
    split(table)
    place(table)
    until(table, "movement")
    return table


def masked(table: Table) -> list[str]:
    return [piece.id for piece in table.position.pieces.values() if piece.truth]


def totals(table: Table, holder: str) -> list[int]:
    """As red, blue and the onlookers count."""
    return [
        table.battle.view(seat).position.count(holder, names.TOTAL)
        for seat in ("red", "blue", SPECTATORS)
    ]


def test_gt_10_8_others_count_what_was_behind_a_masquerade_once_it_is_over():
    """Not before, and not what is behind others; what the card cost is seen. [BC-24.3, BC-0.2]"""
    table = at_first_move(false(HORDE, NOTHING))
    real, army_real = WITH_HORDE - 6, 2 * (31 + 28) + WITH_HORDE - 6 + PRICE
    seen = 2 * (31 + 28) + SEEN + PRICE
    assert totals(table, "R.2") == [real, SEEN, SEEN]
    assert totals(table, "south") == [army_real, seen, seen]
    horde, nothing = sorted(masked(table), key=lambda name: table.piece(name).truth == "nothing")
    table.say("red", Reveal(horde))
    assert totals(table, "R.2") == [real, WITH_HORDE, WITH_HORDE]
    assert totals(table, "south") == [army_real, seen - 2, seen - 2]
    table.say("red", Reveal(nothing))
    assert totals(table, "R.2") == [real, real, real]
    assert totals(table, "south") == [army_real, army_real, army_real]


@pytest.mark.parametrize("watcher", ["blue", SPECTATORS])
def test_gt_10_8_what_is_behind_others_does_not_show_in_the_count(watcher):
    """One of two is revealed: the other may be honest or false."""
    worlds = tuple(at_first_move(false(HORDE, other)) for other in (None, NOTHING))
    for table in worlds:
        name = next(one for one in masked(table) if table.piece(one).truth != "nothing")
        table.say("red", Reveal(name))
    assert differences(worlds, watcher) == []
    assert totals(worlds[0], "R.2")[0] != totals(worlds[1], "R.2")[0]


def test_gt_8_1_a_masquerade_that_falls_demoralises_by_what_was_behind_it():
    """Two Warriors shown as a Horde: 6 points are lost, not 2. [BC-24.7]"""
    warriors = StandSpec("WRR", 6)
    first, second, third = army("R KNT* HFT+x9 / KNT* HFT+x7 HRD / KNT* HFT+x8").commands
    last = replace(second.stands[-1], real=(warriors, warriors))
    second = replace(second, stands=(*second.stands[:-1], last))
    made = replace(army(PLAIN, cards=(CardSpec("DC"),)), commands=(first, second, third))
    table = at_first_move(replace(made, secret=hidden(last)))
    total = 2 * (4 + 21 + 6)
    assert table.count("R.2", names.TOTAL) == total
    name = masked(table)[0]
    position = evolve_position(table.position, Counted("R11", core.WORTH, total // 3 - 10))
    fallen = replace(position.pieces["R11"], command="R.2", place="lost", pose=None)
    position = replace(position, pieces={**position.pieces, "R11": fallen})
    events = BOOK.union(seams.DESTROYED, BOOK, position, position.pieces[name])
    told = [event for event in events if isinstance(event, Ruled) and event.clause == "GT-8.1"]
    assert len(told) == 1
    for event in events:
        position = evolve_position(position, event)
    lost = replace(position.pieces[name], place="lost", pose=None)
    position = replace(position, pieces={**position.pieces, name: lost})
    assert demoralised(position, "R.2")
    seen = [seen_by(audience("blue", "north"), event) for event in events]
    counted = [one for one in seen if isinstance(one, Counted) and one.holder == "R.2"]
    assert [one.value for one in counted] == [total]
