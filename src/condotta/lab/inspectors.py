"""Who looks at the battles of which game."""

from __future__ import annotations

from collections.abc import Mapping

from condotta.lab.inspecting import Inspector
from condotta.lab.inspecting_bills import BillInspector
from condotta.lab.inspecting_fights import FightInspector
from condotta.lab.inspecting_rounds import RoundInspector
from condotta.lab.inspecting_skirmish import SkirmishInspector

INSPECTORS: Mapping[str, type[Inspector]] = {
    "triumph": FightInspector,
    "grand": BillInspector,
    "treachery+triumph": FightInspector,
    "ranked": RoundInspector,
    "treachery": RoundInspector,
    "carnage+ranked": RoundInspector,
    "skirmish": SkirmishInspector,
    "carnage": SkirmishInspector,
}
"""An inspector for every system, by the base game under it; a variant has that of its kind."""
