"""TRIUMPH! for position files: its words, its pieces, the moment a battle is taken up at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from condotta.kernel.asks import Frame
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Entered, Event, Mustered, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.positions import common_questions, plain_actions, set_ups, triumph_slips
from condotta.positions.building import active, marks_of
from condotta.positions.faults import Faults
from condotta.positions.games import Form, Game, counters_of, seated, six_sided
from condotta.positions.in_rows import army_in_rows
from condotta.positions.legs import placed
from condotta.positions.records import Document, PieceSaid
from condotta.positions.soundness import words_under
from condotta.positions.triumph_actions import ACTIONS, MU, OWN_KINDS
from condotta.positions.triumph_questions import QUESTIONS
from condotta.positions.triumph_worths import usual_worth
from condotta.rules.library import book as book_of
from condotta.rules.steps import Conduct
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards import TOKENS, TRAITS, USES
from condotta.rules.triumph.combat.close_combat import ClosePhase
from condotta.rules.triumph.movement.command import CommandRoll
from condotta.rules.triumph.movement.movement_phase import MovementPhase
from condotta.rules.triumph.shooting.ranged_combat import RangedPhase
from condotta.rules.triumph.stands.seeming import BEHIND, read, veiled, written
from condotta.rules.triumph.tables import CAMP, TABLES, troop
from condotta.table import Rectangle
from condotta.words import MU as UNIT

MARKS = {
    names.MOVED: names.TURN,
    names.SHOT: names.RANGED,
    names.HELD: names.RANGED,
    names.FOUGHT: names.CLOSE,
    names.FRESH: names.CLOSE,
    **{name: token.until for name, token in TOKENS.items()},
}
"""How long each mark stays, those of cards too; without an end until something takes it off."""
CODES = tuple(sorted(USES))
SEATS = (("red", "south"), ("blue", "north"))
OPEN_WORDS = {names.HOME: tuple(one.key for one in TABLES.topographies)}
OUT = ("lost", "gone", "aside")
"""Where a general leads nobody any more. [TC-3.86]"""
FRAMES: Mapping[str, tuple[type[Frame], ...]] = {
    names.COMMAND: (CommandRoll,),
    names.MOVEMENT: (MovementPhase,),
    names.RANGED: (RangedPhase,),
    names.CLOSE: (ClosePhase,),
    names.END: (),
}
"""What is in progress in a phase, above the conduct of the battle."""


def piece(said: PieceSaid, seat: str, army: str) -> Piece:
    """A stand or camp with its type's base; an army is one command. [TC-0.4]"""
    kind = troop(said.type)
    width = kind.width if said.width is None else round(said.width * MU)
    depth = kind.depth if said.depth is None else round(said.depth * MU)
    pose = None if said.at is None else placed(said.at, MU)
    general = (names.GENERAL,) if said.general else ()
    made = Piece(
        id=said.id,
        type=said.type,
        owner=seat,
        controller=seat,
        army=said.army or army,
        command=said.command or army,
        unit=said.unit,
        shape=Rectangle(width, depth),
        place=said.place or ("table" if pose else "undeployed"),
        pose=pose,
        traits=tuple(dict.fromkeys((*general, *said.traits))),
        marks=marks_of(said, MARKS),
    )
    return made if said.real is None and not said.behind else replace(made, truth=truth(said, made))


def truth(said: PieceSaid, made: Piece) -> str:
    """What is behind a piece that is not what it seems."""
    if said.behind:
        return f"{BEHIND}{said.behind}"
    return written(tuple(replace(made, type=troop(code).code) for code in said.real or ()))


def lost_by_seat(seat: str, _: tuple[Piece, ...]) -> Piece:
    """What stands for all that a seat has lost before."""
    return Piece(
        id=f"{seat} losses", type=CAMP, owner=seat, controller=seat, place="lost",
        command="", traits=("marker",),
    )  # fmt: skip


def before(
    document: Document,
    pieces: tuple[Piece, ...],
    lost: Callable[[str, tuple[Piece, ...]], Piece] = lost_by_seat,
) -> Iterator[Event]:
    """What each piece is worth, what was lost before, command points, other counters."""
    worths = {one.id: one for one in document.pieces if isinstance(one, PieceSaid)}
    book = book_of(document.system)
    for one in pieces:
        said = worths.get(one.id)
        usual = usual_worth(book, one)
        worth = usual if said is None or said.worth is None else round(2 * said.worth)
        yield Counted(one.id, names.WORTH, worth)
        if said is not None and said.real:
            inside = sum(usual_worth(book, real) for real in read(one))
            side = next(side for seat, side in seated(document, GAME) if seat == one.owner)
            yield veiled(side, Counted(one.id, names.REAL, inside))
        for name, value in sorted((said.counters if said else {}).items()):
            yield Counted(one.id, name, value)
    for holder, points in document.losses.items():
        gone = lost(holder, pieces)
        yield Mustered(gone)
        yield Counted(gone.id, names.WORTH, round(2 * points))
    for number, card in enumerate(document.cards, start=1):
        letter = next((one.army for one in pieces if one.owner == card.seat), card.seat)
        detail = (card.detail,) if card.detail else ()
        yield Mustered(
            Piece(
                id=f"{letter}-{card.code}-{number}", type=card.code, owner=card.seat,
                controller=card.seat, army=letter, unit=card.unit, place="hand",
                traits=(names.CARD, *detail),
            )
        )  # fmt: skip
    yield from _points(document, pieces)
    yield from counters_of(document)


def _points(document: Document, pieces: tuple[Piece, ...]) -> Iterator[Event]:
    """Command points of every command of a seat: a bare number, or 6, for those in turn."""
    given = 6 if document.points is None else document.points
    whose = dict.fromkeys(active(document, GAME), given) if isinstance(given, int) else given
    for seat, points in whose.items():
        owned = (one.command for one in pieces if one.controller == seat)
        for command in dict.fromkeys(filter(None, owned)):
            yield Counted(command, names.CP, points)


def set_up_steps(book: Book, position: Position) -> set_ups.Steps:
    """The steps of the set-up."""
    return book.stack(seams.SET_UP, book, position)


def begin(document: Document) -> Iterator[Event]:
    """Enter the phase: the conduct of the battle, and what is in progress above it. [TC-4.2]

    The set-up begins with its first die, each of its phases with its first step. [TC-8.1]
    """
    phase = document.phase or names.MOVEMENT
    if phase in FRAMES:
        yield Entered(document.turn, phase, active(document, GAME))
        yield Pushed(Conduct())
        yield from (Pushed(frame()) for frame in FRAMES[phase])
        return
    seats = seated(document, GAME)
    if phase not in (set_ups.SET_UP, names.TERRAIN) and not any(
        names.ADVANTAGE in row for row in document.counters.values()
    ):
        yield Counted(active(document, GAME)[0], names.ADVANTAGE, 1)
    yield from set_ups.begun(document, set_up_steps, seats, names.ADVANTAGE)


def setting_out(system: str, seats: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The phases of a set-up of stands."""
    return set_ups.phases(system, set_up_steps, seats, names.ADVANTAGE)


def check(document: Document, where: str, faults: Faults, like: Game | None = None) -> None:
    """Whether the words exist, and the losses are of those who sit there. [TC-10.2]"""
    check_words(document, where, faults)
    seats = tuple(seat for seat, _ in seated(document, like or GAME))
    for seat in document.losses:
        if seat not in seats:
            faults.unknown(f"{where}losses", "seat", seat, seats)


def check_words(document: Document, where: str, faults: Faults) -> None:
    """Whether the settings and cards exist and the dice have six sides. [TC-0.14]"""
    six_sided(document, where, faults)
    for number, card in enumerate(document.cards):
        if card.code not in CODES:
            faults.unknown(f"{where}cards[{number}]", "card", card.code, CODES)


def state(battle: Battle) -> dict[str, Any]:
    """Who leads, and points lost and command points left of each seat."""
    now = battle.state.position
    losses = {chair.seat: 0 for chair in now.chairs}
    points = dict(losses)
    for one in now.at("lost"):
        losses[one.owner] += now.count(one.id, names.WORTH)
    for command, seat in {one.command: one.controller for one in now.pieces.values()}.items():
        points[seat] += now.count(command, names.CP)
    leading = (one for one in now.pieces.values() if one.place not in OUT)
    generals = sorted(one.id for one in leading if names.GENERAL in one.traits)
    lost = {seat: half / 2 for seat, half in losses.items()}
    return {"generals": generals, "losses": lost, "points": points}


def actions(system: str) -> dict[str, Form]:
    """Whatever a seat may say in a system of stands."""
    return {**plain_actions.forms(plain_actions.said_in(book_of(system), OWN_KINDS), MU), **ACTIONS}


GAME = Game(
    "triumph",
    quanta=MU,
    unit=UNIT,
    board=(TABLES.board.width / MU, TABLES.board.depth / MU),
    seats=SEATS,
    types=tuple(kind.code for kind in TABLES.troops),
    grounds=tuple(kind.key for kind in TABLES.terrain),
    phases=(*FRAMES, *setting_out("triumph", SEATS)),
    traits=(names.GENERAL, names.BATTLE_LINE, names.ALLY, names.GARRISON, *TRAITS),
    marks=tuple(MARKS),
    muster=lambda said, seat, army: (Mustered(piece(said, seat, army)),),
    before=before,
    begin=begin,
    actions=actions("triumph"),
    questions={**common_questions.QUESTIONS, **QUESTIONS},
    state=state,
    check=check,
    fields=("points", "losses", "cards"),
    set_up=set_ups.steps("triumph", set_up_steps, SEATS, names.ADVANTAGE),
    open_words=OPEN_WORDS,
    look=triumph_slips.look,
    set_out=army_in_rows,
    counters=words_under("condotta.rules.triumph", "condotta.rules.setting_up"),
)
