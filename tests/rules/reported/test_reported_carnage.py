"""Carnage at a real table: stratagems, losses, the objective, who reports. [RB-30 to RB-34]"""

from collections.abc import Sequence

import msgspec
import pytest

from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Counted, Entered, Event, Removed, Ruled
from condotta.lab import melees
from condotta.lab.auditing import audit
from condotta.lab.oracle import Wrong
from condotta.rules.carnage import names as many
from condotta.rules.carnage.bribes import Bribe
from condotta.rules.carnage.objective import controller, counts
from condotta.rules.conceding import Concede
from condotta.rules.library import book
from condotta.rules.reported import names
from condotta.rules.reported.amending import Amend
from condotta.rules.reported.over_skirmish.stratagems import UseStratagem
from condotta.rules.reported.reports import Loss, Report
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.field import is_model, is_unit
from condotta.rules.systems import SYSTEMS
from tests.rules.any_table import AnyTable

SYSTEM = "carnage+reported"
SEATS = ("red", "blue", "amber")
ANSWERS = {
    "roll again": "keep die",
    "set out": "ready",
    "playing": "over",
    "report": "nothing",
    "confirm": "agree",
    "amendment": "agree",
}
"""What is said to a question that a test is not about; else its first option."""


class Table(AnyTable):
    """Three armies at a real table: red has 5 units, blue 9, amber 6."""

    def __init__(self, armies: str = "alpha,beta,gamma", **settings: object) -> None:
        how, rules = SYSTEMS[SYSTEM], book(SYSTEM, settings)
        chairs = how.seated(len(SEATS))
        assert how.armies_of_its_own is not None
        hosts = how.armies_of_its_own(armies, len(chairs), 1)
        super().__init__(Battle(rules, how.opening(rules, chairs, hosts), SeededCup(1)))
        self.turns: list[str] = []

    def until(self, window: str, *, phase: str = "", turns: Sequence[str] = SEATS) -> "Table":
        """Answer what is asked before a question of a window (in a phase) is open.

        Turns go to those seats in order, as often as there are rounds.
        """
        for _ in range(2_000):
            ask = self.asks()[0]
            if ask.window == window and phase in ("", self.position.phase):
                return self
            said = ANSWERS.get(ask.window, ask.options[0] if ask.options else "")
            if ask.window == "whose turn":
                said = next(seat for seat in turns if seat in ask.options)
            if ask.options:
                self.choose(ask.seat, said)
            else:
                self.say(ask.seat, Report())
        raise AssertionError(f"{window} is never asked")

    def report(self, *losses: Loss, near: dict[str, int] | None = None) -> list[Event]:
        """Whoever is asked reports, and everybody agrees."""
        (ask,) = self.asks()
        events = self.say(ask.seat, Report(losses, near=near or {}))
        while self.asks() and self.asks()[0].window == names.CONFIRM:
            events += self.choose(self.asks()[0].seat, names.AGREE)
        return events

    def wiped_out(self, seat: str, by: str = "") -> tuple[Loss, ...]:
        """All that a seat has on the table is lost."""
        return tuple(
            Loss(piece.id, 0, by)
            for piece in self.position.at("table")
            if piece.controller == seat and is_unit(piece)
        )

    def unused(self, seat: str, said: UseStratagem) -> str:
        """Why a stratagem is refused, which nobody is asked about."""
        (why,) = self.battle.judge(seat, said).refusals
        return why.key

    def left(self, unit: str) -> list[str]:
        """The models of a unit that are on the table."""
        at = self.position.at("table")
        return [piece.id for piece in at if piece.command == unit and is_model(piece)]


# ── the set-up ───────────────────────────────────────────────────────────────
def test_rb_32_quarters_are_chosen_and_armies_ranked_and_nobody_waits():
    """[RB-1, RB-2, RB-32, CM-69, CM-79, CM-80]"""
    table = Table("delta,beta,gamma").until("playing")
    position = table.position
    assert {position.count(seat, many.ZONE) for seat in SEATS} <= {1, 2, 3, 4}
    assert len({position.count(seat, many.ZONE) for seat in SEATS}) == 3
    pieces = [one for one in position.pieces.values() if is_unit(one) or is_model(one)]
    assert {(one.place, one.pose) for one in pieces} == {("table", None)}
    powers = {
        seat: sum(
            position.count(one.id, core.POWER)
            for one in pieces
            if is_unit(one) and one.controller == seat
        )
        for seat in SEATS
    }
    assert powers == {seat: position.count(seat, many.POWER) for seat in SEATS}
    by_rank = sorted(SEATS, key=lambda seat: position.count(seat, many.RANK))
    assert [powers[seat] for seat in by_rank] == sorted(powers.values(), reverse=True)


def test_rb_32_no_other_mission_is_fought_at_a_real_table():
    """[RB-32]"""
    for name, value in {"mission": "ground", "battleMission": "attrition"}.items():
        with pytest.raises(PlainError, match=f"no setting called {name} here"):
            book(SYSTEM, {name: value})


# ── the phases ───────────────────────────────────────────────────────────────
def test_rb_34_hands_play_six_phases_and_each_has_its_question():
    """[RB-3, RB-34, SK-28]"""
    table, asked = Table().until("playing"), []
    while table.position.turn == 1:
        (ask,) = table.asks()
        if ask.window in (names.PLAYING, names.REPORT):
            asked.append((ask.seat, ask.window, *ask.about))
        table.choose(ask.seat, "over") if ask.options == ("over",) else table.report()
        if table.asks()[0].window == "whose turn":
            table.until("playing")
    losses = [("red", names.REPORT, phase, names.LOSSES) for phase in core.PHASES[1:5]]
    assert asked == [
        ("red", names.PLAYING, core.MOVEMENT),
        *losses,
        ("red", names.REPORT, core.MORALE, names.LOSSES, names.NEAR),
    ]
    assert [e.phase for e in table.battle.log if isinstance(e, Entered) and e.turn == 1][1:] == [
        *core.PHASES
    ]


def test_rb_34_a_loss_is_no_part_of_what_the_movement_phase_is_asked():
    """[RB-34]"""
    table = Table().until("playing")
    (why,) = table.refused("red", Report((Loss("B3", 1, "red"),)))
    assert why.clause == "kernel"


# ── losses ───────────────────────────────────────────────────────────────────
def test_rb_31_the_models_that_were_mustered_last_fall_and_come_back_first():
    """[RB-6, RB-31, SK-112]"""
    table = Table().until("report", phase=core.SHOOTING)
    table.report(Loss("B3", 4, "red"))
    assert table.left("B3") == [f"B3.{number}" for number in range(1, 7)]
    assert table.count("B3", core.SLAIN) == 4
    table.say("blue", Amend("B3", 8))
    table.choose("red", names.AGREE)
    table.choose("amber", names.AGREE)
    assert table.left("B3") == [f"B3.{number}" for number in range(1, 9)]
    assert table.count("B3", core.SLAIN) == 2
    table.until("report", phase=core.FIGHT).report(Loss("B3", 0, "amber"))
    assert table.left("B3") == []
    assert table.piece("B3").place == "lost"
    assert ("B3", "amber") in table.removed()
    table.until("playing")
    assert table.count("B3", core.SLAIN) == 0


def test_rb_31_what_explodes_elsewhere_is_only_gone_here():
    """[RB-31, SK-69]"""
    table = Table().until("report", phase=core.SHOOTING)
    assert sheet_of(table.position, table.piece("R4")).ability("explodes") is not None
    before = table.battle.state.asked
    table.report(Loss("R4", 0, "blue"))
    assert table.piece("R4").place == table.piece("R4.1").place == "lost"
    asked = table.battle.state.asked - before
    assert asked == 2  # blue and red's own next report: no die was asked for
    assert table.rulings("SK-69") == []


def test_rb_5_another_reading_holds_where_the_reporter_yields_to_it():
    """It may name what has not been named, and must be possible itself. [RB-4, RB-5, RB-8]"""
    table = Table().until("report", phase=core.MORALE)
    table.say("red", Report((Loss("B3", 5, "red"),), near={"red": 4}))
    table.choose("blue", names.DISPUTE)
    table.choose("amber", names.AGREE)
    assert table.windows() == [("blue", names.READING)]
    (why,) = table.refused("blue", Report((Loss("R1", 0, "blue"),), near={"red": 17}))
    assert why.params["left"] == 16
    table.say("blue", Report((Loss("B3", 1, "red"),), near={"red": 2, "blue": 1}))
    table.choose("red", names.YIELD)
    assert table.windows() == [("amber", names.CONFIRM)]  # who was near is not any more
    assert len(table.left("B3")) == 10
    table.choose("amber", names.AGREE)
    assert len(table.left("B3")) == 9
    assert counts(table.book, table.position) == {"red": 2, "blue": 1, "amber": 0}


# ── the objective ────────────────────────────────────────────────────────────
def test_rb_8_nobody_has_more_models_near_than_it_has_left():
    """[RB-8, CM-91]"""
    table = Table().until("report", phase=core.MORALE)
    losses = (Loss("R2", 3, "blue"), Loss("R4", 0, "blue"))
    here = 5 + 5 + 1 + 1 + 5 - 3 - 1
    why = table.refused("red", Report(losses, near={"red": here + 1}))
    assert [(one.clause, one.key) for one in why] == [("RB-8", "rb.8.more-than-there")]
    assert why[0].params["left"] == here
    table.report(*losses, near={"red": here})
    assert counts(table.book, table.position)["red"] == here


def test_cm_88_whoever_is_said_to_hold_the_objective_as_a_round_ends_scores():
    """[CM-88 to CM-90, CM-93, RB-8] What was said in turns before counts no more."""
    table = Table().until("report", phase=core.MORALE)
    table.report(near={"red": 9})
    assert controller(table.book, table.position) == "red"
    for seat, near in (("blue", {"blue": 3}), ("amber", {"amber": 5, "red": 2, "blue": 2})):
        table.until("report", phase=core.MORALE)
        assert table.asks()[0].seat == seat
        table.report(near=near)
    assert {seat: table.count(seat, many.VP) for seat in SEATS} == {
        "red": 0, "blue": 0, "amber": 1,
    }  # fmt: skip
    (said,) = table.rulings("CM-88")
    assert (said.params["at amber"], said.params["at red"], said.params["at blue"]) == (5, 2, 2)


def test_cm_92_models_that_are_gone_since_are_not_near():
    """[CM-92, RB-8]"""
    table = Table().until("report", phase=core.MORALE)
    table.report(near={"red": 5, "blue": 2})
    table.until("report", phase=core.FIGHT)
    table.report(*(loss for loss in table.wiped_out("red") if loss.unit != "R1"))
    assert counts(table.book, table.position) == {"red": 1, "blue": 2, "amber": 0}
    assert controller(table.book, table.position) == "blue"


# ── who is out ───────────────────────────────────────────────────────────────
def test_rb_33_who_has_nothing_left_is_out_and_asked_no_more():
    """[RB-4, RB-33, CM-102, CM-104, CM-108]"""
    table = Table().until("report", phase=core.SHOOTING)
    table.report(*table.wiped_out("blue", "red"))
    assert table.count("blue", many.OUT) == 1
    assert table.count("blue", core.CP) == 0
    table.until("report", phase=core.MORALE)
    table.say("red", Report(near={"red": 1}))
    assert table.windows() == [("amber", names.CONFIRM)]
    table.until("whose turn")
    assert table.asks() == () or "blue" not in table.asks()[0].options


def test_cm_94_the_last_army_left_wins_at_once():
    """All that the report names is carried out first: it is one moment. [CM-94, CM-95, RB-3]"""
    table = Table().until("report", phase=core.SHOOTING)
    table.report(*table.wiped_out("blue", "amber"))
    table.until("report", phase=core.FIGHT)
    table.report(*table.wiped_out("red", "amber"), Loss("A1", 0, "red"))
    ended = table.position.ended
    assert ended is not None
    assert ended.winners == ("amber",)
    assert ended.clause == "CM-94"
    assert table.piece("A1").place == "lost"


@pytest.mark.parametrize("order", [("red", "blue", "amber"), ("amber", "blue", "red")])
def test_cm_97_armies_that_one_report_wipes_out_vanish_together(order):
    """Nobody has won because others were named first: points decide, then ranks. [CM-97, CM-99]"""
    table = Table().until("report", phase=core.MORALE)
    table.report(near={"red": 9})
    table.until("report", phase=core.SHOOTING)
    table.report(*(loss for seat in order for loss in table.wiped_out(seat)))
    assert {table.count(seat, many.OUT) for seat in SEATS} == {1}
    ended = table.position.ended
    assert ended is not None
    assert ended.clause == "CM-99"
    lowest = max(SEATS, key=lambda seat: table.count(seat, many.RANK))
    assert ended.winners == (lowest,)


def test_rb_33_the_first_who_is_in_the_game_reports_where_the_active_seat_is_out():
    """Nothing but the others' Morale phase follows. [RB-33, CM-105]"""
    table = Table().until("report", phase=core.SHOOTING)
    table.report(*table.wiped_out("red", "amber"))
    assert table.position.phase == core.MORALE
    assert table.windows() == [("blue", names.REPORT)]
    assert table.position.active == ("red",)


def test_rb_33_of_a_report_of_one_who_gives_up_nothing_holds():
    """Whoever reports instead says it anew, so that he has said what he loses. [RB-33, CM-109]"""
    table = Table().until("report", phase=core.SHOOTING)
    table.say("red", Report((Loss("B3", 2, "red"), Loss("A3", 3, "red"))))
    assert table.windows() == [("blue", names.CONFIRM), ("amber", names.CONFIRM)]
    table.say("red", Concede())
    assert table.windows() == [("blue", names.REPORT)]
    table.say("blue", Report((Loss("A3", 3, "red"),)))
    assert table.windows() == [("amber", names.CONFIRM)]
    table.choose("amber", names.AGREE)
    assert (len(table.left("B3")), len(table.left("A3"))) == (10, 7)


def test_rb_6_what_left_with_one_who_gave_up_stays_away():
    """[RB-6, CM-109]"""
    table = Table().until("report", phase=core.SHOOTING)
    table.battle.say("red", Concede())
    (why,) = table.battle.judge("blue", Amend("R1", 1)).refusals
    assert (why.clause, why.key, why.params["seat"]) == ("RB-6", "rb.6.gave-up", "red")
    assert table.count("red", many.OUT) == 1


def test_rb_8_whoever_was_near_confirms_that_nobody_is():
    """He loses the objective by it, though nothing else happened. [RB-4, RB-8]"""
    table = Table().until("report", phase=core.MORALE)
    table.report(near={"red": 1, "amber": 3})
    table.until("report", phase=core.MORALE)
    assert table.asks()[0].seat == "blue"
    table.say("blue", Report())
    assert table.windows() == [("red", names.CONFIRM), ("amber", names.CONFIRM)]
    assert controller(table.book, table.position) == "amber"
    table.choose("red", names.AGREE)
    table.choose("amber", names.AGREE)
    assert counts(table.book, table.position) == {"red": 0, "blue": 0, "amber": 0}


def test_rb_6_who_has_a_unit_after_all_is_in_the_game_again():
    """What was lost with it, its command points, stays lost. [RB-6, CM-102, CM-108]"""
    table = Table().until("report", phase=core.SHOOTING)
    table.report(*table.wiped_out("blue", "red"))
    table.say("blue", Amend("B3", 1))
    assert table.windows()[-2:] == [("red", "amendment"), ("amber", "amendment")]
    table.choose("red", names.AGREE)
    table.choose("amber", names.AGREE)
    assert table.left("B3") == ["B3.1"]
    assert table.count("blue", many.OUT) == table.count("blue", core.CP) == 0
    table.until("playing", turns=("blue", "amber", "red"))
    assert table.position.active == ("blue",)


# ── command points ───────────────────────────────────────────────────────────
def test_rb_30_a_stratagem_is_paid_for_once_in_a_phase_while_that_is_played():
    """[RB-30, SK-130, SK-131]"""
    table = Table().until("playing")
    has, again = table.count("blue", core.CP), UseStratagem("command re-roll")
    table.say("blue", again)
    assert table.count("blue", core.CP) == has - 1
    assert table.windows() == [("red", names.PLAYING)]
    assert table.unused("blue", again) == "rb.30.twice"
    table.choose("red", names.OVER)
    table.say("blue", again)
    assert table.count("blue", core.CP) == has - 2


@pytest.mark.parametrize(("name", "phase"), [
    ("counter-offensive", core.FIGHT), ("insane bravery", core.MORALE),
])  # fmt: skip
def test_rb_30_a_stratagem_has_its_phase(name, phase):
    """[RB-30, SK-132, SK-133]"""
    table = Table().until("playing")
    for now in core.PHASES:
        assert table.position.phase == now
        verdict = table.battle.judge("blue", UseStratagem(name))
        assert [one.key for one in verdict.refusals] == ([] if now == phase else ["rb.30.moment"])
        table.choose("red", "over") if now == core.MOVEMENT else table.report()


def test_rb_30_no_stratagem_between_phases_without_points_or_by_who_is_out():
    """[RB-30, RB-33, SK-129]"""
    table = Table()
    used = UseStratagem("command re-roll")
    assert table.unused("red", used) == "rb.30.moment"
    table.until("whose turn")
    assert table.unused("red", used) == "rb.30.moment"
    table.until("report", phase=core.SHOOTING)
    assert table.unused("red", UseStratagem("a nap")) == "rb.30.none"
    table.battle.say("red", Bribe("blue", table.count("red", core.CP)))
    assert table.unused("red", used) == "rb.30.points"
    table.report(*table.wiped_out("blue", "red"))
    assert table.unused("blue", used) == "rb.30.out"
    table.until("whose turn")
    assert table.position.phase == core.MORALE
    assert table.unused("amber", used) == "rb.30.moment"


def test_cm_59_a_bribe_changes_hands_while_a_report_is_open():
    """[CM-58, CM-59, CM-60]"""
    table = Table().until("report", phase=core.FIGHT)
    open_now = table.asks()
    red, blue = table.count("red", core.CP), table.count("blue", core.CP)
    table.say("blue", Bribe("red", 2, "spare my militia"))
    assert (table.count("red", core.CP), table.count("blue", core.CP)) == (red + 2, blue - 2)
    assert table.asks() == open_now


def test_cm_24_a_die_of_a_roll_off_is_paid_for_as_ever():
    """[CM-24]"""
    table = Table()
    assert table.asks()[0].window == "roll again"
    has = table.count("red", core.CP)
    table.choose("red", "roll again")
    for seat in ("blue", "amber"):
        table.choose(seat, "keep die")
    assert table.count("red", core.CP) == has - 1
    assert [one.params["seat"] for one in table.rulings("CM-24")] == ["red"]


# ── whole battles ────────────────────────────────────────────────────────────
def fought(number: int) -> Battle:
    """A battle of three or four seats to its end, between bots by its number."""
    battle, bots = melees.ready(melees.Task(number, 7, SYSTEM))
    melees.conduct(battle, bots)
    assert battle.state.position.ended is not None
    return battle


@pytest.mark.parametrize("number", range(8))
def test_rb_9_bots_fight_on_and_every_score_rank_and_holder_adds_up(number: int):
    """Random, steward and schemer at three and four seats. [RB-9, CM-80, CM-88, CM-94, CM-98]"""
    report = melees.fight(melees.Task(number, 7, SYSTEM))
    assert report.fault == ""
    assert report.compared > 200


def test_rb_3_an_account_of_the_log_finds_out_what_nobody_reported():
    """[RB-3, RB-5, RB-8, RB-31]"""
    battle = fought(2)
    log = list(battle.log)
    assert audit(battle.book, log) > 200

    def forged(kind: type, how) -> list[Event]:
        place = max(at for at, one in enumerate(log) if isinstance(one, kind) and how(one))
        return [*log[:place], how(log[place]), *log[place + 1 :]]

    def nearer(event: Counted) -> Counted | None:
        near = event.name == names.NEAR_MARKER
        return msgspec.structs.replace(event, value=event.value + 1) if near else None

    def heavier(event: Ruled) -> Ruled | None:
        if not event.key.startswith("rb.3.models"):
            return None
        more = {**event.params, "number": int(str(event.params["number"])) + 1}
        return msgspec.structs.replace(event, params=more)

    def holds(event: Ruled) -> Ruled | None:
        if event.key != "cm.88.scores":
            return None
        more = {**event.params, "points": int(str(event.params["points"])) + 1}
        return msgspec.structs.replace(event, params=more)

    def other(event: Removed) -> Removed | None:
        if not event.piece.endswith(".2"):
            return None
        return msgspec.structs.replace(event, piece=event.piece[:-1] + "1")

    for kind, how, what in (
        (Counted, nearer, "models near by report"),
        (Ruled, heavier, "what was lost"),
        (Ruled, holds, "points for the objective"),
        (Removed, other, "the last of its unit"),
    ):
        with pytest.raises(Wrong, match=what):
            audit(battle.book, forged(kind, how))
