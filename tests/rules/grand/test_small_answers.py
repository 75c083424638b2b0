"""What the parts of setting out say, one by one. [GT-2.4, GT-4.1, GT-5, GT-10]"""

from random import Random

import pytest
from msgspec.structs import replace

from condotta.kernel.decide import judge
from condotta.kernel.events import Opened, Sealed, Step
from condotta.kernel.evolving import with_piece
from condotta.kernel.seals import digest_of
from condotta.rules.grand import names
from condotta.rules.grand.arranging import any_troops, sensible_troops, strip, waiting
from condotta.rules.grand.muster import points_of
from condotta.rules.grand.scale import SCALE, no_centre
from condotta.rules.grand.seals import opened
from condotta.rules.grand.sides import leader_of
from condotta.rules.grand.split import in_command
from condotta.rules.library import book
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.deceptive_deployment.pairs_set_out import directly_behind
from condotta.rules.triumph.deployment.deploying import Deploy
from condotta.rules.triumph.ground.battlefield import deployment_zone
from tests.rules.grand import large_table
from tests.rules.grand.large_table import BOOK, MU, RED, army, as_listed, large, place, split, until
from tests.rules.triumph.set_up_table import deploy


def deployed(seats=1, **more):
    """A table at the first step that sets troops out, markers at 45, 25 and 65 MU."""
    table = large(seats=seats, **more)
    split(table)
    place(table)
    until(table, names.TROOPS)
    return table


def test_a_command_stands_within_16_mu_of_its_marker():
    """[GT-5.2] 16 MU either way of 45; as deep as the deployment zone."""
    table = deployed()
    zone = deployment_zone(BOOK, table.position, "red")
    found = strip(BOOK, table.position, table.piece("R1"))
    assert SCALE.from_marker == 16 * MU
    assert (found.left, found.right) == (29 * MU, 61 * MU)
    assert (found.near, found.far) == (zone.near, zone.far)


def test_a_strip_ends_where_the_zone_does():
    """[GT-5.2]"""
    table = large()
    split(table)
    place(table, 45, 5, 65)
    zone = deployment_zone(BOOK, table.position, "red")
    second = next(one for one in table.position.pieces.values() if one.command == "R.2")
    assert strip(BOOK, table.position, second).left == zone.left


def test_the_general_waits_first_and_who_is_set_out_no_more():
    """[GT-5.2] Its command must stand within reach of it, so that it is set out before."""
    table = deployed()
    ask = table.asks()[0]
    left = waiting(table.position, ask)
    assert core.GENERAL in table.piece(left[0]).traits
    assert sorted(left) == sorted(ask.about)
    assert len(left) > 1
    print(ask, table.position.pieces)
    table.say(ask.seat, deploy(f"{left[0]} 45 30 180"))
    assert waiting(table.position, table.asks()[0]) == left[1:]


def test_a_command_counts_the_half_points_of_its_stands():
    """[GT-10.8] Knights and eight Heavy Foot; the largest command is the commander's."""
    made = army(RED)
    assert [points_of(one) for one in made.commands] == [
        sum(spec.half_points for spec in one.stands) for one in made.commands
    ]
    assert points_of(made.commands[0]) - points_of(made.commands[1]) == 2 * 3


def test_nobody_must_stand_in_the_centre():
    """[GT-5.1]"""
    table = deployed()
    assert no_centre(BOOK, table.position, "red") == 0
    assert BOOK.sole(seams.CENTRE, BOOK, table.position, "red") == 0


def test_what_was_sealed_is_opened_word_for_word():
    """[GT-4.1] Content and salt fit the digest that everybody has had since."""
    table = large()
    split(table)
    side = table.position.side("red")
    (told,) = opened(table.position, f"{side} commands")
    sealed = next(
        one for one in table.battle.log if isinstance(one, Sealed) and one.seal == told.seal
    )
    assert isinstance(told, Opened)
    assert digest_of(told.content, told.salt) == sealed.digest


def test_who_leads_a_command_says_what_it_does():
    """[GT-10.1] Three seats of a side have a command each."""
    table = deployed(seats=3)
    assert [leader_of(table.position, f"B.{number}") for number in (1, 2, 3)] == [
        "blue",
        "green",
        "slate",
    ]


def test_a_stand_is_its_commands_general_or_not_as_said():
    """[GT-2.4] Who led as mustered may follow; nothing else about it changes."""
    table = large()
    general = next(one for one in table.position.pieces.values() if core.GENERAL in one.traits)
    follows = in_command(general, "R.2", leads=False)
    assert (follows.command, core.GENERAL in follows.traits) == ("R.2", False)
    leads = in_command(follows, "R.3", leads=True)
    assert (leads.command, leads.traits.count(core.GENERAL)) == ("R.3", 1)
    assert in_command(leads, "R.3", leads=True).traits == leads.traits
    assert (leads.id, leads.type, leads.shape) == (general.id, general.type, general.shape)


def test_the_general_named_in_the_split_leads_it():
    """[GT-2.4]"""
    table = large()
    said = as_listed(table, "red")
    split(table, said)
    seen = table.battle.view("red").position
    for one in said.commands:
        led = {seen.pieces[name].command for name in one.stands}
        assert len(led) == 1
        assert [name for name in one.stands if core.GENERAL in seen.pieces[name].traits] == [
            one.general
        ]


@pytest.mark.parametrize("seed", range(6))
def test_whoever_belongs_behind_another_is_set_out_there(seed):
    """[GT-5.2, BC-24.5] The only place it may have is found, wherever others were tried."""
    table = deployed()
    ask = table.asks()[0]
    general, front, rear = waiting(table.position, ask)[:3]
    table.say(ask.seat, deploy(f"{general} 45 30 180"))
    table.say(ask.seat, deploy(f"{front} 47 30 180"))
    position = with_piece(table.position, replace(table.piece(rear), truth=f"behind {front}"))
    left = set(waiting(position, table.asks()[0])) - {rear}
    for name in left:
        position = with_piece(position, replace(position.pieces[name], place="lost"))
    found = any_troops(BOOK, position, table.asks()[0], Random(seed))
    first = position.pieces[front]
    assert found == Deploy((Step(rear, directly_behind(first.pose, first)),))


@pytest.mark.parametrize("command", ["HBW* RDRx3 LFTx9 KNTx3", "HBW* KNTx5 RDRx5 LFTx5"])
def test_whoever_sets_a_command_out_hides_its_general_from_nobody(command, monkeypatch):
    """[GT-5.2, TC-4.10] Where stands block his sight, the last would leave the first unled."""
    rules = book("grand", {"commandSightBlockedBy": "stands"})
    monkeypatch.setattr(large_table, "BOOK", rules)
    table = deployed(first="blue", red=f"R {command} / KNT* HFT+x7 / KNT* HFT+x7")
    until(table, names.TROOPS)
    (ask,) = table.asks()
    position = table.battle.view(ask.seat).position
    answers = [any_troops(rules, position, ask, Random(seed)) for seed in range(6)]
    for said in (*answers, *sensible_troops(rules, position, ask)):
        assert isinstance(said, Deploy)
        assert {step.piece for step in said.steps} == set(ask.about)
        assert judge(rules, position, ask.seat, ask, said).ok
    assert list(sensible_troops(rules, position, ask))
