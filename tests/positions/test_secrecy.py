"""What a seat sees of each piece, asked of a position file."""

from typing import Any

from condotta.positions.records import Document, PieceSaid
from condotta.positions.running import report

STANDS = tuple(
    PieceSaid(id=f"{letter}{n}", type=kind, place="undeployed", worth=points)
    for letter in "RB"
    for n, (kind, points) in enumerate((("KNT", 60), ("HFT", 30), ("SPR", 54)), start=1)
)


def split(letter: str) -> tuple[dict[str, Any], ...]:
    names = [f"{letter}{n}" for n in (1, 2, 3)]
    return tuple({"stands": [name], "general": name} for name in names)


def known() -> list[dict[str, Any]]:
    """What red, before and after the split, and blue know of it; nobody rolls for the seals."""
    document = Document(
        system="grand",
        pieces=STANDS,
        phase="commands",
        says=({"seat": "red", "split": split("R")}, {"seat": "blue", "split": split("B")}),
        questions=(
            {"knows": {"seat": "red", "words": ["B.1"]}, "after": 0},
            {"knows": {"seat": "red"}},
            {"knows": {"seat": "blue"}},
        ),
    )
    (run,) = report(document, "a split").runs
    assert all(turn.answer["accepted"] for turn in run.said)
    assert not run.all_differences
    return [turn.answer for turn in run.answers]


def test_gt_4_2_a_split_is_known_to_its_own_side_alone():
    before, red, blue = known()
    assert before["words"] == []  # nobody is in a command yet
    assert {one["command"] for one in before["pieces"].values()} == {""}
    assert (red["pieces"]["R2"]["command"], red["pieces"]["R2"]["general"]) == ("R.2", True)
    assert (red["pieces"]["B2"]["command"], red["pieces"]["B2"]["general"]) == ("", False)
    assert (blue["pieces"]["B2"]["command"], blue["pieces"]["B2"]["general"]) == ("B.2", True)


def test_what_is_seen_of_a_piece_is_where_it_is_and_whose():
    seen = known()[1]["pieces"]["B1"]
    assert seen == {
        "type": "KNT",
        "place": "undeployed",
        "seat": "blue",
        "army": "B",
        "command": "",
        "general": False,
        "marks": [],
    }
