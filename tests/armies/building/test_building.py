"""AL-15.1: what a screen shows of an army being built, and the changes that build it."""

import json

import msgspec
import pytest

from condotta.armies import Roster, check, cost, find_roster, legal, library, random_roster
from condotta.armies.building.building import changed, start, view
from condotta.armies.building.changes import (
    AnyChange,
    SetAnswer,
    SetCard,
    SetGeneral,
    SetName,
    SetStands,
    SetYear,
    Take,
)
from condotta.armies.building.searching import Search, search
from condotta.armies.cards.cardforms import forms
from condotta.armies.paper.printing import page
from condotta.errors import PlainError
from condotta.words import say
from tests.armies.conftest import option, shelf_of, tiny

ENGLISH = "178d"


def card(roster, code, where="army"):
    shown = view(roster)
    rows = [*shown.cards, *(one for option in shown.rows for one in option.cards)]
    return next(one for one in rows if (one.code, one.where) == (code, where))


def test_al_15_1_a_list_is_opened_at_its_minimums():
    roster = start(ENGLISH, year=1415)
    shown = view(roster)
    assert (shown.list.name, roster.year) == ("Later Hundred-Years War English", 1415)
    assert all(one.stands == one.least for one in shown.options if not one.closed)
    assert shown.list.turning[0] == shown.list.start
    assert {one.code for one in shown.findings} == {"generalMissing", "underPointsCap"}


def test_al_15_1_al_3_4_options_out_of_their_years_are_shown_closed():
    closed = [one for one in view(start("pyrrhic", year=-279)).options if one.closed]
    assert closed
    assert {one.closed for one in closed} == {"army.closed.year"}


def test_al_10_2_al_10_3_an_army_is_built_change_by_change_in_any_order():
    many = [
        SetStands("main/t1", "KNT", 1),
        SetStands("main/t3", "ARC", 8),
        SetStands("main/t6", "LFT", 1),
        SetStands("main/t7", "HFT", 1),
        SetStands("main/t2", "ART", 1),
        SetGeneral("main/t1", "KNT"),
        SetCard("DD", "army", 1),
        SetCard("PD", "army", 4),
        SetCard("MI", "main/t3", 1),
        SetName("Agincourt"),
    ]
    one = changed(start(ENGLISH, year=1415), *many)
    other = changed(start(ENGLISH, year=1415), *reversed(many))
    assert (view(one).total, view(one).legal) == (96, True)
    assert cost(one) == cost(other)
    assert check(one) == check(other) == ()
    assert msgspec.json.decode(msgspec.json.encode(one), type=type(one)) == one


def test_al_9_6_a_card_says_what_it_costs_and_what_the_next_would():
    roster = changed(start(ENGLISH, year=1415), SetStands("main/t3", "ARC", 6))
    first = card(roster, "MI", "main/t3")
    assert (first.amount, first.now, first.next) == (0, 0, 0)
    second = card(changed(roster, SetCard("MI", "main/t3", 1)), "MI", "main/t3")
    assert (second.amount, second.now, second.next) == (1, 0, 2)
    ditches = card(changed(roster, SetCard("PD", "army", 2)), "PD")
    assert (ditches.now, ditches.next, ditches.amounts) == (2, 1, tuple(range(11)))


def test_al_9_8_a_card_for_all_or_none_follows_the_number_of_stands():
    roster = start("dynastic kurdish", year=1000)
    roster = changed(roster, SetStands("main/t1", "ECV", 4), SetCard("SF", "main/t1", 1))
    assert [one.stands for one in roster.troop_cards] == [4]
    more = changed(roster, SetStands("main/t1", "ECV", 9))
    assert [one.stands for one in more.troop_cards] == [9]
    assert (card(more, "SF", "main/t1").now, card(more, "SF", "main/t1").amounts) == (-9, (0, 9))


def leading(roster, word="may_lead"):
    kinds = ((row.key, kind) for row in view(roster).rows for kind in row.types)
    return [(key, kind.code) for key, kind in kinds if getattr(kind, word)]


def test_al_4_1_those_who_may_lead_are_the_stands_of_the_first_group_present():
    roster = start("marian roman", year=-58)
    assert leading(roster)
    assert {code for _, code in leading(roster)} <= {"JCV", "ELE", "EFT", "KNT"}
    led = changed(roster, SetGeneral(*leading(roster)[0]))
    assert leading(led, "leads") == leading(roster)[:1]
    assert "generalMissing" not in {one.code for one in view(led).findings}


def test_al_16_1_any_stand_may_lead_where_a_screen_bars_all_who_should():
    """Elephants do not, and need not be there. [AL-11.6]"""
    elephants = option(1, 4, "ELE", battleCardEntries=[{"battleCardCode": "ES"}])
    general = [{"troopEntries": [{"troopTypeCode": "ELE"}]}]
    options = [elephants, option(0, 9, "HFT"), option(0, 9, "SKM")]
    shelf = shelf_of(tiny(troopOptions=options, troopEntriesForGeneral=general))
    stands = {"main/t1": {"ELE": 2}, "main/t2": {"HFT": 3}, "main/t3": {"SKM": 3}}
    before = Roster(army_list_name="Tiny", year=50, stands=stands)
    screened = changed(before, SetCard("ES", "army", 1), shelf=shelf)
    told = {}
    for name, one in (("before", before), ("screened", screened)):
        kinds = [kind for row in view(one, shelf).options for kind in row.types]
        told[name] = [(kind.code, kind.least) for kind in kinds if kind.may_lead]
        assert kinds[0].least == (1 if name == "before" else 0)
    assert told == {"before": [("ELE", 1)], "screened": [("HFT", 0)]}


def test_al_2_5_a_rating_for_armies_without_foot_holds_where_there_is_none():
    ratings = [{"value": 4, "note": "if no foot stands"}, {"value": 1, "note": "otherwise"}]
    options = [option(0, 9, "KNT"), option(0, 9, "SPR")]
    shelf = shelf_of(tiny(troopOptions=options, invasionRatings=ratings))
    for code, key, wanted in (("KNT", "main/t1", "4"), ("SPR", "main/t2", "1")):
        one = Roster(army_list_name="Tiny", year=50, stands={key: {code: 3}})
        about = view(one, shelf).list
        assert [rating.value for rating in about.invasion if rating.holds] == [wanted]
        assert f"{say('army.sheet.invasion')} {wanted}" in page(one, shelf)


def test_al_11_10_a_card_that_is_not_offered_is_shown_where_it_is_and_let_go():
    roster = start("pyrrhic", year=-286)
    for where in ("army", "main/t4"):
        bought = changed(roster, SetCard("NC", where, 1))
        shown = card(bought, "NC", where)
        assert (shown.amount, shown.amounts) == (1, (0,))
        assert shown.closed == "army.closed.notOffered"
        (found,) = (one for one in view(bought).findings if one.code == "battleCardUnavailable")
        (remedy,) = found.remedies
        assert "NC" not in str(remedy.roster)


def test_al_11_5_stands_that_the_option_has_not_are_shown_and_counted_in_its_row():
    roster = changed(start("pyrrhic", year=-286), SetStands("main/t4", "HRD", 2))
    row = next(one for one in view(roster).options if one.key == "main/t4")
    assert [(one.code, one.stands, one.most) for one in row.types][-1] == ("HRD", 2, 0)
    assert sum(one.half_points for one in view(roster).rows) == view(roster).stand_points


def test_al_11_11_a_card_that_the_army_has_its_fill_of_says_so():
    roster = changed(
        start("238a", year=904, variant="anatolia"),
        SetStands("main/t8", "ECV", 2),
        SetCard("CT", "main/t1", 2),
    )
    assert card(roster, "CT", "main/t8").closed == "army.closed.limit"
    assert card(start("238a", year=904), "CT", "main/t8").closed == "army.closed.stands"


def test_al_5_4_a_contingent_that_is_taken_is_among_the_rows():
    taken = changed(start("71e", year=-394), Take("c3"))
    shown = view(taken)
    assert any(one.key.startswith("c3.") for one in shown.rows)
    left = view(changed(taken, Take("c3", taken=False)))
    assert left.rows == left.options
    assert {one.taken for one in shown.contingents} == {True, False}


def test_al_8_1_the_question_of_a_list_is_shown_with_its_answers():
    roster = start("sedentary gallic", year=-58)
    shown = view(roster)
    assert shown.list.label
    other = shown.list.answers[-1].id
    assert view(changed(roster, SetAnswer(other))).roster["variant"] == other


def test_what_a_screen_gets_is_json_and_in_its_language():
    roster = find_roster("pyrrhic-286-bc")
    short = msgspec.structs.replace(roster, general=None)
    told = json.loads(msgspec.json.encode(view(short, lang="fr")))
    assert told["total"] == told["cap"] == 96
    assert "général" in told["findings"][0]["text"]
    change = msgspec.json.decode(b'{"do": "year", "year": -280}', type=AnyChange)
    assert changed(roster, change).year == -280


def test_al_10_1_a_roster_whose_list_is_not_there_is_told_so_and_nothing_else():
    shown = view(Roster(army_list_name="Nobody"))
    assert (shown.list, shown.options) == (None, ())
    assert [one.code for one in shown.findings] == ["listUnknown"]


@pytest.mark.parametrize(
    "change",
    [
        SetYear(0),
        SetStands("main/t1", "KNT", -1),
        SetStands("main/t1", "KNT", 1000),
        SetCard("PD", "army", -1),
    ],
)
def test_a_change_that_makes_no_sense_is_one_sentence(change):
    with pytest.raises(PlainError):
        changed(find_roster("pyrrhic-286-bc"), change)


def test_al_2_3_lists_are_found_by_what_they_have():
    names = [one.name for one in search(Search(card="ES"))]
    assert "Pyrrhic" in names
    assert "Tuareg" not in names
    assert all("HD" in one.cards for one in search(Search(card="HD", year=-371)))
    assert {one.name for one in search(Search(text="ROMAN", year=-58))} >= {"Marian Roman"}
    assert all("Steppe" in one.homes for one in search(Search(home="steppe")))


@pytest.mark.parametrize("appetite", ["some", "many"])
def test_al_15_2_random_rosters_with_cards_are_legal_and_exact(appetite, shelf):
    used = set()
    for army in shelf.lists:
        for seed in (1, 2):
            roster = random_roster(army, seed, shelf=shelf, cards=appetite)
            assert legal(check(roster, shelf)), (army.name, seed)
            assert cost(roster, shelf).total == 96, (army.name, seed)
            used |= {one.code for one in (*roster.army_cards, *roster.troop_cards)}
    assert len(used) >= (25 if appetite == "many" else 15)
    assert used <= set(forms())


def test_al_15_2_the_same_seed_deals_the_same_cards():
    army = library().lists[3]
    assert random_roster(army, 5, cards="many") == random_roster(army, 5, cards="many")


def test_al_10_3_a_change_names_the_stands_that_have_a_card():
    """Those named before stay while the number changes, as many as there are."""
    begun = changed(start(ENGLISH, year=1415), SetStands("main/t3", "ARC", 6))
    two = changed(begun, SetCard("MI", "main/t3", 2, {"ARC": (4, 6)}))
    assert [one.named for one in two.troop_cards] == [{"ARC": (4, 6)}]
    three = changed(two, SetCard("MI", "main/t3", 3))
    assert [(one.stands, one.named) for one in three.troop_cards] == [(3, {"ARC": (4, 6)})]
    one = changed(two, SetCard("MI", "main/t3", 1))
    assert [row.named for row in one.troop_cards] == [{"ARC": (4,)}]
    fewer = changed(two, SetStands("main/t3", "ARC", 5))
    assert [row.named for row in fewer.troop_cards] == [{"ARC": (4,)}]
