"""`condotta army share`, `print`, `compare`: rosters as a line of text, on paper, side by side."""

from pathlib import Path
from typing import Any

import msgspec

from condotta.cli.army_words import Json, Set, asked, exact_roster, print_json, shelved
from condotta.errors import PlainError

FORMS = ("page", "text", "markdown", "csv")


def share(*name: str, settings: Set = (), data: Path | None = None) -> int:
    """Turn a roster into a share code, or a share code into a roster's sheet.

    Parameters
    ----------
    name
        A file of one roster, the id of a shipped roster, or a share code (CA1. and more).
    settings
        How prices of cards are read, such as mobileInfantryCountedTogether=true.
    data
        A file or folder of lists that go before the shipped ones.
    """
    from condotta.armies.paper import sheets  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.rosters.sharing import MARK, from_code, share_code  # noqa: PLC0415 - the same

    shelf, wanted = shelved(data, settings), asked(name)
    if wanted.startswith(MARK[:2]):
        print(sheets.sheet(from_code(wanted), shelf))
    else:
        print(share_code(known(wanted, shelf)[0]))
    return 0


def on_paper(
    *name: str,
    form: str = "page",
    paper: str = "a4",
    lang: str = "en",
    out: Path | None = None,
    settings: Set = (),
    data: Path | None = None,
) -> int:
    """Print a roster: an HTML page, black and white, with its troops' numbers and its cards.

    Parameters
    ----------
    name
        A file of one roster, the id of a shipped roster, or a share code.
    form
        page, text, markdown or csv.
    paper
        a4 or letter.
    lang
        en or fr.
    out
        The file that the page is written to; without it the page is printed here.
    settings
        How prices of cards are read, such as mobileInfantryCountedTogether=true.
    data
        A file or folder of lists that go before the shipped ones.
    """
    from condotta.armies.files import write  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.paper.printing import PAPERS, page  # noqa: PLC0415 - the same
    from condotta.words import either, languages  # noqa: PLC0415 - the same

    chosen = (("form", form, FORMS), ("paper", paper, PAPERS), ("lang", lang, languages()))
    for option, value, names in chosen:
        if value not in names:
            raise PlainError(f"--{option} is {either(names)}, not {value}.")
    roster, shelf = known(asked(name), shelved(data, settings))
    text = (
        page(roster, shelf, paper=paper, lang=lang)
        if form == FORMS[0]
        else other(roster, shelf, form, lang)
    )
    if out is None:
        print(text, end="")
        return 0
    write(out, text.encode())
    print(f"The {'page' if form == FORMS[0] else 'roster'} is in {out}.")
    return 0


def other(roster: Any, shelf: Any, form: str, lang: str) -> str:
    """The roster as text, Markdown or a table; in Markdown it is as the page writes it."""
    from condotta.armies import cost  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.building.building import view  # noqa: PLC0415 - the same
    from condotta.armies.paper import plain_lines, sheets, tables  # noqa: PLC0415 - the same
    from condotta.armies.rosters import sharing  # noqa: PLC0415 - the same

    if form == "text":
        return sheets.sheet(roster, shelf) + "\n"
    if form == "csv":
        return tables.as_csv(cost(roster, shelf), sharing.share_code(roster))
    return plain_lines.text(view(roster, shelf), lang, markdown=True)


def compare(first: str, second: str, /, *, data: Path | None = None, as_json: Json = False) -> int:
    """Compare two rosters: every difference in stands and cards.

    Parameters
    ----------
    first
        A file of one roster, the id of a shipped roster, or a share code.
    second
        The other one.
    data
        A file or folder of lists that go before the shipped ones.
    as_json
        Print JSON instead of text.
    """
    from condotta.armies.paper.comparing import compare as compared  # noqa: PLC0415 - when it is needed

    one, shelf = known(first, shelved(data))
    other, shelf = known(second, shelf)
    found = compared(one, other, shelf)
    if as_json:
        print_json([msgspec.to_builtins(one) for one in found])
        return 0
    for one in found:
        print(f"{one.first:>3} {one.second:>3}  {one.code:<4} {one.where}".rstrip())
    if not found:
        print("They hold the same.")
    return 0


def written(wanted: str) -> bool:
    """Whether that is a share code, or a file's name."""
    from condotta.armies.rosters.sharing import MARK  # noqa: PLC0415 - loaded when it is needed
    from condotta.rules.fielding import is_a_file  # noqa: PLC0415 - the same

    return wanted.startswith(MARK) or is_a_file(wanted.partition("#")[0])


def known(wanted: str, shelf: Any) -> tuple[Any, Any]:
    """The roster of a code, a file, or the shelf, and the shelf with the lists of the file."""
    from condotta.armies.rosters.sharing import MARK, from_code  # noqa: PLC0415 - loaded when it is needed
    from condotta.cli.army_build import begun  # noqa: PLC0415 - the same
    from condotta.cli.army_words import either  # noqa: PLC0415 - the same

    if wanted.startswith(MARK):
        return from_code(wanted), shelf
    if written(wanted):
        return begun(wanted, shelf, "", "")
    roster = exact_roster(wanted, shelf)
    if roster is None:
        raise PlainError(either(wanted, shelf))
    return roster, shelf
