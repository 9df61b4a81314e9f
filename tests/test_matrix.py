"""What the matrix of torches and Pythons counts, and which of them it means."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torches

from whygrad.record.seam.private_names import NEWEST_TRIED, version_of

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import matrix  # noqa: E402

COMPARED = """\
            listed   tried  identical  unsteady  known  different  seconds
operators      703    2345       2340         4      0          1      120
  add: 1 differ; something
programs       150     600        590         7      3          0      300
"""


@pytest.mark.parametrize(
    ("suite", "log", "counts"),
    [
        ("cases", "...\n6 failed, 1880 passed, 86 skipped, 2 xfailed in 4297.08s (1:11:37)\n", (1882, 6, 86)),
        ("pages", "..\n2 passed in 1.0s", (2, 0, 0)),
        ("faults", "1 passed, 1 error in 1.0s", (1, 1, 0)),
        ("faults", "5 passed, 2 errors in 1.0s", (5, 2, 0)),
        ("cases", "Traceback: it did not start", (0, 0, 0)),
        ("transparency", COMPARED, (2944, 1, 0)),
    ],
)
def test_passed_and_failed_are_read_from_the_log(suite, log, counts):
    assert matrix._counts(suite, log) == counts


@pytest.mark.parametrize(
    ("suite", "log", "named"),
    [
        ("cases", ".F\nFAILED tests/a.py::b - c\n1 failed, 1 passed in 1s", ["FAILED tests/a.py::b - c"]),
        ("cases", "Traceback\nit did not start", ["Traceback", "it did not start"]),
        ("transparency", COMPARED, ["add: 1 differ; something"]),
    ],
)
def test_what_has_failed_is_named(suite, log, named):
    assert matrix._failures(suite, log) == named


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ([], True),
        (["py3.12"], True),
        (["py3.12", "newest"], True),
        (["py3.12-torch2.15.0"], True),
        (["torch2.15.0"], True),
        (["oldest"], False),
        (["py3.1"], False),
    ],
)
def test_a_pair_is_meant_where_every_word_is_true_of_it(words, meant):
    assert matrix.Pair("3.12", matrix.NEWEST).is_meant_by(words) is meant


def test_the_newest_of_a_python_is_the_last_that_there_is_for_it():
    for python, torches_of_it in matrix.TORCHES.items():
        assert matrix.Pair(python, torches_of_it[-1]).is_meant_by([f"py{python}", "newest"])


def test_every_pair_has_a_row_and_every_suite_a_column():
    result = matrix.Result(3, 1, 0, 2.0, "", "")
    rows = list(
        matrix._drawn({matrix.Pair("3.11", "2.4.1"): {"cases": result, "pages": "not installed"}}, ["cases", "pages"])
    )
    assert len(rows) == 2 and rows[1].split() == ["3.11", "2.4.1", "3", "/", "1", "not", "installed"]


def test_what_the_matrix_runs_is_what_is_said_to_be_tried():
    assert version_of(matrix.NEWEST) == NEWEST_TRIED
    assert version_of(matrix.DEFAULT) == torches.DEFAULT
    makefile = (ROOT / "Makefile").read_text()
    assert f"TORCH ?= torch=={matrix.DEFAULT}\n" in makefile
    from whygrad.cli.torch_check import OLDEST

    assert version_of(matrix.OLDEST) == OLDEST
