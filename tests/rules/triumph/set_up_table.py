"""Battles at a step of their set-up, in a few words.

    table = at_step(SetOut(seat="red", window=ALL), "R HFT* HFT+ SKM~; B KNT*", "R1 24 8 0")
    table.say("red", deploy("R2 26 8 0"))

An army is its letter and its stands: `*` general, `+` battle line, `~` allied, `3` times after `x`.
Red sits in the south, blue in the north. Poses are x y degrees in MU as in `table_setting`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.battle import Battle
from condotta.kernel.chance import ScriptedCup, SeededCup
from condotta.kernel.events import Began, Counted, Entered, Event, Laid, Placed, Pushed, Step
from condotta.kernel.records import Board, Chair
from condotta.rules.library import book as book_of
from condotta.rules.triumph import names
from condotta.rules.triumph.deployment.deploying import Deploy
from condotta.rules.triumph.muster import Army, StandSpec, muster
from condotta.rules.triumph.tables import TABLES, troop
from condotta.table import UNIT, Area, Box, Pose, pose_at
from tests.rules.triumph.table_setting import Table

MU = 10_000
SEATS = {"R": ("red", "south"), "B": ("blue", "north"), "G": ("green", "south")}
SMALL = "R HFT*+ HFT+x4; B HFT*+ HFT+x4"


def army(text: str, **ratings: Any) -> Army:
    """`R HFT* SKMx2` as an army; ratings as `invasion=3`."""
    letter, *stands = text.split()
    seat, side = SEATS[letter]
    specs = tuple(spec for stand in stands for spec in stands_of(stand))
    return Army(seat, side, f"the {seat} army", letter, specs, **ratings)


def stands_of(text: str) -> tuple[StandSpec, ...]:
    code, _, many = text.partition("x")
    kind = troop(code[:3])
    spec = StandSpec(
        code=kind.code,
        half_points=kind.half_points,
        general="*" in code,
        battle_line="+" in code,
        ally="~" in code,
    )
    return (spec,) * int(many or 1)


def pose(x: float, y: float, degrees: float = 0) -> Pose:
    return pose_at(round(x * MU), round(y * MU), degrees)


def steps(text: str) -> tuple[Step, ...]:
    """`R1 24 8 0; R2 26 8` as steps."""
    parts = (part.split() for part in text.split(";") if part.strip())
    return tuple(Step(name, pose(*(float(one) for one in where))) for name, *where in parts)


def deploy(text: str) -> Deploy:
    return Deploy(steps(text))


def ground(text: str) -> Iterator[Area]:
    """`woods 10 0 20 8` is a box from x y to x y."""
    for number, part in enumerate(one for one in text.split(";") if one.strip()):
        kind, *where = part.split()
        x, y, far_x, far_y = (round(float(one) * MU) for one in where)
        middle = (x + far_x) // 2, (y + far_y) // 2
        half = (far_x - x) // 2, (far_y - y) // 2
        yield Area(f"T{number + 1}", kind, Box(*middle, *half, UNIT, 0))


def events(
    armies: Iterable[Army], laid: str, placed: str, counters: Mapping[str, Mapping[str, int]]
) -> Iterator[Event]:
    armies = tuple(armies)
    chairs = tuple(Chair(one.seat, one.side, one.name) for one in armies)
    yield Began(Board(TABLES.board.width, TABLES.board.depth), chairs)
    for one in armies:
        yield from muster(book_of("triumph"), one)
    for area in ground(laid):
        yield Laid(area)
    for step in steps(placed):
        yield Placed(step.piece, "table", step.pose)
    for holder, row in counters.items():
        for name, value in row.items():
            yield Counted(holder, name, value)


def at_step(
    frame: Frame,
    armies: str | Iterable[Army] = SMALL,
    placed: str = "",
    *,
    laid: str = "",
    first: str = "blue",
    marching: tuple[str, ...] = (),
    held: tuple[str, ...] = (),
    counters: Mapping[str, Mapping[str, int]] = {},
    phase: tuple[int, str, tuple[str, ...]] | None = None,
    dice: Iterable[int] = (),
    settings: Mapping[str, Any] = {},
    seed: int | None = None,
    book: Any = None,
) -> Table:
    """A battle in which only that step is in progress."""
    if isinstance(armies, str):
        armies = tuple(army(part.strip()) for part in armies.split(";"))
    said: dict[str, dict[str, int]] = {seat: {names.MAY_MARCH: 1} for seat in marching}
    if first:
        said.setdefault(first, {})[names.ADVANTAGE] = 1
    for holder, row in counters.items():
        said.setdefault(holder, {}).update(row)
    opening = list(events(armies, laid, placed, said))
    opening.extend(Placed(name, "reserve") for name in held)
    if phase is not None:
        opening.append(Entered(*phase))
    cup = ScriptedCup(dice, then=None if seed is None else SeededCup(seed))
    rules = book or book_of("triumph", dict(settings))
    return Table(Battle(rules, (*opening, Pushed(frame)), cup))


def clauses(refusals: Iterable[Any]) -> list[tuple[str, str]]:
    """Clause and last part of the key of each refusal."""
    return [(one.clause, one.key.rsplit(".", 1)[-1]) for one in refusals]
