"""Ground that a piece lays in play: its kind, its base, and whose it is. [TC-7.20]"""

from __future__ import annotations

from condotta.kernel.events import Laid
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Record
from condotta.table import Area, Base, Box, Pose, Rectangle, base, left_of, offset, right_of


class LaidGround(Record, frozen=True):
    """Ground of one kind of terrain that is laid by the middle of its front, as a stand is.

    What it does is a row of `data/terrain.toml`. It is named after the piece that laid it, a card
    beside the board for instance, and so its owner is known.
    """

    terrain: str
    shape: Rectangle

    def area(self, by: str, pose: Pose) -> Area:
        """The ground where a piece lays it.

        >>> works = LaidGround("obstacle", Rectangle(20_000, 10_000))
        >>> works.area("R-PD-1", Pose(0, 0, 0, 1)).id
        'R-PD-1 obstacle'
        """
        middle = offset(pose, -self.shape.depth / 2)
        half = (self.shape.width // 2, self.shape.depth // 2)
        return Area(
            f"{by} {self.terrain}",
            self.terrain,
            Box(middle.x, middle.y, *half, *right_of(pose.facing)),
        )

    def laid(self, by: Piece, pose: Pose) -> Laid:
        """The event by which a piece lays it."""
        return Laid(self.area(by.id, pose))

    def at(self, pose: Pose) -> Base:
        """What it covers there, to try before it is laid."""
        return base(pose, self.shape)

    def bases(self, areas: tuple[Area, ...]) -> tuple[Base, ...]:
        """What all ground of the kind covers that lies on the table."""
        return tuple(self.at(self._front(area)) for area in areas if area.kind == self.terrain)

    def _front(self, area: Area) -> Pose:
        one = area.outline
        assert isinstance(one, Box), area.id
        return offset(Pose(one.x, one.y, *left_of((one.ux, one.uy))), self.shape.depth / 2)

    def owner(self, position: Position, area: Area) -> Piece | None:
        """The piece that laid ground of the kind; its owner and side are the ground's."""
        return position.pieces.get(area.id.removesuffix(f" {self.terrain}"))
