"""Scores: a die, and what is added to it, one small function for each line of the tables.

Each says why it applies, or None; each line counts once.
[TC-2.10 to TC-2.20, TC-2.40, TC-2.41, TC-3.1]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from condotta.kernel.rulings import Modifier, Tally
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.neighbours import overlapper, supporter
from condotta.rules.triumph.tables import TABLES, close_factor, factor, factor_value, terrain, troop
from condotta.table import HALF, Area, Edge, Point, edge_meets, height

Line: TypeAlias = Callable[[Fighter, Fighter], Modifier | None]


def add(name: str, us: Fighter, *, times: int = 1, clause: str = "") -> Modifier:
    """The modifier of a row of the table. [TC-2.10]"""
    row = factor(name)
    value = factor_value(name, us.field.settings) * min(times, row.most)
    return Modifier(value, row.key, clause or row.clause)


# ── basic factors ────────────────────────────────────────────────────────────
def basic_factor(us: Fighter, foe: Fighter) -> Modifier:
    """The factor that the opponent's class calls for, or the camp's. [TC-2.1, TC-2.3, TC-9.20]"""
    claim = us.book.claim(seams.CLOSE_FACTOR, us.book, us.piece, us.troop, foe.troop)
    said, clause = (None, "TC-2.1") if claim is None else claim
    if us.is_camp:
        return camp_factor(us, said)
    settings = us.field.settings
    if foe.is_camp:
        column = settings.word("campCountsAs")
    else:
        column = "mounted" if foe.troop.is_mounted else "foot"
    value = close_factor(us.troop.code, foe.troop.code, settings) if said is None else said
    return Modifier(value, f"factor.{column}", clause)


def camp_factor(us: Fighter, said: int | None = None) -> Modifier:
    """2, or with a garrison 1 and its point cost. [TC-9.20]"""
    inside = garrison(us)
    if inside is None:
        return Modifier(TABLES.camp.factor if said is None else said, "factor.camp", "TC-9.20")
    points = troop(inside).half_points // 2
    value = TABLES.camp.garrison_factor + points if said is None else said
    return Modifier(value, "factor.garrison", "TC-9.20")


def garrison(us: Fighter) -> str | None:
    """The type of the stand in a camp, which stays there all game. [TC-9.24]"""
    for piece in us.position.at("aside"):
        if piece.unit == us.stand.id and names.GARRISON in piece.traits:
            return piece.type
    return None


# ── tactical factors of close combat ─────────────────────────────────────────
def led_by_general(us: Fighter, _: Fighter) -> Modifier | None:
    """The general's own stand. [TC-2.10]"""
    return add("general", us) if us.stand.general else None


def uphill(us: Fighter, foe: Fighter) -> Modifier | None:
    """Its fighting edge is on a hill and its centre higher than its opponent's. [TC-2.11]"""
    if not any(edge_meets(us.line, area) for area in hills(us)):
        return None
    own, other = elevation(us, us.stand.base.centre), elevation(us, foe.stand.base.centre)
    flat = us.field.settings.word("uphillOver") == "flat"
    above = own > other + HALF and (other <= HALF or not flat)
    return add("uphill", us) if above else None


def hills(us: Fighter) -> tuple[Area, ...]:
    """The hills on the table. [TC-7.21]"""
    return tuple(area for area in us.field.areas if terrain(area.kind).hill)


def elevation(us: Fighter, point: Point) -> float:
    """How high a point stands; off every hill it is 0. [TC-7.21]"""
    return max((height(point, area) for area in hills(us)), default=0.0)


def overlapped_left(us: Fighter, foe: Fighter) -> Modifier | None:
    """An enemy overlaps its left. [TC-2.12]"""
    return add("overlap", us) if overlapper(us, foe, "left") else None


def overlapped_right(us: Fighter, foe: Fighter) -> Modifier | None:
    """An enemy overlaps its right. [TC-2.12, TC-9.5]"""
    return add("overlap", us) if overlapper(us, foe, "right") else None


def left_flank_held(us: Fighter, _: Fighter) -> Modifier | None:
    """An enemy is in contact with its left flank. [TC-2.13, TC-9.8]"""
    return held(us, "left", "flankContact")


def right_flank_held(us: Fighter, _: Fighter) -> Modifier | None:
    """An enemy is in contact with its right flank. [TC-2.13, TC-9.8]"""
    return held(us, "right", "flankContact")


def rear_held(us: Fighter, _: Fighter) -> Modifier | None:
    """An enemy is in contact with its rear. [TC-2.14, TC-9.8]"""
    return held(us, "rear", "rearContact")


def fights_to_flank_or_rear(us: Fighter, _: Fighter) -> Modifier | None:
    """No enemy is in contact with its front. [TC-2.15]"""
    return None if us.to_front else add("fightingToFlankOrRear", us)


def mounted_in_difficult(us: Fighter, _: Fighter) -> Modifier | None:
    """Mounted with any part of its fighting edge in difficult terrain. [TC-2.16]"""
    return add("mountedDifficult", us) if us.difficult and us.troop.is_mounted else None


def close_foot_in_difficult(us: Fighter, foe: Fighter) -> Modifier | None:
    """Close order foot there against foot. [TC-2.17]

    # RULING TC-2.46: a camp counts as foot for the basic factor only, so not here.
    """
    bites = us.difficult and us.troop.is_close_foot and foe.troop.is_foot
    return add("closeFootDifficultVsFoot", us) if bites else None


def unhindered_in_difficult(us: Fighter, foe: Fighter) -> Modifier | None:
    """Other foot in difficult terrain fights as in the open; the nought is shown. [TC-2.18]"""
    hindered = us.troop.is_mounted or (us.troop.is_close_foot and foe.troop.is_foot)
    return add("otherDifficult", us) if us.difficult and not hindered else None


def supported_pikes(us: Fighter, foe: Fighter) -> Modifier | None:
    """Pikes with Pikes behind them. [TC-2.19]"""
    return supported(us, foe, "rearSupportPikes")


def supported_warriors(us: Fighter, foe: Fighter) -> Modifier | None:
    """Warriors with Warriors behind them. [TC-2.20]"""
    return supported(us, foe, "rearSupportWarriors")


def others_at_camp(us: Fighter, _: Fighter) -> Modifier | None:
    """Each further enemy in contact with a camp, two at most. [TC-9.21]"""
    others = len(us.field.attackers(us.stand)) - 1
    return add("campAttackedBySeveral", us, times=others) if others > 0 else None


CLOSE_FACTORS: tuple[Line, ...] = (
    led_by_general,
    uphill,
    overlapped_left,
    overlapped_right,
    left_flank_held,
    right_flank_held,
    rear_held,
    fights_to_flank_or_rear,
    mounted_in_difficult,
    close_foot_in_difficult,
    unhindered_in_difficult,
    supported_pikes,
    supported_warriors,
)
CAMP_FACTORS: tuple[Line, ...] = (others_at_camp,)
"""A camp has no other factors of its own. [TC-9.21]"""


# ── what several lines share ─────────────────────────────────────────────────
def held(us: Fighter, side: Edge, name: str) -> Modifier | None:
    """An enemy on an edge that it does not fight to. [TC-2.13, TC-2.14]

    One that fights to its flank or rear has the same for every other enemy there. [TC-9.8]
    """
    if side == us.edge or us.field.enemy_on(us.stand, side) is None:
        return None
    return add(name, us, clause="" if us.to_front else "TC-9.8")


def supported(us: Fighter, foe: Fighter, name: str) -> Modifier | None:
    """A row of rear support, for the types it is for. [TC-2.32]"""
    fits = us.troop.code in factor(name).types
    return add(name, us) if fits and supporter(us, foe) is not None else None


# ── shooting ─────────────────────────────────────────────────────────────────
def shooting_factor(us: Fighter) -> Modifier:
    """The factor a stand shoots with. [TC-2.2]"""
    said = us.book.claim(seams.SHOOTING, us.book, us.piece, us.troop)
    value, clause = (us.troop.shooting, "TC-2.2") if said is None else said
    return Modifier(value or 0, "factor.shooting", clause)


def target_factor(us: Fighter) -> Modifier:
    """The factor a stand has when shot at. [TC-2.2]"""
    return Modifier(us.troop.shot_at or 0, "factor.shot-at", "TC-2.2")


def target_is_general(us: Fighter, target: Fighter) -> Modifier | None:
    """The shooter, when its target is the general's stand. [TC-2.41]"""
    return add("targetIsGeneral", us) if target.stand.general else None


def shot_from_rear(us: Fighter, _: Fighter) -> Modifier | None:
    """The target, when the shot comes from behind it. [TC-2.40]"""
    return add("shotFromRear", us) if us.from_rear else None


SHOOTER_FACTORS: tuple[Line, ...] = (target_is_general,)
TARGET_FACTORS: tuple[Line, ...] = (shot_from_rear,)


def close_tally(us: Fighter, foe: Fighter, die: int) -> Tally:
    """A fighter's score in close combat. [TC-9.7]"""
    lines = CAMP_FACTORS if us.is_camp else CLOSE_FACTORS
    more: tuple[Modifier, ...] = us.book.sum(seams.CLOSE_COMBAT, us, foe)
    parts = (basic_factor(us, foe), *added(lines, us, foe), *more)
    return Tally(us.stand.id, die, parts)


def shooter_tally(us: Fighter, target: Fighter, die: int) -> Tally:
    """A shooter's score. [TC-6.21]"""
    more: tuple[Modifier, ...] = us.book.sum(seams.SHOOTER, us, target)
    parts = (shooting_factor(us), *added(SHOOTER_FACTORS, us, target), *more)
    return Tally(us.stand.id, die, parts)


def target_tally(us: Fighter, shooter: Fighter, die: int) -> Tally:
    """The score of a stand that is shot at. [TC-6.21]"""
    more: tuple[Modifier, ...] = us.book.sum(seams.TARGET, us, shooter)
    parts = (target_factor(us), *added(TARGET_FACTORS, us, shooter), *more)
    return Tally(us.stand.id, die, parts)


def added(lines: tuple[Line, ...], us: Fighter, foe: Fighter) -> tuple[Modifier, ...]:
    """The lines that apply, in the order of the table; all of them count. [TC-2.10]"""
    return tuple(part for line in lines if (part := line(us, foe)) is not None)


def tallies(one: Fighter, two: Fighter, dice: tuple[int, ...]) -> tuple[Tally, Tally]:
    """Both scores of a combat of either kind; attacker or shooter first. [TC-3.1]"""
    mine, yours = dice
    if one.kind == "ranged":
        return shooter_tally(one, two, mine), target_tally(two, one, yours)
    return close_tally(one, two, mine), close_tally(two, one, yours)
