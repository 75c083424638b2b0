"""Says a message: the text of its key with its parameters written in."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from re import Match, Pattern
from typing import Any

from condotta.words.catalogue import FIRST, SLOT, catalogue, has, spoken, strict
from condotta.words.numbers import gained, mu, points, signed, single, tenths, with_unit

VOWEL = re.compile(r"[aeiouàâäéèêëîïôöùûüæœ]|y(?![aeiou])", re.IGNORECASE)
"""How a word begins that takes an elision; whether an h is mute, nobody can tell of a name."""


def say(key: str, params: Mapping[str, Any] | None = None, lang: str = "") -> str:
    """The text of a key in a language, in the first language if this one lacks it.

    Without `lang` it is the language that is spoken now, see `speaking`.

    A key that no catalogue has is shown as it is; where `strictly()` holds it is a KeyError.

    >>> say("number.example", {"moved": 49_000, "price": 7, "names": ("A", "B", "C")})
    'moved 4.9 MU for 3½ points: A, B and C'
    >>> say("no.such.key")
    'no.such.key'

    In French, short words give their vowel up before another:

    >>> say("paper.hand", {"seat": "Aude"}, "fr"), say("paper.hand", {"seat": "Yann"}, "fr")
    ('La main d’Aude, pour personne d’autre', 'La main de Yann, pour personne d’autre')
    """
    given, lang = params or {}, lang or spoken()
    text = catalogue(lang).get(key) or catalogue(FIRST).get(key)
    if text is None:
        if strict():
            raise KeyError(f"no catalogue has {key}")
        return key
    return _slots(lang).sub(lambda slot: _joined(slot, _written(slot, given, lang)), text)


@cache
def _slots(lang: str) -> Pattern[str]:
    """A parameter, with the word before it where a language shortens that before a vowel."""
    short = catalogue(lang).get("number.elided", "").split()
    lead = rf"(?:(?<!\w)(?P<lead>{'|'.join(short)}) )?" if short else "(?P<lead>(?!))?"
    return re.compile(lead + SLOT.pattern, re.IGNORECASE)


def _joined(slot: Match[str], written: str) -> str:
    """A parameter after the word before it: `de` and `Aude` are `d’Aude`."""
    if not slot["lead"]:
        return written
    return f"{slot['lead'][:-1]}’{written}" if VOWEL.match(written) else f"{slot['lead']} {written}"


def _written(slot: Match[str], params: Mapping[str, Any], lang: str) -> str:
    name, other = slot["name"], slot["other"]
    if name not in params:
        if strict():
            raise KeyError(f"{name} was not given")
        return slot[0].removeprefix(f"{slot['lead']} " if slot["lead"] else "")
    value = params[name]
    if slot["many"] is not None:
        return str(slot["one"] if _one(value, slot["halves"], lang) else slot["many"])
    if slot["under"]:
        return _listed(_under(slot["under"], value, lang), lang)
    return _form(value, slot["form"], params.get(other) if other else None, lang)


def _form(value: Any, form: str | None, other: Any, lang: str) -> str:
    match form:
        case "mu" | "whole" | "points" | "signed" | "tenths" | "gained" if isinstance(value, str):
            return value  # what is known of it is not one number
        case "mu":
            return mu(value, lang, unlike=other)
        case "whole":
            return with_unit(value, lang)
        case "points":
            return points(value)
        case "signed":
            return signed(value)
        case "tenths":
            return tenths(value, lang)
        case "gained":
            return gained(value, lang)
        case "say":
            if isinstance(value, list | tuple):
                return _listed([say(key, lang=lang) for key in value], lang)
            return say(value, lang=lang)
        case None:
            return _listed(value, lang) if isinstance(value, list | tuple) else str(value)
    raise ValueError(f"no way to write {form}")


def _one(value: Any, halves: str | None, lang: str) -> bool:
    """Whether the singular goes with a number or a list; a text that is no number is many."""
    match value:
        case list() | tuple():
            count = len(value)
        case int():
            count = value
        case str() if value.isdecimal():
            count = int(value)
        case _:
            return False
    return single(count if halves else 2 * count, lang)


def _under(group: str, value: Any, lang: str) -> list[str]:
    """Words of the code, or names in the first language, as the language has them."""
    words = value if isinstance(value, list | tuple) else (value,)
    found = ((f"{group}.{str(word).lower().replace(' ', '-')}", str(word)) for word in words)
    return [say(key, lang=lang) if has(key) else word for key, word in found]


def either(names: Iterable[object], lang: str = "") -> str:
    """One or another of several.

    >>> either((2, 3, 4)), either(["page", "text"], "fr"), either([2])
    ('2, 3 or 4', 'page ou text', '2')
    """
    *some, last = [str(name) for name in names]
    return f"{', '.join(some)} {say('number.or', lang=lang)} {last}" if some else last


def _listed(names: list[Any] | tuple[Any, ...], lang: str) -> str:
    parts = [str(name) for name in names]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {catalogue(lang)['number.and']} {parts[-1]}"
