"""Rosters of players in all their shapes, as skirmish armies. [SK-15, SK-20 to SK-24, SK-122]"""

import json
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from condotta.armies.rosters.roster_files import Profile, read
from condotta.armies.rosters.roster_sums import Difference, told
from condotta.errors import PlainError
from condotta.rules.skirmish.attacks.attacks import Line, wound_need
from condotta.rules.skirmish.attacks.odds import damage_chances
from condotta.rules.skirmish.reading.datasheets import Weapon
from condotta.rules.skirmish.reading.dice import expression
from condotta.rules.skirmish.reading.profile import damaged, strength
from condotta.rules.skirmish.rosters.armies import Host
from condotta.rules.skirmish.rosters.detachments import findings, patterns
from condotta.rules.skirmish.rosters.importing import Brought, army_of
from condotta.rules.skirmish.rosters.roster_words import weapon_of
from tests.rules.skirmish.test_importing import ARMS, arm, chosen, model

SOLDIER = '6" 3+ 3+ 4 4 1 1 7 3+'
SERGEANT = '6" 3+ 3+ 4 4 1 2 8 3+'
RIFLE = arm("Rifle", '24"', "Rapid Fire 1", "4", "0", "1", "-")
PISTOL = arm("Pistol", '12"', "Pistol 1", "4", "0", "1", "-")
MELTER = arm("Melter", '12"', "Assault 1", "8", "-4", "D6", "-")


def roster(
    *units: str, system: str = "40,000 8th Edition", force: str = "Patrol Detachment", **costs: str
) -> bytes:
    """A roster of a game with those units in one force, and what it states in all."""
    said = "".join(f'<cost name="{name}" value="{value}"/>' for name, value in costs.items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><roster name="The Host" gameSystemName="{system}">'
        f'<costs>{said}</costs><forces><force name="{force}">'
        f"<selections>{''.join(units)}</selections></force></forces></roster>"
    ).encode()


def brought(*units: str, **more: str) -> Brought:
    """What is read of a roster."""
    return army_of(read(roster(*units, **more), "made.ros"), "made.ros")


def groups(host: Host) -> list[tuple[str, int, tuple[str, ...]]]:
    """The models of the first unit: of which kind, how many, with what."""
    sheet = host.squads[0].sheet
    names = {one.id: one.name for one in sheet.models}
    return [(names[one.profile], one.count, one.weapons) for one in host.squads[0].figures]


# ── models ───────────────────────────────────────────────────────────────────
LINE = chosen(
    "Line Squad",
    chosen("Line Soldier", chosen("Rifle", number=5, profiles=RIFLE), kind="model", number=5),
    chosen("Line Sergeant", chosen("Pistol", profiles=PISTOL), kind="model"),
    chosen("Line Soldier w/Special Weapon", chosen("Melter", profiles=MELTER)),
    power=7, profiles=model("Line Sergeant", SERGEANT) + model("Line Soldier", SOLDIER),
    categories="Troops,Infantry",
)  # fmt: skip


def test_sk_140_an_upgrade_that_is_called_as_the_models_are_is_one_of_them():
    """Seven are called models, the eighth merely an upgrade; its weapon is its own. [SK-140]"""
    found = brought(LINE, PL="7")
    assert groups(found.host) == [
        ("Line Soldier", 5, ("rifle",)),
        ("Line Sergeant", 1, ("pistol",)),
        ("Line Soldier", 1, ("melter",)),
    ]
    assert found.sums.differences == (Difference("Line Squad", "models", 6, 7),)


def test_sk_140_a_squad_of_upgrades_alone_has_all_its_models():
    """No selection of it is called a model: 9 of them, and a sergeant."""
    squad = chosen(
        "Scout Squad",
        chosen("Scout Sergeant", chosen("Pistol", profiles=PISTOL)),
        chosen("9x Scout w/ Rifle", chosen("Rifle", profiles=RIFLE)),
        kind="unit", power=5, profiles=model("Scout Sergeant", SERGEANT) + model("Scout", SOLDIER),
        categories="Troops,Infantry",
    )  # fmt: skip
    assert groups(brought(squad).host) == [
        ("Scout Sergeant", 1, ("pistol",)),
        ("Scout", 9, ("rifle",)),
    ]


def test_sk_140_a_weapon_that_changes_its_bearer_is_no_model():
    """Two of five have a second knife, and more Attacks by it."""
    knife = chosen("2nd Knife", profiles=model("Rot Soldier (Vectors)", SERGEANT))
    squad = chosen(
        "Rot Soldiers",
        chosen("Rot Champion", kind="model", profiles=model("Rot Champion", SERGEANT)),
        chosen("Rot Soldier w/ knives", knife, kind="model"),
        chosen("Rot Soldier w/ knives", knife, kind="model"),
        chosen("Rot Soldier w/ rifle", kind="model", number=2),
        kind="unit", power=6, profiles=model("Rot Soldier", SOLDIER), categories="Troops,Infantry",
    )  # fmt: skip
    assert [(name, count) for name, count, _ in groups(brought(squad).host)] == [
        ("Rot Champion", 1),
        ("Rot Soldier (Vectors)", 1),
        ("Rot Soldier (Vectors)", 1),
        ("Rot Soldier", 2),
    ]


def test_sk_140_two_drones_in_one_selection_are_two():
    """Beside the model that they accompany; a number in the name counts."""
    drone = model("Gun Drone", '8" 5+ 5+ 3 4 1 1 6 4+')
    pair = chosen("2x Gun Drone", chosen("Rifle", profiles=RIFLE), profiles=drone)
    own = model("Carrier", '12" 6+ 4+ 6 7 12 3 8 3+')
    hull = chosen("Carrier", pair, kind="model", power=6, profiles=own, categories="Vehicle")
    (squad,) = brought(hull).host.squads
    assert [(one.profile, one.count, one.weapons) for one in squad.figures] == [
        ("carrier", 1, ()),
        ("gun_drone", 2, ("rifle",)),
    ]


def test_sk_140_who_leads_a_unit_stays_beside_his_servant():
    """The unit itself has characteristics that none of its models has."""
    servant = chosen("Oiler", kind="model", profiles=model("Oiler", SOLDIER))
    unit = chosen("Mek", servant, kind="unit", power=4, profiles=model("Mek", SERGEANT),
                  categories="HQ,Infantry")  # fmt: skip
    assert {name for name, _, _ in groups(brought(unit).host)} == {"Mek", "Oiler"}


def test_sk_139_a_gun_beside_models_that_have_none_is_carried_by_all():
    """Paid for or not: without it they had only their pistols. [SK-139]"""
    gun = chosen("Melter", profiles=MELTER, power=1)
    squad = chosen(
        "Squad", gun,
        chosen("Soldier", chosen("Pistol", profiles=PISTOL, number=4), kind="model", number=4,
               profiles=model("Soldier", SOLDIER)),
        kind="unit", power=5, categories="Troops,Infantry",
    )  # fmt: skip
    assert groups(brought(squad).host) == [("Soldier", 4, ("melter", "pistol"))]


def test_sk_139_weapons_that_not_all_have_go_to_one_model_after_the_other():
    """Two of one, two of another, among four."""
    squad = chosen(
        "Squad",
        chosen("Soldier", chosen("Rifle", profiles=RIFLE, number=2),
               chosen("Melter", profiles=MELTER, number=2), kind="model", number=4,
               profiles=model("Soldier", SOLDIER)),
        kind="unit", power=5, categories="Troops,Infantry",
    )  # fmt: skip
    assert groups(brought(squad).host) == [("Soldier", 2, ("rifle",)), ("Soldier", 2, ("melter",))]


def test_sk_140_a_gun_with_the_name_of_its_unit_is_no_model_and_its_unit_is_one():
    """The unit's own row, and that of its gunner."""
    cannon = chosen("Great Cannon", profiles=arm("Great Cannon", '60"', "Heavy 4", "5", "-1", "1"
                                                 , "-"))  # fmt: skip
    unit = chosen(
        "Great Cannon", cannon, chosen("Gunner", chosen("Pistol", profiles=PISTOL)), power=4,
        profiles=model("Great Cannon", '3" 6+ 2+ 3 6 4 1 8 2+') + model("Gunner", SOLDIER),
        categories="Heavy Support",
    )  # fmt: skip
    assert groups(brought(unit).host) == [
        ("Great Cannon", 1, ("great_cannon",)),
        ("Gunner", 1, ("pistol",)),
    ]


def test_sk_139_one_gun_that_was_paid_for_is_carried_by_one():
    """Bombs for nothing by all, the gun by one of the most numerous kind, who have rifles."""
    gun = chosen("Melter", profiles=MELTER).replace('name="PL"', 'name="pts"', 1)
    gun = gun.replace('value="0"', 'value="14"', 1)
    squad = chosen(
        "Squad", gun, chosen("Bombs", profiles=arm("Bomb", '6"', "Grenade 1", "4", "0", "1", "-")),
        chosen("Leader", kind="model", profiles=model("Leader", SERGEANT)),
        chosen("Soldier", chosen("Rifle", profiles=RIFLE, number=4), kind="model", number=4,
               profiles=model("Soldier", SOLDIER)),
        kind="unit", power=5, categories="Troops,Infantry",
    )  # fmt: skip
    assert groups(brought(squad).host) == [
        ("Leader", 1, ("bomb",)),
        ("Soldier", 1, ("melter", "bomb", "rifle")),
        ("Soldier", 3, ("bomb", "rifle")),
    ]


def test_sk_21_characteristics_told_anew_for_fewer_wounds_are_a_damage_table():
    """Three rows of one model are one model whose starred values follow its wounds."""
    rows = (
        model("Walker [1] (7-12+ wounds remaining)", '12" 3+ 3+ 6 7 12 4 8 3+')
        + model("Walker [3] (1-3 wounds remaining)", '8" 5+ 5+ 6 7 N/A D3 8 3+')
        + model("Walker [2] (4-6 wounds remaining)", '10" 4+ 4+ 6 7 N/A 4 8 3+')
    )
    unit = chosen("Walker", kind="model", power=8, profiles=rows, categories="Vehicle")
    (squad,) = brought(unit).host.squads
    (kind,) = squad.sheet.models
    assert (kind.name, kind.W, squad.models) == ("Walker", 12, 1)
    assert [(one.min_w, one.max_w) for one in squad.sheet.damage] == [(7, 12), (4, 6), (1, 3)]
    told_at = [damaged(squad.sheet, kind.id, lost) for lost in (0, 7, 10)]
    assert [(one.M, one.WS, one.BS, one.S, one.A) for one in told_at] == [
        ("12", 3, 3, 6, "4"),
        ("10", 4, 4, 6, "4"),
        ("8", 5, 5, 6, "D3"),
    ]


def test_sk_140_starred_attacks_that_no_table_tells_are_a_d3():
    unit = chosen("Fiend", kind="model", power=5, categories="Infantry",
                  profiles=model("Fiend", '7" 3+ 3+ 5 4 2 * 8 3+'))  # fmt: skip
    assert brought(unit).host.squads[0].sheet.models[0].A == "D3"


def test_sk_20_characteristics_are_known_by_their_names_of_any_edition():
    names = ("Move", "Weapon Skill", "BS", "Strength", "Toughness", "Wounds", "Attacks", "LD", "Sv")
    row = "".join(f'<characteristic name="{name}">{value}</characteristic>'
                  for name, value in zip(names, SERGEANT.split(), strict=True))  # fmt: skip
    told_so = (
        f'<profile name="Guard" typeName="Model"><characteristics>{row}</characteristics></profile>'
    )
    unit = chosen("Guard", kind="model", power=1, profiles=told_so, categories="Infantry")
    (kind,) = brought(unit).host.squads[0].sheet.models
    assert (kind.M, kind.WS, kind.T, kind.W, kind.A, kind.Ld, kind.Sv) == ("6", 3, 4, 1, "2", 8, 3)


# ── sums ─────────────────────────────────────────────────────────────────────
def test_sk_122_what_is_left_out_is_told_first_and_by_unit():
    """A unit that cannot be read is missing from points, power and models."""
    odd = chosen("Odd Ones", kind="model", number=3, power=4, categories="Elites",
                 profiles=model("Odd One", '6" 3+ many 4 4 1 1 7 3+'))  # fmt: skip
    found = brought(LINE, odd, PL="11", CP="-2")
    assert [(one.unit, one.kind, one.stated, one.read) for one in found.sums.differences] == [
        ("Line Squad", "models", 6, 7),
        ("Odd Ones", "power", 4, 0),
        ("Odd Ones", "models", 3, 0),
        ("", "power", 11, 7),
        ("", "CP", -2, 0),
    ]
    lines = told(found.sums)
    assert lines[1] == "Odd Ones is not fielded: Power Rating 4."
    assert lines[3] == "What is fielded has Power Level 7; the file states 11."


def test_sk_122_points_are_read_under_any_of_their_names():
    unit = chosen("Squad", kind="model", power=5, profiles=model("Soldier", SOLDIER),
                  categories="Troops")  # fmt: skip
    for name in ("pts", "Point(s)", " Points", "pt"):
        priced = unit.replace("</costs>", f'<cost name="{name}" value="95"/></costs>')
        found = army_of(read(roster(priced, x="1"), "x.ros"), "x.ros")
        assert (found.host.cost, found.host.power) == (95, 5), name
    by_id = unit.replace("</costs>", '<cost name="?" typeId="points" value="95"/></costs>')
    assert brought(by_id).host.cost == 95


def test_a_roster_that_states_what_is_read_says_so():
    squad = chosen("Squad", kind="model", power=5, profiles=model("Soldier", SOLDIER),
                   categories="Troops")  # fmt: skip
    assert told(brought(squad, PL="5").sums) == ["It is all that the file states."]
    assert told(brought(squad).sums) == ["The file states no sum to compare it with."]


# ── the game ─────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("system", "says"),
    [
        ("Horus Heresy 3rd Edition", "is not played here"),
        ("Age of Sigmar 4.0", "is not played here"),
        ("Warhammer 40,000 10th Edition", "is not played here"),
        ("Warhammer 40,000: Kill Team (2018)", "is not played here"),
        ("Warhammer The Old World", "--system ranked"),
    ],
)
def test_sk_140_the_game_is_known_by_its_system_and_not_by_its_columns(system: str, says: str):
    """The same characteristics under another system's name are another game's."""
    with pytest.raises(PlainError, match="is a roster of") as refused:
        brought(LINE, system=system, pts="747")
    assert says in str(refused.value)
    assert system in str(refused.value)


# ── weapons ──────────────────────────────────────────────────────────────────
def made(*values: str) -> Weapon | None:
    """A weapon of those values."""
    return weapon_of(Profile("Arm", "Weapon", dict(zip(ARMS, values, strict=True))))


@pytest.mark.parametrize(
    ("values", "means"),
    [
        (('12"', "Assault 2", "User", "-1", "1", "-"), 4),
        (('12"', "Assault 2", "+2", "-1", "1", "-"), 6),
        (('12"', "Assault 2", "x2", "-1", "1", "-"), 8),
        (('12"', "Assault 2", "2D6", "-1", "1", "-"), 7),
        (('12"', "Assault 2", "6+D3", "-1", "1", "-"), 8),
        (('12"', "Assault 2", "*", "-1", "1", "-"), 4),
        (("Melee", "Melee", "+D3", "-1", "1", "-"), 6),
        (("Melee", "Melee", "*", "-1", "1", "-"), 4),
    ],
)
def test_sk_138_every_strength_is_read(values: tuple[str, ...], means: int):
    """What dice tell is their mean, a star the bearer's own. [SK-24] [SK-138]"""
    weapon = made(*values)
    assert weapon is not None
    bearer = brought(LINE).host.squads[0].sheet.models[0]
    assert bearer.S == 4
    assert strength(weapon, bearer) == means


def test_sk_138_types_of_later_books_are_the_nearest_of_the_five():
    loud = made('36"', "Dakka 5/3", "5", "0", "1", "-")
    assert loud is not None
    assert (loud.type, loud.attacks) == ("assault", "3")


def test_sk_1_damage_of_dice_and_a_number():
    """D3+3 is 4 to 6, in the odds as on the table."""
    lance = made('36"', "Heavy 1", "8", "-D3", "D3+3", "-")
    assert lance is not None
    assert (lance.damage, lance.ap) == ("D3+3", -2)
    said = expression(lance.damage)
    assert [said.read([pip]) for pip in (1, 6)] == [4, 6]
    assert damage_chances(lance.damage)[4:] == (Fraction(1, 3),) * 3


def test_sk_58_a_poisoned_weapon_wounds_by_its_own_number():
    """On a 4 whatever the Toughness, not against vehicles."""
    weapon = made('12"', "Pistol 1", "*", "0", "1", "Poisoned Weapon (pg 1)")
    assert weapon is not None
    rule = weapon.ability("wounds_on")
    assert rule is not None
    assert (rule.value, rule.excludes) == (4, ("VEHICLE", "TITANIC"))
    assert wound_need(Line(3, 3, 8, wounds_on=4)) == 4


# ── detachments ──────────────────────────────────────────────────────────────
def test_sk_126_lords_of_war_have_detachments_of_their_own():
    """One alone for no points, three to five for three. [SK-129]"""
    knight = chosen("Knight", kind="model", power=20, categories="Lord of War,Vehicle,Titanic",
                    profiles=model("Knight", '12" 3+ 3+ 8 8 24 4 9 3+'))  # fmt: skip
    three = brought(knight, knight, knight, force="Super-Heavy Detachment +3CP").host
    one = brought(knight, force="Super-Heavy Auxiliary Detachment").host
    two = brought(knight, knight, force="Super-Heavy Detachment").host
    assert (list(findings(three)), list(findings(one))) == ([], [])
    assert [patterns()[host.detachments[0].pattern].points for host in (three, one)] == [3, 0]
    assert [(said.clause, said.params["count"]) for said in findings(two)] == [("SK-126", 2)]


def test_sk_126_a_unit_without_a_slot_takes_up_no_place():
    """It is with the others, and nothing is said of its role."""
    captain = chosen("Captain", kind="model", power=4, categories="HQ,Infantry",
                     profiles=model("Captain", SERGEANT))  # fmt: skip
    thrall = chosen("Thrall", kind="model", power=2, categories="No Force Org Slot,Infantry",
                    profiles=model("Thrall", SOLDIER))  # fmt: skip
    assert list(findings(brought(captain, LINE, thrall).host)) == []
    nobody = thrall.replace("No Force Org Slot", "Something")
    (said,) = findings(brought(captain, LINE, nobody).host)
    assert (said.clause, said.params["role"]) == ("SK-126", "–")


def test_sk_126_a_detachment_that_nobody_knows_is_called_by_its_name():
    (said,) = findings(brought(LINE, force="Unbound Army (Faction)").host)
    assert said.params == {"detachment": "Unbound Army (Faction)"}


# ── JSON ─────────────────────────────────────────────────────────────────────
def as_json(text: bytes) -> dict:
    """The same tree as JSON, as programs write it: collections are lists, a text is `$text`."""
    many = {"forces", "selections", "costs", "profiles", "characteristics", "categories", "rules"}

    def told_as(node: ET.Element) -> dict:
        found: dict = dict(node.attrib)
        if node.text and node.text.strip():
            found["$text"] = node.text
        for child in node:
            found[child.tag] = [told_as(one) for one in child] if child.tag in many else {}
        return found

    return {"roster": told_as(ET.fromstring(text))}  # noqa: S314 - the test wrote it


def test_the_same_roster_as_json_is_the_same_army():
    text = roster(LINE, PL="7")
    whole = as_json(text)
    for data in (
        json.dumps(whole).encode(),
        json.dumps(whole["roster"]).encode("utf-8-sig"),
        json.dumps(whole).encode("utf-16"),
        text.decode().replace("\n", "\r\n").encode("utf-16"),
    ):
        found = army_of(read(data, "made"), "made")
        assert found == army_of(read(text, "made"), "made")


def test_json_that_was_made_from_xml_is_read_as_well():
    """Elements under one name, attributes with a mark, one element alone without a list."""
    row = {"_name": "M", "_": '6"'}
    names = ("WS", "BS", "S", "T", "W", "A", "Ld", "Save")
    values = zip(names, SOLDIER.split()[1:], strict=True)
    rows = [row, *({"_name": name, "__text": text} for name, text in values)]
    unit = {
        "_name": "Soldier", "_type": "model", "_number": "1",
        "costs": {"cost": {"_name": " PL", "_value": "3.0"}},
        "profiles": {"profile": {"_name": "Soldier", "_typeName": "Unit",
                                 "characteristics": {"characteristic": rows}}},
    }  # fmt: skip
    force = {"_name": "Patrol Detachment", "selections": {"selection": unit}}
    whole = {"roster": {"$": {"name": "One"}, "forces": {"force": force}}}
    host = army_of(read(json.dumps(whole).encode(), "x.json"), "x.json").host
    assert (host.label, host.power, host.squads[0].models) == ("One", 3, 1)
