"""The JSON Schema of position files, made from the records that read them.

`python -m condotta.positions.schema > docs/positions.schema.json` writes it anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any

import msgspec

from condotta.positions.forms import KERNEL
from condotta.positions.games import SYSTEMS, Form, game
from condotta.positions.records import Case, Document

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"
EXPECTED = {
    "description": "What the answer must hold; a list gives one pattern for each of `under`.",
    "type": ["object", "array"],
}


def schema() -> dict[str, Any]:
    """The whole schema, as plain data."""
    games = [game(system) for system in SYSTEMS]
    actions = gathered([KERNEL, *(one.actions for one in games)])
    questions = gathered(one.questions for one in games)
    kinds = [Document, Case, *dict.fromkeys(kinds_of(actions)), *dict.fromkeys(kinds_of(questions))]
    found, parts = msgspec.json.schema_components(kinds, ref_template=REF)
    shapes = dict(zip(kinds, found, strict=True))
    parts["Said"] = said(actions, shapes)
    parts["Question"] = question(questions, shapes)
    for name in ("Document", "Case"):
        fields = parts[name]["properties"]
        for field, part in (("says", "Said"), ("questions", "Question")):
            fields[field] = {"type": "array", "items": {"$ref": REF.format(name=part)}}
    for part in parts.values():
        part.pop("title", None)
        part["description"] = cleandoc(part.get("description", ""))
        part.get("properties", {}).pop("$schema", None)
    parts["Document"]["properties"]["$schema"] = {"type": "string"}
    parts["Document"]["properties"]["system"] = {"enum": list(SYSTEMS)}
    whole = {"$schema": DIALECT, "title": "Position file of Condotta", **found[0]}
    return {**whole, "$defs": dict(sorted(parts.items()))}


def gathered(each: Iterable[Mapping[str, Form]]) -> dict[str, tuple[Form, ...]]:
    """All forms of a name, as what is said or asked differs from game to game."""
    found: dict[str, tuple[Form, ...]] = {}
    for forms in each:
        for name, form in forms.items():
            others = found.get(name, ())
            if form.kind not in [one.kind for one in others]:
                found[name] = (*others, form)
    return found


def kinds_of(forms: Mapping[str, tuple[Form, ...]]) -> Iterator[Any]:
    """Every type that their JSON has."""
    return (form.kind for same in forms.values() for form in same)


def said(forms: Mapping[str, tuple[Form, ...]], shapes: Mapping[Any, Any]) -> dict[str, Any]:
    """One thing said: a seat, exactly one action, and what goes with it."""
    own = {"seat": {"type": "string"}, "note": {"type": "string"}, "expect": EXPECTED}
    return {
        "description": "One thing that a seat says; exactly one action.",
        "type": "object",
        "required": ["seat"],
        "properties": {**own, **described(forms, shapes)},
        "oneOf": one_of(forms),
        "additionalProperties": False,
    }


def question(forms: Mapping[str, tuple[Form, ...]], shapes: Mapping[Any, Any]) -> dict[str, Any]:
    """One question: exactly one, and what goes with it."""
    after = {"type": "integer", "minimum": 0, "description": "After so many things were said."}
    own = {"note": {"type": "string"}, "after": after, "expect": EXPECTED}
    return {
        "description": "One question; asked after all that is said unless `after` says otherwise.",
        "type": "object",
        "properties": {**own, **described(forms, shapes)},
        "oneOf": one_of(forms),
        "additionalProperties": False,
    }


def described(forms: Mapping[str, tuple[Form, ...]], shapes: Mapping[Any, Any]) -> dict[str, Any]:
    """The forms by name, each with its shape (or those of several games) and one sentence."""
    found = {}
    for name, same in forms.items():
        own = [shapes[form.kind] for form in same]
        shape = own[0] if len(own) == 1 else {"anyOf": own}
        found[name] = {**shape, "description": " / ".join(dict.fromkeys(one.says for one in same))}
    return found


def one_of(names: Iterable[str]) -> list[dict[str, list[str]]]:
    """Exactly one of these fields."""
    return [{"required": [name]} for name in names]


def text() -> str:
    """The schema as it lies in the documentation."""
    return msgspec.json.format(msgspec.json.encode(schema())).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
