"""The clauses that a clause's text names, and the way back. This file names clauses, tests none."""

import pytest

from condotta.rules.clauses import clause, in_language, register
from condotta.rules.lookup.mentions import Worded, named_in, worded
from condotta.server.reasons import Refused
from condotta.server.rooms.answering import explained
from condotta.words import languages


def names(text):
    return [part.clause for part in worded(text) if part.clause]


@pytest.mark.parametrize("lang", languages())
def test_the_parts_of_a_text_are_the_text(lang):
    for each in register().values():
        says = in_language(each, lang).says
        parts = worded(says)
        assert "".join(part.text for part in parts) == says
        assert all(part.text.endswith(part.clause.split("-")[-1]) for part in parts)


def test_a_clause_names_the_same_clauses_in_each_language():
    for each in register().values():
        told = {lang: sorted(names(in_language(each, lang).says)) for lang in languages()}
        assert told == dict.fromkeys(told, told["en"]), each.id


def test_what_is_no_clause_is_no_link():
    assert names(f"TC-7 and ZZ-1.1, BC-{999}.1, XTC-3.2; but see TC-3.2.") == ["TC-3.2"]
    assert worded("TC-3.2") == (Worded("TC-3.2", "TC-3.2"),)
    assert worded("") == ()


def test_the_next_of_a_book_needs_no_letters():
    assert names("Half of it (by BC-8.3 et 8.4).") == ["BC-8.3", "BC-8.4"]
    assert names("GT-2.3 to 2.5") == ["GT-2.3", "GT-2.5"]
    assert names("within TC-3.2, 8.0 MU of it") == ["TC-3.2"]


def test_every_way_leads_back():
    for each in register().values():
        for name in names(each.says):
            assert name == each.id or each.id in named_in(name)
        assert all(each.id in names(clause(other).says) for other in named_in(each.id))


def test_a_page_is_told_the_parts_and_the_ways():
    told = explained("tc-1.6", "fr")
    assert [part.clause for part in told.parts if part.clause] == ["TC-5.5"]
    assert explained("TC-5.5").named_in == ("TC-1.6", "TC-5.2")
    assert explained("GT-10.2").follows == ("TC-3.86", "TC-4.9")
    with pytest.raises(Refused):
        explained("TC-1.6'<script>")
