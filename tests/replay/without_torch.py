"""A fixture for tests that diagnose recordings: torch cannot be imported while they run."""

from __future__ import annotations

import importlib.abc
import sys

import pytest

WITH_TORCH = ("torch", "whygrad.record", "whygrad.elements", "whygrad.tape")


class NoTorch(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if needs_torch(name):
            raise ImportError(f"{name} is not there: a recording is diagnosed without it")


def needs_torch(name: str) -> bool:
    return name in WITH_TORCH or name.startswith(tuple(f"{part}." for part in WITH_TORCH))


@pytest.fixture(autouse=True, scope="module")
def torch_is_not_there():
    """Other tests of this process may have loaded it: it cannot be imported again until these are done."""
    loaded = {name: module for name, module in sys.modules.items() if needs_torch(name)}
    for name in loaded:
        del sys.modules[name]
    sys.meta_path.insert(0, blocker := NoTorch())
    yield
    sys.meta_path.remove(blocker)
    sys.modules.update(loaded)
