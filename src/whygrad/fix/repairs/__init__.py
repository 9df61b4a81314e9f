"""The kinds of repair, one small function each; all modules of this folder and its rooms are loaded."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from whygrad.fix.repairs._registry import Repair, comes_first, entered

__all__ = ["Repair", "comes_first", "others", "repairs_for"]


@cache
def _load() -> None:
    found = pkgutil.walk_packages(__path__, f"{__name__}.")
    for module in sorted(found, key=lambda m: (m.name.count("."), m.name)):  # those of the rooms come last
        importlib.import_module(module.name)


def repairs_for(cause: str) -> list[Repair]:
    """The repairs that are made for the cause."""
    _load()
    return entered(cause)[0]


def others(cause: str) -> list[Repair]:
    """All other repairs: a cause may be told where another one is at work."""
    _load()
    return entered(cause)[1]
