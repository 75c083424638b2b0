"""The bot to measure flank marches by. [GT-6.1, GT-6.2]"""

from condotta.bots.lots import lots
from condotta.bots.steward import Steward
from condotta.lab.outflanking import FLANKS, Outflanker
from condotta.rules.grand import names
from tests.rules.grand.large_table import BOOK, as_listed, large

RED = "R KNT* HFT+x8 / HFT* HFT+x7 / KNT* KNTx5"


def said(seed: int):
    table = large(RED)
    (ask,) = table.asks("red")
    answer = Outflanker(BOOK, seed).answer(table.battle.view("red"), ask)
    assert table.judge("red", answer).ok
    return table, answer


def test_it_sends_its_quickest_command_but_the_first_round_a_flank():
    entries = set()
    for seed in range(8):
        table, answer = said(seed)
        first, second, third = answer.commands
        assert (first.entry, second.entry) == ("", "")
        assert answer == as_listed(table, "red", c3=third.entry)
        entries.add(third.entry)
    assert entries == set(FLANKS)


def test_a_command_that_marches_is_held_back_and_all_else_is_the_stewards():
    table, answer = said(1)
    table.say("red", answer)
    table.say("blue", as_listed(table, "blue"))
    assert table.position.count("R.3", names.ENTRY) > 0
    assert not any(table.position.count(one, names.ENTRY) for one in ("R.1", "R.2", "B.1"))
    (ask, *_) = (one for seat in ("red", "blue") for one in table.asks(seat))
    view = table.battle.view(ask.seat)
    assert Outflanker(BOOK, 1).answer(view, ask) == Steward(BOOK, lots(1)).answer(view, ask)
