"""The clause register. This file names clauses, tests none."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import condotta
from condotta.data import toml
from condotta.errors import PlainError
from condotta.rules.clauses import (
    Clause,
    aside,
    clause,
    clauses,
    describe,
    in_language,
    mark_words,
    place,
)
from condotta.rules.library import SYSTEMS, declarations
from condotta.words import say

ALL = clauses()
WHOLE = re.compile(r"[VIMD](: [^;]+)?(; [VIMD](: [^;]+)?)*")


def numbers(name: str) -> list[int]:
    """The numbers of a clause, section first."""
    return [int(part) for part in re.findall(r"\d+", name)]


def test_the_clauses_of_a_book_stand_in_the_order_of_their_numbers_none_twice():
    for one, other in pairwise(ALL):
        assert one.book != other.book or numbers(one.id) < numbers(other.id), other.id


def test_every_clause_says_something_and_has_a_source_and_a_mark():
    for each in ALL:
        assert each.says.endswith((".", "½.", ".)")), each.id
        assert each.source, each.id
        assert WHOLE.fullmatch(each.mark), each.id


def test_a_clause_acts_or_says_why_it_cannot():
    for each in ALL:
        assert each.acts != bool(each.idle), each.id


def test_what_cannot_act_is_a_card_the_large_game_or_named_here():
    idle = {
        each.id for each in ALL if not each.acts and not re.search("card|GRAND", each.idle or "")
    }
    assert sorted(idle, key=place) == [
        "AL-2.10", "AL-7.6", "AL-13.1", "AL-13.2", "AL-13.3", "AL-13.4", "AL-13.5", "AL-13.7",
        "AL-13.8", "AL-15.7", "AL-17.1", "AL-17.5", "AL-17.7", "AL-18.1", "AL-18.2",
        "CM-63", "CM-82", "CM-114", "CM-117", "CM-124", "FB-0.1", "FB-1.2", "FB-1.16",
        "SK-119", "SK-128", "SK-134",
        "TC-0.1", "TC-0.3", "TC-0.13", "TC-0.15", "TC-2.27", "TC-2.33", "TC-2.45", "TC-3.62",
        "TC-5.1", "TC-7.2", "TC-7.14", "TC-7.30", "TT-0.1", "TT-0.2", "TT-0.3", "TT-13.1",
    ]  # fmt: skip


def test_every_clause_named_by_another_exists():
    for each in ALL:
        for name in re.findall(r"TC-\d+\.\d+", f"{each.says} {each.idle}"):
            assert clause(name)


def test_clauses_and_settings_name_each_other():
    named = {(name, each.id) for each in ALL for name in each.decides}
    known = (row for system in SYSTEMS for row in declarations(system).items())
    assert named == {(name, setting.clause) for name, setting in known}


def test_every_data_file_named_by_a_clause_exists():
    for each in ALL:
        for name in each.data:
            assert toml(f"{each.home}.data", name), each.id


def test_a_section_is_not_a_prefix_of_another():
    assert {each.id.split(".")[0] for each in clauses("TC-1")} == {"TC-1"}
    assert [each.id for each in clauses("tc-5.2")] == ["TC-5.2"]


def test_an_unknown_clause_names_the_nearest():
    with pytest.raises(
        PlainError, match=r"^There is no clause TC-10\.44\. Did you mean TC-10\.4\?$"
    ):
        clause("TC-10.44")
    with pytest.raises(
        PlainError, match=r"^There is no clause onions\. `condotta clause` lists them all\.$"
    ):
        clause("onions")


def test_trust_is_told_in_words():
    assert mark_words("V") == "verified"
    assert mark_words("I; M; D: the rest") == "inferred; from memory; our decision: the rest"


def test_a_described_clause_tells_text_trust_source_setting_and_numbers():
    told = describe(clause("TC-2.19"))
    for part in (
        "TC-2.19 · TRIUMPH! 1.1",
        clause("TC-2.19").says,
        "How sure: inferred.",
        "Source: Practice of DBA",
        "Setting pikeRearSupport (default 3):",
        "Numbers: condotta/rules/triumph/data/factors.toml",
    ):
        assert part in told
    assert "Cannot act in play: belongs to GRAND TRIUMPH!." in describe(clause("TC-12.50"))


def test_every_clause_can_be_shown_with_its_settings_in_both_languages():
    for each in ALL:
        for lang in ("en", "fr"):
            told = describe(each, lang)
            assert all(name in told for name in each.decides), each.id


def test_every_decision_has_a_setting_a_number_in_a_file_or_nothing_to_choose():
    bare = [
        each.id
        for each in ALL
        if each.ours and not (each.decides or each.data or each.fixed or each.idle)
    ]
    assert bare == []


def test_only_a_decision_without_a_choice_says_that_there_is_nothing_to_choose():
    for each in ALL:
        assert not each.fixed or (each.ours and not each.decides and not each.data), each.id


def test_a_decision_without_a_choice_says_why():
    told = describe(clause("TC-5.33"))
    assert "Nothing to choose: nobody but the mover moves during a move" in told
    assert "Rien à choisir\u00a0: seul bouge celui" in describe(clause("TC-5.33"), "fr")


def test_what_is_fixed_is_said_in_french_too():
    for each in ALL:
        told = in_language(each, "fr").fixed
        assert bool(told) == bool(each.fixed), each.id
        assert told is None or told != each.fixed, each.id


# ── whose a clause is ────────────────────────────────────────────────────────
SOURCES = Path(__file__).parents[2] / "src"
RULING = re.compile(r"RULING ([A-Z]+-?[\d.]*\d)")


def rulings() -> Iterator[tuple[str, str]]:
    """Every clause that the code names where it departs from print, with the file."""
    for path in sorted(SOURCES.rglob("*")):
        if path.suffix in {".py", ".toml"}:
            for name in RULING.findall(path.read_text(encoding="utf-8")):
                yield name, path.relative_to(SOURCES).as_posix()


def test_no_clause_is_half_print_and_half_ours():
    mixed = [each.id for each in ALL if "D" in letters(each) and set(letters(each)) != {"D"}]
    assert mixed == []


def letters(each: Clause) -> list[str]:
    """The letters of a clause's mark, one for each part."""
    return [part[0] for part in each.mark.split("; ")]


def test_what_is_told_of_a_clause_as_our_decision_is_its_own_mark():
    ours = say("mark.D")
    for each in ALL:
        assert aside(each.id).startswith(ours) == (each.mark[0] == "D"), each.id
        assert mark_words(each.mark).startswith(ours) == (each.mark[0] == "D"), each.id


def test_every_ruling_in_the_code_names_a_decision_that_can_be_read():
    found = tuple(rulings())
    assert found
    known = {each.id: each for each in ALL}
    wrong = [(name, where) for name, where in found if name not in known or not known[name].ours]
    assert wrong == []
    for name in {name for name, _ in found}:
        assert in_language(known[name], "fr").says != known[name].says, name


def test_beside_a_ruling_stand_whose_decision_it_is_and_its_settings():
    assert aside("TC-9.8") == "our decision; setting opponentChosenBy"
    assert aside("TC-6.16") == "our decision; setting shootingCompulsory; setting zocTargetFirst"
    assert aside("TC-5.33") == "our decision"
    assert aside("TC-3.2") == aside("XX-1.1") == ""
    assert aside("TC-9.8", "fr") == "notre décision\u202f; réglage opponentChosenBy"


CITED = re.compile(r"""["']([A-Z]{2}-\d+(?:\.\d+)?)["']""")
"""A clause that the code names in a finding, a refusal, a ruling or a question."""


def test_every_clause_that_the_program_cites_can_be_asked_for():
    """Whatever a finding, a refusal or a ruling names, `condotta clause` explains."""
    source = Path(condotta.__file__).parent
    cited = {
        (file.relative_to(source).as_posix(), name)
        for file in sorted(source.rglob("*.py"))
        for name in CITED.findall(file.read_text(encoding="utf-8"))
    }
    known = {each.id for each in ALL}
    sections = {name.rsplit(".", 1)[0] for name in known if "." in name}
    assert cited
    assert sorted(one for one in cited if one[1] not in known | sections) == []
    findings = [one for one in cited if one[1] in sections - known and "armies/" in one[0]]
    assert findings == []
