"""`condotta battle`: a whole battle, told or summed up, and every wrong word in one sentence."""

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import msgspec
import pytest

from condotta.armies import find_roster, library
from condotta.cli import app
from condotta.errors import PlainError
from condotta.kernel.events import Removed, Ruled
from condotta.positions.manual import example
from condotta.report.logbook import opened
from condotta.rules import fielding
from condotta.rules.fielding import drawn_armies, split_names
from condotta.rules.library import SYSTEMS
from condotta.rules.systems import undivided
from condotta.settings import profile

TWO = "pyrrhic-286-bc,marian-roman-65-bc"
QUICK = ("battle", "--seed", "3", "--bots", "random", "--armies", TWO)


@pytest.fixture
def run(capsys):
    """Runs the command line; gives the status, what was printed and what was said aside."""

    def call(*words: str) -> tuple[int, str, str]:
        status = app.main(list(words))
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def test_the_summary_says_how_it_ended_and_by_which_clause(run):
    status, out, err = run(*QUICK, "--json")
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert told["system"] == "triumph"
    assert set(told["losses"]) == {"red", "blue"}
    assert told["lossesIn"] == "points"
    assert told["clause"].startswith("TC-10.")
    assert told["winners"] == ([told["winner"]] if told["winner"] else [])
    assert told["decisions"] > 0
    assert told["turns"] > 0
    assert told["seconds"] > 0


def test_a_skirmish_tells_how_many_models_each_seat_lost(run, tmp_path):
    """What the log removes, whatever the mission counts. [SK-60]"""
    where = tmp_path / "s.log"
    words = (
        "--system",
        "skirmish",
        "--seed",
        "3",
        "--bots",
        "random",
        "--json",
        "--out",
        str(where),
    )
    _, out, _ = run("battle", *words)
    told = json.loads(out)
    assert told["lossesIn"] == "models"
    lost = [
        event.piece
        for event in opened(where).events
        if isinstance(event, Removed) and event.to == "lost" and "." in event.piece
    ]
    assert sum(told["losses"].values()) == len(lost) > 0
    for seat, count in told["losses"].items():
        assert count == sum(one[0].lower() == seat[0] for one in lost)


def test_a_brief_log_has_the_same_events_in_far_fewer_lines(run, tmp_path):
    brief, whole = tmp_path / "brief.log", tmp_path / "whole.log"
    assert run(*QUICK, "--json", "--out", str(whole))[0] == 0
    assert run(*QUICK, "--json", "--brief", "--out", str(brief))[0] == 0
    assert opened(brief).events == opened(whole).events
    assert brief.stat().st_size < whole.stat().st_size / 3
    assert "add --out" in run(*QUICK, "--brief")[2]


@pytest.mark.parametrize(("system", "unit", "settings"), [
    ("treachery", "tokens", ("gameTurns=1", "scenario=hill")),
    ("carnage+ranked", "victory-points", ("rounds=1",)),
    ("carnage+reported", "victory-points", ("rounds=1",)),
    ("ranked", "victory-points", ("battleTurns=2",)),
    ("triumph", "points-lost", ("turnLimit=4",)),
])  # fmt: skip
def test_the_summary_gives_the_score_that_the_log_ends_with(run, tmp_path, system, unit, settings):
    """One score, whoever shows it. [TT-13.7, CR-6, FB-14.3, TC-10.1]"""
    where = tmp_path / "one.log"
    chosen = [word for one in settings for word in ("--set", one)]
    _, out, _ = run(
        "battle",
        "--system",
        system,
        "--seed",
        "5",
        "--bots",
        "random",
        *chosen,
        "--json",
        "--out",
        str(where),
    )
    told = json.loads(out)
    assert told["scoresIn"] == unit
    halves = 2 if unit == "points-lost" else 1
    said = {
        seat: event.params["count"] / halves
        for event in opened(where).events
        if isinstance(event, Ruled) and event.key == f"score.{unit}"
        for seat in event.params["seats"]
    }
    assert said == told["scores"]
    assert [seat for side in told["order"] for seat in side] == list(said)
    assert sorted(said.values(), reverse=told["best"] == "most") == list(said.values())


def test_the_story_is_told_and_the_log_is_written(run, tmp_path):
    status, out, err = run(*QUICK, "--out", str(tmp_path / "b.log"))
    assert (status, err) == (0, "")
    assert out.startswith("Seed 3: random against random.\n  Pyrrhic, 286 BC (Red)")
    assert "\nTurn 1: " in out
    assert f"The log is in {tmp_path / 'b.log'}" in out
    assert opened(tmp_path / "b.log").header.title["name"] == (
        "Pyrrhic, 286 BC against Marian Roman, 65 BC"
    )


def test_the_same_seed_gives_the_same_log_and_another_another(run, tmp_path):
    logs = []
    for number, seed in enumerate("335"):
        path = tmp_path / f"{number}.log"
        words = ("battle", "--seed", seed, "--bots", "random", "--armies", TWO, "--json")
        assert run(*words, "--out", str(path))[0] == 0
        logs.append(path.read_bytes())
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_settings_are_played_by_and_written_in_the_log(run, tmp_path):
    path = tmp_path / "b.log"
    words = ("--set", "moveMeasure=all", "--set", "turnLimit=2", "--json", "--out", str(path))
    status, out, _ = run(*QUICK, *words)
    assert status == 0
    assert json.loads(out)["turns"] == 4
    settings = opened(path).header.settings
    assert (settings["moveMeasure"], settings["turnLimit"]) == ("all", 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "abc"), '"abc"'),
        (("--seats", "3"), "This game has 2 seats: name that many, not 3"),
        (("--armies", f"{TWO},tuareg-1420-ad"), "Name 2 armies"),
        (("--armies", "pyrrhic-286-bc"), "Name 2 armies"),
        (("--armies", ","), "Name 2 armies"),
        (("--armies", "pyrhic-286-bc,tuareg-1420-ad"), "pyrrhic-286-bc"),
        (("--armies", "nowhere.json,tuareg-1420-ad"), "nowhere.json"),
        (("--bots", "stewrd"), "Did you mean steward?"),
        (("--bots", "random,random,random"), "not 3."),
        (("--bots", ""), "not 0."),
        (("--system", "triumf"), "triumph"),
        (("--set", "moveMeasur=all"), "moveMeasure"),
        (("--set", "moveMeasure=most"), "front or all"),
        (("--set", "moveMeasure"), "NAME=VALUE"),
        (("--level", "rule"), "rules"),
        (("--out", "/"), "is a folder"),
        (("--out", "/nowhere/b.log"), "There is no folder /nowhere"),
        (("--sede", "7"), "--seed"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(run, words, said):
    status, out, err = run("battle", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_of_mundivideds_is_asked_which(run, tmp_path):
    path = tmp_path / "two.json"
    one, two = (find_roster(name) for name in TWO.split(","))
    path.write_bytes(msgspec.json.encode({"rosters": [one, two]}))
    status, _, err = run("battle", "--armies", f"{path},tuareg-1420-ad")
    assert status == 2
    assert "holds 2 rosters" in err
    assert fielding.roster_called(f"{path}#{two.id}") == two
    status, _, err = run("battle", "--armies", f"{path}#pyric,tuareg-1420-ad")
    assert status == 2
    assert "has no roster pyric" in err


def test_a_comma_in_a_label_does_not_split_it():
    text = "Pyrrhic, 286 BC,Tuareg, 1420 AD"
    assert split_names(text) == ["Pyrrhic, 286 BC", "Tuareg, 1420 AD"]
    assert split_names("a, b") == ["a", "b"]


def test_the_seed_picks_two_lists_that_are_enemies_if_history_has_them():
    lists = {army.name: army for army in library().lists}
    for seed in range(60):
        one, two = drawn_armies(seed, 2, undivided)
        assert one.list_key != two.list_key
        foes = set(lists[one.army_list_name].enemies) - {one.army_list_name}
        assert not foes or two.army_list_name in foes
        assert drawn_armies(seed, 2, undivided) == (one, two)


def test_a_setting_is_json_if_it_reads_so_else_a_word():
    said = ("a=1", "b=true", "c=all", 'd=["KNT"]', "e=null")
    assert profile(said) == {"a": 1, "b": True, "c": "all", "d": ["KNT"], "e": None}
    with pytest.raises(PlainError):
        profile(("=1",))


def test_a_pipe_that_closes_ends_the_battle_quietly():
    words = (sys.executable, "-P", "-m", "condotta", *QUICK)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 141


def test_a_comma_in_the_label_of_a_roster_of_a_file_does_not_split():
    path = Path(__file__).parents[1] / "armies" / "grand.json"
    first, second = (
        one["label"] for one in json.loads(path.read_text(encoding="utf-8"))["builtArmies"]
    )
    both = [f"{path}#{first}", f"{path}#{second}"]
    assert split_names(",".join(both)) == both
    found = fielding.named_armies(",".join(both), 2)
    assert [roster.label for roster in found] == [first, second]


# ── from a position ──────────────────────────────────────────────────────────
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_battle_begins_from_a_position_and_its_log_verifies(system, run, tmp_path):
    file, log = tmp_path / "moment.json", tmp_path / "moment.log"
    file.write_text(example(system), "utf-8")
    words = ("battle", "--from", str(file), "--bots", "random", "--seed", "5")
    status, out, err = run(*words, "--out", str(log), "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert (told["system"], told["seed"]) == (system, 5)
    assert told["decisions"] > 5
    status, out, _ = run("replay", str(log), "--verify")
    assert status == 0
    assert "verified to the end of the battle" in out
    assert opened(log).header.given > 0


def test_a_position_has_its_own_system_seats_and_armies(run, tmp_path):
    file = tmp_path / "moment.json"
    file.write_text(example("triumph"), "utf-8")
    for more in (
        ("--system", "triumph"),
        ("--armies", TWO),
        ("--seats", "2"),
        ("--mercenaries", "captain+archers*10"),
    ):
        status, out, err = run("battle", "--from", str(file), *more)
        assert (status, out) == (2, "")
        assert "its own system, seats and armies" in err


def test_a_position_that_is_none_is_refused_in_one_sentence(run, tmp_path):
    file = tmp_path / "moment.json"
    file.write_text('{"system": "triumph", "peices": []}', "utf-8")
    status, _, err = run("battle", "--from", str(file))
    assert status == 2
    assert "is no position file" in err


def test_why_is_told_beside_each_decision_and_again_from_the_log(run, tmp_path):
    file, plain, why = (tmp_path / name for name in ("here.json", "plain.log", "why.log"))
    file.write_text(example("triumph"), "utf-8")
    words = ("battle", "--from", str(file), "--seed", "3")
    assert run(*words, "--out", str(plain))[0] == 0
    status, out, _ = run(*words, "--why", "--out", str(why))
    assert status == 0
    assert why.read_bytes() == plain.read_bytes()
    found = [line.strip() for line in out.splitlines() if re.search(r"\d % of cases", line)]
    assert found
    page, blog = tmp_path / "why.html", tmp_path / "why.md"
    assert run("report", str(why), "--why", "--out", str(page))[0] == 0
    assert run("report", str(why), "--why", "--form", "markdown", "--out", str(blog))[0] == 0
    for line in found:
        assert line in unescape(page.read_text())
        assert line.replace("*", "\\*").replace("_", "\\_") in blog.read_text()


def test_why_is_refused_where_there_is_nothing_to_tell_it_in(run, tmp_path):
    assert "leave out --json" in run(*QUICK, "--why", "--json")[2]
    assert "leave out --json and --level raw" in run(*QUICK, "--why", "--level", "raw")[2]
    where = tmp_path / "b.log"
    assert run(*QUICK, "--json", "--out", str(where))[0] == 0
    assert "leave out --why" in run("report", str(where), "--why", "--form", "paper")[2]
    where.write_bytes(where.read_bytes().replace(b'"red":"random"', b'"red":"os:abort"', 1))
    assert "names no bot of ours for red" in run("report", str(where), "--why")[2]
