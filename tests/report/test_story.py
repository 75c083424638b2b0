"""The story: sentences from events, at three levels, for everybody or for one seat."""

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Ask, Choose, Needed, Roll
from condotta.kernel.events import (
    Answered,
    Asked,
    Counted,
    Ended,
    Entered,
    Event,
    Moved,
    Mustered,
    Placed,
    Removed,
    Ruled,
    Step,
    Told,
    Undone,
)
from condotta.kernel.log import encode
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Refusal, Tally
from condotta.kernel.views import audience, redacted
from condotta.report.ground import name_of
from condotta.report.naming import type_name
from condotta.report.story import RAW, RULES, STORY, Narrator, story, with_undo
from condotta.rules.treachery.names import TREACHERY
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.tables import TABLES
from condotta.table import Advance, Wheel, pose_at
from tests.report.fought import MU, log, position, stand

TABLE = position(
    stand("R1", "SPR", 20, 10), stand("R2", "SPR", 22, 10), stand("B2", "KNT", 20, 13, 180)
)


def told(*events: Event, level: int = STORY, table=TABLE, lang: str = "en") -> list[str]:
    narrator = Narrator(lang)
    narrator.position = table
    lines = [line for event in events for line in narrator.hear(event)]
    lines += list(narrator.flush())
    return [str(line) for line in lines if line.level == level]


def advance(*ids: str, far: float = 3.0) -> tuple[Event, ...]:
    poses = (TABLE.pieces[name].pose for name in ids)
    steps = tuple(
        Step(name, pose_at(pose.x, pose.y + round(far * MU), 0))
        for name, pose in zip(ids, poses, strict=True)
    )
    said = Answered(1, "red", "movement", Move(ids, (Advance(far * MU),)))
    return said, Counted("R", names.CP, 3), Moved(steps)


@pytest.mark.parametrize(("lang", "said"), [("en", "Dice: "), ("fr", "Dés\u00a0: ")])
def test_a_die_that_counts_as_another_number_is_told_with_it(lang, said):
    asked = Ask("chance", "damage", "SK-64", dice=2, needed=Needed("a", counts=(1, 1, 2, 2, 3, 3)))
    halved = Asked(asked), Answered(1, "chance", "damage", Roll((5, 2)))
    (line,) = told(*halved, level=RULES, lang=lang)
    assert line.startswith(f"{said}5 → 3, 2 → 1")
    again = (
        Asked(Ask("chance", "hit rolls", "SK-57", dice=1)),
        Answered(2, "chance", "", Roll((5,))),
    )
    assert told(*halved, *again, level=RULES, lang=lang)[-1].startswith(f"{said}5 (")


def test_a_turn_begins_with_its_number_and_whose_it_is():
    assert told(Entered(3, names.START, ("red",))) == ["Turn 3: Red"]


@pytest.mark.parametrize(
    ("counters", "said"),
    [
        ({"game turn": 2}, "Game turn 2: Red"),
        ({"round": 2}, "Game turn 2: Red"),
        ({"battle round": 2, "game turn": 2}, "Battle round 2: Red"),
    ],
)
def test_where_rounds_of_all_seats_are_counted_a_turn_begins_with_theirs(counters, said):
    """[FB-14.5, TT-2.1, SK-27, CM-15]"""
    counted = [Counted("table", name, number) for name, number in counters.items()]
    assert told(*counted, Entered(3, names.START, ("red",))) == [said]


def turn_of_phases(*parts: str | Event) -> tuple[Event, ...]:
    """A turn of red through those phases, each with what happens in it."""
    return tuple(Entered(1, one, ("red",)) if isinstance(one, str) else one for one in parts)


RULED = Ruled("TC-4.3", "tc.4-3.points", {"command": "R", "points": 3})
SAID = "Nothing happens in "


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ((names.RANGED, names.CLOSE, names.END, RULED), [f"{SAID}shooting and close combat."]),
        ((names.RANGED, RULED, names.CLOSE, names.END, RULED), ["", f"{SAID}close combat."]),
        ((names.RANGED, Told("red", "well"), names.CLOSE, RULED), ["", f"{SAID}shooting."]),
        ((names.RANGED, advance("R1")[-1], names.CLOSE, RULED), [""]),
        ((names.START, names.END, RULED), []),
    ],
)
def test_phases_in_which_nothing_happens_are_told_in_one_line(parts, lines):
    """By what comes next; what is only said is nothing that happens, and no bookkeeping is told."""
    table = replace(TABLE, turn=1, phase=names.START)
    said = told(*turn_of_phases(*parts), table=table)
    quiet = [line if line.startswith(SAID) else "" for line in said[:-1]]
    assert quiet == lines


def test_a_quiet_end_of_a_turn_is_told_before_the_next_in_every_language():
    events = (*turn_of_phases(names.RANGED, names.END), Entered(2, names.START, ("blue",)))
    table = replace(TABLE, turn=1, phase=names.START)
    assert told(*events, table=table) == [f"{SAID}shooting.", "Turn 2: Blue"]
    french = told(*events, table=table, lang="fr")
    assert french[0] == "Il ne se passe rien en phase de tir."


def test_where_hands_play_the_phases_none_is_called_quiet():
    gone = {name: replace(piece, pose=None) for name, piece in TABLE.pieces.items()}
    table = replace(TABLE, turn=1, phase=names.START, pieces=gone)
    events = (*turn_of_phases(names.MOVEMENT, names.END), Entered(2, names.START, ("blue",)))
    assert told(*events, table=table) == ["Turn 2: Blue"]


def test_what_is_taken_back_is_not_remembered_as_told():
    before = turn_of_phases(names.RANGED, names.CLOSE)
    shown = (*before, RULED, Undone(2, "red"), *turn_of_phases(names.END))
    narrator = Narrator()
    narrator.position = replace(TABLE, turn=1, phase=names.START)
    events = [*shown, Entered(2, names.START, ("blue",))]
    lines = [
        line.text
        for event in with_undo(events, narrator)
        for line in narrator.hear(event)
        if line.kind == "passed"
    ]
    assert lines == [f"{SAID}shooting.", f"{SAID}shooting and close combat."]


def test_a_move_says_who_how_far_whom_it_meets_and_what_it_costs():
    table = TABLE
    counted = {**table.counters, "R": {names.CP: 4}}
    narrator = Narrator()
    narrator.position = type(table)(
        **{name: getattr(table, name) for name in table.__struct_fields__} | {"counters": counted}
    )
    lines = [
        str(one) for event in advance("R1") for one in narrator.hear(event) if one.level == STORY
    ]
    assert lines == ["Red: Spear R1 advances 3.0 MU. It comes to Knights B2. Costs 1, leaves 3."]


def test_several_stands_go_in_the_plural():
    assert told(*advance("R1", "R2", far=2.0)) == ["Red: Spear R1, R2 advance 2.0 MU."]


def test_the_legs_are_said_in_order():
    said = Answered(1, "red", "movement", Move(("R1",), (Wheel("left", 0, 1), Advance(MU))))
    step = Step("R1", pose_at(20 * MU, 12 * MU, 0))
    assert told(said, Moved((step,))) == ["Red: Spear R1 wheels left and advances 2.0 MU."]


COMBAT = Ruled(
    "TC-3.5",
    "combat.close.fall-back",
    {"attacker": "R1", "defender": "B2", "winner": "R1", "loser": "B2", "degree": "beaten"},
    (
        Tally("R1", 3, (Modifier(4, "factor.mounted", "TC-2.1"),)),
        Tally(
            "B2",
            2,
            (Modifier(4, "factor.foot", "TC-2.1"), Modifier(-1, "factor.overlap", "TC-2.12")),
        ),
    ),
)


def test_a_combat_gives_both_sums_and_the_outcome_with_its_clause():
    assert told(COMBAT) == [
        "Spear R1 against Knights B2: 4 + 3 = 7 to 4 − 1 + 2 = 5. Knights B2 falls back. [TC-3.5]"
    ]


def test_the_rules_level_gives_every_modifier_with_its_clause():
    assert told(COMBAT, level=RULES) == [
        "Spear R1: against mounted +4 [TC-2.1]; die 3; total 7",
        "Knights B2: against foot +4 [TC-2.1]; overlapped −1 [TC-2.12]; die 2; total 5",
    ]


def test_the_raw_level_is_the_events_and_nothing_else():
    assert told(COMBAT, level=RAW) == [encode(COMBAT).decode()]


def test_a_loss_says_what_it_counts_and_what_it_comes_to():
    said = told(Removed("B2", "lost", "red", "TC-3.6"))
    assert said == ["Blue loses Knights B2, 8 points; 8 in all. [TC-3.6]"]


def test_the_end_says_who_won():
    lost = Removed("B2", "lost", "red", "TC-3.6")
    assert told(lost, Ended(("red",), "TC-10.1", "tc.10-1.losses"))[-1] == ("Red wins. [TC-10.1]")


def test_dice_and_choices_belong_to_the_rules():
    events = (
        Answered(1, "chance", "melee dice", Roll((3, 5))),
        Answered(2, "red", "combat", Choose("R1>B2")),
    )
    assert told(*events) == []
    assert told(*events, level=RULES) == [
        "Dice: 3, 5 (melee dice).",
        "Red chooses Spear R1 against Knights B2 (combat).",
    ]


def test_the_story_is_told_in_french():
    lost = Removed("B2", "lost", "red", "TC-3.6")
    assert told(Entered(3, names.START, ("red",)), lost, lang="fr") == [
        "Tour 3\u00a0: Rouge",
        "Bleu perd Chevaliers B2, 8 points\u202f; 8 en tout. [TC-3.6]",
    ]
    assert told(*advance("R1", "R2"), lang="fr") == [
        "Rouge\u00a0: Lanciers R1, R2, avance, 3,0 MU. Au contact\u00a0: Chevaliers B2."
    ]
    (said,) = told(COMBAT, lang="fr")
    assert said.startswith("Lanciers R1 contre Chevaliers B2\u00a0: 4 + 3 = 7 à 4 − 1 + 2 = 5.")
    assert said.endswith("Chevaliers B2\u00a0: repli. [TC-3.5]")


def test_the_names_of_types_and_ground_are_those_of_the_rules():
    assert {row.code: row.name for row in TABLES.troops} == {
        row.code: type_name(row.code) for row in TABLES.troops
    }
    assert {row.key: row.name for row in TABLES.terrain} == {
        row.key: name_of(row.key) for row in TABLES.terrain
    }


def test_words_of_a_seat_are_told():
    assert told(Told("red", "Well fought <b>")) == ["Red says: Well fought <b>"]


def test_a_refusal_is_said_with_its_clause():
    narrator = Narrator()
    narrator.position = TABLE
    line = narrator.refused(Refusal("TC-4.13", "tc.4-13.moved", {"stand": "R1"}))
    assert (
        str(line) == "Spear R1 has made its one tactical move of this turn: move another. [TC-4.13]"
    )


def test_after_an_undo_the_story_goes_on_from_before_it():
    pieces = [Mustered(piece) for piece in TABLE.pieces.values()]
    there = Step("R1", pose_at(20 * MU, 12 * MU, 0))
    again = Step("R1", pose_at(20 * MU, 11 * MU, 0))
    events = [*pieces, Moved((there,)), Undone(len(pieces), "red"), Moved((again,))]
    said = [line.text for line in story(events) if line.kind in {"move", "undo"}]
    assert said == [
        "Red: Spear R1 moves 2.0 MU.",
        "Red takes the last choice back.",
        "Red: Spear R1 moves 1.0 MU.",
    ]


def test_a_secret_answer_is_told_as_one_and_no_more():
    secret = Answered(1, "red", "bid", Choose("seven"), secret=True)
    stream = redacted(audience("blue", "blue"), [secret])
    assert told(*stream, level=RULES) == ["Red has answered in secret (bid)."]
    assert "seven" not in "".join(told(*stream, level=RAW))


def test_what_is_asked_of_another_seat_shows_no_options():
    asked = Asked(Ask("red", "combat", "TC-9.2", options=("R1>B2",), id=1))
    raw = "".join(told(*redacted(audience("blue", "blue"), [asked]), level=RAW))
    assert "R1>B2" not in raw


@pytest.mark.parametrize("seat", ["", "red", "blue"])
def test_a_whole_battle_is_told_with_no_text_missing(seat):
    events = log().events
    stream = redacted(audience(seat, seat), events) if seat else events
    lines = [str(line) for line in story(stream, RULES)]
    assert lines[-1].endswith("]")
    assert any(line.startswith("Turn 2: ") for line in lines)
    assert not [line for line in lines if "{" in line]


def test_a_battle_has_one_raw_line_an_event():
    assert len(list(story(log().events, RAW))) == len(log().events)


def pursues(far: float) -> tuple[Event, ...]:
    pose = TABLE.pieces["R1"].pose
    step = Step("R1", pose_at(pose.x, pose.y + round(far * MU), 0))
    moved = {"stand": "R1", "far": round(far * MU), "met": ""}
    return Ruled("TC-3.74", "tc.3-74.moves", moved), Moved((step,), "pursue")


def test_tc_3_74_a_pursuit_is_told_once_and_whom_it_comes_to():
    assert told(*pursues(1)) == ["Spear R1 pursues 1.0 MU. [TC-3.74]"]
    assert told(*pursues(3)) == [
        "Spear R1 pursues 3.0 MU. [TC-3.74]",
        "It comes to Knights B2.",
    ]


@pytest.mark.parametrize("trait", [names.CARD, TREACHERY])
def test_of_a_card_laid_aside_or_spent_only_rulings_tell(trait):
    card = Piece("C1", "PD", "blue", "blue", place="hand", unit="main/t1", traits=(trait,))
    gone = Mustered(card), Placed("C1", "aside"), Removed("C1", "gone")
    kept = [line for line in told(*gone) if "musters" not in line]
    assert kept == []
    there = told(Placed("B2", "aside"), Removed("B2", "gone"))
    assert there == ["Blue sets aside Knights B2.", "Knights B2 leaves the table."]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("2+5", "Blue plays Fair Wind and rolls 2 and 5 of the charge again. [TT-11.8]"),
        ("B2", "Blue plays Fair Wind on Knights B2. [TT-11.8]"),
    ],
)
def test_tt_11_8_a_card_that_is_aimed_at_dice_says_which_are_rolled_again(target, said):
    params = {"seat": "blue", "card": "treachery.T04", "target": target}
    assert told(Ruled("TT-11.8", "tt.11-8.aimed", params)) == [said]
