"""What happened, as plain JSON data: lengths in the game's units, directions in degrees.

`unit` is how many quanta there are in one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.events import Counted, Ended, Event, Moved, Placed, Removed, Ruled, Veiled
from condotta.kernel.rulings import Refusal, Sketch, Tally, Verdict
from condotta.positions.games import Game
from condotta.table import Pose, facing_degrees
from condotta.words import say


def length(quanta: float, unit: int) -> float:
    """A length in units of so many quanta, to the grid."""
    return round(quanta / unit, 4)


def pose(at: Pose, unit: int) -> list[float]:
    """A pose as x, y and degrees from 0 to 360."""
    turn = round(facing_degrees(at) % 360, 3) % 360
    return [length(at.x, unit), length(at.y, unit), turn]


def refusal(one: Refusal, unit: int) -> dict[str, Any]:
    """Why not: clause, key and sentence; what it is about and measures, and what shows it."""
    told = {"clause": one.clause, "key": one.key, "says": say(one.key, one.params)}
    params = [one.params[name] for name in sorted(one.params, key=about_first)]
    names = [each for value in params for each in (value if isinstance(value, tuple) else (value,))]
    lengths = {
        name: length(value, unit)
        for name in LENGTHS
        if isinstance(value := one.params.get(name), int)
    }
    return {
        **told,
        "params": dict(one.params),
        "about": list(dict.fromkeys(each for each in names if isinstance(each, str))),
        **lengths,
        "sketches": [sketch(each, unit) for each in one.sketches],
    }


WHO = ("stand", "piece", "unit", "model", "stands")
"""The parameters of a refusal that say who would act; whom it concerns comes after."""
LENGTHS = ("far", "distance", "limit")
"""The parameters of a refusal that are lengths."""


def about_first(name: str) -> tuple[bool, str]:
    """Where a parameter sorts: who acts before whom it concerns."""
    return name not in WHO, name


def sketch(one: Sketch, unit: int) -> dict[str, Any]:
    """A line or an outline that shows a ruling: what it is, and its points."""
    points = [[length(x, unit), length(y, unit)] for x, y in one.points]
    return {"key": one.key, "points": points}


def sketches(found: Iterable[Sketch], unit: int) -> list[dict[str, Any]]:
    """What shows an answer, on the table."""
    return [sketch(one, unit) for one in found]


def verdict(found: Verdict, unit: int) -> dict[str, Any]:
    """Whether it is legal, why not, what it costs, how far it goes, what it touches."""
    return {
        "accepted": found.ok,
        "clauses": sorted({one.clause for one in found.refusals}),
        "refusals": [refusal(one, unit) for one in found.refusals],
        "cost": found.cost,
        "distance": length(found.distance, unit),
        "limit": length(found.limit, unit),
        "contacts": [[one.piece, one.other, one.edge] for one in found.contacts],
        "poses": poses(found.poses, unit),
        "via": [poses(one, unit) for one in found.via],
    }


def poses(found: Iterable[tuple[str, Pose]], unit: int) -> dict[str, list[float]]:
    """Where pieces would be."""
    return {name: pose(at, unit) for name, at in found}


def tally(one: Tally) -> dict[str, Any]:
    """A total with its reasons; `modifiers` sums those of one key."""
    modifiers: dict[str, int] = {}
    for part in one.parts:
        modifiers[part.key] = modifiers.get(part.key, 0) + part.value
    return {
        "who": one.who,
        "die": one.die,
        "total": one.total,
        "modifiers": modifiers,
        "parts": [
            {"key": part.key, "value": part.value, "clause": part.clause, "says": say(part.key)}
            for part in one.parts
        ],
    }


def ruling(one: Ruled) -> dict[str, Any]:
    """An outcome with the clauses it cites and the totals it rests on."""
    return {
        "clause": one.clause,
        "key": one.key,
        "says": say(one.key, one.params),
        "params": dict(one.params),
        "cites": list(one.cites),
        "tallies": [tally(each) for each in one.tallies],
    }


def event(one: Event, game: Game) -> dict[str, Any]:
    """An event by its name, with what readers ask of it."""
    plain: dict[str, Any] = {"event": type(one).__name__}
    match one:
        case Moved(steps, way):
            plain["way"] = way
            plain["poses"] = {step.piece: pose(step.pose, game.quanta) for step in steps}
        case Placed(piece, place, at):
            plain.update(piece=piece, place=place)
            if at is not None:
                plain["at"] = pose(at, game.quanta)
        case Removed(piece, to, by, clause):
            plain.update(piece=piece, to=to, by=by, clause=clause)
        case Counted(holder, name, value):
            told = length(value, game.quanta) if name in game.lengths else value
            plain.update(holder=holder, name=name, value=told)
        case Ruled():
            plain.update(ruling(one))
        case Ended(winners, clause, key):
            plain.update(winners=list(winners), clause=clause, key=key)
        case _:
            pass
    return plain


HIDDEN = ("Pushed", "Popped", "Answered", "Asked", "Withdrawn")
"""Events that keep the books; a reader is told of questions and answers otherwise."""


def events(made: Iterable[Event], game: Game) -> dict[str, Any]:
    """What followed: all events but the book-keeping, the rulings among them, what was lost.

    Whoever reads a position file may know all of it, what only one side is told as well.
    """
    listed = [event(one.inside if isinstance(one, Veiled) else one, game) for one in made]
    shown = [one for one in listed if one["event"] not in HIDDEN]
    rulings = [one for one in shown if one["event"] == "Ruled"]
    cites = {one["clause"] for one in rulings} | {name for one in rulings for name in one["cites"]}
    removed = (one for one in shown if one["event"] == "Removed")
    return {
        "events": shown,
        "kinds": [one["event"] for one in shown],
        "rulings": rulings,
        "cites": sorted(cites),
        "lost": [one["piece"] for one in removed if one["to"] == "lost"],
    }


def waiting(asks: Iterable[Ask]) -> list[dict[str, Any]]:
    """The open questions."""
    return [
        {
            "seat": ask.seat,
            "window": ask.window,
            "clause": ask.clause,
            "options": list(ask.options),
            "says": list(ask.says),
            "dice": ask.dice,
            "sides": ask.sides if ask.dice else 0,
            "about": list(ask.about),
            "draw": list(dict.fromkeys(ask.draw)),
        }
        for ask in asks
    ]


def open_now(battle: Battle) -> dict[str, Any]:
    """The moment, and what may be said in it: for whoever was refused because it is not asked."""
    now = battle.state.position
    return {"turn": now.turn, "phase": now.phase, "asked": waiting(battle.waiting())}


def state(battle: Battle, game: Game) -> dict[str, Any]:
    """The position at the end: whose turn, where everything is, what is asked."""
    now = battle.state.position
    every = [one for one in now.pieces.values() if "marker" not in one.traits]
    pieces = [one for one in every if not {one.type, *one.traits} & set(game.beside)]
    ended = now.ended
    plain: dict[str, Any] = {
        "turn": now.turn,
        "phase": now.phase,
        "active": list(now.active),
        "poses": {one.id: pose(one.pose, game.quanta) for one in pieces if one.pose is not None},
        "places": {one.id: one.place for one in pieces if one.place != "table"},
        "lost": [one.id for one in pieces if one.place == "lost"],
        "types": {one.id: one.type for one in pieces},
        "marks": {one.id: [mark.name for mark in one.marks] for one in every if one.marks},
        "waiting": waiting(battle.waiting()),
        "ended": None
        if ended is None
        else {"winners": list(ended.winners), "clause": ended.clause, "key": ended.key},
    }
    return {**plain, **game.state(battle)}


def settings_told(settings: Mapping[str, Any]) -> str:
    """Settings as `name=value`, for the name of a run."""
    return ", ".join(f"{name}={value}" for name, value in settings.items())
