"""Moments of battles at a real table as files of the base game, with the units laid out in rows."""

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest

import condotta
from condotta.cli.app import main
from condotta.cli.replay import after_answers
from condotta.kernel.battle import Battle
from condotta.kernel.events import Answered, Entered, Event, Veiled
from condotta.kernel.log import dump
from condotta.kernel.records import CHANCE, SPECTATORS
from condotta.kernel.views import audience, redacted
from condotta.positions import building, in_rows, soundness
from condotta.positions.faults import Faults
from condotta.positions.moving import moved
from condotta.positions.reading import parse
from condotta.positions.running import report
from condotta.positions.taking import sandbox, seen
from condotta.report.logbook import header_of
from condotta.rules.library import SYSTEMS, kind
from condotta.rules.reported import names
from condotta.rules.reported.ground import standing
from condotta.rules.treachery.deck import designs
from condotta.words import say, speaking

REPORTED = [system for system in SYSTEMS if kind(system) != system]
MOMENTS = {"set-up": 0.0, "start": 0.01, "middle": 0.5, "late": 0.95}
SHORT = 120
"""How many answers of seats are given before it ends here."""


@cache
def fought(system: str) -> Battle:
    """A battle at a real table, most of it."""
    play = condotta.begin(system, seed=3)
    while play.engine.state.position.turn == 0:
        play.play(decisions=1)
    play.play(decisions=SHORT)
    return play.engine


@cache
def battle_at(system: str, moment: str) -> Battle:
    """A battle in its set-up, as its first turn begins, in its middle, near its end."""
    whole = fought(system)
    begun = next(at for at, one in enumerate(whole.log) if isinstance(one, Entered) and one.turn)
    first, last = answers(whole.log[:begun]), answers(whole.log)
    given = first // 2 if moment == "set-up" else first + int(MOMENTS[moment] * (last - first))
    return Battle(whole.book, after_answers(tuple(whole.log), given))


def answers(log):
    """How many answers seats have given."""
    return sum(isinstance(one, Answered) and one.seat != CHANCE for one in log)


def seats_of(battle):
    """Whoever may take a moment."""
    return (*battle.state.position.seats(), SPECTATORS)


def taken(battle, who):
    """What somebody takes, read again."""
    return parse(seen(battle.book, battle.stream(who), "A moment").encode(), "the moment")


def table_of(document):
    """The position that a file describes."""
    return building.battle(building.set_up(document), still=True).state.position


@pytest.fixture(params=[(one, moment) for one in REPORTED for moment in MOMENTS], ids="-".join)
def moment(request):
    """A moment of a battle at a real table."""
    return battle_at(*request.param)


# ── in every system ──────────────────────────────────────────────────────────
def test_whoever_takes_a_moment_gets_one_of_the_base_game_that_answers(moment):
    for who in seats_of(moment):
        document = taken(moment, who)
        assert document.system == kind(moment.book.system)
        (run,) = report(document, "the moment").runs
        asked, score = (turn.answer for turn in run.answers)
        assert asked["asked"] or run.state["ended"]
        assert score["score"]
        assert say("sandbox.report") in document.note


def test_every_unit_that_is_left_lies_on_the_board_alone_and_faces_the_middle(moment):
    now = moment.state.position
    units = standing(moment.book, now, now.seats())
    laid = table_of(taken(moment, SPECTATORS))
    faults = Faults()
    soundness.lying(laid.pieces.values(), laid.board, "", faults, laid.counters)
    assert not faults
    assert units or now.turn == 0
    for piece in laid.at("table"):
        assert piece.pose is not None or piece.shape is None, piece
    for name in units:
        assert laid.pieces[name].place == "table", name
    for piece in laid.at("table"):
        if piece.pose and piece.shape and now.pieces[piece.id].pose is None:
            ahead = (laid.board.width / 2 - piece.pose.x) * piece.pose.ux
            ahead += (laid.board.depth / 2 - piece.pose.y) * piece.pose.uy
            assert ahead > 0, piece.id


def test_what_is_counted_lost_held_and_whose_turn_it_is_is_kept(moment):
    now, laid = moment.view(SPECTATORS).position, table_of(taken(moment, SPECTATORS))
    assert (laid.turn, laid.active, laid.areas) == (now.turn, now.active, now.areas)
    assert {one.id for one in laid.at("lost")} == {one.id for one in now.at("lost")}
    gone = (names.NEAR_MARKER, names.BY_HAND, names.DISPUTES, "set up")
    for holder, row in now.counters.items():
        for name, value in row.items():
            assert name in gone or laid.count(holder, name) == value, (holder, name)
    for piece in now.pieces.values():
        other = laid.pieces[piece.id]
        assert (other.type, other.traits, other.truth) == (piece.type, piece.traits, piece.truth)
        kept = [mark for mark in piece.marks if not mark.name.startswith(names.MEETS)]
        assert list(other.marks) == kept


def test_settings_of_the_battle_are_those_of_the_file():
    play = condotta.begin("triumph+reported", seed=3, settings={"moveMeasure": "all"})
    play.play(decisions=8)
    assert taken(play.engine, "red").settings == {"moveMeasure": "all"}


# ── the command line ─────────────────────────────────────────────────────────
@pytest.mark.parametrize("system", REPORTED)
def test_the_command_line_takes_it_and_rules_on_it(system, tmp_path: Path, capsys):
    battle = battle_at(system, "middle")
    log, out = tmp_path / "a.log", tmp_path / "moment.json"
    log.write_bytes(dump(header_of(battle.book, {}), battle.log))
    assert main(["replay", str(log), "--position", "--out", str(out)]) == 0
    assert say("sandbox.laid-out") in capsys.readouterr().out
    assert main(["rule", str(out)]) == 0
    assert say("sandbox.laid-out") in capsys.readouterr().out
    assert main(["replay", str(log), "--position", "--by-report", "--out", str(out)]) == 0
    assert json.loads(out.read_bytes())["system"] == system


def test_a_piece_is_moved_and_asked_about():
    battle = battle_at("triumph+reported", "middle")
    file = seen(battle.book, battle.stream("red"), "A moment")
    stand = next(one for one in json.loads(file)["pieces"] if one["id"].startswith("R"))["id"]
    plain = json.loads(moved(file, stand, (24, 16, 90)))
    plain["questions"] = [{"zone": stand}]
    (run,) = report(parse(json.dumps(plain).encode(), "moved"), "moved").runs
    assert run.state["poses"][stand] == [24, 16, 90]
    assert run.answers[0].answer


# ── secrets ──────────────────────────────────────────────────────────────────
def world(battle: Battle, change) -> tuple[Event, ...]:
    """The log of a battle in which what red may not know is otherwise."""
    side = battle.state.position.side("red")
    told = {"red", f"side:{side}"}

    def other(event: Event) -> Event:
        if not isinstance(event, Veiled) or told & {*event.audience}:
            return event
        text = change(msgspec.json.encode(event.inside).decode())
        return Veiled(event.audience, msgspec.json.decode(text, type=Event), event.outside)

    return tuple(map(other, battle.log))


def as_taken(battle: Battle, log: tuple[Event, ...], who: str) -> str:
    """The text that somebody takes in a world."""
    side = "" if who == SPECTATORS else battle.state.position.side(who)
    return seen(battle.book, redacted(audience(who, side), log), "A moment")


def other_card(text: str) -> str:
    """Another card in place of each."""
    every = tuple(designs())
    for code in every:
        if f'"{code}"' in text:
            return text.replace(f'"{code}"', f'"{every[every.index(code) - 1]}"')
    return text


def other_command(text: str) -> str:
    """Who is in which command, and which of them marches, the other way round."""
    return text.replace("B.1", "*").replace("B.2", "B.1").replace("*", "B.2")


@pytest.mark.parametrize(
    ("system", "at", "change"),
    [
        ("treachery+reported", "middle", other_card),
        ("treachery+reported", "late", other_card),
        ("grand+reported", "set-up", other_command),
        ("grand+reported", "start", other_command),
    ],
)
def test_what_a_seat_takes_is_the_same_whatever_is_hidden_from_it(system, at, change):
    battle = battle_at(system, at)
    one, two = tuple(battle.log), world(battle, change)
    assert one != two
    for who in ("red", SPECTATORS):
        assert as_taken(battle, one, who) == as_taken(battle, two, who)
    assert as_taken(battle, one, "blue") != as_taken(battle, two, "blue")


def test_a_file_of_the_truth_tells_each_seat_what_it_saw():
    battle = battle_at("treachery+reported", "middle")
    plain = sandbox(battle) | {"questions": [{"knows": {"seat": one}} for one in ("red", "blue")]}
    (run,) = report(parse(json.dumps(plain).encode(), "truth"), "truth").runs
    red, blue = (turn.answer["behind"] for turn in run.answers)
    assert blue
    assert red != blue
    for seat, known in (("red", red), ("blue", blue)):
        pieces = battle.view(seat).position.pieces.values()
        assert known == {one.id: one.truth for one in pieces if one.truth and not one.shape}


# ── what cannot be kept ──────────────────────────────────────────────────────
def test_it_says_what_is_not_kept_and_whom_there_is_no_room_for(monkeypatch):
    battle = battle_at("ranked+reported", "middle")
    assert say("sandbox.laid-out") in taken(battle, "red").note
    monkeypatch.setattr(in_rows, "front_row", lambda *_: [])
    monkeypatch.setattr(in_rows, "beside", lambda *_: iter(()))
    full = taken(battle, "red")
    assert "R" in full.note
    units = standing(battle.book, battle.state.position, battle.state.position.seats())
    assert all(table_of(full).pieces[one].place == "reserve" for one in units)
    assert say("sandbox.no-room", {"units": units}) in full.note


def test_the_sentence_is_in_the_language_that_is_spoken():
    battle = battle_at("triumph+reported", "start")
    with speaking("fr"):
        assert say("sandbox.laid-out") in taken(battle, "red").note
        assert "disposées" in taken(battle, "red").note
