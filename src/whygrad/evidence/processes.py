"""What was seen of other processes, and of torch's warnings."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Definition


@dataclass(frozen=True)
class HeldModule:
    """A module by the attribute that holds it, and the file of the class that does."""

    attribute: str
    file: str


@dataclass(frozen=True)
class UnreducedParameters(Evidence):
    """The parameters whose gradients DistributedDataParallel still waits for."""

    names: tuple[str, ...]
    modules: tuple[HeldModule, ...]


@dataclass(frozen=True)
class DataSetItem(Evidence):
    """The function that makes one item of a data set whose loader was running."""

    function: Definition


@dataclass(frozen=True)
class WarnedInside(Evidence):
    """A warning came out of a checkpoint: does what is checkpointed have parameters that learn?"""

    learns: bool
