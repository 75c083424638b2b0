"""Beside a battle, over HTTP: the same again, its clock, and where its turns are told."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from condotta.kernel.records import Seat
from condotta.server.door_forms import Again, ClockSet, Done, NoticesSet
from condotta.server.http.answers import (
    Handler,
    Person,
    battle_of,
    person_of,
    read,
    secret_of,
    told,
)
from condotta.server.reasons import Refused
from condotta.server.rooms.again import again
from condotta.server.rooms.beside import Notice, lasting
from condotta.server.rooms.house import House
from condotta.server.rooms.seating import Seating, Visitor
from condotta.server.steady import steady
from condotta.words import spoken


class SideTable:
    """The handlers of what lies beside a battle; `paced` lets a visitor do so much in a time."""

    def __init__(self, house: House, paced: Callable[[Request], None]) -> None:
        self.house = house
        self.paced = paced

    def sent(self) -> dict[str, Handler]:
        """What is sent, by address."""
        one = "/api/battles/{battle}"
        return {
            f"{one}/again": self.again,
            f"{one}/clock": self.clock,
            f"{one}/notices": self.notices,
        }

    async def again(self, request: Request) -> Response:
        """The same battle again: open it, or sit down where one is invited."""
        self.paced(request)
        asked = await read(request, Again, self.house.limits.body)
        person = Person(request)
        who = Visitor(person.digest, secret_of(request))
        made = await again(self.house, battle_of(request), who, turned=asked.turned)
        return person.sign(told(made, 201))

    async def clock(self, request: Request) -> Response:
        """Set the clock, stop it, let it go on."""
        asked = await read(request, ClockSet, self.house.limits.body)
        who = Visitor(person_of(request), secret_of(request))
        await set_clock(self.house, battle_of(request), asked, who)
        return told(Done())

    async def notices(self, request: Request) -> Response:
        """Say where it is told whose turn it is."""
        self.paced(request)
        asked = await read(request, NoticesSet, self.house.limits.body)
        await set_notices(self.house, battle_of(request), asked, person_of(request))
        return told(Done())


async def set_clock(house: House, battle: str, asked: ClockSet, who: Visitor) -> None:
    """The host says how long a clock there is; whoever plays may stop it, and let it go on."""
    room = (await house.room(battle)).room
    async with room.lock:
        room.must_stay()
        if asked.seconds is not None or not room.seating.granted(who.person, who.secret):
            house.must_host(room, who.person)
        seconds = room.beside.seconds if asked.seconds is None else lasting(asked.seconds)
        paused = room.beside.paused if asked.paused is None else asked.paused
        async with house.besides.changed(battle) as beside:
            beside.set_clock(seconds, steady(), paused=paused)
        room.tell_clock()


async def set_notices(house: House, battle: str, asked: NoticesSet, person: bytes) -> None:
    """Tell there from now on whose turn it is; nowhere, if no address is named.

    While the first message is on its way the seat may have become somebody else's: it is asked
    again before anything is kept.
    """
    url = asked.url.strip()
    notice = Notice(url=url, lang=spoken()) if url else None
    room = (await house.room(battle)).room
    must_notice(house, room.seating, asked.seat, person)
    if notice is not None:
        await house.besides.try_out(notice, room.row.title)
        room = (await house.room(battle)).room
    async with room.lock:
        room.must_stay()
        must_notice(house, room.seating, asked.seat, person)
        await house.besides.set_notice(battle, asked.seat, notice)


def must_notice(house: House, seating: Seating, seat: Seat, person: bytes) -> None:
    """Only who holds a seat says where its turns are told; of all seats, only the host."""
    if seat:
        seating.row(seat)
    if not house.may_notice(seating, seat, person):
        raise Refused("not-your-seat" if seat else "not-host", 403, seat=seat)
