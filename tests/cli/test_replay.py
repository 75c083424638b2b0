"""`condotta replay`: a log again, for all or one seat, to a turn, verified, or as a map."""

import json
from pathlib import Path

import msgspec
import pytest

import condotta
from condotta.cli import app, replay
from condotta.errors import PlainError
from condotta.kernel.events import Counted, Entered, Opened, Removed
from condotta.kernel.log import dump
from condotta.report.logbook import header_of
from tests.report.fought import log, short, written
from tests.rules.grand.large_table import BOOK, large, place, split, until


@pytest.fixture
def run(capsys):
    def call(*words: str) -> tuple[int, str, str]:
        status = app.main(list(words))
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


@pytest.fixture
def file(tmp_path) -> str:
    return str(written(tmp_path / "b.log"))


def test_a_log_is_told_to_its_end(run, file):
    status, out, err = run("replay", file)
    assert (status, err) == (0, "")
    assert out.startswith("  Pyrrhic, 286 BC (Red) and Marian Roman, 65 BC (Blue)")
    assert "[TC-10." in out.splitlines()[-1]


def test_a_turn_ends_the_story_there(run, file):
    out = run("replay", file, "--turn", "2")[1]
    assert "Turn 2: " in out
    assert "Turn 3: " not in out
    assert "Turn 1: " not in run("replay", file, "--turn", "0")[1]


def test_turns_are_those_that_the_game_counts():
    """[FB-14.5, TT-2.1, CM-15] Where rounds are counted a turn is one of everybody."""
    for name in ("round", "game turn", "battle round"):
        events = (
            Counted("table", name, 1),
            Entered(1, "start", ("red",)),
            Entered(2, "start", ("blue",)),
            Counted("table", name, 2),
            Entered(3, "start", ("red",)),
        )
        cut = [len(replay.until(events, turn)) for turn in (0, 1, 2)]
        assert cut == [0, 3, 5]
        with pytest.raises(PlainError, match="to 2, not 3"):
            replay.until(events, 3)
    alone = tuple(Entered(turn, "start", ("red",)) for turn in (1, 2, 3))
    assert [len(replay.until(alone, turn)) for turn in (0, 1, 2, 3, None)] == [0, 1, 2, 3, 3]


def test_the_rules_have_every_modifier_and_the_raw_level_every_event(run, file):
    assert "[TC-2.1]; die" in run("replay", file, "--level", "rules")[1]
    raw = run("replay", file, "--level", "raw")[1].splitlines()
    assert len(raw) == len(log().events)
    assert all(json.loads(line)["kind"] for line in raw)


def test_a_seat_is_shown_what_it_saw_and_nothing_else(run, file):
    raw = run("replay", file, "--seat", "blue", "--level", "raw")[1].splitlines()
    events = [json.loads(line) for line in raw]
    assert not [event for event in events if event["kind"] in {"Pushed", "Popped"}]
    asked = [event["ask"] for event in events if event["kind"] == "Asked"]
    assert not [ask for ask in asked if ask["seat"] == "red" and "options" in ask]
    assert [ask for ask in asked if ask["seat"] == "blue" and "options" in ask]


def test_a_whole_log_is_verified(run, file):
    status, out, err = run("replay", file, "--verify")
    assert (status, err) == (0, "")
    assert "verified to the end of the battle" in out


def test_a_log_that_breaks_off_is_verified_as_far_as_it_goes(run, tmp_path):
    events = short().events
    end = max(n for n, one in enumerate(events) if type(one).__name__ == "Asked") + 1
    path = tmp_path / "half.log"
    path.write_bytes(dump(log().header, events[:end]))
    status, out, _ = run("replay", str(path), "--verify")
    assert status == 0
    assert "verified as far as it goes" in out


def test_a_log_that_was_changed_ends_with_1_and_says_where(run, tmp_path):
    events = list(log().events)
    where = next(n for n, one in enumerate(events) if isinstance(one, Removed))
    events[where] = msgspec.structs.replace(events[where], clause="TC-0.1")
    path = tmp_path / "forged.log"
    path.write_bytes(dump(msgspec.structs.replace(log().header, data="old"), events))
    status, out, _ = run("replay", str(path), "--verify")
    assert status == 1
    assert f"line {where + 2} is not what the rules give" in out
    assert "TC-0.1" in out
    assert "made with data old" in out


def test_the_map_is_printed_or_written(run, file, tmp_path):
    printed = run("replay", file, "--svg", "--turn", "3")[1]
    assert printed.startswith("<svg ")
    status, out, _ = run("replay", file, "--svg", "--turn", "3", "--out", str(tmp_path / "m.svg"))
    assert (status, out) == (0, f"The map is in {tmp_path / 'm.svg'}.\n")
    assert (tmp_path / "m.svg").read_text(encoding="utf-8") == printed
    assert run("replay", file, "--svg", "--seat", "red", "--turn", "3")[1] == printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", "bleu"), "Did you mean blue?"),
        (("--turn", "999"), "turns 0 (the set-up) to"),
        (("--turn", "-1"), "turns 0 (the set-up) to"),
        (("--turn", "two"), '"two"'),
        (("--out", "x.svg"), "add --svg"),
        (("--level", "storey"), "story"),
        (("--svg", "--out", "/nowhere/x.svg"), "/nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(run, file, words, said):
    status, out, err = run("replay", file, *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00\xff\xfe", b"[]", b'{"kind":"Header"}', b'{"rosters": []}', b"%PDF-1.7\n"],
)
@pytest.mark.parametrize("command", ["replay", "report"])
def test_a_file_that_is_no_log_is_refused_in_one_sentence(run, tmp_path, data, command):
    path = tmp_path / "b.log"
    path.write_bytes(data)
    status, out, err = run(command, str(path))
    assert (status, out) == (2, "")
    assert str(path) in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["replay", "report"])
def test_a_missing_file_is_named_with_the_nearest(run, tmp_path, command):
    (tmp_path / "battle.log").touch()
    assert "Did you mean battle.log?" in run(command, str(tmp_path / "batle.log"))[2]
    assert "is a folder" in run(command, str(tmp_path))[2]


@pytest.mark.parametrize(("forged", "status"), [(False, 0), (True, 1)])
def test_gt_4_2_whoever_has_but_his_own_log_can_check_the_seals_in_it(
    run, tmp_path, forged, status
):
    table = large()
    split(table)
    place(table)
    until(table, "movement")
    events = [
        msgspec.structs.replace(event, content="elsewhere")
        if forged and isinstance(event, Opened) and event.seal == "south markers"
        else event
        for event in table.battle.stream("blue")
    ]
    header = msgspec.structs.replace(header_of(BOOK, {}), seat="blue")
    path = tmp_path / "blue.jsonl"
    path.write_bytes(dump(header, events))
    found, out, err = run("replay", str(path), "--verify")
    assert (found, err) == (status, "")
    said = (
        "seal of south markers" if forged else "10 seals were opened, each on what had been sealed"
    )
    assert said in out


def test_a_log_is_written_again_in_brief_and_whole(run, file, tmp_path):
    brief, whole = str(tmp_path / "brief.log"), str(tmp_path / "whole.log")
    status, out, err = run("replay", file, "--brief", "--out", brief)
    assert (status, err) == (0, "")
    assert "The brief log is in" in out
    assert run("replay", brief, "--turn", "2") == run("replay", file, "--turn", "2")
    assert run("replay", brief, "--verify")[0] == 0
    assert run("replay", brief, "--whole", "--out", whole)[0] == 0
    assert Path(whole).read_bytes() == Path(file).read_bytes()
    status, _, err = run("replay", file, "--brief")
    assert status == 2
    assert "add --out" in err
    status, _, err = run("replay", file, "--brief", "--whole", "--out", whole)
    assert status == 2
    assert "take one of them" in err


@pytest.mark.parametrize("system", ["carnage", "carnage+ranked"])
def test_the_marker_that_all_fight_for_is_on_the_map(run, tmp_path, system: str):
    """[CM-65] It is a piece over models, and the table's centre over regiments."""
    battle = condotta.begin(system, seats=3, seed=3)
    battle.play("idle", decisions=4)
    battle.save(tmp_path / "one.log")
    file, page = str(tmp_path / "one.log"), tmp_path / "one.html"
    status, out, _ = run("replay", file, "--svg")
    assert (status, out.count('class="marker"')) == (0, 1)
    assert run("report", file, "--out", str(page))[0] == 0
    assert 'class="marker"' in page.read_text()
