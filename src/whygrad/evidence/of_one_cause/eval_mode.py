"""Training steps of modules that were in `eval()` mode."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain, Definition


@dataclass(frozen=True)
class StepsInEvalMode(Evidence):
    """A module was switched to `eval()` for an evaluation, and was trained in that mode afterwards.

    It was trained in training mode before; or the evaluation came before all training, and the same line switches
    again after it, as if something had switched the module back.
    """

    name: str  # the kind of module
    chain: Chain  # where it was switched
    steps: int  # of an optimizer that holds its parameters, in that mode
    of: int  # all of them since the run began
    affected: str  # the kind of module inside that does something else then
    from_the_start: bool = False  # the evaluation came before all training


@dataclass(frozen=True)
class RestingPart(Evidence):
    """A module was switched to `eval()` by itself, and each of its parameters learns."""

    kind: str  # of module
    chain: Chain  # where it was switched
    steps: int  # of an optimizer that holds its parameters, in that mode
    of: int  # all of them since the run began
    beside: bool  # the function that switched it switched what is around it to `train()` just before
    trained: tuple[str, ...]  # its parameters


@dataclass(frozen=True)
class TrainUndone(Evidence):
    """A module was in `eval()` mode, with all that learns in it, after its own `train()` had switched it to training.

    Nothing else switched it in between.
    """

    name: str  # the kind of module
    override: Definition  # of its `train`
    steps: int  # of an optimizer that holds its parameters, in that mode
    of: int  # all of them since the run began
    affected: str  # the kind of a part that learns and does something else then
