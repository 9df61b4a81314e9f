"""What the tests install beside torch takes the torch that is there: none of it may have pip replace it."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def behind(names: list[str]) -> list[Requirement]:
    """All that these packages require without an extra, as far as it is installed."""
    found, waiting, seen = [], list(names), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            wanted = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:
            continue
        needed = [r for r in wanted if r.marker is None or r.marker.evaluate({"extra": ""})]
        found += needed
        waiting += [r.name for r in needed if r.name != "torch"]
    return found


def test_nothing_in_the_extra_for_tests_refuses_the_torch_that_is_installed():
    extra = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]["dev"]
    names = [Requirement(text).name for text in extra]
    assert {"transformers", "peft"} <= set(names) and "torch" not in names
    asked = [r for r in behind(names) if r.name == "torch"]
    if not asked:
        pytest.skip("none of those that need torch is installed")
    refusing = [str(r) for r in asked if not r.specifier.contains(version("torch").partition("+")[0], prereleases=True)]
    assert refusing == []
