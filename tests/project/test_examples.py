"""The examples of the documentation about armies run as they stand, one after another."""

import re
import shlex

import pytest

from condotta.cli import app

EXAMPLE = re.compile(r"^(?:\$ )?condotta (army .*)$", re.MULTILINE)


@pytest.mark.parametrize("page", ["cli", "armies"])
def test_every_example_about_armies_runs_in_an_empty_folder(
    root, page, tmp_path, monkeypatch, capsys
):
    found = EXAMPLE.findall((root / f"docs/{page}.md").read_text(encoding="utf-8"))
    assert len(found) > 5
    monkeypatch.chdir(tmp_path)
    for line in found:
        status = app.main(shlex.split(line))
        told = capsys.readouterr()
        assert (status, told.err) == (0, ""), line
        assert told.out.strip(), line
        assert "No army list fits" not in told.out, line
        assert "They hold the same" not in told.out, line
