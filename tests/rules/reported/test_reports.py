"""Reports of a battle at a real table: what is taken, who confirms, how a dispute ends. [RB]"""

import pytest

from condotta.kernel.errors import Illegal
from condotta.kernel.events import Removed
from condotta.rules.conceding import Concede
from condotta.rules.ranked.names import STANDARD
from condotta.rules.reported import names
from condotta.rules.reported.amending import AMENDMENT, Amend
from condotta.rules.reported.ground import standing
from condotta.rules.reported.over_ranked.owning_up import BROKE
from condotta.rules.reported.over_triumph.paying import WINDOW as PAYING
from condotta.rules.reported.reports import MOST_LOSSES, Fight, Loss, Report, fought
from condotta.rules.scores import scores
from condotta.rules.triumph.names import WORTH
from tests.rules.reported.real_table import Evening, keys


@pytest.fixture
def evening():
    """TRIUMPH! at a real table, at the report of its first ranged combat."""
    table = Evening("triumph+reported")
    table.until(names.REPORT, phase="ranged")
    return table


def roles(table):
    """Whose turn it is, and the other."""
    (seat,) = table.position.active
    (other,) = (one for one in table.play.seats if one != seat)
    return seat, other


def first_of(table, seat, number=0):
    """A stand of a seat on the table."""
    stands = [one for one in table.position.at("table") if one.controller == seat]
    return stands[number].id


def about(report, stands):
    """A report about stands that a row of a table calls by their roles."""
    return Report(
        tuple(Loss(stands.get(one.unit, one.unit), one.models, one.by) for one in report.losses),
        tuple(
            Fight(stands.get(one.unit, one.unit), stands.get(one.other, one.other))
            for one in report.fights
        ),
        report.near,
    )


def lost(table):
    """What has been lost so far."""
    return {piece.id for piece in table.position.at("lost")}


def test_rb_1_no_piece_has_a_place_and_the_battle_goes_on_all_the_same(evening):
    """[RB-1]"""
    stands = tuple(evening.position.at("table"))
    assert len(stands) > 20
    assert {piece.pose for piece in stands} == {None}
    evening.play.play()
    assert evening.play.over


def test_rb_2_all_that_waited_is_out_once_everybody_has_said_so():
    """[RB-2]"""
    table = Evening("triumph+reported")
    table.until(names.SET_OUT)
    waiting = {piece.id for piece in table.position.at("undeployed")}
    seats = [seat for seat, window in table.asks if window == names.SET_OUT]
    assert sorted(seats) == ["blue", "red"]
    assert table.say("red", names.SET_OUT, names.READY) == []
    assert {piece.id for piece in table.position.at("undeployed")} == waiting
    assert keys(table.say("blue", names.SET_OUT, names.READY))[:2] == ["rb.2.stands"] * 2
    assert waiting <= {piece.id for piece in table.position.at("table")}


def test_rb_3_a_confirmed_report_counts_as_if_it_had_happened_here(evening):
    seat, other = roles(evening)
    stand = first_of(evening, other)
    evening.say(seat, names.REPORT, Report((Loss(stand, 0, seat),)))
    assert stand not in lost(evening)
    told = evening.say(other, names.CONFIRM, names.AGREE)
    assert stand in lost(evening)
    assert "rb.3.whole-by" in keys(told)
    gone = [
        event for event in evening.play.engine.log if event == Removed(stand, "lost", seat, "RB-3")
    ]
    assert len(gone) == 1


def test_rb_3_a_report_may_speak_of_as_many_units_as_are_taken_at_once():
    """[RB-3]"""
    table = Evening("grand+reported", 4)
    seat = table.until(names.REPORT, phase="ranged").seat
    others = [one for one in table.play.seats if one != seat]
    stands = standing(table.play.engine.book, table.position, (*others, seat))
    said = Report(tuple(Loss(one) for one in stands[:-5])[:MOST_LOSSES])
    assert len(said.losses) > 40  # the deepest agenda that the kernel allows
    table.say(seat, names.REPORT, said)
    for one, window in tuple(table.asks):
        if window == names.CONFIRM:
            table.say(one, names.CONFIRM, names.AGREE)
    assert lost(table) >= {one.unit for one in said.losses}


OWN, FOE = "a stand of the reporter", "a stand of the other"
IMPOSSIBLE = [
    (Report((Loss("X99"),)), "RB-3", "rb.3.no-unit"),
    (Report((Loss(FOE, 2),)), "RB-3", "rb.3.more-than-there"),
    (Report((Loss(FOE, -1),)), "RB-3", "rb.3.more-than-there"),
    (Report((Loss(FOE, 0, "nobody"),)), "RB-3", "rb.3.no-seat"),
    (Report((Loss(FOE), Loss(FOE))), "RB-3", "rb.3.twice"),
    (Report(fights=(Fight(OWN, FOE),)), "RB-3", "rb.3.not-asked"),
    (Report(near={"red": 3}), "RB-3", "rb.3.not-asked"),
    (Report(tuple(Loss(f"X{n}") for n in range(61))), "RB-3", "rb.3.too-many"),
    (Report(fights=(Fight(OWN, "X1"),)), "RB-7", "rb.7.gone"),
    (Report(fights=(Fight(OWN, OWN),)), "RB-7", "rb.7.friends"),
    (Report(near={"nobody": 3}), "RB-8", "rb.8.seat"),
    (Report(near={"red": -1}), "RB-8", "rb.8.seat"),
]


@pytest.mark.parametrize(("said", "clause", "key"), IMPOSSIBLE)
def test_rb_3_what_cannot_be_is_not_taken_and_changes_nothing(evening, said, clause, key):
    """[RB-3]"""
    seat, other = roles(evening)
    stands = {OWN: first_of(evening, seat), FOE: first_of(evening, other)}
    report, before = about(said, stands), evening.position
    assert (clause, key) in evening.refused(seat, names.REPORT, report)
    with pytest.raises(Illegal):
        evening.say(seat, names.REPORT, report)
    assert evening.position is before
    assert evening.refused(seat, names.REPORT, Report((Loss(first_of(evening, other)),))) == []


def test_rb_3_a_unit_that_is_gone_cannot_be_lost_again(evening):
    seat, other = roles(evening)
    stand = first_of(evening, other)
    evening.say(seat, names.REPORT, Report((Loss(stand, 0, seat),)))
    evening.say(other, names.CONFIRM, names.AGREE)
    evening.until(names.REPORT, phase="close")
    assert ("RB-3", "rb.3.no-unit") in evening.refused(seat, names.REPORT, Report((Loss(stand),)))


def test_rb_4_only_who_is_concerned_confirms(evening):
    """[RB-4]"""
    seat, _other = roles(evening)
    own = first_of(evening, seat)
    evening.say(seat, names.REPORT, Report((Loss(own),)))  # a mishap of one's own, by nobody
    assert own in lost(evening)
    evening.until(names.REPORT, phase="close")
    assert keys(evening.say(seat, names.REPORT, names.NOTHING))[0] == "rb.3.nothing"


def test_rb_4_who_gains_by_a_loss_confirms_it_too(evening):
    """[RB-4]"""
    seat, other = roles(evening)
    own = first_of(evening, seat)
    evening.say(seat, names.REPORT, Report((Loss(own, 0, other),)))
    assert (other, names.CONFIRM) in evening.asks
    assert own not in lost(evening)
    assert evening.asks[other, names.CONFIRM].about == (seat, f"lost:{own}:0:{other}")


def disputed(table):
    """A report about one stand, and the other's reading about another, up to who yields."""
    seat, other = roles(table)
    said, instead = first_of(table, other), first_of(table, other, 1)
    table.say(seat, names.REPORT, Report((Loss(said, 0, seat),)))
    table.say(other, names.CONFIRM, names.DISPUTE)
    table.say(other, names.READING, Report((Loss(instead, 0, seat),)))
    return seat, said, instead


def test_rb_5_the_reporter_may_yield_to_the_other_reading(evening):
    """[RB-5]"""
    seat, said, instead = disputed(evening)
    assert f"lost:{instead}:0:{seat}" in evening.asks[seat, names.WHICH].about
    told = evening.say(seat, names.WHICH, names.YIELD)
    assert "rb.5.yielded" in keys(told)
    assert instead in lost(evening)
    assert said not in lost(evening)
    assert evening.position.count(names.TABLE, names.DISPUTES) == 0


@pytest.mark.parametrize("seed", range(4))
def test_rb_5_else_the_higher_die_decides_and_it_is_noted(seed):
    """[RB-5]"""
    table = Evening("triumph+reported", seed=seed)
    table.until(names.REPORT, phase="ranged")
    seat, said, instead = disputed(table)
    rolled = [one for one in table.say(seat, names.WHICH, names.ROLL) if one.key == "rb.5.rolled"]
    (told,) = rolled
    held, dropped = (said, instead) if told.params["seat"] == seat else (instead, said)
    assert held in lost(table)
    assert dropped not in lost(table)
    assert table.position.count(names.TABLE, names.DISPUTES) == 1


def test_rb_5_both_readings_can_win():
    """[RB-5]"""
    found = set()
    for seed in range(12):
        table = Evening("triumph+reported", seed=seed)
        table.until(names.REPORT, phase="ranged")
        seat, _, _ = disputed(table)
        told = table.say(seat, names.WHICH, names.ROLL)
        found |= {one.params["seat"] == seat for one in told if one.key == "rb.5.rolled"}
    assert found == {True, False}


def test_rb_6_a_unit_is_back_where_everybody_agrees(evening):
    """[RB-6]"""
    seat, other = roles(evening)
    stand = first_of(evening, other)
    evening.say(seat, names.REPORT, Report((Loss(stand, 0, seat),)))
    evening.say(other, names.CONFIRM, names.AGREE)
    asked = evening.asks
    evening.act(other, Amend(stand, 1))
    worth = evening.position.count(stand, WORTH)
    assert scores(evening.play.book, evening.position) == {seat: 0, other: worth}
    told_before = (other, f"has:{stand}:1", f"score:points-lost:0:{other}")
    assert evening.asks[seat, AMENDMENT].about == told_before
    told = evening.say(seat, AMENDMENT, names.AGREE)
    assert keys(told)[:2] == ["rb.6.amended", "score.points-lost"]
    assert told[1].params == {"seats": (other,), "count": 0}
    assert scores(evening.play.book, evening.position) == {seat: 0, other: 0}
    assert stand not in lost(evening)
    assert evening.position.pieces[stand].place == "table"
    assert set(evening.asks) == set(asked)


def test_rb_6_one_who_disagrees_leaves_it_as_it_is(evening):
    """[RB-6]"""
    seat, other = roles(evening)
    stand = first_of(evening, other)
    evening.act(seat, Amend(stand, 0))
    assert keys(evening.say(other, AMENDMENT, names.DISPUTE)) == ["rb.6.refused"]
    assert stand not in lost(evening)
    evening.act(seat, Amend(stand, 0))
    assert keys(evening.say(other, AMENDMENT, names.AGREE))[0] == "rb.6.amended"
    assert stand in lost(evening)


# ── three armies ─────────────────────────────────────────────────────────────
def three(phase="movement"):
    """Three armies of regiments, at a report: whose turn it is, and the two others."""
    table = Evening("ranked+reported", 3)
    seat = table.until(names.REPORT, phase=phase).seat
    return table, seat, *(one for one in table.play.seats if one != seat)


def windows(table):
    """Who is asked in which windows."""
    return sorted(table.asks)


def left(table, unit):
    """How many rank and file a regiment has."""
    return table.position.count(unit, "models")


def test_rb_5_who_suffers_by_another_reading_confirms_it_first():
    """Two cannot agree on what a third has lost. [RB-4, RB-5]"""
    table, seat, other, third = three()
    mine, his = first_of(table, other), first_of(table, third)
    table.say(seat, names.REPORT, Report((Loss(mine, 1, seat),)))
    table.say(other, names.CONFIRM, names.DISPUTE)
    table.say(other, names.READING, Report((Loss(his, 0, seat),)))
    table.say(seat, names.WHICH, names.YIELD)
    assert windows(table) == [(third, names.CONFIRM)]
    assert table.asks[third, names.CONFIRM].about == (other, f"lost:{his}:0:{seat}")
    table.say(third, names.CONFIRM, names.DISPUTE)
    table.say(third, names.READING, Report((Loss(his, 1, other),)))
    assert windows(table) == [(other, names.WHICH)]  # whose reading it was
    has = left(table, his)
    table.say(other, names.WHICH, names.YIELD)
    assert (left(table, his), mine in lost(table)) == (has - 1, False)


def test_rb_5_that_nothing_was_lost_is_told_of_whoever_says_it():
    """Of the reporter where it holds; of whoever disputed where it is his reading. [RB-4, RB-5]"""
    table, seat, other, _ = three()
    mine = first_of(table, other)
    table.say(seat, names.REPORT, Report((Loss(mine, 1, seat),)))
    assert table.asks[other, names.CONFIRM].about[0] == seat
    table.say(other, names.CONFIRM, names.DISPUTE)
    table.say(other, names.READING, names.NOTHING)
    told = table.say(seat, names.WHICH, names.YIELD)
    assert [one.params for one in told if one.key == "rb.3.nothing"] == [{"seat": other}]
    assert table.until(names.REPORT).seat == seat
    (own,) = (one for one in table.say(seat, names.REPORT, Report()) if one.key == "rb.3.nothing")
    assert own.params == {"seat": seat}


def test_rb_33_who_gives_up_is_not_waited_for():
    """[RB-4, RB-33]"""
    table, seat, other, third = three()
    mine, his = first_of(table, other), first_of(table, third)
    table.say(seat, names.REPORT, Report((Loss(mine, 1, seat), Loss(his, 1, seat))))
    has = left(table, his)
    table.act(other, Concede())
    assert windows(table) == [(third, names.CONFIRM)]
    table.say(third, names.CONFIRM, names.AGREE)
    assert left(table, his) == has - 1


def test_rb_33_one_who_disputes_does_not_take_up_what_he_disputed():
    """Of a report whose author gives up nothing holds. [RB-4, RB-33]"""
    table, seat, other, third = three()
    seats = table.play.seats
    first = next(one for one in seats if one != seat)
    mine = first_of(table, first)
    table.say(seat, names.REPORT, Report((Loss(mine, 0, seat),)))
    table.say(first, names.CONFIRM, names.DISPUTE)
    table.act(seat, Concede())
    assert windows(table) == [(first, names.REPORT)]
    assert mine not in lost(table)
    assert {other, third} >= {first}


def test_rb_33_who_lost_the_last_unit_by_an_amendment_reports_no_more():
    """[RB-6, RB-33]"""
    table, seat, other, third = three()
    *all_but_one, last = standing(table.play.book, table.position, (seat,))
    table.say(seat, names.REPORT, Report(tuple(Loss(one) for one in all_but_one)))
    assert table.until(names.REPORT).seat == seat
    table.act(other, Amend(last, 0))
    table.say(seat, AMENDMENT, names.AGREE)
    table.say(third, AMENDMENT, names.AGREE)
    assert last in lost(table)
    assert seat not in {one for one, _ in table.asks}
    assert (min(other, third, key=table.play.seats.index), names.REPORT) in table.asks


def test_rb_7_a_unit_that_is_back_is_in_combat_with_nobody():
    """What was said of it ended when it was gone. [RB-6, RB-7]"""
    table, seat, other, third = three()
    mine, foe = first_of(table, seat), first_of(table, other)
    table.say(seat, names.REPORT, Report(fights=(Fight(mine, foe),)))
    table.say(other, names.CONFIRM, names.AGREE)
    assert fought(table.position) == ((mine, foe),)
    has = left(table, foe)
    for number in (0, has):
        table.act(other, Amend(foe, number))
        table.say(seat, AMENDMENT, names.AGREE)
        table.say(third, AMENDMENT, names.AGREE)
        assert fought(table.position) == ()
    assert left(table, foe) == has


def test_rb_33_who_gave_up_owns_up_to_no_broken_standard():
    """[RB-22, RB-33]"""
    table, seat, other, third = three()
    flags = [
        next(one.id for one in table.position.at("table") if one.controller == of and flies(one))
        for of in (seat, other, third)
    ]
    said = Report(fights=(Fight(flags[0], flags[1]), Fight(flags[0], flags[2])))
    table.say(seat, names.REPORT, said)
    for one in (other, third):
        table.say(one, names.CONFIRM, names.AGREE)
    for _ in ("magic", "shooting"):
        table.until(names.REPORT)
        table.say(seat, names.REPORT, names.NOTHING)
    asked = {one for one, window in table.asks if window == BROKE}
    assert asked == {seat, other, third}
    table.act(other, Concede())
    assert {one for one, window in table.asks if window == BROKE} == {seat, third}


def flies(piece):
    """Whether a unit has a standard."""
    return piece.marked(STANDARD)


def test_rb_33_in_a_large_battle_the_others_set_out_and_pay_for_who_gives_up():
    """[RB-2, RB-10, RB-33]"""
    table = Evening("grand+reported", 4)
    table.until(PAYING)
    one, other = table.position.active
    asked = [seat for seat, window in table.asks if window == PAYING]
    assert asked == [one, other]
    table.act(one, Concede())
    assert [seat for seat, window in table.asks if window == PAYING] == [other]
    table = Evening("grand+reported", 4)
    seat = table.until(names.SET_OUT).seat
    waiting = {piece.id for piece in table.position.at("undeployed") if piece.controller == seat}
    assert waiting
    table.act(seat, Concede())
    assert (seat, names.SET_OUT) not in table.asks
    table.until(names.REPORT)
    assert waiting & {piece.id for piece in table.position.at("table")}


@pytest.mark.parametrize(
    ("said", "key"),
    [
        (Amend("X9", 1), "rb.6.no-unit"),
        (Amend(FOE, 2), "rb.6.too-many"),
        (Amend(FOE, -1), "rb.6.too-many"),
        (Amend(FOE, 1), "rb.6.so-already"),
    ],
)
def test_rb_6_what_cannot_be_amended_says_why(evening, said, key):
    """[RB-6]"""
    seat, other = roles(evening)
    unit = first_of(evening, other) if said.unit == FOE else said.unit
    verdict = evening.play.engine.judge(seat, Amend(unit, said.models))
    assert [one.key for one in verdict.refusals] == [key]


def test_rb_9_bots_report_by_lot_and_confirm():
    """[RB-9]"""
    told = set()
    for seed in range(6):
        table = Evening("triumph+reported", seed=seed)
        table.play.play("steward")
        assert table.play.over
        told |= {one.key for one in table.play.engine.log if hasattr(one, "key")}
    assert {"rb.3.nothing", "rb.3.whole-by", "rb.10.paid"} <= told
    assert "rb.5.rolled" not in told
