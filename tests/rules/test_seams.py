"""Every seam is spoken at, or says at itself why nobody of ours does."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

from condotta import rules
from condotta.kernel.seams import Seam
from condotta.rules.library import GAMES

NOBODY = "# nobody of ours: "
"""How the line begins that gives the reason; it holds for the seams below it up to a blank line."""


def modules() -> Iterator[ModuleType]:
    """Every module of the rules."""
    for found in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
        yield importlib.import_module(found.name)


def declared(module: ModuleType) -> dict[str, Seam]:
    """The seams that a module declares, not those that it imports."""
    text = f"\n{inspect.getsource(module)}"
    return {
        name: seam
        for name, seam in vars(module).items()
        if isinstance(seam, Seam) and f"\n{name}: " in text
    }


SEAMS = {
    f"{module.__name__}.{name}": (module, name, seam)
    for module in modules()
    for name, seam in declared(module).items()
}
SPOKEN = {hook[0] for game in GAMES.values() for layer in game.layers for hook in layer.hooks}


def said_why(module: ModuleType, name: str) -> bool:
    """Whether the reason stands at the seam: in the nearest remark above it, no blank between."""
    above, _, _ = f"\n{inspect.getsource(module)}".partition(f"\n{name}: ")
    remarks = [line for line in above.split("\n\n")[-1].splitlines() if line.startswith("#")]
    return bool(remarks) and remarks[-1].startswith(NOBODY)


@pytest.mark.parametrize("where", sorted(SEAMS))
def test_a_seam_has_a_speaker_or_a_reason(where: str):
    module, name, seam = SEAMS[where]
    spoken = seam in SPOKEN
    assert spoken or said_why(module, name), f"nobody speaks at {where}: use it or delete it"
    assert not spoken or not said_why(module, name), f"somebody speaks at {where}: the reason goes"


def test_the_seams_are_found():
    found = {seam for _, _, seam in SEAMS.values()}
    assert found >= SPOKEN
