"""A layer that cannot speak in a battle is not asked there, and nobody could tell."""

import msgspec
import pytest

from condotta.bots.runner import conduct
from condotta.kernel.book import Book
from condotta.lab.battles import Task, bots_of
from condotta.lab.matches import Field, card_of, drawn, match
from condotta.rules.library import GAMES, book
from condotta.rules.systems import SYSTEMS
from condotta.rules.triumph.cards import CARDS

DECISIONS = 80


def fought(field: Field, number: int) -> tuple[bytes, set[str]]:
    """The log of a battle, as far as it is played, and the layers that slept."""
    task = Task(number, 1, inspect=False, field=field)
    battle = match(book(field.system), drawn(field, number), task.dice, field)
    conduct(battle, bots_of(task, battle.book), limit=DECISIONS)
    return msgspec.json.encode(battle.log), {layer.name for layer in battle.book.asleep}


def both(field: Field, number: int) -> set[str]:
    """The layers that sleep in a battle, which is the same when all are awake."""
    log, asleep = fought(field, number)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Book, "attending", lambda whole, _: whole)
        assert fought(field, number) == (log, set())
    return asleep


@pytest.mark.parametrize("system", GAMES)
def test_a_battle_is_the_same_whether_or_not_silent_layers_are_asked(system: str):
    asleep = both(Field(system, min(SYSTEMS[system].sizes)), 1)
    carded = set(CARDS) & set(GAMES[system].layers)
    assert len(asleep) >= len(carded) * 3 // 4, "armies without cards need few of them"


@pytest.mark.parametrize("number", range(0, 24, 5))
def test_so_it_is_with_cards(number: int):
    field = Field("triumph", cards="many")
    asleep = both(field, number)
    about = next(card.name for card in CARDS if card_of(field, number) in card.uses)
    assert asleep - {about} == asleep != set()
