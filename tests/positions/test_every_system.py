"""Position files of every system: words, moments, questions, acts; taken out and read again."""

import json
from collections import Counter
from random import Random

import msgspec
import pytest

from condotta.cli.app import main
from condotta.errors import PlainError
from condotta.kernel.asks import Action
from condotta.lab import moments
from condotta.playing import begin
from condotta.positions import building, manual, plain_actions
from condotta.positions.games import SYSTEMS, game
from condotta.positions.reading import parse
from condotta.positions.running import report
from condotta.positions.taking import taken
from condotta.rules.library import book

LINE = ["R1 line-infantry 20x5 20 10 0", "B1 levy-spears 25x5 20 19 180"]
SIDE = 20 / 25.4 * 10_000
"""Of the base of an archer, in quanta."""
SQUADS = ["R1 line_infantry 5 20 10 0", "B1 militia 10 20 18 180"]
STANDS = ["R1* KNT 20 10 0", "B1* SPR 20 20 180", "R0 CAMP 40 4 0", "B0 CAMP 40 28 180"]
PIECES = {
    "triumph": STANDS,
    "grand": STANDS,
    "treachery+triumph": [*STANDS[:2], "G1* HFT 40 20 180"],
    "ranked": LINE,
    "treachery": [*LINE, "G1 line-infantry 10 50 20 180"],
    "skirmish": SQUADS,
    "carnage": [*SQUADS, "A1 militia 10 40 20 180"],
    "carnage+ranked": [*LINE, "A1 line-infantry 10 40 20 180"],
}
MARKERS = [
    {"id": f"{army}-marker-{number}", "type": "MARKER", "command": f"{army}.{number}",
     "at": [30 * number - 15, edge, turned]}
    for army, edge, turned in (("R", 0, 0), ("B", 36, 180)) for number in (1, 2, 3)
]  # fmt: skip
"""What a file of GRAND TRIUMPH! needs besides where commands are set out."""


def ruled(**data):
    """What comes of a file with these fields."""
    data.setdefault("pieces", PIECES[data["system"]])
    return report(parse(json.dumps(data).encode(), "file.json"), "file.json")


def answered(question, **data):
    """The answer to one question about the moment that is described."""
    (run,) = ruled(questions=[{**question, "after": 0}], **data).runs
    return run.answers[0].answer


def refused(**data):
    """The sentence by which a file is refused."""
    with pytest.raises(PlainError) as why:
        ruled(**data)
    return str(why.value)


# ── moments ──────────────────────────────────────────────────────────────────
EVERY_PHASE = [(system, phase) for system in SYSTEMS for phase in game(system).phases]


@pytest.mark.parametrize(("system", "phase"), EVERY_PHASE)
def test_a_battle_is_taken_up_in_every_phase_of_every_system(system, phase):
    besides = MARKERS if (system, phase) == ("grand", "deployment") else []
    (run,) = ruled(system=system, phase=phase, pieces=[*PIECES[system], *besides]).runs
    assert run.state["waiting"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_example_of_a_system_is_as_it_expects_and_every_question_has_an_answer(system):
    found = report(parse(manual.example(system).encode(), system), system)
    assert found.agrees
    assert not [turn for run in found.runs for turn in run.answers if "unanswered" in turn.answer]


@pytest.mark.parametrize("system", SYSTEMS)
def test_moments_of_battles_are_the_same_moments_when_they_are_read_again(system):
    counted = Counter()
    for _, battle in moments.moments(system, f"test {system}", 3):
        moments.compared(battle, counted)
    assert counted["views"] >= 9
    assert counted["acts"] >= 1


def test_a_moment_whose_secret_was_lost_is_found_out():
    battle = begin("treachery", seed=4)
    battle.play("random", decisions=40)
    file = taken(battle.engine)
    hidden = [piece for piece in file["pieces"] if "seen" in piece]
    assert hidden
    for piece in hidden:
        del piece["seen"]
    again = building.battle(building.set_up(parse(json.dumps(file).encode(), "x")))
    holder = hidden[0]["seat"]
    other = next(seat for seat in again.state.position.seats() if seat != holder)
    assert again.view(other).position != battle.engine.view(other).position


def test_a_moment_is_taken_out_of_a_log_and_asked(tmp_path, capsys):
    log, out = tmp_path / "battle.log", tmp_path / "moment.json"
    battle = begin("carnage", seed=2)
    battle.play("random", decisions=60)
    battle.save(log)
    assert main(["replay", str(log), "--at", "50", "--position", "--out", str(out)]) == 0
    assert main(["rule", str(out)]) == 0
    assert "is asked for" in capsys.readouterr().out
    assert main(["replay", str(log), "--at", "999", "--position"]) == 2
    assert "--at takes 0 to" in capsys.readouterr().err


# ── what is said ─────────────────────────────────────────────────────────────
def test_every_whole_number_of_an_action_is_known_as_a_length_or_as_a_number():
    numbers = {
        ("Cast", "dice"), ("Deploy", "files"), ("Give", "tokens"), ("Reform", "files"),
        ("Share", "attacks"), ("Bribe", "points"), ("CommandSaid", "modifier"),
        ("Terms", "tokens"), ("Terms", "wants"),
    }  # fmt: skip
    found = set()
    for system in SYSTEMS:
        for kind in plain_actions.said_in(book(system)):
            found |= whole_numbers(kind)
    known = numbers | plain_actions.LENGTHS
    assert {one for one in found if one[1] not in ("ux", "uy")} - {("Roll", "pips")} == known


def whole_numbers(kind):
    """The fields of an action, and of the records in it, that are whole numbers."""
    found = set()
    hints = plain_actions.get_type_hints(kind)
    for name, hint in hints.items():
        for inner in (hint, *plain_actions.get_args(hint)):
            if inner is int or hint in (tuple[int, ...], tuple[tuple[int, int], ...]):
                found.add((kind.__name__, name))
            if isinstance(inner, type) and issubclass(inner, plain_actions.Record):
                found |= whole_numbers(inner)
    return {one for one in found if one[0] not in ("Step", "Pose")}


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_menus_offer_is_said_in_readable_form_and_read_back(system):
    known, forms = game(system), 0
    battle = begin(system, seed=11)
    for _ in range(12):
        battle.play("random", decisions=9)
        if battle.over:
            break
        seen = battle.view(battle.question.seat).position
        for said in battle.answers(most=9):
            if isinstance(said, plain_actions.KERNEL):
                continue
            ((name, argument),) = plain_actions.plain(said, known.quanta, seen).items()
            if name != "record":
                form = plain_actions.form(type(said), known.quanta)
                again = msgspec.convert(argument, form.kind)
                assert form.read(battle.book, seen, again) == said
                forms += 1
    assert forms > 2


def test_fb_4_14_a_regiment_moves_as_far_as_it_may_and_no_farther():
    said = [{"seat": "red", "manoeuvre": {"piece": "R1", "legs": [{"advance": far}]}}
            for far in (4.1, 4)]  # fmt: skip
    said[0]["expect"] = {"accepted": False, "clauses": ["FB-4.14"]}
    pieces = ["R1 line-infantry 20x5 20 10 0", "B1 levy-spears 25x5 20 40 180"]
    assert ruled(system="ranked", phase="remaining moves", says=said, pieces=pieces).agrees


def test_ids_of_actions_are_those_of_their_records():
    for system in SYSTEMS:
        for kind in plain_actions.said_in(book(system)):
            assert issubclass(kind, Action)
            if kind not in plain_actions.KERNEL:
                name = plain_actions.name_of(kind.__name__)
                own = game(system).actions
                assert name in own or name in ("place_camp", "hold_in_place")


# ── what is asked ────────────────────────────────────────────────────────────
def test_fb_4_7_the_chance_that_a_charge_arrives():
    found = answered({"charge": {"between": ["R1", "B1"]}}, system="ranked", phase="charges")
    assert (found["accepted"], found["distance"], found["dice"]) == (True, 9, [2, 2])
    assert found["chance"] == round(30 / 36, 6)  # 5 or more of two dice


def test_fb_4_9_a_charge_that_may_not_be_says_why():
    between = "G1 line-infantry 20x5 20 13 180"
    told = {"system": "treachery", "phase": "charges", "enemy": "blue", "pieces": [*LINE, between]}
    barred = answered({"charge": {"between": ["R1", "B1"]}}, **told)
    assert (barred["accepted"], barred["clauses"]) == (False, ["FB-4.9"])
    neutral = answered({"charge": {"between": ["R1", "G1"]}}, **told)
    assert neutral["clauses"] == ["FB-4.2"]
    assert "G1" in neutral["refusals"][0]["says"]
    free = answered({"charge": {"between": ["R1", "B1"]}}, system="ranked", phase="charges")
    assert (free["accepted"], free["clauses"], free["refusals"]) == (True, [], [])


def test_tt_3_2_whoever_is_not_named_is_neutral_and_may_not_be_charged():
    between = ["R1 line-infantry 20x5 20 10 0", "B1 levy-spears 25x5 40 19 180"]
    pieces = [*between, "G1 line-infantry 20x5 20 17 180"]
    file = {"system": "treachery", "phase": "charges", "enemy": "blue", "pieces": pieces}
    assert answered({"roles": "all"}, **file)["roles"]["green"] == "neutral"
    assert answered({"charge": {"between": ["R1", "G1"]}}, **file)["accepted"] is False


def test_tt_14_4_a_hand_is_known_to_its_holder_alone():
    file = {"system": "treachery+triumph", "enemy": "blue", "hands": {"green": ["T13"]}}
    told = {seat: answered({"knows": {"seat": seat, "words": ["T13"]}}, **file)["words"]
            for seat in ("red", "green", "spectators")}  # fmt: skip
    assert told == {"red": [], "green": ["T13"], "spectators": []}


def test_tt_11_4_a_card_is_named_by_what_is_on_it_by_whoever_holds_it():
    """[TT-11.4, TT-11.6] Two alike are two; nobody names a card that he does not hold."""
    hands = {"blue": ["T01", "T02", "T03", "T04"], "red": ["T06", "T06", "T07"]}
    file = {"system": "treachery", "phase": "shooting", "enemy": "blue", "hands": hands}
    file["pieces"] = PIECES["treachery"]
    two = {"seat": "red", "give": {"to": "blue", "cards": ["T06", "T06"]}}
    (run,) = ruled(**file, says=[two, {"seat": "blue", "choose": "T02"}]).runs
    assert [turn.answer["accepted"] for turn in run.said] == [True, True]
    assert run.state["cards"] == {"red": 1, "blue": 5, "green": 0}
    thrice = {"seat": "red", "give": {"to": "blue", "cards": ["T06", "T06", "T06"]}}
    anothers = {"seat": "red", "give": {"to": "blue", "cards": ["T01"]}}
    for said in (thrice, anothers):
        assert answered({"may": said}, **file)["clauses"] == ["TT-11.4"]


@pytest.mark.parametrize("models", [3, 4, 9, 10])
def test_fb_11_1_characters_stand_in_the_ranks_of_their_regiment(models):
    """[FB-2.2] They count for its files, and it is as wide and as deep as with them."""
    pieces = [f"R1 archers {models}x5 20 10 0", "R2 captain 1 in R1", "R3 captain 1 in R1", LINE[1]]
    file = parse(json.dumps({"system": "ranked", "pieces": pieces}).encode(), "file.json")
    shape = next(one.shape for one in building.set_up(file).pieces if one.id == "R1")
    sides = (shape.width / SIDE, shape.depth / SIDE)
    ranks = (models + 2 + 4) // 5
    assert sides == pytest.approx((5, ranks), abs=0.001)
    stands = answered({"profile": "R1"}, system="ranked", pieces=pieces)
    assert (stands["files"], stands["ranks"]) == (5, ranks)
    fewer = ["R1 archers 2x5 20 10 0", *pieces[1:]]
    assert "R1 stands in 5 files: write 1 or more" in refused(system="ranked", pieces=fewer)


@pytest.mark.parametrize(
    ("name", "told"), [("R7", "there is no R7."), ("R2", "R2 is not on the table")]
)
def test_nothing_is_measured_to_what_is_not_on_the_table(name, told):
    pieces = [*LINE, "R2 captain 1 lost"]
    question = {"distance": {"between": ["B1", name]}}
    assert answered(question, system="ranked", pieces=pieces)["unanswered"].startswith(told)


@pytest.mark.parametrize(
    ("captain", "deep"), [("", 3), ("lost", 2), ("undeployed", 2), ("40 10 0", 2)]
)
def test_fb_11_1_who_is_not_in_a_regiment_any_more_takes_no_place_in_its_ranks(captain, deep):
    """[FB-2.2] Wherever it is then, the file may name the regiment still."""
    pieces = ["R1 archers 10x5 20 10 0", f"R2 captain 1 {captain} in R1", LINE[1]]
    file = parse(json.dumps({"system": "ranked", "pieces": pieces}).encode(), "file.json")
    shape = next(one.shape for one in building.set_up(file).pieces if one.id == "R1")
    assert shape.depth / SIDE == pytest.approx(deep, abs=0.001)
    fewer = ["R1 archers 4x5 20 10 0", *pieces[1:]]
    if deep == 2:
        assert "R1 stands in 5 files: write 1 or more" in refused(system="ranked", pieces=fewer)
    else:
        assert ruled(system="ranked", pieces=fewer).runs


@pytest.mark.parametrize(
    ("near", "holder"), [((4, 3, 2), None), ((6, 3, 2), "red"), ((0, 0, 0), None)]
)
def test_cm_90_whoever_has_more_models_than_all_others_holds_the_objective(near, holder):
    spots = ["24 23 0", "24 25 180", "26.5 24 90"]
    pieces = [
        f"{letter}1 militia {count} {spot}" if count else f"{letter}1 militia 3 {x} 4 0"
        for letter, count, spot, x in zip("RBA", near, spots, (6, 24, 42), strict=True)
    ]
    told = answered({"objective": "all"}, system="carnage", pieces=gathered(pieces, near))
    assert (tuple(told["near"].values()), told["holder"]) == (near, holder)


def gathered(pieces, near):
    """Units whose models stand close about the marker, each in its own sector."""
    at = {"R": (0, -1), "B": (0, 1), "A": (1, 0)}
    found = []
    for text, count in zip(pieces, near, strict=True):
        name, kind, models, *_ = text.split()
        if not count:
            found.append(text)
            continue
        dx, dy = at[name[0]]
        places = {}
        for number in range(int(models)):
            across, back = (number % 2 - 0.5) * 1.1, 1.3 + number // 2 * 1.05
            x, y = 24 + dx * back + dy * across, 24 + dy * back + dx * across
            places[f"{name}.{number + 1}"] = [round(x, 2), round(y, 2), 0]
        found.append({"id": name, "type": kind, "models": int(models), "models_at": places})
    return found


def test_sk_56_odds_are_those_of_the_resolver():
    found = answered({"odds": {"between": ["R1", "B1"]}}, system="skirmish", phase="shooting")
    assert found["models"] == 5
    assert abs(sum(found["slain"]) - 1) < 1e-5


def test_sk_107_of_a_fight_that_may_not_be_nothing_comes():
    """[SK-107, CM-43] What a charger did not declare it does not strike; nobody strikes his own."""
    units = ["R1 commander 1 20 20 0", "B1 commander 1 20 22 180", "A1 commander 1 22 20 270"]
    charger = {"id": "R1", "type": "commander", "models": 1, "at": [20, 20, 0],
               "marks": ["charged", "declared B1"]}  # fmt: skip
    file = {"system": "carnage", "phase": "fight", "pieces": [charger, *units[1:]]}
    asked = {foe: {"odds": {"between": ["R1", foe], "kind": "fight"}} for foe in ("B1", "A1")}
    assert answered(asked["B1"], **file)["accepted"]
    barred = answered(asked["A1"], **file)
    assert (barred["accepted"], barred["clauses"], barred["slain"]) == (False, ["CM-43"], [1])
    assert answered(asked["A1"], **file | {"pieces": units})["accepted"]
    file["pieces"].append("R2 commander 1 30 10 0")
    own = answered({"odds": {"between": ["R1", "R2"], "kind": "fight"}}, **file)
    assert "R2 is no enemy of R1" in own["unanswered"]


@pytest.mark.parametrize(
    ("pair", "kind", "told"),
    [
        (["R1", "R2"], "close", "R1 and R2 are on one side"),
        (["R2", "R1"], "ranged", "R2 and R1 are on one side"),
        (["R2", "B0"], "ranged", "[TC-6.5]"),
        (["R1", "B1"], "ranged", "[TC-6.2]"),
    ],
)
def test_tc_6_2_tc_6_5_what_can_never_be_fought_or_shot_has_no_odds(pair, kind, told):
    pieces = ["R1* KNT 20 10 0", "R2 ARC 22 10 0", "B1* KNT 20 30 180", "B0 CAMP 24 12 180"]
    question = {"combat": {"between": pair, "kind": kind}}
    assert told in answered(question, system="triumph", pieces=pieces)["unanswered"]


def test_an_offer_can_be_said_as_it_stands():
    file = {"system": "skirmish", "phase": "shooting"}
    offer = answered({"offers": {"seat": "red"}}, **file)["offers"][1]
    window = offer.pop("window")
    assert window == "shoot unit"
    assert ruled(says=[{"seat": "red", **offer}], **file).agrees


# ── dice ─────────────────────────────────────────────────────────────────────
FIGHT = ["R1* KNT 20 10 0", "B1* SPR 20 10 180"]


@pytest.mark.parametrize("throw", [{"B1": 1, "R1": 4}, {"R1": 4, "B1": 1}, {"melee dice": [4, 1]}])
def test_dice_are_given_by_whose_they_are(throw):
    (run,) = ruled(
        system="triumph", phase="close", pieces=FIGHT, dice=[throw], at_once={"lost": ["B1"]}
    ).runs
    tallies = [one for ruling in run.at_once["rulings"] for one in ruling["tallies"]]
    assert {one["who"]: one["die"] for one in tallies} == {"R1": 4, "B1": 1}


def test_a_throw_for_somebody_else_and_dice_that_are_never_rolled_are_told():
    file = {"system": "triumph", "phase": "close", "pieces": FIGHT, "expect": {"turn": 1}}
    (run,) = ruled(dice=[{"R1": 4, "B7": 1}], **file).runs
    assert "B7 1 does not fit what is rolled: melee dice of R1, B1, 2 dice" in run.differences[0]
    (run,) = ruled(dice=[4, 1, 6], **file).runs
    assert "never rolled or drawn: dice 6" in run.differences


# ── nothing is taken silently ────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"pieces": ["R1 line-infantry 20x5 20 10 0", "B1 levy-spears 25x5 20 8 180"]},
         "R1 and B1 lie on one another"),
        ({"pieces": ["R1 line-infantry 20x5 20 0 180", "B1 levy-spears 20x5 20 70 180"]},
         "B1 lies beyond the edge of the board"),
        ({"pieces": [*LINE, LINE[0]]}, "two pieces are called R1"),
        ({"pieces": ["R1 line-infantry 20x5 20 10 0 standrad", LINE[1]]}, "Did you mean standard?"),
        ({"pieces": [{"id": "R1", "type": "archers", "at": [2, 9, 0], "traits": ["gret-weapon"]}]},
         "there is no trait 'gret-weapon'. Did you mean great-weapon?"),
        ({"pieces": ["R*1 archers 5 2 9 0"]}, "the star of a general stands at its end"),
        ({"pieces": ["R1 archers 5 2 9 900"]}, "R1 faces 900 degrees"),
        ({"pieces": ["R1 archers 0 2 9 0"]}, "R1 has 0 models"),
        ({"counters": {"red": {"victry points": 2}}}, "Did you mean victory points?"),
        ({"counters": {"rde": {"victory points": 2}}}, "there is no seat or piece 'rde'"),
        ({"hands": {"red": ["T01"]}}, "ranked has no `hands`"),
        ({"phase": "chrges"}, "there is no phase 'chrges'. Did you mean charges?"),
        ({"questions": [{"nerve": "B1", "expect": {}}]}, "an empty expectation holds always"),
        ({"questions": [{"nerve": "B1", "expect": {"parts": {"lacks": []}}}]}, "holds always"),
        ({"questions": [{"contacts": "all", "expect": {"fighting": {"lacks": ["R7"]}}}]},
         "fighting could never hold 'R7'"),
        ({"questions": [{"nerve": "B1", "expect": [1]}]}, "an object is expected here"),
        ({"questions": [{"may": {"seat": "red", "mnaoeuvre": {}}}]}, "Did you mean manoeuvre?"),
        ({"progress": [{"kind": "Nonsense"}]}, "a log has no such record"),
        ({"clauses": [f"FB-4.{77}"]}, "Did you mean FB-4.7?"),
        ({"pieces": [{"id": "", "type": "archers", "seat": "red"}]}, "'' is no name"),
        ({"pieces": [{"id": "R\u202e", "type": "archers"}]}, "is no name"),
        ({"terrain": ["forest ellipse 402 0 8 6"]}, "forest lies beyond the edge of the board"),
        ({"questions": [{"shot": {"between": ["R1", "R1"]}}]}, "R1 is named twice"),
        ({"pieces": ["R1 archers 1x5 2 9 0"]}, "R1 stands in 5 files: write 1 or more"),
        ({"pieces": [{"id": "R1*", "type": "archers"}]}, "'R1*' is no name"),
        ({"pieces": [*LINE, "R3 captain 1 in R9"]}, "pieces[2]: there is no piece 'R9'."),
        ({"turn": -1}, "turn: there is no turn -1"),
        ({"expect": {"findings": {"lacks": ["overPoints"]}}}, "Did you mean overPointsCap?"),
        ({"expect": {"lost": {"lacks": True}}}, "lost could never hold True"),
        ({"at_once": {}}, "at_once: an empty expectation holds always"),
        ({"cases": [{"name": "one", "expect": {}}]}, "cases[0].expect: an empty expectation"),
        ({"expect": {"marks": {"R1": {}}}}, "expect.marks.R1: an empty expectation holds always"),
        ({"expect": {"waiting": {"lacks": "start"}}}, "waiting holds objects, never 'start'"),
        ({"at_once": {"cites": {"lacks": ["F-B3.2"]}}}, "cites could never hold 'F-B3.2'"),
        ({"asked": [{"kind": "Ask", "seat": "red", "window": "x", "clause": ""}]},
         "give `progress` too"),
    ],
)  # fmt: skip
def test_a_slip_is_told_with_its_place(change, told):
    assert told in refused(**{"system": "ranked", "phase": "charges", "pieces": LINE, **change})


def test_a_wrong_name_of_a_field_of_an_answer_is_a_difference():
    question = {"nerve": "B1", "expect": {"leadreship": None}}
    (run,) = ruled(system="ranked", questions=[question]).runs
    assert run.answers[0].differences == ("leadreship: no such field is in the answer",)


def test_gt_5_2_commands_are_set_out_about_markers_and_a_file_without_says_so():
    stands = ["R1* HFT undeployed", "B1* SPR undeployed"]
    told = refused(system="grand", phase="deployment", pieces=stands)
    assert told.count("these have none: R.1, R.2, R.3, B.1, B.2, B.3; write, for example") == 1
    (run,) = ruled(system="grand", phase="deployment", pieces=[*stands, *MARKERS]).runs
    assert [one["window"] for one in run.state["waiting"]] == ["first commands"]


def test_gt_4_2_an_army_without_a_roster_has_a_split_to_say_and_none_is_offered():
    """[GT-2.3] Whatever is said is judged all the same."""
    file = {"system": "grand", "phase": "commands", "pieces": [
        "R1 HFT undeployed may-lead", "B1 SPR undeployed may-lead",
    ]}  # fmt: skip
    assert answered({"offers": {"seat": "red"}}, **file) == {"offers": [], "windows": ["commands"]}
    split = [{"stands": ["R1"], "general": "R1"}, *({"stands": [], "general": ""} for _ in "23")]
    judged = answered({"may": {"seat": "red", "split": split}}, **file)
    assert not judged["accepted"]
    assert "GT-2.3" in judged["clauses"]


@pytest.mark.parametrize(
    ("behind", "told"),
    [({"real": ["WRRR"]}, "there is no type 'WRRR'. Did you mean WRR?"),
     ({"behind": "R7"}, "there is no piece 'R7'.")],
)  # fmt: skip
def test_bc_24_what_is_behind_a_piece_is_a_type_or_a_piece(behind, told):
    pieces = [*STANDS[:2], {"id": "R2", "type": "HRD", "at": [30, 10, 0], **behind}]
    assert told in refused(system="triumph", pieces=pieces)


def test_nothing_is_expected_only_of_what_there_is():
    file = {"system": "ranked", "phase": "charges", "pieces": LINE}
    for wrong in ("R7", "R1 "):
        (run,) = ruled(expect={"marks": {wrong: None}}, **file).runs
        assert run.differences[0].startswith(f"marks: there is no {wrong!r}, so nothing is always")
    found = ruled(
        expect={"marks": {"R7": None}}, cases=[{"name": "one"}, {"name": "two",
        "pieces": ["R7 archers 5 2 9 0"]}], **file,
    )  # fmt: skip
    assert found.agrees  # a piece of another case


def test_a_reason_that_there_is_none_of_is_no_reason_that_is_missing():
    question = {"combat": {"between": ["R1", "B1"]}}
    for reason, told in (("factor.general", 0), ("factor.genreal", 1)):
        asked = question | {"expect": {"modifiers": {"B1": {reason: None}}}}
        (run,) = ruled(system="triumph", pieces=FIGHT, questions=[asked]).runs
        assert len(run.differences) == told


def test_what_a_case_expects_at_once_is_compared():
    cases = [{"name": "the dice are asked for", "at_once": {"lost": ["R1"]}}]
    (run,) = ruled(system="triumph", phase="close", pieces=FIGHT, cases=cases).runs
    assert run.differences == ('at once lost: expected ["R1"], found []',)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_spoilt_file_is_ruled_on_or_refused_in_a_sentence(system):
    draw, whole = Random(f"spoilt {system}"), json.loads(manual.example(system))
    found = Counter(moments.ruled(moments.spoilt(whole, draw)[0]) for _ in range(40))
    assert found["refused"] > 10
    assert found["ruled"] > 2


# ── the command ──────────────────────────────────────────────────────────────
def test_an_example_is_printed_explained_and_drawn(tmp_path, capsys):
    assert main(["rule", "--example", "treachery"]) == 0
    file, picture = tmp_path / "mine.json", tmp_path / "mine.svg"
    file.write_text(capsys.readouterr().out, "utf-8")
    assert main(["rule", str(file), "--explain"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert {"R1", "B1", "G1", "turn-axe", "card-1"} <= {piece["id"] for piece in read["pieces"]}
    assert main(["rule", str(file), "--svg", str(picture)]) == 0
    assert picture.read_text("utf-8").startswith("<svg")
    assert main(["rule", "--example", "trechery"]) == 2
    assert "Did you mean treachery?" in capsys.readouterr().err


@pytest.mark.parametrize(("screen", "clear"), [("23", True), ("24", False)])
def test_tc_6_12_a_shot_past_a_screen_draws_the_line_that_is_clear(screen, clear):
    """The shortest line is blocked by both; nothing is in the way where another is clear."""
    pieces = ["R1* ART 24 14 0", "B1* HFT 24 20 180", f"R2 HFT {screen} 17 0"]
    question = {"shot": {"between": ["R1", "B1"]}}
    found = answered(question, system="triumph", phase="ranged", pieces=pieces)
    assert found["accepted"] is clear
    keys = [one["key"] for one in found["sketches"]]
    assert keys == ["arc of fire", "line of sight", *(() if clear else ("in the way",))]


@pytest.mark.parametrize(("screen", "clear"), [("5x5 18", True), ("40x20 20", False)])
def test_fb_1_10_a_look_past_a_screen_draws_the_line_that_is_clear(screen, clear):
    pieces = ["R1 line-infantry 20x5 20 10 0", "B1 levy-spears 25x5 20 31 180"]
    pieces += [f"R2 line-infantry {screen} 20 0"]
    found = answered({"sight": {"between": ["R1", "B1"]}}, system="ranked", pieces=pieces)
    assert found["sees"] is clear
    keys = [one["key"] for one in found["sketches"]]
    assert keys == ["front arc", "line of sight", *(() if clear else ("in the way",))]
