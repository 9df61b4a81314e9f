"""What was seen of hooks in the backward pass."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain, Definition


@dataclass(frozen=True)
class RegisteredHook(Evidence):
    """A hook that an error of the pass can be about; the latest comes first."""

    hook: Definition
    registered: Chain


@dataclass(frozen=True)
class GrantedBefore(Evidence):
    """The line that asks for a gradient and is refused asked before, of a tensor that requires one."""

    chain: Chain  # of the latest such call


@dataclass(frozen=True)
class PackHook(Evidence):
    """A function that gets what the graph saves, and was in force at some time; the latest comes first."""

    hook: Definition


@dataclass(frozen=True)
class UnrunHook(Evidence):
    """A hook that would have filled what the failing line reads, and has not run."""

    hook: Definition
    empty: str


@dataclass(frozen=True)
class PiledHooks(Evidence):
    """One line has put so many hooks on one thing, and all of them live."""

    chain: Chain
    count: int


@dataclass(frozen=True)
class WritingHook(Evidence):
    """A hook that writes into the gradient it is called with, and returns nothing."""

    hook: Definition


@dataclass(frozen=True)
class SpoilingHook(Evidence):
    """A hook that writes into the gradient it is called with, which another step of the pass uses after it."""

    hook: Definition


@dataclass(frozen=True)
class OverwrittenGradient(Evidence):
    """A gradient was overwritten by a function that measures, before the step that uses it."""

    chain: Chain


@dataclass(frozen=True)
class ParameterWritten(Evidence):
    """Parameters that an optimizer steps changed in the course of backward passes, where nothing but a hook runs."""

    names: tuple[str, ...]
    hook: Definition
    registered: Chain
    passes: int  # inspected ones
    given: bool  # the hook gets the parameter itself, as one after the accumulation does


@dataclass(frozen=True)
class UnchangingHook(Evidence):
    """A hook on parameters that returned the same tensor with the same values, whatever gradient had arrived."""

    hook: Definition
    passes: int  # inspected ones in which another gradient than before had arrived


@dataclass(frozen=True)
class RefusedGradient(Evidence):
    """A hook raised an error that speaks of the kind of gradient it was called with."""

    hook: Definition
    registered: Chain
    kind: str  # "sparse", "complex", a dtype, or the device it is on
    of: tuple[int, ...]  # leaves whose gradient it may be
