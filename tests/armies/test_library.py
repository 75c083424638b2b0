"""Finding lists and rosters by what people type."""

import unicodedata

import msgspec
import pytest

from condotta.armies import Library, NotFound, find_list, find_roster, library
from condotta.errors import PlainError
from tests.armies.conftest import imported, shelf_of, tiny


@pytest.mark.parametrize(
    "text", ["Marian Roman", "marian roman", " MARIAN  ROMAN ", "111a", "marian-roman"]
)
def test_al_2_1_a_list_is_found_by_name_or_key(text):
    assert find_list(text).key == "111a"


def test_al_2_1_a_list_is_found_by_its_id():
    army = find_list("Hussite")
    assert find_list(army.id) is army


def test_al_2_3_a_name_nobody_has_names_the_nearest():
    with pytest.raises(NotFound, match="nearest are Marian Roman"):
        find_list("Marian Romans")
    with pytest.raises(NotFound, match="condotta army list"):
        find_list("zzzzzz")
    with pytest.raises(NotFound):
        find_list("   ")
    with pytest.raises(NotFound, match="pyrrhic-286-bc"):
        find_roster("pyrrhic-286-ad")
    assert issubclass(NotFound, PlainError)


@pytest.mark.parametrize(
    "name",
    [
        "Œuvre d’Éléonore",
        "Żółw",
        "𐎠𐎼 ሰላም",
        "صلاح الدين",
        "Les 👩‍👩‍👧 Braves",
        "x" * 200,
    ],
)
def test_bug_56_names_of_any_script_are_kept_and_found_composed_or_not(name):
    shelf = shelf_of(tiny(name=unicodedata.normalize("NFD", name)))
    assert shelf.lists[0].name == unicodedata.normalize("NFC", name)
    for form in ("NFC", "NFD"):
        assert find_list(unicodedata.normalize(form, name), shelf) is shelf.lists[0]


def test_bug_56_a_name_of_blanks_is_no_name():
    result = imported(tiny(name=" \u00a0\t "))
    assert (result.read, result.refused) == (0, 1)


def test_al_14_a_roster_by_list_name_is_the_first_without_contingents():
    first = find_roster("Marian Roman")
    assert first.id == "marian-roman-65-bc"
    assert not first.contingents
    assert find_roster(first.id) is find_roster(first.label) is first


def test_al_12_7_versions_live_side_by_side_and_the_first_is_preferred():
    shipped = library().sets[0]
    newer = msgspec.structs.replace(shipped, version="2099-01-01-00000000")
    both = library(newer)
    assert [data.version for data in both.sets] == [newer.version, shipped.version]
    assert len(both.lists) == len(shipped.lists)
    pinned = find_roster("Hussite")
    source = both.source_of(pinned)
    assert source is not None
    assert source[0] is shipped
    unpinned = both.source_of(msgspec.structs.replace(pinned, data_version=""))
    assert unpinned is not None
    assert unpinned[0] is newer


def test_al_15_2_shipped_rosters_show_allies_optional_contingents_and_every_answer():
    shelf = library()
    taken = [
        (chosen, one)
        for one in shelf.rosters
        for chosen in find_list(one.list_key).ally_options
        if chosen.key in one.contingents
    ]
    assert any(chosen.internal for chosen, _ in taken)
    assert any(len(chosen.ally_entries) == 2 for chosen, _ in taken)
    for army in shelf.lists:
        if army.variants:
            told = {one.variant for one in shelf.rosters if one.list_key == army.key}
            assert told == {answer.id for answer in army.variants.variants}, army.name
    ids = [one.id for one in shelf.rosters]
    assert len(ids) == len(set(ids)) == 65


def test_al_18_1_what_ships_is_historical_and_says_whose_it_is():
    data = library().sets[0]
    assert len(data.lists) == 29
    assert "Washington Grand Company" in data.rights
    assert all(army.source.startswith("[repo]") for army in data.lists)
    assert isinstance(library(), Library)
