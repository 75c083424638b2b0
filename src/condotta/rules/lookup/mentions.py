"""Which clauses the text of a clause names, where in it, and which others name that clause.

(Its examples name clauses, keeps none.)
"""

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from condotta.rules.clauses import register

NAME = re.compile(r"(?<![\w-])(?P<book>[A-Z]{2})-\d+(?:\.\d+)?(?!\.?\d)")
MORE = re.compile(r"(?:, |–| (?:and|or|to|et|ou|à) )(?P<number>\d+\.\d+)(?!\.?\d)")
"""Another clause of the same book right after one: `TT-7.1 and 7.2`."""


class Worded(msgspec.Struct, frozen=True):
    """A part of a clause's text; with `clause` it is the name of another."""

    text: str
    clause: str = ""


def worded(text: str) -> tuple[Worded, ...]:
    """A text in parts, each clause that it names a part of its own.

    >>> [part.text for part in worded("as TT-7.1 and 7.2 say") if part.clause]
    ['TT-7.1', '7.2']
    """
    parts, done = [], 0
    for start, end, name in _mentions(text):
        parts += [Worded(text[done:start]), Worded(text[start:end], name)]
        done = end
    return tuple(part for part in (*parts, Worded(text[done:])) if part.text)


def named_in(name: str) -> tuple[str, ...]:
    """The clauses whose text names that one, in the order of their numbers.

    >>> named_in("TC-3.70")
    ('BC-10.4', 'BC-30.32')
    """
    return _naming().get(name, ())


@cache
def _naming() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for each in register().values():
        for name in (name for _, _, name in _mentions(each.says) if name != each.id):
            found.setdefault(name, {})[each.id] = None
    return {name: tuple(who) for name, who in found.items()}


def _mentions(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a text names clauses that there are: from, to, which."""
    for match in NAME.finditer(text):
        found, end = [(*match.span(), match.group())], match.end()
        while more := MORE.match(text, end):
            end = more.end()
            found.append((*more.span("number"), f"{match['book']}-{more['number']}"))
        yield from (one for one in found if one[2] in register())
