"""Rosters that players' programs write: `.ros` is XML, `.rosz` a zip of it, `.json` the same tree.

A reader of this one format, for any game that has rosters in it; what is in them, each game judges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from condotta.armies.rosters.roster_games import COMMAND, cost_kind, game_of
from condotta.armies.rosters.roster_trees import MOST_BYTES, ZIPPED, Node, refused, roster_in, tree
from condotta.armies.text import decoded

SUFFIXES = (".ros", ".rosz")
MOST_OF_ONE = 1_000
MOST_COST = 1_000_000
NUMBER = re.compile(r"[+-]?\d{1,9}(\.\d{1,30})?")
"""How numbers are written: no exponents, nothing that is not a number, nothing endless."""


class Profile(msgspec.Struct, frozen=True):
    """A named row of characteristics of some type, as the file has them."""

    name: str
    type: str
    values: dict[str, str]


class Selection(msgspec.Struct, frozen=True):
    """Something chosen: a unit, a model, an upgrade, with what was chosen in it."""

    name: str
    type: str
    number: int
    costs: dict[str, float]
    categories: tuple[str, ...]
    profiles: tuple[Profile, ...]
    rules: tuple[str, ...]
    selections: tuple[Selection, ...]

    def walk(self) -> Iterator[Selection]:
        """This and everything in it, outermost first."""
        yield self
        for one in self.selections:
            yield from one.walk()

    def cost(self, kind: str) -> float:
        """What it costs with all that is in it: each selection states its own."""
        return sum(one.costs.get(kind, 0.0) for one in self.walk())

    @property
    def models(self) -> int:
        """How many models the file itself calls so in it."""
        return sum(one.number for one in self.walk() if one.type == "model")


class RosterFile(msgspec.Struct, frozen=True):
    """A roster: its name, its game, what it costs in all, and everything chosen.

    `sizes` says how many of the selections each force has, in their order.
    """

    name: str
    system: str
    costs: dict[str, float]
    forces: tuple[str, ...]
    selections: tuple[Selection, ...]
    sizes: tuple[int, ...] = ()
    system_id: str = ""

    @property
    def game(self) -> str:
        """What is fought here with such rosters; "" of a system that nobody knows."""
        return game_of(self.system_id, self.system)


def read_file(path: Path) -> RosterFile:
    """The roster in a file; one that cannot be read is a PlainError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise refused("large", path.name)
        return read(path.read_bytes(), path.name)
    except OSError as why:
        raise refused("unreadable", path.name) from why


def read(data: bytes, name: str) -> RosterFile:
    """The roster in the bytes of a file, zipped or not, whatever the file's name says."""
    root = tree(data, name)
    if root.tag != "roster":
        raise refused("no-roster", name)
    held = tuple(forces(root))
    chosen = [tuple(force.each("selections", "selection")) for force in held]
    found = RosterFile(
        root.said.get("name", ""),
        root.said.get("gameSystemName", ""),
        costs_of(root, name),
        tuple(force.said.get("name", "") for force in held),
        tuple(selection(one, name) for many in chosen for one in many),
        tuple(map(len, chosen)),
        root.said.get("gameSystemId", ""),
    )
    sane(found, name)
    return found


def is_roster(data: bytes) -> bool:
    """Whether the bytes of a file begin as a roster does, or hold the tree of one as JSON."""
    if data.startswith(ZIPPED):
        return True
    text = decoded(data[:MOST_BYTES]).lstrip()
    if not text.startswith("{"):
        return text.startswith("<")
    try:
        return roster_in(msgspec.json.decode(text)) is not None
    except (msgspec.DecodeError, RecursionError):
        return False


def sane(roster: RosterFile, name: str) -> None:
    """Refuse a roster in which something costs less than nothing, or more than anything does."""
    whole = Selection(roster.name or name, "", 1, roster.costs, (), (), (), ())
    for one in (whole, *roster.selections):
        for kind in dict.fromkeys(kind for each in one.walk() for kind in each.costs):
            total = one.cost(kind)
            if abs(total) > MOST_COST or (total < 0 and kind != COMMAND):
                said = {"what": one.name, "value": f"{total:g}", "kind": kind}
                raise refused("cost", name, **said)


def forces(node: Node) -> Iterator[Node]:
    """Every force of a roster, those inside others too."""
    for one in node.each("forces", "force"):
        yield one
        yield from forces(one)


def selection(node: Node, file: str) -> Selection:
    """A selection with all that is in it."""
    return Selection(
        node.said.get("name", ""),
        node.said.get("type", ""),
        count_of(node, file),
        costs_of(node, file),
        tuple(one.said.get("name", "") for one in node.each("categories", "category")),
        tuple(profile(one) for one in node.each("profiles", "profile")),
        tuple(one.said.get("name", "") for one in node.each("rules", "rule")),
        tuple(selection(one, file) for one in node.each("selections", "selection")),
    )


def profile(node: Node) -> Profile:
    """A profile; older programs wrote values as attributes."""
    values = {
        one.said.get("name", ""): (one.text or one.said.get("value", "")).strip()
        for one in node.each("characteristics", "characteristic")
    }
    type_name = node.said.get("typeName", node.said.get("profileTypeName", ""))
    return Profile(node.said.get("name", ""), type_name, values)


def costs_of(node: Node, file: str) -> dict[str, float]:
    """What something costs, by the kind of the cost; what is no number is a PlainError."""
    found: dict[str, float] = {}
    for one in node.each("costs", "cost"):
        kind = cost_kind(one.said.get("name", ""), one.said.get("typeId", ""))
        text = one.said.get("value", "").strip()
        if not text:
            continue
        if not NUMBER.fullmatch(text):
            said = {"what": node.said.get("name", ""), "value": short(text), "kind": kind}
            raise refused("cost", file, **said)
        found.setdefault(kind, float(text))
    return found


def count_of(node: Node, file: str) -> int:
    """How many of a selection there are; no number, or more than any unit has, is a PlainError."""
    text = node.said.get("number", "1").strip() or "1"
    number = float(text) if NUMBER.fullmatch(text) else -1.0
    if not 0 <= number <= MOST_OF_ONE or not number.is_integer():
        what = node.said.get("name", "")
        raise refused("number", file, what=what, value=short(text), most=MOST_OF_ONE)
    return int(number)


def short(text: str) -> str:
    """A text that fits into a sentence."""
    return text if len(text) <= 24 else f"{text[:20]}…"
