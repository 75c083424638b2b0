"""What is said of clauses, where words are looked for. This file names clauses, tests none."""

from pathlib import Path

from condotta.rules.lookup.index import claims, texts, told


def test_a_clause_is_found_by_the_heading_of_its_chapter_and_by_its_settings():
    known = texts("en", None)
    assert "Mobile Infantry" in known["BC-8.3"].beside
    assert "Tactical movement" in known["TC-5.20"].beside
    assert "corners" in known["TC-5.5"].beside


def test_what_the_code_says_of_a_clause_counts_and_speaks_the_first_language_only():
    assert "left flank held" in told()["TC-2.13"]
    assert texts("en", None)["TC-2.13"].of_code
    assert texts("fr", None)["TC-2.13"].of_code == ""


def test_the_names_of_tests_are_claims(tmp_path: Path):
    text = "def test_tc_5_3_a_group_never_goes_back():\n    pass\n"
    (tmp_path / "test_a.py").write_text(text, encoding="utf-8")
    assert claims(tmp_path) == {"TC-5.3": "a group never goes back"}
