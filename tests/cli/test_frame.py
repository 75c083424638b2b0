"""The frame of the command line: every failure is one sentence and a status."""

import sys
import types
from pathlib import Path
from typing import Literal

import pytest

import condotta
from condotta.cli import app
from condotta.cli.form import form
from condotta.errors import PlainError


@pytest.fixture
def play(monkeypatch, capsys):
    """Run the command line with one command replaced; gives status, output and complaint."""

    def run(function, *words):
        module = types.ModuleType("condotta.cli.battle")
        module.command = function
        monkeypatch.setitem(sys.modules, "condotta.cli.battle", module)
        status = app.main(("battle", *words))
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def battle(*, seed: int = 1, system: Literal["triumph", "carnage"] = "triumph") -> None:
    """Fight."""
    print("fought", seed, system)


def raises(error):
    def command() -> None:
        raise error

    return command


def test_a_command_that_returns_nothing_ends_well(play):
    assert play(battle, "--seed", "7") == (0, "fought 7 triumph\n", "")


def test_a_command_chooses_its_own_status(play):
    def command() -> int:
        return 1

    assert play(command)[0] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sede", "7"), "--seed"),
        (("--seed", "seven"), "seven"),
        (("--system", "triumf"), "triumph"),
        (("--seed",), "--seed"),
        (("stray",), "stray"),
    ],
)
def test_wrong_words_get_one_line_with_the_nearest_match(play, words, said):
    status, out, err = play(battle, *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["batle"], 'condotta has no command "batle". Did you mean battle?\n'),
        (["zzz"], 'condotta has no command "zzz". See condotta --help.\n'),
        (["--zzz"], 'condotta has no option "--zzz". See condotta --help.\n'),
    ],
)
def test_an_unknown_command_is_named_with_its_nearest(capsys, words, line):
    assert app.main(words) == 2
    assert capsys.readouterr().err == line


def test_a_plain_error_is_its_sentence(play):
    assert play(raises(PlainError("Name an army."))) == (2, "", "Name an army.\n")


def test_a_missing_file_is_named_with_the_nearest_beside_it(play, tmp_path: Path):
    (tmp_path / "battle.log").touch()

    def command(path: Path) -> None:
        path.read_bytes()

    status, _, err = play(command, str(tmp_path / "batle.log"))
    assert status == 2
    assert err.endswith("batle.log. Did you mean battle.log?\n")


def test_a_folder_where_a_file_is_wanted_says_so(play, tmp_path: Path):
    def command(path: Path) -> None:
        path.read_bytes()

    status, _, err = play(command, str(tmp_path))
    assert (status, err) == (2, f"{tmp_path} is a folder: name a file in it.\n")


def test_a_fault_of_ours_leaves_a_note_and_no_traceback(play, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    status, _, err = play(raises(KeyError("lost")))
    (note,) = tmp_path.iterdir()
    assert status == 70
    assert err.count("\n") == 1
    assert str(note) in err
    assert "Traceback" not in err
    assert "KeyError: 'lost'" in note.read_text()
    assert f"condotta {condotta.__version__}" in note.read_text()


def test_an_interrupt_ends_quietly(play):
    assert play(raises(KeyboardInterrupt())) == (130, "", "Stopped.\n")


def test_a_closed_pipe_is_quiet(play, monkeypatch):
    monkeypatch.setattr(app, "hush", lambda: None)
    assert play(raises(BrokenPipeError())) == (141, "", "")


def test_the_version_is_the_package_version_and_says_which_form_runs(capsys):
    assert app.main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == f"{condotta.__version__} ({form()})"


def test_help_names_every_command(capsys):
    assert app.main(["--help"]) == 0
    told = capsys.readouterr().out
    assert all(f"│ {name}  " in told and what[:40] in told for name, what in app.COMMANDS.items())


def test_help_of_the_armies_says_what_each_of_its_commands_does(capsys):
    assert app.main(["army", "--help"]) == 0
    told = [line.strip("│ ").split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    named = {parts[0]: parts[1:] for parts in told if parts}
    known = ("build", "check", "compare", "cost", "import", "list", "print", "share", "show")
    assert [name for name in known if not named.get(name)] == []


@pytest.mark.parametrize("name", app.COMMANDS)
def test_every_command_tells_what_it_does(capsys, name):
    assert app.main([name, "--help"]) == 0
    assert f"condotta {name}" in capsys.readouterr().out
