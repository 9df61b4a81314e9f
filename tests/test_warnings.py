"""Warnings are shown as often as without us, and with the same place; none is ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "warned"


def run(*command: str) -> subprocess.Popen[str]:
    """A process of its own: pytest has filters, and a way to show warnings."""
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=FOLDER,
        env={**os.environ, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("action", ["default", "always", "error", "once", "module"])
def test_warnings_are_the_programs_own(action):
    both = [run(*command, "main.py", action) for command in ((), ("-m", "whygrad", "run"))]
    (stdout, stderr), (recorded_stdout, recorded_stderr) = (process.communicate() for process in both)
    shown = recorded_stderr.partition("\nwarning[")[0].partition("\nerror[")[0]
    assert stdout == recorded_stdout
    assert stderr.splitlines() == shown.splitlines()
    assert both[0].returncode == both[1].returncode == 0
    assert (stdout if action == "error" else stderr).count("Warning") > 5
