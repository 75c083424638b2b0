"""Which pieces of terrain lie on the board: how many, and which kinds. [TC-7.13 to TC-7.16]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from condotta.kernel.asks import Ask, Choose, Script
from condotta.kernel.book import Book, Menu
from condotta.kernel.events import Asked, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Record, Seat
from condotta.kernel.state import State
from condotta.rules.triumph import seams
from condotta.rules.triumph.ground.terrain_layout import TerrainBoxes
from condotta.rules.triumph.stands.field import troop_of
from condotta.rules.triumph.tables import TABLES, piece_count, terrain, topography

COAST, STREAM = "coast", "stream"
NONE = "none"


class TerrainChoice(Script, frozen=True, kw_only=True):
    """The advantaged player chooses the pieces, one after another. [TC-7.15, TC-7.32]"""

    topography: str
    seat: Seat
    score: int


class Count(Record, frozen=True):
    """How much terrain: pieces in all, those prescribed and free, and whether a Coast."""

    pieces: int
    compulsory: int
    free: int
    coast: str


def coast_listed(key: str) -> bool:
    """Whether a topography knows a Coast at all. [TC-7.3 to TC-7.9]"""
    row = topography(key)
    return COAST in (row.compulsory, *row.optional)


def counted(book: Book, position: Position, key: str, score: int) -> Count:
    """The pieces of a topography at a terrain score. [TC-7.13, TC-7.15, TC-7.16]

    The first piece is of the compulsory kind; a Coast is none of the pieces, so that all are
    free in Delta, where the Coast is compulsory.
    """
    said = book.sole(seams.PIECES, book, position, key, score)
    pieces, open_coast = said or (piece_count(key, score), score in TABLES.setup.coast_scores)
    prescribed = topography(key).compulsory == COAST
    if prescribed:
        coast = "compulsory"
    else:
        coast = "may be taken" if open_coast and coast_listed(key) else "no"
    first = 0 if prescribed and not TABLES.setup.coast_counts else 1
    return Count(pieces, first, pieces - first, coast)


def kinds_open(key: str, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds that the next piece may be, given those taken, a Coast among them.

    [TC-7.16, TC-7.36]

    At most one Stream and one Coast, and not both; the topography's own limits besides. The
    compulsory kind again only where the list names it again.
    """
    row = topography(key)
    most = {STREAM: TABLES.setup.most_streams, **row.most}
    if COAST in chosen:
        most[STREAM] = 0
    return tuple(
        kind
        for kind in row.optional
        if kind != COAST and chosen.count(kind) < most.get(kind, len(chosen) + 1)
    )


def terrain_choice(book: Book, state: State, frame: TerrainChoice) -> Iterator[Event]:
    """Ask for the Coast where it may be taken, then for every free piece. [TC-7.15, TC-7.16]"""
    count = counted(book, state.position, frame.topography, frame.score)
    answers = [answer.said.option for answer in frame.answers if isinstance(answer.said, Choose)]
    if count.coast == "may be taken" and not answers:
        yield Asked(Ask(frame.seat, COAST, "TC-7.16", options=(NONE, COAST)))
        return
    with_coast = count.coast == "compulsory" or (count.coast != "no" and answers[0] == COAST)
    first = (topography(frame.topography).compulsory,) if count.compulsory else ()
    picked = tuple(answers[1:] if count.coast == "may be taken" else answers)
    water = (COAST,) if with_coast else ()
    kinds = (*water, *first, *picked)
    if len(picked) < count.free:
        options = kinds_open(frame.topography, kinds)
        yield Asked(Ask(frame.seat, "piece", "TC-7.15", options=options))
        return
    named = tuple(terrain(kind).name for kind in kinds)
    yield Ruled("TC-7.15", "tc.7-15.pieces", {"seat": frame.seat, "pieces": named})
    yield Popped()
    yield Pushed(TerrainBoxes(kinds=kinds))


def pick(_: Book, __: Position, ask: Ask, random: Random) -> Choose:
    """Any of the options."""
    return Choose(random.choice(ask.options))


def difficult_share(book: Book, position: Position, seat: Seat) -> float:
    """How much of an army fights best where the going is hard: open order foot."""
    own = [piece for piece in position.pieces.values() if piece.controller == seat]
    kinds = [troop_of(book, piece) for piece in own]
    stands = [kind for kind in kinds if not kind.is_camp]
    return sum(kind.is_open_foot for kind in stands) / max(1, len(stands))


def likes_cover(book: Book, position: Position, seat: Seat) -> bool:
    """Whether a seat has more open order foot, by share, than its enemies have."""
    mine = difficult_share(book, position, seat)
    others = [
        difficult_share(book, position, other)
        for other in position.seats()
        if position.side(other) != position.side(seat)
    ]
    return mine > max(others, default=0.0)


def sensible_score(book: Book, position: Position, ask: Ask) -> Iterator[Choose]:
    """Much terrain for light troops, little for a battle line and horse."""
    wanted = ask.options[::-1] if likes_cover(book, position, ask.seat) else ask.options
    return (Choose(option) for option in wanted)


def sensible_piece(book: Book, position: Position, ask: Ask) -> Iterator[Choose]:
    """Hard going first for light troops, open hills first for the others."""
    cover = likes_cover(book, position, ask.seat)
    ranked = sorted(ask.options, key=lambda kind: (hard(kind) != cover, ask.options.index(kind)))
    return (Choose(option) for option in ranked)


def hard(option: str) -> bool:
    """Whether a kind of terrain is not open; no Coast at all is open."""
    return option != NONE and terrain(option).going != "open"


PROCEDURES = {TerrainChoice: terrain_choice}
MENUS = {
    "terrain score": Menu(pick, sensible_score),
    "piece": Menu(pick, sensible_piece),
    COAST: Menu(pick, sensible_piece),
}
