"""Changes of a roster in words: stands, a general, battle cards. [AL-15]"""

from collections.abc import Iterator, Sequence

from condotta.armies.building.building import changed, view
from condotta.armies.building.changes import AnyChange, SetCard, SetGeneral, SetStands
from condotta.armies.building.views import ArmyShown
from condotta.armies.cards.cardforms import forms
from condotta.armies.records import Roster
from condotta.armies.shelf import Library
from condotta.errors import PlainError


def reworded(
    roster: Roster,
    shelf: Library,
    *,
    stands: Sequence[str] = (),
    general: str = "",
    card: Sequence[str] = (),
) -> Roster:
    """The roster with its stands, its general and its cards as they are said."""
    shown = view(roster, shelf)
    more: list[AnyChange] = [*stand_changes(stands, shown), *general_change(general, shown)]
    roster = changed(roster, *more, shelf=shelf)
    return changed(roster, *card_changes(card, shown), shelf=shelf)


def stand_changes(stands: Sequence[str], shown: ArmyShown) -> Iterator[SetStands]:
    """`main/t2:KNT=6`; without a type the first of the option."""
    for one in stands:
        place, count = counted(one, "--stands main/t2=6")
        key, code = placed(place, shown)
        yield SetStands(key, code, count)


def general_change(general: str, shown: ArmyShown) -> Iterator[SetGeneral]:
    """`main/t1:KNT`; without a type the first of the option."""
    if general:
        yield SetGeneral(*placed(general, shown))


def card_changes(card: Sequence[str], shown: ArmyShown) -> Iterator[SetCard]:
    """`PD=3` or `HL@main/t2=1`; without a number one; `MI@main/t2=HFT:2,4` names the stands."""
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


def placed(text: str, shown: ArmyShown) -> tuple[str, str]:
    """An option's key and a type's code; an option that is not there names the nearest."""
    key, _, code = text.partition(":")
    known = {option.key: option for option in shown.rows}
    found = known.get(key) or known.get(f"main/{key}")
    if found is None:
        listed = ", ".join(known)
        called = shown.list.name if shown.list else "It"
        raise PlainError(f"{called} has no option {key}: it has {listed}.")
    types = [one.code for one in found.types]
    wanted = code.upper() or next(iter(types), "")
    if wanted not in types:
        raise PlainError(f"{found.key} has no {wanted}: it may have {' or '.join(types)}.")
    return found.key, wanted
