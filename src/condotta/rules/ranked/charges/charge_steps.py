"""The steps of a charge that call one another: declared, reacted to, redirected. [FB-4.2-4.6]"""

from __future__ import annotations

from condotta.kernel.asks import Script


class Declare(Script, frozen=True, kw_only=True):
    """A charge is declared, and reacted to at once. [FB-4.2]

    `first` is the target of a charger that has been redirected. [FB-4.6]
    """

    charger: str
    target: str
    first: str = ""


class React(Script, frozen=True, kw_only=True):
    """A target reacts to a charge: holds, stands and shoots, or flees. [FB-4.3]"""

    charger: str
    target: str
    first: str = ""


class Redirect(Script, frozen=True, kw_only=True):
    """A charger whose target fled may go for another. [FB-4.6]"""

    charger: str
    target: str
    first: str = ""
