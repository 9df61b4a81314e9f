"""What was seen of an error at the moment it was raised: in which part of torch, and in which module."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain, Definition


@dataclass(frozen=True)
class RaisedInside(Evidence):
    """A part of torch that works on gradients raised the error, while a module of torch's was running, or none."""

    part: str  # "autograd", "torch.func", "checkpoint", "DistributedDataParallel"
    module: str  # as the program calls it
    cls: str
    made: Chain  # where the program made the module, as its parameters tell


@dataclass(frozen=True)
class LeftTransform(Evidence):
    """Values behind the question that were computed under a transform which has ended since: their history is gone."""

    nodes: tuple[int, ...]


@dataclass(frozen=True)
class InsideTransform(Evidence):
    """The pass was asked for inside a function that this transform runs, which keeps no history for the engine."""

    transform: str  # "vmap" or "jvp"


@dataclass(frozen=True)
class RefusedRandomness(Evidence):
    """Random numbers were drawn in a function that `vmap` runs on a whole batch, with `randomness="error"`."""

    mapped: Chain  # the call that runs it so: of several around each other the innermost


@dataclass(frozen=True)
class CapturedByCheckpoint(Evidence):
    """A reentrant checkpoint ran a function again that reads results from outside, which have graphs of their own."""

    function: Definition
    names: tuple[str, ...]


@dataclass(frozen=True)
class CompiledLine(Evidence):
    """The program's line that the compiler was at when it gave up, as torch's message says."""

    chain: Chain  # lines without columns


@dataclass(frozen=True)
class ForwardCall(Evidence):
    """Where the operation ran whose gradient failed, as torch's own warning says, from a stretch that was not seen."""

    operation: str  # of autograd's node, in lower case
    chain: Chain  # lines without columns
