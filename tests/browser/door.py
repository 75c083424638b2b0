"""A battle at the moment when the end of a line may close the door, as the text of a log.

python -P tests/browser/door.py FILE

Two lines fight; R3 stands free beside the red one, R5 and R6 beside another.
"""

import sys
from pathlib import Path

from condotta.kernel.log import dump
from condotta.positions.building import battle, set_up
from condotta.positions.records import Document
from condotta.report.logbook import header_of

PIECES = (
    "R1 HFT 14 12 0", "R2 HFT 16 12 0", "R3 HFT 18 12 0", "B1 HFT 14 12 180", "B2 HFT 16 12 180",
    "R4 HFT 30 12 0", "R5 JCV 32 12 0", "R6 JCV 34 12 0", "B4 HFT 30 12 180",
    "R9* KNT 24 4 0", "B9* KNT 24 29 180",
)  # fmt: skip


def log() -> bytes:
    """Its log as a file has it."""
    fought = battle(set_up(Document(system="triumph", pieces=PIECES, points=6, active="red")))
    return dump(header_of(fought.book, {"name": "door"}), fought.log)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(log())
