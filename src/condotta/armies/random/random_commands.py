"""Random armies in commands: a list is filled as often as there are commands, then divided. [AL-16]

The same list and seed give the same roster everywhere.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.armies.checking.army_commands import multiplied
from condotta.armies.checking.checking import check, legal
from condotta.armies.checking.checking_general import present_group
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import turning_years
from condotta.armies.random.filling import Plan
from condotta.armies.random.random_allies import filled, points_of, random_ally, with_deck
from condotta.armies.random.random_armies import (
    Draw,
    answers,
    appetites,
    random_roster,
    without_general,
)
from condotta.armies.records import ArmyList, Command, CommandGeneral, DataSet, Roster
from condotta.armies.rosters.rosters import pinned
from condotta.armies.shelf import Library, shipped
from condotta.armies.sizes import Size, reluctant, sizes
from condotta.errors import PlainError
from condotta.words import points, say

TRIES = 12
SHARES = (9, 8, 7)
"""Parts of the points that the commands shall have: the first leads because it is the largest."""

Stand = tuple[str, str, HalfPoints]
"""A stand that is dealt to a command: option, type, half points."""


def size_in_commands(cap: HalfPoints) -> Size | None:
    """The size with exactly these points whose armies are divided, if there is one. [GT-1.1]"""
    return next((one for one in sizes().values() if one.commands and one.points == cap), None)


def drawn(
    army: ArmyList,
    seed: int,
    cap: HalfPoints,
    shelf: Library | None = None,
    *,
    cards: str = "none",
) -> Roster:
    """A legal roster of so many points, in commands where those are a size that has them."""
    size = size_in_commands(cap)
    if size is None:
        return random_roster(army, seed, cap, shelf, cards=cards)
    return random_commands(army, seed, size, shelf, cards=cards)


def random_commands(
    army: ArmyList,
    seed: int,
    size: Size,
    shelf: Library | None = None,
    *,
    cards: str = "none",
) -> Roster:
    """A legal roster of that size: commands of the main list, one of them an ally's now and then.

    `cards` says how readily it, and its ally, buy battle cards: none, some or many. Raises
    PlainError where the list cannot fill so many points or find so many generals.
    """
    found = shelf or shipped()
    why = ""
    for appetite in appetites(cards):
        for attempt in range(TRIES):
            named = (appetite,) if appetite != "none" else ()
            draw = Draw(army.key, seed, size.name, attempt, *named)
            roster, failed = _tried(army, size, found, draw, appetite)
            why = why or failed
            if roster and legal(check(roster, found, size.points)):
                return replace(roster, id=f"{roster.id}-{seed}", label=f"{roster.label} ({seed})")
    none = without_general(army)
    if none or why:
        raise PlainError(none.message if none else why)
    told = {"list": army.name, "commands": size.commands, "points": size.points}
    raise PlainError(say("army.noCommands", told))


def _tried(
    army: ArmyList, size: Size, shelf: Library, draw: Draw, appetite: str
) -> tuple[Roster | None, str]:
    """A roster that may be legal, or none; and what kept the points from being filled."""
    data = shelf.data_of(army)
    years, known = turning_years(army), answers(army)
    year = years[draw.below(len(years), "year")]
    variant = known[draw.below(len(known), "variant")]
    ally = random_ally(army, size, shelf, draw, (year, variant, appetite))
    held = size.commands - (1 if ally else 0)
    spent = points_of(ally, data, year, shelf) if ally else 0
    plan = Plan(multiplied(army, held), data, year, variant, (), size.points - spent)
    plan = with_deck(plan, draw, appetite)
    whole = filled(plan, draw)
    failed = "" if isinstance(whole, Roster) else whole.message
    if not isinstance(whole, Roster):
        whole = filled(replace(plan, exact=False), draw)
    if not isinstance(whole, Roster):
        return None, failed
    return _divided(whole, (data, army), size, draw, ally), failed


# ── dealing stands ───────────────────────────────────────────────────────────
def _divided(
    whole: Roster, source: tuple[DataSet, ArmyList], size: Size, draw: Draw, ally: Command | None
) -> Roster | None:
    """The stands dealt to commands: first a general each, then to whichever lacks most. [GT-2.4]"""
    data, army = source
    stands = sorted(
        _stands(whole, data), key=lambda one: draw.below(1_000_000, "deal", *one[0]),
    )  # fmt: skip
    bare = [one for _, one in stands]
    group = present_group(army, frozenset(one[1] for one in bare))
    leads = group.types if group else ()
    chief = next((one for one in bare if one[1] in leads), None)
    if chief is None:
        return None
    bare.remove(chief)
    heads = [chief]
    for _ in range(size.commands - (2 if ally else 1)):
        head = next((one for one in bare if one[1] not in reluctant()), None)
        if head is None:
            return None
        bare.remove(head)
        heads.append(head)
    piles = _dealt(heads, bare)
    commands = (
        *(_command(number, pile, lead=number == 1) for number, pile in enumerate(piles, 1)),
        *((ally,) if ally else ()),
    )
    roster = replace(whole, stands={}, general=None, game_size=size.name, commands=commands)
    roster = replace(roster, contingents=(ally.ally_option,) if ally else ())
    label = f"{whole.label}, {points(size.points)}"
    return pinned(replace(roster, id="", label=label, fingerprints={}), data, army)


def _dealt(heads: list[Stand], bare: list[Stand]) -> list[list[Stand]]:
    """Each head with the stands of its command: the dearest first, to whichever lacks most."""
    piles = [[head] for head in heads]
    total, shares = sum(one[2] for one in (*heads, *bare)), SHARES[: len(heads)]
    for one in sorted(bare, key=lambda each: -each[2]):
        lacks = [
            total * share // sum(shares) - sum(each[2] for each in pile)
            for share, pile in zip(shares, piles, strict=True)
        ]
        piles[lacks.index(max(lacks))].append(one)
    return piles


def _stands(whole: Roster, data: DataSet) -> Iterator[tuple[tuple[str, str, int], Stand]]:
    """Every single stand with what it is drawn by."""
    for key, counts in whole.stands.items():
        for code, count in counts.items():
            troop = data.troop(code)
            for number in range(count):
                yield (key, code, number), (key, code, troop.half_points if troop else 0)


def _command(number: int, pile: list[Stand], *, lead: bool) -> Command:
    """A command of these stands, the first of which leads."""
    stands: dict[str, dict[str, int]] = {}
    for key, code, _ in pile:
        counts = stands.setdefault(key, {})
        counts[code] = counts.get(code, 0) + 1
    key, code, _ = pile[0]
    general = CommandGeneral(key, code, overall_commander=lead)
    return Command(number=number, stands=stands, general=general)
