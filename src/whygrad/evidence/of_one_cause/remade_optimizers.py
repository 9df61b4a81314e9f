"""Optimizers that are made again and again for the same parameters."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class RemadeOptimizer(Evidence):
    """One line has made several optimizers for the same parameters, and what each had gathered was lost with it."""

    made: Chain
    kind: str  # the class
    times: int  # that a new one took over
    longest: int  # the most steps that one of them took
    steps: int  # of all of them
    kept: str  # what was lost, as the optimizer calls it: `exp_avg`, `momentum_buffer`
