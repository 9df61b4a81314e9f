"""The knowledge: one cause is one .py and one .md of the same name, found because the files exist."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from whygrad.causes._base import Cause
from whygrad.causes.pages import pages

__all__ = ["Cause", "all_causes", "pages"]


@cache
def all_causes() -> tuple[Cause, ...]:
    """Every cause, in the order of their file names."""
    found: list[Cause] = []
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        if not module.ispkg and not module.name.rpartition(".")[2].startswith("_"):
            loaded = importlib.import_module(module.name)
            found += [value() for value in vars(loaded).values() if _is_cause(value, loaded.__name__)]
    return tuple(sorted(found, key=lambda cause: type(cause).__module__.rpartition(".")[2]))


def _is_cause(value: object, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, Cause) and value.__module__ == module
