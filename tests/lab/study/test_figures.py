"""Figures of battles of three, counted again from their logs by other code."""

from collections import Counter

import pytest
from msgspec.structs import replace

from condotta.kernel.events import (
    Answered,
    Counted,
    Ended,
    Entered,
    Moved,
    Mustered,
    Paid,
    Placed,
    Removed,
    Veiled,
)
from condotta.lab.study.comparing import comparisons, recovered, spread
from condotta.lab.study.fighting import again, fight, fixtures, prepared, same
from condotta.lab.study.fighting import compared as compared_
from condotta.lab.study.plan import planned, studied
from condotta.lab.study.report import report
from condotta.lab.study.summary import summed
from condotta.lab.study.tally import ahead, tallied, victory

THREE = {
    "system": "treachery+triumph",
    "seats": 3,
    "bots": ["idle", "random"],
    "swap": True,
    "battles": 3,
    "seed": 2,
    "settings": {"gameTurns": 2},
}


@pytest.fixture(scope="module")
def fought():
    """A study of three battles: the plan, its records, and the log of each fought again."""
    plan = planned(studied(THREE, "it"))
    records = [fight(one).record for one in fixtures(plan)]
    assert not any(one.fault for one in records)
    pairs = [again(one) for one in records]
    return plan, records, [(now, battle.log) for now, battle in pairs]


def test_a_record_fought_again_is_the_same(fought):
    _, records, again_ = fought
    assert [now for now, _ in again_] == records


def open_(log):
    for event in log:
        yield event.inside if isinstance(event, Veiled) else event


def counted_from(log) -> tuple[tuple[str, ...], Counter[str], Counter[str]]:
    """Who won, and every coffer and every answer, off the events alone."""
    coffers: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    winners: tuple[str, ...] = ()
    for event in open_(log):
        match event:
            case Counted(of, "tokens", value):
                coffers[of] = value
            case Paid(giver, taker, "tokens", amount):
                coffers[giver] -= amount
                coffers[taker] += amount
            case Answered(_, seat) if seat != "chance":
                answers[seat] += 1
            case Ended(won):
                winners = won
            case _:
                pass
    return winners, coffers, answers


def test_winners_coffers_and_answers_are_those_of_the_log(fought):
    _, records, logs = fought
    for record, (_, log) in zip(records, logs, strict=True):
        winners, coffers, answers = counted_from(log)
        assert record.winners == winners
        for one in record.seats:
            assert one.won == (one.seat in winners)
            assert one.coffers == coffers[one.seat] == one.score
            assert one.decisions == answers[one.seat]
        assert sum(one.rank for one in record.seats) == 1 + 2 + 3
        for one in record.seats:  # a tie-break may part those with as much
            assert all(
                one.coffers >= other.coffers for other in record.seats if one.rank < other.rank
            )


def test_parties_are_counted_right_where_two_of_three_are_one_bot(fought):
    plan, records, logs = fought
    found = tallied(plan.cells[0], records)
    idle, wild = found.parties
    assert (idle.name, idle.armies, wild.name, wild.armies) == ("idle", 2, "random", 1)
    assert (idle.fair, wild.fair) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    for party in (idle, wild):
        alone = shared = nobody = 0
        parts, coins = [], []
        for record, (_, log) in zip(records, logs, strict=True):
            winners, coffers, _ = counted_from(log)
            own = {one.seat for one in record.seats if one.bot == party.name}
            alone += bool(winners) and set(winners) <= own
            shared += bool(set(winners) & own) and not set(winners) <= own
            nobody += not winners
            parts.append(len(own & set(winners)) / len(winners) if winners else len(own) / 3)
            coins += [sum(coffers[seat] for seat in own) / len(own)]
        assert (party.won, party.shared, party.nobody) == (alone, shared, nobody)
        assert party.won + party.shared + party.nobody + party.lost == party.battles == 3
        assert party.victory.value == pytest.approx(sum(parts) / 3)
        assert party.coffers.value == pytest.approx(sum(coins) / 3)
    assert idle.victory.value + wild.victory.value == pytest.approx(1)
    assert sum(seat.victory.value for seat in found.seats) == pytest.approx(1)


def test_who_is_last_halfway_is_whoever_has_the_smallest_coffer_then(fought):
    _, records, logs = fought
    for record, (_, log) in zip(records, logs, strict=True):
        winners, coffers, _ = counted_from(log)
        held = [coffers[one.seat] for one in record.seats]
        assert spread(record) == max(held) - min(held)
        half = {one.seat: one.course[(len(one.course) - 1) // 2] for one in record.seats}
        last = [seat for seat, held in half.items() if held == min(half.values())]
        part = len(set(last) & set(winners)) / len(winners) if winners else len(last) / 3
        assert recovered(record) == pytest.approx(part / len(last))


def test_the_last_halfway_who_wins_has_recovered(fought):
    _, (record, *_), _ = fought
    courses = {"red": (100.0, 50.0, 300.0), "blue": (100.0, 90.0, 90.0), "amber": (100.0,) * 3}
    seats = tuple(
        replace(one, course=courses[one.seat], won=one.seat == "red", score=courses[one.seat][-1])
        for one in record.seats
    )
    told = replace(record, seats=seats, winners=("red",))
    assert (recovered(told), spread(told)) == (1.0, 210.0)
    assert recovered(replace(told, seats=seats[::-1])) == 1.0
    level = tuple(replace(one, course=(100.0, 100.0, one.score)) for one in seats)
    assert recovered(replace(told, seats=level)) == pytest.approx(1 / 3)


def test_a_victory_is_one_whole_however_many_have_it(fought):
    _, records, _ = fought
    for record in records:
        assert sum(victory(record, frozenset((place,))) for place in range(3)) == pytest.approx(1)


def test_losses_are_those_that_the_log_removes():
    """In models, where a game counts models. [SK-60]"""
    entries = {"system": "skirmish", "seats": 3, "bots": "random", "battles": 1, "seed": 3}
    plan = planned(studied({**entries, "settings": {"battleRounds": 2}}, "it"))
    record = fight(next(fixtures(plan))).record
    now, battle = again(record)
    assert now == record
    fallen = [
        event.piece
        for event in open_(battle.log)
        if isinstance(event, Removed) and event.to == "lost" and "." in event.piece
    ]
    assert sum(one.losses for one in record.seats) == len(fallen) > 0


def way_from(log):
    """Coffers as each turn began, the last at the end; and where each lost piece was last seen."""
    coffers: Counter[str] = Counter()
    turn, turns, owner, where, lost, moved = 0, [], {}, {}, [], []
    for event in open_(log):
        match event:
            case Entered(now, _, active):
                moved += [seat for seat in active if seat != (moved or [None])[-1]]
                if now > turn > 0:
                    turns.append(dict(coffers))
                turn = now
            case Counted(of, "tokens", value):
                coffers[of] = value
            case Paid(giver, taker, "tokens", amount):
                coffers[giver] -= amount
                coffers[taker] += amount
            case Mustered(piece):
                owner[piece.id] = piece.owner
                where[piece.id] = piece.pose
            case Placed(piece, _, pose):
                where[piece] = pose
            case Moved(steps):
                where |= {step.piece: step.pose for step in steps}
            case Removed(piece, "lost") if where[piece] is not None:
                lost.append((owner[piece], where[piece].x, where[piece].y))
    return [*turns, dict(coffers)], lost, moved


def test_coffers_turn_by_turn_and_where_troops_fell_are_those_of_the_log():
    entries = {**THREE, "bots": "steward", "battles": 1, "swap": False, "seed": 3}
    plan = planned(studied({**entries, "settings": {"gameTurns": 6}}, "it"))
    record, battle = again(prepared(next(fixtures(plan)))[0])
    turns, lost, moved = way_from(battle.log)
    army = {one.seat: one.army for one in record.seats}
    for one in record.seats:
        assert list(one.course) == [held[one.seat] for held in turns]
        assert one.course[-1] == one.coffers
    assert len(turns) == record.turns == 18
    board = battle.state.position.board
    assert [(one.army, one.x, one.y) for one in record.fallen] == [
        (army[seat], round(1000 * x / board.width), round(1000 * y / board.depth))
        for seat, x, y in lost
    ]
    first = {one.first: one.seat for one in record.seats}
    last = {one.last: one.seat for one in record.seats}
    assert [first[place] for place in (1, 2, 3)] == list(dict.fromkeys(moved))
    assert [last[place] for place in (1, 2, 3)] == list(dict.fromkeys(reversed(moved)))
    assert lost, "a battle in which nobody falls shows nothing"
    found = tallied(plan.cells[0], [record])
    assert sum(own.won for own in found.first) == sum(own.won for own in found.last) == 1
    winner = next(one for one in record.seats if one.won)
    assert found.first[winner.first - 1].won == found.last[winner.last - 1].won == 1
    assert [own.scores[-1].value for own in found.course] == [one.coffers for one in record.seats]
    assert sum(own.each for own in found.fell) == len(lost)
    assert sum(value for own in found.fell for row in own.rows for value in row) == len(lost)


def test_arms_are_compared_set_up_by_set_up_and_the_report_says_what_is_not_shown():
    entries = {
        "name": "Turns",
        "bots": "idle",
        "battles": 3,
        "arm": [
            {"name": "short", "settings": {"turnLimit": 1}},
            {"name": "long", "settings": {"turnLimit": 3}},
        ],
    }
    plan = planned(studied(entries, "it"))
    records = [fight(one).record for one in fixtures(plan)]
    (compared,) = comparisons(plan, records)
    assert (compared.first, compared.second, compared.setups) == ("short", "long", 3)
    assert compared.otherwise.value == 1.0
    figures = {one.figure: one for one in compared.figures}
    turns = figures["player turns"]
    assert (turns.first, turns.second, turns.difference.value) == (2, 6, 4)
    assert not turns.seen  # all alike: there is no interval
    wins = figures["red: wins"]
    assert (wins.table.neither, wins.chance, wins.seen) == (3, 1.0, False)
    told = report(plan, summed(plan, records, "there/records.jsonl"), records)
    assert "## What the data do not show" in told
    assert "condotta lab again there/records.jsonl 0" in told
    assert "arm: short → long, by 3 set-ups with the same dice." in told
    assert "Of the set-ups 100 % (44 to 100) went another way." in told
    assert "How people would fare" in told


def test_a_reading_that_never_acts_changes_no_battle():
    """Crests hide nothing where there is no hill, and warriors support nobody when none came."""
    entries = {"bots": "idle", "battles": 2, "settings": {"turnLimit": 1}}
    arms = [{"name": "one"}, {"name": "other", "settings": {"crestsBlock": False}}]
    plan = planned(studied({**entries, "arm": arms}, "it"))
    records = [fight(one).record for one in fixtures(plan)]
    (compared,) = comparisons(plan, records)
    assert (compared.otherwise.value, compared.otherwise.setups) == (0.0, 2)
    told = report(plan, summed(plan, records, "there/records.jsonl"), records)
    assert "Every battle went the same way in both; another way at most 66 %." in told


def test_a_battle_that_breaks_is_told_and_not_counted(monkeypatch):
    plan = planned(studied({"bots": "idle", "battles": 2, "settings": {"turnLimit": 1}}, "it"))

    def broken(*_, **__):
        raise AssertionError("R1 lies on R2")

    one, other = fixtures(plan)
    whole = fight(one).record
    monkeypatch.setattr("condotta.lab.study.fighting.conduct", broken)
    broke = fight(other).record
    assert "R1 lies on R2" in broke.fault
    still, _ = again(broke)
    assert same(broke, still)
    assert "then it broke (AssertionError: R1" in compared_(broke, still)
    found = summed(plan, [whole, broke], None)
    assert (found.broken, found.cells[0].battles, found.cells[0].broken) == (1, 1, 1)
    assert "The 1 battle that broke: number 1" in report(plan, found, [whole, broke])


def test_whoever_lost_less_is_ahead_where_losses_are_the_score():
    found = planned(studied({"bots": ["idle", "random"], "battles": 1, "seed": 3}, "it"))
    (fixture,) = fixtures(found)
    record, _ = prepared(fixture)
    lost = replace(record, seats=tuple(replace(one, score=5.0 - one.army) for one in record.seats))
    assert [ahead(lost, frozenset((place,))) for place in (0, 1)] == [-1.0, 1.0]
    won = replace(lost, system="carnage")
    assert ahead(won, frozenset((0,))) == 1.0
