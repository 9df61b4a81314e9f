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
