"""The report page: whole by itself, safe with any name, and consistent within."""

import re
from collections import Counter
from html.parser import HTMLParser

import msgspec
import pytest

from condotta.kernel.events import Began
from condotta.report.history import turns_of
from condotta.report.logbook import Log
from condotta.report.page import page
from tests.report.fought import short

VOID = {"meta", "input", "br"}


class Reader(HTMLParser):
    """Checks nesting, and gathers ids, links and tags."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.wants: set[str] = set()
        self.tags: Counter[str] = Counter()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids[value] += 1
            if name == "for":
                self.wants.add(value)
            if name == "href" and value.startswith("#"):
                self.wants.add(value[1:])
            if name == "aria-labelledby":
                self.wants.update(value.split())

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def text() -> str:
    return page(short())


def renamed(name: str) -> Log:
    """The battle with that name for everything people may name."""
    events = tuple(
        msgspec.structs.replace(
            event,
            chairs=tuple(msgspec.structs.replace(chair, name=name) for chair in event.chairs),
        )
        if isinstance(event, Began)
        else event
        for event in short().events
    )
    header = msgspec.structs.replace(short().header, title={"name": name, "seed": name})
    return msgspec.structs.replace(short(), events=events, header=header)


def test_the_page_is_well_nested_and_every_link_leads_somewhere(text):
    reader = read(text)
    assert not [name for name, times in reader.ids.items() if times > 1]
    assert not sorted(reader.wants - set(reader.ids))


def test_the_page_needs_nothing_from_outside(text):
    assert set(re.findall(r"https?://[^\"' )<]+", text)) <= {"http://www.w3.org/2000/svg"}
    reader = read(text)
    assert not {"script", "link", "img", "iframe", "object"} & set(reader.tags)
    assert "src" not in reader.attributes


def test_there_is_a_map_and_a_mark_for_every_turn(text):
    turns = len(turns_of(short().events))
    assert text.count('<section class="turn"') == turns
    assert text.count('type="radio"') == turns
    assert text.count(" checked>") == 1


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "é & ½", "مملكة الحضر"]
)
def test_a_name_is_never_markup(name):
    text = page(renamed(name))
    reader = read(text)
    assert "script" not in reader.tags
    assert "img" not in reader.tags
    assert not [one for one in reader.attributes if one.startswith("on")]


def test_the_page_tells_losses_dice_combats_and_clauses(text):
    for heading in ("Points lost", "Dice, seen and expected", "Combats against the odds"):
        assert f"<h2>{heading}</h2>" in text
    assert 'id="c-TC-2.1"' in text


def test_the_page_is_light_dark_and_printed(text):
    assert "prefers-color-scheme:dark" in text
    assert "@media print" in text
    assert 'name="viewport"' in text


def test_a_battle_that_is_not_over_has_a_page_too():
    half = msgspec.structs.replace(short(), events=short().events[: len(short().events) // 2])
    assert "unfinished" in page(half)


def test_a_battle_that_has_not_begun_has_a_page_too():
    begun = next(n for n, event in enumerate(short().events) if isinstance(event, Began))
    read(page(msgspec.structs.replace(short(), events=short().events[: begun + 1])))


def test_the_same_log_gives_the_same_page(text):
    assert page(short()) == text
