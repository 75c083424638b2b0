"""AL-9: what every card costs at none, one, two, three and the most, to the half point."""

from typing import Any

import pytest

from condotta.armies import Library, check, cost, legal, muster
from condotta.armies.cards.cardforms import ARMY, OPTION, forms
from condotta.kernel.events import Counted
from condotta.rules.library import book
from condotta.rules.triumph.muster import army_of
from condotta.rules.triumph.muster import muster as mustered
from tests.armies.conftest import option, roster, shelf_of, tiny

TABLE = {
    "FC": ("BC-17.1", (0, 2, 2, 2), 1),
    "PD": ("BC-14.1", (0, 1, 2, 3), 4),
    "AM": ("BC-13.1", (0, 2, 2, 2), 1),
    "SW": ("BC-19.1", (0, 0, 0, 0), 1),
    "NC": ("BC-16.1", (0, 6, 6, 6), 1),
    "PT": ("BC-18.1", (0, 2, 2, 2), 1),
    "SC": ("BC-15.1", (0, 4, 4, 4), 1),
    "DD": ("BC-1.1", (0, 2, 2, 2), 1),
    "MD": ("BC-2.1", (0, 4, 4, 4), 1),
    "ES": ("BC-20.1", (0, 4, 4, 4), 1),
    "DC": ("BC-24.1", (0, 2, 4, 6), None),
    "HL": ("BC-10.1", (0, 0, 2, 4), 3),
    "CT": ("BC-12.1", (0, 2, 4, 6), 2),
    "MI": ("BC-8.8", (0, 0, 2, 2), 4),
    "CF": ("BC-6.3", (0, 2, 2, 2), 4),
    "PL": ("BC-9.1", (0, 2, 4, 6), 4),
    "SS": ("BC-21.1", (8, 8, 8, 8), 4),
    "AC": ("BC-5.1", (-8, -8, -8, -8), 4),
    "CC": ("BC-5.1", (-8, -8, -8, -8), 4),
    "SF": ("BC-23.1", (-4, -4, -4, -4), 4),
    "CH": ("BC-22.1", (0, 0, 0, 0), 4),
    "SV": ("BC-3.1", (0, 0, 0, 0), 4),
    "LC": ("BC-4.1", (0, 0, 0, 0), 4),
    "HD": ("BC-11.1", (0, 0, 0, 0), 4),
    "SB": ("BC-7.1", (0, 0, 0, 0), 4),
    "SP": ("BC-7.2", (0, 0, 0, 0), 4),
    "ET": ("BC-20.2", (0, 0, 0, 0), 4),
}
"""Clause, half points at n = 0, 1, 2, 3 on an option of four stands, and the most that is legal.

A card that all stands have or none is priced for all four whatever number is written (AL-9.7).
"""


KINDS = {"SS": "LFT", "MI": "HFT"}
"""Whom a card is bought for: Knights, unless it is for others alone."""


def offering(code: str, most: int | None = None, kind: str = "", note: str = "") -> Library:
    """A list whose army or option of up to four stands may have a card."""
    kind = kind or KINDS.get(code, "KNT")
    entry = {"battleCardCode": code, "min": 0, "max": most, "note": note}
    first = option(1, 20, kind)
    army = [entry] if forms()[code].scope == ARMY and code != "DC" else []
    held = [] if army else [entry]
    if code == "DC":
        army, held = [entry], []
    second = option(0, 4, kind, battleCardEntries=held)
    generals = [{"troopEntries": [{"troopTypeCode": kind}]}]
    return shelf_of(
        tiny(
            troopOptions=[first, second],
            battleCardEntries=army,
            troopEntriesForGeneral=generals,
        )
    )


def holding(code: str, count: int, kind: str = "", **more: Any) -> Any:
    """A roster with that many of a card: copies, cards, or stands of the second option."""
    form, kind = forms()[code], kind or KINDS.get(code, "KNT")
    fields: dict[str, Any] = {"stands": {"main/t1": {kind: 1}, "main/t2": {kind: 4}}}
    fields["general"] = {"option": "main/t1", "troopTypeCode": kind}
    if form.scope == ARMY:
        fields["armyCards"] = [{"code": code, "count": count}] if count else []
    elif form.scope == OPTION:
        fields["troopCards"] = [{"code": code, "option": "main/t2", "stands": 4}] * count
    else:
        card = {"code": code, "option": "main/t2", "stands": count}
        fields["troopCards"] = [card] if count else []
    return roster(**(fields | more))


@pytest.mark.parametrize("code", sorted(TABLE))
def test_bc_0_5_al_9_5_al_9_6_al_9_7_the_price_table(code):
    clause, prices, _ = TABLE[code]
    shelf = offering(code)
    for count, price in enumerate(prices):
        expected = 0 if count == 0 else price
        assert cost(holding(code, count), shelf).card_points == expected, (clause, count)


@pytest.mark.parametrize("code", sorted(TABLE))
def test_al_11_11_the_most_of_a_card_is_legal_and_one_more_is_not(code):
    _, _, most = TABLE[code]
    shelf = offering(code, most=4 if code == "PD" else None)
    if most is None:
        assert legal(check(holding(code, 9), shelf))
        return
    assert legal(check(holding(code, most), shelf))
    over = check(holding(code, most + (2 if code == "SV" else 1)), shelf)
    told = {one.code for one in over if one.severity == "error"}
    assert told <= {
        "battleCardAboveMax",
        "battleCardLimitPerArmy",
        "battleCardStandsExceedOption",
    }
    assert told


def test_al_1_5_every_card_of_this_table_has_a_form_and_every_number_is_one_cards():
    assert set(TABLE) <= set(forms())
    said = {(form.number, form.clause.partition(".")[0]) for form in forms().values()}
    assert all(clause == f"BC-{number}" for number, clause in said)


def test_bc_12_7_two_of_charge_through_are_the_most_for_the_army_not_for_an_option():
    entry = {"battleCardCode": "CT", "min": 0, "max": None, "note": ""}
    options = [option(1, 20, "KNT", battleCardEntries=[entry]) for _ in range(2)]
    generals = [{"troopEntries": [{"troopTypeCode": "KNT"}]}]
    shelf = shelf_of(tiny(troopOptions=options, troopEntriesForGeneral=generals))

    def told(first: int, second: int) -> set[str]:
        bought = (("main/t1", first), ("main/t2", second))
        cards = [{"code": "CT", "option": key, "stands": 4} for key, n in bought for _ in range(n)]
        found = check(holding("CT", 0, troopCards=cards), shelf)
        return {one.code for one in found}

    assert "battleCardLimitPerArmy" not in told(1, 1)
    assert "battleCardLimitPerArmy" in told(2, 1)


def test_bc_10_1_and_bc_8_8_prices_of_the_rulings():
    """Cases BC-01 and BC-03: Hold the Line 0, 0, 1, 2, refused; Mobile Infantry 0, 1, 1."""
    shelf = offering("HL")
    told = [cost(holding("HL", count), shelf).card_points for count in range(4)]
    assert told == [0, 0, 2, 4]
    assert not legal(check(holding("HL", 4), shelf))
    shelf = offering("MI")
    assert [cost(holding("MI", n), shelf).card_points for n in (1, 2, 4)] == [0, 2, 2]


def test_bc_23_3_a_sword_fighting_stand_costs_three_and_a_half_whatever_its_type():
    """Case BC-16: four of them are 14 points; a type of three points becomes dearer."""
    shelf = offering("SF", kind="BAD")
    bill = cost(holding("SF", 4, "BAD"), shelf)
    assert (bill.card_points, bill.total) == (4, 6 + 28)


def dismounting(mounted: str, foot: str, *more: str) -> Library:
    entries = [{"battleCardCode": code, "note": ""} for code in more]
    entries += [{"battleCardCode": "DD", "note": f"as {foot}"}]
    generals = [{"troopEntries": [{"troopTypeCode": mounted}]}]
    options = [option(1, 20, mounted, battleCardEntries=entries)]
    return shelf_of(tiny(troopOptions=options, troopEntriesForGeneral=generals))


def mounted(code: str, *cards: str) -> Any:
    troop = [{"code": card, "option": "main/t1", "stands": 4} for card in cards]
    general = {"option": "main/t1", "troopTypeCode": code}
    dd = [{"code": "DD", "count": 1}]
    return roster(stands={"main/t1": {code: 4}}, general=general, armyCards=dd, troopCards=troop)


@pytest.mark.parametrize(
    ("kind", "foot", "cards", "each"),
    [
        ("BAD", "Elite Foot", (), 8),  # BC-1.2, case BC-26
        ("KNT", "Light Foot", (), 8),  # BC-1.2
        ("JCV", "Light Foot", ("SF",), 7),  # BC-30.21
        ("JCV", "Elite Foot", ("SF",), 8),  # BC-30.21
        ("JCV", "Light Foot", ("SS",), 10),  # BC-30.20
        ("CAT", "Elite Foot", ("AC",), 8),  # RULING BC-30.21
        ("CAT", "Light Foot", ("AC",), 6),  # BC-5.1
    ],
)
def test_al_9_3_a_stand_that_may_dismount_counts_at_the_dearer_of_its_forms(
    kind, foot, cards, each
):
    bill = cost(mounted(kind, *cards), dismounting(kind, foot, *cards))
    assert bill.total == 2 + 4 * each
    assert legal(check(mounted(kind, *cards), dismounting(kind, foot, *cards)))


@pytest.mark.parametrize(
    ("kind", "foot", "cards", "worth"),
    [
        ("ECV", "Light Foot", ("SF",), 7),  # BC-23.2
        ("JCV", "Elite Foot", ("SF",), 8),  # BC-30.21
        ("BAD", "Elite Foot", (), 8),  # BC-1.7
        ("CAT", "Light Foot", ("AC",), 6),  # BC-5.5
        ("CAT", "Elite Foot", ("AC",), 8),  # RULING BC-30.21
        ("ECV", "Archers", ("SS",), 10),  # BC-21.2
    ],
)
def test_bc_0_9_a_stand_counts_when_lost_what_its_cards_say(kind, foot, cards, worth):
    """The cards of 5 and 21 say it in play, on top of the price: nothing counts twice."""
    shelf = dismounting(kind, foot, *cards)
    listed = muster(mounted(kind, *cards), shelf)
    stands = army_of(listed, "red", "s", "R")
    events = mustered(book("triumph"), stands)
    counted = [one for one in events if isinstance(one, Counted) and one.name == "worth"]
    told = {one.holder: one.value for one in counted}
    assert [told[f"R{number}"] for number in range(1, 5)] == [worth] * 4
    assert cost(mounted(kind, *cards), shelf).total == 2 + 4 * worth


@pytest.mark.parametrize(
    ("note", "stands", "points"),
    [
        ("one stand of Horde disguised as two stands of Pikes", {"HRD": 1}, 3),
        ("Swap one stand of Horde for a pair of Disguised Saxons", {"WRR": 2}, 7),
        ("Non-combatants disguised as one stand of Horde", {}, 1),
    ],
)
def test_bc_24_1_a_swap_costs_a_point_and_what_its_real_stands_cost(note, stands, points):
    entry = {"battleCardCode": "DC", "min": None, "max": None, "note": note}
    options = [option(1, 20, "KNT"), option(0, 4, "HRD", "WRR")]
    shelf = shelf_of(tiny(troopOptions=options, battleCardEntries=[entry]))
    one = {"main/t1": {"KNT": 1}, "main/t2": stands}
    bill = cost(roster(stands=one, armyCards=[{"code": "DC", "count": 1}]), shelf)
    assert bill.total == 8 + 2 * points


def test_al_9_9_bows_that_will_support_are_paid_as_stands():
    shelf = offering("SB", kind="ARC")
    assert cost(holding("SB", 4, "ARC"), shelf).total == cost(holding("SB", 0, "ARC"), shelf).total
    assert cost(holding("SB", 4, "ARC"), shelf).total == 5 * 8


def test_al_9_2_no_order_of_cards_changes_the_bill():
    shelf = dismounting("JCV", "Light Foot", "SS", "HL")
    one, other = mounted("JCV", "SS", "HL"), mounted("JCV", "HL", "SS")
    assert cost(one, shelf) == cost(other, shelf)


def test_al_9_4_a_stand_is_changed_by_one_such_card():
    shelf = dismounting("KNT", "Elite Foot", "CC", "SF")
    both = mounted("KNT", "CC", "SF")
    told = [one.clause for one in check(both, shelf) if one.code == "battleCardExclusive"]
    assert told == ["AL-9.4"]
