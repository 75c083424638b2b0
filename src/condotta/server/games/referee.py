"""The referee's desk: a position file ruled on, its map, and what can be taken hold of there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias, get_origin

import msgspec
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.positions import scenes, shorthand, telling
from condotta.positions.faults import Faults
from condotta.positions.forms import CHANCES
from condotta.positions.games import Form, Game, game
from condotta.positions.manual import example
from condotta.positions.moving import laid_out, moved
from condotta.positions.reading import parse
from condotta.positions.records import ChancesAsked, Document, PieceSaid
from condotta.positions.running import Report
from condotta.positions.scenes import Scene, Shown
from condotta.positions.worded import Words
from condotta.report import figures
from condotta.report.ink import SCALE, Sheet, el, placed, turned
from condotta.report.svg import MARGIN, battle_map
from condotta.report.svg import Shown as OnDesk
from condotta.rules.library import declarations, kind
from condotta.server.forms import (
    RefereeChance,
    RefereeOption,
    RefereePiece,
    RefereeQuestion,
    RefereeRun,
    RefereeSaid,
    RefereeSystem,
    RefereeTurn,
)
from condotta.server.games.scenarios import places_of
from condotta.settings import Setting
from condotta.table import Disc, Rectangle, facing_degrees
from condotta.words import measured_in

NAME = "The file"
Needs: TypeAlias = Literal["all", "piece", "pair", "seat", "chain"]
MOST_PIECES, MOST_MODELS, MOST_TURNS, MOST_RUNS = 400, 1_000, 120, 24
MOST_RESULTS = 3_000
"""Results of dice that the desk works out for a file: some seconds."""
TOP = 14.0
"""Room above a map that has no plates."""


def about(system: str) -> RefereeSystem:
    """What a system knows at the desk; an unknown one is a PlainError."""
    known = game(system)
    settings = {
        name: tuple(one for one in values_of(setting) if one != setting.default)
        for name, setting in declarations(system).items()
        if values_of(setting)
    }
    asked = ((name, form, needs_of(form)) for name, form in sorted(known.questions.items()))
    return RefereeSystem(
        file=example(kind(system)),
        types=known.types,
        grounds=known.grounds,
        phases=known.phases,
        counted=known.counted,
        board=known.board,
        settings=settings,
        says={name: declarations(system)[name].says for name in settings},
        questions=tuple(
            RefereeQuestion(name=name, needs=needs, says=form.says)
            for name, form, needs in asked
            if needs is not None
        ),
    )


def values_of(setting: Setting) -> tuple[str | bool, ...]:
    """The values that a setting may be chosen from; none of a number or a length."""
    if setting.type == "flag":
        return (True, False)
    return tuple(str(one) for one in setting.allowed) if setting.type == "word" else ()


def needs_of(form: Form) -> Needs | None:
    """What must be named for a question; None where more is needed than can be picked."""
    if form.kind is str:
        return "piece"
    if form.kind is ChancesAsked:
        return "chain"
    if get_origin(form.kind) is Literal:
        return "all"
    fields = {one.name: one.required for one in msgspec.structs.fields(form.kind)} if isinstance(
        form.kind, type
    ) and issubclass(form.kind, msgspec.Struct) else {}  # fmt: skip
    needed = {name for name, required in fields.items() if required}
    if needed == {"between"}:
        return "pair"
    return "seat" if needed == {"seat"} else None


def ruled(
    file: str, move: str = "", at: tuple[float, float, float] = (0, 0, 0), *, tidy: bool = False
) -> RefereeSaid:
    """What the rules say of a file, after a piece was put elsewhere if one is named."""
    text = file
    try:
        if move:
            text = moved(file, move, at)
        elif tidy:
            text = laid_out(file)
        document = parse(text.encode(), NAME)
        within(document)
        document = answered_in_time(document)
        found = scenes.shown(document, NAME)
    except PlainError as why:
        return RefereeSaid(file=text, fault=str(why))
    known = game(document.system)
    before, after = found.begins[0], found.ends[0]
    return RefereeSaid(
        file=text,
        map=battle_map(after, before, OnDesk(plates=False), figures.STYLE, figures.DEFS),
        pieces=tuple(held(one, before, known) for one in before.pieces.values() if one.pose),
        origin=(MARGIN, TOP + Sheet(before.board.width, before.board.depth).h),
        scale=known.quanta / SCALE,
        runs=runs(found, known),
        seats=places_of(before.chairs),
        options=tuple(options(found.report)),
    )


def within(document: Document) -> None:
    """A file is as large as the desk has time for, or it is refused."""
    runs = max(1, len(document.cases)) * max(1, len(document.under))
    turns = len(document.says) + len(document.questions)
    if turns > MOST_TURNS or runs > MOST_RUNS or not small_enough(document):
        raise PlainError(
            f"The desk takes {MOST_PIECES} pieces, {MOST_MODELS:,} models, {MOST_TURNS} things "
            f"said and asked and {MOST_RUNS} runs: use `condotta rule` for more."
        )


def small_enough(document: Document) -> bool:
    """Whether no more pieces and models lie there, in any case, than a table has room for."""
    known = game(document.system)
    cases = [case.pieces for case in document.cases]
    if len(document.pieces) + max(map(len, cases), default=0) > MOST_PIECES:
        return False
    most = MOST_MODELS - models_in(document.pieces, known)
    return most >= 0 and all(models_in(one, known) <= most for one in cases)


def models_in(pieces: Iterable[str | PieceSaid], known: Game) -> int:
    """How many models pieces of a file have together."""
    return sum(models_of(one, known) for one in pieces)


def models_of(said: str | PieceSaid, known: Game) -> int:
    """How many models a piece of a file has; a line that cannot be read is told of later."""
    one = shorthand.piece(said, known, "", Faults()) if isinstance(said, str) else said
    return 1 if one is None else one.models or len(one.models_at) or 1


def answered_in_time(document: Document) -> Document:
    """The document whose questions of chances share what the desk works out."""
    runs = max(1, len(document.cases)) * max(1, len(document.under))
    every = (document.questions, *(case.questions or () for case in document.cases))
    asked = max(1, sum(CHANCES in one for listed in every for one in listed)) * runs
    return replace(
        document,
        questions=fewer(document.questions, MOST_RESULTS // asked),
        cases=tuple(
            case
            if case.questions is None
            else replace(case, questions=fewer(case.questions, MOST_RESULTS // asked))
            for case in document.cases
        ),
    )


def fewer(questions: tuple[dict[str, Any], ...], most: int) -> tuple[dict[str, Any], ...]:
    """The questions, those of chances with no more results than that."""
    return tuple(
        {**one, CHANCES: {**said, "most": min(most, said.get("most", most))}}
        if isinstance(said := one.get(CHANCES), dict) and isinstance(said.get("most", 0), int)
        else one
        for one in questions
    )


def options(found: Report) -> Iterator[RefereeOption]:
    """What seats may choose once everything is said, as far as it is listed."""
    for asked in found.runs[0].state["waiting"]:
        for option in asked["options"]:
            yield RefereeOption(seat=asked["seat"], window=asked["window"], option=option)


def chances(answer: dict[str, Any]) -> Iterator[RefereeChance]:
    """The outcomes of a question of chances."""
    for row in answer.get("outcomes", {}).values():
        exact = row["exact"] if len(row["exact"]) <= telling.LONG else ""
        yield RefereeChance(says=row["says"], chance=row["chance"], exact=exact)


def held(piece: Piece, position: Position, known: Game) -> RefereePiece:
    """A piece as the map has it."""
    assert piece.pose is not None
    sheet = Sheet(position.board.width, position.board.depth)
    x, y = sheet.at(piece.pose.x, piece.pose.y)
    shape = piece.shape
    return RefereePiece(
        piece=piece.id,
        seat=piece.controller,
        at=(
            piece.pose.x / known.quanta,
            piece.pose.y / known.quanta,
            round(facing_degrees(piece.pose) % 360, 3),
        ),
        x=round(x + MARGIN, 2),
        y=round(y + TOP, 2),
        half=round(shape.width / SCALE / 2, 2) if isinstance(shape, Rectangle) else 0,
        depth=round(shape.depth / SCALE, 2) if isinstance(shape, Rectangle) else 0,
        turn=round(turned(piece.pose), 2),
        radius=round(shape.radius / SCALE, 2) if isinstance(shape, Disc) else 0,
    )


def runs(shown: Shown, known: Game) -> tuple[RefereeRun, ...]:
    """Every run: what was said and asked, and how it ended, in the language that is spoken."""
    found = []
    with measured_in(known.unit):
        for run, listed, end in zip(shown.report.runs, shown.scenes, shown.ends, strict=True):
            told = tuple(turn(scene, known) for scene in listed)
            words = Words(end, known)
            then = tuple(words.ending(run)) if listed else ()
            unlike = tuple(f"≠ {one}" for one in run.differences)
            found.append(RefereeRun(name=words.reading(run), turns=told, then=(*then, *unlike)))
    return tuple(found)


def turn(scene: Scene, known: Game) -> RefereeTurn:
    """Something said or asked, with what of its answer is drawn on the map."""
    position = scene.moment.position
    words = Words(position, known, scene.moment.asks)
    sheet = Sheet(position.board.width, position.board.depth)
    drawn = figures.drawn(sheet, scene.figures)
    return RefereeTurn(
        what=words.title(scene.turn),
        accepted=scene.turn.answer.get("accepted"),
        lines=tuple(words.answer(scene)),
        chances=tuple(chances(scene.turn.answer)),
        unlike=scene.turn.differences,
        drawn=el("g", drawn, transform=placed(MARGIN, TOP)) if drawn else "",
    )
