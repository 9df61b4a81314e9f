"""Parameters that are rounded to a few values again and again."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class SnappedValues(Evidence):
    """A write between a step and the next pass has left a parameter few values, and most elements the old ones."""

    name: str
    chain: Chain  # of the write
    by: str
    step: Chain
    values: int  # the most that the parameter had at a pass
    share: float  # of the elements that steps have changed, those that were rounded back
    looks: int
