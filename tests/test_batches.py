"""A check that fails among many is told, with what it was given."""

from __future__ import annotations

import pytest
from batches import for_each


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
