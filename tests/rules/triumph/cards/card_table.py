"""Positions with battle cards in one line.

    table = carded("R1 KNT 20 14 0 [MD:EFT] @main/t1; B1 SPR 20 18 180", cards="red HL main/t1")

Square brackets give what the list grants a stand, braces marks that lie on it, `@` its entry.
Both armies have a general far from everything unless a piece is marked as one.
"""

import re
from typing import Any

from condotta.kernel.events import Ruled
from condotta.positions.building import battle, set_up
from condotta.positions.records import CardSaid, Document, PieceSaid
from condotta.rules.triumph.cards.common.exchanging import SQUARE
from condotta.rules.triumph.combat.odds import odds
from tests.rules.short_text import parted
from tests.rules.triumph.table_setting import Table

WORD = re.compile(r"\[([^\]]+)\]|\{([^}]+)\}|@(\S+)|(\S+)")
SQUARED = ("LC", "CC", "AC", "CF")
SQUARE_MARKS = ("on transports", "plaustrella", "chained")
GENERALS = ("R9* LFT 28 3 0", "B9* LFT 2 30 180")


def piece(text: str) -> PieceSaid:
    """One stand from its line."""
    traits, marks, unit, plain = [], [], "", []
    for trait, mark, entry, word in WORD.findall(text):
        if trait:
            traits.append(trait)
        elif mark:
            marks.append(mark)
        elif entry:
            unit = entry
        else:
            plain.append(word)
    name, kind, *rest = plain
    at = tuple(float(one) for one in rest[:3]) if len(rest) >= 3 else None
    place = None if at else (rest[0] if rest else None)
    square = set(traits) & set(SQUARED) or set(marks) & set(SQUARE_MARKS)
    return PieceSaid(
        id=name.rstrip("*"),
        type=kind,
        seat={"R": "red", "B": "blue"}[name[0]],
        at=at,  # type: ignore[arg-type]  # three numbers
        place=place,  # type: ignore[arg-type]  # a place
        general=name.endswith("*"),
        traits=tuple(traits),
        marks=tuple(marks),
        unit=unit,
        width=2 if square else None,
        depth=SQUARE.depth / 10_000 if square else None,
    )


def carded(pieces: str, *, cards: str = "", **more: Any) -> Table:
    """A table at a moment, with cards on display: `red HL main/t1; blue SC`."""
    said = [piece(one) for one in parted(pieces)]
    led = {one.seat for one in said if one.general}
    said += [one for one in map(piece, GENERALS) if one.seat not in led]
    shown = []
    for one in parted(cards):
        seat, code, *unit = one.split()
        shown.append(CardSaid(code=code, seat=seat, unit=unit[0] if unit else ""))
    document = Document(
        system=more.pop("system", "triumph"),
        pieces=tuple(said),
        cards=tuple(shown),
        terrain=parted(more.pop("areas", "")),
        phase=more.pop("phase", "movement"),
        active=more.pop("active", "red"),
        points=more.pop("cp", 6),
        dice=tuple(more.pop("dice", ())),
        **more,
    )
    return Table(battle(set_up(document)))


def parts(table: Table, one: str, other: str, kind: str = "close") -> dict[str, int]:
    """What the first adds to its die, by key."""
    found = odds(table.battle.book, table.position, one, other, kind)  # type: ignore[arg-type]  # one of two words
    score = next(score for score in found.scores if score.who == one)
    return {part.key: part.value for part in score.parts}


def meaning(table: Table, one: str, other: str, degree: str) -> tuple[str, str]:
    """What a degree means for the first, and by which clause."""
    found = odds(table.battle.book, table.position, one, other).meanings[degree]  # type: ignore[index]  # a degree
    return found.outcome, found.clause


def expended(table: Table) -> list[str]:
    """The codes of the cards that are turned over."""
    return [one.type for one in table.position.at("gone") if "card" in one.traits]


def ruled(table: Table, clause: str) -> list[Ruled]:
    """The rulings that cite a clause."""
    return table.rulings(clause)
