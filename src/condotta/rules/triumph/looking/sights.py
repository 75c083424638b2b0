"""Whether one stand sees another from where it would shoot, and what hides it. [TC-6.12]"""

from __future__ import annotations

from condotta.rules.sketches import Sight, View, looked
from condotta.rules.triumph.combat.duel import shooting_edges
from condotta.rules.triumph.shooting.gunnery import part_in_arc
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.sightlines import screens
from condotta.rules.triumph.tables import terrain
from condotta.table import Edge, crest, edge, outline

CLAUSE = "TC-6.12"
ALL_ROUND: tuple[Edge, ...] = ("front", "right", "left", "rear")


def sight(here: Field, eyes: Stand, seen: Stand) -> Sight:
    """Whether a stand or camp sees another, range apart; out of its arc, whether it would."""
    return looked(CLAUSE, view(here, eyes, seen))


def view(here: Field, eyes: Stand, seen: Stand) -> View:
    """From the edges that shots are taken from to what is in arc of them, or to all of it."""
    edges = ALL_ROUND if eyes.is_camp else shooting_edges(eyes)
    lines = tuple(
        (edge(eyes.base, name), outline(seen.base) if eyes.is_camp else
         part_in_arc(eyes, name, seen) or outline(seen.base))
        for name in edges
    )  # fmt: skip
    hills = (area for area in here.areas if terrain(area.kind).sight == "crest")
    return View(
        lines,
        screens(here, eyes, seen, here.settings.word("shotsBlockedBy")),
        {one.id: one.base for one in here.stands},
        {area.id: crest(area) for area in hills},
    )
