"""The C part by itself, in a process of its own; and what is told where Python does its work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from whygrad import c_part


@pytest.mark.skipif(bool(c_part.why_not()), reason="there is no part in C")
def test_it_does_no_harm_whatever_it_is_given():
    alone = Path(__file__).with_name("alone.py")
    done = subprocess.run([sys.executable, "-X", "dev", alone, c_part.FOLDER], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "several threads"


def test_a_python_whose_frames_it_does_not_know_is_told(monkeypatch):
    monkeypatch.delenv("WHYGRAD_PURE_PYTHON", raising=False)
    monkeypatch.setattr(sys, "version_info", (3, 14, 0))
    assert c_part.why_not() == "the C part supports Python 3.13 and older"


def test_a_python_without_its_lock_is_told(monkeypatch):
    monkeypatch.delenv("WHYGRAD_PURE_PYTHON", raising=False)
    monkeypatch.setattr(sys, "_is_gil_enabled", lambda: False, raising=False)
    assert "without the GIL" in c_part.why_not()


def test_a_missing_part_is_told(monkeypatch, tmp_path):
    monkeypatch.delenv("WHYGRAD_PURE_PYTHON", raising=False)
    monkeypatch.setattr(c_part, "FOLDER", str(tmp_path))
    monkeypatch.setattr(c_part, "NEWEST", sys.version_info[:2])
    assert c_part.why_not() == "the C part was not compiled"
    monkeypatch.setenv("WHYGRAD_PURE_PYTHON", "1")
    assert c_part.why_not() == "WHYGRAD_PURE_PYTHON is set"


def test_header_and_python_name_the_same_newest_python():
    header = Path(c_part.FOLDER, "_hotpath.h").read_text()
    major, minor = c_part.NEWEST
    assert f"PY_VERSION_HEX >= 0x{major:02X}{minor + 1:02X}0000\n#error" in header
