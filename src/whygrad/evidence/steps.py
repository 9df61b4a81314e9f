"""What steps and passes did with gradients."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class LeafAccumulation(Evidence):
    """A pass added to gradients that an earlier pass had left, in leaves that no optimizer holds."""

    chain: Chain  # the pass
    updated: bool  # the program had made its update with those gradients already
    leaves: tuple[int, ...]


@dataclass(frozen=True)
class AccumulatedPasses(Evidence):
    """How many passes of one line an optimizer's steps added up, and by what each loss was divided."""

    chain: Chain  # the passes
    divided: Chain  # where a loss was divided
    counts: tuple[tuple[int, int], ...]  # passes added up, and how many steps did; the most frequent first
    divisors: tuple[float, ...]
    uneven: int  # steps of which some passes were divided and others not
    means: bool  # every loss was a mean
