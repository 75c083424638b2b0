"""Write the TypeScript types and the JSON schema of the protocol from the Python records.

python tools/protocol_types.py            writes web/src/generated/protocol.ts and
                                          docs/protocol.schema.json
python tools/protocol_types.py --check    1 if a file is not what would be written
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from condotta.armies.building import views
from condotta.kernel.asks import Action
from condotta.kernel.events import Event, Popped, Pushed, Veiled
from condotta.kernel.log import encode
from condotta.rules.library import SYSTEMS, book
from condotta.server import door_forms, forms, parts, protocol
from condotta.server.armoury import armoury_forms

ROOT = Path(__file__).resolve().parents[1]
TYPES = ROOT / "web/src/generated/protocol.ts"
SCHEMA = ROOT / "docs/protocol.schema.json"
HEAD = """\
// Written by tools/protocol_types.py from the Python records. Do not change it by hand:
// run `python tools/protocol_types.py` after changing a record.
/* eslint-disable */
"""
UNSEEN = (Pushed, Popped, Veiled)
"""Events that no audience is ever sent."""

ASKED = (
    forms.NewBattle,
    forms.Claim,
    door_forms.SeatChange,
    forms.RefereeAsked,
    door_forms.Again,
    door_forms.ClockSet,
    door_forms.NoticesSet,
    door_forms.Archiving,
    door_forms.OwnerKey,
    armoury_forms.ArmyAsked,
    armoury_forms.ArmyDrawn,
    armoury_forms.ArmyText,
    armoury_forms.ArmiesText,
    armoury_forms.ArmiesSide,
)
TOLD = (
    forms.Problem,
    forms.About,
    views.ListFound,
    forms.RosterShown,
    forms.BattleMade,
    forms.Claimed,
    forms.Room,
    forms.Rooms,
    door_forms.DiceSeen,
    door_forms.Done,
    forms.RefereeSaid,
    forms.RefereeSystem,
    parts.Explained,
    views.ListsFound,
    views.ArmyShown,
    armoury_forms.ArmiesRead,
    armoury_forms.Written,
    armoury_forms.SheetShown,
    armoury_forms.SidesShown,
)
OPEN = {
    ("Answered", "said"): "Action | null",
    ("Command", "action"): "Action",
    ("Judge", "action"): "Action",
    ("Plan", "action"): "Action",
    ("Reply", "menu"): "readonly Action[] | null",
    ("ActShown", "action"): "Action",
    ("HintShown", "action"): "Action",
}
"""Fields whose records the game adds; Python reads them as plain data first."""


class Writer:
    """Collects every record that is reached, each written once."""

    def __init__(self) -> None:
        self.done: dict[str, str] = {}
        self.classes: dict[str, type] = {}
        self.defaults: dict[str, dict[str, Any]] = {}

    def type_of(self, what: inspect.Type, *, told: bool) -> str:
        """The TypeScript type of a Python type."""
        match what:
            case inspect.StructType(cls):
                return self.record(cls, what, told=told)
            case inspect.UnionType(types) if any(of(one) in UNSEEN for one in types):
                return "Event"
            case inspect.UnionType(types):
                return " | ".join(dict.fromkeys(self.type_of(one, told=told) for one in types))
            case inspect.LiteralType(values):
                return " | ".join(encode(value).decode() for value in values)
            case inspect.TupleType(items):
                return f"readonly [{', '.join(self.type_of(one, told=told) for one in items)}]"
            case inspect.VarTupleType(item) | inspect.ListType(item):
                inner = self.type_of(item, told=told)
                simple = inner.isidentifier()
                return f"readonly {inner}[]" if simple else f"readonly ({inner})[]"
            case inspect.DictType(_, value):
                return f"Readonly<Record<string, {self.type_of(value, told=told)}>>"
        return plain(what)

    def record(self, cls: type, info: inspect.StructType, *, told: bool) -> str:
        """The name of a record, which is written when it is met first."""
        name = name_of(cls)
        assert self.classes.setdefault(name, cls) is cls, f"two records are called {name}"
        if name not in self.done:
            self.done[name] = ""
            self.done[name] = self.written(name, cls, info, told=told)
        return name

    def written(self, name: str, cls: type, info: inspect.StructType, *, told: bool) -> str:
        """The declaration of a record."""
        note = comment(cls)
        if info.array_like:
            parts = (f"{one.encode_name}: {self.field(cls, one, told=told)}" for one in info.fields)
            return f"{note}export type {name} = readonly [{', '.join(parts)}];\n"
        omits = bool(cls.__struct_config__.omit_defaults)  # type: ignore[attr-defined]  # a Struct
        lines = [f"{note}export interface {name} {{"]
        if info.tag_field:
            lines.append(f"  readonly {info.tag_field}: {encode(info.tag).decode()};")
        for one in info.fields:
            may_lack = not one.required and (omits or not told)
            mark = "?" if may_lack else ""
            kind = self.field(cls, one, told=told)
            lines.append(f"  readonly {one.encode_name}{mark}: {kind};")
            if may_lack and omits:
                self.defaults.setdefault(name, {})[one.encode_name] = default_of(one)
        return "\n".join([*lines, "}\n"])

    def field(self, cls: type, one: inspect.Field, *, told: bool) -> str:
        """The type of a field."""
        return OPEN.get((cls.__name__, one.name)) or self.type_of(one.type, told=told)

    def union(self, name: str, classes: tuple[type, ...], says: str, *, told: bool) -> str:
        """A union of records under a name."""
        infos = inspect.multi_type_info(classes)
        names = [self.type_of(info, told=told) for info in infos]
        return f"/** {says} */\nexport type {name} =\n  | " + "\n  | ".join(names) + ";\n"


def of(what: inspect.Type) -> type | None:
    """The class of a record's type."""
    return what.cls if isinstance(what, inspect.StructType) else None


def plain(what: inspect.Type) -> str:
    """The type of a value that is no record and holds none."""
    match what:
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript type for {what}")


def name_of(cls: type) -> str:
    """What a record is called in TypeScript; messages say so in their name."""
    return f"{cls.__name__}Message" if issubclass(cls, protocol.Message) else cls.__name__


def default_of(one: inspect.Field) -> Any:
    """The value of a field that was left out."""
    if one.default is not msgspec.NODEFAULT:
        return one.default
    assert one.default_factory is not msgspec.NODEFAULT
    return one.default_factory()


def comment(cls: type) -> str:
    """What a record is, as its docstring begins."""
    said = (cls.__doc__ or "").split("\n\n")[0].split()
    return f"/** {' '.join(said)} */\n"


def actions() -> tuple[type[Action], ...]:
    """Everything that a seat may say in any system, by name."""
    known = {
        kind.__name__: kind
        for system in sorted(SYSTEMS)
        for kind in book(system).types.values()
        if issubclass(kind, Action)
    }
    return tuple(known[name] for name in sorted(known))


def blocks(writer: Writer) -> Iterator[str]:
    """Every part of the file, in order."""
    events = tuple(one for one in get_args(Event) if one not in UNSEEN)
    unions = [
        writer.union("Said", get_args(protocol.Said), "What a page says.", told=False),
        writer.union("Event", events, "What happened, as an audience may know it.", told=True),
        writer.union("Heard", get_args(protocol.Heard), "What a page hears.", told=True),
        writer.union("Action", actions(), "What a seat may say.", told=False),
    ]
    for classes, told in ((ASKED, False), (TOLD, True)):
        for info in inspect.multi_type_info(classes):
            writer.type_of(info, told=told)
    yield f"{HEAD}\nexport const PROTOCOL = {protocol.PROTOCOL};\n"
    yield from unions
    yield from (writer.done[name] for name in sorted(writer.done) if name not in unseen())
    yield "/** What a field holds where a record leaves it out. */"
    yield f"export const DEFAULTS = {pretty(writer.defaults)} as const;\n"


def unseen() -> set[str]:
    """The names of records that are reached and never sent."""
    return {one.__name__ for one in UNSEEN}


def pretty(defaults: dict[str, dict[str, Any]]) -> str:
    """The defaults as an object, a record a line."""
    rows = (
        f"  {name}: {encode(defaults[name]).decode()},"
        for name in sorted(defaults)
        if name not in unseen()
    )
    return "\n".join(["{", *rows, "}"])


def text() -> str:
    """The whole file."""
    return "\n".join(blocks(Writer()))


def schema() -> str:
    """The schema of everything that goes over the socket and over HTTP."""
    kinds: list[Any] = [protocol.Said, protocol.Heard, *actions(), *ASKED, *TOLD]
    refs, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of the live table, version 1",
        "description": "Said is what a page says over the socket, Heard what it hears.",
        "$defs": {"Said": refs[0], "Heard": refs[1], **parts},
    }
    return msgspec.json.format(encode(whole), indent=1).decode() + "\n"


def main() -> int:
    """Write the files, or compare them."""
    wanted = {TYPES: text(), SCHEMA: schema()}
    stale = [
        path
        for path, content in wanted.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != content
    ]
    for path in stale:
        name = path.relative_to(ROOT).as_posix()
        if "--check" in sys.argv[1:]:
            print(f"{name} must be written again: run python tools/protocol_types.py")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], encoding="utf-8")
            print(f"Wrote {name}.")
    return 1 if stale and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
