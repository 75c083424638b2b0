"""Rosters that players' programs write: `.ros` is XML, `.rosz` a zip with one such file.

A reader of this one format, for any game that has rosters in it; what is in them, each game judges.
Nothing is executed or fetched: document types and entities are refused, sizes and depths limited.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.parsers import expat

import msgspec

from condotta.errors import PlainError
from condotta.words import say

SUFFIXES = (".ros", ".rosz")
MOST_BYTES = 32_000_000
MOST_NODES = 400_000
MOST_DEPTH = 60
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    RuntimeError,  # a password
    NotImplementedError,
    OSError,
    EOFError,
    ValueError,
    LookupError,
)
"""What a zip that is none, or is not whole, makes the library say."""


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


class _Node:
    __slots__ = ("children", "said", "tag", "text")

    def __init__(self, tag: str, said: dict[str, str]) -> None:
        self.tag = tag
        self.said = said
        self.children: list[_Node] = []
        self.text = ""

    def each(self, *path: str) -> Iterator[_Node]:
        """Every node at a path of tags below this one."""
        if not path:
            yield self
            return
        for child in self.children:
            if child.tag == path[0]:
                yield from child.each(*path[1:])


class _Builder:
    """Builds the tree of one file, and refuses what no roster has."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: _Node | None = None
        self.open: list[_Node] = []
        self.nodes = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.said
        self.parser.StartDoctypeDeclHandler = self.never
        self.parser.EntityDeclHandler = self.never

    def never(self, *_: object) -> None:
        """A document type could name entities or other files."""
        raise refused("doctype", self.name)

    def start(self, tag: str, said: dict[str, str]) -> None:
        """An element begins."""
        self.nodes += 1
        if self.nodes > MOST_NODES or len(self.open) >= MOST_DEPTH:
            raise refused("large", self.name)
        node = _Node(tag.rpartition(":")[2], said)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def end(self, _: str) -> None:
        """An element is whole."""
        self.open.pop()

    def said(self, text: str) -> None:
        """Words in an element."""
        self.open[-1].text += text


def refused(why: str, name: str) -> PlainError:
    """The sentence that says why a file is not read."""
    return PlainError(say(f"roster-file.{why}", {"file": name}))


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
    root = tree(unzipped(data, name) if data[:2] == b"PK" else data, name)
    if root.tag != "roster":
        raise refused("no-roster", name)
    return RosterFile(
        root.said.get("name", ""),
        root.said.get("gameSystemName", ""),
        costs_of(root),
        tuple(force.said.get("name", "") for force in forces(root)),
        tuple(
            selection(one)
            for force in forces(root)
            for one in force.each("selections", "selection")
        ),
        tuple(sum(1 for _ in force.each("selections", "selection")) for force in forces(root)),
    )


def unzipped(data: bytes, name: str) -> bytes:
    """The one file in a zip, no larger than allowed."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            inside = [one for one in archive.infolist() if not one.is_dir()]
            if len(inside) != 1:
                raise refused("several", name)
            with archive.open(inside[0]) as packed:
                found = packed.read(MOST_BYTES + 1)
    except BROKEN as why:
        raise refused("unreadable", name) from why
    if len(found) > MOST_BYTES:
        raise refused("large", name)
    return found


def tree(data: bytes, name: str) -> _Node:
    """The elements of an XML file."""
    builder = _Builder(name)
    try:
        builder.parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as why:
        raise refused("no-xml", name) from why
    assert builder.root is not None
    return builder.root


def forces(node: _Node) -> Iterator[_Node]:
    """Every force of a roster, those inside others too."""
    for one in node.each("forces", "force"):
        yield one
        yield from forces(one)


def selection(node: _Node) -> Selection:
    """A selection with all that is in it."""
    return Selection(
        node.said.get("name", ""),
        node.said.get("type", ""),
        _whole(node.said.get("number", "1")),
        costs_of(node),
        tuple(one.said.get("name", "") for one in node.each("categories", "category")),
        tuple(profile(one) for one in node.each("profiles", "profile")),
        tuple(one.said.get("name", "") for one in node.each("rules", "rule")),
        tuple(selection(one) for one in node.each("selections", "selection")),
    )


def profile(node: _Node) -> Profile:
    """A profile; older programs wrote values as attributes."""
    values = {
        one.said.get("name", ""): (one.text or one.said.get("value", "")).strip()
        for one in node.each("characteristics", "characteristic")
    }
    type_name = node.said.get("typeName", node.said.get("profileTypeName", ""))
    return Profile(node.said.get("name", ""), type_name, values)


def costs_of(node: _Node) -> dict[str, float]:
    """What something costs, by the name of the cost."""
    found: dict[str, float] = {}
    for one in node.each("costs", "cost"):
        try:
            found[one.said.get("name", "").strip()] = float(one.said.get("value", "0"))
        except ValueError:
            continue
    return found


def _whole(text: str) -> int:
    try:
        return max(0, min(10_000, int(float(text))))
    except (ValueError, OverflowError):
        return 1
