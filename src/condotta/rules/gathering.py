"""A game or a layer as one value: whatever its modules export, laid together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from condotta.kernel.book import Layer


def modules_of(*folders: str) -> tuple[ModuleType, ...]:
    """The modules of packages, folder by folder, in the order of their names.

    Not those of folders inside, nor `layer`, where the value is made of them.
    """
    return tuple(
        import_module(f"{folder}.{one.name}")
        for folder in folders
        for one in sorted(iter_modules(import_module(folder).__path__), key=lambda one: one.name)
        if not one.ispkg and one.name != "layer"
    )


def gathered(
    name: str,
    tier: int,
    modules: Sequence[ModuleType],
    *,
    settings: Mapping[str, Any],
    hooks: tuple[Any, ...] = (),
    procedures: Mapping[Any, Any] = {},
    reasons: Mapping[Any, Any] = {},
) -> Layer:
    """The layer of that name: all that its modules export, and what is given besides."""

    def laid(table: str) -> dict[Any, Any]:
        return {key: one for module in modules for key, one in getattr(module, table, {}).items()}

    said = (hook for module in modules for hook in getattr(module, "HOOKS", ()))
    return Layer(
        name,
        tier,
        procedures={**laid("PROCEDURES"), **procedures},
        judges=laid("JUDGES"),
        anytime=laid("ANYTIME"),
        menus=laid("MENUS"),
        reasons={**laid("REASONS"), **reasons},
        hooks=(*hooks, *said),
        settings=settings,
    )
