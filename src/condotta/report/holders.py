"""Who has held which seat, as a log tells it: whoever did has seen what it hides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from condotta.kernel.events import Began, Entered, Event, Holder, Seated
from condotta.kernel.records import Seat
from condotta.report.history import effective
from condotta.report.naming import seat_alone
from condotta.words import has, say

BROUGHT = "brought"
"""The rule by which a whole battle was brought to a table from a file."""

RETURNED = "returned"
"""The rule by which somebody takes back what he held before."""


class Knows(msgspec.Struct, frozen=True):
    """Somebody who has seen what a seat hides, up to a turn; no name is whoever brought the log."""

    seat: Seat
    name: str
    turn: int


def who_has_seen(events: Iterable[Event]) -> tuple[Knows, ...]:
    """Who has seen what which seat hides and does not hold it now, by seat and then in time."""
    known: dict[tuple[Seat, str], int] = {}
    turn, chairs = 0, tuple[Seat, ...]()
    for event in effective(events):
        match event:
            case Began():
                chairs = tuple(chair.seat for chair in event.chairs)
            case Entered():
                turn = event.turn
            case Seated(why="brought"):
                known |= {(seat, ""): turn for seat in chairs}
            case Seated(seat, was, now, why):
                if was.held == "person":
                    known[seat, was.name] = turn
                if why == RETURNED:
                    known.pop((seat, now.name), None)
            case _:
                pass
    found = [Knows(seat, name, until) for (seat, name), until in known.items()]
    return tuple(sorted(found, key=lambda one: chairs.index(one.seat)))


def told(event: Seated, turn: int, lang: str = "") -> str:
    """In sentences how a seat changed hands, and what whoever holds it now can see."""
    if event.why == BROUGHT:
        return say("story.seated.brought", lang=lang)
    seat = seat_alone(event.seat, lang)
    params = {
        "seat": seat,
        "was": holder_name(event.was, lang),
        "now": holder_name(event.now, lang),
        "by": event.by or say("story.seated.founder", lang=lang),
        "minutes": max(1, event.away // 60),
        "agreed": [seat_alone(one, lang) for one in event.agreed],
        "also": [seat_alone(one, lang) for one in event.also],
        "hand": event.hand,
        "secrets": event.secrets,
        "turn": turn,
    }
    return " ".join(say(key, params, lang) for key in keys_of(event, params))


def keys_of(event: Seated, params: Mapping[str, object]) -> Sequence[str]:
    """The sentences that tell it, one after another."""
    to = "bot" if event.now.held == "bot" else "open"
    ended = "" if event.now.held == "person" else f"-{to}"
    keys = [f"story.seated.{event.why}{ended}"]
    if event.now.held == "person":
        keys += ["story.seated.also"] if params["also"] else []
        keys += ["story.seated.is-founder"] if event.founder else []
    keys += ["story.seated.sees"]
    keys += ["story.seated.hand"] if event.hand else []
    keys += ["story.seated.secrets"] if event.secrets else []
    keys += ["story.seated.knows"] if event.was.held == "person" else []
    return keys


def holder_name(who: Holder, lang: str = "") -> str:
    """A holder for people: a name that was given, the name of a bot."""
    if who.held == "bot":
        key = f"bot.{who.name}"
        name = say(key, lang=lang) if has(key) else who.name
        return say("story.seated.bot", {"bot": name}, lang)
    return who.name or say("story.seated.somebody", lang=lang)
