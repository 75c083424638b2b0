"""Damaged position files are refused in plain words or ruled on; nothing else happens."""

import json
from pathlib import Path
from random import Random

import pytest

from condotta.errors import PlainError
from condotta.lab.moments import spoilt
from condotta.positions import telling
from condotta.positions.reading import parse
from condotta.positions.running import report

FILES = sorted((Path(__file__).parents[1] / "rulings").glob("tri-*.json"))


def damaged(data, random):
    """The data with one place gone, misspelt or filled with something strange."""
    return spoilt(data, random)[0]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_damaged_file_is_refused_in_plain_words_or_ruled_on(path):
    random, good = Random(path.stem), json.loads(path.read_text("utf-8"))
    refused = []
    for _ in range(20):
        bad = json.dumps(damaged(damaged(good, random), random)).encode()
        try:
            found = report(parse(bad, path.name), path.name)
        except PlainError as why:
            refused.append(str(why))
        else:
            assert telling.told(found)
            assert telling.checked(found)
    assert refused
    assert all(len(why) > 20 for why in refused)
