"""Whoever is refused is told why, and where nobody asked for it, what is asked instead."""

from typing import Any

import pytest

from condotta.errors import PlainError
from condotta.positions.faults import going_on
from condotta.positions.playing_on import beginning
from condotta.positions.records import Document
from condotta.positions.running import report
from condotta.positions.telling import checked, told

UNITS = ("R1 militia 5 8 8 0", "B1 militia 5 40 8 180", "A1 militia 5 40 40 180")


def ran(**more: Any) -> Any:
    return report(Document(**more), "a file")


def test_what_was_not_asked_is_refused_with_what_is():
    found = ran(
        system="carnage",
        pieces=UNITS,
        phase="deployment",
        dice=({"red": 6, "blue": 4, "amber": 2},),
        says=({"seat": "red", "choose": "south", "expect": {"accepted": True}},),
    )
    (answer,) = (turn.answer for turn in found.runs[0].said)
    assert answer["phase"] == "deployment"
    assert [one["seat"] for one in answer["asked"]] == ["red"]
    line = "red is asked for quarter: south-west, south-east, north-east, north-west [CM-69]"
    assert line in told(found)
    assert f"It is turn 0, deployment; {line}" in checked(found)


def test_dice_that_are_open_are_told_by_number_sides_and_whose_they_are():
    found = ran(
        system="triumph",
        pieces=("R1* HFT 20 14 0", "B1* SPR 20 14 180"),
        phase="close",
        says=({"seat": "red", "choose": "end", "expect": {"accepted": True}},),
    )
    assert "chance is asked for melee dice: 2D6 of R1, B1 [TC-" in told(found)
    assert "chance is asked for melee dice: 2D6 of R1, B1 [TC-" in checked(found)


def test_a_difference_of_a_refusal_says_why():
    far = {"stands": "R1", "legs": [{"advance": 40}]}
    found = ran(
        system="triumph",
        pieces=("R1* HFT 20 2 0", "B1* SPR 20 30 180"),
        says=({"seat": "red", "move": far, "expect": {"accepted": True}},),
        questions=({"would": far, "expect": {"accepted": True}, "after": 0},),
    )
    lines = [one for one in checked(found).splitlines() if "accepted: expected true, found" in one]
    assert len(lines) == 2
    assert all("(TC-" in one for one in lines)


def test_what_lies_beside_the_table_is_not_told_and_a_regiment_by_its_unit():
    found = ran(
        system="treachery",
        pieces=("R1 line-infantry 20x5 20 10 0", "B1 adept 1 20 30 180", "G1 adept 1 50 17 0"),
        phase="movement",
    )
    lines = told(found).splitlines()
    assert "    R1 Line infantry at (20, 10) facing 0°" in lines
    assert not [one for one in lines if "turn-" in one]
    assert "At once:" not in lines
    units = ran(system="carnage", pieces=UNITS, phase="fight")
    assert not [one for one in told(units).splitlines() if "datasheet" in one]


def test_a_total_without_dice_says_none():
    found = ran(
        system="treachery",
        pieces=("R1 ballista 1 20 10 0 stone-thrower", "B1 levy-spears 20x10 20 30 180",
                "G1 line-infantry 20x5 27 30 180"),
        phase="shooting",
        enemy="blue",
        says=({"seat": "red", "choose": "R1>B1"},),
        dice=(2, 1, 3, 6, 6, 6, 6),
    )  # fmt: skip
    text = told(found)
    assert "B1: 3 = Toughness +3 [FB-2.1]" in text
    assert "The template covers B1: 4 models." in text
    assert "die 0" not in text


def test_a_moment_that_lacks_what_its_phase_needs_is_told_so():
    nothing = Document(system="grand", phase="deployment")
    with pytest.raises(PlainError) as ruled:
        report(nothing, "a file")
    assert str(ruled.value).startswith("a file: the rules cannot go on from this position, as")
    assert "(it has no pieces). Add it, or" in str(ruled.value)
    with pytest.raises(PlainError, match=r"a file cannot be played on from: .* in this phase. Add"):
        beginning(nothing, "a file")


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (KeyError("R7"), "It lacks something (R7). Add it."),
        (AssertionError(), "It lacks something. Add it."),
        (StopIteration(), "It lacks something. Add it."),
        (RuntimeError("generator raised StopIteration"), "It lacks something. Add it."),
    ],
)
def test_what_is_lacking_is_named_where_it_has_a_name(why, sentence):
    with pytest.raises(PlainError) as caught, going_on("It lacks something", " Add it."):
        raise why
    assert str(caught.value) == sentence


def test_rules_without_an_end_are_no_fault_of_a_file():
    with pytest.raises(RecursionError), going_on("It lacks something"):
        raise RecursionError
