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


@dataclass(frozen=True)
class UnseenWrite(Evidence):
    """A value was overwritten where autograd does not see it."""

    at: int
    op: str  # or "numpy": through an array of it; "array": it came in as one
    clock: int
    before: int  # so many passes had run
    chain: Chain


@dataclass(frozen=True)
class OverlappingParameters(Evidence):
    """Two parameters lie in the same memory."""

    names: tuple[str, str]
    at: int | None  # the second


@dataclass(frozen=True)
class TakenMemory(Evidence):
    """A parameter was made of a plain tensor without a copy, and the loss is computed from that tensor too."""

    leaf: int | None
    name: str
    data: str  # the tensor's name


@dataclass(frozen=True)
class ShadowOfParameter(Evidence):
    """A tensor was averaged with the parameter in whose memory it lies."""

    name: str  # of the parameter
    made: Chain
    written: Chain


@dataclass(frozen=True)
class LeafFilled(Evidence):
    """Values of what learns were put into a leaf, or into a copy that is gone."""

    into: int | None
    dropped: bool  # the copy is gone
    sources: tuple[int, ...]
    chain: Chain


@dataclass(frozen=True)
class NormsOfGradient(Evidence):
    """A penalty compares the norms of an input's gradient with a number, and they are not one for each sample."""

    chain: Chain  # the norm
    spelling: str
    shape: tuple[int, ...]  # of the gradient
    norms: tuple[int, ...]  # the shape of the result
    compared: Chain  # where a number is subtracted
    steps: int


@dataclass(frozen=True)
class SlotParameter(Evidence):
    """Its first dimension meets that of batches, place by place, and other samples come to the same place."""

    chain: Chain  # where they meet
    leaf: int | None
    name: str
    shape: tuple[int, ...]
    op: str
    passes: int
