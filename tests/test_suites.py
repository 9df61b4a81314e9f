"""What is counted of the test suites of other libraries: only what has run compares anything."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

import suites

GOOD, BAD, NOT_COLLECTED = ({"outcome": outcome} for outcome in ("passed", "failed", "not collected"))


def test_what_is_collected_in_neither_run_is_no_test_and_compares_nothing():
    found, doubtful = suites._compared({"a": NOT_COLLECTED}, {"a": NOT_COLLECTED})
    assert (found.tests, found.same, doubtful) == (0, 0, [])
    assert found.uncollected == ["a: not collected plainly"]
    assert suites.is_failed(found)


def test_tests_that_end_alike_are_the_same_and_others_are_run_again():
    found, doubtful = suites._compared({"a": GOOD, "b": BAD, "c": GOOD}, {"a": GOOD, "b": BAD, "c": BAD})
    assert (found.tests, found.same, found.passed, doubtful) == (3, 2, 2, ["c"])
    assert not suites.is_failed(found)


def test_what_only_recording_keeps_from_being_collected_is_doubtful():
    found, doubtful = suites._compared({"a": GOOD}, {"a.py": NOT_COLLECTED})
    assert sorted(doubtful) == ["a", "a.py"] and found.same == 0
