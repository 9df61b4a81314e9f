"""Programs that may well be meant: whygrad names the marked line in a note, and raises no alarm.

They stand in `silent/noted/NAME.py`, with the marks of `test_cases.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from bundles import unpacked
from lean import run_program
from test_cases import lines, marks, said

NOTED = sorted((Path(__file__).parent / "silent" / "noted").glob("*.py"))

pytestmark = pytest.mark.filterwarnings("default")


@pytest.mark.parametrize("bundle", NOTED, ids=lambda bundle: bundle.stem)
def test_the_marked_line_is_named_in_a_note(bundle, tmp_path):
    folder = unpacked(bundle)
    guilty, _ = marks(folder)
    assert guilty, "no line is marked"
    outcome = run_program(folder, tmp_path / "out", "main.py")
    assert outcome.status == 0, outcome.stderr
    assert not outcome.alarms, said(outcome)
    told = [
        finding for finding in outcome.findings if any(finding["cause"] in guilty.get(p, ()) for p in lines(finding))
    ]
    assert told, f"expected {guilty}, got {said(outcome)}"
