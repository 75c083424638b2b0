"""Rosters that players have: read safely, and made into armies of ranked battles."""

import json
import zipfile
from pathlib import Path

import pytest

from condotta.armies.rosters import roster_trees
from condotta.armies.rosters.roster_files import read, read_file
from condotta.errors import PlainError
from condotta.rules.ranked import names
from condotta.rules.ranked.rosters.importing import army_of, bring
from condotta.rules.ranked.rosters.shelf import find

SHARED = Path(__file__).parents[4] / "shared" / "data" / "rosters"


CALLED = ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD")


def profile(name: str, numbers: str, **more: str) -> str:
    """A profile of nine numbers, M to Ld."""
    said = dict(zip(CALLED, numbers.split(), strict=True)) | more
    rows = "".join(
        f'<characteristic name="{key}">{value}</characteristic>' for key, value in said.items()
    )
    inside = f"<characteristics>{rows}</characteristics>"
    return f'<profile name="{name}" typeName="Model">{inside}</profile>'


def selection(
    name: str,
    *inside: str,
    kind: str = "upgrade",
    number: int = 1,
    points: float = 0,
    profiles: str = "",
    category: str = "",
    rules: str = "",
) -> str:
    """A selection with its own cost."""
    told = "".join(f'<rule name="{rule}"/>' for rule in rules.split(",") if rule)
    return (
        f'<selection name="{name}" type="{kind}" number="{number}">'
        f"<rules>{told}</rules><profiles>{profiles}</profiles>"
        f"<selections>{''.join(inside)}</selections>"
        f'<costs><cost name="pts" typeId="points" value="{points}"/></costs>'
        f'<categories><category name="{category}"/></categories></selection>'
    )


def roster(*units: str, name: str = "The Borderers") -> bytes:
    """A roster file with those units in one force."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><roster name="{name}" gameSystemName="Ranks" '
        'xmlns="http://www.battlescribe.net/schema/rosterSchema"><forces><force name="Army">'
        f"<selections>{''.join(units)}</selections></force></forces></roster>"
    ).encode()


INFANTRY = selection(
    "Border Guard",
    selection(
        "Guard", selection("Shield", number=20, points=20), kind="model", number=20, points=100,
        profiles=profile("Guard", "4 3 3 3 3 1 3 1 7", Type="Infantry", ArmourSave="5+"),
    ),
    selection("Sergeant", points=10, profiles=profile("Sergeant", "4 3 3 3 3 1 3 2 7")),
    selection("Musician", points=10),
    selection("Standard Bearer", points=10),
    selection("Banner of Somewhere", points=25),
    kind="unit", category="Core", rules="Stubborn",
)  # fmt: skip
MAGE = selection(
    "Hedge Mage",
    selection("Wizard Level 2", points=35),
    kind="model", points=65, category="Heroes",
    profiles=profile("Hedge Mage", "4 3 3 3 3 2 3 1 7", Type="Infantry", MR="1", WardSave="5+"),
)  # fmt: skip
CHIEF = selection(
    "Chief",
    selection("Heavy Armour", points=6),
    kind="model", points=100, category="Lords",
    profiles=profile("Chief", "4 6 5 4 4 3 6 4 9", Type="Infantry"),
)  # fmt: skip
RIDERS = selection(
    "Riders",
    selection(
        "Rider", selection("Lance"), kind="model", number=5, points=110,
        profiles=profile("Rider", "4 4 3 3 3 1 3 1 8", Type="Cavalry", ArmourSave="2+")
        + profile("Warhorse", "8 3 0 3 3 1 3 1 5", Type="-"),
    ),
    kind="unit", category="Special", rules="Fear,Impetuous",
)  # fmt: skip


def test_fb_2_1_units_models_characteristics_and_points():
    found = army_of(read(roster(INFANTRY, MAGE, CHIEF, RIDERS), "x.ros"), "x.ros")
    guard, mage, chief, riders = found.host.entries
    assert (guard.unit.name, guard.models, guard.files) == ("Border Guard", 20, 5)
    assert guard.unit.profile == (4, 3, 3, 3, 3, 1, 3, 1, 7)
    assert guard.points == 100 + 20 + 10 + 10 + 10 + 25
    assert (guard.champion, guard.standard, guard.musician) == (True, True, True)
    assert guard.unit.save == 5
    assert {"shield", "stubborn"} <= set(guard.unit.traits)
    assert (mage.unit.wizard, mage.unit.ward, mage.points) == (2, 5, 100)
    assert {names.CHARACTER, "magic-resistance-1"} <= set(mage.unit.traits)
    assert (chief.general, mage.general) == (True, False)
    assert (riders.unit.type, riders.unit.base, riders.unit.profile[0]) == ("cavalry", (25, 50), 8)
    assert {"lance", "fear"} <= set(riders.unit.traits)
    assert found.points == 175 + 100 + 106 + 110


def test_fb_2_1_what_cannot_be_used_is_named_once():
    found = army_of(
        read(roster(INFANTRY, RIDERS, selection("House Rules", selection("Odd"))), "x"), "x"
    )
    assert set(found.unused) == {"Banner of Somewhere", "Impetuous", "House Rules"}


def test_fb_11_2_a_general_that_is_named_stays_it():
    leads = MAGE.replace('name="Wizard Level 2"', 'name="General"')
    found = army_of(read(roster(leads, CHIEF), "x"), "x")
    assert [entry.general for entry in found.host.entries] == [True, False]


def test_a_zip_and_a_plain_file_whatever_its_name(tmp_path: Path):
    plain = tmp_path / "plain.rosz"
    plain.write_bytes(roster(INFANTRY))
    packed = tmp_path / "packed.ros"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("inside.ros", roster(INFANTRY))
    assert read_file(plain) == read_file(packed)
    assert bring(plain).host == find(str(packed))


def test_an_army_that_was_saved_is_found_again(tmp_path: Path):
    from condotta.cli.army_roster import brought

    source, saved = tmp_path / "x.ros", tmp_path / "x.json"
    source.write_bytes(roster(INFANTRY, CHIEF))
    assert brought(source, saved, as_json=True) == 0
    assert find(str(saved)) == find(str(source))


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b'<!DOCTYPE r [<!ENTITY a "b">]><roster name="&a;"/>', "document type"),
        (b'<!DOCTYPE r SYSTEM "file:///etc/passwd"><roster/>', "document type"),
        (b"<catalogue/>", "no roster"),
        (b"<roster>", "no whole XML"),
        (b"", "no whole XML"),
        (b"PK\x03\x04 broken", "cannot be read"),
        (b"<roster>" + b"<a>" * 70 + b"</a>" * 70 + b"</roster>", "larger"),
    ],
)
def test_what_is_no_roster_is_refused_in_a_sentence(data: bytes, word: str):
    with pytest.raises(PlainError, match=word):
        read(data, "x.ros")


def test_a_zip_that_swells_or_holds_several_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    swollen = tmp_path / "swollen.rosz"
    with zipfile.ZipFile(swollen, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.ros", b"<roster>" + b" " * 100_000 + b"</roster>")
    monkeypatch.setattr(roster_trees, "MOST_BYTES", 10_000)
    with pytest.raises(PlainError, match="larger"):
        read_file(swollen)
    several = tmp_path / "several.rosz"
    with zipfile.ZipFile(several, "w") as archive:
        archive.writestr("a.ros", b"<roster/>")
        archive.writestr("b.ros", b"<roster/>")
    with pytest.raises(PlainError, match="just one"):
        read_file(several)


def test_a_roster_of_another_game_is_refused_and_says_of_which():
    other = selection("Squad", kind="unit", profiles=profile("Squad", "6&quot; 3+ 3+ 4 4 1 - 1 7"))
    with pytest.raises(PlainError, match=r"x\.ros is a roster of Ranks: no unit"):
        army_of(read(roster(other), "x.ros"), "x.ros")


def test_the_rosters_of_players_are_read_whole_and_refused_as_another_games():
    """Those that lie beside the checkout, where there are any."""
    beside = SHARED / "expected.json"
    stated = json.loads(beside.read_text(encoding="utf-8")) if beside.is_file() else {}
    refused = []
    for name, row in stated.items():
        found = read_file(SHARED / name)
        total = sum(one.costs.get("pts", 0) for unit in found.selections for one in unit.walk())
        assert total == found.costs["pts"] == row["points"]
        with pytest.raises(PlainError, match="40,000 8th Edition"):
            bring(SHARED / name)
        refused.append(name)
    assert refused == list(stated)


def test_a_zip_with_any_byte_wrong_is_read_or_refused(tmp_path: Path):
    source = tmp_path / "x.rosz"
    with zipfile.ZipFile(source, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.ros", roster(selection("Odd")))
    whole = source.read_bytes()
    refusals = 0
    for place in range(len(whole)):
        for wrong in (0, 255, whole[place] ^ 1):
            try:
                read(whole[:place] + bytes([wrong]) + whole[place + 1 :], "x.rosz")
            except PlainError:
                refusals += 1
    assert refusals > len(whole)
    for length in range(2, len(whole)):
        with pytest.raises(PlainError):
            read(whole[:length], "x.rosz")
