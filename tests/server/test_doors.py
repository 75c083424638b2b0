"""Who may come in, sit down, look and change things; and what a browser is told to refuse."""

import asyncio
import threading
import unicodedata

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from condotta.server.http import packing
from condotta.server.limits import Limits, Rate
from condotta.server.protocol import PROTOCOL
from condotta.server.store import keys
from condotta.words import say
from tests.server.live import Page, found, live, open_table

OPEN = [{"held_by": "you", "player": "Zoé"}, {"held_by": "open"}]


def refusal(answer, status):
    assert answer.status_code == status, answer.text
    return answer.json()["key"]


def cookie_of(browser):
    return f"condotta={browser.cookies['condotta']}"


@live
async def test_an_open_seat_belongs_to_the_first_who_claims_it(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=OPEN)
        claim = {"code": made["code"].lower(), "seat": "blue", "player": "Bren"}
        several = [table.browser() for _ in range(10)]
        answers = await asyncio.gather(
            guest.post("/api/claims", json=claim),
            *(one.post("/api/claims", json=claim) for one in several),
        )
        assert sorted(one.status_code for one in answers) == [201] + [409] * 10
        await asyncio.gather(*(one.aclose() for one in several))
        room = (await host.get(f"/api/rooms/{made['code']}")).json()
        assert [seat["held_by"] for seat in room["seats"]] == ["you", "person"]
        assert made["secrets"]["red"] not in str(room)


@live
async def test_a_claimed_seat_opens_by_cookie_and_by_secret_and_is_that_seat_only(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=OPEN)
        got = await guest.post("/api/claims", json={"code": made["code"], "seat": "blue"})
        assert "httponly" in got.headers["set-cookie"].lower()
        assert "samesite=strict" in got.headers["set-cookie"].lower()
        battle = made["battle"]
        async with table.page(battle, cookie=cookie_of(guest)) as blue:
            assert blue.welcome["you"] == ["blue"]
            assert not blue.welcome["host"]
        async with table.page(battle, got.json()["secret"]) as blue:
            assert blue.welcome["you"] == ["blue"]
        async with table.page(battle, cookie=cookie_of(host)) as red:
            assert red.welcome["you"] == ["red"]
            assert red.welcome["host"]
        async with table.page(battle, cookie=cookie_of(guest), seats=["red"]) as watcher:
            assert watcher.welcome["you"] == []


@live
async def test_secrets_are_kept_as_digests_only(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first", seats=OPEN)
        secret, cookie = made["secrets"]["red"], host.cookies["condotta"]
    data = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
    assert secret.encode() not in data
    assert cookie.encode() not in data
    assert keys.digest(secret) in data


@live
async def test_a_seat_is_given_back_by_its_holder_or_the_host_and_by_nobody_else(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=OPEN)
        battle = made["battle"]
        got = await guest.post("/api/claims", json={"code": made["code"], "seat": "blue"})
        address = f"/api/battles/{battle}/seats/"
        bot = {"to": "bot", "bot": "random"}
        assert refusal(await guest.post(f"{address}red", json=bot), 403) == "server.not-host"
        async with table.page(battle, got.json()["secret"]) as blue:
            assert (await guest.post(f"{address}blue", json={"to": "open"})).status_code == 200
            assert (await blue.over()) == {
                "kind": "bye", "key": "server.seat-changed", "again": True
            }  # fmt: skip
        async with table.socket(battle) as socket:
            page = Page(socket)
            secret = got.json()["secret"]
            await page.send({"kind": "hello", "protocol": PROTOCOL, "seat_secret": secret})
            assert (await page.over())["key"] == "server.no-grant"
        assert (await host.post(f"{address}blue", json=bot)).status_code == 200
        again = await guest.post("/api/claims", json={"code": made["code"], "seat": "blue"})
        assert refusal(again, 409) == "server.seat-taken"
        odd = await host.post(f"{address}blue", json={"to": "bot", "bot": "genius"})
        assert refusal(odd, 400) == "server.no-bot"


@live
async def test_a_bot_goes_on_where_a_person_left(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first")
        async with table.page(made["battle"]) as watcher:
            before = watcher.number
            for seat in ("red", "blue"):
                change = {"to": "bot", "bot": "random"}
                await host.post(f"/api/battles/{made['battle']}/seats/{seat}", json=change)
            while watcher.number < before + 50:
                await watcher.hear()


@live
async def test_battles_are_listed_to_whom_they_belong(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=OPEN, title="Ours")
        assert [one["title"] for one in (await host.get("/api/battles")).json()["battles"]] == [
            "Ours"
        ]
        assert (await guest.get("/api/battles")).json() == {"battles": []}
        assert refusal(await guest.post("/api/owner", json={"key": "guess"}), 403) == (
            "server.no-key"
        )
        assert (await guest.get("/open/guess")).headers["location"] == "/"
        assert (await guest.get("/api/battles")).json() == {"battles": []}
        entered = await guest.get(f"/open/{table.key}")
        assert entered.status_code == 303
        assert len((await guest.get("/api/battles")).json()["battles"]) == 1
        assert (await guest.get("/api/about")).json()["owner"]
        assert made["secrets"]["red"] not in (await guest.get("/api/battles")).text


@live
async def test_nobody_waits_while_the_addresses_of_the_table_are_looked_up(tmp_path):
    looked, answered = threading.Event(), threading.Event()

    def slow():
        looked.set()
        return ("http://somewhere/",) if answered.wait(10) else ()

    async with open_table(tmp_path, addresses=slow) as table, table.browser() as browser:
        about = asyncio.ensure_future(browser.get("/api/about"))
        assert await asyncio.to_thread(looked.wait, 10)
        assert (await browser.get("/api/battles")).status_code == 200
        answered.set()
        assert (await about).json()["addresses"] == ["http://somewhere/"]


@live
async def test_what_does_not_exist_is_refused_alike_for_all(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=OPEN)
        for path in ("", "/log", "/events", "/report", "/position"):
            answer = await guest.get(f"/api/battles/nothing{path}")
            assert refusal(answer, 404) == "server.no-battle"
        assert refusal(await guest.get("/api/rooms/ABCDEF"), 404) == "server.no-code"
        assert refusal(await guest.get("/api/nothing"), 404) == "server.no-address"
        log = f"/api/battles/{made['battle']}/log?seat=red"
        assert refusal(await guest.get(log), 403) == "server.not-your-seat"
        assert (await host.get(log)).status_code == 200
        place = log.replace("/log?", "/position?")
        assert refusal(await guest.get(place), 403) == "server.not-your-seat"
        assert (await host.get(place)).json()["system"] == "triumph"
        assert refusal(await guest.get("/api/referee/nothing"), 404) == "server.no-system"
        with pytest.raises(InvalidStatus):
            async with table.socket("nothing"):
                pass


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "file://"},
        {"host": "evil.example"},
        {"host": ""},
        {"host": "127.0.0.1.evil.example:8000"},
        {"host": "localhost:80@evil.example"},
        {"host": "localhost/hands?x="},
        {"host": "localhost#"},
    ],
)
@live
async def test_other_pages_and_other_names_are_refused(tmp_path, headers):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first")
        answer = await host.post("/api/battles", json={}, headers=headers)
        assert refusal(answer, 403 if "origin" in headers else 421).startswith("server.")
        if headers.get("host") != "" and not set("@/#") & set(headers.get("host", "")):
            with pytest.raises(InvalidStatus):
                async with table.socket(made["battle"], **headers):
                    pass


@live
async def test_our_own_page_is_let_in(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first")
        async with table.socket(made["battle"], origin=table.url) as socket:
            page = Page(socket)
            await page.send({"kind": "hello", "protocol": PROTOCOL})
            await page.until("welcome")
        answer = await host.post("/api/battles", json={}, headers={"origin": table.url})
        assert answer.status_code == 201


@live
async def test_a_browser_is_told_what_it_may_load(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        for path in ("/", "/api/about", "/battle/x", "/nothing.js", "/api/battles/none"):
            headers = (await browser.get(path)).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert "; script-src 'self'; " in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


@live
async def test_codes_cannot_be_tried_for_long(tmp_path):
    limits = Limits(doors=Rate(0.001, 5))
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        tried = [await browser.get(f"/api/rooms/AAAAA{letter}") for letter in "ABCDEFGH"]
        assert [one.status_code for one in tried] == [404] * 5 + [429] * 3
        claim = await browser.post("/api/claims", json={"code": "AAAAAA", "seat": "red"})
        assert refusal(claim, 429) == "server.too-fast"
        assert (await browser.get("/api/about")).status_code == 200


def bodies():
    """Bodies that are not what an address wants."""
    yield b"", "application/json"
    yield b"{", "application/json"
    yield b"[]", "application/json"
    yield b'"text"', "application/json"
    yield b"null", "application/json"
    yield b'{"admin": true}', "application/json"
    yield b'{"seats": {"red": 1}, "code": 5, "to": 7, "key": []}', "application/json"
    yield b"[" * 20_000, "application/json"
    yield b'{"code": "\xff\xfe"}', "application/json"
    yield b"{}", "text/plain"
    yield b"code=AAAAAA&seat=red", "application/x-www-form-urlencoded"
    yield b"x" * 300_000, "application/json"


@pytest.mark.parametrize(
    "path",
    [
        "/api/battles",
        "/api/claims",
        "/api/owner",
        "/api/battles/BATTLE/archive",
        "/api/battles/BATTLE/seats/red",
        "/api/import",
    ],
)
@live
async def test_malformed_bodies_are_refused_with_a_reason(tmp_path, path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        for body, kind in bodies():
            address = path.replace("BATTLE", made["battle"])
            headers = {"content-type": kind}
            answer = await browser.post(address, content=body, headers=headers)
            assert 400 <= answer.status_code < 500, (body[:40], answer.text)
            assert answer.json()["key"].startswith("server."), answer.text
            assert answer.json()["text"] != answer.json()["key"]
        assert (await browser.get(f"/api/battles/{made['battle']}")).status_code == 200


@live
async def test_a_malformed_roster_is_refused_or_shown_with_what_is_wrong(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        tried = list(bodies())
        assert len(tried) >= 10
        for body, kind in tried:
            headers = {"content-type": kind}
            answer = await browser.post("/api/rosters/check", content=body, headers=headers)
            if answer.status_code == 200:
                shown = answer.json()
                assert not shown["legal"], body[:40]
                assert any(one["severity"] == "error" for one in shown["findings"])
            else:
                assert 400 <= answer.status_code < 500, (body[:40], answer.text)
                assert answer.json()["key"].startswith("server."), answer.text


@pytest.mark.parametrize(
    "wanted",
    [
        {"system": "chess"},
        {"scenario": "nothing"},
        {"settings": {"lossTreshold": 3}},
        {"settings": {"lossThreshold": "many"}},
        {"seats": [{}, {}, {}]},
        {"seats": [{"seat": "mauve"}]},
        {"seats": [{"held_by": "bot", "bot": "genius"}]},
        {"seats": [{"roster": "nobody"}]},
        {"seats": [{"roster": {"stands": {"main/t1": {"KNT": 400}}}}]},
        {"seats": [{"roster": []}]},
        {"seats": [{"seat": "red"}, {"seat": "red"}]},
        {"dice": "loaded"},
        {"dice": "typed", "seats": [{"held_by": "bot"}, {"held_by": "bot"}]},
    ],
)
@live
async def test_a_battle_that_cannot_be_is_refused_with_a_reason(tmp_path, wanted):
    async with open_table(tmp_path) as table, table.browser() as browser:
        answer = await browser.post("/api/battles", json=wanted)
        assert 400 <= answer.status_code < 500, answer.text
        assert len(answer.json()["text"]) > 20


@live
async def test_refusals_are_told_in_the_language_of_whoever_asks(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        wrong = {"settings": {"lossThreshold": 999}}
        told = {}
        for lang in ("fr-FR, en;q=0.5", "en", "tlh", ""):
            headers = {"accept-language": lang}
            answers = [
                await browser.post("/api/battles", json=wrong, headers=headers),
                await browser.get("/api/rooms/NONE", headers=headers),
            ]
            told[lang] = [answer.json()["text"] for answer in answers]
        assert told["en"] == told["tlh"] == told[""]
        assert "cannot be 999; it is a whole number from 1 to 144" in told["en"][0]
        assert "ne peut être 999" in told["fr-FR, en;q=0.5"][0]
        assert "Aucune table n’a ce code" in told["fr-FR, en;q=0.5"][1]
        named = await browser.get("/api/rooms/NONE?lang=fr", headers={"accept-language": "en"})
        assert named.json()["text"] == told["fr-FR, en;q=0.5"][1]


@live
async def test_names_are_kept_as_they_are_and_never_break_a_line(tmp_path):
    names = (
        "Zoé", "Zoe\u0301", "👩\u200d👩\u200d👧", "שלום", "<script>alert(1)</script>", "x" * 200,
        "   ", "a\n\u202eb",
    )  # fmt: skip
    kept = {name: unicodedata.normalize("NFC", name) for name in names[:5]}
    async with open_table(tmp_path) as table, table.browser() as browser:
        for name in names:
            seats = [{"held_by": "you", "player": name}, {"held_by": "open"}]
            made = await found(browser, scenario="first", seats=seats, title=name)
            async with table.page(made["battle"], made["secrets"]["red"]) as red:
                shown = red.welcome["seats"][0]["player"]
                assert len(shown) <= 40
                assert shown == " ".join(shown.split())
                assert "\u202e" not in shown
                assert shown == kept.get(name, shown)
            saved = await browser.get(f"/api/battles/{made['battle']}/log")
            assert saved.headers["content-disposition"].isascii()


@live
async def test_nothing_outside_the_page_is_served(tmp_path):
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>the page")
    (folder / "assets/a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    async with open_table(tmp_path / "data", page=folder) as table, table.browser() as browser:
        assert (await browser.get("/")).text == "<p>the page"
        assert (await browser.get("/join/ABC")).text == "<p>the page"
        script = await browser.get("/assets/a.js")
        assert script.text == "1"
        assert "immutable" in script.headers["cache-control"]
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt",
                     "/..%5csecret.txt", "/%00", "//etc/passwd", "/etc/passwd.txt"):  # fmt: skip
            raw = httpx.Request("GET", f"{table.url}{path}")
            answer = await browser.send(raw)
            assert "secret" not in answer.text
            assert "root:" not in answer.text


@live
async def test_what_is_everybodys_is_packed_and_what_somebody_may_know_is_not(tmp_path):
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>the page")
    (folder / "assets/a.js").write_text("let one = 1;" * 1_000)
    async with open_table(tmp_path / "data", page=folder) as table, table.browser() as browser:
        made = await found(
            browser, scenario="first", seats=[{"held_by": "you"}, {"held_by": "bot"}]
        )
        for path in ("/assets/a.js", "/api/words/en", "/api/lists", "/api/about"):
            answer = await browser.get(path)
            assert answer.headers["content-encoding"] == "gzip", path
            assert int(answer.headers.get("content-length", 0)) < len(answer.content)
            assert (
                "content-encoding"
                not in (await browser.get(path, headers={"accept-encoding": "identity"})).headers
            )
        one = f"/api/battles/{made['battle']}"
        # what a seat may know of a battle: its size must not tell what is in it
        for path in (f"{one}/log", f"{one}/events", f"{one}/position"):
            answer = await browser.get(path)
            assert len(answer.content) > 1_000, path
            assert "content-encoding" not in answer.headers, path


@live
async def test_a_file_of_the_page_and_the_words_are_packed_once_and_a_file_anew_when_it_changes(
    tmp_path, monkeypatch
):
    folder, packed, pack = tmp_path / "page", [], packing.packed
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>first" * 1_000)
    (folder / "assets/few.js").write_text("1")
    monkeypatch.setattr(packing, "packed", lambda data: (packed.append(len(data)), pack(data))[1])
    packing.words_packed.cache_clear()
    async with open_table(tmp_path / "data", page=folder) as table, table.browser() as browser:
        for path in ("/", "/join/ABC", "/", "/api/words/fr", "/api/words/fr"):
            answer = await browser.get(path)
            assert answer.headers["content-encoding"] == "gzip", path
            assert answer.headers["vary"] == "Accept-Encoding"
        assert packed == [8_000, len(answer.content)]
        assert answer.json()["server.store"] == say("server.store", {}, "fr")
        few = await browser.get("/assets/few.js")
        assert (few.text, few.headers.get("content-encoding")) == ("1", None)
        (folder / "index.html").write_text("<p>second" * 1_000)
        answer = await browser.get("/")
        assert answer.text == "<p>second" * 1_000
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert packed[2:] == [9_000]


@live
async def test_without_a_built_page_the_table_says_how_to_build_it(tmp_path):
    none = tmp_path / "no page"
    async with open_table(tmp_path, page=none) as table, table.browser() as browser:
        assert "npm run build" in (await browser.get("/")).text


@live
async def test_a_browser_keeps_no_answer_and_asks_for_the_page_each_time(tmp_path):
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<p>the page")
    async with open_table(tmp_path / "data", page=folder) as table, table.browser() as browser:
        made = await found(browser, scenario="first", seats=OPEN)
        one = f"/api/battles/{made['battle']}"
        for path in ("/api/about", "/api/battles", one, f"{one}/log", f"{one}/events"):
            assert (await browser.get(path)).headers["cache-control"] == "no-store", path
        for path in ("/", "/join/ABC", f"/battle/{made['battle']}"):
            assert (await browser.get(path)).headers["cache-control"] == "no-cache", path


@live
async def test_seats_stay_where_they_are_whoever_leaves_and_comes_back(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, system="treachery+triumph", seats=[{"held_by": "open"}] * 3)
        one = f"/api/battles/{made['battle']}"
        before = [seat["seat"] for seat in (await host.get(one)).json()["seats"]]
        claim = {"code": made["code"], "seat": before[1], "player": "Bren"}
        for _ in range(2):
            assert (await guest.post("/api/claims", json=claim)).status_code == 201
            await guest.post(f"{one}/seats/{before[1]}", json={"to": "open"})
        assert [seat["seat"] for seat in (await host.get(one)).json()["seats"]] == before
    async with open_table(tmp_path) as table, table.page(made["battle"]) as watcher:
        assert [seat["seat"] for seat in watcher.welcome["seats"]] == before
        assert before != sorted(before)
