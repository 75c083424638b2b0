"""What is looked up of regiments: profiles, charts, weapons, spells. [FB-2.1, FB-5.15, FB-7.8]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.report.grounds_told import among_regiments
from condotta.report.naming import kind_name
from condotta.report.reference import grounds
from condotta.report.ruled import table, titled
from condotta.rules.ranked import names
from condotta.rules.ranked.combat.arms import arms
from condotta.rules.ranked.magic.lore import known, lore
from condotta.rules.ranked.reading.charts import (
    MOST,
    NEVER,
    combat_score,
    save_score,
    shooting_score,
    wound_score,
)
from condotta.rules.ranked.reading.regiment import is_regiment, piece_has
from condotta.rules.ranked.reading.terrain import Terrain, kinds
from condotta.rules.ranked.shooting.missiles import missiles
from condotta.rules.ranked.tables import troop_types
from condotta.words import has, say, signed

NO_SAVE = 7
OPEN = Terrain()


def looked_up(position: Position) -> Iterator[str]:
    """The tables of regiments for exactly what is in the battle."""
    units = [piece for piece in position.pieces.values() if is_regiment(piece)]
    yield titled(say("reference.profiles"), profiles(position, units), "whole")
    yield titled(say("reference.to-hit"), hitting(position, units))
    yield titled(say("reference.to-wound"), wounding(position, units))
    yield titled(say("reference.to-shoot"), shooting(position, units))
    yield titled(say("reference.armour"), armour(position, units))
    yield titled(say("reference.weapons"), weapons(units))
    yield titled(say("reference.spells"), spells(position, units))
    yield grounds.laid(position, lambda key: among_regiments(key, kinds().get(key, OPEN)))


def profiles(position: Position, units: Sequence[Piece]) -> str:
    """Each kind of regiment once: its nine characteristics, saves, arms and rules. [FB-2.1]"""
    short = [say(f"about.ranked-short.{one}") for one in (*names.PROFILE, names.SAVE, names.WARD)]
    rows: dict[tuple[str, ...], None] = {}
    for piece in units:
        numbers = [str(position.count(piece.id, one)) for one in names.PROFILE]
        saves = [needed(position.count(piece.id, one)) for one in (names.SAVE, names.WARD)]
        row = (kind_name(piece), *numbers, *saves, ", ".join(map(trait_said, borne(piece))))
        rows[row] = None
    return table(("", *short, say("reference.rules")), rows, "look")


def borne(piece: Piece) -> Iterator[str]:
    """The traits of a regiment and of its type that have a name. [FB-10.1]"""
    kind = troop_types().get(piece.type)
    for trait in dict.fromkeys((*piece.traits, *(kind.traits if kind else ()))):
        if piece_has(piece, trait) and has(f"trait.{trait}"):
            yield trait


def trait_said(trait: str) -> str:
    """A trait as players say it."""
    return say(f"trait.{trait}")


def needed(value: int) -> str:
    """What a die must show, of a save that is one. [FB-6.9]"""
    return f"{value}+" if 0 < value < NO_SAVE else "–"


# ── charts ───────────────────────────────────────────────────────────────────
def values(position: Position, units: Sequence[Piece], *counted: str) -> list[int]:
    """The values of those characteristics that somebody in the battle has, in order."""
    found = {position.count(piece.id, one) for piece in units for one in counted}
    return sorted(value for value in found if value)


def chart(corner: str, rows: dict[str, list[str]], across: Sequence[int]) -> str:
    """A chart: whoever strikes down the side, whom across."""
    head = (corner, *map(str, across))
    return table(head, [(name, *cells) for name, cells in rows.items()], "look chart")


def hitting(position: Position, units: Sequence[Piece]) -> str:
    """WS against WS, for the values that meet here. [FB-7.8]"""
    here = values(position, units, names.WS)
    rows = {str(one): [f"{combat_score(one, two)}+" for two in here] for one in here}
    return chart(say("about.ranked-short.WS"), rows, here)


def strengths(position: Position, units: Sequence[Piece]) -> list[int]:
    """The Strengths that may strike here: one's own, with any weapon, missiles, spells."""
    found = set(values(position, units, names.S))
    for piece in units:
        own = position.count(piece.id, names.S)
        for key, arm in arms().items():
            if own and piece_has(piece, key):
                found |= {own + arm.strength, own + arm.charging, own + arm.first}
        found |= {one.strength for key, one in missiles().items() if piece_has(piece, key)}
        found |= {lore()[one].strength for one in known(position, piece.id)}
    return sorted(value for value in found if 0 < value <= MOST)


def wounding(position: Position, units: Sequence[Piece]) -> str:
    """Strength against Toughness, for the values that meet here. [FB-6.8]"""
    across = values(position, units, names.T)
    rows = {}
    for one in strengths(position, units):
        found = (wound_score(one, two) for two in across)
        rows[str(one)] = [f"{need}+" if need < NEVER else "–" for need in found]
    corner = f"{say('about.ranked-short.S')} / {say('about.ranked-short.T')}"
    return chart(corner, rows, across)


def shooting(position: Position, units: Sequence[Piece]) -> str:
    """What a shot needs by BS and what is taken off it. [FB-6.4, FB-6.6]"""
    armed = [one for one in units if any(piece_has(one, key) for key in missiles())]
    here = values(position, armed, names.BS)
    taken = range(0, -5, -1)
    rows = {}
    for one in here:
        found = (shooting_score(one, less) for less in taken)
        rows[str(one)] = [
            (f"{score.first}+" + (f"/{score.then}+" if score.then else ""))
            if score.possible
            else "–"
            for score in found
        ]
    if not rows:
        return ""
    head = (say("about.ranked-short.BS"), *("±0" if not less else signed(less) for less in taken))
    return table(head, [(name, *cells) for name, cells in rows.items()], "look chart")


def armour(position: Position, units: Sequence[Piece]) -> str:
    """What is left of an armour save by the Strength that struck. [FB-6.9]"""
    saves = [one for one in values(position, units, names.SAVE) if one < NO_SAVE]
    rows = {}
    for one in strengths(position, units):
        found = (save_score(save, one) for save in saves)
        rows[str(one)] = [needed(need) for need in found]
    corner = f"{say('about.ranked-short.S')} / {say('about.ranked-short.save')}"
    head = (corner, *(f"{save}+" for save in saves))
    return (
        table(head, [(name, *cells) for name, cells in rows.items()], "look chart") if saves else ""
    )


# ── arms and spells ──────────────────────────────────────────────────────────
def weapons(units: Sequence[Piece]) -> str:
    """What each weapon that is borne here does. [FB-6.13, FB-7.10]"""
    rows = []
    for key, arm in arms().items():
        if any(piece_has(one, key) for one in units):
            says = " ".join(say(f"about.arm.{what}", params) for what, params in arm.told())
            rows.append((trait_said(key), says))
    for key, shot in missiles().items():
        if any(piece_has(one, key) for one in units):
            what, params = shot.told()
            rules = ", ".join(map(trait_said, shot.rules))
            told = say(f"about.arm.{what}", params)
            rows.append((trait_said(key), f"{told} {rules}".strip()))
    return table(("", ""), rows, "look") if rows else ""


def spells(position: Position, units: Sequence[Piece]) -> str:
    """Each spell that a wizard may know here, in both castings. [FB-5.15]"""
    if not any(position.count(one.id, names.WIZARD_LEVEL) for one in units):
        return ""
    rows = []
    for key, spell in lore().items():
        for more, boosted in (("", False), ("-stronger", True)):
            if not boosted or spell.more_value:
                says = say(f"about.spell.{key}{more}", spell.told(boosted=boosted))
                rows.append(("" if boosted else say(f"spell.{key}"), says))
    return table(("", ""), rows, "look")
