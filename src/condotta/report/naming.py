"""Names for people: seats, stands, bodies of stands. Everything is worked out from the pieces."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Param
from condotta.rules.skirmish.names import OWN
from condotta.rules.treachery.names import DEAL, TREACHERY, TURN_CARD
from condotta.rules.triumph.tables import CAMP
from condotta.words import has, say

MOST_TYPES = 3  # a body of more types is counted, not listed
NUMBERED = re.compile(r"([A-Z]+)(\d+)")
CALLED = re.compile(r"[A-Z]*\d+(\.\d+)?")
"""The ids that people use: of stands, units and their models, and the numbers of markers."""


_players: ContextVar[Mapping[Seat, str] | None] = ContextVar("players", default=None)
_whose: ContextVar[bool] = ContextVar("whose", default=False)


@contextmanager
def called(players: Mapping[Seat, str], *, whose: bool = False) -> Iterator[None]:
    """While it holds, those seats are called by the names of their players.

    With `whose` each piece in a sentence is told with who leads it, unless the sentence names him:
    whoever sits at no seat does not know the letters of the others.

    >>> with called({"red": "Aude"}):
    ...     seat_name("red"), seat_name("blue")
    ('Aude', 'Blue')
    """
    before, asked = _players.set(players), _whose.set(whose)
    try:
        yield
    finally:
        _players.reset(before)
        _whose.reset(asked)


def seat_name(seat: Seat, lang: str = "") -> str:
    """The name of a seat for people: its player's while that is known.

    >>> seat_name("red"), seat_name("red", "fr"), seat_name("Kallippos")
    ('Red', 'Rouge', 'Kallippos')
    """
    return (_players.get() or {}).get(seat) or seat_alone(seat, lang)


def seat_alone(seat: Seat, lang: str = "") -> str:
    """The name of a seat, whoever holds it.

    >>> with called({"red": "Aude"}):
    ...     seat_alone("red")
    'Red'
    """
    key = f"seat.{seat}"
    return say(key, lang=lang) if has(key) else seat[:1].upper() + seat[1:]


def type_name(code: str, lang: str = "") -> str:
    """The name of a troop type or of what is no troop; a code nobody knows stays a code."""
    groups = ("troop", "treachery", "icon", "type")
    key = next((f"{group}.{code}" for group in groups if has(f"{group}.{code}")), "")
    return say(key, lang=lang) if key else code


def stand_name(piece: Piece, lang: str = "") -> str:
    """A piece by its type and id, a marker by its number; what has neither, by its type alone.

    A model of a unit is called by its own kind, as its unit where there is but one kind of one.

    >>> stand_name(Piece("R4", "SPR", "red", "red"))
    'Spear R4'
    >>> stand_name(Piece("standing-storm R9 1", "standing-storm", "red", "red"))
    'Standing Storm'
    >>> stand_name(Piece("card-7", "T08", "red", "red", place="hand", traits=("treachery card",)))
    'Paid Informer'
    >>> stand_name(Piece("objective-2", "objective", "", ""))
    'objective 2'
    >>> stand_name(Piece("R4.1", "militia_sergeant", "red", "red", command="R4", unit="militia"))
    'Militia sergeant R4.1'
    >>> stand_name(Piece("R5.1", "medic", "red", "red", command="R5", unit="medic"))
    'Medic R5'
    """
    if piece.truth and piece.place == "hand":
        return type_name(piece.truth, lang)
    if TREACHERY in piece.traits:
        return type_name(piece.type, lang)
    if TURN_CARD in piece.traits:
        who = {"seat": seat_name(piece.owner, lang), "icon": type_name(piece.type, lang)}
        return say("story.turn-card", who, lang)
    if piece.type == CAMP:
        return say("story.camp", {"id": piece.id}, lang)
    if is_model(piece) and piece.type == piece.unit:
        return f"{kind_name(piece, lang)} {piece.command}"
    if is_model(piece) and has(f"model.{piece.type}") and not piece.unit.startswith(OWN):
        return f"{say(f'model.{piece.type}', lang=lang)} {piece.id}"
    kind, number = kind_name(piece, lang), piece.id.removeprefix(f"{piece.type}-")
    return f"{kind} {number}" if CALLED.fullmatch(number) else kind


def kind_name(piece: Piece, lang: str = "") -> str:
    """What kind of troops a piece is: its type, or its unit where the type has no name.

    Units of a sheet that a player brought are called as it came, in every language. [SK-124]

    >>> kind_name(Piece("R4", "infantry", "red", "red", unit="Archers"))
    'Archers'
    >>> kind_name(Piece("R4.2", "militia_trooper", "red", "red", unit="militia"))
    'Militia squad'
    """
    if piece.unit.startswith(OWN):
        return piece.unit.removeprefix(OWN)
    if piece.unit and has(f"unit.{piece.unit}"):
        return say(f"unit.{piece.unit}", lang=lang)
    known = has(f"troop.{piece.type}") or has(f"type.{piece.type}")
    return piece.unit if piece.unit and not known else type_name(piece.type, lang)


def is_model(piece: Piece) -> bool:
    """Whether a piece is one model of a unit: its id is the unit's and a number.

    >>> is_model(Piece("R4.2", "x", "red", "red", command="R4"))
    True
    """
    return bool(piece.command) and piece.id.startswith(f"{piece.command}.")


def runs(ids: Iterable[str]) -> str:
    """Ids, those that follow one another as a range.

    >>> runs(["R1", "R2", "R3", "R7", "B1"])
    'R1–R3, R7, B1'
    """
    found: list[list[str]] = []
    for name in ids:
        last = NUMBERED.fullmatch(found[-1][-1]) if found else None
        this = NUMBERED.fullmatch(name)
        follows = last and this and last[1] == this[1] and int(this[2]) == int(last[2]) + 1
        if follows:
            found[-1].append(name)
        else:
            found.append([name])
    parts = []
    for run in found:
        parts += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else run
    return ", ".join(parts)


def body_name(pieces: Sequence[Piece], lang: str = "", *, whole: bool = False) -> str:
    """Several stands by type, each type with its ids; counted if the types are many.

    Models of one unit are the unit, and so are they with it; cards are listed.

    >>> one, two = (Piece(f"R4.{number}", "x", "red", "red", command="R4") for number in (1, 2))
    >>> body_name([one, two])
    'x R4'
    """
    units = {piece.id for piece in pieces}
    pieces = [piece for piece in pieces if not (is_model(piece) and piece.command in units)]
    if len(pieces) == 1:
        return stand_name(pieces[0], lang)
    cards = tuple(stand_name(piece, lang) for piece in pieces if TREACHERY in piece.traits)
    if cards:
        others = [piece for piece in pieces if TREACHERY not in piece.traits]
        named = (body_name(others, lang, whole=whole), *cards) if others else cards
        return say("story.several", {"names": named}, lang)
    if len({piece.command for piece in pieces}) == 1 and all(is_model(piece) for piece in pieces):
        return f"{kind_name(pieces[0], lang)} {pieces[0].command}"
    ordered = sorted(
        pieces, key=lambda piece: (piece.type, kind_name(piece, lang), _number(piece.id))
    )
    said = [
        f"{kind} {runs(piece.id for piece in group)}"
        for kind, group in groupby(ordered, key=lambda piece: kind_name(piece, lang))
    ]
    if len(said) > MOST_TYPES and not whole:
        ids = runs(piece.id for piece in sorted(pieces, key=lambda piece: _number(piece.id)))
        stands = all(piece.type == CAMP or has(f"troop.{piece.type}") for piece in pieces)
        key = "story.count" if stands else "story.count-units"
        return say(key, {"count": len(pieces), "ids": ids}, lang)
    return say("story.several", {"names": tuple(said)}, lang)


def _number(name: str) -> tuple[str, int]:
    found = NUMBERED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, 0)


def named(params: Mapping[str, Param], position: Position, lang: str = "") -> dict[str, Param]:
    """Parameters of a message with ids and seats as people call them.

    A command is called by who leads its stands, and by its number.
    """
    seats = {seat: seat_name(seat, lang) for seat in position.seats()}
    commands = {
        piece.command: " ".join((seat_name(piece.controller, lang), *piece.command.split(".")[1:]))
        for piece in reversed(position.pieces.values())
        if piece.command and "marker" not in piece.traits
    }
    areas = {area.id: _area(area.kind, lang) for area in position.areas}
    told = frozenset(_seats_in(params, seats))

    def one(value: str, *, in_list: bool) -> str:
        if value in position.pieces:
            return value if in_list else owned_name((position.pieces[value],), lang, told)
        left, pair, right = value.partition(">")
        if pair and left in position.pieces and right.split(":")[0] in position.pieces:
            params = {"attacker": one(left, in_list=False), "defender": one(right, in_list=False)}
            return say("story.pair", params, lang)
        of, _, part = value.partition(":")
        if of in position.pieces and has(f"part.{part}"):
            return say(f"part.{part}", {"stand": one(of, in_list=False)}, lang)
        return seats.get(value) or commands.get(value) or areas.get(value) or value

    def written(value: Param) -> Param:
        if isinstance(value, str):
            return one(value, in_list=False)
        if isinstance(value, tuple):
            if all_of := _together(value, position):
                body = owned_name(all_of, lang, told)
                # one stays a list of one, so that the verb agrees with it
                return (body,) if len(value) == 1 else body
            return tuple(one(item, in_list=True) for item in value)
        return value

    return {name: written(value) for name, value in params.items()}


def _seats_in(params: Mapping[str, Param], seats: Collection[Seat]) -> Iterator[Seat]:
    """The seats that a message names."""
    for value in params.values():
        several = value if isinstance(value, tuple) else (value,)
        yield from (one for one in several if isinstance(one, str) and one in seats)


def owned_name(pieces: Sequence[Piece], lang: str = "", told: Collection[Seat] = ()) -> str:
    """What pieces are called, and who leads them where that is to be told and is not yet.

    >>> spear = Piece("R4", "SPR", "red", "red")
    >>> with called({"red": "Aude"}, whose=True):
    ...     owned_name([spear]), owned_name([spear], told=("red",))
    ('Spear R4 (Aude)', 'Spear R4')
    >>> with called({}, whose=True):
    ...     owned_name([spear, Piece("B2", "SPR", "blue", "blue")])
    'Spear R4 (Red) and Spear B2 (Blue)'
    """
    leaders = dict.fromkeys(piece.controller for piece in pieces)
    if not _whose.get() or all(map(_is_beside, pieces)) or leaders.keys() <= {*told, ""}:
        return body_name(pieces, lang)
    said = []
    for seat in leaders:
        body = body_name([piece for piece in pieces if piece.controller == seat], lang)
        known = seat in told or not seat
        params = {"body": body, "seat": seat_name(seat, lang)}
        said.append(body if known else say("story.whose", params, lang))
    return say("story.several", {"names": tuple(said)}, lang)


def _is_beside(piece: Piece) -> bool:
    """Whether a piece is no troops: a card, an offer, what lies in a hand."""
    return piece.place == "hand" or bool({TREACHERY, TURN_CARD, DEAL} & set(piece.traits))


def _together(ids: tuple[str, ...], position: Position) -> tuple[Piece, ...]:
    pieces = tuple(position.pieces[name] for name in ids if name in position.pieces)
    return pieces if len(pieces) == len(ids) else ()


def _area(kind: str, lang: str) -> str:
    from condotta.report.ground import name_of  # noqa: PLC0415 - drawing, needed for a name only

    return name_of(kind, lang)
