"""The table of battles with treachery: what is counted, what is looked at. TT-13.8, TT-10.8"""

import pytest

from condotta.bots.runner import answer_next
from condotta.kernel.events import Counted, Paid, Removed
from condotta.lab.hunting import Report, Task
from condotta.lab.intrigue import HOSTS, MOST, OUT, Figures, Look, fight, ready, soldiers
from condotta.rules.treachery import names
from condotta.rules.triumph.names import GENERAL


def begun(number: int):
    """A bloody battle in its first phase, and whoever looks on."""
    battle, bots = ready(Task(number, 1))
    look = Look(battle)
    while not battle.state.position.count(names.TABLE, names.ENEMY):
        answer_next(battle, bots, look.watch)
    return battle, look


def test_battles_go_through_hosts_sizes_and_kinds():
    """[TT-1.1, TO-1]"""
    kinds = {
        (battle.book.system, len(bots), number // 6 % 2)
        for number in range(12)
        for battle, bots in (ready(Task(number, 1)),)
    }
    assert kinds == {
        (host, seats, kind) for host in HOSTS for seats in (3, 4, 5) for kind in (0, 1)
    }


@pytest.mark.parametrize("number", [6, 7, 8, 9])
def test_a_bloody_battle_has_few_units(number: int):
    """[TO-11] Over TRIUMPH! everybody keeps his general."""
    battle, _ = ready(Task(number, 1))
    rows: dict[str, list] = {}
    for piece in battle.state.position.pieces.values():
        if soldiers(piece):
            rows.setdefault(piece.owner, []).append(piece)
    assert len(rows) == len(battle.state.position.seats())
    assert all(1 <= len(row) <= MOST + 1 for row in rows.values())
    if battle.book.system == HOSTS[0]:
        assert all(any(GENERAL in one.traits for one in row) for row in rows.values())


@pytest.mark.parametrize("number", [6, 7])
def test_a_bloody_battle_is_fought_to_its_end(number: int):
    """[TT-13.6] Nothing that is looked at breaks; tokens are counted on their way."""
    report = fight(Task(number, 2))
    assert report.fault == ""
    assert report.decisions > 0
    assert report.counted["tokens from the bank"] > 0


@pytest.mark.parametrize(("number", "host"), [(6, "triumph"), (7, "ranked")])
def test_an_elimination_is_counted_at_its_moment(number: int, host: str):
    """[TT-13.8] The phase, the seat, its part; once."""
    battle, look = begun(number)
    position = battle.state.position
    (active,) = position.active
    look.before = position
    gone = tuple(Removed(name, "lost") for name in look.host.units(position, active))
    look.losses(gone)
    look.losses(gone)
    seat = 1 + position.seats().index(active)
    assert look.counted[f"{OUT}{host:8} movement as active  >{seat}"] == 1
    assert sum(look.counted[name] for name in look.counted if name.startswith(OUT)) == 2
    assert look.gone == {active}


def test_a_token_that_nobody_paid_is_found_out():
    """[TT-10.8, TT-10.3]"""
    battle, look = begun(6)
    position = battle.state.position
    seat = position.seats()[0]
    had = position.count(seat, names.TOKENS)
    richer = battle.correct((Counted(seat, names.TOKENS, had + 50),), "a gift of the bank")
    look.before = position
    with pytest.raises(AssertionError, match="not what was paid into it"):
        look.purses(battle.state.position, tuple(richer))
    look.purses(battle.state.position, (Paid("", seat, names.TOKENS, 50),))


def test_the_table_tells_seats_beside_moments():
    """[TT-11.10, TT-13.8]"""
    figures = Figures()
    counted = {"T06 played": 3, f"{OUT}ranked   combat   as enemy   >2": 2, "tokens discarded": 7}
    figures.add(Report(Task(4, 1), decisions=10, counted=counted))
    told = list(figures.lines())
    assert "      7 tokens discarded" in told
    assert any(line.startswith("T06 ") and "played 3, foiled 0, refused 0" in line for line in told)
    (row,) = [line for line in told if "as enemy" in line]
    assert row.split() == ["ranked", "combat", "as", "enemy", "0", "2", "0", "0", "0"]
