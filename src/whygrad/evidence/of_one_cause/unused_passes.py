"""Backward passes whose gradients no step has used."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class UnusedPasses(Evidence):
    """Of the passes of one line, those whose gradients were cleared before any step, and that nobody had read."""

    chain: Chain  # of the passes
    clearing: Chain  # of the latest such clearing
    unused: int
    used: int  # those whose gradients a step had
    names: tuple[str, ...]  # of the parameters, as far as they are known
