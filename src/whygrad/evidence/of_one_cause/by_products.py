"""What learns as a by-product of a loss that is meant for something else."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class WeightTrained(Evidence):
    """The weight of a log-probability carried a gradient, and a step has used what the product sent into it."""

    product: Chain
    weight: Chain  # where the weight was computed
    names: tuple[str, ...]  # of the parameters behind it
    steps: int


@dataclass(frozen=True)
class JudgeTrained(Evidence):
    """A step of a network used the gradient of a loss that is its own output, for what another optimizer trains."""

    term: Chain  # the output
    ran: Chain  # the pass
    optimizer: Chain  # where the network's optimizer was made
    names: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class MultiplierTrained(Evidence):
    """A number weighs a loss with its history, and a step uses this loss's gradient beside that of the number's own."""

    product: Chain
    weight: Chain  # where what weighs it was computed from the number
    ran: Chain  # the pass
    names: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class ProbeTrained(Evidence):
    """A pass for the gradient of an input, which also left gradients in parameters, and a step used them."""

    ran: Chain
    own: Chain  # the pass that the step is for
    names: tuple[str, ...]
    steps: int
