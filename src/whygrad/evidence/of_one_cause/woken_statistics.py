"""Frozen batch norms that a `train()` of the whole model has switched back."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class WokenStatistics(Evidence):
    """A part was frozen and switched to `eval()`, a `train()` around it undid that, and its statistics change."""

    part: str  # the kind of module that was switched
    affected: str  # the kind of batch norm in it
    rested: Chain  # where it was switched to `eval()`
    woken: Chain
    steps: int  # at which it had taken in more batches
