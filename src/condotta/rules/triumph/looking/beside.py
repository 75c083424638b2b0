"""What lies beside the board: of what use it is now, the acts it allows, and why not.

Everything follows from what a seat sees. Nothing here decides anything: acts are judged as they
would be when they are said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Record, Seat
from condotta.kernel.rulings import Param, Refusal
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.deployment.forms import TakeForm, form_tries
from condotta.rules.triumph.stands.field import field
from condotta.table import Shape

NOW, LATER, WORKS, SETTLED, LATE, USED = "now", "later", "works", "settled", "late", "used"
"""How a card stands: of use this moment, another time, all battle without an act, as it was chosen
in setting out, too late, no more."""


class Use(Record, frozen=True):
    """When things of a kind are of use: the clause that says so, and the sentence's key.

    `windows` are questions that are asked for its sake. A `lasting` one needs no act and works all
    battle; one of the `setting` is settled once troops are set out, and one that `passes` is of no
    use any more.
    """

    clause: str
    key: str
    windows: tuple[str, ...] = ()
    lasting: bool = False
    setting: bool = False
    passes: bool = False

    def covers(self, clause: str) -> bool:
        """Whether a clause is one of the same card."""
        return clause.partition(".")[0] == self.clause.partition(".")[0]


class Offered(Record, frozen=True):
    """An act of a window and what is against it, if anything is.

    `shape` is the base of what is put somewhere by its `pose`; `choices` are the pieces that a
    person may name in each of its fields.
    """

    action: Action
    clause: str
    refusals: tuple[Refusal, ...] = ()
    params: Mapping[str, Param] = {}
    shape: Shape | None = None
    choices: Mapping[str, tuple[str, ...]] = {}


class Note(Record, frozen=True):
    """Something to be known of a piece besides its type, and the clause it is by.

    `soon` says that it happens only if the asked seat does nothing against it.
    """

    piece: str
    key: str
    clause: str
    params: Mapping[str, Param] = {}
    soon: bool = False


class Lying(Record, frozen=True):
    """Cards of one kind that were bought for one entry: how many, for whom, how they stand."""

    type: str
    seat: Seat
    pieces: tuple[str, ...]
    left: int
    stands: tuple[str, ...]
    clause: str
    state: str
    key: str
    params: Mapping[str, Param] = {}
    why: str = ""


Beside = tuple[tuple[Lying, ...], tuple[Offered, ...], tuple[Note, ...]]


def beside(book: Book, position: Position, ask: Ask | None) -> Beside:
    """Cards on display, the acts of an open question, and what is to be known of pieces."""
    offered = folded(offers(book, position, ask)) if ask is not None else ()
    cards = tuple(lying(book, position, ask, offered))
    known = (book.union(seams.NOTES, book, position, one) for one in position.pieces.values())
    coming = book.union(seams.COMING, book, position, ask) if ask is not None else ()
    notes = (*(note for some in known for note in some), *coming)
    return cards, offered, notes


# ── acts ─────────────────────────────────────────────────────────────────────
def offers(book: Book, position: Position, ask: Ask) -> Iterator[Offered]:
    """Every act that layers add to a question, legal or not; forms of stands among them."""
    if TakeForm.__name__ in ask.says:
        yield from form_offers(book, position, ask)
    yield from book.union(seams.TRIES, book, position, ask)


def form_offers(book: Book, position: Position, ask: Ask) -> Iterator[Offered]:
    """Each form of each stand once, with those who may take it along, the first of them named."""
    found: dict[tuple[str, str], Offered] = {}
    for act, form, verdict in form_tries(book, position, ask):
        worth = dict(form.worth).get(act.piece, position.count(act.piece, names.WORTH))
        said = Offered(act, form.clause, verdict.refusals, {"worth": worth})
        known = found.setdefault((act.piece, act.form), said)
        if act.others and verdict.ok:
            may = (*known.choices.get("others", ()), *act.others)
            best = said if known.refusals else known
            found[act.piece, act.form] = replace(best, choices={"others": may})
    yield from found.values()


def folded(offered: Iterable[Offered]) -> tuple[Offered, ...]:
    """Of what can be put in many places one: the first that is legal, else the first."""
    found: dict[object, Offered] = {}
    for number, one in enumerate(offered):
        key = number if one.shape is None else type(one.action)
        known = found.get(key)
        if known is None or (known.refusals and not one.refusals):
            found[key] = one
    return tuple(found.values())


# ── cards ────────────────────────────────────────────────────────────────────
def lying(
    book: Book, position: Position, ask: Ask | None, offered: tuple[Offered, ...]
) -> Iterator[Lying]:
    """Every seat's cards, those of a kind and an entry together. [BC-0.2, BC-0.3]"""
    groups: dict[tuple[Seat, str, str], list[Piece]] = {}
    for piece in position.pieces.values():
        if names.CARD in piece.traits:
            groups.setdefault((piece.owner, piece.type, piece.unit), []).append(piece)
    for (seat, kind, _), pieces in groups.items():
        use = book.sole(seams.USE, kind)
        if use is None:
            continue
        left = sum(piece.place == "hand" for piece in pieces)
        mine = ask is not None and position.side(ask.seat) == position.side(seat)
        state, refusal = stands_so(book, position, ask if mine else None, use, offered)
        yield Lying(
            type=kind,
            seat=seat,
            pieces=tuple(piece.id for piece in pieces),
            left=left,
            stands=served(position, pieces[0]),
            clause=use.clause,
            state=state if left else USED,
            key=refusal.key if refusal and left else use.key,
            params=refusal.params if refusal and left else {},
            why=refusal.clause if refusal and left else "",
        )


def served(position: Position, card: Piece) -> tuple[str, ...]:
    """The camp or the stands it was bought for: those that have it of its entry, list or army.

    What comes of another list has the list's name before a slash in its entries. [AL-16.6]
    """
    return tuple(
        piece.id
        for piece in position.pieces.values()
        if piece.army == card.army and names.CARD not in piece.traits
        if piece.id == card.unit or (of_entry(piece, card.unit) and has(piece, card.type))
    )


def of_entry(piece: Piece, entry: str) -> bool:
    """Whether a stand is of that entry, or of that list; every stand is of an army's."""
    return not entry or piece.unit == entry or piece.unit.startswith(f"{entry}/")


def has(piece: Piece, card: str) -> bool:
    """Whether the list gives a stand a card."""
    return any(trait.partition(":")[0] == card for trait in piece.traits)


def stands_so(
    book: Book, position: Position, ask: Ask | None, use: Use, offered: tuple[Offered, ...]
) -> tuple[str, Refusal | None]:
    """How cards stand, and what is against them where an act of theirs could be said now."""
    acts = [one for one in offered if use.covers(one.clause)] if ask is not None else []
    if any(not one.refusals for one in acts):
        return NOW, None
    if ask is not None and (ask.window in use.windows or has_ground(book, position, ask, use)):
        return NOW, None
    if use.passes and position.turn > 0:
        return LATE, None
    if use.setting and position.turn > 0:
        return SETTLED, None
    if use.lasting:
        return WORKS, None
    return LATER, acts[0].refusals[0] if acts else None


def has_ground(book: Book, position: Position, ask: Ask, use: Use) -> bool:
    """Whether the question lets something of that card be set out somewhere."""
    here = field(book, position)
    return any(
        use.covers(one.clause) for one in book.union(seams.GROUNDS, here, ask.seat, ask.window)
    )
