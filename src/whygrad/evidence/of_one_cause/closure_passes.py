"""Passes of a closure that an optimizer calls several times in one step."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain, Definition


@dataclass(frozen=True)
class ClosureWithoutClearing(Evidence):
    """A closure was called again within one step, and its pass added to the gradients of the call before."""

    chain: Chain  # of the pass
    names: tuple[str, ...]  # of the parameters, as far as they are known
    times: int


@dataclass(frozen=True)
class ClosureWithoutPass(Evidence):
    """No backward pass has run in any step of an optimizer that calls a closure, nor since the step before it."""

    chain: Chain  # of the latest step
    closure: Definition | None  # where it is the program's own
    names: tuple[str, ...]  # of the parameters, as far as they are known
    steps: int
    stale: bool  # gradients were there, which an earlier step had used


@dataclass(frozen=True)
class IdleClosure(Evidence):
    """An optimizer calls its closure several times in each step, and no call changes a gradient: passes run before."""

    chain: Chain  # of the latest step
    closure: Definition | None  # where it is the program's own
    steps: int
    calls: int  # in all of them
