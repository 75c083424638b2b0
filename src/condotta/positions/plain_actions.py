"""Whatever a seat can say in a game, in readable form, made from the records of its actions.

`Manoeuvre` is said as `{"manoeuvre": {"piece": "R1", "legs": [{"advance": 4}]}}`: the name of the
record in small letters, its fields with poses as [x, y, degrees], ways and lengths in the game's
units. An action of one field is said by that field alone, one of none by `true`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from condotta.kernel.asks import Action, Choose, Draw, Roll, Speak
from condotta.kernel.book import Book
from condotta.kernel.events import Step
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Record
from condotta.positions.games import Form
from condotta.positions.legs import LegSaid, PoseSaid, degrees_of, leg, placed, said_of_leg
from condotta.positions.records import Part
from condotta.table import Leg, Pose, after, from_degrees

KERNEL = (Choose, Roll, Draw, Speak)
LENGTHS = frozenset(
    {
        ("Trail", "points"), ("Trail", "level"), ("UseWagon", "width"), ("PlaceMarkers", "points"),
    }
)  # fmt: skip
"""The whole numbers of records that are lengths in quanta; all others are plain numbers."""


class Scene(NamedTuple):
    """What an action is read in: quanta in a unit, the position, the piece that it is of."""

    quanta: int
    position: Position
    piece: Piece | None = None


class Way(NamedTuple):
    """How a value is written in a file, how it is read from there, and written."""

    kind: Any
    read: Callable[[Any, Scene], Any]
    write: Callable[[Any, Scene], Any]


def name_of(kind: str) -> str:
    """The name of a record in a file.

    >>> name_of("DeclareCharge")
    'declare_charge'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower()


def forms(kinds: Iterable[type[Action]], quanta: int) -> dict[str, Form]:
    """A form for each of some kinds of actions, those of the kernel apart."""
    return {name_of(kind.__name__): form(kind, quanta) for kind in kinds if kind not in KERNEL}


def said_in(book: Book, without: tuple[type[Action], ...] = ()) -> list[type[Action]]:
    """The kinds of actions that a book knows, by their names, but for some."""
    kinds = sorted(book.types.items())
    return [kind for _, kind in kinds if issubclass(kind, Action) and kind not in without]


def form(kind: type[Action], quanta: int) -> Form:
    """The readable form of one kind of action."""
    way = whole(kind)

    def read(_: Book, position: Position, said: Any) -> Any:
        return way.read(said, scene(quanta, position, said))

    says = (kind.__doc__ or "").split("\n", 1)[0].replace(" in quanta", "")
    return Form(way.kind, read, says)


def scene(quanta: int, position: Position, said: Any) -> Scene:
    """What an action is read in; the piece that its legs start from is the first that it names."""
    named = getattr(said, "piece", None) or getattr(said, "pieces", None)
    first = named if isinstance(named, str) else named[0] if named else ""
    return Scene(quanta, position, position.pieces.get(first))


def plain(action: Action, quanta: int, position: Position) -> Any:
    """An action as a file says it; what its form can say only nearly, as a log writes it."""
    way = whole(type(action))
    said = way.write(action, scene(quanta, position, action))
    again = msgspec.convert(said, way.kind)
    if way.read(again, scene(quanta, position, again)) == action:
        return {name_of(type(action).__name__): said}
    return {"record": msgspec.to_builtins(action)}


# ── how a field is written ───────────────────────────────────────────────────
@cache
def whole(kind: type[Record]) -> Way:
    """How an action is written: by its fields, by the only one, or by `true`."""
    fields = ways(kind)
    if not fields:
        return Way(Literal[True], lambda _, __: kind(), lambda _, __: True)
    if len(fields) == 1 and "ux" not in get_type_hints(kind):
        ((name, way),) = fields.items()
        return Way(
            way.kind,
            lambda said, at: kind(**{name: way.read(said, at)}),
            lambda record, at: way.write(getattr(record, name), at),
        )
    return mirrored(kind)


@cache
def mirrored(kind: type[Record]) -> Way:
    """A record as a part of a file with the same fields."""
    fields = ways(kind)
    given = {field.name: field for field in msgspec.structs.fields(kind)}
    parts: list[Any] = []
    for name, way in fields.items():
        field = given.get(name)
        if name == "facing":
            parts.append((name, float | None, None))
        elif field is None or field.required:
            parts.append((name, way.kind))
        else:
            parts.append((name, way.kind, default_of(field)))
    package = kind.__module__.split(".")[2]  # two games may have an action of one name
    part: Any = msgspec.defstruct(
        f"{package.title()}{kind.__name__}Said", parts, bases=(Part,), kw_only=True, frozen=True,
        namespace={"__doc__": (kind.__doc__ or "").split("\n", 1)[0]},
    )  # fmt: skip

    def read(said: Any, at: Scene) -> Any:
        values = {name: way.read(getattr(said, name), at) for name, way in fields.items()}
        if "facing" in values:
            values["ux"], values["uy"] = values.pop("facing")
        return kind(**values)

    def write(record: Any, at: Scene) -> Any:
        told = {}
        for name, way in fields.items():
            value = (record.ux, record.uy) if name == "facing" else getattr(record, name)
            said = way.write(value, at)
            if said != default_of(given[name]) if name in given else said is not None:
                told[name] = said
        return told

    return Way(part, read, write)


def default_of(field: Any) -> Any:
    """What a field of a part is where nothing is said; such as is needed has no default."""
    if field.required:
        return msgspec.NODEFAULT
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory()


def ways(kind: type[Record]) -> Mapping[str, Way]:
    """How each field of a record is written; a direction of two numbers is one in degrees."""
    hints = get_type_hints(kind)
    found: dict[str, Way] = {}
    for name in (field.name for field in msgspec.structs.fields(kind)):
        if name == "ux":
            found["facing"] = FACING
        elif name != "uy":
            found[name] = (
                CARDS[hints[name]] if name in ("card", "cards")
                else LENGTH[hints[name]] if (kind.__name__, name) in LENGTHS
                else way_of(hints[name])
            )  # fmt: skip
    return found


# ── cards ────────────────────────────────────────────────────────────────────
def held(name: str, position: Position, besides: tuple[str, ...] = ()) -> str:
    """The card that a seat calls so in its view: by what is on it, or by its id on the table."""
    known = (one.id for one in position.at("hand") if one.truth == name and one.id not in besides)
    return name if name in position.pieces else next(known, name)


def all_held(names: tuple[str, ...], position: Position) -> tuple[str, ...]:
    """Several cards; of two alike that are named twice each is one."""
    found: tuple[str, ...] = ()
    for name in names:
        found = (*found, held(name, position, found))
    return found


def called(card: str, position: Position) -> str:
    """What a seat calls a card: what is on it, where it holds no other like that."""
    truth = position.pieces[card].truth if card in position.pieces else ""
    alike = [one for one in position.at("hand") if truth and one.truth == truth]
    return truth if len(alike) == 1 else card


CARDS: Mapping[Any, Way] = {
    str: Way(
        str, lambda said, at: held(said, at.position), lambda one, at: called(one, at.position)
    ),
    tuple[str, ...]: Way(
        tuple[str, ...],
        lambda said, at: all_held(said, at.position),
        lambda each, at: [called(one, at.position) for one in each],
    ),
}
"""Cards by the type that a record has for them."""


def way_of(hint: Any) -> Way:
    """How a value of some type is written."""
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        return maybe(way_of(next(one for one in get_args(hint) if one is not NoneType)))
    inner = get_args(hint)[0] if get_origin(hint) is tuple else None
    if hint is Pose:
        return POSE
    if inner is Step:
        return STEPS
    if inner == Leg:
        return LEGS
    if isinstance(inner, type) and issubclass(inner, Record):
        one = mirrored(inner)
        kind: Any = one.kind
        return Way(
            tuple[kind, ...],
            lambda said, at: tuple(one.read(each, at) for each in said),
            lambda record, at: [one.write(each, at) for each in record],
        )
    if isinstance(hint, type) and issubclass(hint, Record):
        return mirrored(hint)
    return Way(hint, lambda said, _: said, lambda value, _: msgspec.to_builtins(value))


def maybe(way: Way) -> Way:
    """How a value is written that may be missing."""
    kind: Any = way.kind
    return Way(
        kind | None,
        lambda said, at: None if said is None else way.read(said, at),
        lambda value, at: None if value is None else way.write(value, at),
    )


def _pose_said(pose: Pose, at: Scene) -> list[float]:
    return [pose.x / at.quanta, pose.y / at.quanta, degrees_of(pose.facing)]


def _legs(said: tuple[LegSaid, ...], at: Scene) -> tuple[Leg, ...]:
    """Ways of a piece, each from where the one before it led."""
    made: list[Leg] = []
    piece = at.piece
    for one in said:
        made.append(leg(one, at.quanta, piece, at.position))
        if piece is not None and piece.pose is not None and piece.shape is not None:
            (pose,) = after((piece.pose,), (piece.shape,), made[-1])
            piece = msgspec.structs.replace(piece, pose=pose)
    return tuple(made)


POSE = Way(PoseSaid, lambda said, at: placed(said, at.quanta), _pose_said)
STEPS = Way(
    dict[str, PoseSaid],
    lambda said, at: tuple(Step(name, placed(one, at.quanta)) for name, one in said.items()),
    lambda steps, at: {step.piece: _pose_said(step.pose, at) for step in steps},
)
LEGS = Way(
    tuple[LegSaid, ...],
    _legs,
    lambda legs, at: [said_of_leg(one, at.quanta) for one in legs],
)
FACING = Way(
    float | NoneType,
    lambda said, _: (0, 0) if said is None else from_degrees(said),
    lambda two, _: None if two == (0, 0) else degrees_of(two),
)
LENGTH: Mapping[Any, Way] = {
    int: Way(float, lambda said, at: round(said * at.quanta), lambda value, at: value / at.quanta),
    tuple[int, ...]: Way(
        tuple[float, ...],
        lambda said, at: tuple(round(one * at.quanta) for one in said),
        lambda value, at: [one / at.quanta for one in value],
    ),
    tuple[tuple[int, int], ...]: Way(
        tuple[tuple[float, float], ...],
        lambda said, at: tuple((round(x * at.quanta), round(y * at.quanta)) for x, y in said),
        lambda value, at: [[x / at.quanta, y / at.quanta] for x, y in value],
    ),
}
"""Lengths by the type that a record has for them."""
