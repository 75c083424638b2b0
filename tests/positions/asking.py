"""Every kind of question of a system, put to the example that it ships."""

from __future__ import annotations

from typing import Any

import msgspec

from condotta.positions import reading, running
from condotta.positions.games import SYSTEMS, Game, game
from condotta.positions.manual import example
from condotta.server.games.referee import needs_of

SYSTEM_NAMES = tuple(SYSTEMS)
BESIDES: dict[str, Any] = {
    "price": {"stands": ["R1"]},
    "group": {"stands": ["R1", "B1"]},
    "relation": {"seats": ["red", "blue"]},
    "would": {"stands": "R1", "legs": [{"advance": 40}, {"wheel": {"side": "left", "by": 20}}]},
    "may": {"seat": "blue", "choose": "end"},
    "knows": {"seat": "blue", "words": ["R1"]},
    "players": 3,
    "hire": {"limit": 2400, "company": "captain+archers*10"},
    "chances": {"most": 400},
}
"""What is asked where more is needed than the desk can pick."""


def asked_all(system: str) -> bytes:
    """The example of a system with every one of its questions, of every seat, piece and pair."""
    plain = msgspec.json.decode(example(system))
    known = game(system)
    first = running.report(reading.parse(msgspec.json.encode(plain), system), system)
    state = first.runs[0].state
    units = list(dict.fromkeys(name.split(".")[0] for name in state["poses"] if name != "marker"))
    seats = [one["seat"] for one in plain.get("seats", ())] or [seat for seat, _ in known.seats]
    more = [
        {name: about}
        for name, form in sorted(known.questions.items())
        for about in abouts(name, known, units, seats, needs_of(form))
    ]
    plain["questions"] = [
        {key: value for key, value in one.items() if key != "expect"}
        for one in (*plain.get("questions", ()), *more)
    ]
    for one in plain.get("says", ()):
        one.pop("expect", None)
    return msgspec.json.encode(plain)


def abouts(
    name: str, known: Game, units: list[str], seats: list[str], needs: str | None
) -> list[Any]:
    """What a question is asked about."""
    if name == "army":
        return [
            {
                "roster": "beta"
                if "carnage" in known.name or known.name == "skirmish"
                else "hussite-1446-ad"
            }
        ]
    own = [one for one in units if one[0] == units[0][0]]
    foes = [one for one in units if one[0] != units[0][0]]
    match needs:
        case "all":
            return ["all"]
        case "piece":
            return [own[0], foes[0]]
        case "pair":
            return [{"between": [own[0], foes[0]]}, {"between": [foes[0], own[0]]}]
        case "seat":
            return [{"seat": seat} for seat in seats]
        case _:
            return [BESIDES[name]]
