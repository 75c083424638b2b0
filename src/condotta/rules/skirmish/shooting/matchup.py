"""Two units of the shipped datasheets opposite each other, to weigh one's attacks. [SK-56]

Nothing is measured: who asks says whether it is within half range, moved, or in cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.events import Began, Event, Marked, Mustered
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Mark, Piece, Record
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.odds import Odds, odds
from condotta.rules.skirmish.attacks.volleys import gathered
from condotta.rules.skirmish.muster import raised
from condotta.rules.skirmish.reading.datasheets import (
    Datasheet,
    as_piece,
    profiles_of,
    shipped_sheets,
    shipped_weapons,
)
from condotta.rules.skirmish.reading.field import field, is_model
from condotta.rules.skirmish.reading.profile import CLOSE_COMBAT
from condotta.rules.skirmish.records import Share, Volley
from condotta.rules.skirmish.rosters.armies import Swap, squad
from condotta.rules.skirmish.shooting.targeting import trait_of
from condotta.table import Area, Box, Pose

SIDE = 200 * names.INCH
ROOM = 6 * names.INCH
UP = 1_000_000


class Matchup(Record, frozen=True):
    """Who attacks whom, with how many models, with what, how.

    Of no models the least number stands there; of no weapon the one that most models bear.
    """

    attacker: str
    target: str
    models: int = 0
    foes: int = 0
    weapon: str = ""
    way: str = names.SHOOTING
    half: bool = False
    moved: bool = False
    cover: bool = False


def staged(asked: Matchup) -> tuple[Position, str]:
    """A table with both units, and the weapon profile that is weighed."""
    one, other = shipped_sheets()[asked.attacker], shipped_sheets()[asked.target]
    arm = asked.weapon or commonest(one, asked.way)
    events: list[Event] = [
        Began(Board(SIDE, SIDE), (Chair("red", "red"), Chair("blue", "blue"))),
        Mustered(as_piece(one, "red", "R")),
        Mustered(as_piece(other, "blue", "B")),
        *placed("red", one, asked.models, option(one, arm), SIDE // 4),
        *placed("blue", other, asked.foes, (), SIDE // 2),
    ]
    position = after(Position(), events)
    if asked.moved:
        moved = Mark(names.MOVED, names.TURN)
        models = field(position).unit("R1").models
        position = after(position, (Marked(model.id, moved) for model in models))
    if asked.cover:
        area = Area("cover", "area", Box(SIDE // 2, SIDE // 2, SIDE // 2, SIDE // 2, 0, UP))
        position = replace(position, areas=(area,))
    return position, arm


def placed(
    seat: str, sheet: Datasheet, models: int, swaps: tuple[Swap, ...], y: int
) -> Iterator[Event]:
    """A unit in a row across the table."""
    letter = seat[0].upper()
    x = ROOM
    unit = squad(sheet, models or sheet.least, swaps)
    for event in raised(seat, letter, unit, f"{letter}1"):
        if isinstance(event, Mustered):
            piece = event.piece
            pose = Pose(x, y, 0, UP) if is_model(piece) else None
            yield Mustered(replace(piece, place="table", pose=pose))
            x += ROOM
        else:
            yield event


def arms(sheet: Datasheet, way: str) -> tuple[str, ...]:
    """The weapon profiles that models of a sheet may have for a way of attacking. [SK-23]"""
    reach = "melee" if way == names.FIGHT else "ranged"
    borne = [name for model in sheet.models for name in model.weapons]
    taken = [name for one in sheet.options for name in one.with_one_of]
    every = [arm for name in (*borne, *taken) for arm in profiles_of(sheet, name)]
    found = dict.fromkeys(arm.id for arm in every if arm.reach == reach)
    return (*found, CLOSE_COMBAT) if way == names.FIGHT else tuple(found)


def commonest(sheet: Datasheet, way: str) -> str:
    """The weapon that the last kind of model of a sheet bears, of which there are most."""
    usual = [arm.id for name in sheet.models[-1].weapons for arm in profiles_of(sheet, name)]
    known = arms(sheet, way)
    return next((one for one in usual if one in known), next(iter(known), ""))


def option(sheet: Datasheet, arm: str) -> tuple[Swap, ...]:
    """The replacement that gives a weapon which no model has of itself."""
    trait = trait_of(shipped_weapons()[arm])
    if any(trait in model.weapons for model in sheet.models) or arm == CLOSE_COMBAT:
        return ()
    one = next(one for one in sheet.options if trait in one.with_one_of)
    return (Swap(one.model, (trait,)),)


def volleys(position: Position, asked: Matchup, arm: str) -> tuple[Volley, ...]:
    """Every model that bears the weapon uses it."""
    trait = trait_of(shipped_weapons()[arm])
    shares: Iterable[Share] = (
        Share(model.id, arm, "B1", 0, asked.half)
        for model in field(position).unit("R1").models
        if bears(model.piece, trait)
    )
    return gathered(position, shares, asked.way)


def bears(model: Piece, trait: str) -> bool:
    """Whether a model has a weapon; everybody has one for close combat. [SK-23]"""
    return trait == CLOSE_COMBAT or trait in model.traits


def matchup(book: Book, asked: Matchup) -> tuple[Odds, tuple[Volley, ...], Position]:
    """The exact odds of what one unit may do to another."""
    position, arm = staged(asked)
    some = volleys(position, asked, arm)
    return odds(book, position, some), some, position
