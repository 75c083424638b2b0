"""Records of army lists and of rosters, one field for each row of AL-1 to AL-6 and AL-10.

Field names in files are the service's own, in camelCase. Everything is frozen and ordered.
"""

import msgspec

from condotta.armies.halves import HalfPoints

MOST_STANDS = 999
"""More stands than any table holds; a larger number in a file is a mistake."""

STANDARD_CAP: HalfPoints = 96
"""48 points of stands and cards together. [AL-9.1, TC-11.1]"""


class Record(msgspec.Struct, frozen=True, rename="camel"):
    """A frozen record whose JSON names are camelCase."""


class Years(Record, frozen=True):
    """Whole years, BC negative, both ends included; there is no year 0. [AL-2.4]"""

    start_date: int
    end_date: int

    def hold(self, year: int) -> bool:
        """Whether the year is one of these."""
        return self.start_date <= year <= self.end_date

    def meets(self, other: "Years") -> bool:
        """Whether the two share a year."""
        return self.start_date <= other.end_date and other.start_date <= self.end_date


class TroopType(Record, frozen=True):
    """One of the troop types of a data version, with its price in half points. [AL-1.1, AL-1.4]"""

    permanent_code: str
    display_name: str
    import_name: str
    category: str
    half_points: HalfPoints


class Side(Record, frozen=True):
    """Stands of one type, as seen or as they really are."""

    type: str
    stands: int = 1


class Swap(Record, frozen=True, omit_defaults=True):
    """What a masquerade shows and what is behind it; nothing where only helpers are. [AL-6.6]"""

    shown: Side
    real: Side | None = None


class Parsed(Record, frozen=True, omit_defaults=True):
    """Our reading of a card note: all that its words settle. [AL-6.4, AL-6.5]

    `condition` is what the players must keep themselves; `dismount_by_type` holds where the note
    gives each mounted type its own foot.
    """

    dismount_as: str | None = None
    date_ranges: tuple[Years, ...] = ()
    only_troop_types: tuple[str, ...] = ()
    may_pass_through: tuple[str, ...] = ()
    dismount_by_type: dict[str, str] = {}
    only_general: bool = False
    only_category: str = ""
    not_types: tuple[str, ...] = ()
    most_in_army: int | None = None
    swap: Swap | None = None
    condition: str = ""


class CardEntry(Record, frozen=True):
    """A battle card that a list or an option offers; no limit where max is None. [AL-6.1]"""

    battle_card_code: str
    min: int | None = None
    max: int | None = None
    note: str = ""
    parsed: Parsed | None = None


class Entry(Record, frozen=True):
    """One troop type of an option or a general; note `all` binds the whole option. [AL-3.2]"""

    troop_type_code: str
    note: str = ""


class Option(Record, frozen=True):
    """One row of a list: how many stands, of which types, when, and in the battle line. [AL-3]"""

    key: str
    min: int
    max: int
    troop_entries: tuple[Entry, ...]
    core: str = ""
    description: str = ""
    note: str = ""
    date_ranges: tuple[Years, ...] = ()
    battle_card_entries: tuple[CardEntry, ...] = ()

    @property
    def types(self) -> tuple[str, ...]:
        """Codes of the troop types, in the order of the list."""
        return tuple(entry.troop_type_code for entry in self.troop_entries)

    @property
    def one_type_only(self) -> bool:
        """All stands must be of one of the types. [AL-3.2]"""
        return any(entry.note.casefold() == "all" for entry in self.troop_entries)


class GeneralGroup(Record, frozen=True):
    """Types the general may be, if the army has any stand of them. [AL-4.1]"""

    troop_entries: tuple[Entry, ...]

    @property
    def types(self) -> tuple[str, ...]:
        """Codes of the troop types, in the order of the list."""
        return tuple(entry.troop_type_code for entry in self.troop_entries)


class Rating(Record, frozen=True):
    """An invasion or manoeuvre rating, 0 to 4, and when it holds. [AL-2.5]"""

    value: int
    note: str = ""


class Home(Record, frozen=True):
    """Home topographies, and for which part of the list they hold. [AL-2.6]"""

    values: tuple[str, ...]
    note: str = ""


class AllyBody(Record, frozen=True):
    """The short list a contingent is drawn from; internal means optional contingent. [AL-5.2]"""

    id: str
    name: str
    troop_options: tuple[Option, ...]
    internal_contingent: bool = False
    list_id: int | float | None = None
    sublist_id: str | None = None
    army_list_id: str | None = None
    date_range: Years | None = None
    source: str = ""


class AllyEntry(Record, frozen=True, omit_defaults=True):
    """One contingent of an ally option; without its body it cannot be taken. [AL-5.1, AL-12.3]"""

    name: str
    ally_army_list: str
    condition: str = ""
    body: AllyBody | None = None


class AllyOption(Record, frozen=True):
    """Contingents that are taken together, and the years in which they may be. [AL-5.4, AL-5.6]"""

    key: str
    ally_entries: tuple[AllyEntry, ...]
    date_range: Years | None = None
    note: str = ""

    @property
    def internal(self) -> bool:
        """An optional contingent and no ally: any number of these may be taken. [AL-5.3]"""
        bodies = [entry.body for entry in self.ally_entries if entry.body]
        return bool(bodies) and all(body.internal_contingent for body in bodies)


class Answer(Record, frozen=True):
    """One answer to a variant question. [AL-8.1]"""

    id: str
    name: str


class Rule(Record, frozen=True, omit_defaults=True):
    """What one note means: for which answers, and in which years, it lets an option in. [AL-8.1]"""

    only: tuple[str, ...] = ()
    excluded: tuple[str, ...] = msgspec.field(default=(), name="except")
    from_year: int | None = msgspec.field(default=None, name="from")
    to_year: int | None = msgspec.field(default=None, name="to")


class Variant(Record, frozen=True):
    """The question behind a list's free-text conditions, and a rule for each text. [AL-8.1]"""

    label: str
    variants: tuple[Answer, ...]
    rules: dict[str, Rule]

    def answer(self, answer_id: str | None) -> Answer | None:
        """The answer with that id, if there is one."""
        return next((answer for answer in self.variants if answer.id == answer_id), None)


class Question(Record, frozen=True):
    """The variant of a list kept beside it, with the name the list had then. [AL-8.2]"""

    list_name: str
    variant: Variant


class ArmyList(Record, frozen=True):
    """An army list; `key` is its durable name, such as 178d. [AL-2]"""

    key: str
    id: str
    name: str
    date_ranges: tuple[Years, ...]
    troop_options: tuple[Option, ...]
    troop_entries_for_general: tuple[GeneralGroup, ...]
    ally_options: tuple[AllyOption, ...] = ()
    invasion_ratings: tuple[Rating, ...] = ()
    maneuver_ratings: tuple[Rating, ...] = ()
    home_topographies: tuple[Home, ...] = ()
    battle_card_entries: tuple[CardEntry, ...] = ()
    list_id: int | float | None = None
    sublist_id: str | None = None
    sort_id: int | float | None = None
    status: str = ""
    keywords: tuple[str, ...] = ()
    variants: Variant | None = None
    thematic_categories: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()
    source: str = ""

    @property
    def years(self) -> Years:
        """The years of the list. [AL-2.4]"""
        return self.date_ranges[0]


class General(Record, frozen=True):
    """The general: a stand of that type in that option; which one does not matter. [AL-4.4]"""

    option: str
    troop_type_code: str


class ArmyCard(Record, frozen=True):
    """Copies of a card bought for the army. [AL-10.3]"""

    code: str
    count: int = 1


class OptionCard(Record, frozen=True):
    """A card bought for stands of one option; `on` may say which of them. [AL-10.3]"""

    code: str
    option: str
    stands: int = 1
    on: dict[str, tuple[int, ...]] | msgspec.UnsetType = msgspec.UNSET

    @property
    def named(self) -> dict[str, tuple[int, ...]]:
        """The stands that are named, by type; none where nobody has chosen."""
        return self.on if isinstance(self.on, dict) else {}


class CommandGeneral(Record, frozen=True):
    """The general of a command, and whether the whole army is led from there. [GT-2.4]"""

    option: str
    troop_type_code: str
    overall_commander: bool = False


def leads(general: General | CommandGeneral | None, option: str, code: str) -> bool:
    """Whether the general is a stand of that type in that option. [AL-4.4]"""
    return general is not None and (general.option, general.troop_type_code) == (option, code)


class Command(Record, frozen=True):
    """One command of a larger army: of the main list, or an ally's own. [AL-16.5, GT-2]

    Cards here are an ally's, of its own list; those of the main army are the roster's. [AL-16.6]
    """

    number: int
    kind: str = "main"
    stands: dict[str, dict[str, int]] = {}
    general: CommandGeneral | None = None
    command_point_modifier: int = 0
    ally_option: str = ""
    army_list_id: str = ""
    army_list_name: str = ""
    army_cards: tuple[ArmyCard, ...] = ()
    troop_cards: tuple[OptionCard, ...] = ()


class Roster(Record, frozen=True):
    """What a player chose from a list, with the versions it was built on. [AL-10]"""

    id: str = ""
    label: str = ""
    list_key: str = ""
    army_list_id: str = ""
    army_list_name: str = ""
    data_version: str = ""
    rules_version: str = ""
    game_size: str = "standard"
    year: int = 0
    variant: str | None = None
    contingents: tuple[str, ...] = ()
    stands: dict[str, dict[str, int]] = {}
    general: General | None = None
    army_cards: tuple[ArmyCard, ...] = ()
    troop_cards: tuple[OptionCard, ...] = ()
    fingerprints: dict[str, str] = {}
    commands: tuple[Command, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def split(self) -> tuple[Command, ...]:
        """The commands of a larger army; none of one that is not divided."""
        return self.commands if isinstance(self.commands, tuple) else ()


class DataSet(Record, frozen=True):
    """One version of the data: prices and lists that belong together. [AL-1.4, AL-12.7]

    `read` names the settings by which the table reads prices of cards otherwise than usual; no
    file has it. [BC-6.3, BC-8.8]
    """

    version: str
    rules_version: str
    troops: tuple[TroopType, ...]
    lists: tuple[ArmyList, ...]
    themes: tuple[str, ...] = ()
    rights: str = ""
    read: tuple[str, ...] = ()

    def troop(self, code: str) -> TroopType | None:
        """The troop type with that code, if this version knows it."""
        return next((troop for troop in self.troops if troop.permanent_code == code), None)
