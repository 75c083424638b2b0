"""What may be asked of how a battle begins: how many may play, with which armies and companies."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from condotta.errors import PlainError, known
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.records import Seat
from condotta.positions.games import Form
from condotta.positions.records import Part
from condotta.rules.ranked.rosters.units import kinds
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from condotta.rules.skirmish.rosters import detachments
from condotta.rules.skirmish.rosters.armies import Host
from condotta.rules.skirmish.rosters.shelf import host_of, hosts
from condotta.rules.systems import SYSTEMS
from condotta.rules.treachery.coffers import START
from condotta.rules.treachery.names import CAPTAIN
from condotta.rules.treachery.over_ranked import mercenaries
from condotta.rules.treachery.over_triumph import hiring
from condotta.rules.treachery.settings import settings_of
from condotta.words import say


# ── players ──────────────────────────────────────────────────────────────────
def players(battle: Battle, count: int) -> dict[str, Any]:
    """Whether so many may sit down, and how many may. [TT-1.1, CM-62]"""
    system = SYSTEMS[battle.book.system]
    try:
        system.seated(count)
    except PlainError as why:
        return {"accepted": False, "says": str(why), "sizes": list(system.sizes)}
    return {"accepted": True, "says": "", "sizes": list(system.sizes)}


PLAYERS = Form(int, players, "May so many play, and why not?")


# ── armies of single models ──────────────────────────────────────────────────
class SwapSaid(Part, frozen=True, kw_only=True):
    """A replacement that was taken: one model of a kind for each weapon, or every one of them."""

    model: str
    weapons: tuple[str, ...]
    every: bool = False


class SquadSaid(Part, frozen=True, kw_only=True):
    """A unit of an army: its datasheet, how many models, what they took instead."""

    unit: str
    models: int
    swaps: tuple[SwapSaid, ...] = ()


class DetachmentSaid(Part, frozen=True, kw_only=True):
    """A detachment: what kind it is, and its units."""

    pattern: str
    units: tuple[SquadSaid, ...]


class ForcesAsked(Part, frozen=True, kw_only=True):
    """A shipped army by its id, or one that is written out in its detachments."""

    roster: str = ""
    detachments: tuple[DetachmentSaid, ...] = ()
    faction: str = ""


def forces(battle: Battle, asked: ForcesAsked) -> dict[str, Any]:
    """Whether an army is Battle-forged, why not, and whether a battle begins with it.

    [SK-124, SK-129, CM-62]
    """
    host = shipped(asked.roster) if asked.roster else written_out(asked)
    against = list(detachments.findings(host))
    return {
        "battle_forged": not against,
        "refusals": [{"clause": one.clause, "says": say(one.key, one.params)} for one in against],
        "power": host.power,
        "command_points": detachments.command_points(host),
        **begins(battle, host),
    }


def shipped(name: str) -> Host:
    """The shipped army of that id; an unknown one is a PlainError."""
    if name not in hosts():
        raise PlainError(f"There is no army {name!r}.{known(name, hosts())}")
    return hosts()[name]


def written_out(asked: ForcesAsked) -> Host:
    """The army that is written out; a unit nobody knows is a PlainError."""
    for squad in (one for each in asked.detachments for one in each.units):
        if squad.unit not in shipped_sheets():
            hint = known(squad.unit, shipped_sheets())
            raise PlainError(f"There is no datasheet {squad.unit!r}.{hint}")
    rows = msgspec.to_builtins(asked.detachments)
    return host_of({"id": "", "label": "The army", "faction": asked.faction, "detachment": rows})


def begins(battle: Battle, host: Host) -> dict[str, Any]:
    """Whether a battle begins where everybody has that army, and why not."""
    system = SYSTEMS[battle.book.system]
    seats = system.seated(system.sizes[0])
    try:
        system.opening(battle.book, seats, [host] * len(seats))
    except PlainError as why:
        return {"accepted": False, "says": str(why)}
    return {"accepted": True, "says": ""}


FORCES = Form(ForcesAsked, forces, "Is an army Battle-forged, and may it play?")


# ── companies ────────────────────────────────────────────────────────────────
class HireAsked(Part, frozen=True, kw_only=True):
    """A company of mercenaries in words, such as `captain+archers*10`; `/` parts companies.

    `limit` are the points of an army in regiments. Over TRIUMPH! a roster comes first:
    `hussite-1446-ad:SPR*2`.
    """

    company: str
    limit: int = 0


def hire(battle: Battle, asked: HireAsked) -> dict[str, Any]:
    """What there is to hire with, what a company costs, and the coffer as the battle begins.

    Without mercenaries everybody has two coppers. [TT-1.2, TT-12.1, TT-12.2, TT-12.4]
    """
    if not settings_of(battle.book).flag("mercenaries"):
        return {"accepted": False, "says": NOBODY, "tokens": START}
    seat = battle.state.position.seats()[0]
    in_stands = battle.book.system == "treachery+triumph"
    try:
        found = (
            stands_hired(battle.book, asked, seat) if in_stands else regiments_hired(asked, seat)
        )
    except PlainError as why:
        return {"accepted": False, "says": str(why)}
    return {"accepted": True, "says": "", **found}


NOBODY = "Mercenaries are not hired in this battle: set `mercenaries`."


def regiments_hired(asked: HireAsked, seat: Seat) -> dict[str, Any]:
    """What comes of hiring regiments, in points. [TT-12.4]"""
    most = mercenaries.mercenary_points(asked.limit)
    hired, left = mercenaries.picked(most, seat, asked.company)
    named = {kind.name: key for key, kind in kinds().items()}
    return {
        "hire_points": most,
        "cost": most - left,
        "tokens": mercenaries.unspent(left),
        "hired": [named[one.unit.name] for one in hired],
        "captains": [named[one.unit.name] for one in hired if CAPTAIN in one.traits],
    }


def stands_hired(book: Book, asked: HireAsked, seat: Seat) -> dict[str, Any]:
    """What comes of hiring stands, in points of TRIUMPH!. [TO-10]"""
    most = hiring.to_hire_with(book)
    hired = hiring.picked(book, asked.company, seat, Random(0), None)
    cost = sum(one.half_points for one in hired)
    return {
        "hire_points": most / 2,
        "cost": cost / 2,
        "tokens": hiring.unspent(book, most - cost),
        "hired": [one.code for one in hired],
        "captains": [one.code for one in hired if CAPTAIN in one.traits],
    }


HIRE = Form(HireAsked, hire, "What does a company of mercenaries cost, and what is left of it?")
