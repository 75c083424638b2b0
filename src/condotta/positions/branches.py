"""Every way that chance may take from a moment on, by the procedures that play the game.

Wherever chance is asked, each result is played on a fork of the battle. Moments that are equal, but
for the numbers of their questions, are worked out once. Chances are exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.kernel.asks import Action, Ask, Choose, Frame, Script
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import number_of_results, results
from condotta.kernel.decide import chance_ask
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Asked, Entered, Event
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.state import State
from condotta.positions.forms import Chain, Given, fitting, read
from condotta.positions.offered import known_answers

Fact: TypeAlias = tuple[Any, ...]
Facts: TypeAlias = frozenset[Fact]
Spread: TypeAlias = dict[Facts, Fraction]
"""How likely each set of facts is; the chances add up to 1."""

NOTHING: Facts = frozenset()
CLOSING = ("pass", "no", "end", "none", "keep", "hold", "stay")
"""What a seat says for which nothing is given: the only option, or the first of these."""

REFUSED, NOT_ASKED, ENDS = "refused", "not asked", "ends"
ASKED_FOR = " is asked for "
"""Facts about what was to be said, and where a way ends."""
OVER = "the phase is over"


class Watch(NamedTuple):
    """What is told: facts of the events of a way, and of the moment at which it ends."""

    happened: Callable[[Iterable[Event]], Facts]
    ended: Callable[[Battle], Facts]


class Moment(NamedTuple):
    """A battle on its way: the acts said so far, how deep the question of the last one lay.

    `turn` is that of the start, `phase` the last of which something is told, and `entered` whether
    it has begun.
    """

    battle: Battle
    said: int
    depth: int
    turn: int
    phase: str
    entered: bool


class Step(NamedTuple):
    """What may come next: its chance, the moment after it, the facts on the way there."""

    chance: Fraction
    moment: Moment
    facts: Facts


class Branches:
    """The ways from one moment. Raises a `PlainError` where they are more than `most`."""

    def __init__(self, chain: Chain, watch: Watch, most: int) -> None:
        self.chain = chain
        self.last = ""
        self.watch = watch
        self.most = most
        self.played = 0
        self._known: dict[bytes, Spread] = {}
        self._open: dict[bytes, None] = {}

    def spread(self, battle: Battle) -> Spread:
        """How likely each set of facts is from here."""
        fork = battle.fork(None)
        fork.book = self._halting(fork)
        for seat in fork.state.position.seats():
            fork.view(seat)
        depth = -1 if self.chain.acts else len(fork.state.agenda)
        now, until = fork.state.position, self.chain.asked.until
        start = Moment(fork, 0, depth, now.turn, until or now.phase, until in ("", now.phase))
        return self._from(start)

    def _halting(self, battle: Battle) -> Book:
        """The book of a battle, which halts where the phase is over that is `last` to be told of.

        What conducts the whole battle asks nobody a question then instead of going on.
        """
        book = battle.book.copied()
        outermost = type(battle.state.agenda[0]) if battle.state.agenda else Frame
        goes_on = book.procedures.get(outermost)

        def halts(given: Book, state: State, frame: Frame) -> Iterator[Event]:
            assert goes_on is not None
            if len(state.agenda) == 1 and state.position.phase == self.last:
                return iter((Asked(Ask("", OVER, "kernel", options=(OVER,))),))
            return goes_on(given, state, frame)

        book.procedures = {**book.procedures, outermost: halts}
        return book

    # ── one moment ───────────────────────────────────────────────────────────
    def _from(self, moment: Moment, key: bytes = b"") -> Spread:
        """The spread from a moment: all that may come next, each by its chance."""
        key = key or self._key(moment)
        if key in self._known:
            return self._known[key]
        self._open[key] = None
        found: Spread = {}
        again: dict[Facts, Fraction] = {}
        for step in self._steps(moment):
            if step.moment is moment:
                add(found, step.facts, step.chance)
                continue
            after = self._key(step.moment)
            if after == key:
                add(again, step.facts, step.chance)
            elif after in self._open:
                raise PlainError(
                    "What is said here goes round in a circle: the same moment comes again. Say in "
                    "`do` and `answers` what leads out of it."
                )
            else:
                for facts, chance in self._from(step.moment, after).items():
                    add(found, facts | step.facts, chance * step.chance)
        del self._open[key]
        self._known[key] = solved(found, again)
        return self._known[key]

    def _steps(self, moment: Moment) -> Iterator[Step]:
        """What may come next; the moment itself where the way ends."""
        battle = moment.battle
        ask = chance_ask(battle.state.asks)
        if self._is_over(moment):
            yield self._over(moment)
            return
        if ask is None:
            yield self._spoken(moment)
            return
        many = self.played + number_of_results(ask)
        if many > self.most:
            dice = f"{ask.dice} dice" if ask.dice else f"{len(ask.draw)} cards"
            raise PlainError(
                f"That is too much to work out: with the {dice} of {ask.window!r} there are "
                f"{many:,} results, and the most is {self.most:,}. Ask about fewer acts, or about "
                "smaller units."
            )
        for said, chance in results(ask):
            yield self._said(moment, CHANCE, said, ask.id, chance)

    def _said(
        self,
        moment: Moment,
        seat: Seat,
        said: Action,
        ask: int | None,
        chance: Fraction = Fraction(1),
    ) -> Step:
        """What follows once a seat has said something, or chance has answered."""
        self.played += 1
        self.last = moment.phase if moment.said == len(self.chain.acts) else ""
        battle = moment.battle.fork(None)
        events = battle.say(seat, said, ask)
        begun = (one.phase for one in events if isinstance(one, Entered))
        entered = moment.entered or moment.phase in begun
        after = moment._replace(battle=battle, entered=entered)
        return Step(chance, after, self.watch.happened(events))

    def _is_over(self, moment: Moment) -> bool:
        """Whether the battle has ended, or the turn, or the last phase that is told of."""
        now = moment.battle.state.position
        left = moment.said < len(self.chain.acts)
        asks = moment.battle.state.asks
        if now.ended is not None or now.turn != moment.turn or not asks or not asks[0].seat:
            return True
        return not left and moment.entered and now.phase != moment.phase

    # ── what seats say ───────────────────────────────────────────────────────
    def _spoken(self, moment: Moment) -> Step:
        """The next act, a given answer, or what seats say for which nothing is given."""
        battle = moment.battle
        left = self.chain.acts[moment.said :]
        if left:
            own, ask = self._fitting(battle, left[0])
            gone = own is None and left[0].said is not None
            if gone or ask is not None or type(own) in battle.book.anytime:
                return self._acted(moment, left[0], own, ask)
        for given in self.chain.given:
            if step := self._answered(moment, given):
                return step
        goes_on = left or self.chain.asked.until
        waits = [one for one in battle.waiting() if goes_on or one.depth > moment.depth]
        if not waits:
            return self._over(moment)
        for one in waits:
            option = next((word for word in CLOSING if word in one.options), None)
            if option is None and len(one.options) == 1 and not one.says:
                option = one.options[0]
            if option is not None:
                return self._said(moment, one.seat, Choose(option), one.id)
        first = waits[0]
        may = ", ".join((*first.options, *first.says))
        raise PlainError(
            f"{first.seat} is asked for {first.window!r} ({may}): say in `do` or `answers` what "
            "is said there."
        )

    def _acted(self, moment: Moment, act: Given, own: Action | None, ask: int | None) -> Step:
        """The next act said; one that is refused is told as such, and the next one follows."""
        battle = moment.battle
        top = len(battle.state.agenda) - 1
        depth = next((one.depth for one in battle.state.asks if one.id == ask), top)
        onward = moment._replace(said=moment.said + 1, depth=depth)
        if not self.chain.asked.until:
            onward = onward._replace(phase=battle.state.position.phase)
        try:
            if own is None:
                raise Illegal
            return self._said(onward, act.seat, own, ask)
        except Illegal as why:
            clauses = tuple(sorted({one.clause for one in why.refusals}))
            facts: Facts = frozenset({(REFUSED, moment.said, clauses)})
            return Step(Fraction(1), onward, facts)

    def _answered(self, moment: Moment, given: Given) -> Step | None:
        """What a seat says whenever it is asked, where it is asked now and may say it."""
        own, ask = self._fitting(moment.battle, given)
        if own is None or ask is None or not moment.battle.judge(given.seat, own, ask).ok:
            return None
        return self._said(moment, given.seat, own, ask)

    def _fitting(self, battle: Battle, given: Given) -> tuple[Action | None, int | None]:
        """What is given as an action, and the open question that asks for it.

        The action is None where it speaks of what is not there any more.
        """
        if given.said is not None:
            try:
                own = read(battle, given.said)
            except (KeyError, PlainError):
                return None, None
            return own, fitting(battle, given.seat, own, given.window)
        for asked in battle.waiting():
            if asked.seat == given.seat and given.window in ("", asked.window):
                listed = [*islice(known_answers(battle, asked), len(asked.options) + 1)]
                acts = (one for one in listed if getattr(one, "option", "") not in CLOSING)
                return next(acts, next(iter(listed), None)), asked.id
        return None, None

    def _over(self, moment: Moment) -> Step:
        """The end of a way, with what was never asked for and what is asked next."""
        battle = moment.battle
        first = next(iter(battle.state.asks), None)
        ends = f"{first.seat}{ASKED_FOR}{first.window}" if first and first.seat else OVER
        if battle.state.position.ended is not None:
            ends = "the battle is over"
        missed = range(moment.said, len(self.chain.acts))
        facts = {(ENDS, ends), *((NOT_ASKED, number) for number in missed)}
        return Step(Fraction(1), moment, self.watch.ended(battle) | facts)

    # ── equal moments ────────────────────────────────────────────────────────
    def _key(self, moment: Moment) -> bytes:
        """The same bytes for moments from which the same comes; numbers of questions aside."""
        battle = moment.battle
        state = battle.state
        own = (
            None if (seen := battle.view(seat).position) is state.position else told(seen)
            for seat in state.position.seats()
        )
        return msgspec.msgpack.encode(
            (
                told(state.position),
                [*gists(state)],
                [replace(ask, id=0) for ask in state.asks],
                tuple(own),
                moment[1:],
            )
        )


def told(position: Position) -> bytes:
    """A position as bytes: pieces in the order in which they were mustered, counters by name."""
    rest = msgspec.msgpack.encode(replace(position, pieces={}), order="sorted")
    return msgspec.msgpack.encode((list(position.pieces.values()), rest))


def gists(state: State) -> Iterator[Frame]:
    """The procedures in progress, as far as what comes depends on them."""
    for depth, frame in enumerate(state.agenda):
        asked = next((ask for ask in state.asks if ask.depth == depth), None)
        yield frame.gist(asked) if asked and isinstance(frame, Script) else frame


# ── spreads ──────────────────────────────────────────────────────────────────
def add(spread: Spread, facts: Facts, chance: Fraction) -> None:
    """So much more of a set of facts."""
    spread[facts] = spread.get(facts, Fraction(0)) + chance


def solved(found: Spread, again: dict[Facts, Fraction], so_far: Facts = NOTHING) -> Spread:
    """The spread of a moment that may come again, with more facts each time; exact.

    >>> solved({frozenset("a"): Fraction(1, 3)}, {NOTHING: Fraction(2, 3)})
    {frozenset({'a'}): Fraction(1, 1)}
    """
    if not again:
        return found
    same = sum((chance for facts, chance in again.items() if facts <= so_far), Fraction(0))
    whole: Spread = {}
    for facts, chance in found.items():
        add(whole, facts | so_far, chance / (1 - same))
    for facts, chance in again.items():
        if not facts <= so_far:
            for more, share in solved(found, again, so_far | facts).items():
                add(whole, more, share * chance / (1 - same))
    return whole


def chance_of(spread: Spread, *wanted: Fact) -> Fraction:
    """How likely it is that all of these come."""
    found = (chance for facts, chance in spread.items() if facts.issuperset(wanted))
    return sum(found, Fraction(0))


def facts_of(spread: Spread) -> Sequence[Fact]:
    """Every fact that may come, once."""
    return tuple(dict.fromkeys(fact for facts in spread for fact in sorted(facts, key=repr)))
