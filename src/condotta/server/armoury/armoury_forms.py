"""What the army builder sends, and what it is told of files, two armies and paper.

Points are halves everywhere. What it is told of an army is in `armies.building.views`.
"""

from __future__ import annotations

from typing import Any, Literal

from condotta.armies.building.views import ArmyShown, FindingShown, Selection
from condotta.armies.paper.comparing import SideRow
from condotta.armies.records import STANDARD_CAP
from condotta.server.parts import Part

Text = Literal["json", "text", "markdown", "csv", "service"]
"""Our own JSON; text; Markdown for forums; a table; a list in the layout of the service."""


class CardAsked(Part, frozen=True, kw_only=True):
    """So many of a card are wanted, for the army or for the stands of an option.

    `on` names stands of an option that have it, of each type counted from 1.
    """

    code: str
    where: str
    amount: int
    on: dict[str, tuple[int, ...]] | None = None


class ArmyAsked(Part, frozen=True, kw_only=True):
    """A selection, and lists of one's own that come before all others.

    `card` changes a card first; with `follow` cards for whole options keep to the stands there are.
    `settings` are those of a table that decide prices of cards; others are refused.
    """

    roster: Selection
    cap: int = STANDARD_CAP
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
    cap: int = STANDARD_CAP
    lists: tuple[Any, ...] = ()
    settings: dict[str, Any] = {}


class ArmyText(Part, frozen=True, kw_only=True):
    """A roster is to be written as a text."""

    roster: Selection
    form: Text
    lang: str = "en"
    cap: int = STANDARD_CAP
    lists: tuple[Any, ...] = ()
    settings: dict[str, Any] = {}


class ArmiesText(Part, frozen=True, kw_only=True):
    """A file, a paste or the code of a link is to be read."""

    text: str


class ArmiesSide(Part, frozen=True, kw_only=True):
    """Two rosters side by side."""

    one: ArmyAsked
    other: ArmyAsked


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
