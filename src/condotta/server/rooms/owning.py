"""Whose house it is, and who hosts a battle in it."""

from __future__ import annotations

from condotta.kernel.records import Seat
from condotta.server.reasons import Refused
from condotta.server.rooms.room import Room
from condotta.server.rooms.seating import Seating
from condotta.server.rooms.sharing import Sharing
from condotta.server.store import keys
from condotta.server.store.store import Store


class Owning:
    """A house as far as it is somebody's."""

    store: Store
    sharing: Sharing | None
    key: bytes
    owners: set[bytes]

    def is_owner(self, person: bytes) -> bool:
        """Whether it is that person's house."""
        return bool(person) and person in self.owners

    def hosts(self, seating: Seating, person: bytes) -> bool:
        """Whether a person set that battle up, or owns the house."""
        return seating.is_host(person) or self.is_owner(person)

    def must_host(self, room: Room, person: bytes) -> None:
        """Only who set a battle up, and the owner, may do that."""
        if not self.hosts(room.seating, person):
            raise Refused("not-host", 403)

    async def own(self, key: str, person: bytes) -> None:
        """The house is also that person's, who knows its key."""
        known = (self.key, *(self.sharing.keys if self.sharing is not None else ()))
        if not any(kept and keys.fits(key, kept) for kept in known):
            raise Refused("no-key", 403)
        await self.store.own(person)
        self.owners.add(person)
        if self.sharing is not None:
            await self.sharing.known()

    def may_notice(self, seating: Seating, seat: Seat, person: bytes) -> bool:
        """Whether a person says where it is told whose turn it is: of his seat, or as the host."""
        return seat in seating.granted(person) if seat else self.hosts(seating, person)
