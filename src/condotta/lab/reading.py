"""Everything that is said of battles, read for ids: people are told names, in every language.

condotta lab reading --battles 1000 --seed 1
condotta lab reading --battles 40 --system treachery

Read are the story with its rules, every question with each of its options, refusals of what was
said before and is said again, and of some battles the report; in English and in French. An id that
people use, such as R4, may be part of a name. What looks like a key, the id of a record or two ids
in one is a fault, and so is an option that nobody has a name for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from html import unescape

from condotta.bots.runner import Watch, conduct
from condotta.bots.seat import Bot, make
from condotta.kernel.asks import Action
from condotta.kernel.battle import Battle
from condotta.kernel.events import Answered, Asked, Event, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Refusal
from condotta.kernel.state import State
from condotta.lab import hunting, intrigue, melees, skirmishes
from condotta.lab.matches import Field, drawn, match, seated
from condotta.report.history import effective
from condotta.report.logbook import Log, header_of
from condotta.report.naming import CALLED, named
from condotta.report.options import nameless, question_said
from condotta.report.page import page
from condotta.report.story import RULES, Narrator
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS
from condotta.words import languages, measured_in, say, speaking

LOOKS_LIKE_AN_ID = (
    re.compile(r"\b[a-z][A-Za-z]*-\d+\b"),  # card-31
    re.compile(r"\S>\S"),  # G3>R5
    re.compile(r"[A-Za-z0-9]:[A-Za-z0-9]"),  # R5:champion
    re.compile(r"[{}]"),  # a parameter that nobody gave
    re.compile(r"[A-Za-z]_[A-Za-z]"),
    re.compile(r"\b[a-z]+(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){2,}"),  # tt.13-7.tokens
)
REPORT_OF = 10  # of so many battles of a system the report of one is read: it takes its time
AGAIN = 4  # earlier answers that are tried at a question
SPOKEN = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)
STEWARDS = {"ranked": ("steward", "random"), "triumph": ("random",), "grand": ("random",)}
HOSTS = tuple(intrigue.HOSTS)


class Task(hunting.Task, frozen=True):
    """One battle of a system."""

    system: str = "triumph"


class Report(hunting.Report[Task]):
    """How one battle reads."""

    texts: int = 0


class Reader:
    """Looks on, and reads refusals: what was answered before, said again at later questions."""

    def __init__(self, battle: Battle) -> None:
        """Nothing has been said yet."""
        self.battle = battle
        self.said: dict[str, list[Action]] = {}
        self.refused: dict[tuple[str, str], tuple[Refusal, Position]] = {}

    def watch(self, state: State, events: tuple[Event, ...]) -> None:
        """Remember what was said; try some of it where something is asked."""
        for event in events:
            told = event.inside if isinstance(event, Veiled) else event
            if isinstance(told, Answered) and told.seat != CHANCE and told.said is not None:
                known = self.said.setdefault(told.window, [])
                known.append(told.said)
                del known[:-AGAIN]
        for ask in state.asks:
            if ask.seat != CHANCE:
                for action in self.said.get(ask.window, ()):
                    self.judged(ask.seat, action, ask.id)

    def judged(self, seat: Seat, action: Action, ask: int) -> None:
        """Keep what is against it, one of each kind."""
        position = self.battle.view(seat).position
        for refusal in self.battle.judge(seat, action, ask).refusals:
            kind = (refusal.key, "+".join(sorted(refusal.params)))
            self.refused.setdefault(kind, (refusal, position))


# ── what is read ─────────────────────────────────────────────────────────────
def faults_in(text: str, position: Position) -> Iterator[str]:
    """What in a text is no name: by its looks, or because a piece is called so."""
    for pattern in LOOKS_LIKE_AN_ID:
        if found := pattern.search(text):
            yield found.group()
    for name in position.pieces:
        if name not in text or CALLED.fullmatch(name) or name.isalpha():
            continue
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
            yield name


def story_and_questions(events: Iterable[Event], lang: str) -> Iterator[tuple[str, Position, str]]:
    """Every text with the position it is said in, and where it is from."""
    narrator = Narrator(lang)
    for event in effective(events):
        before = narrator.position
        for line in narrator.hear(event):
            if line.level <= RULES and line.kind not in ("say", "cite"):
                yield line.text, before, f"the story ({line.kind})"
        asked = event.inside if isinstance(event, Veiled) else event
        if isinstance(asked, Asked) and asked.ask.seat != CHANCE:
            ask = asked.ask
            for text in question_said(ask, narrator.position, lang):
                yield text, narrator.position, f"the question {ask.window}"
            for option in ask.options:
                if nameless(option, ask.window, narrator.position):
                    yield f"{{{option}}}", narrator.position, f"an option of {ask.window}"


def refusals(reader: Reader, lang: str) -> Iterator[tuple[str, Position, str]]:
    """Every kind of refusal that was met."""
    for refusal, position in reader.refused.values():
        params = named(refusal.params, position, lang)
        yield say(refusal.key, dict(params), lang), position, f"the refusal {refusal.key}"


def report_of(battle: Battle) -> Iterator[tuple[str, Position, str]]:
    """The words of the report, mark by mark; of its settings and clauses the ids are meant."""
    log = Log("", header_of(battle.book, {"name": "–"}), battle.book, tuple(battle.log))
    text = page(log).partition('<section class="cards">')[0]
    for part in SPOKEN.split(text):
        words = re.sub(r"\[[A-Z]+-[\d.]+\]|\b[A-Z]{2}-[\d.]+", "", unescape(part)).strip()
        yield words, battle.state.position, "the report"


def read(battle: Battle, reader: Reader, *, report: bool = False) -> tuple[list[str], int]:
    """The faults in everything told of a battle, each once; how many texts were read."""
    found: dict[str, None] = {}
    count = 0
    for lang in languages():
        with measured_in(SYSTEMS[battle.book.system].unit), speaking(lang):
            texts = [*story_and_questions(battle.log, lang), *refusals(reader, lang)]
            texts += report_of(battle) if report else ()
            for text, position, where in texts:
                bare = re.sub(r"\[[A-Z]{2}-[\d.]+\]", "", text)
                for fault in faults_in(bare, position):
                    found.setdefault(f"{lang}, {where}: {fault!r} in {text!r}")
            count += len(texts)
    return list(found), count


# ── battles ──────────────────────────────────────────────────────────────────
def ready(task: Task) -> tuple[Battle, dict[str, Bot]]:
    """A battle of the system about to be fought, as its own hunt would have it."""
    system, number, seed = task.system, task.number, task.seed
    if system in HOSTS:
        return intrigue.ready(hunting.Task(number * len(HOSTS) + HOSTS.index(system), seed))
    if system in melees.GAMES:
        return melees.ready(melees.Task(number, seed, system))
    if system == skirmishes.SYSTEM:
        return skirmishes.ready(hunting.Task(number, seed))
    sizes = SYSTEMS[system].sizes
    field = Field(system, sizes[number % len(sizes)])
    rules, names = book(system, {}), STEWARDS[system]
    bots = {
        one.seat: make(names[place % len(names)], rules, f"{task.dice}/{one.seat}")
        for place, one in enumerate(seated(field))
    }
    return match(rules, drawn(field, number), task.dice, field), bots


def fight(task: Task) -> Report:
    """Fight a battle, then read it."""
    report = Report(task)
    with hunting.faults_of(report):
        battle, bots = ready(task)
        reader = Reader(battle)
        look: Watch = reader.watch
        report.went(conduct(battle, bots, limit=60_000, watch=look))
        faults, report.texts = read(battle, reader, report=task.number % REPORT_OF == 0)
        report.counted = {f"texts of {task.system}": report.texts, f"battles of {task.system}": 1}
        report.counted[f"refusals of {task.system}"] = len(reader.refused)
        if faults:
            report.fault = "\n".join(faults)
    return report


def main(words: Sequence[str] | None = None) -> int:
    """Fight and read so many battles; 1 if anything but names was told, else 0."""
    hunt = hunting.Hunt("reading", __doc__, every=50)
    hunt.option("--system", choices=("", *SYSTEMS), default="", help="one game; all take turns")
    asked = hunt.read(words)
    games = (asked.system,) if asked.system else tuple(SYSTEMS)
    tasks = [
        Task(number // len(games), asked.seed, games[number % len(games)])
        for number in asked.numbers
    ]
    return hunt.run(asked, fight, tasks, hunting.Figures[Report]())


if __name__ == "__main__":
    sys.exit(main())
