"""`condotta army`: lists and rosters: find, show, check, cost, import."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from cyclopts import App, Parameter

from condotta.cli.army_words import (
    Json,
    Set,
    asked,
    either,
    exact_roster,
    extra,
    fits,
    of_one,
    print_json,
    shelved,
    there,
)
from condotta.errors import PlainError

command = App(
    name="army",
    help="Find, show, check, cost and import army lists and rosters.",
    default_parameter=Parameter(negative=(), show_default=lambda default: default or None),
)


@command.command(name="list")
def listed(
    text: str = "",
    *,
    year: str = "",
    troop: str = "",
    rosters: bool = False,
    data: Path | None = None,
    as_json: Json = False,
) -> int:
    """List the army lists, or the rosters that can take the field at once.

    Parameters
    ----------
    text
        Only names and keywords with this in them.
    year
        Only lists of this year: 1415, "58 BC" or -58.
    troop
        Only lists that may field this troop type: a code such as KNT, or its name.
    rosters
        List the shipped rosters instead.
    data
        A file or folder of lists that go before the shipped ones.
    as_json
        Print JSON instead of text.
    """
    from condotta.armies.paper import sheets  # noqa: PLC0415 - loaded when it is needed

    shelf = shelved(data)
    kept = tuple(army for army in shelf.lists if fits(army, shelf, year, troop))
    narrowed = msgspec.structs.replace(
        shelf,
        sets=(msgspec.structs.replace(shelf.sets[0], lists=kept),),
        rosters=tuple(one for one in shelf.rosters if of_one(one, kept, year)),
    )
    if as_json:
        print_json(as_rows(narrowed, text, rosters=rosters))
    elif (year or troop) and not (narrowed.rosters if rosters else kept):
        print(f"No army list fits{f' {year}' if year else ''}{f' {troop}' if troop else ''}.")
    else:
        print((sheets.roster_table if rosters else sheets.list_table)(text, narrowed))
    return 0


@command.command
def show(*name: str, settings: Set = (), data: Path | None = None) -> int:
    """Show an army list, or a roster's sheet with its points and findings.

    Parameters
    ----------
    name
        The key, id or name of a list, the id or label of a shipped roster, a file of one roster,
        or a share code.
    settings
        How prices of cards are read, such as mobileInfantryCountedTogether=true.
    data
        A file or folder of lists that go before the shipped ones.
    """
    from condotta.armies import NotFound, find_list, find_roster  # noqa: PLC0415 - the same
    from condotta.armies.paper import sheets  # noqa: PLC0415 - the same
    from condotta.cli.army_out import known, written  # noqa: PLC0415 - the same

    shelf = shelved(data, settings)
    wanted = asked(name)
    if written(wanted):
        print(sheets.sheet(*known(wanted, shelf)))
        return 0
    try:
        army = find_list(wanted, shelf)
    except NotFound:
        if found := exact_roster(wanted, shelf):
            print(sheets.sheet(found, shelf))
            return 0
        raise NotFound(either(wanted, shelf)) from None
    print(sheets.show(army))
    fielded = [one for one in shelf.rosters if one.list_key == army.key]
    if fielded:
        print(f"\nRosters: {', '.join(find_roster(one.id, shelf).id for one in fielded)}")
    return 0


@command.command
def check(
    file: Path, /, *, settings: Set = (), data: Path | None = None, as_json: Json = False
) -> int:
    """Check every roster of a file: points, and all findings with their clauses.

    Ends with status 1 when a roster is not legal, 2 when the file cannot be used.

    Parameters
    ----------
    file
        A roster, a list of rosters, or an object with rosters (and perhaps lists).
    settings
        How prices of cards are read, such as mobileInfantryCountedTogether=true.
    data
        A file or folder of lists that go before the shipped ones.
    as_json
        Print JSON instead of text.
    """
    from condotta.armies.paper.reports import check_file  # noqa: PLC0415 - loaded when it is needed
    from condotta.settings import profile  # noqa: PLC0415 - the same

    report = check_file(there(file), *extra(data), settings=profile(settings))
    if as_json:
        print_json(report.as_json())
    else:
        print(report.text())
    return 0 if report.legal else 1


@command.command
def cost(
    name: str, /, *, settings: Set = (), data: Path | None = None, as_json: Json = False
) -> int:
    """Say what a roster costs, line by line.

    Parameters
    ----------
    name
        A file of rosters, or the id or label of a shipped roster.
    settings
        How prices of cards are read, such as mobileInfantryCountedTogether=true.
    data
        A file or folder of lists that go before the shipped ones.
    as_json
        Print JSON instead of text.
    """
    from condotta.armies.paper import sheets  # noqa: PLC0415 - loaded when it is needed

    bills = costed(name, data, shelved(data, settings), settings)
    if as_json:
        print_json([as_bill(label, bill) for label, bill in bills])
        return 0
    blocks = [
        "\n".join([label, *map(bill_line, bill.stands), *sheets.totals(bill)])
        for label, bill in bills
    ]
    print("\n\n".join(blocks))
    return 0


@command.command(name="import")
def imported(
    path: Path, /, *, out: Path | None = None, data: Path | None = None, as_json: Json = False
) -> int:
    """Import army lists from a file, a folder or a zip, or a player's roster.

    What a file is, its content says and not its name. Where nothing can be read, nothing is
    written.

    Parameters
    ----------
    path
        JSON as the list service gives it, in any number of files; or our own format; or a roster
        as .ros, .rosz or New Recruit's JSON; or a table that `print --form csv` wrote; or a roster
        of a known list as plain text.
    out
        The file that the lists or the army are written to; lists may lie there already.
    data
        A file or folder of lists that a roster as text may be of.
    as_json
        Print JSON instead of text.
    """
    from condotta.armies.paper import reports  # noqa: PLC0415 - loaded when it is needed
    from condotta.cli import army_texts  # noqa: PLC0415 - the same

    text = army_texts.other_than_lists(there(path), out, data, as_json=as_json)
    if text is not None:
        return text
    today = datetime.now(tz=UTC).date().isoformat()
    found = reports.import_file(path, today, out)
    if as_json:
        print_json(reports.import_json(found, str(path)))
        return 0
    print(reports.import_report(found, str(path)))
    if out is not None:
        print(f"The lists are in {out}: condotta army list --data {out}")
    return 0


LATER = {
    "build": (
        "army_build:build",
        """Build a roster: by lot, from what is said, or from another.

        Ends with status 1 when the roster is not legal.""",
    ),
    "share": ("army_out:share", "Turn a roster into a share code, or a code into a sheet."),
    "print": ("army_out:on_paper", "Print a roster with its troops' numbers and its cards."),
    "compare": ("army_out:compare", "Compare two rosters: all that differs in stands and cards."),
}
for _name, (_where, _what) in LATER.items():
    command.command(f"condotta.cli.{_where}", name=_name, help=_what)


def costed(
    name: str, data: Path | None, shelf: Any, settings: Sequence[str]
) -> list[tuple[str, Any]]:
    """The bills of a shipped roster, or of every roster of a file."""
    from condotta.armies import cost as bill_of  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.paper.reports import check_file  # noqa: PLC0415 - the same
    from condotta.settings import profile  # noqa: PLC0415 - the same

    if name.endswith(".json") or Path(name).is_file():
        read = profile(settings)
        found = check_file(there(Path(name)), *extra(data), settings=read).rosters
        return [(one.roster.label or one.roster.id or "?", one.bill) for one in found]
    roster = exact_roster(name, shelf)
    if roster is None:
        raise PlainError(either(name, shelf))
    return [(roster.label, bill_of(roster, shelf))]


# ── how it is printed ────────────────────────────────────────────────────────
def bill_line(line: Any) -> str:
    """One line of a bill."""
    from condotta.words import points  # noqa: PLC0415 - loaded when it is needed

    each, total = points(line.each), points(line.half_points)
    return f"{line.stands:>3} {line.name:<16} at {each:>3} = {total:>4}  {line.option}"


def as_bill(label: str, bill: Any) -> dict[str, Any]:
    """A bill for programs: points are numbers, halves as .5."""
    from condotta.armies.halves import number  # noqa: PLC0415 - loaded when it is needed

    return {
        "label": label,
        "stands": [
            {
                "option": line.option,
                "type": line.code,
                "stands": line.stands,
                "each": number(line.each),
                "points": number(line.half_points),
            }
            for line in bill.stands
        ],
        "standPoints": number(bill.stand_points),
        "cardPoints": number(bill.card_points),
        "alliedPoints": number(bill.allied_points),
        "total": number(bill.total),
    }


def as_rows(shelf: Any, text: str, *, rosters: bool) -> list[dict[str, Any]]:
    """Lists or rosters for programs."""
    from condotta.armies.text import plain  # noqa: PLC0415 - loaded when it is needed

    wanted = plain(text)
    if rosters:
        return [
            {"id": one.id, "label": one.label, "list": one.army_list_name, "year": one.year}
            for one in shelf.rosters
            if wanted in plain(f"{one.id} {one.label}")
        ]
    return [
        {
            "key": army.key,
            "name": army.name,
            "from": army.years.start_date,
            "to": army.years.end_date,
        }
        for army in shelf.lists
        if wanted in plain(" ".join((army.name, *army.keywords)))
    ]
