"""Players’ rosters as skirmish armies: units, models, weapons, ratings. [SK-20 to SK-23]"""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from condotta.armies.rosters.roster_files import Profile, read
from condotta.errors import PlainError
from condotta.kernel.records import Piece
from condotta.report.naming import kind_name
from condotta.rules.library import book
from condotta.rules.skirmish import names
from condotta.rules.skirmish.muster import opening
from condotta.rules.skirmish.reading.datasheets import Damaged
from condotta.rules.skirmish.rosters.armies import Host
from condotta.rules.skirmish.rosters.detachments import command_points
from condotta.rules.skirmish.rosters.importing import army_of, bring
from condotta.rules.skirmish.rosters.roster_damage import damage_of
from condotta.rules.skirmish.rosters.roster_words import (
    profile_of,
    readings,
    spoken,
    transport_of,
    weapon_of,
)
from condotta.rules.skirmish.rosters.shelf import find, seated

SHARED = Path(__file__).parents[4] / "shared" / "data" / "rosters"
EXPECTED = SHARED / "expected.json"
CALLED = ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Save")
ARMS = ("Range", "Type", "S", "AP", "D", "Abilities")


def rows(kind: str, name: str, **values: str) -> str:
    """A profile in a roster."""
    said = "".join(f'<characteristic name="{key}">{value}</characteristic>'
                   for key, value in values.items())  # fmt: skip
    inside = f"<characteristics>{said}</characteristics>"
    return f'<profile name="{name}" typeName="{kind}">{inside}</profile>'


def model(name: str, numbers: str) -> str:
    """The nine characteristics."""
    return rows("Unit", name, **dict(zip(CALLED, numbers.split(), strict=True)))


def arm(name: str, *values: str) -> str:
    """A weapon's profile."""
    return rows("Weapon", name, **dict(zip(ARMS, values, strict=True)))


def chosen(
    name: str, *inside: str, kind: str = "upgrade", number: int = 1, power: float = 0,
    profiles: str = "", categories: str = "",
) -> str:  # fmt: skip
    """A selection of a roster."""
    told = "".join(f'<category name="{one}"/>' for one in categories.split(",") if one)
    return (
        f'<selection name="{name}" type="{kind}" number="{number}"><profiles>{profiles}</profiles>'
        f"<selections>{''.join(inside)}</selections>"
        f'<costs><cost name="PL" typeId="p" value="{power}"/></costs>'
        f"<categories>{told}</categories></selection>"
    )


def roster(*units: str, force: str = "Patrol Detachment", points: str = "") -> bytes:
    """A roster with those units in one force."""
    cost = f'<costs><cost name="CP" typeId="c" value="{points}"/></costs>' if points else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?><roster name="The Host" gameSystemName="Skirmish">'
        f'{cost}<forces><force name="{force}"><selections>{"".join(units)}</selections></force>'
        "</forces></roster>"
    ).encode()


RIFLE = chosen("Rifle", number=4, profiles=arm("Rifle", '24"', "Rapid Fire 1", "4", "0", "1", "-"))
SQUAD = chosen(
    "Squad",
    chosen("Leader", chosen("Blade", profiles=arm("Blade", "Melee", "Melee", "+1", "-2", "1", "-")),
           kind="model", profiles=model("Leader", '6" 3+ 3+ 4 4 1 2 8 3+')),
    chosen("Trooper", RIFLE,
           chosen("Gun", profiles=arm("Gun", '36"', "Heavy D6", "5", "-1", "D3", "")),
           kind="model", number=4, profiles=model("Trooper", '6" 3+ 3+ 4 4 1 1 7 3+')),
    chosen("Bombs", profiles=arm("Bomb", '6"', "Grenade D6", "3", "0", "1", "-")),
    kind="unit", power=5, categories="Infantry,Troops,Faction: North",
)  # fmt: skip


def stated() -> dict:
    """What the rosters beside the checkout say of themselves, where there are any."""
    return json.loads(EXPECTED.read_text(encoding="utf-8")) if EXPECTED.is_file() else {}


def host(*units: str, **more: str) -> Host:
    """The army of a roster that was made up."""
    return army_of(read(roster(*units, **more), "made.ros"), "made.ros").host


# ── real rosters ─────────────────────────────────────────────────────────────
def test_rosters_of_players_have_the_power_that_they_state():
    """Every file: Power Level, command points, detachments. [SK-122, SK-126, SK-129]"""
    for name, said in stated().items():
        found = bring(SHARED / name)
        assert found.host.power == said["power_level"], name
        if said["command_points"] is not None:
            assert command_points(found.host) == max(0, said["command_points"]), name
        wanted = [one.casefold().replace("-", "_").replace(" ", "_") for one in said["detachments"]]
        have = [one.pattern for one in found.host.detachments]
        assert all(one.split("_")[0] in " ".join(have) for one in wanted), name
        assert all(squad.models and squad.sheet.models for squad in found.host.squads)


def test_rosters_of_players_can_be_mustered():
    """Each makes pieces whose sheets read again. [SK-15]"""
    for name in stated():
        brought = find(str(SHARED / name))
        events = opening(book("skirmish"), (seated(brought, "red", "red", "R"),))
        assert len(events) > len(brought.squads)
        again = msgspec.json.decode(msgspec.json.encode(brought), type=Host)
        assert again == brought


# ── models and weapons ───────────────────────────────────────────────────────
def test_a_unit_has_its_models_with_what_they_carry():
    """The first of four troopers has the gun; all have the bombs. [SK-15, SK-23]"""
    (squad,) = host(SQUAD).squads
    assert (squad.models, squad.rating, squad.sheet.role) == (5, 5, "Troops")
    assert [(one.profile, one.count, one.weapons) for one in squad.figures] == [
        ("leader", 1, ("bomb", "blade")),
        ("trooper", 1, ("bomb", "rifle", "gun")),
        ("trooper", 3, ("bomb", "rifle")),
    ]
    gun = next(one for one in squad.sheet.weapons if one.id == "gun")
    assert (gun.type, gun.attacks, gun.range_in, gun.ap, gun.damage) == (
        "heavy",
        "D6",
        36,
        -1,
        "D3",
    )
    assert names.INFANTRY in squad.sheet.keywords
    assert squad.sheet.base == (32,)


def test_two_ways_to_use_one_weapon_are_a_choice():
    """A launcher with profiles of its name. [SK-23]"""
    both = arm("Launcher (wide)", '24"', "Heavy D6", "3", "0", "1", "") + arm(
        "Launcher (deep)", '24"', "Heavy 1", "8", "-2", "D6", ""
    )
    unit = chosen(
        "Gunner", chosen("Launcher", profiles=both), kind="model", power=3,
        profiles=model("Gunner", '6" 4+ 4+ 3 3 1 1 7 5+'), categories="HQ,Infantry,Character",
    )  # fmt: skip
    (squad,) = host(unit).squads
    assert squad.figures[0].weapons == ("launcher",)
    launched = [one for one in squad.sheet.weapons if one.ability("profile_of")]
    assert [one.id for one in launched] == ["launcher_wide", "launcher_deep"]


def test_sheets_that_differ_have_ids_that_differ():
    """Two units of one name with other models. [SK-15]"""
    other = SQUAD.replace('number="4"', 'number="9"')
    ids = [squad.sheet.id for squad in host(SQUAD, other, SQUAD).squads]
    assert ids == ["own:Squad", "own:Squad 2", "own:Squad"]


def test_a_sheet_that_was_brought_keeps_its_name_whatever_is_shipped():
    """Nobody's medic becomes ours, in any language. [SK-124]"""
    unit = chosen("Medic", kind="model", power=3, categories="HQ,Infantry,Character",
                  profiles=model("Medic", '6" 4+ 4+ 3 3 1 1 7 5+'))  # fmt: skip
    (squad,) = host(unit).squads
    piece = Piece("R1", "unit", "red", "red", command="R1", unit=squad.sheet.id)
    assert {kind_name(piece, lang) for lang in ("en", "fr")} == {"Medic"}
    assert kind_name(replace(piece, unit="medic"), "fr") == "Médecin"


def test_command_points_are_those_that_a_roster_states():
    """None below nothing; without a word they follow from the detachments. [SK-154, SK-129]"""
    assert command_points(host(SQUAD, points="7")) == 7
    assert command_points(host(SQUAD, points="-2")) == 0
    leader = chosen("Captain", kind="model", power=4, categories="HQ,Infantry",
                    profiles=model("Captain", '6" 2+ 2+ 4 4 5 4 9 3+'))  # fmt: skip
    assert command_points(host(leader, SQUAD)) == 3


# ── words ────────────────────────────────────────────────────────────────────
def row(kind: str, name: str, **values: str) -> Profile:
    """A profile as it is read."""
    return Profile(name, kind, values)


def test_characteristics_that_cannot_be_read_make_no_model():
    """Nine numbers, dashes or stars. [SK-20]"""
    said = dict(zip(CALLED, ('20-50"', "6+", "*", "6", "6", "12", "*", "8", "3+"), strict=True))
    made = profile_of(row("Unit", "Plane", **said))
    assert made is not None
    assert (made.M, made.WS, made.BS, made.A, made.Sv) == ("20-50", 6, -1, "*", 3)
    assert profile_of(row("Unit", "Odd", **{**said, "W": "many"})) is None


def test_a_damage_table_follows_its_columns_or_the_stars():
    """Columns with names, or in the order of what is starred. [SK-21]"""
    said = dict(zip(CALLED, ("*", "6+", "*", "6", "7", "11", "*", "7", "3+"), strict=True))
    made = profile_of(row("Unit", "Tank", **said))
    assert made is not None
    wanted = (
        Damaged(6, 11, M="12", BS=4, A="3"),
        Damaged(3, 5, M="8", BS=5, A="D3"),
        Damaged(1, 2, M="4", BS=6, A="1"),
    )
    values = (("6-11+", '12"', "4+", "3"), ("3-5", '8"', "5+", "D3"), ("1-2", '4"', "6+", "1"))
    for columns in (("Remaining W", "Movement", "BS", "Attacks"), ("W", "One", "Two", "Three")):
        table = [row("Wound Track", "T", **dict(zip(columns, one, strict=True))) for one in values]
        assert damage_of(table, made) == wanted
    heads = row("Wound Track", "T", W="-", One="A", Two="M", Three="BS")
    turned = [
        row("Wound Track", "T", W=one[0], One=one[3], Two=one[1], Three=one[2]) for one in values
    ]
    assert damage_of([heads, *turned], made) == wanted


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("This model has a 4+ invulnerable save.", "invulnerable_save", {"value": 4}),
        ("Each time this model loses a wound, roll a D6; on a 5+, it does not lose that wound.",
         "ignore_wound", {"value": 5}),
        (('On a 6 it explodes: roll a D6 before removing it. On a 6 each unit within 6" '
         "suffers D3 mortal wounds."), "explodes", {"min_roll": 6, "radius_in": 6, "mortal": "D3"}),
        (('You can set it up above instead of placing it on the battlefield. At the end of any of '
         'your Movement phases set it up more than 9" away.'), "reserve_drop", {}),
    ],
)  # fmt: skip
def test_abilities_are_read_by_what_they_say(text: str, kind: str, values: dict) -> None:
    """Kinds that these rules know. [SK-63, SK-65, SK-69, SK-44]"""
    found = {one.kind: one for one in spoken(text, readings().ability)}
    assert set(found) == {kind}
    assert {name: getattr(found[kind], name) for name in values} == values


def test_a_transport_carries_infantry_but_for_some():
    """Its room and whom it does not take. [SK-160, SK-41]"""
    text = ("This model can transport 10 CHAPTER INFANTRY models. It cannot transport JUMP PACK, "
            "TERMINATOR or PRIMARIS models.")  # fmt: skip
    made = transport_of(row("Transport", "Carrier", Capacity=text))
    assert made is not None
    assert (made.capacity, made.carries) == (10, ("INFANTRY",))
    assert made.excludes == ("JUMP PACK", "TERMINATOR", "PRIMARIS")
    assert transport_of(row("Transport", "Carrier", Capacity="See below.")) is None


def test_a_save_against_shots_alone_is_no_invulnerable_save():
    """What holds against some attacks only is left out. [SK-63]"""
    text = "This model has a 5+ invulnerable save against attacks made with ranged weapons."
    assert list(spoken(text, readings().ability)) == []


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (('24"', "Rapid Fire 1", "-", "0", "1", "-"), "its strength is none"),
        (("-", "Heavy 1", "4", "0", "1", "-"), "its range is none"),
        (('24"', "-", "4", "0", "1", "-"), "its type is none"),
        (('24"', "Heavy 1", "4", "0", "-", "-"), "its damage is none"),
        (('24"', "Heavy 1", "4", "0", "*", "-"), "nothing tells its damage"),
    ],
)
def test_weapons_that_cannot_be_used_here_are_named(values: tuple[str, ...], why: str) -> None:
    """They are none, and the army says which they were. [SK-23, SK-24]"""
    odd = row("Weapon", "Odd", **dict(zip(ARMS, values, strict=True)))
    assert weapon_of(odd) is None, why
    unit = SQUAD.replace('<selection name="Bombs"', f'{chosen("Odd", profiles=arm("Odd", *values))}'
                         '<selection name="Bombs"')  # fmt: skip
    assert "Odd" in army_of(read(roster(unit), "made.ros"), "made.ros").unused


def test_a_roster_for_another_game_is_refused_with_a_reason():
    """No unit has the nine characteristics. [SK-20]"""
    with pytest.raises(PlainError, match="nine characteristics"):
        host(chosen("Boyz", kind="unit"))
