"""The dice of a table: how they are rolled, what is published, and how anybody checks them.

Shared and committed dice come from a secret whose digest is the first thing in the log. Every
choice that is made is mixed in, so that no roll is settled before the choice it decides; the secret
is published when the battle is over, and then every roll can be worked out again from the log.
Into shared dice every seat mixes words of its own as well, so that not even who holds the secret
knows what comes. [docs/dice.md]
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from condotta.kernel.asks import Action, Ask
from condotta.kernel.battle import Battle
from condotta.kernel.chance import CommittedCup, Cup, SeededCup, answer_from
from condotta.kernel.decide import chance_ask
from condotta.kernel.events import Answered, Asked, Event, Opened, Sealed
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE
from condotta.kernel.seals import DICE, LOG, SHARED, digest_of, is_secret, is_shared
from condotta.kernel.shared_dice import SharedCup, digest_of_log, faults_of
from condotta.server.forms import Dice


class DiceKept(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle rolls, as the store keeps it. The secret is hex digits.

    `lots` is what bots draw by where nobody may know what they choose: a seed may be known, or
    found out from the rolls, and the name of a battle is in its address.
    """

    mode: Dice
    secret: str = ""
    salt: str = ""
    seed: str = ""
    seal: str = DICE
    lots: str = ""

    def sealed(self) -> tuple[Sealed, ...]:
        """What binds the table to its dice before the first roll."""
        if not self.secret:
            return ()
        return (Sealed(self.seal, digest_of(self.secret, self.salt)),)

    def opened(self, log: Sequence[Event]) -> tuple[Sealed | Opened, ...]:
        """What shows afterwards that the dice were what they had to be.

        Where words were mixed in, the whole log is sealed before.
        """
        whole = (Sealed(LOG, digest_of_log(log)),) if self.mode == "shared" else ()
        return (*whole, Opened(self.seal, self.secret, self.salt)) if self.secret else ()


def new_dice(mode: Dice, seed: str = "", table: int = 1) -> DiceKept:
    """Dice for a new battle; a seed is drawn where none is given.

    `table` says the how manyth table a battle comes to with them.
    """
    match mode:
        case "shared" | "committed":
            seal = SHARED if mode == "shared" else DICE
            return DiceKept(
                mode=mode,
                secret=secrets.token_hex(32),
                salt=secrets.token_hex(16),
                seal=seal if table == 1 else f"{seal} {table}",
            )
        case "seeded":
            number = seed or str(secrets.randbelow(1_000_000))
            return DiceKept(mode=mode, seed=number, lots=secrets.token_hex(32))
        case "typed":
            return DiceKept(mode=mode, lots=secrets.token_hex(32))


class MixedCup:
    """A committed cup that mixes in every choice in a log, as far as the log has grown."""

    def __init__(self, secret: str, log: Sequence[Event]) -> None:
        self._cup = CommittedCup(bytes.fromhex(secret))
        self._log = log
        self._read = 0

    def answer(self, ask: Ask) -> Action:
        """The pips of this request, after all the choices made before it."""
        while self._read < len(self._log):
            self.mix(self._log[self._read])
            self._read += 1
        return self._cup.answer(ask)

    def mix(self, event: Event) -> None:
        """Mix in what a seat chose openly. A secret would be found out from the proof of a roll."""
        if isinstance(event, Answered) and event.seat != CHANCE and not event.secret:
            self._cup.contribute(event.seat, encode(event.said).decode())


class OpenCup:
    """Seeded dice of a table: whoever knows the seed, or finds it out, knows every roll.

    So what is asked in secret, such as the salt of a seal, never comes from the seed. [GT-4.2]
    """

    def __init__(self, seed: str) -> None:
        self._dice = SeededCup(seed)

    def answer(self, ask: Ask) -> Action:
        """The pips of this request."""
        return answer_from(drawn_anew(), ask) if ask.secret else self._dice.answer(ask)


class PeoplesCup:
    """Dice that people roll and type in, all but those asked for in secret.

    Whoever typed these in would know what they hide: the salt of a seal, a card that is dealt. So
    the table draws them. [GT-4.2]
    """

    def answer(self, ask: Ask) -> Action | None:
        """The pips or names of a secret request; none where people are asked."""
        return answer_from(drawn_anew(), ask) if ask.secret else None


def drawn_anew() -> Iterator[int]:
    """Bytes that follow from nothing."""
    while True:
        yield secrets.randbelow(256)


def cup_of(kept: DiceKept, log: Sequence[Event]) -> Cup:
    """The cup of a battle with that log; one that answers nothing open where people roll."""
    match kept.mode:
        case "shared":
            return SharedCup(kept.secret, log)
        case "committed":
            return MixedCup(kept.secret, log)
        case "seeded":
            return OpenCup(kept.seed)
        case "typed":
            return PeoplesCup()


def put_cup(battle: Battle, kept: DiceKept) -> None:
    """Give a battle its cup, and roll what waits to be rolled."""
    battle.cup = cup = cup_of(kept, battle.log)
    while battle.state.position.ended is None:
        ask = chance_ask(battle.state.asks)
        said = cup.answer(ask) if ask is not None else None
        if ask is None or said is None:
            return
        battle.say(CHANCE, said, ask.id)


def open_dice(battle: Battle, kept: DiceKept) -> None:
    """Once a battle is over, everybody may check its dice."""
    position = battle.state.position
    if position.ended is None or kept.seal not in position.seals:
        return
    if any(isinstance(one, Opened) and one.seal == kept.seal for one in reversed(battle.log)):
        return
    for event in kept.opened(battle.log):
        battle.announce(event)


class Proof(msgspec.Struct, frozen=True):
    """What a check of the dice found: rolls that were bound, and what is wrong, in order.

    `unbound` are rolls before anything was sealed: they cannot be checked.
    """

    rolls: int
    wrong: tuple[str, ...]
    unbound: int = 0


def proved(events: Iterable[Event]) -> Proof | None:
    """Check every committed roll of a whole log; None where no seal of dice was opened."""
    log = tuple(events)
    opened = {one.seal: one for one in log if isinstance(one, Opened) and is_secret(one.seal)}
    if not opened:
        return None
    known = {seal: one.content for seal, one in opened.items() if is_shared(seal)}
    faults = (f"line {at + 2}: {what}" for at, what in faults_of(log, known))
    asks = {one.ask.id: one.ask for one in log if isinstance(one, Asked)}
    sealed = {one.seal for one in log if isinstance(one, Sealed)}
    wrong = [f"the secret of {seal} was never sealed" for seal in opened if seal not in sealed]
    cup: MixedCup | None = None
    rolls, unbound, shared = 0, 0, False
    for number, event in enumerate(log):
        match event:
            case Sealed(seal, digest) if is_secret(seal):
                shared = is_shared(seal)
                cup = bound(opened.get(seal), digest, log[:number])
                if cup is None:
                    wrong.append(f"line {number + 2}: the secret is not the one that was sealed")
            case Answered(ask, seat, _, said) if seat == CHANCE and cup is not None:
                rolls += 1
                if not shared and cup.answer(asks[ask]) != said:
                    wrong.append(f"line {number + 2}: the secret gives another roll")
            case Answered(seat=seat) if seat == CHANCE:
                unbound += 1
            case Answered() if cup is not None:
                cup.mix(event)
            case _:
                pass
    return Proof(rolls, (*wrong, *faults), unbound)


def bound(opened: Opened | None, digest: str, before: Sequence[Event]) -> MixedCup | None:
    """The cup that a seal bound the table to, with all choices made before it mixed in."""
    if opened is None or digest_of(opened.content, opened.salt) != digest:
        return None
    try:
        cup = MixedCup(opened.content, ())
    except ValueError:
        return None
    for event in before:
        cup.mix(event)
    return cup
