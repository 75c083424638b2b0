"""Story lines on a terminal or into a pipe."""

from collections.abc import Mapping

from msgspec.structs import replace
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from condotta.cli.plain import harmless
from condotta.report.palette import STYLES, style_numbers
from condotta.report.story import Line

INDENT = {"phase": 0, "modifiers": 6, "cite": 6, "dice": 4, "choice": 4, "reason": 4}


class Teller:
    """Prints lines: with colour and wrapped on a terminal, plainly everywhere else."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)
        self._numbers: Mapping[str, int] = {}

    @property
    def is_terminal(self) -> bool:
        """Whether a person is looking on."""
        return self.console.is_terminal

    def seat(self, seats: tuple[str, ...]) -> None:
        """Learn who sits at the table, for their colours."""
        self._numbers = style_numbers(seats)

    def tell(self, line: Line) -> None:
        """One line; a turn has an empty line before it. What people wrote steers no terminal."""
        line = replace(line, text=harmless(line.text))
        if not self.is_terminal:
            print(plain(line))
            return
        if line.kind in {"turn", "end"}:
            self.console.print()
        room = (0, 0, 0, indent(line))
        self.console.print(Padding(self._styled(line), room, expand=False))

    def _styled(self, line: Line) -> Text:
        text = Text(line.text)
        if line.kind == "turn":
            text.stylize(f"bold {self._colour(line.seat)}")
        elif line.kind == "end":
            text.stylize("bold")
        elif line.kind in {"phase", "modifiers", "dice", "choice", "raw", "cite", "reason"}:
            text.stylize("dim")
        elif line.kind == "loss":
            text.stylize(self._colour(line.seat))
        if line.clause:
            text.append(f" {line.clause}", style="dim")
        return text

    def _colour(self, seat: str) -> str:
        number = self._numbers.get(seat)
        return "" if number is None else STYLES[number].night[1]


def indent(line: Line) -> int:
    """How far a line stands in: by its kind, within a turn, not at all when it is raw."""
    if line.kind in {"raw", "end", "turn"}:
        return 0
    return INDENT.get(line.kind, 2)


def plain(line: Line) -> str:
    """A line without colour, indented by what it is; a turn has an empty line before it."""
    gap = "\n" if line.kind in {"turn", "end"} else ""
    return f"{gap}{' ' * indent(line)}{line}"
