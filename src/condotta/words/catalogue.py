"""The catalogues as packaged: all files of a language are one dictionary of dotted keys.

They lie in `words/LANG`; what belongs to one folder alone, such as a battle card, may lie there, as
`words.LANG.toml`.
"""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

FIRST = "en"
"""The language every key has; others may lag behind it."""

SLOT = re.compile(
    r"\{(?P<name>\w+)(?::(?:"
    r"(?P<form>\w+)(?:\.(?P<under>\w+))?(?:>(?P<other>\w+))?"
    r"|(?:(?P<halves>points):)?(?P<one>[^{}|]*)\|(?P<many>[^{}|]*)))?\}"
)
"""A parameter in a text: its name, then how it is written or which words go with its number.

`{far:mu}` is a length, `{far:whole}` so many units; `{far:mu>limit}` one that must not read like
the limit; `{gain:tenths}` a number given in tenths, `{gain:gained}` the same with its sign;
`{edge:say.edge}` the text of the key `edge.` with the value at its end.
`{count:stand|stands}` is the word that goes with that count, `{price:points:point|points}` the
same for a number in halves.
"""

_strict: ContextVar[bool] = ContextVar("strict", default=False)
_spoken: ContextVar[str] = ContextVar("spoken", default=FIRST)


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """While it holds, whatever is said without naming a language is said in this one."""
    before = _spoken.set(lang if lang in languages() else FIRST)
    try:
        yield
    finally:
        _spoken.reset(before)


def spoken() -> str:
    """The language of whoever is spoken to."""
    return _spoken.get()


@contextmanager
def strictly() -> Iterator[None]:
    """While it holds, an unknown key or a parameter not given is an error instead of a blemish."""
    before = _strict.set(True)
    try:
        yield
    finally:
        _strict.reset(before)


def strict() -> bool:
    """Whether a missing text is an error now."""
    return _strict.get()


@cache
def languages() -> tuple[str, ...]:
    """The languages there are catalogues for, in alphabetical order."""
    names = [entry.name for entry in files("condotta.words").iterdir() if entry.is_dir()]
    return tuple(sorted(name for name in names if re.fullmatch(r"[a-z]{2}", name)))


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Every text of one language by its dotted key; a key in two files is a ValueError."""
    texts: dict[str, str] = {}
    for name, file in sorted(_files(files("condotta"), lang)):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        for key, text in _flat(table, ""):
            if key in texts:
                raise ValueError(f"{name}: {key} is said twice")
            texts[key] = text
    return texts


def keys(lang: str = FIRST) -> tuple[str, ...]:
    """Every key of a language, in alphabetical order."""
    return tuple(sorted(catalogue(lang)))


def under(group: str, lang: str = FIRST) -> tuple[str, ...]:
    """What a group names, in alphabetical order; what is said more of one is left out.

    >>> "grand" in under("system"), "grand.how" in under("system")
    (True, False)
    """
    found = (key.partition(".") for key in keys(lang))
    return tuple(name for head, _, name in found if head == group and "." not in name)


def has(key: str, lang: str = FIRST) -> bool:
    """Whether the language has a text for the key."""
    return key in catalogue(lang)


def missing(lang: str) -> tuple[str, ...]:
    """The keys that the first language has and this one lacks."""
    return tuple(key for key in keys() if not has(key, lang))


def placeholders(key: str, lang: str = FIRST) -> frozenset[str]:
    """The names of the parameters a text speaks of."""
    text = catalogue(lang)[key]
    found = (name for slot in SLOT.finditer(text) for name in slot.group("name", "other"))
    return frozenset(name for name in found if name)


def _files(folder: Traversable, lang: str, inside: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files of a language, each with its path: all in `words/LANG`, any `words.LANG.toml`."""
    for one in folder.iterdir():
        name = f"{inside}{one.name}"
        if one.name.endswith(".toml"):
            if inside == f"words/{lang}/" or one.name == f"words.{lang}.toml":
                yield name, one
        elif one.name.isidentifier() and one.name[0] != "_" and one.is_dir():
            yield from _files(one, lang, f"{name}/")


def _flat(table: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict):
            yield from _flat(value, f"{key}.")
        elif isinstance(value, str):
            yield key, value.strip()
        else:
            raise TypeError(f"{key} is not a text")
