"""From a description to a battle at that moment: one builder for position files and for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Frame
from condotta.kernel.battle import Battle
from condotta.kernel.chance import Cup
from condotta.kernel.events import (
    Asked,
    Began,
    Entered,
    Event,
    Laid,
    Mustered,
    Pushed,
    Veiled,
)
from condotta.kernel.records import Board, Chair, Mark, Piece
from condotta.positions import shorthand, soundness, written
from condotta.positions.dice import WrittenCup
from condotta.positions.faults import BadPosition, Faults
from condotta.positions.games import Game, counters_of, game
from condotta.positions.records import Document, GroundSaid, PieceSaid, SeatSaid
from condotta.rules.systems import SYSTEMS
from condotta.table import Area, Box, Ellipse, Outline, Strip, from_degrees

MOST_MODELS = 500
FULL_TURN = 360
TWO = (2,)
SOME = ("points", "losses", "cards", "hands", "enemy")
"""The fields of a document that not every game has."""


class Setting(NamedTuple):
    """A description whose words have been read: what lies on the table and who sits at it."""

    document: Document
    game: Game
    chairs: tuple[Chair, ...]
    areas: tuple[Area, ...]
    mustered: tuple[Event, ...]
    events: tuple[Event, ...] = ()
    progress: tuple[Frame, ...] = ()
    asked: tuple[Ask, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that lie anywhere, as they truly are."""
        plain = (one.inside if isinstance(one, Veiled) else one for one in self.mustered)
        return tuple(event.piece for event in plain if isinstance(event, Mustered))


def set_up(document: Document, name: str = "The position") -> Setting:
    """Read the words of a description; all faults are told at once.

    Pieces may lie where no table has them: tests need such places, and `read` refuses them.
    """
    faults = Faults()
    made = words_of(document, faults)
    if faults:
        raise BadPosition(name, faults)
    return made


def read(document: Document, faults: Faults, where: str = "") -> Setting:
    """Read a file: every wrong word, and whatever no table looks like, is noted."""
    made = words_of(document, faults, where)
    soundness.look(document, made.pieces, made.game, where, faults)
    soundness.grounds(document, made.areas, made.game, where, faults)
    return made


def words_of(document: Document, faults: Faults, where: str = "") -> Setting:
    """Read the words of a description and note every one that is wrong."""
    known = game(document.system)
    seats = document.seats or tuple(SeatSaid(seat=seat, side=side) for seat, side in known.seats)
    chairs = tuple(Chair(one.seat, one.side, one.name) for one in seats)
    areas = tuple(_areas(document, known, where, faults))
    mustered = tuple(_pieces(document, known, chairs, where, faults))
    _check_seats(document, chairs, where, faults)
    _check_number(len(chairs), known, where, faults)
    if document.phase not in ("", *known.phases) and not document.progress:
        faults.unknown(f"{where}phase", "phase", document.phase, known.phases)
    for name in SOME:
        if getattr(document, name) and name not in known.fields:
            faults.add(f"{where}{name}", f"{known.name} has no `{name}`: leave it out")
    known.check(document, where, faults)
    events, progress, asked = written.read(document, known, where, faults)
    return Setting(document, known, chairs, areas, mustered, events, progress, asked)


def battle(
    made: Setting,
    settings: Mapping[str, Any] = {},
    *,
    still: bool = False,
    cup: Cup | None = None,
) -> Battle:
    """The battle at that moment, with its dice laid out; `settings` go over those described.

    A `still` one is the position alone: nothing is in progress, nothing follows at once.
    """
    book = made.game.book({**made.document.settings, **settings})
    events = opening(made)
    if still:
        return Battle(book, (event for event in events if not isinstance(event, Pushed)))
    return Battle(book, events, cup or WrittenCup(made.document.dice, made.document.draws))


def opening(made: Setting) -> Iterator[Event]:
    """Everything that lies on and beside the table, then the phase in progress."""
    document, known = made.document, made.game
    width, depth = document.board or known.board
    yield Began(Board(quanta(width, known), quanta(depth, known)), made.chairs)
    for area in made.areas:
        yield Laid(area)
    yield from made.mustered
    if is_whole(document):
        yield from counters_of(document)
    else:
        yield from known.before(document, made.pieces)
    yield from made.events
    if not made.progress:
        yield from known.begin(document)
        return
    now = (document.active,) if isinstance(document.active, str) else document.active
    yield Entered(document.turn, document.phase, now)
    yield from written.begun(made.progress)
    yield from (Asked(ask) for ask in made.asked)


def is_whole(document: Document) -> bool:
    """Whether a document says everything, so that nothing usual is added to it."""
    exact = all(not isinstance(one, str) and one.exact for one in document.pieces)
    return bool(document.progress) or (exact and bool(document.pieces))


def mustered(piece: Piece, chairs: tuple[Chair, ...]) -> Event:
    """A piece that lies there; what is behind one that is not what it seems its side is told."""
    if not piece.truth:
        return Mustered(piece)
    side = next(chair.side for chair in chairs if chair.seat == piece.owner)
    return Veiled((f"side:{side}",), Mustered(piece), Mustered(replace(piece, truth="")))


def quanta(length: float, known: Game) -> int:
    """A length in the game's units as whole quanta."""
    return round(length * known.quanta)


# ── ground ───────────────────────────────────────────────────────────────────
def _areas(document: Document, known: Game, where: str, faults: Faults) -> Iterator[Area]:
    taken, counts = set[str](), Counter[str]()
    for number, said in enumerate(document.terrain):
        here = f"{where}terrain[{number}]"
        one = shorthand.ground(said, here, faults) if isinstance(said, str) else said
        if one is None:
            continue
        if one.type not in known.grounds:
            faults.unknown(here, "terrain", one.type, known.grounds)
            continue
        name = one.id or _unused(one.type, taken, counts)
        if name in taken:
            faults.add(here, f"two pieces of ground are called {name}")
        taken.add(name)
        outline = _outline(one, known, here, faults)
        if outline is not None:
            yield Area(name, one.type, outline)


def _unused(kind: str, taken: set[str], counts: Counter[str]) -> str:
    while True:
        counts[kind] += 1
        name = kind if counts[kind] == 1 else f"{kind}-{counts[kind]}"
        if name not in taken:
            return name


def _outline(one: GroundSaid, known: Game, where: str, faults: Faults) -> Outline | None:
    shapes = [shape for shape in (one.ellipse, one.box, one.strip) if shape is not None]
    if len(shapes) != 1:
        faults.add(where, "give exactly one of `ellipse`, `box` and `strip`")
        return None
    if one.strip is not None:
        if len(set(one.strip)) < 2 or one.width <= 0:
            faults.add(where, "a strip needs two points or more and a width above zero")
            return None
        points = tuple((quanta(x, known), quanta(y, known)) for x, y in one.strip)
        return Strip(points, quanta(one.width, known))
    x, y, length, depth = one.box or one.ellipse or (0.0, 0.0, 0.0, 0.0)
    if length <= 0 or depth <= 0:
        faults.add(where, "ground needs a length and a depth above zero")
        return None
    kind = Box if one.box is not None else Ellipse
    halves = (quanta(length / 2, known), quanta(depth / 2, known))
    return kind(quanta(x, known), quanta(y, known), *halves, *from_degrees(90 + one.turn))


# ── pieces ───────────────────────────────────────────────────────────────────
def _pieces(
    document: Document, known: Game, chairs: tuple[Chair, ...], where: str, faults: Faults
) -> Iterator[Event]:
    taken: dict[str, None] = {}
    laid: list[Event] = []
    others: list[tuple[str, str]] = []
    read: list[tuple[str, PieceSaid]] = []
    for number, said in enumerate(document.pieces):
        here = f"{where}pieces[{number}]"
        one = shorthand.piece(said, known, here, faults) if isinstance(said, str) else said
        if one is not None:
            read.append((here, one))
    joined = Counter(one.inside for _, one in read if known.joined and _stands_within(one))
    for here, one in read:
        if one.id in taken:
            faults.add(here, f"two pieces are called {one.id}")
        taken[one.id] = None
        others += [(here, other) for other in (one.inside, one.behind) if other]
        if one.exact:
            yield from written.exact(one, chairs, known, here, faults)
        elif _is_sound(one, known, chairs, here, faults, joined=joined[one.id]):
            seat = _seat(one, chairs)
            for made in known.muster(one, seat, letter(seat, chairs)):
                event = known.laid(document, made)
                if known.joined and isinstance(event, Mustered) and joined[one.id]:
                    event = Mustered(known.joined(one, event.piece, joined[one.id]))
                if event not in laid:  # a datasheet is laid out once for all its units
                    laid.append(event)
                    yield mustered(event.piece, chairs) if isinstance(event, Mustered) else event
    for here, other in others:
        if other not in taken:
            faults.unknown(here, "piece", other, taken)


def _stands_within(one: PieceSaid) -> bool:
    """Whether it has no place but one in the ranks of another; who was lost has none. [FB-11.1]"""
    return one.at is None and one.place in (None, "table")


def _words(one: PieceSaid, known: Game, here: str, faults: Faults) -> None:
    """Note every word of a piece that nobody knows."""
    for mark in one.marks:
        if isinstance(mark, str) and not shorthand.is_mark(mark, known):
            faults.unknown(here, "mark", mark, shorthand.marks_like(mark, known))
    for trait in one.traits:
        if not shorthand.is_trait(trait, known):
            faults.unknown(here, "trait", trait, known.traits)
    for kind in (one.type, *(one.real or ())):
        if kind not in known.types:
            faults.unknown(here, "type", kind, known.types)


def _is_sound(
    one: PieceSaid,
    known: Game,
    chairs: tuple[Chair, ...],
    here: str,
    faults: Faults,
    *,
    joined: int,
) -> bool:
    """Whether a piece, with so many others in it, can be made; all that is wrong is noted."""
    before = len(faults)
    _words(one, known, here, faults)
    if not _seat(one, chairs):
        seats = ", ".join(chair.seat for chair in chairs)
        faults.add(here, f"whose is {one.id}? Give its `seat`: {seats}")
    _sizes(one, known, joined, here, faults)
    if one.at is not None and abs(one.at[2]) > FULL_TURN:
        faults.add(here, f"{one.id} faces {one.at[2]:g} degrees: write -360 to 360")
    if one.at is None and one.place == "table":
        faults.add(here, f"{one.id} is on the table: give `at`, or another place")
    return len(faults) == before


def _sizes(one: PieceSaid, known: Game, joined: int, here: str, faults: Faults) -> None:
    """Note how many or how much of a piece there cannot be; so many others stand in its files."""
    if one.worth is not None and (one.worth < 0 or one.worth % known.worth_step):
        step = "halves" if known.worth_step < 1 else "a whole number"
        faults.add(here, f"{one.id} is never worth {one.worth:g} points: write {step}, 0 or more")
    if not all(size is None or size > 0 for size in (one.width, one.depth)):
        faults.add(here, f"{one.id} needs a width and a depth above zero")
    if one.models is not None and not 1 <= one.models <= MOST_MODELS:
        faults.add(here, f"{one.id} has {one.models} models: write 1 to {MOST_MODELS}")
    most = (one.models or len(one.models_at) or 1) + joined
    if one.files is not None and not 1 <= one.files <= most:
        told = f"{one.id} stands in {one.files} files: write 1 or more, and no more than its models"
        faults.add(here, told)


def marks_of(
    said: PieceSaid, known: Mapping[str, str], open_ones: Mapping[str, str] = {}
) -> tuple[Mark, ...]:
    """The marks of a piece, each until the moment at which such a mark goes, or as is said."""
    return tuple(
        Mark(one, known.get(one, _open(one, open_ones)))
        if isinstance(one, str)
        else Mark(one.name, one.until)
        for one in said.marks
    )


def _open(mark: str, open_ones: Mapping[str, str]) -> str:
    """When a mark that ends in a word goes."""
    return next((until for name, until in open_ones.items() if mark.startswith(name)), "")


def _seat(one: PieceSaid, chairs: tuple[Chair, ...]) -> str:
    """The seat that is named, or the one whose name begins as the piece's id does."""
    seats = tuple(chair.seat for chair in chairs)
    if one.seat:
        return one.seat if one.seat in seats else ""
    letter = one.id[:1].casefold()
    found = [seat for seat in seats if seat.casefold().startswith(letter)]
    return found[0] if len(found) == 1 else ""


def letter(seat: str, chairs: tuple[Chair, ...]) -> str:
    """What a seat's army is called: its first letter, or its name where two begin alike.

    >>> letter("red", (Chair("red", "south"), Chair("blue", "north")))
    'R'
    """
    first = seat[:1].upper()
    alike = [chair.seat for chair in chairs if chair.seat[:1].upper() == first]
    return first if len(alike) == 1 else seat


def active(document: Document, known: Game) -> tuple[str, ...]:
    """The seats whose turn it is: as described, or the first side at the table."""
    if document.active:
        return (document.active,) if isinstance(document.active, str) else document.active
    if not document.seats:
        return (known.seats[0][0],)
    side = document.seats[0].side
    return tuple(one.seat for one in document.seats if one.side == side)


def _check_number(seated: int, known: Game, where: str, faults: Faults) -> None:
    """Whether so many may play. Of two sides any number may sit at the table. [TT-1.1, CM-62]"""
    sizes = SYSTEMS[known.name].sizes
    if sizes != TWO and seated not in sizes:
        told = f"{known.name} is played by {sizes[0]} to {sizes[-1]}"
        faults.add(f"{where}seats", f"{told}, not by {seated}")


def _check_seats(document: Document, chairs: tuple[Chair, ...], where: str, faults: Faults) -> None:
    seats = tuple(chair.seat for chair in chairs)
    if len(set(seats)) < len(seats):
        faults.add(f"{where}seats", "two seats have one name")
    named = (document.active,) if isinstance(document.active, str) else document.active
    for seat in named:
        if seat and seat not in seats:
            faults.unknown(f"{where}active", "seat", seat, seats)
    points = document.points if isinstance(document.points, dict) else {}
    for seat in points:
        if seat not in seats:
            faults.unknown(f"{where}points", "seat", seat, seats)
