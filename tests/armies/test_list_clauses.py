"""What the rows of a list mean for a roster: years, options, contingents, notes. [AL-1 to AL-6]"""

from typing import Any

import pytest
from msgspec.structs import replace

from condotta.armies import Library, check, cost, legal, library, muster
from condotta.armies.cards.grant_notes import reading
from condotta.armies.records import CardEntry
from condotta.armies.rosters.rosters import read_roster
from condotta.armies.years import typed_year
from condotta.errors import PlainError
from condotta.rules.triumph.tables import topography
from condotta.rules.triumph.tables import troop as rules_of
from tests.armies.conftest import body, option, roster, shelf_of, taking, tiny


def errors(found: Any) -> list[str]:
    return [one.code for one in found if one.severity == "error"]


def offer(code: str, note: str = "") -> dict[str, Any]:
    return {"battleCardCode": code, "min": None, "max": None, "note": note}


def test_al_1_2_al_1_1_prices_and_kinds_of_the_26_types_are_those_of_the_rules():
    told = {one.permanent_code: one for one in library().sets[0].troops}
    assert len(told) == 26
    for code, listed in told.items():
        kind = rules_of(code)
        assert (listed.half_points, listed.category == "foot") == (kind.half_points, kind.is_foot)


@pytest.mark.parametrize("word", ["Pavisiers", "Pavisier", "Pavise", "pavises", "PAVISE"])
def test_al_1_3_notes_may_use_either_name_of_a_type(word):
    parsed = reading(CardEntry("CT", note=word))
    assert parsed.may_pass_through == ("PAV",)


@pytest.mark.parametrize("home", ["Arable", "Forest", "Hilly", "Steppe", "Dry", "Delta", "Marsh"])
def test_al_1_7_seven_home_topographies_are_those_of_the_rules(home):
    shelf = shelf_of(tiny(homeTopographies=[{"values": [home], "note": ""}]))
    made = muster(roster(), shelf)
    assert made.topographies == (home,)
    assert topography(home.casefold()).key == home.casefold()


def test_al_1_4_a_price_belongs_to_the_version_of_the_data():
    old = shelf_of(tiny()).sets[0]
    dearer = tuple(
        replace(one, half_points=one.half_points + 2) if one.permanent_code == "KNT" else one
        for one in old.troops
    )
    new = replace(old, version="later", troops=dearer)
    both = Library((new, old))
    assert cost(roster(dataVersion=old.version), both).total == 96
    assert cost(roster(dataVersion="later"), both).total == 12 * 10


@pytest.mark.parametrize(("year", "good"), [(-100, True), (100, True), (-101, False), (101, False)])
def test_al_2_4_the_years_of_a_list_hold_both_ends(year, good):
    assert legal(check(roster(year=year), shelf_of(tiny()))) is good


def test_al_2_4_there_is_no_year_0():
    draft = read_roster({"armyListName": "Tiny", "year": 0, "stands": {}})
    assert [(one.code, one.where) for one in draft.findings] == [("rosterMalformed", "year")]
    for typed in ("0", "0 BC", "-0", "0 AD"):
        with pytest.raises(PlainError):
            typed_year(typed)


@pytest.mark.parametrize(
    ("feet", "found"),
    [
        ({"HFT": 1, "SPR": 1}, []),
        ({"HFT": 2, "SPR": 1}, []),
        ({"SPR": 1}, ["troopOptionBelowMin"]),
        ({"HFT": 2, "SPR": 2}, ["troopOptionAboveMax"]),
    ],
)
def test_al_3_1_al_2_7_an_options_limits_count_all_its_entries_together(feet, found):
    """Its minimum binds whatever else is taken."""
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT"), option(2, 3, "HFT", "SPR")]))
    one = roster(stands={"main/t1": {"KNT": 7}, "main/t2": feet})
    assert [code for code in errors(check(one, shelf)) if code.startswith("troopOption")] == found


@pytest.mark.parametrize(("core", "lined"), [("all", 12), ("half", 6), ("", 0)])
def test_al_3_3_the_battle_line_is_on_the_roster_and_nothing_to_legality(core, lined):
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", core=core or None)]))
    assert legal(check(roster(), shelf))
    assert sum(one.battle_line for one in muster(roster(), shelf).stands) == lined


def test_al_3_5_al_5_8_a_note_in_words_is_shown_and_forbids_nothing():
    ally = [taking(body("a", option(0, 2, "HFT", note="only if Philip"), internal=True))]
    options = [option(1, 20, "KNT", note="only in Anatolia")]
    shelf = shelf_of(tiny(troopOptions=options, allyOptions=ally))
    stands = {"main/t1": {"KNT": 10}, "c1.1/a1": {"HFT": 2}}
    assert legal(check(roster(stands=stands, contingents=["c1"]), shelf))


def test_al_3_7_a_card_of_an_option_is_for_its_stands_and_no_others():
    options = [option(1, 20, "KNT", battleCardEntries=[offer("HL")]), option(0, 4, "SPR")]
    shelf = shelf_of(tiny(troopOptions=options))
    stands = {"main/t1": {"KNT": 10}, "main/t2": {"SPR": 2}}

    def found(where: str) -> list[str]:
        cards = [{"code": "HL", "option": where, "stands": 1}]
        return errors(check(roster(stands=stands, troopCards=cards), shelf))

    assert found("main/t1") == []
    assert found("main/t2") == ["battleCardUnavailable"]


def test_al_5_1_al_5_2_al_5_3_al_5_5_an_optional_contingent_binds_only_when_it_is_taken():
    """Any number of them may be; a body has limits of its own and leaves the list's alone."""
    bodies = [
        taking(body(key, option(2, 4, "HFT"), option(1, 2, "SKM"), internal=True)) for key in "ab"
    ]
    shelf = shelf_of(tiny(troopOptions=[option(4, 20, "KNT")], allyOptions=bodies))

    def found(knights: int, **more: Any) -> list[str]:
        stands = {"main/t1": {"KNT": knights}, **more.pop("stands", {})}
        codes = errors(check(roster(stands=stands, **more), shelf))
        return [code for code in codes if code.startswith("troopOption")]

    full = {"c1.1/a1": {"HFT": 2}, "c1.1/a2": {"SKM": 1}}
    both = full | {"c2.1/a1": {"HFT": 2}, "c2.1/a2": {"SKM": 1}}
    assert found(12) == []
    assert found(8, stands=full, contingents=["c1"]) == []
    assert found(5, stands=both, contingents=["c1", "c2"]) == []
    assert found(8, stands={"c1.1/a1": {"HFT": 2}}, contingents=["c1"]) == ["troopOptionBelowMin"]
    assert found(3, stands=full, contingents=["c1"]) == ["troopOptionBelowMin"]


@pytest.mark.parametrize(("code", "note"), [("FC", "Wagon laager"), ("PT", "pack mules")])
def test_al_6_3_a_note_that_describes_a_card_of_the_camp_has_no_effect(code, note):
    shelf = shelf_of(tiny(battleCardEntries=[offer(code, note)]))
    one = roster(stands={"main/t1": {"KNT": 11}}, armyCards=[{"code": code, "count": 1}])
    assert errors(check(one, shelf)) == []


def test_al_6_7_a_note_that_ties_bows_to_whom_they_support_is_a_hint():
    options = [
        option(1, 20, "KNT"),
        option(0, 6, "HFT", battleCardEntries=[offer("SP", "by Dailami only")]),
        option(0, 4, "SKM", battleCardEntries=[offer("SB", "on Dailami only")]),
    ]
    shelf = shelf_of(tiny(troopOptions=options))
    stands = {"main/t1": {"KNT": 5}, "main/t2": {"HFT": 3}, "main/t3": {"SKM": 4}}
    cards = [{"code": "SP", "option": "main/t2", "stands": 3}]
    assert errors(check(roster(stands=stands, troopCards=cards), shelf)) == []


def test_al_6_8_an_allied_contingent_brings_no_cards_to_48_points():
    allied = body("a", option(1, 4, "HFT", battleCardEntries=[offer("HL")]))
    shelf = shelf_of(tiny(allyOptions=[taking(allied)]))
    stands = {"main/t1": {"KNT": 10}, "c1.1/a1": {"HFT": 2}}
    cards = [{"code": "HL", "option": "c1.1/a1", "stands": 2}]
    plain = roster(stands=stands, contingents=["c1"])
    assert errors(check(plain, shelf)) == []
    carded = roster(stands=stands, contingents=["c1"], troopCards=cards)
    assert errors(check(carded, shelf)) == ["battleCardUnavailable"]


@pytest.mark.parametrize("code", ["CH", "LC", "HD", "SV", "SB"])
def test_al_16_9_what_is_chosen_when_setting_out_is_free_to_buy(code):
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", battleCardEntries=[offer(code)])]))
    cards = [{"code": code, "option": "main/t1", "stands": 12}]
    assert cost(roster(troopCards=cards), shelf).card_points == 0
