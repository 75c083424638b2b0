"""Building the army and splitting it into commands. [GT-1, GT-2, GT-7.2, GT-10]"""

import pytest
from msgspec.structs import replace

from condotta.armies import muster
from condotta.errors import PlainError
from condotta.lab.matches import rosters
from condotta.rules.grand import names
from condotta.rules.grand.muster import Command, of_three
from condotta.rules.grand.scale import SCALE
from condotta.rules.grand.sides import command_ids, stands_of
from condotta.rules.grand.split import CommandSaid, Split
from condotta.rules.systems import SYSTEMS
from condotta.rules.triumph.muster import Army as SmallArmy
from condotta.rules.triumph.muster import CardSpec, StandSpec
from tests.rules.grand.large_table import BLUE, BOOK, RED, army, as_listed, large, split
from tests.rules.triumph.set_up_table import stands_of as stands_of_text


def refusals(table, said, seat="red"):
    """Clause and key of everything against a split."""
    return {(one.clause, one.key) for one in table.judge(seat, said).refusals}


def with_command(said: Split, number: int, **changes) -> Split:
    commands = list(said.commands)
    commands[number] = replace(commands[number], **changes)
    return Split(tuple(commands))


def small_army(text: str) -> SmallArmy:
    """A 48-point army by its stands."""
    specs = tuple(spec for stand in text.split() for spec in stands_of_text(stand))
    return SmallArmy("red", "south", "the red army", "R", specs)


def traded(said: Split, give: tuple[int, str], take: int) -> Split:
    """One stand of a command goes over to another."""
    number, stand = give
    commands = list(said.commands)
    commands[number] = replace(
        commands[number], stands=tuple(one for one in commands[number].stands if one != stand)
    )
    commands[take] = replace(commands[take], stands=(*commands[take].stands, stand))
    return Split(tuple(commands))


def test_gt_1_1_three_commands_of_144_points_that_need_not_be_equal():
    assert (SCALE.army, SCALE.commands) == (288, 3)
    table = large()
    said = as_listed(table, "red")
    assert table.judge("red", said).ok
    two = Split(said.commands[:2])
    assert ("GT-1.1", "gt.1-1.commands") in refusals(table, two)


def test_gt_2_1_three_legal_rosters_of_one_list_make_a_large_army():
    system = SYSTEMS["grand"]
    shelf = [one for one in rosters() if system.takes(one)]
    seats = system.seated(2)
    events = system.opening(BOOK, seats, shelf[:2])
    totals = [one.value for one in events if getattr(one, "name", "") == names.TOTAL]
    assert totals == [288, 288]


def test_gt_2_2_a_roster_with_an_ally_is_no_third_of_a_large_army():
    allied = next(one for one in rosters() if one.contingents and _allied(one))
    with pytest.raises(PlainError, match="command of its own"):
        SYSTEMS["grand"].opening(BOOK, SYSTEMS["grand"].seated(2), (allied, allied))


def _allied(roster):
    return any(stand.allied for stand in muster(roster).stands)


def test_gt_2_2_an_ally_command_holds_the_ally_and_nobody_else():
    table = large("R KNT* HFT+x8 / KNT* HFT+x7 / LSP~* LSP~x7")
    said = as_listed(table, "red")
    assert table.judge("red", said).ok
    stranger = said.commands[1].stands[-1]
    assert ("GT-2.2", "gt.2-2.mixed") in refusals(table, traded(said, (1, stranger), 2))
    ally = next(one for one in said.commands[2].stands if one != said.commands[2].general)
    assert ("GT-2.2", "gt.2-2.mixed") in refusals(table, traded(said, (2, ally), 1))


def test_gt_2_2_an_ally_is_one_command_and_no_two():
    """Its stands cannot be dealt to two commands, though nobody else is in either. [TC-12.4]"""
    table = large("R KNT* HFT+x9 / KNT* HFT+x7 / LSP~* LSP~x15")
    first, second, ally = as_listed(table, "red").commands
    together = CommandSaid((*first.stands, *second.stands), first.general)
    half = tuple(one for one in ally.stands if one != ally.general)
    parted = (
        together,
        CommandSaid((ally.general, *half[:7]), ally.general),
        CommandSaid(half[7:], half[7]),
    )
    assert refusals(table, Split(parted)) == {("GT-2.2", "gt.2-2.divided")}


def test_gt_2_2_two_allies_are_a_command_each():
    """Each is named by the entries of its list. [AL-16.5]"""
    plain = army("R KNT* HFT+x15 / LSP~* LSP~x8 / LSP~* LSP~x8")
    named = tuple(
        replace(one, stands=tuple(replace(spec, entry=f"{number}/foot") for spec in one.stands))
        if one.ally
        else one
        for number, one in enumerate(plain.commands, start=1)
    )
    table = large(replace(plain, commands=named))
    said = as_listed(table, "red")
    assert table.judge("red", said).ok
    mine = next(one for one in said.commands[1].stands if one != said.commands[1].general)
    mixed = refusals(table, traded(said, (1, mine), 2))
    assert {("GT-2.2", "gt.2-2.mixed"), ("GT-2.2", "gt.2-2.divided")} <= mixed


@pytest.mark.parametrize(("sizes", "legal"), [((20, 10, 18), True), ((32, 8, 8), True),
                                              ((33, 8, 7), False)])  # fmt: skip
def test_gt_2_3_a_command_has_24_points_or_more(sizes, legal):
    commands = " / ".join(f"HFT* HFTx{size - 1}" for size in sizes)
    table = large(f"R {commands}")
    found = refusals(table, as_listed(table, "red"))
    assert (("GT-2.3", "gt.2-3.small") not in found) is legal


def test_gt_2_4_skirmishers_rabble_and_artillery_lead_only_their_like():
    table = large("R KNT* HFTx9 / HFT* SKMx9 / SKM* SKMx8")
    said = as_listed(table, "red")
    assert table.judge("red", said).ok
    wrong = with_command(said, 1, general=said.commands[1].stands[-1])
    assert ("GT-2.4", "gt.2-4.type") in refusals(table, wrong)


def test_gt_2_4_rabble_that_its_list_names_may_lead_the_whole_army_but_no_other_command():
    """What the others may not be, the overall commander may, if his list says so."""
    table = large("R RBL* BLVx11 HFTx6 / BLV* RBLx13 / BLV* RBLx13")
    said = as_listed(table, "red")
    assert table.judge("red", said).ok
    rabble = next(
        one for one in said.commands[1].stands
        if table.piece(one).type == "RBL"
    )  # fmt: skip
    wrong = with_command(said, 1, general=rabble)
    assert ("GT-2.4", "gt.2-4.type") in refusals(table, wrong)


def test_gt_2_4_of_three_armies_under_rabble_two_are_led_by_somebody_else():
    """[GT-2.1] The dearest of the others; where there is nobody else, Rabble."""
    one = small_army("RBL* RBLx15 SKM BLVx5")
    made = of_three((one, one, one), ("red",))
    led = [[spec.code for spec in each.stands if spec.general] for each in made.commands]
    assert led == [["RBL"], ["BLV"], ["BLV"]]
    assert made.leaders == ("RBL",)
    table = large(replace(made, side="south"), BLUE)
    assert table.judge("red", as_listed(table, "red")).ok
    alone = small_army("RBL* RBLx23")
    assert all(
        [spec.code for spec in each.stands if spec.general] == ["RBL"]
        for each in of_three((alone, alone, alone), ("red",)).commands
    )


def test_gt_2_4_every_command_names_one_of_its_stands():
    table = large()
    said = as_listed(table, "red")
    wrong = with_command(said, 1, general=said.commands[2].general)
    assert ("GT-2.4", "gt.2-4.nobody") in refusals(table, wrong)


def test_gt_2_4_the_overall_commander_leads_the_largest_and_is_of_a_listed_type():
    table = large(army(RED, leaders=("KNT",)))
    said = as_listed(table, "red")
    assert table.judge("red", said).ok
    foot = next(one for one in said.commands[0].stands if one != said.commands[0].general)
    assert ("GT-2.4", "gt.2-4.overall") in refusals(table, with_command(said, 0, general=foot))
    other = next(one for one in said.commands[1].stands if one != said.commands[1].general)
    assert table.judge("red", with_command(said, 1, general=other)).ok
    smaller = Split((said.commands[1], said.commands[0], said.commands[2]))
    assert ("GT-2.4", "gt.2-4.largest") in refusals(table, smaller)


def test_gt_2_4_an_ally_general_is_of_a_type_its_own_list_allows():
    table = large(army("R KNT* HFTx9 / KNT* HFTx8 / SPR~* LFT~x8"))
    said = as_listed(table, "red")
    assert table.judge("red", said).ok
    light = next(one for one in said.commands[2].stands if one != said.commands[2].general)
    assert ("GT-2.4", "gt.2-4.ally") in refusals(table, with_command(said, 2, general=light))


def test_gt_2_5_the_overall_commander_cannot_lead_the_ally():
    table = large("R SPR~* SPR~x9 / KNT* HFT+x7 / KNT* HFT+x7")
    assert ("GT-2.5", "gt.2-5.ally") in refusals(table, as_listed(table, "red"))


@pytest.mark.parametrize(
    ("modifiers", "legal"),
    [((0, 0, 0), True), ((1, -1, 0), True), ((1, 0, 0), False), ((-1, -1, 2), False)],
)
def test_gt_7_2_each_plus_has_its_minus(modifiers, legal):
    table = large()
    said = as_listed(table, "red")
    for number, value in enumerate(modifiers):
        said = with_command(said, number, modifier=value)
    assert (("GT-7.2", "gt.7-2.paired") not in refusals(table, said)) is legal


def test_gt_7_3_an_ally_rolls_unmodified():
    table = large("R KNT* HFT+x8 / KNT* HFT+x7 / LSP~* LSP~x7")
    said = with_command(with_command(as_listed(table, "red"), 1, modifier=1), 2, modifier=-1)
    assert ("GT-7.3", "gt.7-3.ally") in refusals(table, said)


def test_gt_5_5_an_entry_is_one_of_four():
    table = large()
    for entry in ("left", "right", "left base", "right base"):
        assert table.judge("red", as_listed(table, "red", c2=entry)).ok
    assert ("GT-5.5", "gt.5-5.entry") in refusals(table, as_listed(table, "red", c2="front"))


def with_false_ones(*, pair):
    """Red's army; the last but one of its second command, or the last two, are really a Horde."""
    plain = army("R KNT* HFT+x9 / KNT* HFT+x8 / KNT* HFT+x7", cards=(CardSpec("DC"),))
    first, second, third = plain.commands
    *others, one, two = second.stands
    number = len(second.stands) - 1
    false = (
        replace(one, real=(StandSpec("HRD", 4),)),
        replace(two, behind=number if pair else 0),
    )
    return large(replace(plain, commands=(first, Command((*others, *false)), third)))


def test_bc_24_10_a_masquerade_leads_no_command():
    table = with_false_ones(pair=False)
    said = as_listed(table, "red")
    false = next(name for name in said.commands[1].stands if table.piece(name).truth)
    assert table.judge("red", said).ok
    wrong = with_command(said, 1, general=false)
    assert ("BC-24.10", "bc.24-10.general") in refusals(table, wrong)


def test_bc_24_5_two_that_are_one_are_of_one_command():
    """They are set out and moved together."""
    table = with_false_ones(pair=True)
    said = as_listed(table, "red")
    assert table.judge("red", said).ok
    second = next(n for n in said.commands[1].stands if table.piece(n).truth.startswith("behind"))
    assert ("BC-24.5", "bc.24-5.together") in refusals(table, traded(said, (1, second), 0))


def test_gt_10_6_three_flank_marches_are_refused():
    table = large()
    two = as_listed(table, "red", c1="left", c2="right")
    assert table.judge("red", two).ok
    three = as_listed(table, "red", c1="left", c2="right", c3="left")
    assert ("GT-10.6", "gt.10-6.nobody") in refusals(table, three)


def test_gt_4_1_every_stand_is_in_exactly_one_command():
    table = large()
    said = as_listed(table, "red")
    short = with_command(said, 1, stands=said.commands[1].stands[:-1])
    assert ("GT-4.1", "gt.4-1.all") in refusals(table, short)
    twice = with_command(said, 1, stands=(*said.commands[1].stands, said.commands[0].stands[0]))
    assert ("GT-4.1", "gt.4-1.all") in refusals(table, twice)
    theirs = CommandSaid(("B1",), "B1")
    assert ("GT-4.1", "gt.4-1.all") in refusals(table, Split((theirs, *said.commands[1:])))


def test_gt_10_8_a_commands_total_is_fixed_when_the_army_is_split():
    table = large("R KNT* HFTx9 / KNT* HFTx8 / KNT* HFTx7")
    said = as_listed(table, "red")
    moved = traded(said, (1, said.commands[1].stands[0]), 0)
    split(table, moved)
    first, second, _ = command_ids(table.position, "south")
    assert table.count(first, names.TOTAL) == 2 * (4 + 10 * 3)
    assert table.count(second, names.TOTAL) == 2 * (4 + 7 * 3)
    assert len(stands_of(table.position, first)) == 11
