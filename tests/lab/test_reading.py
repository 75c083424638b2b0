"""What is told of battles holds names and no ids, in every language."""

import pytest

from condotta.kernel.asks import Draw
from condotta.kernel.events import Answered, Mustered
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.lab.reading import faults_in, read
from condotta.report.naming import named
from condotta.report.options import nameless, option_said
from condotta.report.story import RULES, story
from condotta.rules.library import SYSTEMS
from tests.lab import short_battles

PIECES = (
    Piece("G3", "archers", "green", "green", place="table"),
    Piece("R5", "archers", "red", "red", place="table"),
    Piece("standing-storm R6 1", "standing-storm", "red", "red", place="table"),
    Piece("card-31", "treachery card", "red", "red", place="hand", traits=("treachery card",)),
    Piece("turn-staff", "staff", "red", "red", place="hand", traits=("turn card",)),
)
TABLE = Position(pieces={piece.id: piece for piece in PIECES})


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_battle_is_told_in_names(system):
    """Story, rules, questions with their options, refusals; and there is enough of each."""
    faults, count = read(*short_battles.fought(system))
    assert faults == []
    assert count > 200


@pytest.mark.parametrize("text", [
    "Red plays it on G3>R5:champion.", "Red draws card-31.", "It is turn-staff.",
    "tt.13-7.tokens", "Red has {count}.", "A heavy_weapon_team goes.", "standing-storm R6 1 left",
])  # fmt: skip
def test_an_id_is_found_out(text):
    assert list(faults_in(text, TABLE))


@pytest.mark.parametrize("text", ["Spear R4 goes 0.75 MU.", "Militia squad R4.2 falls: 3 − 1 = 2."])
def test_the_ids_that_people_use_are_none(text):
    assert not list(faults_in(text, TABLE))


def test_two_bodies_and_a_part_of_one_are_named_in_messages_and_questions():
    """[TT-11.8, FB-11.4]"""
    said = str(named({"one": "G3>R5:champion"}, TABLE)["one"])
    assert said == option_said("G3>R5:champion", "challenge", TABLE)
    assert not list(faults_in(said, TABLE))
    assert "R5" in said
    assert nameless("no such word", "challenge", TABLE)
    assert not nameless("end it", "dispel lasting spell", TABLE)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_drawn_is_named(lang):
    """[TT-2.3, TT-11.2]"""
    events = (
        *map(Mustered, PIECES),
        Answered(1, "chance", "turn card", Draw(("turn-staff",))),
        Answered(2, "chance", "card", Draw(("card-31",))),
    )
    told = " ".join(line.text for line in story(events, RULES, lang))
    assert "turn-staff" not in told
    assert "card-31" not in told
