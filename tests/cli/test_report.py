"""`condotta report`: the page is written beside the log, or where it is wanted."""

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
