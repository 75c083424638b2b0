"""`condotta army share` and `condotta army print`."""

import pytest

from condotta.cli import app


@pytest.fixture
def run(capsys):
    def call(*words: str) -> tuple[int, str, str]:
        status = app.main(["army", *words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def test_al_15_6_a_roster_goes_out_as_a_code_and_comes_back(run):
    status, code, _ = run("share", "pyrrhic-286-bc")
    assert (status, code[:4]) == (0, "CA1.")
    assert "8 Pikes" in run("share", code.strip())[1]


def test_al_15_5_a_roster_is_printed_to_a_file(run, tmp_path):
    path = tmp_path / "r.html"
    assert run("print", "pyrrhic-286-bc", "--paper", "letter", "--out", str(path))[0] == 0
    assert "size: letter" in path.read_text(encoding="utf-8")
    assert "Piquiers" in run("print", "pyrrhic-286-bc", "--lang", "fr")[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("share", "CA1.zzzz"), "share code"),
        (("share", "pyric-286-bc"), "pyrrhic-286-bc"),
        (("print", "pyrrhic-286-bc", "--paper", "a5"), "a4"),
        (("print", "pyrrhic-286-bc", "--lang", "de"), "en"),
        (("print", "nowhere.json"), "nowhere.json"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(run, words, said):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
