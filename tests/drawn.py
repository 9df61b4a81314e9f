"""Some of many that are alike, other ones each time: `WHYGRAD_SEED` repeats them, `WHYGRAD_WHOLE=1` takes all."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")
SEED = int(os.environ["WHYGRAD_SEED"])  # a fresh one is set, and told at the end of the tests, by conftest.py
WHOLE = bool(os.environ.get("WHYGRAD_WHOLE"))


def drawn(items: Iterable[Item], one_of: int) -> list[Item]:
    """About one of so many, at least one, in their order."""
    all_of_them = list(items)
    if WHOLE or not all_of_them:
        return all_of_them
    number = max(len(all_of_them) // one_of, 1)
    return [all_of_them[i] for i in sorted(random.Random(SEED).sample(range(len(all_of_them)), number))]


def drawn_of_each(items: Iterable[Item], one_of: int, kind: Callable[[Item], str]) -> list[Item]:
    """About one of so many of each kind, at least one, in their order."""
    all_of_them = list(items)
    kinds: dict[str, list[int]] = {}
    for index, item in enumerate(all_of_them):
        kinds.setdefault(kind(item), []).append(index)
    return [all_of_them[i] for i in sorted(i for of_one in kinds.values() for i in drawn(of_one, one_of))]
