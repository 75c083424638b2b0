"""The page of a study: whole, from nowhere else, and with the figures of the report."""

import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from condotta.lab.study.fighting import fixtures, prepared
from condotta.lab.study.page import page
from condotta.lab.study.plan import planned, studied
from condotta.lab.study.records import Fallen, Placed
from condotta.lab.study.report import report
from condotta.lab.study.summary import summed

VOID = {"meta", "br", "hr", "img"}


class Read(HTMLParser):
    """A page taken apart: that every element is closed, and what is written in each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict]] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in {"path", "circle", "svg", "line", "rect", "polyline", "polygon"}, (
            f"<{tag}/> closes nothing in a page"
        )
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).replace("\u00a0", " ").split())


def told(won=lambda _: 0, coffers=None, **study):
    """The page and the report of a study whose battles are made up: who won by its number."""
    plan = planned(studied({"seed": 1, **study}, "it"))
    records = []
    for fixture in fixtures(plan):
        record, _ = prepared(fixture)
        first = won(record)
        seats = tuple(
            Placed(
                one.seat, one.side, one.army, one.entrant, one.bot, one.army == first, 1.0,
                10.0 * (one.army == first) + record.number, coffers, 2.0 + record.setup, 9,
                (0.0, 10.0 * (one.army == first), 10.0 * (one.army == first) + record.number),
            )
            for one in record.seats
        )  # fmt: skip
        winners = tuple(one.side for one in seats if one.won)
        fallen = (Fallen(0, 999, 0),) * 3 + (Fallen(1, 0, 1000),)
        records.append(
            replace(record, seats=seats, winners=winners, clause="FB-14.5", turns=3, fallen=fallen)
        )
    found = summed(plan, records, "out/records.jsonl")
    text = page(plan, found, records)
    return text, Read(text).text, report(plan, found, records)


@pytest.fixture(scope="module")
def alone():
    """Ten battles of two bots, all but one won by the first."""
    return told(
        won=lambda record: int(record.number == 3),
        name="Bold & <quick>", question="Who wins?", system="ranked", bots=["steward", "random"],
        battles=10,
    )  # fmt: skip


def test_a_page_needs_nothing_from_elsewhere_and_runs_nothing(alone):
    text, _, _ = alone
    assert "http" not in text
    assert not re.search(r"<(script|link|img|iframe)|@import|url\(", text)


def test_a_page_is_read_by_day_and_by_night_on_a_phone_and_on_paper(alone):
    text, _, _ = alone
    assert 'name="viewport" content="width=device-width' in text
    assert "color-scheme:light dark" in text
    assert "prefers-color-scheme:dark" in text
    assert "max-width:620px" in text
    assert "@media print" in text


def test_the_name_of_a_study_is_no_markup(alone):
    text, words, _ = alone
    assert "<title>Bold &amp; &lt;quick&gt;</title>" in text
    assert "Bold & <quick>" in words


def test_it_says_first_who_is_stronger(alone):
    _, words, _ = alone
    said = words.index("steward has more than its part of the victories: 90 %")
    assert said < words.index("Who won")


def test_its_figures_are_those_of_the_report(alone):
    _, words, markdown = alone
    for value, between in re.findall(r"(\d+ %) \((\d+ to \d+)\)", markdown):
        assert value in words
        assert between in words
    for line in re.findall(r"^- (.+)$", markdown, re.MULTILINE):
        assert line.replace("`", "").replace("*", "") in words


def test_what_is_seen_has_a_sign_and_a_colour(alone):
    text, _, _ = alone
    assert text.count('class="track up"') >= 1
    assert text.count('class="track down"') >= 1


def test_nothing_is_called_stronger_where_it_cannot_be_told():
    _, words, _ = told(
        won=lambda record: record.number % 2, system="ranked", bots=["steward", "random"],
        battles=10,
    )  # fmt: skip
    assert "No bot or army is seen to be stronger or weaker than another." in words


def test_armies_that_meet_each_other_are_a_matrix():
    text, words, _ = told(
        won=lambda record: record.cell % 2, system="ranked", bots=["random"],
        armies=["river-guard", "hill-levy"], against=["river-guard", "free-lances"],
        battles=8,
    )  # fmt: skip
    assert "Share of victory in each cell" in words
    assert text.count('class="heat"') == 1
    assert words.count("of 8") >= 4
    assert 'class="more sure"' in text
    assert 'class="less sure"' in text


def test_arms_are_compared_in_bars_and_in_numbers():
    _, words, _ = told(
        won=lambda record: record.cell, system="ranked", bots=["steward", "random"], battles=8,
        arm=[{"name": "one"}, {"name": "two", "settings": {"battleTurns": 3}}],
    )  # fmt: skip
    assert "arm: one → two" in words
    assert "Differences of shares" in words
    assert "-100 " in words
    assert "are seen to differ: one → two, steward: wins" in words


def test_coins_are_told_where_there_are_any():
    _, words, _ = told(
        system="treachery+triumph", seats=3, bots=["schemer", "idle"], battles=3, coffers=100
    )
    assert "Coffers at the end, by bot or army" in words
    assert "Coffers, turn by turn" in words


def test_scores_are_drawn_turn_by_turn_and_losses_where_they_fell(alone):
    text, words, _ = alone
    assert "Score in victory points, turn by turn" in words
    assert text.count("<polyline") == 2
    assert 'aria-label="After 3 player turns: steward ' in text
    assert "steward , 3.0 a battle" in words
    assert "random , 1.0 a battle" in words
    said = "of them, 3, in column 12 of 12 from the left, row 8 of 8 from the far edge"
    assert f"steward: 3.0 fell a battle, most {said}" in text
    assert text.count("--how:85%") == 1


def test_nothing_is_drawn_of_what_never_changed():
    text, words, _ = told(won=lambda _: 9, system="ranked", bots=["random"], battles=1)
    assert "turn by turn" not in words
    assert "<polyline" not in text


def test_a_league_says_who_is_first_and_who_beat_whom():
    text, words, markdown = told(
        won=lambda record: next(
            one.army for name in ("idle", "steward") for one in record.seats if one.bot == name
        ),
        system="ranked", league=True, bots=["random", "steward", "idle"], battles=6,
    )  # fmt: skip
    assert "random, steward, idle; 18 battles in 3 cells" in words
    assert "idle has more than its part of the victories: 100 %" in words
    assert "random has less than its part of the victories: 0 %" in words
    rows = re.findall(r"^\| (random|steward|idle) +\| +1 \| +(\d+) of 12", markdown, re.MULTILINE)
    assert rows == [("idle", "12"), ("steward", "6"), ("random", "0")]
    assert text.count('class="heat"') == 1
    assert text.count("of 6</small>") == 6
    assert "Compared" not in words
