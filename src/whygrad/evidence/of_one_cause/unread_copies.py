"""Copies of results that were made to have a gradient of their own."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence


@dataclass(frozen=True)
class UnreadCopy(Evidence):
    """A leaf with the values of a result, whose gradient nobody reads: no optimizer, no hook and no line.

    A path from the loss that ends there trains nothing.
    """

    at: int
