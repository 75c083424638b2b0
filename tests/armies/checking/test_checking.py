"""AL-11: every finding, all at once, each with its clause."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.armies import Finding, Library, check, find_list, find_roster, legal, library
from condotta.armies.paper.reports import checked
from condotta.armies.records import DataSet
from tests.armies.conftest import ROSTERS, body, imported, option, roster, shelf_of, taking, tiny


def codes(found: tuple[Finding, ...], *severities: str) -> list[str]:
    wanted = severities or ("error",)
    return [one.code for one in found if one.severity in wanted]


def named(raw: dict[str, Any]) -> str:
    return str(raw["label"])


@pytest.mark.parametrize("raw", ROSTERS["builtArmies"] + ROSTERS["invalidArmies"], ids=named)
def test_al_18_2_a_roster_has_exactly_its_points_and_findings(raw, shelf):
    one = checked(raw, shelf).as_json()
    told = {f["code"] for f in one["findings"] if f["severity"] == "error"}
    told |= {f["code"] for f in one["findings"] if f["code"] == "variantNotChosen"}
    assert told == set(raw["expect"].get("findings", []))
    points = (one["standPoints"], one["cardPoints"], one["total"], one["stands"])
    expected = [raw["expect"][key] for key in ("standPoints", "cardPoints", "total", "stands")]
    assert points == tuple(expected)
    assert one["legal"] is raw["expect"]["legal"]


def test_al_11_all_findings_come_at_once_and_the_gravest_first():
    shelf = shelf_of(tiny(troopOptions=[option(1, 3, "KNT"), option(2, 4, "SPR")]))
    wrong = roster(year=500, stands={"main/t1": {"KNT": 9, "ELE": 1}}, contingents=["c7"])
    found = check(wrong, shelf)
    assert codes(found) == [
        "yearOutsideList",
        "contingentUnknown",
        "troopOptionAboveMax",
        "troopOptionBelowMin",
        "troopTypeNotInOption",
    ]
    assert [one.severity for one in found][-1] == "warning"
    assert all(one.clause and one.message and "{" not in one.message for one in found)


def test_al_11_1_the_cap_counts_in_halves_and_less_is_only_a_warning():
    shelf = shelf_of(tiny())
    assert codes(check(roster(), shelf), "error", "warning") == []
    over = check(roster(stands={"main/t1": {"KNT": 13}}), shelf)
    assert codes(over) == ["overPointsCap"]
    assert over[0].message == "52 points are 4 more than the 48 allowed."
    under = check(roster(stands={"main/t1": {"KNT": 11}}), shelf)
    assert legal(under)
    assert codes(under, "warning") == ["underPointsCap"]


def test_tc_11_1_the_cap_is_a_parameter():
    assert codes(check(roster(), shelf_of(tiny()), cap=95)) == ["overPointsCap"]
    assert codes(check(roster(), shelf_of(tiny()), cap=97), "warning") == ["underPointsCap"]


@pytest.mark.parametrize(
    ("year", "inside"), [(-101, False), (-100, True), (100, True), (101, False)]
)
def test_al_11_2_the_years_of_a_list_include_both_ends(year, inside):
    found = codes(check(roster(year=year), shelf_of(tiny())))
    assert found == ([] if inside else ["yearOutsideList"])


def test_al_11_3_an_answer_to_no_question_changes_nothing():
    found = check(roster(variant="north"), shelf_of(tiny()))
    assert legal(found)
    assert codes(found, "info") == ["variantNotAsked"]


def test_al_11_3_an_answer_that_is_none_is_unknown_and_names_those_there_are(shelf):
    gauls = find_roster("sedentary-gallic-75-bc-any-other-tribe")
    found = check(msgspec.structs.replace(gauls, variant="belgium"), shelf)
    assert "variantUnknown" in codes(found)
    assert "helvetii-belgae" in next(f.message for f in found if f.code == "variantUnknown")


def test_al_11_4_the_minimum_of_an_option_out_of_its_years_does_not_bind():
    dated = option(3, 6, "SPR", dateRanges=[{"startDate": 10, "endDate": 20}])
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT"), dated]))
    assert codes(check(roster(year=9), shelf)) == []
    assert codes(check(roster(year=10), shelf)) == ["troopOptionBelowMin"]
    assert codes(check(roster(year=20), shelf)) == ["troopOptionBelowMin"]
    assert codes(check(roster(year=21), shelf)) == []
    late = roster(year=21, stands={"main/t1": {"KNT": 11}, "main/t2": {"SPR": 1}})
    assert codes(check(late, shelf)) == ["troopOptionUnavailable"]


def test_tc_11_3_minimums_bind_for_the_year_and_the_answer_of_the_army():
    gauls = find_roster("sedentary-gallic-75-bc-helvetii-or-belgae")
    assert codes(check(gauls)) == []
    others = msgspec.structs.replace(gauls, variant="other")
    assert codes(check(others)) == ["troopOptionUnavailable", "troopOptionBelowMin"]
    dated = option(1, 4, "SPR", dateRanges=[{"startDate": 40, "endDate": 60}])
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT"), dated]))
    assert codes(check(roster(year=50), shelf)) == ["troopOptionBelowMin"]
    assert codes(check(roster(year=61), shelf)) == []


def test_al_3_4_an_option_of_two_ranges_is_open_in_either():
    spans = [{"startDate": 10, "endDate": 20}, {"startDate": 30, "endDate": 40}]
    shelf = shelf_of(tiny(troopOptions=[option(0, 20, "KNT", dateRanges=spans)]))
    shut = [year for year in (10, 20, 25, 30, 40, 41) if codes(check(roster(year=year), shelf))]
    assert shut == [25, 41]


def test_tc_11_2_any_mix_of_types_counts_against_one_minimum_and_maximum():
    shelf = shelf_of(tiny(troopOptions=[option(4, 12, "KNT", "CAT")]))
    mixed = roster(stands={"main/t1": {"KNT": 5, "CAT": 7}})
    assert codes(check(mixed, shelf)) == []
    more = roster(stands={"main/t1": {"KNT": 6, "CAT": 7}})
    assert codes(check(more, shelf)) == ["troopOptionAboveMax", "overPointsCap"]
    fewer = roster(stands={"main/t1": {"KNT": 2, "CAT": 1}})
    assert codes(check(fewer, shelf)) == ["troopOptionBelowMin"]


@pytest.mark.parametrize("note", ["all", "All", " ALL "])
def test_al_3_2_an_option_marked_all_takes_one_type_only(note):
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", "CAT", entry_note=note)]))
    assert codes(check(roster(), shelf)) == []
    mixed = roster(stands={"main/t1": {"KNT": 6, "CAT": 6}})
    assert codes(check(mixed, shelf)) == ["troopOptionMixedTypes"]


def test_al_11_5_types_and_options_that_the_list_lacks_are_found_and_priced():
    shelf = shelf_of(tiny())
    strange = roster(stands={"main/t1": {"KNT": 10, "ELE": 1}, "main/t9": {"SPR": 1}})
    one = checked(msgspec.to_builtins(strange), shelf)
    assert codes(one.findings) == ["troopTypeNotInOption", "troopOptionUnknown"]
    assert one.bill.total == 96


def test_al_12_4_a_type_nobody_knows_is_a_finding_and_counts_as_free():
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", "XYZ")]))
    one = checked(msgspec.to_builtins(roster(stands={"main/t1": {"KNT": 12, "XYZ": 1}})), shelf)
    assert codes(one.findings) == ["troopTypeUnknown"]
    assert one.bill.total == 96


def test_al_12_4_an_unknown_card_is_a_finding_and_the_stands_are_still_priced():
    raw = msgspec.to_builtins(roster()) | {
        "armyCards": [{"code": "ZZ", "count": 3}],
        "troopCards": [{"code": "QQ", "option": "main/t1", "stands": 2}],
    }
    one = checked(raw, shelf_of(tiny()))
    assert codes(one.findings) == ["battleCardUnknown", "battleCardUnknown"]
    assert one.bill.stand_points == 96
    assert [line.half_points for line in one.bill.cards] == [None, None]


def test_al_11_7_one_ally_option_and_any_number_of_optional_contingents():
    allies = [
        taking(body("a", option(0, 2, "SPR"))),
        taking(body("b", option(0, 2, "SPR"))),
        taking(body("i", option(0, 2, "SPR"), internal=True)),
        taking(body("j", option(0, 2, "SPR"), internal=True)),
    ]
    shelf = shelf_of(tiny(allyOptions=allies))
    assert codes(check(roster(contingents=["c1", "c3", "c4"]), shelf)) == []
    assert codes(check(roster(contingents=["c1", "c2"]), shelf)) == ["multipleAllyOptions"]
    assert codes(check(roster(contingents=["c5"]), shelf)) == ["contingentUnknown"]


def test_tc_11_5_an_ally_option_of_two_is_one_option_and_two_contingents():
    pair = taking(body("a", option(1, 2, "SPR")), body("b", option(1, 2, "PIK")))
    shelf = shelf_of(tiny(allyOptions=[pair]))
    half = roster(contingents=["c1"], stands={"main/t1": {"KNT": 11}, "c1.1/a1": {"SPR": 1}})
    assert codes(check(half, shelf)) == ["troopOptionBelowMin"]
    stands = {"main/t1": {"KNT": 10}, "c1.1/a1": {"SPR": 1}, "c1.2/a1": {"PIK": 1}}
    assert codes(check(roster(contingents=["c1"], stands=stands), shelf)) == []


def test_tc_11_4_the_minimums_of_a_contingent_bind_only_if_it_is_taken():
    shelf = shelf_of(tiny(allyOptions=[taking(body("a", option(3, 8, "RBL"), internal=True))]))
    assert codes(check(roster(), shelf)) == []
    assert codes(check(roster(contingents=["c1"]), shelf)) == ["troopOptionBelowMin"]


def test_tc_11_6_a_contingent_never_feeds_the_minimum_of_the_list():
    options = [option(1, 20, "KNT"), option(2, 4, "SPR")]
    shelf = shelf_of(
        tiny(troopOptions=options, allyOptions=[taking(body("a", option(0, 4, "SPR")))])
    )
    stands = {"main/t1": {"KNT": 10}, "c1.1/a1": {"SPR": 2}}
    assert codes(check(roster(contingents=["c1"], stands=stands), shelf)) == ["troopOptionBelowMin"]


def test_al_5_6_the_years_of_the_option_gate_and_those_of_the_body_do_not():
    late = body("a", option(0, 2, "SPR")) | {"dateRange": {"startDate": 900, "endDate": 950}}
    shelf = shelf_of(tiny(allyOptions=[taking(late, years={"startDate": 5, "endDate": 60})]))
    assert codes(check(roster(contingents=["c1"], year=60), shelf)) == []
    assert codes(check(roster(contingents=["c1"], year=61), shelf)) == ["contingentUnavailable"]


def test_al_12_3_a_contingent_without_its_body_cannot_be_taken():
    bare = {"dateRange": None, "allyEntries": [{"name": "Lost", "allyArmyList": "f" * 24}]}
    shelf = shelf_of(tiny(allyOptions=[bare]))
    found = check(roster(contingents=["c1"]), shelf)
    assert codes(found) == ["contingentUnavailable"]
    assert "missing" in found[0].message


def test_al_11_8_stands_of_a_contingent_not_taken_are_told_and_cost_nothing():
    shelf = shelf_of(tiny(allyOptions=[taking(body("a", option(0, 4, "SPR")))]))
    one = checked(
        msgspec.to_builtins(roster(stands={"main/t1": {"KNT": 12}, "c1.1/a1": {"SPR": 9}})), shelf
    )
    assert one.legal
    assert codes(one.findings, "info") == ["contingentNotTaken"]
    assert one.bill.total == 96


def test_al_5_7_a_condition_before_a_name_is_shown_and_where_the_list_asks_it_gates():
    asia = taking(body("a", option(0, 2, "SPR")), names=["(in Asia) Galatian allies"])
    shelf = shelf_of(tiny(allyOptions=[asia]))
    found = check(roster(contingents=["c1"]), shelf)
    assert codes(found, "info") == ["noteNotUnderstood"]
    assert "in Asia" in found[-1].message
    seljuks = find_roster("seljuk-eastern-sultanates-1143-ad-sultanate-of-hamadan")
    merv = msgspec.structs.replace(seljuks, year=1120, contingents=("c1",))
    assert "contingentUnavailable" in codes(check(merv))


def test_al_8_1_rules_may_hold_for_some_years_only():
    question = {
        "label": "side",
        "variants": [{"id": "x", "name": "X"}, {"id": "y", "name": "Y"}],
        "rules": {"only X": {"only": ["x"], "from": 10, "to": 20}, "not X": {"except": ["x"]}},
    }
    options = [
        option(1, 20, "KNT"),
        option(0, 3, "SPR", note="only X"),
        option(0, 3, "PIK", note="not X"),
    ]
    shelf = shelf_of(tiny(troopOptions=options, variants=question))

    def wrong(variant: str | None, year: int, key: str, code: str) -> list[str]:
        stands = {"main/t1": {"KNT": 11}, key: {code: 1}}
        return codes(check(roster(variant=variant, year=year, stands=stands), shelf))

    assert wrong("x", 10, "main/t2", "SPR") == wrong("x", 20, "main/t2", "SPR") == []
    assert wrong("x", 21, "main/t2", "SPR") == ["troopOptionUnavailable"]
    assert wrong("y", 10, "main/t2", "SPR") == ["troopOptionUnavailable"]
    assert wrong("y", 50, "main/t3", "PIK") == []
    assert wrong("x", 50, "main/t3", "PIK") == ["troopOptionUnavailable"]
    assert wrong(None, 50, "main/t3", "PIK") == ["troopOptionUnavailable"]


def test_al_8_2_a_note_without_a_rule_leaves_its_option_open_and_is_told():
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", note="only Kish")]))
    found = check(roster(), shelf)
    assert legal(found)
    assert codes(found, "info") == ["noteNotUnderstood"]


GENERALS = [
    {"troopEntries": [{"troopTypeCode": "CHT"}]},
    {"troopEntries": [{"troopTypeCode": "KNT"}, {"troopTypeCode": "ECV"}]},
]


def test_al_4_1_the_general_comes_from_the_first_group_present():
    options = [option(0, 20, "KNT"), option(0, 20, "CHT"), option(0, 4, "SPR")]
    shelf = shelf_of(tiny(troopOptions=options, troopEntriesForGeneral=GENERALS))
    assert codes(check(roster(), shelf)) == []
    both = roster(stands={"main/t1": {"KNT": 11}, "main/t2": {"CHT": 1}})
    assert codes(check(both, shelf)) == ["generalTroopTypeNotAllowed"]
    chariot = {"option": "main/t2", "troopTypeCode": "CHT"}
    right = msgspec.to_builtins(both) | {"general": chariot}
    assert checked(right, shelf).legal
    spear = {"main/t1": {"KNT": 11}, "main/t3": {"SPR": 1}}
    led = roster(stands=spear, general={"option": "main/t3", "troopTypeCode": "SPR"})
    assert codes(check(led, shelf)) == ["generalTroopTypeNotAllowed"]


def test_al_4_3_optional_contingents_count_as_present_and_allies_do_not():
    def army(*, internal: bool) -> Library:
        chariots = taking(body("a", option(0, 4, "CHT"), internal=internal))
        return shelf_of(tiny(allyOptions=[chariots], troopEntriesForGeneral=GENERALS))

    stands = {"main/t1": {"KNT": 11}, "c1.1/a1": {"CHT": 1}}
    knight = roster(contingents=["c1"], stands=stands)
    assert codes(check(knight, army(internal=False))) == []
    assert codes(check(knight, army(internal=True))) == ["generalTroopTypeNotAllowed"]
    general = {"option": "c1.1/a1", "troopTypeCode": "CHT"}
    chariot = roster(contingents=["c1"], stands=stands, general=general)
    assert codes(check(chariot, army(internal=False))) == ["generalFromAlliedContingent"]
    assert codes(check(chariot, army(internal=True))) == []


def test_tc_11_7_exactly_one_stand_of_the_army_is_the_general():
    shelf = shelf_of(tiny())
    assert codes(check(roster(general=None), shelf)) == ["generalMissing"]
    absent = roster(general={"option": "main/t1", "troopTypeCode": "CAT"})
    assert codes(check(absent, shelf)) == ["generalNotInArmy"]


def test_al_4_5_where_no_general_is_possible_the_finding_names_the_years():
    options = [
        option(0, 20, "KNT", dateRanges=[{"startDate": -50, "endDate": 20}]),
        option(0, 20, "SPR"),
    ]
    shelf = shelf_of(tiny(troopOptions=options))
    found = check(roster(year=50, stands={"main/t2": {"SPR": 12}}, general=None), shelf)
    assert codes(found) == ["generalImpossible"]
    assert "100-51 BC and 21-100 AD" in found[0].message
    assert codes(check(roster(year=20, stands={"main/t2": {"SPR": 12}}, general=None), shelf)) == [
        "generalMissing"
    ]


def test_al_4_2_a_note_on_the_general_is_a_hint():
    noted = [{"troopEntries": [{"troopTypeCode": "KNT", "note": "only if Philip"}]}]
    found = check(roster(), shelf_of(tiny(troopEntriesForGeneral=noted)))
    assert legal(found)
    assert "only if Philip" in found[0].message


def test_al_16_8_a_grand_roster_is_not_judged_by_the_standard_rules():
    found = check(roster(gameSize="grand"), shelf_of(tiny()))
    assert {"commandCount", "generalMissing"} <= set(codes(found))
    assert codes(check(roster(gameSize="vast"), shelf_of(tiny()))) == ["gameSizeNotCovered"]


def test_al_10_1_a_list_nobody_has_is_one_finding():
    found = check(roster(armyListName="Atlantis"), library())
    assert codes(found) == ["listUnknown"]
    assert "Atlantis" in found[0].message


def test_al_10_4_al_11_15_a_changed_option_or_data_is_told_and_the_roster_stays_as_it_is():
    shipped = find_roster("Marian Roman")
    assert legal(check(shipped))
    assert not codes(check(shipped), "warning")
    other = msgspec.structs.replace(
        shipped, data_version="2020-01-01-00000000", fingerprints={"main/t2": "deadbeef"}
    )
    assert codes(check(other), "warning") == ["datasetChanged", "optionChanged"]
    assert legal(check(other))


def wagons_at(cost: int) -> DataSet:
    """A list of war wagons in a data version where one costs that many points."""
    kind = {"permanentCode": "WWG", "displayName": "War Wagons", "order": "Close", "cost": cost}
    general = [{"troopEntries": [{"troopTypeCode": "WWG"}]}]
    army = tiny(troopOptions=[option(1, 20, "WWG")], troopEntriesForGeneral=general)
    head = {"format": "condotta-armies", "rulesVersion": f"wagons-{cost}"}
    return imported(head | {"troopTypes": [kind], "armyLists": [army]}).data


def test_tri_16_a_roster_is_judged_by_the_data_it_is_pinned_to():
    cheap, dear = wagons_at(3), wagons_at(4)
    both = Library((cheap, dear))
    assert cheap.version != dear.version
    general = {"option": "main/t1", "troopTypeCode": "WWG"}
    for data, findings in ((cheap, []), (dear, ["overPointsCap"]), (cheap, [])):
        pinned = roster(
            stands={"main/t1": {"WWG": 16}},
            general=general,
            dataVersion=data.version,
            rulesVersion=data.rules_version,
        )
        assert codes(check(pinned, both), "error", "warning") == findings
    asked = roster(stands={"main/t1": {"WWG": 16}}, general=general, dataVersion=cheap.version)
    assert codes(check(asked, Library((dear,))), "error", "warning") == [
        "overPointsCap",
        "datasetChanged",
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = [
    *("label", "listKey", "armyListId", "armyListName", "dataVersion", "gameSize", "year"),
    *("variant", "contingents", "stands", "general", "armyCards", "troopCards", "fingerprints"),
]


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), JSON)
def test_al_11_checking_never_throws_on_bad_data(fields, anything):
    base = {"armyListName": "Marian Roman", "year": -58, "stands": {"main/t1": {"JCV": 2}}}
    for raw in (base | fields, anything):
        one = checked(raw)
        assert all(isinstance(found.message, str) for found in one.findings)
        one.as_json()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("year", 0),
        ("year", "58 BC"),
        ("year", True),
        ("stands", None),
        ("stands", {"main/t1": 3}),
        ("stands", {"main/t1": {"KNT": -1}}),
        ("stands", {"main/t1": {"KNT": 10**9}}),
        ("stands", {"main/t1": {"KNT": True}}),
        ("general", "KNT"),
        ("contingents", "c1"),
        ("armyCards", [{"count": 1}]),
        ("armyCards", {"FC": 1}),
        ("troopCards", [{"code": "HL"}]),
        ("fingerprints", []),
        ("label", ["x"]),
    ],
)
def test_al_10_a_field_that_makes_no_sense_is_named(field, value):
    found = checked({"armyListName": "Marian Roman", "year": -58, "stands": {}} | {field: value})
    assert "rosterMalformed" in codes(found.findings)


def test_al_15_2_every_shipped_roster_is_legal_and_every_shipped_list_has_one():
    shelf = library()
    assert {one.list_key for one in shelf.rosters} == {army.key for army in shelf.lists}
    for one in shelf.rosters:
        assert codes(check(one), "error", "warning") == [], one.id
    assert find_list("Marian Roman").key == "111a"
