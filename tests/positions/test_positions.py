"""Position files are set up, spoken in, asked and compared."""

import json

import jsonschema
import pytest

from condotta.cli.app import main
from condotta.errors import PlainError
from condotta.positions import common_questions, manual, schema, telling
from condotta.positions.forms import KERNEL
from condotta.positions.games import SYSTEMS, game
from condotta.positions.reading import parse
from condotta.positions.running import report
from condotta.positions.triumph_actions import ACTIONS
from tests.rules.triumph.table_setting import setting

FAR = "R9* HFT 4 5 0; B9* HFT 44 30 180"
PIECES = ["R1 KNT 20 10 0", "R9* HFT 4 5 0", "B1 SPR 20 12 180", "B9* HFT 44 30 180"]


def ruled(**data):
    """The runs of a file with these fields."""
    whole = {"system": "triumph", "pieces": PIECES, **data}
    return report(parse(json.dumps(whole).encode(), "file.json"), "file.json")


@pytest.fixture
def file(tmp_path):
    def write(**data):
        path = tmp_path / "file.json"
        path.write_text(json.dumps({"system": "triumph", "pieces": PIECES, **data}))
        return str(path)

    return write


# ── setting up ───────────────────────────────────────────────────────────────
def test_lines_and_objects_say_the_same():
    line = ruled(pieces=["R1* KNT 20 10 30 moved", "B1 HFT lost"], terrain=["woods box 9 9 4 2 10"])
    whole = ruled(
        pieces=[
            {"id": "R1", "type": "KNT", "at": [20, 10, 30], "general": True, "marks": ["moved"]},
            {"id": "B1", "type": "HFT", "place": "lost"},
        ],
        terrain=[{"type": "woods", "box": [9, 9, 4, 2], "turn": 10}],
    )
    assert line.runs[0].state == whole.runs[0].state


def test_ground_lies_along_the_width_of_the_board_until_it_is_turned():
    ground = "rough box 20 10 6 2"
    for areas, inside in ((ground, False), (f"{ground} 90", True)):
        table = setting(f"R1 HFT 20 12.9 0; {FAR}", areas=areas)
        assert table.field.in_difficult(table.field.stand("R1")) is inside


def test_a_strip_has_a_width_and_points():
    table = setting(f"R1 HFT 20 10.4 0; {FAR}", areas="stream strip 1 0 10 30 10 30 32")
    assert table.field.in_difficult(table.field.stand("R1"))


@pytest.mark.parametrize(
    ("phase", "window"),
    [
        ("set-up", "invasion dice"),
        ("terrain", "invasion dice"),
        ("camps", "camp"),
        ("deployment", "centre troops"),
        ("command", "command dice"),
        ("movement", "movement"),
        ("ranged", "shooting"),
        ("close", "melee dice"),
        ("end", "command dice"),
    ],
)
def test_a_file_takes_a_battle_up_in_any_phase(phase, window):
    pieces = ["R1 ARC 20 10 0", "R2* HFT 30 10 0", "R3 HFT", "R0 CAMP"]
    foes = ["B1 HFT 20 12 180", "B2* HFT 30 10 180", "B3 HFT", "B0 CAMP"]
    run = ruled(pieces=[*pieces, *foes], phase=phase).runs[0]
    assert [ask["window"] for ask in run.state["waiting"]] == [window]


def test_losses_points_and_counters_are_as_described():
    state = ruled(losses={"blue": 3.5}, points={"red": 2, "blue": 4}).runs[0].state
    assert state["losses"] == {"red": 0, "blue": 3.5}
    assert state["points"] == {"red": 2, "blue": 4}


def test_any_number_of_seats_may_sit_at_the_table():
    seats = [
        {"seat": name, "side": side} for name, side in (("ann", "s"), ("bo", "n"), ("cy", "s"))
    ]
    run = ruled(seats=seats, pieces=["A1* HFT 10 5 0", "B1* HFT 10 28 180", "C1* HFT 20 5 0"]).runs[
        0
    ]
    assert [ask["seat"] for ask in run.state["waiting"]] == ["ann", "cy"]


def test_seats_that_begin_alike_have_armies_of_their_own():
    seats = [
        {"seat": "red", "side": "s"},
        {"seat": "rose", "side": "s"},
        {"seat": "blue", "side": "n"},
    ]
    pieces = [
        {"id": "one", "type": "HFT", "seat": "red", "at": [10, 5, 0]},
        {"id": "two", "type": "HFT", "seat": "rose", "at": [20, 5, 0]},
        "B1* HFT 10 28 180",
    ]
    found = ruled(seats=seats, pieces=pieces, points={"red": 1, "rose": 5})
    assert found.runs[0].state["points"] == {"red": 1, "rose": 5, "blue": 0}


# ── saying and asking ────────────────────────────────────────────────────────
def test_a_refusal_that_is_not_expected_is_a_difference():
    legs = [{"advance": 9}]
    said = {"seat": "red", "move": {"stands": "R1", "legs": legs}}
    assert not ruled(says=[said]).agrees
    assert ruled(says=[{**said, "expect": {"accepted": False}}]).agrees


def test_a_question_is_asked_when_the_file_says():
    run = ruled(
        says=[{"seat": "red", "move": {"stands": "R1", "legs": [{"advance": 1}]}}],
        questions=[
            {"distance": {"between": ["R1", "B1"]}, "after": 0},
            {"distance": {"between": ["R1", "B1"]}},
        ],
    ).runs[0]
    assert [turn.answer["distance"] for turn in run.answers] == [2, 1]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            {"price": {"stands": ["R1"]}},
            {"cost": 2, "price": {"cost.move": 1, "cost.out-of-command": 1}},
        ),
        (
            {"group": {"stands": ["R1", "R9"]}},
            {"group": False, "shape": None, "order": ["R1", "R9"]},
        ),
        ({"group": {"stands": ["R1"]}}, {"group": False, "shape": "single", "order": ["R1"]}),
        ({"contacts": "all"}, {"contacts": [], "fighting": []}),
        ({"command": "R1"}, {"in_command": False, "general": "R9", "distance": 14.4309}),
        ({"room": "B1"}, {"room": True, "survives": True, "clause": "TC-3.40", "lost": []}),
        ({"fights": "all"}, {"combats": []}),
        ({"shooters": "all"}, {"targets": {}}),
    ],
    ids=str,
)
def test_questions_are_answered_by_the_rules(question, answer):
    woods = ["woods box 12 7.5 4 9"]
    (found,) = ruled(questions=[question], terrain=woods).runs[0].answers
    shown = found.answer.pop("sketches", [])
    assert found.answer == answer
    assert [one["key"] for one in shown] == (["would stand here"] if "room" in question else [])


def asked(question, **fields):
    """The answer to one question about a position as it is described."""
    (found,) = ruled(questions=[{**question, "after": 0}], **fields).runs[0].answers
    return found.answer


def riding(name, kind, x, y, **fields):
    """A stand on transports."""
    square = {"width": 2, "depth": 2, "traits": ["MI"], "marks": ["on transports"]}
    return {"id": name, "type": kind, "at": [x, y, 0], **square, **fields}


def test_tc_3_86_a_lost_general_leads_nobody():
    pieces = ["R1* HFT lost", "R2 HFT 10 10 0", "B1* HFT 20 20 180"]
    found = ruled(pieces=pieces, questions=[{"command": "R2"}]).runs[0]
    assert found.state["generals"] == ["B1"]
    assert found.answers[0].answer["general"] is None


def test_bc_8_5_archers_on_transports_are_no_shooters():
    pieces = [riding("R1", "ARC", 20, 10), "B1 SPR 20 12.5 180", "R9* LFT 28 3 0"]
    answer = asked({"shooters": "R1"}, pieces=pieces)
    assert (answer["may_shoot"], answer["clauses"], answer["targets"]) == (False, ["BC-8.5"], [])


@pytest.mark.parametrize(
    ("traits", "marks", "clause"),
    [
        (["MD:EFT"], ["dismounted"], "BC-2.5"),
        (["SS"], ["moved"], "BC-21.1"),
        (["CH"], ["chained", "moved"], "BC-22.3"),
        ([], [], "TC-6.2"),
    ],
)
def test_whoever_may_not_shoot_is_told_why(traits, marks, clause):
    kind = "ARC" if clause == "BC-2.5" else "ECV"
    made = {"id": "R1", "type": kind, "at": [20, 10, 0], "traits": traits}
    made["marks"] = marks
    answer = asked({"shooters": "R1"}, pieces=[made, "B1 SPR 20 12.5 180", "R9* LFT 28 3 0"])
    assert (answer["may_shoot"], answer["clauses"]) == (False, [clause])


def test_gt_8_7_a_stand_that_routed_is_no_shooter():
    made = {"id": "R1", "type": "ARC", "at": [20, 10, 0], "marks": ["routed"]}
    pieces = [made, "B1* SPR 20 12.5 180", "R9* LFT 28 3 0"]
    answer = asked({"shooters": "R1"}, system="grand", pieces=pieces, phase="ranged")
    assert (answer["may_shoot"], answer["clauses"]) == (False, ["GT-8.7"])


def test_tc_3_42_nobody_falls_back_who_is_held_from_behind():
    pieces = ["R1 HFT 20 10 0", "R9* LFT 28 3 0", "B1* SPR 20 10 180", "B2 SPR 21 9 270"]
    answer = asked({"room": "R1"}, pieces=pieces)
    assert answer.pop("sketches") == []
    assert answer == {"room": True, "survives": False, "clause": "TC-3.42", "lost": ["R1"]}


def test_tc_9_23_a_camp_has_nowhere_to_fall_back_to():
    pieces = ["R0 CAMP 20 2 0", "R9* LFT 28 3 0", "B1* SPR 20 20 180"]
    assert asked({"room": "R0"}, pieces=pieces)["room"] is False


def test_tc_0_12_enemies_are_no_group():
    pieces = ["R1* HFT 20 10 0", "B1* HFT 22 10 0"]
    answer = asked({"group": {"stands": ["R1", "B1"]}}, pieces=pieces)
    assert (answer["group"], answer["shape"]) == (False, None)


def test_bc_4_2_sands_slow_no_move_of_camels():
    camels = {"id": "R1", "type": "BAD", "at": [20, 10, 0], "traits": ["LC"], "depth": 2}
    pieces = [camels, "R2 BAD 24 10 0", "R9* LFT 28 3 0", "B1* SPR 20 20 180"]
    dunes = {"pieces": pieces, "terrain": ["dunes box 22 9 12 6"]}
    found = [asked({"going": name}, **dunes) for name in ("R1", "R2")]
    assert [one["difficult"] for one in found] == [True, True]
    assert [len(one["slows"]) for one in found] == [0, 1]


def test_a_question_about_nobody_is_one_sentence_and_keeps_no_other_from_its_answer():
    run = ruled(questions=[{"contacts": "B7"}, {"command": "R1"}]).runs[0]
    assert run.answers[0].answer["unanswered"].startswith("there is no B7.")
    assert run.answers[0].differences
    assert run.answers[1].answer["in_command"] is True


def test_any_action_of_a_system_can_be_said_as_its_record():
    record = {"kind": "Choose", "option": "end"}
    assert ruled(says=[{"seat": "red", "record": record}]).agrees


def test_a_case_lays_its_own_over_the_file():
    found = ruled(
        settings={"turnLimit": 9},
        cases=[
            {"name": "one", "pieces": ["R1 HFT 30 10 0", "R2 LFT 40 10 0"]},
            {"name": "two", "settings": {"moveMeasure": "all"}},
        ],
        under=[{}, {"flankStart": "front"}],
    )
    assert [run.name for run in found.runs] == [
        "one",
        "one, flankStart=front",
        "two",
        "two, flankStart=front",
    ]
    assert found.runs[0].state["types"]["R1"] == "HFT"
    assert "R2" not in found.runs[2].state["poses"]


def test_a_list_expects_for_each_of_the_settings():
    legs = {"stands": "R1", "legs": [{"to": [20, 10, 90]}]}
    said = {"would": legs, "expect": [{"distance": 1.4142}, {"distance": 2.5495}]}
    under = [{"moveMeasure": "front"}, {"moveMeasure": "all"}]
    assert ruled(questions=[said], under=under).agrees
    assert not ruled(questions=[said], under=under[::-1]).agrees


def test_every_leg_is_understood():
    for leg, end in (
        ({"advance": 1}, [20, 11, 0]),
        ({"back": 1}, [20, 9, 0]),
        ({"slide": -1}, [19, 10, 0]),
        ({"oblique": [1, -1]}, [19, 11, 0]),
        ({"turn": 90}, [20.75, 9.25, 90]),
        ({"to": [21, 9, 45]}, [21, 9, 45]),
        ({"wheel": {"side": "right", "by": 90}}, [21, 11, 90]),
        ({"meet": {"stand": "B1", "edge": "front"}}, [20, 12, 0]),
    ):
        (found,) = ruled(questions=[{"would": {"stands": "R1", "legs": [leg]}}]).runs[0].answers
        assert found.answer["poses"]["R1"] == pytest.approx(end), leg


def test_a_flank_march_and_a_deployment_can_be_said():
    deploy = {"seat": "blue", "deploy": {"B3": [20, 6, 0]}, "expect": {"accepted": False}}
    assert ruled(phase="deployment", pieces=["R1* HFT", "B1* HFT", "B3 HFT"], says=[deploy]).agrees


# ── telling and checking ─────────────────────────────────────────────────────
def test_rule_tells_what_came_of_it(file, capsys):
    legs = {"stands": "R1", "legs": [{"advance": 2}]}
    combat = {"combat": {"between": ["R1", "B1"]}}
    assert (
        main(["rule", file(title="Try", says=[{"seat": "red", "move": legs}], questions=[combat])])
        == 0
    )
    told = capsys.readouterr().out
    assert "Try" in told
    assert "R1 to (20, 12) facing 0° (move)" in told
    assert "against foot +3 [TC-2.1]" in told
    assert "of 36" in told


def test_rule_names_the_setting_of_a_decision_beside_its_clause(file, capsys):
    legs = {"stands": "R1", "legs": [{"advance": -2}]}
    close = ["R1 HFT 20 10 0", "R2* HFT 30 10 0", "B1* HFT 20 10 180"]
    assert main(["rule", file(pieces=close, says=[{"seat": "red", "move": legs}])]) == 0
    (told,) = [line for line in capsys.readouterr().out.splitlines() if "TC-5.10" in line]
    assert told.endswith("there is no breaking off. (our decision; setting breakingOff)")


def test_rule_check_says_which_files_differ(file, capsys):
    assert main(["rule", "--check", file(expect={"phase": "movement"})]) == 0
    assert "as expected" in capsys.readouterr().out
    assert main(["rule", "--check", file(expect={"phase": "ranged"})]) == 1
    assert 'state phase: expected "ranged", found "movement"' in capsys.readouterr().out
    assert main(["rule", "--check", file()]) == 0
    assert "nothing expected" in capsys.readouterr().out


def test_rule_prints_json(file, capsys):
    assert main(["rule", "--json", file()]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agrees"] is True
    assert found["runs"][0]["state"]["poses"]["R1"] == [20, 10, 0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rule"], "Name a position file"),
        (["rule", "nowhere.json"], "There is no file nowhere.json"),
        (["odds", "KNIT", "SPR"], "Did you mean KNT?"),
        (["odds", "KNT", "SPR", "--shot"], "KNT does not shoot [TC-6.2]"),
        (["odds", "ARC", "CAMP", "--shot"], "Nobody shoots at a camp [TC-6.5]"),
    ],
)
def test_bad_input_ends_with_one_sentence_and_status_2(words, told, capsys):
    assert main(words) == 2
    assert told in capsys.readouterr().err


def test_one_bad_file_among_several_is_told_and_the_others_are_ruled_on(tmp_path, file, capsys):
    (tmp_path / "bad.json").write_text('{"system": "triumph", "pices": []}')
    file(title="Good")
    assert main(["rule", "--check", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert "Good" in told.out
    assert "Did you mean pieces?" in told.err


def test_odds_are_exact(capsys):
    assert main(["odds", "4", "2"]) == 0
    assert "doubled 0, beaten 6, tie 4, beats 17, doubles 9 of 36" in capsys.readouterr().out
    assert main(["odds", "Knights", "spr", "--general", "A", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(found["odds"].values()) == 36
    assert found["scores"][0]["modifiers"] == {"factor.foot": 3, "factor.general": 1}
    beats = found["meanings"]["beats"]
    assert (beats["outcome"], beats["clause"]) == ("shattered", "TC-3.11")
    assert (beats["pursues"], beats["pursuit"]) == (True, ["TC-3.70"])
    assert beats["lost"] == {"defender": "TC-3.11"}


def test_odds_of_two_stands_of_a_file(file, capsys):
    path = file(pieces=["R1 KNT 20 10 0", "B1 SPR 20 10 180", "B2* HFT 22 10 180"])
    assert main(["odds", "--file", path, "R1", "B1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scores"][0]["modifiers"] == {"factor.foot": 3, "factor.overlap": -1}
    assert main(["odds", "--file", path, "R1", "B7"]) == 2
    assert "B7 is not on the table" in capsys.readouterr().err


# ── the schema ───────────────────────────────────────────────────────────────
def test_the_schema_in_the_documentation_is_the_one_that_is_made(root):
    assert (root / "docs/positions.schema.json").read_text("utf-8") == schema.text()


def test_the_schema_holds_for_every_ruling_and_refuses_what_reading_refuses(root):
    check = jsonschema.Draft202012Validator(json.loads(schema.text()))
    for path in sorted((root / "tests/rulings").glob("*.json")):
        assert not list(check.iter_errors(json.loads(path.read_text("utf-8")))), path.name
    for wrong in (
        {"system": "triumf"},
        {"system": "triumph", "peices": []},
        {"system": "triumph", "says": [{"seat": "red", "mvoe": {}}]},
        {"system": "triumph", "says": [{"seat": "red", "choose": "a", "roll": [1]}]},
        {"system": "triumph", "questions": [{"combat": {"between": ["R1"]}}]},
    ):
        assert list(check.iter_errors(wrong)), wrong


def test_the_page_names_what_is_common_and_the_pages_of_systems_are_those_that_are_made(root):
    page = (root / "docs/positions.md").read_text("utf-8")
    common = {*KERNEL, *common_questions.QUESTIONS, *game("triumph").questions, *ACTIONS}
    assert not sorted(
        name for name in common if f"`{name}`" not in page and f'"{name}"' not in page
    )
    for system in SYSTEMS:
        assert (root / f"docs/positions/{system}.md").read_text("utf-8") == manual.page(system)
        assert f"positions/{system}.md" in page


def test_a_record_that_is_none_is_told():
    with pytest.raises(PlainError, match="give `kind`"):
        ruled(says=[{"seat": "red", "record": {"kind": "Nonsense"}}])


def test_numbers_are_told_without_idle_noughts():
    assert telling.shown({"a": 2.0, "b": [True, None], "c": []}) == "a 2, b [yes, none], c none"
