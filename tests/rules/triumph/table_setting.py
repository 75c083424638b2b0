"""Sets a small position of TRIUMPH! in one line, and lets the seats speak.

    table = setting("R1 KNT 20 10 0; R2* HFT 24 10 0; B1 SPR 20 14 180", cp=2)
    table.go("R1", {"advance": 4})

Seats are red (side south, base edge y = 0) and blue (north); an id's letter is its seat. `*` marks
the general. Poses are x y degrees in MU: the middle of the front edge, clockwise from up the table.
After them come traits and marks (`battle-line ally garrison moved shot fought`) or, instead of a
pose, a place (`lost reserve aside undeployed`). Ground: `woods ellipse 24 16 8 6; stream box 24 10
48 1 30`. The builder is that of position files.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from condotta.kernel.events import Event
from condotta.kernel.rulings import Verdict
from condotta.positions.building import battle, set_up
from condotta.positions.records import Document, SeatSaid
from condotta.positions.triumph_actions import MoveSaid, read_move
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import Field, field
from condotta.table import facing_degrees
from tests.rules.any_table import AnyTable, clauses
from tests.rules.short_text import parted

MU = 10_000


class Table(AnyTable):
    """A battle of TRIUMPH! at a moment, and short ways to speak and to look."""

    @property
    def field(self) -> Field:
        """The field of the position as it is now."""
        return field(self.book, self.position)

    def at(self, name: str) -> tuple[float, float, float]:
        """Where a piece stands now as x, y in MU and degrees, rounded to the grid."""
        pose = self.pose(name)
        return pose.x / MU, pose.y / MU, round(facing_degrees(pose) % 360, 3)

    def lost(self) -> list[str]:
        """The ids of what has been lost, in order of mustering."""
        return [piece.id for piece in self.position.at("lost")]

    def move(self, stands: str, *legs: dict[str, Any], forming: bool = False) -> Move:
        """A tactical move in the readable form of position files: `{"advance": 4}`."""
        raw = {"stands": stands.split(), "legs": legs, "forming": forming}
        said = msgspec.convert(raw, MoveSaid)
        return read_move(self.book, self.position, said)

    def would(self, stands: str, *legs: dict[str, Any], forming: bool = False) -> Verdict:
        """The verdict on a move of stands by the seat that commands the first of them."""
        seat = self.piece(stands.split(maxsplit=1)[0]).controller
        return self.judge(seat, self.move(stands, *legs, forming=forming))

    def why_not(self, stands: str, *legs: dict[str, Any], forming: bool = False) -> set[str]:
        """The clauses that refuse a move; none when it is legal."""
        return clauses(self.would(stands, *legs, forming=forming))

    def go(self, stands: str, *legs: dict[str, Any], forming: bool = False) -> list[Event]:
        """Make a move; it must be legal."""
        seat = self.piece(stands.split(maxsplit=1)[0]).controller
        return self.say(seat, self.move(stands, *legs, forming=forming))


def setting(
    pieces: str,
    *,
    phase: str = "movement",
    active: str | tuple[str, ...] = "red",
    turn: int = 1,
    cp: int | Mapping[str, int] = 6,
    areas: str | Iterable[str] = "",
    dice: Iterable[int] = (),
    settings: Mapping[str, Any] = {},
    seats: Mapping[str, str] = {},
    losses: Mapping[str, float] = {},
    counters: Mapping[str, dict[str, int]] = {},
) -> Table:
    """A table at that moment. `cp` are for the active seats unless seats are named.

    `seats` are seat and side; phases are command, movement, ranged, close and end.
    """
    document = Document(
        system="triumph",
        pieces=parted(pieces),
        terrain=parted(areas),
        phase=phase,
        active=active,
        turn=turn,
        points=cp if isinstance(cp, int) else dict(cp),
        dice=tuple(dice),
        settings=dict(settings),
        seats=tuple(SeatSaid(seat=seat, side=side) for seat, side in seats.items()),
        losses=dict(losses),
        counters=dict(counters),
    )
    return Table(battle(set_up(document)))
