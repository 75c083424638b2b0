"""`condotta lab`: studies of many battles, their records, and the experiments of the laboratory."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter

from condotta.cli.army_words import Json, Set, print_json
from condotta.cli.battle import writable
from condotta.errors import PlainError, nearest

Many = Annotated[tuple[str, ...], Parameter(negative=(), consume_multiple=False)]

EXPERIMENTS = {
    "battles": "Fight battles of any system and look at every invariant after every event.",
    "league": "Rate two bots: the same armies and dice, places swapped.",
    "intrigue": "Fight battles with treachery on both hosts and watch coffers and hands.",
    "melees": "Fight Carnage and battles of many, watching turns, objectives and eliminations.",
    "skirmishes": "Fight skirmish battles of two to four drawn armies.",
    "fights": "Foretell combats and shots of TRIUMPH!, roll them, and compare.",
    "bills": "Muster and split large armies with cards, and keep their books.",
    "doors": "Count the flanks that can be had, and those that menu and page offer.",
    "offers": "Throw poses at a crowded board and list what is allowed but not offered.",
    "moments": "Take moments out as position files, read them again, and compare.",
    "auditing": "Add logs up again by code that shares nothing with the rules.",
    "reading": "Read what is told of battles for ids where names belong.",
}
"""The experiments, each a module of the laboratory."""

HELP = """Study many battles: fight them over all cores, record each, count with intervals.

`run` and `again` are for anybody with a question; the others are experiments that hold the rules
to their invariants."""

command = App(
    name="lab",
    help=HELP,
    default_parameter=Parameter(negative=(), show_default=lambda default: default or None),
)

BESIDE = ("battles", "seed", "system", "seats", "bots")
"""What may be said beside a study file, whose own word it replaces."""

SHIPPED = "condotta.lab.studies"


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@command.command(sort_key=0)
def run(
    study: Path | None = None,
    /,
    *,
    system: str | None = None,
    seats: int | None = None,
    bots: str | None = None,
    armies: str | None = None,
    against: str | None = None,
    battles: int | None = None,
    seed: int | None = None,
    mirror: bool = False,
    swap: bool = False,
    league: bool = False,
    readings: bool = False,
    cards: str | None = None,
    card: Many = (),
    stands: Many = (),
    settings: Set = (),
    sweep: Many = (),
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    form: Annotated[Literal["parquet", "jsonl"] | None, Parameter(name="--format")] = None,
    as_json: Json = False,
) -> int:
    """Fight a study: a file, or what is said here; started again it goes on where it was.

    The same study gives the same records on every machine, however many processes fight it. Ends
    with status 1 when a battle broke.

    Parameters
    ----------
    study
        A study file (docs/lab.md), or one of `condotta lab studies`; --battles, --seed, --system,
        --seats and --bots replace its own words.
    system
        The game that is played; without a word TRIUMPH!.
    seats
        How many seats there are; the fewest without a word.
    bots
        Who plays: random, steward, planner, condottiere, schemer, miser, idle, frugal, or your own
        as MODULE:NAME, with commas between; several take turns over the armies.
    armies
        One army for each, with commas between, by id, label, list or file; drawn by the seed
        without a word. With --against each of them meets each of those, with --mirror itself.
    against
        Whom the armies meet: they move with their bots when places are swapped.
    battles
        How many battles each combination is fought; 100 without a word.
    seed
        The number that dice, bots and drawn armies follow.
    mirror
        All have the same army.
    swap
        Fight each set-up once for each place, everybody sitting one place farther on.
    league
        Each of the bots meets each other.
    readings
        Compare every other reading of a rule with the usual one, each in an arm of its own: the
        settings that are yes or no, or one of a few words. Missions and the like are none.
    cards
        Draw random armies that buy battle cards: some or many.
    card
        Give the first army a battle card, in the words of `condotta army build`.
    stands
        Give the first army other stands, in the same words.
    settings
        A rule's setting as NAME=VALUE; may be given again.
    sweep
        A setting with several values, such as gameTurns=4,6; several settings are multiplied.
    jobs
        How many processes fight; one for each core without a word.
    cluster
        Fight over the nodes of a Ray cluster instead: its address, or auto for the one here.
    out
        The folder of records and report; what was fought there already is not fought again.
        Without it nothing is kept.
    form
        How records are kept: Parquet where pyarrow is installed, else JSON lines.
    as_json
        Print the figures as JSON, and tell no progress.
    """
    said: dict[str, Any] = {
        "system": system,
        "seats": seats,
        "bots": parts(bots),
        "armies": army_names(armies),
        "against": army_names(against),
        "battles": battles,
        "seed": seed,
        "mirror": mirror or None,
        "swap": swap or None,
        "league": league or None,
        "readings": readings or None,
        "cards": cards,
        "card": card or None,
        "stands": stands or None,
        "settings": chosen(settings) or None,
        "sweep": swept(sweep) or None,
    }
    given = {name: one for name, one in said.items() if one is not None}
    return studied(study, given, jobs, out, form or "", cluster=cluster or "", as_json=as_json)


def shipped() -> dict[str, Path]:
    """The studies that come with the program, by name."""
    folder = Path(str(files(SHIPPED)))
    return {one.stem: one for one in sorted(folder.glob("*.toml"))}


def named_study(path: Path) -> Path:
    """The file of a study: one that comes with the program by its name, else as it is said."""
    known = shipped()
    if path.name in known and not path.is_file():
        return known[path.name]
    if not path.exists():
        hint = nearest(path.name, known) or " `condotta lab studies` tells which come with it."
        raise PlainError(f"There is no file {path}, and no study of that name.{hint}")
    return path


@command.command(sort_key=1)
def studies() -> int:
    """Tell which studies come with the program: `condotta lab run NAME` fights one."""
    from condotta.lab.study import plan  # noqa: PLC0415 - loaded when it is needed

    for name, path in shipped().items():
        said = plan.read(path)
        print(f"{name}  {said['name']} {said['question']}")
    return 0


def parts(text: str | None) -> list[str] | None:
    """Names with commas between; None where nothing was said."""
    if text is None:
        return None
    found = [one.strip() for one in text.split(",") if one.strip()]
    if not found:
        raise PlainError(f'"{text}" names nobody: write names with commas between.')
    return found


def army_names(text: str | None) -> list[str] | None:
    """Armies with commas between; a comma that belongs to a label does not split it."""
    if text is None:
        return None
    from condotta.rules.fielding import split_names  # noqa: PLC0415 - loaded when it is needed

    return split_names(text) if parts(text) else None


def chosen(settings: Sequence[str]) -> dict[str, Any]:
    """The settings that were said."""
    from condotta.settings import profile  # noqa: PLC0415 - loaded when it is needed

    return profile(settings)


def swept(sweep: Sequence[str]) -> dict[str, list[Any]]:
    """Settings with their values: `gameTurns=4,6`."""
    found: dict[str, list[Any]] = {}
    for one in sweep:
        name, equals, values = one.partition("=")
        each = [f"{name}={value}" for value in values.split(",") if value.strip()]
        if not equals or len(each) < 2:
            raise PlainError(f'Write a sweep as NAME=VALUE,VALUE, not "{one}".')
        found[name.strip()] = [next(iter(chosen((value,)).values())) for value in each]
    return found


def studied(
    path: Path | None,
    given: dict[str, Any],
    jobs: int | None,
    out: Path | None,
    form: str,
    *,
    cluster: str,
    as_json: bool,
) -> int:
    """Plan it, say what it can show, fight it, tell of it."""
    from condotta.lab.study import keeping, page, plan, report, running, summary  # noqa: PLC0415 - the rules load when asked for

    if path is not None:
        beside = [name for name in given if name not in BESIDE]
        if beside:
            raise PlainError(f"The study says so itself: leave out --{beside[0]} beside {path}.")
        given = {**plan.read(named_study(path)), **given}
    many = cores() if jobs is None else jobs
    if many < 1:
        raise PlainError(f"--jobs is a whole number from 1, not {many}.")
    wanted = plan.planned(plan.studied(given, str(path or "The study")))
    kept_as, told = keeping.form_for(form) if out is not None else ("jsonl", "")
    running.tried(wanted)
    folder = None if out is None else keeping.Folder(out)
    if folder is not None:
        folder.take(wanted)
    if told:
        print(told, file=sys.stderr)
    if not as_json:
        print("\n".join(summary.power(wanted)), end="\n\n", flush=True)
    progress = running.Progress(quiet=as_json)
    if folder is None:
        records = running.run(wanted, many, None, progress, cluster)
        found = summary.summed(wanted, records, None)
    else:
        with folder.locked():
            records = running.run(wanted, many, folder, progress, cluster)
            where = folder.finish(records, kept_as)
            found = summary.summed(wanted, records, str(where))
            folder.tell("figures.json", told_json(found))
            folder.tell("report.md", report.report(wanted, found, records))
            folder.tell("report.html", page.page(wanted, found, records))
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        print("\n".join(report.lines(wanted, found)).rstrip())
        if out is not None:
            print(
                f"\nRecords, figures.json, report.md and report.html are in {out}: "
                f"condotta lab again {out} 0"
            )
    return 1 if found.broken else 0


def told_json(found: Any) -> str:
    """Figures as a file has them."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"


@command.command(sort_key=1)
def again(records: Path, number: int, /, *, out: Path | None = None, as_json: Json = False) -> int:
    """Fight the battle of a record again, and say whether its log is the same; status 1 if not.

    Parameters
    ----------
    records
        The folder of a study, or its file of records.
    number
        The number of the battle.
    out
        The file that its log is written to, for `condotta replay` and `condotta report`.
    as_json
        Print the record of now as JSON, with what the log was.
    """
    from condotta.kernel.log import dump, save  # noqa: PLC0415 - loaded when it is needed
    from condotta.lab.study import fighting, keeping  # noqa: PLC0415 - the same
    from condotta.report.logbook import SEED, header_of  # noqa: PLC0415 - the same

    if out is not None:
        writable(out)
    was = keeping.found_record(records, number)
    now, battle = fighting.again(was)
    same = fighting.same(was, now)
    if out is not None and battle is not None:
        against = " against ".join(one.name for one in now.armies)
        title = {"name": against, SEED: now.seed, **{one.seat: one.bot for one in now.seats}}
        save(out, dump(header_of(battle.book, title), battle.log))
    if as_json:
        print_json({"same": same, "was": was.log, "record": msgspec.to_builtins(now)})
    else:
        print(fighting.compared(was, now))
        if out is not None and battle is not None:
            print(f"The log is in {out}: condotta replay {out} --verify, condotta report {out}")
    return 0 if same else 1


def experiment(name: str, what: str, place: int) -> App:
    """The command of an experiment: its words are handed on, `--help` too."""

    def called(*words: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
        module = import_module(f"condotta.lab.{name}")
        status: int | None = module.main(list(words))
        return status or 0

    app = App(name=name, help=what, help_flags=(), version_flags=(), sort_key=place)
    app.default(called)
    return app


for place, (known, says) in enumerate(EXPERIMENTS.items(), start=2):
    command.command(experiment(known, says, place))
