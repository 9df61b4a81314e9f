"""What was seen of single tensors, their memory and their gradients."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class GradientNotKept(Evidence):
    """`retain_grad()` was called, and `.grad` was None when it was read."""

    chain: Chain  # of `retain_grad()`
    late: bool  # the pass had run already
    read: Chain


@dataclass(frozen=True)
class RewrittenAfterRetain(Evidence):
    """A tensor was overwritten after `retain_grad()`, so the gradient that was read is that of the new value."""

    chain: Chain  # the write
    asked: Chain  # `retain_grad()`
    read: Chain


@dataclass(frozen=True)
class ResultRead(Evidence):
    """The `.grad` of a result was read and is None, in a loop that seems to update it by hand."""

    at: int | None
    read: Chain
