"""`condotta battle`: two armies, two bots, one whole battle, told as it goes."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from cyclopts import Parameter
from rich.live import Live
from rich.text import Text

from condotta.armies.halves import number
from condotta.cli.army_words import print_json
from condotta.errors import PlainError
from condotta.words.catalogue import under

if TYPE_CHECKING:
    System: TypeAlias = str
else:
    System = Literal[tuple(sorted(under("system")))]  # the help names them, and loads no rule

SEEDS = 1_000_000
USUAL = "triumph"


def command(
    *,
    system: System | None = None,
    seats: int | None = None,
    armies: str = "",
    begin: Annotated[Path | None, Parameter(name="--from")] = None,
    seed: int | None = None,
    bots: str | None = None,
    mercenaries: str = "",
    settings: Annotated[tuple[str, ...], Parameter(name="--set", negative=())] = (),
    level: Literal["story", "rules", "raw"] = "story",
    why: Annotated[bool, Parameter(negative=())] = False,
    out: Path | None = None,
    brief: bool = False,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Conduct a whole battle between bots and tell it as a story.

    The same seed, armies, bots and settings give the same battle on every machine.

    Parameters
    ----------
    system
        The game that is played; without a word TRIUMPH!.
    seats
        How many seats there are.
    armies
        One army for each seat, with commas between: the id, label or list of a shipped roster,
        or a file of rosters (FILE#NAME for one of many). The seed picks two when none is named.
    begin
        A position file that the battle begins from instead of its first die: the file says what is
        played, who sits there and what lies on the table.
    seed
        The number that dice and bots follow; one is drawn and told when none is given.
    bots
        Who plays: random, steward, planner, condottiere, schemer, miser, idle or frugal, or your
        own as MODULE:NAME, one for all seats or one for each; without a word the steward, or the
        schemer where there is treachery or Carnage.
    mercenaries
        Where there is treachery, a company for each seat, with commas between; an empty one is
        drawn. Ranked: `captain+archers*10`; over TRIUMPH!: `ROSTER:KNT+SPR*2`. A stroke (/)
        parts several companies of one seat.
    settings
        A rule's setting as NAME=VALUE, such as moveMeasure=all; may be given again.
    level
        How much is told: the story, the rules with every modifier, or the raw events.
    why
        Tell before what follows of each decision why its bot made it, with chances and what it
        hoped to gain. The battle and its log stay the same.
    out
        The file that the log is written to.
    brief
        With --out: a brief log, a third as long and less, without what follows by the rules. It is
        opened as any other, but only by a version whose rules say the same.
    as_json
        Print only how it ended, as JSON.
    """
    from condotta.bots.seat import named, usual  # noqa: PLC0415 - rules load when they are needed
    from condotta.rules import fielding, library  # noqa: PLC0415 - the same
    from condotta.rules.systems import SYSTEMS  # noqa: PLC0415 - the same
    from condotta.settings import profile  # noqa: PLC0415 - the same

    if brief and out is None:
        raise PlainError("--brief says how the log is written: add --out and a file.")
    if why and (as_json or level == "raw"):
        raise PlainError("--why tells in sentences: leave out --json and --level raw.")
    written, told_as = Written(out, brief), Told(level, why)
    lots = secrets.randbelow(SEEDS) if seed is None else seed
    if begin is not None:
        told = bool(system or armies or mercenaries or seats)
        match_ = from_position(begin, bots, lots, profile(settings), told=told)
        return conducted(match_, how=told_as, log=written, as_json=as_json)
    played = system or USUAL
    chairs = fielding.seats_for(played, seats)
    names = named(usual(library.book(played)) if bots is None else bots, len(chairs))
    rosters = fielding.armies_for(played, armies, SYSTEMS[played].armies(chairs), lots)
    made = profile(settings)
    companies = fielding.companies_for(played, mercenaries)
    if companies:
        made["mercenaries"] = True
    shelf = fielding.shelf_for(played, armies)
    match_ = Match(played, lots, chairs, names, rosters, made, companies, shelf)
    return conducted(match_, how=told_as, log=written, as_json=as_json)


def from_position(
    file: Path, bots: str | None, seed: int, settings: dict[str, Any], *, told: bool
) -> "Match":
    """The battle that begins where a position file says."""
    from condotta.bots.seat import named, usual  # noqa: PLC0415 - rules load when they are needed
    from condotta.positions.playing_on import beginning  # noqa: PLC0415 - the same
    from condotta.positions.reading import load  # noqa: PLC0415 - the same

    if told:
        raise PlainError(
            "A position has its own system, seats and armies: leave out those beside --from."
        )
    document = load(file)
    found = beginning(document, str(file), settings)
    names = named(usual(found.book) if bots is None else bots, len(found.chairs))
    called = document.title or file.stem
    return Match(
        document.system, seed, found.chairs, names, (), settings, beginning=found, name=called
    )


class Match(msgspec.Struct, frozen=True):
    """A battle about to be fought: from its first die, or from the moment of a position."""

    system: str
    seed: int
    chairs: tuple[Any, ...]
    bots: tuple[str, ...]
    rosters: tuple[Any, ...]
    profile: dict[str, Any]
    companies: tuple[str, ...] = ()
    shelf: Any = None
    beginning: Any = None
    name: str = ""

    @property
    def title(self) -> dict[str, str]:
        """What the log says about the battle: names that no rule reads."""
        from condotta.report.logbook import SEED  # noqa: PLC0415 - loaded when it is needed

        against = self.name or " against ".join(self.called(roster) for roster in self.rosters)
        seated = {one.seat: bot for one, bot in zip(self.chairs, self.bots, strict=True)}
        return {"name": against, SEED: str(self.seed), **seated}

    @property
    def armies(self) -> dict[str, str]:
        """What the army of each seat is called; at a position by who sits there."""
        if self.beginning is not None:
            return {one.seat: one.name or one.seat for one in self.chairs}
        return {one.seat: self.called(self.rosters[one.army]) for one in self.chairs}

    def start(self) -> tuple[Any, tuple[Any, ...], int]:
        """The book, what the battle begins with, and how many events of that are given."""
        from condotta.rules.library import book  # noqa: PLC0415 - the rules load when needed
        from condotta.rules.systems import SYSTEMS, Levy  # noqa: PLC0415 - the same

        if self.beginning is not None:
            opening = self.beginning.opening
            return self.beginning.book, opening, len(opening)
        rules = book(self.system, self.profile)
        levy = Levy(self.shelf, lot=Random(f"{self.seed}/muster"), companies=self.companies)
        opening = SYSTEMS[self.system].opening(rules, self.chairs, self.rosters, levy)
        return rules, opening, 0

    def called(self, roster: Any) -> str:
        """What everybody may call an army."""
        from condotta.armies import Roster, public_name  # noqa: PLC0415 - loaded when needed

        if isinstance(roster, Roster):
            return public_name(roster, self.shelf)
        return str(roster.label)


def writable(path: Path) -> None:
    """Refuse early what could not be written in the end."""
    if path.is_dir():
        raise PlainError(f"{path} is a folder: name a file in it.")
    if not path.parent.is_dir():
        raise PlainError(f"There is no folder {path.parent}: make it, or name another file.")
    if not os.access(path.parent, os.W_OK):
        raise PlainError(f"{path.parent} cannot be written to: name a file elsewhere.")


class Written(msgspec.Struct, frozen=True):
    """The file that a log goes to, if any, and whether it is a brief one."""

    file: Path | None = None
    brief: bool = False

    def write(self, match_: Match, rules: Any, events: Any, given: int) -> None:
        """Write it, if it is wanted."""
        from condotta.kernel.log import save  # noqa: PLC0415 - loaded when it is needed
        from condotta.report import logbook  # noqa: PLC0415 - the same

        if self.file is None:
            return
        header = logbook.header_of(rules, match_.title, given=given)
        log = logbook.Log(str(self.file), header, rules, tuple(events))
        save(self.file, logbook.in_brief(log) if self.brief else logbook.in_full(log))


class Told(msgspec.Struct, frozen=True):
    """How much is told: at which level, and with the reasons of the bots."""

    level: str
    why: bool = False


def conducted(match_: Match, *, how: Told, log: Written, as_json: bool) -> int:
    """Fight it, tell it, write it down."""
    from condotta.bots.runner import conduct, seated  # noqa: PLC0415 - loaded when it is needed
    from condotta.kernel.battle import Battle  # noqa: PLC0415 - the same
    from condotta.kernel.chance import SeededCup  # noqa: PLC0415 - the same
    from condotta.rules.systems import SYSTEMS  # noqa: PLC0415 - the same
    from condotta.words import measured_in  # noqa: PLC0415 - the same

    out = log.file
    if out is not None:
        writable(out)
    rules, opening, given = match_.start()
    battle = Battle(rules, opening, SeededCup(match_.seed))
    players = dict(zip((one.seat for one in match_.chairs), match_.bots, strict=True))
    bots = seated(players, battle.book, match_.seed)
    if as_json:
        result = conduct(battle, bots)
    else:
        unit = SYSTEMS[match_.system].unit
        with measured_in(unit), watching(battle, how, match_, bots) as watch:
            result = conduct(battle, bots, watch=watch)
    log.write(match_, rules, battle.log, given)
    if as_json:
        print_json(summed(match_, battle, result, out))
    elif out is not None:
        print(f"The log is in {out}: condotta replay {out} --verify, condotta report {out}")
    return 0


@contextmanager
def watching(battle: Any, how: Told, match_: Match, bots: dict[str, Any]) -> Iterator[Any]:
    """Tell every event as it happens, with a live line below that says how it stands.

    Where reasons are told too, the bots are listened to.
    """
    from condotta.cli.telling import Teller  # noqa: PLC0415 - loaded when it is needed
    from condotta.report.motives import Thinking  # noqa: PLC0415 - the same
    from condotta.report.story import LEVELS, Narrator, shown  # noqa: PLC0415 - the same

    teller, narrator = Teller(), Narrator()
    teller.seat(battle.state.position.seats())
    wanted = LEVELS[how.level]
    decisions = 0

    def said(lines: Any) -> None:
        for line in lines:
            if shown(line, wanted):
                teller.tell(line)

    def tell(events: Any) -> None:
        for event in events:
            said(narrator.hear(event))

    def reason(line: Any) -> None:
        said((*narrator.flush(), line))

    if how.why:
        bots.update({seat: Thinking(bot, reason) for seat, bot in bots.items()})
    if how.level != "raw":
        print(f"Seed {match_.seed}: {' against '.join(match_.bots)}.")
    tell(battle.log)
    if not teller.is_terminal:
        yield lambda _, events: tell(events)
    else:
        with Live(console=teller.console, refresh_per_second=8, transient=True) as live:

            def watch(state: Any, events: Any) -> None:
                nonlocal decisions
                decisions += 1
                tell(events)
                told = standing(battle.book, state.position, decisions)
                live.update(Text(told, style="dim"))

            yield watch
    said(narrator.flush())


def standing(book: Any, position: Any, decisions: int) -> str:
    """How the battle stands, in one line: the score of each side, the first one first."""
    from condotta.report.naming import seat_name  # noqa: PLC0415 - loaded when it is needed
    from condotta.report.reckoning import score_said  # noqa: PLC0415 - the same
    from condotta.report.turns_counted import counted  # noqa: PLC0415 - the same
    from condotta.rules.scores import order  # noqa: PLC0415 - the same
    from condotta.words import say  # noqa: PLC0415 - the same

    stood = "; ".join(
        f"{', '.join(map(seat_name, place.seats))}: {score_said(book, position, place.seats[0])}"
        for place in order(book, position)
    )
    now = counted(position)
    return f"{say(now.key, {'turn': now.turn})} · {stood} · {decisions} decisions"


def summed(match_: Match, battle: Any, result: Any, out: Path | None) -> dict[str, Any]:
    """How it ended, for programs. Points are numbers, halves as .5."""
    from condotta.report.reckoning import lost_by  # noqa: PLC0415 - loaded when it is needed
    from condotta.rules.scores import order, score_of, scores  # noqa: PLC0415 - the same
    from condotta.rules.systems import SYSTEMS  # noqa: PLC0415 - the same

    position, book = battle.state.position, battle.book
    winners, score = list(result.winners), score_of(battle.book)
    of = number if score.halves else int
    return {
        "system": match_.system,
        "seed": match_.seed,
        "armies": match_.armies,
        "bots": {one.seat: bot for one, bot in zip(match_.chairs, match_.bots, strict=True)},
        "winner": winners[0] if len(winners) == 1 else None,
        "winners": winners,
        "turns": result.turns,
        "scores": {seat: of(number) for seat, number in scores(book, position).items()},
        "scoresIn": score.name,
        "best": score.best,
        "scoreClause": score.clause,
        "order": [list(place.seats) for place in order(book, position)],
        "losses": {seat: lost_by(match_.system, position, seat) for seat in position.seats()},
        "lossesIn": SYSTEMS[match_.system].loses,
        "clause": result.ended.clause if result.ended else None,
        "decisions": result.decisions,
        "seconds": round(result.seconds, 3),
        "log": None if out is None else str(out),
    }
