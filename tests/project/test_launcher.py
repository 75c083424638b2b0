"""The launcher: it prepares once, and says in one sentence what is missing."""

import importlib.util
import sys
from importlib.machinery import SourceFileLoader

import pytest


@pytest.fixture
def launcher(root, tmp_path, monkeypatch):
    """The script as a module, over an empty checkout and with commands that only pretend."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = SourceFileLoader("launcher", str(root / "condotta"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("launcher", loader))
    loader.exec_module(module)
    home = tmp_path / ".venv"
    (home / "bin").mkdir(parents=True)
    (home / "bin/python").touch()
    for name, value in {"ROOT": tmp_path, "HOME": home, "PYTHON": home / "bin/python"}.items():
        monkeypatch.setattr(module, name, value)
    for name in ("requirements.lock", "pyproject.toml"):
        (tmp_path / name).write_text(name)
    return module


@pytest.fixture
def ran(launcher, monkeypatch):
    """The commands that the launcher gave, as one line each; those in `broken` fail."""
    lines: list[str] = []

    def done(*command):
        line = " ".join(str(word) for word in command)
        lines.append(line)
        return not any(word in line for word in launcher.broken), "said so"

    launcher.broken = ()
    monkeypatch.setattr(launcher, "done", done)
    monkeypatch.setattr(launcher.os, "execv", lambda _path, words: lines.append(" ".join(words)))
    monkeypatch.setattr(launcher.sys, "argv", ["condotta", "battle", "--seed", "7"])
    monkeypatch.setattr(launcher.shutil, "which", lambda _name: "uv-on-path")
    return lines


def test_it_prepares_once_and_hands_over(launcher, ran):
    launcher.main()
    assert [line.split("--quiet")[-1].split()[0] for line in ran[2:4]] == ["sync", "install"]
    assert "--require-hashes" in ran[2]
    first, ran[:] = list(ran), []
    launcher.main()
    assert ran == first[-1:]
    assert ran[0].endswith("-P -m condotta battle --seed 7")


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_it_prepares_again_when_the_lock_or_the_project_changed(launcher, ran, name):
    launcher.main()
    (launcher.ROOT / name).write_text("changed")
    ran.clear()
    launcher.main()
    assert any("sync" in line for line in ran)


def test_a_preparation_that_failed_is_tried_again(launcher, ran):
    launcher.broken = ("sync",)
    for _ in range(2):
        with pytest.raises(SystemExit, match=r"could not fetch its packages: connect .*said so"):
            launcher.main()


def test_without_uv_it_asks_pip_and_then_a_venv_of_its_own(launcher, ran):
    launcher.broken = ("--version",)
    launcher.main()
    assert any("pip install" in line and "--target" in line for line in ran)
    ran.clear()
    (launcher.HOME / "condotta.stamp").unlink()
    launcher.broken = ("--version", "--target")
    launcher.main()
    assert any("-m venv" in line for line in ran)


def test_without_uv_and_network_it_says_what_to_install(launcher, ran):
    launcher.broken = ("--version", "install")
    with pytest.raises(SystemExit, match=r"^Condotta could not fetch uv: connect"):
        launcher.main()


def test_without_a_new_enough_python_it_says_so(launcher, ran):
    launcher.broken = ("version_info",)
    with pytest.raises(SystemExit, match=r"^Condotta needs Python 3\.11 or newer"):
        launcher.main()
