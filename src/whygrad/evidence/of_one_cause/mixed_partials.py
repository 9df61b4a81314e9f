"""Second derivatives of a sum of first derivatives."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class MixedPartials(Evidence):
    """The first derivatives by several elements were differentiated as one sum, by these elements again.

    Mixed derivatives that are not zero are in the result, and the loss was computed from it.
    """

    chain: Chain  # of the second derivative
    first: Chain  # of the first ones
    columns: int  # of what it was differentiated by, without its first dimension if it has others
    share: float  # the largest change by mixed derivatives, compared with the largest element of the result
