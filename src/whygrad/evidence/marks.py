"""What is known of a single operation beyond its name: a mark on its node."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class Mark(Evidence):
    pass


@dataclass(frozen=True)
class PlacedMark(Mark):
    """One that was made at another place than the operation."""

    chain: Chain = ()


@dataclass(frozen=True)
class MarkedNonDifferentiable(PlacedMark):
    """A custom Function has called `mark_non_differentiable` for the result."""


@dataclass(frozen=True)
class MadeConstant(PlacedMark):
    """`torch.jit.freeze` has made constants of the parameters."""


@dataclass(frozen=True)
class DataReplaced(PlacedMark):
    """A leaf whose `.data` was set."""


@dataclass(frozen=True)
class RefusedGradients(Mark):
    """The `backward` of a custom Function returned None for these inputs."""

    inputs: tuple[int, ...]
    arguments: tuple[int, ...]  # the same, counted among all arguments of `apply`
    needed: tuple[bool, ...]  # `ctx.needs_input_grad`


@dataclass(frozen=True)
class OfCustomFunction(Mark):
    """The result of a custom Function."""


@dataclass(frozen=True)
class GradientWithHistory(Mark):
    """A gradient that was taken with `create_graph=True`."""


@dataclass(frozen=True)
class PassRan(Mark):
    """A backward pass."""

    retained: bool  # with `retain_graph=True`


@dataclass(frozen=True)
class AlongDimension(Mark):
    """It normalises, sums or picks along this dimension."""

    dimension: int
    of: int  # how many


@dataclass(frozen=True)
class OverwroteKept(Mark):
    """A library's module has overwritten what the program keeps in this container."""

    container: str


@dataclass(frozen=True)
class ComparesItself(Mark):
    """Both sides of a comparison are one value."""


@dataclass(frozen=True)
class Decided(Mark):
    """The truth value that steered the program."""

    value: bool


@dataclass(frozen=True)
class Unseen(Mark):
    """It was made where the recorder does not see."""


@dataclass(frozen=True)
class CalledByLibrary(Mark):
    """A library's function made the call."""

    function: str


# They call `detach` themselves: the copy is the user's act.
COPYING_CALLERS = ("__deepcopy__", "_save_to_state_dict")


def caller_in(mark: Mark | None) -> str:
    """The library's function that made the call; empty where it was the program itself, or more is known."""
    return mark.function if isinstance(mark, CalledByLibrary) else ""
