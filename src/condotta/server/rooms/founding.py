"""How a battle comes to be: a new one from what a page asked for, or one from a log file."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import msgspec

from condotta.armies import Library, Roster, find_roster, library
from condotta.armies.paper.reports import checked
from condotta.armies.readings import read_as
from condotta.bots.seat import BOTS
from condotta.errors import UNREADABLE, PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import Event, Holder, Sealed, Seated
from condotta.kernel.log import FORMAT, Header, encode, load
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.kernel.seals import is_secret
from condotta.kernel.state import State
from condotta.positions.playing_on import beginning, sealed
from condotta.positions.reading import parse
from condotta.report.holders import BROUGHT
from condotta.report.logbook import data_digest, folded, header_of, pinned
from condotta.rules import library as systems
from condotta.rules.systems import SYSTEMS, Levy
from condotta.server.dice.cups import DiceKept, new_dice, put_cup
from condotta.server.forms import Dice, Grant, NewBattle, Place, SeatAsked
from condotta.server.games.games import GAMES, book_of, drawn, game, own_armies
from condotta.server.games.referee import MOST_MODELS, MOST_PIECES, NAME, small_enough
from condotta.server.games.scenarios import places_of, scenario
from condotta.server.games.setting_up import HIRES, for_hire
from condotta.server.games.shelves import lists_of, shelf_of
from condotta.server.games.titles import TITLE, tidy
from condotta.server.reasons import Refused, plain
from condotta.server.store import keys
from condotta.server.store.store import Batch, BattleRow, SeatRow

SCENARIO = "scenario"
"""What the title of a log calls the moment that is practised."""


class Founded(msgspec.Struct, frozen=True):
    """A battle that begins: what is kept of it, and the seats that its founder takes."""

    row: BattleRow
    seats: tuple[SeatRow, ...]
    batch: Batch
    grants: tuple[Grant, ...]


class Start(msgspec.Struct, frozen=True):
    """The rules and the opening of a new battle, bound to its dice, and who may sit where.

    `battle` is the one that begins at a moment: its log says how much of it was given.
    """

    book: Book
    opening: tuple[Event, ...]
    places: tuple[Place, ...]
    names: tuple[str, ...]
    battle: Battle | None = None


def found(wanted: NewBattle, person: bytes) -> Founded:
    """A new battle as a page asked for it. Everything wrong with it is a refusal."""
    dice = new_dice(wanted.dice, tidy(wanted.seed))
    try:
        start = started(wanted, dice.sealed())
    except PlainError as why:
        raise plain(why) from why
    asked = seats_asked(wanted.seats, start.places)
    if wanted.dice == "typed" and all(one.held_by == "bot" for one in asked):
        raise Refused("typed-dice")
    battle = begun(start, dice)
    title = tidy(wanted.title, TITLE) or " – ".join(start.names)
    named = {"name": title, **({SCENARIO: wanted.scenario} if wanted.scenario else {})}
    given = 0 if start.battle is None else len(start.opening)
    header = pinned(header_of(start.book, named, dice.mode, given), 0)
    return kept(battle, header, dice, asked=asked, places=start.places, person=person)


def started(wanted: NewBattle, seals: tuple[Sealed, ...]) -> Start:
    """What a new battle begins with: a position, a moment to practise from, or armies."""
    if wanted.position:
        return position_start(wanted, seals)
    start = scenario_start(wanted) if wanted.scenario else armies_start(wanted)
    return msgspec.structs.replace(start, opening=sealed(start.opening, seals))


def position_start(wanted: NewBattle, seals: tuple[Sealed, ...]) -> Start:
    """The moment of a position file, as large as a table has room for."""
    document = parse(wanted.position.encode(), NAME)
    if not small_enough(document):
        raise PlainError(
            f"A table takes {MOST_PIECES} pieces and {MOST_MODELS:,} models: leave some out."
        )
    found = beginning(document, NAME, wanted.settings, seals)
    title = (document.title,) if document.title else ()
    names = title or tuple(chair.name or chair.seat for chair in found.chairs)
    return Start(found.book, found.opening, places_of(found.chairs), names, found.battle)


def scenario_start(wanted: NewBattle) -> Start:
    """A moment to practise from."""
    one = scenario(wanted.scenario)
    names = tuple(chair.name or chair.seat for chair in one.chairs)
    return Start(one.book(wanted.settings), one.opening(), one.places(), names)


def armies_start(wanted: NewBattle) -> Start:
    """A battle between armies, from its first die."""
    known = game(wanted.system)
    places = known.places(len(wanted.seats))
    asked = seats_asked(wanted.seats, places)
    first = {place.army: place.seat for place in reversed(places)}
    leading = tuple(one for one in asked if one.seat in first.values())
    companies = hired(wanted.system, leading)
    settings = {**wanted.settings, HIRES: True} if companies else wanted.settings
    book = book_of(wanted.system, settings)
    if SYSTEMS[wanted.system].armies_of_its_own is not None:
        armies = own_armies(wanted.system, tuple(named(wanted.system, one) for one in leading))
        opening = known.opening(book, places, armies, Levy(library(), companies=companies))
        return Start(book, opening, places, tuple(one.label for one in armies))
    lists = tuple(each for one in leading for each in lists_of(one.roster))
    shelf = read_as(shelf_of(lists), book.settings)
    rosters = drawn(wanted.system, tuple(roster_of(one, shelf) for one in leading))
    for number, roster in enumerate(rosters):
        if not checked(msgspec.to_builtins(roster), shelf).legal:
            raise Refused("roster", 400, seat=first[number], roster=roster.label or roster.id)
    opening = known.opening(book, places, rosters, Levy(shelf, companies=companies))
    return Start(book, opening, places, tuple(one.army_list_name for one in rosters))


def hired(system: str, leading: Sequence[SeatAsked]) -> tuple[str, ...]:
    """The company of each seat; only one of those that are offered is taken. [TT-12.2]"""
    offered = {"", *(one.text for one in for_hire(system))}
    for one in leading:
        if one.company not in offered:
            raise Refused("company", 400, seat=one.seat, company=one.company[:40])
    return tuple(one.company for one in leading) if any(one.company for one in leading) else ()


def named(system: str, asked: SeatAsked) -> str:
    """The name of the army a seat asks for; of a game with armies of its own no other is taken."""
    hosts = SYSTEMS[system].hosts
    match asked.roster:
        case None:
            return ""
        case str(name) if name in ("", *(hosts() if hosts is not None else ())):
            return name
    raise Refused("roster", 400, seat=asked.seat, roster=str(asked.roster)[:40])


def roster_of(asked: SeatAsked, shelf: Library) -> Roster | None:
    """The roster of a seat: a shipped one by its name, one from a page, or none yet."""
    match asked.roster:
        case None | "":
            return None
        case str(name):
            return find_roster(name[:120])
        case raw:
            found_here = checked(raw, shelf)
            if not found_here.legal:
                label = found_here.roster.label or found_here.roster.id
                raise Refused("roster", 400, seat=asked.seat, roster=label[:TITLE])
            return found_here.roster


def seats_asked(asked: Sequence[SeatAsked], places: Sequence[Place]) -> tuple[SeatAsked, ...]:
    """One wish for each place: by its name, else in order, else an open seat."""
    named = {one.seat: one for one in asked if one.seat}
    known = {place.seat for place in places}
    unnamed = [one for one in asked if not one.seat]
    if not named.keys() <= known or len(named) + len(unnamed) != len(asked):
        raise Refused("no-seat", 400, seat=", ".join(sorted(named.keys() - known))[:40])
    if len(asked) > len(places):
        raise Refused("seats", 400, seats=len(places))
    found_here = []
    for place in places:
        one = named.get(place.seat) or (unnamed.pop(0) if unnamed else SeatAsked())
        found_here.append(msgspec.structs.replace(one, seat=place.seat))
        if one.held_by == "bot" and one.bot not in BOTS:
            raise Refused("no-bot", 400, bot=one.bot[:40], known=tuple(sorted(BOTS)))
    return tuple(found_here)


def begun(start: Start, dice: DiceKept) -> Battle:
    """The battle with its dice in hand, and everything rolled that waits to be."""
    battle = start.battle or Battle(start.book, start.opening)
    put_cup(battle, dice)
    return battle


def kept(
    battle: Battle,
    header: Header,
    dice: DiceKept,
    *,
    asked: Sequence[SeatAsked],
    places: Sequence[Place],
    person: bytes,
) -> Founded:
    """What the store keeps of a battle that begins, and the secrets of the seats taken."""
    now = int(time.time())
    grants = tuple(
        Grant(seat=one.seat, secret=keys.new_secret()) for one in asked if one.held_by == "you"
    )
    secrets_of = {grant.seat: keys.digest(grant.secret) for grant in grants}
    chairs = {chair.seat: chair.name for chair in battle.state.position.chairs}
    seats = tuple(
        SeatRow(
            seat=one.seat,
            side=place.side,
            name=chairs.get(one.seat, ""),
            held="person" if one.held_by == "you" else one.held_by,
            player=tidy(one.player) if one.held_by == "you" else "",
            bot=one.bot if one.held_by == "bot" else "",
            secret=secrets_of.get(one.seat, b""),
            person=person if one.held_by == "you" else b"",
        )
        for one, place in zip(asked, places, strict=True)
    )
    position = battle.state.position
    row = BattleRow(
        battle=keys.new_battle(),
        code=keys.new_code(),
        title=header.title.get("name", ""),
        header=encode(header),
        dice=msgspec.json.encode(dice),
        host=person,
        made=now,
        touched=now,
        turn=position.turn,
        phase=position.phase,
        winners=None if position.ended is None else position.ended.winners,
        waits=waited(battle, (place.seat for place in places), dice),
    )
    return Founded(row, seats, batch_of(battle.log, 0), grants)


def waited(battle: Battle, seats: Iterable[Seat], dice: DiceKept) -> tuple[Seat, ...]:
    """Those of the seats that are asked something now, and chance where people are to roll.

    It is what who only watches knows: a question that others may not know of waits for nobody.
    """
    if battle.state.position.ended is not None:
        return ()
    now = {ask.id for ask in battle.waiting()}
    asked = {ask.seat for ask in battle.view(SPECTATORS).asks if ask.id in now}
    chance = (CHANCE,) if dice.mode == "typed" else ()
    return tuple(seat for seat in (*seats, *chance) if seat in asked)


def batch_of(
    log: Sequence[Event], done: int, seat: str = "", command: str = "", said: bytes = b""
) -> Batch:
    """The events of a log after the first `done` of them, as they are kept."""
    lines = b"\n".join(encode(event) for event in log[done:])
    count = len(log) - done
    return Batch(start=done + 1, count=count, lines=lines, seat=seat, command=command, said=said)


# ── from a log file ──────────────────────────────────────────────────────────
class Imported(msgspec.Struct, frozen=True):
    """A log that was read: its header, its book, its events and what they add up to."""

    header: Header
    book: Book
    events: tuple[Event, ...]
    state: State


def imported(data: bytes) -> Imported:
    """A log from a page. One that is damaged, redacted or of other rules is refused."""
    header = importable(data)
    book = book_of(header.system, header.settings)
    try:
        events = load(book, data, "the file")
        state = folded(events, "the file")
    except Corrupt as why:
        raise Refused("import-damaged", 400, why=why.why[:200]) from why
    if not state.position.chairs:
        raise Refused("import-empty")
    if header.data != data_digest(header.system) and state.position.ended is None:
        raise Refused("other-rules", 409, engine=header.engine[:20])
    return Imported(header, book, tuple(events), state)


def importable(data: bytes) -> Header:
    """The header of a log from a page that is whole and of a game that is played here."""
    header = header_in(data)
    if header.seat:
        raise Refused("import-redacted", 400, seat=header.seat[:40])
    if header.system not in GAMES:
        raise Refused("no-system", 400, system=header.system[:40])
    try:
        book_of(header.system, header.settings)
    except PlainError as why:
        raise plain(why) from why
    return header


def header_in(data: bytes) -> Header:
    """The header of a log from a page; what is no log, or of a newer version, is refused."""
    try:
        return systems.header_in(data, "the file")
    except Corrupt as why:
        newer = written_by(data)
        if newer:
            raise Refused("import-newer", 400, engine=newer[:20]) from why
        raise Refused("import-no-log") from why


def written_by(data: bytes) -> str:
    """The version of a newer program that wrote a log; nothing where that is not what is wrong."""
    try:
        header = msgspec.json.decode(data.split(b"\n", 1)[0], type=Header)
    except UNREADABLE:
        return ""
    return header.engine if header.format > FORMAT else ""


def refounded(read: Imported, person: bytes) -> Founded:
    """The battle of a log, to go on here. Its seats are open; unrolled dice are bound anew.

    Everybody is told that it was brought: who had the file may have read all of it.
    """
    over = read.state.position.ended is not None
    seals = sum(isinstance(one, Sealed) and is_secret(one.seal) for one in read.events)
    mode: Dice = "committed"
    if read.header.dice in ("typed", "shared"):
        mode = "typed" if read.header.dice == "typed" else "shared"
    dice = DiceKept(mode="typed") if over else new_dice(mode, table=seals + 1)
    battle = Battle(read.book, read.events)
    if not over:
        battle.announce(Seated("", Holder(), Holder(), BROUGHT))
    for event in dice.sealed():
        battle.announce(event)
    put_cup(battle, dice)
    header = msgspec.structs.replace(
        read.header if over else pinned(read.header, len(read.events)),
        title={**read.header.title, "name": tidy(read.header.title.get("name", ""), TITLE)},
        dice=read.header.dice if over else mode,
    )
    chairs = battle.state.position.chairs
    places = tuple(Place(seat=one.seat, side=one.side, letter="") for one in chairs)
    asked = tuple(SeatAsked(seat=one.seat) for one in chairs)
    return kept(battle, header, dice, asked=asked, places=places, person=person)


__all__ = ["Founded", "batch_of", "found", "importable", "imported", "refounded"]
