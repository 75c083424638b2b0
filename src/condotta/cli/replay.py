"""`condotta replay`: a log told again, for everybody or for one seat, or verified, or drawn."""

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from condotta.errors import PlainError, nearest


def command(
    file: Path,
    /,
    *,
    verify: bool = False,
    seat: str = "",
    turn: int | None = None,
    level: Literal["story", "rules", "raw"] = "story",
    svg: bool = False,
    position: bool = False,
    by_report: bool = False,
    at: int | None = None,
    brief: bool = False,
    whole: bool = False,
    out: Annotated[Path | None, Parameter(name="--out")] = None,
) -> int:
    """Tell a battle again from its log.

    Parameters
    ----------
    file
        A log that `condotta battle --out` wrote.
    verify
        Decide the whole battle again with the recorded answers and dice; status 1 if anything
        differs from the log.
    seat
        Show what this seat saw, and nothing else.
    turn
        End after this turn.
    level
        How much is told: the story, the rules with every modifier, or the raw events.
    svg
        Draw the map of the moment instead of telling the story.
    position
        Write the moment as a position file, for `condotta rule`. At a real table no unit has a
        place: the file is one of the base game, with the units laid out in rows to be moved.
    by_report
        With --position: a moment at a real table as it was reported, without places, to play on
        from there.
    at
        The moment after so many answers of the seats; without it the end of the log.
    brief
        Write the log again without what follows by the rules: a third as long and less. It is
        opened as any other, but only by a version whose rules say the same.
    whole
        Write the log again with every event: what a brief one left out can then be read by any
        later version.
    out
        The file that the map, position or log is written to; a map or position is printed
        without it.
    """
    from condotta.report.logbook import opened  # noqa: PLC0415 - the rules load when asked for

    if out is not None and not (svg or position or brief or whole):
        raise PlainError(
            "--out says where a map, position or log goes: add --svg, --position, --brief or "
            "--whole."
        )
    if brief and whole:
        raise PlainError("--brief and --whole are two forms of a log: take one of them.")
    log = opened(file)
    if brief or whole:
        return written_again(log, out, brief=brief)
    if verify:
        return checked(log)
    events = until(log.events, turn)
    if at is not None:
        events = after_answers(events, at)
    if position:
        take(events, log, out, by_report=by_report)
        return 0
    if seat:
        events = as_seen(events, seat)
    if svg:
        draw(events, log, out)
    else:
        tell(events, level, log.header.system)
    return 0


def written_again(log: Any, out: Path | None, *, brief: bool) -> int:
    """The same log in the other form."""
    from condotta.cli.battle import writable  # noqa: PLC0415 - loaded when it is needed
    from condotta.kernel.log import save  # noqa: PLC0415 - the same
    from condotta.report.logbook import in_brief, in_full  # noqa: PLC0415 - the same

    if out is None:
        raise PlainError("A log that is written again needs a file: add --out and its name.")
    writable(out)
    save(out, in_brief(log) if brief else in_full(log))
    form = "brief" if brief else "whole"
    print(f"The {form} log is in {out}: {len(log.events)} events, {out.stat().st_size} bytes.")
    return 0


def checked(log: Any) -> int:
    """Verify a log; 1 where it and the rules part."""
    from condotta.report.logbook import data_digest, verified, whole  # noqa: PLC0415 - when needed

    if log.header.seat:
        return unsealed(log)
    difference = verified(log)
    ours = data_digest(log.header.system)
    if difference is not None:
        print(f"{log.where}: line {difference.line} is not what the rules give.")
        print(f"  the log has:    {difference.has}")
        print(f"  the rules give: {difference.gives}")
        if log.header.data != ours:
            print(f"  The log was made with data {log.header.data}, here is {ours}.")
        return 1
    end = "to the end of the battle" if whole(log.events) else "as far as it goes"
    print(
        f"{log.where}: verified {end}. {len(log.events)} events fold to one state, and the rules "
        "give the same events again from the recorded answers and dice."
    )
    return rolled(log)


def unsealed(log: Any) -> int:
    """Check the seals that were opened, which a seat's own log lets anybody do; 1 for a wrong one.

    Raises PlainError where there is none.
    """
    from condotta.kernel.events import Opened  # noqa: PLC0415 - loaded when it is needed
    from condotta.kernel.seals import broken  # noqa: PLC0415 - the same

    part = f"{log.where} holds what {log.header.seat} saw: only a whole log can be verified"
    opened = sum(isinstance(event, Opened) for event in log.events)
    if not opened:
        raise PlainError(f"{part}.")
    wrong = broken(log.events)
    for seal in wrong:
        print(f"{log.where}: the seal of {seal} was opened on something else than was sealed.")
    if not wrong:
        print(f"{part} by the rules. {opened} seals were opened, each on what had been sealed.")
    return 1 if wrong else 0


def rolled(log: Any) -> int:
    """Check committed dice against the secret that was opened at the end; 1 where one is wrong."""
    from condotta.server.dice.cups import proved  # noqa: PLC0415 - loaded when it is needed

    proof = proved(log.events)
    if proof is None:
        return 0
    for wrong in proof.wrong:
        print(f"{log.where}: {wrong}.")
    if not proof.wrong:
        before = f" {proof.unbound} before that cannot be checked." if proof.unbound else ""
        print(
            f"All {proof.rolls} rolls follow from the secret that was sealed before them.{before}"
        )
    return 1 if proof.wrong else 0


def until(events: tuple[Any, ...], turn: int | None) -> tuple[Any, ...]:
    """The events up to the end of a turn, as the game counts them."""
    from condotta.kernel.evolving import evolve_position  # noqa: PLC0415 - loaded when needed
    from condotta.kernel.position import Position  # noqa: PLC0415 - the same
    from condotta.report.turns_counted import counted  # noqa: PLC0415 - the same

    if turn is None:
        return events
    position, last = Position(), 0
    for number, event in enumerate(events):
        position = evolve_position(position, event)
        last = max(last, counted(position).turn)
        if last > turn >= 0:
            return events[:number]
    if not 0 <= turn <= last:
        raise PlainError(f"The log has turns 0 (the set-up) to {last}, not {turn}.")
    return events


def after_answers(events: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """The events up to the moment at which seats have given so many answers."""
    from condotta.kernel.events import Answered  # noqa: PLC0415 - loaded when it is needed
    from condotta.kernel.records import CHANCE  # noqa: PLC0415 - the same

    given = [
        number
        for number, event in enumerate(events)
        if isinstance(event, Answered) and event.seat != CHANCE
    ]
    if not 0 <= count <= len(given):
        raise PlainError(f"The log has {len(given)} answers: --at takes 0 to {len(given)}.")
    return events if count == len(given) else events[: given[count]]


def take(events: tuple[Any, ...], log: Any, out: Path | None, *, by_report: bool) -> None:
    """The moment at the end of the events as a position file."""
    import msgspec  # noqa: PLC0415 - loaded when it is needed

    from condotta.kernel.battle import Battle  # noqa: PLC0415 - the same
    from condotta.kernel.log import save  # noqa: PLC0415 - the same
    from condotta.positions.real_table import is_reported  # noqa: PLC0415 - the same
    from condotta.positions.taking import sandbox, taken  # noqa: PLC0415 - the same

    if log.header.seat:
        raise PlainError(f"{log.where} holds what {log.header.seat} saw: take the whole log.")
    taking = sandbox if is_reported(log.book) and not by_report else taken
    found = taking(Battle(log.book, events), f"A moment of {log.where}")
    text = msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"
    if out is None:
        print(text, end="")
    else:
        save(out, text.encode())
        print(f"The position is in {out}: ask about it with `condotta rule {out}`.")
        if found.get("note"):
            print(found["note"])


def as_seen(events: tuple[Any, ...], seat: str) -> tuple[Any, ...]:
    """The stream of one seat, or of the spectators."""
    from condotta.kernel.events import Began  # noqa: PLC0415 - loaded when it is needed
    from condotta.kernel.records import SPECTATORS  # noqa: PLC0415 - the same
    from condotta.kernel.views import audience, redacted  # noqa: PLC0415 - the same

    sides = {
        chair.seat: chair.side
        for event in events
        if isinstance(event, Began)
        for chair in event.chairs
    }
    known = {**sides, SPECTATORS: ""}
    if seat not in known:
        listed = " and ".join(known)
        hint = nearest(seat, known)
        raise PlainError(f"Nobody sits there as {seat}: the log has {listed}.{hint}")
    return redacted(audience(seat, known[seat]), events)


def tell(events: tuple[Any, ...], level: str, system: str) -> None:
    """The story of a stream."""
    from condotta.cli.telling import Teller  # noqa: PLC0415 - loaded when it is needed
    from condotta.kernel.events import Began  # noqa: PLC0415 - the same
    from condotta.report.story import LEVELS, story  # noqa: PLC0415 - the same
    from condotta.rules.systems import SYSTEMS  # noqa: PLC0415 - the same
    from condotta.words import measured_in  # noqa: PLC0415 - the same

    teller = Teller()
    for event in events:
        if isinstance(event, Began):
            teller.seat(tuple(chair.seat for chair in event.chairs))
    with measured_in(SYSTEMS[system].unit):
        for line in story(events, LEVELS[level]):
            teller.tell(line)


def draw(events: tuple[Any, ...], log: Any, out: Path | None) -> None:
    """The map at the end of the events, with what happened in the last turn."""
    from condotta.kernel.log import save  # noqa: PLC0415 - loaded when it is needed
    from condotta.report.history import turns_of  # noqa: PLC0415 - the same
    from condotta.report.page import defeat_of, title_of  # noqa: PLC0415 - the same
    from condotta.report.reckoning import scores_said  # noqa: PLC0415 - the same
    from condotta.report.svg import Shown, battle_map  # noqa: PLC0415 - the same
    from condotta.rules.carnage.objective import objective  # noqa: PLC0415 - the same

    last = turns_of(events)[-1]
    title, said = title_of(log, last), scores_said(log.book, last.after)
    at, defeat = objective(log.book, last.after), defeat_of(log.book)
    shown = Shown(last.tracks, last.fates, title, defeat, said, objective=at)
    text = battle_map(last.after, shown_=shown)
    if out is None:
        print(text, end="")
    else:
        save(out, text.encode())
        print(f"The map is in {out}.")
