"""A slip of the pen is one sentence with its place and the nearest word, never an answer."""

import json
from typing import Any

import pytest

from condotta.positions.faults import BadPosition
from condotta.positions.reading import parse
from condotta.positions.running import report

STANDS = ["R1* KNT 20 10 0", "R0 CAMP 40 5 0", "B1* SPR 20 14 180"]
REGIMENTS = ["R1 line-infantry 20x5 20 10 0", "B1 levy-spears 25x5 20 30 180", "G1 adept 1 50 17 0"]
UNITS = ["R1 militia 5 8 8 0", "B1 militia 5 40 8 180", "A1 militia 5 40 40 180"]
USUAL: dict[str, Any] = {
    "triumph": {"pieces": STANDS},
    "grand": {"pieces": STANDS},
    "ranked": {"pieces": REGIMENTS[:2], "phase": "shooting"},
    "treachery": {"pieces": REGIMENTS, "phase": "shooting", "enemy": "blue"},
    "carnage": {"pieces": UNITS, "phase": "fight"},
}


def told(system: str, **changes: Any) -> list[str]:
    """The faults of a file, as `where: what`."""
    data = {"system": system, **USUAL[system], **changes}
    with pytest.raises(BadPosition) as caught:
        report(parse(json.dumps(data).encode(), "bad.json"), "bad.json")
    return [f"{where}: {what}" for where, what in caught.value.faults]


def stand(**more: Any) -> list[Any]:
    return [*STANDS, {"id": "R2", "type": "HFT", "at": [30, 10, 0], **more}]


def unit(*marks: str) -> list[Any]:
    return [
        *UNITS[1:],
        {"id": "R1", "type": "militia", "models": 5, "at": [8, 8, 0], "marks": marks},
    ]


NO_CLAUSE = "BC-19.3" + "3"
CT = {"code": "CT", "seat": "red"}
SLIPS: list[tuple[str, dict[str, Any], str]] = [
    # words that go on
    (
        "treachery",
        {"counters": {"G1": {"knows bolt-of-forc": 1}}},
        "counters.G1: there is no counter 'knows' with 'bolt-of-forc'. Did you mean bolt-of-force?",
    ),
    (
        "ranked",
        {"counters": {"red": {"victory points 3 shooting": 5}}},
        "counters.red: there is no counter 'victory points' with '3 shooting'. Did you mean 1 shoo",
    ),
    (
        "triumph",
        {"counters": {"red": {"home arabel": 1}}},
        "counters.red: there is no counter 'home' with 'arabel'. Did you mean arable?",
    ),
    (
        "carnage",
        {"pieces": unit("declared B7")},
        "pieces: R1: there is no mark 'declared' with 'B7'. It may be B1, A1, R1.",
    ),
    (
        "carnage",
        {"pieces": unit("declares B1")},
        "pieces[2]: there is no mark 'declares B1'. Did you mean declared B1?",
    ),
    (
        "carnage",
        {"pieces": [*UNITS[1:], "R1 militia 5 8 8 0 declared-"]},
        "pieces[2]: there is no word 'declared-'. Did you mean declared-…?",
    ),
    # cards and garrisons
    (
        "triumph",
        {"cards": [{**CT, "detail": "SPEAR"}]},
        "cards[0]: there is no type for CT 'SPEAR'. Did you mean SPR?",
    ),
    (
        "triumph",
        {"pieces": [*STANDS, "R2 KNT 30 10 0 CT:SPER"]},
        "pieces: R2: there is no type for CT 'SPER'. Did you mean SPR?",
    ),
    (
        "triumph",
        {"pieces": stand(unit="knights"), "cards": [{**CT, "unit": "knight"}]},
        "cards[0]: there is no entry of red's 'knight'. Did you mean knights?",
    ),
    (
        "triumph",
        {"pieces": [*STANDS, {"id": "R2", "type": "HFT", "place": "aside", "unit": "B0",
                              "traits": ["garrison"]}]},
        "pieces: R2: there is no camp 'B0'. It may be R0.",
    ),
    # numbers
    ("triumph", {"pieces": stand(worth=10.3)}, "pieces[3]: R2 is never worth 10.3 points: write"),
    ("grand", {"pieces": stand(worth=-11)}, "pieces[3]: R2 is never worth -11 points: write"),
    ("triumph", {"points": -3}, "points: nobody has -3 points: write 0 or more"),
    ("triumph", {"points": {"red": -3}}, "points.red: nobody has -3 points: write 0 or more"),
    ("triumph", {"losses": {"red": -1}}, "losses.red: nobody loses -1 points: write halves"),
    ("triumph", {"turn": -2}, "turn: there is no turn -2: the first is 1"),
    ("triumph", {"tolerance": 100}, "tolerance: 100 is no tolerance: write less than 1"),
    (
        "carnage",
        {"counters": {"B1": {"slain": -4}}},
        "counters.B1: 'slain' is never -4: write 0 or more",
    ),
    (
        "treachery",
        {"counters": {"red": {"tokens": -50}}},
        "counters.red: 'tokens' is never -50: write 0 or more",
    ),
    (
        "treachery",
        {"counters": {"red": {"tokens": -30}}},
        "counters.red: 'tokens' is never -30: write 0 or more",
    ),
    (
        "treachery",
        {"counters": {"red": {"tokens": 30}}},
        "counters.red: no coins make 30: write a multiple of 50 [TT-10.1]",
    ),
    # whose
    (
        "grand",
        {"counters": {"R1": {"total": 62}}},
        "counters.R1: 'total' is counted beside a side or a command, not beside R1",
    ),
    (
        "treachery",
        {"counters": {"R1": {"tokens": 100}}},
        "counters.R1: 'tokens' is counted beside a seat, not beside R1",
    ),
    (
        "grand",
        {"pieces": stand(command="B.1")},
        "pieces[3]: B.1 is of another army: R2 is in one of R.1, R.2, R.3",
    ),
    ("grand", {"pieces": stand(command="R.l")}, "pieces[3]: there is no command 'R.l'. Did you m"),
    (
        "grand",
        {"pieces": stand(general=True)},
        "pieces: R1 and R2 cannot both be the general of R.1",
    ),
    (
        "ranked",
        {"pieces": [*REGIMENTS[:2], "R2 captain 1 5 5 0 general", "R3* captain 1 9 5 0"]},
        "pieces: R2 and R3 cannot both be the general of R",
    ),
    # hands
    (
        "treachery",
        {"hands": {"green": ["T01", "T02", "T03", "T04", "T05", "T06"]}},
        "hands.green: green holds 6 cards, and at most 5 [TT-11.6]",
    ),
    (
        "treachery",
        {"hands": {"green": ["T13", "T13"], "red": ["T13"]}},
        "hands: 3 of T13 are held, and the deck has 2 [TT-11.1]",
    ),
    # the set-up
    (
        "carnage",
        {"phase": "deployment", "counters": {"table": {"set up": 7}}},
        "counters.table: `set up` is never 7 here: deployment begins with one of 2 (quarters), 3",
    ),
    (
        "carnage",
        {"counters": {"table": {"set up": 2}}},
        "counters.table: `set up` is never 2 here: leave it out of a turn",
    ),
    # what is asked and expected
    (
        "triumph",
        {"questions": [{"contacts": "all", "after": 99}]},
        "questions[0].after: 99 is none of 0 to 0: so many things are said before",
    ),
    ("triumph", {"clauses": [NO_CLAUSE]}, f"clauses: there is no clause {NO_CLAUSE!r}. Did"),
    (
        "triumph",
        {"questions": [{"combat": {"between": ["R1", "B1"]},
                        "expect": {"parts": {"R1": {"lacks": {"clause": NO_CLAUSE}}}}}]},
        f"questions[0].expect.parts.R1.lacks: there is no clause {NO_CLAUSE!r}. Did you mean",
    ),
    # lines
    ("treachery", {"pieces": ["R1 adept 20 10 0"]}, "pieces[0]: 'R1 adept 20 10 0' needs how many"),
    ("ranked", {"pieces": ["R1 adept 20*10 20 1 0"]}, "pieces[0]: '20*10' is no number: write"),
    ("triumph", {"pieces": ["R1 KNT 20,5 10 0"]}, "pieces[0]: '20,5' is no number: write 20.5"),
    (
        "ranked",
        {"pieces": ["R1 adept 1 20 10 0 xyzzy"]},
        "pieces[0]: there is no word 'xyzzy'. docs/positions/ranked.md has the traits and marks.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("system", "changes", "sentence"), SLIPS, ids=[one[2].partition(":")[2][:50] for one in SLIPS]
)
def test_a_slip_is_one_sentence(system: str, changes: dict[str, Any], sentence: str):
    (found,) = told(system, **changes)
    assert found.startswith(sentence)


def test_a_field_that_stands_twice_is_told():
    twice = b'{"system": "triumph", "pieces": ["R1* KNT 20 10 0"], "pieces": ["B1 SPR 20 14 180"]}'
    with pytest.raises(BadPosition, match="'pieces' stands 2 times in one object: keep one"):
        parse(twice, "bad.json")


def test_what_is_no_json_is_told_by_its_line():
    with pytest.raises(BadPosition, match=r"it is not JSON \(.*\(line 3\)\)"):
        parse(b'{\n "system": "triumph",\n}', "bad.json")


def test_a_mark_that_goes_on_and_a_card_of_a_type_may_stand_in_a_line():
    marked = [*UNITS[1:], "R1 militia 5 8 8 0 declared-B1"]
    found = report(
        parse(json.dumps({"system": "carnage", "pieces": marked}).encode(), "one"), "one"
    )
    assert found.runs[0].state["marks"]["R1"] == ["declared B1"]
    cards = {"system": "triumph", "pieces": [*STANDS, "R2 KNT 30 10 0 CT:SPR"]}
    assert not report(parse(json.dumps(cards).encode(), "two"), "two").runs[0].all_differences


@pytest.mark.parametrize(("step", "window"), [(2, "roll-off"), (3, "deployment"), (4, "roll-off")])
def test_a_phase_of_the_set_up_may_begin_with_any_of_its_steps(step: int, window: str):
    data = {
        "system": "carnage",
        "pieces": ["R1 militia undeployed", "B1 militia undeployed", "A1 militia undeployed"],
        "phase": "deployment",
        "counters": {"table": {"set up": step}},
    }
    waiting = report(parse(json.dumps(data).encode(), "step"), "step").runs[0].state["waiting"]
    assert waiting[0]["window"] == window


# ── what is asked ────────────────────────────────────────────────────────────
def answer(question: dict[str, Any], **more: Any) -> dict[str, Any]:
    data = {"system": "triumph", "pieces": STANDS, "questions": [question], **more}
    found: dict[str, Any] = (
        report(parse(json.dumps(data).encode(), "q"), "q").runs[0].answers[0].answer
    )
    return found


@pytest.mark.parametrize(
    ("between", "told"),
    [
        (("R1", "R0"), "R1 and R0 are on one side: name an enemy."),
        (("R1", "B11"), "there is no B11. Did you mean B1?"),
    ],
)
def test_a_combat_that_cannot_be_is_told(between: tuple[str, str], told: str):
    assert answer({"combat": {"between": between}}) == {"unanswered": told}


def test_a_combat_of_stands_that_do_not_touch_says_what_it_assumes():
    asked = {"combat": {"between": ["R1", "B1"]}}
    assert answer(asked)["assumed"] == "they are not in contact: front to front is assumed"
    touching = ["R1* KNT 20 14 0", "R0 CAMP 40 5 0", "B1* SPR 20 14 180"]
    assert "assumed" not in answer(asked, pieces=touching)


def test_a_spell_and_a_weapon_that_nobody_has_are_told_with_those_there_are():
    cast = {"wizard": "R1", "spell": "bolt-of-forc", "target": "B1", "dice": 1}
    data = {
        "system": "ranked",
        "pieces": ["R1 adept 1 20 10 0", "B1 levy-spears 25x5 20 24 180"],
        "phase": "magic",
        "counters": {"R1": {"knows bolt-of-force": 1}},
        "dice": [3, 4, 1],
        "says": [{"seat": "red", "cast": cast}],
    }
    said = report(parse(json.dumps(data).encode(), "cast"), "cast").runs[0].said[0].answer
    assert said["refusals"][0]["says"] == (
        "There is no spell bolt-of-forc; R1 may choose among bolt-of-force."
    )
