"""What was seen of the terms of losses: which of them reach what learns, how often, and for whom."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class ConstantTerm(Evidence):
    """A comparison that is a term of the loss, and of whose sides none carried a gradient at any step."""

    chain: Chain
    # "itself": both are computed from one result; "data": no parameter is behind either; "same": both come from the
    # same parameters; "fixed": else
    sides: str
    steps: int
    inside: Chain = ()  # the comparison in a function that was given something that learns too
    # of those that are computed from one result: where the first side, and the other, is computed from it
    read: Chain = ()
    other: Chain = ()
    compared: Chain = ()  # the comparison itself, in whatever function


@dataclass(frozen=True)
class ZeroWeight(Evidence):
    """A term of a loss was multiplied by a plain number, which was 0 at all passes."""

    chain: Chain  # the product
    passes: int


@dataclass(frozen=True)
class PartialBackward(Evidence):
    """A sum of which only some terms went backward, at every step."""

    total: Chain
    ran: Chain  # the pass
    missing: tuple[Chain, ...]  # the terms that no pass went through
    reported: bool  # the program has taken the sum's value out of torch
    steps: int


@dataclass(frozen=True)
class LastOfSeveral(Evidence):
    """A term that one place computes several times for a step, of other parameters each time: only the last counts.

    All these parameters learn by other terms, and nothing keeps the results that do not count.
    """

    chain: Chain
    ran: Chain  # the pass
    times: int
    steps: int


@dataclass(frozen=True)
class SiblingLeftOut(Evidence):
    """A number that no pass used, beside one that the loss has: one line computes both, of different parameters.

    One function got both, from two of its lines. All these parameters learn by other terms.
    """

    chain: Chain
    beside: Chain  # the one that the loss has
    steps: int


@dataclass(frozen=True)
class MadeToReport(Evidence):
    """A sum that may have been made for its value alone: after the pass, or with what weight decay does added to it."""

    total: Chain


@dataclass(frozen=True)
class CountedTwice(Evidence):
    """A loss that had a pass of its own, and is a term of another that went backward for the same step."""

    part: Chain
    whole: Chain
    is_same: bool  # the loss itself went backward again
    names: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class ForeignGradient(Evidence):
    """Gradients that the pass of another optimizer's loss left behind, and that a step of this one has used."""

    adds: Chain  # the pass that added to them
    foreign: Chain  # the pass that left them
    cleared: Chain  # what was cleared in between, which were not these
    optimizer: Chain  # where the optimizer that used them was made
    names: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class RepeatedTerm(Evidence):
    """A term that a sum has already, and that is added to it again: one pass brings its gradient twice."""

    again: Chain
    already: Chain  # the same where one line adds it several times, as of a list that has it so
    term: Chain
    weighted: bool  # by a factor of it or of the sum that has it, and not added in one go with that sum
    steps: int


@dataclass(frozen=True)
class GradientUsedTwice(Evidence):
    """Two steps have used the same gradients, with no pass in between."""

    first: Chain  # the first step
    again: Chain
    optimizers: tuple[Chain, ...]  # where they were made, in that order; a single one where it steps twice
    held: tuple[int, ...]  # how many parameters each of them holds
    names: tuple[str, ...]  # of what both hold
    times: int


@dataclass(frozen=True)
class SumUsedTwice(Evidence):
    """The same, where passes of several losses had added to the gradients before the first of the two steps."""

    first: Chain  # the first step
    again: Chain
    passes: tuple[Chain, ...]  # of different losses, in their order
    alone: tuple[int, ...]  # how many parameters each optimizer holds that the other does not


@dataclass(frozen=True)
class RepeatedPenalty(Evidence):
    """One line computes the same term of a parameter alone several times, and one loss has them all."""

    term: Chain
    names: tuple[str, ...]  # of the parameters whose term is there several times
    several: int  # how many they are
    once: int  # how many others are penalised there, once each
    times: int  # the most for one of them
    steps: int


@dataclass(frozen=True)
class CancelledTerm(Evidence):
    """A term of a loss through which no gradient goes: all that it was computed from cancels out in a difference."""

    difference: Chain
    term: Chain
    names: tuple[str, ...]  # of the parameters behind the difference
    passes: int


@dataclass(frozen=True)
class OppositeTerms(Evidence):
    """A value went into a loss twice, and what both sent back added up to zeros at every inspected pass."""

    one: Chain  # where the value goes into each of them
    other: Chain
    trains: bool  # the first weighs the value by something that learns too, and the other by a constant
    names: tuple[str, ...]  # of the parameters behind the value
    passes: int


@dataclass(frozen=True)
class UnsteppedTerm(Evidence):
    """A term of losses whose gradients were cleared at each inspected pass before a step used them.

    They came to parameters of one optimizer; another one stepped, with what other terms of the same loss had brought.
    """

    chain: Chain
    ran: Chain  # the pass
    stepped: Chain  # the step after it
    made: Chain  # the optimizer that stepped
    names: tuple[str, ...]  # the parameters that the term has gradients for
    passes: int


@dataclass(frozen=True)
class TermOfOthers(Evidence):
    """Such a term, where no other term of its losses leads through these parameters to those that were stepped.

    The optimizer that holds them steps after other passes.
    """

    chain: Chain
    stepped: Chain  # the step after the pass
    names: tuple[str, ...]  # the parameters that the term has gradients for
    passes: int


@dataclass(frozen=True)
class ConstantResult(Evidence):
    """A normalised value was reduced again, and the normalisation took back all of the gradient that came to it.

    So it did at each inspected pass.
    """

    normalised: Chain
    by: str  # the operation, as it was written
    reduced: Chain
    op: str  # the same of what reduces it
    names: tuple[str, ...]  # of the parameters behind it
    alone: bool  # they reach the loss in no other way
    passes: int


@dataclass(frozen=True)
class ZeroFactor(Evidence):
    """A value that learns was multiplied by a tensor that a constructor filled with zeros.

    It was all zeros at each inspected pass that had the product, and nothing else came to that place.
    """

    product: Chain
    made: Chain  # the zeros
    passes: int


@dataclass(frozen=True)
class MixedPartials(Evidence):
    """The first derivatives by several elements were differentiated as one sum, by these elements again.

    Mixed derivatives that are not zero are in the result, and the loss was computed from it.
    """

    chain: Chain  # of the second derivative
    first: Chain  # of the first ones
    columns: int  # of what it was differentiated by, without its first dimension if it has others
    share: float  # the largest change by mixed derivatives, compared with the largest element of the result


@dataclass(frozen=True)
class LoweredLikelihood(Evidence):
    """The loss grows with the log-probability of given targets, at each inspected pass, and steps made it smaller."""

    chain: Chain  # what makes the loss of it
    logarithm: Chain
    by: str  # the operation of that, as it was written
    optimizer: Chain  # where it was made
    steps: int


@dataclass(frozen=True)
class GradientOfResult(Evidence):
    """The program put a gradient into a parameter's `.grad` that is the gradient of a result of that parameter.

    Steps of an optimizer of torch's used it as it is.
    """

    chain: Chain  # where it was put there
    asked: Chain  # where the gradient was computed
    curved: Chain  # the operation between the parameter and the result whose slope is missing
    op: str  # that operation
    name: str  # of the parameter
    steps: int
