"""Warnings are shown as often as without us, and with the same place; none is ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from drawn import WHOLE

FOLDER = Path(__file__).parent / "warned"
# One process loads torch for all runs, each in a fork: pytest has filters and a way to show warnings, and what torch
# tells once in a process may have been told there.
IN_FORKS = """
import sys
from pathlib import Path
from programs import start_program
out, *actions = sys.argv[1:]
for action in actions:
    for plain in (True, False):
        ended = start_program(Path.cwd(), Path(out, action, str(plain)), "main.py", action, plain=plain)()
        Path(out, action, str(plain), "status").write_text(str(ended.status))
"""


def start(*command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=FOLDER,
        env={**os.environ, "NO_COLOR": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def assert_the_warnings_are_the_same(plain: tuple[str, ...], recorded: tuple[str, ...], action: str) -> None:
    """Of a run its stdout, stderr and status."""
    shown = recorded[1].partition("\nwarning[")[0].partition("\nerror[")[0]
    assert plain[0] == recorded[0]
    assert plain[1].splitlines() == shown.splitlines()
    assert plain[2] == recorded[2] == "0"
    assert (plain[0] if action == "error" else plain[1]).count("Warning") > 5


@pytest.mark.skipif(not WHOLE, reason="it is tried in forks, below")
def test_warnings_are_the_programs_own():
    both = [start(*command, "main.py", "default") for command in ((), ("-m", "whygrad", "run"))]
    plain, recorded = ((*process.communicate(), str(process.returncode)) for process in both)
    assert_the_warnings_are_the_same(plain, recorded, "default")


def test_warnings_are_the_programs_own_whatever_it_does_with_them(tmp_path):
    actions = ("default", "always", "error", "once", "module")
    forking = start("-c", IN_FORKS, str(tmp_path), *actions)
    _, stderr = forking.communicate()
    assert forking.returncode == 0, stderr
    for action in actions:
        plain, recorded = (
            tuple((tmp_path / action / str(is_plain) / name).read_text() for name in ("stdout", "stderr", "status"))
            for is_plain in (True, False)
        )
        assert_the_warnings_are_the_same(plain, recorded, action)
