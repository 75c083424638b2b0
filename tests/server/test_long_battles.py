"""A step costs the same late in a battle as early: what is sent, and what is kept."""

from condotta.kernel.chance import SeededCup
from tests.kernel import toy
from tests.server.live import live
from tests.server.worlds import worlds

STEPS = 300
SOME = 40


@live
async def test_a_step_costs_as_many_bytes_late_in_a_battle_as_early():
    async with worlds(toy.battle(cup=SeededCup(1))) as (world,):
        seats = {seat: await world.sit(seat, lang="en") for seat in ("red", "green", "blue")}
        watcher = await world.sit("nobody", lang="fr")
        sent, kept = [], []
        for step in range(STEPS):
            battle = world.room.battle
            seat = toy.turn_of(None, battle.state.position)
            ask = toy.ask_of(battle, seat)
            action = {"kind": "Choose", "option": ("march", "rest")[step % 2]}
            before = len(watcher.socket.sent)
            message = {"kind": "command", "id": f"s{step}", "seat": seat, "ask": ask.id}
            assert (await seats[seat].ask({**message, "action": action}))["ok"]
            await world.settle()
            sent.append(sum(map(len, watcher.socket.sent[before:])))
            kept.append(len(world.store.batches[-1].lines))
    for sizes in (sent, kept):
        assert min(sizes) > 0
        assert max(sizes[-SOME:]) < 1.5 * max(sizes[:SOME])
