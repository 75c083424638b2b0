"""Findings: what is wrong with a roster or a file, all of it at once. [AL-11]"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from condotta.words import say
from condotta.words.catalogue import FIRST

Severity = Literal["error", "warning", "info"]
ERROR: Severity = "error"
WARNING: Severity = "warning"
INFO: Severity = "info"
RANK: Mapping[Severity, int] = {ERROR: 0, WARNING: 1, INFO: 2}


class Finding(msgspec.Struct, frozen=True):
    """One thing found: its code, how grave it is, where, and the values its sentence needs."""

    code: str
    severity: Severity
    where: str
    clause: str
    params: dict[str, object] = {}

    @property
    def message(self) -> str:
        """The sentence for people, in the first language."""
        return self.said()

    def said(self, lang: str = FIRST) -> str:
        """The sentence for people in a language."""
        return say(f"army.{self.code}", self.params, lang)


def finding(code: str, severity: Severity, where: str, clause: str, /, **params: object) -> Finding:
    """A finding with its values by name; `where` is one of them."""
    return Finding(code, severity, where, clause, {"where": where, **params})


def as_json(one: Finding) -> Mapping[str, object]:
    """A finding as it is printed with --json."""
    return {
        "code": one.code,
        "severity": one.severity,
        "where": one.where,
        "message": one.message,
        "clause": one.clause,
    }


def in_order(found: list[Finding]) -> tuple[Finding, ...]:
    """Gravest first, otherwise in the order they were found."""
    return tuple(sorted(found, key=lambda one: RANK[one.severity]))
