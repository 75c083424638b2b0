"""Random moments of random battles as position files: read again, they must be the same moment.

    python -m condotta.lab.moments --moments 1000 --seed 1

Each moment is taken out, read again, and compared: the truth, what every seat and the spectators
see, the questions, the answers to questions of the file, and the verdict on legal and illegal acts.
Then the same act is said to both, and what follows must be the same. With `--mutations` files are
spoilt in one place, and each must be ruled on or refused in a sentence.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Annotated, Any

from cyclopts import App, Parameter

from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.records import SPECTATORS
from condotta.playing import begin
from condotta.positions import building, common_questions
from condotta.positions.manual import example
from condotta.positions.offered import known_answers
from condotta.positions.reading import parse
from condotta.positions.running import report
from condotta.positions.taking import taken
from condotta.rules.library import SYSTEMS

LONGEST = 60
"""Decisions between two moments at most."""
OFFERS = 6
"""How many offers of a question are judged and said."""
STRANGE: tuple[Any, ...] = (
    None, True, 0, -1, 2.5, 1e9, "", "R1", "rde", "all", "fron", "mvoe", "R1* KNX 20 10 0",
    "wods box 1 1 2 2", [], {}, [1, 2, 3], [[1]], {"a": 1}, ["R1", "B9"], [20, 10, 0], "é\u202e",
)  # fmt: skip


class Fault(AssertionError):
    """A moment that is another one once it was read again."""


# ── moments ──────────────────────────────────────────────────────────────────
def moments(system: str, seed: str, count: int) -> Iterator[tuple[str, Battle]]:
    """Moments of random battles of a system, each with a name."""
    draw, done, number = Random(seed), 0, 0
    while done < count:
        battle = begin(system, seed=draw.randrange(10**6))
        number += 1
        while done < count and not battle.over:
            battle.play("random", decisions=draw.randint(1, LONGEST))
            done += 1
            yield f"{system} {number}, event {len(battle.engine.log)}", battle.engine


def compared(battle: Battle, counted: Counter[str]) -> None:
    """Take a moment out, read it again, and compare everything; a difference is a Fault."""
    file = json.dumps(taken(battle)).encode()
    again = building.battle(building.set_up(parse(file, "the moment")))
    same("pieces in their order", [*pieces(battle)], [*pieces(again)])
    same("position", battle.state.position, again.state.position)
    same("procedures", battle.state.agenda, again.state.agenda)
    same("questions", battle.state.asks, again.state.asks)
    for who in (*battle.state.position.seats(), SPECTATORS):
        same(f"view of {who}", battle.view(who).position, again.view(who).position)
        same(f"questions {who} sees", battle.view(who).asks, again.view(who).asks)
        counted["views"] += 1
    answers(battle, again, counted)


def pieces(battle: Battle) -> dict[str, Any]:
    """The pieces of the truth."""
    return battle.state.position.pieces


def answers(one: Battle, two: Battle, counted: Counter[str]) -> None:
    """The same answers are offered, legal and followed by the same events, with the same dice."""
    for ask in one.waiting():
        listed = [[*islice(known_answers(each, ask), OFFERS)] for each in (one, two)]
        if ask.seat not in one.state.position.seats():
            continue
        same(f"offers at {ask.window}", *listed)
        for said in listed[0]:
            same("verdict", *(each.judge(ask.seat, said, ask.id) for each in (one, two)))
            counted["offers"] += 1
        if listed[0]:
            forks = [each.fork(SeededCup(7)) for each in (one, two)]
            made = [each.say(ask.seat, listed[0][0], ask.id) for each in forks]
            same(f"what follows {listed[0][0]}", *made)
            counted["acts"] += 1
    for name in ("asked", "score"):
        form = common_questions.QUESTIONS[name]
        same(name, *(form.read(each, "all") for each in (one, two)))
        counted["answers"] += 1


def same(what: str, one: Any, two: Any) -> None:
    """Both are the same, or a Fault."""
    if one != two:
        raise Fault(f"{what}: {one!r:.300} became {two!r:.300}")


# ── mutations ────────────────────────────────────────────────────────────────
def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in plain data, as keys and indexes from the top."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield (*path, key)
        if isinstance(one, dict | list):
            yield from places(one, (*path, key))


def spoilt(data: dict[str, Any], draw: Random) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """The data with one place gone, misspelt or filled with something strange; which place."""
    data = copy.deepcopy(data)
    path = draw.choice([*places(data)])
    part: Any = data
    for key in path[:-1]:
        part = part[key]
    last, way = path[-1], draw.random()
    if way < 0.15:
        del part[last]
    elif way < 0.4 and isinstance(part, dict):
        part[misspelt(last, draw)] = part.pop(last)
    elif way < 0.7 and isinstance(part[last], str) and len(part[last]) > 2:
        part[last] = misspelt(part[last], draw)
    else:
        part[last] = copy.deepcopy(draw.choice(STRANGE))
    return data, path


def misspelt(word: str, draw: Random) -> str:
    """A word with two letters changed about, or one doubled."""
    if len(word) < 2:
        return word + word
    at = draw.randrange(len(word) - 1)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return swapped if swapped != word else word[:at] + word[at] + word[at:]


def ruled(data: dict[str, Any]) -> str:
    """What comes of a file: `ruled`, or `refused` in a sentence. Anything else is raised."""
    try:
        report(parse(json.dumps(data).encode(), "a file"), "a file")
    except PlainError as why:
        if len(str(why)) < 20 or "\n" in str(why):
            raise Fault(f"no sentence: {why!r}") from why
        return "refused"
    return "ruled"


# ── the command ──────────────────────────────────────────────────────────────
app = App(help=__doc__)


@app.default
def command(
    *,
    moments_: Annotated[int, Parameter(name="--moments")] = 80,
    mutations: int = 0,
    seed: str = "1",
    system: tuple[str, ...] = tuple(SYSTEMS),
) -> int:
    """Compare moments, and rule on spoilt files."""
    counted: Counter[str] = Counter()
    faults: list[str] = []
    for number, one in enumerate(system):
        for name, battle in moments(one, f"{seed}/{number}", -(-moments_ // len(system))):
            try:
                compared(battle, counted)
            except Fault as fault:
                faults.append(f"{name}: {fault}")
            counted["moments"] += 1
        draw, whole = Random(f"{seed}/{one}"), json.loads(example(one))
        for _ in range(-(-mutations // len(system)) if mutations else 0):
            data, path = spoilt(whole, draw)
            try:
                counted[ruled(data)] += 1
            except Exception as why:  # noqa: BLE001 - anything but a sentence is what is sought
                faults.append(f"{one} {path}: {type(why).__name__}: {why!s:.200}")
        print(f"{one}: {dict(counted)}, {len(faults)} faults", flush=True)
    print("\n".join(faults))
    return 1 if faults or not counted["acts"] else 0


if __name__ == "__main__":
    raise SystemExit(app())
