"""Settings are checked when a battle is set up. This file names clauses, tests none."""

import pytest

from condotta.errors import PlainError
from condotta.rules.library import book
from condotta.rules.triumph.settings import CHOICES, DEFAULTS, settings

NAMES = sorted(CHOICES.declarations())
ALL = f"{', '.join(NAMES[:-1])} and {NAMES[-1]}"
FOOT_MOVE = (
    "closeOrderFootDifficultMove [TC-1.5] cannot be 9; "
    "it is a whole number from 1 to 8 MU, or null."
)


def test_defaults_are_legal_values():
    assert settings(dict(DEFAULTS)) == DEFAULTS
    assert hash(settings({})) == hash(DEFAULTS)


def test_every_default_has_its_type():
    for name, setting in CHOICES.declarations().items():
        match setting.type:
            case "flag":
                assert isinstance(DEFAULTS.flag(name), bool)
            case "number":
                assert isinstance(DEFAULTS.number(name), int)
            case "points":
                assert DEFAULTS.half_points(name) == 2 * DEFAULTS.number(name)
            case "word":
                assert DEFAULTS.word(name) in setting.allowed
            case "words":
                assert set(DEFAULTS.words(name)) <= set(setting.allowed)
            case "length":
                assert DEFAULTS.length(name) in {None, 10_000}


def test_a_choice_changes_that_setting_only():
    changed = settings({"closeOrderFootDifficultMove": 2, "alwaysPursue": ["KNT"]})
    assert changed.length("closeOrderFootDifficultMove") == 20_000
    assert changed.words("alwaysPursue") == ("KNT",)
    assert {name for name in DEFAULTS if DEFAULTS[name] != changed[name]} == {
        "closeOrderFootDifficultMove",
        "alwaysPursue",
    }
    assert changed != DEFAULTS


@pytest.mark.parametrize(
    ("profile", "told"),
    [
        (
            {"movemeasure": "all"},
            "There is no setting called movemeasure here. Did you mean moveMeasure?",
        ),
        (
            {"onions": 1},
            (
                f"There is no setting called onions here. There are {ALL}; "
                "`condotta clause --settings` says what each does."
            ),
        ),
        ({"moveMeasure": "rear"}, 'moveMeasure [TC-5.5] cannot be "rear"; it is front or all.'),
        ({"wwgZocAllRound": 1}, "wwgZocAllRound [TC-5.20] cannot be 1; it is true or false."),
        (
            {"lossThreshold": True},
            "lossThreshold [TC-10.1] cannot be true; it is a whole number from 1 to 144.",
        ),
        (
            {"closeOrderFootDifficultMove": 9},
            FOOT_MOVE,
        ),
        (
            {"turnLimit": None},
            "turnLimit [TC-10.4] cannot be null; it is a whole number from 1 to 1000.",
        ),
    ],
)
def test_a_wrong_profile_is_told_in_one_sentence(profile: dict[str, object], told: str):
    with pytest.raises(PlainError) as error:
        settings(profile)
    assert str(error.value) == told


def test_a_list_with_a_wrong_code_is_told_with_the_codes():
    with pytest.raises(
        PlainError, match=r"alwaysPursue \[TC-3\.71\] cannot be .*; it is a list out of ARC"
    ):
        settings({"alwaysPursue": ["KNT", "XXX"]})


@pytest.mark.parametrize(("system", "limits"), [("ranked", "36 to 144"), ("skirmish", "24 to 144")])
def test_fb_14_6_the_limits_of_a_length_are_told_in_the_unit_of_its_game(system, limits):
    with pytest.raises(PlainError, match=rf"boardWidth \[.*\] cannot be 3; .* {limits}″"):
        book(system, {"boardWidth": 3})
