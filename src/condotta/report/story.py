"""The story of a battle from its events, at three levels: story, rules, raw.

A redacted stream tells what its seat saw. Events carry parts; every sentence is said here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from condotta.kernel.asks import Choose, Draw, Roll
from condotta.kernel.events import (
    Answered,
    Asked,
    Began,
    Corrected,
    Counted,
    Ended,
    Entered,
    Event,
    Laid,
    Moved,
    Mustered,
    Opened,
    Placed,
    Removed,
    Ruled,
    Seated,
    Told,
    Undone,
    Veiled,
)
from condotta.kernel.evolving import evolve_position
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Refusal, Tally
from condotta.kernel.seals import WORDS
from condotta.kernel.shared_dice import words_in
from condotta.report.bargains import offered, rolled_again
from condotta.report.bolts import Bolts
from condotta.report.fights import fought
from condotta.report.forces import end, is_card, is_troop, leads, loss, mustered, placing
from condotta.report.ground import name_of
from condotta.report.history import is_fight, stood
from condotta.report.holders import told as seated_told
from condotta.report.naming import body_name, is_model, named, seat_name
from condotta.report.options import option_said, window_said
from condotta.report.quiet_phases import BESIDE, Passing
from condotta.report.travels import COURSES, PURSUITS, RULED, TOLD, met_line, moved_line
from condotta.report.turns_counted import counted
from condotta.rules.triumph import names
from condotta.table import Area, extent
from condotta.words import has, mu, say, signed

STORY, RULES, RAW = 1, 2, 3
LEVELS = {"story": STORY, "rules": RULES, "raw": RAW}

KINDS = {"purse": ("tc.4-3.points", "rb.10.paid"), "gone": ("rb.3.whole", "rb.3.whole-by")}
"""The kinds of lines that tell certain rulings, by the keys of these: what there is to spend in a
turn and what is spent of it; that a unit is gone, of which a loss tells again, with its points."""

SUMMED = ("fb.7-13.",)
"""How the keys of rulings begin whose sums the story tells part by part."""


class Line(msgspec.Struct, frozen=True):
    """One line: the least level that shows it, what kind it is, its text and its clause.

    `odds` are the rolls out of 36 by which a combat was doubled, beaten, tied, won and won by
    doubling, as its attacker sees it; empty for every other line, and where nobody reckoned them.
    """

    level: int
    kind: str
    text: str
    clause: str = ""
    seat: Seat = ""
    turn: int = 0
    event: int = 0
    odds: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The text, and the clause in brackets."""
        return f"{self.text} [{self.clause}]" if self.clause else self.text


class Narrator:
    """Tells events one after another; it keeps the position, and what it has not said yet."""

    def __init__(self, lang: str = "") -> None:
        self.lang = lang
        self.position = Position()
        self.number = 0
        self._said: Answered | None = None
        self._paid: tuple[str, int, int] | None = None
        self._mustered = False
        self._musters: set[Seat] = set()
        self._placed: list[Placed] = []
        self._going: frozenset[str] = frozenset()
        self._pursues = False
        """The pieces whose moves are told already, by the ruling that came before them."""
        self.passing = Passing()
        self._bolts = Bolts()
        self._counts: tuple[int, ...] = ()
        """What each face of the dice that were asked for last counts as, where it is another."""

    def hear(self, event: Event) -> Iterator[Line]:
        """The lines that an event adds, waiting ones first."""
        if isinstance(event, Veiled):
            yield from self.hear(event.inside)
            return
        self.number += 1
        if not isinstance(event, Placed | Answered) or self._breaks(event):
            yield from self._after_quiet(self.flush())
        self.passing = self.passing.heard(event, self.position)
        if isinstance(event, Asked) and event.ask.seat == CHANCE:
            self._counts = event.ask.needed.counts if event.ask.needed else ()
        yield from self._after_quiet(self._told(event))
        self.position = evolve_position(self.position, event)
        yield self._line(RAW, "raw", encode(event).decode())

    def _after_quiet(self, lines: Iterable[Line]) -> Iterator[Line]:
        """What is told, after a line for the phases before it in which nothing was."""
        for line in lines:
            if line.level == STORY and line.kind not in BESIDE:
                if self.passing.phases:
                    yield self._line(STORY, "passed", self.passing.said(self.lang))
                self.passing = Passing(quiet=line.kind == "turn")
            yield line

    def flush(self) -> Iterator[Line]:
        """What was kept back to be said together."""
        placed, self._placed = self._placed, []
        groups: dict[tuple[Seat, str], list[str]] = {}
        for event in placed:
            owner = self.position.pieces[event.piece].controller
            groups.setdefault((owner, event.place), []).append(event.piece)
        for (seat, place), ids in groups.items():
            pieces = [self.position.pieces[name] for name in ids]
            if not seat or (place == "aside" and all(map(is_card, pieces))):
                continue  # of what is nobody's, and of cards, rulings tell
            key = placing(pieces, place, begun=self.position.turn > 0)
            body = body_name(pieces, self.lang)
            said = self._say(key, {"seat": seat_name(seat, self.lang), "body": body})
            yield self._line(STORY, "setup", said, seat=seat)

    def _breaks(self, event: Event) -> bool:
        """Whether an event ends a run of placings."""
        if not self._placed or not isinstance(event, Placed):
            return isinstance(event, Answered) and event.seat == CHANCE
        first = self._placed[0]
        pieces = self.position.pieces
        same = pieces[first.piece].controller == pieces[event.piece].controller
        return not same or first.place != event.place

    def _say(self, key: str, params: Mapping[str, object] | None = None) -> str:
        return say(key, params or {}, self.lang)

    def _line(self, level: int, kind: str, text: str, clause: str = "", seat: Seat = "") -> Line:
        return Line(level, kind, text, clause, seat, self.position.turn, self.number)

    def _told(self, event: Event) -> Iterator[Line]:  # noqa: C901, PLR0912, PLR0915 - a case an event
        if self._mustered and not isinstance(event, Mustered | Counted):
            self._mustered = False
            yield from self._armies()
        match event:
            case Began():
                yield self._began(event)
            case Mustered(piece):
                self._mustered = self._mustered or is_troop(piece)
            case Laid(area):
                yield self._line(STORY, "setup", self._laid(area))
            case Entered():
                yield from self._entered(event)
            case Answered():
                yield from self._answered(event)
            case Counted(holder, names.CP, value):
                self._paid = (holder, self.position.count(holder, names.CP) - value, value)
            case Moved():
                if not self._course_told(event):
                    yield self._moved(event)
                elif self._pursues and (met := met_line(self.position, event, self.lang)):
                    yield self._line(STORY, "move", met)
            case Placed():
                self._placed.append(event)
            case Ruled():
                yield from self._ruled(event)
            case Removed():
                yield from self._removed(event)
            case Told(seat, text, to):
                key = "story.told-aside" if to else "story.told"
                said = self._say(key, {"seat": seat_name(seat, self.lang), "text": text})
                yield self._line(STORY, "say", said, seat=seat)
            case Seated(seat):
                said = seated_told(event, self.position.turn, self.lang)
                yield self._line(STORY, "seat", said, seat=seat)
            case Opened(seal, content) if seal == WORDS:
                yield from self._lacking(content)
            case Undone(_, seat):
                said = self._say("story.undone", {"seat": seat_name(seat, self.lang)})
                yield self._line(STORY, "undo", said, seat=seat)
            case Corrected(_, reason):
                yield self._line(STORY, "undo", self._say("story.corrected", {"reason": reason}))
            case Ended():
                yield self._ended(event)
            case _:
                pass

    def _lacking(self, content: str) -> Iterator[Line]:
        """Whose word for the dice did not come: they fall without it."""
        for seat, word in words_in(content).items():
            if not word:
                said = self._say("story.no-word", {"seat": seat_name(seat, self.lang)})
                yield self._line(STORY, "say", said, seat=seat)

    # ── before the battle ────────────────────────────────────────────────────
    def _began(self, event: Began) -> Line:
        named = ((chair.name, seat_name(chair.seat, self.lang)) for chair in event.chairs)
        armies = tuple(f"{army} ({seat})" if army else seat for army, seat in named)
        wide, deep = event.board.width // 10_000, event.board.depth // 10_000
        params = {"armies": armies, "width": wide, "depth": deep}
        return self._line(STORY, "setup", self._say("story.began", params))

    def _armies(self) -> Iterator[Line]:
        for chair in self.position.chairs:
            text = mustered(self.position, chair.seat, self.lang)
            if text and chair.seat not in self._musters:
                self._musters.add(chair.seat)
                yield self._line(STORY, "setup", text, seat=chair.seat)

    def _laid(self, area: Area) -> str:
        left, low, right, high = extent(area)
        board = self.position.board
        column = min(2, max(0, int(3 * (left + right) / 2 // max(1, board.width))))
        row = "south" if (low + high) / 2 < board.depth / 2 else "north"
        where = self._say(f"story.where.{row}.{('west', 'centre', 'east')[column]}")
        size = {
            "long": mu(round(right - left), self.lang),
            "wide": mu(round(high - low), self.lang),
        }
        return self._say(
            "story.laid", {"ground": name_of(area.kind, self.lang), "where": where, **size}
        )

    def _entered(self, event: Entered) -> Iterator[Line]:
        self._paid = None
        if event.turn > self.position.turn:
            who = tuple(seat_name(seat, self.lang) for seat in event.active)
            now = counted(evolve_position(self.position, event))
            turn = self._say(now.key, {"turn": now.turn})
            said = self._say("story.turn", {"turn": turn, "seats": who})
            seat = event.active[0] if event.active else ""
            yield Line(STORY, "turn", said, "", seat, event.turn, self.number)
        elif event.phase and event.phase != names.READY:
            key = f"story.phase.{event.phase}"
            text = self._say(key) if has(key) else event.phase
            level = STORY if event.turn == 0 else RULES
            yield self._line(level, "phase", text)

    # ── what is said and rolled ──────────────────────────────────────────────
    def _answered(self, event: Answered) -> Iterator[Line]:
        self._said, self._paid, self._going = event, None, frozenset()
        who = {
            "seat": seat_name(event.seat, self.lang),
            "window": window_said(event.window, self.lang),
        }
        match event.said:
            case None:
                yield self._line(RULES, "choice", self._say("story.secret", who), seat=event.seat)
            case Roll(pips):
                dice = {**who, "dice": ", ".join(self._shown(pip) for pip in pips)}
                yield self._line(RULES, "dice", self._say("story.rolled", dice))
            case Draw(drawn):
                names = tuple(self._option(one, event.window) for one in drawn)
                yield self._line(RULES, "dice", self._say("story.drawn", {"drawn": names}))
            case Choose(option):
                chosen = self._option(option, event.window)
                said = self._say("story.chosen", {**who, "option": chosen})
                yield self._line(RULES, "choice", said, seat=event.seat)
            case _:
                pass

    def _shown(self, pip: int) -> str:
        """What a die shows, and what that counts as where it is another number."""
        return f"{pip} → {self._counts[pip - 1]}" if self._counts else str(pip)

    def _option(self, option: str, window: str) -> str:
        return option_said(option, window, self.position, self.lang)

    # ── moves ────────────────────────────────────────────────────────────────
    def _course_told(self, event: Moved) -> bool:
        """Whether the ruling before a move has told it."""
        return event.way in RULED or self._going.issuperset(step.piece for step in event.steps)

    def _moved(self, event: Moved) -> Line:
        seat = self.position.pieces[event.steps[0].piece].controller
        text = moved_line(self.position, event, self._said, self.lang)
        level = RULES
        if event.way in TOLD:
            level = STORY
            if self._paid and self._paid[1] > 0:
                text += " " + self._cost(seat, *self._paid)
        elif event.way == "deploy":
            level = STORY
        self._paid = None
        return self._line(level, "move" if event.way != "deploy" else "setup", text, seat=seat)

    def _cost(self, seat: Seat, command: str, spent: int, left: int) -> str:
        """What a move costs, and of which command where a seat has several."""
        pieces = self.position.pieces.values()
        several = len({one.command for one in pieces if one.controller == seat} - {""}) > 1
        params = named({"command": command}, self.position, self.lang)
        key = "story.paid-of" if several else "story.paid"
        return self._say(key, {**params, "spent": spent, "left": left})

    # ── rulings ──────────────────────────────────────────────────────────────
    def _ruled(self, event: Ruled) -> Iterator[Line]:
        tells = event.key.startswith(COURSES)
        self._going = frozenset(map(str, event.params.values()) if tells else ())
        self._pursues = event.key in PURSUITS
        params = named(event.params, self.position, self.lang)
        if is_fight(event):
            text = fought(event, params, self.position, self.lang)
            yield self._line(STORY, "combat", text, event.clause)
        else:
            kind = next((kind for kind, keys in KINDS.items() if event.key in keys), "rule")
            how = event, params, self.position, self.lang
            text = offered(*how) or rolled_again(*how) or self._say(event.key, params)
            yield self._line(STORY, kind, self._bolts.told(event, text, self.lang), event.clause)
        level = STORY if event.key.startswith(SUMMED) else RULES
        for tally in event.tallies:
            yield self._line(level, "modifiers", self.tally(tally, plain=level == STORY))
        for clause in event.cites:
            yield self._line(RULES, "cite", self._say("story.cites", {"clause": clause}))

    def tally(self, tally: Tally, *, plain: bool = False) -> str:
        """A total with every reason, and its clause unless it is told plainly."""
        parts = [
            f"{self._say(part.key)} {signed(part.value)}" + ("" if plain else f" [{part.clause}]")
            for part in tally.parts
        ]
        if tally.die:
            parts.append(self._say("story.die", {"die": tally.die}))
        params = {"who": self._named(tally.who), "parts": "; ".join(parts) or "0"}
        return self._say("story.tally", {**params, "total": tally.total})

    def _named(self, name: str) -> str:
        return str(named({"one": name}, self.position, self.lang)["one"])

    def refused(self, refusal: Refusal) -> Line:
        """A refusal as a line of the rules level."""
        params = named(refusal.params, self.position, self.lang)
        return self._line(RULES, "refusal", self._say(refusal.key, dict(params)), refusal.clause)

    # ── losses and the end ───────────────────────────────────────────────────
    def _removed(self, event: Removed) -> Iterator[Line]:
        piece = self.position.pieces[event.piece]
        text = loss(self.position, event, self.lang)
        if text:
            level = RULES if is_model(piece) else STORY
            yield self._line(level, "loss", text, event.clause, leads(self.position, piece))

    def _ended(self, event: Ended) -> Line:
        return self._line(STORY, "end", end(event, self.lang), event.clause)


def story(events: Iterable[Event], level: int = STORY, lang: str = "") -> Iterator[Line]:
    """The lines of a stream at a level: 1 story, 2 rules as well, 3 the raw events alone."""
    narrator = Narrator(lang)
    for event in with_undo(events, narrator):
        for line in narrator.hear(event):
            if shown(line, level):
                yield line
    yield from (line for line in narrator.flush() if shown(line, level))


def shown(line: Line, level: int) -> bool:
    """Whether a level shows a line."""
    return line.level == RAW if level == RAW else line.level <= level


def with_undo(events: Iterable[Event], narrator: Narrator) -> Iterator[Event]:
    """The events of a stream that the narrator has not heard yet.

    After one that takes something back the narrator stands where it was before.
    """
    listed = list(events)
    since = narrator.number
    wanted = {event.kept for event in listed[since:] if isinstance(event, Undone)}
    kept: dict[int, tuple[Position, Passing]] = {}
    for number, event in enumerate(listed[since:], since):
        if number in wanted:
            kept[number] = narrator.position, narrator.passing
        yield event
        if isinstance(event, Undone):
            then = kept.get(event.kept)
            narrator.position, narrator.passing = then or (stood(listed[: event.kept]), Passing())
