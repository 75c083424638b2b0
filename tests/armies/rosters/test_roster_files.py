"""Players' roster files: what no roster states is one sentence, whatever the file."""

import json
from pathlib import Path

import pytest

from condotta.armies.rosters.roster_files import MOST_OF_ONE, read
from condotta.armies.rosters.roster_sums import MOST_MODELS
from condotta.cli import app
from condotta.errors import PlainError
from condotta.rules.ranked.rosters import shelf as ranked
from condotta.rules.skirmish.rosters import shelf as skirmish
from tests.rules.ranked.test_importing import INFANTRY
from tests.rules.ranked.test_importing import roster as ranked_roster
from tests.rules.skirmish.test_importing import SQUAD
from tests.rules.skirmish.test_importing import roster as skirmish_roster

ABSURD = ("nan", "NaN", "inf", "-inf", "Infinity", "1e999", "9" * 301, "-5", "free", "1e3", "0x10")


@pytest.mark.parametrize("value", ABSURD)
@pytest.mark.parametrize("kind", ["PL", "pts"])
def test_a_cost_that_is_no_sum_is_one_sentence(value: str, kind: str, tmp_path: Path, capsys):
    """In skirmish and ranked rosters, in XML and JSON, with status 2 and nothing written."""
    for number, text in enumerate((skirmish_roster(SQUAD), ranked_roster(INFANTRY))):
        cost = f'<cost name="{kind}" value="{value}"/>'.encode()
        wrong = text.replace(b"</costs>", cost + b"</costs>")
        wrong = wrong.replace(b"<costs>", b"<costs>" + cost)
        path, out = tmp_path / f"{number}.ros", tmp_path / f"{number}.json"
        path.write_bytes(wrong)
        assert app.main(["army", "import", str(path), "--out", str(out)]) == 2
        said = capsys.readouterr().err
        assert "which is no sum" in said
        assert len(said) < 240
        assert not out.exists()


@pytest.mark.parametrize("value", ["nan", "inf", "-1", "2.5", "50000", "1e2", "9" * 301])
def test_a_number_of_models_that_no_unit_has_is_one_sentence(value: str):
    for text in (skirmish_roster(SQUAD), ranked_roster(INFANTRY)):
        wrong = text.replace(b'number="4"', f'number="{value}"'.encode())
        wrong = wrong.replace(b'number="20"', f'number="{value}"'.encode())
        with pytest.raises(PlainError, match=f"a whole number from 0 to {MOST_OF_ONE} is read"):
            read(wrong, "x.ros")


def test_an_army_of_more_models_than_any_table_holds_is_one_sentence(tmp_path: Path, capsys):
    many = SQUAD.replace('number="4"', 'number="900"')
    for text in (
        skirmish_roster(many, many),
        ranked_roster(*[INFANTRY.replace('number="20"', 'number="600"')] * 2),
    ):
        path = tmp_path / "many.ros"
        path.write_bytes(text)
        assert app.main(["army", "import", str(path)]) == 2
        assert f"at most {MOST_MODELS} can be fielded" in capsys.readouterr().err


def test_characteristics_of_three_hundred_digits_are_no_model():
    """Neither a fault nor a giant: the unit is left out and told."""
    text = skirmish_roster(SQUAD.replace(">4</ch", f">{'9' * 301}</ch"), SQUAD)
    from condotta.rules.skirmish.rosters.importing import army_of

    found = army_of(read(text, "x.ros"), "x.ros")
    assert [one.sheet.name for one in found.host.squads] == ["Squad"]
    assert found.sums.differences[0].unit == "Squad"


@pytest.mark.parametrize("game", ["skirmish", "ranked"])
def test_a_saved_army_that_was_changed_by_hand_is_one_sentence(game: str, tmp_path: Path, capsys):
    """Models, points and files that no army has; the file of another game."""
    path, saved = tmp_path / "own.ros", tmp_path / "own.json"
    text = skirmish_roster(SQUAD) if game == "skirmish" else ranked_roster(INFANTRY)
    path.write_bytes(text)
    assert app.main(["army", "import", str(path), "--out", str(saved), "--json"]) == 0
    capsys.readouterr()
    find = skirmish.find if game == "skirmish" else ranked.find
    other = ranked.find if game == "skirmish" else skirmish.find
    whole = saved.read_text(encoding="utf-8")
    assert find(str(saved)).label in whole
    with pytest.raises(PlainError, match="holds no army of this game"):
        other(str(saved))
    name = "count" if game == "skirmish" else "models"
    field = f'"{name}": {3 if game == "skirmish" else 20}'
    assert field in whole
    for wrong in ("50000", "-3", "0", "9" * 30, "NaN", "2.5", '"many"'):
        saved.write_text(whole.replace(field, f'"{name}": {wrong}'), encoding="utf-8")
        with pytest.raises(PlainError):
            find(str(saved))


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ('"W": 1', '"W": 0'), ('"W": 1', f'"W": {9 * 10**15}'), ('"A": "2"', '"A": "many"'),
        ('"damage": "D3"', '"damage": "nan"'), ('"attacks": "D6"', '"attacks": "9999D6"'),
        ('"range_in": 36', '"range_in": -1'), ('"profile": "leader"', '"profile": "nobody"'),
        ('"strength": "+1"', '"strength": "strong"'),
    ],
)  # fmt: skip
def test_a_saved_sheet_that_was_changed_by_hand_is_one_sentence(
    field: str, wrong: str, tmp_path: Path
):
    """Whatever a fight would read later is looked at when the army is."""
    path, saved = tmp_path / "own.ros", tmp_path / "own.json"
    path.write_bytes(skirmish_roster(SQUAD))
    assert app.main(["army", "import", str(path), "--out", str(saved), "--json"]) == 0
    whole = saved.read_text(encoding="utf-8")
    assert field in whole
    saved.write_text(whole.replace(field, wrong), encoding="utf-8")
    with pytest.raises(PlainError):
        skirmish.find(str(saved))


def test_json_without_a_roster_says_so(tmp_path: Path):
    with pytest.raises(PlainError, match="holds no roster"):
        read(json.dumps({"roster": 3}).encode(), "x.json")
    with pytest.raises(PlainError, match="no whole JSON"):
        read(b'{"roster": {', "x.json")
    with pytest.raises(PlainError, match="larger"):
        read(b'{"roster": ' + b'{"forces": [' * 90 + b"]}" * 90 + b"}", "x.json")
