"""Log-likelihoods that training makes smaller."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class LoweredLikelihood(Evidence):
    """The loss grows with the log-probability of given targets, at each inspected pass, and steps made it smaller."""

    chain: Chain  # what makes the loss of it
    logarithm: Chain
    by: str  # the operation of that, as it was written
    optimizer: Chain  # where it was made
    steps: int
