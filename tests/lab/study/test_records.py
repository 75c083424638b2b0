"""Records that were damaged: one sentence, whatever is wrong with them."""

import msgspec
import pytest

from condotta.errors import PlainError
from condotta.lab.study.entrants import Fielded, again
from condotta.lab.study.keeping import read_all
from condotta.settings import profile


@pytest.mark.parametrize("data", [b"\xad", b"[" * 20_000, b'{"number": "\xff"}', b"{}", b"1e999"])
def test_a_line_that_is_no_record_is_one_sentence(tmp_path, data):
    path = tmp_path / "records.jsonl"
    path.write_bytes(data + b"\n")
    with pytest.raises(PlainError, match="holds no records of a study"):
        read_all(path)


@pytest.mark.parametrize("roster", ["[" * 20_000, "{", '{"id": 1}'])
def test_a_record_of_an_army_that_is_none_is_one_sentence(roster):
    with pytest.raises(PlainError, match="The record has no army"):
        again("ranked", Fielded("one", "", roster))


def test_a_record_of_a_system_that_is_none_is_one_sentence():
    with pytest.raises(PlainError, match=r"no system called rankd\. Did you mean ranked"):
        again("rankd", Fielded("one", "", ""))


def test_a_setting_that_is_too_deep_is_taken_as_a_word():
    assert profile(["a=" + "[" * 20_000]) == {"a": "[" * 20_000}
    assert msgspec.json.encode(profile(["a=[1]"])) == b'{"a":[1]}'
