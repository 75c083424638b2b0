"""An ally's command by lot: its own full list, with cards of its own. [GT-2.2, AL-16.6]

The same list and seed give the same command everywhere.
"""

from msgspec.structs import replace

from condotta.armies.checking.army_commands import ALLY
from condotta.armies.checking.costing import bill
from condotta.armies.findings import Finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import shut
from condotta.armies.lists.binding import bind
from condotta.armies.random.dealing import deal
from condotta.armies.random.filling import Plan, fill
from condotta.armies.random.random_armies import Draw, random_taste
from condotta.armies.records import (
    AllyOption,
    ArmyList,
    Command,
    CommandGeneral,
    DataSet,
    General,
    Roster,
)
from condotta.armies.shelf import Library, list_of
from condotta.armies.sizes import Size

ALLIED = 3
"""Of so many armies that may have an ally one has."""
SMALLEST, LARGEST = 56, 88
"""Half points of an ally's command."""


def with_deck(plan: Plan, draw: Draw, appetite: str, only: tuple[str, ...] | None = None) -> Plan:
    """The plan with cards by lot; of those for the army only some, if these are named. [AL-16.6]"""
    if appetite == "none":
        return plan
    deck = deal(plan.frame, plan.data, plan.army, draw.below, appetite)
    if only is not None:
        deck = replace(deck, army=tuple(card for card in deck.army if card.code in only))
    return replace(plan, deck=deck)


def filled(plan: Plan, draw: Draw) -> Roster | Finding:
    """The plan, filled by a taste by lot."""
    return fill(plan, random_taste(draw))


def random_ally(
    army: ArmyList, size: Size, shelf: Library, draw: Draw, chosen: tuple[int, str | None, str]
) -> Command | None:
    """An ally's command of its own full list with cards of its own, or none by lot. [GT-2.2]

    `chosen` are the army's year, its answer and how readily cards are bought.
    """
    year, variant, appetite = chosen
    doors = [
        (one, own)
        for one in army.ally_options
        if not one.internal and len(one.ally_entries) == 1
        if not shut(army, one, year, variant) and (own := _own_list(one, shelf)) is not None
    ]
    if not doors or draw.below(ALLIED, "ally"):
        return None
    door, own = doors[draw.below(len(doors), "which ally")]
    points = SMALLEST + 2 * draw.below((LARGEST - SMALLEST) // 2 + 1, "ally points")
    theirs = Draw(own.key, draw.below(1_000_000, "ally army"))
    plan = Plan(own, shelf.data_of(own), year, None, (), points)
    found = filled(with_deck(plan, theirs, appetite, size.ally_army_cards), theirs)
    if not isinstance(found, Roster) or found.general is None:
        return None
    return Command(
        number=size.commands,
        kind=ALLY,
        stands=found.stands,
        general=CommandGeneral(found.general.option, found.general.troop_type_code),
        ally_option=door.key,
        army_list_id=own.id,
        army_list_name=own.name,
        army_cards=found.army_cards,
        troop_cards=found.troop_cards,
    )


def _own_list(chosen: AllyOption, shelf: Library) -> ArmyList | None:
    """The full list of an ally, where it is on the shelf. [AL-16.6]"""
    (entry,) = chosen.ally_entries
    named = Roster(army_list_id=(entry.body and entry.body.army_list_id) or "")
    named = replace(named, army_list_name=entry.name)
    return next((one for data in shelf.sets if (one := list_of(named, data))), None)


def points_of(ally: Command, data: DataSet, year: int, shelf: Library) -> HalfPoints:
    """What an ally's command costs, its cards included."""
    named = Roster(army_list_id=ally.army_list_id, army_list_name=ally.army_list_name)
    source = shelf.source_of(named)
    assert source is not None
    alone = replace(
        named,
        year=year,
        stands=ally.stands,
        army_cards=ally.army_cards,
        troop_cards=ally.troop_cards,
        general=ally.general and General(ally.general.option, ally.general.troop_type_code),
    )
    return bill(bind(alone, data, source[1])).total
