"""What an expectation asks for, and what it finds."""

import pytest

from condotta.positions.matching import differences

ANSWER = {
    "accepted": True,
    "cost": 1,
    "distance": 2.5,
    "clauses": ["TC-1.4", "TC-5.11"],
    "poses": {"R1": [20.0, 10.0, 359.98]},
    "rulings": [{"clause": "TC-3.2", "says": "tie"}],
    "ended": None,
    "refusals": [],
}


def told(pattern, tolerance=0.001):
    return [str(one) for one in differences(pattern, ANSWER, tolerance)]


@pytest.mark.parametrize(
    "pattern",
    [
        {},
        {"accepted": True, "cost": 1},
        {"distance": 2.5004},
        {"clauses": ["TC-1.4", "TC-5.11"]},
        {"clauses": {"has": ["TC-5.11"], "lacks": ["TC-9.9"], "length": 2}},
        {"poses": {"R1": [20, 10, 0]}},
        {"rulings": {"has": [{"clause": "TC-3.2"}]}},
        {"ended": None, "poses": {"R9": None}},
        {"refusals": None},
    ],
)
def test_what_holds_is_no_difference(pattern):
    assert told(pattern) == []


@pytest.mark.parametrize(
    ("pattern", "where"),
    [
        ({"accepted": False}, "accepted: expected false, found true"),
        ({"clauses": None}, "clauses: expected null, found"),
        ({"accepted": 1}, "accepted: expected 1, found true"),
        ({"cost": True}, "cost: expected true, found 1"),
        ({"distance": 2.502}, "distance: expected 2.502, found 2.5"),
        ({"clauses": ["TC-1.4"]}, "clauses: expected"),
        ({"clauses": ["TC-1.4", "TC-5.12"]}, 'clauses[1]: expected "TC-5.12"'),
        ({"clauses": {"has": ["TC-9.9"]}}, 'clauses.has: expected "TC-9.9"'),
        ({"clauses": {"lacks": ["TC-1.4"]}}, 'clauses.lacks: expected "TC-1.4"'),
        ({"clauses": {"length": 3}}, "clauses.length: expected 3, found 2"),
        ({"poses": {"R1": [20, 10.01, 0]}}, "poses.R1[1]: expected 10.01"),
        ({"poses": {"R1": [20, 10, 1]}}, "poses.R1[2]: expected 1"),
        ({"poses": {"R2": [20, 10, 0]}}, "poses.R2: expected [20,10,0], found nothing"),
        ({"rulings": {"has": [{"clause": "TC-3.3"}]}}, "rulings.has: expected"),
        ({"cost": {"has": [1]}}, "cost: expected"),
        ({"ended": {"clause": "TC-10.1"}}, "ended: expected"),
        ({"edned": None}, "edned: no such field is in the answer"),
    ],
)
def test_what_does_not_hold_is_told_with_its_place(pattern, where):
    (found,) = told(pattern)
    assert found.startswith(where)
