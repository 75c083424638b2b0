"""What strangers wrote into a file steers nobody's terminal: codes and turned words are boxes."""

import json

import pytest
from msgspec.structs import replace

from condotta.cli import app
from condotta.kernel.events import Told
from condotta.kernel.log import dump
from tests.fuzz.formats import battles

WORDS = "hi \x1b[2J\x1b]0;mine\x07 \u202eyou \U0001f469\u200d\U0001f467 Zoé"


def heard(capsys):
    said = capsys.readouterr()
    found = said.out + said.err
    assert not {"\x1b", "\x07", "\u202e"} & {*found}
    return found


@pytest.mark.parametrize("level", ["story", "rules", "raw"])
def test_words_in_a_log_steer_no_terminal(tmp_path, capsys, level):
    log = battles()[0]
    header = replace(log.header, title={"name": WORDS, "seed": "1"})
    path = tmp_path / "log.jsonl"
    path.write_bytes(dump(header, (*log.events, Told("red", WORDS, ()))))
    assert app.main(["replay", str(path), "--level", level]) == 0
    assert "\U0001f469\u200d\U0001f467 Zoé" in heard(capsys)


def test_words_in_a_position_steer_no_terminal(tmp_path, capsys):
    path = tmp_path / "position.json"
    said = {"system": "triumph", "title": WORDS, "note": WORDS, "pieces": ["R1* KNT 20 10 0"]}
    path.write_text(json.dumps(said))
    assert app.main(["rule", str(path)]) == 0
    heard(capsys)


def test_words_of_a_command_steer_no_terminal(capsys):
    assert app.main(["army", "show", WORDS]) == 2
    assert "\ufffd[2J" in heard(capsys)
