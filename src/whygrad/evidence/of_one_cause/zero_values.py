"""Plain values behind an operation that lets no gradient through."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence


@dataclass(frozen=True)
class ZeroValues(Evidence):
    """Values that do not learn, as they were at an inspected step; of others nothing is known."""

    zeros: tuple[int, ...]  # all elements are 0 or False
    others: tuple[int, ...]  # some element is not
