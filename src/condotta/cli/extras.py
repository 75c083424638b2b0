"""What only some machines can test, and the way to get it."""

import os
from importlib.util import find_spec
from pathlib import Path

import msgspec


class Extra(msgspec.Struct, frozen=True):
    """Something from outside that a test needs, named by an environment variable."""

    variable: str
    what: str
    get: str

    def value(self) -> str:
        """What the variable says; empty when it was not given."""
        return os.environ.get(self.variable, "")


MESHWESH = Extra(
    "CONDOTTA_MESHWESH",
    "the tests over the full folder of army lists",
    "a folder with Meshwesh's JSON (docs/armies.md)",
)
OTHER_PYTHON = Extra(
    "CONDOTTA_OTHER_PYTHON",
    "the comparison of one battle on two versions of Python",
    "a second Python, such as 3.13 or a path",
)
NODE = Extra(
    "CONDOTTA_NODE",
    "the tests of the page itself",
    "anything, with Node 20.19 or newer on PATH",
)
CHROMIUM = Extra(
    "CONDOTTA_CHROMIUM",
    "whole battles through the page in a browser",
    "the path of Chromium",
)
POSTGRES = Extra(
    "CONDOTTA_POSTGRES",
    "several servers over one database",
    "the folder with PostgreSQL's initdb and postgres",
)
EXTRAS = (MESHWESH, OTHER_PYTHON, CHROMIUM, POSTGRES)

PARQUET = "Not run here: records of studies as Parquet; install pyarrow beside the other packages."
"""What is said where pyarrow is not there: too large to be brought to everybody, CI included."""


def in_ci() -> bool:
    """Whether everything must run: there a missing extra is a failure."""
    return os.environ.get("CI", "").casefold() in {"1", "true", "yes"}


def not_run() -> tuple[str, ...]:
    """One line for each extra that this machine was not given."""
    unset = (
        f"Not run here: {extra.what}; set {extra.variable} to {extra.get}."
        for extra in EXTRAS
        if not extra.value()
    )
    return (*(() if find_spec("pyarrow") else (PARQUET,)), *unset)


def folder(extra: Extra) -> Path | None:
    """The folder that an extra names, if it was given and is there."""
    path = Path(extra.value())
    return path if extra.value() and path.is_dir() else None
