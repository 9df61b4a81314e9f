"""What was seen of the kinds of values that an error is about: their dtypes, the layout of their gradients."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class ResultTypes(Evidence):
    """The dtypes of values that require a gradient; the nodes have those of the others."""

    of: tuple[tuple[int, str], ...]  # node and dtype


@dataclass(frozen=True)
class SparseGradients(Evidence):
    """The parameters in an optimizer that have sparse gradients, or dense ones where it wants sparse ones."""

    parameters: tuple[int, ...]
    optimizer: str  # its class
    made: Chain  # of the optimizer
