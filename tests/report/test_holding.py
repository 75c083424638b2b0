"""Logs of more than any battle holds are refused in one sentence, before anybody works at them."""

import time

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import (
    Asked,
    Began,
    Counted,
    Marked,
    Mustered,
    Pushed,
    Sealed,
    Veiled,
)
from condotta.kernel.log import Header, dump
from condotta.kernel.records import Board, Chair, Mark, Piece
from condotta.report.logbook import data_digest, read
from condotta.rules.steps import Conduct

HEADER = Header(format=1, engine="0", system="triumph", data=data_digest("triumph"))
BEGAN = Began(Board(480_000, 480_000), (Chair("red", "south"), Chair("blue", "north")))
ONE = Piece("R1", "HFT", "red", "red")


def log_of(*events, **header):
    return dump(replace(HEADER, **header), (BEGAN, *events))


MANY = {
    "pieces": [Mustered(replace(ONE, id=f"R{number}")) for number in range(9_000)],
    "marks on one piece": [
        Mustered(ONE), *(Marked("R1", Mark(f"mark {number}")) for number in range(9_000)),
    ],
    "counters": [Counted(f"of {number}", "worth", 1) for number in range(30_000)],
    "seals": [Sealed(f"seal {number}", "00") for number in range(9_000)],
    "procedures in each other": [Pushed(Conduct()) for _ in range(9_000)],
    "open questions": [
        Pushed(Conduct()), *(Asked(Ask("red", "w", "TC-1", id=one)) for one in range(1, 9_000)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("what", MANY)
def test_a_log_of_more_than_a_battle_holds_is_refused_at_once(what):
    began = time.process_time()
    with pytest.raises(Corrupt, match=f"{what}, and a battle holds"):
        read(log_of(*MANY[what]), "a log")
    assert time.process_time() - began < 2


def test_what_is_veiled_counts_as_well_for_whoever_saw_it():
    veiled = [Veiled(("red",), event) for event in MANY["pieces"]]
    for events, header in ((veiled, {}), (MANY["pieces"], {"seat": "red"})):
        with pytest.raises(Corrupt, match="9,000 pieces, and a battle holds 3,000"):
            read(log_of(*events, **header), "a log")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"\xed\xa0", "line 3 is damaged"),
        (b'{"kind":"Veiled","audience":["red"],"inside":' * 5_000, "line 3 is damaged"),
        (b'{"kind":"Removed","piece":"nobody"}', "line 3"),
        (b'{"kind":"Undone","kept":99,"seat":"red"}', "line 3 does not follow"),
    ],
)
def test_a_line_that_is_none_is_named(line, said):
    with pytest.raises(Corrupt, match=said):
        read(log_of() + line + b"\n", "a log")


@pytest.mark.parametrize("line", [b"\xff\xfe", b"[" * 9_000, b'{"kind":"Header","format":1e400}'])
def test_a_first_line_that_is_no_header_is_told_so(line):
    with pytest.raises(Corrupt, match="its first line is not a header"):
        read(line + b"\n" + log_of(), "a log")
