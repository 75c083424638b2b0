"""Every ruling holds in the mirror: left and right changed about the middle of the board."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from condotta.positions.reading import parse
from condotta.positions.running import report

RULINGS = sorted((Path(__file__).parents[1] / "rulings").glob("tri-*.json"))
WIDTH = 48
SWAPPED = {"left": "right", "right": "left"}


def across(x: float) -> float:
    return round(WIDTH - x, 4)


def pose(at: list[float]) -> list[float]:
    return [across(at[0]), at[1], -at[2] % 360]


def piece(said: Any) -> Any:
    if isinstance(said, dict):
        return {**said, "at": pose(said["at"])} if "at" in said else said
    words = said.split()
    if len(words) > 4:
        x, y, turn = pose([float(word) for word in words[2:5]])
        words[2:5] = [f"{x:g}", f"{y:g}", f"{turn:g}"]
    return " ".join(words)


def ground(said: str) -> str:
    kind, shape, x, y, length, depth, *turn = said.split()
    assert shape in ("box", "ellipse")
    turned = [f"{-float(word):g}" for word in turn]
    return " ".join((kind, shape, f"{across(float(x)):g}", y, length, depth, *turned))


def leg(said: dict[str, Any]) -> dict[str, Any]:
    ((name, value),) = said.items()
    match name:
        case "slide" | "turn":
            return {name: -value}
        case "oblique":
            return {name: [value[0], -value[1]]}
        case "to":
            return {name: pose(value)}
        case "wheel":
            return {name: {**value, "side": SWAPPED[value["side"]]}}
        case "meet":
            edge = value.get("edge", "front")
            return {name: {**value, "edge": SWAPPED.get(edge, edge)}}
    return said


def expected(found: Any) -> Any:
    """An expectation with its sides changed, whatever it is about."""
    match found:
        case dict():
            return {
                SWAPPED.get(key, key): {name: pose(at) for name, at in value.items()}
                if key == "poses"
                else expected(value)
                for key, value in found.items()
            }
        case list():
            return [expected(one) for one in found]
        case "left" | "right":
            return SWAPPED[found]
    return found


def mirrored(part: dict[str, Any]) -> dict[str, Any]:
    made = dict(part)
    for key, value in part.items():
        match key:
            case "pieces":
                made[key] = [piece(one) for one in value]
            case "terrain":
                made[key] = [ground(one) for one in value]
            case "says" | "questions":
                made[key] = [spoken(one) for one in value]
            case "cases":
                made[key] = [mirrored(one) for one in value]
            case "expect" | "at_once":
                made[key] = expected(value)
    return made


def spoken(entry: dict[str, Any]) -> dict[str, Any]:
    made = dict(entry)
    for name in ("move", "would"):
        if name in entry:
            made[name] = {**entry[name], "legs": [leg(one) for one in entry[name]["legs"]]}
    if "expect" in entry:
        made["expect"] = expected(entry["expect"])
    return made


@pytest.mark.parametrize("path", RULINGS, ids=[path.stem for path in RULINGS])
def test_a_ruling_holds_in_the_mirror(path: Path):
    there = mirrored(json.loads(path.read_text("utf-8")))
    found = report(parse(msgspec.json.encode(there), path.name), path.name)
    assert not [one for run in found.runs for one in run.all_differences]


def test_the_mirror_of_a_mirror_is_the_ruling():
    for path in RULINGS:
        ruling = json.loads(path.read_text("utf-8"))
        twice = mirrored(mirrored(ruling))
        first, second = (
            report(parse(msgspec.json.encode(one), path.name), path.name) for one in (ruling, twice)
        )
        states = [[run.state for run in one.runs] for one in (first, second)]
        assert states[0] == states[1], path.name
