"""Armies whose cards lie in two entries: legal at the table's points by one reading, not by both.

Each is to the point: by the other reading of BC-6.3 or BC-8.8 the bill differs by one point.
"""

from typing import Any

from tests.armies.conftest import option, tiny

CAMELS, TRANSPORTS = "CF", "MI"
ONCE, TOGETHER = "camelProtectionPaidOnce", "mobileInfantryCountedTogether"


def two_entries() -> dict[str, Any]:
    """A list with two entries of foot, each of which may have either card."""
    cards = [{"battleCardCode": code, "note": ""} for code in (CAMELS, TRANSPORTS)]
    foot = [option(0, 20, "HFT", battleCardEntries=cards) for _ in range(2)]
    return tiny(troopOptions=[option(0, 20, "KNT"), *foot])


def army(code: str, **more: Any) -> dict[str, Any]:
    """48 points: with a point more for camels in a second entry, or for two on transports."""
    knights, first = (2, 7) if code == CAMELS else (3, 6)
    bought = [{"code": code, "option": key, "stands": 1} for key in ("main/t2", "main/t3")]
    return {
        "armyListName": "Tiny",
        "year": 50,
        "label": "Two entries",
        "stands": {
            "main/t1": {"KNT": knights},
            "main/t2": {"HFT": first},
            "main/t3": {"HFT": 6},
        },
        "general": {"option": "main/t1", "troopTypeCode": "KNT"},
        "troopCards": bought,
    } | more


def large(code: str) -> dict[str, Any]:
    """The same at 144 points, divided in three commands of one list."""
    knights, first = (1, 15) if code == CAMELS else (2, 14)
    stands = (
        {"main/t1": {"KNT": knights}, "main/t2": {"HFT": first}},
        {"main/t1": {"KNT": 1}, "main/t2": {"HFT": 10}, "main/t3": {"HFT": 4}},
        {"main/t3": {"HFT": 16}},
    )
    led = (("main/t1", "KNT"), ("main/t1", "KNT"), ("main/t3", "HFT"))
    commands = [
        {
            "number": number,
            "kind": "main",
            "stands": held,
            "general": {
                "option": key,
                "troopTypeCode": kind,
                "overallCommander": number == 1,
            },
            "commandPointModifier": 0,
        }
        for number, (held, (key, kind)) in enumerate(zip(stands, led, strict=True), start=1)
    ]
    return army(code, gameSize="grand", commands=commands, stands={}, general=None)
