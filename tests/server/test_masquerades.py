"""What is sent to a page tells nobody but its own side what is behind a stand. [BC-24.1]"""

from random import Random
from typing import Any

import msgspec
import pytest

from condotta.kernel.log import encode
from condotta.rules.triumph.cards.deceptive_deployment.revealing import Reveal
from condotta.server.rooms import logs
from condotta.server.workers import thinker
from tests.kernel.harness import common_answers
from tests.rules.triumph.cards.test_deceptive_deployment import WORLDS, table
from tests.server.live import live
from tests.server.worlds import differences, worlds

SEATS = ("red", "blue", "spectators")


def plain(action: Any) -> Any:
    return msgspec.json.decode(encode(action))


def tries(seat: str) -> list[dict[str, Any]]:
    """What a page may ask of its own accord: odds, measures, menus, judgements, cards, an undo."""
    reveal = plain(Reveal("R2"))
    eyes = "" if seat == "spectators" else seat  # who holds no seat names none
    return [
        {"kind": "odds", "id": "o", "attacker": "B2", "defender": "R2"},
        {"kind": "odds", "id": "p", "attacker": "R2", "defender": "B2"},
        {"kind": "measure", "id": "r", "from": "R2", "to": "B2"},
        {"kind": "judge", "id": "j", "seat": seat, "action": reveal},
        *(
            {"kind": "judge", "id": f"j{ask}", "seat": seat, "ask": ask, "action": reveal}
            for ask in (1, 2)
        ),
        *({"kind": "menu", "id": f"m{ask}", "seat": seat, "ask": ask} for ask in (1, 2)),
        *({"kind": "hint", "id": f"h{ask}", "seat": seat, "ask": ask} for ask in (1, 2)),
        *({"kind": "cards", "id": f"c{ask}", "seat": eyes, "ask": ask} for ask in (0, 1, 2)),
        *(
            {"kind": "facts", "id": f"a{ask}{piece}", "seat": eyes, "ask": ask, "piece": piece}
            for ask in (0, 1, 2)
            for piece in ("R1", "R2", "R3", "B2")
        ),
        {"kind": "undo", "id": "u", "seat": seat},
    ]


@pytest.mark.parametrize("kind", WORLDS)
@live
async def test_a_masquerade_changes_no_byte_for_anybody_else(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    false, honest, placed = WORLDS[kind]
    made = tuple(table(stands, f"{placed}; B2 20 30 180").battle for stands in (false, honest))
    monkeypatch.setattr(thinker, "book_of", lambda *_: made[0].book)
    random = Random(6)
    async with worlds(*made) as both:
        for world in both:
            for name in SEATS:
                await world.sit(name)
        for step in range(4):
            answers = common_answers(*made, random)
            said = next((one for one in answers if not isinstance(one[1], Reveal)), None)
            if said is None:
                break
            seat, action, ask = said
            for world in both:
                command = {"id": f"c{step}", "seat": seat, "ask": ask, "action": plain(action)}
                watcher = world.watchers[f"{seat}{SEATS.index(seat)}"]
                assert (await watcher.ask({"kind": "command", **command}))["ok"]
                for other in ("blue", "spectators"):
                    answered = set()
                    for message in tries(other) if step == 0 else ():
                        page = world.watchers[f"{other}{SEATS.index(other)}"]
                        reply = await page.ask({**message, "id": f"{message['id']} {step}"})
                        answered |= {message["kind"]} if reply["ok"] else set()
                    assert step or answered >= {"odds", "measure", "cards", "facts"}
                await world.settle()
            assert not differences(*both, but=("red",))
        for world in both:
            await world.sit("blue", snapshot=True)
            await world.sit("nobody", snapshot=True)
            await world.settle()
        assert not differences(*both, but=("red",))
        for seats in (("blue",), ()):
            one, two = [await logs.log_of(world.room, seats, whole=False) for world in both]
            assert one == two
        assert differences(*both, but=("blue", "spectators", "nobody"))
