"""`condotta report`: one self-contained page that holds a battle."""

from pathlib import Path

from condotta.cli.battle import writable


def command(file: Path, /, *, out: Path | None = None) -> int:
    """Write one page with a map for every turn, the story, losses, dice and rulings.

    The page is a single file that needs no network, reads well on a phone and prints.

    Parameters
    ----------
    file
        A log that `condotta battle --out` wrote.
    out
        Where the page goes; without it, beside the log with the ending .html.
    """
    from condotta.report.logbook import opened  # noqa: PLC0415 - the rules load when asked for
    from condotta.report.page import page  # noqa: PLC0415 - the same

    log = opened(file)
    where = out or file.with_suffix(".html")
    writable(where)
    where.write_text(page(log), encoding="utf-8")
    print(f"The report is in {where}.")
    return 0
