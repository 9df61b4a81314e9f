"""What steps and passes did with gradients."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class LeafAccumulation(Evidence):
    """A pass added to gradients that an earlier pass had left, in leaves that no optimizer holds."""

    chain: Chain  # the pass
    updated: bool  # the program had made its update with those gradients already
    leaves: tuple[int, ...]


@dataclass(frozen=True)
class AccumulatedPasses(Evidence):
    """How many passes of one line an optimizer's steps added up, and by what each loss was divided."""

    chain: Chain  # the passes
    divided: Chain  # where a loss was divided
    counts: tuple[tuple[int, int], ...]  # passes added up, and how many steps did; the most frequent first
    divisors: tuple[float, ...]
    uneven: int  # steps of which some passes were divided and others not
    means: bool  # every loss was a mean


@dataclass(frozen=True)
class UnevenMeans(Evidence):
    """Passes of one line that a step adds up, each from a mean over another number of targets."""

    chain: Chain  # the passes
    loss: Chain  # where the mean was computed
    passes: int  # per step, mostly
    fewest: int  # targets, in one and the same step
    most: int
    steps: int  # of which the numbers differ
    of: int


@dataclass(frozen=True)
class UnevenSums(Evidence):
    """Passes of one line that a step adds up, of sums divided by different numbers, or means of chosen elements."""

    chain: Chain  # the passes
    loss: Chain
    passes: int  # in most of the steps
    fewest: int
    most: int
    steps: int  # with different numbers
    of: int


@dataclass(frozen=True)
class StillParameter:
    """A parameter that had a gradient at inspected steps and was the same after each of them."""

    name: str
    steps: int


@dataclass(frozen=True)
class EffectOfSteps:
    """Whether an optimizer's steps change anything."""

    zero_rates: int  # steps with a learning rate of 0 for everything
    rate_from: str  # what gave that rate: "given", "function", "scheduler", "assigned", or ""
    rate: Chain
    still: tuple[StillParameter, ...]
    moved: bool  # some parameter changed
    own_step: Chain  # the program's own `step`, which changed nothing


@dataclass(frozen=True)
class UndoneUpdate:
    """A parameter whose updates were gone when the next pass began."""

    name: str
    steps: int
    left: float  # the most of an update that was there then
    by: str  # the function that wrote
    chain: Chain


SEVERAL_PASSES = 2


@dataclass(frozen=True)
class OptimizerRun(Evidence):
    """What one optimizer did in the whole run."""

    names: tuple[str, ...]  # of its parameters
    made: Chain
    steps: int
    reached: int  # passes that left gradients in its parameters
    shared: bool  # another optimizer that steps holds some of its parameters
    by_hand: bool  # the program itself writes its parameters
    latest_pass: Chain
    latest_step: Chain
    empty_steps: int  # steps that found no gradient although a pass had brought some
    full_steps: int
    cleared: Chain  # where gradients were cleared between a pass and a step that found none
    cleared_by: str  # "clearing", "clipping" to 0, or the function that wrote into them
    mixed_steps: int  # steps whose gradients were added to what an earlier step had used
    mixed: Chain
    clean_steps: int
    wasteful_steps: int  # steps before which the gradients of a pass were cleared
    thrifty_steps: int
    dropping: Chain  # where they were cleared
    dropped: tuple[str, ...]  # parameters whose gradients were cleared before every step
    doubled: Chain  # where a gradient was put aside that a step then added to itself
    undone: tuple[UndoneUpdate, ...]
    effect: EffectOfSteps
    masked: Chain  # the hook that makes zeros of a gradient, of elements that a step moves all the same

    @property
    def never_stepped(self) -> bool:
        """Did passes bring gradients for it alone, and nothing ever used them? One may only want to see a gradient."""
        return not self.steps and self.reached >= SEVERAL_PASSES and not (self.shared or self.by_hand)


@dataclass(frozen=True)
class BackwardPasses(Evidence):
    """How many backward passes the run had."""

    count: int


@dataclass(frozen=True)
class ClippingOutOfOrder(Evidence):
    """A clipping that came at the wrong time, and never at the right one."""

    chain: Chain
    times: int
    # "early": before there were gradients; "nothing": it was given no parameter; "late": after the step;
    # "scaled": while they were scaled.
    when: str


@dataclass(frozen=True)
class ScaledStep(Evidence):
    """An optimizer stepped with gradients that were still multiplied by the loss scale."""

    chain: Chain


@dataclass(frozen=True)
class UnscaledLoss(Evidence):
    """A scaler divided the gradients of this pass, and its loss had not been multiplied."""

    chain: Chain


@dataclass(frozen=True)
class LostUpdate(Evidence):
    """An update that was made by hand landed in a new tensor or a copy."""

    chain: Chain
    names: tuple[str, ...]
    copy: bool
    passes: int
    made: Chain = ()  # the copy


@dataclass(frozen=True)
class ReadForStep(Evidence):
    """The program's line has read gradients after a pass and before the step that uses them."""

    chain: Chain
    steps: int


@dataclass(frozen=True)
class MaskedElementsMoved(Evidence):
    """The program sets the gradient of the same elements to 0 before each step, and steps have moved these elements."""

    mask: Chain  # the line that sets it to 0
    step: Chain
    name: str
    elements: int  # the most that one step has moved
    were_zero: bool  # at the first of these steps
    steps: int  # at which the mask was seen


@dataclass(frozen=True)
class StepsTaken(Evidence):
    """How many steps the optimizer that was looked at has taken."""

    count: int


@dataclass(frozen=True)
class GradientReadAt(Evidence):
    """A line of the program's own that reads gradients after one of the first passes."""

    chain: Chain


@dataclass(frozen=True)
class HoldingOptimizer(Evidence):
    """The optimizer that was looked at."""

    made: Chain
    groups: tuple[int, ...]  # how many parameters each of them holds


@dataclass(frozen=True)
class SiblingOptimizers(Evidence):
    """Others that the line of the optimizer that was looked at has made, and that got gradients."""

    number: int


@dataclass(frozen=True)
class OrphanedParameter(Evidence):
    """A parameter that the optimizer holds, and that no module and no variable of the running program has."""

    made: Chain


@dataclass(frozen=True)
class FallenAsleep(Evidence):
    """Parameters that had gradients at first have none any more, while others of the same optimizer have."""

    slept: int  # steps, the fewest of all of them
    steps: int  # in all
    clock: int  # autograd's count of operations at the end of the step before
    same_loss: bool  # it is made where it was made when all had gradients


@dataclass(frozen=True)
class Learning:
    """What one parameter of an optimizer got and did in the whole run."""

    optimizer: int  # the how manyeth of the run
    position: int  # among its optimizer's parameters
    name: str  # as the user calls it, where that is known
    shape: tuple[int, ...]
    steps: int
    got: bool  # a gradient was there at a step
    nonzero: bool  # and one that was not all zeros, at a step that was looked at
    moved: bool  # a step that was looked at has changed it
    finite: bool  # neither it nor its gradient holds nan or infinity at the end, as far as they are there
    norm: float = 0.0  # of the gradient at the end; 0 where it was cleared
