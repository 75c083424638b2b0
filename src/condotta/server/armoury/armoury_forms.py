"""What the army builder sends and is told: a selection goes in, everything about it comes back.

Points are halves everywhere. A selection is a roster as files have it.
"""

from __future__ import annotations

from typing import Any, Literal

from condotta.server.armoury.armoury_card_forms import CardAsked, CardShown
from condotta.server.forms import FindingShown, ListShown, SettingShown
from condotta.server.parts import Part

Selection = dict[str, Any]
"""A roster as files have it, whole or not, right or wrong."""

STANDARD = 96
"""48 points, in halves. [AL-9.1]"""

Text = Literal["json", "text", "markdown", "csv", "service"]
"""Our own JSON; text; Markdown for forums; a table; a list in the layout of the service."""


class ArmyAsked(Part, frozen=True, kw_only=True):
    """A selection, and lists of one's own that come before all others.

    `card` changes a card first; with `follow` cards for whole options keep to the stands there are.
    `settings` are those of a table that decide prices of cards; others are refused.
    """

    roster: Selection
    cap: int = STANDARD
    lists: tuple[Any, ...] = ()
    settings: dict[str, Any] = {}
    card: CardAsked | None = None
    follow: bool = False


class ArmyDrawn(Part, frozen=True, kw_only=True):
    """An army is wanted: a roster filled up; else, of a list, a random one or the bare minimums."""

    key: str = ""
    seed: int | None = None
    cards: Literal["none", "some", "many"] = "none"
    roster: Selection | None = None
    cap: int = STANDARD
    lists: tuple[Any, ...] = ()
    settings: dict[str, Any] = {}


class ArmyText(Part, frozen=True, kw_only=True):
    """A roster is to be written as a text."""

    roster: Selection
    form: Text
    lang: str = "en"
    cap: int = STANDARD
    lists: tuple[Any, ...] = ()
    settings: dict[str, Any] = {}


class ArmiesText(Part, frozen=True, kw_only=True):
    """A file, a paste or the code of a link is to be read."""

    text: str


class ArmiesSide(Part, frozen=True, kw_only=True):
    """Two rosters side by side."""

    one: ArmyAsked
    other: ArmyAsked


class ListFound(ListShown, frozen=True, kw_only=True):
    """A list in the search, with what it can be found by."""

    homes: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    troops: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class ListsFound(Part, frozen=True, kw_only=True):
    """What was found, and everything there is to search by."""

    lists: tuple[ListFound, ...]
    homes: tuple[str, ...]
    themes: tuple[str, ...]
    troops: tuple[str, ...]
    cards: tuple[str, ...]
    first: int
    last: int


class YearsShown(Part, frozen=True, kw_only=True):
    """Years, both ends included; BC is negative."""

    start: int
    end: int


class NotedShown(Part, frozen=True, kw_only=True):
    """A rating or a home with the note that says when; `holds` says that it does now."""

    value: str
    note: str = ""
    holds: bool = False


class AnswerShown(Part, frozen=True, kw_only=True):
    """One answer to the question of a list."""

    id: str
    name: str


class TypeShown(Part, frozen=True, kw_only=True):
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


class OptionShown(Part, frozen=True, kw_only=True):
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


class BodyShown(Part, frozen=True, kw_only=True):
    """One contingent: its name, the condition that stands in it, its rows."""

    key: str
    name: str
    condition: str
    options: tuple[OptionShown, ...]


class ContingentShown(Part, frozen=True, kw_only=True):
    """An optional contingent, or allies; all its bodies are taken together. [AL-5.4]"""

    key: str
    internal: bool
    taken: bool
    bodies: tuple[BodyShown, ...]
    closed: str = ""
    years: tuple[YearsShown, ...] = ()


class SegmentShown(Part, frozen=True, kw_only=True):
    """A part of the points bar: stands of one type, or a card."""

    kind: Literal["stands", "card"]
    code: str
    count: int
    half_points: int


class Remedy(Part, frozen=True, kw_only=True):
    """Something that would help: `says` is a message key, `roster` what the selection would be."""

    says: str
    params: dict[str, Any] = {}
    roster: Selection


class FindingTold(FindingShown, frozen=True, kw_only=True):
    """Something found, with what may be done about it."""

    remedies: tuple[Remedy, ...] = ()


class SizeShown(Part, frozen=True, kw_only=True):
    """A size of the game: its points, and its commands if armies are divided. [AL-9.1, GT-1.1]"""

    name: str
    half_points: int
    commands: int = 0


class LeaderShown(Part, frozen=True, kw_only=True):
    """Stands that may lead a command."""

    option: str
    code: str
    description: str


class DivisionShown(Part, frozen=True, kw_only=True):
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


class ListAbout(Part, frozen=True, kw_only=True):
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


class ArmyShown(Part, frozen=True, kw_only=True):
    """A selection with its list, its bill and everything found about it.

    `readings` are the settings that decide prices of cards, whatever they are set to here.
    """

    roster: Selection
    list: ListAbout | None = None
    options: tuple[OptionShown, ...] = ()
    contingents: tuple[ContingentShown, ...] = ()
    cards: tuple[CardShown, ...] = ()
    bar: tuple[SegmentShown, ...] = ()
    cap: int = STANDARD
    total: int = 0
    stand_points: int = 0
    card_points: int = 0
    allied_points: int = 0
    stand_count: int = 0
    line_count: int = 0
    legal: bool = False
    findings: tuple[FindingTold, ...] = ()
    code: str = ""
    sizes: tuple[SizeShown, ...] = ()
    commands: tuple[DivisionShown, ...] = ()
    allies: tuple[Remedy, ...] = ()
    readings: tuple[SettingShown, ...] = ()


class ArmyRead(Part, frozen=True, kw_only=True):
    """A roster that was read, or a list without one; `missed` are lines nobody understood."""

    roster: Selection
    lists: tuple[Any, ...] = ()
    missed: tuple[str, ...] = ()


class ArmiesRead(Part, frozen=True, kw_only=True):
    """Everything that was read."""

    armies: tuple[ArmyRead, ...]
    findings: tuple[FindingShown, ...] = ()


class Written(Part, frozen=True, kw_only=True):
    """A text, and the name and type of a file for it."""

    name: str
    type: str
    text: str


class SideRow(Part, frozen=True, kw_only=True):
    """A row of two rosters side by side; nothing where a roster lacks it."""

    kind: Literal["stands", "card"]
    code: str
    where: str
    one: int
    other: int
    one_points: int
    other_points: int


class SidesShown(Part, frozen=True, kw_only=True):
    """Two armies, and row by row what each has."""

    one: ArmyShown
    other: ArmyShown
    rows: tuple[SideRow, ...]


class BeatenShown(Part, frozen=True, kw_only=True):
    """Whom a stand may not even lose against, on which ground, in which combat."""

    by: tuple[str, ...]
    terrain: str
    combat: str
    clause: str


class SheetRow(Part, frozen=True, kw_only=True):
    """A line of the printed roster: the stands of one type in one option, and how they fight."""

    option: str
    description: str
    code: str
    stands: int
    each: int
    core: str
    order: str
    move: int
    slow: int | None
    foot: int
    mounted: int
    shot_at: int | None
    shooting: int | None
    range: int | None
    surcharge: int
    pursues: str
    shattered: tuple[BeatenShown, ...]
    leads: bool = False
    allied: bool = False
    cards: tuple[str, ...] = ()


class SheetCard(Part, frozen=True, kw_only=True):
    """A card of the printed roster: for whom, how many, what it costs here; its text is a word."""

    code: str
    clause: str
    where: tuple[str, ...]
    copies: int
    half_points: int
    once: bool = False


class SheetRule(Part, frozen=True, kw_only=True):
    """A line of the quick reference: a clause and what it says."""

    clause: str
    says: str


class SheetShown(Part, frozen=True, kw_only=True):
    """The printed roster: what of it an enemy may see comes from the same records."""

    army: ArmyShown
    rows: tuple[SheetRow, ...]
    cards: tuple[SheetCard, ...]
    rules: tuple[SheetRule, ...]
    camp_half_points: int
    breaks: int
    data_version: str
    rules_version: str
