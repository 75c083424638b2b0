"""What nobody may learn before the rules show it. [GT-4.2, GT-4.3, GT-5.5]"""

import re
from itertools import permutations

import msgspec
import pytest
from msgspec.structs import replace

from condotta.kernel.events import Opened, Sealed
from condotta.kernel.log import encode
from condotta.kernel.records import SPECTATORS
from condotta.kernel.seals import broken, digest_of
from condotta.rules.grand import names
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.grand.sides import command_ids
from condotta.rules.grand.split import CommandSaid, Split
from tests.kernel.harness import leaks
from tests.rules.grand.large_table import MU, answer, as_listed, camps, large, until

RED = "R KNT* HFT+x9 / KNT* HFT+x8 / KNT* HFT+x8"
DIGEST = re.compile(rb'"[0-9a-f]{64}"')


def traded(said: Split) -> Split:
    """The same army split another way: two stands of one type change places."""
    one, two, three = said.commands
    mine = next(name for name in one.stands if name != one.general)
    yours = next(name for name in two.stands if name != two.general)
    first = tuple(yours if name == mine else name for name in one.stands)
    second = tuple(mine if name == yours else name for name in two.stands)
    return Split(
        (
            CommandSaid(first, one.general),
            CommandSaid(second, two.general, 1, "left"),
            CommandSaid(three.stands, three.general, -1),
        )
    )


def two_worlds():
    """Red splits and marks in two ways; blue says the same in both."""
    worlds = (large(RED), large(RED))
    plain = as_listed(worlds[0], "red", c3="right")
    for table, said in zip(worlds, (plain, traded(plain)), strict=True):
        table.say("red", said)
    return worlds


def differences(worlds, *watchers):
    """What the watchers see differ, the digests of seals apart: those tell nothing."""
    found = leaks(worlds[0].battle, worlds[1].battle, watchers)
    return [leak for leak in found if DIGEST.sub(b"", leak.one) != DIGEST.sub(b"", leak.two)]


def both(worlds, act):
    for table in worlds:
        act(table)


def test_gt_4_2_nothing_of_a_split_is_seen_through_the_ten_steps():
    worlds = two_worlds()
    assert differences(worlds, "blue", SPECTATORS) == []
    both(worlds, lambda table: table.say("blue", as_listed(table, "blue")))
    assert differences(worlds, "blue", SPECTATORS) == []
    while worlds[0].asks()[0].window == "camp":
        both(worlds, lambda table: answer(table, table.asks()[0].seat))
        assert differences(worlds, "blue", SPECTATORS) == []
    both(worlds, lambda table: answer(table, "blue"))
    assert differences(worlds, "blue", SPECTATORS) == []
    points = (45 * MU, 30 * MU, 60 * MU)
    for table, order in zip(worlds, ((0, 1, 2), (1, 2, 0)), strict=True):
        table.say("red", PlaceMarkers(tuple(points[number] for number in order)))
    assert differences(worlds, "blue", SPECTATORS) == []
    for _ in range(12):
        if worlds[0].asks()[0].seat != "blue":
            break
        both(worlds, step)
        if worlds[0].count("south", names.SHOWN):
            break
        assert differences(worlds, "blue", SPECTATORS) == []
    assert worlds[0].count("north", names.SHOWN) == 1


def step(table):
    """One answer of the seat that is asked."""
    ask = table.asks()[0]
    if ask.window == names.FIRST:
        table.choose(ask.seat, ask.options[0])
    else:
        answer(table, ask.seat)


def test_gt_4_2_the_own_side_sees_what_it_said():
    worlds = two_worlds()
    both(worlds, lambda table: table.say("blue", as_listed(table, "blue")))
    assert differences(worlds, "red")
    seen = worlds[0].battle.view("red").position
    assert {piece.command for piece in seen.pieces.values() if piece.id.startswith("R1")} <= {
        "R.1", "R.2", "R.3", "",
    }  # fmt: skip


@pytest.mark.parametrize("watcher", ["blue", SPECTATORS])
def test_gt_4_3_six_assignments_of_the_markers_cannot_be_told_apart(watcher):
    table = large(RED)
    table.say("red", as_listed(table, "red"))
    table.say("blue", as_listed(table, "blue"))
    camps(table)
    answer(table, "blue")
    points = (45 * MU, 30 * MU, 60 * MU)
    table.say("red", PlaceMarkers(points))
    events = table.battle.stream(watcher)
    text = b"\n".join(encode(event) for event in events)
    sealed = next(e.digest for e in events if isinstance(e, Sealed) and e.seal == "south markers")
    ids = command_ids(table.position, "south")
    words = set(re.findall(rb'"([^"]{1,80})"', text))
    for order in permutations(points):
        content = msgspec.json.encode(dict(zip(ids, order, strict=True))).decode()
        guesses = {digest_of(content, word.decode(errors="ignore")) for word in words}
        assert sealed not in guesses
    assert not any(isinstance(event, Opened) and "south" in event.seal for event in events)


def test_gt_4_2_a_choice_cannot_be_changed_later_without_the_seal_telling():
    table = large(RED)
    table.say("red", as_listed(table, "red"))
    table.say("blue", as_listed(table, "blue"))
    until(table, "movement")
    assert broken(table.battle.log) == ()
    forged = [
        replace(event, content=event.content.replace("45", "46"))
        if isinstance(event, Opened) and event.seal == "south markers"
        else event
        for event in table.battle.log
    ]
    assert broken(forged) == ("south markers",)
