"""Every kind of fault has its row, and every row speaks of what is there."""

from tests.mutants.classes import COUNT, ROOT, is_there, kinds
from tests.mutants.page import PAGE, written


def test_every_kind_has_a_fault():
    assert [kind.number for kind in kinds()] == list(range(1, COUNT + 1))
    assert not [kind.number for kind in kinds() if not kind.faults]


def test_every_fault_names_tests_that_are_there():
    faults = [(kind.number, fault) for kind in kinds() for fault in kind.faults]
    assert not [number for number, fault in faults if not fault.tests]
    assert not [test for _, fault in faults for test in fault.tests if not is_there(test)]


def test_every_change_is_one_of_a_place_that_is_found_once():
    faults = [(kind.number, fault) for kind in kinds() for fault in kind.faults]
    texts = {fault.file: (ROOT / fault.file).read_text("utf-8") for _, fault in faults}
    assert not [number for number, fault in faults if fault.spoilt(texts[fault.file]) is None]


def test_the_page_tells_what_the_file_says():
    assert (ROOT / PAGE).read_text("utf-8") == written(), "python -m tests.mutants --page"
