"""The kinds of repair, one small function each; all modules of this folder are loaded, and no list is kept."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from whygrad.fix.repairs._registry import Repair, comes_first, entered

__all__ = ["Repair", "comes_first", "others", "repairs_for"]


@cache
def _load() -> None:
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        importlib.import_module(f"{__name__}.{module.name}")


def repairs_for(cause: str) -> list[Repair]:
    """The repairs that are made for the cause."""
    _load()
    return entered(cause)[0]


def others(cause: str) -> list[Repair]:
    """All other repairs: a cause may be told where another one is at work."""
    _load()
    return entered(cause)[1]
