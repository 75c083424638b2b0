"""Wrong words on purpose: one sentence that says what to do, status 2, and nothing is changed."""

import json
from pathlib import Path

import pytest

from condotta.cli import app


@pytest.fixture
def wrong(capsys, tmp_path, monkeypatch):
    """Runs words that are wrong, in an empty folder; gives the one line that is said."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> str:
        before = sorted(tmp_path.iterdir())
        status = app.main(list(words))
        told = capsys.readouterr()
        assert (status, told.out) == (2, "")
        assert told.err.count("\n") == 1
        assert sorted(tmp_path.iterdir()) == before
        return told.err.strip()

    return call


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("battle --system carnage --seats 2", "This game has 3 or 4 seats: name that many, not 2."),
        ("battle --system carnage --seats 5", "This game has 3 or 4 seats: name that many, not 5."),
        ("battle --seats 0", "This game has 2 seats: name that many, not 0."),
        ("battle --seats -1", "This game has 2 seats: name that many, not -1."),
        ("battle --seed abc", '--seed takes a whole number, such as 7, not "abc".'),
        ("play --port abc", '--port takes a whole number, such as 7, not "abc".'),
        ("odds 4", "condotta odds needs OTHER. See condotta odds --help."),
        (
            "battle --bots xyzzy",
            (
                "There is no bot called xyzzy. "
                "There are condottiere, frugal, idle, miser, planner, random, schemer and steward."
            ),
        ),
        (
            "battle --system skirmish --armies xyzzy,alpha",
            "There is no skirmish army called xyzzy. There are alpha, beta, gamma and delta.",
        ),
        (
            "battle --system ranked --armies hill-levi,river-guard",
            "There is no ranked army called hill-levi. Did you mean hill-levy?",
        ),
        (
            "battle --system carnage+ranked --set mission=ground",
            (
                "There is no setting called mission here. There are boardDepth, boardWidth, "
                "control, cornersFight, eliminatedCanWin, lastArmyWins, objectiveMeasuredTo, "
                "powerCounts, pursuitIntoFleeing, regimentsCount, rounds, terrainPieces, "
                "tiesRollAll and twoTurnsInARow; `condotta clause --settings` says what each does."
            ),
        ),
        (
            "battle --system carnage --set mission=nonsense",
            'mission [CM-110] cannot be "nonsense"; it is carnage, ground or attrition.',
        ),
        ("clause XX-1", "There is no clause XX-1. `condotta clause` lists them all."),
        ("odds KNT SPR --models 3", "--models is for two skirmish units: leave it out."),
        ("odds 4 2 --half", "--half is for two skirmish units: leave it out."),
        (
            "odds line_infantry militia --models 0",
            "line_infantry has 5 to 10 models, not 0 [SK-123].",
        ),
        ("army print pyrrhic-286-bc --paper a5", "--paper is a4 or letter, not a5."),
        ("army print pyrrhic-286-bc --lang xx", "--lang is en or fr, not xx."),
    ],
)
def test_a_wrong_word_gets_one_sentence_that_says_what_to_do(wrong, words, line):
    assert wrong(*words.split()) == line


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("odds line_infantry xyzzy", "There is no skirmish unit xyzzy. There are "),
        ("odds line_infantry KNT", "There is no skirmish unit KNT. There are "),
        ("army build pyrrhic --stands t99=3", "Pyrrhic has no option t99: it has main/t1, main/t2"),
        (
            "battle --system treachery --mercenaries xyzzy,,",
            "There is no unit called xyzzy for a company. There are ",
        ),
        ("battle --system treachery --mercenaries xyzzy", "with commas between: 1 is named."),
    ],
)
def test_what_there_is_instead_is_named(wrong, words, part):
    assert part in wrong(*words.split())


def test_a_log_that_breaks_off_says_how_to_read_what_is_whole(wrong, capsys):
    assert app.main(["battle", "--seed", "3", "--bots", "random", "--out", "whole.log"]) == 0
    capsys.readouterr()
    whole = Path("whole.log").read_bytes()
    lines = whole.split(b"\n")
    Path("cut.log").write_bytes(b"\n".join(lines[:9]) + b"\n" + lines[9][:20])
    said = wrong("replay", "cut.log")
    assert said.startswith("cut.log: line 10 is damaged (")
    assert said.endswith("): take another copy, or cut the log off before that line")
    Path("text.txt").write_text("hello\n")
    assert wrong("replay", "text.txt").endswith("name a file that `condotta battle --out` wrote")


def test_the_settings_of_every_game_are_listed(capsys):
    assert app.main(["clause", "--settings"]) == 0
    told = capsys.readouterr().out
    assert 'mission="carnage"  ' in told
    assert "[CM-110] (carnage)\n" in told
    assert app.main(["clause", "--settings", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    games = ["treachery+triumph", "treachery", "treachery+reported"]
    assert rows["gameTurns"]["games"] == games
    assert rows["moveMeasure"] == {
        "name": "moveMeasure", "default": "front", "clause": "TC-5.5",
        "games": ["triumph", "grand", "treachery+triumph", "triumph+reported", "grand+reported"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("system", "unit"), [("triumph", 0.5), ("treachery", 50), ("skirmish", 1), ("ranked", 1)]
)
def test_the_summary_tells_what_each_seat_has_to_show(capsys, system, unit):
    """[TC-10.1, TT-13.7, SK-121, FB-14.4]"""
    assert app.main(["battle", "--system", system, "--seed", "5", "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert all(score % unit == 0 for score in scores.values())
    assert any(scores.values())
