"""AL-12: reading what others saved, by content, within limits, and the same every time."""

import json
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.armies import find_list, import_armies, library
from condotta.armies.files import export
from condotta.armies.importing.importing import Imported, import_sources
from condotta.armies.importing.nodes import Log
from condotta.armies.importing.sources import Limits, Source
from condotta.armies.paper.reports import import_file, import_json, import_report, read_data
from condotta.armies.records import Years
from condotta.armies.shipping import CONDITIONS
from condotta.errors import PlainError
from tests.armies.conftest import KINGDOMS, body, imported, option, taking, tiny

DATE = "2024-05-01"


def codes(result: Imported, severity: str = "error") -> list[str]:
    return [one.code for one in result.findings if one.severity == severity]


def written(folder: Path, **files: Any) -> Path:
    folder.mkdir(exist_ok=True)
    for name, value in files.items():
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


SHAPES: dict[str, Any] = {
    "one list": tiny(),
    "an array of lists": [tiny()],
    "an object by collection name": {"armyLists": [tiny()]},
    "our own format": {"format": "condotta-armies", "armyLists": [tiny()], "troopTypes": []},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_al_12_1_a_list_is_known_by_its_content(shape, tmp_path):
    (tmp_path / "whatever.bin").write_text(json.dumps(SHAPES[shape]))
    result = import_armies(tmp_path / "whatever.bin", DATE)
    assert [army.key for army in result.data.lists] == ["999a"]
    assert result.read == result.new == 1


def test_al_12_1_every_kind_the_service_sends_is_recognised():
    files = {
        "allyArmyLists": [body("a", option(1, 2, "SPR"))],
        "troopTypes": [{"permanentCode": "KNT", "displayName": "Knights", "cost": 4}],
        "battleCards": [{"permanentCode": "FC", "category": "army", "showInList": True}],
        "thematicCategories": [{"id": "1" * 24, "name": "Theme"}],
        "summaries": [{"id": "2" * 24, "name": "X", "keywords": [], "derivedData": {}}],
        "links": {"3" * 24: ["4" * 24]},
        "rosters": [{"armyListName": "X", "stands": {}}],
    }
    for kind, value in files.items():
        assert imported(value).kinds == {kind: 1}, kind
    answer = imported([taking(body("a", option(1, 2, "SPR")))])
    assert answer.kinds == {"allyArmyLists": 1}
    assert codes(imported([3, {"what": 1}]), "info") == ["importUnknownKind"] * 2


def test_al_12_1_a_folder_and_a_zip_of_it_give_the_same(tmp_path):
    folder = written(tmp_path / "in", b=[tiny()], a=[tiny(listId=5)])
    (folder / "README").write_text("notes for people")
    with zipfile.ZipFile(tmp_path / "in.dat", "w") as archive:
        for path in sorted(folder.iterdir(), reverse=True):
            archive.write(path, path.name)
    one, other = import_armies(folder, DATE), import_armies(tmp_path / "in.dat", DATE)
    assert one.data == other.data
    assert [army.key for army in one.data.lists] == ["5a", "999a"]
    assert codes(one, "info") == ["importNotJson"]


def test_al_12_2_strings_numbers_and_ranges_are_normalised():
    messy = tiny(
        _id="x",
        __v=0,
        listId="186,5",
        name="  Two \n words  ",
        troopOptions=[
            option(
                "1",  # type: ignore[arg-type] -- the service once sent numbers in strings
                20,
                "knt",
                core="Half Core",
                dateRanges=[{"startDate": 0, "endDate": 0}],
                note=None,
            )
        ],
        homeTopographies=[{"values": [" Arable ", "Hilly"]}],
        keywords=None,
    )
    result = imported(messy)
    army = result.data.lists[0]
    assert (army.key, army.list_id, army.name) == ("186.5a", 186.5, "Two words")
    only = army.troop_options[0]
    assert (only.min, only.types, only.core, only.date_ranges) == (1, ("KNT",), "half", ())
    assert army.home_topographies[0].values == ("Arable", "Hilly")
    assert result.empty_ranges == {"option": 1}
    assert result.unknown_fields == {}


@pytest.mark.parametrize("span", [(50, 10), (0, 20), (20, None)])
def test_al_12_2_a_range_that_is_none_is_told_and_the_option_stays_open(span):
    spans = [{"startDate": span[0], "endDate": span[1]}, {"startDate": 1, "endDate": 2}]
    result = imported(tiny(troopOptions=[option(1, 20, "KNT", dateRanges=spans)]))
    assert codes(result, "warning") == ["rangeWrong"]
    assert result.data.lists[0].troop_options[0].date_ranges == ()


def test_al_3_8_old_exports_are_converted():
    old = tiny(
        troopOptions=[
            option(1, 20, "KNT", dateRange={"startDate": 1, "endDate": 9}, general=True),
            option(0, 2, "SPR", dateRange=None, general=False),
        ],
        homeTopographies=[{"value": "Dry", "note": ""}],
    )
    del old["troopEntriesForGeneral"]
    army = imported(old).data.lists[0]
    assert army.troop_options[0].date_ranges == (Years(1, 9),)
    assert [group.types for group in army.troop_entries_for_general] == [("KNT",)]
    assert army.home_topographies[0].values == ("Dry",)


def test_al_12_3_bodies_are_joined_and_the_embedded_one_wins_for_its_own_list():
    shared, own = body("a", option(1, 2, "SPR")), body("a", option(3, 4, "PIK"))
    named = {"dateRange": None, "allyEntries": [{"name": "Allies", "allyArmyList": "a"}]}
    lists = [tiny(listId=1, allyOptions=[taking(own)]), tiny(listId=2, allyOptions=[named])]
    result = imported({"armyLists": lists, "allyArmyLists": [shared]})
    types = [
        army.ally_options[0].ally_entries[0].body.troop_options[0].types  # type: ignore[union-attr] -- joined
        for army in result.data.lists
    ]
    assert types == [("PIK",), ("SPR",)]
    assert codes(result, "warning") == ["bodyDiffers"]


def test_al_12_3_a_missing_body_is_told():
    bare = {"dateRange": None, "allyEntries": [{"name": "Lost", "allyArmyList": "f"}]}
    assert codes(imported(tiny(allyOptions=[bare]))) == ["bodyMissing"]


def test_al_12_4_unknown_codes_are_kept_and_told_and_unknown_fields_counted():
    cards = [{"battleCardCode": "ZZ", "min": None, "max": 2, "note": None}]
    army = tiny(
        troopOptions=[option(1, 20, "KNT"), option(0, 2, "XYZ", colour="red")],
        battleCardEntries=cards,
        colour="blue",
    )
    result = imported(army)
    assert codes(result, "warning") == ["typeCodeUnknown", "cardCodeUnknown"]
    assert result.data.lists[0].troop_options[1].types == ("XYZ",)
    assert result.data.lists[0].battle_card_entries[0].max == 2
    assert result.unknown_fields == {"colour": 2}


BAD = {
    "no name": tiny(name=None),
    "no years": tiny(dateRanges=[]),
    "two ranges": tiny(dateRanges=[{"startDate": 1, "endDate": 2}] * 2),
    "no options": tiny(troopOptions=[]),
    "minimum over maximum": tiny(troopOptions=[option(3, 2, "KNT")]),
    "maximum of none": tiny(troopOptions=[option(0, 0, "KNT")]),
    "half a stand": tiny(troopOptions=[option(0, 2, "KNT") | {"min": 0.5}]),
    "a minimum that is true": tiny(troopOptions=[option(True, 2, "KNT")]),
    "an option that is text": tiny(troopOptions=["KNT"]),
    "a rating below none": tiny(invasionRatings=[{"value": -1}]),
    "a long text": tiny(name="x" * 5000),
}


@pytest.mark.parametrize("what", BAD)
def test_al_12_5_one_bad_list_never_stops_the_others(what):
    result = imported([tiny(listId=1), BAD[what], tiny(listId=2)])
    assert (result.read, result.refused) == (2, 1)
    assert [army.key for army in result.data.lists] == ["1a", "2a"]
    refusal = next(one for one in result.findings if one.code == "listRefused")
    assert refusal.where.startswith("test.json[1]")
    assert "{" not in refusal.message


def test_al_12_5_the_report_counts_new_changed_unchanged_and_refused():
    first = imported([tiny(listId=1), tiny(listId=2)])
    lists = [tiny(listId=1), tiny(listId=2, name="Other"), tiny(listId=3), tiny(name="")]
    second = imported(lists, known=first.data)
    counts = (second.read, second.new, second.changed, second.unchanged, second.refused)
    assert counts == (3, 1, 1, 1, 1)
    told = import_report(second, "x")
    assert "3 lists read (1 new, 1 changed, 1 unchanged), 1 refused" in told
    assert import_json(second, "x")["changed"] == 1


def test_al_12_5_two_lists_of_one_key_are_not_mixed():
    result = imported([tiny(), tiny(), tiny(name="Other")])
    assert (result.read, result.refused) == (1, 1)


def test_al_12_6_importing_twice_changes_nothing(tmp_path):
    source = written(tmp_path / "in", lists=KINGDOMS)
    out = tmp_path / "out.json"
    first = import_file(source, DATE, out)
    saved = out.read_bytes()
    second = import_file(source, "2030-01-01", out)
    assert (second.new, second.changed, second.unchanged) == (0, 0, 2)
    assert second.data == first.data
    assert out.read_bytes() == saved


def test_al_12_6_what_is_exported_is_imported_equal(tmp_path):
    for name, data in (("ours", library().sets[0]), ("theirs", imported(KINGDOMS).data)):
        path = tmp_path / name
        path.write_bytes(export(data))
        again = read_data(path, "1999-12-31")
        assert again == data
        assert export(again) == export(data)


def test_al_12_7_the_version_is_the_date_and_a_digest_of_the_content():
    one = imported([tiny(listId=1), tiny(listId=2)]).data.version
    assert one.startswith(f"{DATE}-")
    assert len(one) == len(DATE) + 9
    assert imported([tiny(listId=2), tiny(listId=1)]).data.version == one
    assert imported([tiny(listId=2), tiny(listId=1, name="x")]).data.version != one
    assert imported([tiny(listId=1) | {"_id": "z"}, tiny(listId=2)]).data.version == one


def test_al_12_7_an_edited_export_does_not_keep_its_version(tmp_path):
    text = export(imported(tiny()).data).decode()
    path = tmp_path / "edited.json"
    path.write_text(text.replace('"max":20', '"max":19'))
    assert read_data(path, "2031-01-01").version.startswith("2031-01-01-")


def test_al_12_8_a_home_brew_list_has_its_name_as_key():
    army = imported(tiny(listId=None, sublistId=None, name="Iron League: Idée")).data.lists[0]
    assert army.key == "iron-league-idee"


def deep(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


@pytest.mark.parametrize("text", [deep(41), deep(2_000), deep(200_000)])
def test_al_12_9_what_nests_too_deep_is_not_read(text, tmp_path):
    (tmp_path / "deep.json").write_bytes(text)
    assert codes(import_armies(tmp_path, DATE)) == ["importTooDeep"]


def test_al_12_9_size_number_of_files_and_of_lists_are_limited(tmp_path):
    folder = written(tmp_path / "in", a=[tiny(listId=1)], b=[tiny(listId=2), tiny(listId=3)])
    small = Limits(file_bytes=600)
    assert codes(import_armies(folder, DATE, limits=small)) == ["importTooLarge"]
    assert codes(import_armies(folder, DATE, limits=Limits(files=1))) == ["importTooManyFiles"]
    few = import_armies(folder, DATE, limits=Limits(lists=2))
    assert (few.read, few.refused) == (2, 1)


def test_al_12_9_a_zip_that_swells_is_not_unpacked(tmp_path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.json", b" " * 3_000_000 + b"[]")
    assert path.stat().st_size < 10_000
    limits = Limits(file_bytes=1_000_000)
    assert codes(import_armies(path, DATE, limits=limits)) == ["importTooLarge"]


@pytest.mark.parametrize(
    "text", [b"", b"{", b'{"a": NaN}', b"\xff\xfe{", b"[1,]", "{'a': 1}".encode("utf-16")]
)
def test_al_12_5_what_is_no_json_is_told(text, tmp_path):
    (tmp_path / "bad.json").write_bytes(text)
    assert codes(import_armies(tmp_path, DATE)) == ["importNotJson"]


def test_al_12_1_a_mark_before_the_text_is_no_harm(tmp_path):
    (tmp_path / "marked.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(tiny()).encode())
    assert import_armies(tmp_path, DATE).read == 1


def test_al_12_9_a_broken_zip_is_one_sentence(tmp_path):
    path = tmp_path / "broken.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.json", json.dumps(tiny()))
    path.write_bytes(path.read_bytes().replace(b"PK\x01\x02", b"PK\x09\x09"))
    with pytest.raises(PlainError, match="Cannot read"):
        import_armies(path, DATE)
    with pytest.raises(PlainError, match="Cannot read"):
        import_armies(tmp_path / "nowhere", DATE)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(tiny())), JSON), JSON)
def test_al_12_5_an_import_never_throws_on_bad_data(fields, anything):
    for value in (tiny() | fields, [tiny() | fields, tiny(listId=3)], anything):
        result = imported(value)
        assert all(one.message for one in result.findings)
        again = imported(msgspec.json.decode(export(result.data)))
        assert again.data.lists == result.data.lists


def test_al_5_7_a_condition_in_brackets_is_lifted_out_of_the_name():
    named = [
        "(in Asia) Galatian allies",
        "(Maurya only): Mountain Indians",
        "Crusader (all mounted)",
    ]
    bodies = [body(str(number), option(0, 1, "SPR")) for number in range(3)]
    army = imported(tiny(allyOptions=[taking(*bodies, names=named)])).data.lists[0]
    told = [(entry.condition, entry.name) for entry in army.ally_options[0].ally_entries]
    assert told == [
        ("in Asia", "Galatian allies"),
        ("Maurya only", "Mountain Indians"),
        ("", "Crusader (all mounted)"),
    ]


def test_al_8_2_notes_without_rules_and_rules_without_notes_are_told():
    question = {
        "label": "city",
        "variants": [{"id": "kish", "name": "Kish"}],
        "rules": {"only Kish": {"only": ["kish"]}, "gone": {"only": ["kish"]}},
    }
    options = [option(1, 20, "KNT", note="only Kish"), option(0, 1, "SPR", note="only Umma")]
    result = imported(tiny(troopOptions=options, variants=question))
    assert codes(result, "warning") == ["ruleWithoutNote"]
    assert codes(result, "info") == ["noteWithoutRule"]


def test_al_8_2_the_questions_of_shipped_lists_are_asked_of_imported_ones():
    gauls = find_list("Sedentary Gallic")
    bare = json.loads(msgspec.json.encode(msgspec.structs.replace(gauls, variants=None)))
    assert imported(bare).data.lists[0].variants == gauls.variants
    renamed = imported(bare | {"name": "Gauls at Home"})
    assert "listRenamed" in codes(renamed, "warning")


def test_al_8_4_seven_of_the_sample_lists_ask_a_question():
    asking = [army for army in library().lists if army.variants]
    assert len(asking) + sum(bool(army["variants"]) for army in KINGDOMS["armyLists"]) == 7
    for army in asking:
        assert army.variants is not None
        for text, rule in CONDITIONS.get(army.key, {}).items():
            assert army.variants.rules[text] == rule


def test_al_11_16_what_the_service_checks_is_checked_again():
    odd = tiny(
        troopOptions=[option(13, 20, "KNT")],
        homeTopographies=[{"values": ["Moon"], "note": ""}],
    )
    result = imported([odd, tiny(listId=1, troopOptions=[option(0, 2, "KNT")])])
    assert codes(result, "warning") == ["topographyUnknown"]
    assert codes(result, "info") == ["minimumsOverCap", "maximumsUnderCap"]
    late = tiny(listId=2, name="Late", dateRanges=[{"startDate": 500, "endDate": 600}])
    apart = imported([tiny(enemies=["Late"]), late | {"enemies": ["Tiny"]}])
    assert codes(apart, "warning") == ["enemiesApart"]


def test_al_7_the_links_of_the_service_become_themes_and_enemies():
    ids = ["1" * 24, "2" * 24]
    lists = [tiny(id=ids[0], listId=1, name="One"), tiny(id=ids[1], listId=2, name="Two")]
    theme = {"id": "9" * 24, "name": "Theme"}
    file = {"armyLists": lists, "thematicCategories": [theme]}
    links = [{"9" * 24: ids}, {ids[0]: [ids[1], "8" * 24], ids[1]: [ids[0]]}]
    read = [Source("a", file), Source("b", links[0]), Source("c", links[1])]
    data = import_sources(read, DATE, Log()).data
    assert [army.thematic_categories for army in data.lists] == [("Theme",), ("Theme",)]
    assert [army.enemies for army in data.lists] == [("Two",), ("One",)]
    assert data.themes == ("Theme",)
