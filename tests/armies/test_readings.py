"""BC-6.3, BC-8.8: a table may count two cards over the whole army; every price is then told so."""

from typing import Any

import pytest

from condotta.armies import Library, Unfit, check, cost, divided, legal, muster
from condotta.armies.building.building import view
from condotta.armies.checking.army_commands import command_points, parts
from condotta.armies.paper.printing import page
from condotta.armies.paper.reports import check_file
from condotta.armies.paper.sheets import sheet
from condotta.armies.random.random_armies import random_roster
from condotta.armies.readings import is_shipped, only_read_as, read_as, readings
from condotta.armies.rosters.rosters import read_roster
from condotta.armies.shelf import shipped
from condotta.errors import PlainError
from tests.armies.conftest import shelf_of
from tests.armies.test_files import saved
from tests.armies.together import CAMELS, ONCE, TOGETHER, TRANSPORTS, army, large, two_entries

CARDS = ((CAMELS, ONCE, "BC-6.3"), (TRANSPORTS, TOGETHER, "BC-8.8"))


def read(name: str = "", **more: Any) -> Library:
    """The list with two entries, at a table with that setting."""
    return read_as(shelf_of(two_entries()), {name: True, **more} if name else more)


def of(raw: dict[str, Any]):
    draft = read_roster(raw)
    assert not draft.findings, draft.findings
    return draft.roster


@pytest.mark.parametrize(
    ("code", "name", "stands", "each", "whole"),
    [
        (CAMELS, ONCE, (0, 3), (0, 2), (0, 2)),  # BC-6.3
        (CAMELS, ONCE, (3, 0), (2, 0), (2, 0)),  # BC-6.3
        (CAMELS, ONCE, (2, 3), (2, 2), (2, 0)),  # BC-6.3
        (TRANSPORTS, TOGETHER, (1, 0), (0, 0), (0, 0)),  # BC-8.8
        (TRANSPORTS, TOGETHER, (1, 1), (0, 0), (2, 0)),  # BC-8.8
        (TRANSPORTS, TOGETHER, (4, 0), (2, 0), (2, 0)),  # BC-8.8
        (TRANSPORTS, TOGETHER, (1, 3), (0, 2), (2, 0)),  # BC-8.8
        (TRANSPORTS, TOGETHER, (2, 2), (2, 2), (2, 0)),  # BC-8.8
    ],
)
def test_bc_6_3_bc_8_8_the_first_entry_pays_the_one_price_of_the_army(
    code, name, stands, each, whole
):
    places = ("main/t2", "main/t3")
    bought = [
        {"code": code, "option": key, "stands": count}
        for key, count in zip(places, stands, strict=True)
        if count
    ]
    roster = of(army(code, troopCards=bought))
    for shelf, wanted, told in ((read(), each, ""), (read(name), whole, "clause")):
        lines = {one.where: one for one in cost(roster, shelf).cards}
        paid = tuple(lines[key].half_points if key in lines else 0 for key in places)
        assert paid == wanted
        assert all(bool(one.together) == bool(told) for one in lines.values())


@pytest.mark.parametrize(("code", "name", "clause"), CARDS)
def test_bc_6_3_bc_8_8_legal_at_48_points_by_one_reading_alone(code, name, clause):
    roster, fits = of(army(code)), {}
    for shelf, key in ((read(), False), (read(name), True)):
        fits[key] = legal(check(roster, shelf))
        assert fits[key] == (cost(roster, shelf).total <= 96)
        if fits[key]:
            assert len(muster(roster, shelf).stands) == 15
        else:
            with pytest.raises(Unfit, match="49"):
                muster(roster, shelf)
    assert set(fits.values()) == {True, False}
    assert fits[True] == (code == CAMELS)
    assert clause in sheet(roster, read(name))
    assert clause not in sheet(roster, read()).replace(f"[{clause}]", "")


@pytest.mark.parametrize(("code", "name", "clause"), CARDS)
def test_bc_6_3_bc_8_8_al_16_4_once_is_once_over_all_commands_of_a_list(code, name, clause):
    roster = of(large(code))
    plain, other = read(), read(name)
    assert abs(cost(roster, plain).total - cost(roster, other).total) == 2
    good, bad = (other, plain) if code == CAMELS else (plain, other)
    assert [one.code for one in check(roster, good)] == []
    assert [one.code for one in check(roster, bad)] == ["overPointsCap"]
    assert divided(roster, good).total == 288
    with pytest.raises(Unfit):
        divided(roster, bad)
    weights = [
        [
            command_points(part, one)
            for part in parts(roster, *source, shelf)
            for one in roster.split
        ]
        for shelf in (plain, other)
        if (source := shelf.source_of(roster))
    ]
    assert weights[0] == weights[1], "a price of the army belongs to no command"


@pytest.mark.parametrize(("code", "name", "clause"), CARDS)
def test_bc_6_3_bc_8_8_every_text_says_why_an_entry_pays_nothing(code, name, clause):
    roster, shelf = of(army(code)), read(name)
    rows = [card for row in view(roster, shelf).rows for card in row.cards if card.amount]
    assert [(one.now, one.together) for one in rows] == [(2, clause), (0, clause)]
    for lang, words in (("en", "one price for the whole army"), ("fr", "un seul prix pour toute")):
        assert words in page(roster, shelf, lang=lang)
        assert words not in page(roster, read(), lang=lang)


def test_bc_6_3_bc_8_8_a_drawn_army_is_full_to_the_point_by_either_reading():
    paid = set()
    for seed in range(12):
        for shelf in (read(), read(ONCE), read(TOGETHER)):
            roster = random_roster(shelf.lists[0], seed, 96, shelf, cards="many")
            bill = cost(roster, shelf)
            paid.add(sum(one.half_points or 0 for one in bill.cards if one.together))
            assert (bill.total, legal(check(roster, shelf))) == (96, True)
    assert 2 in paid, "cards were drawn that the setting prices"


def test_bc_6_3_bc_8_8_only_what_decides_a_price_may_be_set_where_armies_are_built(tmp_path):
    assert {name: one.clause for name, one in readings().items()} == {
        "camelProtectionPaidOnce": "BC-6.3",
        "mobileInfantryCountedTogether": "BC-8.8",
    }
    with pytest.raises(PlainError, match="turnLimit"):
        only_read_as(None, {"turnLimit": 4})
    with pytest.raises(PlainError, match=r"BC-6\.3"):
        only_read_as(None, {ONCE: "army"})
    assert read_as(None, {"turnLimit": 4, ONCE: False}) is shipped()
    read_shelf = read_as(None, {ONCE: True})
    assert is_shipped(read_shelf.sets[0])
    assert not is_shipped(read(ONCE).sets[0])
    whole = {"armyLists": [two_entries()], "rosters": [army(CAMELS)]}
    file = saved(tmp_path / "own.json", whole)
    assert not check_file(file).legal
    assert check_file(file, settings={ONCE: True}).legal
