"""Tensors that a collective of `torch.distributed` has filled with the values of others."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence.marks import Mark


@dataclass(frozen=True)
class FilledByCollective(Mark):
    """The tensor had been given to a collective, which wrote values of this process's own input into it."""

    call: str  # `all_gather`
    listed: bool  # a list was filled, with the one input beside those of the other processes, and shows no other tensor
