"""Steps that had a gradient and a learning rate for a parameter, and changed no bit of it."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class StillUpdate:
    """One parameter at the inspected steps of its optimizer."""

    name: str
    dtype: str
    dense: bool  # its elements lie in memory one after the other, in order
    looks: int  # steps at which it had a gradient
    moved: int  # of those, the steps that changed it
    since: int  # the first step of the latest ones that have not
    streak: int  # how many of the inspected steps these are
    rate: float  # its learning rate at the latest
    most_rate: float  # and the largest that it had
    warming: bool  # the learning rate has risen since the first of these
    gradient: float  # the mean size of an element of its gradient, the smallest since then
    gradient_before: float  # and the largest before


@dataclass(frozen=True)
class Decay:
    """A scheduler by whose own factor a learning rate is next to nothing after one decay."""

    name: str  # of the argument
    factor: float
    built: Chain


@dataclass(frozen=True)
class StillUpdates(Evidence):
    """The parameters of one optimizer."""

    steps: int
    updates: tuple[StillUpdate, ...]
    made: Chain  # the optimizer
    scheduled: Chain  # the latest step of a scheduler that has set its learning rate
    own_step: Chain  # of an optimizer of the program's own
    by_hand: bool  # the program itself writes its parameters
    low_since: int  # the step from which on the learning rate was next to nothing, to the end
    rates: tuple[float, float]  # the largest and the last
    decay: Decay | None = None


@dataclass(frozen=True)
class FirstParameters(Evidence):
    """Where those of an optimizer were made that it holds first and that no inspected step has changed."""

    born: tuple[Chain, ...]
    made: Chain  # the optimizer


@dataclass(frozen=True)
class RoundedUpdates(Evidence):
    """Elements of parameters in half precision that had a gradient and were the same after the step."""

    names: tuple[str, ...]
    dtype: str
    share: float  # of the elements with a gradient, the mean of the inspected steps
    looks: int  # inspected steps with a learning rate near the largest
    rate: float  # the largest learning rate
    rising: bool  # the latest is the largest
    made: Chain  # the optimizer
    cast: Chain  # where the parameters got this dtype, if a module was cast


@dataclass(frozen=True)
class StuckParameter:
    """A parameter in half precision that is at its last inspected step what it was at the first, bit by bit."""

    name: str
    dtype: str
    looks: int  # steps at which all its elements had a gradient, with a learning rate too small to change one
    rate: float  # the largest of these
    lost: float  # how far such updates would go in the whole run, in distances between neighbouring values
    cast: Chain  # where it got this dtype, if that was seen
    born: Chain  # where it was made, if that was seen


@dataclass(frozen=True)
class StuckUpdates(Evidence):
    """The parameters of one optimizer that stay as they are while others may change."""

    stuck: tuple[StuckParameter, ...]
    made: Chain  # the optimizer
