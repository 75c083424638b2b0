"""Mustering for the large game: two armies of three commands each. [GT-1, GT-2, GT-4.2]

What everybody may know is open: the troops, in the order of the list. Which stand belongs to
which command, who leads it and what is added to its die is known to the own side only.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random, SystemRandom

from msgspec.structs import replace

from condotta.armies import Breakdown, Divided, Library, Roster, cost, divided
from condotta.armies.cards.carrying import HIDING
from condotta.armies.mustering.mustering_commands import for_hiding
from condotta.errors import PlainError
from condotta.kernel.book import Book
from condotta.kernel.events import (
    Began,
    Counted,
    Event,
    Exchanged,
    Mustered,
    Pushed,
    Ruled,
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece, Record, Seat
from condotta.rules.grand import names
from condotta.rules.grand.scale import SCALE
from condotta.rules.steps import Conduct
from condotta.rules.triumph import muster as small
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.ground.battlefield import battlefield
from condotta.rules.triumph.tables import TABLES
from condotta.words import say


class Command(Record, frozen=True):
    """A command as its roster has it: its stands, one of which is the general. [GT-2.4]

    An ally's has cards of its own; those of all others are the army's. [AL-16.6]
    """

    stands: tuple[small.StandSpec, ...]
    modifier: int = 0
    ally: bool = False
    cards: tuple[small.CardSpec, ...] = ()


class GrandArmy(Record, frozen=True):
    """An army of commands, the overall commander's first, and the seats that lead them.

    `leaders` are the troop types of which its list allows a general, `ally_leaders` those of its
    allies' lists. `half_points` are what everybody may count of the bill, `secret` the rest of it;
    `lots` order stands that look alike, so that their numbers tell nothing. [GT-2.4, GT-10.1]
    """

    seats: tuple[Seat, ...]
    side: str
    name: str
    letter: str
    commands: tuple[Command, ...]
    half_points: int
    leaders: tuple[str, ...] = ()
    ally_leaders: tuple[str, ...] = ()
    secret: int = 0
    lots: tuple[float, ...] = ()
    invasion: int = 0
    manoeuvre: int = 0
    topographies: tuple[str, ...] = ()
    cards: tuple[small.CardSpec, ...] = ()


def of_three(armies: tuple[small.Army, ...], seats: tuple[Seat, ...]) -> GrandArmy:
    """Three 48-point armies of one list as the commands of one army. [GT-2.1]

    What each holds lies between its list's minimums and maximums, so all three lie between those
    of the multiplied list. The cards of the first serve the whole army.
    """
    first = armies[0]
    commands = tuple(Command(army.stands) for army in armies)
    leaders = tuple(spec.code for army in armies for spec in army.stands if spec.general)
    largest = max(range(len(commands)), key=lambda n: (points_of(commands[n]), -n))
    others = (under_another(one) for n, one in enumerate(commands) if n != largest)
    ordered = (commands[largest], *others)
    return GrandArmy(
        seats,
        first.side,
        first.name,
        first.letter,
        ordered,
        sum(points_of(command) for command in commands),
        tuple(dict.fromkeys(leaders)),
        invasion=first.invasion,
        manoeuvre=first.manoeuvre,
        topographies=first.topographies,
        cards=tuple(map(thrice, first.cards)),
    )


def thrice(card: small.CardSpec) -> small.CardSpec:
    """A card of one of three armies of a kind: what hides stands does so in each. [GT-2.1]"""
    return replace(card, copies=SCALE.commands * card.copies) if card.code in HIDING else card


def under_another(command: Command) -> Command:
    """A command that the overall commander does not lead, under a general of its own. [GT-2.4]

    Skirmishers, Rabble and Artillery lead only their like, whatever the list says of its general:
    the dearest of the other stands leads instead.
    """
    specs = command.stands
    able = [
        n for n, spec in enumerate(specs) if spec.code not in SCALE.not_generals and not spec.seems
    ]
    leads = next((spec for spec in specs if spec.general), None)
    if leads is None or leads.code not in SCALE.not_generals or not able:
        return command
    chosen = max(able, key=lambda n: (specs[n].half_points, -n))
    return replace(
        command, stands=tuple(replace(one, general=n == chosen) for n, one in enumerate(specs))
    )


def raised(
    book: Book,
    roster: Roster,
    seats: tuple[Seat, ...],
    *,
    side: str,
    letter: str,
    shelf: Library | None = None,
    lot: Random | None = None,
) -> GrandArmy:
    """The army of a roster in commands; one of 48 points makes three of its kind. [GT-2.1]

    A 48-point one with an ally is a PlainError: an ally is a command of its own. [GT-2.2]
    """
    chance = lot or SystemRandom()
    if roster.split:
        half_up = small.rounds_up(book)
        army = in_commands(divided(roster, shelf, half_up=half_up, lot=chance), seats, side, letter)
    else:
        one = small.enlisted(book, roster, seats[0], side, letter, shelf=shelf, lot=chance)
        army = tripled(one, seats, cost(roster, shelf))
    many = sum(len(command.stands) for command in army.commands)
    return replace(army, lots=tuple(chance.random() for _ in range(many)))


def with_total(army: GrandArmy, total: int) -> GrandArmy:
    """The army with its bill: what is seen of it, and the rest for its own side. [GT-10.8]

    Others count no stand as more than it seems; every card they see. [BC-0.2]
    """
    secret = sum(hidden(spec) for command in army.commands for spec in command.stands)
    return replace(army, half_points=total - secret, secret=secret)


def tripled(army: small.Army, seats: tuple[Seat, ...], paid: Breakdown) -> GrandArmy:
    """Three 48-point armies of one roster; cards for the army serve all three. [GT-2.1]"""
    if any(spec.ally for spec in army.stands):
        raise PlainError(say("grand.ally", {"army": army.name}))
    made = of_three((army, army, army), seats)
    stands, hiding = real_points(army.stands), int(for_hiding(paid))
    return with_total(made, paid_thrice(stands, hiding, int(paid.total)))


def paid_thrice(stands: int, hiding: int, total: int) -> int:
    """The bill of three of a kind: what is there three times is paid so, other cards once.

    >>> paid_thrice(90, 2, 96)
    280
    """
    return SCALE.commands * (stands + hiding) + total - stands - hiding


def in_commands(found: Divided, seats: tuple[Seat, ...], side: str, letter: str) -> GrandArmy:
    """The army of a roster of the large game, as its player divided it. [GT-2, GT-7.2]"""
    whole = small.army_of(found.whole, seats[0], side, letter)
    commands = tuple(
        Command(
            tuple(small.spec_of(stand) for stand in one.stands),
            one.modifier,
            one.ally,
            small.cards_of(one.cards),
        )
        for one in found.commands
    )
    made = GrandArmy(
        seats,
        side,
        whole.name,
        letter,
        commands,
        0,
        found.leaders,
        found.ally_leaders,
        invasion=whole.invasion,
        manoeuvre=whole.manoeuvre,
        topographies=whole.topographies,
        cards=whole.cards,
    )
    return with_total(made, int(found.total))


def hidden(spec: small.StandSpec) -> int:
    """Half points by which what is behind a stand cost more, or less, than what is seen."""
    if not spec.seems:
        return 0
    return sum(one.price for one in spec.real or ()) - spec.price


def real_points(stands: tuple[small.StandSpec, ...]) -> int:
    """Half points that stands cost with the cards bought for them, by what is behind them."""
    return sum(spec.price + hidden(spec) for spec in stands)


def points_of(command: Command) -> int:
    """Half points of a command as it is seen. [GT-10.8]"""
    return sum(spec.price for spec in command.stands)


def chairs_of(armies: tuple[GrandArmy, ...]) -> tuple[Chair, ...]:
    """Who sits at the table: the overall commanders first, then the others in turn. [GT-10.1]"""
    most = max(len(army.seats) for army in armies)
    return tuple(
        Chair(army.seats[number], army.side, army.name)
        for number in range(most)
        for army in armies
        if number < len(army.seats)
    )


def opening(book: Book, armies: tuple[GrandArmy, ...]) -> tuple[Event, ...]:
    """Everything that is known before the first die, each secret to its own side. [GT-4.2]"""
    chairs = chairs_of(armies)
    usual = Position(board=Board(SCALE.width, SCALE.depth), chairs=chairs)
    measures = battlefield(book, usual)
    board = Board(measures.width, measures.depth)
    mustered = (event for army in armies for event in muster(book, army))
    return (Began(board, chairs), *mustered, Pushed(Conduct()))


def muster(book: Book, army: GrandArmy) -> Iterator[Event]:
    """All troops in the order of the list, camps, cards, ratings; then the split in secret."""
    specs = in_list_order(army)
    open_specs = tuple(open_spec(army, spec) for spec, _ in specs)
    allies = (command for command in army.commands if command.ally)
    shown = small.Army(
        army.seats[0],
        army.side,
        army.name,
        army.letter,
        open_specs,
        army.invasion,
        army.manoeuvre,
        army.topographies,
        army.cards,
    )
    for event in small.muster(book, shown):
        yield in_no_command(event)
    for number, command in enumerate(allies):
        yield from ally_camp(book, shown, number, command)
    seen = Counted(army.side, names.TOTAL, army.half_points)
    real = Counted(army.side, names.TOTAL, army.half_points + army.secret)
    yield Veiled((f"side:{army.side}",), real, seen) if real != seen else seen
    for place, (spec, number) in enumerate(specs, start=1):
        piece = small.stand_piece(shown, open_specs[place - 1], place)
        if spec.seems:
            yield from real_price(book, shown, spec, piece)
            piece = replace(piece, truth=small.behind(book, shown, spec)[0])
        general = (core.GENERAL,) if spec.general else ()
        inside = replace(
            piece, command=command_id(army.letter, number), traits=(*general, *piece.traits)
        )
        yield Veiled((f"side:{army.side}",), Exchanged(inside))
    for number, command in enumerate(army.commands, start=1):
        if command.modifier:
            counted = Counted(command_id(army.letter, number), names.MODIFIER, command.modifier)
            yield Veiled((f"side:{army.side}",), counted)


def real_price(
    book: Book, army: small.Army, spec: small.StandSpec, piece: Piece
) -> Iterator[Event]:
    """What is behind a stand cost, where it counts otherwise. [GT-10.8]"""
    cost = sum(one.price for one in spec.real or ())
    if cost != small.behind(book, army, spec)[1]:
        yield Veiled((f"side:{army.side}",), Counted(piece.id, names.REAL_PRICE, cost))


def ally_camp(book: Book, army: small.Army, number: int, ally: Command) -> Iterator[Event]:
    """An ally's camp, unless its cards say that it has none, and these cards. [GT-4.1, AL-16.6]"""
    camp = small.camp_piece(army, TABLES.camp.camps + number)
    claim = book.claim(seams.CAMPS, book, tuple(card.code for card in ally.cards))
    if claim is None or claim[0]:
        yield Mustered(replace(camp, traits=(core.ALLY,), command=""))
        yield Counted(camp.id, core.WORTH, TABLES.camp.sacked)
    else:
        yield Ruled(claim[1], "gt.4-1.no-camp", {"seat": army.seat})
    cards = tuple(about(ally, card, camp.id) for card in ally.cards)
    for number_of, card in enumerate(small.card_pieces(replace(army, cards=cards)), start=1):
        yield Mustered(replace(card, id=f"{camp.id}-{card.type}-{number_of}"))


def about(ally: Command, card: small.CardSpec, camp: str) -> small.CardSpec:
    """A card of an ally's with what it was bought for: its camp, where no stand has it."""
    traits = {trait.partition(":")[0] for spec in ally.stands for trait in spec.traits}
    return card if card.code in traits else replace(card, entry=camp)


def in_list_order(army: GrandArmy) -> list[tuple[small.StandSpec, int]]:
    """The stands of all commands in the order of the list, each with the number of its command.

    The second of two that are one is told the new number of the first.
    """
    rows = [
        (spec, number, place)
        for number, command in enumerate(army.commands, start=1)
        for place, spec in enumerate(command.stands, start=1)
    ]
    lots = army.lots or tuple(float(place) for place in range(len(rows)))
    drawn = sorted(zip(lots, rows, strict=True), key=lambda one: (looks(one[1][0]), one[0]))
    rows = [row for _, row in drawn]
    places = {row[1:]: number for number, row in enumerate(rows, start=1)}
    return [
        (replace(spec, behind=places[number, spec.behind]) if spec.behind else spec, number)
        for spec, number, _ in rows
    ]


def looks(spec: small.StandSpec) -> tuple[object, ...]:
    """What everybody sees of a stand before it is in a command. [GT-4.2]"""
    return spec.ally, spec.entry, spec.code, spec.traits, spec.battle_line, spec.half_points


def open_spec(army: GrandArmy, spec: small.StandSpec) -> small.StandSpec:
    """A stand as everybody knows it: no general yet, but who may be one. [GT-2.4]"""
    allowed = army.ally_leaders if spec.ally else army.leaders
    leads = (names.MAY_LEAD,) if spec.code in allowed else ()
    return replace(spec, general=False, traits=(*spec.traits, *leads))


def in_no_command(event: Event) -> Event:
    """The piece without the command that the small game would give it. [GT-4.2]"""
    if isinstance(event, Veiled):
        outside = event.outside
        bare = None if outside is None else in_no_command(outside)
        return Veiled(event.audience, in_no_command(event.inside), bare)
    if isinstance(event, Mustered):
        return Mustered(replace(event.piece, command=""))
    return event


def command_id(letter: str, number: int) -> str:
    """The id of a command: the army's letter and its number; the first is the overall one's.

    >>> command_id("R", 1)
    'R.1'
    """
    return f"{letter}.{number}"
