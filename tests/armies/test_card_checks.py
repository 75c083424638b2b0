"""AL-11.6, AL-11.10 to AL-11.14: cards that may not be had, or not so, or not together."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from condotta.armies import check, find_roster, legal, muster, random_roster
from condotta.armies.building.card_views import amounts_of
from condotta.armies.cards.cardforms import forms
from condotta.armies.cards.grant_notes import read, reading
from condotta.armies.cards.grants import grants
from condotta.armies.files import save_rosters
from condotta.armies.lists.binding import bind
from condotta.armies.paper.reports import checked
from condotta.armies.records import CardEntry, Parsed, Side, Swap, Years
from condotta.armies.rosters.rosters import read_roster
from condotta.armies.rosters.sharing import from_code, share_code
from condotta.words import say
from tests.armies.conftest import body, option, roster, shelf_of, taking, tiny


def offer(code: str, note: str = "", most: int | None = None) -> dict[str, Any]:
    return {"battleCardCode": code, "min": None, "max": most, "note": note}


def told(found: Any, *severities: str) -> list[str]:
    return [one.code for one in found if one.severity in (severities or ("error",))]


def army(*cards: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"code": code, "count": count} for code, count in cards]


def troop(code: str, stands: int, where: str = "main/t1") -> dict[str, Any]:
    return {"code": code, "option": where, "stands": stands}


def test_bc_0_6_al_11_10_a_card_is_had_where_and_when_the_list_grants_it():
    shelf = shelf_of(tiny(battleCardEntries=[offer("FC", "before 84 BC"), offer("PT")]))
    eleven = {"main/t1": {"KNT": 11}}

    def found(**more: Any) -> list[str]:
        return told(check(roster(stands=eleven, **more), shelf))

    assert found(armyCards=army(("AM", 1))) == ["battleCardUnavailable"]
    assert found(year=-85, armyCards=army(("FC", 1))) == []
    assert found(year=-84, armyCards=army(("FC", 1))) == ["battleCardUnavailable"]
    assert found(troopCards=[troop("FC", 1)]) == ["battleCardUnavailable"]
    assert found(armyCards=army(("HL", 1))) == ["battleCardUnavailable"]


def test_al_11_10_deployment_dismounting_is_offered_wherever_the_dearer_card_is():
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", battleCardEntries=[offer("MD")])]))
    fewer = {"main/t1": {"KNT": 11}}
    assert legal(check(roster(stands=fewer, armyCards=army(("DD", 1))), shelf))
    assert legal(check(roster(stands=fewer, armyCards=army(("MD", 1))), shelf))
    only = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", battleCardEntries=[offer("DD")])]))
    assert not legal(check(roster(stands=fewer, armyCards=army(("MD", 1))), only))
    both = check(roster(stands=fewer, armyCards=army(("DD", 1), ("MD", 1))), shelf)
    assert told(both) == ["battleCardExclusive"]


def test_al_6_1_al_6_2_limits_of_one_card_twice_add_up():
    shelf = shelf_of(tiny(battleCardEntries=[offer("PD", "stakes", 3), offer("PD", "ditch", 3)]))
    eleven = {"main/t1": {"KNT": 11}}
    assert legal(check(roster(stands=eleven, armyCards=army(("PD", 6))), shelf))
    assert told(check(roster(stands=eleven, armyCards=army(("PD", 7))), shelf)) == [
        "battleCardAboveMax"
    ]


@pytest.mark.parametrize(
    ("code", "stands", "found"),
    [
        ("CC", 12, []),
        ("CC", 11, ["battleCardAllOrNone"]),
        ("SV", 11, ["battleCardNeedsPairs"]),
        ("SV", 13, ["battleCardStandsExceedOption", "battleCardNeedsPairs"]),
        ("LC", 13, ["battleCardStandsExceedOption"]),
    ],
)
def test_al_11_11_stands_all_or_none_and_pairs(code, stands, found):
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", battleCardEntries=[offer(code)])]))
    assert told(check(roster(troopCards=[troop(code, stands)]), shelf)) == found


def test_al_11_11_a_limit_over_the_whole_army_counts_all_options():
    note = "no more than 2 stands of Mobile Infantry total in the whole army"
    options = [option(1, 20, "KNT")]
    options += [option(0, 4, "SPR", battleCardEntries=[offer("MI", note)]) for _ in range(2)]
    shelf = shelf_of(tiny(troopOptions=options))
    stands = {"main/t1": {"KNT": 1}, "main/t2": {"SPR": 2}, "main/t3": {"SPR": 2}}
    cards = [troop("MI", 1, "main/t2"), troop("MI", 1, "main/t3")]
    assert legal(check(roster(stands=stands, troopCards=cards), shelf))
    cards[1] = troop("MI", 2, "main/t3")
    assert told(check(roster(stands=stands, troopCards=cards), shelf)) == ["battleCardLimitPerArmy"]


@pytest.fixture
def printed(monkeypatch):
    """Changes what is printed on a card."""

    def otherwise(code: str, **changes: Any) -> None:
        monkeypatch.setitem(forms(), code, replace(forms()[code], **changes))

    return otherwise


LIMIT = "battleCardLimitPerArmy"
TWO = {"main/t1": {"KNT": 1}, "main/t2": {"SPR": 4}, "main/t3": {"SPR": 4, "SKM": 2}}


def two_options(code: str, last: int = 6, *kinds: str) -> Any:
    """A list with two options that may have a card."""
    options = [option(1, 20, "KNT"), option(0, 4, "SPR", battleCardEntries=[offer(code)])]
    types = kinds or ("SPR", "SKM")
    options.append(option(0, last, *types, battleCardEntries=[offer(code)]))
    return shelf_of(tiny(troopOptions=options))


@pytest.mark.parametrize(
    ("here", "there", "found"),
    [
        (3, 0, []),
        (2, 1, []),
        (4, 0, ["battleCardLimitPerArmy"]),
        (2, 2, ["battleCardLimitPerArmy"]),
    ],
)
def test_al_11_11_a_card_of_stands_may_be_limited_over_the_whole_army(printed, here, there, found):
    """As LC is printed it has no limit; here three stands of the army may have it."""
    shelf = two_options("LC")
    cards = [troop("LC", here, "main/t2"), *([troop("LC", there, "main/t3")] if there else [])]
    fielded = roster(stands=TWO, troopCards=cards)
    assert legal(check(fielded, shelf))
    printed("LC", most=3)
    assert told(check(fielded, shelf)) == found
    bound = bind(fielded, *shelf.source_of(fielded))
    assert amounts_of(bound, forms()["LC"], "main/t2") == tuple(range(4 - there))


def test_al_11_11_a_card_for_all_or_none_is_for_none_where_so_many_may_not_have_it(printed):
    fielded = roster(stands=TWO)
    shelf = two_options("CC")
    bound = bind(fielded, *shelf.source_of(fielded))
    assert amounts_of(bound, forms()["CC"], "main/t2") == (0, 4)
    printed("CC", most=3)
    assert amounts_of(bound, forms()["CC"], "main/t2") == (0,)


@pytest.mark.parametrize("code", ["LC", "CC"])
def test_al_15_2_no_army_is_dealt_more_of_a_card_of_stands_than_it_may_have(printed, code):
    printed(code, most=3)
    shelf, dealt = two_options(code, 2), 0
    for seed in range(40):
        army = random_roster(shelf.lists[0], seed, shelf=shelf, cards="many")
        assert legal(check(army, shelf)), seed
        dealt += sum(card.stands for card in army.troop_cards)
    assert dealt


def test_al_11_10_a_card_for_a_few_types_alone_is_had_by_no_other(printed):
    """Of an option with others those alone may have it, and an option without them not at all."""
    shelf = two_options("LC")
    mixed = roster(stands=TWO, troopCards=[troop("LC", 3, "main/t3")])
    none = roster(stands=TWO, troopCards=[troop("LC", 1, "main/t2")])
    assert legal(check(mixed, shelf))
    assert legal(check(none, shelf))
    printed("LC", only=("SKM", "KNT"))
    assert told(check(mixed, shelf)) == ["battleCardStandsExceedOption"]
    assert told(check(none, shelf)) == ["battleCardUnavailable"]
    bound = bind(mixed, *shelf.source_of(mixed))
    assert amounts_of(bound, forms()["LC"], "main/t3") == (0, 1, 2)
    assert amounts_of(bound, forms()["LC"], "main/t2") == (0,)
    (closed,) = grants(bound, forms()["LC"], "main/t2")
    assert closed.closed == "type"
    fewer = roster(stands=TWO, troopCards=[troop("LC", 2, "main/t3")])
    assert legal(check(fewer, shelf))
    have = [one.code for one in muster(fewer, shelf).stands if "LC" in one.cards]
    assert have == ["SKM", "SKM"]


def test_bc_8_1_a_card_for_foot_is_not_to_be_had_where_there_is_none():
    options = [option(1, 20, "KNT", battleCardEntries=[offer("MI")])]
    found = check(roster(troopCards=[troop("MI", 1)]), shelf_of(tiny(troopOptions=options)))
    assert told(found) == ["battleCardUnavailable"]


def test_al_6_9_a_card_of_the_army_for_any_infantry_but_two_types():
    note = "0-3 stands total, any infantry except Skirmisher or Rabble"
    options = [option(1, 20, "KNT"), option(0, 4, "SPR"), option(0, 4, "SKM")]
    shelf = shelf_of(tiny(troopOptions=options, battleCardEntries=[offer("MI", note)]))
    stands = {"main/t1": {"KNT": 1}, "main/t2": {"SPR": 4}, "main/t3": {"SKM": 4}}

    def found(where: str, count: int) -> list[str]:
        return told(check(roster(stands=stands, troopCards=[troop("MI", count, where)]), shelf))

    assert found("main/t2", 3) == []
    assert found("main/t2", 4) == ["battleCardLimitPerArmy"]
    assert found("main/t3", 1) == ["battleCardUnavailable"]
    assert found("main/t1", 1) == ["battleCardUnavailable"]


def test_al_11_12_no_camp_leaves_the_cards_of_a_camp_idle_and_that_is_said():
    cards = [offer(code) for code in ("NC", "FC", "PT", "SW")]
    shelf = shelf_of(tiny(battleCardEntries=cards))
    stands = {"main/t1": {"KNT": 10}}
    bought = army(("NC", 1), ("FC", 1), ("SW", 1))
    found = check(roster(stands=stands, armyCards=bought), shelf)
    assert legal(found)
    assert told(found, "warning").count("battleCardExclusive") == 2


def test_al_11_13_of_fortified_camp_and_pack_trains_one_is_chosen_later():
    shelf = shelf_of(tiny(battleCardEntries=[offer("FC"), offer("PT")]))
    stands = {"main/t1": {"KNT": 11}}
    found = check(roster(stands=stands, armyCards=army(("FC", 1), ("PT", 1))), shelf)
    assert told(found, "error", "info") == ["campChoicePending"]


def test_al_11_13_a_finding_names_its_cards_in_the_language_of_the_reader():
    shelf = shelf_of(tiny(battleCardEntries=[offer("FC"), offer("PT")]))
    both = roster(stands={"main/t1": {"KNT": 10}}, armyCards=army(("FC", 1), ("PT", 1)))
    pending = next(one for one in check(both, shelf) if one.code == "campChoicePending")
    assert pending.params["cards"] == ("card.FC.name", "card.PT.name")
    for lang in ("en", "fr"):
        for code in ("FC", "PT"):
            assert say(f"card.{code}.name", lang=lang) in pending.said(lang)
    assert say("card.FC.name", lang="en") not in pending.said("fr")


def test_al_11_14_bow_stands_serve_as_many_as_their_type_costs():
    options = [option(1, 20, "KNT"), option(0, 8, "HFT", battleCardEntries=[offer("SP")])]
    options += [option(0, 4, "SKM", battleCardEntries=[offer("SB")])]
    shelf = shelf_of(tiny(troopOptions=options))

    def found(bows: int) -> list[str]:
        stands = {"main/t1": {"KNT": 1}, "main/t2": {"HFT": 6}, "main/t3": {"SKM": bows}}
        one = roster(stands=stands, troopCards=[troop("SP", 6, "main/t2")])
        return told(check(one, shelf), "error", "info")

    assert found(2) == []
    assert found(1) == ["supportShort"]


def test_al_11_6_an_elephant_screen_bars_elephants_and_their_minimums():
    options = [option(1, 20, "KNT"), option(2, 4, "ELE", battleCardEntries=[offer("ES")])]
    shelf = shelf_of(tiny(troopOptions=options))
    without = {"main/t1": {"KNT": 11}}
    assert told(check(roster(stands=without), shelf)) == ["troopOptionBelowMin"]
    assert told(check(roster(stands=without, armyCards=army(("ES", 1))), shelf)) == []
    beside = {"main/t1": {"KNT": 9}, "main/t2": {"ELE": 2}}
    found = check(roster(stands=beside, armyCards=army(("ES", 1))), shelf)
    assert told(found) == ["battleCardForbidsTroopType"]


def test_bc_30_64_an_elephant_screen_bars_the_elephants_of_contingents_too():
    ally = [taking(body("a", option(1, 4, "ELE")))]
    options = [option(1, 20, "KNT", battleCardEntries=[offer("ES")])]
    shelf = shelf_of(tiny(troopOptions=options, allyOptions=ally))
    stands = {"main/t1": {"KNT": 9}, "c1.1/a1": {"ELE": 1}}
    screen = {"armyCards": army(("ES", 1)), "contingents": ["c1"]}
    found = [
        one for one in check(roster(stands=stands, **screen), shelf) if one.severity == "error"
    ]
    assert [(one.code, one.where) for one in found] == [("battleCardForbidsTroopType", "c1.1/a1")]
    assert legal(check(roster(stands=stands, contingents=["c1"]), shelf))
    assert legal(check(roster(stands={"main/t1": {"KNT": 9}}, **screen), shelf))


def test_bc_30_64_in_a_larger_army_an_ally_command_keeps_its_elephants():
    options = [option(1, 20, "KNT"), option(0, 3, "ELE", battleCardEntries=[offer("ES")])]
    shelf = shelf_of(tiny(troopOptions=options))

    def found(*kinds: str) -> list[tuple[str, str]]:
        split = [
            {
                "number": number,
                "kind": kind,
                "armyListName": "Tiny",
                "stands": {"main/t1": {"KNT": 9 - 2 * number}, "main/t2": {"ELE": elephants}},
                "general": {
                    "option": "main/t1",
                    "troopTypeCode": "KNT",
                    "overallCommander": number == 0,
                },
            }
            for number, kind, elephants in zip(range(3), kinds, (0, 0, 2), strict=True)
        ]
        raw = {"armyListName": "Tiny", "year": 50, "gameSize": "grand", "commands": split}
        told = checked(raw | {"armyCards": army(("ES", 1))}, shelf).findings
        return [(one.code, one.where) for one in told if one.severity == "error"]

    assert found("main", "main", "ally") == []
    assert found("main", "main", "main") == [("battleCardForbidsTroopType", "main/t2")]


def test_al_16_1_with_every_general_barred_any_bold_stand_leads_and_it_is_said():
    options = [option(1, 20, "KNT"), option(1, 4, "ELE", battleCardEntries=[offer("ES")])]
    options += [option(0, 4, "RBL")]
    groups = [{"troopEntries": [{"troopTypeCode": "ELE"}]}]
    shelf = shelf_of(tiny(troopOptions=options, troopEntriesForGeneral=groups))
    stands = {"main/t1": {"KNT": 10}, "main/t3": {"RBL": 2}}
    knight = check(roster(stands=stands, armyCards=army(("ES", 1))), shelf)
    assert (told(knight), told(knight, "warning")[:1]) == ([], ["generalFree"])
    general = {"option": "main/t3", "troopTypeCode": "RBL"}
    rabble = check(roster(stands=stands, armyCards=army(("ES", 1)), general=general), shelf)
    assert told(rabble) == ["generalTroopTypeNotAllowed"]


def test_bc_21_3_shower_shooting_is_never_for_horse_bow():
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "HBW", battleCardEntries=[offer("SS")])]))
    found = check(roster(stands={"main/t1": {"HBW": 4}}, troopCards=[troop("SS", 4)]), shelf)
    assert "battleCardForbidsTroopType" in told(found)


def test_al_11_8_cards_of_a_contingent_not_taken_cost_nothing_and_are_said():
    pyrrhic = find_roster("pyrrhic-286-bc")
    found = check(roster(troopCards=[troop("HL", 1, "c1.1/a1")]), shelf_of(tiny()))
    assert told(found, "error", "info") == ["contingentNotTaken"]
    assert pyrrhic.troop_cards == ()


@pytest.mark.parametrize(
    ("code", "note", "parsed"),
    [
        ("DD", "as Elite Foot", Parsed(dismount_as="EFT")),
        ("MD", "as Archers", Parsed(dismount_as="ARC")),
        (
            "DD",
            "639-843 AD, as Heavy Foot",
            Parsed(dismount_as="HFT", date_ranges=(Years(639, 843),)),
        ),
        (
            "DD",
            "only 1477 AD: as Elite Foot",
            Parsed(dismount_as="EFT", date_ranges=(Years(1477, 1477),)),
        ),
        ("DD", "General only; as Pike", Parsed(dismount_as="PIK", only_general=True)),
        (
            "DD",
            "German Knights as Elite Foot; Lithuanian Javelin Cavalry as Archers",
            Parsed(dismount_by_type={"KNT": "EFT", "JCV": "ARC"}),
        ),
        ("CT", "Pavise", Parsed(may_pass_through=("PAV",))),
        ("HL", "only Pavise", Parsed(only_troop_types=("PAV",))),
        ("SS", "only if Elite Cavalry", Parsed(only_troop_types=("ECV",))),
        ("SS", "only after 900 AD", Parsed(date_ranges=(Years(901, 9999),))),
        ("HD", "371-225 BC", Parsed(date_ranges=(Years(-371, -225),))),
        ("FC", "883 to 745 BC: Mud-brick and timber", Parsed(date_ranges=(Years(-883, -745),))),
        ("FC", "Wagon laager, after 1150 AD", Parsed(date_ranges=(Years(1151, 9999),))),
        ("MI", "on camels, after 200 AD", Parsed(date_ranges=(Years(201, 9999),))),
        ("FC", "Wagon laager", Parsed()),
        ("MI", "on carts", Parsed()),
        ("MI", "Military Orders", Parsed(condition="Military Orders")),
        ("PD", "(only Zamua) Dry stone walls", Parsed(condition="Zamua")),
        ("PT", "Normans only: pack-mules", Parsed(condition="Normans")),
        ("SB", "on Dailami only", Parsed(condition="Dailami")),
    ],
)
def test_al_6_4_al_6_5_notes_are_read_by_a_closed_grammar(code, note, parsed):
    assert read(code, note) == parsed


def test_al_6_6_swaps_are_read_by_hand():
    note = "Swap one stand of Horde for a pair of Disguised Saxons"
    assert reading(CardEntry("DC", note=note)).swap == Swap(Side("HRD"), Side("WRR", 2))
    note = "Non-combatants disguised as one stand of Horde"
    assert reading(CardEntry("DC", note=note)).swap == Swap(Side("HRD"))


def test_bc_24_14_dust_looks_like_horse_bow():
    dust = "(only Murong kingdoms) Women mounted on oxen throwing dust from bags"
    note = f"{dust}, simulating moving soldiers"
    assert reading(CardEntry("DC", note=note)).swap == Swap(Side("HBW"))


def test_al_6_5_a_note_that_is_not_understood_is_shown_and_the_card_stays():
    entry = offer("AM", "only under Alexios Komnenos")
    shelf = shelf_of(tiny(battleCardEntries=[entry]))
    stands = {"main/t1": {"KNT": 11}}
    found = check(roster(stands=stands, armyCards=army(("AM", 1))), shelf)
    assert legal(found)
    (note,) = (one for one in found if one.code == "cardNoteNotUnderstood")
    assert note.message.startswith("Ambush, for the army, on a condition")
    assert "Alexios Komnenos" in note.message


@pytest.mark.parametrize(
    ("on", "found"),
    [
        ({"SPR": [2, 3]}, []),
        ({"SPR": [2]}, []),
        ({}, []),
        ({"SPR": [1, 2, 3]}, ["battleCardTooManyNamed"]),
        ({"SPR": [2, 7]}, ["battleCardWrongStands"]),
        ({"HFT": [1]}, ["battleCardWrongStands"]),
        ({"SPR": [0]}, ["rosterMalformed"]),
        ({"SPR": [True]}, ["rosterMalformed"]),
        ({"SPR": "2"}, ["rosterMalformed"]),
        ([2], ["rosterMalformed"]),
        ("2", ["rosterMalformed"]),
    ],
)
def test_al_10_3_stands_that_are_named_for_a_card_must_be_there(on, found):
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "SPR", battleCardEntries=[offer("PL")])]))
    raw = {
        "armyListName": "Tiny", "year": 50, "stands": {"main/t1": {"SPR": 6}},
        "general": {"option": "main/t1", "troopTypeCode": "SPR"},
        "troopCards": [troop("PL", 2) | {"on": on}],
    }  # fmt: skip
    draft = read_roster(raw)
    told_of = [*draft.findings, *check(draft.roster, shelf)]
    wanted = ("battleCardTooManyNamed", "battleCardWrongStands", "rosterMalformed")
    assert [one.code for one in told_of if one.code in wanted] == found


def test_al_15_6_the_stands_that_are_named_travel_with_the_roster():
    """By link and by file. [AL-10.3]"""
    raw = {
        "armyListName": "Tiny",
        "troopCards": [troop("PL", 2) | {"on": {"SPR": [4, 2]}}, troop("MI", 1)],
    }
    draft = read_roster(raw).roster
    assert from_code(share_code(draft)).troop_cards == draft.troop_cards
    written = json.loads(save_rosters((draft,)))
    again = read_roster(written if "troopCards" in written else written["rosters"][0]).roster
    assert again.troop_cards == draft.troop_cards
    assert [one.named for one in draft.troop_cards] == [{"SPR": (2, 4)}, {}]
