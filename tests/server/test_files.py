"""Logs that the table gives, read by the command line."""

from condotta.cli.app import main
from tests.server.live import found, live, open_table
from tests.server.test_keeping import fought


@live
async def fetch(folder, *, over):
    async with open_table(folder / "data") as table, table.browser() as browser:
        if over:
            made = await fought(table, browser)
        else:
            made = await found(browser, scenario="first")
        seat = "" if over else "?seat=red"
        log = await browser.get(f"/api/battles/{made['battle']}/log{seat}")
        (folder / "battle.jsonl").write_bytes(log.content)


def test_a_whole_log_verifies_with_its_dice(tmp_path, capsys):
    fetch(tmp_path, over=True)
    path = str(tmp_path / "battle.jsonl")
    assert main(["replay", path, "--verify"]) == 0
    assert "follow from the secret" in capsys.readouterr().out
    assert main(["report", path, "--out", str(tmp_path / "page.html")]) == 0


def test_the_log_of_one_seat_can_be_told_but_not_verified(tmp_path, capsys):
    fetch(tmp_path, over=False)
    path = str(tmp_path / "battle.jsonl")
    assert main(["replay", path]) == 0
    assert main(["replay", path, "--verify"]) == 2
    assert "only a whole log" in capsys.readouterr().err
