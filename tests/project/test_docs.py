"""The documentation holds: its links lead somewhere, and its commands are understood."""

import re
import shlex
from pathlib import Path

import pytest

from condotta.cli import app
from tests.project.tree import ROOT, files, texts

PAGES = tuple(path for path in files() if path.suffix == ".md")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
COMMAND = re.compile(r"^\$ (?:\./)?condotta(.*)$", re.MULTILINE)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The anchors that headings make: lower case, no punctuation, dashes for spaces."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken(page: Path, link: str) -> bool:
    """Whether a link inside this tree leads nowhere."""
    if re.match(r"https?:|mailto:", link):
        return False
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    return not target.exists() or bool(anchor and anchor not in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_somewhere(page):
    assert not [link for link in LINK.findall(page.read_text()) if broken(page, link)]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_shown_is_understood(page):
    for words in COMMAND.findall(page.read_text()):
        tokens = shlex.split(words, comments=True)
        app.build().parse_args(tokens, exit_on_error=False, print_error=False)


def test_every_page_of_the_documentation_is_reached_from_its_index():
    pages = {page for page in PAGES if page.is_relative_to(ROOT / "docs")}
    reached, found = set(), {ROOT / "docs/index.md"}
    while found:
        reached |= found
        led = (page.parent / link for page in found for link in LINK.findall(page.read_text()))
        found = ({page.resolve() for page in led} & pages) - reached
    assert not sorted(named(page) for page in pages - reached)


def test_the_index_tells_of_every_command():
    told = (ROOT / "docs/index.md").read_text()
    assert not [name for name in app.COMMANDS if f"`condotta {name}" not in told]


def test_a_link_that_leads_nowhere_is_found():
    page = ROOT / "README.md"
    assert broken(page, "docs/nowhere.md")
    assert broken(page, "CONTRIBUTING.md#nowhere")
    assert not broken(page, "CONTRIBUTING.md#style")


def test_a_page_that_the_program_sends_people_to_is_there():
    named_pages = re.compile(r"\bdocs/[\w/-]+\.md\b")
    sent = {page for name, text in texts(".py", ".toml") for page in named_pages.findall(text)}
    assert not sorted(page for page in sent - {"docs/nowhere.md"} if not (ROOT / page).is_file())
