"""A careful look into a decoded JSON object: every read says what it expected. [AL-12.2]"""

from collections import Counter
from collections.abc import Iterator, Mapping

from condotta.armies.findings import WARNING, Finding, Severity, finding
from condotta.armies.records import Years
from condotta.armies.text import tidy

DROPPED = frozenset(
    {"_id", "__v", "htmlText", "mdText", "derivedData", "showTroopOptionDescriptions"}
    | {"cardsOffered", "dismountTypeCode"}
)
"""Fields of the service that are known and not kept. [AL-12.2]"""

LONGEST_TEXT = 4_000
LAST_YEAR = 9_999


class Refused(Exception):
    """A list cannot be used; caught for each list, so that one never stops the others."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(why)
        self.where, self.why = where, why


class Log:
    """What an import has to say: findings, fields nobody knows, empty ranges dropped."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.unknown: Counter[str] = Counter()
        self.empty_ranges: Counter[str] = Counter()

    def say(
        self, code: str, severity: Severity, where: str, clause: str, /, **params: object
    ) -> None:
        """Adds a finding."""
        self.findings.append(finding(code, severity, where, clause, **params))


class Node:
    """An object of a file with its path; missing fields read as empty. [AL-12.2]"""

    def __init__(self, value: object, where: str, log: Log) -> None:
        if not isinstance(value, Mapping):
            raise Refused(where, "army.why.notAnObject")
        self.value: Mapping[str, object] = value
        self.where, self.log = where, log

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.value.get(name) is not None

    def text(self, name: str) -> str:
        """A text in the form that is kept; a number is read as text."""
        value = self.value.get(name)
        if value is None or isinstance(value, dict | list | bool):
            return ""
        text = tidy(str(value))
        if len(text) > LONGEST_TEXT:
            raise Refused(f"{self.where}.{name}", "army.why.tooLong")
        return text

    def whole(self, name: str) -> int | None:
        """A whole number, also one in a string; None if the field is missing or null."""
        value = self.number(name)
        if value is not None and not isinstance(value, int):
            raise Refused(f"{self.where}.{name}", "army.why.notWhole")
        return value

    def number(self, name: str) -> int | float | None:
        """A number, also one in a string; whole where it can be. [AL-2.2]"""
        value = self.value.get(name)
        if isinstance(value, str):
            value = _number_in(value)
            if value is None and self.text(name):
                raise Refused(f"{self.where}.{name}", "army.why.notANumber")
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Refused(f"{self.where}.{name}", "army.why.notANumber")
        if abs(value) > 1e9:
            raise Refused(f"{self.where}.{name}", "army.why.notANumber")
        return int(value) if float(value).is_integer() else value

    def rows(self, name: str) -> Iterator["Node"]:
        """The objects of a list; a single object is a list of one."""
        value = self.value.get(name)
        values = value if isinstance(value, list) else [] if value is None else [value]
        for number, row in enumerate(values):
            yield Node(row, f"{self.where}.{name}[{number}]", self.log)

    def texts(self, name: str) -> tuple[str, ...]:
        """The texts of a list, without empty ones; objects are read by their name."""
        value = self.value.get(name)
        values = value if isinstance(value, list) else [value]
        named = [one.get("name") if isinstance(one, Mapping) else one for one in values]
        return tuple(kept for one in named if isinstance(one, str) and (kept := tidy(one)))

    def years(self, name: str, kind: str) -> Years | None:
        """One range of years; none if it is missing, empty, or makes no sense."""
        found = tuple(self.ranges((name,), kind))
        return found[0] if found else None

    def ranges(self, names: tuple[str, ...], kind: str) -> tuple[Years, ...]:
        """The ranges of years under any of the names; one that is wrong opens them all."""
        found: list[Years] = []
        for node in (node for name in names for node in self.rows(name)):
            first, last = node.whole("startDate"), node.whole("endDate")
            if first and last and max(abs(first), abs(last)) > LAST_YEAR:
                raise Refused(node.where, "army.why.year")
            if not first and not last:
                self.log.empty_ranges[kind] += 1
            elif not first or not last or first > last:
                where = node.where
                self.log.say("rangeWrong", WARNING, where, "AL-12.2", first=first, last=last)
                return ()
            else:
                found.append(Years(first, last))
        return tuple(found)

    def leave(self, known: str) -> None:
        """Counts the fields that are neither known nor dropped on purpose. [AL-12.4]"""
        for name in self.value.keys() - DROPPED - set(known.split()):
            self.log.unknown[name] += 1


def _number_in(text: str) -> int | float | None:
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) < 1e9 else None
