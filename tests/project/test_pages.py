"""The pages that show code hold: their blocks run one after another, in an empty folder."""

import re

import pytest

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ("playing-from-python",)


def blocks(page: str) -> list[str]:
    return BLOCK.findall(page)


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_a_page_runs_and_says_something(root, page, tmp_path, monkeypatch, capsys):
    text = (root / f"docs/{page}.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    spoken: dict[str, object] = {}
    for block in blocks(text):
        exec(compile(block, f"docs/{page}.md", "exec"), spoken)  # noqa: S102 - our own page
        assert "print(" not in block or capsys.readouterr().out.strip(), block
    assert len(blocks(text)) > 2


def test_a_battle_takes_ten_lines(root):
    text = (root / "docs/playing-from-python.md").read_text(encoding="utf-8")
    lines = [line for line in blocks(text)[0].splitlines() if line.strip()]
    assert "## A battle in ten lines" in text
    assert len(lines) == 10
