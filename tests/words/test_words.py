"""The catalogues: every language whole, every text well formed."""

from pathlib import Path

import pytest

from condotta import words
from condotta.rules.systems import SYSTEMS
from condotta.words.catalogue import SLOT, catalogue
from condotta.words.speech import say

FORMS = {None, "mu", "whole", "points", "signed", "tenths", "gained", "say"}
"""The ways in which a parameter may be written; the page knows the same."""


def test_every_language_says_everything():
    lacking = {lang: words.missing(lang) for lang in words.languages()}
    assert lacking == dict.fromkeys(words.languages(), ())


def test_every_language_tells_the_same_parameters():
    for lang in words.languages():
        for key in words.keys("en"):
            assert words.placeholders(key, lang) == words.placeholders(key), (lang, key)


def test_every_text_can_be_said():
    for lang in words.languages():
        for key, text in catalogue(lang).items():
            assert text, key
            forms = {slot["form"] for slot in SLOT.finditer(text)}
            assert forms <= FORMS, (lang, key)
            assert "{" not in SLOT.sub("", text), f"{lang} {key}: a brace that is no parameter"


def test_every_group_of_words_that_a_text_names_is_there():
    groups = {key.split(".")[0] for key in catalogue("en")}
    for lang in words.languages():
        for key, text in catalogue(lang).items():
            named = {slot["under"] for slot in SLOT.finditer(text)} - {None}
            assert named <= groups, (lang, key)


def test_an_unknown_key_is_an_error_in_a_test():
    with pytest.raises(KeyError, match=r"no\.such\.key"):
        say("no.such.key")


def test_a_parameter_not_given_is_an_error_in_a_test():
    with pytest.raises(KeyError, match="moved"):
        say("number.example", {})


def test_two_lengths_that_differ_never_read_alike():
    assert words.mu(30_001, unlike=30_000) != words.mu(30_000, unlike=30_001)
    assert words.mu(30_000, unlike=30_001) == "3.0000 MU"


def test_a_game_of_inches_is_told_in_inches():
    """Ranked battles and skirmishes measure in inches, others in movement units. [FB-2.1]"""
    units = {name: one.unit for name, one in SYSTEMS.items()}
    assert {name for name, unit in units.items() if unit == words.INCH} == {
        "ranked", "treachery", "carnage+ranked", "carnage", "skirmish", "ranked+reported",
        "treachery+reported", "carnage+reported",
    }  # fmt: skip
    began = {"armies": ("A", "B"), "width": 72, "depth": 48}
    with words.measured_in(words.INCH):
        assert [words.mu(49_000, lang) for lang in ("en", "fr")] == ["4.9″", "4,9″"]
        assert say("story.began", began) == "A and B, on a table of 72 by 48″."
    assert say("story.began", began) == "A and B, on a table of 72 by 48 MU."


@pytest.mark.parametrize(
    ("quanta", "text"),
    [
        (0, "0.0 MU"),
        (480_000, "48.0 MU"),
        (7_500, "0.75 MU"),
        (49_499, "4.9 MU"),
        (-10_000, "−1.0 MU"),
    ],
)
def test_lengths_are_told_with_one_decimal_or_two(quanta: int, text: str):
    assert words.mu(quanta) == text


@pytest.mark.parametrize(
    ("points", "left", "text"),
    [
        (1, 2, "This move costs 1 command point and 2 are left"),
        (2, 1, "This move costs 2 command points and 1 is left"),
        (3, 0, "This move costs 3 command points and 0 are left"),
    ],
)
def test_the_word_goes_with_the_number(points: int, left: int, text: str):
    said = say("tc.4-3.too-dear", {"cost": points, "left": left})
    assert said.startswith(text)


@pytest.mark.parametrize(
    ("halves", "text"),
    [(0, "0 points"), (1, "½ point"), (2, "1 point"), (3, "1½ points"), (8, "4 points")],
)
def test_the_word_goes_with_half_points(halves: int, text: str):
    said = say("army.minimumsOverCap", {"list": "A", "points": halves})
    assert f"come to {text} if" in said


def test_the_word_goes_with_a_list_and_with_a_number_in_a_text():
    assert say("tc.4-1.begins", {"seats": ("Red",)}) == "Red takes the first turn."
    assert say("tc.4-1.begins", {"seats": ["Red", "Blue"]}) == "Red and Blue take the first turn."
    assert say("tc.4-1.begins", {"seats": "both"}) == "both take the first turn."
    assert "1 die of 6 sides is asked for" in say("kernel.dice", {"dice": "1", "sides": "6"})


def test_a_name_is_said_as_its_group_has_it_and_otherwise_as_it_is():
    said = say("tc.7-15.pieces", {"seat": "Red", "pieces": ("Gentle Hills", "Bog")})
    assert said == "Red has chosen the ground: Gentle Hills and Bog."
    assert "by the left base edge" in say("tc.8-23.arrived", {"seat": "Red", "edge": "left base"})


def test_every_system_is_called_by_its_name():
    from condotta.rules.library import SYSTEMS

    assert {name: say(f"system.{name}") for name in SYSTEMS} == dict(SYSTEMS)


@pytest.fixture
def tree(tmp_path, monkeypatch) -> Path:
    """A program with two files of words, and others that are none of English."""
    for name, text in {
        "words/en/cards.toml": '[card]\none = "One"\n',
        "rules/one/words.en.toml": '[card]\ntwo = "Two"\n',
        "rules/one/words.fr.toml": '[card]\ntwo = "Deux"\n',
        "rules/one/clauses.toml": 'says = "No word"\n',
        "words/fr/cards.toml": '[card]\none = "Un"\n',
        "rules/__pycache__/words.en.toml": '[card]\none = "Old"\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr("condotta.words.catalogue.files", lambda _: tmp_path)
    return tmp_path


def test_words_lie_in_the_folder_of_their_language_or_beside_what_they_are_of(tree):
    assert catalogue.__wrapped__("en") == {"card.one": "One", "card.two": "Two"}
    assert catalogue.__wrapped__("fr") == {"card.one": "Un", "card.two": "Deux"}


def test_a_key_that_two_files_have_is_told_with_the_file(tree):
    (tree / "rules/one/words.en.toml").write_text('[card]\none = "One"\n', "utf-8")
    with pytest.raises(ValueError, match=r"^words/en/cards\.toml: card\.one is said twice$"):
        catalogue.__wrapped__("en")
