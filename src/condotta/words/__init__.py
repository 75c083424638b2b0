"""Message catalogues: every text people read has a key, one catalogue a language.

Code names a key and gives raw parameters; the catalogue holds the sentence and says how each
parameter is written: `{limit:mu}`, `{price:points}`, `{value:signed}`.
"""

from condotta.words.catalogue import (
    has,
    keys,
    languages,
    missing,
    placeholders,
    speaking,
    spoken,
    strictly,
)
from condotta.words.numbers import decimal, mu, points, signed
from condotta.words.speech import say

__all__ = [
    "decimal",
    "has",
    "keys",
    "languages",
    "missing",
    "mu",
    "placeholders",
    "points",
    "say",
    "signed",
    "speaking",
    "spoken",
    "strictly",
]
