"""Whether one stand sees another from where it would shoot, and what hides it. [TC-6.12]"""

from __future__ import annotations

from condotta.rules.sketches import Sight, View, looked
from condotta.rules.triumph.combat.duel import ALL_ROUND, shooting_edges
from condotta.rules.triumph.shooting.gunnery import looked_along
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.sightlines import screens
from condotta.rules.triumph.tables import terrain
from condotta.table import crest, edge, outline

CLAUSE = "TC-6.12"


def sight(here: Field, eyes: Stand, seen: Stand) -> Sight:
    """Whether a stand or camp sees another, range apart; out of its arc, whether it would."""
    return looked(CLAUSE, view(here, eyes, seen))


def view(here: Field, eyes: Stand, seen: Stand) -> View:
    """From the edges that shots are taken from to what is in arc of them, or to all of it."""
    if eyes.is_camp:
        lines = tuple((edge(eyes.base, name), outline(seen.base)) for name in ALL_ROUND)
    else:
        lines = tuple(looked_along(eyes, name, seen) for name in shooting_edges(eyes))
    hills = (area for area in here.areas if terrain(area.kind).sight == "crest")
    return View(
        lines,
        screens(here, eyes, seen, here.settings.word("shotsBlockedBy")),
        {one.id: one.base for one in here.stands},
        {area.id: crest(area) for area in hills},
    )
