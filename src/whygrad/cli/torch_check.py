"""Which torch is installed, told without importing it: that takes a second, and may fail."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
from functools import cache

OLDEST = (2, 4)


@cache
def installed_torch_version() -> str | None:
    """The version as its metadata gives it, or None where there is none."""
    try:
        return importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return None


def torch_problem() -> str | None:
    """One sentence that says why this torch cannot be watched, or None where it can."""
    if not _importable():
        return "torch is not installed for this Python; install it with `pip install torch`"
    version = installed_torch_version()
    numbers = re.match(r"(\d+)\.(\d+)", version or "")
    # A torch without metadata (a source checkout) is taken as new enough.
    if numbers and (int(numbers[1]), int(numbers[2])) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        return f"torch {version} is too old, whygrad needs {oldest} or newer: `pip install --upgrade torch`"
    return None


def _importable() -> bool:
    try:
        spec = importlib.util.find_spec("torch")
    except (ImportError, ValueError):
        return False
    # Without an origin it is a mere folder called "torch".
    return spec is not None and spec.origin is not None
