"""Whatever is sent or opened, right or wrong: no fault, nobody waits, nothing illegal, no leak.

A little of `python -m tests.fuzz`, the same each time.
"""

import asyncio

import pytest

from tests.fuzz.addresses import BODIES, document, known
from tests.fuzz.formats import FORMATS, Trial
from tests.fuzz.hunting import hunted
from tests.fuzz.requests import LIMITS, asked
from tests.fuzz.watching import HONEST, TRIVIAL
from tests.server.live import live, open_table

SYSTEMS = ("triumph", "treachery+triumph", "ranked", "skirmish")


def test_a_table_stands_whatever_pages_say(tmp_path):
    hunt = hunted(tmp_path, 1_200, 7, systems=SYSTEMS)
    watch = hunt.watch
    assert not watch.faults, watch.faults[0]
    assert not watch.leaks, watch.leaks[0]
    assert not hunt.illegal()
    assert not watch.too_long()
    assert watch.beats > 10
    for kind, told in watch.told.items():
        if kind not in HONEST and told.total() > 50:
            (commonest, most), *_ = told.most_common()
            assert commonest == "yes" or most < 0.97 * told.total(), f"{kind}: {told}"
    assert sum(watch.told["bent action"][name] for name in TRIVIAL) < 40


def test_a_table_stands_whatever_is_asked_over_http(tmp_path):
    asking, watch = asyncio.run(asked(tmp_path, 250, 3))
    assert not watch.faults, watch.faults[0]
    assert not watch.leaks
    assert not watch.too_long()
    assert len({path for path, _ in asking.count}) > 0.9 * len(asking.known)


@pytest.mark.parametrize("form", FORMATS, ids=[one.name for one in FORMATS])
def test_a_damaged_file_is_opened_or_refused_in_one_sentence(tmp_path, form):
    trial = Trial(tmp_path, 5)
    trial.run(12, [form])
    assert not trial.found, trial.found[0]
    assert trial.count.total() == 12


@pytest.mark.parametrize("form", FORMATS, ids=[one.name for one in FORMATS])
def test_the_files_that_are_damaged_were_good(tmp_path, form):
    trial = Trial(tmp_path, 5)
    opened = {trial.one(form, words, form.good()[0]) for words in form.commands}
    assert opened & {0, 1}


@live
async def test_every_address_that_takes_something_is_known_to_the_document(tmp_path):
    async with open_table(tmp_path, LIMITS) as table:
        sent = {path for method, path in known(table.house) if method == "POST"}
        assert sent == set(BODIES)
        assert document(table.house)["paths"].keys() >= sent
