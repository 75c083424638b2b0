"""Plans: which cells a study has, who sits where, and what is refused before a die is rolled."""

import re
import tomllib

import pytest

from condotta.armies.building.building import view
from condotta.armies.shelf import shipped
from condotta.errors import PlainError
from condotta.lab.study.comparing import comparisons
from condotta.lab.study.fighting import fixtures, prepared
from condotta.lab.study.plan import PLAYED, planned, read, studied
from condotta.lab.study.running import tried
from condotta.lab.study.summary import power
from condotta.lab.study.tally import parties
from condotta.rules.library import declarations
from condotta.rules.systems import SYSTEMS


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"seed = " + b"9" * 5_000, "is no study"),
        (b"seed = " + b"[" * 50_000, "is no study"),
        (b"a" + b".a" * 100_000, "it is longer than 100,000 bytes"),
        (b'name = "\xff"', "is no study"),
        (b"{", "is no study"),
    ],
)
def test_a_file_that_is_no_study_is_refused_in_one_sentence(tmp_path, data, said):
    path = tmp_path / "study.toml"
    path.write_bytes(data)
    with pytest.raises(PlainError, match=said):
        read(path)


def test_a_sweep_without_end_is_refused_before_it_is_gone_through():
    many = list(range(1, 200))
    names = ("turnLimit", "lossThreshold", "boardColumns", "boardRows", "anchorZone")
    with pytest.raises(PlainError, match="at most 1,000 cells; this one has more"):
        plan(sweep=dict.fromkeys(names, many))


def plan(**entries):
    return planned(studied(entries, "it"))


def test_arms_armies_and_sweeps_are_multiplied():
    found = plan(
        armies=["pyrrhic-286-bc", "tuareg-1420-ad"],
        against="marian-roman-65-bc",
        sweep={"turnLimit": [4, 8], "moveMeasure": ["front", "all"]},
        arm=[{"name": "dull", "bots": "idle"}, {"name": "wild", "bots": "random"}],
        battles=3,
    )
    assert len(found.cells) == 2 * 2 * 2 * 2
    assert found.factors()["turnLimit"] == ("4", "8")
    assert len({cell.called for cell in found.cells}) == 16
    assert found.battles == 48
    assert found.cells[0].settings == {"turnLimit": 4, "moveMeasure": "front"}


def test_cells_have_the_same_dice_and_armies_for_a_set_up():
    found = plan(battles=2, sweep={"turnLimit": [4, 8]})
    records = [prepared(one)[0] for one in fixtures(found)]
    assert [(one.setup, one.cell) for one in records] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert records[0].seed == records[1].seed != records[2].seed
    assert records[0].armies == records[1].armies != records[2].armies


def test_swapped_bots_leave_the_armies_at_their_places():
    found = plan(bots=["steward", "random"], swap=True, battles=2)
    one, other = (prepared(fixture)[0] for fixture in fixtures(found))
    assert one.armies == other.armies
    assert [seat.bot for seat in one.seats] == ["steward", "random"]
    assert [seat.bot for seat in other.seats] == ["random", "steward"]
    assert [seat.entrant for seat in other.seats] == [1, 0]


def test_armies_that_meet_others_move_with_their_bots():
    found = plan(
        system="treachery+triumph",
        armies="pyrrhic-286-bc",
        against="tuareg-1420-ad",
        swap=True,
        battles=3,
    )
    records = [prepared(fixture)[0] for fixture in fixtures(found)]
    at = [[army.army for army in one.armies].index("pyrrhic-286-bc") for one in records]
    assert at == [0, 1, 2]
    told = parties(found.cells[0])
    assert [(one.name, one.entrants) for one in told] == [
        ("pyrrhic-286-bc", (0,)),
        ("tuareg-1420-ad", (1, 2)),
    ]


def test_a_mirror_gives_all_the_same_and_a_card_to_the_first():
    found = plan(
        armies="pyrrhic-286-bc", mirror=True, stands="main/t6=0", battles=2,
        arm=[{"name": "without"}, {"name": "with", "card": "FC"}],
    )  # fmt: skip
    without, with_it = (prepared(fixture)[0] for fixture in list(fixtures(found))[:2])
    assert [bool(army.roster) for army in without.armies] == [True, False]
    assert "FC" not in without.armies[0].roster
    assert "FC" in with_it.armies[0].roster
    assert with_it.armies[1] == without.armies[1]
    assert with_it.seed == without.seed


def test_a_base_changes_both_and_the_first_has_its_card_besides():
    found = plan(
        armies="pyrrhic-286-bc", mirror=True, base="main/t6=0", battles=2, swap=True, apart=True,
        arm=[{"name": "stand", "stands": "main/t6=1"}, {"name": "card", "card": "FC"}],
    )  # fmt: skip
    of = {}
    for fixture in fixtures(found):
        record, rosters = prepared(fixture)
        of[record.levels["arm"], record.swap] = [
            (view(one, shipped()).total // 2, "FC" in record.armies[place].roster)
            for place, one in enumerate(rosters)
        ]
    assert of["stand", 0] == [(48, False), (45, False)]
    assert of["card", 0] == [(46, True), (45, False)]
    assert of["card", 1] == [(45, False), (46, True)]
    assert comparisons(found, ()) == ()
    assert not [one for one in power(found) if "Between two cells" in one]


def test_a_base_is_of_the_first_army_and_leaves_another_alone():
    found = plan(
        armies="celtiberians-130-bc", against="marian-roman-65-bc", base="main/t2=6", battles=1
    )
    record, _ = prepared(next(fixtures(found)))
    assert [bool(army.roster) for army in record.armies] == [True, False]


def test_random_armies_with_cards_are_recorded_whole():
    found = plan(cards="many", battles=1)
    (record,) = (prepared(fixture)[0] for fixture in fixtures(found))
    assert all(army.roster for army in record.armies)


def test_what_so_many_battles_can_show_is_said_in_words():
    few, many = plan(battles=2), plan(battles=200)
    (told,) = power(few)
    assert "cannot be seen" in told
    (told,) = power(many)
    assert "if it truly wins 60 % or more" in told
    two = plan(battles=200, sweep={"turnLimit": [4, 8]})
    assert "a difference of 14 percentage points" in list(power(two))[1]


def test_the_studies_of_the_page_can_be_fought(root):
    text = (root / "docs/lab.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        found = planned(studied(tomllib.loads(block), "the page"))
        tried(found)
        assert len(found.cells) == 2


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"system": "triumf"}, "Did you mean triumph?"),
        ({"seats": 3}, "This game has 2 seats"),
        ({"battles": 0}, "a whole number from 1"),
        ({"bots": ["idle", "idle", "idle"]}, "A battle has 2 armies: 3 bots are too many."),
        ({"bots": "stewrd"}, "Did you mean steward?"),
        ({"settings": {"turnLimits": 4}}, "Did you mean turnLimit?"),
        ({"sweep": {"turnLimit": []}}, "has no values"),
        ({"sweep": {"turnLimit": [0]}}, "turnLimit"),
        ({"swap": True}, "nothing is swapped"),
        ({"swap": True, "arm": [{"settings": {"turnLimit": 3}}, {}]}, "nothing is swapped"),
        ({"swap": True, "bots": ["idle", "random"], "battles": 5}, "that 2 divides, not 5"),
        ({"arm": [{"name": "one"}]}, "compares two or more"),
        ({"arm": [{"name": "one"}, {"name": "one"}]}, "Two arms are called one"),
        ({"arm": [{"bot": "idle"}]}, "it, arm 1 has an unknown entry bot. Did you mean bots?"),
        ({"botz": "idle"}, "it has an unknown entry botz. Did you mean bots?"),
        ({"battles": "many"}, "it has something else where battles belongs"),
        ({"cards": "all"}, "some or many"),
        ({"cards": "some", "armies": "pyrrhic-286-bc"}, "leave out either"),
        ({"against": "pyrrhic-286-bc"}, "name armies as well"),
        ({"armies": "pyrrhic-286-bc"}, "Name 2 armies"),
        ({"mirror": True, "armies": "a", "against": "b"}, "leave out either"),
    ],
)
def test_what_is_wrong_with_a_study_is_said_in_one_sentence(entries, said):
    with pytest.raises(PlainError) as refused:
        plan(**entries)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_in_a_league_each_meets_each_other_with_the_same_armies_and_dice():
    found = plan(system="ranked", league=True, bots=["random", "idle", "steward"], battles=2)
    met = [
        (dict(cell.levels)["bot"], dict(cell.levels)["rival"], cell.bots) for cell in found.cells
    ]
    assert met == [
        ("random", "idle", ("random", "idle")),
        ("random", "steward", ("random", "steward")),
        ("idle", "steward", ("idle", "steward")),
    ]
    first = [prepared(one)[0] for one in fixtures(found) if one.setup == 0]
    assert len(first) == 3
    assert len({(one.seed, one.armies) for one in first}) == 1


@pytest.mark.parametrize("bots", ["idle", ["idle", "random", "idle"], []])
def test_a_league_of_one_is_refused(bots):
    with pytest.raises(PlainError, match="A league is one of several bots: name two or more"):
        plan(league=True, bots=bots)


def test_what_is_played_is_no_reading():
    every = {name: one for system in SYSTEMS for name, one in declarations(system).items()}
    assert every.keys() >= PLAYED
    chosen = {name for name, one in every.items() if re.match("Which .* is played", one.says)}
    assert chosen == PLAYED - {"mercenaries"}
    for system in ("carnage", "skirmish", "treachery"):
        found = plan(system=system, readings=True, battles=1)
        assert len(found.cells) > 1
        assert PLAYED.isdisjoint(name for cell in found.cells for name in cell.settings)


def test_every_other_reading_is_an_arm_and_is_compared_with_ours():
    found = plan(system="carnage+ranked", readings=True, battles=1, settings={"rounds": 1})
    names = [dict(cell.levels)["arm"] for cell in found.cells]
    assert names[0] == "as it is"
    assert found.cells[0].settings == {"rounds": 1}
    by_name = {dict(cell.levels)["arm"]: cell.settings for cell in found.cells}
    assert by_name["control=plurality"] == {"rounds": 1, "control": "plurality"}
    assert by_name["twoTurnsInARow=false"] == {"rounds": 1, "twoTurnsInARow": False}
    assert not [name for name in names if name.startswith("rounds")]
    fixed = plan(
        system="carnage+ranked", readings=True, battles=1, settings={"control": "plurality"}
    )
    assert len(fixed.cells) == len(found.cells) - 1
    with pytest.raises(PlainError, match="leave out either it or yours"):
        plan(readings=True, arm=[{"name": "one"}, {"name": "two"}])
