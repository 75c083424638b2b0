"""What scores mean: nobody, beaten or doubled, and what becomes of the loser. [TC-3.1, TC-3.5]"""

from __future__ import annotations

from dataclasses import dataclass

from condotta.kernel.records import Record
from condotta.kernel.rulings import Tally
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.combat_scores import tallies
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.records import Outcome
from condotta.rules.triumph.settings import Settings
from condotta.rules.triumph.tables import TABLES, shattered, spared
from condotta.table import Edge

NOTHING = "none"
BEATEN = "beaten"
DOUBLED = "doubled"
FALL_BACK = "fall back"
SHATTERED = "shattered"
DESTROYED = "destroyed"
EVADE = "evade"
PANIC = "panic"
SACKED = "sacked"


class Combat(Record, frozen=True):
    """A combat that has been rolled: who, to which edges, and what came of it.

    `degree` is none, beaten or doubled, `outcome` what the loser suffers, `clause` why.
    """

    way: str
    attacker: str
    defender: str
    attacker_edge: Edge = "front"
    defender_edge: Edge = "front"
    degree: str = NOTHING
    outcome: str = NOTHING
    clause: str = "TC-3.2"
    winner: str = ""
    loser: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """A result with its reasons, before anything has happened."""

    scores: tuple[Tally, Tally]
    degree: str = NOTHING
    outcome: str = NOTHING
    clause: str = "TC-3.2"
    winner: Fighter | None = None
    loser: Fighter | None = None


def compare(one: int, other: int, settings: Settings) -> str:
    """What two scores are to each other. [TC-3.2, TC-3.3, TC-3.4]

    >>> from condotta.rules.triumph.settings import DEFAULTS
    >>> [compare(8, other, DEFAULTS) for other in (8, 7, 5, 4)]
    ['none', 'beaten', 'beaten', 'doubled']
    """
    low, high = sorted((one, other))
    if low == high:
        return NOTHING
    if low <= 0:
        return DOUBLED if settings.flag("zeroIsDoubled") else BEATEN
    return DOUBLED if high >= TABLES.outcomes.doubled_times * low else BEATEN


def resolve(one: Fighter, two: Fighter, dice: tuple[int, ...]) -> Result:
    """The result of a combat for these dice; attacker or shooter first. [TC-3.1]"""
    return judged(one, two, tallies(one, two, dice))


def judged(one: Fighter, two: Fighter, scores: tuple[Tally, Tally]) -> Result:
    """The result of two scores. Only the target of a shot can suffer. [TC-6.21]"""
    mine, yours = scores[0].total, scores[1].total
    degree = compare(mine, yours, one.field.settings)
    if degree == NOTHING:
        return Result(scores)
    winner, loser = (one, two) if mine > yours else (two, one)
    if one.kind == "ranged" and loser is one:
        return Result(scores, clause="TC-6.21")
    outcome, clause = outcome_of(loser, winner, degree)
    return Result(scores, degree, outcome, clause, winner, loser)


def outcome_of(loser: Fighter, winner: Fighter, degree: str) -> tuple[str, str]:
    """What becomes of the loser, and the clause that says so; a layer may say otherwise."""
    said = loser.book.sole(seams.OUTCOME, loser, winner, degree)
    if said is not None:
        return said
    if loser.is_camp:
        return camp_beaten(loser, degree)
    if winner.is_camp:
        return beaten_by_camp(degree, loser.field.settings)
    return doubled(loser, winner) if degree == DOUBLED else beaten(loser, winner)


def beaten(loser: Fighter, winner: Fighter) -> tuple[str, str]:
    """It falls back unless it is shattered. [TC-3.5, TC-3.10 to TC-3.20]"""
    row = shattering(loser, winner)
    return (FALL_BACK, "TC-3.5") if row is None else (SHATTERED, row.clause)


def shattering(loser: Fighter, winner: Fighter) -> Outcome | None:
    """The row by which it is shattered, whichever edge the winner fought with. [TC-3.26]"""
    settings = loser.field.settings
    if settings.flag("shatterToFrontOnly") and not winner.to_front:
        return None
    codes = loser.troop.code, winner.troop.code, loser.kind
    return shattered(*codes, settings, difficult=loser.difficult)


def doubled(loser: Fighter, winner: Fighter) -> tuple[str, str]:
    """It is destroyed unless it gets away. [TC-3.6, TC-3.30 to TC-3.35]

    One that would have been shattered does not. [TC-3.8]
    """
    settings = loser.field.settings
    if shattering(loser, winner) is not None:
        return DESTROYED, "TC-3.8"
    codes = loser.troop.code, winner.troop.code, loser.kind
    row = spared(*codes, settings, difficult=loser.difficult)
    return (DESTROYED, "TC-3.6") if row is None else (row.result, row.clause)


def camp_beaten(camp: Fighter, degree: str) -> tuple[str, str]:
    """A camp that scores lower is sacked. [TC-3.19, TC-9.22, TC-9.34]"""
    if degree == BEATEN and not camp.field.settings.flag("campSackedWhenBeaten"):
        return NOTHING, "TC-9.34"
    return SACKED, "TC-9.34" if degree == BEATEN else "TC-9.22"


def beaten_by_camp(degree: str, settings: Settings) -> tuple[str, str]:
    """Beaten by a camp it falls back, doubled it is destroyed, whatever it is. [TC-9.23]"""
    destroyed = degree == DOUBLED and settings.flag("campDestroysDoubled")
    return (DESTROYED if destroyed else FALL_BACK), "TC-9.23"


def combat_of(one: Fighter, two: Fighter, result: Result) -> Combat:
    """The record of a combat that later steps need."""
    return Combat(
        way=one.kind,
        attacker=one.stand.id,
        defender=two.stand.id,
        attacker_edge=one.edge,
        defender_edge=two.edge,
        degree=result.degree,
        outcome=result.outcome,
        clause=result.clause,
        winner=result.winner.stand.id if result.winner else "",
        loser=result.loser.stand.id if result.loser else "",
    )


# ── pursuit ──────────────────────────────────────────────────────────────────
class Pursuing(Record, frozen=True):
    """Whether the winner is to pursue, and by which clauses it is or is not.

    One that is `barred` had cause to, and something forbids it.
    """

    due: bool = False
    clauses: tuple[str, ...] = ()
    barred: bool = False


def pursuing(winner: Fighter, loser: Fighter, outcome: str, degree: str) -> Pursuing:
    """Whether the winner of a combat is to pursue, if nothing holds it afterwards. [TC-3.70]"""
    if winner.kind == "ranged":
        return Pursuing(clauses=("TC-3.79",))
    if outcome == NOTHING:
        return Pursuing()
    own = cause(winner, degree)
    said, clause = winner.book.claim(seams.PURSUIT, winner, loser, degree == DOUBLED) or (None, "")
    causes = (*own, clause) if said else own
    bar = (bar_to(winner, outcome) or (clause if said is False else "")) if causes else ""
    if bar:
        return Pursuing(clauses=(bar,), barred=True)
    if said is False:
        return Pursuing(clauses=(clause,))
    return Pursuing(bool(causes), causes or ("TC-3.72",))


def cause(winner: Fighter, degree: str) -> tuple[str, ...]:
    """Why a winner pursues by the core rules, if it does. [TC-3.7, TC-3.70, TC-3.71, TC-3.72]"""
    if always_pursues(winner):
        return ("TC-3.70",)
    return ("TC-3.72",) if degree == DOUBLED else ()


def always_pursues(winner: Fighter) -> bool:
    """Whether it is of a type that pursues whenever it wins. [TC-3.71]"""
    return winner.troop.code in winner.field.settings.words("alwaysPursue")


def bar_to(winner: Fighter, outcome: str) -> str:
    """The clause that forbids a pursuit there is cause for. [TC-3.73, TC-3.76, TC-3.98]"""
    if not winner.to_front:
        return "TC-3.76"
    if not winner.troop.pursues:
        return "TC-3.73"
    after_sack = winner.field.settings.flag("pursueAfterSack")
    return "TC-3.98" if outcome == SACKED and not after_sack else ""
