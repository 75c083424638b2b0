"""What the live table prints, and what it tells of dice: to each what that seat may see."""

import re
from collections import Counter

import condotta
from condotta.kernel.records import SPECTATORS
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.names import TREACHERY
from condotta.words import say, speaking
from tests.server.live import found, live, open_table

LOG = {"content-type": "application/x-ndjson"}
HAND = re.compile(r"<small>(T\d\d)</small>")


async def brought(browser, system, decisions, seed=4):
    """A battle that bots have begun, at the table, its seats open; and the battle itself."""
    battle = condotta.begin(system, seed=seed)
    battle.play("schemer", decisions=decisions)
    answer = await browser.post("/api/import", content=battle.log(), headers=LOG)
    assert answer.status_code == 201, answer.text
    return answer.json(), battle


async def sits(browser, made, seat, player):
    """Take a seat."""
    wanted = {"code": made["code"], "seat": seat, "player": player}
    answer = await browser.post("/api/claims", json=wanted)
    assert answer.status_code == 201, answer.text


def held(battle, seat):
    """The treachery cards in a hand, by their designs."""
    return Counter(
        piece.truth
        for piece in battle.engine.state.position.at("hand")
        if piece.controller == seat and TREACHERY in piece.traits
    )


@live
async def test_a_seat_prints_its_own_hand_and_nobody_elses(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made, battle = await brought(host, "treachery+reported", 140)
        red, blue = battle.seats[:2]
        assert held(battle, red) - held(battle, blue)
        assert held(battle, blue) - held(battle, red)
        await sits(host, made, red, "Aude")
        await sits(guest, made, blue, "Bren")
        where = f"/api/battles/{made['battle']}/paper"
        deck = Counter({one.id: one.copies for one in designs().values()})
        public = (await guest.get(where)).text
        assert not Counter(HAND.findall(public)) - deck
        for browser, seat, other in ((host, red, blue), (guest, blue, red)):
            own = await browser.get(f"{where}?seat={seat}&paper=letter")
            shown = Counter(HAND.findall(own.text)) - Counter(HAND.findall(public))
            assert shown == held(battle, seat)
            assert "size: letter" in own.text
            assert "sandbox" in own.headers["content-security-policy"]
            refused = await browser.get(f"{where}?seat={other}")
            assert refused.status_code == 403
            assert refused.json()["key"] == "server.not-your-seat"
        assert "Aude" in public
        assert "size: A4" in public
        french = (await guest.get(f"{where}?lang=fr")).text
        assert '<html lang="fr">' in french
        assert "Aide-mémoire" in french


@live
async def test_a_size_of_paper_that_there_is_not_is_refused_with_those_there_are(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made, _ = await brought(host, "triumph", 12)
        where = f"/api/battles/{made['battle']}/paper"
        for lang in ("en", "fr"):
            refused = await host.get(f"{where}?paper=a3&lang={lang}")
            assert (refused.status_code, refused.json()["key"]) == (400, "server.no-paper")
            with speaking(lang):
                told = say("server.no-paper", {"sizes": ("a4", "letter"), "paper": "a3"})
            assert refused.json()["text"] == told
            assert "letter" in told
        for size, printed in (("Letter", "letter"), ("A4", "A4")):
            page = await host.get(f"{where}?paper={size}")
            assert f"size: {printed}" in page.text


@live
async def test_the_paper_of_the_large_game_tells_nobody_what_is_hidden(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made, battle = await brought(host, "grand+reported", 12)
        red = battle.seats[0]
        await sits(host, made, red, "Aude")
        where = f"/api/battles/{made['battle']}/paper"
        own, public = (
            (await host.get(f"{where}?seat={red}")).text,
            (await guest.get(where)).text,
        )
        seen = battle.view(SPECTATORS).position.pieces.values()
        known = {piece.command for piece in seen if piece.owner == red}
        assert {piece.command for piece in battle.view(red).position.pieces.values()} - known
        assert own != public
        for command in {"R.1", "R.2", "R.3"} - known:
            assert f"<td>{command}</td>" not in public
            assert f"<td>{command}</td>" in own


@live
async def test_dice_are_told_by_player_and_kind_as_they_fell(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made, battle = await brought(host, "treachery+reported", 200)
        answer = await guest.get(f"/api/battles/{made['battle']}/dice")
        told = answer.json()["dice"]
        rolled = sum(
            len(event.said.pips)
            for event in battle.engine.log
            if type(event).__name__ == "Answered" and hasattr(event.said, "pips")
        )
        whole = [one for one in told if not one.get("kind")]
        kinds = [one for one in told if one.get("kind")]
        assert 0 < sum(one["count"] for one in whole) <= rolled
        assert len({one["kind"] for one in kinds}) > 1
        for one in whole:
            parts = [each for each in kinds if each["seat"] == one["seat"]]
            assert one["count"] == sum(each["count"] for each in parts)
            assert one["faces"] == [
                sum(row) for row in zip(*(each["faces"] for each in parts), strict=True)
            ]
            assert one["count"] == sum(one["faces"])
        assert {one["seat"] for one in whole} == set(battle.seats)
        assert all((one.get("spread") is not None) == (one["count"] >= 30) for one in told)


@live
async def test_no_die_of_a_battle_that_has_not_begun_is_told(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, system="ranked")
        answer = await host.get(f"/api/battles/{made['battle']}/dice")
        assert all(one["count"] for one in answer.json()["dice"])
