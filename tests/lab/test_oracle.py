"""The account of a log adds up by itself, and finds out whatever was changed. [TC-10.2, TT-10.4]"""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import condotta.lab.oracle as accounts
from condotta.kernel.battle import Battle
from condotta.kernel.events import Ended, Entered, Event, Paid, Removed, Ruled
from condotta.lab.auditing import Auditor, audit, main
from condotta.lab.oracle import ACCOUNTS, Wrong
from condotta.rules.library import SYSTEMS, book, kind
from tests.lab import short_battles


def fought(system: str) -> Battle:
    """A short battle of a system."""
    return short_battles.fought(system)[0]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_battle_adds_up(system):
    """Scores and losses at every decision, turns, the end, the winner."""
    battle = fought(system)
    assert audit(battle.book, battle.log) > 10
    told = [
        event for event in battle.log if isinstance(event, Ruled) and event.key.startswith("score.")
    ]
    assert len(told) == len({chair.side for chair in battle.state.position.chairs})


def changed(battle: Battle, kind: type, how: Callable[[Event], Event | None]) -> list[Event]:
    """The log with the last event that `how` changes changed, or left out where it says None."""
    events = list(battle.log)
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], kind):
            other = how(events[place])
            if other != events[place]:
                events[place : place + 1] = [] if other is None else [other]
                return events
    raise LookupError(kind)


def dearer(event: Ruled) -> Ruled:
    """A score that is one more."""
    if not event.key.startswith("score."):
        return event
    more = {**event.params, "count": int(event.params["count"]) + 1}
    return msgspec.structs.replace(event, params=more)


@pytest.mark.parametrize("system", SYSTEMS)
def test_another_score_is_found_out(system):
    battle = fought(system)
    with pytest.raises(Wrong, match="scores told"):
        audit(battle.book, changed(battle, Ruled, dearer))


@pytest.mark.parametrize("system", SYSTEMS)
def test_another_winner_is_found_out(system):
    battle = fought(system)
    seats = battle.state.position.seats()

    def other(event: Ended) -> Ended:
        left = tuple(seat for seat in seats if seat not in event.winners)
        return msgspec.structs.replace(event, winners=left)

    with pytest.raises(Wrong, match="won"):
        audit(battle.book, changed(battle, Ended, other))


@pytest.mark.parametrize(
    "system", [one for one in SYSTEMS if kind(one) not in ("carnage", "carnage+ranked")]
)
def test_a_turn_that_is_another_s_is_found_out(system):
    """[TC-4.1, FB-3.1, TT-2.3, SK-27]"""
    battle = fought(system)
    seats = battle.state.position.seats()
    phases = {event.phase for event in battle.log if isinstance(event, Entered)}
    first = "turn" if "turn" in phases else "start"

    def other(event: Entered) -> Entered:
        if event.turn < 2 or event.phase != first:
            return event
        left = tuple(seat for seat in seats if seat not in event.active)
        return msgspec.structs.replace(event, active=left[:1])

    with pytest.raises(Wrong, match="turn"):
        audit(battle.book, changed(battle, Entered, other))


@pytest.mark.parametrize("system", ["carnage", "carnage+ranked"])
def test_a_second_turn_in_a_round_is_found_out(system):
    """[CM-17]"""
    battle = fought(system)
    seats = [
        event.active for event in battle.log if isinstance(event, Entered) and event.phase == "turn"
    ]

    def again(event: Entered) -> Entered:
        if event.phase != "turn" or event.turn != 2:
            return event
        return msgspec.structs.replace(event, active=seats[0])

    with pytest.raises(Wrong, match="no turn"):
        audit(battle.book, changed(battle, Entered, again))


@pytest.mark.parametrize("system", ["treachery", "treachery+triumph"])
def test_tt_10_4_a_copper_that_nobody_paid_is_found_out(system):
    battle = fought(system)

    def richer(event: Paid) -> Paid:
        return msgspec.structs.replace(event, amount=event.amount + 50)

    with pytest.raises(Wrong):
        audit(battle.book, changed(battle, Paid, richer))


def test_tc_10_2_a_loss_that_is_left_out_is_found_out():
    battle = fought("triumph")
    with pytest.raises(Wrong):
        audit(battle.book, changed(battle, Removed, lambda _: None))


def test_fb_14_3_a_loss_that_somebody_else_caused_is_found_out():
    battle = fought("ranked")
    seats = battle.state.position.seats()

    def other(event: Removed) -> Removed:
        owner = battle.state.position.pieces[event.piece].controller
        left = [seat for seat in seats if seat not in (event.by, owner)]
        return msgspec.structs.replace(event, by=left[0])

    with pytest.raises(Wrong):
        audit(battle.book, changed(battle, Removed, other))


def test_nothing_compared_is_a_fault():
    with pytest.raises(AssertionError, match="nothing was compared"):
        Auditor(book("triumph")).compared()


def test_a_log_on_file_is_audited(capsys):
    golden = Path(__file__).parents[1] / "golden" / "first-blood.jsonl"
    assert main([str(golden)]) == 0
    assert "all equal" in capsys.readouterr().out


def test_the_accounts_share_nothing_with_the_rules():
    """No module of theirs names a rule, a report or an army. A variant may do with its kind's."""
    assert {one if one in ACCOUNTS else kind(one) for one in SYSTEMS} == set(ACCOUNTS)
    for file in Path(accounts.__file__).parent.glob("*.py"):
        lines = [line for line in file.read_text().splitlines() if "import" in line]
        ours = [line for line in lines if "condotta" in line]
        assert all("condotta.kernel" in line or "condotta.lab.oracle" in line for line in ours), (
            file
        )
