"""How a layer speaks above single hooks: questions at moments, tokens, ground with an owner."""

from condotta.kernel.asks import Script
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Cleared, Entered, Pushed, Ruled
from condotta.rules.triumph import names
from condotta.rules.triumph.ground.laid_ground import LaidGround
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.speaking.moments import Put, as_it_closes, as_it_opens, question
from condotta.rules.triumph.tokens import Token, laying, lifting
from condotta.rules.triumph.turns import Conduct
from condotta.table import Pose, Rectangle
from tests.rules.triumph.table_setting import Table, setting

OMEN = Token("omen", "TC-4.2", names.TURN)


class Asked(Script, frozen=True, kw_only=True):
    """One seat is asked, if anybody is there."""

    seat: str


class Lays(Script, frozen=True, kw_only=True):
    stands: tuple[str, ...]


class Lifts(Script, frozen=True, kw_only=True):
    stands: tuple[str, ...]


def put(_, position, frame):
    return Put(frame.seat, ("wait", "lay"), ("R1",)) if frame.seat in position.seats() else None


def chosen(_, __, frame, option):
    yield Ruled("TC-4.2", "kernel.ended", {"said": option})
    if option == "lay":
        yield Pushed(Lays(stands=("R1",)))


def told(*hooks):
    """A table at the start of a turn, with a layer that speaks so."""
    layer = Layer(
        "speaker",
        2,
        procedures={
            Asked: question("omen", "TC-4.2", put, chosen),
            Lays: laying(OMEN),
            Lifts: lifting(OMEN),
        },
        hooks=hooks,
    )
    plain = setting("R1 SPR 20 10 0; B1 SPR 20 28 180", phase="end").battle.log
    opening = [event for event in plain if not isinstance(event, Pushed)]
    begun = (*opening, Entered(1, names.START, ("red",)), Pushed(Conduct()))
    book = Book("triumph", (TRIUMPH, layer), TRIUMPH.settings)
    return Table(Battle(book, begun, SeededCup(1)))


def test_tc_4_2_a_question_is_asked_before_all_else_in_a_phase_and_its_answer_done():
    due = as_it_opens(names.COMMAND, "TC-4.2", lambda *_: (Asked(seat="red"),))
    table = told(due)
    (ask,) = table.asks()
    assert (ask.seat, ask.window, ask.options, ask.about) == (
        "red",
        "omen",
        ("wait", "lay"),
        ("R1",),
    )
    assert not table.rulings("TC-4.3")
    table.choose("red", "lay")
    assert OMEN.on(table.piece("R1"))
    assert table.rulings("TC-4.3")


def test_tc_4_2_where_there_is_nothing_to_ask_the_battle_goes_on():
    table = told(as_it_opens(names.COMMAND, "TC-4.2", lambda *_: (Asked(seat="nobody"),)))
    assert table.asks()[0].window == "movement"


def test_tc_4_2_what_comes_after_all_else_in_a_phase_sees_how_it_ended():
    over = as_it_closes(names.MOVEMENT, "TC-4.2", lambda *_: (Lifts(stands=("R1",)),))
    first = as_it_opens(names.COMMAND, "TC-4.2", lambda *_: (Lays(stands=("R1",)),))
    table = told(first, over)
    assert OMEN.on(table.piece("R1"))
    said = table.choose("red", "end")
    assert said.index(Cleared("R1", "omen")) < said.index(Entered(1, names.RANGED, ("red",)))


def test_tc_7_20_ground_is_named_after_what_laid_it():
    works = LaidGround("obstacle", Rectangle(20_000, 10_000))
    table = setting("R1 SPR 20 10 0; B1 SPR 20 28 180")
    pose = Pose(240_000, 120_000, 0, 1_000_000)
    area = works.laid(table.piece("B1"), pose).area
    assert works.owner(table.position, area) == table.piece("B1")
    assert works.bases((area,)) == (works.at(pose),)
    assert works.bases(()) == ()
