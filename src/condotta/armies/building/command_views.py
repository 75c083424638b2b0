"""An army in commands as it is told: who leads, who could, which ally may come. [AL-16]"""

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.armies.building.views import (
    DivisionShown,
    LeaderShown,
    OptionShown,
    Remedy,
    SizeShown,
)
from condotta.armies.checking.army_commands import ALLY, Part, command_points, parts
from condotta.armies.lists.available import contingents, main_offers, minimums, shut
from condotta.armies.lists.binding import Bound
from condotta.armies.records import AllyOption, Command, CommandGeneral, Roster
from condotta.armies.rosters.rosters import selection_of
from condotta.armies.shelf import Library
from condotta.armies.sizes import reluctant, sizes


def sizes_shown() -> tuple[SizeShown, ...]:
    """Every size of a game. [AL-9.1, GT-1.1]"""
    return tuple(
        SizeShown(name=one.name, half_points=one.points, commands=one.commands)
        for one in sizes().values()
    )


def split_of(bound: Bound, shelf: Library) -> tuple[Part, ...]:
    """The parts of an army in commands; none of one that is not divided."""
    if not bound.roster.split:
        return ()
    return parts(bound.roster, bound.data, bound.army, shelf)


def command(part: Part, one: Command, options: tuple[OptionShown, ...]) -> DivisionShown:
    """A command with its points, its general, and who else of it could lead. [GT-2.3, GT-2.4]"""
    general = one.general
    descriptions = {offer.key: offer.option.description for offer in part.bound.offers}
    types = [(key, code) for key, counts in one.stands.items() for code in counts]
    ready = [each for each in types if each[1] not in reluctant()] or types
    return DivisionShown(
        number=one.number,
        ally=one.kind == ALLY,
        name=part.bound.army.name,
        half_points=command_points(part, one),
        stands=sum(sum(counts.values()) for counts in one.stands.values()),
        option=general.option if general else "",
        code=general.troop_type_code if general else "",
        overall=bool(general and general.overall_commander),
        modifier=one.command_point_modifier,
        leaders=tuple(
            LeaderShown(option=key, code=code, description=descriptions.get(key, ""))
            for key, code in ready
        ),
        options=options,
    )


def allies(bound: Bound, shelf: Library) -> Iterator[Remedy]:
    """Each ally that may bring a command: the army with it in place of a main command. [GT-2.2]"""
    roster = bound.roster
    main = [one for one in roster.split if one.kind != ALLY]
    if len(main) < len(roster.split):
        return
    for chosen in bound.army.ally_options:
        entries = len(chosen.ally_entries)
        closed = shut(bound.army, chosen, roster.year, roster.variant)
        if not chosen.internal and not closed and 0 < entries < len(main):
            names = tuple(entry.name for _, entry in contingents(chosen))
            yield Remedy(
                says="builder.ally",
                params={"names": names},
                roster=selection_of(_with_ally(bound, chosen, main[: len(main) - entries], shelf)),
            )


def _with_ally(bound: Bound, chosen: AllyOption, main: list[Command], shelf: Library) -> Roster:
    """The army with its last commands replaced by allies of their own lists, at minimums."""
    bare = tuple(
        Command(
            number=number,
            kind=ALLY,
            ally_option=chosen.key,
            army_list_id=(entry.body and entry.body.army_list_id) or "",
            army_list_name=entry.name,
        )
        for number, entry in enumerate(chosen.ally_entries, len(main) + 1)
    )
    roster = replace(
        bound.roster,
        commands=(*main, *bare),
        contingents=tuple(dict.fromkeys((*bound.roster.contingents, chosen.key))),
    )
    found = parts(roster, bound.data, bound.army, shelf)[1:]
    filled = tuple(_least(part) for part in found)
    return replace(roster, commands=(*main, *filled))


def _least(part: Part) -> Command:
    """An ally's minimums, led by the first stand that its list lets lead."""
    (one,), army = part.commands, part.bound.army
    stands = minimums(main_offers(army, part.bound.roster.year, None))
    wanted = [code for group in army.troop_entries_for_general for code in group.types]
    there = [(key, code) for key, counts in stands.items() for code in counts]
    led = next((each for code in wanted for each in there if each[1] == code), None)
    return replace(one, stands=stands, general=CommandGeneral(*led) if led else None)
