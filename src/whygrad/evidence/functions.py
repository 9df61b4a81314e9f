"""What was seen of custom Functions."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain, Definition


@dataclass(frozen=True)
class CustomFunction(Evidence):
    """A custom Function that took part in what was computed."""

    name: str
    forward: Definition | None
    backward: Definition | None


@dataclass(frozen=True)
class OperatorFormula(CustomFunction):
    """The Function that torch makes of the derivative which was registered for a custom operator, by its name."""

    setup: Definition | None  # what saves for `backward`
    made: str  # the class


@dataclass(frozen=True)
class FailedFunction(Evidence):
    """The custom Function whose `apply`, or whose call as an object, has raised last."""

    name: str
    forward: Definition | None


@dataclass(frozen=True)
class WrongGradient(Evidence):
    """A `backward` returned something else than the derivative of what `forward` computed."""

    function: str
    backward: Chain  # where it is defined
    argument: str  # of `forward`; empty where it has no name of its own
    position: int  # of that argument
    element: tuple[int, ...]  # in which the two differ most
    returned: float
    derivative: float


@dataclass(frozen=True)
class WrongSecondDerivative(Evidence):
    """A pass went through the graph of a `backward` whose derivative is not the second derivative of `forward`."""

    function: str
    backward: Chain  # where it is defined
    argument: str  # of `forward`, by which it is differentiated; empty where it has no name of its own
    element: tuple[int, ...]  # in which the two differ most, along a random direction
    by_backward: float
    second: float


@dataclass(frozen=True)
class SwappedGradients(Evidence):
    """A `backward` returned for each of two arguments the derivative with respect to the other."""

    function: str
    backward: Chain  # where it is defined
    swapped: tuple[str, ...]  # the two arguments of `forward`; empty where one has no name of its own


@dataclass(frozen=True)
class IgnoredIncoming(Evidence):
    """A `backward` that never reads the gradient it is given returned one, while what came in was not 1."""

    function: str
    backward: Chain  # where it is defined
    ignored: str  # the parameter
    incoming: float  # an element of what came in


@dataclass(frozen=True)
class WrongSlope(Evidence):
    """A `backward` says another slope than `forward` shows, which was run again on moved values."""

    function: str
    backward: Chain
    by_backward: float
    by_difference: float


@dataclass(frozen=True)
class KeptOutsideContext(Evidence):
    """What `backward` reads was replaced by a second call of `forward` before the pass."""

    function: str
    backward: Chain
    holder: str


@dataclass(frozen=True)
class OverwritingBackward(Evidence):
    """A `backward` writes into the gradient it is called with, which another step of the pass uses after it."""

    name: str  # of the Function
    backward: Definition


@dataclass(frozen=True)
class SpoiledSave(Evidence):
    """While a `backward` ran, values changed that another step had saved, which computes its gradient after it."""

    name: str  # of the Function
    backward: Definition
    suffers: Chain  # the operation that saved them
    op: str
    names: tuple[str, ...]  # of the parameters behind it


@dataclass(frozen=True)
class IgnoredBackward(Evidence):
    """A class has a `backward` of the program's own, and its `forward` took part in a pass as plain operations.

    Of a module whose `forward` was not seen it is known only that one was there during a pass.
    """

    name: str  # of the class
    is_function: bool  # a `torch.autograd.Function`, of which `forward` was called by itself
    forward: Definition
    backward: Definition
    call: Chain  # of `forward`; empty where none was seen
