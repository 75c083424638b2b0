"""What is told of an army being built: the same to a page, the command line and programs. [AL-15.1]

Points are half points everywhere. A selection is a roster as files have it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from condotta.armies.findings import Finding, Severity
from condotta.armies.records import STANDARD_CAP
from condotta.settings import SettingShown
from condotta.words.catalogue import FIRST

Selection = dict[str, Any]
"""A roster as files have it, whole or not, right or wrong."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of what is told."""


class ListFound(View, frozen=True, kw_only=True):
    """A list in the search, with what it can be found by; so many shipped rosters are of it."""

    key: str
    id: str
    name: str
    start: int
    end: int
    rosters: int = 0
    homes: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    troops: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class ListsFound(View, frozen=True, kw_only=True):
    """What was found, and everything there is to search by."""

    lists: tuple[ListFound, ...]
    homes: tuple[str, ...]
    themes: tuple[str, ...]
    troops: tuple[str, ...]
    cards: tuple[str, ...]
    first: int
    last: int


class CarrierShown(View, frozen=True, kw_only=True):
    """A stand that may have a card: its type, its number among those, whether it leads, has it."""

    code: str
    number: int
    leads: bool = False
    has: bool = False


class CardShown(View, frozen=True, kw_only=True):
    """A battle card that is offered: where, how many are taken, what that costs.

    `amounts` are the numbers of copies or stands that it may be bought for, `next` what one step
    up adds to the total and `now` what it adds as it is; of a card that has one price for the army,
    by the clause `together`, `now` is what it pays of that. `closed` is a message key. A `setup`
    card is free and settled in setting out. `stands` are those of an option among which the owner
    chooses who has it.
    """

    code: str
    clause: str
    where: str
    amount: int
    amounts: tuple[int, ...]
    now: int | None = None
    next: int | None = None
    note: str = ""
    closed: str = ""
    setup: bool = False
    swaps: bool = False
    together: str = ""
    stands: tuple[CarrierShown, ...] = ()


class YearsShown(View, frozen=True, kw_only=True):
    """Years, both ends included; BC is negative."""

    start: int
    end: int


class NotedShown(View, frozen=True, kw_only=True):
    """A rating or a home with the note that says when; `holds` says that it does now."""

    value: str
    note: str = ""
    holds: bool = False


class AnswerShown(View, frozen=True, kw_only=True):
    """One answer to the question of a list."""

    id: str
    name: str


class TypeShown(View, frozen=True, kw_only=True):
    """One troop type of an option: what a stand costs here, how many there are, what may change.

    `least` and `most` are what the count of this type may be, the other types staying as they are.
    `split` says how many are in each main command of a larger army.
    """

    code: str
    each: int
    stands: int
    half_points: int
    least: int
    most: int
    may_lead: bool = False
    leads: bool = False
    split: tuple[int, ...] = ()


class OptionShown(View, frozen=True, kw_only=True):
    """A row of the list. `closed` is a message key: why nothing may be taken from it now."""

    key: str
    description: str
    least: int
    most: int
    stands: int
    half_points: int
    types: tuple[TypeShown, ...]
    core: str = ""
    note: str = ""
    one_type: bool = False
    closed: str = ""
    years: tuple[YearsShown, ...] = ()
    cards: tuple[CardShown, ...] = ()


class BodyShown(View, frozen=True, kw_only=True):
    """One contingent: its name, the condition that stands in it, its rows."""

    key: str
    name: str
    condition: str
    options: tuple[OptionShown, ...]


class ContingentShown(View, frozen=True, kw_only=True):
    """An optional contingent, or allies; all its bodies are taken together. [AL-5.4]"""

    key: str
    internal: bool
    taken: bool
    bodies: tuple[BodyShown, ...]
    closed: str = ""
    years: tuple[YearsShown, ...] = ()


class SegmentShown(View, frozen=True, kw_only=True):
    """A part of the points bar: stands of one type, or a card."""

    kind: Literal["stands", "card"]
    code: str
    count: int
    half_points: int


class Remedy(View, frozen=True, kw_only=True):
    """Something that would help: `says` is a message key, `roster` what the selection would be."""

    says: str
    params: dict[str, Any] = {}
    roster: Selection


class FindingShown(View, frozen=True, kw_only=True):
    """Something found about a roster, said by `army.CODE`, and what may be done about it."""

    code: str
    severity: Severity
    where: str
    clause: str
    params: dict[str, Any] = {}
    text: str = ""
    remedies: tuple[Remedy, ...] = ()


class SizeShown(View, frozen=True, kw_only=True):
    """A size of the game: its points, and its commands if armies are divided. [AL-9.1, GT-1.1]"""

    name: str
    half_points: int
    commands: int = 0


class LeaderShown(View, frozen=True, kw_only=True):
    """Stands that may lead a command."""

    option: str
    code: str
    description: str


class DivisionShown(View, frozen=True, kw_only=True):
    """A command: its points, who leads it and who could, its die. An ally's has rows of its own."""

    number: int
    ally: bool
    name: str
    half_points: int
    stands: int
    option: str = ""
    code: str = ""
    overall: bool = False
    modifier: int = 0
    leaders: tuple[LeaderShown, ...] = ()
    options: tuple[OptionShown, ...] = ()


class ListAbout(View, frozen=True, kw_only=True):
    """What a list says of itself, and what of it holds for this army."""

    key: str
    name: str
    start: int
    end: int
    invasion: tuple[NotedShown, ...]
    manoeuvre: tuple[NotedShown, ...]
    homes: tuple[NotedShown, ...]
    themes: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()
    label: str = ""
    answers: tuple[AnswerShown, ...] = ()
    turning: tuple[int, ...] = ()
    own: bool = False


class ArmyShown(View, frozen=True, kw_only=True):
    """A selection with its list, its bill and everything found about it.

    `readings` are the settings that decide prices of cards, whatever they are set to here.
    """

    roster: Selection
    list: ListAbout | None = None
    options: tuple[OptionShown, ...] = ()
    contingents: tuple[ContingentShown, ...] = ()
    cards: tuple[CardShown, ...] = ()
    bar: tuple[SegmentShown, ...] = ()
    cap: int = STANDARD_CAP
    total: int = 0
    stand_points: int = 0
    card_points: int = 0
    allied_points: int = 0
    stand_count: int = 0
    legal: bool = False
    findings: tuple[FindingShown, ...] = ()
    code: str = ""
    sizes: tuple[SizeShown, ...] = ()
    commands: tuple[DivisionShown, ...] = ()
    allies: tuple[Remedy, ...] = ()
    readings: tuple[SettingShown, ...] = ()

    @property
    def rows(self) -> tuple[OptionShown, ...]:
        """Every row of the army and of the contingents that it takes."""
        taken = (body for one in self.contingents if one.taken for body in one.bodies)
        return (*self.options, *(row for body in taken for row in body.options))


def told(found: Finding, lang: str = FIRST, remedies: tuple[Remedy, ...] = ()) -> FindingShown:
    """A finding with its sentence in a language, and what may be done about it."""
    return FindingShown(
        code=found.code,
        severity=found.severity,
        where=found.where,
        clause=found.clause,
        params=msgspec.to_builtins(found.params),
        text=found.said(lang),
        remedies=remedies,
    )
