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

from condotta.kernel.asks import Action, Ask, Choose, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Event, Ruled
from condotta.kernel.records import CHANCE, Piece
from condotta.kernel.rulings import Refusal, Verdict
from condotta.positions.building import battle, set_up
from condotta.positions.records import Document, SeatSaid
from condotta.positions.triumph_actions import MoveSaid, read_move
from condotta.rules.triumph.field import Field, field
from condotta.rules.triumph.moves import Move
from condotta.table import Pose, facing_degrees

MU = 10_000


class Table:
    """A battle at a moment, and short ways to speak and to look."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    @property
    def position(self):
        return self.battle.state.position

    @property
    def field(self) -> Field:
        """The field of the position as it is now."""
        return field(self.battle.book, self.position)

    def piece(self, name: str) -> Piece:
        return self.position.pieces[name]

    def pose(self, name: str) -> Pose:
        """Where a piece stands now; it must be on the table."""
        found = self.piece(name).pose
        assert found is not None, name
        return found

    def at(self, name: str) -> tuple[float, float, float]:
        """Where a piece stands now as x, y in MU and degrees, rounded to the grid."""
        pose = self.pose(name)
        return pose.x / MU, pose.y / MU, round(facing_degrees(pose) % 360, 3)

    def count(self, holder: str, name: str) -> int:
        return self.position.count(holder, name)

    def lost(self) -> list[str]:
        """The ids of what has been lost, in order of mustering."""
        return [piece.id for piece in self.position.at("lost")]

    def asks(self, seat: str = "") -> tuple[Ask, ...]:
        """The open questions, of one seat or of all."""
        return tuple(ask for ask in self.battle.waiting() if seat in ("", ask.seat))

    def ask_for(self, seat: str, said: Action) -> int | None:
        """The number of the seat's open question that such an action answers."""
        for ask in self.asks(seat):
            if isinstance(said, Choose) and said.option in ask.options:
                return ask.id
            if type(said).__name__ in ask.says or (isinstance(said, Roll) and ask.dice):
                return ask.id
        return next((ask.id for ask in self.asks(seat)), None)

    def say(self, seat: str, said: Action) -> list[Event]:
        """Say it; every event that follows. Raises `Illegal` when it is refused."""
        return self.battle.say(seat, said, self.ask_for(seat, said))

    def choose(self, seat: str, option: str) -> list[Event]:
        return self.say(seat, Choose(option))

    def roll(self, *pips: int) -> list[Event]:
        """Type in the dice that chance is asked for."""
        return self.say(CHANCE, Roll(pips))

    def judge(self, seat: str, said: Action) -> Verdict:
        """What the rules would say, without doing it."""
        return self.battle.judge(seat, said, self.ask_for(seat, said))

    def refused(self, seat: str, said: Action) -> tuple[Refusal, ...]:
        """Say it; why it was refused. It must be, and it must change nothing."""
        before, events = self.battle.state, len(self.battle.log)
        try:
            self.say(seat, said)
        except Illegal as why:
            assert self.battle.state is before
            assert len(self.battle.log) == events
            return why.refusals
        raise AssertionError(f"{said} was accepted")

    def move(self, stands: str, *legs: dict[str, Any], forming: bool = False) -> Move:
        """A tactical move in the readable form of position files: `{"advance": 4}`."""
        raw = {"stands": stands.split(), "legs": legs, "forming": forming}
        said = msgspec.convert(raw, MoveSaid)
        return read_move(self.battle.book, self.position, said)

    def would(self, stands: str, *legs: dict[str, Any], forming: bool = False) -> Verdict:
        """The verdict on a move of stands by the seat that commands the first of them."""
        seat = self.piece(stands.split(maxsplit=1)[0]).controller
        return self.judge(seat, self.move(stands, *legs, forming=forming))

    def why_not(self, stands: str, *legs: dict[str, Any], forming: bool = False) -> set[str]:
        """The clauses that refuse a move; none when it is legal."""
        found = self.would(stands, *legs, forming=forming)
        return {one.clause for one in found.refusals}

    def go(self, stands: str, *legs: dict[str, Any], forming: bool = False) -> list[Event]:
        """Make a move; it must be legal."""
        seat = self.piece(stands.split(maxsplit=1)[0]).controller
        return self.say(seat, self.move(stands, *legs, forming=forming))

    def rulings(self, clause: str = "") -> list[Ruled]:
        """The rulings so far, all or those of one clause."""
        ruled = (event for event in self.battle.log if isinstance(event, Ruled))
        return [event for event in ruled if clause in ("", event.clause, *event.cites)]


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


def parted(text: str | Iterable[str]) -> tuple[str, ...]:
    """The parts of a text between semicolons, or of several texts."""
    texts = (text,) if isinstance(text, str) else text
    return tuple(part.strip() for one in texts for part in one.split(";") if part.strip())
