"""Finding a clause from the words of a player who has another rulebook, or none, at hand.

Each word or phrase weighs in a clause what BM25 says, and what else is said for it a little less;
of those that mean the same the heaviest counts. What has all that was asked for comes before what
has some. It names clauses, keeps none.
"""

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterator

from condotta.rules.clauses import Clause
from condotta.rules.lookup.index import Index, Lookup
from condotta.rules.lookup.stems import SHORTEST, Stems, ideas, meanings, stemmed

MEANT = 0.7
"""What a word that means the same weighs, out of the word itself."""
PART = 0.6
"""What one word of a phrase weighs, and a phrase whose words stand apart, out of the whole."""
ALL = 0.5
"""How much of a weight depends on how many of the words are there."""
LED = 0.8
"""What a clause weighs that follows from another or cannot act, out of one that rules."""


def find(
    words: str, index: Index, among: Collection[str] | None = None, lang: str = "en"
) -> tuple[Clause, ...]:
    """The clauses that the words may mean, the likeliest first; of those given, if any are.

    The words may be of any language; the clauses come in the one that is named.
    """
    known = _vocabulary(index)
    asked = ideas(tuple(_mended(one, known) for one in stemmed(words)))
    best: dict[str, float] = {}
    for lookup in index.lookups.values():
        for name, weight in _scores(asked, lookup).items():
            best[name] = max(best.get(name, 0.0), weight)
    told = index.lookups[lang].clauses
    kept = (name for name in told if name in best and (among is None or name in among))
    return tuple(told[name] for name in sorted(kept, key=lambda name: -best[name]))


def _scores(asked: tuple[Stems, ...], lookup: Lookup) -> dict[str, float]:
    total, there = defaultdict[str, float](float), defaultdict[str, int](int)
    for idea in asked:
        for name, weight in _idea(idea, lookup).items():
            total[name] += weight
            there[name] += 1
    return {
        name: weight * (1 - ALL + ALL * there[name] / len(asked)) * _led(lookup.clauses[name])
        for name, weight in total.items()
    }


def _led(clause: Clause) -> float:
    return LED if clause.follows or not clause.acts else 1.0


def _idea(idea: Stems, lookup: Lookup) -> dict[str, float]:
    """What a word or phrase weighs in each clause, by itself or by what means the same."""
    best: dict[str, float] = {}
    for stems, share in _ways(idea):
        for name, weight in _phrase(stems, lookup).items():
            best[name] = max(best.get(name, 0.0), share * weight)
    return best


def _ways(idea: Stems) -> Iterator[tuple[Stems, float]]:
    yield idea, 1.0
    yield from ((same, MEANT) for same in meanings().get(idea, ()))
    if len(idea) > 1:
        yield from (((stem,), PART) for stem in idea)


def _phrase(stems: Stems, lookup: Lookup) -> dict[str, float]:
    """What a phrase weighs in each clause that has all of its words."""
    held = [lookup.weights.get(stem, {}) for stem in stems]
    names = set(held[0]).intersection(*held[1:])
    told = f" {' '.join(stems)} "
    return {
        name: sum(one[name] for one in held)
        * (1.0 if len(stems) == 1 or told in lookup.says[name] else PART)
        for name in names
    }


def _mended(word: str, known: Collection[str]) -> str:
    if word in known or len(word) <= SHORTEST:
        return word
    return next(iter(difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.8)), word)


def _vocabulary(index: Index) -> frozenset[str]:
    told = (stem for lookup in index.lookups.values() for stem in lookup.weights)
    return frozenset([*told, *(stem for said in meanings() for stem in said)])
