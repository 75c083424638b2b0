"""A battle of bots that is over, as a log, for the page to open again.

python -P tests/browser/rooms.py FILE
"""

import sys
from pathlib import Path

from condotta.bots.runner import conduct, seated
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.log import dump
from condotta.report.logbook import header_of
from condotta.server.games.scenarios import scenario


def fought(seed: str) -> bytes:
    """The log of a battle that is not over within two turns of each, to its end."""
    one = scenario("line")
    book = one.book({})
    battle = Battle(book, one.opening(), SeededCup(seed))
    conduct(battle, seated({chair.seat: "random" for chair in one.chairs}, book, seed))
    return dump(header_of(book, {"name": "Line against line"}), battle.log)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(fought("17"))
