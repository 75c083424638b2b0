"""The odds against rolled combats: a small hunt, and that it can fail."""

from random import Random

import pytest

from condotta.lab import battles, fights
from condotta.lab.fights import SIZE, Figures, Report, Task, fight, main
from condotta.lab.foretold import counted
from condotta.lab.inspecting import Broken
from condotta.lab.subjects import ABOUT
from condotta.rules.triumph.combat import duel, engaging, foretelling

FEW = 500
REAL = foretelling.meaning


@pytest.fixture(scope="module")
def fought():
    """One task of a few fights."""
    return fight(Task(0, 7, FEW))


def test_the_odds_are_what_the_resolver_rolls(fought):
    """Sums, reasons, results, losses and pursuit, of every kind of fight. [TC-3.1, BC-8.7]"""
    assert not fought.fault
    assert fought.counted["fights"] == FEW
    figures = Figures()
    figures.add(fought)
    assert figures.missing() == []


def test_a_hunt_that_never_met_a_kind_says_so_and_fails(fought):
    less = {name: number for name, number in fought.counted.items() if "caught" not in name}
    figures = Figures()
    figures.add(Report(Task(0, 7, FEW), counted=less))
    assert figures.missing() == ["factor factor.caught BC-8.7"]
    assert "never met    factor factor.caught BC-8.7" in list(figures.lines())


def until_broken(about):
    """Fights about something, until one breaks."""
    for number in range(200):
        try:
            fights.one_fight(about, Random(f"blind/{number}"))
        except Broken as why:
            return str(why)
    raise AssertionError("nothing broke")


def test_odds_that_leave_out_what_comes_with_the_dice_are_found(monkeypatch):
    blind = lambda here, one, two, kind="close": (  # noqa: E731  a stand-in of one line
        (),
        *(duel.duel if kind == "close" else duel.volley)(here, one, two),
    )
    monkeypatch.setattr("condotta.rules.triumph.combat.odds.engaged", blind)
    assert "was foretold" in until_broken("riders")
    assert engaging.engaged is not blind


def test_odds_that_forget_who_holds_the_winner_are_found(monkeypatch):
    monkeypatch.setattr(foretelling, "held", lambda *said: said[-1])
    assert "pursuit was foretold" in until_broken("crowd")


def test_odds_that_forget_whom_a_fall_back_costs_are_found(monkeypatch):
    monkeypatch.setattr("condotta.rules.triumph.combat.odds.meaning", free)
    assert "losses of" in until_broken("crowd")


def free(one, two, result):
    """A meaning that forgets whom it costs."""
    found = REAL(one, two, result)
    return type(found)(found.outcome, found.clause, found.pursues, found.pursuit)


def test_every_combat_of_a_hunted_battle_is_foretold_as_well(monkeypatch):
    task = battles.Task(2, 5)
    report = battles.fight(task)
    assert (report.fault, report.foretold > 10) == ("", True)
    figures = battles.Figures()
    figures.add(report)
    assert f"foretold     {report.foretold} combats and shots, each as it came" in figures.lines()
    monkeypatch.setattr("condotta.rules.triumph.combat.odds.meaning", free)
    assert "was foretold" in battles.fight(task).fault


def test_the_arithmetic_of_the_comparison_is_its_own():
    assert dict(counted(4, 2)) == {"beaten": 6, "tie": 4, "beats": 17, "doubles": 9}


def test_the_command_fights_so_many_and_tells_of_them(capsys):
    assert main(["--fights", str(len(ABOUT)), "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert f"fights       {len(ABOUT)}, faults 0" in told
    assert all(f"about {about}" in told for about in ABOUT)
    assert len(ABOUT) < SIZE
