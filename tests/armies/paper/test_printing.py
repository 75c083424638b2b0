"""AL-15.5, AL-17.1: a roster on paper."""

import pytest

from condotta.armies import Roster, find_list, find_roster, random_roster
from condotta.armies.building.building import start
from condotta.armies.building.changes import SetCard, SetStands, changed
from condotta.armies.cards.cardforms import card_name
from condotta.armies.paper.printing import page
from condotta.words import say


@pytest.mark.parametrize(("paper", "size"), [("a4", "size: A4"), ("letter", "size: letter")])
def test_al_15_5_the_page_is_for_the_paper_and_needs_nothing_else(paper, size):
    text = page(find_roster("pyrrhic-286-bc"), paper=paper)
    assert size in text
    assert "http" not in text
    assert "<script" not in text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_al_17_1_it_holds_exactly_the_troops_and_cards_of_the_roster(lang):
    roster = random_roster(find_list("later hundred-years war english"), 4, cards="many")
    held = {card.code for card in (*roster.army_cards, *roster.troop_cards)}
    text = page(roster, lang=lang)
    assert held
    for code in ("FC", "PD", "MI", "DD", "HL", "PT", "SC"):
        shown = f"<h3>{card_name(code, lang)} ({code}" in text.replace("&#x27;", "'")
        assert shown is (code in held), code
    reference = text[text.index("<section><h2>") : text.index("</section>")]
    fielded = {code for counts in roster.stands.values() for code in counts}
    for code in ("ARC", "KNT", "ELE", "HFT", "LFT", "BLV"):
        named = f"<td>{say(f'troop.{code}', lang=lang)}</td>" in reference
        assert named is (code in fielded), code


def test_al_15_5_half_points_print_as_halves_and_what_is_wrong_is_said():
    roster = random_roster(find_list("dynastic kurdish"), 1, cards="many")
    assert "48 / 48" in page(roster)
    text = page(Roster(list_key="82a", year=-286))
    assert "[AL-11.9]" in text


def test_al_6_4_what_the_list_settles_of_a_card_is_printed_with_it():
    roster = changed(start("178d", year=1415), SetStands("main/t1", "KNT", 2))
    before = page(roster)
    text = page(changed(roster, SetCard("DD", "army", 1)))
    assert "Men-at-arms: Knights → Elite Foot" in text
    assert "→" not in before
    row = f"<td>{say('troop.EFT')}</td><td>Close order foot</td>"
    assert (row in before, row in text) == (False, True)
