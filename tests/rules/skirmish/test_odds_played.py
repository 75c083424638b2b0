"""Exact odds against volleys that are played out: the means agree. [SK-56 to SK-67]"""

from collections.abc import Iterator

import pytest

from condotta.kernel.asks import Ask, Choose, Script
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Asked, Began, Counted, Entered, Event, Laid, Mustered, Pushed
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.attack_lines import standing
from condotta.rules.skirmish.attacks.odds import Spread, odds
from condotta.rules.skirmish.attacks.volleys import Salvo
from condotta.rules.skirmish.layer import SKIRMISH
from condotta.rules.skirmish.reading.profile import left
from condotta.rules.skirmish.records import Volley
from condotta.rules.skirmish.shooting.matchup import Matchup, staged, volleys

TIMES = 150
FAR_OUT = 4  # deviations


class Rest(Script, frozen=True, kw_only=True):
    """Nothing more happens."""


def rest(_: Book, __: State, ___: Rest) -> Iterator[Event]:
    yield Asked(Ask("red", "rest", "SK-56", ("rest",)))


BOOK = Book("skirmish", (SKIRMISH, Layer("rest", 1, procedures={Rest: rest})))


def played(position: Position, some: tuple[Volley, ...], seed: str) -> tuple[int, int]:
    """Models and wounds that are left after the volleys."""
    counters = [
        Counted(who, name, number)
        for who, row in position.counters.items()
        for name, number in row.items()
    ]
    opening: list[Event] = [
        Began(position.board, position.chairs),
        *map(Laid, position.areas),
        *map(Mustered, position.pieces.values()),
        *counters,
        Entered(1, names.SHOOTING, ("red",)),
        Pushed(Rest()),
        Pushed(Salvo(unit="R1", volleys=some)),
    ]
    battle = Battle(BOOK, opening, SeededCup(seed))
    while battle.state.position.ended is None and battle.waiting()[0].window != "rest":
        ask = battle.waiting()[0]
        menu = BOOK.menus.get(ask.window)
        known = menu.salient(BOOK, battle.state.position, ask) if menu else None
        said = next(known) if known else Choose(ask.options[0])
        battle.say(ask.seat, said, ask.id)
    models = standing(battle.state.position, "B1")
    return len(models), sum(left(battle.state.position, model) for model in models)


def deviations(chances: Spread, seen: list[int]) -> float:
    """How far a mean that was seen is from the exact one, in deviations of its own."""
    mean = sum(number * chance for number, chance in enumerate(chances))
    square = sum(number**2 * chance for number, chance in enumerate(chances))
    spread = max(1e-9, square - mean**2)
    return abs(sum(seen) / len(seen) - mean) / (spread / len(seen)) ** 0.5


@pytest.mark.parametrize(
    "asked",
    [
        Matchup("line_infantry", "heavy_walker", weapon="fusion_gun", half=True),
        Matchup("line_infantry", "assault_elite", weapon="plasma_gun_overcharge", half=True),
        Matchup("scouts", "heavy_brawlers", weapon="marksman_rifle"),
        Matchup("weapons_team", "brute_mob", weapon="mortar", moved=True),
        Matchup("battle_tank", "militia", weapon="battle_cannon", cover=True),
        Matchup("line_infantry", "swarm_runners", weapon="flame_projector", way="overwatch"),
        Matchup("claw_stalkers", "commander", weapon="rending_claws", way="fight"),
        Matchup("assault_elite", "heavy_brawlers", weapon="power_gauntlet", way="fight"),
        Matchup("battle_tank", "militia", weapon="crushing_tracks", way="fight"),
    ],
    ids=lambda asked: asked.weapon,
)
def test_means_agree_with_what_is_played(asked: Matchup):
    """[SK-56] The same resolver reads live dice and reckons odds."""
    position, arm = staged(asked)
    some = volleys(position, asked, arm)
    models = standing(position, "B1")
    whole = sum(left(position, model) for model in models)
    found = odds(BOOK, position, some)
    assert sum(found.lost) == pytest.approx(1)
    assert sum(found.slain) == pytest.approx(1)
    assert sum(found.unsaved) == pytest.approx(1)
    seen = [played(position, some, f"{asked.weapon}/{number}") for number in range(TIMES)]
    assert deviations(found.slain, [len(models) - one for one, _ in seen]) < FAR_OUT
    assert deviations(found.lost, [whole - one for _, one in seen]) < FAR_OUT
