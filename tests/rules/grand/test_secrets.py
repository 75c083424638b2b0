"""What nobody may learn before the rules show it. [GT-4.2, GT-4.3, GT-5.5]"""

import re
from itertools import permutations

import msgspec
import pytest
from msgspec.structs import replace

from condotta.bots.seat import make
from condotta.kernel.asks import Speak
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Counted, Opened, Sealed
from condotta.kernel.log import encode
from condotta.kernel.records import SPECTATORS
from condotta.kernel.seals import broken, digest_of
from condotta.rules.grand import names
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.grand.muster import GrandArmy, hidden
from condotta.rules.grand.sides import command_ids
from condotta.rules.grand.split import CommandSaid, Split
from condotta.rules.triumph import names as core
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.movement.flank_march import marches
from condotta.rules.triumph.muster import CardSpec, StandSpec
from tests.kernel.harness import leaks
from tests.rules.grand.large_table import (
    BOOK,
    MU,
    SEATS,
    answer,
    army,
    as_listed,
    camps,
    large,
    until,
)
from tests.rules.triumph.set_up_table import pose

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


def test_gt_4_3_a_bot_gives_no_hint_by_always_marking_alike():
    """Which command it puts in the middle follows from the salt that its side alone knows."""
    found = []
    for seed in range(40):
        table = large(RED, cup=SeededCup(seed))
        table.say("red", as_listed(table, "red"))
        table.say("blue", as_listed(table, "blue"))
        camps(table)
        for seat in ("blue", "red"):
            ask, seen = table.asks(seat)[0], table.battle.view(seat).position
            first = next(BOOK.menus[ask.window].salient(BOOK, seen, ask))
            bot = make("steward", BOOK, "1").answer(table.battle.view(seat), ask)
            assert bot == first
            assert sorted(first.points) == [27 * MU, 45 * MU, 63 * MU]
            found.append((seat, first.points))
            table.say(seat, first)
    assert {points for seat, points in found if seat == "red"} == set(
        permutations((27 * MU, 45 * MU, 63 * MU))
    )
    assert len({(found[n][1], found[n + 1][1]) for n in range(0, 80, 2)}) > 12  # not one for both


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


# ── what lies behind stands, who guards a camp, who marches ──────────────────
def disguised(real: tuple[StandSpec, ...] | None) -> GrandArmy:
    """Red's army, one of whose foot in the second command is not what it seems; or is."""
    plain = army(RED, cards=(CardSpec("DC"),))
    second = plain.commands[1]
    last = replace(second.stands[-1], real=real)
    changed = replace(second, stands=(*second.stands[:-1], last))
    told = replace(plain, commands=(plain.commands[0], changed, plain.commands[2]))
    return replace(told, secret=hidden(last))


@pytest.mark.parametrize("real", [(), (StandSpec("HRD", 4),)], ids=["nothing", "a horde"])
def test_bc_24_1_what_is_behind_a_stand_stays_secret_when_commands_are_shown(real):
    """In its command's total too. [GT-10.8]"""
    worlds = (large(disguised(None), first="blue"), large(disguised(real), first="blue"))
    assert hidden(disguised(real).commands[1].stands[-1]) != 0
    watching = ("blue", SPECTATORS)
    asked: set[object] = set()
    for number in range(60):
        if new_question(worlds, asked):
            assert differences(worlds, *watching) == [], number
        ask = worlds[0].asks()[0]
        if ask.window == "movement":
            break
        both(worlds, step)
    assert worlds[0].count("south", names.SHOWN) == 1
    assert worlds[0].asks()[0].window == "movement"
    assert worlds[0].count("R.2", names.TOTAL) > worlds[1].count("R.2", names.TOTAL)
    assert differences(worlds, "red")


def test_gt_4_2_a_garrison_does_not_tell_its_command():
    """Whose it is comes to light with all others. [TC-9.24]"""
    worlds = (large(RED), large(RED))
    plain = as_listed(worlds[0], "red")
    other = Split(tuple(replace(one, entry="") for one in traded(plain).commands))
    for table, said in zip(worlds, (plain, other), strict=True):
        table.say("red", said)
    both(worlds, lambda table: table.say("blue", as_listed(table, "blue")))
    while worlds[0].asks()[0].seat != "red":
        both(worlds, step)
    said = [command_ids(table.position, "south") for table in worlds]
    assert said[0] == said[1]
    guard = next(
        name
        for name, piece in worlds[0].position.pieces.items()
        if piece.command == "R.1" and worlds[1].piece(name).command == "R.2"
    )
    both(worlds, lambda table: table.say("red", PlaceCamp(pose(45, 2), guard)))
    assert worlds[0].piece(guard).place == "aside"
    assert worlds[0].piece(guard).command != worlds[1].piece(guard).command
    assert differences(worlds, "blue", SPECTATORS) == []


def marching(entry: str, seats: int):
    """A battle in which red's second command marches by that edge; red has the first turn."""
    table = large(MARCHERS, seats=seats)
    table.say("red", as_listed(table, "red", c2=entry))
    return table


MARCHERS = "R KNT* KNTx9 / KNT* KNTx5 / KNT* KNTx5"


@pytest.mark.parametrize("seats", [1, 3])
def test_gt_4_6_by_which_edge_a_march_comes_stays_secret_until_it_arrives(seats):
    """Through all ten steps and the turns after them, for every seat of the enemy. [GT-5.5]"""
    worlds = (marching("left", seats), marching("right", seats))
    enemies = SEATS["B"][:seats]
    watching = (*enemies, SPECTATORS)
    both(worlds, lambda table: table.say("blue", as_listed(table, "blue")))
    asked: set[object] = set()
    for number in range(120):
        if new_question(worlds, asked):
            assert differences(worlds, *watching) == [], number
        if worlds[0].position.turn > 3:
            break
        ask = worlds[0].asks()[0]
        if ask.window == "movement":
            both(worlds, lambda table: table.choose(table.asks()[0].seat, "end"))
        else:
            both(worlds, step)
    assert worlds[0].position.turn > 3
    assert worlds[0].battle.view("red").position.count("R.2", names.ENTRY) == 1
    assert worlds[1].battle.view("red").position.count("R.2", names.ENTRY) == 2
    friends = SEATS["R"][:seats]
    assert {leak.watcher for leak in differences(worlds, *friends)} == set(friends)


def shown_by(table):
    """The seals that were opened."""
    return [one for one in table.battle.log if isinstance(one, Opened)]


def new_question(worlds, asked):
    """Whether another window is open than before, for the first time in this turn."""
    found = (worlds[0].position.turn, worlds[0].asks()[0].window, worlds[0].asks()[0].seat)
    fresh = found not in asked
    asked.add(found)
    return fresh


def test_gt_6_2_a_march_that_arrives_opens_its_seal():
    table = marching("left", 1)
    table.say("blue", as_listed(table, "blue"))
    until(table, "movement")
    assert "R.2 march" not in {one.seal for one in shown_by(table)}
    table.battle.correct((Counted("R.2", core.CP, 6),), "points enough")
    march = next(iter(marches(table.battle.book, table.battle.view("red").position, "red")))
    table.say("red", march)
    assert [one.content for one in shown_by(table) if one.seal == "R.2 march"] == ["left"]
    assert table.battle.view("blue").position.count("R.2", names.ENTRY) == 1
    assert broken(table.battle.log) == ()


@pytest.mark.parametrize("seats", [1, 3])
def test_gt_4_2_nothing_of_a_split_is_seen_by_any_seat_of_the_enemy(seats):
    """With two seats and with six. [GT-10.1]"""
    worlds = (large(RED, seats=seats), large(RED, seats=seats))
    plain = as_listed(worlds[0], "red")
    for table, said in zip(worlds, (plain, traded(plain)), strict=True):
        table.say("red", said)
    both(worlds, lambda table: table.say("blue", as_listed(table, "blue")))
    watching = (*SEATS["B"][:seats], SPECTATORS)
    for number in range(40):
        if worlds[0].count("south", names.SHOWN):
            break
        if number % 3 == 0:
            assert differences(worlds, *watching) == [], number
        both(worlds, step)
    assert worlds[0].count("south", names.SHOWN) == 1
    assert worlds[0].count("north", names.SHOWN) == 1


def test_gt_10_1_what_is_said_to_a_side_reaches_that_side_only():
    table = large(RED, seats=3)
    table.battle.say("amber", Speak("They come by the left.", to=("side:south",)))

    def heard(seat):
        return b"They come" in b"".join(encode(event) for event in table.battle.stream(seat))

    assert {seat for seat in (*SEATS["R"], *SEATS["B"], SPECTATORS) if heard(seat)} == set(
        SEATS["R"]
    )
