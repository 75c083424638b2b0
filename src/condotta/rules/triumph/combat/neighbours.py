"""Who stands beside and behind a fighter: overlaps and rear support. [TC-2.30, TC-9.4]"""

from __future__ import annotations

from condotta.rules.triumph import names
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.stands.field import Stand, near
from condotta.table import TOUCH, Edge, Side, adjacent, edges_touch, facing_within, meet

FLANKS: tuple[Edge, ...] = ("left", "right")


def overlapper(us: Fighter, foe: Fighter, side: Side) -> Stand | None:
    """A friend of the opponent who overlaps a stand on that side in front contact. [TC-9.4]

    One that has fought already may. [TC-9.5] A flank in contact is not overlapped too. [TC-2.13]
    """
    field = us.field
    if not (us.to_front and foe.to_front) or foe.is_camp or field.enemy_on(us.stand, side):
        return None
    for other in field.enemies(us.stand.seat):
        if other is foe.stand or other.is_camp or not near(other.base, us.stand.base, TOUCH):
            continue
        ally = field.relation(foe.stand.seat, other.seat) == "friend"
        if ally and free_to_overlap(us, other) and beside(us, foe, other, side):
            return other
    return None


def free_to_overlap(us: Fighter, other: Stand) -> bool:
    """Not in front contact itself, nor fighting to its flank or rear. [TC-9.4, TC-9.6]

    It may have fought already. [TC-9.5]
    """
    settings = us.field.settings
    if other.piece.marked(names.FOUGHT) and not settings.flag("foughtMayOverlap"):
        return False
    own = [touch.edge for touch in us.field.touches if touch.by is other]
    held = not own and bool(us.field.attackers(other))
    return "front" not in own and (not held or settings.flag("flankFighterOverlaps"))


def beside(us: Fighter, foe: Fighter, other: Stand, side: Side) -> bool:
    """Whether it faces as the foe does, corner on corner, or stands flank on flank. [TC-9.33]"""
    base = us.stand.base
    corner = base.fl if side == "left" else base.fr
    on_corner = meet(other.base.fl, corner) or meet(other.base.fr, corner)
    degrees = us.field.settings.number("overlapFacing")
    if on_corner and facing_within(other.base, foe.stand.base, degrees):
        return True
    return any(edges_touch(other.base, flank, base, side) for flank in FLANKS)


def supporter(us: Fighter, foe: Fighter) -> Stand | None:
    """The friend of its own type that supports it from behind, whatever that type. [TC-2.30]

    Both out of difficult terrain and free of flank and rear contact; only against the types of
    TC-2.31.
    """
    field = us.field
    if not us.to_front or foe.troop.code not in field.settings.words("rearSupportAgainst"):
        return None
    for friend in field.friends(us.stand.seat):
        same = friend.troop.code == us.troop.code and friend is not us.stand
        if same and adjacent(friend.base, us.stand.base) == "behind":
            both = (us.stand, friend)
            anywhere = field.settings.flag("supportInDifficult")
            rough = not anywhere and any(field.in_difficult(one) for one in both)
            return None if rough or any(pinned(us, one) for one in both) else friend
    return None


def pinned(us: Fighter, stand: Stand) -> bool:
    """Whether an enemy is in contact with a flank or the rear of a stand. [TC-2.30]"""
    return any(touch.edge != "front" for touch in us.field.attackers(stand))
