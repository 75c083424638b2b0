"""Medics: D3 lost wounds back at the end of the Movement phase. [SK-22]"""

from condotta.rules.skirmish import names
from tests.rules.skirmish.skirmish_setting import Table, setting

FAR = "; R9 medic 1 5 5; B1 medic 1 60 40"


def over(units: str) -> Table:
    """A table on which red has moved."""
    table = setting(units + FAR)
    table.choose("red", "end")
    return table


def test_a_wounded_model_of_infantry_within_three_inches():
    """[SK-22] A D3: a roll of 5 gives 3 back."""
    table = over("R1 medic 1 20 20; R2 commander 1 20 23 wounds=4")
    (ask,) = table.asks("red")
    assert (ask.window, ask.options) == ("medic", ("R1:R2.1", "end"))
    table.choose("red", "R1:R2.1")
    (die,) = table.asks()
    assert die.needed is not None
    assert die.needed.counts == (1, 1, 2, 2, 3, 3)
    table.roll(5)
    assert table.count("R2.1", names.WOUNDS) == 1
    assert [ask.window for ask in table.asks("red")] != ["medic"]


def test_no_more_than_it_has_lost():
    """[SK-22] Regained wounds never exceed W."""
    table = over("R1 medic 1 20 20; R2 commander 1 20 23 wounds=1")
    table.choose("red", "R1:R2.1")
    table.roll(6)
    assert table.count("R2.1", names.WOUNDS) == 0


def test_whom_it_does_not_help():
    """[SK-22] Those farther off, those that are no infantry, enemies, and the unhurt."""
    units = (
        "R1 medic 1 20 20; R2 commander 1 20 25 wounds=2; R3 heavy_walker 1 22.5 20 wounds=3;"
        "R4 commander 1 17 20; B2 commander 1 18 22.6 wounds=2"
    )
    table = over(units)
    assert [ask.window for ask in table.asks("red")] != ["medic"]


def test_itself_and_each_medic_once():
    """[SK-158, SK-22, SK-26] Two medics, of whom one is hurt: each may help it."""
    table = over("R1 medic 1 20 20 wounds=3; R2 medic 1 20 22")
    (ask,) = table.asks("red")
    assert ask.options == ("R1:R1.1", "R2:R1.1", "end")
    table.choose("red", "R1:R1.1")
    table.roll(1)
    (ask,) = table.asks("red")
    assert ask.options == ("R2:R1.1", "end")
    table.choose("red", "R2:R1.1")
    table.roll(4)
    assert table.count("R1.1", names.WOUNDS) == 0


def test_nobody_need_be_helped():
    """[SK-22] It may."""
    table = over("R1 medic 1 20 20; R2 commander 1 20 23 wounds=4")
    table.choose("red", "end")
    assert table.count("R2.1", names.WOUNDS) == 4
