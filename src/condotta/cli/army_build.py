"""`condotta army build`: a roster by lot or as it is said, or an existing one changed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from condotta.cli.army_words import Json, Set, asked, either, print_json, shelved
from condotta.errors import PlainError, nearest

APPETITES = ("none", "some", "many")
Many = Annotated[tuple[str, ...], Parameter(negative=(), consume_multiple=False)]


def build(
    *name: str,
    points: str = "48",
    random: bool = False,
    seed: int = 1,
    cards: str = "none",
    year: str = "",
    answer: str = "",
    take: Many = (),
    stands: Many = (),
    general: str = "",
    card: Many = (),
    label: str = "",
    settings: Set = (),
    data: Path | None = None,
    out: Path | None = None,
    as_json: Json = False,
) -> int:
    """Build a roster: by lot, from what is said, or from a file or shipped roster with changes.

    Ends with status 1 when the roster is not legal.

    Parameters
    ----------
    name
        The key, id or name of a list; or a file of one roster, FILE#NAME for one of many, or the
        id of a shipped roster.
    points
        The points to reach: 48, or 47.5. By lot, 144 are an army in three commands, one of
        them an ally's now and then.
    random
        Fill the list by lot, to exactly these points.
    seed
        The same list and seed give the same roster everywhere.
    cards
        How readily battle cards are bought by lot: none, some or many.
    year
        The year: 1415, "58 BC" or -58.
    answer
        The answer to the list's question, by its id.
    take
        A contingent to take, such as c3; may be said again.
    stands
        Stands of an option, such as main/t2=6 or main/t2:KNT=6; may be said again.
    general
        The general, such as main/t1 or main/t1:KNT.
    card
        A card: PD=3 for the army, HL@main/t2=1 for an option, MI@main/t2=HFT:2,4 for the second and
        the fourth of its Heavy Foot; may be said again.
    label
        What the roster is called.
    settings
        How prices of cards are read, as in a battle: camelProtectionPaidOnce=true or
        mobileInfantryCountedTogether=true; may be given again.
    data
        A file or folder of lists that go before the shipped ones.
    out
        The file that the roster is written to.
    as_json
        Print JSON instead of text.
    """
    from condotta.armies import find_list  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.halves import typed_points  # noqa: PLC0415 - the same
    from condotta.armies.random.random_commands import drawn  # noqa: PLC0415 - the same

    if cards not in APPETITES:
        raise PlainError(f"--cards is none, some or many, not {cards}.{nearest(cards, APPETITES)}")
    shelf, cap = shelved(data, settings), typed_points(points)
    if cap <= 0:
        raise PlainError(f"--points is more than 0, such as 48, not {points}.")
    said = (year, answer, take, stands, general, card, label)
    if random:
        roster = drawn(find_list(asked(name), shelf), seed, cap, shelf, cards=cards)
    else:
        roster, shelf = begun(asked(name), shelf, year, answer)
    if not random or any(said):
        roster = altered(roster, shelf, said)
    return told(roster, shelf, cap, out, as_json=as_json)


def begun(wanted: str, shelf: Any, year: str, answer: str) -> tuple[Any, Any]:
    """The roster of a file, `FILE#NAME` for one of many, a shipped one, or a list's minimums.

    With it comes the shelf, the lists of the file in front.
    """
    from condotta.armies import NotFound, find_list  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.building.building import start  # noqa: PLC0415 - the same
    from condotta.armies.years import typed_year  # noqa: PLC0415 - the same
    from condotta.cli.army_words import exact_roster  # noqa: PLC0415 - the same
    from condotta.rules.fielding import from_file, is_a_file  # noqa: PLC0415 - the same

    path, _, name = wanted.partition("#")
    if is_a_file(path):
        found = from_file(Path(path), name)
        return found.roster, shelf.behind(*found.lists)
    if roster := exact_roster(wanted, shelf):
        return roster, shelf
    try:
        army = find_list(wanted, shelf)
    except NotFound:
        raise NotFound(either(wanted, shelf)) from None
    when = typed_year(year) if year else None
    return start(army.key, shelf, year=when, variant=answer or None), shelf


def altered(roster: Any, shelf: Any, said: Sequence[Any]) -> Any:
    """The roster with everything that the command line says of it."""
    from condotta.armies.building import building, changes  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.building.worded_changes import reworded  # noqa: PLC0415 - the same
    from condotta.armies.years import typed_year  # noqa: PLC0415 - the same

    year, answer, take, stands, general, card, label = said
    many: list[Any] = [changes.SetYear(typed_year(year))] if year else []
    many += [changes.SetAnswer(answer)] if answer else []
    many += [changes.SetName(label)] if label else []
    known = {one.key for one in shelf.sourced(roster)[1].ally_options}
    for key in take:
        if key not in known:
            raise PlainError(f"There is no contingent {key}.{nearest(key, known)}")
        many.append(changes.Take(key))
    roster = building.changed(roster, *many, shelf=shelf)
    return reworded(roster, shelf, stands=stands, general=general, card=card)


def told(roster: Any, shelf: Any, cap: int, out: Path | None, *, as_json: bool) -> int:
    """Print the roster or write it, and say whether it is legal."""
    from condotta.armies import check, legal  # noqa: PLC0415 - the same
    from condotta.armies.files import write  # noqa: PLC0415 - the same
    from condotta.armies.paper import sheets  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.paper.reports import saved  # noqa: PLC0415 - the same

    fine = legal(check(roster, shelf, cap))
    if out is not None:
        write(out, saved(roster, shelf))
    if as_json:
        print_json(msgspec.to_builtins(roster))
    elif out is not None:
        print(f"{roster.label} is in {out}: condotta army check {out}")
    else:
        print(sheets.sheet(roster, shelf, cap))
    return 0 if fine else 1
