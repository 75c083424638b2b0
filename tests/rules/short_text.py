"""How positions are written in short text: parts between semicolons, pieces of ground.

Ground: `forest ellipse 24 16 8 6; ruins box 24 10 4 2 30`: kind, outline, x, y, length, width in
inches, and perhaps degrees clockwise.
"""

from collections.abc import Iterable, Iterator, Mapping

from condotta.kernel.events import Laid
from condotta.table import Area, Box, Ellipse, from_degrees

INCH = 10_000
OUTLINES: Mapping[str, type[Ellipse | Box]] = {"ellipse": Ellipse, "box": Box}


def parted(text: str | Iterable[str]) -> tuple[str, ...]:
    """The parts of a text between semicolons, or of several texts."""
    texts = (text,) if isinstance(text, str) else text
    return tuple(part.strip() for one in texts for part in one.split(";") if part.strip())


def ground(text: str) -> Iterator[Laid]:
    """Pieces of ground, numbered from 1: `ground-1` and so on."""
    for number, part in enumerate(parted(text), start=1):
        yield Laid(area(f"ground-{number}", part.split()))


def area(name: str, words: list[str]) -> Area:
    """One piece of ground."""
    kind, shape, *numbers = words
    x, y, length, width = (round(float(one) * INCH) for one in numbers[:4])
    turned = float(numbers[4]) if len(numbers) > 4 else 0.0
    return Area(
        name, kind, OUTLINES[shape](x, y, length // 2, width // 2, *from_degrees(90 + turned))
    )
