"""What must hold of every combat and shot of a battle: it was foretold as it came."""

from __future__ import annotations

from condotta.kernel.battle import Battle
from condotta.kernel.events import Answered, Asked, Event, Popped, Pushed, Withdrawn
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.lab.foretold import Told, compare, until_the_next
from condotta.lab.inspecting import Inspector
from condotta.rules.triumph.combat.close_combat import Melee
from condotta.rules.triumph.combat.odds import Odds, odds
from condotta.rules.triumph.shooting.ranged_combat import Shot


class FightInspector(Inspector):
    """Follows a battle of TRIUMPH! or a game over it: its odds too are compared with what came."""

    def __init__(self, battle: Battle) -> None:
        """Begin where a battle is."""
        super().__init__(battle)
        self.resting = self.folded = self.position
        self.said: Odds | None = None
        self.told: list[Event] = []
        self.foretold = 0

    def watch(self, state: State, events: tuple[Event, ...]) -> None:
        """Take the odds as each fight is begun, and compare them once it is over."""
        super().watch(state, events)
        for event in events:
            self.hear(event)
            self.folded = evolve_position(self.folded, event)
            if isinstance(event, Popped | Answered | Asked | Withdrawn):
                self.resting = self.folded

    def hear(self, event: Event) -> None:
        """One event: the begin of a fight, or what came of the last one."""
        if self.said is not None:
            self.told.append(event)
            if len(list(until_the_next(self.told))) == len(self.told):
                return
            self.finish()
        match event:
            case Pushed(Melee() as begun):
                self.begin_fight(self.resting, begun.attacker, begun.defender, ranged=False)
            case Pushed(Shot() as begun):
                self.begin_fight(self.resting, begun.shooter, begun.target, ranged=True)
            case _:
                pass

    def begin_fight(self, position: Position, one: str, other: str, *, ranged: bool) -> None:
        """Ask for the odds of a fight before anything comes with its dice."""
        kind = "ranged" if ranged else "close"
        self.said = odds(self.battle.book, position, one, other, kind)  # type: ignore[arg-type]  # a kind
        self.told = []

    def finish(self) -> None:
        """Compare what was said with what the log says, where it came to dice."""
        said, told = self.said, Told.of(tuple(until_the_next(self.told)))
        self.said = None
        if said is not None and told is not None:
            compare(said, told)
            self.foretold += 1
