"""What lost stands and whole commands count, where a file leaves it out."""

from typing import Any

import pytest

from condotta.positions.faults import BadPosition
from condotta.positions.records import Document, PieceSaid
from condotta.positions.running import report


def lost(kind: str, *traits: str, **more: Any) -> float:
    """Points that red has lost by a stand with those cards."""
    gone = PieceSaid(id="R1", type=kind, place="lost", traits=traits, **more)
    document = Document(system="triumph", pieces=("R9* HFT 40 6 0", "B9* HFT 40 30 180", gone))
    found: float = report(document, "a lost stand").runs[0].state["losses"]["red"]
    return found


@pytest.mark.parametrize(
    ("kind", "traits", "points"),
    [
        pytest.param("ECV", (), 4, id="BC-0.9 the normal value where no card says so"),
        pytest.param("ECV", ("SS",), 5, id="BC-21.2 shower shooting one more"),
        pytest.param("KNT", ("CC",), 3, id="BC-5.5 charging camelry"),
        pytest.param("CAT", ("AC",), 3, id="BC-5.5 armoured camelry"),
        pytest.param("JCV", ("SF",), 3.5, id="BC-23.2 sword-fighting dearer"),
        pytest.param("ECV", ("SF",), 3.5, id="BC-23.2 sword-fighting cheaper"),
        pytest.param("JCV", ("SF", "DD:EFT"), 4, id="BC-30.21 the dearer of sword and foot"),
        pytest.param("JCV", ("DD:EFT",), 4, id="BC-1.6 the dearer form"),
        pytest.param("HFT", ("MD:HFT", "was:KNT"), 4, id="BC-2.6 on foot still its dearer form"),
        pytest.param("LSP", ("CH",), 3, id="BC-0.9 a card that says nothing of it"),
    ],
)
def test_a_lost_stand_counts_as_its_cards_say(kind: str, traits: tuple[str, ...], points: float):
    assert lost(kind, *traits) == points


def test_bc_9_5_one_with_carts_counts_four_and_one_without_its_own():
    assert lost("HRD", "PL", marks=("plaustrella",)) == 4
    assert lost("HRD", "PL") == 2


def test_what_a_file_says_a_stand_is_worth_goes_before_its_cards():
    assert lost("ECV", "SS", worth=7) == 7


def test_bc_24_7_of_one_that_is_not_what_it_seems_the_real_stand_counts():
    hidden = PieceSaid(id="R1", type="HFT", at=(20, 10, 0), real=("RBL",))
    red = ("R9* HFT 40 6 0", hidden, "R2 HFT lost")
    document = Document(system="grand", pieces=(*red, "B9* HFT 40 30 180"))
    held = report(document, "a masquerade")
    assert held.runs[0].state["losses"]["red"] == 3


# ── commands ─────────────────────────────────────────────────────────────────
def routed(**more: Any) -> list[str]:
    """Who is lost of red's first command, at the end of a move that held nobody."""
    fields = {
        "system": "grand",
        "pieces": ("R1* KNT 20 20 0", "R2 HFT 60 20 0", "R3 HFT 24 20 0", "B1* SPR 24 33 180"),
        "says": ({"seat": "red", "choose": "end"},),
        **more,
    }
    run = report(Document(**fields), "a command").runs[0]
    assert "GT-8.5" in run.said[0].answer["cites"] or not run.said[0].answer["lost"]
    return list(run.said[0].answer["lost"])


GONE = PieceSaid(id="R9", type="HFT", place="lost", worth=11)
PIECES = ("R1* KNT 20 20 0", "R2 HFT 60 20 0", "R3 HFT 24 20 0", "B1* SPR 24 33 180")


def test_gt_8_1_a_commands_total_is_what_lies_there_and_what_is_lost():
    assert routed(pieces=(*PIECES, GONE)) == ["R2"]  # 11 of 21
    assert routed(pieces=(*PIECES, "R9 HFT lost")) == []  # 3 of 13


def test_gt_8_1_a_total_that_is_given_goes_before_it():
    assert routed(pieces=(*PIECES, GONE), counters={"R.1": {"total": 68}}) == []


def test_gt_8_1_losses_are_a_commands():
    assert routed(losses={"R.1": 11}) == ["R2"]
    assert routed(losses={"red": 11}) == ["R2"]  # the only one it has


def test_of_several_commands_the_losses_say_which():
    second = PieceSaid(id="R4", type="HFT", at=(40, 5, 0), command="R.2")
    with pytest.raises(BadPosition, match=r"losses.red: say which command lost them: R.1, R.2"):
        routed(pieces=(*PIECES, second), losses={"red": 11})
    with pytest.raises(BadPosition, match=r"there is no command 'R.4'. Did you mean R.1\?"):
        routed(losses={"R.4": 11})


def test_gt_9_1_an_armys_total_is_that_of_its_commands_once_all_are_there():
    more = tuple(
        PieceSaid(id=f"R{n}", type="HFT", at=(4 * n, 5, 0), command=f"R.{n - 5}") for n in (7, 8)
    )
    for pieces, over in (((*PIECES, *more), True), (PIECES, False)):
        document = Document(system="grand", pieces=pieces, phase="close", losses={"R.1": 40})
        ended = report(document, "an army").runs[0].state["ended"]
        assert (ended is not None and ended["clause"] == "GT-9.1") is over
