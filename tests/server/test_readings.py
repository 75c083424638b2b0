"""The army builder over the wire: a table's reading of two prices. [BC-6.3, BC-8.8]"""

import pytest

from condotta.errors import PlainError
from condotta.server.armoury.armoury import army, drawn
from condotta.server.armoury.armoury_files import written
from condotta.server.armoury.armoury_forms import ArmyAsked, ArmyDrawn, ArmyText, CardAsked
from condotta.server.armoury.armoury_sheet import sheet
from condotta.server.forms import NewBattle, SeatAsked
from condotta.server.games.shelves import roster_checked
from condotta.server.reasons import Refused
from condotta.server.rooms.founding import armies_start
from tests.armies.together import (
    CAMELS,
    ONCE,
    TOGETHER,
    TRANSPORTS,
    large,
    two_entries,
)
from tests.armies.together import army as raw
from tests.server.live import live, open_table

LISTS = (two_entries(),)
CARDS = ((CAMELS, ONCE, 98, 96, "BC-6.3"), (TRANSPORTS, TOGETHER, 96, 98, "BC-8.8"))


def card_of(shown, key: str, code: str):
    row = next(one for one in shown.options if one.key == key)
    return next(one for one in row.cards if one.code == code)


@pytest.mark.parametrize(("code", "name", "each", "whole", "clause"), CARDS)
def test_bc_6_3_bc_8_8_a_page_is_told_prices_by_the_reading_it_asks_for(
    code, name, each, whole, clause
):
    for settings, total in (({}, each), ({name: True}, whole)):
        about = {"roster": raw(code), "lists": LISTS, "settings": settings}
        shown = army(ArmyAsked(**about))
        assert (shown.total, shown.legal) == (total, total == 96)
        rows = [card_of(shown, key, code) for key in ("main/t2", "main/t3")]
        assert sum(one.now for one in rows) == shown.card_points
        assert [one.together for one in rows] == [clause if settings else ""] * 2
        if settings:
            assert [one.now for one in rows] == [2, 0]
        assert {one.name for one in shown.readings} == {ONCE, TOGETHER}
        assert sheet(ArmyAsked(**about), "en").army.total == total
        for form in ("text", "markdown"):
            text = written(ArmyText(form=form, **about)).text
            assert (f"[{clause}]" in text) == bool(settings)
        assert written(ArmyText(form="csv", **about)).text.count("card,main") == 2


def test_bc_6_3_a_second_entry_costs_nothing_more_where_it_is_once():
    one = raw(CAMELS, troopCards=[{"code": CAMELS, "option": "main/t2", "stands": 1}])
    for settings, more in (({}, 2), ({ONCE: True}, 0)):
        about = {"roster": one, "lists": LISTS, "settings": settings}
        shown = army(ArmyAsked(**about))
        assert card_of(shown, "main/t3", CAMELS).next == more
        asked = CardAsked(code=CAMELS, where="main/t3", amount=1)
        assert army(ArmyAsked(card=asked, **about)).total == shown.total + more


@pytest.mark.parametrize("name", [ONCE, TOGETHER])
def test_bc_6_3_bc_8_8_an_army_is_drawn_to_the_point_by_the_reading(name):
    key = army(ArmyAsked(roster=raw(CAMELS), lists=LISTS)).list.key
    for seed in range(6):
        asked = ArmyDrawn(key=key, seed=seed, cards="many", lists=LISTS, settings={name: True})
        shown = drawn(asked)
        assert (shown.total, shown.legal) == (96, True)


def test_bc_6_3_a_page_may_set_nothing_else():
    with pytest.raises(PlainError, match="turnLimit"):
        army(ArmyAsked(roster=raw(CAMELS), lists=LISTS, settings={"turnLimit": 4}))


@pytest.mark.parametrize("bought", CARDS, ids=(CAMELS, TRANSPORTS))
@pytest.mark.parametrize("system", ["triumph", "grand"])
def test_bc_6_3_bc_8_8_tc_11_1_a_battle_is_set_up_by_the_readings_of_its_table(system, bought):
    code, name, each, whole, _ = bought
    body = {**(large if system == "grand" else raw)(code), "lists": list(LISTS)}
    seats = (SeatAsked(held_by="bot", bot="steward", roster=body), SeatAsked(held_by="open"))
    for settings, total in (({}, each), ({name: True}, whole)):
        wanted = NewBattle(system=system, seats=seats, settings=settings)
        if total == 96:
            assert armies_start(wanted).names[0] == "Tiny"
        else:
            with pytest.raises(Refused) as refused:
                armies_start(wanted)
            assert refused.value.key == "server.roster"


@pytest.mark.parametrize(("code", "name", "each", "whole", "clause"), CARDS)
def test_bc_6_3_bc_8_8_a_roster_is_checked_by_the_settings_of_the_battle(
    code, name, each, whole, clause
):
    body = {**raw(code), "lists": list(LISTS)}
    plain, other = roster_checked(body), roster_checked(body, ("mercenaries", name))
    assert (plain.half_points, other.half_points) == (each, whole), clause
    assert (plain.legal, other.legal) == (each == 96, whole == 96)


@live
async def test_bc_8_8_a_reading_travels_in_what_a_browser_asks(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        totals = []
        for settings in ({}, {TOGETHER: True}):
            body = {"roster": raw(TRANSPORTS), "lists": list(LISTS), "settings": settings}
            totals.append((await browser.post("/api/armoury/army", json=body)).json()["total"])
        assert totals == [96, 98]
        body = {**raw(TRANSPORTS), "lists": list(LISTS)}
        asked = await browser.post(f"/api/rosters/check?set={TOGETHER}", json=body)
        assert asked.json()["half_points"] == 98
        wrong = {"roster": raw(TRANSPORTS), "lists": list(LISTS), "settings": {"turnLimit": 3}}
        assert (await browser.post("/api/armoury/army", json=wrong)).status_code == 400
