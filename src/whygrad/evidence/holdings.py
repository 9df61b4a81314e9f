"""Who holds which parameters, where that went wrong."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class LateLeaf(Evidence):
    """A parameter that got a gradient, that no optimizer holds, and that was made after the one that was looked at."""

    leaf: int


@dataclass(frozen=True)
class RenewedLeaf(Evidence):
    """A tensor that got a gradient, that no optimizer holds, and that was made after the step before."""

    leaf: int


@dataclass(frozen=True)
class PutLeaf(Evidence):
    """Such a parameter that was put, alone or with the module that has it, into a module that was finished."""

    leaf: int
    put: Chain


@dataclass(frozen=True)
class CopiedStray(Evidence):
    """A parameter that got a gradient, that no optimizer holds, and that is or was a copy of one that one holds."""

    leaf: int


@dataclass(frozen=True)
class TieReplaced(Evidence):
    """Two modules shared a parameter until both were given one of their own, with the same values."""

    names: tuple[str, str]
    chain: Chain


@dataclass(frozen=True)
class TieConverted(Evidence):
    """Two modules shared a parameter until a call moved or converted them, and gave each a new one."""

    names: tuple[str, str]
    chain: Chain


@dataclass(frozen=True)
class TrainedCopy(Evidence):
    """A parameter took the place of another, with the values of a third, in a tensor that carried its history.

    Optimizers train both the new one and the one that it has the values of.
    """

    names: tuple[str, str]  # the new one, and the one whose values it has
    chain: Chain
    steps: int  # that had gradients for both


@dataclass(frozen=True)
class TwinOptimizer(Evidence):
    """Two optimizers step in turn, and the later one holds nothing that the earlier does not hold."""

    made: Chain  # the later one
    first: Chain  # the earlier one


@dataclass(frozen=True)
class FlagBeside(Evidence):
    """`requires_grad` was set to `False` on tensors in the memory of these parameters, and an optimizer trains them."""

    chain: Chain
    trained: tuple[str, ...]
    steps: int  # since then, of an optimizer that holds them


@dataclass(frozen=True)
class LeftToNobody(Evidence):
    """An optimizer trained parameters. A later one holds others of its, but not these, and gradients still come.

    No other optimizer steps with them since, and nothing writes them.
    """

    made: Chain  # the later optimizer
    first: Chain  # the earlier one
    lost: tuple[str, ...]
    steps: int  # of the later one
    empty: bool  # the later one has a group without parameters


@dataclass(frozen=True)
class ParametersHeldTwice(Evidence):
    """A group of an optimizer has some of its parameters more than once; torch warns of it, and steps on."""

    made: Chain  # the optimizer
    number: int  # of different parameters


@dataclass(frozen=True)
class RandomStray(Evidence):
    """A parameter that gets gradients, in a model that optimizers hold in part, and that none has ever held.

    It has the values that chance gave it: nothing was loaded that it would keep.
    """

    leaf: int
    optimizers: int  # that hold the other parts of its model, each some of them
    clipped: Chain  # where its gradient is clipped together with those that a step uses


@dataclass(frozen=True)
class ReplacedFrozen(Evidence):
    """A parameter was frozen, and before any pass a new one took its place, which has gradients at steps."""

    name: str  # of the new one
    frozen: Chain
    put: Chain
    steps: int  # inspected, with a gradient


@dataclass(frozen=True)
class MovedWhileFrozen(Evidence):
    """Steps have changed parameters that were frozen: no pass brings them a gradient, and they still have one."""

    names: tuple[str, ...]
    frozen: Chain
    made: Chain  # the optimizer
    looks: int  # steps since the freezing that were compared
    moved: int  # of those, the ones that changed them
    is_left: bool  # the gradient is of a pass before the freezing; else it is all zeros


@dataclass(frozen=True)
class MovedWithoutGradient(Evidence):
    """Steps have changed parameters that were frozen after they had learned, and that have no gradient any more."""

    names: tuple[str, ...]
    frozen: Chain
    made: Chain  # the optimizer
    looks: int  # steps since the freezing that found no gradient
    moved: int  # of those, the ones that changed them


@dataclass(frozen=True)
class ScaledWhileFrozen(Evidence):
    """A line multiplies frozen parameters by a number, as it does with others that learn."""

    names: tuple[str, ...]  # as far as they are known
    number: int
    frozen: Chain
    written: Chain
    looks: int  # at which their values were compared with those of the look before
    shrunk: int  # of those, the ones that found all elements multiplied by one number below 1


@dataclass(frozen=True)
class StateOfTwo(Evidence):
    """Two optimizers of different parameters have had one state loaded, and both step with the same tensors of it."""

    kind: str  # the class of the later one
    key: str  # under which the state has such a tensor
    turns: int  # how often one of them stepped after the other
    loaded: Chain
    others: Chain  # where the other one loaded it, or was made


@dataclass(frozen=True)
class GradientInState(Evidence):
    """An optimizer's state held the gradient itself, when the step began for which that had been computed."""

    kind: str
    key: str
    steps: int  # inspected ones
    made: Chain
