"""`condotta clause` (names clauses, tests none): one, a section, all, and their coverage."""

import json

import pytest

from condotta.cli import app
from condotta.rules import clauses, coverage
from condotta.rules.lookup import index


@pytest.fixture
def ask(capsys, monkeypatch, tmp_path_factory):
    """Status, output and complaint of one question."""
    kept = tmp_path_factory.getbasetemp() / "index"
    monkeypatch.setattr(index, "usual_folder", lambda: kept)

    def run(*words: str) -> tuple[int, str, str]:
        status = app.main(("clause", *words))
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def test_one_clause_is_described(ask):
    status, out, err = ask("tc-5.3")
    assert (status, err) == (0, "")
    assert out.startswith(clauses.describe(clauses.clause("TC-5.3")) + "\nKept in: condotta/rules/")
    french = ask("tc-5.3", "--lang", "fr")[1]
    assert french.startswith(clauses.describe(clauses.clause("TC-5.3"), "fr") + "\nTenue dans")


def test_several_clauses_are_described_with_a_line_between(ask):
    both = ask("TC-5.3", "TC-8.2")[1]
    assert both == ask("TC-5.3")[1] + "\n" + ask("TC-8.2")[1]


def test_a_section_is_a_line_a_clause(ask):
    told = ask("TC-10")[1].splitlines()
    assert [line.split()[0] for line in told] == [one.id for one in clauses.clauses("TC-10")]


def test_without_a_name_every_clause_is_listed(ask):
    assert len(ask()[1].splitlines()) == len(clauses.register())


def test_an_unknown_clause_gets_one_line(ask):
    status, out, err = ask("TC-99.1")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "TC-99.1" in err


def test_json_holds_the_clause(ask):
    (found,) = json.loads(ask("TC-5.3", "--json")[1])
    assert found["id"] == "TC-5.3"
    assert found["says"] == clauses.clause("TC-5.3").says


@pytest.mark.parametrize(("untested", "status"), [((), 0), (("TC-5.3",), 1)])
def test_coverage_that_is_not_whole_ends_with_one(ask, monkeypatch, untested, status):
    found = coverage.Coverage((), untested, unkept=(), unknown=(), unread_settings=())
    monkeypatch.setattr(coverage, "coverage", lambda _root: found)
    ended, told, _ = ask("--coverage")
    assert ended == status
    assert ("TC-5.3 acts in play" in told) is bool(untested)
    ended, told, _ = ask("--coverage", "--json")
    assert ended == status
    assert json.loads(told)["untested"] == list(untested)


def test_coverage_of_one_clause_is_not_offered(ask):
    assert ask("TC-5.3", "--coverage")[0] == 2


def test_clauses_are_found_by_words_with_what_to_type_next(ask):
    status, out, err = ask("--find", "looted", "camp")
    assert (status, err) == (0, "")
    found = [line.split()[0] for line in out.splitlines() if line[:1].isupper()]
    assert len(found) == 10
    assert "TC-9.34" in found[:5]
    assert "Kept in: condotta/rules/triumph/" in out
    assert "--most 20 shows more" in out
    assert out.rstrip().splitlines()[-1].startswith(f"`condotta clause {found[0]}` tells")


def test_words_are_looked_for_in_a_book_or_a_system_only(ask):
    found = json.loads(ask("FB", "--find", "pursue", "--json", "--most", "9")[1])
    assert {one["id"].split("-")[0] for one in found} == {"FB"}
    assert len(found) == 9
    assert found[0]["kept"][0]["file"].endswith(".py")
    told = ask("--find", "bribe", "--system", "carnage", "--lang", "fr", "--most", "30")[1]
    assert "CM-58" in told
    assert "TT-" not in told
    assert "Tenue dans" in told


def test_words_that_no_clause_says_get_one_sentence(ask):
    for words, says in (
        (("--find", "xylophone"), "try one noun or verb of the rule"),
        (("AL-17", "--find", "elephants"), "without the book or the system"),
        (("--find", "x", "--system", "chess"), "There is no system called chess"),
        (("--system", "ranked"), "goes with --find"),
        (("TC-5.3", "--lang", "xx"), "--lang is en or fr"),
    ):
        status, out, err = ask(*words)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert says in err
