"""What is watched beside the graph, each thing by itself; a watcher is found because its module exists."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from whygrad.record.watchers._base import Watcher

__all__ = ["Watcher", "all_watchers"]


@lru_cache(maxsize=1)
def all_watchers() -> tuple[type[Watcher], ...]:
    found: list[type[Watcher]] = []
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        if not module.ispkg:
            loaded = importlib.import_module(module.name)
            found += [value for value in vars(loaded).values() if _is_watcher(value, loaded.__name__)]
    return tuple(found)


def _is_watcher(value: object, module: str) -> bool:
    return (
        isinstance(value, type) and issubclass(value, Watcher) and value is not Watcher and value.__module__ == module
    )
