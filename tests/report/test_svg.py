"""The map: true to size, named for everybody, and nothing from outside."""

import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from condotta.kernel.events import Mustered
from condotta.kernel.evolving import evolve_position
from condotta.report.bodies import drawn
from condotta.report.ground import PENS
from condotta.report.ground import drawn as drawn_ground
from condotta.report.ink import Sheet
from condotta.report.palette import STYLES
from condotta.report.pictograms import SIGNS
from condotta.report.stands import CODES
from condotta.report.svg import Shown, battle_map
from condotta.rules.triumph import names
from condotta.rules.triumph.tables import TABLES
from condotta.table import Area, Box, Disc, Rectangle, Strip, pose_at
from condotta.words.catalogue import speaking
from tests.report.fought import MU, position, stand, wood

SVG = "{http://www.w3.org/2000/svg}"
SHEET = Sheet(48 * MU, 32 * MU)


def tree(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - our own drawing, made a line above


def titles(text: str) -> list[str]:
    return [node.text or "" for node in tree(text).iter(f"{SVG}title")]


def groups(text: str, kind: str) -> list[ET.Element]:
    return [node for node in tree(text).iter(f"{SVG}g") if node.get("class") == kind]


def test_a_stand_is_drawn_true_to_size_with_its_front_edge_where_it_is():
    piece = stand("R1", "SPR", 20, 10)
    node = tree(drawn(SHEET, piece, piece.pose, 0, "Red"))
    rect = node.find("rect")
    assert node.get("transform") == "translate(400 440)"
    assert (rect.get("width"), rect.get("height")) == ("40", "15")


@pytest.mark.parametrize(("theta", "turn"), [(0, None), (90, "90"), (180, "180"), (-45, "-45")])
def test_a_stand_is_turned_clockwise_from_up_the_paper(theta, turn):
    piece = stand("R1", "KNT", 20, 10, theta)
    found = re.match(
        r'<g transform="translate\(400 440\)(?: rotate\((-?\d+)\))?"',
        drawn(SHEET, piece, piece.pose, 0, "Red"),
    )
    assert found
    assert found[1] == turn


def test_every_stand_is_named_with_seat_type_id_and_rank():
    general = stand("R1", "KNT", 20, 10, traits=(names.GENERAL,))
    text = battle_map(position(general, stand("B2", "SPR", 20, 20, 180)))
    assert {"Red Knights R1, general", "Blue Spear B2"} <= set(titles(text))
    assert len(groups(text, "star")) == 1


def test_the_map_says_in_words_what_it_shows():
    text = battle_map(position(stand("R1", "KNT", 20, 10), areas=[wood()]))
    root = tree(text)
    said = root.find(f"{SVG}desc").text
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "map-t map-d"
    assert "Red: 1 stand on the table" in said
    assert "Woods" in said


def test_a_name_that_is_markup_stays_a_name():
    nasty = position(
        stand("R1", "KNT", 20, 10), names_of=("<script>alert(1)</script>", "é & مملكة")
    )
    text = battle_map(nasty)
    tree(text)
    assert "<script" not in text
    assert "é &amp; مملكة" in text


def test_nothing_comes_from_outside():
    text = battle_map(position(stand("R1", "KNT", 20, 10), areas=[wood()]))
    assert set(re.findall(r"https?://[^\"' )]+", text)) == {"http://www.w3.org/2000/svg"}
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', text))
    assert all(link.startswith("#") for link in re.findall(r"url\(([^)]*)\)", text))


def test_what_is_used_is_defined():
    kinds = [wood(row.key, f"area {row.key}") for row in TABLES.terrain]
    stands = [stand(f"R{n + 1}", code, 2 + n, 4) for n, code in enumerate(CODES) if code != "CAMP"]
    text = battle_map(position(*stands, areas=kinds))
    used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(re.findall(r'id="([^"]+)"', text))


def test_every_troop_type_has_a_sign_and_every_ground_a_look_of_its_own():
    assert set(SIGNS) == set(CODES)
    looks = {battle_map(position(areas=[wood(row.key)])) for row in TABLES.terrain}
    assert len(looks) == len(TABLES.terrain)


def test_every_seat_differs_in_shape_and_colour():
    assert len({style.shape for style in STYLES}) == len(STYLES) == 6
    assert len({style.day[0] for style in STYLES}) == 6


def test_what_moved_since_has_an_arrow_and_a_ghost():
    now = position(stand("R1", "KNT", 20, 14), stand("R2", "KNT", 30, 10))
    before = replace(now, pieces={**now.pieces, "R1": stand("R1", "KNT", 20, 10)})
    plain, arrows = battle_map(now), battle_map(now, before)
    assert len(groups(plain, "s0")) < len(groups(arrows, "s0"))
    assert arrows.count('stroke-dasharray="3 2.5"') == 1


def test_of_stands_behind_one_another_only_the_last_has_an_arrow():
    ranks = [stand("R1", "SPR", 20, 14), stand("R2", "SPR", 20, 13.25)]
    now = position(*ranks)
    back = {
        piece.id: replace(piece, pose=pose_at(piece.pose.x, piece.pose.y - 3 * MU, 0))
        for piece in ranks
    }
    text = battle_map(now, replace(now, pieces=back))
    assert text.count('stroke-dasharray="3 2.5"') == 2
    assert len(re.findall(r'<g class="s0"><path d="M[^"]*" stroke="var\(--halo\)"', text)) == 1


def test_what_was_lost_since_is_a_crossed_circle_where_it_stood():
    now = position(stand("R1", "KNT", 0, 0, place="lost"))
    before = replace(now, pieces={"R1": stand("R1", "KNT", 20, 10)})
    text = battle_map(now, before)
    assert '<circle r="9"' in text
    assert "translate(400 455)" in text


def test_what_is_not_on_the_table_is_listed_beside_it_and_counted():
    now = position(
        stand("R1", "KNT", 0, 0, place="lost"), stand("R2", "SPR", 0, 0, place="reserve")
    )
    text = battle_map(now, shown_=Shown(defeat=32))
    assert {"Red Knights R1", "Red Spear R2"} <= set(titles(text))
    assert "Lost 8 of 16" in text


def test_the_same_position_gives_the_same_map():
    one, two = (battle_map(position(stand("R1", "KNT", 20, 10), areas=[wood()])) for _ in "12")
    assert one == two


KINDS_OF_GROUND = (
    *("hill", "forest", "river", "building", "wall", "fence", "hedge", "impassable", "obstacle"),
    *("area", "ruins", "crater", "barricade", "block"),
)


@pytest.mark.parametrize("kind", KINDS_OF_GROUND)
def test_ground_of_every_battle_has_a_pattern(kind):
    """[FB-13.1, SK-117]"""
    area = Area("a1", kind, Box(20 * MU, 10 * MU, 6 * MU, 2 * MU, 1_000_000, 0))
    rough = replace(area, kind="open")
    assert drawn_ground(SHEET, area) != drawn_ground(SHEET, rough).replace("open", kind)
    assert kind in PENS


def test_a_band_of_river_is_water():
    band = Strip(((0, 10 * MU), (48 * MU, 12 * MU)), MU)
    assert "var(--water)" in drawn_ground(SHEET, Area("a1", "river", band))
    assert "var(--water)" not in drawn_ground(SHEET, Area("a1", "wall", band))


def test_a_regiment_is_drawn_with_its_name_its_files_and_its_ranks():
    """[FB-2.1] And never with a word of ours."""
    shape = Rectangle(4 * MU, 2 * MU)
    piece = replace(stand("R1", "KNT", 20, 10), type="infantry", unit="Archers", shape=shape)
    said = drawn(SHEET, piece, piece.pose, 0, "Red", formation=(18, 10))
    assert ">Archers</text>" in said
    assert "18 · 10×2" in said
    assert ">infantry<" not in said
    alone = drawn(SHEET, piece, piece.pose, 0, "Red", formation=(1, 1))
    assert "×" not in alone


def test_a_template_bears_its_name_and_a_marker_its_number():
    """[FB-5.15, GT-5.4]"""
    knights = stand("R1", "KNT", 20, 10)
    shape = Disc(3 * MU)
    storm = replace(knights, id="storm R9 1", type="standing-storm", shape=shape, command="R9")
    said = drawn(SHEET, storm, storm.pose, 0, "Red")
    assert "Standing Storm" in said
    assert "R9" not in said
    marker = replace(knights, id="R-marker-2", type="MARKER", traits=("marker",), command="R.2")
    assert ">2</text>" in drawn(SHEET, marker, marker.pose, 0, "Red")


def test_cards_and_markers_are_no_troops_beside_the_map():
    """[TT-11.1, GT-5.4]"""
    knights = replace(stand("R1", "KNT", 20, 10), place="reserve", pose=None)
    card = replace(knights, id="card-1", type="treachery card", place="hand")
    marker = replace(knights, id="R-marker-1", type="MARKER", traits=("marker",))
    table = position(knights)
    for piece in (card, marker):
        table = evolve_position(table, Mustered(piece))
    said = titles(battle_map(table))
    assert "Red Knights R1" in said
    assert not any("card" in one or "marker" in one for one in said)


def test_a_map_is_french_in_french():
    camp = replace(stand("R9", "CAMP", 20, 10), shape=Rectangle(4 * MU, 2 * MU))
    general = stand("R1", "KNT", 20, 14, traits=(names.GENERAL,))
    with speaking("fr"):
        text = battle_map(position(general, camp, areas=[wood()]))
    assert not re.search(r"Camp R9|general|difficult|Knights", text)
    assert any(one.endswith(", général") for one in titles(text))
