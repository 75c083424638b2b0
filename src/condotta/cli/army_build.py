"""`condotta army build`: a roster by lot or as it is said, or an existing one changed."""

from collections.abc import Iterator, Sequence
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
    shown = building.view(roster, shelf)
    more = [*stand_changes(stands, shown), *general_change(general, shown)]
    roster = building.changed(roster, *more, shelf=shelf)
    return building.changed(roster, *card_changes(card, shown), shelf=shelf)


def stand_changes(stands: Sequence[str], shown: Any) -> Iterator[Any]:
    """`main/t2:KNT=6`; without a type the first of the option."""
    from condotta.armies.building.changes import SetStands  # noqa: PLC0415 - loaded when it is needed

    for one in stands:
        place, count = counted(one, "--stands main/t2=6")
        key, code = placed(place, shown)
        yield SetStands(key, code, count)


def general_change(general: str, shown: Any) -> Iterator[Any]:
    """`main/t1:KNT`; without a type the first of the option."""
    from condotta.armies.building.changes import SetGeneral  # noqa: PLC0415 - loaded when it is needed

    if general:
        yield SetGeneral(*placed(general, shown))


def card_changes(card: Sequence[str], shown: Any) -> Iterator[Any]:
    """`PD=3` or `HL@main/t2=1`; without a number one; `MI@main/t2=HFT:2,4` names the stands."""
    from condotta.armies.building.changes import SetCard  # noqa: PLC0415 - the same
    from condotta.armies.cards.cardforms import forms  # noqa: PLC0415 - loaded when it is needed

    example = "--card PD=3, HL@main/t2=1 or MI@main/t2=HFT:2,4"
    for one in card:
        on = named(one.partition("=")[2], example) if ":" in one.partition("=")[2] else None
        said = one if "=" in one else f"{one}=1"
        if on is not None:
            said = f"{one.partition('=')[0]}={sum(map(len, on.values()))}"
        place, count = counted(said, example)
        code, _, where = place.partition("@")
        if not code:
            raise PlainError(f'Write {example}, not "{one}".')
        if code.upper() not in forms():
            known = ", ".join(forms())
            raise PlainError(f"There is no card {code}: known are {known}.")
        key = placed(where, shown)[0] if where else "army"
        yield SetCard(code.upper(), key, count, on)


def named(text: str, example: str) -> dict[str, tuple[int, ...]]:
    """The stands that are named: of each type by number, such as `HFT:2,4;SPR:1`."""
    found = {}
    for part in text.split(";"):
        code, _, numbers = part.partition(":")
        each = [one.strip() for one in numbers.split(",")]
        if not code.strip() or not all(one.isdecimal() and int(one) for one in each):
            raise PlainError(f'Write {example}, not "{text}".')
        found[code.strip().upper()] = tuple(sorted({int(one) for one in each}))
    return found


def counted(text: str, example: str) -> tuple[str, int]:
    """What stands before the = and the number after it."""
    place, _, count = text.partition("=")
    if not place or not count.strip().isdecimal():
        raise PlainError(f'Write {example}, not "{text}".')
    return place.strip(), int(count)


def placed(text: str, shown: Any) -> tuple[str, str]:
    """An option's key and a type's code; an option that is not there names the nearest."""
    key, _, code = text.partition(":")
    known = {option.key: option for option in shown.rows}
    found = known.get(key) or known.get(f"main/{key}")
    if found is None:
        listed = ", ".join(known)
        raise PlainError(f"{shown.list.name} has no option {key}: it has {listed}.")
    types = [one.code for one in found.types]
    wanted = code.upper() or next(iter(types), "")
    if wanted not in types:
        raise PlainError(f"{found.key} has no {wanted}: it may have {' or '.join(types)}.")
    return found.key, wanted


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
