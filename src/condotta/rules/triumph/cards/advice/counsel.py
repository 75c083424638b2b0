"""What an old captain would say about his cards: advice for bots and for people who ask.

Each piece of advice is an answer to an open question with what it may be expected to gain, in
half points. Legality is not decided here: only what is legal is advised.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose
from condotta.kernel.book import Book, Layer
from condotta.kernel.position import Position
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards import hold_the_line, scythed_chariots
from condotta.rules.triumph.cards.advice.counsel_forms import forms, wagon
from condotta.rules.triumph.cards.advice.lookout import (
    CLOSE,
    LIKELY,
    NEAR,
    SURE,
    Advice,
    exposed,
    foes,
    led,
    margin,
    mounted_share,
    way_is_blocked,
)
from condotta.rules.triumph.cards.common.bows import Support
from condotta.rules.triumph.cards.common.carrying import detail
from condotta.rules.triumph.cards.common.charging import ChargeThrough
from condotta.rules.triumph.cards.common.ending import Discard
from condotta.rules.triumph.cards.common.revealing import Reveal
from condotta.rules.triumph.cards.mid_battle_dismounting import CODE as MID
from condotta.rules.triumph.cards.mid_battle_dismounting import Dismount
from condotta.rules.triumph.cards.prepared_defenses import PlaceObstacle
from condotta.rules.triumph.cards.standard_wagon import UseWagon
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.deployment.forms import TakeForm
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.table import base, gap, offset


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
    own = [one for one in here.friends(ask.seat) if not one.is_camp and one.troop.code in riders]

    def prey(name: str) -> int:
        foe = here.stand(name)
        near = sum(gap(one.base, foe.base) <= one.reach for one in own)
        return near if foe.troop.is_close_foot else 0

    best = max(ask.options[1:], key=lambda option: sum(map(prey, option.split("+"))))
    worth = sum(map(prey, best.split("+")))
    yield SURE, Choose(best if worth > 1 else scythed_chariots.KEEP)


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
            case Support(bows) if led(here, bows) is None:
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
        found += list(wagon(book, here, ask)) if PlaceCamp.__name__ in ask.says else []
    return tuple(sorted(found, key=lambda one: -one[0]))


COUNSEL = Layer("counsel on cards", 2, hooks=((seams.COUNSEL, advice, "BC-0.1"),))
