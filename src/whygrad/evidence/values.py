"""Where values became zero, infinite or nan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class BadValue:
    """An operation, or its backward step, that made nan or infinity of good values."""

    at: int | None
    what: str  # "nan", "inf", or "bad" where it is one of the two
    backward: bool
    node: str  # autograd's name of the backward step
    index: tuple[int, ...]  # of the first bad element
    values: Mapping[str, float]  # what went in there


@dataclass(frozen=True)
class NonfiniteValues(Evidence):
    """Where nan and infinity arose in a pass, in the order in which they did."""

    births: tuple[BadValue, ...]
    loss_was_finite: bool


@dataclass(frozen=True)
class MetNan(Evidence):
    """A backward step made nan of a finite gradient, and what had gone into its operation was nan before."""

    at: int | None


@dataclass(frozen=True)
class SpoiledWeights(Evidence):
    """Parameters were nan before a pass; of its operations this alone has a derivative that may have made them so."""

    at: int | None


@dataclass(frozen=True)
class ZeroedStep:
    """A backward step that made zeros of a gradient."""

    at: int | None
    node: str  # autograd's name of it
    number: int  # and its number
    input: int  # of the step, for which the zeros are
    zero_factor: bool  # of a product: the other factor is all zeros
    dtype: str  # of the gradient
    cancelled: bool  # what came to this step from several sides added up to zeros


@dataclass(frozen=True)
class StarvingLeaf(Evidence):
    """A parameter that has had no gradient yet, or none but zeros."""

    leaf: int | None
    got: bool  # a gradient of zeros
    known: bool  # a module or a variable of the running program has it
    all_zero: bool  # its own values are
    births: tuple[ZeroedStep, ...]


@dataclass(frozen=True)
class AllZeroSince(Evidence):
    """All gradients of an optimizer are zeros from one step to the end of the run, and some had not been before."""

    step: int
    seen: int  # the steps since at which that was seen
    steps: int  # in all
    loss: float  # at the look, and the largest of the same line at inspected passes: its absolute value
    largest: float


@dataclass(frozen=True)
class StuckBeyondLimit(Evidence):
    """A parameter that had learnt, and whose gradient a clamp makes zeros from one step to the end of the run."""

    chain: Chain  # of the clamp
    op: str
    name: str
    step: int
    steps: int  # in all


@dataclass(frozen=True)
class EqualUnits(Evidence):
    """All rows of a parameter had the same values and got the same gradient, at each step that was looked at."""

    chain: Chain  # what gave it its first values
    name: str
    units: int
    steps: int


@dataclass(frozen=True)
class BrokenGradients(Evidence):
    """The parameters whose gradient had nan or infinity in it."""

    leaves: tuple[int, ...]
    weights_were_finite: bool


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


@dataclass(frozen=True)
class LargestWeight(Evidence):
    """The largest finite absolute value of the parameters whose gradient had nan or infinity in it."""

    value: float


@dataclass(frozen=True)
class NormalisedAlone(Evidence):
    """An operation whose place has never normalised over more than one element."""

    at: int


@dataclass(frozen=True)
class ZeroValues(Evidence):
    """Plain values behind what lets no gradient through, at an inspected step; of others nothing is known."""

    zeros: tuple[int, ...]  # all elements are 0 or False
    others: tuple[int, ...]  # some element is not


@dataclass(frozen=True)
class ConstantValues(Evidence):
    """Plain values behind the same, at an inspected step, that have several elements, all equal and not 0."""

    nodes: tuple[int, ...]


@dataclass(frozen=True)
class EqualLogits(Evidence):
    """A softmax of values that are the same all along its dimension, at every inspected pass.

    What it normalises was put together from results of the same parameters, or is one value that was repeated.
    """

    softmax: Chain
    joined: Chain  # where they are put together, or repeated
    parts: tuple[Chain, ...]  # where they are computed; nothing of one that is repeated
    size: int  # of the dimension
    names: tuple[str, ...]  # of the parameters that learn by it alone
    passes: int


@dataclass(frozen=True)
class EqualPredictions(Evidence):
    """A prediction had the same row for all samples at every inspected pass, and the targets differed."""

    chain: Chain  # of the operation whose result was the first with equal rows; what went in still differed
    op: str
    also: Chain  # a mask or an index of it that is the same for all samples too; nothing where there is none
    loss: Chain
    samples: int
    passes: int
    stages: int  # different numbers of steps that had been taken by then
