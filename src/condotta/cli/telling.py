"""Story lines on a terminal or into a pipe."""

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from condotta.report.palette import STYLES, style_numbers
from condotta.report.story import Line

INDENT = {"turn": 0, "phase": 2, "modifiers": 6, "cite": 6, "dice": 4, "choice": 4}


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
        """One line; a turn has an empty line before it."""
        if not self.is_terminal:
            print(plain(line))
            return
        self.console.print(self._styled(line))

    def _styled(self, line: Line) -> Text:
        text = Text(plain(line, clause=False))
        if line.kind == "turn":
            text.stylize(f"bold {self._colour(line.seat)}")
        elif line.kind == "end":
            text.stylize("bold")
        elif line.kind in {"phase", "modifiers", "dice", "choice", "raw", "cite"}:
            text.stylize("dim")
        elif line.kind == "loss":
            text.stylize(self._colour(line.seat))
        if line.clause:
            text.append(f" {line.clause}", style="dim")
        return text

    def _colour(self, seat: str) -> str:
        number = self._numbers.get(seat)
        return "" if number is None else STYLES[number].dark_deep


def plain(line: Line, *, clause: bool = True) -> str:
    """A line without colour, indented by what it is."""
    if line.kind == "raw":
        return line.text
    gap = "\n" if line.kind in {"turn", "end"} else ""
    indent = " " * INDENT.get(line.kind, 2 if line.turn and line.kind != "end" else 0)
    return f"{gap}{indent}{line if clause else line.text}"
