"""Card 7, Supporting Bowmen: bow stands that stand among the ranks of others. [BC-7]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Placed, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Modifier, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common import lookout
from condotta.rules.triumph.cards.common.bows import (
    BOWS,
    SUPPORTABLE,
    SUPPORTED,
    WAITING,
    Support,
    candidates,
    capacity,
    choices,
    too_late,
)
from condotta.rules.triumph.cards.common.card import Advice, Card, set_out
from condotta.rules.triumph.cards.common.carrying import carries, of_army
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.deployment.setting_out import strangers
from condotta.rules.triumph.speaking.acts import Act, coming_on
from condotta.rules.triumph.stands.field import Field

AGAINST = ("WBD", "WRR")


class Supporting(Script, frozen=True, kw_only=True):
    """An accepted support being carried out."""

    said: Support


def judge(book: Book, position: Position, seat: Seat, ask: Ask | None, said: Support) -> Verdict:
    """Whether those may be set aside for these, all reasons at once. [BC-7.1 to BC-7.3]"""
    assert ask is not None
    found = list(strangers(position, seat, ask, (*said.bows, *said.stands)))
    if found or not said.bows or not said.stands:
        return Verdict((*found, *(() if found else (Refusal("BC-7.1", "bc.7-1.nobody"),))))
    bows = tuple(position.pieces[name] for name in said.bows)
    stands = tuple(position.pieces[name] for name in said.stands)
    for bow in bows:
        if not carries(bow, BOWS):
            found.append(Refusal("BC-7.1", "bc.7-1.no-bow", {"stand": bow.id}))
        elif bow.place not in WAITING:
            found.append(Refusal("BC-7.3", "bc.7-3.placed", {"stand": bow.id}))
    for stand in stands:
        if not carries(stand, SUPPORTABLE) or SUPPORTED.on(stand):
            found.append(Refusal("BC-7.1", "bc.7-1.not-supportable", {"stand": stand.id}))
        elif too_late(position, stand, ask):
            found.append(Refusal("BC-7.3", "bc.7-3.late", {"stand": stand.id}))
    if len(stands) > capacity(bows):
        params = {"number": len(stands), "most": capacity(bows)}
        found.append(Refusal("BC-7.2", "bc.7-2.short", params))
    found.extend(book.refusals(seams.MAY_SUPPORT, book, position, bows, stands))
    return Verdict(tuple(found))


def supporting(_: Book, state: State, frame: Supporting) -> Iterator[Event]:
    """The bow stands are out of the game and not lost. [BC-7.4]"""
    said = frame.said
    for name in said.bows:
        yield Placed(name, "aside")
    yield from SUPPORTED.laid(*said.stands)
    first = state.position.pieces[said.stands[0]]
    entry = [piece for piece in of_army(state.position, first) if piece.unit == first.unit]
    whole = all(piece.id in said.stands or SUPPORTED.on(piece) for piece in entry)
    key = "bc.7-2.whole" if whole else "bc.7-2.some"
    yield Ruled("BC-7.2", key, {"bows": said.bows, "stands": said.stands})
    yield Popped()


def frame(_: Seat, said: Support) -> Frame:
    """What a support begins."""
    return Supporting(said=said)


def volleys(us: Fighter, foe: Fighter) -> Modifier | None:
    """+1 to the front against Warband, Warriors and mounted. [BC-7.5]"""
    against = foe.troop.is_mounted or foe.troop.code in AGAINST
    fits = us.to_front and against and not us.is_camp and SUPPORTED.on(us.piece)
    return Modifier(1, "factor.supported", "BC-7.5") if fits else None


def gain(book: Book, here: Field, ask: Ask, said: Support) -> float | None:
    """The more of them ride, the more; nobody sets the general's own stand aside. [BC-7.8]"""
    if any(names.GENERAL in here.position.pieces[bow].traits for bow in said.bows):
        return None
    return lookout.LIKELY * lookout.mounted_share(book, here, ask.seat)


ACT = Act(Support, "BC-7.1", coming_on, candidates, judge, frame, choices=choices)
CARD = Card(
    "supporting bowmen",
    uses=(
        set_out(BOWS, "BC-7.3"),
        set_out(SUPPORTABLE, "BC-7.3"),
    ),
    tokens=(SUPPORTED,),
    advice=Advice(acts={Support: gain}),
    procedures={Supporting: supporting},
    acts=(ACT,),
    hooks=((seams.CLOSE_COMBAT, volleys, "BC-7.5"),),
)
