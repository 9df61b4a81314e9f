"""What a custom `backward` makes of the gradient that arrives, where it only scales it and never turns it round."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain, Definition


@dataclass(frozen=True)
class UnreversedGradient(Evidence):
    """A `backward` that returned what arrived, times a number that was never below 0."""

    name: str  # of the Function
    backward: Definition
    call: Chain  # of `apply`
    factor: float  # the largest
    looked: int  # calls of `backward` that were looked at
