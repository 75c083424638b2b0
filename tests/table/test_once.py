"""What is kept by what it reads: shared where that is the same, found out where it is not."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from condotta.table import once
from condotta.table.once import OutOfDate, fact, follows, noted


class Here:
    """Something that facts are worked out of; unlike a real field it can change."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.memo: dict[Any, dict[Any, Any]] = defaultdict(dict)


def small(most: int, numbers: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """What matters of some numbers: the small ones."""
    return most, tuple(one for one in numbers if one < most)


def counted(calls: list[int]) -> Callable[[int, tuple[int, ...]], int]:
    """The sum of the small ones, as a fact that counts how often it is worked out."""

    @fact(8, reads=small)
    def total(most: int, numbers: tuple[int, ...]) -> int:
        calls.append(most)
        return sum(one for one in numbers if one < most)

    return total


def test_who_shares_what_a_fact_reads_shares_the_fact():
    calls: list[int] = []
    total = counted(calls)
    assert [total(9, (1, 2)), total(9, (1, 2, 30)), total(9, (1, 40, 2)), total(9, (1,))] == [
        3, 3, 3, 1,
    ]  # fmt: skip
    assert len(calls) == 2


def test_worked_out_anew_it_is_compared(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(once, "ANEW", True)
    calls: list[int] = []
    total = counted(calls)
    assert [total(9, (1, 2)), total(9, (1, 2, 30))] == [3, 3]
    assert len(calls) == 3

    @fact(8, reads=small)
    def longest(most: int, numbers: tuple[int, ...]) -> int:
        del most
        return max(numbers)

    with pytest.raises(OutOfDate, match="longest"):
        longest(9, (1, 2, 30))


def test_a_fact_that_follows_is_worked_out_of_everything_and_kept_by_what_it_reads():
    calls: list[tuple[int, ...]] = []

    @follows(2, lambda most, numbers: (most, min(numbers)))
    def lowest(most: int, numbers: tuple[int, ...]) -> int:
        calls.append(numbers)
        return min(most, *numbers)

    assert [lowest(9, (4, 5)), lowest(9, (8, 4)), lowest(3, (4,))] == [4, 4, 3]
    assert calls == [(4, 5), (4,)]
    lowest(9, (1,))  # one more than are kept: all of them are let go
    lowest(9, (4, 5))
    assert calls == [(4, 5), (4,), (1,), (4, 5)]


def test_what_follows_is_compared_with_what_is_worked_out_anew(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(once, "ANEW", True)

    @follows(8, len)
    def longest(numbers: tuple[int, ...]) -> int:
        return max(numbers)

    assert longest((4, 7)) == longest((7, 1)) == 7
    with pytest.raises(OutOfDate, match="longest"):
        longest((2, 9))


def test_what_a_field_notes_is_asked_once_and_found_out_of_date(monkeypatch: pytest.MonkeyPatch):
    @noted
    def beyond(here: Here, most: int, *, wide: bool = False) -> list[int]:
        return [one for one in here.numbers if one > most or (wide and one == most)]

    here = Here(3, 5)
    assert beyond(here, 3) is beyond(here, 3)
    assert beyond(here, 3, wide=True) == [3, 5]
    here.numbers.append(7)
    assert beyond(here, 3) == [5]
    monkeypatch.setattr(once, "ANEW", True)
    with pytest.raises(OutOfDate, match="beyond"):
        beyond(here, 3)


def test_what_is_given_by_name_is_kept_by_its_name():
    @noted
    def said(here: Here, *more: Any, low: int = 0, high: int = 0) -> tuple[Any, ...]:
        return (*here.numbers, more, low, high)

    here = Here(1)
    assert said(here, low=1, high=2) == (1, (), 1, 2)
    assert said(here, high=1, low=2) == (1, (), 2, 1)
    assert said(here, low=3) == (1, (), 3, 0)
    assert said(here, high=3) == (1, (), 0, 3)
    assert said(here, ("high", 3)) == (1, (("high", 3),), 0, 0)


def test_things_without_a_comparison_are_alike_where_they_hold_the_same():
    class Zone:
        __slots__ = ("area", "owner")

        def __init__(self, owner: str, area: int) -> None:
            self.owner, self.area = owner, area

    assert once.alike((Zone("a", 1),), (Zone("a", 1),))
    assert not once.alike((Zone("a", 1),), (Zone("a", 2),))
    assert not once.alike(object(), object())


def test_a_slot_that_is_not_set_says_so_and_breaks_nothing():
    class Stand:
        __slots__ = ("difficult", "place")

        def __init__(self, place: int) -> None:
            self.place = place

    known = Stand(1)
    known.difficult = True
    assert once.alike(Stand(1), Stand(1))
    assert not once.alike(known, Stand(1))
    with pytest.raises(OutOfDate, match="stand"):
        once.same("stand", Stand(1), known)
