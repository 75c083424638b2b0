"""Playing from Python: open a battle, ask who is to say what, say it, look, fork, keep the log.

>>> battle = begin("triumph", seed=7)
>>> battle.question.seat, battle.question.window
('blue', 'topography')

A thin door: `Battle.engine` is the battle of the kernel, with the truth and everything else. What
a seat may know is its `view`, the fold of the events that it was shown; answers, reasons and bots
are given nothing but that. See `docs/playing-from-python.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from condotta.bots.runner import LIMIT, Result, conduct
from condotta.bots.seat import Bot, make, usual
from condotta.errors import PlainError
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle as Engine
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Event
from condotta.kernel.log import dump, save
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.kernel.views import View
from condotta.positions import reading
from condotta.positions.offered import known_answers
from condotta.positions.playing_on import beginning
from condotta.report.logbook import SEED, header_of, header_seen, opened, read
from condotta.report.story import LEVELS, Narrator, story
from condotta.rules import fielding, library, scores
from condotta.rules.systems import SYSTEMS, Levy
from condotta.words import measured_in

__all__ = [
    "Action",
    "Ask",
    "Battle",
    "Choose",
    "Illegal",
    "PlainError",
    "View",
    "begin",
    "position",
    "resume",
]

MOST = 32
"""How many answers to a question are listed unless more are asked for."""


def begin(
    system: str = "triumph",
    armies: str = "",
    *,
    seats: int | None = None,
    seed: int = 0,
    settings: Mapping[str, Any] = {},
    mercenaries: str = "",
) -> Battle:
    """A battle of a system, before its first die: as `condotta battle` would begin it.

    `armies` names one for each, with commas between; without a word the seed draws them. The
    fewest seats sit down unless a number is named. An unknown name is a PlainError.

    >>> begin("carnage", seats=3).seats
    ('red', 'blue', 'amber')
    """
    companies = fielding.companies_for(system, mercenaries)
    wanted = {**settings, "mercenaries": True} if companies else dict(settings)
    rules, known = library.book(system, wanted), SYSTEMS[system]
    sitting = fielding.seats_for(system, seats)
    hosts = fielding.armies_for(system, armies, known.armies(sitting), seed)
    levy = Levy(fielding.shelf_for(system, armies), Random(f"{seed}/muster"), companies)
    opening = known.opening(rules, sitting, hosts, levy)
    return Battle(Engine(rules, opening, SeededCup(seed)), seed)


def position(
    source: Path | str | Mapping[str, Any], *, seed: int = 0, settings: Mapping[str, Any] = {}
) -> Battle:
    """A battle at the moment that a position file describes, from the file or from its content.

    It begins as `docs/positions.md` says of what is played on from: what the file says and asks and
    its dice are left out, and dice are rolled by the seed. What cannot be played is a PlainError.
    """
    if isinstance(source, Mapping):
        name, document = "The position", reading.parse(msgspec.json.encode(source), "The position")
    else:
        name, document = str(source), reading.load(Path(source))
    found = beginning(document, name, settings)
    return Battle(found.battle.fork(SeededCup(seed)), seed, len(found.opening))


def resume(log: Path | str | bytes, *, seed: int | None = None) -> Battle:
    """A battle that goes on where its log ends, from the file or from its bytes.

    Its dice go on by the seed that the log names, unless another is given. What a seat saw is a
    log too, but no battle goes on from it: PlainError.
    """
    found = read(log, "the log") if isinstance(log, bytes) else opened(Path(log))
    if found.header.seat:
        raise PlainError(f"This log holds what {found.header.seat} saw: take the whole log.")
    named = found.header.title.get(SEED, "")
    number = seed if seed is not None else int(named) if named.isdecimal() else 0
    engine = Engine(found.book, found.events, SeededCup(number))
    return Battle(engine, number, found.header.given)


class Battle:
    """One battle as a program plays it. Nothing is said but by `say`, `act`, `undo` and `play`."""

    def __init__(self, engine: Engine, seed: int = 0, given: int = 0) -> None:
        """Hold a battle of the kernel; `seed` is what bots draw their lots by.

        `given` is how many events it begins with where it begins at a moment, as its log says.
        """
        self.engine = engine
        self.seed = seed
        self.given = given
        self._bots: dict[tuple[Seat, str], Bot] = {}

    # ── how it stands ────────────────────────────────────────────────────────
    @property
    def book(self) -> Book:
        """The rules that it is played by."""
        return self.engine.book

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who sits at the table, in table order."""
        return self.engine.state.position.seats()

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.engine.state.position.ended is not None

    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that won; nobody in a draw, or while it goes on."""
        ended = self.engine.state.position.ended
        return ended.winners if ended else ()

    @property
    def scores(self) -> dict[Seat, int]:
        """What each seat's side has of what the game counts; half points where points are lost."""
        return scores.scores(self.book, self.engine.state.position)

    # ── what is asked ────────────────────────────────────────────────────────
    @property
    def questions(self) -> tuple[Ask, ...]:
        """What can be answered now, oldest first; several seats may be asked at once."""
        if self.over:
            return ()
        return tuple(ask for ask in self.engine.waiting() if ask.seat != CHANCE)

    @property
    def question(self) -> Ask:
        """The oldest of them. Where the battle is over there is none: PlainError."""
        if not self.questions:
            raise PlainError("Nobody is asked anything: the battle is over.")
        return self.questions[0]

    def answers(self, ask: Ask | None = None, most: int = MOST) -> tuple[Action, ...]:
        """Legal answers to a question, the best known first after the options: enough to play on.

        Where to move is a choice without end, so these are never all; `why_not` judges any other.

        >>> begin(seed=7).answers()[0]
        Choose(option='arable')
        """
        asked = ask or self.question
        draw = Random(f"{self.seed}/{asked.id}")
        return tuple(islice(known_answers(self.engine, asked, draw), most))

    def why_not(self, said: Action | str, ask: Ask | None = None) -> tuple[str, ...]:
        """What is against an answer, a sentence with its clause each; nothing if it is legal.

        >>> begin(seed=7).why_not("swamp")
        ('That is not among the answers offered; choose one of those. [kernel]',)
        """
        asked = ask or self.question
        verdict = self.engine.judge(asked.seat, action(said), asked.id)
        return self.reasons(Illegal(*verdict.refusals), asked.seat)

    def reasons(self, refused: Illegal, seat: Seat) -> tuple[str, ...]:
        """What an `Illegal` says, as the seat that was refused is told it."""
        narrator = Narrator()
        narrator.position = self.view(seat).position
        with measured_in(SYSTEMS[self.book.system].unit):
            return tuple(str(narrator.refused(one)) for one in refused.refusals)

    # ── what is said ─────────────────────────────────────────────────────────
    def say(self, said: Action | str, ask: Ask | None = None) -> tuple[Event, ...]:
        """Answer a question, the oldest unless another is given; a word is one of its options.

        Returns everything that followed, dice included. A refusal is `Illegal`, and nothing has
        changed.
        """
        asked = ask or self.question
        return tuple(self.engine.say(asked.seat, action(said), asked.id))

    def act(self, seat: Seat, said: Action) -> tuple[Event, ...]:
        """Do what needs no question: words, and at some tables a gift or a bribe."""
        return tuple(self.engine.say(seat, said))

    def undo(self, seat: Seat) -> None:
        """Go back to before the seat's last choice; `Illegal` across dice, secrets and others."""
        self.engine.undo(seat)

    def suggest(self, ask: Ask | None = None, bot: str = "") -> Action:
        """What a bot would answer, knowing what that seat may know; the usual one unless named."""
        asked = ask or self.question
        return self._bot(asked.seat, bot).answer(self.view(asked.seat), asked)

    def play(self, bots: str | Mapping[Seat, str | Bot] = "", decisions: int = LIMIT) -> Result:
        """Let bots go on, to the end or for so many decisions: one for all, or one for each seat.

        A bot is a name, or anything that has `answer(view, ask)`.

        >>> battle = begin(seed=7)
        >>> battle.play("random", decisions=3).decisions
        3
        """
        each = dict.fromkeys(self.seats, bots) if isinstance(bots, str) else bots
        seated = {seat: self._bot(seat, each.get(seat, "")) for seat in self.seats}
        return conduct(self.engine, seated, limit=decisions)

    def _bot(self, seat: Seat, bot: str | Bot) -> Bot:
        """That bot; a named one stays the same for a seat, with what it remembers."""
        if not isinstance(bot, str):
            return bot
        name = bot or usual(self.book)
        if (seat, name) not in self._bots:
            self._bots[seat, name] = make(name, self.book, f"{self.seed}/{seat}")
        return self._bots[seat, name]

    # ── what is known ────────────────────────────────────────────────────────
    def view(self, seat: Seat = SPECTATORS) -> View:
        """The position and the questions as a seat may know them; as everybody may, unnamed."""
        return self.engine.view(self._known(seat))

    def heard(self, *seats: Seat, since: int = 0) -> tuple[Event, ...]:
        """The events that whoever holds those seats was shown; of no seat, the spectators'."""
        known = [self._known(seat) for seat in seats] or [SPECTATORS]
        return self.engine.stream(*known, since=since)

    def story(self, *seats: Seat, level: str = "story") -> list[str]:
        """What happened, a sentence a line, as those seats saw it: `story`, `rules` or `raw`.

        At the level of the rules every modifier and ruling is told with its clause.
        """
        if level not in LEVELS:
            raise PlainError(f"A story has no level {level}: there are {', '.join(LEVELS)}.")
        with measured_in(SYSTEMS[self.book.system].unit):
            return list(map(str, story(self.heard(*seats), LEVELS[level])))

    def _known(self, seat: Seat) -> Seat:
        """That seat, or the spectators. Where nobody sits so: PlainError."""
        if seat not in (*self.seats, SPECTATORS):
            raise PlainError(f"Nobody sits at {seat}: there are {', '.join(self.seats)}.")
        return seat

    # ── another way, and another day ─────────────────────────────────────────
    def fork(self, seed: int | str | None = None) -> Battle:
        """The same battle, which goes its own way: by the same dice to come, or by those of a seed.

        What is forked is the truth, with everybody's secrets: it is for whoever conducts.
        """
        lots = self.seed if seed is None else seed
        return Battle(self.engine.fork(SeededCup(lots)), self.seed, self.given)

    def log(self, seat: Seat = "") -> bytes:
        """The whole log, or what a seat was shown. Equal battles give equal bytes."""
        header = header_of(self.book, {SEED: str(self.seed)}, given=self.given)
        if not seat:
            return dump(header, self.engine.log)
        given = self.engine.number(self._known(seat), length=self.given)
        return dump(header_seen(header, seat, given), self.heard(seat))

    def save(self, path: Path | str, seat: Seat = "") -> None:
        """Write the log to a file; the file that was there is whole until the new one is."""
        save(Path(path), self.log(seat))


def action(said: Action | str) -> Action:
    """What is said; a word is the option of that name."""
    return Choose(said) if isinstance(said, str) else said
