"""Through all ten steps no byte tells a secret before its time: nobody of the enemy, at no step.

Two battles differ in one secret of red's. At every question that comes up all that each seat of
the enemy and the spectators can get is compared: views, logs, whose turn it is to be asked, menus,
verdicts and refusals of what they try. [GT-4.1, GT-4.2, GT-4.3]
"""

import pytest

from condotta.kernel.records import SPECTATORS
from condotta.rules.grand import names
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.triumph.deployment.camps import PlaceCamp
from tests.kernel.harness import leaks, outputs
from tests.rules.grand.large_table import MU, SEATS, answer, as_listed, large
from tests.rules.grand.test_secrets import DIGEST, MARCHERS, RED, traded
from tests.rules.triumph.set_up_table import pose

PLAIN, OTHER = (45 * MU, 30 * MU, 60 * MU), (30 * MU, 60 * MU, 45 * MU)


class Secret:
    """What red keeps: the army, the split and the markers of either world, and until when.

    `steps` is the last step of the ten at which it is kept, by red's part: with the advantage or
    without.
    """

    def __init__(self, army, splits, *, markers=(PLAIN, PLAIN), steps):
        self.army, self.splits, self.markers, self.steps = army, splits, markers, steps


def same(table):
    return as_listed(table, "red")


SECRETS = {
    "who is in which command": Secret(
        RED, (same, lambda table: traded(same(table))), steps={"red": 7, "blue": 6}
    ),
    "whose marker is whose": Secret(
        RED, (same, same), markers=(PLAIN, OTHER), steps={"red": 7, "blue": 6}
    ),
    "that a command marches": Secret(
        MARCHERS,
        (same, lambda table: as_listed(table, "red", c3="left")),
        steps={"red": 7, "blue": 8},
    ),
    "by which edge it marches": Secret(
        MARCHERS,
        (
            lambda table: as_listed(table, "red", c3="left"),
            lambda table: as_listed(table, "red", c3="right base"),
        ),
        steps={"red": 10, "blue": 10},
    ),
}


def step_of(table, first):
    """The number of the step whose question is open. [GT-4.1]"""
    ask = table.asks()[0]
    mine = ask.seat in SEATS["R" if first == "red" else "B"]
    match ask.window:
        case names.SPLIT:
            return 2
        case "camp":
            return 4 if mine else 3
        case names.MARKERS:
            return 6 if mine else 5
        case names.FIRST:
            return 7
        case names.TROOPS:
            return 8 if mine else 7
        case names.LAST_TROOPS:
            return 9
    return 10


def forward(worlds, secret):
    """Whoever is asked answers, in both worlds alike but for the secret."""
    ask = worlds[0].asks()[0]
    if ask.window == names.SPLIT:
        for seat in ("red", "blue"):
            for table, made in zip(worlds, secret.splits, strict=True):
                table.say(seat, made(table) if seat == "red" else as_listed(table, seat))
    elif ask.window == names.MARKERS and ask.seat == "red":
        for table, points in zip(worlds, secret.markers, strict=True):
            table.say("red", PlaceMarkers(points))
    elif ask.window == names.FIRST:
        for table in worlds:
            table.choose(ask.seat, table.asks()[0].options[0])
    else:
        for table in worlds:
            answer(table, table.asks()[0].seat)


def tries(seat):
    """What a seat of the enemy might try at any time, its own business or not."""
    yield PlaceMarkers((MU, 2 * MU, 3 * MU))
    yield PlaceMarkers(())
    yield PlaceCamp(pose(45, 2), "R11" if seat in SEATS["B"] else "")


@pytest.mark.slow
@pytest.mark.parametrize("first", ["red", "blue"], ids=["with", "without the advantage"])
@pytest.mark.parametrize("seats", [1, 3], ids=["two seats", "six seats"])
@pytest.mark.parametrize("kept", SECRETS)
def test_gt_4_1_no_byte_tells_a_secret_of_the_ten_steps_before_its_time(kept, seats, first):
    secret = SECRETS[kept]
    worlds = tuple(large(secret.army, seats=seats, first=first) for _ in range(2))
    watching = (*SEATS["B"][:seats], SPECTATORS)
    seen: set[int] = set()
    asked: set[object] = set()
    refusals = 0
    for _ in range(90):
        step = step_of(worlds[0], first)
        if step > secret.steps[first]:
            break
        now = (step, worlds[0].asks()[0].seat)
        if now not in asked:
            asked.add(now)
            seen.add(step)
            found = leaks(worlds[0].battle, worlds[1].battle, watching, step, tries)
            told = [
                (leak.step, leak.watcher, leak.output, leak.one, leak.two)
                for leak in found
                if DIGEST.sub(b"", leak.one) != DIGEST.sub(b"", leak.two)
            ]
            assert told == []
            if step in (2, 5):  # two are enough to see that refusals are among what is compared
                given = outputs(worlds[0].battle, watching[0], tries)
                refusals += sum(name.startswith("refusal") for name in given)
        if step == 10:
            break
        forward(worlds, secret)
    whole = set(range(2, secret.steps[first] + 1))
    assert seen >= whole - {8, 9} if kept == "by which edge it marches" else seen == whole
    assert refusals > 10
    assert leaks(worlds[0].battle, worlds[1].battle, ("red",)) != []


@pytest.mark.parametrize("kept", SECRETS)
def test_gt_4_1_the_comparison_would_notice_the_secret(kept):
    """Whoever sits on red's side sees the difference once it is there."""
    secret = SECRETS[kept]
    worlds = tuple(large(secret.army, seats=3) for _ in range(2))
    while step_of(worlds[0], "red") < 7:
        forward(worlds, secret)
    friends = SEATS["R"]
    assert {one.watcher for one in leaks(worlds[0].battle, worlds[1].battle, friends)} == set(
        friends
    )
