"""What an old captain would say about his cards: advice for bots and for people who ask.

Each piece of advice is an answer to an open question with what it may be expected to gain, in
half points. Legality is not decided here: only what is legal is advised.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Layer
from condotta.kernel.position import Position
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards import hold_the_line, scythed_chariots
from condotta.rules.triumph.cards.carrying import detail
from condotta.rules.triumph.cards.charge_through import ChargeThrough, entry_of
from condotta.rules.triumph.cards.deceptive_deployment import Reveal
from condotta.rules.triumph.cards.discarding import Discard
from condotta.rules.triumph.cards.dismounting import DISMOUNTED
from condotta.rules.triumph.cards.mid_battle_dismounting import CODE as MID
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.cards.prepared_defenses import PlaceObstacle
from condotta.rules.triumph.cards.standard_wagon import UseWagon
from condotta.rules.triumph.cards.supporting_bowmen import Support
from condotta.rules.triumph.field import Field, Stand, field, is_stand, troop_of
from condotta.rules.triumph.forms import TakeForm, form_acts
from condotta.rules.triumph.odds import odds_of_types
from condotta.table import Base, base, gap, offset

Advice = tuple[float, Action]
NEAR, CLOSE = 100_000, 60_000
SURE, LIKELY = 1.5, 0.75


@lru_cache(maxsize=4096)
def margin(book: Book, one: str, other: str) -> float:
    """How much better one type comes off against another, per combat, doubling counted twice."""
    found = odds_of_types(book, one, other)
    return (found.beats + 2 * found.doubles - found.beaten - 2 * found.doubled) / 36


def foes(here: Field, stand: Stand, within: float) -> tuple[Stand, ...]:
    """The enemy stands within a distance."""
    return tuple(
        foe
        for foe in here.enemies(stand.seat)
        if not foe.is_camp and gap(foe.base, stand.base) <= within
    )


# ── questions of their own ───────────────────────────────────────────────────
def exposed(here: Field, stand: Stand, where: Base) -> int:
    """How many free enemies could come at the flank of a stand there."""
    count = 0
    for foe in here.enemies(stand.seat):
        if foe.is_camp or foe.id in here.fighting or gap(foe.base, where) > foe.reach:
            continue
        dx, dy = foe.base.cx - where.cx, foe.base.cy - where.cy
        ahead, aside = dx * where.fx + dy * where.fy, abs(dx * where.rx + dy * where.ry)
        count += aside - where.hw > ahead
    return count


def pursue_or_hold(here: Field, ask: Ask) -> Iterator[Advice]:
    """Stay where the pursuit would lay a flank open that is covered now. [BC-10.2]

    The beaten enemy still stands there, so the way is taken to be free.
    """
    stand = here.stand(ask.about[0])
    after = base(offset(stand.base.pose, 2 * stand.base.hd), stand.base.shape)
    worse = exposed(here, stand, after) > exposed(here, stand, stand.base)
    yield SURE, Choose(hold_the_line.HOLD if worse else hold_the_line.PURSUE)


def whom_to_stampede(here: Field, ask: Ask) -> Iterator[Advice]:
    """The foot that most of our riders can reach this turn, or nobody yet. [BC-15.1]"""
    riders = (*scythed_chariots.RIDERS, *scythed_chariots.DESTROYERS)
    own = [s for s in here.friends(ask.seat) if not s.is_camp and s.troop.code in riders]

    def prey(name: str) -> int:
        foe = here.stand(name)
        near = sum(gap(one.base, foe.base) <= one.reach for one in own)
        return near if foe.troop.is_close_foot else 0

    best = max(ask.options[1:], key=lambda option: sum(map(prey, option.split("+"))))
    worth = sum(map(prey, best.split("+")))
    yield SURE, Choose(best if worth > 1 else scythed_chariots.KEEP)


# ── acts in a movement phase ─────────────────────────────────────────────────
def acts(book: Book, here: Field, ask: Ask) -> Iterator[Advice]:
    """Each act that is legal now with what it is worth."""
    for said in book.union(seams.ACTS, book, here.position, ask):
        match said:
            case Dismount(name):
                yield better_on_foot(book, here, here.stand(name)), said
            case Discard(name):
                yield (LIKELY if foes(here, here.stand(name), NEAR) else 0.0), said
            case Reveal(name):
                yield (LIKELY if foes(here, here.stand(name), NEAR) else 0.0), said
            case ChargeThrough(card):
                yield (LIKELY if way_is_blocked(here, card) else 0.0), said
            case Support():
                yield LIKELY * mounted_share(book, here, ask.seat), said
            case PlaceObstacle() | UseWagon():
                yield LIKELY, said
            case _:
                pass


def better_on_foot(book: Book, here: Field, stand: Stand) -> float:
    """What getting off gains against whoever is near: never in the open plain. [BC-2.2]"""
    near = foes(here, stand, CLOSE)
    foot = detail(stand.piece, MID)
    if not near or not foot:
        return 0.0
    gains = [
        margin(book, foot, foe.troop.code) - margin(book, stand.troop.code, foe.troop.code)
        for foe in near
    ]
    return sum(gains) / len(gains)


def way_is_blocked(here: Field, card: str) -> bool:
    """Whether an enemy is near and own foot of the named type stands right before a rider."""
    for piece in entry_of(here.position, here.position.pieces[card]):
        stand = here.find(piece.id)
        if stand is None or not foes(here, stand, stand.reach):
            continue
        for friend in here.friends(stand.seat):
            dx, dy = friend.base.cx - stand.base.cx, friend.base.cy - stand.base.cy
            before = dx * stand.base.fx + dy * stand.base.fy > 0
            if before and friend.troop.is_foot and gap(friend.base, stand.base) < CLOSE / 3:
                return True
    return False


def mounted_share(book: Book, here: Field, seat: str) -> float:
    """How much of the enemy's army rides, as far as one can see."""
    side = here.position.side(seat)
    kinds = [
        troop_of(book, piece)
        for piece in here.position.pieces.values()
        if piece.shape is not None
        and is_stand(piece)
        and piece.place != "hand"
        and here.position.side(piece.owner) != side
    ]
    stands = [kind for kind in kinds if not kind.is_camp]
    return sum(kind.is_mounted for kind in stands) / max(1, len(stands))


# ── forms in setting out ─────────────────────────────────────────────────────
def forms(book: Book, here: Field, ask: Ask) -> Iterator[Advice]:
    """A form that helps against the army that stands over there. [BC-1.3, BC-8.1, BC-9.1]"""
    riding = mounted_share(book, here, ask.seat)
    worth = {
        DISMOUNTED: LIKELY if riding < 0.25 else 0.0,
        "form.riding": 0.0,
        "form.with-carts": LIKELY * 2 * riding,
        "form.screened": LIKELY,
    }
    for said in form_acts(book, here.position, ask):
        placed = here.position.pieces[said.piece].place == "table"
        gain = worth.get(said.form, 0.0)
        if gain > 0 and (placed or said.form != "form.screened"):
            yield gain, said


def advice(book: Book, position: Position, ask: Ask) -> tuple[Advice, ...]:
    """All advice for a question, the best first."""
    here = field(book, position)
    if ask.window == hold_the_line.WINDOW:
        found = list(pursue_or_hold(here, ask))
    elif ask.window == scythed_chariots.WINDOW:
        found = list(whom_to_stampede(here, ask))
    else:
        found = list(acts(book, here, ask)) if len(ask.says) > 1 else []
        found += list(forms(book, here, ask)) if TakeForm.__name__ in ask.says else []
    return tuple(sorted(found, key=lambda one: -one[0]))


COUNSEL = Layer("counsel on cards", 2, hooks=((seams.COUNSEL, advice, "BC-0.1"),))
