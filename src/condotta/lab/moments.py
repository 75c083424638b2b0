"""Random moments of random battles as position files: read again, they must be the same moment.

    condotta lab moments --moments 1000 --seed 1

Each moment is taken out, read again, and compared: the truth, what every seat and the spectators
see, the questions, the answers to questions of the file, and the verdict on legal and illegal acts.
Then the same act is said to both, and what follows must be the same. With `--mutations` files are
spoilt in one place, and each must be ruled on or refused in a sentence. For every system it is told
how much was compared, and how many moments of each phase there were.
"""

from __future__ import annotations

import copy
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import msgspec
from cyclopts import App, Parameter

from condotta.errors import PlainError
from condotta.kernel.asks import Action, Ask
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

LONGEST, SHORT = 60, 4
"""Decisions between two moments at most, in turns and while things are set up."""
BATTLES = (4, 12, 40)
"""How many moments are taken of one battle: of its beginning alone, or of all of it."""
OFFERS = 6
"""How many offers of a question are judged and said."""
BENT = 200_000
"""How far a number of an offer is bent at most, in quanta."""
BOTS = ("random", "random", "steward")
"""Who plays from one moment to the next: mostly whatever is legal, and what leads to combats."""
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
        last = min(count, done + draw.choice(BATTLES))
        while done < last and not battle.over:
            setting_up = battle.engine.state.position.turn == 0
            battle.play(
                draw.choice(BOTS), decisions=draw.randint(1, SHORT if setting_up else LONGEST)
            )
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
    for ask in battle.waiting():
        if ask.seat in battle.state.position.seats():
            choices(battle, again, ask, counted)
    for name in ("asked", "score"):
        form = common_questions.QUESTIONS[name]
        same(name, *(form.read(each, "all") for each in (battle, again)))
        counted["answers"] += 1


def pieces(battle: Battle) -> dict[str, Any]:
    """The pieces of the truth."""
    return battle.state.position.pieces


def choices(one: Battle, two: Battle, ask: Ask, counted: Counter[str]) -> None:
    """The same answers are offered, legal, illegal, and followed by the same events and dice."""
    offered, others = ([*islice(known_answers(each, ask), OFFERS)] for each in (one, two))
    same(f"offers at {ask.window}", offered, others)
    draw = Random(ask.id)
    for said in (*offered, *(bent(each, draw) for each in offered)):
        verdicts = [each.judge(ask.seat, said, ask.id) for each in (one, two)]
        same(f"verdict on {said}", *verdicts)
        counted["verdicts"] += 1
        counted["refusals"] += bool(verdicts[0].refusals)
    if offered:
        forks = [each.fork(SeededCup(7)) for each in (one, two)]
        made = [each.say(ask.seat, offered[0], ask.id) for each in forks]
        same(f"what follows {offered[0]}", *made)
        counted["acts"] += 1


def bent(said: Action, draw: Random) -> Action:
    """An act with one of its numbers or words another one, so that most are not legal."""
    plain = msgspec.to_builtins(said)
    found = [path for path in places(plain) if path != ("kind",)]
    if not found:
        return said
    part, last = reached(plain, draw.choice(found))
    if isinstance(part[last], int) and not isinstance(part[last], bool):
        part[last] += draw.randint(-BENT, BENT)
    elif isinstance(part[last], str):
        part[last] = misspelt(part[last], draw)
    try:
        return msgspec.convert(plain, type(said))
    except msgspec.ValidationError:
        return said


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
    part, last = reached(data, path)
    way = draw.random()
    if way < 0.15:
        del part[last]
    elif way < 0.4 and isinstance(part, dict):
        part[misspelt(last, draw)] = part.pop(last)
    elif way < 0.7 and isinstance(part[last], str) and len(part[last]) > 2:
        part[last] = misspelt(part[last], draw)
    else:
        part[last] = copy.deepcopy(draw.choice(STRANGE))
    return data, path


def reached(data: Any, path: tuple[Any, ...]) -> tuple[Any, Any]:
    """What a place lies in, and its key or index there."""
    *inner, last = path
    for key in inner:
        data = data[key]
    return data, last


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
app = App(name="moments", help=__doc__)


class Told(NamedTuple):
    """What was done with one system: how much was compared, moments by phase, what is wrong."""

    counted: Counter[str]
    phases: Counter[str]
    faults: list[str]

    def __str__(self) -> str:
        return "; ".join(
            ", ".join(f"{name} {number}" for name, number in sorted(row.items()))
            for row in (self.counted, self.phases)
        )


def read_again(system: str, seed: str, count: int, told: Told) -> None:
    """Compare so many moments of a system."""
    for name, battle in moments(system, seed, count):
        try:
            compared(battle, told.counted)
        except Fault as fault:
            told.faults.append(f"{name}: {fault}")
        told.counted["moments"] += 1
        told.phases[battle.state.position.phase] += 1


def spoil(files: Sequence[dict[str, Any]], seed: str, count: int, told: Told) -> Iterator[str]:
    """Rule on so many spoilt files; those that were not refused, each as a line of JSON."""
    draw = Random(seed)
    for _ in range(count):
        whole = draw.choice(files)
        data, path = spoilt(whole, draw)
        try:
            came = ruled(data)
        except Exception as why:  # noqa: BLE001 - anything but a sentence is what is sought
            told.faults.append(f"{path}: {type(why).__name__}: {why!s:.200}")
            continue
        told.counted[came] += 1
        if came == "ruled":
            yield json.dumps({"of": whole.get("title", ""), "place": path, "file": data})


@app.default
def command(
    *,
    moments_: Annotated[int, Parameter(name="--moments")] = 80,
    mutations: int = 0,
    seed: str = "1",
    system: tuple[str, ...] = tuple(SYSTEMS),
    files: Path | None = None,
    keep: Path | None = None,
) -> int:
    """Compare moments, and rule on spoilt files: examples, and those of a folder, `files`.

    Spoilt files that are ruled on all the same are written to `keep`, one a line.
    """
    found = (
        [json.loads(path.read_bytes()) for path in sorted(files.rglob("*.json"))] if files else []
    )
    every: dict[str, Told] = {}
    for number, one in enumerate(system):
        told = every[one] = Told(Counter(), Counter(), [])
        read_again(one, f"{seed}/{number}", -(-moments_ // len(system)), told)
        own = [json.loads(example(one)), *(each for each in found if each["system"] == one)]
        taken_silently = [*spoil(own, f"{seed}/{one}", -(-mutations // len(system)), told)]
        if keep is not None:
            with keep.open("a", encoding="utf-8") as lines:
                lines.writelines(f"{line}\n" for line in taken_silently)
        print(f"{one}: {told}; {len(told.faults)} faults", flush=True)
    print("\n".join(f"{one}: {fault}" for one, told in every.items() for fault in told.faults))
    return 1 if any(told.faults or not told.counted["acts"] for told in every.values()) else 0


def main(words: Sequence[str] | None = None) -> int:
    """Compare so many moments; 1 if anything differs."""
    asked = sys.argv[1:] if words is None else list(words)
    return int(app(asked, result_action="return_value", exit_on_error=False, print_error=False))


if __name__ == "__main__":
    sys.exit(main())
