"""A battle at the live table that begins from a position: founded, played, reopened, downloaded."""

import asyncio
import json
import threading

import pytest

from condotta.kernel import battle as kernel_battle
from condotta.kernel.events import Asked
from condotta.playing import begin
from condotta.positions.manual import example
from condotta.positions.taking import taken
from condotta.report.logbook import read, verified
from condotta.rules.library import SYSTEMS, kind
from condotta.server.dice.cups import proved
from condotta.server.forms import NewBattle
from condotta.server.games.referee import MOST_MODELS, MOST_PIECES, MOST_TURNS
from condotta.server.rooms import founding, house
from tests.server.live import found, live, open_table

SMALL = {
    "system": "triumph",
    "title": "The last stands",
    "pieces": ["R1* HFT 20 10 0", "B1* HFT 20 12 180"],
    "settings": {"moveMeasure": "all"},
}

HORDE = [
    *(f"R{number} militia 500" for number in range(2)),
    {"id": "B1", "type": "militia", "models": 1},
]
"""One model more than a table has room for, in few words."""


async def over(browser, battle):
    """Wait until a battle is over."""
    async with asyncio.timeout(120):
        while (await browser.get(f"/api/battles/{battle}")).json()["winners"] is None:
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("system", [one for one in SYSTEMS if kind(one) == one])
@live
async def test_every_system_is_played_on_from_its_example(system, tmp_path):
    count = 3 if "treachery" in system or "carnage" in system else 2
    async with open_table(tmp_path) as table, table.browser() as browser:
        seats = [{"held_by": "you"}] * count
        made = await found(browser, position=example(system), seats=seats)
        room = (await browser.get(f"/api/battles/{made['battle']}")).json()
        assert (room["system"], len(room["seats"])) == (system, count)
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            kinds = [event["kind"] for event in red.events]
            assert "Began" in kinds
            assert "Asked" in kinds
            assert "Answered" not in kinds or system.startswith("carnage")
            seat = red.welcome["you"][0]
            reply = await red.ask("undo", seat=seat)
            assert not reply["ok"]
    async with (
        open_table(tmp_path) as table,
        table.page(made["battle"], made["secrets"]["red"]) as red,
    ):
        assert [event["kind"] for event in red.events][: len(kinds)] == kinds


@live
async def test_bots_play_it_to_the_end_and_the_log_verifies_to_its_dice(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        seats = [{"held_by": "bot", "bot": "random"}] * 2
        made = await found(browser, position=json.dumps(SMALL), seats=seats)
        room = (await browser.get(f"/api/battles/{made['battle']}")).json()
        assert room["title"] == "The last stands"
        await over(browser, made["battle"])
        log = (await browser.get(f"/api/battles/{made['battle']}/log")).content
        back = read(log, "the log")
        assert back.book.settings["moveMeasure"] == "all"
        assert 0 < back.header.given < len(back.events)
        assert verified(back) is None
        proof = proved(back.events)
        assert proof is not None
        assert (proof.wrong, proof.rolls > 0) == ((), True)
        again = await browser.post(
            "/api/import", content=log, headers={"content-type": "application/x-ndjson"}
        )
        assert again.status_code == 201, again.text


@live
async def test_a_choice_is_taken_back_to_the_beginning_and_no_farther(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        quiet = {**SMALL, "pieces": ["R1* HFT 20 4 0", "R2 HFT 26 4 0", "B1* HFT 20 28 180"]}
        made = await found(browser, position=json.dumps(quiet))
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = await red.turn()
            start = red.view().position
            move = {"kind": "Move", "pieces": ["R1"],
                    "legs": [{"kind": "advance", "distance": 10_000}]}  # fmt: skip
            assert (await red.ask("command", seat="red", ask=ask.id, action=move))["ok"]
            assert red.view().position != start
            assert (await red.ask("undo", seat="red"))["ok"]
            assert red.view().position == start
            assert not (await red.ask("undo", seat="red"))["ok"]


@live
async def test_a_moment_of_a_battle_is_played_on_as_somebody_sees_it(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        first = await found(browser, scenario="line")
        seen = (await browser.get(f"/api/battles/{first['battle']}/position?seat=red")).json()
        made = await found(browser, position=json.dumps(seen))
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert red.view().position.pieces.keys() >= {one["id"] for one in seen["pieces"]}


HIDDEN = {
    "kind": "Veiled", "audience": ["green"],
    "inside": {"kind": "Counted", "holder": "green", "name": "owed", "value": 3},
}  # fmt: skip
"""Something that nobody but green is shown, and not even that it is there."""


async def seen_log(browser, made, seat):
    """The log of a battle as one of its seats, or a spectator, may have it."""
    held = {"Authorization": f"Bearer {made['secrets'][seat]}"} if seat in made["secrets"] else {}
    path = f"/api/battles/{made['battle']}/log"
    answer = await browser.get(path, params={"seat": seat}, headers=held)
    assert answer.status_code == 200, answer.text
    return answer.content


@live
async def test_the_log_of_a_seat_does_not_tell_how_much_is_hidden_from_it(tmp_path):
    """[TT-14.2]"""
    file = json.loads(example("treachery"))
    assert file["hands"]["green"]
    async with open_table(tmp_path) as table, table.browser() as browser:
        plain, more = [
            await found(
                browser, position=json.dumps({**file, "events": events}), dice="seeded", seed="5",
                seats=[{"held_by": "you"}] * 3,
            )
            for events in ([], [HIDDEN])
        ]  # fmt: skip
        for seat in ("red", "blue", "spectators"):
            log = await seen_log(browser, plain, seat)
            assert log == await seen_log(browser, more, seat)
            back = read(log, "the log")
            asked = next(n for n, one in enumerate(back.events) if isinstance(one, Asked))
            assert back.header.given == asked
        one, two = [await seen_log(browser, made, "green") for made in (plain, more)]
        assert read(two, "the log").header.given == read(one, "the log").header.given + 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"peices": []}, "peices"),
        ({"cases": [{"name": "one"}]}, "describes several positions"),
        ({"pieces": [f"R{number} SKM reserve" for number in range(MOST_PIECES + 1)]}, "takes"),
        ({"system": "skirmish", "pieces": HORDE}, f"{MOST_MODELS:,} models: leave some out"),
        ({"system": "chess"}, "There is no system"),
        ({"settings": {"moveMeasure": "miles"}}, "moveMeasure"),
    ],
)
@live
async def test_what_cannot_be_played_is_refused_in_a_sentence(change, why, tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        wanted = {"position": json.dumps({**SMALL, **change})}
        answer = await browser.post("/api/battles", json=wanted)
        assert answer.status_code == 400, answer.text
        assert answer.json()["key"] == "server.plain"
        assert why in answer.json()["text"]
        assert (await browser.get("/api/battles")).json()["battles"] == []


@live
async def test_seats_are_those_of_the_position(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        three = [{"held_by": "you"}] * 3
        answer = await browser.post(
            "/api/battles", json={"position": json.dumps(SMALL), "seats": three}
        )
        assert (answer.status_code, answer.json()["key"]) == (400, "server.seats")
        answer = await browser.post("/api/battles", json={"position": "{"})
        assert (answer.status_code, answer.json()["key"]) == (400, "server.plain")
        whole = taken(begin("triumph", seed=3).engine)
        answer = await browser.post("/api/battles", json={"position": json.dumps(whole)})
        assert answer.status_code == 201


@live
async def test_the_file_of_a_position_is_worked_out_aside(tmp_path, monkeypatch):
    """Nobody else waits for it: the event loop goes on."""
    threads = []

    def noted(wanted, person):
        threads.append(threading.current_thread())
        return founding.found(wanted, person)

    monkeypatch.setattr(house, "found", noted)
    async with open_table(tmp_path) as table, table.browser() as browser:
        await found(browser, position=json.dumps(SMALL))
        await found(browser)
    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()


@pytest.mark.parametrize("dice", ["committed", "seeded"])
def test_the_beginning_is_played_once_and_given_with_the_seal_of_its_dice(dice, monkeypatch):
    played = []
    recalled = kernel_battle.recalled
    monkeypatch.setattr(
        kernel_battle, "recalled", lambda log: (played.append(len(log)), recalled(log))[1]
    )
    asked = NewBattle(position=json.dumps(SMALL), dice=dice, seed="5")
    made = founding.found(asked, b"somebody")
    assert len(played) == 1
    assert json.loads(made.row.header)["given"] == played[0]
    seals = [line for line in made.batch.lines.split(b"\n") if b'"Sealed"' in line]
    assert len(seals) == (dice == "committed")


def test_a_file_that_says_and_asks_much_is_played_on_from():
    """What it says and asks is left out, so the desk's time for that bounds nothing here."""
    long = {**SMALL, "questions": [{"why": "x"}] * (MOST_TURNS + 1)}
    made = founding.found(NewBattle(position=json.dumps(long)), b"somebody")
    assert made.row.title == "The last stands"
