"""The quick reference of a battle: its own phases, numbers, settings and cards, in every system."""

import re
from html import unescape

import pytest
from msgspec.structs import replace

import condotta
from condotta.kernel.records import SPECTATORS
from condotta.report import grounds_told
from condotta.report.ground import name_of
from condotta.report.grounds_told import among_models, among_regiments
from condotta.report.options import phase_name
from condotta.report.paper import PHASES
from condotta.report.reference import stands
from condotta.report.reference.book import instead, reference, topics
from condotta.rules import library
from condotta.rules.clauses import in_language, register
from condotta.rules.ranked.magic.lore import lore
from condotta.rules.ranked.reading.charts import combat_score
from condotta.rules.ranked.reading.terrain import kinds as regiment_kinds
from condotta.rules.ranked.shooting.cover import TAKEN
from condotta.rules.skirmish.reading.datasheets import shipped_weapons
from condotta.rules.skirmish.reading.terrain import kinds as model_kinds
from condotta.rules.triumph import numbers
from condotta.rules.triumph.settings import settings_of
from condotta.rules.triumph.tables import TABLES, shattered
from condotta.words import say, speaking, strictly

TAG = re.compile(r"<[^>]+>")


def looked_up(system, lang="en", decisions=30, **more):
    """The reference of a battle that has just begun, as HTML."""
    battle = condotta.begin(system, seed=4, **more)
    battle.play("random", decisions=decisions)
    with speaking(lang), strictly():
        return "".join(reference(battle.engine.book, battle.view(SPECTATORS).position))


def row(html, first):
    """The cells of a table's row that begins with this."""
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    cells = [
        [unescape(TAG.sub("", one)) for one in re.findall(r"<td>(.*?)</td>", each)] for each in rows
    ]
    return next(each for each in cells if each and each[0] == first)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("system", library.GAMES)
def test_each_phase_has_its_part_and_each_clause_its_book(system, lang):
    html = looked_up(system, lang)
    letters = library.books(system)
    base = {"TC": "triumph", "FB": "ranked", "SK": "skirmish"}[
        next(iter(letters & {"TC", "FB", "SK"}))
    ]
    titles = [unescape(one) for one in re.findall(r"<h3>(.*?)</h3>", html)]
    with speaking(lang):
        wanted = [phase_name(one) for one in PHASES[base] if one not in ("start", "end")]
    assert [one for one in titles if one in wanted] == wanted
    cited = re.findall(r"<small>([A-Z]{2}-[\d.]+)&nbsp;([VIMD/]+)</small>", html)
    assert len(cited) > 25
    for name, marks in cited:
        assert name.split("-")[0] in letters
        assert marks == "/".join(dict.fromkeys(one[0] for one in register()[name].mark.split("; ")))
    for letter in letters & instead().keys():
        assert not instead()[letter] & {name for name, _ in cited}


def test_what_is_looked_up_is_a_clause_that_acts():
    named = [name for topic in topics() for name in topic.clauses]
    named += [name for names in instead().values() for name in names]
    assert [name for name in named if name not in register() or not register()[name].acts] == []


def test_a_clause_stands_there_in_the_words_of_its_language():
    with speaking("fr"):
        said = in_language(register()["TT-10.4"], "fr").says
    assert said in unescape(looked_up("treachery+reported", "fr"))


def test_tc_4_8_distances_are_those_that_the_rules_read(monkeypatch):
    assert row(looked_up("triumph"), "Command distance, with sight")[1] == "16 MU"
    farther = numbers.Command(
        **{one: getattr(TABLES.command, one) for one in TABLES.command.__struct_fields__}
        | {"with_sight": 175_000}
    )
    tables = type(TABLES)(
        **{one: getattr(TABLES, one) for one in TABLES.__struct_fields__} | {"command": farther}
    )
    monkeypatch.setattr(stands, "TABLES", tables)
    assert row(looked_up("triumph"), "Command distance, with sight")[1] == "17.5 MU"


def test_tc_3_10_whoever_is_shattered_is_so_by_the_table_of_the_rules():
    battle = condotta.begin("triumph", seed=4)
    here = {piece.type for piece in battle.view(SPECTATORS).position.pieces.values()}
    html = looked_up("triumph")
    assert "PIK" in here
    assert "KNT" in here
    assert shattered("PIK", "KNT", "close", settings_of(battle.engine.book), difficult=False)
    assert not shattered("PIK", "KNT", "close", settings_of(battle.engine.book), difficult=True)
    with_rows = html[html.index("Who loses to whom") :]
    assert re.search(r"Knights[^;]*\(in the open\)", row(with_rows, "Pikes")[1])


def test_gt_8_1_the_large_game_breaks_by_thirds_and_halves_and_not_by_points():
    html = looked_up("grand+reported")
    assert row(html, "A command is demoralised at a loss of")[1] == "1/3"
    assert "An army is beaten at a loss of points" not in html
    assert "TC-10.1&nbsp;" not in html
    assert "GT-9.1&nbsp;" in html


def test_fb_7_8_the_chart_has_what_meets_here_as_the_rules_work_it_out():
    html = looked_up("treachery")
    head = re.search(r"<th>WS</th>(.*?)</tr>", html[html.index("To hit: WS") :])[1]
    across = [int(one) for one in re.findall(r"\d+", head)]
    for one in across:
        assert row(html[html.index("To hit: WS") :], str(one))[1:] == [
            f"{combat_score(one, two)}+" for two in across
        ]


def test_fb_5_15_spells_are_told_with_the_numbers_of_the_lore():
    html = looked_up("treachery")
    steel = lore()["steel-skin"]
    assert say("about.spell.steel-skin", steel.told(boosted=False)) == row(html, "Steel Skin")[1]


def test_sk_23_weapons_that_are_borne_are_there_and_no_others():
    html = looked_up("carnage+reported")
    rifle = shipped_weapons()["assault_rifle"]
    assert row(html, "assault rifle")[1] == say("about.weapon.ranged", rifle.told())
    assert "gunship" not in html.casefold()
    assert row(html, "Counter-Offensive (2)")


def test_what_is_set_otherwise_is_told_first_and_marked_at_its_clause():
    html = looked_up("triumph", settings={"lossThreshold": 12, "ownShotsFirst": True})
    assert html.index("Set otherwise than usual") < html.index("Troops of this battle")
    assert row(html, "The points lost that decide a battle. (TC-10.1)")[1:] == ["12", "16"]
    assert row(html, "An army is beaten at a loss of points")[1] == "12"
    assert re.search(r"≠ [^<]*<small>TC-10.1&nbsp;", html)
    assert "Set otherwise than usual" not in looked_up("triumph")


def test_mercenaries_are_looked_up_only_where_they_are_hired():
    assert "TT-12.8" not in looked_up("treachery")
    assert "TT-12.8" in looked_up("treachery", settings={"mercenaries": True})


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("system", library.GAMES)
def test_each_kind_of_ground_that_lies_there_is_told_with_its_clauses(system, lang):
    """[TC-7.20, FB-13.1, SK-118]"""
    battle = condotta.begin(system, seed=4)
    battle.play("random", decisions=30)
    kinds = {area.kind for area in battle.view(SPECTATORS).position.areas}
    assert kinds
    html = looked_up(system, lang)
    with speaking(lang):
        title = say("reference.terrain")
        table = html[html.index(f"<h3>{title}</h3>") :].split("</table>")[0]
        names = {name_of(kind) for kind in kinds}
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td></tr>", table)
    assert {unescape(name) for name, _ in rows} == names
    for _, told in rows:
        cited = re.findall(r"<small>([A-Z]{2}-[\d.]+)&nbsp;([VIMD/]+)</small>", told)
        assert cited
        for clause, mark in cited:
            assert clause.split("-")[0] in library.books(system)
            assert mark == "/".join(
                dict.fromkeys(one[0] for one in register()[clause].mark.split("; "))
            )


def told_of(does):
    """The sentences of a kind of ground."""
    with strictly():
        return " / ".join(say(one.key, one.params) for one in does)


def test_fb_13_1_numbers_of_ground_are_those_that_the_rules_read(monkeypatch):
    marsh, wall = regiment_kinds()["marsh"], regiment_kinds()["wall"]
    assert "die of 1 or less" in told_of(among_regiments("marsh", marsh))
    assert "die of 2 or less" in told_of(among_regiments("marsh", marsh))
    assert "Hard cover to whoever is in it or behind it: −2" in told_of(
        among_regiments("wall", wall)
    )
    monkeypatch.setattr(grounds_told.regiments, "HARMS", 3)
    monkeypatch.setitem(TAKEN, "hard", -4)
    assert "die of 3 or less" in told_of(among_regiments("marsh", marsh))
    assert ": −4" in told_of(among_regiments("wall", wall))


def test_sk_118_numbers_of_ground_are_those_of_the_table_of_the_rules():
    ruins = model_kinds()["ruins"]
    assert "3 and 6 inches up" in told_of(among_models(ruins))
    lower = replace(ruins, floors_in=(2, 4), height_in=5)
    assert "2 and 4 inches up" in told_of(among_models(lower))
    assert "below 5″" in told_of(among_models(lower))
