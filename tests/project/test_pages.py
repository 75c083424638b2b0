"""The pages that show code hold: their blocks run one after another, in an empty folder."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import condotta
from condotta.rules.library import SYSTEMS
from tests.project.tree import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(
    r"^`((?:src|tests)/[\w./]+)`[^\n]*(?:\n[^\n]+)*\n\n```(?:python|toml)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
SHORT = {
    "grand": {"turnLimit": 2},
    "treachery+triumph": {"gameTurns": 1},
    "ranked": {"battleTurns": 2},
    "treachery": {"gameTurns": 1},
    "skirmish": {"battleRounds": 2},
    "carnage": {"rounds": 1},
    "carnage+ranked": {"rounds": 1},
}
PAGES = ("playing-from-python", "writing-a-bot", "environments")


def page(root: Path, name: str) -> str:
    return (root / f"docs/{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_every_block_of_a_page_runs_and_says_something(root, name, tmp_path, monkeypatch, capsys):
    blocks = BLOCK.findall(page(root, name))
    monkeypatch.chdir(tmp_path)
    spoken: dict[str, object] = {"__name__": "page"}
    for block in blocks:
        exec(compile(block, f"docs/{name}.md", "exec"), spoken)  # noqa: S102 - our own page
        assert "print(" not in block or capsys.readouterr().out.strip(), block
    assert len(blocks) > 2


def test_a_battle_takes_ten_lines(root):
    text = page(root, "playing-from-python")
    lines = [line for line in BLOCK.findall(text)[0].splitlines() if line.strip()]
    assert "## A battle in ten lines" in text
    assert len(lines) == 10


@pytest.fixture
def farther(root, tmp_path, monkeypatch):
    """The bot of the page as a module that Python finds, and its text."""
    (text,) = (one for one in BLOCK.findall(page(root, "writing-a-bot")) if "class Farther" in one)
    (tmp_path / "farther.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "farther", raising=False)
    return text


def test_a_bot_takes_forty_lines(farther):
    assert len(farther.splitlines()) <= 40


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_bot_of_the_page_plays_every_game_to_its_end(farther, system):
    battle = condotta.begin(system, seed=7, settings=SHORT.get(system, {}))
    battle.play("farther:Farther")
    assert battle.over


def test_the_bot_of_the_page_is_matched_by_the_laboratory(farther, tmp_path):
    words = ("--bots", "farther:Farther,random", "--battles", "2", "--least", "0")
    told = ran(tmp_path, ROOT, "-m", "condotta.lab.league", *words)
    assert "farther:Farther against random: won" in told
    assert "faults 0;" in told


@pytest.fixture
def with_raid(root, tmp_path):
    """A copy of the tree into which the page about variants has been written, and its files."""
    for folder in ("src", "tests", "docs"):
        ignored = shutil.ignore_patterns("__pycache__", "page", "node_modules")
        shutil.copytree(root / folder, tmp_path / folder, ignore=ignored)
    shutil.copy(root / "pyproject.toml", tmp_path)
    text = page(root, "writing-a-variant")
    files = dict(FILE.findall(text))
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    (entry,) = (one for one in BLOCK.findall(text) if '"raid": Game(' in one)
    imports, _, row = entry.partition("\n\n")
    library = tmp_path / "src/condotta/rules/library.py"
    there = library.read_text(encoding="utf-8")
    there = there.replace(
        "from condotta.rules.ranked.layer", f"{imports}\nfrom condotta.rules.ranked.layer", 1
    )
    there = there.replace('    "ranked": Game(\n', f'{row}    "ranked": Game(\n', 1)
    library.write_text(there, encoding="utf-8")
    return tmp_path, files


def ran(place: Path, tree: Path, *words: str) -> str:
    """What Python says at a place, with the tree that is given; it must end well."""
    done = subprocess.run(
        (sys.executable, *words),
        cwd=place,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tree / "src", tree)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_a_variant_is_eight_files_its_entry_among_them_and_its_commands_are_green(with_raid):
    place, files = with_raid
    assert len({*files, "src/condotta/rules/library.py"}) == 8
    ran(place, place, "-m", "ruff", "check", "--quiet", "src/condotta/rules", "tests/rules/raid")
    ran(
        place,
        place,
        "-m",
        "ruff",
        "format",
        "--check",
        "--quiet",
        "src/condotta/rules/raid",
        "src/condotta/rules/library.py",
        "tests/rules/raid",
    )
    pytest_alone = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    told = ran(
        place,
        place,
        *pytest_alone,
        "tests/rules/raid",
        "tests/rules/test_clauses.py",
        "tests/rules/test_scores.py",
        "tests/words",
    )
    assert re.search(r"\d+ passed", told)
    told = ran(
        place,
        place,
        *pytest_alone,
        "tests/rules/test_settings_act.py",
        "tests/report/test_plain_story.py",
        "-k",
        "raid",
    )
    assert re.search(r"\d+ passed", told)
    ran(place, place, "-m", "condotta", "clause", "--coverage")
    story = ran(
        place,
        place,
        "-m",
        "condotta",
        "battle",
        "--system",
        "raid",
        "--seed",
        "7",
        "--bots",
        "random",
    )
    assert "Seed 7: random against random." in story
