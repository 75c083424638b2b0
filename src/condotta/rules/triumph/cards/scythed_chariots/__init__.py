"""Card 15, Scythed Chariots and Stampedes: close order foot thrown into disorder. [BC-15]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common.bows import SUPPORTED
from condotta.rules.triumph.cards.common.card import Advice, Card, Gain, played
from condotta.rules.triumph.cards.common.carrying import expended, in_hand
from condotta.rules.triumph.cards.common.lookout import SURE
from condotta.rules.triumph.cards.common.screens import has_screen
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.results import BEATEN, DESTROYED
from condotta.rules.triumph.speaking.moments import Put, as_it_opens, question
from condotta.rules.triumph.stands.field import Field, field
from condotta.rules.triumph.stands.layout import Couple
from condotta.rules.triumph.tokens import Token
from condotta.table import EDGES, corner_contact, edges_touch, gap

CODE, WINDOW, KEEP = "SC", "stampede", "keep"
MARKED = Token("stampeded", "BC-15.2", names.CLOSE)
RIDERS = ("HBW", "KNT", "CAT")
DESTROYERS = ("JCV", "ECV")


class Stampede(Script, frozen=True, kw_only=True):
    """The very first act of a turn, before the command dice. [BC-15.1]"""

    seat: str


def due(_: Book, position: Position) -> tuple[Frame, ...]:
    """Whoever's turn it is and whose side has the card in hand is asked. [BC-15.1]"""
    seats = [seat for seat in position.active if in_hand(position, seat, CODE)]
    return (Stampede(seat=seats[0]),) if seats else ()


def targets(here: Field, seat: str) -> tuple[str, ...]:
    """Any one enemy stand, or two edge to edge and corner to corner. [BC-15.1]"""
    enemies = {one.id for one in here.enemies(seat) if not one.is_camp}
    pairs = (
        f"{couple.one.id}+{couple.other.id}"
        for couple in here.layout.couples
        if {couple.one.id, couple.other.id} <= enemies and joined(couple)
    )
    return (*sorted(enemies), *pairs)


def joined(couple: Couple) -> bool:
    """Whether two stands touch edge to edge and corner to corner, whichever way each faces.

    [BC-15.1]
    """
    one, other = couple.one.base, couple.other.base
    if not corner_contact(one, other):
        return False
    return any(edges_touch(one, edge, other, by) for edge in EDGES for by in EDGES)


def put(book: Book, position: Position, frame: Stampede) -> Put | None:
    """Nobody yet, or whom to mark, where there is an enemy. [BC-15.1]"""
    found = targets(field(book, position), frame.seat)
    return Put(frame.seat, (KEEP, *found)) if found else None


def chosen(_: Book, position: Position, frame: Stampede, option: str) -> Iterator[Event]:
    """What is played is fixed and the card expended. [BC-15.1, BC-15.4]"""
    if option != KEEP:
        marked = tuple(option.split("+"))
        yield from expended(in_hand(position, frame.seat, CODE)[0], "BC-15.4")
        yield from MARKED.laid(*marked)
        yield Ruled("BC-15.1", "bc.15-1.marks", {"stands": marked})


def suffers(us: Fighter) -> bool:
    """Only close order foot, and not while supported or screened. [BC-15.3, BC-15.6]"""
    if us.is_camp or not MARKED.on(us.piece) or not us.troop.is_close_foot:
        return False
    return not SUPPORTED.on(us.piece) and not has_screen(us.piece)


def ridden_down(us: Fighter, foe: Fighter) -> Modifier | None:
    """-1 against Horse Bow, Knights or Cataphracts. [BC-15.2]"""
    if foe.troop.code not in RIDERS or not suffers(us):
        return None
    return Modifier(-1, "factor.stampeded", "BC-15.2")


def cut_down(loser: Fighter, winner: Fighter, degree: str) -> tuple[str, str] | None:
    """Destroyed if beaten by Javelin Cavalry or Elite Cavalry. [BC-15.2]"""
    close = loser.kind == "close" and degree == BEATEN and winner.troop.code in DESTROYERS
    return (DESTROYED, "BC-15.2") if close and suffers(loser) else None


def whom_to_stampede(_: Book, here: Field, ask: Ask) -> Iterator[Gain]:
    """The foot that most of our riders can reach this turn, or nobody yet. [BC-15.1]"""
    riders = (*RIDERS, *DESTROYERS)
    own = [one for one in here.friends(ask.seat) if not one.is_camp and one.troop.code in riders]

    def prey(name: str) -> int:
        foe = here.stand(name)
        near = sum(gap(one.base, foe.base) <= one.reach for one in own)
        return near if foe.troop.is_close_foot else 0

    best = max(ask.options[1:], key=lambda option: sum(map(prey, option.split("+"))))
    worth = sum(map(prey, best.split("+")))
    yield SURE, Choose(best if worth > 1 else KEEP)


CARD = Card(
    "scythed chariots and stampedes",
    uses=(played(CODE, "BC-15.1", windows=(WINDOW,)),),
    tokens=(MARKED,),
    advice=Advice(answers={WINDOW: whom_to_stampede}),
    procedures={Stampede: question(WINDOW, "BC-15.1", put, chosen)},
    hooks=(
        as_it_opens(names.COMMAND, "BC-15.1", due),
        (seams.CLOSE_COMBAT, ridden_down, "BC-15.2"),
        (seams.OUTCOME, cut_down, "BC-15.2"),
    ),
)
