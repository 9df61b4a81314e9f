"""States that were loaded into an optimizer which never stepped."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class DiscardedState(Evidence):
    """A state was loaded into an optimizer; another one, without it, steps the same parameters."""

    kind: str  # the class of the one that steps
    kept: str  # what the state has: `exp_avg`, `momentum_buffer`
    made: Chain  # the one that steps
    loaded: Chain
