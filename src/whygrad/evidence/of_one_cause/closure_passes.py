"""Passes of a closure that an optimizer calls several times in one step."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class ClosureWithoutClearing(Evidence):
    """A closure was called again within one step, and its pass added to the gradients of the call before."""

    chain: Chain  # of the pass
    names: tuple[str, ...]  # of the parameters, as far as they are known
    times: int
