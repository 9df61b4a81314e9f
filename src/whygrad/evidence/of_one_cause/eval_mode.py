"""Training steps of modules that were in `eval()` mode."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class StepsInEvalMode(Evidence):
    """A module was trained in training mode first, was switched to `eval()`, and was trained further in that mode."""

    name: str  # the kind of module
    chain: Chain  # where it was switched
    steps: int  # of an optimizer that holds its parameters, in that mode
    of: int  # all of them since the run began
    affected: str  # the kind of module inside that does something else then
