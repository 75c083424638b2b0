"""`condotta report`: a battle as one self-contained page, as Markdown, or on paper."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from condotta.cli.battle import writable
from condotta.errors import PlainError

ENDINGS = {"page": ".html", "markdown": ".md", "paper": ".print.html"}


def command(
    file: Path,
    /,
    *,
    form: Literal["page", "markdown", "paper"] = "page",
    paper: Literal["a4", "letter"] = "a4",
    seat: str = "",
    why: Annotated[bool, Parameter(negative=())] = False,
    out: Path | None = None,
) -> int:
    """Write one page with a map for every turn, the story, losses, dice and rulings.

    The page is a single file that needs no network, reads well on a phone and prints.

    Parameters
    ----------
    file
        A log that `condotta battle --out` wrote.
    form
        The page; Markdown for a blog; or paper: a black-and-white score sheet of the moment where
        the log ends, to go on from by hand, with turn cards, cards and markers to cut out.
    paper
        The size of the paper.
    seat
        On paper print the hand of this seat too, for its eyes alone.
    why
        Tell of every decision why its bot made it. The bots are asked again, which takes as long as
        the battle took.
    out
        Where it goes; without it, beside the log with an ending of its own.
    """
    from condotta.kernel.log import save  # noqa: PLC0415 - loaded when it is needed
    from condotta.report.logbook import opened  # noqa: PLC0415 - the rules load when asked for

    if seat and form != "paper":
        raise PlainError("--seat says whose hand goes on paper: add --form paper.")
    if why and form == "paper":
        raise PlainError("A score sheet tells no reasons: leave out --why.")
    log = opened(file)
    where = out or file.with_suffix(ENDINGS[form])
    writable(where)
    match form:
        case "page":
            from condotta.report.page import page  # noqa: PLC0415 - loaded when it is needed

            text = page(log, why=why)
        case "markdown":
            from condotta.report.markdown import markdown  # noqa: PLC0415 - the same

            text = markdown(log, why=why)
        case "paper":
            from condotta.cli.replay import as_seen  # noqa: PLC0415 - the same
            from condotta.kernel.records import SPECTATORS  # noqa: PLC0415 - the same
            from condotta.report.history import stood  # noqa: PLC0415 - the same
            from condotta.report.paper import paper as printed  # noqa: PLC0415 - the same

            seen = stood(as_seen(log.events, seat or SPECTATORS))
            text = printed(log, seen, on=paper, seat=seat)
    save(where, text.encode())
    print(f"The report is in {where}.")
    return 0
