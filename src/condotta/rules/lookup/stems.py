"""Words as they are looked up: without endings, accents and little words; and what else is said.

English and French are stemmed alike, since nobody says in which he asks. A factor such as +1 is
read as a bonus, -1 as a penalty. It names clauses, keeps none.
"""

import re
import unicodedata
from functools import cache
from typing import Any, TypeAlias

from condotta.data import toml

WORD = re.compile(r"[a-z0-9]+")
ID = re.compile(r"\b[a-z]{2}-\d+(?:\.\d+)?")
"""A clause, which says nothing by itself: TC-5.3."""
BETTER, WORSE = re.compile(r"(?<!\w)\+\d"), re.compile(r"(?<!\w)[−-]\d")
ELIDED = re.compile(r"\b[a-z]'|'s\b")
ENDINGS = (
    "ements", "ations", "ement", "ation", "ments", "ment", "ings", "ing", "eurs", "eur", "ees",
    "ers", "ent", "ant", "ed", "er", "ez", "ee", "es", "e", "s", "x",
)  # fmt: skip
SHORTEST = 3
"""How many letters a stem keeps."""
DOUBLED = re.compile(r"([bdgmnprt])\1$")
"""A consonant that was doubled before an ending: running, stopped."""

Stems: TypeAlias = tuple[str, ...]


def stemmed(text: str) -> Stems:
    """The stems of a text in order, without accents and without the little words.

    >>> stemmed("The chargers were trampling, at -1; la cavalerie a chargé")
    ('charg', 'trampl', 'penalti', 'cavaleri', 'charg')
    """
    plain = WORSE.sub(" penalty ", BETTER.sub(" bonus ", text.casefold().replace("’", "'")))
    plain = unicodedata.normalize("NFD", plain).encode("ascii", "ignore").decode()
    plain = ELIDED.sub(" ", ID.sub(" ", plain))
    return tuple(stem(word) for word in WORD.findall(plain) if word not in _little())


@cache
def stem(word: str) -> str:
    """A word without its endings, light enough for both languages.

    >>> stem("wheels"), stem("wheeling"), stem("pursuer"), stem("fuite")
    ('wheel', 'wheel', 'pursu', 'fuit')
    """
    for _ in range(2):
        for ending in ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
                word = word[: -len(ending)]
                break
    word = word[:-1] + "i" if word.endswith("y") else word
    return DOUBLED.sub(r"\1", word)


@cache
def meanings() -> dict[Stems, tuple[Stems, ...]]:
    """Of each known word or phrase all that is said for it instead."""
    same: dict[Stems, dict[Stems, None]] = {}
    for row in _table()["same"]:
        stems = [one for one in map(stemmed, row["words"]) if one]
        for said in stems:
            same.setdefault(said, {}).update(dict.fromkeys(stems))
    for row in _table()["kind"]:
        for said in filter(None, map(stemmed, row["words"])):
            same.setdefault(said, {}).setdefault(stemmed(row["of"]))
    return {said: tuple(one for one in row if one != said) for said, row in same.items()}


def ideas(stems: Stems) -> tuple[Stems, ...]:
    """The stems in order as words and as the phrases that are known, the longest first.

    >>> ideas(stemmed("looted zone of control"))
    (('loot',), ('zon', 'control'))
    """
    found, at = list[Stems](), 0
    while at < len(stems):
        phrases = (said for said in _phrases() if stems[at : at + len(said)] == said)
        found.append(next(phrases, stems[at : at + 1]))
        at += len(found[-1])
    return tuple(dict.fromkeys(found))


@cache
def _phrases() -> tuple[Stems, ...]:
    long = (said for said in meanings() if len(said) > 1)
    return tuple(sorted(long, key=lambda one: (-len(one), one)))


@cache
def _little() -> frozenset[str]:
    return frozenset(_table()["little"])


@cache
def _table() -> dict[str, Any]:
    return toml("condotta.rules.lookup", "synonyms.toml")
