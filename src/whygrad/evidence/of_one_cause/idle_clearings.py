"""Gradients that were cleared where there never were any."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class IdleClearing(Evidence):
    """What `zero_grad()` was called on never had a gradient; its parameters have the shapes of an optimizer's."""

    chain: Chain
    kind: str  # the class of the module
    names: tuple[str, ...]  # of the parameters of that optimizer
    times: int
