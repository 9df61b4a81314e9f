"""Gradients that are nan or infinite, and that nothing clears."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class LastingNan(Evidence):
    """Passes from finite losses added to gradients that were not finite: no clearing and no step came between."""

    names: tuple[str, ...]  # of the optimizer's parameters
    cleared: Chain  # the latest clearing
    stepped: Chain  # the latest step of that optimizer
    ran: Chain  # the first of these passes that was seen
    steps: int
    passes: int  # that were seen to begin with such a gradient
    usual: int  # the most passes that there were for one step before
