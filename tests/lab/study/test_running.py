"""A study on the way: the same records however it is fought, stopped or kept."""

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest

from condotta.cli import app, extras
from condotta.cli.lab import shipped
from condotta.lab.battles import Report
from condotta.lab.league import fixtures, seats_of, standing
from condotta.lab.matches import Field
from condotta.lab.study import keeping, running
from condotta.lab.study.plan import planned, read, studied
from condotta.lab.study.records import digest
from condotta.lab.study.running import tried

SHORT = ("lab", "run", "--bots", "idle,random", "--set", "turnLimit=2", "--json")
QUICK = (*SHORT, "--seed", "4", "--format", "jsonl")
NO_PYARROW = "for Parquet install pyarrow (pip install 'condotta[lab]')."


@pytest.fixture
def run(capsys):
    """Runs the command line; gives the status, what was printed and what was said aside."""

    def call(*words: object) -> tuple[int, str, str]:
        status = app.main([str(word) for word in words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def records(folder) -> bytes:
    return (folder / "records.jsonl").read_bytes()


def test_one_process_and_two_give_the_same_records(run, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    status, out, err = run(*QUICK, "--battles", 4, "--jobs", 1, "--out", one)
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert run(*QUICK, "--battles", 4, "--jobs", 2, "--out", two)[0] == 0
    assert records(one) == records(two)
    assert found["records"]["count"] == records(one).count(b"\n") == 4
    assert found["records"]["digest"] == digest(keeping.read_all(two))
    assert [party["name"] for party in found["cells"][0]["parties"]] == ["idle", "random"]
    assert sorted(path.name for path in one.iterdir() if path.name != ".lock") == [
        "figures.json", "records.jsonl", "report.html", "report.md", "study.json", "times.jsonl",
    ]  # fmt: skip
    assert json.loads((one / "figures.json").read_bytes()) == found


def test_a_study_that_is_killed_goes_on_and_gives_the_same_records(run, tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    words = [*QUICK, "--battles", "16", "--jobs", "2"]
    began = subprocess.Popen(
        (sys.executable, "-m", "condotta", *words, "--out", str(killed)),
        stdout=subprocess.DEVNULL,
    )
    parts = killed / "parts"
    until = time.monotonic() + 60
    while not list(parts.glob("*.jsonl")) and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(began.pid, signal.SIGKILL)
    began.wait()
    assert not (killed / "records.jsonl").exists()
    there = sum(len(path.read_bytes().splitlines()) for path in parts.glob("*.jsonl"))
    assert 0 < there < 16
    fought = []
    with pytest.MonkeyPatch.context() as patched:
        real = keeping.Folder.add
        patched.setattr(
            keeping.Folder, "add", lambda own, some: (fought.extend(some), real(own, some))
        )
        assert run(*words, "--out", killed)[0] == 0
    assert len(fought) == 16 - there
    assert run(*words, "--out", whole)[0] == 0
    assert records(killed) == records(whole)
    assert not parts.exists()


def test_a_finished_study_is_not_fought_again(run, tmp_path, monkeypatch):
    words = (*QUICK, "--battles", 2, "--jobs", 1, "--out", tmp_path / "it")
    _, before, _ = run(*words)
    monkeypatch.setattr("condotta.lab.study.running.fight", None)
    assert run(*words) == (0, before, "")


def test_a_study_is_made_longer_and_never_shorter(run, tmp_path, monkeypatch):
    once, twice = tmp_path / "once", tmp_path / "twice"
    words = (*QUICK, "--jobs", 1)
    run(*words, "--battles", 3, "--out", once)
    run(*words, "--battles", 2, "--out", twice)
    fresh = []
    fight = running.fight
    monkeypatch.setattr(running, "fight", lambda one: fresh.append(one.number) or fight(one))
    assert run(*words, "--battles", 3, "--out", twice)[0] == 0
    assert fresh == [2]
    assert records(once) == records(twice)
    assert len((twice / "times.jsonl").read_bytes().splitlines()) == 3
    status, _, err = run(*words, "--battles", 2, "--out", twice)
    assert (status, "holds another study (battles differ)" in err) == (2, True)


def test_a_record_is_fought_again_by_command(run, tmp_path):
    where = tmp_path / "it"
    run(*QUICK, "--battles", 2, "--jobs", 1, "--out", where)
    status, out, _ = run("lab", "again", where, 1, "--out", tmp_path / "one.log")
    assert status == 0
    assert out.startswith("Battle 1 (triumph, seed 4/1): the same log, ")
    assert run("replay", tmp_path / "one.log", "--verify")[0] == 0
    rows = records(where).splitlines()
    was = json.loads(rows[1])
    changed = {**was, "log": "0" * 32}
    (tmp_path / "other.jsonl").write_bytes(json.dumps(changed).encode() + b"\n")
    status, out, _ = run("lab", "again", tmp_path / "other.jsonl", 1)
    assert status == 1
    assert "another log" in out


def test_a_folder_with_something_else_is_refused_and_left_alone(run, tmp_path):
    where, file, full = tmp_path / "it", tmp_path / "file", tmp_path / "full"
    words = (*QUICK, "--battles", 2, "--jobs", 1)
    run(*words, "--out", where)
    before = {path.name: path.read_bytes() for path in where.iterdir()}
    file.touch()
    full.mkdir()
    (full / "letter").touch()
    for folder, seed, said in (
        (where, 5, "holds another study (seed differ): name a new folder"),
        (file, 4, "is a file: name a folder for the study."),
        (full, 4, "holds something else: name a new folder."),
    ):
        status, out, err = run(
            *SHORT, "--battles", 2, "--seed", seed, "--format", "jsonl", "--out", folder
        )
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert said in err
    assert {path.name: path.read_bytes() for path in where.iterdir()} == before
    assert [path.name for path in full.iterdir()] == ["letter"]


def test_a_study_that_was_ended_before_it_said_what_it_is_begins_again(run, tmp_path):
    where = tmp_path / "it"
    (where / "parts").mkdir(parents=True)
    (where / "study.json.part").write_text('{"study"')
    assert run(*QUICK, "--battles", 1, "--jobs", 1, "--out", where)[0] == 0
    assert records(where).count(b"\n") == 1


def test_battles_of_another_program_are_not_mixed(run, tmp_path, monkeypatch):
    words = (*QUICK, "--battles", 2, "--jobs", 1, "--out", tmp_path / "it")
    run(*words)
    monkeypatch.setattr(keeping, "program", lambda: "another")
    status, _, err = run(*words)
    assert status == 2
    assert "was begun by another version of the program" in err


def test_two_do_not_write_into_one_folder(run, tmp_path):
    holder = (
        "import fcntl, sys; held = open(sys.argv[1], 'w'); fcntl.lockf(held, fcntl.LOCK_EX);"
        "print('held', flush=True); sys.stdin.read()"
    )
    where = tmp_path / "it"
    run(*QUICK, "--battles", 1, "--jobs", 1, "--out", where)
    with subprocess.Popen(
        (sys.executable, "-c", holder, str(where / ".lock")),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout.readline() == b"held\n"
        status, _, err = run(*QUICK, "--battles", 1, "--jobs", 1, "--out", where)
        other.stdin.close()
    assert (status, "Another process works in" in err) == (2, True)


def test_a_study_file_is_fought_and_its_battles_may_be_said(run, tmp_path):
    path = tmp_path / "turns.toml"
    path.write_text(
        'bots = "idle"\nbattles = 50\n[[arm]]\nsettings = { turnLimit = 1 }\n'
        "[[arm]]\nsettings = { turnLimit = 2 }\n"
    )
    status, out, err = run("lab", "run", path, "--battles", 2, "--jobs", 1)
    assert (status, err) == (0, "")
    assert "arm: arm 1 → arm 2, by 2 set-ups with the same dice." in out
    assert out.startswith("2 battles in each cell: ")
    status, _, err = run("lab", "run", path, "--swap")
    assert (status, err) == (
        2, f"The study says so itself: leave out --swap beside {path}.\n",
    )  # fmt: skip


def test_a_study_that_comes_with_the_program_is_fought_by_its_name(run):
    status, out, err = run("lab", "studies")
    assert (status, err) == (0, "")
    told = [line.split()[0] for line in out.splitlines()]
    assert told == [
        "armies", "bots", "cards", "marches", "poorest", "readings", "seats", "stampedes", "stands",
    ]  # fmt: skip
    words = ("--system", "triumph", "--seats", 2, "--bots", "idle", "--battles", 1, "--jobs", 1)
    status, out, err = run("lab", "run", "seats", *words)
    assert (status, err) == (0, "")
    assert "By whose turn came first in the battle:" in out


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_study_that_comes_with_the_program_can_be_fought(name):
    tried(planned(studied(read(shipped()[name]), name)))


def test_without_pyarrow_lines_are_written_and_parquet_is_refused(run, tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "has_parquet", lambda: False)
    words = ("lab", "run", "--bots", "idle", "--set", "turnLimit=1", "--battles", 1, "--jobs", 1)
    status, _, err = run(*words, "--json", "--out", tmp_path / "lines")
    assert (status, err) == (0, f"The records are kept as JSON lines: {NO_PYARROW}\n")
    status, _, err = run(*words, "--format", "parquet", "--out", tmp_path / "other")
    assert (status, err.count("\n")) == (2, 1)
    assert "pip install 'condotta[lab]', or say --format jsonl" in err
    assert not (tmp_path / "other").exists()


def test_parquet_holds_the_same_records(run, tmp_path):
    if find_spec("pyarrow") is None:
        pytest.skip(extras.PARQUET)
    run(*QUICK, "--battles", 3, "--jobs", 1, "--out", tmp_path / "lines")
    columns = (*SHORT, "--seed", 4, "--format", "parquet", "--battles", 3, "--jobs", 1)
    run(*columns, "--out", tmp_path / "columns")
    one, other = (keeping.read_all(tmp_path / name) for name in ("lines", "columns"))
    assert one == other
    assert run("lab", "again", tmp_path / "columns", 2)[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "--battles", "0"), "battles is a whole number from 1 to 1000000, not 0."),
        (("run", "--jobs", "0"), "--jobs is a whole number from 1, not 0."),
        (("run", "--bots", ","), "names nobody"),
        (("run", "--sweep", "turnLimit=4"), "NAME=VALUE,VALUE"),
        (("run", "--system", "ranked", "--cards", "many"), "There are no battle cards in ranked"),
        (("run", "--system", "ranked", "--card", "FC"), "have no lists"),
        (("run", "nowhere.toml"), "There is no file nowhere.toml, and no study of that name."),
        (("again", "nowhere", "0"), "There is no file nowhere."),
        (("runn",), "Did you mean run?"),
        (("league", "--bots", "idle,idle"), "two different bots"),
        (("league", "--bots", "idle"), "two different bots"),
    ],
)
def test_wrong_words_get_one_sentence(run, words, said):
    status, out, err = run("lab", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_the_laboratory_lists_its_experiments_and_hands_their_words_on(run):
    from condotta.cli.lab import EXPERIMENTS

    status, out, _ = run("lab", "--help")
    assert status == 0
    assert all(name in out for name in ("run", "again", *EXPERIMENTS))
    with pytest.raises(SystemExit) as ended:
        run("lab", "battles", "--battles", "0")
    assert ended.value.code == 2


def test_a_league_of_three_counts_every_seat_of_a_bot():
    """Who sits twice has both seats; a victory of both bots is drawn."""
    field = Field("carnage", 3)
    one, other = fixtures(("idle", "random"), 2, 1, field)
    assert seats_of("idle", one) == {"red", "amber"}
    assert seats_of("idle", other) == {"blue"}
    won = [("amber",), ("red", "amber"), ("blue",), ("red", "blue"), ()]
    found = standing(("idle", "random"), (Report(one, winners=names) for names in won))
    assert (found.won, found.drawn, found.lost) == (2, 2, 1)


def test_a_league_tells_between_what_its_share_lies(run):
    status, out, _ = run("lab", "league", "--bots", "idle,random", "--battles", "2", "--least", "0")
    assert status == 0
    assert "idle against random: won " in out
    assert " of 100, between " in out
