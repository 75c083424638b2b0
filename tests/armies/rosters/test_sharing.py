"""AL-15.4, AL-15.6: share codes, and rosters compared with each other and with a collection."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.armies import check, find_roster, library, random_roster
from condotta.armies.building.changes import SetCard, SetStands, changed
from condotta.armies.paper.comparing import Difference, compare, missing
from condotta.armies.rosters.sharing import from_code, share_code
from condotta.errors import PlainError


def test_al_15_6_a_code_brings_back_the_roster_and_stays_short():
    for army in library().lists:
        roster = random_roster(army, 3, cards="many")
        code = share_code(roster)
        back = from_code(code)
        assert (
            msgspec.structs.replace(back, id=roster.id, army_list_id=roster.army_list_id) == roster
        )
        assert check(back) == check(roster)
        assert len(code) < 1000
        assert code.isascii()


def test_al_15_6_a_code_that_mail_has_broken_still_loads():
    code = share_code(find_roster("pyrrhic-286-bc"))
    broken = "\n ".join(code[cut : cut + 40] for cut in range(0, len(code), 40))
    assert from_code(broken) == from_code(code)


def test_al_15_6_al_10_4_a_newer_data_version_is_said_and_not_refused():
    old = msgspec.structs.replace(find_roster("pyrrhic-286-bc"), data_version="1999-01-01-00000000")
    found = check(from_code(share_code(old)))
    assert [one.code for one in found if one.severity != "info"] == ["datasetChanged"]


@pytest.mark.parametrize(
    "text", ["", "CA1.", "CA1.x", "CA9.abc", "hello", "CA1.eJwDAAAAAAE", "CA1.é"]
)
def test_what_is_no_code_is_one_sentence(text):
    with pytest.raises(PlainError):
        from_code(text)


@given(st.integers(0, 400), st.characters())
def test_a_code_with_a_wrong_sign_never_breaks_anything(place, sign):
    code = share_code(find_roster("pyrrhic-286-bc"))
    place %= len(code)
    try:
        from_code(code[:place] + sign + code[place + 1 :])
    except PlainError:
        return


def test_al_15_4_two_rosters_of_one_list_are_compared_option_by_option():
    one = find_roster("pyrrhic-286-bc")
    other = changed(one, SetStands("main/t4", "PIK", 7), SetCard("PT", "army", 1))
    assert compare(one, one) == ()
    assert compare(one, other) == (
        Difference("stands", "PIK", "main/t4", 8, 7),
        Difference("card", "PT", "army", 0, 1),
    )


def test_al_15_4_two_lists_are_compared_by_type():
    found = compare(find_roster("pyrrhic-286-bc"), find_roster("marian-roman-65-bc"))
    assert all(one.where == "" for one in found)
    assert {one.code for one in found} >= {"PIK", "EFT"}


def test_al_15_4_a_collection_says_what_is_still_to_be_painted():
    roster = find_roster("pyrrhic-286-bc")
    assert missing(roster, {"PIK": 5, "ELE": 9})["PIK"] == 3
    assert "ELE" not in missing(roster, {"PIK": 5, "ELE": 9})
