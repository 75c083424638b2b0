"""What is written from the Python records is what they are: types of the page, schema, texts."""

import re
import subprocess
import sys
from functools import cache

import jsonschema
import msgspec
import pytest

from condotta.words import keys
from tests.server.live import found, live, open_table


def test_types_and_schema_are_written_from_the_records(root):
    command = [sys.executable, "tools/protocol_types.py", "--check"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.fixture(scope="module")
def schema(root):
    return msgspec.json.decode((root / "docs/protocol.schema.json").read_bytes())


@live
async def test_what_is_sent_and_heard_is_as_the_schema_says(tmp_path, schema):
    @cache
    def validator(name):
        wanted = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
        return jsonschema.validators.validator_for(wanted)(wanted)

    def holds(message, name):
        validator(name).validate(message)

    async with open_table(tmp_path) as table, table.browser() as browser:
        about = (await browser.get("/api/about")).json()
        holds(about, "About")
        for one in about["systems"]:
            assert (await browser.get(f"/api/systems/{one['system']}")).json() == one
        assert (await browser.get("/api/systems/none")).json()["key"] == "server.no-system"
        made = await found(browser, scenario="line")
        async with table.page(made["battle"], made["secrets"]["red"], snapshot=True) as page:
            pass
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            said = {"kind": "judge", "id": "1", "seat": "red", "ask": ask.id}
            said["action"] = red.answer(ask)
            holds(said, "Said")
            await red.send(said)
            await red.until("reply")
            await red.ask("odds", attacker="R1", defender="B1")
            await red.play(ask)
            for message in (*red.heard, *page.heard):
                holds(message, "Heard")
        for one in (await browser.get("/api/rosters")).json()[:5]:
            holds(one, "RosterShown")
        holds((await browser.get("/api/battles")).json(), "Rooms")
        holds((await browser.get("/api/nothing")).json(), "Problem")


def test_every_refusal_of_the_server_can_be_said_and_is_used(root):
    source = "\n".join(
        path.read_text() for path in sorted((root / "src/condotta/server").rglob("*.py"))
    )
    used = set(re.findall(r'(?:Refused|hang_up|__init__)\(\s*"([a-z-]+)"', source))
    used |= {"archived", "seat-changed", "unsure"}
    used |= set(re.findall(r'\("(seat-[a-z]+)",\)', source))
    used |= set(
        re.findall(r'"server\.([a-z-]+)"', (root / "web/src/state/line.svelte.ts").read_text())
    )
    said = {key.removeprefix("server.") for key in keys() if key.startswith("server.")}
    assert used == said


def test_the_page_of_the_protocol_tells_of_every_message_and_address(root):
    from typing import get_args

    from condotta.server.protocol import Heard, Said

    told = (root / "docs/protocol.md").read_text()
    kinds = {one.__struct_config__.tag for one in (*get_args(Said), *get_args(Heard))}
    missing = {kind for kind in kinds if f"`{kind}`" not in told and f'"{kind}"' not in told}
    assert not missing


@live
async def test_words_of_every_language_are_given_whole(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        for lang in (await browser.get("/api/about")).json()["languages"]:
            words = (await browser.get(f"/api/words/{lang}")).json()
            assert words.keys() >= set(keys())
        odd = await browser.get("/api/words/xx")
        assert odd.json()["key"] == "server.no-language"
