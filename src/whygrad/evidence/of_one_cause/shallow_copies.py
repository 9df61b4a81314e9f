"""Modules that were copied without their parameters."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class ShallowCopy(Evidence):
    """A module made by `copy.copy`, whose parameters are those of the original, and trained there."""

    kind: str  # of module
    chain: Chain  # where it was copied
    steps: int  # of the optimizer that holds its parameters, while it was there
