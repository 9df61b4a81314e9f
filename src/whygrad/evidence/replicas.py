"""What was seen of modules that DistributedDataParallel keeps equal on all ranks."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class WrapperBypassed(Evidence):
    """Steps used gradients of passes that had not gone through the wrapper's forward, which nobody has averaged."""

    call: Chain
    wrapped: Chain  # where the wrapper was made
    steps: int


@dataclass(frozen=True)
class ConvertedAfterWrapping(Evidence):
    """The parameters got another type or device after they were wrapped, and steps were taken since."""

    chain: Chain
    wrapped: Chain
    before: str
    after: str


@dataclass(frozen=True)
class ReplicaPrint(Evidence):
    """Fingerprints of a wrapped module's learning parameters on this rank, at one step."""

    number: int  # of the wrapper, in the order in which they were made
    step: int
    arrived: str  # of the gradients after the latest pass
    gradients: str  # of the gradients that the step was given
    parameters: str  # of the values after it
    ran: Chain  # the pass
    written: Chain  # who wrote the gradients between the pass and the step


@dataclass(frozen=True)
class ReplicasDiffer(Evidence):
    """Where the fingerprints of two ranks go apart for the first time."""

    what: str  # "arrived": the gradients that the pass left; "written": what was made of them; "parameters"
    step: int
    ranks: tuple[int, ...]  # this one, and the other
    chain: Chain


@dataclass(frozen=True)
class HookedTooEarly(Evidence):
    """Parameters that learn and that the wrapper has not hooked: they were unfrozen or put in after it was made."""

    wrapped: Chain
    came: Chain  # where the first of them was unfrozen or put in; empty where that is unknown
    names: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class NeverSynchronised(Evidence):
    """Every pass of the run was inside `no_sync()`, and steps used its gradients."""

    entered: Chain
    wrapped: Chain
    steps: int
