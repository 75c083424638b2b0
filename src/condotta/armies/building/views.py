"""What a screen shows of an army being built: records with JSON names in camelCase. [AL-15.1]

Points are half points everywhere. `closed` says what keeps a thing out: `year`, `variant`,
`body`, `type`, `notOffered` (a text `army.closed.…` explains each), or nothing.
"""

from condotta.armies.halves import HalfPoints
from condotta.armies.records import Home, Parsed, Rating, Record, Roster, Years


class TypeView(Record, frozen=True):
    """One troop type of an option: what a stand costs now, and how many there are."""

    code: str
    name: str
    category: str
    each: HalfPoints
    stands: int
    may_lead: bool


class CardView(Record, frozen=True):
    """A card that the army or an option may have.

    `copies` counts copies, cards of an option, or stands that have it, as `counts` says
    (`copies`, `cards`, `stands`); `most` is the most that may be here and now, None without
    limit; `step` how many one click adds; `price` what it costs now, `next_price` what it would
    cost with one step more, None where none may be. A setup card is settled in setting out.
    """

    code: str
    name: str
    text: str
    clause: str
    where: str
    counts: str
    copies: int
    step: int
    most: int | None
    price: HalfPoints
    next_price: HalfPoints | None
    whole: bool
    setup: bool
    closed: str
    note: str
    understood: bool
    parsed: Parsed


class OptionView(Record, frozen=True):
    """A row of the list, open or closed, of the army or of a contingent that is taken."""

    key: str
    description: str
    note: str
    min: int
    max: int
    stands: int
    half_points: HalfPoints
    types: tuple[TypeView, ...]
    one_type_only: bool
    battle_line: str
    years: tuple[Years, ...]
    contingent: str
    allied: bool
    closed: str
    clause: str
    cards: tuple[CardView, ...]


class ContingentView(Record, frozen=True):
    """An ally option: its contingents, which are taken together. [AL-5.4]"""

    key: str
    names: tuple[str, ...]
    conditions: tuple[str, ...]
    internal: bool
    years: Years | None
    taken: bool
    closed: str


class GeneralView(Record, frozen=True):
    """A stand that may be the general. [AL-4]"""

    option: str
    code: str
    name: str
    description: str
    chosen: bool


class AnswerView(Record, frozen=True):
    """An answer to the list's question."""

    id: str
    name: str
    chosen: bool


class QuestionView(Record, frozen=True):
    """The list's question. [AL-8.1]"""

    label: str
    answers: tuple[AnswerView, ...]


class BillLine(Record, frozen=True):
    """A line of the bill: stands of a type, or a card (`each` is then nothing). [AL-9.10]

    `together` is the clause of a card that has one price for the whole army.
    """

    kind: str
    code: str
    name: str
    where: str
    description: str
    count: int
    each: HalfPoints | None
    half_points: HalfPoints
    contingent: str
    allied: bool
    together: str = ""


class BillView(Record, frozen=True):
    """The bill, and how far it is from the cap."""

    lines: tuple[BillLine, ...]
    stands: int
    stand_points: HalfPoints
    card_points: HalfPoints
    allied_points: HalfPoints
    total: HalfPoints
    cap: HalfPoints
    left: HalfPoints
    line_points: HalfPoints


class FindingView(Record, frozen=True):
    """A finding, said in the reader's language."""

    code: str
    severity: str
    where: str
    message: str
    clause: str


class ListRow(Record, frozen=True):
    """A list as a search shows it."""

    key: str
    name: str
    years: Years
    homes: tuple[str, ...]
    keywords: tuple[str, ...]
    themes: tuple[str, ...]
    types: tuple[str, ...]
    cards: tuple[str, ...]
    related: tuple[str, ...]
    source: str


class Building(Record, frozen=True):
    """Everything a screen needs of one roster at one moment."""

    list: ListRow
    year: int
    turning_years: tuple[int, ...]
    invasion: Rating
    manoeuvre: Rating
    invasion_ratings: tuple[Rating, ...]
    manoeuvre_ratings: tuple[Rating, ...]
    homes: tuple[Home, ...]
    question: QuestionView | None
    options: tuple[OptionView, ...]
    contingents: tuple[ContingentView, ...]
    cards: tuple[CardView, ...]
    generals: tuple[GeneralView, ...]
    bill: BillView
    findings: tuple[FindingView, ...]
    legal: bool
    roster: Roster
    data_version: str
