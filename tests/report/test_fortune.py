"""Dice by seat, and combats against their exact odds."""

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Needed, Roll
from condotta.kernel.events import Answered, Asked, Controlled
from condotta.kernel.evolving import evolve_position
from condotta.report.fortune import (
    PIPS,
    all_reckoned,
    balances,
    dice_by_kind,
    dice_of,
    rolled_by,
    turning_points,
)
from condotta.report.history import turns_of
from tests.properties.journeys import told
from tests.report.fought import log, position, stand

TABLE = position(stand("R1", "SPR", 20, 10), stand("B2", "KNT", 20, 13, 180))
SEATS = ("red", "blue")


def rolled(number: int, window: str, about: tuple[str, ...], pips: tuple[int, ...], sides: int = 6):
    ask = Ask("chance", window, "X-1", about=about, dice=len(pips), sides=sides, id=number)
    return Asked(ask), Answered(number, "chance", window, Roll(pips))


def test_a_die_belongs_to_whom_it_was_rolled_for():
    events = (
        *told(TABLE),
        *rolled(1, "melee dice", ("R1", "B2"), (6, 1)),
        *rolled(2, "command dice", ("R",), (4,)),
        *rolled(3, "dispel dice", ("blue",), (2, 2)),
    )
    red, blue = dice_of(events, SEATS)
    assert red.faces == (0, 0, 0, 1, 0, 1)
    assert blue.faces == (1, 2, 0, 0, 0, 0)
    assert (red.count, red.mean) == (2, 5.0)


def test_dice_of_nobody_and_dice_of_other_sides_are_left_out():
    events = (
        *told(TABLE),
        *rolled(1, "edge dice", (), (6, 6)),
        *rolled(2, "place", ("R1",), (50,), sides=120),
    )
    assert sum(dice.count for dice in dice_of(events, SEATS)) == 0


def test_a_hired_units_die_is_its_paymasters():
    """[TT-12.7] From the change of control on, and not before."""
    events = (
        *told(TABLE),
        *rolled(1, "to hit", ("R1", "B2"), (1,)),
        Controlled("R1", "blue"),
        *rolled(2, "to hit", ("R1", "B2"), (6,)),
    )
    red, blue = dice_of(events, SEATS)
    assert (red.faces, blue.faces) == ((1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1))


def test_a_combat_is_credited_to_who_leads_the_stand():
    """[TT-12.7]"""
    fights = [one for row in all_reckoned(log().book, turns_of(log().events)) for one in row]
    last = turns_of(log().events)[-1].after
    first = fights[0]
    changed = first.fight.position
    for name in first.fight.who:
        changed = evolve_position(changed, Controlled(name, "blue"))
    hired = replace(first, fight=replace(first.fight, position=changed))
    red, blue = balances([hired], last)
    assert (red.fights, blue.fights) == (0, 2)


def test_every_combat_of_a_battle_has_36_rolls_and_a_chance_that_came():
    turns = turns_of(log().events)
    fights = [one for row in all_reckoned(log().book, turns) for one in row]
    assert fights
    for one in fights:
        assert sum(one.odds.of(degree) for degree in one.odds.meanings) == PIPS
        assert one.chance > 0
        assert (
            one.odds.meanings[one.degree].outcome.replace(" ", "-")
            == (one.fight.event.key.rsplit(".", 1)[-1])
        )


def test_losses_in_combat_are_those_that_the_pieces_count():
    turns = turns_of(log().events)
    fights = all_reckoned(log().book, turns)
    rows = balances([one for row in fights for one in row], turns[-1].after)
    assert all(row.lost >= 0 and row.expected >= 0 for row in rows)
    assert sum(row.lost for row in rows) == sum(sum(one.lost) for row in fights for one in row)


def test_turning_points_are_costly_and_in_order():
    turns = turns_of(log().events)
    rows = all_reckoned(log().book, turns)
    fought = [(turn, one) for turn, row in zip(turns, rows, strict=True) for one in row]
    chosen = turning_points(fought, 3)
    assert all(sum(one.lost) for _, one in chosen)
    assert [turn.number for turn, _ in chosen] == sorted(turn.number for turn, _ in chosen)


def test_dice_that_had_to_show_something_are_counted_against_what_honest_ones_do():
    shots, fired = rolled(1, "hit rolls", ("R1",), (1, 4, 6, 3))
    test, passed = rolled(2, "panic test", ("B2",), (6, 6))
    shots = Asked(replace(shots.ask, needed=Needed("sk.57.shot", least=4)))
    test = Asked(replace(test.ask, needed=Needed("fb.1-8", most=7, together=True)))
    events = (*told(TABLE), shots, fired, test, passed)
    hits, panic = dice_by_kind(events, SEATS)
    assert (hits.seat, hits.kind, hits.due, hits.hoped, hits.done) == ("red", "hit rolls", 4, 2, 2)
    assert (panic.seat, panic.kind, panic.due, panic.faces[5]) == ("blue", "panic test", 0, 2)
    red, blue = dice_of(events, SEATS)
    assert (red.count, red.due, red.kind, blue.count) == (4, 4, "", 2)


def test_whose_dice_they_are_comes_from_elsewhere_where_a_request_does_not_say():
    asked, answer = rolled(3, "command dice", ("blue",), (5,))
    seen = (*told(TABLE), Asked(replace(asked.ask, about=())), answer)
    assert dice_by_kind(seen, SEATS) == ()
    (found,) = dice_by_kind(seen, SEATS, rolled_by((*told(TABLE), asked, answer)))
    assert (found.seat, found.faces) == ("blue", (0, 0, 0, 0, 1, 0))

    # of a piece that somebody does not know of it is not told whose it is
    shots, fired = rolled(4, "hit rolls", ("R1",), (1, 4, 6, 3))
    true = (*told(TABLE), shots, fired)
    assert dice_by_kind(true, SEATS, rolled_by(true, known=("R1",)))[0].seat == "red"
    assert dice_by_kind(true, SEATS, rolled_by(true, known=("B2",))) == ()
