"""Message catalogues: every text people read has a key, one catalogue a language.

Code names a key and gives raw parameters; the catalogue holds the sentence and says how each
parameter is written: `{limit:mu}`, `{depth:whole}`, `{price:points}`, `{value:signed}`.
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
from condotta.words.numbers import INCH, MU, decimal, measured_in, mu, points, signed, with_unit
from condotta.words.speech import either, say

__all__ = [
    "INCH",
    "MU",
    "decimal",
    "either",
    "has",
    "keys",
    "languages",
    "measured_in",
    "missing",
    "mu",
    "placeholders",
    "points",
    "say",
    "signed",
    "speaking",
    "spoken",
    "strictly",
    "with_unit",
]
