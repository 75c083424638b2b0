"""First rounds, spells on regiments, reforms, bolts: readings that a second look found."""

import pytest

from condotta.kernel.events import Marked
from condotta.kernel.evolving import evolve_position
from condotta.kernel.records import Mark
from condotta.rules.ranked import names
from condotta.rules.ranked.combat.after_combat import Wake
from condotta.rules.ranked.combat.arms import LOCKED, strength_parts
from condotta.rules.ranked.combat.combat_reform import CombatReform
from condotta.rules.ranked.losses.inflicting import save_need, total, toughness_parts
from condotta.rules.ranked.movement.flight import Flight
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.ranked.records import Hit, Shot
from condotta.rules.ranked.shooting.machines import Bolt
from tests.rules.ranked.ranked_setting import Table, setting


def marked(table: Table, *marks: tuple[str, str]) -> Table:
    """The same table with more marks, laid by hand."""
    table.battle.correct(tuple(Marked(name, Mark(mark)) for name, mark in marks), "as it was")
    return table


def test_fb_7_10_whoever_is_engaged_no_more_fights_a_first_round_again():
    """R1 was parted from its enemy; the next close combat takes the mark off."""
    table = setting(
        "R1 line-infantry 20x5 24 10 0; B1 line-infantry 20x5 60 40 180; "
        "B2 line-infantry 20x5 10 10 180; R2 line-infantry 20x5 10 10 0",
        phase=names.REMAINING,
    )
    marked(table, ("R1", LOCKED), ("R2", LOCKED))
    table.choose("red", "end")
    table.roll(3, 3)  # the winds of magic
    assert not table.marked("R1", LOCKED)
    assert table.marked("R2", LOCKED)


def test_fb_7_24_a_pursuer_begins_a_new_combat_with_a_new_enemy():
    """What it met is none of the combat that is over."""
    table = setting(
        "R1 line-infantry 20x5 24 10 0; B2 line-infantry 20x5 24 10 180",
        phase=names.CLOSE,
        then=(Wake(ids=("R1", "B1"), pairs=(), losers=(), stage="end"),),
    )
    assert not table.marked("R1", LOCKED)
    table = setting(
        "R1 line-infantry 20x5 24 10 0; B2 line-infantry 20x5 24 10 180",
        phase=names.CLOSE,
        then=(Wake(ids=("R1", "B2"), pairs=(), losers=(), stage="end"),),
    )
    assert table.marked("R1", LOCKED)


@pytest.mark.parametrize("spell", ["steel-skin", "weight-of-years"])
def test_fb_5_15_a_spell_on_a_regiment_lies_on_its_characters_too(spell: str):
    table = setting("R1 line-infantry 20x5 24 10 0; R9 captain 1x1 in R1; B1 adept 1x1 60 40 180")
    position, book = table.position, table.book
    under = evolve_position(position, Marked("R1", Mark(f"spell {spell} B1")))

    def read(here):
        hero, one = here.pieces["R9"], field(book, here)
        strength = total(strength_parts(one, hero, here.pieces["R1"]))
        save = save_need(book, here, Hit("R9", 1, 3))
        return save, strength, total(toughness_parts(book, here, hero))

    (save, strength, toughness), (now, weak, soft) = read(position), read(under)
    if spell == "steel-skin":
        assert (now, weak, soft) == (save - 1, strength, toughness)
    else:
        assert (now, weak, soft) == (save, strength - 1, toughness - 1)


@pytest.mark.parametrize(("models", "needed"), [(20, 7), (9, 4)])
def test_fb_7_27_a_loser_tests_for_its_reform_as_it_did_for_breaking(models: int, needed: int):
    """The steadfast ignore the difference there too. [FB-7.15]"""
    table = setting(
        f"R1 line-infantry {models}x5 24 10 0; B1 line-infantry 10x5 24 10 180",
        phase=names.CLOSE,
        then=(CombatReform(regiment="R1", lost_by=3),),
    )
    table.choose("red", next(one for one in table.asks("red")[0].options if one != "keep"))
    table.roll(6, 6)
    assert table.rulings("FB-7.27")[-1].params["needed"] == needed


def test_tt_8_4_whoever_makes_it_flee_anew_is_its_cause():
    """[FB-4.3] Blue drove it off, green charges it; off the table it is green's doing."""
    table = setting(
        "R1 line-infantry 10x5 24 40 0 fleeing; B1 archers 10x10 24 30 0; G1 archers 10x10 20 30 0",
        phase=names.CHARGES,
        seats={"red": "red", "blue": "blue", "green": "green"},
        then=(Flight(regiment="R1", away="G1", by="green", clause="FB-4.5"),),
    )
    marked(table, ("R1", names.FLED_FROM + "blue"))
    table.roll(1, 1)
    assert table.marked("R1", names.FLED_FROM + "green")
    assert not table.marked("R1", names.FLED_FROM + "blue")


@pytest.mark.parametrize(("models", "asked"), [(4, "who is hit"), (5, "to wound")])
def test_fb_6_12_a_bolt_on_a_small_regiment_falls_at_random(models: int, asked: str):
    """[FB-12.2] A character is safe among five."""
    table = setting(
        f"R1 ballista 1x1 24 10 0; B1 line-infantry {models}x{models} 24 24 180; "
        "B9 captain 1x1 in B1",
        phase=names.SHOOTING,
        then=(Bolt(shot=Shot("R1", "B1")),),
    )
    table.roll(6)
    assert table.asks()[0].window == asked
