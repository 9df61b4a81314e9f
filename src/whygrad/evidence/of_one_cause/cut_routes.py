"""What was seen of parameters that one term of the loss reaches, while the way from another is cut."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class CutBesideOpen(Evidence):
    """A cut between a term and parameters that learn by another way, at every pass that was looked at."""

    cut: Chain
    term: Chain  # whose way is cut
    open: Chain  # the term whose way is open; the same one where only the gradient's own derivative is cut
    first_order: bool  # the cut is a gradient that was taken without a graph of its own
    names: tuple[str, ...]


@dataclass(frozen=True)
class DrawnAway(Evidence):
    """Such a cut is a draw, and no term that reaches the parameters depends on the draw."""

    cut: Chain
    term: Chain


@dataclass(frozen=True)
class DiscreteDraw(Evidence):
    """Such a draw has no pathwise form."""

    cut: Chain


@dataclass(frozen=True)
class TermForNobody(Evidence):
    """The optimizer that stepped got nothing from such a term, and gradients that it left elsewhere were cleared."""

    cut: Chain
    term: Chain
    times: int


@dataclass(frozen=True)
class CopyWithoutHistory(Evidence):
    """One operation of a pass read a value, and the same one, when it ran again, a detached copy of it."""

    cut: Chain  # where the copy was detached, in a call that also computed the value
    use: Chain
    names: tuple[str, ...]  # of the parameters behind the value
    uses: int  # of the copy, in one pass
    passes: int


@dataclass(frozen=True)
class UnreadCopy(Evidence):
    """A leaf with the values of a result, whose gradient nobody reads: no optimizer, no hook and no line.

    A path from the loss that ends there trains nothing.
    """

    at: int
