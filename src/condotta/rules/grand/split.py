"""Step 2: both sides decide in secret which stand is in which command. [GT-2.3 to GT-2.5, GT-4.1]

What was decided is sealed: a digest is public at once, and what it held is shown when the rules
say, so that nobody can change a choice later. [GT-4.2]
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Roll, Script
from condotta.kernel.book import Book, Menu
from condotta.kernel.events import Asked, Counted, Event, Exchanged, Popped, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Record, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.grand import names
from condotta.rules.grand.marches import by_a_die
from condotta.rules.grand.scale import SCALE
from condotta.rules.grand.seals import SEAL, march_seal, salting, sealed, split_seal
from condotta.rules.grand.sides import chief, command_ids, points, sides, stands
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.flank_march import EDGES


class CommandSaid(Record, frozen=True):
    """One command: its stands, its general among them, its die, its flank march if it makes one.

    `entry` names the edge as seen from the own base edge, or is empty. [GT-2.4, GT-5.5, GT-7.2]
    """

    stands: tuple[str, ...]
    general: str
    modifier: int = 0
    entry: str = ""


class Split(Action, frozen=True):
    """The army in its commands, the overall commander's first. [GT-4.1]"""

    commands: tuple[CommandSaid, ...]


class Splitting(Script, frozen=True, kw_only=True):
    """Both overall commanders decide at once, neither seeing what the other said. [GT-4.1]"""


def splitting(book: Book, state: State, frame: Splitting) -> Iterator[Event]:
    """Ask both; when both have spoken, seal and carry out what they said. [GT-4.1, GT-4.2]"""
    del book
    position = state.position
    salt = frame.heard(SEAL)
    if not frame.answers:
        for side in sides(position):
            about = tuple(piece.id for piece in stands(position, side))
            seat = chief(position, side)
            yield Asked(Ask(seat, names.SPLIT, "GT-4.1", says=("Split",), about=about, secret=True))
        return
    if not isinstance(salt, Roll):
        yield salting("GT-4.2")
        return
    for side in sides(position):
        said = frame.heard(names.SPLIT, chief(position, side))
        assert isinstance(said, Split)
        yield from split(position, side, said, salt)
    yield Popped()


def split(position: Position, side: str, said: Split, salt: Roll) -> Iterator[Event]:
    """The seals of a side, and in secret who is in which command. [GT-4.2, GT-4.5, GT-10.8]"""
    ids = command_ids(position, side)
    audience = (f"side:{side}",)
    seat = chief(position, side)
    yield from sealed(side, seat, split_seal(side), content_of(said.commands), salt)
    for name, one in zip(ids, said.commands, strict=True):
        yield from sealed(side, seat, march_seal(name), one.entry, salt)
    for name, one in zip(ids, said.commands, strict=True):
        for stand in one.stands:
            before = position.pieces[stand]
            piece = in_command(before, name, leads=stand == one.general)
            if piece != before:
                yield Veiled(audience, Exchanged(piece))
        total = points(position, tuple(position.pieces[stand] for stand in one.stands))
        entry = 1 + EDGES.index(one.entry) if one.entry in EDGES else 0
        for counter, value in (
            (names.TOTAL, total), (names.MODIFIER, one.modifier), (names.ENTRY, entry),
        ):  # fmt: skip
            yield Veiled(audience, Counted(name, counter, value))


def content_of(commands: tuple[CommandSaid, ...]) -> str:
    """What the seal of a split holds: all but the flank marches, each of which has its own."""
    shown = tuple(replace(one, entry="") for one in commands)
    return msgspec.json.encode(shown).decode()


def in_command(piece: Piece, command: str, *, leads: bool) -> Piece:
    """A stand in a command, its general or not. [GT-2.4]"""
    traits = tuple(trait for trait in piece.traits if trait != core.GENERAL)
    return replace(piece, command=command, traits=(core.GENERAL, *traits) if leads else traits)


# ── judging ──────────────────────────────────────────────────────────────────
def judge_split(
    book: Book, position: Position, seat: Seat, ask: Ask | None, said: Split
) -> Verdict:
    """Whether the army may be split so, every reason at once. [GT-2.2 to GT-2.5, GT-7.2]"""
    del ask
    side = position.side(seat)
    own = {piece.id: piece for piece in stands(position, side)}
    if len(said.commands) != SCALE.commands:
        return Verdict((Refusal("GT-1.1", "gt.1-1.commands", {"number": SCALE.commands}),))
    named = [name for one in said.commands for name in one.stands]
    if sorted(named) != sorted(own):
        wrong = tuple(sorted(set(named) ^ set(own))) or tuple(
            sorted({name for name in named if named.count(name) > 1})
        )
        return Verdict((Refusal("GT-4.1", "gt.4-1.all", {"stands": wrong}),))
    commands = [tuple(own[name] for name in one.stands) for one in said.commands]
    found: list[Refusal] = []
    for number, (one, pieces) in enumerate(zip(said.commands, commands, strict=True), start=1):
        found.extend(command_refused(position, number, one, pieces))
        for piece in pieces:
            found.extend(
                book.refusals(seams.MAY_BELONG, book, position, piece, pieces, one.general)
            )
    found.extend(allies_refused(commands))
    found.extend(commander_refused(position, said, commands))
    found.extend(dice_refused(said, commands))
    found.extend(marches_refused(said))
    if not may_march(book, position, seat):
        found.extend(dieless(said))
    return Verdict(tuple(found))


def command_refused(
    position: Position, number: int, one: CommandSaid, pieces: tuple[Piece, ...]
) -> Iterator[Refusal]:
    """What is against one command: its size, strangers in it, its general. [GT-2.2 to GT-2.4]

    For the overall commander, who leads the first, and for an ally's general their lists alone say
    of which types they may be.
    """
    size = points(position, pieces)
    if size < SCALE.least_command:
        params = {"command": number, "points": size, "least": SCALE.least_command}
        yield Refusal("GT-2.3", "gt.2-3.small", params)
    allied = [core.ALLY in piece.traits for piece in pieces]
    if len({ally_of(piece) for piece in pieces}) > 1:
        yield Refusal("GT-2.2", "gt.2-2.mixed", {"command": number})
    general = next((piece for piece in pieces if piece.id == one.general), None)
    if general is None:
        yield Refusal("GT-2.4", "gt.2-4.nobody", {"command": number})
        return
    listed_only = number == 1 or all(allied)
    barred = general.type in SCALE.not_generals and not listed_only
    others = any(piece.type not in SCALE.not_generals for piece in pieces)
    if barred and others:
        yield Refusal("GT-2.4", "gt.2-4.type", {"stand": general.id})
    if all(allied) and not may_lead(general, pieces):
        yield Refusal("GT-2.4", "gt.2-4.ally", {"stand": general.id})


def may_lead(general: Piece, pieces: tuple[Piece, ...]) -> bool:
    """Whether the list allows a stand as general, or allows none that is there. [GT-2.4]"""
    leads = names.MAY_LEAD in general.traits
    return leads or not any(names.MAY_LEAD in piece.traits for piece in pieces)


def ally_of(piece: Piece) -> str | None:
    """Which ally a stand is of, as its entry in the list is named; None where of none. [GT-2.2]"""
    if core.ALLY not in piece.traits:
        return None
    name, found, _ = piece.unit.partition("/")
    return name if found else ""


def allies_refused(commands: list[tuple[Piece, ...]]) -> Iterator[Refusal]:
    """An ally is one command, all of it. [GT-2.2]"""
    seen: dict[str, int] = {}
    for number, pieces in enumerate(commands, start=1):
        for ally in sorted({name for piece in pieces if (name := ally_of(piece)) is not None}):
            if ally in seen:
                params: dict[str, Param] = {"command": seen[ally], "other": number}
                yield Refusal("GT-2.2", "gt.2-2.divided", params)
            seen.setdefault(ally, number)


def commander_refused(
    position: Position, said: Split, commands: list[tuple[Piece, ...]]
) -> Iterator[Refusal]:
    """The overall commander leads the first command, which none outgrows. [GT-2.4, GT-2.5]"""
    sizes = [points(position, pieces) for pieces in commands]
    if sizes[0] < max(sizes):
        yield Refusal("GT-2.4", "gt.2-4.largest", {"command": 1 + sizes.index(max(sizes))})
    if any(core.ALLY in piece.traits for piece in commands[0]):
        yield Refusal("GT-2.5", "gt.2-5.ally")
        return
    general = next((one for one in commands[0] if one.id == said.commands[0].general), None)
    army = tuple(piece for pieces in commands for piece in pieces if core.ALLY not in piece.traits)
    if general is not None and not may_lead(general, army):
        yield Refusal("GT-2.4", "gt.2-4.overall", {"stand": general.id})


def dice_refused(said: Split, commands: list[tuple[Piece, ...]]) -> Iterator[Refusal]:
    """Each +1 has its -1, no command has two, an ally none. [GT-7.2, GT-7.3]"""
    modifiers = [one.modifier for one in said.commands]
    if any(abs(value) > 1 for value in modifiers) or sum(modifiers) != 0:
        yield Refusal("GT-7.2", "gt.7-2.paired")
    for number, (value, pieces) in enumerate(zip(modifiers, commands, strict=True), start=1):
        if value and any(core.ALLY in piece.traits for piece in pieces):
            yield Refusal("GT-7.3", "gt.7-3.ally", {"command": number})


def marches_refused(said: Split) -> Iterator[Refusal]:
    """Entries that there are, and somebody who deploys. [GT-5.5, GT-10.6]"""
    for number, one in enumerate(said.commands, start=1):
        if one.entry and one.entry not in EDGES:
            yield Refusal("GT-5.5", "gt.5-5.entry", {"command": number})
    if all(one.entry for one in said.commands):
        yield Refusal("GT-10.6", "gt.10-6.nobody")


def may_march(book: Book, position: Position, seat: Seat) -> bool:
    """Whether the army of that seat may send a command on a flank march at all. [TC-12.44]"""
    return not by_a_die(book) or position.count(seat, core.MAY_MARCH) > 0


def dieless(said: Split) -> Iterator[Refusal]:
    """The commands on a flank march that no die allowed. [GT-5.8, TC-12.44, TC-7.11]"""
    for number, one in enumerate(said.commands, start=1):
        if one.entry:
            yield Refusal("GT-5.8", "gt.5-8.die", {"command": number})


# ── menus ────────────────────────────────────────────────────────────────────
def listed(position: Position, seat: Seat) -> tuple[CommandSaid, ...]:
    """The commands as the roster has them, which only the own side sees. [GT-4.2]

    None where it has no general for one of them, as in an army that came without a roster.
    """
    side = position.side(seat)
    found = []
    for name in command_ids(position, side):
        pieces = tuple(piece for piece in stands(position, side) if piece.command == name)
        general = next((piece.id for piece in pieces if core.GENERAL in piece.traits), None)
        if general is None:
            return ()
        modifier = position.count(name, names.MODIFIER)
        found.append(CommandSaid(tuple(piece.id for piece in pieces), general, modifier))
    return tuple(found)


def any_split(book: Book, position: Position, ask: Ask, random: Random) -> Split | None:
    """The roster's commands, now and then with a flank march and with dice made unequal."""
    commands = list(listed(position, ask.seat))
    if not commands:
        return None
    allied = {
        one.id for one in stands(position, position.side(ask.seat)) if core.ALLY in one.traits
    }
    if random.random() < 0.4 and may_march(book, position, ask.seat):
        number = random.randrange(len(commands))
        commands[number] = replace(commands[number], entry=random.choice(EDGES))
    own = [n for n, one in enumerate(commands) if one.stands[0] not in allied]
    if random.random() < 0.4 and len(own) > 1 and not any(one.modifier for one in commands):
        up, down = random.sample(own, 2)
        commands[up] = replace(commands[up], modifier=1)
        commands[down] = replace(commands[down], modifier=-1)
    return Split(tuple(commands))


def sensible_split(_: Book, position: Position, ask: Ask) -> Iterator[Split]:
    """The commands as the roster has them, nobody on a flank march."""
    if commands := listed(position, ask.seat):
        yield Split(commands)


PROCEDURES = {Splitting: splitting}
JUDGES = {Split: judge_split}
MENUS = {names.SPLIT: Menu(any_split, sensible_split)}
