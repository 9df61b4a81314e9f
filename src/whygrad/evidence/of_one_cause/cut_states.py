"""States of a recurrence that are cut off at every step of a sequence."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class CutState(Evidence):
    """A detached value that the same parameters get again, step by step, inside one pass."""

    cut: Chain
    applied: Chain  # where the parameters are used
    names: tuple[str, ...]
    steps: int  # the most that one pass had
    only_last: bool  # the loss sees the last of these steps alone
    cell: str  # of torch's own cells, which one; else nothing
    passes: int
