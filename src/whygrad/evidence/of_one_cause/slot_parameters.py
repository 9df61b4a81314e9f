"""Parameters that have a part of their own for each place of a batch."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class SlotParameter(Evidence):
    """Its first dimension meets that of batches, place by place, and other samples come to the same place."""

    chain: Chain  # where they meet
    leaf: int | None
    name: str
    shape: tuple[int, ...]
    op: str
    passes: int
