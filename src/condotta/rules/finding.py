"""Finding a clause from the words of a player who has another rulebook, or none, at hand.

Words are brought to a stem, in English and in French alike, and widened by what is also said for
them (`finding.toml`). Whatever has all of them comes before what has some; rare words weigh more
than common ones, words at the start of a clause and in the heading of its chapter a little more
than others. It names clauses, keeps none.
"""

import difflib
import math
import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache
from typing import TypeAlias

import msgspec

from condotta.data import folder, toml
from condotta.rules.clauses import Clause, in_language, register
from condotta.words import has, languages, say

WORD = re.compile(r"[a-z0-9]+")
ENDINGS = (
    "ements", "ations", "ement", "ation", "ments", "ment", "ings", "ing", "eurs", "eur", "ees",
    "ers", "ent", "ant", "ed", "er", "ez", "ee", "es", "e", "s", "x",
)  # fmt: skip
SHORTEST = 3
"""How many letters a stem keeps."""
DOUBLED = re.compile(r"([bdgmnprt])\1$")
"""A consonant that was doubled before an ending: running, stopped."""
HEADING = re.compile(r"^# \d+\. (.+)$")
FAR = 10
"""After so many words of a clause a word is no longer at its start."""
MEANT = 0.9
"""What a word that means the same weighs, out of the word itself."""
LED = 0.8
"""What a clause weighs that follows from another, such as a worked example, out of that other."""
BESIDE = 1.5
"""How much more words weigh that stand together as they were said."""

Stems: TypeAlias = tuple[str, ...]


class Text(msgspec.Struct, frozen=True):
    """A clause in one language as stems: what it says, its chapter's heading, its settings."""

    says: Stems
    heading: frozenset[str]
    settings: frozenset[str]


class Idea(msgspec.Struct, frozen=True):
    """A word or phrase that was asked for: as it was said, and what means the same."""

    said: Stems
    means: tuple[Stems, ...]


def find(words: str, among: Collection[str] | None = None) -> tuple[Clause, ...]:
    """The clauses that the words may mean, the likeliest first; of those given, if any are.

    >>> [one.id for one in find("looted camp", ["TC-3.19", "TC-3.20"])]
    ['TC-3.19']
    """
    ideas = ideas_in(words)
    scored = []
    for name, clause in register().items():
        if among is not None and name not in among:
            continue
        best = max(_score(name, ideas, lang) for lang in languages())
        if best > (0, 0):
            scored.append((best, clause))
    return tuple(clause for _, clause in sorted(scored, key=lambda one: one[0], reverse=True))


def ideas_in(words: str) -> tuple[Idea, ...]:
    """What was asked for, phrases that are known before single words, misspellings mended."""
    stems, found, at = [_mended(one) for one in stemmed(words)], list[Idea](), 0
    while at < len(stems):
        phrase = next(
            (said for said in _by_length() if tuple(stems[at : at + len(said)]) == said), ()
        )
        said = phrase or (stems[at],)
        found.append(Idea(said, meanings().get(said, ())))
        at += len(said)
    return tuple(dict.fromkeys(found))


def stemmed(text: str) -> Stems:
    """The stems of a text in order, without accents and without the little words.

    >>> stemmed("The chargers were trampling; une unité chargée")
    ('charg', 'trampl', 'unit', 'charg')
    """
    text = text.casefold().replace("’", "'")
    plain = unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode()
    plain = re.sub(r"\b[a-z]'", " ", plain)
    return tuple(stem(word) for word in WORD.findall(plain) if word not in _little())


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
    """Of each known word or phrase all that mean the same."""
    same: dict[Stems, dict[Stems, None]] = {}
    for row in toml("condotta.rules", "finding.toml")["same"]:
        stems = [stemmed(one) for one in row["words"]]
        for said in stems:
            same.setdefault(said, {}).update(dict.fromkeys(stems))
    return {said: tuple(one for one in row if one != said) for said, row in same.items()}


@cache
def index(lang: str) -> dict[str, Text]:
    """Every clause as stems, with the heading of its chapter and what its settings say."""
    headings = _headings()
    return {
        name: Text(
            stemmed(in_language(one, lang).says),
            frozenset(stemmed(headings.get(name, ""))),
            frozenset(stemmed(" ".join(_settings(one, lang)))),
        )
        for name, one in register().items()
    }


def _score(name: str, ideas: tuple[Idea, ...], lang: str) -> tuple[int, float]:
    """Whether all is in it, and how much it weighs."""
    text, weight = index(lang)[name], _weights(lang)
    got = [_idea(one, text, weight) for one in ideas]
    length = 0.9 + 0.1 * len(text.says) / 25
    led = LED if register()[name].follows else 1.0
    return int(all(got)) if any(got) else 0, led * sum(got) / length


def _idea(idea: Idea, text: Text, weight: dict[str, float]) -> float:
    means = (MEANT * _phrase(one, text, weight) for one in idea.means)
    return max(_phrase(idea.said, text, weight), *means, 0.0)


def _phrase(stems: Stems, text: Text, weight: dict[str, float]) -> float:
    """What a phrase weighs in a clause that has all of it; nothing in any other."""
    there = {*text.says, *text.heading, *text.settings}
    if not there.issuperset(stems):
        return 0.0
    total = sum(weight.get(one, 0.0) * _place(one, text) for one in stems)
    total /= math.sqrt(len(stems))
    return total * BESIDE if len(stems) > 1 and _together(stems, text.says) else total


def _place(stem: str, text: Text) -> float:
    """What a place is worth: the start of a clause most, then the rest, its heading, a setting."""
    heading = 0.4 if stem in text.heading else 0.0
    if stem not in text.says:
        return 0.4 + heading
    return 1.0 + heading + (0.3 if text.says.index(stem) < FAR else 0.0)


def _together(stems: Stems, says: Stems) -> bool:
    return any(says[at : at + len(stems)] == stems for at in range(len(says)))


@cache
def _weights(lang: str) -> dict[str, float]:
    """How much a stem tells: the fewer clauses have it, the more."""
    texts = index(lang).values()
    held: dict[str, int] = {}
    for text in texts:
        for one in {*text.says, *text.heading, *text.settings}:
            held[one] = held.get(one, 0) + 1
    return {one: math.log(1 + len(texts) / count) for one, count in held.items()}


def _mended(word: str) -> str:
    known = _vocabulary()
    if word in known or len(word) <= SHORTEST:
        return word
    return next(iter(difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.8)), word)


@cache
def _vocabulary() -> frozenset[str]:
    told = (one for lang in languages() for one in _weights(lang))
    return frozenset([*told, *(stem for said in meanings() for stem in said)])


@cache
def _by_length() -> tuple[Stems, ...]:
    return tuple(sorted((one for one in meanings() if one), key=lambda one: (-len(one), one)))


@cache
def _little() -> frozenset[str]:
    return frozenset(toml("condotta.rules", "finding.toml")["little"]["words"])


def _settings(one: Clause, lang: str) -> Iterator[str]:
    for name in one.decides:
        key = f"setting.{name}"
        yield say(key, lang=lang) if has(key, lang) else ""


@cache
def _headings() -> dict[str, str]:
    """The heading of the chapter that each clause stands in, as its book writes it."""
    found = {}
    for home in sorted({one.home for one in register().values()}):
        heading = ""
        for line in folder(home).joinpath("clauses.toml").read_text(encoding="utf-8").splitlines():
            if match := HEADING.match(line):
                heading = match[1]
            elif line.startswith('id = "'):
                found[line.split('"')[1]] = heading
    return found
