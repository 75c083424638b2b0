"""A battle as agents play it: what each is asked and offered, and what they have got so far.

What an agent is shown is made of its seat's view, its question in that view, and lots that hang on
nothing but the battle's seed, the seat and the question's number, which everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from condotta.bots.lots import lots
from condotta.envs import features, rewards
from condotta.envs.offers import offers, placed
from condotta.envs.telling import told
from condotta.errors import PlainError
from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Idea
from condotta.kernel.decide import permits
from condotta.kernel.errors import Illegal
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.playing import Battle
from condotta.rules.scores import out


class Frame(NamedTuple):
    """Of what size and kind all is that an agent is shown, and what it plays for.

    `offers` is the size of every menu, `pieces` how many are shown. With `judged` every offer is
    legal; else moves may be refused, and offers are had many times sooner. A battle is broken off
    after so many `decisions`.
    """

    offers: int = 32
    pieces: int = 64
    judged: bool = True
    reward: str = rewards.VICTORY
    decisions: int = 20_000


class Menu(NamedTuple):
    """What one seat is asked and sees, what it is offered, and which offers have been refused."""

    ask: Ask
    seen: Position
    listed: tuple[Idea, ...]
    mask: NDArray[np.int8]


class Played:
    """One battle, from its opening to its end."""

    def __init__(self, battle: Battle, frame: Frame, seed: int) -> None:
        """Take up a battle; offers are drawn by the seed."""
        self.battle, self.frame, self.seed = battle, frame, seed
        self.reward = rewards.known(frame.reward, self.battle.book)
        self.seats = self.battle.seats
        if len(self.seats) > features.SEATS:
            raise PlainError(f"An environment has at most {features.SEATS} agents.")
        self.decisions = 0
        self.menus: dict[Seat, Menu] = {}
        self.rows: dict[Seat, features.Known] = {seat: {} for seat in self.seats}
        self.offered: dict[Seat, tuple[Position, tuple[Idea, ...], features.Numbers]] = {}
        self.had = {seat: self.measure(seat) for seat in self.seats}

    # ── who is asked ─────────────────────────────────────────────────────────
    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.battle.over

    @property
    def broken_off(self) -> bool:
        """Whether it has lasted too long."""
        return not self.over and self.decisions >= self.frame.decisions

    def asked(self) -> Iterator[Ask]:
        """The first open question of each seat that is asked anything, oldest first."""
        known = set()
        for ask in self.battle.questions:
            if ask.seat not in known:
                known.add(ask.seat)
                yield ask

    def seen(self, seat: Seat) -> Position:
        """The table as a seat sees it."""
        return self.battle.view(seat).position

    def out(self, seat: Seat) -> bool:
        """Whether the battle goes on without a seat."""
        seen = self.seen(seat)
        return seen.ended is None and out(self.battle.book, seen, seat)

    # ── what it is shown ─────────────────────────────────────────────────────
    def question(self, seat: Seat) -> Ask | None:
        """What a seat is asked now, as it sees it."""
        ask = next((ask for ask in self.battle.questions if ask.seat == seat), None)
        if ask is None:
            return None
        mine = self.battle.view(seat).mine()
        return next((one for one in mine if one.id == ask.id), None)

    def menu(self, seat: Seat) -> Menu | None:
        """What a seat is offered to its question, if it is asked."""
        ask = self.question(seat)
        if ask is None:
            return None
        known = self.menus.get(seat)
        if known is not None and known.ask == ask:
            return known
        made = self.menus[seat] = self.drawn_up(seat, ask)
        return made

    def drawn_up(self, seat: Seat, ask: Ask, again: str = "") -> Menu:
        """A menu for a question."""
        frame, book = self.frame, self.battle.book
        seen = self.seen(seat)
        draw = lots(f"offers/{self.seed}/{seat}/{ask.id}{again}")
        kept = () if frame.judged else self.kept(seat, ask, seen)
        found = offers(book, seen, ask, draw, frame.offers, judged=frame.judged, kept=kept)
        if not found:
            raise RuntimeError(f"no answer was found to {ask.window} for {seat} [{ask.clause}]")
        listed = tuple(placed(book, seen, ask, one) for one in found)
        mask = np.zeros(frame.offers, dtype=np.int8)
        mask[: len(listed)] = 1
        return Menu(ask, seen, listed, mask)

    def kept(self, seat: Seat, ask: Ask, seen: Position) -> tuple[Idea, ...]:
        """What was offered to the same question before and might be drawn now too.

        Most of what a seat could move stands as it stood: to draw its moves again takes long.
        """
        last, menu = self.menus.get(seat), self.battle.book.menus.get(ask.window)
        if last is None or last.ask.window != ask.window or menu is None or menu.apt is None:
            return ()
        was, now = last.seen.pieces, seen.pieces
        same = (
            idea
            for idea, may in zip(last.listed, last.mask, strict=False)
            if may and idea.ends and all(now.get(name) is was[name] for name, _ in idea.ends)
        )
        return tuple(menu.apt(self.battle.book, seen, ask, same))

    def observation(self, seat: Seat) -> dict[str, Any]:
        """The arrays of a seat: the table, pieces, offers and mask."""
        menu, frame = self.menu(seat), self.frame
        seen, book = self.seen(seat), self.battle.book
        if menu is None:
            listed = np.zeros((frame.offers, features.OF_OFFER), dtype=np.float32)
            mask, ask = np.zeros(frame.offers, dtype=np.int8), None
            mask[0] = 1  # whatever an agent says that is not asked is not heard
        else:
            ask, mask = menu.ask, menu.mask.copy()
            listed = self.rows_of_offers(seen, seat, menu).copy()
        return {
            "observation": features.of_table(book, seen, seat, ask),
            "pieces": features.of_pieces(seen, seat, frame.pieces, self.rows[seat]),
            "offers": listed,
            "action_mask": mask,
        }

    def rows_of_offers(self, seen: Position, seat: Seat, menu: Menu) -> features.Numbers:
        """The rows of what is offered: the same while a seat sees the same and is offered that."""
        known = self.offered.get(seat)
        if known is None or known[0] is not seen or known[1] is not menu.listed:
            sight = features.Sight(seen, seat)
            rows = features.of_offers(sight, menu.ask, menu.listed, self.frame.offers)
            known = self.offered[seat] = (seen, menu.listed, rows)
        return known[2]

    def text(self, seat: Seat) -> str:
        """The same in words, with the offers numbered."""
        menu = self.menu(seat)
        listed = () if menu is None else menu.listed
        seen = self.battle.view(seat)
        open_to = () if menu is None else tuple(map(bool, menu.mask[: len(listed)]))
        ask = None if menu is None else menu.ask
        return told(self.battle.book, seen, ask, listed, open_to)

    # ── what it says ─────────────────────────────────────────────────────────
    def choose(self, seat: Seat, number: int) -> tuple[str, ...]:
        """Say the offer of that number; a clause where it is refused, none where it is not.

        Of an unjudged move it is the clause of the question, since to look for more takes long.
        Nothing has changed then but that it is offered no more.
        """
        menu = self.menu(seat)
        if menu is None:
            return ()
        if not (0 <= number < len(menu.listed) and menu.mask[number]):
            self.decisions += 1
            return ("kernel",)
        said = menu.listed[number].said
        if self.frame.judged or permits(self.battle.book, self.seen(seat), menu.ask, said):
            refused = self.say(seat, said)
        else:
            self.decisions += 1
            refused = (menu.ask.clause,)
        if refused:
            menu.mask[number] = 0
            if not menu.mask.any():
                again = f"/{self.decisions}"
                self.menus[seat] = self.drawn_up(seat, menu.ask, again)
        return refused

    def say(self, seat: Seat, said: Action) -> tuple[str, ...]:
        """Say anything: an answer to the seat's question, or an act that needs none."""
        self.decisions += 1
        ask = self.question(seat)
        acts = type(said) in self.battle.book.anytime
        try:
            self.battle.engine.say(seat, said, None if acts or ask is None else ask.id)
        except Illegal as why:
            return tuple(one.clause for one in why.refusals)
        return ()

    # ── what it gets ─────────────────────────────────────────────────────────
    def measure(self, seat: Seat) -> float:
        """What a reward on the way is the difference of."""
        if self.frame.reward not in (rewards.SCORE, rewards.COINS):
            return 0.0
        battle = self.battle
        return rewards.measure(self.frame.reward, battle.book, battle.view(seat).position, seat)

    def earned(self) -> dict[Seat, float]:
        """What each seat got since this was last asked; at the end the whole as well."""
        last = rewards.at_end(self.reward, self.battle) if self.over else {}
        found = {}
        for seat in self.seats:
            now = self.measure(seat)
            found[seat] = now - self.had[seat] + last.get(seat, 0.0)
            self.had[seat] = now
        return found

    def victory(self, seat: Seat) -> float:
        """What a seat has of the victory, whatever is played for; nothing before the end."""
        return rewards.victory(self.battle.engine.state.position)[seat] if self.over else 0.0

    def loss(self) -> float:
        """What a seat gets at its own end before the battle's."""
        if self.reward in (rewards.VICTORY, rewards.STANDING):
            return rewards.loss(self.battle.engine.state.position)
        return 0.0


def next_asked(played: Played) -> Seat:
    """Whoever is asked first; chance never is."""
    ask = next(played.asked(), None)
    if ask is None or ask.seat == CHANCE:
        raise RuntimeError("the battle is not over, and no seat is asked anything")
    return ask.seat
