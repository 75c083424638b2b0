"""Who fights whom: seats and armies from what a person typed, or from the seed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from condotta.armies import DataSet, Library, Roster, find_roster, library
from condotta.armies.paper.reports import Opened, rosters_of
from condotta.armies.text import plain
from condotta.errors import PlainError, nearest
from condotta.kernel.chance import numbers, pick
from condotta.rules.sitting import Sitting
from condotta.rules.systems import SYSTEMS


def seats_for(system: str, wanted: int | None) -> tuple[Sitting, ...]:
    """The seats of a battle, the fewest where no number is named."""
    game = SYSTEMS[system]
    return game.seated(game.sizes[0] if wanted is None else wanted)


def armies_for(system: str, text: str, count: int, seed: int) -> tuple[Any, ...]:
    """The armies of a battle: named ones, or those that the seed picks."""
    game = SYSTEMS[system]
    if game.armies_of_its_own is not None:
        return game.armies_of_its_own(text, count, seed)
    return named_armies(text, count) if text else drawn_armies(seed, count, game.takes)


def named_armies(text: str, count: int) -> tuple[Roster, ...]:
    """The rosters that a person named, one for each army."""
    found = tuple(roster_called(name) for name in split_names(text))
    if len(found) != count:
        listed = "; ".join(roster.label or roster.id for roster in found)
        raise PlainError(
            f"Name {count} armies, with a comma between: "
            f"{len(found)} {'is' if len(found) == 1 else 'are'} named ({listed})."
        )
    return found


def split_names(text: str) -> list[str]:
    """The names in a list; a comma that belongs to the label of a roster does not split.

    Labels are those of shipped rosters and, after a file and a #, of the rosters of that file.
    """
    labels = {plain(roster.label) for roster in library().rosters}
    left = [part.strip() for part in text.split(",")]
    names: list[str] = []
    while left:
        for size in range(len(left), 0, -1):
            name = ", ".join(left[:size])
            if size == 1 or plain(name) in labels or in_a_file(name):
                names.append(name)
                del left[:size]
                break
    return [name for name in names if name]


def in_a_file(name: str) -> bool:
    """Whether it is `FILE#NAME` and the file has a roster of just that label."""
    path, mark, wanted = name.partition("#")
    if not mark or not Path(path).is_file():
        return False
    return any(plain(wanted) == plain(one.roster.label) for one in rosters_of(Path(path)))


def shelf_for(system: str, text: str) -> Library | None:
    """The shipped lists with those that the named files bring in front; None where none does."""
    if SYSTEMS[system].armies_of_its_own is not None:
        return None
    own: dict[str, DataSet] = {}
    for name in split_names(text):
        path, _, wanted = name.partition("#")
        if is_a_file(path):
            own |= {data.version: data for data in from_file(Path(path), wanted).lists}
    return library(*own.values()) if own else None


def is_a_file(path: str) -> bool:
    """Whether a name is one of a file."""
    return path.endswith(".json") or Path(path).is_file()


def roster_called(name: str) -> Roster:
    """A shipped roster by id, label or list; or a file of rosters, `FILE#NAME` for one of many."""
    path, _, wanted = name.partition("#")
    return from_file(Path(path), wanted).roster if is_a_file(path) else find_roster(name)


def from_file(path: Path, wanted: str) -> Opened:
    """The only roster of a file, or the one of that name, with the lists of the file."""
    if not path.exists():
        raise FileNotFoundError(2, "No such file", str(path))
    found = rosters_of(path)
    if not wanted and len(found) == 1:
        return found[0]
    names = [one.roster.id or one.roster.label for one in found]
    for one in found:
        if wanted and plain(wanted) in (plain(one.roster.id), plain(one.roster.label)):
            return one
    if wanted:
        raise PlainError(f"{path} has no roster {wanted}.{nearest(wanted, names)}")
    raise PlainError(f"{path} holds {len(found)} rosters: name one as {path}#{names[0]}.")


def drawn_armies(seed: int, count: int, takes: Callable[[Roster], bool]) -> tuple[Roster, ...]:
    """Shipped rosters that the seed picks, each after the first an enemy in history if it can."""
    source = numbers(b"armies", str(seed))
    chosen: list[Roster] = []
    while len(chosen) < count:
        listed = fitting(chosen, takes)
        chosen.append(listed[pick(source, len(listed))])
    return tuple(chosen)


def fitting(chosen: Sequence[Roster], takes: Callable[[Roster], bool]) -> list[Roster]:
    """Shipped rosters of other lists than those chosen, enemies of the first if there are any."""
    taken = {roster.list_key for roster in chosen}
    free = [one for one in library().rosters if one.list_key not in taken and takes(one)]
    return [roster for roster in free if chosen and meets(chosen[0], roster)] or free


def meets(one: Roster, other: Roster) -> bool:
    """Whether the list of one names the list of the other as an enemy."""
    found = library().source_of(one)
    return found is not None and other.army_list_name in found[1].enemies


def companies_for(system: str, text: str) -> tuple[str, ...]:
    """The companies of mercenaries that a person wrote down, one for each seat; none without."""
    if not text.strip():
        return ()
    if not system.startswith("treachery"):
        raise PlainError(f"There are no mercenaries in {system}: choose a system with treachery.")
    return tuple(part.strip() for part in text.split(","))
