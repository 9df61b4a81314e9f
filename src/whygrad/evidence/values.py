"""Where values became zero, infinite or nan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whygrad.evidence import Evidence


@dataclass(frozen=True)
class BadValue:
    """An operation, or its backward step, that made nan or infinity of good values."""

    at: int | None
    what: str  # "nan", "inf", or "bad" where it is one of the two
    backward: bool
    node: str  # autograd's name of the backward step
    index: tuple[int, ...]  # of the first bad element
    values: Mapping[str, float]  # what went in there


@dataclass(frozen=True)
class NonfiniteValues(Evidence):
    """Where nan and infinity arose in a pass, in the order in which they did."""

    births: tuple[BadValue, ...]
    loss_was_finite: bool
