"""Batches that went into the running statistics of batch norm and into no backward pass."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class BatchesBesideTraining(Evidence):
    """Of one batch norm that is trained."""

    made: Chain
    batches: int  # that its statistics took in between two passes, beside those of the passes
    times: int  # in how many of the intervals that were looked at
    regular: int  # intervals without any
