"""Large armies that are mustered and split, counted against the builder's bill. [GT-10.8]"""

import pytest

from condotta.lab import bills
from condotta.lab.battles import Task
from condotta.lab.bills import as_built, fight, main
from condotta.lab.inspecting import Broken
from condotta.lab.matches import Field, drawn, match
from condotta.rules.library import book


def test_gt_10_8_large_armies_with_cards_count_what_was_paid(capsys):
    assert main(["--battles", "10", "--seed", "4", "--every", "0"]) == 0
    told = capsys.readouterr().out
    assert "battles      10, faults 0" in told
    assert "with " in told


def test_al_16_7_a_command_that_weighs_otherwise_than_in_the_builder_is_a_fault(monkeypatch):
    built = bills.command_points
    monkeypatch.setattr(bills, "command_points", lambda *one: built(*one) + 1)
    assert "weigh" in fight(Task(1, 4, field=Field("grand", 2, "many"))).fault


def test_gt_10_8_before_the_split_nothing_weighs_anything():
    field = Field("grand", 2, "many")
    fielded = drawn(field, 1)
    position = match(book("grand"), fielded, 1, field).state.position
    with pytest.raises(Broken):
        as_built(position, "south", fielded[0], None)
