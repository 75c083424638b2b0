"""By which rules a battle goes on: those that it was begun with, or others that say the same of it.

A change of the rules' sources seldom changes what follows in a battle, and never tells whether it
does. So the whole battle is decided again, by a worker, before anything more is said in it.
"""

from __future__ import annotations

import logging

from condotta.kernel.log import dump, encode
from condotta.report.logbook import pinned, rules_digest
from condotta.server.reasons import Refused
from condotta.server.rooms.room import Room
from condotta.server.workers.thinker import Lengthen, Verify
from condotta.server.workers.thinkers import Thinkers, Thoughtless

log = logging.getLogger("condotta.house")


async def worked_out(
    job: Verify | Lengthen, thinkers: Thinkers, seconds: float, damaged: str = "unverified"
) -> str:
    """What a worker says of a log. Where it cannot, the log is refused, as one that is damaged."""
    try:
        found = await thinkers.do(job, seconds)
    except Thoughtless as why:
        raise Refused("unverified", 400, why=str(why)[:400]) from why
    if found.damaged is not None:
        raise Refused(damaged, 400, why=found.damaged[:400])
    return found.text or ""


async def pin(room: Room, thinkers: Thinkers, seconds: float) -> None:
    """Let a battle that other rules began go on by these, if they say the same of all so far.

    Else it can be looked at, and goes on by those that it was begun with.
    """
    over = room.battle.state.position.ended is not None
    if over or room.closed is not None or room.header.rules == rules_digest():
        return
    so_far = dump(room.header, room.events(0)).decode()
    try:
        wrong = await worked_out(Verify(log=so_far), thinkers, seconds)
    except Refused as why:
        wrong = str(why.params)
    if wrong:
        log.warning("battle %s goes another way by these rules: %s", room.row.battle, wrong[:400])
        room.closed = Refused("other-rules", 409, engine=room.header.engine[:20])
        return
    header = pinned(room.header, room.kept)
    await room.store.pin(room.row.battle, encode(header))
    room.header = header
