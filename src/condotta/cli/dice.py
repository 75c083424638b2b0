"""`condotta dice`: whether the dice of a log are those that nobody could choose."""

import re
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from condotta.cli import dice_check
from condotta.errors import PlainError

HELP = """Check dice without a network, and without the program that rolled them.

How they are made, and what a check is worth, is told in docs/dice.md."""

command = App(
    name="dice",
    help=HELP,
    default_parameter=Parameter(negative=(), show_default=lambda default: default or None),
)


@command.command
def verify(
    log: Path,
    /,
    *,
    earlier: Annotated[Path | None, Parameter(name="--with")] = None,
) -> int:
    """Work every roll of a battle out again; status 1 if anything is not as it must be.

    Parameters
    ----------
    log
        The whole log of a battle that is over.
    earlier
        A copy that somebody saved while the battle went on, of what his seat saw: everything in
        it must be in the log as it was. The log may then be of a battle that still goes on.
    """
    data = content(log)
    status = 0
    if earlier is not None:
        status = alike(log, data, earlier, content(earlier))
    if earlier is None or over(data):
        status = max(status, checked(log, data))
    return status


def checked(log: Path, data: bytes) -> int:
    """Check the rolls of a whole log; 1 where one is wrong."""
    if b'"seal":"dice with words' not in data:
        return by_the_table_alone(log)
    try:
        whose = dice_check.events_of(data)[0].get("seat", "")
        if whose:
            raise PlainError(
                f"{log} holds what {whose} saw: take the whole log of the battle once it is over, "
                "and compare the two with --with."
            )
        if not over(data):
            raise PlainError(
                f"{log}: the secret of the dice is not opened before the battle is over. What you "
                "have now, keep it; it can be compared with the whole log then, by --with."
            )
        found = dice_check.check(data)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as why:
        print(f"{log}: damaged ({type(why).__name__}: {why}).")
        return 1
    for wrong in found.wrong:
        print(f"{log}: {wrong}.")
    if found.wrong:
        return 1
    print(f"{log}: all {found.rolls} rolls follow from the secret that was sealed and these words:")
    for seat in sorted(found.said):
        print(f"  {seat}: {told(found.said[seat], found.lacked.get(seat, []))}")
    return 0


def told(said: int, lacked: list[int]) -> str:
    """How many words a seat put in, and at which lines one did not come."""
    if not said and not lacked:
        return "no word; it was never bound to any"
    words = f"{said} {'word' if said == 1 else 'words'}"
    if not lacked:
        return f"{words}, none lacking"
    return f"{words}, {len(lacked)} lacking (line {', '.join(map(str, lacked))})"


def by_the_table_alone(log: Path) -> int:
    """Check dice that no words were mixed into, as `condotta replay --verify` does."""
    from condotta.report.logbook import opened  # noqa: PLC0415 - the rules load when asked for
    from condotta.server.dice.cups import proved  # noqa: PLC0415 - the same

    proof = proved(opened(log).events)
    if proof is None:
        raise PlainError(f"{log} has no dice that could be checked: nothing sealed was opened.")
    for wrong in proof.wrong:
        print(f"{log}: {wrong}.")
    if not proof.wrong:
        print(
            f"{log}: all {proof.rolls} rolls follow from the secret that was sealed before them"
            f"{f'; {proof.unbound} before that cannot be checked' if proof.unbound else ''}. No "
            "seat mixed words in, so whoever ran the table could have looked ahead."
        )
    return 1 if proof.wrong else 0


def alike(log: Path, data: bytes, earlier: Path, copy: bytes) -> int:
    """Compare a log with an earlier copy; 1 where they differ."""
    try:
        count, wrong = dice_check.compare(data, copy)
        whose = dice_check.events_of(copy)[0].get("seat", "") or "everybody"
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as why:
        print(f"{earlier} and {log} cannot be compared, one is damaged ({why}): take another copy.")
        return 1
    if wrong:
        print(f"{earlier} and {log} are not the same battle: {wrong} (of {earlier}).")
        return 1
    print(f"{earlier}: all {count} events that {whose} had seen are in {log} as they were.")
    return 0


def over(data: bytes) -> bool:
    """Whether the secret of the dice was opened last in that log."""
    sealed, opened = (
        re.findall(rb'^\{"kind":"%s","seal":"(dice with words[ 0-9]*)"' % kind, data, re.MULTILINE)
        for kind in (b"Sealed", b"Opened")
    )
    return bool(sealed) and sealed[-1] in opened


def content(path: Path) -> bytes:
    """What is in a log; a brief one leaves out what the rolls follow from, and is refused."""
    from condotta.kernel.log import read_header  # noqa: PLC0415 - loaded when it is needed

    data = path.read_bytes()
    if read_header(data, str(path)).brief is not None:
        raise PlainError(
            f"{path} is a brief log, which leaves out what its rolls follow from: make it whole "
            f"with `condotta replay {path} --whole --out OTHER`, and check that."
        )
    return data
