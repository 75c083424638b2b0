"""Rosters of other editions as ranked armies: mounts, types, bases, names. [FB-17.1 to FB-17.3]"""

import pytest

from condotta.armies.rosters.roster_files import read
from condotta.armies.rosters.roster_sums import Difference
from condotta.errors import PlainError
from condotta.rules.ranked import names
from condotta.rules.ranked.rosters.importing import Brought, army_of
from condotta.rules.ranked.rosters.units import Entry
from tests.rules.ranked.test_importing import profile, roster, selection


def row(kind: str, name: str, **values: str) -> str:
    """A profile of that type."""
    said = "".join(f'<characteristic name="{key.replace("_", " ")}">{value}</characteristic>'
                   for key, value in values.items())  # fmt: skip
    inside = f"<characteristics>{said}</characteristics>"
    return f'<profile name="{name}" typeName="{kind}">{inside}</profile>'


def brought(*units: str, **more: str) -> Brought:
    """What is read of a roster."""
    return army_of(read(roster(*units, **more), "x.ros"), "x.ros")


def entry(*units: str) -> Entry:
    """The first unit of a roster."""
    return brought(*units).host.entries[0]


KNIGHTS = selection(
    "Errant Knights",
    selection(
        "Errant Knight",
        selection(
            "Charger",
            selection("Barding", number=3),
            kind="model", number=3,
            profiles=profile("Charger", "8 3 - 3 - - 3 1 -")
            + row("Base", "Base (30x60)", Base_Size="30x60"),
        ),
        selection("Lance", number=3),
        kind="model", number=3, points=57,
        profiles=profile("Errant Knight", "- 3 2 3 3 1 3 1 7"),
    ),
    kind="unit", category="Core",
    profiles=row("Unit", "Errant Knights", Troop_Type="Heavy Cavalry", Unit_Size="3+"),
)  # fmt: skip


def test_fb_17_1_mounts_are_no_models_and_carry_their_riders():
    """Three knights on three horses are three, as fast as the horses."""
    knights = entry(KNIGHTS)
    assert (knights.models, knights.points) == (3, 57)
    assert knights.unit.profile == (8, 3, 2, 3, 3, 1, 3, 1, 7)
    assert {"lance", "barding"} <= set(knights.unit.traits)


def test_fb_17_2_troop_type_and_base_are_those_that_the_roster_tells():
    knights = entry(KNIGHTS)
    assert (knights.unit.type, knights.unit.base) == (names.CAVALRY, (30, 60))
    for said, size in (("25 x 25 mm", (25, 25)), ("60mm round", (60, 60)), ("9x9", (25, 50))):
        told = KNIGHTS.replace(">30x60<", f">{said}<")
        assert entry(told).unit.base == size, said


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Regular infantry", "infantry"),
        ("Heavy infantry (character)", "infantry"),
        ("Monstrous Cavalry", "monstrous-cavalry"),
        ("Light Chariot", "chariot"),
        ("Behemoth", "monster"),
        ("War Beasts", "war-beasts"),
        ("MC", "monstrous-cavalry"),
    ],
)
def test_fb_17_2_types_are_known_by_the_words_of_every_edition(said: str, kind: str):
    unit = selection("Unit", kind="model", profiles=profile("Unit", "5 3 3 3 3 1 3 1 7")
                     + row("Unit", "Unit", Troop_Type=said))  # fmt: skip
    assert entry(unit).unit.type == kind


def test_fb_17_1_a_unit_of_upgrades_has_as_many_models_as_they_are():
    """Nothing in it is called a model; the mount stands beside it on the unit."""
    riders = selection(
        "Pistol Riders",
        selection("Pistol Riders", number=5, points=90,
                  profiles=profile("Pistol Rider", "4 3 3 3 3 1 3 1 7")),
        kind="unit", profiles=profile("Warhorse", "8 3 - 3 3 1 3 1 5"),
    )  # fmt: skip
    unit = entry(riders)
    assert (unit.models, unit.unit.type, unit.unit.profile[0]) == (5, names.CAVALRY, 8)
    assert unit.unit.profile[8] == 7


def test_fb_17_2_what_cannot_fight_by_itself_is_a_machine_with_its_crew():
    gun = selection("Volley Gun", kind="model", points=110,
                    profiles=profile("Volley Gun", "- - - - 7 3 - - -")
                    + profile("Crewman", "4 3 3 3 3 1 3 1 7"))  # fmt: skip
    unit = entry(gun)
    assert (unit.models, unit.unit.type) == (1, names.WAR_MACHINE)
    assert unit.unit.profile == (4, 3, 3, 3, 7, 3, 3, 1, 7)


def test_fb_17_2_a_body_drawn_by_beasts_is_a_chariot():
    cart = selection(
        "Cart", kind="model", points=80,
        profiles=profile("Cart", "- - - 5 4 4 - - -") + profile("Driver", "- 3 3 3 - - 3 1 7")
        + profile("Horse", "8 3 - 3 - - 3 1 -"),
    )  # fmt: skip
    unit = entry(cart)
    assert (unit.models, unit.unit.type) == (1, names.CHARIOT)
    assert unit.unit.profile == (8, 3, 3, 5, 4, 4, 3, 1, 7)


def test_fb_17_1_a_crew_that_is_called_models_is_none():
    """One machine with its crew as models beside it; a chariot's beasts have all their numbers."""
    mortar = selection(
        "Mortar Battery",
        selection("Mortar", kind="model", points=90,
                  profiles=profile("Mortar", "- - - - 7 3 - - -")),
        selection("Crew", kind="model", number=4, profiles=profile("Crew", "4 3 3 3 3 1 3 1 7")),
        kind="unit", category="Special",
    )  # fmt: skip
    cart = selection(
        "Beast Cart", kind="model", points=115,
        profiles=profile("Beast Cart", "- - - 5 5 4 - - -", Type="Chariot")
        + profile("Beast", "7 3 0 4 4 1 2 2 3") + profile("Driver", "- 5 4 4 - - 6 1 9"),
    )  # fmt: skip
    found = brought(mortar, cart)
    first, second = found.host.entries
    assert (first.models, first.unit.type, first.unit.profile[4:6]) == (1, "war-machine", (7, 3))
    assert (second.models, second.unit.profile) == (1, (7, 5, 4, 5, 5, 4, 6, 1, 9))
    assert found.sums.differences == ()


def test_fb_17_1_beasts_that_are_models_beside_their_keeper_are_no_mounts():
    """Five hounds and a keeper are six; none of them rides."""
    pack = selection(
        "Pack",
        selection("Hound", kind="model", number=5, profiles=profile("Hound", "7 4 - 3 3 1 4 1 6")),
        selection("Keeper", kind="model", profiles=profile("Keeper", "6 4 4 3 3 1 4 1 7")),
        kind="unit", category="Core", points=60,
    )  # fmt: skip
    unit = entry(pack)
    assert (unit.models, unit.unit.profile[0], unit.unit.type) == (6, 7, names.INFANTRY)


def test_fb_2_1_attacks_that_are_told_in_words_are_one_at_least():
    giant = selection("Giant", kind="model", points=205,
                      profiles=profile("Giant", "6 3 - 6 5 6 3 Special 10"))  # fmt: skip
    unit = entry(giant)
    assert (unit.unit.profile, unit.unit.type) == ((6, 3, 0, 6, 5, 6, 3, 1, 10), names.MONSTER)


def test_fb_17_3_a_character_is_one_model_whoever_goes_with_it():
    lord = selection(
        "Huntsman",
        selection("Huntsman", kind="model", profiles=profile("Huntsman", "6 6 5 4 4 3 6 4 9")),
        selection("Hound", kind="model", number=2, profiles=profile("Hound", "7 4 - 3 3 1 4 1 6")),
        kind="unit", category="Characters", points=200,
    )  # fmt: skip
    found = brought(lord)
    (unit,) = found.host.entries
    assert (unit.models, unit.unit.is_character, unit.unit.profile[0]) == (1, True, 6)
    assert [(one.kind, one.stated, one.read) for one in found.sums.differences] == [
        ("models", 3, 1),
    ]  # fmt: skip


def test_fb_2_1_what_a_mount_adds_to_its_rider_is_added():
    """ "+1" Toughness and "+3" Wounds of the beast under a lord."""
    lord = selection(
        "Lord", selection("Drake", kind="model", profiles=profile("Drake", "6 5 - 6 (+1) +3 4 4 -")
                          + row("Unit", "Drake", Troop_Type="Behemoth")),
        kind="model", points=300, category="Characters",
        profiles=profile("Lord", "4 6 3 4 4 3 5 4 9"),
    )  # fmt: skip
    unit = entry(lord)
    assert (unit.models, unit.unit.type) == (1, names.MONSTER)
    assert unit.unit.profile[4:6] == (5, 6)
    assert unit.unit.profile[0] == 6


def test_fb_2_1_characteristics_are_known_by_their_names_of_any_edition():
    called = ("Movement", "Weapon Skill", "BS", "Str", "T", "Wounds", "Initiative", "Att", "Ld")
    numbers = "4 3 3 3 3 1 3 1 7".split()  # noqa: SIM905 - read as the table above
    told = row("Profile", "Guard", **{name.replace(" ", "_"): value for name, value in
                                      zip(called, numbers, strict=True)})  # fmt: skip
    assert entry(selection("Guard", kind="model", profiles=told)).unit.profile == (
        4, 3, 3, 3, 3, 1, 3, 1, 7,
    )  # fmt: skip


def test_fb_17_3_one_model_of_two_wounds_is_a_character_where_nobody_is_sorted():
    """A roster without categories still has its General."""
    lector = selection("Lector", kind="model", points=125,
                       profiles=profile("Lector", "4 4 3 4 4 3 4 2 9"))  # fmt: skip
    captain = selection("Captain", kind="model", points=50,
                        profiles=profile("Captain", "4 5 5 4 4 2 5 3 8"))  # fmt: skip
    line = selection("Line", selection("Soldier", number=10, points=50,
                                       profiles=profile("Soldier", "4 3 3 3 3 1 3 1 7")),
                     kind="unit")  # fmt: skip
    found = brought(line, captain, lector).host.entries
    assert [one.unit.is_character for one in found] == [False, True, True]
    assert [one.general for one in found] == [False, False, True]


def test_fb_14_2_what_is_left_out_is_told_by_unit_and_in_all():
    stated = selection("Host", points=0)
    text = roster(KNIGHTS, selection("House", points=40), stated)
    text = text.replace(b"<forces>", b'<costs><cost name="Pts" value="97"/></costs><forces>', 1)
    found = army_of(read(text, "x.ros"), "x.ros")
    assert found.points == 57
    assert found.sums.differences == (
        Difference("House", "pts", 40, 0),
        Difference("", "pts", 97, 57),
    )


def test_a_roster_with_columns_of_another_game_is_none_of_ranked_battles():
    """Nine of its characteristics have our names, others have not. [FB-2.1]"""
    other = selection("Officer", kind="model", points=80,
                      profiles=profile("Officer", "7 6 5 4 4 3 5 4 9", CL="8", WP="8"))  # fmt: skip
    with pytest.raises(PlainError, match="nine characteristics"):
        brought(other)
