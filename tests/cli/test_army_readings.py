"""`--set` where armies are built and battles fought: two cards counted over the army. [BC-6.3]"""

import json

import pytest

from condotta.cli import app
from tests.armies.test_files import saved
from tests.armies.together import CAMELS, ONCE, TOGETHER, TRANSPORTS, army, large, two_entries

BOTH = (
    (CAMELS, "camelProtectionPaidOnce=true", 49, 48),
    (TRANSPORTS, "mobileInfantryCountedTogether=true", 48, 49),
)


@pytest.fixture
def run(capsys):
    def call(*words: str) -> tuple[int, str, str]:
        status = app.main(list(words))
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


@pytest.fixture
def file(tmp_path):
    def written(code: str, made=army) -> str:
        whole = {"armyLists": [two_entries()], "rosters": [made(code)]}
        return str(saved(tmp_path / f"{code}.json", whole))

    return written


@pytest.mark.parametrize("bought", BOTH, ids=(CAMELS, TRANSPORTS))
def test_bc_6_3_bc_8_8_every_command_about_an_army_reads_prices_as_it_is_told(run, file, bought):
    code, said, each, whole = bought
    path = file(code)
    for words, total in (((), each), (("--set", said), whole)):
        status, out, _ = run("army", "check", path, *words, "--json")
        assert json.loads(out)["rosters"][0]["total"] == total
        assert status == (0 if total == 48 else 1)
        assert json.loads(run("army", "cost", path, *words, "--json")[1])[0]["total"] == total
        for command in (("show",), ("print", "--form", "text"), ("print", "--form", "markdown")):
            out = run("army", command[0], path, *command[1:], *words)[1]
            assert f"{total} points" in out
            assert ("one price for the whole army" in out) == bool(words)
        status, out, _ = run("army", "build", path, *words)
        assert (f"{total} points" in out, status) == (True, 0 if total == 48 else 1)
        assert f'<td class="n">{total} / 48</td>' in run("army", "print", path, *words)[1]


@pytest.mark.parametrize("bought", BOTH, ids=(CAMELS, TRANSPORTS))
@pytest.mark.parametrize("system", ["triumph", "grand"])
def test_bc_6_3_bc_8_8_tc_11_1_a_battle_musters_by_the_readings_of_its_table(
    run, file, system, bought
):
    code, said, each, whole = bought
    path = file(code, large if system == "grand" else army)
    base = ("battle", "--system", system, "--armies", f"{path},{path}", "--seed", "1", "--json")
    base = (*base, "--bots", "random", "--set", "turnLimit=1")
    for words, total in (((), each), (("--set", said), whole)):
        status, _, err = run(*base, *words)
        if total == 48:
            assert status == 0, err
        else:
            assert status == 2
            assert f"{49 if system == 'triumph' else 145} points" in err


def test_bc_6_3_what_decides_no_price_is_refused_with_what_may_be_set(run):
    status, _, err = run("army", "show", "marian-roman", "--set", "turnLimit=4")
    assert status == 2
    assert ONCE in err
    assert TOGETHER in err
