"""Battles short enough to be played to their end by whoever says anything."""

from condotta.envs.opening import SCENARIOS
from condotta.rules.library import SYSTEMS

SHORT = {
    "triumph": {"turnLimit": 4},
    "grand": {"turnLimit": 1},
    "treachery+triumph": {"gameTurns": 1},
    "ranked": {"battleTurns": 1},
    "treachery": {"gameTurns": 1},
    "skirmish": {"battleRounds": 1},
    "carnage": {"rounds": 1},
    "carnage+ranked": {"rounds": 1},
}
GAMES = tuple(system for system in SYSTEMS if not system.endswith("+reported"))
EVERY = (*SYSTEMS, *SCENARIOS)
