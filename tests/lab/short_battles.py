"""Short battles of every system, each fought once and audited as it goes."""

from collections.abc import Sequence
from functools import cache

from condotta.bots.runner import conduct, seated
from condotta.bots.seat import Bot
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.lab.auditing import beside
from condotta.lab.matches import Field, drawn, match
from condotta.lab.reading import Reader
from condotta.rules.library import acting, book, kind
from condotta.rules.systems import SYSTEMS as GAMES
from condotta.rules.systems import Levy

SHORT = {
    "ranked": {"battleTurns": 4},
    "skirmish": {"battleRounds": 2},
    "carnage": {"rounds": 2},
    "carnage+ranked": {"rounds": 3},
}
"""Settings that make battles short; those with treachery have two game turns."""

SEATS = {"triumph": 2, "grand": 2, "skirmish": 2}


@cache
def fought(system: str) -> tuple[Battle, Reader]:
    """A battle to its end between bots that close with one another, audited as it goes."""
    if GAMES[system].armies_of_its_own is None and kind(system) != "treachery+triumph":
        field = Field(system, SEATS[kind(system)])
        profile = {"turnLimit": 4} if kind(system) == "grand" else {}
        rules = book(system, acting(system, profile))
        # bots that report by lot may end a battle soon: this one lasts
        number = 14 if system.endswith("+reported") else 7
        battle = match(rules, drawn(field, number), str(number), field)
        bots = seated(dict.fromkeys(battle.state.position.seats(), "steward"), rules, number)
    else:
        battle, bots = short(system)
    reader = Reader(battle)
    auditor, watch = beside(battle, reader.watch)
    assert conduct(battle, bots, watch=watch).ended
    assert auditor.compared() > 100
    return battle, reader


def short(system: str) -> tuple[Battle, dict[str, Bot]]:
    """A battle of a few turns."""
    how = GAMES[system]
    chairs = how.seated(SEATS.get(kind(system), 3))
    rules = book(system, acting(system, SHORT.get(kind(system), {"gameTurns": 2})))
    if how.armies_of_its_own is None:
        armies: Sequence[object] = drawn(Field("treachery+triumph", 3), 7)
    else:
        armies = how.armies_of_its_own("", len(chairs), 7)
    opening = how.opening(rules, chairs, armies, Levy())
    bots = seated({one.seat: "steward" for one in chairs}, rules, 7)
    return Battle(rules, opening, SeededCup(7)), bots
