"""A seat changes hands in sight of all and by a rule, and what its next holder sees is told.

Every clause of docs/seats.md has its test here.
"""

import asyncio

import msgspec
import pytest

from condotta.kernel.events import Holder, Seated
from condotta.kernel.log import encode
from condotta.report.logbook import in_brief, read, verified
from condotta.report.story import story
from condotta.server.protocol import PROTOCOL
from condotta.server.rooms.handing import Change, event_of, free
from condotta.server.steady import steady
from condotta.server.store.store import Full
from tests.server.live import Page, found, live, open_table
from tests.server.test_doors import OPEN, cookie_of, refusal

BOT = {"to": "bot", "bot": "steward"}
FREE = {"to": "open"}
NAMES = {"red": "Anna", "blue": "Bren", "amber": "Cleo", "green": "Dora"}


class Evening:
    """A battle with secrets of some people, each at a browser of his own, red's its founder."""

    def __init__(self, table, people, made, system):
        self.table, self.people, self.made, self.system = table, people, made, system
        self.battle, self.code = made["battle"], made["code"]

    async def release(self, who, seat, change):
        return await self.people[who].post(f"/api/battles/{self.battle}/seats/{seat}", json=change)

    async def consent(self, who, seat, *, agrees=True):
        path = f"/api/battles/{self.battle}/seats/{seat}/consent"
        return await self.people[who].post(path, json={"agrees": agrees})

    async def claim(self, who, seat, player=""):
        wanted = {"code": self.code, "seat": seat, "player": player or NAMES.get(who, who)}
        return await self.people[who].post("/api/claims", json=wanted)

    async def room(self, who="red"):
        return (await self.people[who].get(f"/api/battles/{self.battle}")).json()

    async def seat(self, seat, who="red"):
        return next(one for one in (await self.room(who))["seats"] if one["seat"] == seat)

    async def opened(self):
        return (await self.table.house.room(self.battle)).room

    async def told(self):
        """What the log has of seats that changed hands."""
        return [one for one in (await self.opened()).battle.log if isinstance(one, Seated)]

    async def gone_for(self, seat, seconds):
        """Let it be so long since its holder's last page went."""
        room = await self.opened()
        room.absences()
        room.beside.gone[seat] = steady() - seconds

    def page(self, who, **hello):
        return self.table.page(self.battle, cookie=cookie_of(self.people[who]), **hello)


class Sitting:
    """Opens a table with such an evening."""

    def __init__(self, folder, *, seats=("red", "blue"), bots=(), chosen=True, **wanted):
        self.folder, self.seats, self.bots, self.chosen = folder, seats, bots, chosen
        system = "treachery" if len((*seats, *bots)) > 2 else "triumph"
        self.wanted = {"system": system, "dice": "committed", **wanted}

    async def __aenter__(self):
        self.opening = open_table(self.folder)
        table = await self.opening.__aenter__()
        all_ = (*self.seats, *self.bots)
        asked = [
            {"seat": seat, "held_by": "you", "player": NAMES[seat]} if seat == "red"
            else {"seat": seat, "held_by": "bot" if seat in self.bots else "open", "bot": "idle"}
            for seat in all_
        ]  # fmt: skip
        people = {who: table.browser() for who in (*all_, "stranger")}
        made = await found(people["red"], seats=asked, **self.wanted)
        evening = Evening(table, people, made, self.wanted["system"])
        for seat in self.seats[1:]:
            assert (await evening.claim(seat, seat)).status_code == 201
        if self.chosen:
            await self.choose(evening)
        self.evening = evening
        return evening

    async def choose(self, evening):
        """Let somebody choose something."""
        room = await evening.opened()
        for _ in range(200):
            if not free(room.battle):
                return
            for seat in self.seats:
                async with evening.page(seat) as page:
                    if page.mine():
                        await page.play(page.mine()[0])
            await asyncio.sleep(0.01)
        raise AssertionError("nobody was asked anything")

    async def __aexit__(self, *why):
        for one in self.evening.people.values():
            await one.aclose()
        await self.opening.__aexit__(*why)


THREE = ("red", "blue", "amber")


# ── the attack ───────────────────────────────────────────────────────────────
@live
async def test_whoever_set_a_battle_up_cannot_read_a_hand_and_give_it_back(tmp_path):
    """Open, claim, read and give back: each step is refused, and told where it is not."""
    async with Sitting(tmp_path, seats=THREE) as here, here.page("blue") as blue:
        before = (await here.opened()).battle.log[:]
        tried = [
            await here.release("red", "blue", FREE),
            await here.release("red", "blue", BOT),
            await here.claim("red", "blue", "Bren"),
        ]
        for answer in tried[:2]:
            assert refusal(answer, 409) == "server.seat-held"
            text = answer.json()["text"]
            assert "Bren holds Blue and is here" in text, text
            assert "5 minutes" in text, text
        assert refusal(tried[2], 409) == "server.seat-taken"
        for page in ("log", "events", "paper", "dice", "position"):
            path = f"/api/battles/{here.battle}/{page}?seat=blue"
            assert refusal(await here.people["red"].get(path), 403) == "server.not-your-seat"
        assert (await here.opened()).battle.log == before
        assert (await here.seat("blue", "blue"))["held_by"] == "you"
        assert blue.bye is None


@live
async def test_the_attack_after_an_absence_is_told_step_by_step(tmp_path):
    async with Sitting(tmp_path, seats=THREE) as here:
        await here.gone_for("blue", 300)
        async with here.page("red") as red:
            assert (await here.release("red", "blue", FREE)).status_code == 200
            assert (await here.claim("red", "blue", "Bren")).status_code == 201
            assert (await here.release("red", "blue", FREE)).status_code == 200
            assert (await here.claim("blue", "blue")).status_code == 201
            while sum(one["kind"] == "Seated" for one in red.events) < 4:
                await red.hear()
        told = await here.told()
        assert [one.why for one in told] == ["absent", "claimed", "left", "claimed"]
        assert told[0].by == "Anna"
        assert told[0].away >= 300
        assert (told[1].also, told[1].founder) == (("red",), True)  # under whatever name
        assert told[2].was == Holder("person", "Bren")
        seat = await here.seat("blue", "blue")
        assert [(one["name"], one["turn"]) for one in seat["seen_by"]] == [("Bren", 0)]


# ── while seats know nothing of their own ────────────────────────────────────
@live
async def test_before_anybody_has_chosen_seats_are_given_freely_and_nothing_is_told(tmp_path):
    async with Sitting(tmp_path, chosen=False, system="triumph") as here:
        assert free((await here.opened()).battle)
        for change in (BOT, FREE):
            assert (await here.release("red", "blue", change)).status_code == 200
        assert (await here.claim("stranger", "blue", "Zoé")).status_code == 201
        assert await here.told() == []


@live
async def test_once_the_battle_is_over_seats_are_given_freely_and_its_log_stays(tmp_path):
    async with Sitting(tmp_path, system="triumph") as here:
        async with here.page("red") as red:
            action = {"kind": "Concede"}
            done = await red.ask("command", seat="red", action=action)
            assert done["ok"], done
        room = await here.opened()
        length = len(room.battle.log)
        assert room.battle.state.position.ended is not None
        assert (await here.release("red", "blue", FREE)).status_code == 200
        assert len(room.battle.log) == length


# ── leaving ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("change", "now"), [(FREE, Holder()), (BOT, Holder("bot", "steward"))])
@live
async def test_who_holds_a_seat_leaves_it_at_once_and_everybody_sees_it(tmp_path, change, now):
    async with Sitting(tmp_path) as here, here.page("red", lang="en") as red:
        assert (await here.release("blue", "blue", change)).status_code == 200
        (told,) = await here.told()
        assert (told.seat, told.why) == ("blue", "left")
        assert (told.was, told.now) == (Holder("person", "Bren"), now)
        while not any(one["kind"] == "Seated" for one in red.events):
            heard = await red.hear()
        line = heard["lines"][-1]
        assert line["kind"] == "seat"
        assert line["text"].startswith("Bren leaves Blue"), line
        assert "Bren has seen all of that up to now" in line["text"]
        seat = await here.seat("blue")
        assert [one["name"] for one in seat["seen_by"]] == ["Bren"]


@live
async def test_a_stranger_gives_nobodys_seat_away(tmp_path):
    async with Sitting(tmp_path) as here:
        assert refusal(await here.release("stranger", "blue", FREE), 403) == "server.not-host"
        assert refusal(await here.release("blue", "red", FREE), 403) == "server.not-host"


# ── an absence that all saw ──────────────────────────────────────────────────
@live
async def test_an_absence_counts_from_the_last_page_that_went_and_is_told_to_all(tmp_path):
    async with Sitting(tmp_path, absence=120) as here:
        async with here.page("blue") as blue, here.page("red") as red:
            assert (await here.seat("blue"))["away"] is None
            await blue.socket.close()
            while True:
                presence = await red.until("presence")
                seat = next(one for one in presence["seats"] if one["seat"] == "blue")
                if seat["away"] is not None:
                    break
            assert seat["away"] < 60
            assert presence["absence"] == 120
        await here.gone_for("blue", 100)
        refused = await here.release("red", "blue", BOT)
        assert refusal(refused, 409) == "server.seat-away"
        assert "In 1 minute" in refused.json()["text"]
        async with here.page("blue"):
            pass
        await here.gone_for("blue", 121)
        async with here.page("red") as red:
            assert await here.table.house.look_at_seats(await here.opened()) is None
            presence = await red.until("presence")
            seat = next(one for one in presence["seats"] if one["seat"] == "blue")
            assert seat["changes"] == "absent"
        assert (await here.release("red", "blue", BOT)).status_code == 200
        (told,) = await here.told()
        assert (told.why, told.by, told.away >= 120) == ("absent", "Anna", True)


@live
async def test_whoever_comes_back_is_here_again(tmp_path):
    async with Sitting(tmp_path) as here:
        await here.gone_for("blue", 1000)
        async with here.page("blue", seats=[]):  # he only looks on, but he is there
            assert refusal(await here.release("red", "blue", BOT), 409) == "server.seat-held"
        assert refusal(await here.release("red", "blue", BOT), 409) == "server.seat-away"


@live
async def test_whoever_is_at_the_door_has_only_just_gone(tmp_path):
    async with Sitting(tmp_path) as here:
        await here.gone_for("blue", 1000)
        assert (await here.seat("blue", "blue"))["away"] == 0
        assert refusal(await here.release("red", "blue", BOT), 409) == "server.seat-away"


@pytest.mark.parametrize("absence", [0, 59, 10**9])
@live
async def test_an_absence_of_no_time_cannot_be_set(tmp_path, absence):
    async with open_table(tmp_path) as table, table.browser() as host:
        wanted = {"scenario": "first", "seats": OPEN, "absence": absence}
        answer = await host.post("/api/battles", json=wanted)
        assert refusal(answer, 400) == "server.absence"


@pytest.mark.usefixtures("either_store")
@live
async def test_an_absence_is_kept_and_the_time_in_which_the_house_was_closed_counts_for_nobody(
    tmp_path,
):
    async with Sitting(tmp_path, absence=600) as here:
        await here.gone_for("blue", 599)
        battle, cookie = here.battle, cookie_of(here.people["red"])
    async with open_table(tmp_path) as table, table.browser(cookie=cookie) as red:
        room = (await red.get(f"/api/battles/{battle}")).json()
        assert room["absence"] == 600
        answer = await red.post(f"/api/battles/{battle}/seats/blue", json=BOT)
        assert refusal(answer, 409) == "server.seat-away"
        assert answer.json()["params"]["left"] == 10


# ── consent ──────────────────────────────────────────────────────────────────
@live
async def test_a_seat_goes_at_once_when_everybody_who_plays_agrees(tmp_path):
    async with Sitting(tmp_path, seats=THREE) as here, here.page("blue"), here.page("amber"):
        asked = await here.release("red", "blue", {**BOT, "ask": True})
        assert (asked.status_code, asked.json()["asked"]) == (202, True)
        (shown,) = (await here.room("amber"))["asked"]
        assert shown == {
            "seat": "blue", "to": "bot", "bot": "steward", "by": "Anna", "agreed": [],
            "waits": ["amber", "blue"],
        }  # fmt: skip
        for nobody in ("red", "stranger"):
            assert refusal(await here.consent(nobody, "blue"), 409) == "server.not-asked"
        assert (await here.consent("amber", "blue")).status_code == 200
        assert (await here.seat("blue"))["held_by"] == "person"
        assert (await here.consent("blue", "blue")).status_code == 200
        (told,) = await here.told()
        assert (told.why, told.by, told.agreed) == ("agreed", "Anna", ("amber", "blue"))
        assert (await here.seat("blue"))["held_by"] == "bot"
        assert (await here.room())["asked"] == []


@live
async def test_one_voice_against_it_and_a_seat_stays(tmp_path):
    async with Sitting(tmp_path, seats=THREE) as here, here.page("blue"):
        await here.release("red", "blue", {**FREE, "ask": True})
        assert (await here.consent("blue", "blue", agrees=False)).status_code == 200
        assert (await here.room())["asked"] == []
        assert refusal(await here.consent("amber", "blue"), 409) == "server.not-asked"
        assert await here.told() == []


@live
async def test_what_is_asked_holds_nothing_up_and_can_be_taken_back(tmp_path):
    async with Sitting(tmp_path, seats=THREE) as here:
        await here.release("red", "blue", {**FREE, "ask": True})
        room = await here.opened()
        length = len(room.battle.log)
        for seat in THREE:
            async with here.page(seat) as page:
                for ask in page.mine():
                    action = {"kind": "Choose", "option": ask.options[0]}
                    await page.ask("command", seat=seat, ask=ask.id, action=action)
        assert len(room.battle.log) > length
        assert (await here.consent("red", "blue", agrees=False)).status_code == 200
        assert (await here.room())["asked"] == []


@live
async def test_who_is_gone_for_long_is_asked_no_more(tmp_path):
    """Of three, one is away: the third alone agrees. A minute is no absence; he may load a page."""
    async with Sitting(tmp_path, seats=THREE) as here:
        await here.gone_for("blue", 30)
        await here.release("red", "blue", {**BOT, "ask": True})
        assert (await here.room())["asked"][0]["waits"] == ["amber", "blue"]
        await here.consent("amber", "blue")
        assert await here.told() == []
        await here.gone_for("blue", 61)
        await here.table.house.look_at_seats(await here.opened())
        (told,) = await here.told()
        assert (told.why, told.agreed) == ("agreed", ("amber",))


@live
async def test_a_silent_seat_falls_under_the_absence(tmp_path):
    async with Sitting(tmp_path, seats=THREE) as here, here.page("blue"):
        await here.release("red", "blue", {**BOT, "ask": True})
        await here.consent("blue", "blue")
        assert await here.told() == []
        await here.gone_for("amber", 301)
        await here.table.house.look_at_seats(await here.opened())
        (told,) = await here.told()
        assert (told.why, told.agreed) == ("agreed", ("blue",))


@live
async def test_of_two_nobody_agrees_for_who_is_away(tmp_path):
    async with Sitting(tmp_path) as here:
        await here.gone_for("blue", 200)
        answer = await here.release("red", "blue", {**BOT, "ask": True})
        assert refusal(answer, 409) == "server.seat-away"


# ── bots ─────────────────────────────────────────────────────────────────────
@live
async def test_a_seat_that_a_bot_plays_needs_the_consent_of_the_others(tmp_path):
    async with Sitting(tmp_path, bots=("amber",)) as here:
        answer = await here.release("red", "amber", FREE)
        assert refusal(answer, 409) == "server.seat-bot"
        await here.release("red", "amber", {**FREE, "ask": True})
        assert (await here.consent("blue", "amber")).status_code == 200
        assert (await here.claim("stranger", "amber", "Zoé")).status_code == 201
        told = await here.told()
        assert [(one.why, one.was.held, one.now.held) for one in told] == [
            ("agreed", "bot", "open"), ("claimed", "open", "person"),
        ]  # fmt: skip


@live
async def test_who_plays_alone_with_bots_asks_nobody_and_it_is_told(tmp_path):
    async with Sitting(tmp_path, seats=("red",), bots=("blue", "amber")) as here:
        assert (await here.release("red", "blue", FREE)).status_code == 200
        (told,) = await here.told()
        assert (told.why, told.was) == ("given", Holder("bot", "idle"))


@live
async def test_who_left_a_seat_to_a_bot_takes_it_back_by_himself(tmp_path):
    """The flow of an evening: a telephone dies, a bot goes on, its player comes back."""
    async with Sitting(tmp_path, seats=THREE) as here:
        await here.gone_for("blue", 400)
        assert (await here.release("red", "blue", BOT)).status_code == 200
        assert (await here.room("blue"))["returns"] == ["blue"]
        assert (await here.room("amber"))["returns"] == []
        assert refusal(await here.claim("amber", "blue"), 409) == "server.seat-taken"
        assert (await here.claim("blue", "blue")).status_code == 201
        told = await here.told()
        assert [one.why for one in told] == ["absent", "returned"]
        seat = await here.seat("blue")
        assert (seat["held_by"], seat["player"], seat["seen_by"]) == ("person", "Bren", [])


@live
async def test_whoever_claims_his_seat_again_has_it_in_both_places(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=[{"held_by": "you"}, {"held_by": "open"}])
        claim = {"code": made["code"], "seat": "blue", "player": "Zoé"}
        secrets = [(await guest.post("/api/claims", json=claim)).json()["secret"] for _ in range(2)]
        for shown in (*secrets, *secrets):
            async with table.browser(authorization=f"Bearer {shown}") as program:
                again = await program.post("/api/claims", json=claim)
                assert again.status_code == 201, again.text
                secrets.append(again.json()["secret"])
        assert len(set(secrets)) == 6
        for shown in secrets:
            async with table.page(made["battle"], shown) as page:
                assert page.welcome["you"] == ["blue"]
        async with table.browser(authorization="Bearer another") as stranger:
            assert refusal(await stranger.post("/api/claims", json=claim), 409)
        for _ in range(8):
            assert (await guest.post("/api/claims", json=claim)).status_code == 201
        async with table.socket(made["battle"]) as socket:
            page = Page(socket)
            hello = {"kind": "hello", "protocol": PROTOCOL, "seat_secret": secrets[-1]}
            await page.send(hello)
            assert (await page.over())["key"] == "server.no-grant"


@pytest.mark.usefixtures("either_store")
@live
async def test_whose_a_lent_seat_was_outlives_a_restart(tmp_path):
    async with Sitting(tmp_path) as here:
        assert (await here.release("blue", "blue", BOT)).status_code == 200
        battle, code, cookie = here.battle, here.code, cookie_of(here.people["blue"])
    async with open_table(tmp_path) as table, table.browser(cookie=cookie) as blue:
        room = (await blue.get(f"/api/battles/{battle}")).json()
        assert room["returns"] == ["blue"]
        assert [one["seen_by"] for one in room["seats"]][1][0]["name"] == "Bren"
        claim = {"code": code, "seat": "blue", "player": "Bren"}
        assert (await blue.post("/api/claims", json=claim)).status_code == 201


@live
async def test_coming_back_with_ones_own_cookie_or_secret_is_no_change(tmp_path):
    async with Sitting(tmp_path) as here:
        for _ in range(2):
            async with here.page("blue") as blue:
                assert blue.welcome["you"] == ["blue"]
        async with here.table.page(here.battle, here.made["secrets"]["red"]) as red:
            assert red.welcome["you"] == ["red"]
        assert await here.told() == []


# ── what the log keeps of it ─────────────────────────────────────────────────
@live
async def test_nothing_is_taken_back_past_a_seat_that_changed_hands(tmp_path):
    async with Sitting(tmp_path, system="triumph", chosen=False) as here:
        room = await here.opened()
        while not any(room.battle.may_undo(seat) for seat in ("red", "blue")):
            for seat in ("red", "blue"):
                async with here.page(seat) as page:
                    if page.mine() and not room.battle.may_undo("red"):
                        await page.play(page.mine()[0])
        (seat,) = [one for one in ("red", "blue") if room.battle.may_undo(one)]
        other = "blue" if seat == "red" else "red"
        assert (await here.release(other, other, BOT)).status_code == 200
        async with here.page(seat) as page:
            undone = await page.ask("undo", seat=seat)
        assert undone["refusals"][0]["key"] == "kernel.undo-seated"


@pytest.mark.usefixtures("either_store")
@live
async def test_a_change_and_its_line_are_durable_together_and_the_log_verifies(tmp_path):
    async with Sitting(tmp_path, seats=THREE) as here:
        await here.gone_for("blue", 400)
        await here.release("red", "blue", {"to": "bot", "bot": "idle"})
        battle = here.battle
        told = await here.told()
    async with open_table(tmp_path) as table:
        room = (await table.house.room(battle)).room
        assert [one for one in room.battle.log if isinstance(one, Seated)] == told
        lines = [encode(room.header), *map(encode, room.battle.log), b""]
        log = read(b"\n".join(lines), "the log")
        assert verified(log) is None
        assert read(in_brief(log), "the brief log").events == log.events
        for lang, says in (("en", "Bren has been away for 6 minutes"), ("fr", "Bren est absent")):
            assert any(line.text.startswith(says) for line in story(log.events, lang=lang))


@live
async def test_a_change_that_the_disk_cannot_take_has_not_happened(tmp_path, monkeypatch):
    async with Sitting(tmp_path) as here:
        room = await here.opened()
        before = len(room.battle.log)

        async def full(*_):
            raise Full("no room")

        monkeypatch.setattr(room.store, "seat", full)
        assert refusal(await here.release("blue", "blue", FREE), 507) == "server.store"
        assert len(room.battle.log) == before
        assert (await here.seat("blue"))["held_by"] == "person"


@live
async def test_a_battle_that_was_put_away_keeps_its_seats(tmp_path):
    async with Sitting(tmp_path) as here:
        await here.gone_for("blue", 400)
        path = f"/api/battles/{here.battle}/archive"
        assert (await here.people["red"].post(path, json={"archived": True})).status_code == 200
        await here.gone_for("blue", 400)
        assert refusal(await here.release("red", "blue", FREE), 409) == "server.archived"


@live
async def test_what_is_told_follows_from_what_everybody_sees(tmp_path):
    """A private offer more or less, and the line about the seat is the same."""
    async with Sitting(tmp_path, seats=THREE) as here:
        room = await here.opened()
        row = room.seating.row("blue")
        left = msgspec.structs.replace(row, held="open", player="", secret=b"", person=b"")
        one = event_of(room.battle, room.seating, left, Change("left"))
        offer = {"kind": "Offer", "to": "blue", "terms": {"words": "peace"}, "private": True}
        async with here.page("red") as red:
            done = await red.ask("command", seat="red", action=offer)
        two = event_of(room.battle, room.seating, left, Change("left"))
        assert one == two, done


@live
async def test_a_battle_brought_from_a_file_says_that_all_of_it_may_have_been_read(tmp_path):
    async with Sitting(tmp_path, seats=THREE) as here:
        room = await here.opened()
        log = b"\n".join([encode(room.header), *map(encode, room.battle.log), b""])
        headers = {"content-type": "application/x-ndjson"}
        answer = await here.people["red"].post("/api/import", content=log, headers=headers)
        assert answer.status_code == 201, answer.text
        battle = answer.json()["battle"]
        told = (await here.people["red"].get(f"/api/battles/{battle}")).json()
        assert [one["seen_by"] for one in told["seats"]] == [[{"name": "", "turn": 0}]] * 3
        events = (
            await here.people["red"].get(f"/api/battles/{battle}/events?lang=en&count=2000")
        ).json()
        assert any("brought here from a file" in line["text"] for line in events["lines"])
