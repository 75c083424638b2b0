"""Which form of the program runs: as Python reads it, or with its hot modules compiled."""

from pathlib import Path

from condotta.table import vector

COMPILED, PURE = "compiled", "pure Python"


def form() -> str:
    """The form of the hot modules, which are compiled all together or not at all.

    >>> form() in {COMPILED, PURE}
    True
    """
    return PURE if Path(vector.__file__).suffix == ".py" else COMPILED
