"""What is drawn of an answer comes from what the answer carries; it is where the rule says."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import msgspec
import pytest

from condotta.cli.app import main
from condotta.positions import page, pictures, reading, scenes
from condotta.positions.games import game
from condotta.positions.manual import example
from condotta.report.motion import between, first_met, stations
from condotta.table import Advance, Base, Pose, Rectangle, Wheel, after, from_degrees, gap
from condotta.words import languages, speaking
from tests.positions.asking import SYSTEM_NAMES

INCH = MU = 10_000


def drawn(**plain):
    """The figures of each thing said and asked in a file."""
    document = reading.parse(msgspec.json.encode(plain), "a file")
    return [scene.figures for scene in scenes.shown(document, "a file").scenes[0]]


def one(figures, kind, says=""):
    """The only figure of a kind, or the only one that says so."""
    (found,) = [each for each in figures if each.kind == kind and says in each.says]
    return found


# ── ways ─────────────────────────────────────────────────────────────────────
def test_a_wheel_is_drawn_as_it_is_made():
    start, shape = Pose(0, 0, 0, 1_000_000), Rectangle(40_000, 20_000)
    whole = after((start,), (shape,), Wheel("left", *from_degrees(-60)))[0]
    half = after((start,), (shape,), Wheel("left", *from_degrees(-30)))[0]
    found = between(start, whole, 0.5)
    assert (found.x, found.y) == pytest.approx((half.x, half.y), abs=2)
    assert len(stations((start, whole))) > 10


def test_a_way_is_stopped_where_it_first_touches():
    start, shape = Pose(0, 0, 0, 1_000_000), Rectangle(20_000, 10_000)
    end = after((start,), (shape,), Advance(50_000))[0]
    foe = Base(Pose(0, 30_000, 0, -1_000_000), shape)
    met = first_met((start, end), shape, lambda here: gap(here, foe) <= 0)
    assert met is not None
    assert met[0].y == pytest.approx(30_000, abs=20)


def test_tc_5_12_a_move_through_an_enemy_shows_where_it_stops_and_what_is_in_the_way():
    asked = {"would": {"stands": "R1", "legs": [{"advance": 5}]}}
    pieces = ["R1 ARC 20 10 0", "R9* LFT 2 3 0", "B1 SKM 20 13 180", "B9* LFT 40 30 180"]
    (figures,) = drawn(system="triumph", pieces=pieces, questions=[asked])
    stop = next(each for each in figures if each.kind == "stop")
    assert max(y for _, y in stop.points) == pytest.approx(13 * MU, abs=300)
    assert one(figures, "way").says == "5.0 MU of 3.0 MU"
    assert one(figures, "way").tone == "no"
    foe = next(each for each in figures if each.says == "in the way")
    assert min(y for _, y in foe.points) == 13 * MU
    assert one(figures, "region", "zone of control").tone == "no"


def test_tc_5_12_a_move_off_the_board_shows_the_edge_that_it_crosses():
    asked = {"would": {"stands": "R1", "legs": [{"advance": 2}]}}
    pieces = ["R1 LFT 1.2 10 270", "R9* LFT 12 3 0", "B9* LFT 40 30 180"]
    (figures,) = drawn(system="triumph", pieces=pieces, questions=[asked])
    edge = one(figures, "edge", "edge of the board")
    assert {x for x, _ in edge.points} == {0}


def test_fb_4_1_a_regiment_stops_an_inch_from_another():
    said = {"seat": "red", "manoeuvre": {"piece": "R1", "legs": [{"advance": 4}]}}
    pieces = [
        "R1 line-infantry 20x5 20 10 0",
        "R2 archers 10x5 20 15.5 0",
        "B1 archers 5 60 40 180",
    ]
    (figures,) = drawn(
        system="ranked", pieces=pieces, phase="remaining moves", questions=[{"may": said}]
    )
    stop = one(figures, "stop")
    rear = 15.5 * INCH - (max(y for _, y in stop.points))
    depth = 2 * 20 / 25.4 * INCH
    assert rear - depth == pytest.approx(INCH, abs=300)
    assert one(figures, "way").tone == "no"


def test_sk_32_a_model_that_leaves_the_table_shows_where():
    said = {"seat": "red", "walk": {"unit": "R1", "mode": "move",
            "trails": [{"model": "R1.1", "points": [[20, -2]]}]}}  # fmt: skip
    pieces = ["R1 line_infantry 5 20 2 0", "B1 militia 10 40 40 180"]
    (figures,) = drawn(
        system="skirmish", pieces=pieces, phase="movement", questions=[{"may": said}]
    )
    assert one(figures, "edge", "edge of the board").tone == "no"


# ── lines ────────────────────────────────────────────────────────────────────
def test_tc_6_9_a_shot_too_far_shows_arc_distance_and_limit():
    pieces = ["R1* ARC 20 10 0", "B1* SPR 20 19 180"]
    (figures,) = drawn(
        system="triumph",
        pieces=pieces,
        phase="ranged",
        questions=[{"shot": {"between": ["R1", "B1"]}}],
    )
    line = next(each for each in figures if each.kind == "line" and "of" in each.says)
    assert (line.says, line.tone) == ("9.0 MU of 3.0 MU", "no")
    arc = next(each for each in figures if each.says == "arc of fire")
    assert max(y for _, y in arc.points) == 13 * MU


def test_tc_6_12_a_line_that_is_blocked_shows_what_blocks_it():
    pieces = ["R1* ARC 20 10 0", "R2 HFT 20 12 0", "B1* SPR 20 13 180"]
    (figures,) = drawn(
        system="triumph",
        pieces=pieces,
        phase="ranged",
        questions=[{"shot": {"between": ["R1", "B1"]}}],
    )
    assert {each.tone for each in figures if each.kind == "sight"} == {"no"}
    blocked = next(each for each in figures if each.says == "in the way")
    assert max(y for _, y in blocked.points) == pytest.approx(12 * MU, abs=MU / 100)


def test_sk_73_what_hides_a_unit_is_drawn():
    pieces = ["R1 line_infantry 5 20 10 0", "B1 militia 10 20 24 180"]
    asked = [{"sight": {"between": ["R1", "B1"]}}, {"shot": {"between": ["R1", "B1"]}}]
    ground = ["block box 20 17 30 3"]
    for figures in drawn(
        system="skirmish", pieces=pieces, terrain=ground, phase="shooting", questions=asked
    ):
        assert {each.tone for each in figures if each.kind == "sight"} == {"no"}
        assert [each for each in figures if each.says == "in the way"]


def test_a_distance_is_a_line_with_its_length_and_its_limit():
    asked = [{"distance": {"between": ["R1", "B1"], "limit": limit}} for limit in (2, 4)]
    pieces = ["R1* HFT 20 10 0", "B1* HFT 20 13 180"]
    near, far = drawn(system="triumph", pieces=pieces, questions=asked)
    assert (one(near, "line").says, one(near, "line").tone) == ("3.0 MU of 2.0 MU", "no")
    assert one(far, "line").tone == "yes"


def test_contacts_zones_and_command_are_drawn():
    pieces = ["R1* HFT 20 10 0", "R2 HFT 30 10 0", "B1* HFT 20 10 180"]
    asked = [{"contacts": "all"}, {"zone": "R2"}, {"command": "R2"}]
    touch, zone, command = drawn(system="triumph", pieces=pieces, questions=asked)
    assert {each.kind for each in touch} == {"edge"}
    assert one(zone, "region").says == "zone of control"
    assert one(command, "line").says == "8.0 MU"


# ── pictures and pages ───────────────────────────────────────────────────────
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("system", SYSTEM_NAMES)
def test_every_example_makes_a_picture_and_a_page_that_need_no_network(system, lang):
    document = reading.parse(example(system).encode(), system)
    with speaking(lang):
        found = scenes.shown(document, system)
        svg, html = pictures.whole(found), page.page(found)
    assert ET.fromstring(svg).tag.endswith("svg")  # noqa: S314 - written a line before
    assert f'<html lang="{lang}">' in html
    assert "<script" not in html
    assert re.findall(r'(?:src|href)="(?!#)', html) == []
    assert html.count("<article") == len(found.scenes[0])
    assert sum(bool(scene.figures) for scene in found.scenes[0]) == html.count('class="shot"')
    assert linked(html) == explained(html)


def test_a_run_begins_as_it_is_described_and_ends_once_everything_is_said():
    """Whenever it is asked about, and whatever came of the last act."""
    march = {"seat": "red", "move": {"stands": ["R1"], "legs": [{"advance": 3}]}}
    plain = {"system": "triumph", "pieces": ["R1* HFT 20 10 0", "B1* HFT 20 25 180"],
             "says": [march], "questions": [{"zone": "R1", "after": 0}]}  # fmt: skip
    found = scenes.shown(reading.parse(msgspec.json.encode(plain), "a file"), "a file")
    (begin,), (end,) = found.begins, found.ends
    assert [one.pieces["R1"].pose.y for one in (begin, end)] == [10 * MU, 13 * MU]
    boards = pictures.Boards()
    next(parts := pictures.panels(found, game("triumph"), boards))
    next(parts)
    assert boards.known == [end]


def test_a_clause_of_a_note_leads_to_what_it_says():
    """[TC-5.12] and [TC-6.9], which nothing else on the page cites."""
    asked = {"zone": "R1", "note": "Mind [TC-6.9] here."}
    plain = {"system": "triumph", "note": "About [TC-5.12].", "questions": [asked],
             "pieces": ["R1* HFT 20 10 0", "B1* HFT 20 25 180"]}  # fmt: skip
    html = page.page(scenes.shown(reading.parse(msgspec.json.encode(plain), "a file"), "a file"))
    assert {"TC-5.12", "TC-6.9"} <= linked(html)
    assert linked(html) == explained(html)


def linked(html):
    """The clauses that a page has links to."""
    return set(re.findall(r'href="#([A-Z]{2}-[\d.]+)"', html))


def explained(html):
    """The clauses that stand on a page with what they say."""
    return set(re.findall(r'id="([A-Z]{2}-[\d.]+)"', html))


def test_rule_writes_a_page_and_a_picture(tmp_path, capsys):
    where = tmp_path / "triumph.json"
    where.write_text(example("triumph"), "utf-8")
    outs = [tmp_path / "out.html", tmp_path / "out.svg"]
    told = [str(where), "--html", str(outs[0]), "--svg", str(outs[1]), "--lang", "fr"]
    assert main(["rule", *told]) == 0
    capsys.readouterr()
    assert "Refusé" in outs[0].read_text("utf-8")
    assert "Refusé" in outs[1].read_text("utf-8")


def test_rule_knows_two_languages(tmp_path, capsys):
    where = tmp_path / "triumph.json"
    where.write_text(example("triumph"), "utf-8")
    assert main(["rule", str(where), "--lang", "de"]) == 2
    assert "--lang is en or fr" in capsys.readouterr().err
