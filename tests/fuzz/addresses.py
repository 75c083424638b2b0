"""Every address of a table as an OpenAPI document, made of its routes and of what they read.

The table offers no such document: what is sent to it is written from the records that it reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from starlette.routing import Route

from condotta.server.armoury.armoury_forms import (
    ArmiesSide,
    ArmiesText,
    ArmyAsked,
    ArmyDrawn,
    ArmyText,
)
from condotta.server.door_forms import (
    Again,
    Archiving,
    ClockSet,
    Consent,
    NoticesSet,
    OwnerKey,
    SeatChange,
)
from condotta.server.forms import Claim, NewBattle, RefereeAsked
from condotta.server.http.app import Table, routes
from condotta.server.http.pages import FOLDER, Page
from condotta.server.rooms.house import House

ONE = "/api/battles/{battle}"
BODIES: dict[str, Any] = {
    "/api/rosters/check": dict[str, Any],
    "/api/battles": NewBattle,
    "/api/import": dict[str, Any],
    "/api/claims": Claim,
    "/api/owner": OwnerKey,
    f"{ONE}/archive": Archiving,
    ONE + "/seats/{seat}": SeatChange,
    ONE + "/seats/{seat}/consent": Consent,
    f"{ONE}/again": Again,
    f"{ONE}/clock": ClockSet,
    f"{ONE}/notices": NoticesSet,
    "/api/armoury/army": ArmyAsked,
    "/api/armoury/draw": ArmyDrawn,
    "/api/armoury/sheet": ArmyAsked,
    "/api/armoury/sides": ArmiesSide,
    "/api/armoury/text": ArmyText,
    "/api/armoury/read": ArmiesText,
    "/api/referee": RefereeAsked,
}
"""What is sent to each address."""

ASKED: dict[str, tuple[str, ...]] = {
    "/api/lists": ("q",),
    "/api/rosters": ("q", "list"),
    "/api/rosters/check": ("set",),
    f"{ONE}/log": ("seat",),
    f"{ONE}/events": ("seat", "from", "count", "lang"),
    f"{ONE}/report": ("lang", "save"),
    f"{ONE}/paper": ("seat", "paper", "lang"),
    f"{ONE}/dice": ("seat",),
    f"{ONE}/position": ("seat",),
    f"{ONE}/picture": ("dark",),
    "/api/armoury/lists": ("year", "home", "theme", "troop", "card", "q"),
    "/api/armoury/sheet": ("lang",),
    "/api/clauses/{clause}": ("lang",),
}
"""What an address may be asked behind its question mark."""
REF = "#/components/schemas/{name}"


def known(house: House) -> Iterator[tuple[str, str]]:
    """Every address of a table with its method."""
    for one in routes(Table(house, tuple), Page(FOLDER)):
        if isinstance(one, Route):
            for method in sorted((one.methods or set()) - {"HEAD"}):
                yield method, re.sub(r":\w+}", "}", one.path)


def document(house: House) -> dict[str, Any]:
    """The document of a table."""
    kinds = tuple(dict.fromkeys(BODIES.values()))
    schemas, parts = msgspec.json.schema_components(kinds, ref_template=REF)
    of = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for method, path in known(house):
        said: dict[str, Any] = {
            "parameters": [*in_path(path), *in_query(path)],
            "responses": {"default": {"description": "an answer, or why there is none"}},
        }
        if method == "POST":
            content = {"application/json": {"schema": of[BODIES[path]]}}
            said["requestBody"] = {"required": True, "content": content}
        paths.setdefault(path, {})[method.lower()] = said
    return {
        "openapi": "3.1.0",
        "info": {"title": "The live table", "version": "1"},
        "paths": paths,
        "components": {"schemas": parts},
    }


def in_path(path: str) -> Iterator[dict[str, Any]]:
    """What stands in an address."""
    for name in re.findall(r"{(\w+)}", path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def in_query(path: str) -> Iterator[dict[str, Any]]:
    """What may stand behind it."""
    for name in ASKED.get(path, ()):
        yield {"name": name, "in": "query", "required": False, "schema": {"type": "string"}}
