"""Obstacles on the table: their ground, their middle third, the gaps between them. [BC-14]"""

from __future__ import annotations

from condotta.kernel.records import Seat
from condotta.rules.triumph.cards.common.carrying import in_hand
from condotta.rules.triumph.ground.battlefield import Home, Patch, home
from condotta.rules.triumph.ground.laid_ground import LaidGround
from condotta.rules.triumph.looking.aids import Aid, ground
from condotta.rules.triumph.speaking.acts import setting_out_first
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import terrain
from condotta.table import HALF, TOUCH, Base, Rectangle, gap, meets

CODE = "PD"
OBSTACLE = LaidGround("obstacle", Rectangle(20_000, 10_000))
"""Difficult ground, not in the way of shots, immobile. [BC-14.1]"""
REACH, APART = 120_000, 40_000


def middle_third(own: Home) -> Patch:
    """The middle third of the board, however wide it is. [BC-14.2]"""
    return Patch(own.length // 3, 0, own.length - own.length // 3, own.reach)


def not_open(here: Field, at: Base) -> bool:
    """Whether any ground that is not open lies under it, another obstacle among it."""
    return any(meets(at, area) for area in here.areas if terrain(area.kind).going != "open")


def too_near(here: Field, at: Base) -> bool:
    """Whether a gap of less than 4 MU would be left to an obstacle. [BC-14.3, BC-14.4]

    # RULING BC-14.4: obstacles that touch are one work, however long; between its parts is no gap.
    """
    others = OBSTACLE.bases(here.areas)
    work = [at]
    for one in work:
        work += [other for other in others if other not in work and gap(one, other) <= TOUCH]
    apart = (other for other in others if other not in work)
    return any(gap(at, other) < APART - HALF for other in apart)


def grounds(here: Field, seat: Seat, window: str) -> tuple[Aid, ...]:
    """The centre third within 12 MU of the own edge, while there is a card. [BC-14.2]"""
    if not setting_out_first(window) or not in_hand(here.position, seat, CODE):
        return ()
    third = middle_third(home(here.book, here.position, seat))
    patch = Patch(third.left, 0, third.right, REACH)
    return (ground(here, seat, patch, "BC-14.2", "aid.obstacle"),)
