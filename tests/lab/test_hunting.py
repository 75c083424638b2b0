"""What all hunts share: faults are counted, named and fought again; progress is told."""

import shlex
from importlib import import_module

import pytest

from condotta.bots.runner import Result
from condotta.lab import battles, bills, doors, fights
from condotta.lab.hunting import Figures, Hunt, Report, Task, faults_of, fought
from condotta.lab.inspecting import Broken
from condotta.lab.inspectors import INSPECTORS
from condotta.rules.library import kind
from condotta.rules.systems import SYSTEMS

HUNTS = ("battles", "melees", "skirmishes", "intrigue")
MADE_READY = {"battles": "match"}
"""What makes a battle ready in the module of a hunt, where it is not `ready`."""


def lines_of(capsys) -> list[str]:
    return capsys.readouterr().out.splitlines()


def planted(monkeypatch, name: str):
    """The module of a hunt whose every battle breaks as it is made ready."""

    def broken(*_: object) -> None:
        raise Broken("R1 lies on R2")

    monkeypatch.setattr(f"condotta.lab.{name}.{MADE_READY.get(name, 'ready')}", broken)
    return import_module(f"condotta.lab.{name}")


# ── the four commands ────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", HUNTS)
def test_a_planted_fault_makes_a_hunt_fail_and_names_the_battle(monkeypatch, capsys, name: str):
    hunt = planted(monkeypatch, name)
    assert hunt.main(["--battles", "2", "--first", "5", "--seed", "4"]) == 1
    told = lines_of(capsys)
    assert [line.partition(":")[0] for line in told if line.startswith("battle ")] == [
        "battle 5 of seed 4",
        "battle 6 of seed 4",
    ]
    assert sum("Broken: R1 lies on R2" in line for line in told) == 2
    assert any(line.startswith("battles      2, faults 2") for line in told)


@pytest.mark.parametrize("name", HUNTS)
def test_what_is_told_of_a_fault_fights_that_one_battle_again(monkeypatch, capsys, name: str):
    hunt = planted(monkeypatch, name)
    hunt.main(["--battles", "1", "--first", "7", "--seed", "3"])
    before = lines_of(capsys)
    (again,) = [line.removeprefix("again        ") for line in before if line.startswith("again")]
    command, lab, module, *words = shlex.split(again)
    assert (command, lab, module) == ("condotta", "lab", name)
    assert hunt.main(words) == 1
    after = lines_of(capsys)
    named = [line for line in before if line.startswith("battle")]
    assert [line for line in after if line.startswith("battle")] == named


@pytest.mark.parametrize("name", HUNTS)
def test_a_battle_that_does_not_end_is_a_fault(monkeypatch, capsys, name: str):
    def hung(*_: object, **__: object) -> Result:
        return Result(decisions=12, seconds=1.0, turns=3, ended=None)

    monkeypatch.setattr(f"condotta.lab.{name}.conduct", hung)
    assert import_module(f"condotta.lab.{name}").main(["--battles", "1"]) == 1
    assert "not over after 12 decisions, in turn 3" in lines_of(capsys)


@pytest.mark.parametrize("name", HUNTS)
def test_a_hunt_without_a_fault_succeeds(monkeypatch, capsys, name: str):
    """Though what is counted reads like a fault."""
    hunt = import_module(f"condotta.lab.{name}")
    report, counted = (
        (hunt.Report, {"TC-10.1": 1}) if name == "battles" else (Report, {"battle fault": 1})
    )
    monkeypatch.setattr(hunt, "fight", lambda task: report(task, counted=counted))
    assert hunt.main(["--battles", "3"]) == 0
    assert any(line.startswith("battles      3, faults 0") for line in lines_of(capsys))


def test_every_game_has_an_inspector_of_its_own():
    """Battles of a game are not broken because they are looked at as those of another.

    A variant has that of its kind.
    """
    assert set(INSPECTORS) == {kind(one) for one in SYSTEMS}
    hunt = import_module("condotta.lab.battles")
    assert hunt.main(["--system", "carnage+ranked", "--seats", "3", "--battles", "1"]) == 0


# ── the frame ────────────────────────────────────────────────────────────────
def odd_ones_break(task: Task) -> Report[Task]:
    """A battle that breaks where its number is odd."""
    report = Report(task, armies=("pikes", "horse"), decisions=10, seconds=task.number)
    with faults_of(report):
        if task.number % 2:
            raise Broken("no fault at all")
        report.counted = {"battle won": 1}
    return report


def hunted(*words: str) -> int:
    """A hunt of such battles with options of its own."""
    hunt = Hunt("toys", "Battles of toys.", every=2)
    hunt.option("--system", default="toy")
    hunt.option("--set", dest="settings", action="append", default=[])
    hunt.option("--no-checks", action="store_true")
    asked = hunt.read(words)
    tasks = [Task(number, asked.seed) for number in asked.numbers]
    figures: Figures[Report[Task]] = Figures()
    return hunt.run(asked, odd_ones_break, tasks, figures)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_faults_figures_and_progress_are_told(capsys, jobs: str):
    assert hunted("--battles", "4", "--first", "2", "--seed", "9", "--jobs", jobs) == 1
    told = lines_of(capsys)
    assert told[0] == "battle 3 of seed 9: pikes against horse"
    assert told[1].startswith("Traceback")
    trace = told.index("again        condotta lab toys --battles 1 --first 3 --seed 9")
    assert told[trace + 1] == "2 battles, 1 faults"
    assert told[-4:-1] == [
        "4 battles, 2 faults",
        "battles      4, faults 2, decisions 40, slowest 5 s",
        "      2 battle won",
    ]
    assert told[-1].startswith("wall clock   ")
    assert told[-1].endswith(f" seconds, {jobs} at once")


@pytest.mark.parametrize(("every", "lines"), [("0", 0), ("1", 6), ("4", 1)])
def test_progress_is_told_as_often_as_asked_for(capsys, every: str, lines: int):
    hunted("--battles", "6", "--every", every)
    assert sum(" battles, " in line for line in lines_of(capsys)) == lines


def test_what_was_asked_for_besides_is_asked_for_again(capsys):
    """Quoted where a shell wants it; what is the default anyhow is left out."""
    words = ("--set", "rounds=10", "--set", "name=a b", "--no-checks", "--system", "toy")
    hunted("--battles", "1", "--first", "1", "--jobs", "1", *words)
    (again,) = [line for line in lines_of(capsys) if line.startswith("again")]
    assert again.endswith("--seed 1 --set rounds=10 --set 'name=a b' --no-checks")


def test_numbers_and_seed_make_the_dice_of_a_battle():
    """Number n of a seed is the same battle, whichever was the first of its hunt."""
    assert Task(12, 3).dice == "3/12"
    reports = list(fought(odd_ones_break, [Task(number, 3) for number in (0, 1, 2)], jobs=2))
    assert [(one.task.number, bool(one.fault)) for one in reports] == [
        (0, False),
        (1, True),
        (2, False),
    ]


@pytest.mark.parametrize(
    ("lab", "words", "said"),
    [
        (fights, ["--fights", "0"], "write a whole number from 1, not 0"),
        (fights, ["--jobs", "0"], "write a whole number from 1, not 0"),
        (doors, ["--battles", "1.5"], "write a whole number from 1, not 1.5"),
        (doors, ["--system", "ranked"], "invalid choice: 'ranked'"),
        (bills, ["--seats", "2,7"], "write a whole number from 2 to 6, not 7"),
        (bills, ["--data", "nowhere"], "there is no file or folder nowhere"),
        (battles, ["--seats", "two"], "write a whole number from 2 to 6, not two"),
    ],
)
def test_what_cannot_be_hunted_is_refused_before_the_hunt(lab, words, said, capsys):
    with pytest.raises(SystemExit) as ended:
        lab.main(words)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]
