"""Triumph and Treachery for position files, over either host: hands, coffers, the enemy named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from condotta.kernel.battle import Battle
from condotta.kernel.events import Counted, Entered, Event, Mustered, Pushed, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece
from condotta.positions import ranked, ranked_questions, set_ups, triumph, triumph_slips
from condotta.positions.building import active
from condotta.positions.common_questions import TwoAsked
from condotta.positions.faults import Faults
from condotta.positions.games import Form, Game, seated
from condotta.positions.musters import HIRE
from condotta.positions.records import Document
from condotta.positions.soundness import words_under
from condotta.rules.ranked import names as regiments
from condotta.rules.scores import scores
from condotta.rules.steps import Conduct, queued
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.over_triumph.host import TRIUMPH_HOST
from condotta.rules.treachery.phases import closing
from condotta.rules.treachery.players import enemy_player, hand, role
from condotta.rules.treachery.turns import GameTurn
from condotta.rules.triumph import names as stands
from condotta.words import MU as UNIT

SEATS = tuple((seat, seat) for seat in ("red", "blue", "green"))
STARTING = 100  # the value of two coppers each [TT-10.2]
Begin: TypeAlias = Callable[[Document], Iterator[Event]]
GAME_TURN = "game turn"
"""The moment at which a game turn begins: cards are dealt, then one is turned. [TT-2.1]"""
OPENED = {
    "treachery+triumph": {
        names.MOVEMENT: stands.START, stands.RANGED: stands.MOVEMENT, stands.CLOSE: stands.RANGED,
    },
    "treachery": {
        phase: regiments.PHASES[number - 1]
        for number, phase in enumerate(regiments.PHASES)
        if phase in (regiments.MOVEMENT, regiments.MAGIC, regiments.SHOOTING, regiments.CLOSE)
    },
}  # fmt: skip
"""The phases that begin with an enemy being named, and the phase of the host before each."""


def layer(document: Document, game: Game) -> Iterator[Event]:
    """What the layer has at the table: icons, hands, coffers, the enemy of the phase. [TT-1.4]

    While things are set up it has nothing yet: icons and coppers come as the set-up ends. [TT-1.2]
    """
    if not begun(document, game):
        return
    seats = tuple(seat for seat, _ in seated(document, game))
    now = active(document, game)
    pieces = {one.id for one in document.pieces if not isinstance(one, str)}
    for icon, seat in zip(names.ICONS, seats, strict=False):
        turned = (Mark(names.TURNED, names.GAME_TURN),) if seat in now else ()
        name = f"turn-{icon}"
        if name not in pieces:
            yield Mustered(
                Piece(name, icon, seat, seat, place="hand", traits=(names.TURN_CARD,), marks=turned)
            )
    number = 0
    for seat in seats:
        for design in document.hands.get(seat, ()):
            number += 1
            known = Piece(
                f"card-{number}", "treachery", seat, seat, place="hand",
                traits=(names.TREACHERY,), truth=design,
            )  # fmt: skip
            yield Veiled((seat,), Mustered(known), Mustered(replace(known, truth="")))
    known_counts = document.counters
    table = known_counts.get(names.TABLE, {})
    turn = 0 if document.phase == GAME_TURN else 1
    for key, value in ((names.PLAYERS, len(seats)), (names.GAME_TURN, turn)):
        if key not in table:
            yield Counted(names.TABLE, key, value)
    for seat in seats:
        if names.TOKENS not in known_counts.get(seat, {}):
            yield Counted(seat, names.TOKENS, STARTING)
    if document.enemy in seats:
        yield Counted(names.TABLE, names.ENEMY, 1 + seats.index(document.enemy))


def begun(document: Document, game: Game) -> bool:
    """Whether the moment is one of a game turn, and not of the set-up."""
    if document.phase == GAME_TURN:
        return True
    in_stands = game.name == OVER_TRIUMPH.name
    return (document.phase or names.MOVEMENT) in (triumph.FRAMES if in_stands else ranked.IN_TURN)


def before_triumph(document: Document, pieces: tuple[Piece, ...]) -> Iterator[Event]:
    """The layer's things, then the host's."""
    yield from layer(document, OVER_TRIUMPH)
    yield from triumph.before(document, pieces)


def before_ranked(document: Document, pieces: tuple[Piece, ...]) -> Iterator[Event]:
    """The layer's things, then the host's."""
    yield from layer(document, OVER_RANKED)
    yield from ranked.before(document, pieces)


def begin(document: Document, game: Game, end: str, host: Begin) -> Iterator[Event]:
    """A game turn begins with its cards, a phase with its enemy being named. [TT-2.2, TT-3.1]

    What names its enemy, and every other moment, begins as its host has it.
    """
    phase = document.phase or names.MOVEMENT
    earlier = end if phase == GAME_TURN else OPENED[game.name].get(phase)
    if earlier is None or (document.enemy and phase != GAME_TURN):
        yield from host(document)
        return
    yield Entered(document.turn, earlier, active(document, game))
    yield Pushed(Conduct())
    if phase == GAME_TURN:
        yield Pushed(GameTurn())


def begin_triumph(document: Document) -> Iterator[Event]:
    """A moment over TRIUMPH!."""
    return begin(document, OVER_TRIUMPH, stands.END, with_enemy)


def with_enemy(document: Document) -> Iterator[Event]:
    """A phase of TRIUMPH! whose enemy is named: the layer's end of it follows. [TT-10.4]"""
    phase = document.phase or names.MOVEMENT
    if phase not in OPENED["treachery+triumph"]:
        yield from triumph.begin(document)
        return
    yield Entered(document.turn, phase, active(document, OVER_TRIUMPH))
    yield Pushed(Conduct())
    yield from queued((*(one() for one in triumph.FRAMES[phase]), *closing(TRIUMPH_HOST, phase)))


def begin_ranked(document: Document) -> Iterator[Event]:
    """A moment over ranked battles."""
    return begin(document, OVER_RANKED, regiments.END, ranked.begin)


def check_layer(document: Document, where: str, faults: Faults, game: Game) -> None:
    """Whether the cards exist, and the hands and the enemy are of those who sit there."""
    seats = tuple(seat for seat, _ in seated(document, game))
    for seat, cards in document.hands.items():
        if seat not in seats:
            faults.unknown(f"{where}hands", "seat", seat, seats)
        if len(cards) > names.HAND:
            told = f"{seat} holds {len(cards)} cards, and at most {names.HAND} [TT-11.6]"
            faults.add(f"{where}hands.{seat}", told)
        for number, card in enumerate(cards):
            if card not in designs():
                faults.unknown(f"{where}hands.{seat}[{number}]", "card", card, designs())
    _check_coffers(document, where, faults)
    if document.enemy and document.enemy not in seats:
        faults.unknown(f"{where}enemy", "seat", document.enemy, seats)
    if document.enemy and document.enemy in active(document, game):
        faults.add(f"{where}enemy", "whoever has the turn names an opponent as the enemy")


def _check_coffers(document: Document, where: str, faults: Faults) -> None:
    """Whether the deck has so many of each card, and coins make what lies in each coffer."""
    held = Counter(card for cards in document.hands.values() for card in cards)
    for card, many in held.items():
        if card in designs() and many > designs()[card].copies:
            told = f"{many} of {card} are held, and the deck has {designs()[card].copies} [TT-11.1]"
            faults.add(f"{where}hands", told)
    for holder, row in document.counters.items():
        tokens = row.get(names.TOKENS, 0)
        if tokens > 0 and tokens % names.COPPER:
            told = f"no coins make {tokens}: write a multiple of {names.COPPER} [TT-10.1]"
            faults.add(f"{where}counters.{holder}", told)


def check_triumph(document: Document, where: str, faults: Faults) -> None:
    """What the host asks, and what the layer does."""
    triumph.check(document, where, faults, OVER_TRIUMPH)
    check_layer(document, where, faults, OVER_TRIUMPH)


def check_ranked(document: Document, where: str, faults: Faults) -> None:
    """What the host asks, and what the layer does."""
    ranked.check(document, where, faults)
    check_layer(document, where, faults, OVER_RANKED)


def told(battle: Battle) -> dict[str, Any]:
    """Coffers, how many cards each holds, who is what in this phase, what was earned."""
    now = battle.state.position
    seats = now.seats()
    return {
        "tokens": {seat: now.count(seat, names.TOKENS) for seat in seats},
        "cards": {seat: len(hand(now, seat)) for seat in seats},
        "enemy": enemy_player(now) or None,
        "roles": {seat: role(now, seat) for seat in seats} if enemy_player(now) else {},
        "scores": scores(battle.book, now),
    }


def state_triumph(battle: Battle) -> dict[str, Any]:
    """What the host tells, and what the layer does."""
    return {**triumph.state(battle), **told(battle)}


def state_ranked(battle: Battle) -> dict[str, Any]:
    """What the host tells, and what the layer does."""
    return {**ranked.state(battle), **told(battle)}


def roles(battle: Battle, _: Any) -> dict[str, Any]:
    """Who is active, who the enemy, who neutral in this phase. [TT-3.2]"""
    now = battle.state.position
    named = enemy_player(now)
    return {
        "enemy": named or None,
        "roles": {seat: role(now, seat) for seat in now.seats()} if named else {},
    }


def shot(battle: Battle, asked: TwoAsked) -> dict[str, Any]:
    """Whether one regiment may shoot another; only the enemy's are shot at. [TT-6.1]"""
    found = ranked_questions.shot(battle, asked)
    spared = found.get("relation") == names.NEUTRAL
    return {**found, "clauses": ["TT-6.1"] if spared else []}


LAYER: Mapping[str, Form] = {
    "hire": HIRE,
    "roles": Form(Literal["all"], roles, "Who is active, enemy and neutral in this phase? (`all`)"),
}
SHOT = Form(TwoAsked, shot, "May this regiment shoot that one, what does it need, why not?")
FIELDS = ("hands", "enemy")


def moment(position: Position) -> dict[str, Any]:
    """The enemy that is named in a position. [TT-3.1]"""
    return {"enemy": enemy_player(position)}


COUNTERS = words_under("condotta.rules.treachery")
OVER_TRIUMPH = Game(
    "treachery+triumph",
    quanta=triumph.GAME.quanta,
    unit=UNIT,
    board=(64, 48),
    seats=SEATS,
    types=triumph.GAME.types,
    grounds=triumph.GAME.grounds,
    phases=(*triumph.FRAMES, GAME_TURN, *triumph.setting_out("treachery+triumph", SEATS)),
    traits=(*triumph.GAME.traits, names.MERCENARY),
    marks=(*triumph.GAME.marks, names.BRIBED),
    muster=triumph.GAME.muster,
    before=before_triumph,
    begin=begin_triumph,
    actions=triumph.actions("treachery+triumph"),
    questions={**triumph.GAME.questions, **LAYER},
    state=state_triumph,
    check=check_triumph,
    fields=(*triumph.GAME.fields, *FIELDS),
    set_up=set_ups.steps("treachery+triumph", triumph.set_up_steps, SEATS, stands.ADVANTAGE),
    open_words=triumph.OPEN_WORDS,
    look=triumph_slips.look,
    set_out=triumph.GAME.set_out,
    moment=moment,
    beside=(names.TURN_CARD,),
    counters=(*triumph.GAME.counters, *COUNTERS),
)
RANKED_WORDS = ranked.words(SEATS)
OVER_RANKED = Game(
    "treachery",
    **{
        **RANKED_WORDS,
        "phases": (GAME_TURN, *ranked.phases("treachery", SEATS)),
        "traits": (*RANKED_WORDS["traits"], names.MERCENARY),
        "marks": (*RANKED_WORDS["marks"], names.BRIBED),
        "set_up": ranked.steps("treachery", SEATS),
        "before": before_ranked,
        "begin": begin_ranked,
        "actions": ranked.actions("treachery"),
        "questions": {**RANKED_WORDS["questions"], **LAYER, "shot": SHOT},
        "state": state_ranked,
        "check": check_ranked,
        "fields": FIELDS,
        "moment": moment,
        "beside": (names.TURN_CARD,),
        "counters": (*RANKED_WORDS["counters"], *COUNTERS),
    },
)
