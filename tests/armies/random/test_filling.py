"""AL-15.2: filling to the cap, and random armies."""

import itertools
import subprocess
import sys

import pytest

from condotta.armies import (
    Finding,
    Plan,
    Roster,
    check,
    cost,
    fill,
    find_list,
    legal,
    library,
    random_roster,
)
from condotta.armies.lists.available import turning_years
from condotta.armies.random.filling import open_offers
from condotta.armies.random.random_armies import answers
from condotta.errors import PlainError
from tests.armies.conftest import body, option, shelf_of, taking, tiny


def filled(year: int = 1, cap: int = 96, contingents: tuple[str, ...] = (), **army: object):
    data = shelf_of(tiny(**army)).sets[0]
    return fill(Plan(data.lists[0], data, year, None, contingents, cap))


def reason(found: Roster | Finding) -> str:
    assert isinstance(found, Finding)
    assert "{" not in found.message
    return found.code


def test_al_15_2_it_reaches_exactly_the_cap_with_a_general():
    found = filled(troopOptions=[option(2, 20, "KNT"), option(1, 9, "LFT"), option(0, 3, "RBL")])
    assert isinstance(found, Roster)
    assert found.general is not None
    assert found.general.option == "main/t1"


def test_al_15_2_sums_that_do_not_come_out_are_the_reason():
    assert reason(filled(cap=94, troopOptions=[option(1, 20, "KNT")])) == "fillSums"
    threes = [option(1, 40, "LFT")]
    general = [{"troopEntries": [{"troopTypeCode": "LFT"}]}]
    assert isinstance(filled(troopOptions=threes, troopEntriesForGeneral=general), Roster)
    assert reason(filled(cap=94, troopOptions=threes, troopEntriesForGeneral=general)) == "fillSums"


def test_al_15_2_troops_that_run_out_are_the_reason():
    assert reason(filled(troopOptions=[option(1, 11, "KNT")])) == "fillTroopsRunOut"


def test_al_15_2_minimums_over_the_cap_are_the_reason():
    assert reason(filled(troopOptions=[option(13, 20, "KNT")])) == "fillMinimums"


def test_al_15_2_no_general_is_the_reason():
    spears = [option(0, 20, "SPR")]
    assert reason(filled(troopOptions=spears)) == "fillNoGeneral"
    crowded = [option(12, 20, "SPR"), option(0, 1, "KNT")]
    assert reason(filled(troopOptions=crowded)) == "fillNoGeneral"
    allied = [taking(body("a", option(0, 4, "KNT")))]
    assert (
        reason(filled(troopOptions=spears, allyOptions=allied, contingents=("c1",)))
        == "fillNoGeneral"
    )


def test_al_15_2_a_contingent_that_may_not_be_taken_is_the_reason():
    dated = [taking(body("a", option(0, 4, "SPR")), years={"startDate": 5, "endDate": 6})]
    assert reason(filled(allyOptions=dated, contingents=("c1",))) == "contingentUnavailable"
    assert isinstance(filled(year=5, allyOptions=dated, contingents=("c1",)), Roster)


def test_al_3_2_an_option_marked_all_is_filled_with_one_type():
    found = filled(cap=92, troopOptions=[option(1, 20, "KNT", "BAD", entry_note="all")])
    assert reason(found) == "fillSums"
    assert isinstance(filled(cap=92, troopOptions=[option(1, 20, "KNT", "BAD")]), Roster)


def test_al_15_2_the_same_plan_gives_the_same_roster():
    plan = Plan(find_list("Han Chinese"), library().sets[0], 100)
    assert fill(plan) == fill(plan)


@pytest.mark.parametrize("army", library().lists, ids=lambda army: army.key)
def test_al_15_3_every_year_and_answer_of_a_shipped_list_can_be_filled_legally(army):
    data = library().sets[0]
    for year, variant in itertools.product(turning_years(army), answers(army)):
        plan = Plan(army, data, year, variant)
        found = fill(plan)
        assert isinstance(found, Roster), (year, variant, found)
        assert legal(check(found)), (year, variant)
        assert cost(found).total == 96
        assert {offer.key for offer in open_offers(plan)} >= set(found.stands)


@pytest.mark.parametrize("army", library().lists, ids=lambda army: army.key)
def test_al_15_2_random_armies_are_legal_exact_and_repeatable(army):
    seen = set()
    for seed in range(8):
        one = random_roster(army, seed)
        assert legal(check(one)), (seed, check(one))
        assert cost(one).total == 96
        assert random_roster(army, seed) == one
        seen.add(str(one.stands))
    assert len(seen) > 1


def test_al_15_2_a_random_army_of_another_size():
    assert cost(random_roster(find_list("Pyrrhic"), 3, 60)).total == 60
    with pytest.raises(PlainError, match="cannot field"):
        random_roster(find_list("Pyrrhic"), 3, 5)


def test_al_16_3_a_list_that_never_adds_up_gets_the_most_under_the_cap():
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT")]))
    roster = random_roster(shelf.lists[0], 1, 94, shelf)
    assert cost(roster, shelf).total == 88
    found = check(roster, shelf, 94)
    assert legal(found)
    assert "underPointsCap" in {one.code for one in found}


def test_al_4_5_a_list_that_never_has_a_general_says_so_with_its_years():
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "SPR")]))
    with pytest.raises(PlainError, match="no stand that could be the general"):
        random_roster(shelf.lists[0], 1, shelf=shelf)


def test_al_15_2_a_random_army_is_the_same_under_any_hash_seed():
    code = (
        "from condotta.armies import *;"
        "print([random_roster(army, 5).stands for army in library().lists[::4]])"
    )
    told = {
        subprocess.run(
            (sys.executable, "-c", code),
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(told) == 1


GOLDEN = {
    ("Hussite", 0): {"main/t1": {"WWG": 3}, "main/t2": {"BAD": 1}, "main/t4": {"HFT": 4, "EFT": 6}},
    ("Marian Roman", 7): {
        "main/t1": {"JCV": 2},
        "main/t2": {"EFT": 4},
        "main/t4": {"HFT": 1},
        "main/t5": {"SKM": 2},
        "main/t6": {"LFT": 2},
        "c1.1/a1": {"WRR": 3},
    },
}


@pytest.mark.parametrize(("name", "seed"), GOLDEN)
def test_al_15_2_random_armies_are_the_same_on_every_python_and_release(name, seed):
    assert random_roster(find_list(name), seed).stands == GOLDEN[name, seed]
