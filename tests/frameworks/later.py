"""Large libraries, loaded by the first test that uses one: each fork of a process that has loaded them copies more."""

from __future__ import annotations

import warnings
from typing import Any

import pytest


def load(*names: str) -> list[Any]:
    """These modules; where one is not there, the test is skipped."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [pytest.importorskip(name) for name in names]


class Later:
    """Stands for a module until it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("_"):  # asked by pytest of whatever it finds in a file
            raise AttributeError(attribute)
        (module,) = load(self._name)
        return getattr(module, attribute)
