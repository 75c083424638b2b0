"""The desk and the page speak the reader's language: no id of the program is among their words."""

from __future__ import annotations

import re

import msgspec
import pytest

from condotta.server.games.referee import about, ruled
from condotta.words import languages, speaking
from condotta.words.catalogue import catalogue
from tests.positions.asking import SYSTEM_NAMES, asked_all

WORD = re.compile(r"<text[^>]*>([^<]+)</text>")
"""What is written on a map."""
ALLOWED = re.compile(r"\[?[A-Z]{2}-\d+(\.\d+)?\]?|\d+[.,]\d+|[A-Z]\d+\.\d+|[A-Z]:\w+")
"""Clauses, numbers, models of units."""
RAW = re.compile(
    r"\w_\w|\b[a-z]+[A-Z]|\b[a-z]+\.[a-z0-9]+(?:[.-][a-z0-9]+)+\b|\b[a-z]+-[a-z-]+\.[a-z]|[{}]|\bNone\b"
)
"""What an id of the program looks like: `counting_ranks`, `cost.move-on`, a slot that was left."""
ENGLISH = (
    *("facing", "ahead", "is asked", "command points", "distance to", "moves at most", "none"),
    *("active", "neutral", "enemy", "Move", "Reform", "Join", "yes", "no more"),
)


def told(system: str, lang: str) -> list[str]:
    """All that the desk tells of every question of a system's example, under two readings."""
    lines: list[str] = []
    file = msgspec.json.decode(asked_all(system))
    file["under"] = [{}, {name: values[0] for name, values in list(about(system).settings.items())}]
    with speaking(lang):
        said = ruled(msgspec.json.encode(file).decode())
    assert said.fault == ""
    assert len(said.runs) == 2
    for run in said.runs:
        lines += [run.name, *run.then]
        for turn in run.turns:
            lines += [turn.what, *turn.lines, *WORD.findall(turn.drawn)]
    return lines


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("system", SYSTEM_NAMES)
def test_no_answer_shows_an_id_of_the_program(system, lang):
    lines = told(system, lang)
    assert len(lines) > 60
    raw = [line for line in lines if RAW.search(ALLOWED.sub("", line))]
    assert raw == []
    keys = catalogue(lang)
    shown = [line for line in lines for word in line.split() if word.strip(",:;") in keys]
    assert shown == []


@pytest.mark.parametrize("system", SYSTEM_NAMES)
def test_no_answer_in_french_has_a_word_of_english_left(system):
    lines = told(system, "fr")
    found = [
        (word, line)
        for line in lines
        for word in ENGLISH
        if re.search(rf"(?<![\w’]){re.escape(word)}(?![\w’])", line)
    ]
    assert found == []


def test_the_words_of_english_are_found_where_they_are():
    english = told("triumph", "en")
    assert any("ahead" in line for line in english)
    assert any("facing" in line for line in english)
