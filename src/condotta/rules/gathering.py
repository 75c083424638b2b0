"""What the modules of a game or a layer export, laid together into one value."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any


def gathered(modules: Iterable[ModuleType], name: str) -> dict[Any, Any]:
    """The tables that the modules export under a name: PROCEDURES, JUDGES, MENUS and others."""
    found: dict[Any, Any] = {}
    for module in modules:
        found.update(getattr(module, name, {}))
    return found


def hooks_of(modules: Iterable[ModuleType]) -> tuple[Any, ...]:
    """What the modules say at seams, in their order."""
    return tuple(hook for module in modules for hook in getattr(module, "HOOKS", ()))
