"""Bad position files: every fault at once, where it is, and what is allowed."""

import json

import msgspec
import pytest

from condotta.errors import PlainError
from condotta.positions.building import set_up
from condotta.positions.faults import BadPosition
from condotta.positions.reading import parse
from condotta.positions.running import report

GOOD = {"system": "triumph", "pieces": ["R1* KNT 20 10 0", "B1 SPR 20 14 180"]}


def faults(**changes):
    """The faults of a file, as `where: what`."""
    data = {**GOOD, **changes}
    with pytest.raises(BadPosition) as caught:
        report(parse(json.dumps(data).encode(), "bad.json"), "bad.json")
    return [f"{where}: {what}" for where, what in caught.value.faults]


def test_what_is_no_json_is_told_so():
    with pytest.raises(BadPosition, match="it is not JSON"):
        parse(b"{", "bad.json")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"peices": []}, "the file: there is no field 'peices'. Did you mean pieces?"),
        ({"says": 3}, "says: a list is expected here, not 3"),
        ({"turn": "two"}, 'turn: a whole number is expected here, not "two"'),
        ({"dice": [1, "x"]}, 'dice[1]: a whole number or an object is expected here, not "x"'),
        ({"dice": [1, 7]}, "dice[1]: no die shows 7: write 1 to 6"),
        ({"pieces": ["R1 KNT 1 2e300 0"]}, "pieces[0]: 'R1 KNT 1 2e300 0' needs three numbers"),
        (
            {"pieces": [{"id": "R1", "type": "KNT", "at": [1e300, 2, 0]}]},
            "pieces[0].at[0]: 1e300 is more than 1,000,000",
        ),
        (
            {"pieces": [{"id": "R1", "type": "KNT", "at": [1, 2, 0], "width": 0}]},
            "pieces[0]: R1 needs a width and a depth above zero",
        ),
        ({"terrain": ["woods box 1 1 0 1"]}, "terrain[0]: ground needs a length and a depth"),
        ({"terrain": ["stream strip 1 2 2 2 2"]}, "terrain[0]: a strip needs two points or more"),
        ({"format": 2}, "format: there is no value '2'. It may be 1."),
        (
            {"pieces": ["R1"]},
            "pieces[0]: 'R1' is no piece: write its id and type, then x y degrees",
        ),
        (
            {"pieces": ["R1 KNT 1 2"]},
            "pieces[0]: 'R1 KNT 1 2' needs three numbers, x y degrees, or none if off the table",
        ),
        ({"pieces": ["R1 KNI 1 2 0"]}, "pieces[0]: there is no type 'KNI'. Did you mean KNT?"),
        (
            {"pieces": [{"id": "R1", "type": "HFT", "at": [1, 2, 0], "marks": ["suported"]}]},
            "pieces[0]: there is no mark 'suported'. Did you mean supported?",
        ),
        (
            {"pieces": ["R1 KNT 1 2 0"], "cards": [{"code": "ZZ", "seat": "red"}]},
            "cards[0]: there is no card 'ZZ'. It may be AC, AM, CC, CF, CH, CT, DC, DD, ES, ET",
        ),
        (
            {"pieces": ["R1 KNT 1 2 0 movd"]},
            "pieces[0]: there is no word 'movd'. Did you mean moved?",
        ),
        ({"pieces": ["X1 KNT 1 2 0"]}, "pieces[0]: whose is X1? Give its `seat`: red, blue"),
        ({"pieces": ["R1 KNT", "R1 HFT"]}, "pieces[1]: two pieces are called R1"),
        (
            {"pieces": [{"id": "R1", "type": "KNT", "at": [1, 2]}]},
            "pieces[0].at: Expected a list of length 3, got 2",
        ),
        (
            {"pieces": [{"id": "R1", "type": "KNT", "place": "tabel"}]},
            "pieces[0].place: there is no value 'tabel'. Did you mean table?",
        ),
        (
            {"pieces": [{"id": "R1", "type": "KNT", "place": "table"}]},
            "pieces[0]: R1 is on the table: give `at`, or another place",
        ),
        (
            {"terrain": ["wods box 1 1 1 1"]},
            "terrain[0]: there is no terrain 'wods'. Did you mean woods?",
        ),
        (
            {"terrain": [{"type": "woods"}]},
            "terrain[0]: give exactly one of `ellipse`, `box` and `strip`",
        ),
        ({"phase": "movment"}, "phase: there is no phase 'movment'. Did you mean movement?"),
        ({"active": "rde"}, "active: there is no seat 'rde'. Did you mean red?"),
        ({"points": {"pink": 3}}, "points: there is no seat 'pink'. It may be red, blue."),
        (
            {"settings": {"moveMesure": "all"}},
            "settings: there is no setting 'moveMesure'. Did you mean moveMeasure?",
        ),
        (
            {"under": [{"moveMeasure": "all"}, {"zocc": 1}]},
            "under[1].settings: there is no setting 'zocc'.",
        ),
        (
            {"says": [{"seat": "red", "mvoe": {}}]},
            "says[0]: there is no action 'mvoe'. Did you mean move?",
        ),
        ({"says": [{"seat": "green", "choose": "end"}]}, "says[0]: there is no seat 'green'."),
        (
            {"says": [{"seat": "red", "move": {"stands": "R1", "legs": [{"avance": 1}]}}]},
            "says[0].move.legs[0]: there is no field 'avance'. Did you mean advance?",
        ),
        ({"says": [{"seat": "red", "move": {"legs": []}}]}, "says[0].move: 'stands' is missing"),
        (
            {"says": [{"seat": "red", "choose": "a", "roll": [1]}]},
            "says[0]: exactly one action is expected here:",
        ),
        (
            {"questions": [{"combat": {"between": ["R1", "B1"], "kind": "clsoe"}}]},
            "questions[0].combat.kind: there is no value 'clsoe'. Did you mean close?",
        ),
        (
            {"questions": [{"zone": "R1", "after": "1"}]},
            "questions[0].after: the number of things said before is expected here",
        ),
        (
            {"cases": [{"name": "x", "pieces": ["R2 KNX 1 2 0"]}]},
            "cases[0].pieces[2]: there is no type 'KNX'. Did you mean KNT?",
        ),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_a_fault_is_told_with_its_place_and_what_is_allowed(changes, told):
    (found,) = faults(**changes)
    assert found.startswith(told)


def test_several_faults_are_told_at_once():
    found = faults(
        pieces=["R1 KNI 1 2 0", "B1 SPR 1 2 0 moved", "B1 HFT 3 3 0"],
        phase="nowhere",
        says=[{"seat": "red"}],
    )
    assert len(found) == 4


def test_an_unknown_system_is_told_with_those_there_are():
    with pytest.raises(PlainError, match=r"There is no system 'triumf'. Did you mean triumph\?"):
        report(parse(b'{"system": "triumf"}', "bad.json"), "bad.json")


def test_a_wrong_value_of_a_setting_is_told():
    data = json.dumps({**GOOD, "settings": {"moveMeasure": "rear"}}).encode()
    with pytest.raises(PlainError, match="moveMeasure"):
        report(parse(data, "bad.json"), "bad.json")


def test_a_leg_that_says_nothing_is_told():
    data = {**GOOD, "says": [{"seat": "red", "move": {"stands": "R1", "legs": [{}]}}]}
    with pytest.raises(PlainError, match="A leg says one of"):
        report(parse(json.dumps(data).encode(), "bad.json"), "bad.json")


def test_what_was_read_reads_again():
    document = parse(json.dumps(GOOD).encode(), "good.json")
    assert parse(msgspec.json.encode(document), "again.json") == document


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"[" * 100_000, "lie in each other more than 40 deep"),
        (b'{"system": ' + b"[" * 60 + b"]" * 60 + b"}", "lie in each other more than 40 deep"),
        (b'{"pieces": [' + b'"R1 KNT 1 1 0",' * 3_000 + b'""]}', "pieces: there are 3,001 things"),
        (b" " * 2_000_001, "it is longer than 2,000,000 bytes"),
        (b'{"system": "\xff"}', "it is not JSON"),
        (b'{"turn": 1' + b"0" * 5_000 + b"}", "it is not JSON"),
        (b"\xff\xfe{\x00}\x00", "it is not JSON"),
    ],
)
def test_a_file_that_is_too_much_is_told_so_in_no_time(data, told):
    with pytest.raises(BadPosition, match=told):
        parse(data, "bad.json")


def test_of_many_faults_some_are_told_and_the_others_counted():
    with pytest.raises(BadPosition, match=r"; and \d+ more$") as caught:
        parse(json.dumps({"pieces": [{"ide": 1}] * 50}).encode(), "bad.json")
    assert len(str(caught.value)) < 20_000


def test_ground_of_one_kind_is_numbered_on():
    said = {**GOOD, "terrain": ["woods box 10 30 6 4"] * 3}
    made = set_up(parse(json.dumps(said).encode(), "woods.json"), "woods.json")
    assert [one.id for one in made.areas] == ["woods", "woods-2", "woods-3"]
