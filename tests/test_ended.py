"""Processes end as they do without us, also where Python is taken apart around us."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from drawn import drawn

FOLDER = Path(__file__).parent / "ended"


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """With all warnings on, of resources too; a process of its own, which Python takes apart in the end."""
    return subprocess.run(
        [sys.executable, "-W", "always::ResourceWarning", *command],
        cwd=FOLDER,
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
    )


def without_process_names(text: str) -> list[str]:
    return re.sub(r"Process \S+:|0x[0-9a-f]+", "…", text).splitlines()


@pytest.fixture(scope="module")
def plain() -> subprocess.CompletedProcess[str]:
    return run("main.py")


@pytest.mark.parametrize("pure", drawn(["", "1"], 2), ids=lambda pure: "python" if pure else "compiled")
def test_forks_end_as_without_us(pure, plain):
    recorded = run("-m", "whygrad", "run", "main.py", WHYGRAD_PURE_PYTHON=pure)
    shown, _, told = recorded.stderr.partition("\nerror[")
    assert recorded.stdout == plain.stdout
    last = [line for line in told.splitlines() if line.startswith(("gone", "late"))]  # of the first process
    assert [*without_process_names(shown), *last] == without_process_names(plain.stderr)
    assert plain.stderr.count("late 6.0") == 4
    assert recorded.returncode == plain.returncode == 0
    assert told.startswith("detached-tensor]")  # what a child has left is not swept away by another that ends


def test_a_watch_that_is_never_left_is_silent_at_the_end():
    text = "import torch, whygrad; w = whygrad.watch(); w.__enter__(); x = torch.ones(2, requires_grad=True); y = x * 2"
    assert run("-c", text).stderr == ""
