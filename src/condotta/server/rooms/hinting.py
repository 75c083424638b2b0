"""Hints: what the strongest bot would answer to a question of one's own, and why.

A hint is made of what the seat sees and goes to whoever asked, and to nobody else.
"""

from __future__ import annotations

import msgspec

from condotta.bots.seat import strongest
from condotta.kernel.log import encode
from condotta.rules.reported.ground import GROUND
from condotta.server.messages import Hint
from condotta.server.parts import HintShown, ReasonShown
from condotta.server.protocol import Reply
from condotta.server.reasons import Refused
from condotta.server.rooms.room import Room
from condotta.server.workers.thinker import NOTHING, Result, Think


def adviser(room: Room) -> str:
    """The bot that gives hints at a table; nobody where they are forbidden, or nothing is seen.

    At a real table a bot sees nothing of what people see.
    """
    if not room.beside.hints or room.book.sole(GROUND) is not None:
        return ""
    return strongest(room.book)


def hinted(room: Room, said: Hint) -> Think:
    """The job for a worker: nothing but what the seat sees, and lots of no other use."""
    bot = adviser(room)
    if not bot:
        raise Refused("no-hints", 403)
    view = room.battle.view(said.seat)
    if all(ask.id != said.ask for ask in view.mine()):
        raise Refused("no-question", 409, ask=said.ask)
    return Think(
        system=room.header.system,
        settings=room.header.settings,
        view=msgspec.Raw(encode(view)),
        ask=said.ask,
        bot=bot,
        seed=f"hint/{said.seat}/{said.ask}",
        why=True,
    )


def told(said: Hint, job: Think, result: Result) -> Reply:
    """The reply with what came of it."""
    if result.said == NOTHING:
        raise Refused("fault", 500)
    reasons = tuple(ReasonShown(key=one.key, params=dict(one.params)) for one in result.reasons)
    shown = HintShown(bot=job.bot, action=msgspec.json.decode(result.said), reasons=reasons)
    return Reply(id=said.id, ok=True, hint=shown)
