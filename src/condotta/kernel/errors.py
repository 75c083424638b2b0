"""What may go wrong. The first three say what a person should do next; the others are bugs."""

from __future__ import annotations

from condotta.kernel.rulings import Refusal


class Illegal(ValueError):
    """A seat asked for something that the rules, or the open question, refuse."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(f"{one.clause} {one.key}" for one in refusals))
        self.refusals = refusals


class Clash(Exception):
    """Two layers claim one thing at one tier: the rulebook is silent; write a ruling."""

    def __init__(self, seam: str, clauses: tuple[str, ...]) -> None:
        super().__init__(
            f"{' and '.join(clauses)} both claim {seam}; a ruling must say which holds"
        )
        self.seam = seam
        self.clauses = clauses


class Corrupt(ValueError):
    """A record from outside is not what it says. The whole record is refused."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why


class Misruled(RuntimeError):
    """A procedure did what none may do; a bug in a book, never a seat's fault."""


class Endless(Misruled):
    """The rules did not come to rest."""
