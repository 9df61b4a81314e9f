"""What was seen of backward passes: of those that failed, and of graphs that no pass goes through."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class FailingStep:
    """Autograd's number of the step that failed."""

    number: int
    certain: bool  # it is the only one that it can be


@dataclass(frozen=True)
class VectorReaders(Evidence):
    """Autograd's numbers of the steps that read the vectors of the decomposition whose step failed, one kind each.

    A step that reads both kinds of singular vectors is none of them: there the phase may cancel.
    """

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class BrokenSave:
    """A value that a step had saved for its gradient, and that is gone."""

    number: int  # autograd's, of the step
    step: str
    saved: str  # its name in that step
    modified: bool  # it was overwritten; else it was freed


@dataclass(frozen=True)
class FailedPass(Evidence):
    """An error of a backward pass itself."""

    replica: Chain  # where the latest module was made parallel
    inside: Chain  # the program's own frames that ran in the pass: a hook's, a custom Function's
    failing: FailingStep | None
    broken: tuple[BrokenSave, ...]  # what was modified comes first


OTHER_VALUES = "other values"  # a tensor of the same shape has them: it was written in place, or replaced


@dataclass(frozen=True)
class ChangedValue:
    """A value that a checkpointed function reads, and that was another one when it was run again."""

    name: str
    old: str
    new: str


@dataclass(frozen=True)
class CheckpointRuns(Evidence):
    """The two runs of the checkpointed function that a pass ran again last."""

    call: Chain  # of the checkpoint
    preserves: bool  # the random numbers of the first run are drawn again
    followed: bool  # the second run was
    changed: tuple[ChangedValue, ...]
    before: Chain  # the last step that both runs have
    first: Chain  # the first step that differs, at the first run
    again: Chain  # and at the second
    apart: bool  # the runs have different steps; else one only has fewer
    steps: Chain  # of the first run, where random numbers may differ
    differing: Chain  # the step that saved a value of another kind


@dataclass(frozen=True)
class Keeper:
    """What keeps results alive: a variable of a function, or an attribute of an object."""

    name: str
    file: str
    attribute: bool


@dataclass(frozen=True)
class GrowingGraph(Evidence):
    """Results of one line that live on with their graphs, or a sum that holds the graphs of all that was added."""

    chain: Chain
    length: int
    kept: bool  # results that live on; else a sum
    keeper: Keeper | None


@dataclass(frozen=True)
class PutValues(Evidence):
    """Values of what learns were put into a leaf, which torch does not follow."""

    into: int
    sources: tuple[int, ...]
    chain: Chain


@dataclass(frozen=True)
class UnusedScalar(Evidence):
    """A number that was computed from a leaf without a gradient, and that no pass has used."""

    at: int


@dataclass(frozen=True)
class LastBatchOnly(Evidence):
    """One line draws several batches before each pass, and the loss is computed from the last of them alone."""

    drawn: Chain
    ran: Chain  # the pass
    batches: int  # the fewest before a pass
    passes: int  # that were inspected; it was so at all of them


@dataclass(frozen=True)
class LastLossOnly(Evidence):
    """One line computes a whole loss several times for each step, from other data each time; only the last is used.

    None of them was computed from another, and nothing keeps those that are not used.
    """

    chain: Chain
    ran: Chain  # the pass
    times: int  # the fewest for a step
    steps: int
