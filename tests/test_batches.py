"""A check that fails among many is told, with what it was given; of many tests some are drawn."""

from __future__ import annotations

import pytest
from batches import for_each
from drawn import drawn


def test_what_fails_is_named():
    @for_each([1, 2, 3])
    def check(number):
        assert number != 2, "two"

    with pytest.raises(AssertionError, match="1 of 3 fail, the first as above:\n2") as raised:
        check()
    assert "two" in str(raised.value.__cause__)


def test_a_batch_of_nothing_fails():
    with pytest.raises(AssertionError, match="nothing to check"):
        for_each([])(print)()


def test_some_are_drawn_in_their_order_and_all_where_all_are_wanted(monkeypatch):
    monkeypatch.setattr("drawn.WHOLE", False)
    some = drawn(range(90), 3)
    assert len(some) == 30 and some == sorted(set(some)) and set(some) < set(range(90))
    assert drawn([7], 3) == [7] and drawn([], 3) == []
    monkeypatch.setattr("drawn.WHOLE", True)
    assert drawn(range(90), 3) == list(range(90))
