"""Environments for learning agents: every system as PettingZoo and Gymnasium know games.

    from condotta.envs import aec, parallel, solo

What a seat is shown is made of its view and of nothing else. See `docs/environments.md`. It needs
`pip install 'condotta[rl]'`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from condotta.errors import PlainError

if TYPE_CHECKING:
    from condotta.envs.alone import Solo as solo  # noqa: N813 - the same
    from condotta.envs.alone import vector
    from condotta.envs.at_once import Parallel as parallel  # noqa: N813 - the same
    from condotta.envs.in_turns import Aec as aec  # noqa: N813 - as a function makes one

__all__ = ["aec", "parallel", "solo", "vector"]

WHERE = {
    "aec": ("in_turns", "Aec"),
    "parallel": ("at_once", "Parallel"),
    "solo": ("alone", "Solo"),
    "vector": ("alone", "vector"),
}
HOW_TO_GET = "pip install 'condotta[rl]'"


def __getattr__(name: str) -> Any:
    """An environment by its name, loaded when it is asked for."""
    if name not in WHERE:
        raise AttributeError(name)
    module, kind = WHERE[name]
    try:
        return getattr(import_module(f"condotta.envs.{module}"), kind)
    except ImportError as why:
        raise PlainError(
            f"Environments need PettingZoo, Gymnasium and NumPy ({why}): {HOW_TO_GET}."
        ) from why
