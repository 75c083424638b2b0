"""The same battle again: what it began with, and everybody invited to where he sat, or one on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from condotta.kernel.events import Event
from condotta.kernel.records import Seat
from condotta.positions.playing_on import binds_dice, sealed
from condotta.report.deciding import given
from condotta.report.logbook import data_digest, header_of, pinned
from condotta.server.dice.cups import new_dice
from condotta.server.forms import BattleMade, Dice, Grant, Place, SeatAsked
from condotta.server.games.games import book_of
from condotta.server.games.titles import TITLE
from condotta.server.protocol import Next
from condotta.server.reasons import Refused
from condotta.server.rooms.founding import SCENARIO, Founded, Start, begun, kept
from condotta.server.rooms.handing import Change
from condotta.server.rooms.house import House
from condotta.server.rooms.room import Room
from condotta.server.rooms.seating import Seating, Visitor, kept_from
from condotta.server.rooms.sharing import Elsewhere
from condotta.server.steady import steady
from condotta.server.store import keys
from condotta.server.store.store import SeatRow


async def again(house: House, battle: str, who: Visitor, *, turned: bool) -> BattleMade:
    """Open a battle that is over once more, or take the seats that one is invited to there.

    Where another server holds the next battle it is asked there, and none of the two moves.
    """
    try:
        room = (await house.room(battle)).room
    except Elsewhere:
        invited = await invited_from(house, battle, who)
        if invited is None:
            raise
        return await accepted(house, *invited, who.person)
    mine = room.seating.granted(who.person, who.secret)
    async with room.lock:
        if not mine:
            raise Refused("not-seated", 403)
        if room.battle.state.position.ended is None:
            raise Refused("not-over", 409)
        then = room.beside.next
        if then is None:
            return await opened(house, room, who.person, mine, turned=turned)
        holders = {then.seats[seat]: room.seating.row(seat) for seat in mine}
    return await accepted(house, then.battle, holders, who.person)


Invited = tuple[str, Mapping[Seat, SeatRow]]
"""The next battle, and whoever holds a seat in the one before, by where it leads to."""


async def invited_from(house: House, battle: str, who: Visitor) -> Invited | None:
    """Where a battle that another server holds has led somebody, if the next one is ours."""
    sharing, before = house.sharing, await house.store.glance(battle)
    if sharing is None or before is None:
        return None
    for _, said in await house.store.besides(battle):
        house.besides.read(battle, said)
    then = house.besides.of(battle).next
    if then is None or then.battle not in sharing.store.held:
        return None
    seating = Seating(before.seats, before.row.host)
    mine = seating.granted(who.person, who.secret)
    if not mine:
        raise Refused("not-seated", 403)
    return then.battle, {then.seats[seat]: seating.row(seat) for seat in mine}


async def opened(
    house: House, room: Room, person: bytes, mine: Sequence[Seat], *, turned: bool
) -> BattleMade:
    """The next battle, and everybody at the table told of it.

    It has the same clock, anew, and its turns are told where they were; those of every seat only
    if who opens it hosted the battle before, since the next one is his.
    """
    seats = moved(tuple(room.seating.rows), turned=turned)
    made = await house.keep(refought(room, person, mine, seats))
    battle = made.row.battle
    one = house.besides.of(battle)
    one.set_clock(room.beside.seconds, steady(), paused=False)
    one.absence = room.beside.absence
    one.hints = room.beside.hints
    places = {**seats, "": ""} if house.hosts(room.seating, person) else seats
    one.notices = {
        places[seat]: told for seat, told in room.beside.notices.items() if seat in places
    }
    room.beside.next = Next(battle=battle, by=room.seating.row(mine[0]).player, seats=seats)
    await house.besides.keep_soon(battle)
    await house.besides.keep_soon(room.row.battle)
    room.tell_presence()
    return BattleMade(battle=battle, code=made.row.code, seats=made.grants)


async def accepted(
    house: House, battle: str, holders: Mapping[Seat, SeatRow], person: bytes
) -> BattleMade:
    """Sit down where one is invited, if nobody else has been let there.

    `holders` are the seats that one holds in the battle before, by where each leads to. One that
    is kept for whoever held it before is nobody else's.
    """
    room = (await house.room(battle)).room
    grants = []
    async with room.lock:
        rows = [room.seating.row(seat) for seat in holders]
        others = [row for row in rows if kept_from(row, person, holders[row.seat].person)]
        for row in rows:
            if row.held == "open" and row not in others:
                player = holders[row.seat].player
                secret = await house.seat(room, row, player, person, Change("claimed"))
                grants.append(Grant(seat=row.seat, secret=secret))
    if others and not grants:
        raise Refused("seat-kept", 409, seat=others[0].seat, player=others[0].player)
    return BattleMade(battle=battle, code=room.row.code, seats=tuple(grants))


def refought(
    room: Room, person: bytes, mine: Sequence[Seat], seats: Mapping[Seat, Seat]
) -> Founded:
    """The battle of a room once more, opened by somebody who held seats there.

    Its armies, ground and settings are those that it began with; its dice are new, and so is who
    plays, so that no word on either is carried over. `seats` say where each holder is to sit.
    """
    header = room.header
    if header.data != data_digest(header.system):
        raise Refused("other-rules", 409, engine=header.engine)
    book = book_of(header.system, dict(header.settings))
    dice = new_dice(mode_of(header.dice))
    opening = sealed(opening_of(room.battle.log, header.given), dice.sealed())
    rows = tuple(room.seating.rows.values())
    places = tuple(Place(seat=row.seat, side=row.side, letter="") for row in rows)
    asked = tuple(SeatAsked(seat=row.seat) for row in rows)
    battle = begun(Start(book, opening, places, ()), dice)
    kept_on = {name: said for name, said in header.title.items() if name == SCENARIO}
    titles = {**kept_on, "name": next_title(room.row.title)}
    said = pinned(header_of(book, titles, dice.mode, len(opening) if header.given else 0), 0)
    founded = kept(battle, said, dice, asked=asked, places=places, person=person)
    holders = {seats[row.seat]: row for row in rows}
    grants = tuple(Grant(seat=seats[seat], secret=keys.new_secret()) for seat in mine)
    secrets = {one.seat: keys.digest(one.secret) for one in grants}
    return msgspec.structs.replace(
        founded,
        seats=tuple(
            seated(row, holders[row.seat], person, secrets.get(row.seat, b""))
            for row in founded.seats
        ),
        grants=grants,
    )


def mode_of(dice: str) -> Dice:
    """How dice fall that fell so before, in a log that says it in another way as well."""
    match dice:
        case "typed" | "seeded" | "shared":
            return dice
        case _:
            return "committed"


def opening_of(log: Sequence[Event], count: int) -> tuple[Event, ...]:
    """What a battle began with: so many events, or those before its first question.

    What bound it to its dice is left out: the next one has its own.
    """
    return tuple(one for one in log[: count or given(log)] if not binds_dice(one))


def moved(names: Sequence[Seat], *, turned: bool) -> dict[Seat, Seat]:
    """Where the holder of each seat is to sit: where he was, or one on round the table."""
    return dict(zip(names, (*names[1:], *names[:1]) if turned else names, strict=True))


def seated(row: SeatRow, holder: SeatRow, person: bytes, secret: bytes) -> SeatRow:
    """A seat of the new battle: a bot comes along, who asked sits down, others are invited."""
    if holder.held == "bot":
        return msgspec.structs.replace(row, held="bot", bot=holder.bot)
    if secret:
        return msgspec.structs.replace(
            row, held="person", player=holder.player, secret=secret, person=person
        )
    if holder.held == "person":
        return msgspec.structs.replace(row, player=holder.player, person=holder.person)
    return row


def next_title(title: str) -> str:
    """What the battle after one is called.

    >>> next_title("Cannae"), next_title("Cannae (2)")
    ('Cannae (2)', 'Cannae (3)')
    """
    found = re.fullmatch(r"(.*) \((\d{1,4})\)", title)
    name, number = (found[1], int(found[2]) + 1) if found else (title, 2)
    end = f" ({number})"
    return f"{name[: TITLE - len(end)].strip()}{end}"
