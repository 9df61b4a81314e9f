"""Programs that catch errors and exit with a failure: which of the errors is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import Outcome, run_program

HEAD = "import sys, torch\nw = torch.ones(3, requires_grad=True)\n"
SUITE = """
import pytest, torch, unittest, contextlib

def lost():
    w = torch.ones(3, requires_grad=True)
    w.detach().sum().backward()

def test_that_expects_it():
    with pytest.raises(RuntimeError, match="does not require grad"):
        lost()

class Cases(unittest.TestCase):
    def test_that_expects_it_too(self):
        with self.assertRaises(RuntimeError):
            lost()

def test_that_suppresses_it():
    with contextlib.suppress(RuntimeError, ValueError):
        lost()

def test_that_catches_it_and_goes_on():
    try:
        lost()
    except RuntimeError:
        torch.ones(3, requires_grad=True).sum().backward()
"""


def ran(tmp_path: Path, text: str, *arguments: str) -> Outcome:
    (tmp_path / "test_suite.py").write_text(text)
    return run_program(tmp_path, tmp_path / "out", *(arguments or ("test_suite.py",)))


def in_pytest(tmp_path: Path, text: str) -> Outcome:
    return ran(tmp_path, text, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_suite.py")


def test_what_passing_tests_expect_is_not_told_where_another_test_fails(tmp_path):
    done = in_pytest(tmp_path, SUITE + "\ndef test_that_fails():\n    assert 1 == 2\n")
    assert done.status == 1 and "1 failed, 4 passed" in done.stdout, done
    assert done.findings == []


QUIET_CATCH = """
def test_that_catches_it_and_computes_no_more():
    try:
        lost()
    except RuntimeError:
        pass
"""


@pytest.mark.parametrize("order", ["before", "after"])
def test_what_a_passing_test_caught_last_is_not_the_reason_that_another_fails(tmp_path, order):
    fails = "\ndef test_that_fails():\n    assert 1 == 2\n"
    done = in_pytest(tmp_path, SUITE + (QUIET_CATCH + fails if order == "before" else fails + QUIET_CATCH))
    assert done.status == 1 and "1 failed, 5 passed" in done.stdout, done
    assert done.findings == []


def test_of_errors_with_one_message_the_one_that_a_test_failed_for_is_told(tmp_path):
    failing = "\ndef test_that_fails():\n    torch.ones(3, requires_grad=True).data.sum().backward()\n"
    done = in_pytest(tmp_path, SUITE + failing + QUIET_CATCH)
    assert done.status == 1 and "1 failed, 5 passed" in done.stdout, done
    assert [f["site"]["code"] for f in done.findings] == [".data"]


def test_what_a_test_failed_for_is_told_also_where_others_pass_after_it(tmp_path):
    failing = "\ndef test_that_fails():\n    torch.ones(3, requires_grad=True).data.sum().backward()\n"
    after = "\ndef test_that_passes():\n    torch.ones(3, requires_grad=True).sum().backward()\n"
    done = in_pytest(tmp_path, SUITE + failing + after)
    assert done.status == 1 and "1 failed, 5 passed" in done.stdout, done
    assert [f["site"]["code"] for f in done.findings] == [".data"]


def test_an_error_of_another_kind_than_the_expected_one_is_told(tmp_path):
    unexpected = "\ndef test_that_fails():\n    with pytest.raises(ValueError):\n        lost()\n"
    done = in_pytest(tmp_path, "import pytest, torch" + SUITE.partition("def test_that")[0] + unexpected)
    assert [f["cause"] for f in done.findings] == ["detached-tensor"]


@pytest.mark.parametrize(
    ("after", "told"), [("sys.exit(1)", True), ("(w * 2).sum().backward(); sys.exit('no data left')", False)]
)
def test_what_a_program_catches_is_told_where_it_gives_up_for_it(tmp_path, after, told):
    caught = "try:\n    w.detach().sum().backward()\nexcept Exception as error:\n    print(error)\n"
    done = ran(tmp_path, f"{HEAD}{caught}{after}\n")
    assert [f["cause"] for f in done.findings] == (["detached-tensor"] if told else [])
