"""`condotta odds` of two skirmish units. [SK-56 to SK-67]"""

import json
from typing import Any

import pytest

from condotta.cli.app import main


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints."""
    assert main(["odds", *words]) == 0
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(asked(capsys, *words, "--json"))
    return found


def test_the_dice_and_how_many_models_fall(capsys: pytest.CaptureFixture[str]):
    text = asked(capsys, "line_infantry", "line_infantry", "--half")
    assert "5 × Assault rifle: hits on 3+ [SK-57], wounds on 4+ [SK-58], saved on 3+" in text
    assert "unsaved wounds 1.1111" in text
    assert "  1 slain  38.5%" in text


def test_cover_movement_and_numbers_are_said(capsys: pytest.CaptureFixture[str]):
    cover = data(capsys, "line_infantry", "line_infantry", "--half", "--cover")
    assert cover["mean_unsaved"] == pytest.approx(5 / 9)
    beam = ("line_infantry", "heavy_walker", "--weapon", "anti_tank_beam", "--models", "10")
    assert data(capsys, *beam)["mean_unsaved"] == pytest.approx(10 / 27)
    assert data(capsys, *beam, "--moved")["mean_unsaved"] == pytest.approx(5 / 18)


def test_fights_and_overwatch(capsys: pytest.CaptureFixture[str]):
    blades = ("brute_mob", "militia", "--way", "fight", "--weapon", "crude_blade")
    assert data(capsys, *blades)["mean_unsaved"] == pytest.approx(8)
    watch = ("line_infantry", "brute_mob", "--way", "overwatch", "--half")
    assert data(capsys, *watch)["mean_unsaved"] == pytest.approx(25 / 36)


def test_of_one_model_its_wounds_are_told(capsys: pytest.CaptureFixture[str]):
    text = asked(capsys, "line_infantry", "heavy_walker", "--weapon", "fusion_gun", "--half")
    assert "  6 wounds" in text
    assert "not saved" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("claw_stalkers", "militia"), "choose another --way"),
        (("line_infantry", "militia", "--weapon", "mortar"), "It may be assault_rifle"),
        (("brute_mob", "militia", "--models", "40"), "10 to 30 models"),
    ],
)
def test_what_cannot_be_is_told(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
):
    assert main(["odds", *words]) == 2
    assert told in capsys.readouterr().err
