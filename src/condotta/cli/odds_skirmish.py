"""`condotta odds` of two skirmish units: what one's attacks may cost the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal

from condotta.errors import PlainError, known, nearest
from condotta.kernel.position import Position
from condotta.rules.library import book
from condotta.rules.skirmish.attacks.attack_lines import line
from condotta.rules.skirmish.attacks.attacks import NEVER, hit_need, save_need, wound_need
from condotta.rules.skirmish.attacks.odds import Odds, Spread, victims_of
from condotta.rules.skirmish.reading.datasheets import shipped_sheets, shipped_weapons
from condotta.rules.skirmish.records import Volley
from condotta.rules.skirmish.shooting.matchup import Matchup, arms, matchup

WIDTH = 40
FEW = 2  # of one model its wounds are listed
LEAST = 0.0005  # a chance smaller than this is not listed


@dataclass(frozen=True, kw_only=True)
class Attacks:
    """How a skirmish unit attacks.

    Parameters
    ----------
    weapon
        Skirmish units: the weapon; without it the one that most models bear.
    way
        Skirmish units: shooting, overwatch or fight.
    models
        Skirmish units: how many models the first has; without it the fewest it may.
    foes
        Skirmish units: how many models the second has.
    half
        Skirmish units: within half range.
    moved
        Skirmish units: the first has moved.
    cover
        Skirmish units: the second is in cover.
    """

    weapon: str = ""
    way: Literal["shooting", "overwatch", "fight"] = "shooting"
    models: int | None = None
    foes: int | None = None
    half: bool = False
    moved: bool = False
    cover: bool = False


def is_skirmish(*sheets: str) -> bool:
    """Whether they are datasheets of skirmish battles; one that is none beside one is refused."""
    known_here = [sheet for sheet in sheets if sheet in shipped_sheets()]
    for sheet in sheets:
        if known_here and sheet not in known_here:
            raise PlainError(f"There is no skirmish unit {sheet}.{known(sheet, shipped_sheets())}")
    return bool(known_here)


def refuse(how: Attacks) -> None:
    """How a skirmish unit attacks says nothing of anybody else."""
    usual = Attacks()
    for field in fields(how):
        if getattr(how, field.name) != getattr(usual, field.name):
            raise PlainError(f"--{field.name} is for two skirmish units: leave it out.")


def told(one: str, other: str, how: Attacks) -> tuple[dict[str, Any], list[str]]:
    """The odds as JSON, and as lines for people."""
    asked = checked(one, other, how)
    found, some, position = matchup(book("skirmish", {}), asked)
    return plain(found, some), [*lines(found, some, position)]


def checked(one: str, other: str, how: Attacks) -> Matchup:
    """What is asked, if there is such a weapon and there may be so many models."""
    sheets = shipped_sheets()
    borne = arms(sheets[one], how.way)
    if not borne:
        raise PlainError(f"{one} has nothing for {how.way}: choose another --way.")
    if how.weapon and how.weapon not in borne:
        hint = nearest(how.weapon, borne) or f" It may be {', '.join(borne)}."
        raise PlainError(f"{one} has no {how.weapon} for {how.way}.{hint}")
    for name, number in ((one, how.models), (other, how.foes)):
        least, most = sheets[name].least, sheets[name].most
        if number is not None and not least <= number <= most:
            raise PlainError(f"{name} has {least} to {most} models, not {number} [SK-123].")
    return Matchup(
        one,
        other,
        how.models or 0,
        how.foes or 0,
        how.weapon,
        how.way,
        how.half,
        how.moved,
        how.cover,
    )


def plain(found: Odds, some: tuple[Volley, ...]) -> dict[str, Any]:
    """The odds as JSON: how likely each number is, from none on."""
    return {
        "weapon": some[0].weapon,
        "way": some[0].way,
        "mean_unsaved": found.mean_unsaved,
        "mean_lost": mean(found.lost),
        "mean_slain": mean(found.slain),
        "unsaved": list(found.unsaved),
        "slain": list(found.slain),
    }


def mean(chances: Spread) -> float:
    """What is expected."""
    return sum(number * chance for number, chance in enumerate(chances))


def lines(found: Odds, some: tuple[Volley, ...], position: Position) -> Iterator[str]:
    """What the dice need, what is expected, how likely each number of losses is."""
    rules = book("skirmish", {})
    for volley in some:
        yield needs(rules, position, volley)
    unsaved, lost, slain = found.mean_unsaved, mean(found.lost), mean(found.slain)
    yield f"unsaved wounds {unsaved:.4f}, wounds lost {lost:.4f}, models slain {slain:.4f}"
    few = len(found.slain) <= FEW
    for number, chance in enumerate(found.lost if few else found.slain):
        if chance >= LEAST:
            what = "wounds" if few else "slain"
            bar = "█" * round(WIDTH * chance)
            yield f"{number:>3} {what} {100 * chance:5.1f}% {bar}".rstrip()


def needs(rules: Any, position: Position, volley: Volley) -> str:
    """What the dice of a volley need."""
    how = line(rules, position, volley)
    (first, *_) = victims_of(rules, position, volley, volley.target)
    hit = hit_need(how)
    reads = (
        "hits of itself [SK-83]" if hit == 0 else f"hits on {hit}+ [SK-57]",
        f"wounds on {wound_need(how)}+ [SK-58]",
        saves(save_need(first.guard, how.ap)),
    )
    arm = shipped_weapons()[volley.weapon].name
    return f"{len(volley.bearers)} × {arm}: {', '.join(reads)}"


def saves(need: int) -> str:
    """What a save needs."""
    return f"saved on {need}+ [SK-62]" if need < NEVER else "not saved [SK-62]"
