"""Twins: two battles of one system that differ only in a secret of one seat, played on in step.

    case = CASES["treachery, a hand"]
    twins = case.begin(seed=1)
    while (said := twins.next()) is not None:
        twins.take(said)

Both are real battles, from the first die. Whoever may not know the secret says the same in both,
and so does its owner wherever the secret is not what is said. What would rightly show the secret,
such as a card that is played, is not said: then the next best is, until nothing innocent is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from condotta.bots.chancer import Chancer
from condotta.bots.lots import Lots, lots
from condotta.kernel.asks import Action, Ask, Choose, Draw, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import Cup, SeededCup
from condotta.kernel.errors import Illegal
from condotta.kernel.events import (
    Event,
    Exchanged,
    Opened,
    Ruled,
    Sealed,
)
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.kernel.state import State
from condotta.kernel.views import seen_by
from condotta.lab.matches import Field, drawn, seated
from condotta.rules.grand import muster as grand
from condotta.rules.grand import names as of_grand
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.grand.split import CommandSaid, Split, listed
from condotta.rules.library import book
from condotta.rules.skirmish import names as skirmish
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery.deals import Give, Offer, Terms
from condotta.rules.treachery.deck import designs
from condotta.rules.triumph import muster as triumph
from condotta.rules.triumph.muster import CardSpec, StandSpec
from condotta.rules.triumph.tables import troop
from tests.kernel.harness import answers
from tests.rules.carnage.test_over_skirmish import PSYKERS, many

SHOWN = "BC-24"
"""The clause by which a stand that is not what it seems is revealed."""

OTHERS = 6
"""How many other answers are tried where one would show the secret."""


class Said(NamedTuple):
    """What is said next, in the one world and in the other."""

    seat: Seat
    one: Action
    two: Action
    ask: int | None


Differ: TypeAlias = Callable[[Battle, Ask, Action], tuple[Action, Action] | None]
"""What makes two answers of the owner's to a secret question out of one, if it can."""


class Twins:
    """Two battles that differ in what `owner` knows, and nobody else but the `knowing`.

    `differ` makes two answers of the owner's to a secret question out of one. `cups` are what the
    two draw from, as both may be played on elsewhere.
    """

    def __init__(
        self,
        battles: tuple[Battle, Battle],
        owner: Seat,
        *,
        knowing: frozenset[Seat],
        cups: tuple[Callable[[], Cup], Callable[[], Cup]],
        random: Lots,
        differ: Differ | None = None,
        lasting: bool = False,
    ) -> None:
        self.one, self.two = battles
        self.owner = owner
        self.knowing = knowing
        self.cups = cups
        self.random = random
        self.differ = differ
        self.lasting = lasting
        """Whether rules may show the secret: only then is it looked at what comes of an answer."""
        self.bots: dict[Seat, Chancer] = {}
        self.heard: dict[str, list[Action]] = {}
        """The last few things that were said of each kind."""

    @property
    def watchers(self) -> tuple[Seat, ...]:
        """The seats that must not know."""
        return tuple(s for s in self.one.state.position.seats() if s not in self.knowing)

    def differing(self) -> bool:
        """Whether the truth differs, and what the owner sees of it."""
        if self.one.log == self.two.log:
            return False
        first, second = (world.stream(self.owner) for world in (self.one, self.two))
        return first != second

    # ── what is said next ────────────────────────────────────────────────────
    def next(self) -> Said | None:
        """Something that may be said in both worlds and does not show the secret, if anything."""
        found = (said for ask in self.asked() for said in self.answers(ask))
        return next((said for said in found if not self.shows(said)), None)

    def spontaneous(self) -> Said | None:
        """Something that needs no question, said for all to hear, where that may be."""
        seats = self.one.state.position.seats()
        to = self.random.choice([seat for seat in seats if seat != self.owner])
        acts: list[Action] = [Speak("May the best side win.")]
        if Offer in self.one.book.anytime:
            acts += [Offer(to, Terms(words="peace")), Give(to, 50)]
        said = Said(self.owner, *([self.random.choice(acts)] * 2), None)
        return said if self.legal_at_any_time(said) and not self.shows(said) else None

    def legal_at_any_time(self, said: Said) -> bool:
        """Whether it may be said in both worlds."""
        worlds = ((self.one, said.one), (self.two, said.two))
        return all(world.judge(said.seat, action).ok for world, action in worlds)

    def asked(self) -> Iterator[Ask]:
        """The questions to seats that are open in both worlds, the oldest first."""
        theirs = {(ask.seat, ask.id) for ask in self.two.waiting()}
        for ask in self.one.waiting():
            if ask.seat != CHANCE and (ask.seat, ask.id) in theirs:
                yield ask

    def answers(self, ask: Ask) -> Iterator[Said]:
        """Answers that are legal in both worlds, the best first."""
        bot = self.bots.setdefault(
            ask.seat, Chancer(self.one.book, lots(f"{self.random.random()}"), 0.3)
        )
        view = self.one.view(ask.seat)
        mine = next(own for own in view.asks if own.id == ask.id)
        said = as_listed(self.one, mine) or bot.answer(view, mine)
        if ask.seat == self.owner and ask.secret and self.differ is not None:
            pair = self.differ(self.one, mine, said)
            if pair is not None and self.legal(ask, *pair):
                yield Said(ask.seat, *pair, ask.id)
                return
        others = [Choose(option) for option in mine.options]
        self.random.shuffle(others)
        more = (bot.answer(view, mine) for _ in range(OTHERS))
        for action in chain((said,), more, others[:OTHERS]):
            if self.legal(ask, action, action):
                yield Said(ask.seat, action, action, ask.id)

    def legal(self, ask: Ask, one: Action, two: Action) -> bool:
        """Whether the one may be said in the one world, and the other in the other."""
        return self.one.judge(ask.seat, one, ask.id).ok and self.two.judge(ask.seat, two, ask.id).ok

    # ── what comes of it ─────────────────────────────────────────────────────
    def shows(self, said: Said) -> bool:
        """Whether the rules themselves would make the secret known to somebody then."""
        if not self.lasting:
            return False
        hidden = differing_pieces(self.one.state, self.two.state)
        forks = self.forks()
        try:
            first = forks[0].say(said.seat, said.one, said.ask)
            second = forks[1].say(said.seat, said.two, said.ask)
        except (Illegal, Exhausted):
            return True
        for watcher in (*self.watchers, SPECTATORS):
            who = self.one.audience(watcher)
            seen = tuple(
                [one for event in events if (one := seen_by(who, event)) is not None]
                for events in (first, second)
            )
            if any(rightly(event, hidden) for event in unlike(*seen)):
                return True
        return False

    def forks(self) -> tuple[Battle, Battle]:
        """Both worlds, to be tried out."""
        return self.one.fork(self.cups[0]()), self.two.fork(self.cups[1]())

    def take(self, said: Said) -> None:
        """It is said."""
        self.one.say(said.seat, said.one, said.ask)
        self.two.say(said.seat, said.two, said.ask)
        if said.one == said.two and said.seat not in self.knowing:
            kind = self.heard.setdefault(type(said.one).__name__, [])
            self.heard[type(said.one).__name__] = [*kind, said.one][-4:]

    def take_back(self, seat: Seat) -> None:
        """A choice is taken back in both worlds."""
        self.one.undo(seat)
        self.two.undo(seat)

    def apart(self) -> Twins:
        """The same twins, to go another way from here."""
        return Twins(
            self.forks(), self.owner, knowing=self.knowing, cups=self.cups,
            random=lots(f"{self.random.random()}"), differ=self.differ, lasting=self.lasting,
        )  # fmt: skip


def differing_pieces(one: State, two: State) -> frozenset[str]:
    """The pieces about which the truths differ."""
    first, second = one.position.pieces, two.position.pieces
    return frozenset(
        name for name in first.keys() | second.keys() if first.get(name) != second.get(name)
    )


def unlike(one: Sequence[Event], two: Sequence[Event]) -> Iterator[Event]:
    """What is told from where two stories part, digests of seals apart."""
    for number in range(max(len(one), len(two))):
        first, second = (side[number] if number < len(side) else None for side in (one, two))
        if unsealed(first) != unsealed(second):
            yield from (*one[number:], *two[number:])
            return


def unsealed(event: Event | None) -> Event | None:
    """An event without the digest that a seal publishes."""
    return replace(event, digest="") if isinstance(event, Sealed) else event


def rightly(event: Event, hidden: frozenset[str]) -> bool:
    """Whether an event is one by which the rules show a secret."""
    match event:
        case Opened():
            return True
        case Exchanged(piece):
            return piece.id in hidden
        case Ruled(clause=clause):
            return clause.startswith(SHOWN)
        case _:
            return False


# ── battles with a secret ────────────────────────────────────────────────────
class Case(NamedTuple):
    """A system, for how many, what is secret in it; `after` how many decisions it is looked at."""

    name: str
    system: str
    seats: int
    secret: str
    settings: tuple[tuple[str, Any], ...] = ()
    owner: Seat = "red"
    after: int = 0

    @property
    def field(self) -> Field:
        """From what its battles are made."""
        return Field(self.system, self.seats, profile=self.settings)

    def begin(self, seed: int) -> Twins:
        """Twins before their first decision."""
        return BEGUN[self.secret](self, seed)

    @property
    def passing(self) -> bool:
        """Whether the secret lasts for a moment only: twins are made anew at each."""
        return self.secret in (SEALED, WISH, DICE)


MASK, SPLIT, MARCH, HAND, DEAL, WORDS, SEALED, WISH, DICE = (
    "masks", "split", "march", "hand", "deal", "words", "sealed", "wish", "dice",
)  # fmt: skip


@cache
def rules(system: str, settings: tuple[tuple[str, Any], ...]) -> Book:
    """The book of a system."""
    return book(system, dict(settings))


def of(case: Case) -> Book:
    """The book of a case."""
    return rules(case.system, case.settings)


def twins_of(case: Case, seed: int, openings: Sequence[Sequence[Event]], **more: Any) -> Twins:
    """Twins with those openings and equal dice, whose secret is the owner's side's."""
    cups = more.pop("cups", None) or ((lambda: SeededCup(seed)),) * 2
    battles = tuple(Battle(of(case), tuple(opening), cup()) for opening, cup in
                    zip(openings, cups, strict=True))  # fmt: skip
    position = battles[0].state.position
    side = position.side(case.owner)
    knowing = frozenset(seat for seat in position.seats() if position.side(seat) == side)
    known = more.pop("knowing", knowing)
    return Twins(
        battles, case.owner, knowing=known, cups=cups, random=lots(f"{case.name}/{seed}"),
        lasting=case.secret in (MASK, SPLIT, MARCH, HAND), **more,
    )  # fmt: skip


def opening_of(case: Case, seed: int) -> tuple[Event, ...]:
    """What a battle begins with."""
    levy = Levy(None, Random(f"{seed}/muster"))
    return SYSTEMS[case.system].opening(of(case), seated(case.field), drawn(case.field, seed), levy)


def same(case: Case, seed: int) -> Twins:
    """Twins that do not differ yet."""
    opening = opening_of(case, seed)
    return twins_of(case, seed, (opening, opening))


# ── stands that are not what they seem ───────────────────────────────────────
def masked(spec: StandSpec, real: str | None) -> StandSpec:
    """A stand behind which there is something else, or nothing, or itself."""
    if real is None:
        return spec
    behind = tuple(StandSpec(one, troop(one).half_points) for one in real.split())
    return replace(spec, real=behind)


REALS = (("", None), ("HRD", ""), (None, "HRD"), ("WRR WRR", None))
"""What is behind each stand that may be masked, in the one world and in the other, in turn."""


def masks(case: Case, seed: int) -> Twins:
    """An army with Deceptive Deployment: some of its foot is not what it seems. [BC-24]"""
    begin = grand_opening if case.system.startswith("grand") else small_opening
    return twins_of(case, seed, [begin(case, seed, world) for world in (0, 1)])


def small_opening(case: Case, seed: int, world: int) -> tuple[Event, ...]:
    """Armies of 48 points, the owner's with masks."""
    rosters, lot = drawn(case.field, seed), Random(f"{seed}/muster")
    armies = [
        triumph.enlisted(of(case), rosters[one.army], one.seat, one.side, one.letter, lot=lot)
        for one in seated(case.field)
    ]
    number = next(n for n, army in enumerate(armies) if army.seat == case.owner)
    armies[number] = replace(
        armies[number],
        stands=with_masks(armies[number].stands, seed, world),
        cards=(CardSpec("DC", 3),),
    )
    return triumph.opening(of(case), tuple(armies))


def with_masks(
    stands: tuple[StandSpec, ...], seed: int, world: int, many: int = 3
) -> tuple[StandSpec, ...]:
    """The last few stands that lead nobody, each masked as its turn has it."""
    found = list(stands)
    places = [n for n, one in enumerate(stands) if not one.general][-many:]
    for turn, place in enumerate(places):
        found[place] = masked(found[place], REALS[(turn + seed) % len(REALS)][world])
    return tuple(found)


def grand_opening(case: Case, seed: int, world: int) -> tuple[Event, ...]:
    """Armies of three commands, the owner's with masks in the second."""
    rosters, lot = drawn(case.field, seed), Random(f"{seed}/muster")
    armies = []
    for number, letter in enumerate("RB"):
        own = [one for one in seated(case.field) if one.army == number]
        seats = tuple(one.seat for one in own)
        army = grand.raised(
            of(case), rosters[number], seats, side=own[0].side, letter=letter, lot=lot
        )
        if case.owner in seats:
            first, second, third = army.commands
            changed = replace(second, stands=with_masks(second.stands, seed, world, 1))
            hidden = sum(grand.hidden(one) for one in changed.stands)
            army = replace(
                army, commands=(first, changed, third), cards=(CardSpec("DC", 3),), secret=hidden
            )
        armies.append(army)
    return grand.opening(of(case), tuple(armies))


# ── commands and marches ─────────────────────────────────────────────────────
def split(case: Case, seed: int) -> Twins:
    """The same army is split in two ways, its markers placed in two orders. [GT-4.2, GT-4.3]"""
    made = same(case, seed)
    made.differ = split_apart
    return made


def as_listed(world: Battle, ask: Ask) -> Action | None:
    """The commands as they were mustered, none of which marches; no answer to another question."""
    if ask.window != of_grand.SPLIT:
        return None
    return Split(tuple(listed(world.view(ask.seat).position, ask.seat)))


def split_apart(world: Battle, ask: Ask, said: Action) -> tuple[Action, Action] | None:
    """Two stands of one type change places; markers lie in two orders."""
    if isinstance(said, PlaceMarkers):
        points = said.points
        return said, replace(said, points=(points[1], points[2], points[0]))
    return (said, traded(world, said)) if isinstance(said, Split) else None


def traded(world: Battle, said: Split) -> Split:
    """The second and the third command change a stand of one type, if they have one."""
    pieces = world.state.position.pieces
    one, two, three = said.commands
    for mine in one.stands:
        for yours in two.stands:
            alike = pieces[mine].type == pieces[yours].type
            if alike and mine != one.general and yours != two.general:
                first = tuple(yours if name == mine else name for name in one.stands)
                second = tuple(mine if name == yours else name for name in two.stands)
                return Split((CommandSaid(first, one.general), CommandSaid(second, two.general),
                              three))  # fmt: skip
    return said


def march(case: Case, seed: int) -> Twins:
    """One command marches by the left or by the right; nobody knows until it comes. [GT-5.5]"""
    made = same(case, seed)
    made.differ = marched
    return made


def marched(world: Battle, ask: Ask, said: Action) -> tuple[Action, Action] | None:
    """The second command is sent by either edge."""
    del world, ask
    return (by(said, "left"), by(said, "right")) if isinstance(said, Split) else None


def by(said: Split, entry: str) -> Split:
    """The same, the second command by that edge."""
    one, two, three = said.commands
    return Split((one, replace(two, entry=entry), three))


# ── hands of cards ───────────────────────────────────────────────────────────
class Exhausted(Exception):
    """Nothing is left to be dealt that keeps the two worlds alike for the others."""


class Dealer:
    """Equal dice in both worlds; what the owner is dealt is of designs that the other has not.

    Every third card is one that he has in both, so that he has something to play.
    """

    def __init__(self, seed: int, owner: Seat, world: int) -> None:
        self.dice = SeededCup(seed)
        self.seed, self.owner, self.world = seed, owner, world
        order = sorted(designs())
        Random(seed).shuffle(order)
        self.own = frozenset(order[world:6:2])
        self.open = frozenset(order[6:])

    def answer(self, ask: Ask) -> Action:
        """The next dice or card."""
        if ask.window != "treachery cards":
            return self.dice.answer(ask)
        draw = lots(f"{self.seed}/{ask.id}")
        mine = self.owner in ask.about and draw.random() > 1 / 3
        wanted = self.own if mine else self.open
        pile = [one for one in ask.draw if one in wanted]
        if not pile:
            raise Exhausted(ask.about)
        return Draw((draw.choice(pile),))


def hand(case: Case, seed: int) -> Twins:
    """The owner is dealt other cards. [TT-2.2, TT-11.11]"""
    opening = opening_of(case, seed)
    cups = tuple((lambda world=world: Dealer(seed, case.owner, world)) for world in (0, 1))
    return twins_of(case, seed, (opening, opening), cups=cups)


# ── private acts ─────────────────────────────────────────────────────────────
def in_private(case: Case, seed: int, *, known_to: Seat) -> Twins:
    """Twins that will differ in what the owner said to one other, or to his own side."""
    made = same(case, seed)
    made.knowing = made.knowing | {known_to}
    return made


def deal(case: Case, seed: int) -> Twins:
    """The owner makes a private offer, on other terms or none at all. [TT-14.1]"""
    return in_private(case, seed, known_to=made_to(case))


def words(case: Case, seed: int) -> Twins:
    """The owner says something to one other alone, or nothing."""
    return in_private(case, seed, known_to=made_to(case))


def made_to(case: Case) -> Seat:
    """To whom: the seat after next where there is one, else to the owner's own side."""
    seats = [one.seat for one in seated(case.field)]
    return seats[2] if len(seats) > 2 else case.owner


def private_act(twins: Twins, case: Case, number: int) -> None:
    """What makes such twins differ: said in both worlds in two ways, or in the second alone."""
    to = made_to(case)
    pair: tuple[Action, ...]
    if case.secret == DEAL:
        pair = tuple(Offer(to, Terms(words=text), True) for text in ("peace", "war, and soon"))
    else:
        audience = (f"side:{twins.one.state.position.side(case.owner)}",) if to == case.owner else (
            to,)  # fmt: skip
        pair = tuple(Speak(text, audience) for text in ("hold", "all forward on the right!"))
    if number % 2:
        twins.one.say(case.owner, pair[0])
    twins.two.say(case.owner, pair[1])


# ── answers that are sealed until all have spoken, dice that are still to fall ─
def dice(case: Case, seed: int) -> Twins:
    """Nothing differs but what will be rolled."""
    opening = opening_of(case, seed)
    return twins_of(case, seed, (opening, opening), knowing=frozenset())


def sealed_now(twins: Twins) -> Twins | None:
    """Twins of this moment that differ in a secret answer just given, if somebody is asked one.

    Somebody else must be asked at the same time, so that it stays a secret.
    """
    secret = [ask for ask in twins.asked() if ask.secret]
    for ask in secret if len(secret) > 1 else ():
        view = twins.one.view(ask.seat)
        mine = next(own for own in view.asks if own.id == ask.id)
        found = (one for one in answers(twins.one, ask.seat, mine, Random(len(twins.one.log))))
        legal: list[Action] = []
        for one in found:
            if one not in legal and twins.one.judge(ask.seat, one, ask.id).ok:
                legal.append(one)
        if len(legal) > 1:
            made = twins.apart()
            made.owner, made.knowing = ask.seat, frozenset({ask.seat})
            made.take(Said(ask.seat, legal[0], twins.random.choice(legal[1:]), ask.id))
            return made
    return None


def unrolled(twins: Twins) -> Twins:
    """Twins of this moment that differ in nothing but the dice that are still to fall."""
    made = twins.apart()
    made.cups = ((lambda: SeededCup("the one")), (lambda: SeededCup("the other")))
    return made


def psykers(case: Case, seed: int) -> Twins:
    """A psyker's power is about to be cast, and two others may deny it. [CM-31]"""
    table = many(PSYKERS, phase=skirmish.PSYCHIC, dice=(4, 3))
    table.choose("red", "R1:smite")
    log = tuple(table.battle.log)
    return twins_of(case, seed, (log, log))


BEGUN: Mapping[str, Callable[[Case, int], Twins]] = {
    MASK: masks, SPLIT: split, MARCH: march, HAND: hand, DEAL: deal, WORDS: words, SEALED: same,
    DICE: dice, WISH: psykers,
}  # fmt: skip

CASES: Mapping[str, Case] = {
    case.name: case
    for case in (
        Case("triumph, masks", "triumph", 2, MASK),
        Case("triumph, words", "triumph", 2, WORDS),
        Case("grand, split", "grand", 2, SPLIT),
        Case("grand, march", "grand", 4, MARCH),
        Case("grand, masks", "grand", 2, MASK),
        Case("treachery+triumph, hand", "treachery+triumph", 3, HAND),
        Case("treachery+triumph, deal", "treachery+triumph", 4, DEAL, after=60),
        Case("treachery, hand", "treachery", 4, HAND),
        Case("treachery, sealed", "treachery", 3, SEALED),
        Case("ranked, words", "ranked", 3, WORDS),
        Case("skirmish, dice", "skirmish", 2, DICE),
        Case("carnage, wish", "carnage", 3, WISH),
        Case("carnage+ranked, words", "carnage+ranked", 3, WORDS),
        Case("triumph+reported, masks", "triumph+reported", 2, MASK),
        Case("grand+reported, split", "grand+reported", 3, SPLIT),
        Case("carnage+reported, words", "carnage+reported", 3, WORDS),
        Case("ranked+reported, dice", "ranked+reported", 3, DICE),
        Case("treachery+reported, hand", "treachery+reported", 3, HAND),
    )
}
"""Every system, with each secret that it has in one battle or another."""


def as_json(action: Action) -> Any:
    """An action as a page says it."""
    return msgspec.json.decode(encode(action))
