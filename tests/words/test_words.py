"""The catalogues: every language whole, every text well formed."""

import pytest

from condotta import words
from condotta.words.catalogue import SLOT, catalogue
from condotta.words.speech import say


def test_every_language_says_everything():
    lacking = {lang: words.missing(lang) for lang in words.languages()}
    assert lacking == dict.fromkeys(words.languages(), ())


def test_every_language_tells_the_same_parameters():
    for lang in words.languages():
        for key in words.keys(lang):
            assert words.placeholders(key, lang) == words.placeholders(key), (lang, key)


def test_every_text_can_be_said():
    for lang in words.languages():
        for key, text in catalogue(lang).items():
            assert text, key
            assert {form for _, form, _ in SLOT.findall(text)} <= {
                "",
                "mu",
                "points",
                "signed",
                "say",
            }
            assert "{" not in SLOT.sub("", text), f"{key}: a brace that is no parameter"


def test_an_unknown_key_is_an_error_in_a_test():
    with pytest.raises(KeyError, match=r"no\.such\.key"):
        say("no.such.key")


def test_a_parameter_not_given_is_an_error_in_a_test():
    with pytest.raises(KeyError, match="moved"):
        say("number.example", {})


def test_two_lengths_that_differ_never_read_alike():
    assert words.mu(30_001, unlike=30_000) != words.mu(30_000, unlike=30_001)
    assert words.mu(30_000, unlike=30_001) == "3.0000 MU"


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
