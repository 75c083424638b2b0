"""Damaged position files are refused in plain words or ruled on; nothing else happens."""

import copy
import json
from pathlib import Path
from random import Random

import pytest

from condotta.errors import PlainError
from condotta.positions import telling
from condotta.positions.reading import parse
from condotta.positions.running import report

FILES = sorted((Path(__file__).parents[1] / "rulings").glob("tri-*.json"))
STRANGE = (
    None, True, 0, -1, 2.5, 1e5, "", "R1", "red", "all", "front", "move", "R1* KNT 20 10 0",
    "woods box 1 1 2 2", [], {}, [1, 2, 3], [[1]], {"a": 1}, ["R1", "B1"], [20, 10, 0],
)  # fmt: skip


def places(value, path=()):
    """Every place in plain data, as keys and indexes from the top."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield (*path, key)
        if isinstance(one, dict | list):
            yield from places(one, (*path, key))


def damaged(data, random):
    """The data with one place gone or filled with something strange."""
    data = copy.deepcopy(data)
    *way, last = random.choice(list(places(data)))
    part = data
    for key in way:
        part = part[key]
    if random.random() < 0.2:
        del part[last]
    else:
        part[last] = copy.deepcopy(random.choice(STRANGE))
    return data


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
