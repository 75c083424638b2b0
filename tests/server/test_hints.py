"""Hints: what the condottiere would do for a seat that asks, and why; where it is not forbidden."""

from __future__ import annotations

from condotta.bots.reasons import Reason
from condotta.report.motives import told
from tests.server.live import found, live, open_table

YOU = [{"held_by": "you"}] * 2


async def asked_to_move(page):
    """The question of the scenario, when it is put."""
    while not page.mine():
        await page.hear()
    return page.mine()[0]


@live
async def test_a_hint_is_a_legal_answer_with_its_reasons_in_words(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line", seats=YOU)
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert red.welcome["hints"] == "condottiere"
            ask = await asked_to_move(red)
            hint = (await red.ask("hint", seat="red", ask=ask.id))["hint"]
            assert hint["bot"] == "condottiere"
            judged = await red.ask("judge", seat="red", ask=ask.id, action=hint["action"])
            assert "refusals" not in judged["verdict"]
            reasons = [Reason(one["key"], one.get("params", {})) for one in hint["reasons"]]
            said = told(reasons, red.view().position)
            assert "points" in said
            again = (await red.ask("hint", seat="red", ask=ask.id))["hint"]
            assert again == hint
            late = await red.ask("hint", seat="red", ask=999)
            assert late["refusals"][0]["key"] == "server.no-question"
        async with table.page(made["battle"]) as watcher:
            refused = await watcher.ask("hint", seat="red", ask=ask.id)
            assert refused["refusals"][0]["key"] == "server.not-your-seat"


@live
async def test_who_sets_a_battle_up_may_forbid_hints_and_that_is_kept(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line", seats=YOU, hints=False)
        battle, secret = made["battle"], made["secrets"]["red"]
    async with open_table(tmp_path) as table, table.page(battle, secret) as red:
        assert red.welcome["hints"] == ""
        ask = await asked_to_move(red)
        refused = await red.ask("hint", seat="red", ask=ask.id)
        assert refused["refusals"][0]["key"] == "server.no-hints"


@live
async def test_nobody_gives_hints_at_a_real_table(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, system="triumph+reported", seats=YOU)
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert red.welcome["hints"] == ""
