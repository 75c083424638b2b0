"""What the odds say of one fight against what a log says came of it.

What came is read off the log alone: scores, reasons and losses as they were told, pursuit by the
sentence that tells it. The arithmetic of doubling is done again here, so that it is not the rules'
own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from condotta.kernel.events import (
    Asked,
    Ended,
    Entered,
    Event,
    Marked,
    Moved,
    Pushed,
    Removed,
    Ruled,
    Veiled,
)
from condotta.kernel.rulings import Tally
from condotta.lab.inspecting import Broken
from condotta.rules.triumph.combat.close_combat import OPPONENT, ORDER, Assault, Melee
from condotta.rules.triumph.combat.odds import Odds
from condotta.rules.triumph.shooting.ranged_combat import TARGET, WINDOW, Shot, Target

RESULT = "combat."
FOLLOWED = ("tc.3-74.moves", "tc.3-75.moves", "tc.3-96.moves")
WHY = (".pursues", ".stays")
HELD, CARD = "tc.3-77.held", "bc.10-2.holds"
BLACKMAIL = "T16"
"""The token of a winner that a treachery card keeps where it is. [TT-11.8]"""
NEXT = (ORDER, OPPONENT, WINDOW, TARGET)
FLED = ("fall back", "evade", "panic")
DEGREES = {
    ("doubled", False): "doubled", ("beaten", False): "beaten", ("none", True): "tie",
    ("beaten", True): "beats", ("doubled", True): "doubles",
}  # fmt: skip


def degree(mine: int, yours: int) -> str:
    """What two scores are to the first: a score of nought or less is doubled. [TC-3.3, TC-3.4]

    >>> degree(8, 4), degree(3, 3), degree(0, 3), degree(5, 4)
    ('doubles', 'tie', 'doubled', 'beats')
    """
    low, high = min(mine, yours), max(mine, yours)
    if low == high:
        return "tie"
    word = "doubled" if low <= 0 or high >= low + low else "beaten"
    return DEGREES[word, mine > yours]


def counted(mine: int, yours: int) -> Counter[str]:
    """How many of the 36 rolls come to each degree."""
    pips = range(1, 7)
    return Counter(degree(mine + one, yours + two) for one, two in product(pips, pips))


def until_the_next(events: Sequence[Event]) -> Iterator[Event]:
    """The events of one fight: until another is chosen or begun, or the phase is over."""
    for event in events:
        match event:
            case Entered() | Ended() | Pushed(Melee() | Shot() | Assault() | Target()):
                return
            case Asked(ask) if ask.window in NEXT:
                return
            case _:
                yield event


class Told:
    """What a log says of one fight: from its dice until the next is begun."""

    def __init__(self, events: Sequence[Event]) -> None:
        """Read it."""
        plain = [one.inside if isinstance(one, Veiled) else one for one in events]
        rulings = [one for one in plain if isinstance(one, Ruled)]
        place, self.result = next(
            (number, one) for number, one in enumerate(plain)
            if isinstance(one, Ruled) and one.key.startswith(RESULT)
        )  # fmt: skip
        after = [one for one in plain[place:] if isinstance(one, Ruled)]
        self.lost = {
            one.piece: one.clause for one in plain if isinstance(one, Removed) and one.to == "lost"
        }
        self.ways = [one.way for one in plain if isinstance(one, Moved) and one.way in FLED]
        self.keys = {one.key for one in rulings}
        self.followed = any(
            one.key in FOLLOWED and one.params["stand"] == self.winner for one in after
        )
        self.why = next(
            ((one.clause, *one.cites) for one in after if one.key.endswith(WHY)), ()
        )  # fmt: skip
        if HELD in self.keys:
            self.why = ("TC-3.77",)
        paid = any(isinstance(one, Marked) and one.mark.name == BLACKMAIL for one in plain)
        self.stopped = "BC-10.2" if CARD in self.keys else "TT-11.8" if paid else ""

    @classmethod
    def of(cls, events: Sequence[Event]) -> Told | None:
        """The fight that those events tell of, if dice were thrown in it."""
        rolled = (one for one in events if isinstance(one, Ruled) and one.key.startswith(RESULT))
        return cls(events) if any(rolled) else None

    @property
    def winner(self) -> str:
        """Who scored more; empty in a draw."""
        return str(self.result.params["winner"])

    @property
    def outcome(self) -> str:
        """What the loser suffered."""
        return self.result.key.rpartition(".")[2].replace("-", " ")

    @property
    def scores(self) -> tuple[Tally, Tally]:
        """Both scores, the attacker's or shooter's first."""
        one, two = self.result.tallies
        return one, two

    def kinds(self) -> Iterator[str]:
        """Everything that acted in it, by name."""
        yield f"way {self.result.key.split('.')[1]}"
        yield f"result {self.result.clause} {self.outcome}"
        for score in self.scores:
            yield from (f"factor {part.key} {part.clause}" for part in score.parts)
        yield from (f"lost {clause}" for clause in self.lost.values())
        yield from (f"pursuit {clause}" for clause in self.why)
        yield from (f"pursuit stopped {key}" for key in self.keys & {HELD, CARD})


def compare(odds: Odds, told: Told) -> None:
    """Break where the odds said anything else than what came."""
    for said, came in zip(odds.scores, told.scores, strict=True):
        if (said.who, said.parts) != (came.who, came.parts):
            raise Broken(f"{came.who} was foretold {said.parts} and had {came.parts}")
    mine, yours = (score.total for score in odds.scores)
    sums = counted(mine, yours)
    for name in DEGREES.values():
        if odds.of(name) != sums[name]:  # type: ignore[arg-type]  # one of the five degrees
            raise Broken(f"{name} is {sums[name]} of 36 rolls and was foretold as {odds.of(name)}")  # type: ignore[arg-type]  # as above
    name = degree(*(score.total for score in told.scores))
    row = odds.meanings.get(name)
    if row is None:
        raise Broken(f"{name} came and was never foretold")
    for what, said_so, so in (
        ("outcome", row.outcome, told.outcome),
        ("clause", row.clause, told.result.clause),
        ("losses", row.lost, told.lost),
    ):
        if said_so != so:
            raise Broken(f"{what} of {name}: {said_so!r} was foretold, {so!r} came")
    flees = row.outcome in FLED
    lives = flees and odds_loser(odds, name) not in row.lost
    if (told.ways and not flees) or (lives and not told.ways):
        raise Broken(f"{name}: {row.outcome} with losses {row.lost}, and the log moves {told.ways}")
    pursued(row.pursues, row.pursuit, row.unless, told)


def odds_loser(odds: Odds, name: str) -> str:
    """Who comes off worse in a degree."""
    return odds.attacker if name in ("doubled", "beaten") else odds.defender


def pursued(pursues: bool, clauses: tuple[str, ...], unless: tuple[str, ...], told: Told) -> None:
    """Break where pursuit came otherwise, or by other clauses."""
    if told.stopped:
        if not pursues or told.stopped not in unless or told.followed:
            raise Broken(f"a card held the winner; pursuit was foretold as {pursues}, {unless}")
        return
    if pursues is not told.followed:
        raise Broken(f"pursuit was foretold as {pursues} by {clauses}, and was {told.followed}")
    if told.why and told.why != clauses:
        raise Broken(f"pursuit was foretold by {clauses}, and the log says {told.why}")
    if pursues and not told.why:
        raise Broken("nothing in the log says why the winner pursues")
