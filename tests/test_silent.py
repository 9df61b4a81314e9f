"""Programs that raise nothing and do not learn: whygrad names the marked line first; their quiet twins get silence.

Marks are those of `test_cases.py`. A folder holds `main.py`, which loses a gradient, and `quiet.py`, which does the
same thing legitimately; one that is named wrongly today stands in `silent/missed/NAME/`, on its own.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import run_program
from test_cases import lines, marks, said, skip_where_unsuited

SILENT = Path(__file__).parent / "silent"
LOST = sorted(SILENT.glob("*/main.py"))
QUIET = sorted(SILENT.glob("*/quiet.py"))
MISSED = sorted(SILENT.glob("missed/*/main.py"))  # known to be named wrongly today
ALARMED = sorted(SILENT.glob("missed/*/quiet.py"))  # known to get an alarm that is false

# The programs warn as users' programs do; a warning is not an error to them.
pytestmark = pytest.mark.filterwarnings("default")


def name_of(program: Path) -> str:
    return program.parent.name


@pytest.mark.parametrize("program", LOST, ids=name_of)
def test_the_line_that_loses_the_gradient_is_named_first(program, tmp_path):
    skip_where_unsuited(program)
    guilty, decoys = marks(program.parent)
    assert guilty, "no line is marked"
    outcome = run_program(program.parent, tmp_path / "out", "main.py")
    assert outcome.status == 0, outcome.stderr
    assert outcome.findings, "nothing was reported"
    first = outcome.findings[0]
    assert first["severity"] in ("error", "warning"), said(outcome)
    hit = [guilty[place] for place in lines(first) if place in guilty]
    assert hit, f"expected {guilty}, got {said(outcome)}"
    assert first["cause"] in set().union(*hit), f"expected {guilty}, got {said(outcome)}"
    for alarm in outcome.alarms:
        assert not decoys.intersection(lines(alarm)), said(outcome)


@pytest.mark.parametrize("program", QUIET, ids=name_of)
def test_what_is_meant_gets_silence(program, tmp_path):
    skip_where_unsuited(program)
    outcome = run_program(program.parent, tmp_path / "out", "quiet.py")
    assert outcome.status == 0, outcome.stderr
    assert not outcome.alarms, said(outcome)


@pytest.mark.xfail(strict=True, reason="a known miss: when it passes, move the program out of `missed`")
@pytest.mark.parametrize("program", MISSED, ids=name_of)
def test_a_silent_failure_that_is_missed_is_still_missed(program, tmp_path):
    test_the_line_that_loses_the_gradient_is_named_first(program, tmp_path)


@pytest.mark.xfail(strict=True, reason="a known false alarm: when it is gone, move the program out of `missed`")
@pytest.mark.parametrize("program", ALARMED, ids=name_of)
def test_a_false_alarm_is_still_raised(program, tmp_path):
    test_what_is_meant_gets_silence(program, tmp_path)
