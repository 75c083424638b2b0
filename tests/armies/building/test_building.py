"""AL-15.1: what a screen shows of an army being built, and the changes that build it."""

import json

import msgspec
import pytest

from condotta.armies import check, cost, find_roster, legal, library, random_roster
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
from condotta.errors import PlainError

ENGLISH = "178d"


def options(roster):
    return {one.key: one for one in view(roster).options}


def card(roster, code, where="army"):
    shown = view(roster)
    rows = [*shown.cards, *(one for option in shown.options for one in option.cards)]
    return next(one for one in rows if (one.code, one.where) == (code, where))


def test_al_15_1_a_list_is_opened_at_its_minimums():
    roster = start(ENGLISH, year=1415)
    shown = view(roster)
    assert (shown.list.name, shown.year) == ("Later Hundred-Years War English", 1415)
    assert all(one.stands == one.min for one in shown.options if not one.closed)
    assert shown.turning_years[0] == shown.list.years.start_date
    assert {one.code for one in shown.findings} == {"generalMissing", "underPointsCap"}


def test_al_15_1_options_out_of_their_years_are_shown_closed_with_the_clause():
    closed = [one for one in view(start("pyrrhic", year=-279)).options if one.closed]
    assert closed
    assert {(one.closed, one.clause) for one in closed} == {("year", "AL-3.4")}


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
    assert (view(one).bill.total, view(one).legal) == (96, True)
    assert cost(one) == cost(other)
    assert check(one) == check(other) == ()
    assert msgspec.json.decode(msgspec.json.encode(one), type=type(one)) == one


def test_al_9_6_a_card_says_what_it_costs_and_what_the_next_would():
    roster = changed(start(ENGLISH, year=1415), SetStands("main/t3", "ARC", 6))
    first = card(roster, "MI", "main/t3")
    assert (first.copies, first.price, first.next_price) == (0, 0, 0)
    second = card(changed(roster, SetCard("MI", "main/t3", 1)), "MI", "main/t3")
    assert (second.copies, second.price, second.next_price) == (1, 0, 2)
    ditches = card(changed(roster, SetCard("PD", "army", 2)), "PD")
    assert (ditches.price, ditches.next_price, ditches.most, ditches.step) == (2, 3, 10, 1)


def test_al_9_8_a_card_for_all_or_none_follows_the_number_of_stands():
    roster = start("dynastic kurdish", year=1000)
    roster = changed(roster, SetStands("main/t1", "ECV", 4), SetCard("SF", "main/t1", 1))
    assert [one.stands for one in roster.troop_cards] == [4]
    more = changed(roster, SetStands("main/t1", "ECV", 9))
    assert [one.stands for one in more.troop_cards] == [9]
    assert card(more, "SF", "main/t1").price == -9


def test_al_4_1_those_who_may_lead_are_the_stands_of_the_first_group_present():
    roster = start("marian roman", year=-58)
    shown = view(roster)
    assert shown.generals
    assert all(one.code in {"JCV", "ELE", "EFT", "KNT"} for one in shown.generals)
    led = changed(roster, SetGeneral(shown.generals[0].option, shown.generals[0].code))
    assert view(led).generals[0].chosen
    assert "generalMissing" not in {one.code for one in view(led).findings}


def test_al_5_4_a_contingent_that_is_taken_shows_its_options():
    taken = changed(start("71e", year=-394), Take("c3"))
    shown = view(taken)
    assert any(one.contingent.startswith("c3.") and one.allied for one in shown.options)
    left = view(changed(taken, Take("c3", taken=False)))
    assert not any(one.contingent for one in left.options)
    assert {one.taken for one in shown.contingents} == {True, False}


def test_al_8_1_the_question_of_a_list_is_shown_with_its_answers():
    shown = view(start("sedentary gallic", year=-58))
    assert shown.question is not None
    other = shown.question.answers[-1].id
    again = view(changed(shown.roster, SetAnswer(other)))
    assert [one.id for one in again.question.answers if one.chosen] == [other]


def test_what_a_screen_gets_is_json_and_in_its_language():
    roster = find_roster("pyrrhic-286-bc")
    told = json.loads(msgspec.json.encode(view(roster, lang="fr")))
    assert told["bill"]["total"] == told["bill"]["cap"] == 96
    assert told["options"][0]["types"][0]["name"] == "Chevaliers"
    assert {one["name"] for one in told["cards"]} >= {"Camp fortifié", "Écran d’éléphants"}
    change = msgspec.json.decode(b'{"do": "year", "year": -280}', type=AnyChange)
    assert changed(roster, change).year == -280


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
