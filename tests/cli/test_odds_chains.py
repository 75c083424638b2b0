"""`condotta odds --file`: the exact chances of a chain."""

import json
from pathlib import Path

import pytest

from condotta.cli.app import main

CHANCES = Path(__file__).parents[1] / "positions" / "chances"


def told(capsys, *words):
    """What the command prints."""
    assert main(["odds", *words]) == 0
    return capsys.readouterr().out


def test_a_file_tells_what_it_asks(capsys):
    out = told(capsys, "--file", str(CHANCES / "triumph-two-combats.json"))
    assert "41.67% (5/12)  B1 lost" in out
    assert "████████············" in out


def test_every_answer_is_there_as_json(capsys):
    out = told(capsys, "--file", str(CHANCES / "carnage-roll-off.json"), "--json")
    (answer,) = json.loads(out)["answers"]
    assert answer["outcomes"]["blue"]["exact"] == "1/2"


def test_what_seats_choose_is_said_at_the_command_line(capsys):
    out = told(capsys, "--file", str(CHANCES / "ranked-volley.json"), "--do", "red R1>B1")
    assert "59.10%  B1: fleeing" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--do", "red"], "write a seat and an option"),
        (["--do", "red R1>B1", "--until", "close combat"], "is asked for"),
    ],
)
def test_what_cannot_be_answered_says_why(words, why, capsys):
    assert main(["odds", "--file", str(CHANCES / "ranked-charge.json"), *words]) == 2
    assert why in capsys.readouterr().err


def test_a_chain_needs_a_file(capsys):
    assert main(["odds", "KNT", "SPR", "--do", "red R1>B1"]) == 2
    assert "name one with --file" in capsys.readouterr().err
