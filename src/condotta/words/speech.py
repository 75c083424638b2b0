"""Says a message: the text of its key with its parameters written in."""

from collections.abc import Mapping
from re import Match
from typing import Any

from condotta.words.catalogue import FIRST, SLOT, catalogue, strict
from condotta.words.numbers import mu, points, signed


def say(key: str, params: Mapping[str, Any] | None = None, lang: str = FIRST) -> str:
    """The text of a key in a language, in the first language if this one lacks it.

    A key that no catalogue has is shown as it is; where `strictly()` holds it is a KeyError.

    >>> say("number.example", {"moved": 49_000, "price": 7, "names": ("A", "B", "C")})
    'moved 4.9 MU for 3½ points: A, B and C'
    >>> say("no.such.key")
    'no.such.key'
    """
    given = params or {}
    text = catalogue(lang).get(key) or catalogue(FIRST).get(key)
    if text is None:
        if strict():
            raise KeyError(f"no catalogue has {key}")
        return key
    return SLOT.sub(lambda slot: _written(slot, given, lang), text)


def _written(slot: Match[str], params: Mapping[str, Any], lang: str) -> str:
    name, form, other = slot.groups()
    if name not in params:
        if strict():
            raise KeyError(f"{name} was not given")
        return slot.group(0)
    return _form(params[name], form, params.get(other) if other else None, lang)


def _form(value: Any, form: str | None, other: Any, lang: str) -> str:
    match form:
        case "mu":
            return mu(value, lang, unlike=other)
        case "points":
            return points(value)
        case "signed":
            return signed(value)
        case "say":
            return say(value, lang=lang)
        case None:
            return _listed(value, lang) if isinstance(value, list | tuple) else str(value)
    raise ValueError(f"no way to write {form}")


def _listed(names: list[Any] | tuple[Any, ...], lang: str) -> str:
    parts = [str(name) for name in names]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {catalogue(lang)['number.and']} {parts[-1]}"
