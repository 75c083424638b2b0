"""What is sealed cannot be tried out by who holds all there is to hold. [GT-4.2, GT-4.3, GT-5.5]

The observer has every byte that a seat of the enemy, or the spectators, can get, knows how seals
are made and the few things that a seal may hold, and even the seed of the dice. He tries whatever
he has as salt on every one of them. With the salt itself he would know at once: so that he fails
is the salt's doing.
"""

import re
from itertools import permutations
from math import log2

import msgspec
import pytest

from condotta.kernel.asks import Ask, Roll
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Opened, Sealed
from condotta.kernel.log import Header, dump
from condotta.kernel.records import CHANCE, SPECTATORS
from condotta.kernel.seals import broken, digest_of
from condotta.rules.grand import names
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.grand.seals import DICE, SEAL, SIDES
from condotta.rules.grand.sides import command_ids
from condotta.rules.grand.split import Split, content_of
from condotta.rules.triumph.movement.flank_march import EDGES
from condotta.server.dice.cups import DiceKept, cup_of, new_dice
from tests.rules.grand.large_table import MU, SEATS, answer, as_listed, camps, large, until
from tests.rules.grand.test_secrets import traded

RED = "R KNT* HFT+x9 / KNT* HFT+x8 / KNT* HFT+x8"
SEED = "1746"
POINTS = (45 * MU, 30 * MU, 60 * MU)
WORD = re.compile(rb'"([^"\\]{1,200})"|(-?\d+)')
DICE_OF_A_TABLE = {
    "seeded": DiceKept(mode="seeded", seed=SEED),
    "committed": new_dice("committed"),
}


def sealed_table(mode, seats=3):
    """Both sides have split, red has marked; none of it has been shown."""
    table = large(RED, seats=seats, first="red", cup=cup_of(DICE_OF_A_TABLE[mode], ()))
    table.say("red", as_listed(table, "red", c2="left"))
    table.say("blue", as_listed(table, "blue"))
    camps(table)
    answer(table, "blue")
    table.say("red", PlaceMarkers(POINTS))
    return table


def held(table, watcher):
    """The bytes of the log that a watcher can take home."""
    header = Header(1, "0", "grand", seat=watcher, title={"seed": SEED})
    return dump(header, table.battle.stream(watcher))


def possible(table):
    """What each seal of red's may hold, the truth among it."""
    ids = command_ids(table.position, "south")
    said = as_listed(table, "red", c2="left")
    splits = [content_of(one.commands) for one in (said, traded(said), turned(said))]
    markers = [
        msgspec.json.encode(dict(zip(ids, order, strict=True))).decode()
        for order in permutations(POINTS)
    ]
    marches = {f"{name} march": ["", *EDGES] for name in ids}
    return {"south commands": splits, "south markers": markers, **marches}


def turned(said):
    """The same split, the last two commands in the other order."""
    return Split((said.commands[0], said.commands[2], said.commands[1]))


def salts(bytes_held, seal):
    """All that he can try as salt: what he holds, what follows from it, what the seed gives."""
    words = {
        (text or number).decode(errors="ignore") for text, number in WORD.findall(bytes_held)
    } | {SEED, ""}
    for number in range(60):
        for cup in (SeededCup(SEED), SeededCup(7)):
            ask = Ask(CHANCE, SEAL, "GT-4.2", dice=DICE, sides=SIDES, secret=True, id=number)
            rolled = cup.answer(ask)
            assert isinstance(rolled, Roll)
            words.add("-".join(map(str, rolled.pips)))
    return words | {digest_of(seal, word) for word in words}


@pytest.mark.parametrize("mode", ["seeded", "committed"])
@pytest.mark.parametrize("watcher", [*SEATS["B"], SPECTATORS])
def test_gt_4_3_who_holds_the_whole_log_cannot_try_out_a_seal(mode, watcher):
    table = sealed_table(mode)
    log = held(table, watcher)
    digests = {one.seal: one.digest for one in table.battle.log if isinstance(one, Sealed)}
    assert len(possible(table)["south markers"]) == 6
    for seal, contents in possible(table).items():
        assert digests[seal].encode() in log
        _, content, salt = table.position.pieces[f"seal {seal}"].traits
        assert salt.encode() not in log
        tried = salts(log, seal)
        assert len(tried) > 200
        assert not any(digest_of(one, word) == digests[seal] for one in contents for word in tried)
        # The salt is all that keeps him from it: with it one content fits, the true one.
        assert [one for one in contents if digest_of(one, salt) == digests[seal]] == [content]


@pytest.mark.parametrize("watcher", ["blue", SPECTATORS])
def test_gt_4_3_the_seals_that_were_opened_tell_nothing_of_those_that_were_not(watcher):
    """A march that has not arrived stays sealed when all else has been shown. [GT-5.5]"""
    table = sealed_table("seeded", seats=1)
    until(table, "movement")
    shown = {one.seal: one for one in table.battle.log if isinstance(one, Opened)}
    assert {"south commands", "south markers", "R.1 march", "R.3 march"} <= set(shown)
    assert "R.2 march" not in shown
    assert broken(table.battle.log) == ()
    log = held(table, watcher)
    assert all(one.salt.encode() in log for one in shown.values())
    digest = next(
        one.digest
        for one in table.battle.log
        if isinstance(one, Sealed) and one.seal == "R.2 march"
    )
    tried = salts(log, "R.2 march")
    assert not any(digest_of(one, word) == digest for one in ("", *EDGES) for word in tried)


def test_gt_4_3_salt_is_too_long_to_be_tried_out_and_not_the_seeds():
    """Two tables of one seed roll the same dice and salt their seals differently."""
    assert DICE * log2(SIDES) > 128
    kept = DICE_OF_A_TABLE["seeded"]
    cups = [cup_of(kept, ()) for _ in range(2)]
    salt = Ask(CHANCE, SEAL, "GT-4.2", dice=DICE, sides=SIDES, secret=True, id=3)
    open_dice = Ask(CHANCE, "dice", "TC-4.2", dice=8, id=4)
    assert len({cup.answer(salt) for cup in cups}) == 2
    assert len({cup.answer(open_dice) for cup in cups}) == 1
    one, two = (sealed_table("seeded", seats=1) for _ in range(2))
    letters = [t.position.pieces["seal south markers"].traits for t in (one, two)]
    assert letters[0][1] == letters[1][1]
    assert letters[0][2] != letters[1][2]


def test_gt_4_2_each_seal_has_a_salt_of_its_own():
    table = sealed_table("committed", seats=1)
    found = [one.traits[2] for one in table.position.pieces.values() if one.type == names.LETTER]
    assert len(set(found)) == len(found) >= 9
