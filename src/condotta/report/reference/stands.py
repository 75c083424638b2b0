"""What is looked up of stands: the types that fight, factors, who shatters whom, distances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from condotta.armies.paper.printing_rows import kind, troop_table
from condotta.data import MU
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.report.grounds_told import among_stands
from condotta.report.reference import grounds
from condotta.report.ruled import table, titled
from condotta.rules.grand.layer import GRAND
from condotta.rules.grand.scale import SCALE
from condotta.rules.library import declarations
from condotta.rules.triumph.records import Factor
from condotta.rules.triumph.settings import Settings, settings_of
from condotta.rules.triumph.tables import (
    CAMP,
    TABLES,
    TROOPS,
    factor_value,
    shattered,
    spared,
    terrain,
)
from condotta.words import mu, points, say, signed, spoken, with_unit

ANYWHERE = ("open", "difficult")


def looked_up(book: Book, position: Position) -> Iterator[str]:
    """The tables of stands for exactly the types that are in the battle, those of cards too."""
    here = {piece.type for piece in position.pieces.values()}
    here |= {code for piece in position.pieces.values() for code in becomes(piece.traits)}
    types = [one.code for one in TROOPS if one.code in here]
    settings = settings_of(book)
    yield titled(say("reference.troops"), troop_table(types, spoken()), "whole")
    added = [
        titled(say(f"reference.factors.{phase}"), factors(types, settings, rows))
        for phase, rows in (("close", TABLES.close), ("ranged", TABLES.ranged))
    ]
    costs = titled(say("reference.numbers"), numbers(book, settings))
    yield f'<div class="whole side"><div>{"".join(added)}</div><div>{costs}</div></div>'
    yield titled(say("reference.results"), results(types, settings), "whole")
    yield grounds.laid(position, lambda key: among_stands(terrain(key)))


def becomes(traits: Sequence[str]) -> Iterator[str]:
    """The types that cards let a stand become, as the army list settled it. [AL-6.4]"""
    for trait in traits:
        yield from trait.partition(":")[2].split()


def factors(types: Sequence[str], settings: Settings, rows: Sequence[Factor]) -> str:
    """What is added to a die; no row of a type that is not there. [TC-2.10, TC-2.40]"""
    told = []
    for row in rows:
        value = factor_value(row.id, settings)
        if value and (not row.types or {*types, CAMP} & {*row.types}):
            whose = [kind(one, spoken()) for one in row.types if one != CAMP]
            times = [say("reference.each", {"most": row.most})] if row.most > 1 else []
            told.append((" · ".join([say(row.key), *whose, *times]), signed(value)))
    return table(("", ""), told, "look pair")


# ── what becomes of whoever loses ────────────────────────────────────────────
def results(types: Sequence[str], settings: Settings) -> str:
    """Each type: by whom it is shattered, and whom it evades or panics from. [TC-3.10, TC-3.30]"""
    head = (say("reference.loser"), say("reference.shattered"), say("reference.doubled"))
    rows = []
    for loser in types:
        broken = [
            (by, where, "destroyed") for by, where in met(loser, types, settings, doubled=False)
        ]
        spare = [
            (by, where, what)
            for what in ("panic", "evade")
            for by, where in met(loser, types, settings, doubled=True, what=what)
        ]
        rows.append((kind(loser, spoken()), told(broken), told(spare, named=True)))
    return table(head, rows, "look")


def met(
    loser: str, types: Sequence[str], settings: Settings, *, doubled: bool, what: str = ""
) -> Iterator[tuple[str, str]]:
    """Winners of a combat with that type whose result is not the usual one, and where."""
    look = spared if doubled else shattered
    for winner in types:
        for combat in ("close", "ranged"):
            found = [
                where
                for where in ANYWHERE
                if (row := look(loser, winner, combat, settings, difficult=where == "difficult"))
                and (not what or row.result == what)
            ]
            if found and (combat == "close" or shoots(winner)):
                ground = "any" if len(found) == len(ANYWHERE) else found[0]
                yield winner, f"{combat}-{ground}"


def shoots(code: str) -> bool:
    """Whether a type shoots, so that one may fall to its fire. [TC-6.2]"""
    return any(one.code == code and one.shoots for one in TROOPS)


def told(found: Sequence[tuple[str, str, str]], *, named: bool = False) -> str:
    """Winners put together by where they do it: `Knights, Chariots (in the open)`."""
    groups: dict[tuple[str, str], list[str]] = {}
    for by, where, what in found:
        groups.setdefault((what, where), []).append(kind(by, spoken()))
    said = []
    for (what, where), names in groups.items():
        ground = say(f"reference.where.{where}") if where != "close-any" else ""
        word = f"{say(f'reference.{what}')} " if named else ""
        said.append(f"{word}{', '.join(names)}{f' ({ground})' if ground else ''}")
    return "; ".join(said) or "–"


# ── distances and costs ──────────────────────────────────────────────────────
def numbers(book: Book, settings: Settings) -> str:
    """Costs of moves and the distances that are looked up, as the rules read them."""
    command, zones = TABLES.command, TABLES.zones
    rows = [
        ("move-cost", str(command.move_cost)),
        ("out-of-command", signed(command.out_of_command_cost)),
        ("march-cost", str(TABLES.deployment.march_cost)),
        *((("hold-cost", str(SCALE.hold_cost)),) if GRAND in book.layers else ()),
        ("with-sight", length(command.with_sight)),
        ("without-sight", length(command.without_sight)),
        ("mounted-difficult", length(TABLES.movement.mounted_difficult)),
        ("zone", length(zones.depth)),
        ("zone-move", length(zones.other_move)),
        ("align-within", length(TABLES.movement.align_within)),
        ("align-slide", length(TABLES.movement.align_slide)),
        ("arc-side", length(TABLES.shooting.arc_side)),
        ("evade", length(TABLES.outcomes.evade)),
        ("camp", str(TABLES.camp.factor)),
        ("sacked", points(TABLES.camp.sacked)),
        *broken(book, settings),
    ]
    return table(
        ("", ""), [(say(f"reference.number.{key}"), value) for key, value in rows], "look pair"
    )


def length(quanta: int) -> str:
    """A length, whole where it is."""
    whole, rest = divmod(quanta, MU)
    return mu(quanta) if rest else with_unit(whole)


def broken(book: Book, settings: Settings) -> Iterator[tuple[str, str]]:
    """What ends a command or an army. [TC-10.1, GT-8.1, GT-9.1]"""
    if GRAND in book.layers:
        yield "command-breaks", f"1/{SCALE.demoralised_share}"
        yield "demoralised", signed(SCALE.demoralised)
        yield "army-breaks", f"1/{SCALE.defeat_share}"
    elif "lossThreshold" in declarations(book.system):
        yield "loses-at", points(settings.half_points("lossThreshold"))
