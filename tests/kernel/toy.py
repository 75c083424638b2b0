"""Banners: a toy game with everything the kernel must be able to say, and no miniatures in it.

Three companies carry a banner each; a banner may be false, and only its owner knows. Seats march
(dice), parley (a secret choice, all at once), plot (a seal), draw cards from a pile (a hand, its
size public), lay ambushes when somebody marches (a nested interrupt, in table order) and give
tokens or cards away at any time. Clauses are `TOY-n`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from condotta.kernel.asks import Action, Ask, Choose, Draw, Loop, Roll, Script
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer, Menu
from condotta.kernel.chance import Cup, SeededCup
from condotta.kernel.events import (
    Asked,
    Began,
    Controlled,
    Counted,
    Ended,
    Entered,
    Event,
    Exchanged,
    Expired,
    Marked,
    Moved,
    Mustered,
    Opened,
    Paid,
    Placed,
    Popped,
    Pushed,
    Ruled,
    Sealed,
    Step,
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Board, Chair, Mark, Piece, Seat
from condotta.kernel.rulings import Modifier, Refusal, Tally, Verdict
from condotta.kernel.seals import digest_of
from condotta.kernel.seams import Refuse, Sole, Stack, Sum, Union
from condotta.kernel.state import State
from condotta.table import Pose

PILE = ("ambush", "ambush", "feast", "feast", "fog", "fog")
DEEDS = ("march", "parley", "plot", "draw", "challenge", "hire", "rest", "end")

SPEED: Sum[[Position, Seat]] = Sum("what is added to a march")
MOOD: Sole[[Position], str] = Sole("the mood of a parley")
MAY_GIVE: Refuse[[Position, Seat, Seat]] = Refuse("why nothing may be given")
NEXT: Stack[[Position], Seat] = Stack("who acts next")
AMBUSHES: Sole[[Position, Seat], tuple[str, ...]] = Sole(
    "the cards with which a seat may lay an ambush, where it may seem to hold one"
)
AFTER_MARCH: Union[[Position, Seat], Script] = Union("what follows a march")


# ── what seats may say ───────────────────────────────────────────────────────
class Give(Action, frozen=True):
    to: Seat
    tokens: int


class Hand(Action, frozen=True):
    to: Seat
    card: str


class Plot(Action, frozen=True):
    content: str
    salt: str


class Advance(Action, frozen=True):
    banner: str
    x: int
    y: int


# ── frames ───────────────────────────────────────────────────────────────────
class Season(Loop, frozen=True, kw_only=True):
    """Step after step, each by the seat whose turn it is; everybody may advance meanwhile."""

    steps: int


class Advancing(Script, frozen=True, kw_only=True):
    seat: Seat
    move: Advance


class Deed(Script, frozen=True, kw_only=True):
    seat: Seat
    deed: str


class March(Script, frozen=True, kw_only=True):
    seat: Seat


class Ambush(Script, frozen=True, kw_only=True):
    seat: Seat
    victim: Seat
    card: str


class Halt(Script, frozen=True, kw_only=True):
    """What a long march brings about: a halt, said by a `Union` hook."""

    seat: Seat


class Parley(Script, frozen=True, kw_only=True):
    """Everybody chooses in secret; the choices are shown together."""


class Plotting(Script, frozen=True, kw_only=True):
    seat: Seat


class Challenge(Script, frozen=True, kw_only=True):
    seat: Seat


class Hire(Script, frozen=True, kw_only=True):
    seat: Seat


class Drawing(Script, frozen=True, kw_only=True):
    seat: Seat


class Discarding(Script, frozen=True, kw_only=True):
    """Whoever holds more than two cards discards one, all at once."""


class Giving(Script, frozen=True, kw_only=True):
    seat: Seat
    to: Seat
    tokens: int = 0
    card: str = ""


# ── reading the table ────────────────────────────────────────────────────────
def hand(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """The cards a seat holds; their truth is known to it and to the truth only."""
    cards = (piece for piece in position.at("hand") if piece.controller == seat)
    return tuple(cards)


def step(position: Position) -> int:
    return position.count("table", "step")


def undealt(position: Position) -> tuple[str, ...]:
    """What the pile still holds: all of it but the cards that lie somewhere. No order."""
    dealt = Counter(piece.truth for piece in position.pieces.values() if piece.type == "card")
    left = Counter(PILE) - dealt
    return tuple(sorted(left.elements()))


def turn_of(_: Any, position: Position) -> Seat:
    """The seats take turns in table order."""
    seats = position.seats()
    return seats[step(position) % len(seats)]


# ── procedures ───────────────────────────────────────────────────────────────
def season(book: Book, state: State, frame: Season) -> Iterator[Event]:
    position = state.position
    if frame.answers:
        answer = frame.answers[0]
        match answer.said:
            case Advance():
                yield Pushed(Advancing(seat=answer.seat, move=answer.said))
            case Choose(deed):
                yield Pushed(Deed(seat=answer.seat, deed=deed))
        return
    if step(position) >= frame.steps:
        most = max(position.seats(), key=lambda seat: position.count(seat, "miles"))
        yield Ruled("TOY-9", "toy.farthest", {"winner": most})
        yield Ended((most,), "TOY-9", "toy.farthest")
        return
    asked = {ask.seat for ask in state.asks}
    if not asked:
        yield Entered(step(position), "season", (book.stack(NEXT, position),))
    acting = book.stack(NEXT, position)
    for seat in position.seats():
        if seat not in asked:
            deeds = DEEDS if seat == acting else ()
            yield Asked(Ask(seat, "season", "TOY-1", options=deeds, says=("Advance",)))


def advancing(_: Book, state: State, frame: Advancing) -> Iterator[Event]:
    move = frame.move
    yield Moved((Step(move.banner, Pose(move.x, move.y, 1, 0)),))
    yield Popped()


def deed(_: Book, state: State, frame: Deed) -> Iterator[Event]:
    """One deed: a procedure of its own, then the step is over."""
    position, seat = state.position, frame.seat
    if not position.count(seat, "busy"):
        yield Counted(seat, "busy", 1)
        begun = {
            "march": March(seat=seat),
            "parley": Parley(),
            "plot": Plotting(seat=seat),
            "draw": Drawing(seat=seat),
            "challenge": Challenge(seat=seat),
            "hire": Hire(seat=seat),
        }.get(frame.deed)
        if begun is not None:
            yield Pushed(begun)
        return
    yield Counted(seat, "busy", 0)
    yield Expired("step")
    yield Counted("table", "step", step(position) + 1)
    if frame.deed == "end":
        yield Ended((), "TOY-9", "toy.given-up")
        return
    yield Popped()


def march(book: Book, state: State, frame: March) -> Iterator[Event]:
    """Others may lay ambushes first, in table order; then the dice, then what follows."""
    position, seat = state.position, frame.seat
    others = tuple(one for one in position.seats() if one != seat)
    for other in others:
        cards = book.sole(AMBUSHES, position, other)
        if cards is None:
            continue
        said = frame.heard("ambush", other)
        if said is None:
            yield Asked(Ask(other, "ambush", "TOY-3", options=(*cards, "pass"), secret=True))
            return
        if said.option != "pass" and position.pieces[said.option].place == "hand":
            yield Pushed(Ambush(seat=other, victim=seat, card=said.option))
            return
    roll = frame.heard("march dice")
    if roll is None:
        yield Asked(Ask(CHANCE, "march dice", "TOY-2", dice=2))
    elif not position.count(seat, "marched"):
        yield from marched(book, position, seat, roll)
    else:
        yield Counted(seat, "marched", 0)
        yield Popped()


def marched(book: Book, position: Position, seat: Seat, roll: Roll) -> Iterator[Event]:
    """The miles; a false banner is a private shame; then what layers say follows."""
    parts = (Modifier(1, "factor.steady", "TOY-2"), *book.sum(SPEED, position, seat))
    tally = Tally(seat, sum(roll.pips), parts)
    yield Ruled("TOY-2", "toy.miles", {"seat": seat, "miles": tally.total}, (tally,))
    yield Counted(seat, "miles", position.count(seat, "miles") + max(0, tally.total))
    yield Counted(seat, "marched", 1)
    for banner in position.at("table"):
        if banner.owner == seat and banner.truth == "false":
            shame = position.count(seat, "shame") + 1
            yield Veiled((seat,), Counted(seat, "shame", shame))
            yield Veiled((seat,), Ruled("TOY-5", "toy.shame", {"seat": seat}))
    for frame in reversed(book.union(AFTER_MARCH, position, seat)):
        yield Pushed(frame)


def ambush(_: Book, state: State, frame: Ambush) -> Iterator[Event]:
    """The card is shown; the ambusher stakes tokens, then rolls: a question in a question."""
    position = state.position
    stake, roll = frame.heard("stake"), frame.heard("ambush dice")
    if stake is None:
        card = position.pieces[frame.card]
        shown = Piece(card.id, "card", card.owner, frame.seat, place="gone", truth="ambush")
        yield Exchanged(shown)
        options = tuple(str(n) for n in range(position.count(frame.seat, "tokens") + 1))
        yield Asked(Ask(frame.seat, "stake", "TOY-3", options=options))
    elif roll is None:
        yield Asked(Ask(CHANCE, "ambush dice", "TOY-3", dice=1))
    else:
        yield Paid(frame.seat, "", "tokens", int(stake.option))
        if roll.pips[0] + int(stake.option) > 3:
            yield Marked(banner_of(position, frame.victim), Mark("ambushed", "step"))
        yield Popped()


def banner_of(position: Position, seat: Seat) -> str:
    return next(p.id for p in position.pieces.values() if p.type == "banner" and p.owner == seat)


def halt(_: Book, state: State, frame: Halt) -> Iterator[Event]:
    yield Ruled("TOY-2", "toy.halt", {"seat": frame.seat})
    yield Popped()


def parley(book: Book, state: State, frame: Parley) -> Iterator[Event]:
    """All are asked at once; nobody sees an answer before all have answered."""
    seats = state.position.seats()
    if not frame.answers:
        for seat in seats:
            yield Asked(Ask(seat, "parley", "TOY-4", options=("peace", "war"), secret=True))
        return
    said = {seat: frame.heard("parley", seat).option for seat in seats}
    mood = book.sole(MOOD, state.position) or "sober"
    yield Ruled("TOY-4", "toy.parley", {"mood": mood, **said})
    if set(said.values()) == {"peace"}:
        for seat in seats:
            yield Paid("", seat, "tokens", 1)
    yield Popped()


def plotting(_: Book, state: State, frame: Plotting) -> Iterator[Event]:
    """A secret sealed now, and opened by the same seat's next plot."""
    said = frame.heard("plot")
    seal = f"plot of {frame.seat}"
    if said is None:
        yield Asked(Ask(frame.seat, "plot", "TOY-6", says=("Plot",), secret=True))
    elif seal not in state.position.seals:
        yield Sealed(seal, digest_of(said.content, said.salt))
        plot = Piece(f"plot-{frame.seat}", "plot", frame.seat, frame.seat, place="aside")
        inside = Mustered(Piece(**{**fields(plot), "truth": said.content}))
        side = state.position.side(frame.seat)
        yield Veiled((f"side:{side}",), inside, Mustered(plot))
        yield Popped()
    else:
        yield Opened(seal, said.content, said.salt)
        yield Popped()


def fields(piece: Piece) -> dict[str, Any]:
    return {name: getattr(piece, name) for name in piece.__struct_fields__}


def challenge(_: Book, state: State, frame: Challenge) -> Iterator[Event]:
    """Someone's banner must be shown: what was secret becomes public."""
    chosen = frame.heard("challenge")
    banners = [p for p in state.position.pieces.values() if p.type == "banner"]
    if chosen is None:
        names = tuple(one.id for one in banners if one.controller != frame.seat)
        yield Asked(Ask(frame.seat, "challenge", "TOY-5", options=(*names, "none")))
        return
    if chosen.option != "none":
        yield Exchanged(state.position.pieces[chosen.option])
        yield Ruled("TOY-5", "toy.shown", {"banner": chosen.option})
    yield Popped()


def hire(_: Book, state: State, frame: Hire) -> Iterator[Event]:
    """Control of one's own banner passes to another seat: owner and controller differ."""
    chosen = frame.heard("hire")
    mine = banner_of(state.position, frame.seat)
    if chosen is None:
        yield Asked(Ask(frame.seat, "hire", "TOY-7", options=state.position.seats()))
        return
    if chosen.option != state.position.pieces[mine].controller:
        yield Controlled(mine, chosen.option)
    yield Popped()


def drawing(_: Book, state: State, frame: Drawing) -> Iterator[Event]:
    """A card comes off the pile when it is dealt, and not before; all see that one was drawn."""
    drawn, pile = frame.heard("draw"), undealt(state.position)
    number = sum(piece.type == "card" for piece in state.position.pieces.values()) + 1
    if drawn is None and pile:
        yield Asked(Ask(CHANCE, "draw", "TOY-8", draw=pile, secret=True))
    elif drawn is not None and not state.position.count(frame.seat, "drawn"):
        card = Piece(f"card-{number}", "card", frame.seat, frame.seat, place="hand")
        inside = Mustered(Piece(**{**fields(card), "truth": drawn.drawn[0]}))
        yield Veiled((frame.seat,), inside, Mustered(card))
        yield Counted(frame.seat, "drawn", 1)
        yield Pushed(Discarding())
    else:
        yield Counted(frame.seat, "drawn", 0)
        yield Popped()


def discarding(_: Book, state: State, frame: Discarding) -> Iterator[Event]:
    """Simultaneous and secret: what is discarded is shown when all have chosen."""
    full = [seat for seat in state.position.seats() if len(hand(state.position, seat)) > 2]
    if full and not frame.answers:
        for seat in full:
            cards = tuple(card.id for card in hand(state.position, seat))
            yield Asked(Ask(seat, "discard", "TOY-8", options=cards, secret=True))
        return
    for answer in frame.answers:
        yield Placed(answer.said.option, "gone")
        yield Exchanged(
            Piece(**{**fields(state.position.pieces[answer.said.option]), "place": "gone"})
        )
    yield Popped()


def giving(_: Book, state: State, frame: Giving) -> Iterator[Event]:
    """Tokens change hands openly; a card does too, but only the two know which it is."""
    if frame.tokens:
        yield Paid(frame.seat, frame.to, "tokens", frame.tokens)
    if frame.card:
        yield Controlled(frame.card, frame.to)
        known = Piece(**{**fields(state.position.pieces[frame.card]), "controller": frame.to})
        yield Veiled((frame.to,), Exchanged(known))
    yield Popped()


# ── judges, hooks, menus ─────────────────────────────────────────────────────
def no(key: str, **params: Any) -> Verdict:
    return Verdict(refusals=(Refusal("TOY-1", f"toy.{key}", params),))


def judge_give(book: Book, seen: Position, seat: Seat, _: Ask | None, said: Give) -> Verdict:
    if said.to == seat or said.to not in seen.seats():
        return no("nobody", to=said.to)
    if not 0 < said.tokens <= seen.count(seat, "tokens"):
        return no("tokens", tokens=said.tokens)
    return Verdict(refusals=book.refusals(MAY_GIVE, seen, seat, said.to))


def judge_hand(_: Book, seen: Position, seat: Seat, __: Ask | None, said: Hand) -> Verdict:
    held = {card.id for card in hand(seen, seat)}
    if said.card not in held or said.to not in seen.seats() or said.to == seat:
        return no("card", card=said.card)
    return Verdict()


def judge_plot(_: Book, seen: Position, seat: Seat, __: Ask | None, said: Plot) -> Verdict:
    return Verdict() if said.salt else no("salt")


def judge_advance(_: Book, seen: Position, seat: Seat, __: Ask | None, said: Advance) -> Verdict:
    """On the board, and never with a banner that is known to be false."""
    banner = seen.pieces.get(said.banner)
    if banner is None or banner.type != "banner" or banner.controller != seat:
        return no("banner", banner=said.banner)
    if not (0 <= said.x <= seen.board.width and 0 <= said.y <= seen.board.depth):
        return no("board")
    return Verdict(distance=abs(said.x), limit=seen.board.width)


def sampled(book: Book, seen: Position, ask: Ask, random: Random) -> Action | None:
    """A step of a banner one has a say over."""
    mine = [p for p in seen.pieces.values() if p.type == "banner" and p.controller == ask.seat]
    if not mine:
        return None
    return Advance(random.choice(mine).id, random.randrange(1000), random.randrange(1000))


def salient(book: Book, seen: Position, ask: Ask) -> Iterator[Action]:
    for piece in seen.pieces.values():
        if piece.type == "banner" and piece.controller == ask.seat:
            yield Advance(piece.id, 0, 0)


def plots(book: Book, seen: Position, ask: Ask, random: Random) -> Action:
    return Plot("by night", "salt")


def could_ambush(position: Position, seat: Seat) -> tuple[str, ...] | None:
    """Whoever holds a card might hold an ambush, as far as the table knows."""
    cards = hand(position, seat)
    if not cards:
        return None
    return tuple(card.id for card in cards if card.truth == "ambush")


def ambushed(position: Position, seat: Seat) -> Modifier | None:
    banner = position.pieces[banner_of(position, seat)]
    return Modifier(-3, "factor.ambushed", "TOY-3") if banner.marked("ambushed") else None


def halts(position: Position, seat: Seat) -> tuple[Halt, ...]:
    return (Halt(seat=seat),)


TOY = Layer(
    "banners",
    0,
    procedures={
        Season: season,
        Advancing: advancing,
        Deed: deed,
        March: march,
        Ambush: ambush,
        Halt: halt,
        Parley: parley,
        Plotting: plotting,
        Challenge: challenge,
        Hire: hire,
        Drawing: drawing,
        Discarding: discarding,
        Giving: giving,
    },
    judges={Give: judge_give, Hand: judge_hand, Plot: judge_plot, Advance: judge_advance},
    anytime={
        Give: lambda seat, said: Giving(seat=seat, to=said.to, tokens=said.tokens),
        Hand: lambda seat, said: Giving(seat=seat, to=said.to, card=said.card),
    },
    menus={"season": Menu(sampled, salient), "plot": Menu(plots, lambda *_: iter(()))},
    hooks=(
        (SPEED, ambushed, "TOY-3"),
        (NEXT, turn_of, "TOY-1"),
        (AMBUSHES, could_ambush, "TOY-3"),
        (AFTER_MARCH, halts, "TOY-2"),
    ),
)

SEATS = ("red", "blue", "green")
THREE_SIDES = {"red": "red", "blue": "blue", "green": "green"}
TWO_SIDES = {"red": "north", "blue": "south", "green": "north"}


def book(*layers: Layer) -> Book:
    return Book("toy", (TOY, *layers))


def secret(who: tuple[str, ...], piece: Piece) -> Veiled:
    """A piece that all see, and whose truth only some know."""
    return Veiled(who, Mustered(piece), Mustered(Piece(**{**fields(piece), "truth": ""})))


def opening(
    truths: dict[Seat, str] | None = None,
    cards: dict[Seat, tuple[str, ...]] | None = None,
    sides: dict[Seat, str] | None = None,
    steps: int = 1000,
) -> Iterator[Event]:
    """Three chairs, a banner and three tokens each, perhaps some cards, and the season begins."""
    sides = sides or THREE_SIDES
    yield Began(Board(1000, 1000), tuple(Chair(seat, sides[seat]) for seat in SEATS))
    for place, seat in enumerate(SEATS):
        truth = (truths or {}).get(seat, "true")
        pose = Pose(100 * place, 0, 1, 0)
        banner = Piece(f"{seat[0].upper()}1", "banner", seat, seat, place="table", truth=truth)
        yield secret((seat,), Piece(**{**fields(banner), "pose": pose}))
        yield Counted(seat, "tokens", 3)
    number = 0
    for seat, held in (cards or {}).items():
        for card in held:
            number += 1
            piece = Piece(f"card-{number}", "card", seat, seat, place="hand", truth=card)
            yield secret((seat,), piece)
    yield Pushed(Season(steps=steps))


def battle(cup: Cup | None = None, layers: tuple[Layer, ...] = (), **how: Any) -> Battle:
    return Battle(book(*layers), opening(**how), cup if cup is not None else SeededCup(7))


def ask_of(battle: Battle, seat: Seat, window: str = "") -> Ask:
    """The open question to a seat (in that window)."""
    return next(ask for ask in battle.waiting() if ask.seat == seat and window in ("", ask.window))


def choose(battle: Battle, seat: Seat, option: str, window: str = "") -> list[Event]:
    return battle.say(seat, Choose(option), ask_of(battle, seat, window).id)


def draw(name: str) -> Draw:
    return Draw((name,))
