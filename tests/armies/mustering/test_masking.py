"""Who is behind what: swaps of a roster become stands that look like others. [AL-6.6, BC-24.1]"""

from random import Random

import pytest
from msgspec.structs import replace

from condotta.armies import Army, Library, muster, public_name
from condotta.armies.rosters.rosters import read_roster
from condotta.kernel.events import Mustered, Veiled
from condotta.rules.library import book
from condotta.rules.triumph.muster import army_of
from condotta.rules.triumph.muster import muster as pieces_of
from tests.armies.conftest import ROSTERS

SWAPPED = {
    raw["armyListName"]: raw
    for raw in ROSTERS["builtArmies"]
    if any(card["code"] == "DC" for card in raw["armyCards"])
}


def army(name: str, shelf: Library, lot: int = 1) -> Army:
    roster = read_roster(SWAPPED[name]).roster
    return muster(roster, shelf, house_rules=True, lot=Random(lot))


@pytest.mark.parametrize(
    ("name", "shown", "real"),
    [
        ("Xianbei Kingdoms", ["HBW"], [[]]),
        ("Syracusan", ["HFT", "HFT"], [["HRD"]]),
        ("Breton", ["HRD"], [["WRR", "WRR"]]),
    ],
)
def test_a_swap_takes_the_real_stands_and_shows_others(name, shown, real, shelf):
    """[AL-6.6, BC-24.1]"""
    made = army(name, shelf)
    false = [one for one in made.stands if one.real is not None or one.behind]
    assert [one.code for one in false] == shown
    assert [[two.code for two in one.real] for one in false if one.real is not None] == real
    bought = sum(sum(counts.values()) for counts in SWAPPED[name]["stands"].values())
    behind = sum(len(one.real or ()) for one in false)
    assert len(made.stands) == bought - behind + len(shown)
    assert not any(one.general for one in false)


@pytest.mark.parametrize("name", sorted(SWAPPED))
def test_nothing_that_everybody_sees_tells_which_they_are(name, shelf):
    """Whatever the lot; and it does not fall on the same stands always. [BC-0.2, BC-24.10]"""
    made = [army(name, shelf, lot) for lot in range(12)]
    looks = {tuple(replace(one, real=None, behind=0) for one in one.stands) for one in made}
    assert len(looks) == 1
    places = {
        tuple(number for number, one in enumerate(one.stands) if one.real is not None)
        for one in made
    }
    assert len(places) > 1
    assert [card.copies for card in made[0].cards if card.code == "DC"] == [1]


def test_the_second_of_a_pair_names_the_first(shelf):
    """[BC-24.5]"""
    made = army("Syracusan", shelf)
    (second,) = (one for one in made.stands if one.behind)
    assert made.stands[second.behind - 1].real is not None
    rules = book("triumph")
    events = list(pieces_of(rules, army_of(made, "red", "south", "R")))
    truths = [
        one.inside.piece.truth
        for one in events
        if isinstance(one, Veiled) and isinstance(one.inside, Mustered)
    ]
    assert f"behind R{second.behind}" in truths


def test_a_label_that_tells_who_is_behind_what_is_not_the_armys_name(shelf):
    """[BC-24.1] Its list and year are; other armies are called as their players like."""
    assert "disguised" in SWAPPED["Breton"]["label"]
    assert army("Breton", shelf).name == "Breton, 590 AD"
    roster = read_roster(SWAPPED["Breton"]).roster
    assert public_name(roster, shelf) == "Breton, 590 AD"
    open_one = replace(roster, army_cards=())
    assert public_name(open_one, shelf) == SWAPPED["Breton"]["label"]
    assert public_name(replace(roster, list_key="", army_list_id="", army_list_name="")) != ""


def test_every_card_that_hides_stands_lies_open(shelf):
    """How many there are is seen, which stands they hide is not. [BC-0.2]"""
    raw = SWAPPED["Breton"] | {"armyCards": [{"code": "DC", "count": 2}]}
    made = muster(read_roster(raw).roster, shelf, house_rules=True, lot=Random(1))
    assert [card.copies for card in made.cards if card.code == "DC"] == [2]
    assert not any(card.startswith("DC") for one in made.stands for card in one.cards)
