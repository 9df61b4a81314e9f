"""Programs that raise nothing and do not learn: whygrad names the marked line first; their quiet twins get silence.

Marks are those of `test_cases.py`. A bundle (see `bundles.py`) stands in the folder of its cause. It holds `main.py`,
which loses a gradient, and `quiet.py`, which does the same thing legitimately; those in `quiet` hold that alone, and
those in `missed` are named wrongly today. Of those in `noted` see `test_noted.py`.

Some of each cause are run, other ones each time (see `drawn.py`); with the newest torch a change must pass all of them.
What was recorded of each is diagnosed again in any case (see `replay`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from bundles import holding, unpacked
from drawn import drawn_of_each
from lean import run_program
from test_cases import lines, marks, said, skip_where_unsuited

SILENT = Path(__file__).parent / "silent"
APART = ("missed", "noted")
MISSED, ALARMED = (holding(SILENT, name, "missed/*.py") for name in ("main.py", "quiet.py"))
LOST, QUIET = (
    drawn_of_each((b for b in holding(SILENT, name) if b.parent.name not in APART), 3, lambda b: b.parent.name)
    for name in ("main.py", "quiet.py")
)

# The programs warn as users' programs do; a warning is not an error to them.
pytestmark = pytest.mark.filterwarnings("default")


def name_of(bundle: Path) -> str:
    return bundle.stem


@pytest.mark.parametrize("bundle", LOST, ids=name_of)
def test_the_line_that_loses_the_gradient_is_named_first(bundle, tmp_path):
    folder = unpacked(bundle)
    skip_where_unsuited(folder / "main.py")
    guilty, decoys = marks(folder)
    assert guilty, "no line is marked"
    outcome = run_program(folder, tmp_path / "out", "main.py")
    assert outcome.status == 0, outcome.stderr
    assert outcome.findings, "nothing was reported"
    first = outcome.findings[0]
    assert first["severity"] in ("error", "warning"), said(outcome)
    hit = [guilty[place] for place in lines(first) if place in guilty]
    assert hit, f"expected {guilty}, got {said(outcome)}"
    assert first["cause"] in set().union(*hit), f"expected {guilty}, got {said(outcome)}"
    for alarm in outcome.alarms:
        assert not decoys.intersection(lines(alarm)), said(outcome)


@pytest.mark.parametrize("bundle", QUIET, ids=name_of)
def test_what_is_meant_gets_silence(bundle, tmp_path):
    folder = unpacked(bundle)
    skip_where_unsuited(folder / "quiet.py")
    outcome = run_program(folder, tmp_path / "out", "quiet.py")
    assert outcome.status == 0, outcome.stderr
    assert not outcome.alarms, said(outcome)


@pytest.mark.xfail(strict=True, reason="a known miss: when it passes, move the program out of `missed`")
@pytest.mark.parametrize("bundle", MISSED, ids=name_of)
def test_a_silent_failure_that_is_missed_is_still_missed(bundle, tmp_path):
    test_the_line_that_loses_the_gradient_is_named_first(bundle, tmp_path)


@pytest.mark.xfail(strict=True, reason="a known false alarm: when it is gone, move the program out of `missed`")
@pytest.mark.parametrize("bundle", ALARMED, ids=name_of)
def test_a_false_alarm_is_still_raised(bundle, tmp_path):
    test_what_is_meant_gets_silence(bundle, tmp_path)
