"""Exact chances of chains, against sums made by hand that share nothing with the program."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from condotta.cli.app import main
from condotta.kernel import chance
from condotta.kernel.asks import Ask, Draw, Script
from condotta.positions import branches
from condotta.positions.faults import BadPosition
from condotta.positions.reading import load, parse
from condotta.positions.running import report
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.treachery.bribery import Bribery
from tests.positions.by_lot import FILES, by_lot, within

PIPS = range(1, 7)
NOBODY = {"chance": 0}
TWO = Counter(one + two for one, two in product(PIPS, PIPS))
"""How many of 36 rolls come to each sum of 2D6."""


def answered(document):
    """The answer to the one question of a document."""
    (run,) = report(document, "file.json").runs
    return run.answers[-1].answer


def exact(name):
    """The outcomes of an example by their names, as fractions."""
    rows = answered(load(FILES / f"{name}.json"))["outcomes"]
    return {what: Fraction(row["exact"]) for what, row in rows.items()}


def asked(question, **data):
    """The answer to a question of chances about a described moment."""
    file = {**data, "questions": [{"chances": question}]}
    return answered(parse(json.dumps(file).encode(), "file.json"))


def of_36(holds):
    """How likely something is of two dice, looked at one by one."""
    return Fraction(sum(holds(one, two) for one, two in product(PIPS, PIPS)), 36)


def at_most(limit):
    """How likely 2D6 come to no more than that; two ones always do. [FB-1.8]"""
    return Fraction(sum(ways for total, ways in TWO.items() if total <= max(2, limit)), 36)


def binomial(number, each):
    """How likely it is that so many of some tries come off, from none to all."""
    return [
        comb(number, hits) * each**hits * (1 - each) ** (number - hits)
        for hits in range(number + 1)
    ]


# ── the examples, by hand ────────────────────────────────────────────────────
def doubled(winner, loser):
    """How likely the first total doubles the second; one of nought or less is doubled. [TC-3.4]"""
    return of_36(lambda a, b: winner + a > loser + b and winner + a >= 2 * (loser + b))


def test_tc_9_2_two_combats_one_after_the_other():
    found = exact("triumph-two-combats")
    # 3 and a general against 3 and a general; horse that knights beat is shattered [TC-3.11]
    wins = of_36(lambda a, b: a > b)
    loses, tie = wins, 1 - 2 * wins
    assert found["B1 lost"] == wins == Fraction(5, 12)
    # 4 of the spears against 2; whoever's neighbour has left him is overlapped at -1
    level, behind, ahead = doubled(4, 2), doubled(3, 2), doubled(4, 1)
    assert found["B2 lost"] == tie * level + wins * ahead + loses * behind
    assert found["both lost"] == wins * ahead
    assert found["R2 lost"] == tie * doubled(2, 4) + wins * doubled(1, 4) + loses * doubled(2, 3)
    assert found["R1 is beaten"] == of_36(lambda a, b: a < b and 4 + b < 2 * (4 + a))


def test_tc_6_14_a_second_shot_is_not_asked_for_once_its_target_has_gone():
    found = exact("grand-two-shots")
    hit, lost = of_36(lambda a, b: a > b), doubled(3, 3)
    assert found["do[1] not asked"] == hit
    assert found["R2 shoots"] == 1 - hit
    assert found["B1 lost"] == lost + (1 - hit) * lost


def test_tt_10_4_what_a_combat_pays():
    found = exact("treachery+triumph-combats")
    # 3 and a general for the knights against 4 and one for spears; shattered by horse [TC-3.11]
    assert found["R1 lost"] == doubled(5, 4)
    assert found["B1 lost"] == of_36(lambda a, b: 4 + a > 5 + b)
    assert found["blue has 350"] == found["R1 lost"]
    assert found["blue has 100"] == 1 - found["R1 lost"]


def fight(number, each, other):
    """How likely each pair of losses is where so many strike at once, one blow each."""
    mine, yours = binomial(number, each), binomial(number, other)
    return {
        (slain, lost): mine[slain] * yours[lost]
        for slain, lost in product(range(number + 1), repeat=2)
    }


def test_fb_7_14_a_charge_its_fight_and_the_break_test():
    found = exact("ranked-charge")
    arrives = Fraction(sum(ways for total, ways in TWO.items() if 4 + total >= 9), 36)  # [FB-4.7]
    ours = Fraction(2, 3) * Fraction(1, 2) * Fraction(5, 6)  # WS 3 on 2, S on T, a save of 6+
    theirs = Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3) * Fraction(5, 6)  # 5+, then a parry
    both = fight(5, ours, theirs)
    draws = breaks = we_break = loses = Fraction(0)
    for (slain, lost), share in both.items():
        ahead = slain + 1 - lost  # one for the charge [FB-7.11]
        if slain == lost == 5:
            draws += share  # nobody is left to have lost it
            continue
        loses += share * (ahead > 0)
        if slain == 5 or lost == 5:
            continue
        draws += share * (ahead == 0)
        breaks += share * (ahead > 0) * (1 - at_most(5 - ahead))
        we_break += share * (ahead < 0) * (1 - at_most(7 + ahead))
    assert found["the charge fails"] == 1 - arrives == Fraction(1, 6)
    assert found["B1 falls to the last"] == arrives * ours**5
    assert found["a draw"] == arrives * draws
    assert found["B1 loses"] == arrives * loses
    assert found["B1 breaks"] == arrives * breaks
    assert found["R1 breaks"] == arrives * we_break


def test_fb_8_1_a_volley_and_its_panic():
    found = exact("ranked-volley")
    each = Fraction(1, 2) * Fraction(1, 2) * Fraction(5, 6)  # 4+, 4+, a save of 6+
    slain = binomial(20, each)
    assert sum(found[f"left {left}"] for left in range(13)) == 1
    for left in range(1, 13):
        assert found[f"left {left}"] == slain[12 - left]
    assert found["left 0"] == sum(slain[12:])
    tests = sum(slain[3:12])  # a quarter of twelve, and somebody left
    assert found["it tests"] == tests
    assert found["it flees"] == tests * (1 - at_most(5))


def test_sk_48_a_power_manifested_and_denied():
    found = exact("skirmish-power")
    made = {total: Fraction(ways, 36) for total, ways in TWO.items() if total >= 5}
    higher = {one: Fraction(sum(w for t, w in TWO.items() if t > one), 36) for one in TWO}
    through = {total: share * (1 - higher[total]) for total, share in made.items()}
    assert found["manifested"] == sum(made.values())
    assert found["denied"] == sum(share * higher[total] for total, share in made.items())
    assert found["perils"] == Fraction(2, 36)
    small = sum(share for total, share in through.items() if total <= 10)
    large = sum(share for total, share in through.items() if total > 10)
    for wounds in PIPS:
        assert found[f"left {10 - wounds}"] == large / 6 + (small / 3 if wounds <= 3 else 0)
    assert found["left 10"] == 1 - sum(through.values())


def test_sk_92_pistols_and_then_a_charge_at_whoever_is_left():
    found = exact("skirmish-shot-and-charge")
    slain = binomial(5, Fraction(2, 3) * Fraction(2, 3) * Fraction(2, 3))  # 3+, 3+, a save of 5+
    gone = sum(slain[3:])
    for left in (1, 2, 3):
        assert found[f"left {left}"] == slain[3 - left]
    assert found["do[1] not asked"] == gone
    # from base to base 7" less 16 mm and 12.5 mm, and within one inch of it
    need = next(inches for inches in TWO if inches >= 7 - Fraction(285, 254) - 1)
    reach = Fraction(sum(ways for total, ways in TWO.items() if total >= need), 36)
    assert found["charged"] == (1 - gone) * reach
    assert found["failed"] == (1 - gone) * (1 - reach)


def test_cm_119_ties_are_rolled_again_without_end():
    two, three = exact("carnage-roll-off"), exact("carnage+ranked-quarters")
    assert two["blue"] == Fraction(1, 2)
    assert two["a tie"] == Fraction(1, 6)
    assert three["red"] == Fraction(1, 3)
    rolls = [*product(PIPS, repeat=3)]
    assert three["a tie"] == Fraction(sum(roll.count(max(roll)) > 1 for roll in rolls), 216)


def test_tt_12_8_whoever_rolls_higher_bribes():
    found = exact("treachery-bribe")
    assert found["red bribes"] == found["green bribes"] == Fraction(1, 2)
    assert found["red has 100"] == found["red has 200"] == Fraction(1, 2)
    assert found["a card"] == Fraction(1, 3)  # 5 or 6 of three players [TT-11.3]


# ── against dice ─────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("name", "plays"), [("ranked-volley", 300), ("triumph-two-combats", 300)])
def test_plays_by_lot_come_out_as_foretold(name, plays):
    # 20,000 of each and more are played by hand: python -m tests.positions.by_lot
    counted = by_lot(name, plays, seed=5)
    looked = within(name, counted, plays)
    assert looked >= 4


# ── what is declared of dice ─────────────────────────────────────────────────
SMALL = {
    "a volley": {
        "system": "ranked", "phase": "shooting",
        "pieces": ["R1 archers 2x2 20 10 0", "B1 levy-spears 2x2 20 22 180"],
    },
    "a poisoned volley": {
        "system": "ranked", "phase": "shooting",
        "pieces": ["R1 archers 2x2 20 10 0 poison", "B1 levy-spears 2x2 20 22 180"],
    },
    "a fight": {
        "system": "ranked", "phase": "close combat",
        "pieces": ["R1 line-infantry 1 20 10 0", "B1 levy-spears 1 20 10 180"],
    },
    "a fight with killing blows and poison": {
        "system": "ranked", "phase": "close combat",
        "pieces": ["R1 line-infantry 1 20 10 0 killing-blow poison",
                   "B1 levy-spears 1 20 10 180 hatred"],
    },
    "a flight": {
        "system": "ranked", "phase": "compulsory moves",
        "pieces": ["R1 line-infantry 2x2 20 20 0 fleeing", "B1 levy-spears 2x2 40 10 180"],
    },
    "a power": {
        "system": "skirmish", "phase": "psychic",
        "pieces": ["R1 psyker 1 20 10 0", "B1 militia 3 20 20 180"],
    },
}  # fmt: skip
SAID = {
    "a volley": {"do": [{"seat": "red", "choose": "R1>B1"}]},
    "a poisoned volley": {"do": [{"seat": "red", "choose": "R1>B1"}]},
    "a fight": {"until": "close combat", "answers": [{"seat": "red", "choose": "restrain"},
                                                      {"seat": "blue", "choose": "restrain"}]},
    "a fight with killing blows and poison": {
        "until": "close combat", "answers": [{"seat": "red", "choose": "restrain"},
                                             {"seat": "blue", "choose": "restrain"}]},
    "a flight": {},
    "a power": {"do": [{"seat": "red", "choose": "R1:smite"}],
                "answers": [{"seat": "blue", "window": "who falls", "offered": True}]},
}  # fmt: skip
SHOTS = {
    "skirmish": ("line_infantry", "militia", "heavy_pistol"),
    "with a save and wounds": ("line_infantry", "assault_elite", "assault_rifle"),
    "with armour that is pierced": ("scouts", "brute_mob", "scatter_gun"),
}
for _what, (_one, _other, _arm) in SHOTS.items():
    SMALL[_what] = {
        "system": "skirmish", "phase": "shooting",
        "pieces": [f"R1 {_one} 1 20 10 0", f"B1 {_other} 3 20 18 180", "B9 militia 1 40 40 180"],
    }  # fmt: skip
    _share = {"model": "R1.1", "weapon": _arm, "target": "B1"}
    SAID[_what] = {
        "do": [{"seat": "red", "shoot": {"unit": "R1", "shares": [_share]}}],
        "answers": [{"seat": "blue", "offered": True}],
    }


@pytest.mark.parametrize("what", SMALL)
def test_dice_that_are_only_counted_or_added_up_come_to_the_same_one_by_one(what, monkeypatch):
    """Everything that is uncertain, told once by what is declared of dice and once without."""
    declared = Counter()
    plain = chance.results

    def one_by_one(ask):
        assert ask.dice < 5
        declared[bool(ask.counted_from or ask.sums_from)] += 1
        return plain(Ask(ask.seat, ask.window, ask.clause, dice=ask.dice, sides=ask.sides))

    quick = asked(SAID[what], **SMALL[what])
    monkeypatch.setattr(branches, "results", one_by_one)
    for kind in (Wounding, Bribery):
        monkeypatch.setattr(kind, "gist", Script.gist)
    slow = asked(SAID[what], **SMALL[what])
    assert quick["outcomes"] == slow["outcomes"]
    assert quick["outcomes"]
    assert declared[True], what
    assert quick["results"] < slow["results"]


def test_chances_of_an_order_of_cards_add_up():
    ask = Ask("chance", "cards", "X-1", draw=("a", "a", "b"), count=2)
    found = {said.drawn: share for said, share in chance.results(ask)}
    third = Fraction(1, 3)
    assert found == {("a", "a"): third, ("a", "b"): third, ("b", "a"): third}
    assert all(isinstance(said, Draw) for said, _ in chance.results(ask))


# ── the older resolvers ──────────────────────────────────────────────────────
def test_skirmish_odds_are_those_of_the_dice_played_out():
    shares = [
        {"model": f"R1.{number}", "weapon": "assault_rifle", "target": "B1"}
        for number in range(1, 6)
    ]
    file = {
        "system": "skirmish", "phase": "shooting",
        "pieces": ["R1 line_infantry 5 20 10 0", "B1 militia 10 20 18 180"],
        "questions": [
            {"odds": {"between": ["R1", "B1"], "weapon": "assault_rifle"}},
            {"chances": {
                "do": [{"seat": "red", "shoot": {"unit": "R1", "shares": shares}}],
                "answers": [{"seat": "blue", "window": "who falls", "offered": True}],
                "tell": {"left": "models.B1"},
            }},
        ],
    }  # fmt: skip
    (run,) = report(parse(json.dumps(file).encode(), "file.json"), "file.json").runs
    odds, chances = (one.answer for one in run.answers)
    rows = chances["outcomes"]
    left = [rows.get(f"left {10 - slain}", NOBODY)["chance"] for slain in range(10)]
    # ten shots of five rifles, as it is within half range [SK-79]
    assert odds["slain"] == pytest.approx([*left, rows["left none"]["chance"]], abs=2e-6)
    assert rows["left 10"]["exact"] == str((1 - Fraction(2, 3) ** 3) ** 10)


def test_triumph_odds_are_those_of_the_dice_played_out():
    file = json.loads((FILES / "triumph-two-combats.json").read_text("utf-8"))
    file["questions"].insert(0, {"combat": {"between": ["R1", "B1"]}, "after": 0})
    (run,) = report(parse(json.dumps(file).encode(), "file.json"), "file.json").runs
    odds = run.answers[0].answer["odds"]
    found = exact("triumph-two-combats")
    assert found["B1 lost"] == Fraction(odds["beats"] + odds["doubles"], 36)
    assert found["R1 is beaten"] == Fraction(odds["beaten"], 36)


# ── what is refused ──────────────────────────────────────────────────────────
CHARGE = {"system": "ranked", "phase": "charges",
          "pieces": ["R1 line-infantry 5x5 20 10 0", "B1 levy-spears 5x5 20 19 180"]}  # fmt: skip
DECLARED = [{"seat": "red", "choose": "R1>B1"}]


def test_a_question_that_nobody_is_told_to_answer_is_named():
    why = asked({"do": DECLARED, "until": "close combat"}, **CHARGE)["unanswered"]
    assert "is asked for 'pursuit'" in why
    assert "`answers`" in why


def test_too_much_is_refused_with_its_number_and_the_limit():
    why = asked({"do": DECLARED, "until": "close combat", "most": 20}, **CHARGE)["unanswered"]
    assert "the most is 20" in why
    assert "fewer acts" in why


def test_an_act_that_the_rules_refuse_is_an_outcome_with_its_clause():
    shares = [{"model": "R1.1", "weapon": "assault_rifle", "target": "R1"}]
    found = asked(
        {"do": [{"seat": "red", "shoot": {"unit": "R1", "shares": shares}}]},
        system="skirmish", phase="shooting",
        pieces=["R1 line_infantry 5 20 10 0", "B1 militia 10 20 18 180"],
    )["outcomes"]  # fmt: skip
    (name,) = found
    assert name.startswith("do[0] refused [SK-")
    assert found[name]["exact"] == "1"


@pytest.mark.parametrize(
    ("tell", "why"),
    [
        ({"x": {"plaecs": {"B1": "lost"}}}, "Did you mean places"),
        ({"x": "models.B7"}, "never anything"),
        ({"x": {"ruled": {"key": "fb.1-8.passed", "dice": 7}}}, "not by numbers"),
    ],
)
def test_what_can_never_be_told_is_refused(tell, why):
    found = asked({"do": DECLARED, "until": "movement", "tell": tell}, **CHARGE)
    assert why.lower() in found["unanswered"].lower()


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({"do": [{"seat": "rde", "choose": "end"}]}, "questions[0].chances.do[0]"),
        ({"answers": [{"seat": "red", "chose": "end"}]}, "questions[0].chances.answers[0]"),
        ({"answers": [{"seat": "rde", "offered": True}]}, "questions[0].chances.answers[0]"),
    ],
)
def test_a_wrong_word_is_told_with_its_place(question, why):
    with pytest.raises(BadPosition) as refused:
        asked(question, **CHARGE)
    assert why in str(refused.value)


# ── at the command line ──────────────────────────────────────────────────────
def test_every_example_says_what_it_expects(capsys):
    assert main(["rule", str(FILES), "--check"]) == 0
    told = capsys.readouterr().out
    assert told.count("as expected") == len([*FILES.glob("*.json")]) >= 9


def test_tt_11_4_a_seat_names_its_own_cards_and_no_others():
    """[TT-11.4, TT-11.6] By what is on them, as where the same is said; others' stay hidden."""
    hands = {"blue": ["T01", "T02", "T03", "T04"], "red": ["T06", "T06", "T07"]}
    file = {
        "system": "treachery", "phase": "shooting", "enemy": "blue", "hands": hands,
        "pieces": ["R1 archers 10 20 10 0", "B1 archers 10 20 30 180", "G1 archers 10 40 17 180"],
    }  # fmt: skip
    two = {"seat": "red", "give": {"to": "blue", "cards": ["T06", "T06"]}}
    tell = {"of blue": "cards.blue", "of red": "cards.red"}
    discards = {"do": [two, {"seat": "blue", "choose": "T02"}], "tell": tell}
    assert answer_of(discards, file) == {"of blue 5": 1, "of red 1": 1}
    file["hands"] = {"red": ["T06"], "green": ["T06"]}  # the same design in another hand
    green = {"seat": "green", "give": {"to": "red", "cards": ["T06"]}}
    assert answer_of({"do": [green], "tell": tell}, file) == {"of red 2": 1, "of blue 0": 1}
    nothing = {"seat": "blue", "give": {"to": "red", "cards": ["T06"]}}
    refused = answer_of({"do": [nothing], "tell": tell}, file)
    assert refused == {"do[0] refused [TT-11.4]": 1, "of red 1": 1, "of blue 0": 1}


def answer_of(question, file):
    """The chances of the outcomes of a question by their names."""
    return {what: row["chance"] for what, row in asked(question, **file)["outcomes"].items()}
