"""Attributes that a program sets and never mentions again."""

from __future__ import annotations

import re
from collections.abc import Iterable


def is_only_set(name: str, texts: Iterable[str]) -> bool:
    """Is an attribute of this name set in these texts, and named by no other word in them, not even in a string?"""
    if not name.isidentifier():
        return False  # `layers.0`: whoever reads `layers` may read it
    word = re.escape(name)
    times_set = named = 0
    for text in texts:
        named += len(re.findall(rf"\b{word}\b", text))
        times_set += len(re.findall(rf"\.{word}[ \t]*(?::[^=\n]*)?=(?!=)", text))
    return 0 < times_set == named
