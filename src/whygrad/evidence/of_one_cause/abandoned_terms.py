"""Losses that were computed and went into no backward pass, while everything they depend on learns."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class AbandonedTerm(Evidence):
    """A number with a gradient that was computed for a step, and that no pass used, at any step that was looked at."""

    chain: Chain
    ran: tuple[Chain, ...]  # where the losses of the pass were made, with the sums and terms inside them
    steps: int
    penalises: bool = False  # it is computed from a derivative with respect to an input, which was taken with history


@dataclass(frozen=True)
class DroppedResult(Evidence):
    """A call of a function computed a value from parameters that get no gradient, and gave the loss only constants.

    Nothing uses the value, and none of what the call computed for the loss depends on anything that learns.
    """

    chain: Chain  # where the value was computed
    constant: Chain  # where the constant was made that the loss has from the same call
    lost: tuple[str, ...]  # the parameters


@dataclass(frozen=True)
class UnusedResult(Evidence):
    """A value that was computed from parameters that get no gradient, and that no loss depends on.

    `shared` of the outermost calls that led to it have made something else that both it and the loss depend on. The
    calls inside of them gave the loss nothing that this value was computed from.
    """

    chain: Chain  # where the value was computed
    shared: int
    lost: tuple[str, ...]  # the parameters
