"""What is found is said with names of options, contingents and commands, not with their keys."""

import pytest

from condotta.armies import Roster, check, find_list, random_roster
from condotta.armies.building.building import start
from condotta.armies.building.changes import SetCard, SetGeneral, SetStands, Take, changed
from condotta.armies.sizes import sizes
from condotta.words import has, languages
from tests.armies.conftest import body, option, shelf_of, taking, tiny
from tests.armies.test_commands import CRUSADERS, checked


def said(found, lang="en"):
    return {one.code: one.said(lang) for one in found}


def test_al_11_16_an_option_is_said_by_its_description_and_kept_by_its_key():
    """With its key where the list has two of that description."""
    roster = changed(
        start("238a", year=904, variant="anatolia"),
        SetStands("main/t2", "HBW", 9),
        SetStands("main/t9", "LFT", 9),
        SetCard("MI", "main/t2", 1),
    )
    found = check(roster)
    above = [one for one in found if one.code == "troopOptionAboveMax"]
    assert [one.where for one in above] == ["main/t2", "main/t9"]
    assert above[0].message == "Kavallarioi horse archers may have at most 6 stands and has 9."
    assert above[1].message.startswith("Javelinmen (main/t9) may have")
    unavailable = said(found)["battleCardUnavailable"]
    assert unavailable.startswith("Mobile Infantry cannot be had for Kavallarioi horse archers:")
    led = changed(roster, SetGeneral("main/t3", "SPR"))
    assert "of Skoutatoi" in said(check(led))["generalNotInArmy"]


@pytest.mark.parametrize("lang", languages())
def test_al_11_16_a_contingent_is_said_by_its_name(lang):
    ally = body("A", option(2, 4, "KNT", description="Guards"))
    shelf = shelf_of(tiny(allyOptions=[taking(ally), taking(body("B", option(0, 2, "KNT")))]))
    roster = Roster(army_list_name="Tiny", year=50, contingents=("c1", "c2"))
    found = said(check(roster, shelf), lang)
    assert "Body A" in found["multipleAllyOptions"]
    assert "Body B" in found["multipleAllyOptions"]
    assert "Guards (Body A)" in found["troopOptionBelowMin"]
    left = changed(roster, Take("c1", taken=False), SetStands("c1.1/t1", "KNT", 2), shelf=shelf)
    assert "Body A" in said(check(left, shelf), lang)["contingentNotTaken"]


@pytest.mark.parametrize("lang", languages())
def test_al_11_16_a_command_and_the_army_are_said_in_words(lang):
    raw = {**CRUSADERS, "commands": [{**one} for one in CRUSADERS["commands"]]}
    raw["commands"][1]["general"] = None
    words = {"en": "Command 2 has no general", "fr": "Le commandement 2 n’a pas de général"}
    assert words[lang] in said(checked(raw).findings, lang)["commandGeneralMissing"]
    most = max(size.commands for size in sizes().values())
    assert all(has(f"place.command-{number}") for number in range(1, most + 1))
    barred = changed(start("pyrrhic", year=-286), SetCard("NC", "army", 1))
    words = {"en": "for the army:", "fr": "pour l’armée"}
    assert words[lang] in said(check(barred), lang)["battleCardUnavailable"]


def test_al_11_16_no_key_of_a_card_is_said():
    roster = random_roster(find_list("pyrrhic"), 1, cards="many")
    assert not [one.message for one in check(roster) if "card." in one.message]


def test_al_11_16_troop_types_are_said_by_their_names():
    roster = changed(start("238a", year=904, variant="anatolia"), SetStands("main/t4", "HRD", 1))
    found = check(roster)
    assert said(found)["troopTypeNotInOption"] == (
        "Bowmen has no Horde: it may have Skirmishers and Archers."
    )
    assert "Tirailleurs et Archers" in said(found, "fr")["troopTypeNotInOption"]
    assert "Elite Cavalry and Javelin Cavalry" in said(found)["generalMissing"]
