"""What lies where and what every counter says: a fold of events of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from condotta.kernel import events as said

TABLE = "table"


@dataclass
class Thing:
    """A piece, as far as an account needs it."""

    id: str
    type: str
    owner: str
    controller: str
    place: str
    command: str
    traits: frozenset[str]
    shape: Any = None
    pose: Any = None
    truth: str = ""
    marks: dict[str, str] = field(default_factory=dict)

    def model(self) -> bool:
        """Whether it is one model of a unit: its id is the unit's and a number."""
        return bool(self.command) and self.id.startswith(f"{self.command}.")


class Ledger:
    """The table as the events leave it."""

    def __init__(self) -> None:
        self.sides: dict[str, str] = {}
        self.things: dict[str, Thing] = {}
        self.counters: dict[tuple[str, str], int] = {}
        self.turn, self.phase = 0, ""
        self.active: tuple[str, ...] = ()
        self.board: Any = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in table order."""
        return tuple(self.sides)

    def count(self, holder: str, name: str) -> int:
        """A counter; zero where there is none."""
        return self.counters.get((holder, name), 0)

    def there(self, *places: str) -> list[Thing]:
        """What is in one of those places."""
        return [one for one in self.things.values() if one.place in places]

    def hear(self, event: Any) -> None:  # noqa: C901, PLR0912 - one case an event
        """Take one event."""
        match event:
            case said.Began():
                self.sides = {chair.seat: chair.side for chair in event.chairs}
                self.board = event.board
            case said.Mustered(piece):
                self.things[piece.id] = thing(piece)
            case said.Exchanged(piece):
                known, now = self.things[piece.id], thing(piece)
                now.marks = known.marks
                self.things[piece.id] = now
            case said.Placed(name, place, pose):
                self.things[name].place, self.things[name].pose = place, pose
            case said.Moved(steps):
                for step in steps:
                    self.things[step.piece].place = "table"
                    self.things[step.piece].pose = step.pose
            case said.Removed(name, to):
                self.things[name].place, self.things[name].pose = to, None
            case said.Controlled(name, seat):
                self.things[name].controller = seat
            case said.Marked(name, mark):
                self.things[name].marks[mark.name] = mark.until
            case said.Cleared(name, mark):
                self.things[name].marks.pop(mark, None)
            case said.Expired(moment):
                for one in self.things.values():
                    one.marks = {
                        name: until for name, until in one.marks.items() if until != moment
                    }
            case said.Counted(holder, name, value):
                self.counters[holder, name] = value
            case said.Paid(giver, taker, name, amount):
                for holder, sign in ((giver, -1), (taker, 1)):
                    if holder:
                        self.counters[holder, name] = self.count(holder, name) + sign * amount
            case said.Corrected(changes):
                for change in changes:
                    self.hear(change)
            case said.Entered(turn, phase, active):
                self.turn, self.phase, self.active = turn, phase, active
            case _:
                pass


def thing(piece: Any) -> Thing:
    """A piece of the kernel as an account keeps it."""
    return Thing(
        id=piece.id,
        type=piece.type,
        owner=piece.owner,
        controller=piece.controller,
        place=piece.place,
        command=piece.command,
        traits=frozenset(piece.traits),
        shape=piece.shape,
        pose=piece.pose,
        truth=piece.truth,
        marks={mark.name: mark.until for mark in piece.marks},
    )
