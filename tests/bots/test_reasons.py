"""Bots say why: in numbers that hold, in every language, and without playing otherwise for it."""

from __future__ import annotations

import re
from itertools import product
from math import dist
from pathlib import Path

import pytest

import condotta
from condotta.bots.lots import lots
from condotta.bots.outlook import Outlook
from condotta.bots.planner import Planner
from condotta.bots.reasons import Reason, per_cent, reasons
from condotta.bots.schemer import Schemer
from condotta.bots.seat import make, usual
from condotta.bots.steward import Steward
from condotta.kernel.asks import Choose
from condotta.report.motives import Thinking, told
from condotta.report.story import Line
from condotta.rules.systems import SYSTEMS
from condotta.rules.triumph.movement.moves import Move
from condotta.words import keys, speaking
from tests.bots.test_schemer import oath
from tests.rules.triumph.table_setting import Table, setting

DUEL = "R1* KNT 20 10 0; R2 KNT 22 10 0; B1* WBD 20 14 180"


def told_of(table: Table, bot: Steward, seat: str = "red") -> dict[str, Reason]:
    """What a bot says of its answer to the open question, by key."""
    bot.answer(table.battle.view(seat), table.asks(seat)[0])
    return {one.key: one for one in bot.why()}


def steward(table: Table) -> Steward:
    return Steward(table.book, lots("why"))


# ── the numbers hold ─────────────────────────────────────────────────────────
def struck(pieces: str, option: str, phase: str) -> tuple[int, int]:
    """In how many of 36 rolls the second of a pair is lost, and the first, when it is played."""
    one, two = option.split(">")
    lost = []
    for dice in product(range(1, 7), repeat=2):
        table = setting(pieces, phase=phase, dice=dice)
        if table.asks("red"):
            table.say("red", Choose(option))
        lost += table.lost()
    return lost.count(two), lost.count(one)


def test_the_chances_of_a_charge_are_those_that_come_about():
    table = setting(DUEL, cp=2)
    bot = steward(table)
    found = told_of(table, bot)["why.fight"].params
    assert (found["attacker"], found["defender"]) == ("R1", "B1")
    table.say("red", bot.answer(table.battle.view("red"), table.asks("red")[0]))
    stands = "; ".join(
        f"{name} {code} {' '.join(map(str, table.at(name[:2])))}"
        for name, code in (("R1*", "KNT"), ("R2", "KNT"), ("B1*", "WBD"))
    )
    wins, loses = struck(stands, "R1>B1", "close")
    assert 0 < wins < 36
    assert (found["wins"], found["loses"]) == (per_cent(wins / 36), per_cent(loses / 36))


def test_the_chances_of_a_shot_are_those_that_come_about():
    pieces = "R1* ARC 20 10 0; R2 HFT 40 5 0; B1 HFT 19 12.5 180; B2* KNT 21 12.5 180"
    table = setting(pieces, phase="ranged")
    found = told_of(table, steward(table))["why.shot"].params
    wins, _ = struck(pieces, f"{found['attacker']}>{found['defender']}", "ranged")
    assert found["wins"] == per_cent(wins / 36)


def distance(table: Table, one: str, two: str) -> float:
    """From the middle of one stand to that of another."""
    first, second = (table.field.stand(name).base for name in (one, two))
    return dist((first.cx, first.cy), (second.cx, second.cy))


def test_what_a_move_gains_is_what_the_table_is_worth_then():
    line = "; ".join(f"R{number} HFT {14 + 2 * number} 6 0" for number in range(1, 6))
    others = "R8 HFT 40 4 0; B1* HFT 20 26 180; B2 HFT 22 26 180"
    table = setting(f"R9* HFT 14 6 0; {line}; {others}", cp=3)
    bot = steward(table)
    found = told_of(table, bot)
    assert set(found) == {"why.nearer", "why.best"}
    before = bot.last
    assert before is not None
    away = distance(table, "R9", "B1")
    now = before.value(before.here)
    said = bot.answer(table.battle.view("red"), table.asks("red")[0])
    assert isinstance(said, Move)
    table.say("red", said)
    assert found["why.nearer"].params["far"] == round(away - distance(table, "R9", "B1"))
    then = Outlook(table.field, "red", before.matchups).value(table.field)
    promised = found["why.best"].params["gain"]
    assert promised == pytest.approx(10 * (then - now) / 2, abs=0.6)


def test_who_holds_says_that_nothing_gains_more_than_it_risks():
    table = setting(
        "R1* ARC 18 8 0; R2 JCV 20 8 0; R3 BLV 22 8 0;"
        "B1* WBD 18 22 180; B2 SKM 20 17 180; B3 ART 22 17 180",
        cp=2,
    )
    bot = steward(table)
    assert bot.answer(table.battle.view("red"), table.asks("red")[0]) == Choose("end")
    (why,) = bot.why()
    assert why.key == "why.stays"
    count = why.params["count"]
    assert isinstance(count, int)
    assert count > 0


def test_a_plan_is_told_when_it_is_made_and_while_it_is_followed():
    line = "; ".join(f"R{number} HFT {14 + 2 * number} 6 0" for number in range(1, 4))
    table = setting(
        f"R9* HFT 14 6 0; {line}; R8 KNT 30 6 0; B1* HFT 20 26 180; B2 HFT 22 26 180", cp=2
    )
    bot = Planner(table.book, lots("why"), "planner")
    made = told_of(table, bot)
    plan = made["why.plan.answered"].params
    count = plan["count"]
    assert isinstance(count, int)
    assert count > 1
    table.say("red", bot.answer(table.battle.view("red"), table.asks("red")[0]))
    assert told_of(table, bot)["why.plan.follows"].params == {"left": count - 2}


@pytest.mark.parametrize(("points", "plays"), [(300, True), (80, False)])
def test_a_card_is_told_with_what_it_may_bring_and_what_it_costs(points: int, plays: bool):
    """[TT-10.4, TT-10.5, TT-11.8] Whoever destroys 300 points is paid 350, with an even chance."""
    table = oath(points)
    ask = next(one for one in table.battle.waiting() if one.seat == "blue")
    bot = Schemer(table.battle.book, lots("why"))
    bot.answer(table.battle.view("blue"), ask)
    (why,) = bot.why()
    if plays:
        card = table.card("blue", "T10")
        assert why == Reason("why.card", {"card": card, "worth": 175, "price": 50})
    else:
        assert why == Reason("why.card.passes", {"count": 1})


MANY = 24
"""Decisions of each battle."""


# ── nothing else changes ─────────────────────────────────────────────────────
@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_who_is_asked_why_plays_as_who_is_not_and_tells_it_in_every_language(system: str):
    logs = []
    for asked in (False, True):
        battle = condotta.begin(system, seed=5)
        heard: list[Line] = []
        bots = {seat: make(usual(battle.book), battle.book, f"5/{seat}") for seat in battle.seats}
        if asked:
            bots = {seat: Thinking(bot, heard.append) for seat, bot in bots.items()}
        with speaking("fr"):
            battle.play(bots, decisions=MANY)
        logs.append(battle.log())
        assert len(heard) >= (MANY if asked else 0)
        assert not [line for line in heard if re.search(r"why\.|[{}]", line.text)]
    assert logs[0] == logs[1]


def test_who_gives_no_reasons_is_said_to_give_none():
    class Mute:
        def answer(self, _view, ask):
            return Choose(ask.options[0])

    battle = condotta.begin("triumph", seed=5)
    lines = []
    bots = {seat: Thinking(Mute(), lines.append) for seat in battle.seats}
    battle.play(bots, decisions=1)
    assert [line.text.partition(": ")[2] for line in lines] == ["It gives no reasons."]
    assert told(reasons(make("random", battle.book, 1)), battle.view().position) == (
        "It draws lots and has no reason."
    )


def test_every_reason_in_the_catalogue_is_given_by_some_bot(root: Path):
    sources = "\n".join(path.read_text() for path in (root / "src/condotta").rglob("*.py"))
    built = re.compile(r"why\.(react|deal)\.\w+|why\.(counter-)?bid")
    silent = [key for key in keys() if key.startswith("why.") and f'"{key}"' not in sources]
    assert [key for key in silent if not built.fullmatch(key)] == []
