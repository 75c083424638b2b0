"""What Python says of a battle, for the page's own tests to say the same.

python -m tests.browser.golden FOLDER
"""

import sys
from pathlib import Path
from typing import Any

from condotta.bots.runner import answer_next, seated
from condotta.kernel.events import Undone
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE
from condotta.kernel.views import View, see
from condotta.lab.matches import match, pairing
from condotta.report.overlays import OVERLAYS
from condotta.report.story import Line
from condotta.rules.library import book
from condotta.server.rooms.telling import Teller
from condotta.words import INCH, MU, languages, measured_in, mu, say
from condotta.words.catalogue import catalogue
from tests.browser.menus import menus

SEED = "golden"
DECISIONS = 400
EVERY = 50
SAID: tuple[tuple[str, dict[str, Any]], ...] = (
    ("number.example", {"moved": 49_000, "price": 7, "names": ("A", "B", "C")}),
    ("tc.1-6.too-far", {"far": 30_001, "limit": 30_000}),
    ("tc.4-3.too-dear", {"cost": 2, "left": 1}),
    ("tc.8-23.arrived", {"seat": "Red", "edge": "left base"}),
    ("tc.7-15.pieces", {"seat": "Red", "pieces": ("Rough", "Gentle Hills")}),
    ("tc.4-1.begins", {"seats": ("Red",)}),
    ("tc.4-1.begins", {"seats": ("Red", "Blue")}),
    ("story.lost", {"seat": "Red", "stand": "Spear R4", "points": 2, "lost": 3}),
    ("story.count", {"count": 1, "ids": "R1"}),
    ("web.lost.of", {"lost": 0, "breaks": 32}),
    ("web.roster.sum", {"points": 96, "count": 14}),
    ("why.best", {"gain": 13, "count": 4}),
    ("why.march", {"gain": -4, "pieces": "Spear R4"}),
    ("why.brave", {"run": 25}),
    ("why.holds", {"piece": "Spear R4", "stays": -7, "flees": 0}),
    ("web.won", {"winners": ("Red",)}),
    ("story.began", {"armies": ("A", "B"), "width": 48, "depth": 32}),
    ("web.ahead", {"unit": INCH}),
    ("paper.hand", {"seat": "Aude"}),
    ("paper.hand", {"seat": "Yann"}),
    ("paper.hand", {"seat": "Yves"}),
)
SIZES = ((60.0, 10.0), (20.0, 18.0), (18.0, 40.0))
LENGTHS = ((0, None), (7_500, None), (49_000, None), (30_001, 30_000), (-10_000, None), (123, None))


def battle() -> dict[str, Any]:
    """A battle of bots as red sees it, once taken back, with what Python makes of it."""
    rules = book("triumph")
    fought = match(rules, pairing(3), SEED)
    bots = seated({"red": "random", "blue": "random"}, rules, SEED)
    undone = False
    for _ in range(DECISIONS):
        if fought.state.position.ended:
            break
        ask = next(ask for ask in fought.waiting() if ask.seat != CHANCE)
        answer_next(fought, bots)
        if not undone and ask.window == "movement" and fought.may_undo(ask.seat):
            fought.undo(ask.seat)
            undone = True
    events = fought.stream("red")
    return {
        "events": events,
        "views": views(events),
        "lines": told(events, rules),
        "said": [
            {"key": key, "params": params, "lang": lang, "text": say(key, params, lang)}
            for lang in languages()
            for key, params in SAID
        ],
        "lengths": [
            length(one, two, lang, unit)
            for unit in (MU, INCH)
            for lang in languages()
            for one, two in LENGTHS
        ],
    }


def told(events: Any, rules: Any) -> tuple[Line, ...]:
    """The lines of those events, as a page is sent them."""
    teller = Teller("en", MU, rules)
    teller.hear(events)
    return teller.between(0, len(events))


def length(quanta: int, unlike: int | None, lang: str, unit: str) -> dict[str, Any]:
    """A length as it is written in a language and a unit."""
    with measured_in(unit):
        text = mu(quanta, lang, unlike=unlike)
    return {"quanta": quanta, "unlike": unlike, "lang": lang, "unit": unit, "text": text}


def views(events: Any) -> list[dict[str, Any]]:
    """What red knows after every so many events."""
    found, kept = [], [View("red")]
    for number, event in enumerate(events, start=1):
        before = kept[-1]
        kept.append(kept[event.kept] if isinstance(event, Undone) else see(before, event))
        if number % EVERY == 0 or number == len(events) or isinstance(event, Undone):
            now = kept[-1]
            found.append({"after": number, "position": now.position, "asks": now.asks})
    return found


def overlays() -> list[dict[str, Any]]:
    """The lines of each kind of ground over rectangles of several sizes."""
    return [
        {"kind": kind, "size": size, "path": draw(*size)}
        for kind, draw in OVERLAYS.items()
        for size in SIZES
    ]


def write(folder: Path) -> None:
    """Everything into files of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "battle.json").write_bytes(encode(battle()))
    (folder / "overlays.json").write_bytes(encode(overlays()))
    (folder / "menus.json").write_bytes(encode(menus()))
    for lang in languages():
        whole = {**catalogue("en"), **catalogue(lang)}
        (folder / f"words-{lang}.json").write_bytes(encode(whole))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
