"""The sensible bot of ranked battles: what it charges, what it leaves, whether it beats chance."""

from collections import Counter

import pytest

import condotta
from condotta.bots.general import General
from condotta.bots.lots import lots
from condotta.bots.marshal import Marshal
from condotta.bots.odds_of_ranks import edge, share
from condotta.bots.runner import answer_next, conduct, seated
from condotta.bots.seat import make
from condotta.kernel.asks import Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.rules.library import book
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_odds import arriving
from condotta.rules.ranked.magic.casting import Cast
from condotta.rules.ranked.movement.reforming import Reform
from condotta.rules.ranked.muster import opening
from condotta.rules.ranked.rosters.shelf import hosts
from condotta.rules.ranked.rosters.shelf import seated as army_of
from tests.rules.ranked.ranked_setting import setting
from tests.rules.ranked.test_magic import foe, wizard
from tests.rules.ranked.test_magic import table as magic


def says(table, bot=Marshal):
    """What the bot answers to the first open question."""
    (ask,) = [one for one in table.asks() if one.seat != "chance"]
    return bot(table.battle.book, lots(1)).answer(table.battle.view(ask.seat), ask)


def test_it_charges_what_it_can_beat():
    table = setting(
        "R1 lancers 10x5 20 20 0; B1 archers 10x5 20 30 180", phase=names.CHARGES, dice=(3, 4)
    )
    assert says(table) == Choose("R1>B1")


def test_it_leaves_what_would_beat_it():
    table = setting(
        "R1 archers 5x5 20 20 0; B1 great-beast 1 20 28 180", phase=names.CHARGES, dice=(3, 4)
    )
    assert says(table) == Choose("end")


def test_it_moves_towards_the_enemy_and_then_ends():
    table = setting("R1 line-infantry 20x5 20 20 0; B1 line-infantry 20x5 20 44 180")
    said = says(table)
    table.say("red", said)
    assert table.at("R1")[1] > 23


def test_who_reforms_freely_does_so_once():
    """Between two enemies it would turn from one to the other for ever. [FB-9.7]"""
    place = "R1 archers 10x5 20 20 135 skirmishers {}; B1 archers 10x5 20 50 180"
    assert isinstance(says(setting(place.format(""))), Reform)
    assert not isinstance(says(setting(place.format("moved"))), Reform)


@pytest.mark.parametrize(("need", "chance"), [(2, 5 / 6), (4, 0.5), (7, 0.0), (1, 5 / 6)])
def test_a_natural_one_never_counts(need, chance):
    assert share(need) == pytest.approx(chance)


def test_more_ranks_and_a_charge_are_an_edge():
    table = setting("R1 line-infantry 20x5 20 20 0; B1 line-infantry 10x5 20 30 180")
    here = table.field
    one, foe = here.regiment("R1"), here.regiment("B1")
    assert edge(here, one, foe) > 2
    assert edge(here, foe, one) < 0
    assert arriving(here, one, foe) == pytest.approx(26 / 36)


@pytest.mark.slow
def test_it_beats_chance():
    rules, shelf = book("ranked"), list(hosts().values())
    won = 0
    for seed in range(6):
        host = shelf[seed % len(shelf)]
        armies = (army_of(host, "red", "red", "R"), army_of(host, "blue", "blue", "B"))
        battle = Battle(rules, opening(rules, armies), SeededCup(seed))
        conduct(battle, seated({"red": "steward", "blue": "random"}, rules, seed))
        position = battle.state.position
        won += position.count("red", names.VP) > position.count("blue", names.VP)
    assert won >= 5


@pytest.mark.parametrize(("near", "far"), [("B1", "B2"), ("B2", "B1")])
@pytest.mark.parametrize("bot", [Marshal, General])
@pytest.mark.parametrize(
    ("phase", "own", "other", "places"),
    [
        (names.SHOOTING, "archers", "line-infantry 20x5", ("17 29", "23 30")),
        (names.CHARGES, "lancers", "archers 5x5", ("16.5 30.2", "23.5 30.6")),
    ],
)
def test_of_equal_targets_the_nearest_is_chosen_whoever_is_listed_first(
    *, near, far, bot, phase, own, other, places
):
    at = dict(zip((near, far), places, strict=True))
    foes = "; ".join(f"{name} {other} {at[name]} 180" for name in ("B1", "B2"))
    table = setting(f"R1 {own} 10x5 20 20 0; {foes}", phase=phase)
    assert says(table, bot) == Choose(f"R1>{near}")


def test_fb_5_9_a_weak_spell_is_dispelled_with_few_dice():
    at = magic(wizard("B1", level=2, y=20, face=180), foe("B2", x=30), dispel=6)
    at.say("red", Cast("R1", "bolt-of-force", "B2", 2))
    at.roll(2, 3)
    (ask,) = [one for one in at.asks if one.seat == "blue"]
    said = Marshal(at.book, lots(1)).answer(at.battle.view("blue"), ask)
    assert "B1:6" in ask.options
    assert said == Choose("B1:2")


def test_characters_are_spread_over_regiments():
    battle = condotta.begin("ranked", seed=5)
    bots = {seat: make("steward", battle.book, seat) for seat in battle.seats}
    while battle.engine.waiting()[0].window == "deployment":
        answer_next(battle.engine, bots)
    pieces = battle.engine.state.position.pieces.values()
    joined = Counter(one.command for one in pieces if names.CHARACTER in one.traits)
    assert max(joined.values()) < 3
