"""A table whose dice take words, without a network: seats that say theirs, or are late, or gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from condotta.bots.seat import make
from condotta.kernel.asks import Action, Ask
from condotta.kernel.battle import Battle
from condotta.kernel.decide import chance_ask
from condotta.kernel.log import dump
from condotta.kernel.records import SPECTATORS, Seat
from condotta.kernel.shared_dice import chain
from condotta.report.logbook import header_of, header_seen
from condotta.rules.conceding import Concede
from condotta.server.dice.cups import DiceKept
from condotta.server.dice.mixing import Mixing, transcript_of
from condotta.server.forms import NewBattle, SeatAsked
from condotta.server.rooms.founding import begun, started
from condotta.server.store.store import SeatRow

AWAKE, LATE, SILENT, GONE = "awake", "late", "silent", "gone"
"""How a person's page is: it says its words, after a while, never; or it has been closed."""

SECRETS = DiceKept(mode="shared", secret="5e" * 32, salt="a1" * 16, seal="dice with words")


class DiceTable:
    """A battle between persons and bots, with a clock that stands still until it is moved."""

    def __init__(
        self,
        held: Mapping[Seat, str] = {"red": "person", "blue": "person"},
        *,
        dice: DiceKept = SECRETS,
        seeds: str = "seed",
        scenario: str = "first",
        system: str = "triumph",
        settings: dict[str, Any] = {},  # noqa: B006 - it is read only
    ) -> None:
        seats = tuple(SeatAsked(seat=seat, held_by="open") for seat in held)
        wanted = NewBattle(
            scenario=scenario, system=system, seats=seats, settings=settings, dice=dice.mode
        )
        start = started(wanted, dice.sealed())
        self.dice = dice
        self.battle: Battle = begun(start, dice)
        self.rows = {seat: SeatRow(seat=seat, side="", held=how) for seat, how in held.items()}
        self.now = 100.0
        self.mixing = Mixing(dice, self.now)
        self.pages = {seat: AWAKE for seat, how in held.items() if how == "person"}
        self.chains = {seat: chain(f"{seeds} {seat}", 300) for seat in self.pages}
        self.bots = {seat: make("random", self.battle.book, f"{seeds}{seat}") for seat in held}
        for seat in self.pages:
            self.mixing.came[seat] = self.now
            self.bind(seat)

    # ── pages ────────────────────────────────────────────────────────────────
    def bind(self, seat: Seat, seed: str = "") -> None:
        """A page binds its seat, to a chain of its own."""
        if seed:
            self.chains[seat] = chain(seed, 300)
        self.mixing.bind(seat, self.chains[seat][0])
        self.stir()

    def go(self, seat: Seat, how: str) -> None:
        """A page is as it is from now on."""
        self.pages[seat] = how
        if how == GONE:
            self.mixing.left[seat] = self.now

    def word(self, seat: Seat) -> str:
        """The next word of a seat, if its page has it."""
        last = transcript_of(self.battle).chains.get(seat, "")
        own = self.chains[seat]
        return own[own.index(last) + 1] if last in own else ""

    def stir(self) -> float | None:
        """What the room does."""
        here = [seat for seat, how in self.pages.items() if how != GONE]
        return self.mixing.stir(self.battle, self.rows, here, self.now)

    def settle(self) -> None:
        """Everybody does as his page does until dice have fallen; the clock moves if it must."""
        while chance_ask(self.battle.state.asks) and self.battle.state.position.ended is None:
            wait = self.stir()
            for how in (AWAKE, LATE):
                for seat in [one for one, page in self.pages.items() if page == how]:
                    if word := self.word(seat):
                        self.mixing.hear(transcript_of(self.battle), seat, word)
                wait = self.stir()
                if how == AWAKE and wait:
                    self.now += 1.0
            if wait:
                self.now += wait
        self.stir()

    # ── playing ──────────────────────────────────────────────────────────────
    def say(self, ask: Ask, action: Action) -> None:
        """Answer a question, and let the dice fall."""
        self.battle.say(ask.seat, action, ask.id)
        self.settle()

    def ask(self) -> Ask:
        """The question that is open."""
        return self.battle.waiting()[0]

    def answer(self) -> Action:
        """Something legal."""
        ask = self.ask()
        said: Action = self.bots[ask.seat].answer(self.battle.view(ask.seat), ask)
        return said

    def play(self, steps: int = 10_000) -> None:
        """Go on by lots for so many answers, or to the end, at which the secret is opened."""
        self.settle()
        for _ in range(steps):
            if self.battle.state.position.ended is not None:
                break
            self.say(self.ask(), self.answer())
        if self.battle.state.position.ended is not None:
            for event in self.dice.opened(self.battle.log):
                self.battle.announce(event)

    def concede(self, seat: Seat) -> None:
        """A seat gives up, and the secret is opened."""
        self.battle.say(seat, Concede())
        self.play()

    # ── what is kept ─────────────────────────────────────────────────────────
    def log(self) -> bytes:
        """The whole log."""
        return dump(header_of(self.battle.book, {}, "shared"), self.battle.log)

    def copy(self, *seats: Seat) -> bytes:
        """What somebody saves of it who sits there, or watches."""
        header = header_seen(
            header_of(self.battle.book, {}, "shared"), "+".join(seats) or SPECTATORS, 0
        )
        return dump(header, self.battle.stream(*(seats or (SPECTATORS,))))


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a log, the last one that is empty left out."""
    return data.rstrip(b"\n").split(b"\n")
