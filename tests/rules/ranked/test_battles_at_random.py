"""Whole battles of two to five armies at random: they end, and nothing ever overlaps. [FB-14.5]"""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Began, Counted, Entered, Event, Laid, Mustered, Pushed
from condotta.kernel.records import CHANCE, Board, Chair
from condotta.rules.ranked import names
from condotta.rules.ranked.layer import RANKED
from condotta.rules.ranked.reading.formation import quanta_of, shape_of
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.steps import Conduct
from condotta.table import Area, Base, Box, base, gap, meets, overlaps
from tests.rules.ranked.range_setting import regiment

LETTERS = {"R": "red", "B": "blue", "G": "green"}
MOST_ANSWERS = 4000
KINDS = (
    {},
    {"traits": "spear shield", "Ld": 5, "models": 25},
    {"traits": "great-weapon", "WS": 4, "S": 4, "Ld": 8},
    {"kind": "cavalry", "base": (25, 50), "M": 8, "models": 5, "traits": "lance", "SAVE": 2},
    {"kind": "monstrous-infantry", "base": (40, 40), "models": 6, "files": 3, "W": 3, "A": 3},
    {"kind": "monster", "base": (50, 50), "models": 1, "files": 1, "W": 5, "S": 5, "A": 4},
    {"kind": "chariot", "base": (50, 100), "models": 1, "files": 1, "W": 4, "S": 5, "M": 7},
    {"traits": "bow"},
    {"traits": "frenzy two-hand-weapons", "models": 12},
    {"traits": "skirmishers javelin", "models": 8},
    {"traits": "unbreakable unstable", "models": 15},
    {"traits": "stupidity fear", "models": 15},
    {"kind": "war-beasts", "base": (25, 50), "M": 9, "models": 6},
    {"traits": "hatred immune-to-psychology halberd"},
)
COMMAND = ("champion", "standard", "musician")
AREAS = tuple(
    Area(kind, kind, Box(x * 10_000, y * 10_000, 40_000, 30_000, 1_000_000, 0))
    for kind, x, y in (
        ("forest", 20, 24),
        ("hill", 36, 20),
        ("impassable", 52, 26),
        ("marsh", 30, 32),
        ("river", 44, 34),
    )
)


def armies(random: Random, seats: int) -> Iterator[list[Event]]:
    """Four regiments a seat, some with a character in them, wherever there is room."""
    stand: list[Base] = []
    for letter in "RBGYK"[:seats]:
        for number in range(4):
            kind = random.choice(KINDS)
            models = int(kind.get("models", 20))  # type: ignore[call-overload]  # a number
            led = random.random() < 0.3 and "kind" not in kind
            while True:
                x, y = random.uniform(6, 66), random.uniform(6, 42)
                marks = " ".join(one for one in COMMAND if random.random() < 0.5)
                where = {"x": x, "y": y, "face": random.randrange(360), "marks": marks}
                made = regiment(f"{letter}{number}", **where, **kind)  # type: ignore[arg-type]  # a row
                piece = made[0].piece  # type: ignore[union-attr]  # mustered
                if led:
                    wide = shape_of(models + 1, 5, quanta_of(20), quanta_of(20))
                    piece = replace(piece, shape=wide)
                    made[0] = Mustered(piece)
                here = base(piece.pose, piece.shape)
                inside = all(0 <= px <= 720_000 and 0 <= py <= 480_000 for px, py in here.corners)
                far = all(gap(here, other) > 12_000 for other in stand)
                if inside and far and not meets(here, AREAS[2]):
                    break
            stand.append(here)
            yield made
            if led:
                rank = random.choice(("", " general", " battle-standard"))
                hero = {"traits": "character" + rank, "WS": 5, "A": 3, "W": 2, "Ld": 8}
                name = f"{letter}{number}h"
                yield regiment(name, models=1, files=1, inside=piece.id, **hero)  # type: ignore[arg-type]  # a row


def said(book: Book, battle: Battle, ask: Ask, random: Random) -> Action:
    """Any answer; of charges rather one than none."""
    if ask.dice:
        return Roll(tuple(random.randint(1, ask.sides) for _ in range(ask.dice)))
    if ask.says:
        found = book.menus[ask.window].sample(book, battle.state.position, ask, random)
        if found is not None:
            return found
    options = ask.options
    if ask.window == "declare charges" and random.random() < 0.9:
        options = options[:-1]
    return Choose(random.choice(options))


def sound(book: Book, battle: Battle) -> None:
    """No two regiments overlap, and every rectangle is that of its models."""
    here = field(book, battle.state.position)
    for one, other in combinations(here.regiments, 2):
        assert not overlaps(one.base, other.base), (one, other)
    for one in here.regiments:
        assert one.piece.shape == one.shape_with(one.total, one.files), one


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 2), (6, 3)])
def test_a_battle_at_random_ends(seed: int, seats: int, monkeypatch: pytest.MonkeyPatch):
    """Every question has an answer, six game turns are enough, no step lays one on another."""
    from tests.rules.ranked import range_setting

    every = {**LETTERS, "Y": "yellow", "K": "black"}
    monkeypatch.setattr(range_setting, "SEATS", every)
    random = Random(seed)
    book = Book("ranked", (RANKED,))
    chairs = tuple(Chair(seat, seat) for seat in list(every.values())[:seats])
    battle = Battle(
        book,
        [
            Began(Board(720_000, 480_000), chairs),
            *(Laid(area) for area in AREAS),
            *(event for made in armies(random, seats) for event in made),
            Counted(chairs[0].seat, names.FIRST_TURN, 1),
            Entered(0, names.READY, (chairs[0].seat,)),
            Pushed(Conduct()),
        ],
    )
    answers = 0
    while battle.state.position.ended is None:
        asks = battle.state.asks
        ask = next((one for one in asks if one.seat == CHANCE), None) or random.choice(asks)
        battle.say(ask.seat, said(book, battle, ask, random), ask.id)
        sound(book, battle)
        answers += 1
        assert answers < MOST_ANSWERS
    assert battle.state.position.count(names.TABLE, names.GAME_TURN) <= 7
