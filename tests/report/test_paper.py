"""A battle on paper and as Markdown: what stands there, for whom, and nothing that is secret."""

import re
from collections import Counter
from html import escape

import pytest
from msgspec.structs import replace

import condotta
from condotta.cli import app
from condotta.kernel.events import Paid
from condotta.kernel.records import SPECTATORS
from condotta.report.logbook import read
from condotta.report.markdown import markdown
from condotta.report.naming import seat_name
from condotta.report.paper import EACH_COIN, MOST_BOXES, paper
from condotta.report.turns_counted import counted
from condotta.rules.treachery.names import COINS, TREACHERY
from condotta.rules.triumph.names import CARD
from condotta.words import say, speaking

TAG = re.compile(r"<[^>]+>")


def fought(system, decisions, seed=4, seats=None):
    """A battle that bots have brought so far, and its log."""
    battle = condotta.begin(system, seed=seed, seats=seats)
    battle.play("schemer", decisions=decisions)
    return battle, read(battle.log(), "the log")


@pytest.fixture(scope="module")
def intrigue():
    """Treachery in the middle of it: hands are held, coffers are filled."""
    battle, log = fought("treachery+triumph", 420)
    assert not battle.over
    return battle, log


def held(battle, seat):
    """The treachery cards in a hand, by their designs."""
    return [
        piece.truth
        for piece in battle.engine.state.position.at("hand")
        if piece.controller == seat and TREACHERY in piece.traits
    ]


def test_the_sheet_shows_whoever_sees_it_no_hand_but_the_own(intrigue):
    battle, log = intrigue
    seat = next(one for one in battle.seats if held(battle, one))
    public = paper(log, battle.view(SPECTATORS).position)
    own = paper(log, battle.view(seat).position, seat=seat)
    assert "for nobody else" not in public
    cards = Counter(re.findall(r"<small>(T\d\d)</small>", own))
    cards.subtract(re.findall(r"<small>(T\d\d)</small>", public))
    assert +cards == Counter(held(battle, seat))


def test_every_unit_is_on_the_sheet_with_a_box_for_each_model_left():
    battle, log = fought("ranked", 120)
    position = battle.view(SPECTATORS).position
    said = paper(log, position)
    counted = 0
    for piece in position.pieces.values():
        models = position.count(piece.id, "models")
        if models > 1 and piece.place != "lost":
            boxes = re.search(rf'{piece.id}</td>.*?class="boxes">([☐ ]+){models}</td>', said)
            assert boxes[1].count("☐") == min(models, MOST_BOXES)
            counted += 1
    assert counted > 3


def test_units_of_models_are_counted_by_their_models():
    battle, log = fought("carnage", 60)
    position = battle.view(SPECTATORS).position
    said = paper(log, position)
    unit = next(one for one in position.pieces.values() if one.type == "unit")
    models = [
        one for one in position.pieces.values()
        if one.command == unit.id and one.id != unit.id and one.place != "lost"
    ]  # fmt: skip
    boxes = re.search(rf'{unit.id}</td>.*?class="boxes">([☐ ]+)', said)
    assert boxes[1].count("☐") == len(models)


@pytest.mark.parametrize(("on", "size"), [("a4", "size: A4"), ("letter", "size: letter")])
def test_the_sheet_needs_nothing_and_has_its_size(intrigue, on, size):
    battle, log = intrigue
    said = paper(log, battle.view(SPECTATORS).position, on=on)
    assert size in said
    assert "http" not in said
    assert "<script" not in said
    assert said.count('class="coin"') == EACH_COIN * len(COINS)


def test_the_sheet_is_in_french_where_that_is_spoken(intrigue):
    battle, log = intrigue
    with speaking("fr"):
        said = TAG.sub(" ", paper(log, battle.view(SPECTATORS).position))
    assert "Où l’on en est" in said
    assert "Jetons" in said
    assert "How it stands" not in said


def test_markdown_tells_coins_turn_by_turn_as_they_were_paid(intrigue):
    battle, log = intrigue
    said = markdown(log)
    assert any(isinstance(event, Paid) for event in log.events)
    position = battle.view("red").position
    begins = f"| Game turn {counted(position).turn}: {seat_name(position.active[0])} |"
    last = [line for line in said.splitlines() if line.startswith(begins)]
    purse = [str(battle.view("red").position.count(seat, "tokens")) for seat in battle.seats]
    assert last[-1].split(" | ")[1:] == [*purse[:-1], f"{purse[-1]} |"]


def test_markdown_is_not_taken_in_by_a_name():
    _, log = fought("triumph", 300)
    named = replace(log.header, title={**log.header.title, "name": "<b>[x](y)</b> | *"})
    said = markdown(replace(log, header=named))
    assert said.splitlines()[0] == r"# \<b\>\[x\](y)\</b\> \| \*"
    assert re.search(r"^## Turn \d+: ", said, re.MULTILINE)


def test_the_hand_of_a_seat_is_asked_for_on_paper_alone(capsys, tmp_path):
    battle, _ = fought("triumph", 60)
    file = tmp_path / "b.jsonl"
    file.write_bytes(battle.log())
    assert app.main(["report", str(file), "--seat", "red"]) == 2
    assert "add --form paper" in capsys.readouterr().err
    assert app.main(["report", str(file), "--form", "paper"]) == 0
    assert (tmp_path / "b.print.html").read_text().startswith("<!doctype html>")
    assert app.main(["report", str(file), "--form", "markdown"]) == 0
    assert (tmp_path / "b.md").read_text().startswith("# ")


def test_battle_cards_stand_at_whoever_has_them_and_are_told_in_full(tmp_path):
    file = tmp_path / "many.json"
    wanted = ["army", "build", "pyrrhic", "--points", "48", "--random", "--seed", "7"]
    assert app.main([*wanted, "--cards", "many", "--out", str(file)]) == 0
    battle = condotta.begin("triumph", f"{file},marian-roman-65-bc", seed=4)
    position = battle.view(SPECTATORS).position
    said = paper(read(battle.log(), "the log"), position)
    held = [piece for piece in position.at("hand") if CARD in piece.traits]
    assert len(held) > 1
    for piece in held:
        name = say(f"card.{piece.type}.name")
        assert re.search(rf"{name} \({piece.type}\)\u00a0☐", said)
        assert f"<h3>{name} ({piece.type}, BC-" in said
        assert escape(say(f"card.{piece.type}.text")) in said
    carrier = next(piece for piece in position.pieces.values() if "ES" in piece.traits)
    assert re.search(rf"{carrier.id} <small>[^<]*ES", said)
