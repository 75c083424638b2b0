"""Mustering: two armies or more become pieces beside an empty board. [TC-8.8, TC-9.30]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

from condotta.armies import Army as Listed
from condotta.armies import CardSpec as ListedCard
from condotta.armies import Library, Roster
from condotta.armies import StandSpec as ListedStand
from condotta.armies import muster as listed_army
from condotta.kernel.book import Book
from condotta.kernel.events import Began, Counted, Event, Mustered, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece, Record, Seat
from condotta.rules.steps import Conduct
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.ground.battlefield import battlefield
from condotta.rules.triumph.settings import settings_of
from condotta.rules.triumph.stands.seeming import BEHIND, mustered, written
from condotta.rules.triumph.tables import CAMP, TABLES, shape_of, topography
from condotta.table import Rectangle


class StandSpec(Record, frozen=True):
    """One stand of an army: its type, what it counts when lost, what the list says of it.

    `cost` is what it cost with the cards bought for it, where that is not what it counts.
    Of one that is not what it seems `real` are the stands behind it, none for nothing; a second
    stand for the same has its leader's number in `behind`. All the rest is what everybody sees.
    """

    code: str
    half_points: int
    general: bool = False
    battle_line: bool = False
    ally: bool = False
    entry: str = ""
    description: str = ""
    traits: tuple[str, ...] = ()
    real: tuple[StandSpec, ...] | None = None
    behind: int = 0
    cost: int | None = None

    @property
    def price(self) -> int:
        """Half points that it cost with the cards bought for it. [GT-10.8]"""
        return self.half_points if self.cost is None else self.cost

    @property
    def seems(self) -> bool:
        """Whether it only seems to be what it is."""
        return self.real is not None or bool(self.behind)


class CardSpec(Record, frozen=True):
    """A battle card: its code, how many, the entry of the list it was bought for, if any."""

    code: str
    copies: int = 1
    entry: str = ""
    detail: str = ""


class Army(Record, frozen=True):
    """An army and who commands it. Its letter begins the ids of its pieces."""

    seat: Seat
    side: str
    name: str
    letter: str
    stands: tuple[StandSpec, ...]
    invasion: int = 0
    manoeuvre: int = 0
    topographies: tuple[str, ...] = ()
    cards: tuple[CardSpec, ...] = ()


def army_of(listed: Listed, seat: Seat, side: str, letter: str) -> Army:
    """An army of the lists as one that takes a seat. [TC-11.8]"""
    stands = tuple(spec_of(stand) for stand in listed.stands)
    homes = tuple(name.lower() for name in listed.topographies)
    return Army(
        seat,
        side,
        listed.name,
        letter,
        stands,
        listed.invasion.value,
        listed.manoeuvre.value,
        homes,
        cards_of(listed.cards),
    )


def cards_of(listed: Iterable[ListedCard]) -> tuple[CardSpec, ...]:
    """Cards of the lists as those of an army."""
    return tuple(CardSpec(one.code, one.copies, one.option, one.detail) for one in listed)


def spec_of(stand: ListedStand) -> StandSpec:
    """A stand of the lists as one of an army."""
    return StandSpec(
        code=stand.code,
        half_points=int(stand.half_points),
        general=stand.general,
        battle_line=stand.battle_line,
        ally=stand.allied,
        entry=stand.option,
        description=stand.description,
        traits=stand.cards,
        real=None if stand.real is None else tuple(spec_of(one) for one in stand.real),
        behind=stand.behind,
        cost=None if stand.cost == stand.half_points else int(stand.cost),
    )


def enlisted(
    book: Book,
    roster: Roster,
    seat: Seat,
    side: str,
    letter: str,
    *,
    shelf: Library | None = None,
    lot: Random | None = None,
) -> Army:
    """The army of a legal roster, its half battle lines rounded as the book is set. [TC-8.6]

    `lot` draws what nobody chooses: the system's randomness unless a seed is to be followed.
    """
    listed = listed_army(roster, shelf, half_up=rounds_up(book), lot=lot)
    return army_of(listed, seat, side, letter)


def rounds_up(book: Book) -> bool:
    """Whether half a battle line of an odd number of stands is rounded up. [TC-8.6]"""
    return settings_of(book).word("halfCoreRounding") == "up"


def opening(book: Book, armies: tuple[Army, ...]) -> tuple[Event, ...]:
    """Everything that is known before the first die: the board, the seats, all the troops.

    All troops and the generals are open to everybody. [TC-8.8]
    """
    chairs = tuple(Chair(army.seat, army.side, army.name) for army in armies)
    usual = Position(board=Board(TABLES.board.width, TABLES.board.depth), chairs=chairs)
    measures = battlefield(book, usual)
    board = Board(measures.width, measures.depth)
    mustered = (event for army in armies for event in muster(book, army))
    return (Began(board, chairs), *mustered, Pushed(Conduct()))


def muster(book: Book, army: Army) -> Iterator[Event]:
    """The pieces of one army, with what each counts when it is lost; cards; then its ratings."""
    for number, spec in enumerate(army.stands, start=1):
        piece = stand_piece(army, spec, number)
        piece = replace(piece, shape=book.sole(seams.BASE, book, piece) or piece.shape)
        shown = worth_of(book, piece, spec)
        if spec.seems:
            truth, real = behind(book, army, spec)
            yield from mustered(army.side, piece, truth, shown, real)
        else:
            yield Mustered(piece)
            yield Counted(piece.id, names.WORTH, shown)
        if spec.price != spec.half_points:
            yield from priced(piece, spec, shown)
    codes = tuple(card.code for card in army.cards)
    claim = book.claim(seams.CAMPS, book, codes)
    if claim is not None:
        yield Ruled(claim[1], "tc.9-30.camps", {"seat": army.seat, "number": claim[0]})
    for number in range(TABLES.camp.camps if claim is None else claim[0]):
        yield Mustered(camp_piece(army, number))
        yield Counted(camp_id(army, number), names.WORTH, TABLES.camp.sacked)
    for card in card_pieces(army):
        yield Mustered(card)
    for name, rating in ((names.INVASION, army.invasion), (names.MANOEUVRE, army.manoeuvre)):
        if rating:
            yield Counted(army.seat, name, rating)
    for key in army.topographies:
        yield Counted(army.seat, names.HOME + topography(key).key, 1)


def priced(piece: Piece, spec: StandSpec, worth: int) -> Iterator[Event]:
    """What a stand cost with the cards bought for it, where it counts otherwise. [BC-0.9]"""
    if spec.price != worth:
        yield Counted(piece.id, names.PRICE, spec.price)


def worth_of(book: Book, piece: Piece, spec: StandSpec) -> int:
    """Half points that a stand counts when it is lost, what its cards say included. [BC-0.9]"""
    more: int = sum(part.value for part in book.sum(seams.WORTH, book, piece))
    return spec.half_points + more


def behind(book: Book, army: Army, spec: StandSpec) -> tuple[str, int]:
    """What is behind a stand that is not what it seems, and its half points."""
    if spec.behind:
        return f"{BEHIND}{army.letter}{spec.behind}", 0
    real = tuple((stand_piece(army, one, 0), one) for one in spec.real or ())
    return written(tuple(piece for piece, _ in real)), sum(
        worth_of(book, piece, one) for piece, one in real
    )


def stand_piece(army: Army, spec: StandSpec, number: int) -> Piece:
    """The stand as a piece that is not deployed yet; its unit is its entry in the list."""
    said = (
        (spec.general, names.GENERAL),
        (spec.battle_line, names.BATTLE_LINE),
        (spec.ally, names.ALLY),
    )
    return Piece(
        id=f"{army.letter}{number}",
        type=spec.code,
        owner=army.seat,
        controller=army.seat,
        army=army.letter,
        command=army.letter,
        unit=spec.entry,
        shape=shape_of(spec.code),
        traits=(*(trait for holds, trait in said if holds), *spec.traits),
    )


def camp_id(army: Army, number: int = 0) -> str:
    """The id of a camp: the army's letter and a nought; more noughts for more camps."""
    return f"{army.letter}{'0' * (number + 1)}"


def camp_piece(army: Army, number: int = 0) -> Piece:
    """The camp, of which every army has one: 4 MU wide and 2 MU deep. [TC-9.30]"""
    return Piece(
        id=camp_id(army, number),
        type=CAMP,
        owner=army.seat,
        controller=army.seat,
        army=army.letter,
        command=army.letter,
        shape=Rectangle(TABLES.camp.width, TABLES.camp.depth),
    )


def card_pieces(army: Army) -> Iterator[Piece]:
    """The army's cards, laid out for everybody to see: a piece a copy. [BC-0.2, BC-0.3]

    Its type is the code of the card, its unit the entry of the list it was bought for.
    """
    copies = (card for card in army.cards for _ in range(card.copies))
    for number, spec in enumerate(copies, start=1):
        yield Piece(
            id=f"{army.letter}-{spec.code}-{number}",
            type=spec.code,
            owner=army.seat,
            controller=army.seat,
            army=army.letter,
            unit=spec.entry,
            place="hand",
            traits=(names.CARD, *((spec.detail,) if spec.detail else ())),
        )
