"""Condotta conducts multiplayer tabletop miniature battles.

As a library it is what `condotta.playing` describes, imported from here:

>>> import condotta
>>> battle = condotta.begin("triumph", seed=7)
>>> battle.seats
('red', 'blue')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from condotta.playing import (
        Action,
        Ask,
        Battle,
        Choose,
        Illegal,
        PlainError,
        View,
        begin,
        position,
        resume,
    )

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Ask",
    "Battle",
    "Choose",
    "Illegal",
    "PlainError",
    "View",
    "begin",
    "position",
    "resume",
]


def __getattr__(name: str) -> Any:
    """What is imported from here, loaded when it is asked for: the rules take half a second."""
    if name not in __all__:
        raise AttributeError(f"module 'condotta' has no attribute {name!r}")
    return getattr(import_module("condotta.playing"), name)


def __dir__() -> list[str]:
    """Everything that can be imported from here."""
    return sorted((*globals(), *__all__))
