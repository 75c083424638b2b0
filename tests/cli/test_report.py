"""`condotta report`: the page is written beside the log, or where it is wanted."""

import errno
import os

import pytest

from condotta.cli import app
from condotta.kernel.log import dump
from tests.report.fought import short


@pytest.fixture
def file(tmp_path) -> str:
    path = tmp_path / "b.log"
    path.write_bytes(dump(short().header, short().events))
    return str(path)


def test_the_page_is_written_beside_the_log(capsys, file, tmp_path):
    assert app.main(["report", file]) == 0
    assert capsys.readouterr().out == f"The report is in {tmp_path / 'b.html'}.\n"
    text = (tmp_path / "b.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "Pyrrhic against Marian Roman" in text


def test_the_page_is_written_where_it_is_wanted(capsys, file, tmp_path):
    assert app.main(["report", file, "--out", str(tmp_path / "page.html")]) == 0
    assert (tmp_path / "page.html").is_file()
    assert not (tmp_path / "b.html").exists()


@pytest.mark.parametrize(
    ("out", "said"), [("/nowhere/x.html", "There is no folder"), ("/", "folder")]
)
def test_a_place_that_cannot_be_written_is_said_in_one_sentence(capsys, file, out, said):
    assert app.main(["report", file, "--out", out]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1


def test_a_file_that_was_there_stays_where_the_disk_is_full(capsys, file, tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    old = tmp_path / "old.html"
    moment = str(tmp_path / "moment.json")
    assert app.main(["replay", file, "--position", "--out", moment]) == 0
    monkeypatch.setattr("condotta.kernel.log.os.fsync", full)
    for words in (
        ["report", file, "--out", str(old)],
        ["replay", file, "--position", "--out", str(old)],
        ["replay", file, "--svg", "--out", str(old)],
        ["rule", moment, "--html", str(old)],
    ):
        old.write_text("as it was", encoding="utf-8")
        capsys.readouterr()
        assert app.main(words) != 0, words
        said = capsys.readouterr().err
        assert "No space left on device" in said
        assert "Traceback" not in said
        assert old.read_text(encoding="utf-8") == "as it was", words
        assert not list(tmp_path.glob("*.part"))
