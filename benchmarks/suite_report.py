"""A plugin of pytest's: writes down how each test ended, and how much of the processor's time it took.

Processor time and not the clock's: the two runs that are compared need not have the machine for themselves.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

FILE = "WHYGRAD_SUITE_REPORT"  # the variable that names the file to write
UNCOLLECTED = "not collected"

_outcomes: dict[str, dict[str, Any]] = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: Any) -> Iterator[None]:
    begin = time.process_time()
    yield
    _outcomes.setdefault(item.nodeid, {})["seconds"] = time.process_time() - begin


def pytest_runtest_logreport(report: Any) -> None:
    """The worst of a test's three parts is its outcome."""
    known = _outcomes.setdefault(report.nodeid, {})
    if known.get("outcome", "passed") == "passed":
        known["outcome"] = "xfailed" if hasattr(report, "wasxfail") and report.skipped else report.outcome
        crash = getattr(report.longrepr, "reprcrash", None)
        known["message"] = str(crash.message if crash is not None else "")[:500]


def pytest_collectreport(report: Any) -> None:
    if report.failed:
        _outcomes[report.nodeid] = {"outcome": UNCOLLECTED, "message": str(report.longrepr)[-500:], "seconds": 0.0}


def pytest_sessionfinish() -> None:
    with open(os.environ[FILE], "w") as file:
        json.dump(_outcomes, file)
