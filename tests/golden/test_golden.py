"""Battles of every system on file are decided again to equal events and equal views.

About a hundred of them, the same every day; all of them with `CONDOTTA_GOLDEN_ALL=1`. If a rule was
changed on purpose, see what differs with `python -m tests.golden.differences`, and make them anew
with `python -m tests.golden.make --reason "…"`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

from condotta.bots.seat import BOTS
from condotta.kernel.book import Layer
from condotta.rules.library import GAMES, book
from condotta.rules.systems import SYSTEMS
from condotta.rules.triumph.cards import LAYERS as CARDS
from tests.golden.differences import difference
from tests.golden.make import read, row_of
from tests.golden.recipes import COUNTS, recipes
from tests.golden.store import (
    HERE,
    REASONS,
    Shown,
    everyday,
    file_of,
    fingerprint,
    index,
    kept,
    packed,
    shown,
    together,
)

ALL = os.environ.get("CONDOTTA_GOLDEN_ALL", "") not in ("", "0")
MOST_BYTES = 3_000_000


@pytest.mark.parametrize("name", list(index()) if ALL else everyday())
def test_a_battle_is_decided_again_to_equal_events_and_equal_views(name: str) -> None:
    found = difference(name)
    assert found is None, found


def test_everything_on_file_is_in_the_index_and_has_its_reason() -> None:
    """Whoever changes battles says why: `python -m tests.golden.make --reason …`."""
    names = [recipe.name for recipe in recipes()]
    assert list(index()) == names
    assert [name for system in COUNTS for name in packed(system)] == names
    last = REASONS.read_text(encoding="utf-8").splitlines()[-1]
    assert last.rstrip(" |").endswith(f"| {fingerprint()}"), (
        f"the battles on file are not those of the last reason in {REASONS.name}: "
        "make them with `python -m tests.golden.make --reason …`"
    )
    assert len(last.split("|")[4].split()) >= 3


def test_there_are_four_hundred_of_all_systems_and_they_are_small() -> None:
    rows = index().values()
    assert len(rows) >= 400
    assert {row.system for row in rows} == set(GAMES) == set(COUNTS)
    for system in GAMES:
        assert {row.seats for row in rows if row.system == system} == set(SYSTEMS[system].sizes)
        assert sum(name.startswith(f"{system}/") for name in everyday()) >= 6
    assert 90 <= len(everyday()) <= 120
    stored = [file_of(system) for system in GAMES] + [HERE / "index.jsonl", HERE / "shown.json"]
    assert sum(one.stat().st_size for one in stored) < MOST_BYTES


def test_all_kinds_of_bots_and_dice_took_part() -> None:
    """All but those that plan: how they think is no rule, and may change."""
    rows = index().values()
    played = {bot for row in rows for bot in row.bots.split(" and ")}
    assert set(BOTS) - {"planner", "condottiere"} | {"eager", "brawler"} <= played
    assert {row.dice for row in rows} == {"seeded", "typed", "committed", "scripted"}


def test_every_layer_of_every_system_acts_in_them() -> None:
    """A base game by any clause of its book, a variant by one that it speaks by."""
    found = shown()
    silent = [
        (system, layer.name)
        for system, game in GAMES.items()
        for layer in game.layers
        if layer not in CARDS and not acts(layer, found[system].clauses)
    ]
    assert not silent


def acts(layer: Layer, clauses: Iterable[str]) -> bool:
    """Whether a layer acted where those clauses were cited."""
    own = {clause for _, _, clause in layer.hooks}
    if layer.tier:
        return not own.isdisjoint(clauses)
    books = {clause.partition("-")[0] for clause in own}
    return any(clause.partition("-")[0] in books for clause in clauses)


def test_each_of_the_battle_cards_acts_in_them() -> None:
    """The chapter of each is its number."""
    cited = {clause.partition(".")[0] for clause in total().clauses}
    assert [f"BC-{card}" for card in range(1, 25) if f"BC-{card}" not in cited] == []


def test_undos_words_concessions_deals_amendments_and_corrections_are_among_them() -> None:
    kinds = total().kinds
    assert {"Undone", "Told", "Corrected", "Sealed", "Opened", "Veiled", "Controlled"} <= set(kinds)
    assert {"Concede", "Offer", "Accept", "Bribe", "Amend", "UseStratagem"} <= set(kinds)


NEVER = frozenset({"get out"})
"""Windows that no battle on file comes to: a transport lost with a unit in it is rare."""


def test_every_window_that_has_a_menu_is_asked_in_them() -> None:
    never = {
        (system, window)
        for system in GAMES
        for window in book(system).menus
        if window not in shown()[system].windows
    }
    everywhere = {window for system in GAMES for window in shown()[system].windows}
    assert {window for _, window in never} - everywhere == set(NEVER)


def total() -> Shown:
    """What the battles of all systems show together."""
    return together(shown().values())


def test_a_difference_is_told_in_a_sentence() -> None:
    """A battle of one system, said to be on file for another: the first thing that differs."""
    name = everyday()[0]
    old = kept(name)
    assert old.header.brief is not None
    assert difference(name, marks="ffff" + old.header.brief.marks[4:])
    told = difference(name, marks="ffff" + old.header.brief.marks[4:]) or ""
    assert told.startswith(f"{index()[name].told()}: something differs among events 1 to ")
    assert "python -m tests.golden.differences" in told


def test_the_line_of_the_index_is_that_of_the_battle() -> None:
    name = everyday()[0]
    again = kept(name).again()
    assert row_of(read(packed(name.partition("/")[0])[name]).header, again.battle) == index()[name]
