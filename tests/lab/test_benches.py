"""What the benches print where there is little to measure."""

from bench.menus import KINDS, Wait, rows


def test_a_system_of_which_no_question_was_measured_has_its_rows():
    """One question is asked before any is told: a short battle may have no other."""
    found = list(rows("grand", [], 2))
    assert len(found) == 2 * len(KINDS)
    assert found[0].split() == ["grand", "0", "0", "1", "hint", "-", "-", "-"]


def test_what_was_measured_is_told_of_each_form():
    waits = [Wait("move", 9, [dict.fromkeys(KINDS, 3.0), dict.fromkeys(KINDS, 5.0)])]
    first, second, *_ = rows("grand", waits, 2)
    assert first.split() == ["grand", "9", "1", "1", "hint", "3.0", "3.0", "3.0", "move"]
    assert second.split() == ["2", "hint", "5.0", "5.0", "5.0", "move"]
