"""Which stands may move together: single stands, runs of a line, columns, blocks. [TC-5.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.records import Seat
from condotta.rules.triumph import names
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Beside
from condotta.table.once import noted

Body = tuple[Stand, ...]


class Ranks:
    """Who stands to the right of whom and who behind whom, among stands that may move."""

    __slots__ = ("behind", "free", "right")

    def __init__(self, field: Field, free: tuple[Stand, ...]) -> None:
        """Look at every pair that is near enough to stand together."""
        self.free = free
        self.right: dict[str, Stand] = {}
        self.behind: dict[str, Stand] = {}
        able = {stand.id for stand in free}
        for couple in field.layout.couples:
            one, other = couple.one, couple.other
            if one.id in able and other.id in able and one.command == other.command:
                where = couple.beside
                if where:
                    self._note(one, other, where)

    def _note(self, one: Stand, other: Stand, where: Beside) -> None:
        match where:
            case "left":
                self.right[one.id] = other
            case "right":
                self.right[other.id] = one
            case "behind":
                self.behind[other.id] = one
            case "in_front":
                self.behind[one.id] = other

    def run(self, start: Stand) -> Body:
        """The line from a stand to its right end."""
        return chain(start, self.right)

    def file(self, start: Stand) -> Body:
        """The column from a stand to its rear."""
        return chain(start, self.behind)


def chain(start: Stand, link: dict[str, Stand]) -> Body:
    """A stand and all that follow from it, one after another."""
    found = [start]
    while (after := link.get(found[-1].id)) is not None and after not in found:
        found.append(after)
    return tuple(found)


@noted
def free_stands(field: Field, seat: Seat, *, alone: bool = False) -> Body:
    """The stands of a seat that may still move and whose command has points. [TC-4.13, TC-5.10]

    With `alone` those too that may move by themselves only.
    """
    rested = rested_stands(field, seat)
    tied = field.tied(alone=alone) if rested else ()
    return tuple([one for one in rested if one.id not in tied])


@noted
def rested_stands(field: Field, seat: Seat) -> Body:
    """The stands of a seat that have not moved and whose command has points. [TC-4.13]"""
    own = [one for one in field.stands if one.seat == seat and not one.is_camp]
    commands = {one.command for one in own}
    able = {one for one in commands if field.position.count(one, names.CP) > 0}
    return tuple([one for one in own if one.command in able and not one.piece.marked(names.MOVED)])


def bodies(field: Field, seat: Seat) -> Iterator[Body]:
    """Every body worth thinking about: large ones first, single stands last. [TC-5.9]

    Runs of a line, with all ranks behind them where there are any; columns; single stands.
    """
    ranks = Ranks(field, free_stands(field, seat))
    runs = [run for stand in ranks.free for run in prefixes(ranks.run(stand))]
    runs.sort(key=lambda run: -len(run))
    for run in runs:
        deep = tuple(stand for file in map(ranks.file, run) for stand in file)
        if len(deep) > len(run):
            yield deep
        yield run
    for stand in ranks.free:
        yield from prefixes(ranks.file(stand))
    for stand in free_stands(field, seat, alone=True):
        yield (stand,)


def prefixes(chain_of: Body) -> Iterator[Body]:
    """The beginnings of a chain that are at least two stands long."""
    for length in range(len(chain_of), 1, -1):
        yield chain_of[:length]
