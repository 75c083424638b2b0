"""The tree in a roster file, whether it is written as XML or as JSON, zipped or not.

Nothing is executed or fetched: document types and entities are refused, sizes and depths limited.
"""

from __future__ import annotations

import codecs
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any
from xml.parsers import expat

import msgspec

from condotta.armies.text import WIDE, decoded
from condotta.errors import PlainError
from condotta.words import say

MOST_BYTES = 32_000_000
MOST_NODES = 150_000
MOST_DEPTH = 60
ZIPPED = b"PK"
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

ONE_OF = {
    "forces": "force",
    "selections": "selection",
    "costs": "cost",
    "profiles": "profile",
    "characteristics": "characteristic",
    "categories": "category",
    "rules": "rule",
}
"""What is in each collection."""
TEXTS = ("$text", "#text", "_text", "__text", "_", "$t", "content")
INSIDE = ("$", "_attributes", "@attributes")
MARKS = "_@-$"
"""How JSON that was made from XML names the text of an element and its attributes."""


class Node:
    """An element: its name, what it says of itself, and the elements in it."""

    __slots__ = ("children", "said", "tag", "text")

    def __init__(self, tag: str, said: dict[str, str]) -> None:
        self.tag = tag
        self.said = said
        self.children: list[Node] = []
        self.text = ""

    def each(self, *path: str) -> Iterator[Node]:
        """Every node at a path of tags below this one."""
        if not path:
            yield self
            return
        for child in self.children:
            if child.tag == path[0]:
                yield from child.each(*path[1:])


def refused(why: str, name: str, **more: str | int) -> PlainError:
    """The sentence that says why a file is not read."""
    return PlainError(say(f"roster-file.{why}", {"file": name, **more}))


def tree(data: bytes, name: str) -> Node:
    """The tree of a file, however it is written; what holds none is a PlainError."""
    whole = unzipped(data, name) if data.startswith(ZIPPED) else data
    text = decoded(whole)
    if text.lstrip()[:1] in ("{", "["):
        return of_json(text, name)
    return of_xml(text if whole.startswith(WIDE) else whole.removeprefix(codecs.BOM_UTF8), name)


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


# ── XML ──────────────────────────────────────────────────────────────────────
class _Builder:
    """Builds the tree of one file, and refuses what no roster has."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.open: list[Node] = []
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
        node = Node(tag.rpartition(":")[2], said)
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


def of_xml(text: str | bytes, name: str) -> Node:
    """The elements of an XML file."""
    builder = _Builder(name)
    try:
        builder.parser.Parse(text, True)
    except (expat.ExpatError, ValueError, LookupError) as why:
        raise refused("no-xml", name) from why
    assert builder.root is not None
    return builder.root


# ── JSON ─────────────────────────────────────────────────────────────────────
def of_json(text: str, name: str) -> Node:
    """The same tree from JSON: collections are lists, or hold their elements under one name."""
    try:
        value = msgspec.json.decode(text.encode("utf-8", "replace"))
    except RecursionError as why:
        raise refused("large", name) from why
    except msgspec.DecodeError as why:
        raise refused("no-json", name) from why
    found = roster_in(value)
    if found is None:
        raise refused("no-json-roster", name)
    left = [MOST_NODES]
    return _element("roster", found, name, left, 0)


def roster_in(value: object) -> Mapping[str, Any] | None:
    """The roster in a decoded value, None where there is none."""
    if not isinstance(value, Mapping):
        return None
    inner = value.get("roster")
    if isinstance(inner, Mapping):
        return inner
    return value if "forces" in value and ("costs" in value or "gameSystemName" in value) else None


def _element(tag: str, value: Mapping[str, Any], name: str, left: list[int], depth: int) -> Node:
    left[0] -= 1
    if left[0] < 0 or depth > MOST_DEPTH:
        raise refused("large", name)
    node = Node(tag, {})
    for key, inner in value.items():
        if key in INSIDE and isinstance(inner, Mapping):
            node.said.update({one: _plain(each) for one, each in inner.items()})
        elif isinstance(inner, list | Mapping):
            if key in ONE_OF:
                node.children.append(_collection(key, inner, name, left, depth + 1))
        elif key in TEXTS:
            node.text += _plain(inner)
        elif inner is not None:
            node.said[key.lstrip(MARKS)] = _plain(inner)
    return node


def _collection(key: str, value: object, name: str, left: list[int], depth: int) -> Node:
    node, each = Node(key, {}), ONE_OF[key]
    rows = value if isinstance(value, list) else [value]
    for row in rows:
        if not isinstance(row, Mapping):
            continue
        inner = row.get(each)
        many = inner if isinstance(inner, list) else [row if inner is None else inner]
        node.children += [
            _element(each, one, name, left, depth + 1) for one in many if isinstance(one, Mapping)
        ]
    return node


def _plain(value: object) -> str:
    """A value as XML would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
