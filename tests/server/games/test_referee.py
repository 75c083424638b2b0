"""The referee's desk: files ruled on for a page, pieces moved, what a seat sees as a file."""

import json
from pathlib import Path

import pytest

from condotta.errors import PlainError
from condotta.playing import begin
from condotta.positions import shorthand
from condotta.positions.manual import example
from condotta.positions.moving import moved
from condotta.positions.reading import parse
from condotta.positions.running import report
from condotta.positions.taking import seen
from condotta.rules.library import SYSTEMS, kind
from condotta.server.games.referee import (
    MOST_PIECES,
    MOST_RESULTS,
    MOST_RUNS,
    about,
    ruled,
    small_enough,
)
from condotta.words import speaking

EXAMPLES = Path(__file__).parents[2] / "positions" / "chances"


def as_seen(battle, *seats):
    """The file of a moment as those seats see it; of no seat, as the spectators do."""
    return seen(battle.book, battle.heard(*seats), "now")


@pytest.mark.parametrize("system", [one for one in SYSTEMS if kind(one) == one])
def test_a_system_has_a_file_to_begin_with_and_questions_that_can_be_asked(system):
    known = about(system)
    file = json.loads(known.file)
    names = [piece.piece for piece in ruled(known.file).pieces]
    about_what = {
        "all": "all", "piece": names[0].partition(".")[0], "seat": {"seat": "red"},
        "pair": {"between": [names[0].partition(".")[0], names[-1].partition(".")[0]]},
        "chain": {},
    }  # fmt: skip
    file["questions"] = [{one.name: about_what[one.needs]} for one in known.questions]
    said = ruled(json.dumps(file))
    assert said.fault == ""
    (run,) = said.runs
    assert len(run.turns) == len(file["questions"]) + len(file.get("says", []))
    assert said.map.startswith("<svg")


def asked_for_chances(name, **changes):
    """What the desk says of an example of chances, its question changed."""
    file = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    file["questions"] = [{"chances": {**file["questions"][0]["chances"], **changes}}]
    return ruled(json.dumps(file))


def test_chances_are_drawn_in_the_readers_language():
    with speaking("fr"):
        said = asked_for_chances("triumph-two-combats", tell={})
    turn = said.runs[0].turns[0]
    first = turn.chances[0]
    assert (first.says, first.exact, first.chance) == ("B1\u00a0: perdu", "5/12", 0.416667)
    assert any("R1 combat B1" in one.says for one in turn.chances)
    assert not any("outcomes" in line for line in turn.lines)
    assert ("red", "R1>B1") in [(one.seat, one.option) for one in said.options]


def test_the_desk_works_out_no_more_than_it_has_time_for():
    said = asked_for_chances("ranked-charge", most=1_000_000)
    (turn,) = said.runs[0].turns
    assert f"the most is {MOST_RESULTS:,}" in " ".join(turn.lines)
    assert said.fault == ""
    assert asked_for_chances("ranked-volley", most=1_000_000).runs[0].turns[0].chances


def test_a_piece_is_moved_in_the_text_and_nothing_else_of_it_changes():
    before = example("ranked")
    after = moved(before, "R1", (22, 10.5, 90))
    assert json.loads(after)["pieces"][0] == "R1 line-infantry 20x5 22 10.5 90 standard musician"
    assert json.loads(after)["pieces"][1:] == json.loads(before)["pieces"][1:]
    with pytest.raises(PlainError, match="There is no piece R7"):
        moved(before, "R7", (1, 1, 0))
    with pytest.raises(PlainError, match=r"R1\.3 stands in its unit"):
        moved(example("skirmish"), "R1.3", (1, 1, 0))


def test_what_is_wrong_with_a_file_is_said_and_a_huge_one_is_refused():
    assert "is no position file" in ruled('{"system": "triumph", "peices": []}').fault
    many = [f"R{number} SKM reserve" for number in range(MOST_PIECES + 1)]
    assert "The desk takes" in ruled(json.dumps({"system": "triumph", "pieces": many})).fault
    horde = {"system": "skirmish", "pieces": ["R1 militia 500 20 20 0"]}
    more = [{"id": f"B{number}", "type": "militia", "models": 251} for number in range(2)]
    assert (
        "1,000 models"
        in ruled(json.dumps({**horde, "cases": [{"name": "x", "pieces": more}]})).fault
    )
    assert "1,000 models" in ruled(json.dumps({**horde, "pieces": horde["pieces"] * 3})).fault
    assert "is not JSON" in ruled("{", tidy=True).fault


def test_many_cases_are_refused_before_a_piece_is_read_and_no_piece_is_read_for_each(monkeypatch):
    """Neither the desk nor a table that is set up reads what lies there again for every case."""
    read = []
    piece = shorthand.piece
    monkeypatch.setattr(shorthand, "piece", lambda *said: (read.append(said[0]), piece(*said))[1])
    pieces = [f"R{number} militia 2 reserve" for number in range(MOST_PIECES - 1)]
    cases = [{"name": f"{number}", "pieces": ["B1 militia 2"]} for number in range(MOST_RUNS + 1)]
    file = json.dumps({"system": "skirmish", "pieces": pieces, "cases": cases})
    assert "24 runs" in ruled(file).fault
    assert read == []
    document = parse(file.encode(), "many")
    assert small_enough(document)
    assert len(read) == len(pieces) + len(cases)


def test_two_readings_are_told_beside_each_other_in_the_readers_language():
    file = json.loads(example("triumph"))
    file["under"] = [{}, {"moveMeasure": "all"}]
    file["questions"] = [{"would": {"stands": "R3", "legs": [{"advance": 9}]}}]
    with speaking("fr"):
        said = ruled(json.dumps(file))
    first, second = (run.name for run in said.runs)
    assert first == ""
    assert second.endswith("\u00a0: tous")
    assert "moveMeasure" not in second
    assert "se déplace" in " ".join(said.runs[0].turns[-1].lines)


def test_a_run_is_told_by_its_case_and_by_what_its_settings_decide():
    file = json.loads(example("triumph"))
    file["under"] = [{}, {"moveMeasure": "all"}]
    file["cases"] = [{"name": "all, moveMeasure=all"}]
    plain, other = (run.name for run in ruled(json.dumps(file)).runs)
    assert plain == "all, moveMeasure=all"
    assert other.startswith("all, moveMeasure=all; ")
    assert "moveMeasure" not in other.partition("; ")[2]


@pytest.mark.parametrize("system", [one for one in SYSTEMS if kind(one) == one])
def test_what_a_seat_sees_is_a_file_that_can_be_asked_about(system):
    battle = begin(system, seed=5)
    battle.play("random", decisions=70)
    for seats in ((), battle.seats[:1], battle.seats):
        assert ruled(as_seen(battle, *seats)).fault == ""


def test_no_file_of_a_seat_holds_what_another_seat_has_in_its_hand():
    battle = begin("treachery", seed=4)
    battle.play("random", decisions=60)
    now = battle.engine.state.position
    cards = [one for one in now.pieces.values() if one.truth and one.place == "hand"]
    assert cards
    for card in cards:
        for seat in (*battle.seats, "spectators"):
            eyes = () if seat == "spectators" else (seat,)
            file = json.loads(as_seen(battle, *eyes))
            (own,) = [one for one in file["pieces"] if one["id"] == card.id]
            assert (own.get("truth") == card.truth) == (seat == card.controller)
            assert "progress" not in file


def test_the_file_of_a_seat_reads_as_that_seat_sees_the_table():
    battle = begin("grand", seed=8)
    battle.play("random", decisions=40)
    text = as_seen(battle, "red")
    (run,) = report(parse(text.encode(), "x"), "x").runs
    poses = {one.id for one in battle.view("red").position.pieces.values() if one.pose}
    assert set(run.state["poses"]) <= poses
