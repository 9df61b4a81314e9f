"""What was kept as a copy and is none: it lies in the memory of what it is compared with, or written into."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class StaleAlias(Evidence):
    """A parameter was used together with another name of its own memory, which was taken before a step or elsewhere."""

    taken: Chain
    used: Chain
    # "compared": their difference is 0; "written": one is copied onto the other; "kept": that without a step; "mixed":
    # several were taken at different times, and one line reads them after the last
    how: str
    times: int


@dataclass(frozen=True)
class WrittenOntoItself(Evidence):
    """A line that copies parameters, or averages them, and was given the same one twice each time."""

    chain: Chain
    act: str
    leaves: int  # how many parameters
    times: int


@dataclass(frozen=True)
class OwnDifference(Evidence):
    """A line that subtracts parameters from themselves each time, and what a write adds the differences with."""

    chain: Chain
    written: Chain
    leaves: int  # how many parameters
    times: int


@dataclass(frozen=True)
class PerturbedInPlace(Evidence):
    """A write changed an input by its gradient, in the memory of the clean input, and one loss then used both."""

    chain: Chain  # of the write
    used: Chain  # of the clean one
    times: int


@dataclass(frozen=True)
class DrawnIntoTarget(Evidence):
    """A write put drawn numbers into data, and one loss then compared these with what was computed from them."""

    chain: Chain  # of the write
    used: Chain  # of the loss
    times: int


@dataclass(frozen=True)
class ComputedInState(Evidence):
    """A line computed in a state dict in place; the result was used elsewhere, and the module trained on from it."""

    chain: Chain  # of the write
    taken: Chain  # where the state was taken
    names: tuple[str, ...]  # of the parameters
    times: int
