"""Which steps are looked at closely: the first few, then ever fewer, so that a long run pays next to nothing."""

from __future__ import annotations

ALL_OF_THE_FIRST = 8


def is_looked_at(count: int) -> bool:
    """Is the `count`th step (from 1) one whose values are looked at?"""
    return count <= ALL_OF_THE_FIRST or count & (count - 1) == 0
